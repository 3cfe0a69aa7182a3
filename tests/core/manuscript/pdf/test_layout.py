"""Reading order and what is left out, on pages set for the purpose."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.layout import body_style, reading_order
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import CAPTION, FIRST, HEADING, TEXT, Press

COLUMNS = ((54.0, 296.0), (316.0, 558.0))
METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def rows(path: Path) -> list[str]:
    pages, _ = extract_pages(path, max_pages=10)
    return [row.line.text for row in reading_order(pages, body_style(pages))]


def test_line_numbers_of_a_review_copy_are_dropped(tmp_path: Path) -> None:
    press = Press(tmp_path / "review.pdf", ((80.0, 540.0),))
    for start in (0, 5):
        press.add(" ".join(METHOD[start : start + 5]), FIRST)
        press.add(" ".join(RESULTS[start : start + 5]), TEXT)
    for number in range(50):
        press.put(50, press.top + 12 * number, f"{number:03}", size=7)
    manuscript = parse(press.save())
    assert texts(manuscript) == METHOD[:5] + RESULTS[:5] + METHOD[5:] + RESULTS[5:]


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


def test_a_short_displayed_formula_stands_in_its_sentence(tmp_path: Path) -> None:
    press = Press(tmp_path / "formula.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("The vote of a neighbour is weighed by the wind and by the distance, so that", FIRST)
    press.put(240, press.y + 6, "v = w / (1 + d)")
    press.put(540, press.y + 6, "(7)")
    press.y += 24
    press.add("where d is the distance and w stands for the wind on that day.", FIRST)
    assert texts(parse(press.save()))[-1] == (
        "The vote of a neighbour is weighed by the wind and by the distance, so that "
        "v = w / (1 + d) "
        "where d is the distance and w stands for the wind on that day."
    )


def test_running_heads_that_alternate_are_dropped(tmp_path: Path) -> None:
    press = Press(tmp_path / "heads.pdf", bottom=200)
    for start in range(0, 10, 5):
        press.add(" ".join(METHOD[start:] + RESULTS[start:]), FIRST)
    for page in range(1, 7):
        name = "ILVES AND RENN" if page % 2 else "SORTING PEBBLES"
        press.heads = [(250, 40, name), (300, 770, "Page # of 6")]
        press.next_page()
        press.add(" ".join(RESULTS[:3]), FIRST)
    found = " ".join(texts(parse(press.save())))
    assert "ILVES" not in found
    assert "SORTING" not in found
    assert "Page" not in found


def test_a_turned_page_is_read_as_displayed(tmp_path: Path) -> None:
    press = Press(tmp_path / "straight.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    straight = parse(press.save())
    turned = tmp_path / "turned.pdf"
    with pymupdf.open(press.path) as document, pymupdf.open() as sideways:
        page = sideways.new_page(width=792, height=612)
        page.show_pdf_page(page.rect, document, 0, rotate=90)
        page.set_rotation(90)
        sideways.save(turned)
    found = parse(turned)
    assert texts(found) == texts(straight)
    for ours, theirs in zip(found.sentences, straight.sentences, strict=True):
        for rect, other in zip(ours.rects, theirs.rects, strict=True):
            assert rect == pytest.approx(other, abs=1.5)


def test_places_count_from_the_crop_box(tmp_path: Path) -> None:
    press = Press(tmp_path / "whole.pdf")
    press.add(" ".join(METHOD), FIRST)
    whole = parse(press.save())
    cropped = tmp_path / "cropped.pdf"
    with pymupdf.open(press.path) as document:
        document[0].set_cropbox(pymupdf.Rect(30, 20, 600, 780))
        document.save(cropped)
    first, second = whole.sentences[0].rects[0], parse(cropped).sentences[0].rects[0]
    assert second.x0 == pytest.approx(first.x0 - 30, abs=0.1)
    assert second.y0 == pytest.approx(first.y0 - 20, abs=0.1)


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf", COLUMNS, bottom=160)
    press.add(" ".join(METHOD + RESULTS), FIRST)
    order = " ".join(rows(press.save())).replace("- ", "")
    places = [order.find(sentence[:30]) for sentence in METHOD]
    assert -1 not in places
    assert places == sorted(places)
