"""Positions of an editor in the text of a document."""

from __future__ import annotations

import random
import re

import pytest

from core.programs.editors.drafts import Draft, Unit

TEXT = "Peat 🌿 is\r\nacid.\x0cStill the line\u2028and still.\rNew\n\nÜber é 𝔘x\n"
LINES = ["Peat 🌿 is", "acid.\x0cStill the line\u2028and still.", "New", "", "Über é 𝔘x", ""]
SIZES: dict[Unit, str] = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def units(text: str, unit: Unit) -> int:
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[unit]
    return len(text.encode(SIZES[unit])) // width


@pytest.mark.parametrize("unit", SIZES)
def test_lines_end_as_the_protocol_says_and_places_count_its_units(unit: Unit) -> None:
    draft = Draft(TEXT, unit)
    offset = 0
    for number, line in enumerate(LINES):
        for at in range(len(line) + 1):
            position = number, units(line[:at], unit)
            assert draft.to_offset(position) == offset + at
            assert draft.to_position(offset + at) == position
        end = re.match(r"\r\n|\n|\r|", TEXT[offset + len(line) :])
        assert end is not None
        offset += len(line) + end.end()


def test_what_lies_beyond_is_the_end() -> None:
    draft = Draft("ab\ncd")
    assert draft.to_offset((0, 99)) == 2
    assert draft.to_offset((9, 0)) == 5
    assert draft.to_position(99) == (1, 2)
    assert Draft("").to_offset((0, 0)) == 0


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r\n \n"])
def test_edits_leave_what_a_new_draft_would_say(ends: str) -> None:
    chance = random.Random(5)
    text = "".join(f"line {n} 🌿{chance.choice(ends.split(' '))}" for n in range(30))
    draft = Draft(text)
    for _ in range(300):
        first, last = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        last = min(last, first + 12)
        new = chance.choice(["", "x", "é𝔘", "\n", "a\nb\n\n", "end"])
        start, end = draft.to_position(first), draft.to_position(last)
        first, last = draft.to_offset(start), draft.to_offset(end)
        text = text[:first] + new + text[last:]
        draft = draft.edited(start, end, new)
        assert draft.text == text
        at = chance.randrange(len(text) + 1)
        assert draft.to_position(at) == Draft(text).to_position(at)
