"""Where reference lists lie: numbers that start again, and works behind a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.columns import Column
from core.manuscript.pdf.headings import Heading
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line, TextRun
from core.manuscript.pdf.lists import find_zones
from core.recommend.unread import judge_reading
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import small_lists
from tests.core.manuscript.pdf.listed_papers import BARE, BEHIND, OWN, listed
from tests.core.manuscript.pdf.small_lists import (
    COLUMNS,
    RESULTS,
    SMALL,
    SMALL_TITLE,
    put_title,
    small_list,
)
from tests.core.manuscript.pdf.unusual_pages import METHOD, NUMBERED, chapter, texts
from tests.core.manuscript.typesetting import (
    BOLD,
    ENTRY,
    FIRST,
    HEADING,
    ROMAN,
    TEXT,
    Press,
    Style,
)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("shape", ["[{n}] {e}", "{n}. {e}"], ids=["brackets", "numbers"])
def test_works_of_an_author_behind_the_list_are_no_entries_of_it(
    tmp_path: Path, shape: str, columns: int
) -> None:
    entries = [
        shape.format(n=number, e=entry)
        for works in (BARE, OWN)
        for number, entry in enumerate(works, start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, BEHIND, columns)
    assert [each.text for each in found.references] == BARE
    assert not any("ropes" in sentence.text for sentence in found.sentences)
    (part,) = found.unread
    assert (part.kind, part.page) == ("text", 1)
    assert "Listening to ropes" in str(part.text)
    reading = judge_reading(found)
    assert (reading.level, reading.loses_text, reading.loses_list) == ("minor", False, False)


def test_numbers_that_start_again_begin_another_list(tmp_path: Path) -> None:
    more = [
        f"{name}. {entry.partition('. ')[2]}"
        for name, entry in zip(
            ("A. Fen", "B. Tarn", "C. Sedge", "D. Reed"), (BARE[3], *OWN[1:]), strict=True
        )
    ]
    entries = [
        f"{number}. {entry}"
        for works in (BARE, more)
        for number, entry in enumerate(works, start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, BEHIND)
    assert [each.list_number for each in found.references] == [0] * 5 + [1] * 4
    assert [each.text for each in found.references] == [*BARE, *more]


@pytest.mark.parametrize("columns", [1, 2])
def test_numbers_in_an_entry_start_no_other_list(tmp_path: Path, columns: int) -> None:
    ways = (
        "A. Tarn. Three ways: 1. by foot, 2. by boat, 3. by air, for a walk of one day. Ways, 2012."
    )
    works = [*BARE[:3], ways, *BARE[3:]]
    entries = [f"{number}. {entry}" for number, entry in enumerate(works, start=1)]
    found = listed(tmp_path / "list.pdf", entries, BEHIND, columns)
    assert [each.label for each in found.references] == ["1", "2", "3", "4", "5", "6"]
    assert {each.list_number for each in found.references} == {0}


def test_where_numbers_begin_anew_a_sentence_cites_the_next_list(tmp_path: Path) -> None:
    press = Press(tmp_path / "two.pdf", bottom=700)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    chapter(press, "1 Introduction", "This was known for long [2].", "References")
    chapter(press, "A Further Shores", "This was known elsewhere [3].", "Supplementary References")
    found = parse(press.save())
    assert [each.index for each in found.references] == [0, 1, 2, 3, 4, 5]
    assert [each.list_number for each in found.references] == [0, 0, 0, 1, 1, 1]
    cited = [marker.references for each in found.sentences for marker in each.markers]
    assert cited == [(1,), (5,)]
    assert len(texts(found)) == 2 * (len(METHOD) + 1)


def test_a_list_at_the_end_needs_no_heading(tmp_path: Path) -> None:
    press = Press(tmp_path / "bare.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join([*METHOD, "This was known for long [2]."]), FIRST)
    press.y += 20
    for number, entry in enumerate(NUMBERED, start=1):
        press.add(f"[{number}] {entry}", ENTRY)
    found = parse(press.save())
    assert [each.text for each in found.references] == NUMBERED
    assert texts(found)[-1] == "This was known for long [2]."


def test_a_list_in_small_type_under_a_small_title_is_found(tmp_path: Path) -> None:
    press = Press(tmp_path / "small.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    for number, sentence in enumerate(small_lists.METHOD[:5], start=1):
        press.add(f"{sentence[:-1]} ({number}). {RESULTS[number]}", TEXT)
    press.add("We allowed for one gap in each series of falls, and never for more than", FIRST)
    press.add("1. Falls in 1998, 2004 and 2009 were counted together in the same way.", FIRST)
    small_list(press)
    press.add("ACKNOWLEDGMENTS", SMALL_TITLE)
    press.add("We thank the harbour of Port Elm for two sieves.", SMALL)
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3", "4", "5"]
    assert "Port Elm" not in manuscript.references[-1].text
    cited = [at for each in manuscript.sentences for m in each.markers for at in m.references]
    assert cited == [0, 1, 2, 3, 4]
    assert any("Falls in 1998" in text for text in small_lists.texts(manuscript))


@pytest.mark.parametrize(("room", "foot"), [(50.0, ""), (50.0, "|"), (25.0, "")])
def test_a_list_without_a_title_under_the_text_of_both_columns_is_one(
    tmp_path: Path, room: float, foot: str
) -> None:
    press = Press(tmp_path / "under.pdf", COLUMNS, top=100.0, bottom=420.0)
    put_title(press)
    press.add("1 Introduction", HEADING)
    for part in (small_lists.METHOD, RESULTS, small_lists.METHOD):
        press.add(" ".join(part), FIRST)
    assert press.column == 1
    press.column, press.y, press.top, press.bottom = 0, 460.0, 460.0, 460.0 + room
    small_list(press, title="")
    assert (press.page, press.column) > (1, 0)
    press.put(80, 545, foot, ROMAN, 5.5)
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3", "4", "5"]
    assert small_lists.texts(manuscript) == small_lists.METHOD + RESULTS + small_lists.METHOD


def test_an_entry_with_a_number_in_larger_type_does_not_end_the_list(tmp_path: Path) -> None:
    press = Press(tmp_path / "bold.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(small_lists.METHOD), FIRST)
    large = Style(size=12.0, leading=20.0, justify=False)
    press.add("References", Style(size=12.0, leading=14.0, above=20.0, justify=False))
    for number in range(1, 9):
        press.add(f"{number}. Richter K, Haslbeck M: The shock of slate number {number}.", large)
        press.add(f"Annals of Harbour Studies 20{number:02}, 40:253-266.", large)
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == [str(at) for at in range(1, 9)]


def test_what_a_journal_says_of_itself_is_no_part_of_an_entry(tmp_path: Path) -> None:
    press = Press(tmp_path / "journal.pdf")
    press.put(54, 60, prose.TITLE, "Times-Bold", 16)
    press.y = 100
    press.add("Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)) + " So it was [1–4].", FIRST)
    press.add("References", HEADING)
    entry = "Oak A, Elm B. Walks along the coast number {}. Reed J Med. 2013;19:1393–402."
    for at in (1, 2, 3):
        press.add(f"{at}. {entry.format(at)}", ENTRY)
    press.add("Reeds of the Coast", FIRST)
    press.add("Reeds of the Coast is an international, peer-reviewed open access journal on reeds. "
              "The manuscript management system is quick and fair.", ENTRY)  # fmt: skip
    press.add(f"4. {entry.format(4)}", ENTRY)
    manuscript = parse(press.save())
    assert [reference.text[-16:] for reference in manuscript.references] == [
        "2013;19:1393–402."[-16:]
    ] * 4


def test_a_list_without_a_title_begins_at_its_first_label(tmp_path: Path) -> None:
    press = Press(tmp_path / "letter.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("D. Lohm, in one of two letters, was the first who heard the sea.", FIRST)
    for _ in range(3):
        press.add(" ".join([*METHOD, "This was known [1, 3]."]), TEXT)
    press.add("Uma Oyen, and Livia Tamm are thanked for their wool and patience.", TEXT)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"[{number}] {entry}", ENTRY)
    read = parse(press.save())
    assert [entry.text for entry in read.references] == BARE
    assert [list(m.references) for s in read.sentences for m in s.markers] == [[0, 2]] * 3


def test_the_title_of_a_list_in_the_contents_begins_none(tmp_path: Path) -> None:
    press = Press(tmp_path / "contents.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("References", replace(HEADING, size=10.0))
    press.next_page()
    press.add("1 Introduction", HEADING)
    for year in (1998, 2004, 2009):
        press.add(" ".join([*METHOD, f"This was known (Ander and Holt, {year})."]), TEXT)
    press.add("References", HEADING)
    for entry in BARE:
        press.add(entry, ENTRY)
    read = parse(press.save())
    assert [entry.text for entry in read.references] == BARE
    assert read.sentences[0].text == METHOD[0]


def test_notes_of_a_web_page_end_the_list_above_them() -> None:
    """Pandoc prints an arrow behind each note, which leads back to its mark."""
    printed = ["References", *(f"{at}. {entry}" for at, entry in enumerate(NUMBERED, start=1))]
    printed += ["1. The names are those of old charts,", "which few can read.↩︎", "2. Two pots.↩"]
    heading = Heading(0, 1, "", "References", 12.0, bold=True)
    (zone,) = find_zones(_rows(printed), [heading], frozenset())
    assert (zone.start, zone.end) == (1, 1 + len(NUMBERED))


def _rows(printed: Sequence[str]) -> list[Row]:
    rows = []
    for at, text in enumerate(printed):
        run = TextRun(0, len(text), "Sans", 10.0, False, False, 20.0 * at, 0.0, 9.0)
        edges = [float(5 * place) for place in range(len(text) + 1)]
        line = Line(0, text, edges[:-1], edges[1:], [run])
        rows.append(Row(line, Column(0, -1, 0.0, 500.0)))
    return rows


def test_a_list_of_figures_behind_the_list_is_no_part_of_it() -> None:
    dots = ". " * 30
    entries = [f"{at}. {entry}" for at, entry in enumerate(NUMBERED, start=1)]
    figures = ["2.1 Reeds by the water, as", f"seen in May {dots}12", f"2.2 Moors {dots}13",
               f"2.3 Peat {dots}15"]  # fmt: skip
    heading = Heading(0, 1, "", "References", 12.0, bold=True)
    (zone,) = find_zones(_rows(["References", *entries, *figures]), [heading], frozenset())
    assert (zone.start, zone.end) == (1, 1 + len(NUMBERED))


def raised_list(path: Path, entries: Sequence[str], notes: Sequence[str] = ()) -> Manuscript:
    """Read a paper that cites by raised numbers; the list, or notes, stand in small type."""
    press = Press(path)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    for number, note in enumerate(notes, start=1):
        press.run(54, press.y, [("A bell was heard there", 10, 0), (str(number), 6.5, 4)])
        press.run(54, 640 + 12 * number, [(str(number), 5, 3), (note, 8, 0)])
        press.y += 12
    if notes:
        press.next_page()
    press.add("2 Results", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    for number in range(1, len(entries) + 1):
        press.run(54, press.y, [("Reeds were heard by night", 10, 0), (str(number), 6.5, 4),
                                (" and rose again.", 10, 0)])  # fmt: skip
        press.y += 12
    press.y += 20
    for number, entry in enumerate(entries, start=1):
        press.run(54, press.y, [(str(number), 5, 3), (entry, 8, 0)])
        press.y += 10
    return parse(press.save())


def test_raised_numbers_at_the_end_are_those_of_a_list(tmp_path: Path) -> None:
    manuscript = raised_list(tmp_path / "raised.pdf", BARE)
    assert [(each.label, each.text) for each in manuscript.references] == [
        (str(number), entry) for number, entry in enumerate(BARE, start=1)
    ]
    markers = [marker.references for one in manuscript.sentences for marker in one.markers]
    assert markers == [(index,) for index in range(len(BARE))]


def test_notes_that_begin_again_on_each_page_are_no_list(tmp_path: Path) -> None:
    manuscript = raised_list(tmp_path / "notes.pdf", BARE, notes=OWN)
    assert not any(each.label for each in manuscript.references)


def test_the_lettering_of_drawings_behind_a_list_does_not_set_its_size(tmp_path: Path) -> None:
    press = Press(tmp_path / "drawing.pdf")
    put_title(press)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"{number}. {entry}", ENTRY)
    press.next_column()
    for y in range(60, 700, 9):
        press.put(54 + y % 50, y, f"Reed ({y})", ROMAN, 5.0)
    assert [entry.text for entry in parse(press.save()).references] == BARE


def test_a_title_set_as_that_of_the_list_ends_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "figures.pdf")
    put_title(press)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    for title in ("References", "Drawings of ropes"):
        press.add(title, HEADING)
        for number, entry in enumerate(BARE if title == "References" else (), start=1):
            press.add(f"[{number}] {entry}", ENTRY)
    press.add("Ropes in the wind, seen from the harbour.", ENTRY)
    assert [entry.text for entry in parse(press.save()).references] == BARE
