"""Reference lists as publishers of medicine and biology set them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.test_bibliography import BARE
from tests.core.manuscript.typesetting import CAPTION, ENTRY, FIRST, HEADING, ROMAN, Press, Style

COLUMNS = ((54.0, 296.0), (316.0, 558.0))
SMALL = Style(size=8.0, leading=10.0)


def titles(manuscript: Manuscript) -> list[str]:
    return [reference.title for reference in manuscript.references]


def test_labels_stand_before_the_edge_of_a_list_that_is_longer_than_its_text(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "hung.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    for start in range(0, 20, 4):
        text = " ".join(prose.plain([*prose.METHOD, *prose.RESULTS][start : start + 4]))
        press.add(f"{text[:-1]} [{start + 1}].", FIRST)
    press.add("References", HEADING)
    press.columns = [(80.0, 558.0)]
    for number in range(1, 61):
        if press.y + 30 > press.bottom:
            press.next_page()
        press.put(56, press.y, f"[{number}]", ROMAN, 8.0)
        press.add(BARE[number % 5].replace("J. van", "van"), SMALL)
        press.y += 4
    manuscript = parse(press.save())
    assert [reference.label for reference in manuscript.references] == [
        str(number) for number in range(1, 61)
    ]
    cited = [at for each in manuscript.sentences for m in each.markers for at in m.references]
    assert cited == [0, 4, 8, 12, 16]


def test_a_list_under_the_text_of_both_columns_runs_on_beside_its_heading(tmp_path: Path) -> None:
    press = Press(tmp_path / "under.pdf", COLUMNS, bottom=400.0)
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    for part in (prose.METHOD, prose.RESULTS, prose.METHOD):
        press.add(" ".join(prose.plain(part)), FIRST)
    assert press.column == 1
    press.column, press.y, press.top, press.bottom = 0, 440.0, 440.0, 525.0
    press.add("References", HEADING)
    for entry in BARE:
        press.add(entry, Style(size=8.0, leading=10.0, hang=10.0))
    assert press.column == 1
    manuscript = parse(press.save())
    assert len(manuscript.references) == len(BARE)
    assert [reference.year for reference in manuscript.references] == [1998, 2004, 2009, 2011, 2015]
    text = " ".join(sentence.text for sentence in manuscript.sentences)
    assert prose.plain(prose.RESULTS)[-1] in text
    assert "Ander" not in text.replace("Ander and Holt (1998)", "")


def test_a_label_at_the_foot_of_several_pages_is_no_page_number(tmp_path: Path) -> None:
    press = Press(tmp_path / "foot.pdf", ((54.0, 558.0),), top=60.0, bottom=720.0)
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    press.columns = [(80.0, 558.0)]
    words = " ".join(prose.plain([*prose.METHOD, *prose.RESULTS])).split()
    for number in range(1, 201):
        if press.y > press.bottom:
            press.next_page()
            press.y = press.top
        press.put(56, press.y, f"[{number}]", ROMAN, 8.0)
        title = " ".join(words[number : number + 4])
        press.add(f"P. Ander. On {title.rstrip('.,')}. Shore Press, 1998.", SMALL)
    manuscript = parse(press.save())
    assert [reference.label for reference in manuscript.references] == [
        str(number) for number in range(1, 201)
    ]


def test_what_the_press_prints_under_the_list_is_no_part_of_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "under.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    for entry in BARE:
        press.add(entry, ENTRY)
    press.add("Conflict of Interest: The walkers had none on any beach in 2019.", ENTRY)
    press.add("Copyright © 2019 Ilves and Renn. All may copy this with its names.", ENTRY)
    manuscript = parse(press.save())
    assert len(manuscript.references) == len(BARE)
    assert manuscript.references[-1].text.endswith("2015.")


def test_notes_in_a_narrow_column_beside_the_first_page_part_no_sentence(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf", ((190.0, 558.0),), top=110.0, bottom=420.0)
    press.put(190, 70, prose.TITLE, "Times-Bold", 16)
    press.add("Introduction", HEADING)
    for part in (prose.METHOD, prose.RESULTS):
        press.add(" ".join(prose.plain(part)), FIRST)
    notes = ["Edited by:", "Ann Roe,", "Bay House", "Reviewed by:", "Li Wei,", "Hill House"]
    for at, note in enumerate(notes * 3):
        press.put(60, 117 + 11 * at, note, size=7)
    press.columns, press.top, press.bottom = list(COLUMNS), 80.0, 600.0
    press.next_page()
    press.y = 80.0
    for part in (prose.METHOD, prose.RESULTS) * 4:
        press.add(" ".join(prose.plain(part)), FIRST)
    manuscript = parse(press.save())
    first = [sentence.text for sentence in manuscript.sentences][:20]
    assert first == prose.plain(prose.METHOD) + prose.plain(prose.RESULTS)
    assert manuscript.sections[0].title == "Introduction"


def test_entries_that_only_a_caption_cites_are_known(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD))[:-1] + " [1].", FIRST)
    press.add("Table 1: Weights of all pebbles, after [2, 3].", CAPTION)
    press.add(" ".join(prose.plain(prose.RESULTS)), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"[{number}] {entry}", ENTRY)
    manuscript = parse(press.save())
    assert manuscript.cited_beside == (1, 2)
    assert [m.references for each in manuscript.sentences for m in each.markers] == [(0,)]
    assert manuscript.perhaps_cited == ()


def test_a_citation_inside_a_cell_of_a_table_goes_over_rows(tmp_path: Path) -> None:
    press = Press(tmp_path / "cells.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("Table 1: All sets of pebbles.", CAPTION)
    rows = [
        ("Set", "Source", "Stones"),
        ("Slate", "Sorted by hand", "120"),
        ("", "(Brandvik et al.,", "and 14"),
        ("", "2004)", ""),
        ("Clay", "From (Ander and", "80"),
        ("", "Holt, 1998)", ""),
    ]
    for row in rows:
        for x, cell in zip((80, 220, 400), row, strict=True):
            press.put(x, press.y, cell, size=8)
        press.y += 10
    press.y += 20
    press.add(" ".join(prose.plain(prose.RESULTS[:5])), FIRST)
    press.add("References", HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, ENTRY)
    manuscript = parse(press.save())
    beside = [manuscript.references[at].authors[0] for at in manuscript.cited_beside]
    assert [name.split()[-1] for name in beside] == ["Ander", "Brandvik"]


def test_a_table_that_reaches_out_of_the_text_is_read_where_it_cites(tmp_path: Path) -> None:
    press = Press(tmp_path / "wide.pdf", ((190.0, 558.0),))
    press.put(190, 50, prose.TITLE, "Times-Bold", 14)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("Table 1: All sets of pebbles.", CAPTION)
    for row in (("(Brandvik et al.,", "Sorted by hand"), ("2004)", "and weighed at once")) * 4:
        for x, cell in zip((90, 300), row, strict=True):
            press.put(x, press.y, cell, size=5)
        press.y += 6
    press.y += 20
    press.add(" ".join(prose.plain(prose.RESULTS)), FIRST)
    press.add("References", HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, ENTRY)
    manuscript = parse(press.save())
    beside = [manuscript.references[at].authors[0] for at in manuscript.cited_beside]
    assert [name.split()[-1] for name in beside] == ["Brandvik"]
    assert not any("Brandvik" in sentence.text for sentence in manuscript.sentences)


def written(path: Path, text: str, entries: Sequence[str]) -> Manuscript:
    """Print an introduction that ends with a text, and a list, and read them."""
    press = Press(path, ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join([*prose.plain(prose.METHOD), text]), FIRST)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, ENTRY)
    return parse(press.save())


def test_an_entry_whose_name_stands_without_a_year_is_perhaps_cited(tmp_path: Path) -> None:
    text = "Brandvik et al. sieve sand. Corso (2009) hears it."
    manuscript = written(tmp_path / "named.pdf", text, BARE)
    cited = {at for each in manuscript.sentences for m in each.markers for at in m.references}
    assert cited == {2}
    assert manuscript.perhaps_cited == (1,)


def test_a_citation_behind_a_stop_belongs_to_the_sentence_before_it(tmp_path: Path) -> None:
    text = "Sand falls [1]. Clay pots ring on all of the windy beaches. [2]. Pots break."
    entries = [f"[{number}] {entry}" for number, entry in enumerate(BARE, start=1)]
    manuscript = written(tmp_path / "behind.pdf", text, entries)
    (ring,) = [each for each in manuscript.sentences if "Clay pots ring" in each.text]
    assert [marker.references for marker in ring.markers] == [(1,)]
    assert manuscript.sentences[-1].text == "Pots break."


def test_a_dash_stands_for_the_authors_of_the_entry_before(tmp_path: Path) -> None:
    entries = [
        "Ander, Pia. 1998. A Handbook of Patient Sieving. Bay: Shore Press.",
        "———. 2004. Clay Pots as Resonators on Windy Beaches. Bay: Shore Press.",
        "Corso, Eva. 2009. What a Pot Hears at Noon. Bay: Shore Press.",
    ]
    text = "Pots ring (Ander 2004), sand falls (Ander 1998)."
    manuscript = written(tmp_path / "dash.pdf", text, entries)
    assert manuscript.references[1].authors == ("Pia Ander",)
    found = [m.references for s in manuscript.sentences for m in s.markers]
    assert found[-2:] == [(1,), (0,)]
