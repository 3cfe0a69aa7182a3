"""Keywords between the abstract and the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.abstract_forms import split_keywords
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press

ABSTRACT, METHOD = map(prose.plain, (prose.ABSTRACT, prose.METHOD))


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
