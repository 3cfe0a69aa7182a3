"""Where abstracts end, stand and go on, and the keywords below them."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from core.manuscript.pdf.abstract_forms import split_keywords
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press, Style, wrap

ABSTRACT, METHOD, RESULTS = map(prose.plain, (prose.ABSTRACT, prose.METHOD, prose.RESULTS))
LOOSE = Style(justify=False)


def titled(path: Path, columns: tuple[tuple[float, float], ...] = ((54.0, 558.0),)) -> Press:
    press = Press(path, columns)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.put(200, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = press.top = 120
    return press


def put_rows(press: Press, text: str, x0: float, x1: float, y: float, font: str = "") -> float:
    """Print a text between two edges from a height on, and return the height below it."""
    for line in wrap(text, LOOSE, x1 - x0):
        press.put(x0, y, line, font or LOOSE.font)
        y += LOOSE.leading
    return y


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pebbles, sound, wind", ("pebbles", "sound", "wind")),
        ("pebbles; sound, heard; wind.", ("pebbles", "sound, heard", "wind")),
        ("pebbles · sound · wind", ("pebbles", "sound", "wind")),
        ("pebbles — sound — wind", ("pebbles", "sound", "wind")),
        ("pebbles, sound, and wind", ("pebbles", "sound", "wind")),
        ("", ()),
    ],
)
def test_keywords_are_parted_by_whatever_parts_them(text: str, words: tuple[str, ...]) -> None:
    assert split_keywords(text) == words


@pytest.mark.parametrize("label", ["Keywords:", "Key words", "Index Terms—", "CCS Concepts"])
def test_keywords_stand_between_abstract_and_text(tmp_path: Path, label: str) -> None:
    press = Press(tmp_path / "words.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("Abstract", HEADING)
    press.add(" ".join(prose.ABSTRACT), FIRST)
    press.y += 10
    press.add(f"{label} pebbles; sound; windy shores", FIRST)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.keywords == ("pebbles", "sound", "windy shores")
    assert found.abstract == " ".join(ABSTRACT)
    assert [each.text for each in found.sentences] == ABSTRACT + METHOD


def test_text_of_one_look_that_begins_outside_the_edges_of_an_abstract_is_none_of_it(
    tmp_path: Path,
) -> None:
    press = titled(tmp_path / "box.pdf", ((54.0, 300.0), (318.0, 564.0)))
    y = put_rows(press, "ABSTRACT: " + " ".join(ABSTRACT), 66, 288, 120)
    press.y = y + 22
    for _ in range(4):
        press.add(" ".join(METHOD + RESULTS), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


def test_an_abstract_goes_on_in_the_next_column_behind_a_box_at_the_foot(tmp_path: Path) -> None:
    press = titled(tmp_path / "foot.pdf", ((54.0, 300.0), (318.0, 564.0)))
    press.put(54, 120, "ABSTRACT", BOLD, 11)
    rows = wrap(" ".join(ABSTRACT), Style(font="Helvetica"), 180)
    for side, part in ((54.0, rows[:5]), (318.0, rows[5:])):
        for number, row in enumerate(part):
            press.put(side, 134 + 12 * number, row, "Helvetica")
    press.put(54, 220, "What is already known", BOLD, 11)
    put_rows(press, " ".join(RESULTS[:4]), 54, 300, 236, "Helvetica")
    press.column, press.y = 1, 300
    press.add("Introduction", HEADING)
    for _ in range(4):
        press.add(" ".join(METHOD), FIRST)
    assert rows[5][0].islower()
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


def test_titles_at_the_left_of_their_parts_may_be_set_as_the_parts_are(tmp_path: Path) -> None:
    press = titled(tmp_path / "left.pdf")
    y, parts = 120.0, (ABSTRACT[:2], METHOD[:2], RESULTS[:2])
    for title, part in zip(("Background", "Methods", "Conclusions"), parts, strict=True):
        press.put(150, y, title)
        y = put_rows(press, " ".join(part), 150 + 52, 450, y) + 3
    press.y = y + 40
    for _ in range(3):
        press.add(" ".join(METHOD + RESULTS), FIRST)
    assert parse(press.save()).abstract == " ".join(chain(*parts))


def test_the_end_of_a_column_at_the_right_of_a_label_is_no_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "right.pdf")
    press.put(54, 120, "Abstract", BOLD)
    put_rows(press, " ".join(ABSTRACT), 54, 290, 132, BOLD)
    put_rows(press, "shingles, and more of them. " + " ".join(METHOD * 2), 310, 546, 120)
    press.y = 230
    press.columns = [(54.0, 290.0)]
    press.add("Introduction", HEADING)
    press.add(" ".join(RESULTS), FIRST)
    abstract = parse(press.save()).abstract
    assert abstract == " ".join(ABSTRACT)


def test_an_abstract_closed_by_a_bracket_does_not_go_on_overleaf(tmp_path: Path) -> None:
    press = titled(tmp_path / "bracket.pdf")
    abstract = " ".join([*ABSTRACT, *ABSTRACT[:2], "All rows are given (Ander and Holt, 1998)"])
    press.add(abstract, Style(font=BOLD, size=10))
    press.next_page()
    press.add(" ".join(METHOD), Style(font=BOLD, size=10))
    press.y += 10
    press.add("Introduction", HEADING)
    press.add(" ".join(RESULTS), FIRST)
    assert parse(press.save()).abstract == abstract


@pytest.mark.parametrize(
    "tail",
    [
        "(J Quiet Instrum 2011;19(1):1–22.)",
        "Shore Press Med. 2021;111:159–163. https://example.org/10.5555/shore",
        "© 2021 The Walkers. Published by Shore Press.",
        "q 2003 Shore Press Ltd. All rights reserved.",
        "2001 Shore Press B.V. All rights reserved.",
        "VC 2017 Shore Periodicals, Inc. J. Quiet Instrum., Part A: Reeds",
        "Keywords: pebbles, sound",
        "Received: 3 May 2020",
    ],
)
def test_an_imprint_in_the_last_row_is_none_of_an_abstract(tmp_path: Path, tail: str) -> None:
    press = titled(tmp_path / "tail.pdf")
    press.add("Abstract", HEADING)
    press.add(" ".join([*ABSTRACT, tail]), FIRST)
    press.add("Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


def test_a_block_below_the_names_is_rather_the_abstract_than_a_longer_one_overleaf(
    tmp_path: Path,
) -> None:
    press = titled(tmp_path / "longer.pdf")
    press.add(" ".join(ABSTRACT + ABSTRACT), Style(font=BOLD, size=9, leading=11))
    press.y += 30
    press.add(" ".join(METHOD), FIRST)
    press.next_page()
    press.add(" ".join(METHOD * 3), Style(font="Helvetica", size=9, leading=11))
    press.y += 12
    for _ in range(3):
        press.add(" ".join(RESULTS), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def test_what_follows_much_text_is_no_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "late.pdf")
    for _ in range(8):
        press.add(" ".join(METHOD), FIRST)
    press.y += 20
    press.add(" ".join(RESULTS), Style(font=BOLD, size=8, leading=10))
    press.y += 20
    press.add(" ".join(METHOD), FIRST)
    assert parse(press.save()).abstract == ""


def test_a_journal_may_print_its_abstracts_on_the_last_page(tmp_path: Path) -> None:
    press = titled(tmp_path / "last.pdf")
    for title in ("Introduction", "Method", "Results", "Discussion"):
        press.add(title, HEADING)
        for part in (METHOD, RESULTS) * 3:
            press.add(" ".join(part), FIRST)
        press.next_page()
    press.add("Resumo", HEADING)
    press.add(" ".join(reversed(ABSTRACT)), FIRST)
    press.add("Abstract", HEADING)
    press.add(" ".join(ABSTRACT), FIRST)
    assert press.page > 4
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


def test_a_publishers_notice_before_an_article_is_neither_its_title_nor_its_abstract(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "notice.pdf")
    notice = "Since January 2020 Elsevier has created a COVID-19 resource centre. "
    press.y = 200
    press.add(notice + " ".join(RESULTS), Style(font="Helvetica", size=14, leading=24))
    press.next_page()
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.put(200, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = 120
    for _ in range(3):
        press.add(" ".join(METHOD), FIRST)
    manuscript = parse(press.save())
    assert (manuscript.title, manuscript.abstract) == (prose.TITLE, "")


def test_a_line_inside_a_sentence_may_begin_as_an_imprint_does(tmp_path: Path) -> None:
    press = titled(tmp_path / "published.pdf")
    press.add("Abstract", HEADING)
    rows = [
        "We heard what most walkers had",
        "published reports of bells are rare, and all",
        "agree.",
    ]
    for row in rows:
        press.put(54, press.y, row)
        press.y += 12
    press.add("Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(rows)


def test_a_slanted_line_inside_a_sentence_is_no_heading_that_ends_an_abstract(
    tmp_path: Path,
) -> None:
    press = titled(tmp_path / "slanted.pdf", ((54.0, 296.0), (316.0, 558.0)))
    press.put(54, 120, "Abstract", BOLD, 12)
    rows = ["We read all the bells that are listed in the first", "Bells of the Shore",
            "and counted them on four beaches in the wind."]  # fmt: skip
    for number, row in enumerate(rows):
        press.put(54, 136 + 12 * number, row, "Times-Italic" if number == 1 else "Times-Roman")
    press.y = 190
    press.add("Introduction", HEADING)
    for _ in range(5):
        press.add(" ".join(METHOD + RESULTS), FIRST)
    assert parse(press.save()).abstract == " ".join(rows)


def test_keywords_called_descriptors_end_an_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "descriptors.pdf")
    press.put(54, 120, "Abstract:", BOLD)
    y = put_rows(press, " ".join(ABSTRACT), 110, 540, 120)
    press.put(54, y, "Descriptors: Pebbles; Sound; Shores.")
    press.put(54, y + 24, "Resumen:", BOLD)
    put_rows(press, " ".join(RESULTS), 110, 540, y + 24)
    press.y = y + 160
    press.add("Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join(ABSTRACT)
    assert manuscript.keywords == ("Pebbles", "Sound", "Shores")


@pytest.mark.parametrize("size", [10.0, 12.0], ids=["as the text", "larger than the text"])
def test_a_short_lead_in_larger_type_is_an_abstract(tmp_path: Path, size: float) -> None:
    press = titled(tmp_path / "lead.pdf")
    press.add(" ".join(ABSTRACT), Style(size=size, leading=size + 2))
    press.y += 20
    for _ in range(4):
        press.add(" ".join(METHOD + RESULTS), FIRST)
    assert parse(press.save()).abstract == (" ".join(ABSTRACT) if size > 10 else "")


def test_the_first_paragraphs_of_an_editorial_are_no_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "editorial.pdf", ((54.0, 296.0), (316.0, 558.0)))
    press.add(" ".join(METHOD + RESULTS + METHOD), FIRST)
    press.next_column()
    for _ in range(2):
        press.add(" ".join(RESULTS), FIRST)
    press.y += 40
    for row in RESULTS[:4]:
        press.add(row, Style(size=7.5, leading=9))
    press.next_page()
    for row in METHOD:
        press.add(row, Style(size=7.5, leading=9))
    assert parse(press.save()).abstract == ""
