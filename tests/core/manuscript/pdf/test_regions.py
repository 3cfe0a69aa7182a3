"""Regions that are no running text: tables between rules, drawings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript.pdf import listed_papers, small_lists
from tests.core.manuscript.pdf.unusual_pages import (
    METHOD,
    RESULTS,
    texts,
    titled,
)
from tests.core.manuscript.typesetting import (
    ENTRY,
    FIRST,
    HEADING,
    TEXT,
    Press,
)


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


def test_a_frame_of_a_picture_that_is_too_large_hides_no_text(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf", ((54.0, 558.0),))
    press.add(" ".join(small_lists.METHOD), FIRST)
    press.add(" ".join(small_lists.RESULTS), TEXT)
    with pymupdf.open(press.save()) as document:
        dot = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 2, 2))
        dot.clear_with(200)
        document[0].insert_image(pymupdf.Rect(60, 60, 550, 330), pixmap=dot, keep_proportion=False)
        document.save(tmp_path / "framed.pdf")
    assert (
        small_lists.texts(parse(tmp_path / "framed.pdf"))
        == small_lists.METHOD + small_lists.RESULTS
    )


def test_rules_above_and_below_a_page_fence_no_list_in_two_columns(tmp_path: Path) -> None:
    press = titled(tmp_path / "list.pdf")
    for part in (METHOD, RESULTS) * 3:
        press.add(" ".join(part), FIRST)
    press.next_page()
    press.columns, press.bottom = [(54.0, 296.0), (316.0, 558.0)], 330.0
    for y in (60, 350):
        press.canvas.line(54, press.height - y, 558, press.height - y)
    press.add("References", HEADING)
    for number, entry in enumerate(listed_papers.BARE * 3):
        press.add(entry.replace("20", f"{20 - number // 5}"), replace(ENTRY, size=8.0, hang=0.0))
    assert len(parse(press.save()).references) == 15
