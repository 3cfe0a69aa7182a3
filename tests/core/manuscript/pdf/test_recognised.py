"""Raised numbers on pictures of lines, and lines read over a gutter; the letters are drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from core.manuscript.pdf.recognised import Character, Reading, connected
from tests.core.manuscript.pdf.drawn_figures import Picture, drawn


def read(
    picture: Picture, line: Sequence[Character], again: Callable[[Picture], str] = lambda _: ""
) -> str:
    """Return the text with "^" before each raised figure."""
    box = (line[0][1][0], 30.0, line[-1][1][2], 68.0)
    characters, up = Reading(picture, again).with_raised(line, box, box[2] + 60)
    return "".join("^" * (at in up) + char for at, (char, _) in enumerate(characters))


@pytest.mark.parametrize(
    "text",
    [
        "we weigh wet sand.^7^,^8 In the sieve", "of 12 sieves and 40 hours",
        "wet sand^1^2 is heavy", "found in 2019.^3 Then", "from 10^6 to 10^7 grains",
    ],
)  # fmt: skip
@pytest.mark.parametrize("tilt", [0.0, 0.02, -0.02])
def test_figures_above_the_base_line_are_raised(text: str, tilt: float) -> None:
    picture, line = drawn(text, tilt=tilt)

    assert read(picture, line) == text


def test_superscript_characters_become_raised_figures() -> None:
    picture, line = drawn("wet sand^1^5 is heavy", seen="wet sand¹⁵ is heavy")

    assert read(picture, line) == "wet sand^1^5 is heavy"


@pytest.mark.parametrize(
    ("text", "seen", "again"),
    [
        ("wet sand.^3^7", "wet sand.3", "37"),
        ("wet sand.^9 It is heavy", "wet sand.\" It is heavy", "9"),
        ("wet sand is heavy.^2^1", "wet sand is heavy.", "21"),
    ],
)  # fmt: skip
def test_figures_that_were_not_recognised_are_read_by_themselves(
    text: str, seen: str, again: str
) -> None:
    picture, line = drawn(text, seen=seen)

    assert read(picture, line, lambda _: again) == text
    assert read(picture, line, lambda _: "wet").replace("^", "") == seen


def test_a_sign_that_is_no_figure_is_left() -> None:
    picture, line = drawn("at 40^oC for 24 hours", seen="at 40°C for 24 hours")

    assert read(picture, line, lambda _: "0") == "at 40°C for 24 hours"


def test_pieces_of_ink_are_found_whole() -> None:
    rows = ("#..#..#", "#..#.#.", "####..#", ".......", "##.....")
    dark = np.array([[char == "#" for char in row] for row in rows])

    assert sorted(connected(dark)) == [(0, 0, 4, 3), (0, 4, 2, 5), (5, 0, 7, 3)]
