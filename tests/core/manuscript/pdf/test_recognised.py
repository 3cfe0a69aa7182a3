"""Raised numbers on pictures of lines, and lines read over a gutter; the letters are drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.manuscript.pdf.recognise import cut_at_gutters
from core.manuscript.pdf.recognised import Character, Reading, build_characters, connected

Picture = NDArray[np.uint8]
BASE, HIGH, WIDE = 60, 20, 12


def drawn(
    text: str, *, tilt: float = 0.0, seen: str | None = None
) -> tuple[Picture, list[Character]]:
    """Draw blocks for letters, low ones for small letters, small ones up for "^" and a figure.

    Returns the picture and the line as it was recognised, ``seen`` if that differs.
    """
    plain = text.replace("^", "")
    picture = np.full((100, 40 + 16 * len(plain)), 255, np.uint8)
    placed: list[Character] = []
    x, up = 20, False
    for char in text:
        if char == "^":
            up = True
            continue
        foot = round(BASE + tilt * x) - (13 if up else 0)
        high = {",": 4, ".": 4}.get(char, HIGH - 3 if up else 28 if char.isdigit() else HIGH)
        if char != " ":
            picture[foot - high : foot, x : x + WIDE] = 0
            placed.append((char, (float(x), 30.0, float(x + WIDE), 68.0)))
        x, up = x + 16, False
    if seen is None:
        return picture, spaced(plain, placed)
    kept = [(new, box) for new, (_, box) in zip(seen.replace(" ", ""), placed, strict=False)]
    return picture, spaced(seen, kept)


def spaced(text: str, placed: Sequence[Character]) -> list[Character]:
    corners = [
        (char, 1.0, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) for char, (x0, y0, x1, y1) in placed
    ]
    return build_characters(text, corners)


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


def two_columns(rows: int, gap: int) -> tuple[Picture, list[list[Character]]]:
    """Return lines that were read over a gutter, as two columns are."""
    page = np.full((100 * rows, 900), 255, np.uint8)
    lines = []
    for row in range(rows):
        left, first = drawn("we weigh the wet " + "sand"[: 2 + row % 3])
        right, second = drawn("dry sand is light")
        at = 400 + gap
        page[100 * row : 100 * row + 100, : left.shape[1]] = left
        page[100 * row : 100 * row + 100, at : at + right.shape[1]] = right
        down = 100.0 * row
        moved = [
            (char, (x0 + dx, y0 + down, x1 + dx, y1 + down))
            for line, dx in ((first, 0.0), (second, float(at)))
            for char, (x0, y0, x1, y1) in line
        ]
        space = moved[len(first) - 1][1]
        lines.append([*moved[: len(first)], (" ", space), *moved[len(first) :]])
    return page, lines


def test_lines_read_over_a_gutter_are_cut_where_they_agree() -> None:
    page, lines = two_columns(6, gap=30)
    texts = ["".join(char for char, _ in line) for line in cut_at_gutters(lines, page)]

    assert len(texts) == 12
    assert sorted(set(texts))[0] == "dry sand is light"


def test_a_wide_gap_of_one_line_is_no_gutter() -> None:
    page, lines = two_columns(2, gap=30)

    assert len(cut_at_gutters(lines, page)) == 2


def test_pieces_of_ink_are_found_whole() -> None:
    rows = ("#..#..#", "#..#.#.", "####..#", ".......", "##.....")
    dark = np.array([[char == "#" for char in row] for row in rows])

    assert sorted(connected(dark)) == [(0, 0, 4, 3), (0, 4, 2, 5), (5, 0, 7, 3)]
