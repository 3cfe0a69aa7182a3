"""Abstracts and keywords, with the words above them or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.opening import split_keywords
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, SUBHEADING, Press, Style

ABSTRACT, METHOD, RESULTS = map(prose.plain, (prose.ABSTRACT, prose.METHOD, prose.RESULTS))
SMALL = Style(size=9.0, leading=11.0, justify=False)
SANS = Style(font="Helvetica", size=10.0, justify=False)


def titled(path: Path, *authors: str) -> Press:
    """Return a press with a title set, and names below it if there are any."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    if authors:
        press.put(200, 85, ", ".join(authors), size=11)
    press.y = 120 if authors else 100
    return press


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
    press = titled(tmp_path / "words.pdf")
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


def test_an_abstract_without_its_word_is_told_by_its_look(tmp_path: Path) -> None:
    press = titled(tmp_path / "plain.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), Style(font=BOLD, size=10))
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)
    assert found.sections[0].kind == "abstract"


def test_the_abstract_is_neither_the_imprint_nor_the_copyright_above_it(tmp_path: Path) -> None:
    press = titled(tmp_path / "imprint.pdf", *prose.AUTHORS)
    press.add("Received 4 January 2018; Accepted 22 March 2018; Published 10 May 2018", SMALL)
    press.add(f"Copyright 2018 P. Ander. {' '.join(prose.RESULTS)}", SMALL)
    press.y += 20
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), SMALL)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)


def test_an_abstract_in_a_font_of_its_own_is_told_with_its_last_row(tmp_path: Path) -> None:
    press = titled(tmp_path / "font.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), SANS)
    press.add("INTRODUCTION", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)


def test_a_structured_abstract_ends_where_the_text_has_its_titles_anew(tmp_path: Path) -> None:
    press = titled(tmp_path / "parts.pdf")
    press.add("Abstract", HEADING)
    parts = ABSTRACT
    for title, sentence in zip(("Background", "Methods"), parts[:2], strict=True):
        press.add(title, SUBHEADING)
        press.add(sentence, SANS)
    press.add("Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    press.add("Methods", HEADING)
    press.add(" ".join(prose.RESULTS), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(parts[:2])
    assert [each.title for each in found.sections] == ["Abstract", "Introduction", "Methods"]
    assert [each.text for each in found.sentences] == parts[:2] + METHOD + RESULTS


def test_a_paper_whose_abstract_is_empty_keeps_its_sections(tmp_path: Path) -> None:
    press = titled(tmp_path / "empty.pdf")
    press.add("Abstract", HEADING)
    for title in ("Introduction", "Methods", "Results"):
        press.add(title, HEADING)
        for _ in range(6):
            press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == ""
    assert [each.title for each in found.sections] == ["Introduction", "Methods", "Results"]


def test_an_abstract_may_begin_with_words_that_an_imprint_begins_with(tmp_path: Path) -> None:
    press = titled(tmp_path / "words.pdf", *prose.AUTHORS)
    look = Style(font=BOLD, size=10, justify=False)
    first, rest = "Citation counts are printed", " ".join(["published in 2019.", *ABSTRACT * 2])
    abstract = f"{first} {rest}"
    press.add(first, look)
    press.add(rest, look)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == abstract
