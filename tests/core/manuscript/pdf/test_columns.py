"""Columns: read one after the other, parted by what is as wide as the page."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.layout import body_style, reading_order
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import publishers_pages, small_lists, unusual_pages
from tests.core.manuscript.pdf.layout_rows import METHOD, RESULTS, texts
from tests.core.manuscript.pdf.small_lists import put_title
from tests.core.manuscript.pdf.unusual_pages import TWO, letters, titled
from tests.core.manuscript.typesetting import (
    BOLD,
    CAPTION,
    FIRST,
    HEADING,
    ROMAN,
    TEXT,
    Press,
    Style,
    wrap,
)

THREE = ((40.0, 206.0), (223.0, 389.0), (406.0, 572.0))

COLUMNS = ((54.0, 296.0), (316.0, 558.0))


def rows(path: Path) -> list[str]:
    pages, _ = extract_pages(path, max_pages=10)
    return [row.line.text for row in reading_order(pages, body_style(pages))]


def test_a_full_width_float_parts_the_columns(tmp_path: Path) -> None:
    press = Press(tmp_path / "float.pdf", COLUMNS, top=80, bottom=130)
    press.add(" ".join(METHOD), FIRST)
    press.columns, press.column, press.y = [(54.0, 558.0)], 0, 230
    press.bottom = 400
    press.add(
        "Table 3: Weights of all pebbles on the four beaches, in grams, with the share of those "
        "that broke in the last column of each of the rows that follow here.",
        CAPTION,
    )
    for row in range(4):
        for cell in range(6):
            press.put(100 + 80 * cell, 275 + 12 * row, f"{row}.{cell}")
    press.columns, press.y, press.top = list(COLUMNS), 340, 340
    press.add(" ".join(RESULTS), FIRST)
    found = texts(parse(press.save()))
    assert found == METHOD + RESULTS


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf", COLUMNS, bottom=160)
    press.add(" ".join(METHOD + RESULTS), FIRST)
    order = " ".join(rows(press.save())).replace("- ", "")
    places = [order.find(sentence[:30]) for sentence in METHOD]
    assert -1 not in places
    assert places == sorted(places)


def assert_highlights_lie_on_their_words(path: Path, manuscript: Manuscript) -> None:
    """Compare each sentence with what PyMuPDF finds in its rectangles."""
    assert manuscript.sentences
    with pymupdf.open(path) as document:
        for sentence in manuscript.sentences:
            seen = ""
            for page, x0, y0, x1, y1 in sentence.rects:
                middle = (y0 + y1) / 2
                box = pymupdf.Rect(x0 - 0.5, middle - 1, x1 + 0.5, middle + 1)
                seen += document[page].get_textbox(box)
            assert letters(seen) == letters(sentence.text)


def test_three_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    press = Press(tmp_path / "three.pdf", THREE, top=100, bottom=250)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.add(" ".join(prose.METHOD + prose.RESULTS), FIRST)
    path = press.save()
    found = parse(path)
    assert unusual_pages.texts(found) == unusual_pages.METHOD + unusual_pages.RESULTS
    assert_highlights_lie_on_their_words(path, found)


def test_a_page_may_be_set_in_one_column_above_and_two_below(tmp_path: Path) -> None:
    press = titled(tmp_path / "mixed.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    press.next_page()
    press.add(" ".join(prose.RESULTS), FIRST)
    press.columns, press.column = list(TWO), 0
    press.top = press.y = press.y + 30
    press.bottom = press.y + 130
    press.add(" ".join(prose.INTRODUCTION + prose.METHOD), FIRST)
    path = press.save()
    found = parse(path)
    expected = (
        unusual_pages.METHOD
        + unusual_pages.RESULTS
        + prose.plain(prose.INTRODUCTION)
        + unusual_pages.METHOD
    )
    assert unusual_pages.texts(found) == expected
    assert_highlights_lie_on_their_words(path, found)


FAMILIES = ["Ander", "Berg", "Corso", "Dahl", "Evans", "Falk"]
THINGS = [
    "pot",
    "rope",
    "tent",
    "plate",
    "pier",
    "sieve",
    "shovel",
    "recorder",
    "lantern",
    "anchor",
]
ENTRIES = [
    f"{family} P, {thing.title()}man S. {1985 + at} {family}’s {thing} hears less in a {thing} "
    f"than the {thing}s of {family}. {thing.title()} {family} Letters {at}, 7–{at + 11}."
    for at, (family, thing) in enumerate(product(FAMILIES, THINGS), start=1)
]


class PressOfLists(Press):
    """A press whose later pages begin higher than the list below the text."""

    def next_page(self) -> None:
        if len(self.columns) > 1 and self.top > 200:
            self.top, self.bottom = 80, 280
        super().next_page()


def columns_between(x0: float, x1: float, count: int) -> list[tuple[float, float]]:
    """Return so many columns with gutters of 12 points."""
    width = (x1 - x0 - 12 * (count - 1)) / count
    return [(x0 + (width + 12) * at, x0 + (width + 12) * at + width) for at in range(count)]


@pytest.mark.parametrize(
    ("above", "count", "size", "room"),
    [(1, 2, 6.0, 36), (1, 3, 7.5, 36), (1, 3, 9.0, 200), (2, 3, 6.0, 200), (1, 4, 7.5, 36)],
)
def test_a_list_in_more_columns_than_the_text_is_read_column_by_column(
    tmp_path: Path, above: int, count: int, size: float, room: int
) -> None:
    """Few rows of it stand below the text; on the last page its columns are not filled."""
    columns = columns_between(54, 558, above)
    press = PressOfLists(tmp_path / "list.pdf", columns, top=100.0, bottom=400.0)
    put_title(press)
    press.add("1 Introduction", HEADING)
    for part in (small_lists.METHOD, small_lists.RESULTS) * 4:
        press.add(f"{' '.join(part)} The last of them agree [1, 4, 20].", TEXT)
    press.next_page()
    press.bottom = 230.0
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.put(54, 270, "References", BOLD, 14)
    press.columns, press.column = columns_between(54, 558, count), 0
    press.top = press.y = 290.0
    press.bottom = press.top + room
    for number, entry in enumerate(ENTRIES, start=1):
        press.add(f"{number}. {entry}", Style(size=size, leading=size + 2, hang=10, justify=False))
    manuscript = parse(press.save())
    assert [entry.text.split(". ", 1)[-1][:20] for entry in manuscript.references] == [
        entry.split(". ", 1)[-1][:20] for entry in ENTRIES
    ]
    assert [entry.label for entry in manuscript.references] == [str(at) for at in range(1, 61)]
    cited = {at for one in manuscript.sentences for mark in one.markers for at in mark.references}
    assert cited == {0, 3, 19}


def test_text_in_the_right_column_above_a_list_in_three_columns_is_no_entry(
    tmp_path: Path,
) -> None:
    """The heading stands below the left column, which ends lower than the right one."""
    press = PressOfLists(tmp_path / "below.pdf", COLUMNS, top=100.0, bottom=400.0)
    put_title(press)
    press.add("1 Introduction", HEADING)
    for part in (small_lists.METHOD, small_lists.RESULTS) * 4:
        press.add(f"{' '.join(part)} The last of them agree [1, 4, 20].", TEXT)
    press.next_page()
    press.bottom = 190.0
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.next_column()
    press.add(" ".join(small_lists.RESULTS), FIRST)
    press.put(54, 210, "References", BOLD, 14)
    press.columns, press.column = columns_between(54, 558, 3), 0
    press.top = press.y = 230.0
    press.bottom = 700.0
    for number, entry in enumerate(ENTRIES, start=1):
        press.add(f"{number}. {entry}", Style(size=7.5, leading=9.5, hang=10, justify=False))
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == [str(at) for at in range(1, 61)]
    cited = {at for one in manuscript.sentences for mark in one.markers for at in mark.references}
    assert texts(manuscript)[-1] == small_lists.RESULTS[-1]
    assert cited == {0, 3, 19}


class TwoSidedPress(Press):
    """A press whose every other page is set further right."""

    def next_page(self) -> None:
        by = 36.0 if self.columns[0][0] < 60 else -36.0
        self.columns = [(x0 + by, x1 + by) for x0, x1 in self.columns]
        super().next_page()


def test_a_list_in_small_type_goes_on_on_a_page_with_another_margin(tmp_path: Path) -> None:
    press = TwoSidedPress(tmp_path / "sides.pdf", [(54.0, 504.0)])
    put_title(press)
    press.add("1 Introduction", HEADING)
    for part in (small_lists.METHOD, small_lists.RESULTS) * 9:
        press.add(f"{' '.join(part)} The last of them agree [1, 4, 20].", TEXT)
    press.y = 400.0
    press.add("References", HEADING)
    for number, entry in enumerate(ENTRIES, start=1):
        press.add(f"{number}. {entry}", Style(size=7, leading=9, hang=11, justify=False))
    labels = [entry.label for entry in parse(press.save()).references]
    assert labels == [str(at) for at in range(1, len(ENTRIES) + 1)]


def test_a_list_of_two_rows_in_different_sizes_is_read(tmp_path: Path) -> None:
    """No row has their middle size, so none tells of columns."""
    press = Press(tmp_path / "rows.pdf", ((54.0, 558.0),), top=100.0, bottom=700.0)
    put_title(press)
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.put(54, 400, "References", BOLD, 14)
    press.put(54, 430, "1. Ann Roe. Walks on graphs and trees. Journal of Walks, 2001.", ROMAN, 8)
    press.put(54, 450, "2. Li Wei. Tulips in winter. Journal of Gardens, 1999.", ROMAN, 12)
    assert texts(parse(press.save()))[0] == small_lists.METHOD[0]


def put_lines(press: Press, x: float, y: float, lines: list[str], size: float = 7.5) -> None:
    for number, line in enumerate(lines):
        press.put(x, y + 9 * number, line, ROMAN, size)


def test_side_matter_right_of_a_wide_column_is_not_mixed_into_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "side.pdf", ((54.0, 400.0),), top=100.0)
    put_title(press)
    put_lines(press, 420, 110, [f"side matter line {number} of the press" for number in range(64)])
    press.add("1 Introduction", HEADING)
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.add(" ".join(small_lists.RESULTS), TEXT)
    press.next_page()
    press.columns = list(small_lists.COLUMNS)
    for _ in range(3):
        press.add(" ".join(small_lists.METHOD), FIRST)
        press.add(" ".join(small_lists.RESULTS), TEXT)
    manuscript = parse(press.save())
    assert small_lists.texts(manuscript) == (small_lists.METHOD + small_lists.RESULTS) * 4
    assert not manuscript.unread


def test_a_narrow_column_beside_two_columns_of_text_is_not_mixed_into_them(tmp_path: Path) -> None:
    press = Press(tmp_path / "three.pdf", ((150.0, 346.0), (362.0, 558.0)), top=100.0, bottom=330.0)
    put_title(press)
    lines = [f"To cite, line {number} of the journal" for number in range(24)]
    put_lines(press, 40, 110, lines, 7.0)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.add(" ".join(small_lists.RESULTS), TEXT)
    press.next_page()
    press.columns, press.bottom = list(small_lists.COLUMNS), 720.0
    for _ in range(5):
        press.add(" ".join(small_lists.METHOD), FIRST)
        press.add(" ".join(small_lists.RESULTS), TEXT)
    manuscript = parse(press.save())
    read = small_lists.texts(manuscript)
    assert read[: len(small_lists.METHOD)] == small_lists.METHOD
    assert read == (small_lists.METHOD + small_lists.RESULTS) * 6


@pytest.mark.parametrize(("font", "size"), [(ROMAN, 7), ("Helvetica", 11.5)])
def test_notes_in_a_narrow_column_beside_the_first_page_part_no_sentence(
    tmp_path: Path, font: str, size: float
) -> None:
    """They are set smaller than the text, or in a font of their own."""
    press = Press(tmp_path / "beside.pdf", ((190.0, 558.0),), top=110.0, bottom=420.0)
    press.put(190, 70, prose.TITLE, "Times-Bold", 16)
    press.add("Introduction", HEADING)
    for part in (prose.METHOD, prose.RESULTS):
        press.add(" ".join(prose.plain(part)), FIRST)
    notes = ["Edited by:", "Ann Roe of the Museum", "Bay House", "Reviewed by:", "Li Wei,"]
    for at, note in enumerate(notes * 4):
        press.put(60, 117 + 11 * at, note, font, size)
    press.columns, press.top, press.bottom = list(publishers_pages.COLUMNS), 80.0, 600.0
    press.next_page()
    press.y = 80.0
    for part in (prose.METHOD, prose.RESULTS) * 4:
        press.add(" ".join(prose.plain(part)), FIRST)
    manuscript = parse(press.save())
    first = [sentence.text for sentence in manuscript.sentences][:20]
    assert first == prose.plain(prose.METHOD) + prose.plain(prose.RESULTS)
    assert manuscript.sections[0].title == "Introduction"


def test_text_in_two_columns_below_an_abstract_beside_notes_is_read_in_order(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "notes.pdf", COLUMNS, top=345.0, bottom=500.0)
    press.put(54, 70, prose.TITLE, BOLD, 16)
    press.put(54, 95, ", ".join(prose.AUTHORS), BOLD, 10)
    notes = ["Edited by:", "Ann Roe, University", "Reviewed by:", "Li Wei, Hill House"]
    put_lines(press, 54, 130, notes * 3, 7.0)
    for at, row in enumerate(wrap(" ".join(small_lists.RESULTS * 2), Style(size=9.5), 370)):
        press.put(184, 131 + 12 * at, row, "Helvetica", 8.6)
    press.put(54, 330, "INTRODUCTION", BOLD, 10)
    press.add(" ".join(small_lists.METHOD * 2), FIRST)
    press.next_page()
    press.top = press.y = 80.0
    for _ in range(5):
        press.add(" ".join(small_lists.METHOD), FIRST)
        press.add(" ".join(small_lists.RESULTS), TEXT)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join(small_lists.RESULTS * 2)
    read = small_lists.texts(manuscript)
    assert read[: 2 * len(small_lists.RESULTS)] == small_lists.RESULTS * 2
    assert read[2 * len(small_lists.RESULTS) :][: 2 * len(small_lists.METHOD)] == (
        small_lists.METHOD * 2
    )
