"""Pages set in unusual ways: text in reading order, and highlights that lie on their words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    BOLD,
    ENTRY,
    FIRST,
    HEADING,
    TEXT,
    Press,
    Style,
)

METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)
THREE = ((40.0, 206.0), (223.0, 389.0), (406.0, 572.0))
TWO = ((54.0, 296.0), (316.0, 558.0))
MONO = Style(font="Courier", size=9.0, leading=11.0, justify=False)


def titled(path: Path) -> Press:
    """Return a press with a title and a heading set, ready for the text."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    return press


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


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
    assert texts(found) == METHOD + RESULTS
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
    expected = METHOD + RESULTS + prose.plain(prose.INTRODUCTION) + METHOD
    assert texts(found) == expected
    assert_highlights_lie_on_their_words(path, found)


def test_line_numbers_in_both_margins_go_also_where_they_are_few(tmp_path: Path) -> None:
    press = Press(tmp_path / "review.pdf", TWO, top=110, bottom=290)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.add(" ".join(prose.METHOD + prose.RESULTS), FIRST)
    for row in range(16):
        press.put(34, press.top + 12 * row, f"{row:03}", size=7)
        press.put(568, press.top + 12 * row, f"{row + 16:03}", size=7)
    press.next_page()
    press.add(METHOD[0], FIRST)
    press.put(34, press.top, "032", size=7)
    assert texts(parse(press.save())) == METHOD + RESULTS + METHOD[:1]


def watermark_across(press: Press) -> None:
    press.canvas.saveState()
    press.canvas.setFillGray(0.85)
    press.canvas.setFont(BOLD, 90)
    press.canvas.translate(120, 200)
    press.canvas.rotate(50)
    press.canvas.drawString(0, 0, "DO NOT SHARE")
    press.canvas.restoreState()


def watermark_level(press: Press) -> None:
    press.canvas.saveState()
    press.canvas.setFillGray(0.85)
    press.put(90, 150, "DRAFT COPY", BOLD, 70)
    press.canvas.restoreState()


def stamp(press: Press) -> None:
    press.put(54, 40, "Under review at a meeting on clay. Do not pass on.", size=9)


@pytest.mark.parametrize("mark", [watermark_across, watermark_level, stamp])
def test_marks_of_a_review_copy_are_no_text(tmp_path: Path, mark: Callable[[Press], None]) -> None:
    press = Press(tmp_path / "marked.pdf")
    mark(press)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    path = press.save()
    found = parse(path)
    assert found.title == prose.TITLE
    assert texts(found) == METHOD


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_text_drawn_sideways_is_read_and_highlighted_where_it_stands(
    tmp_path: Path, degrees: int
) -> None:
    press = Press(tmp_path / "upright.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    press.next_page()
    press.add(" ".join(prose.RESULTS), FIRST)
    upright = press.save()
    path = tmp_path / "sideways.pdf"
    with pymupdf.open(upright) as document, pymupdf.open() as turned:
        turned.insert_pdf(document, to_page=0)
        size = (612, 792) if degrees == 180 else (792, 612)
        page = turned.new_page(width=size[0], height=size[1])
        page.show_pdf_page(page.rect, document, 1, rotate=degrees)
        turned.save(path)
    found = parse(path)
    assert texts(found) == METHOD + RESULTS
    with pymupdf.open(path) as document:
        words = document[1].get_text("words")
        for sentence in found.sentences[len(METHOD) :]:
            inside = [
                word[4]
                for word in words
                if any(
                    rect.x0 <= (word[0] + word[2]) / 2 <= rect.x1
                    and rect.y0 <= (word[1] + word[3]) / 2 <= rect.y1
                    for rect in sentence.rects
                )
            ]
            assert sorted(letters("".join(inside))) == sorted(letters(sentence.text))


def test_a_capital_over_two_lines_begins_its_word(tmp_path: Path) -> None:
    press = titled(tmp_path / "initial.pdf")
    press.put(54, press.y + 16, "E", size=30)
    press.columns = [(74.0, 558.0)]
    press.add("ach pebble " + " ".join(METHOD)[12:290], FIRST)
    press.columns = [(54.0, 558.0)]
    press.add(" ".join(RESULTS), TEXT)
    first = texts(parse(press.save()))[0]
    assert first.startswith("Each pebble falls")


def test_steps_of_an_algorithm_are_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "steps.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y += 14
    press.put(54, press.y, "Algorithm 1", BOLD)
    press.put(120, press.y, "Sorting by sound")
    for step in ("1: for each pebble do", "2: listen to it twice", "3: end for", "4: return all"):
        press.y += 12
        press.put(60, press.y, step)
    press.y += 30
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_listings_of_code_are_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "code.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y += 12
    for line in ("import pebbles", "for pebble in pebbles.beach():", "    print(pebble.pitch)"):
        press.add(line, MONO)
    press.y += 12
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_a_table_between_rules_is_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "table.pdf")
    press.add(" ".join(METHOD), FIRST)
    top = press.y + 10
    for y in (top, top + 16, top + 64):
        press.canvas.line(54, press.height - y, 558, press.height - y)
    table = ["Beach|What was seen", "North|Slate and gravel", "|and some sand.", "South|Only mud."]
    for row, line in enumerate(table):
        for cell, text in enumerate(line.split("|")):
            press.put(60 + 120 * cell, top + 12 + 14 * row, text)
    press.y = top + 90
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_the_lettering_of_a_drawing_is_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "drawing.pdf")
    press.add(" ".join(METHOD), FIRST)
    top = press.y + 10
    for number in range(10):
        press.canvas.rect(100 + 30 * number, press.height - top - 60, 25, 50)
        press.canvas.line(
            100 + 30 * number, press.height - top, 130 + 30 * number, press.height - top - 60
        )
    press.put(150, top + 30, "plate of slate")
    press.y = top + 90
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_a_tall_formula_leaves_a_mark_and_its_stop(tmp_path: Path) -> None:
    press = titled(tmp_path / "tall.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("The vote of a neighbour is weighed by the wind, so that", FIRST)
    press.put(250, press.y + 6, "w + u + x")
    press.put(240, press.y + 20, "v = (w / 2) - (1 + d) .")
    press.y += 44
    press.add("The next sentence begins behind it and says no more than that.", FIRST)
    found = parse(press.save())
    assert texts(found)[-2:] == [
        "The vote of a neighbour is weighed by the wind, so that ….",
        "The next sentence begins behind it and says no more than that.",
    ]


def test_paragraphs_are_counted(tmp_path: Path) -> None:
    press = titled(tmp_path / "paragraphs.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add(" ".join(RESULTS), TEXT)
    found = parse(press.save()).sentences
    assert [sentence.paragraph for sentence in found] == [0] * 10 + [1] * 10


def test_a_numbered_row_in_a_font_of_its_own_is_a_heading_with_its_second_row(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "lettering.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    heading = Style(font="Helvetica", size=10.4, above=12.0, justify=False)
    address = Style(font="Helvetica", size=9.6, above=6.0, justify=False)
    press.y = 100
    press.add("1 Shore Institute, Quiet Harbour", address)
    for number, title in enumerate(("Pebbles", f"{prose.TITLE} on a windy shore"), start=1):
        press.add(f"{number}. {title}", heading)
        press.add(" ".join(prose.METHOD + prose.RESULTS), FIRST)
    found = parse(press.save())
    assert [(each.number, each.title) for each in found.sections] == [
        ("1", "Pebbles"),
        ("2", f"{prose.TITLE} on a windy shore"),
    ]
    assert texts(found) == (METHOD + RESULTS) * 2


def test_a_chapter_without_its_number_stands_above_its_sections(tmp_path: Path) -> None:
    press = Press(tmp_path / "chapters.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    titles = ("INTRODUCTION", "1.1 Pebbles", "WINDY SHORES", "2.1 Sound", "Asides", "2.2 Wind")
    for title in titles:
        press.add(title, HEADING)
        press.add(" ".join(prose.METHOD[:2]), FIRST)
    sections = parse(press.save()).sections
    levels = {each.title: each.level for each in sections}
    assert levels == {
        "INTRODUCTION": 1, "Pebbles": 2, "WINDY SHORES": 1, "Sound": 2, "Asides": 2, "Wind": 2,
    }  # fmt: skip


def test_a_paragraph_in_a_font_of_its_own_keeps_its_short_rows(tmp_path: Path) -> None:
    press = titled(tmp_path / "box.pdf")
    for _ in range(4):
        press.add(" ".join(prose.METHOD), FIRST)
    press.y += 12
    press.add(" ".join(prose.RESULTS), Style(font="Helvetica", size=9.5))
    press.y += 12
    press.add(" ".join(prose.METHOD), FIRST)
    assert texts(parse(press.save())) == METHOD * 4 + RESULTS + METHOD


# --- reference lists ----------------------------------------------------------------------------

NUMBERED = [
    "P. Ander and R. Holt. A handbook of patient sieving. Shore Press, 1998.",
    "S. Brandvik. Clay pots as resonators. Journal of Quiet Instruments, 12:45–61, 2004.",
    "E. Corso. What a pot hears at noon. In Meeting on Clay, pages 7–15, 2009.",
]


def chapter(press: Press, heading: str, sentence: str, title: str) -> None:
    press.add(heading, HEADING)
    press.add(" ".join([*METHOD, sentence]), FIRST)
    press.add(title, HEADING)
    for number, entry in enumerate(NUMBERED, start=1):
        press.add(f"[{number}] {entry}", ENTRY)


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


@pytest.mark.parametrize(
    "items",
    [
        ["0. Fill the sieve (s, w)", "1. Shake it as in step 0", "2. Empty it."],
        ["a) Fill the sieve (s, w)", "b) Shake it as before", "c) Empty it."],
        ["• a sieve filled to the brim;", "• a hand that shakes it; and", "• a bowl below it."],
    ],
    ids=["numbers", "letters", "bullets"],
)
def test_each_item_of_a_list_is_a_sentence_though_no_stop_ends_it(
    tmp_path: Path, items: list[str]
) -> None:
    press = titled(tmp_path / "items.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("The work is done in the following steps:", FIRST)
    for item in items:
        press.add(item, Style(indent=12.0, justify=False))
    press.add(" ".join(RESULTS), FIRST)
    found = texts(parse(press.save()))
    start = found.index(items[0])
    assert found[start : start + 3] == items
    assert found[start + 3] == RESULTS[0]


def test_a_group_of_citations_goes_on_behind_a_short_row(tmp_path: Path) -> None:
    press = titled(tmp_path / "group.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("Sieves of sand are new (Ander and Holt, 1998;", TEXT)
    press.add("Brandvik et al., 2004), and older than all pots.", FIRST)
    found = texts(parse(press.save()))
    assert found[-1] == (
        "Sieves of sand are new (Ander and Holt, 1998; Brandvik et al., 2004), "
        "and older than all pots."
    )


PLAIN = Style(size=12.0, leading=14.0, above=20.0, justify=False)
READING = Style(size=12.0, leading=14.0)


def thesis(path: Path) -> Path:
    """Return a thesis whose contents take two pages and whose sections look like its text."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.next_page()
    press.put(230, 80, "TABLE OF CONTENTS", size=12)
    sections = [f"{chapter}.{part}" for chapter in (1, 2) for part in range(1, 8)]
    lines = [(number, f"Walks along shore {number[0]}{number[2]}") for number in sections]
    for at, (number, title) in enumerate(lines):
        if at == 7:
            press.next_page()
        y = 110 + 20 * (at % 7)
        press.put(90, y, f"{number}. {title}", size=12)
        press.put(530, y, str(3 + 4 * at), size=12)
    waves = ("WAVES ON THE SURFACE OF A FLUID", "STONES THAT ROLL THROUGH A CHANNEL")
    for (number, title), first in zip(lines[:2], waves, strict=True):
        press.next_page()
        press.add(first, Style(size=12.0, leading=24.0))
        press.add("BETWEEN TWO SHORES", Style(size=12.0, leading=24.0))
        press.add(METHOD[0], READING)
        press.add(f"{number}. {title}", PLAIN)
        press.add(RESULTS[0], READING)
        press.add("1.9. Walks that nobody lists", PLAIN)
        press.add(METHOD[0], READING)
    return press.save()


def test_what_a_table_of_contents_lists_is_a_heading_in_the_text_alone(tmp_path: Path) -> None:
    read = parse(thesis(tmp_path / "thesis.pdf"))
    assert [(each.number, each.title) for each in read.sections] == [
        ("", "WAVES ON THE SURFACE OF A FLUID BETWEEN TWO SHORES"),
        ("1.1", "Walks along shore 11"),
        ("", "STONES THAT ROLL THROUGH A CHANNEL BETWEEN TWO SHORES"),
        ("1.2", "Walks along shore 12"),
    ]
    assert not any("Walks along" in sentence.text for sentence in read.sentences)


def test_a_piece_of_a_formula_with_a_number_in_front_is_no_heading(tmp_path: Path) -> None:
    press = titled(tmp_path / "a.pdf")
    press.add(METHOD[0], FIRST)
    press.add("2 F(k, v) + 4knc2 sin knd", HEADING)
    press.add("3 Walks + talks", HEADING)
    press.add(RESULTS[0], FIRST)
    found = parse(press.save())
    assert [section.title for section in found.sections] == ["Introduction", "Walks + talks"]
