"""Pages printed from the web: linked numbers, bold titles in the list, letters lost by the font."""

from __future__ import annotations

from pathlib import Path

from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.lines import Line, TextRun, join_words
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.web_prints import LISTED, web_print
from tests.core.manuscript.typesetting import BOLD, HEADING, Press, Style, wrap


def test_a_bold_title_in_the_list_is_no_heading(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "bold.pdf", linked=True)
    assert [section.title for section in manuscript.sections] == ["Introduction", "References"]
    assert len(manuscript.references) == len(LISTED)


def test_a_title_set_apart_is_the_title_and_the_printed_date_the_year(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "titled.pdf", linked=True)
    read = [(each.title, each.year, len(each.authors)) for each in manuscript.references]
    assert read == [(title, int(date[:4]), names.count(",") + 1) for title, names, date in LISTED]
    assert {each.venue for each in manuscript.references} == {"Journal of Quiet Instruments"}


def test_a_heading_may_stand_above_a_table(tmp_path: Path) -> None:
    press = Press(tmp_path / "table.pdf")
    press.put(100, 60, prose.TITLE, BOLD, 18)
    press.add("Method", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)))
    press.add("Competing interests", HEADING)
    for name, said in (("Ander", "Owns a tent"), ("Holt", "None"), ("Berg", "Sells clay pots")):
        press.put(54, press.y, name, size=8)
        press.put(300, press.y, said, size=8)
        press.y += 12
    press.add("Funding", HEADING)
    press.add(" ".join(prose.plain(prose.RESULTS)))
    titles = [section.title for section in parse(press.save()).sections]
    assert titles == ["Method", "Competing interests", "Funding"]


def _word(text: str, x: float, baseline: float) -> Line:
    lefts = [x + 5 * at for at in range(len(text))]
    run = TextRun(0, len(text), "Sans", 10.0, False, False, baseline, baseline - 8, baseline + 3)
    return Line(0, text, lefts, [left + 5 for left in lefts], [run])


def test_words_that_are_set_one_by_one_are_lines_together() -> None:
    words = [
        _word(f"stone{at}", 50 + 33 * at + (60 if at > 7 else 0), 100 + 12 * row)
        for row in range(12)
        for at in range(10)
    ]
    texts = [line.text for line in join_words(words)]
    assert texts[:2] == [" ".join(f"stone{at}" for at in range(8)), "stone8 stone9"]
    assert len(texts) == 24
    whole = [_word("two words", 50, 12 * row) for row in range(120)]
    assert join_words(whole) == whole
    assert join_words(words[:50]) == words[:50]


def test_the_lines_of_a_paragraph_have_one_size_where_each_has_its_own(tmp_path: Path) -> None:
    """As in the text layers of scans."""
    press = Press(tmp_path / "scan.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 18)
    rows = wrap(" ".join(prose.plain(prose.METHOD * 3)), Style(), 400)
    for number, row in enumerate(rows):
        press.put(54, 100 + 12 * number, row, size=9 + (number * 7 % 5) / 4)
    pages, _ = extract_pages(press.save(), max_pages=2)
    sizes = {line.size for line in pages[0].lines}
    assert len(sizes) == 2
    assert max(sizes) == 18


def test_the_rows_of_a_title_keep_their_sizes_where_each_line_has_its_own(tmp_path: Path) -> None:
    """The second row of the title and the row below it are one paragraph in the text layer."""
    press = Press(tmp_path / "scan.pdf")
    press.put(54, 40, "Effects of Early Shade on the", BOLD, 18.2)
    press.put(54, 80, "Growth of Mountain Herbs", BOLD, 17.6)
    press.put(54, 96, "Four Seasons of Trials in Simple Plots", BOLD, 14.2)
    rows = wrap(" ".join(prose.plain(prose.METHOD * 3)), Style(), 400)
    for number, row in enumerate(rows):
        press.put(54, 130 + 12 * number, row, size=9 + (number * 7 % 5) / 4)
    pages, _ = extract_pages(press.save(), max_pages=2)
    second, below = pages[0].lines[1:3]
    assert second.block == below.block
    assert (round(second.size, 1), round(below.size, 1)) == (17.6, 14.2)
