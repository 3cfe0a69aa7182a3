"""Headings by their numbers and their type, and rows that only look like them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.headings import Heading, without_items
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.unusual_pages import (
    METHOD,
    RESULTS,
    texts,
    titled,
)
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ITALIC,
    ROMAN,
    Press,
    Style,
)


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


def write_sections(path: Path, titles: list[tuple[str, Style]]) -> list[tuple[str, str, int]]:
    """Return number, title and level of what is read of titles that each have text below them."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    for title, style in titles:
        press.add(title, style)
        press.add(" ".join(prose.METHOD), FIRST)
    return [(each.number, each.title, each.level) for each in parse(press.save()).sections]


SMALL_BOLD = Style(font=BOLD, size=10.0, above=14.0, justify=False)


@pytest.mark.parametrize(
    "title",
    [
        "Théorème 2.1",
        "Satz 2.1",
        "Definición 2.1",
        "Definition 2.1 – Pebbles",
        "Lemme – définition 3",
    ],
)
def test_statements_are_no_headings_in_any_language(tmp_path: Path, title: str) -> None:
    titles = [("1 Introduction", HEADING), (title, SMALL_BOLD), ("2 Results", HEADING)]
    read = write_sections(tmp_path / "statements.pdf", titles)
    assert read == [("1", "Introduction", 1), ("2", "Results", 1)]


def test_a_hypothesis_is_no_heading(tmp_path: Path) -> None:
    titles = ["Introduction", "H1: Larger pebbles are louder on warm beaches", "H2: Cold beaches"]
    read = write_sections(tmp_path / "hypotheses.pdf", [(title, HEADING) for title in titles])
    assert [title for _, title, _ in read] == ["Introduction", "H2: Cold beaches"]


def test_letters_stand_below_roman_numbers(tmp_path: Path) -> None:
    titles = ("I. INTRODUCTION", "II. METHOD", "A. Pebbles", "1) Slate", "C. Sound", "III. RESULTS")
    read = write_sections(tmp_path / "roman.pdf", [(title, HEADING) for title in titles])
    assert [(number, level) for number, _, level in read] == [
        ("I", 1), ("II", 1), ("A", 2), ("1", 3), ("C", 2), ("III", 1)
    ]  # fmt: skip


def test_titles_in_small_capitals_are_as_large_as_their_first_letters(tmp_path: Path) -> None:
    press = Press(tmp_path / "capitals.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    for number, first, rest in (("I", "I", "NTRODUCTION"), ("II", "M", "ETHOD")):
        press.y += 20
        press.run(250, press.y, [(f"{number}. {first}", 10, 0), (rest, 8, 0)])
        press.y += 16
        press.add(" ".join(prose.METHOD), FIRST)
    sections = parse(press.save()).sections
    assert [(each.number, each.title) for each in sections] == [
        ("I", "INTRODUCTION"), ("II", "METHOD")
    ]  # fmt: skip


def test_items_of_a_statement_in_italics_are_no_headings(tmp_path: Path) -> None:
    press = titled(tmp_path / "items.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    slanted = Style(font=ITALIC, above=6.0)
    press.add("Pebbles can be sorted by their sound in the wind, for what follows holds:", slanted)
    for number, item in enumerate(("Each pebble has a pitch", "Each pitch is heard", "All end")):
        press.add(f"{number + 1}. {item} in the wind, which is over all of the shores", slanted)
    press.add(" ".join(prose.RESULTS), slanted)
    press.add(" ".join(prose.METHOD), FIRST)
    assert "Each pitch" not in str(parse(press.save()).sections)


def test_titles_of_double_spaced_text_have_no_room_above_them(tmp_path: Path) -> None:
    press = Press(tmp_path / "spaced.pdf", ((72.0, 540.0),), top=72.0)
    text = Style(ROMAN, 12, 26.0, indent=36.0, justify=False)
    title = Style(BOLD, 12, 26.0, justify=False)
    long_title = (
        "Sorting of Pebbles by the Sound that They Make as They Fall on Other Pebbles of a Shore"
    )
    press.put(150, 60, prose.TITLE, BOLD, 12)
    sentences = prose.plain([*prose.METHOD, *prose.RESULTS])
    for at, (heading, look) in enumerate(
        (("Methods", title), (long_title, title), ("Walks", title), ("Conclusion", text))
    ):
        press.add(heading, replace(look, indent=0.0))
        press.add(" ".join(sentences[5 * at : 5 * at + 5]), text)
    titles = [section.title for section in parse(press.save()).sections]
    assert titles[-3:] == [long_title, "Walks", "Conclusion"]


def test_the_first_part_of_a_section_may_follow_its_title_closely(tmp_path: Path) -> None:
    press = titled(tmp_path / "close.pdf")
    main = Style(BOLD, 10, 12, above=12.0, justify=False)
    part = Style(ITALIC, 10, 12, justify=False)
    press.add(" ".join(prose.METHOD), FIRST)
    press.add("2. Materials and Methods", main)
    press.add("2.1. Pebbles", part)
    press.add(" ".join(prose.RESULTS), FIRST)
    sections = parse(press.save()).sections
    assert [one.number for one in sections] == ["1", "2", "2.1"]


def test_the_number_of_a_version_begins_no_section(tmp_path: Path) -> None:
    press = titled(tmp_path / "version.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    changed = Style(BOLD, 10, 12, above=12.0, justify=False)
    press.add("2.0 simulation, a pebble is modelled as a wave", changed)
    press.add(" ".join(prose.RESULTS), FIRST)
    assert "simulation" not in str(parse(press.save()).sections)


def test_items_in_smaller_type_are_no_headings(tmp_path: Path) -> None:
    press = Press(tmp_path / "small_items.pdf", ((54.0, 300.0),))
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1. Introduction", HEADING)
    for _ in range(4):
        press.add(" ".join(METHOD), FIRST)
    for number in range(1, 4):
        press.y += 8
        press.add(f"{number}. {' '.join(RESULTS)}", Style(font="Helvetica", size=9.0))
    press.y += 8
    press.add(" ".join(METHOD), FIRST)
    assert [section.title for section in parse(press.save()).sections] == ["Introduction"]


def test_a_title_of_three_rows_stands_above_the_first_part_of_its_section(tmp_path: Path) -> None:
    press = titled(tmp_path / "three.pdf")
    long = " ".join([prose.TITLE] * 6)
    for number, title in enumerate((long, f"{long} again"), start=2):
        press.add(f"{number} {title}", Style(font=BOLD, above=14.0, justify=False))
        press.add(f"{number}.1 Pebbles of the shore", Style(font=BOLD, justify=False))
        press.add(" ".join(prose.METHOD + prose.RESULTS), FIRST)
    numbers = [section.number for section in parse(press.save()).sections]
    assert numbers == ["1", "2", "2.1", "3", "3.1"]


def test_items_with_a_lead_in_italics_are_no_headings(tmp_path: Path) -> None:
    press = titled(tmp_path / "leads.pdf")
    press.add(" ".join(METHOD), FIRST)
    for number, lead in enumerate(("Walk along the whole shore", "Listen to every pebble"), 2):
        press.y += 8
        at = press.put(54, press.y, f"{number}. {lead} in the wind of the morning", ITALIC, 10)
        press.put(at + 3, press.y, "as it is the best of all", size=10)
        press.y += 12
        press.add(" ".join(RESULTS), FIRST)
    assert [section.title for section in parse(press.save()).sections] == ["Introduction"]


def test_a_formula_in_italics_behind_a_number_is_no_heading(tmp_path: Path) -> None:
    press = titled(tmp_path / "letters.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("2 WW T", Style(font=ITALIC, above=14.0, justify=False))
    press.add(" ".join(RESULTS), FIRST)
    assert [section.title for section in parse(press.save()).sections] == ["Introduction"]


def test_an_empty_section_does_not_take_in_the_title_of_the_list(tmp_path: Path) -> None:
    press = titled(tmp_path / "empty.pdf")
    press.add(" ".join([*METHOD, "Others did the same [1].", *RESULTS]), FIRST)
    look = Style(font=BOLD, size=12.0, leading=14.0, above=12.0, justify=False)
    press.add("ABBREVIATIONS", look)
    press.add("REFERENCES", replace(look, above=3.0))
    press.add("[1] P. Ander and R. Holt. A handbook of sieving. Shore Press, 1998.", FIRST)
    manuscript = parse(press.save())
    assert [reference.year for reference in manuscript.references] == [1998]


def test_wide_room_behind_a_letter_in_front_of_capitals_numbers_an_appendix(
    tmp_path: Path,
) -> None:
    press = titled(tmp_path / "appendix.pdf")
    press.add(" ".join(METHOD), FIRST)
    for letter, title in (("A", "FURTHER WALKS"), ("B", "PEBBLES ABROAD")):
        press.y += 14
        press.put(54, press.y, letter, "Helvetica", 11)
        press.put(72, press.y, title, "Helvetica", 11)
        press.y += 14
        press.add(" ".join(RESULTS), FIRST)
    sections = parse(press.save()).sections
    assert [(one.number, one.title) for one in sections] == [
        ("1", "Introduction"),
        ("A", "FURTHER WALKS"),
        ("B", "PEBBLES ABROAD"),
    ]


def test_what_stands_on_top_of_page_after_page_is_no_heading(tmp_path: Path) -> None:
    press = titled(tmp_path / "heads.pdf")
    press.add(" ".join(METHOD), FIRST)
    for _ in range(3):
        press.next_page()
        press.add("A Walker Among the Pebbles", HEADING)
        press.add(" ".join(METHOD + RESULTS), FIRST)
    assert [section.title for section in parse(press.save()).sections] == ["Introduction"]


def test_the_title_that_slides_repeat_stays_a_heading(tmp_path: Path) -> None:
    press = Press(tmp_path / "slides.pdf", ((20.0, 340.0),), top=30, bottom=250, size=(363, 272))
    press.add(prose.TITLE, HEADING)
    for page in range(3):
        press.next_page()
        press.y = 50.0 + 25.0 * page
        press.add("Pebbles and Their Walkers", HEADING)
        press.add(" ".join(prose.METHOD[:3]), FIRST)
    titles = [section.title for section in parse(press.save()).sections]
    assert titles.count("Pebbles and Their Walkers") == 3


def test_a_research_question_is_no_heading(tmp_path: Path) -> None:
    titles = ["Introduction", "RQ1: Are larger pebbles louder on warm beaches?", "Results"]
    read = write_sections(tmp_path / "questions.pdf", [(title, HEADING) for title in titles])
    assert [title for _, title, _ in read] == ["Introduction", "Results"]


def test_pieces_of_formulas_are_no_headings(tmp_path: Path) -> None:
    pieces = ["Loudness =", "Wab + Wac", "Pitch = Loudness"]
    titles = ["Introduction", *pieces, "Walks in the mornings (n = 9)"]
    read = write_sections(tmp_path / "pieces.pdf", [(title, HEADING) for title in titles])
    assert [title for _, title, _ in read] == ["Introduction", "Walks in the mornings (n = 9)"]


def test_a_title_may_begin_with_a_small_letter_before_a_capital(tmp_path: Path) -> None:
    titles = ["Introduction", "mPebbles of the shore", "Results"]
    read = write_sections(tmp_path / "small.pdf", [(title, HEADING) for title in titles])
    assert [title for _, title, _ in read] == titles


def test_a_title_in_small_capitals_keeps_its_second_row(tmp_path: Path) -> None:
    press = titled(tmp_path / "rows.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    press.y += 14
    press.run(200, press.y, [("II. S", 10, 0), ("ORTING PEBBLES BY THEIR", 8, 0)])
    press.y += 12
    press.run(230, press.y, [("S", 10, 0), ("EA", 8, 0), (" TV AND RADIO S", 10, 0), ("ET", 8, 0)])
    press.y += 16
    press.add(" ".join(prose.RESULTS), FIRST)
    titles = [section.title for section in parse(press.save()).sections]
    assert titles == ["Introduction", "SORTING PEBBLES BY THEIR SEA TV AND RADIO SET"]


def test_what_a_title_cites_is_cited_beside_the_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "citing.pdf")
    press.add(" ".join([*METHOD, "Others did the same [1]."]), FIRST)
    press.add("2 Sieves of old (Cork, 2009) [2]", HEADING)
    press.add(" ".join(RESULTS), FIRST)
    press.add("References", HEADING)
    press.add("[1] P. Ander and R. Holt. A handbook of sieving. Shore Press, 1998.", FIRST)
    press.add("[2] A. Cork. A history of the sieve. Shore Press, 2009.", FIRST)
    assert parse(press.save()).cited_beside == (1,)


def test_a_theorem_that_is_printed_behind_its_number_is_no_heading(tmp_path: Path) -> None:
    statement = "Theorem 2. A walk of nine days leads round the harbour and back"
    titles = ["Introduction", statement, "Results"]
    read = write_sections(tmp_path / "theorem.pdf", [(title, HEADING) for title in titles])
    assert [title for _, title, _ in read] == ["Introduction", "Results"]


@pytest.mark.parametrize(
    ("numbers", "remaining"),
    [
        ("1 1.1 1 2 2 2.1 3", "1 1.1 2 2.1 3"),  # two research questions in section 1.1
        ("1 1.1 2 2.1 1 2", "1 1.1 2 2.1 1 2"),  # a supplement
        ("1 1.1 2 2.1 1 1.1 2 2.1", "1 1.1 2 2.1 1 1.1 2 2.1"),  # two papers
        ("1 2 2 3", "1 2 2 3"),
    ],
)
def test_items_within_sections_of_the_same_numbers_are_no_headings(
    numbers: str, remaining: str
) -> None:
    headings = [
        Heading(at, at + 1, number, f"Walk {at}", 12.0, bold=True)
        for at, number in enumerate(numbers.split())
    ]
    assert [heading.number for heading in without_items(headings)] == remaining.split()
