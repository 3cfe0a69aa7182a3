"""Reference lists in the ways they are set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.listed_papers import BARE, BEHIND, OWN, TIGHT, listed
from tests.core.manuscript.pdf.publishers_pages import COLUMNS, written
from tests.core.manuscript.pdf.unusual_pages import METHOD, NUMBERED, letters
from tests.core.manuscript.typesetting import (
    BOLD,
    ENTRY,
    FIRST,
    HEADING,
    ROMAN,
    Press,
    Style,
)

GAPS = replace(ENTRY, above=8.0, hang=0.0)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize(
    ("shape", "style", "labels"),
    [
        pytest.param("[{n}] {e}", TIGHT, ["1", "2", "3", "4", "5"], id="brackets"),
        pytest.param("{n}. {e}", TIGHT, ["1", "2", "3", "4", "5"], id="numbers"),
        pytest.param("{n}.{e}", TIGHT, ["1", "2", "3", "4", "5"], id="numbers without a blank"),
        pytest.param("[{a}] {e}", TIGHT, ["AH98", "BOT+04", "Cor09", "DRI11", "vB15"], id="labels"),
        pytest.param("{e}", TIGHT, [""] * 5, id="hanging indent"),
        pytest.param("{e}", GAPS, [""] * 5, id="gaps"),
    ],
)
def test_lists_are_cut_into_their_entries(
    tmp_path: Path, shape: str, style: Style, labels: list[str], columns: int
) -> None:
    alphabetic = ["AH98", "BOT+04", "Cor09", "DRI11", "vB15"]
    entries = [
        shape.format(n=number, a=label, e=entry)
        for number, (label, entry) in enumerate(zip(alphabetic, BARE, strict=True), start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, style, columns).references
    assert [each.text for each in found] == BARE
    assert [each.label for each in found] == labels
    assert [each.index for each in found] == list(range(5))
    assert [each.year for each in found] == [1998, 2004, 2009, 2011, 2015]


def test_a_page_in_brackets_inside_an_entry_is_no_label(tmp_path: Path) -> None:
    entries = [BARE[0], BARE[1], "Oyen, K. 2006. A long shore. Lists of works: pages"]
    press_entries = [*entries, "[26]-39.", *BARE[2:]]
    found = listed(tmp_path / "list.pdf", press_entries, TIGHT)
    assert len(found.references) >= len(BARE)
    assert found.references[0].text == BARE[0]


def test_editions_at_the_beginnings_of_rows_do_not_number_a_list(tmp_path: Path) -> None:
    names = [f"{first}{second}er" for first in "BDFGHKLM" for second in ("a", "e", "i", "o", "u")]
    entries = [f"{name}, K. {1980 + at}. A shore of pebbles." for at, name in enumerate(names)]
    rows = [entries[0], "2. edition. Reed Press.", *entries[1:20], "3. edition.", *entries[20:]]
    found = listed(tmp_path / "list.pdf", rows, TIGHT).references
    assert not any(reference.label for reference in found)
    assert {1981, 2000, 2019} <= {reference.year for reference in found}


def test_the_lettering_of_figures_behind_a_list_is_no_entry_of_it(tmp_path: Path) -> None:
    behind = ["−5 0 5 10 mean speed [m/s]", "Mean speed [m/s]", "heights of the (shaded) shores."]
    found = listed(tmp_path / "list.pdf", [*BARE, *behind], TIGHT)
    assert [reference.text for reference in found.references] == BARE


@pytest.mark.parametrize(
    "last",
    [
        "World Pebble Office. Pebbles of the world.",
        "3Shores, 2015. A long walk.",
        "zz, 2011",
        "ter Pebble CJ. Pebbles of the world.",
        "pebbles team. pebbles. https://pebbles.example",
    ],
)
def test_the_last_entry_of_a_list_may_lack_names_or_a_year(tmp_path: Path, last: str) -> None:
    found = listed(tmp_path / "list.pdf", [*BARE, last], GAPS)
    assert [reference.text for reference in found.references] == [*BARE, last]


def test_bulleted_web_addresses_above_a_list_are_no_entries(tmp_path: Path) -> None:
    links = ["• source code: https://example.org/sieve", "• https://example.org/manual"]
    found = listed(tmp_path / "list.pdf", [*links, *BARE], GAPS)
    assert [reference.text for reference in found.references] == BARE


def test_a_paper_without_a_list_has_no_references(tmp_path: Path) -> None:
    press = Press(tmp_path / "none.pdf")
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    assert parse(press.save()).references == ()


def test_a_list_of_one_author_is_a_list_where_no_other_stands_before_it(tmp_path: Path) -> None:
    entries = [f"{number}. {entry}" for number, entry in enumerate(OWN, start=1)]
    found = listed(tmp_path / "list.pdf", entries, BEHIND)
    assert [each.text for each in found.references] == OWN


@pytest.mark.parametrize("style", [TIGHT, GAPS], ids=["hanging indent", "gaps"])
def test_works_of_an_author_behind_a_list_by_names_are_another_list(
    tmp_path: Path, style: Style
) -> None:
    by_name = [*BARE[:4], "R. Vale. Paths along a river in spring. Rivers, 3:4–8, 2013."]
    found = listed(tmp_path / "list.pdf", [*by_name, *OWN], style)
    assert [each.text for each in found.references] == [*by_name, *OWN]
    assert [each.list_number for each in found.references] == [0] * 5 + [1] * 4


@pytest.mark.parametrize(
    "works",
    [
        pytest.param([*BARE, *(f"Z. Ztone. Part {n} of a song. Songs, {n}:1–9, 2019." for n in
                     (1, 2, 3))], id="at their place by name"),
        pytest.param([*reversed(BARE), *OWN], id="a list in no order"),
        pytest.param([*BARE, *OWN[:3], "A. Tarn. Ways of a walk on one day. Ways, 3:9–14, 2012."],
                     id="another author at the end"),
    ],
)  # fmt: skip
def test_one_list_stays_one(tmp_path: Path, works: list[str]) -> None:
    found = listed(tmp_path / "list.pdf", works, TIGHT)
    assert len(found.references) == len(works)
    assert {each.list_number for each in found.references} == {0}


def test_raised_numbers_label_entries(tmp_path: Path) -> None:
    press = Press(tmp_path / "raised.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(NUMBERED, start=1):
        press.run(54, press.y, [(str(number), 6.5, 4), (entry, 10, 0)])
        press.y += 12
    found = parse(press.save()).references
    assert [(each.label, each.text) for each in found] == [
        (str(number), entry) for number, entry in enumerate(NUMBERED, start=1)
    ]


def test_entries_have_a_rectangle_for_each_printed_line(
    two_column_file: Path, two_columns: Manuscript
) -> None:
    with pymupdf.open(two_column_file) as document:
        for reference in two_columns.references:
            lines = []
            for page, x0, y0, x1, y1 in reference.rects:
                middle = (y0 + y1) / 2
                box = pymupdf.Rect(x0 - 0.5, middle - 1, x1 + 0.5, middle + 1)
                lines.append(document[page].get_textbox(box))
            assert letters("".join(lines)) == letters(reference.text)


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


def test_an_entry_without_authors_begins_with_its_title(tmp_path: Path) -> None:
    entries = [
        "Ander, Paul, and Rita Holt. A Handbook of Patient Sieving. Shore Press, 1998.",
        "Brandvik, Siri. “Clay Pots.” Journal of Quiet Instruments, vol. 12, 2004, pp. 45–61.",
        "“Stone by Stone.” Harbour Times, 4 May 2016, www.example.org/stones.",
        "World Pebble Organization. Report on Beaches. Shore Press, 2020.",
    ]
    manuscript = listed(tmp_path / "quoted.pdf", entries, replace(TIGHT, hang=0.0))
    assert [entry.text[:12] for entry in manuscript.references] == [one[:12] for one in entries]


def test_labels_without_a_year_stand_among_others_however_far_from_their_entries(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "labels.pdf", ((54.0, 558.0),))
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    works = {
        "AH98": BARE[0], "Bra+04a": BARE[1], "Mic": "Microphones. Wool for sale. http://b.example",
        "Cor09": BARE[2], "Dah11": BARE[3], "PC": "Pebble Club. http://c.example", "Ber15": BARE[4],
    }  # fmt: skip
    for label, work in works.items():
        press.y += 4
        press.put(54, press.y, f"[{label}]", ROMAN, 9)
        press.columns = [(124.0, 558.0)]
        press.add(work, Style(size=9.0, leading=11.0))
    references = parse(press.save()).references
    assert {entry.label: entry.text for entry in references} == works


@pytest.mark.parametrize("shape", ["[{n}]", "{n}.", "({n})"])
def test_a_label_that_a_page_parts_from_its_entry_begins_it(tmp_path: Path, shape: str) -> None:
    press = Press(tmp_path / "parted.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(NUMBERED, start=1):
        if number < len(NUMBERED):
            press.put(54, press.y, shape.format(n=number))
        else:
            press.put(54, 740, shape.format(n=number))
            press.next_page()
            press.y = 60
        press.put(80, press.y, entry)
        press.y += 14
    found = parse(press.save()).references
    assert [(each.label, each.text) for each in found] == [
        (str(number), entry) for number, entry in enumerate(NUMBERED, start=1)
    ]


def test_an_entry_goes_not_on_with_a_name_and_a_year_on_the_next_page(tmp_path: Path) -> None:
    """The last row of an entry has no full stop, and no gap shows where the next begins."""
    press = Press(tmp_path / "gaps.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    starts = (
        "Ander P. 1998. Sieves for patient people on long and windy shores.",
        "Berg J, Corso E. 2004. Clay pots on quiet and on windy beaches.",
        "Dahl I. 2009. A tent as a laboratory for those who have no house at all.",
        "van der Meer J, Noor S. 2014. Wind over rough ground at low tide.",
        "Zander H. 2006. Sampling rates for slow signals at night.",
    )
    place = "In Collected Papers of the Shore, ed. R Wolfe, pp. 5–11. Northgate: Shore Press"
    entries = [f"{start} {place}" for start in starts]
    for number, entry in enumerate(entries):
        if number == 3:
            press.next_page()
        press.add(entry, GAPS)
    found = parse(press.save()).references
    assert [each.text for each in found] == entries


def test_a_wide_step_inside_an_entry_begins_no_other(tmp_path: Path) -> None:
    press = Press(tmp_path / "steps.pdf", ((54.0, 300.0),))
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    for number in range(1, 8):
        press.y += 6
        press.add(f"SHORE BUREAU. Yearbook of the pebbles 201{number}. Annual report on", ENTRY)
        press.y += 4 * (number % 2)  # as a row of tall letters makes it
        press.add(f"shore workers and pebbles. Quiet Harbour: Shore Press, 201{number}.", ENTRY)
    found = parse(press.save()).references
    assert [each.year for each in found] == [*range(2011, 2018)]


def test_the_rows_that_begin_entries_may_be_those_with_an_indent(tmp_path: Path) -> None:
    style = replace(TIGHT, size=12.0, leading=14.0, hang=0.0, indent=15.0)
    works = [f"{entry} https://shore.example/{at}." for at, entry in enumerate((*BARE, *OWN))]
    works[2] = "E. Corso. What a Pot Hears. Shore Letters, 2009."
    manuscript = listed(tmp_path / "list.pdf", works, style)
    assert [reference.text for reference in manuscript.references] == works
