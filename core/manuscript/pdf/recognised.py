"""The characters of a recognised line: where each stands, and which are raised figures.

What recognition reads at the end of a line is made sure of: a line is found a little too short for
small raised figures, and a single one is easily taken for a quotation mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.manuscript.pdf.lines import Box
from core.manuscript.pdf.raised import Cluster, Ink
from core.manuscript.text.scripts import is_spaceless

Character = tuple[str, Box]
"""A character and its place in pixels."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LIKE_FIGURES = str.maketrans("lI|Oo", "11100")
_FIGURES = re.compile(r"\d{1,3}(?:[,;–—-]\d{1,3})*")
_MISTAKEN = frozenset("\"'’”“‘ª*`´^")
_AROUND = 0.8  # of its height is a raised figure beside where it was recognised
_ABOVE = 0.25  # of its height is looked at above a line
_MARGIN = 0.35  # of the height of figures that are read by themselves


def build_characters(text: str, words: Any) -> list[Character]:  # noqa: ANN401 - text, score, corners
    """Return the characters of a line, with the spaces between words.

    The engine gives the places of characters that are no spaces, alone or joined to words.
    """
    placed: list[Character] = []
    for word, _, corners in words:
        x0, y0, x1, y1 = _edges(corners)
        step = (x1 - x0) / max(len(word), 1)
        placed += [
            (char, (x0 + step * at, y0, x0 + step * (at + 1), y1)) for at, char in enumerate(word)
        ]
    if not placed:
        return []
    spaced: list[Character] = []
    following = iter(placed)
    for char in " ".join(text.split()):
        if char != " ":
            spaced.append(next(following, (char, placed[-1][1])))
        elif not is_spaceless(spaced[-1][0]):
            _, (_, y0, x1, y1) = spaced[-1]
            spaced.append((" ", (x1, y0, x1, y1)))
    return spaced


def measure_box(characters: Sequence[Character]) -> Box:
    """Return the place of a line."""
    boxes = [box for _, box in characters]
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def _edges(corners: Any) -> Box:  # noqa: ANN401 - four corners
    xs = [float(corner[0]) for corner in corners]
    ys = [float(corner[1]) for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)


class Reading:
    """Looks at the picture of a page again; ``read`` reads a picture of a few figures."""

    def __init__(
        self, picture: NDArray[np.uint8], read_picture: Callable[[NDArray[np.uint8]], str]
    ) -> None:
        self._picture = picture
        self._read_picture = read_picture

    def with_raised(
        self, characters: Sequence[Character], place: Box, until: float
    ) -> tuple[list[Character], set[int]]:
        """Return the characters of a line as they are, and which are raised figures.

        ``until`` says how far to the right the line may go beyond its place.
        """
        height = place[3] - place[1]
        x0, y0, y1 = (
            max(round(place[0]), 0),
            max(round(place[1] - _ABOVE * height), 0),
            round(place[3]),
        )
        seen_text = "".join(char for char, _ in characters)
        text = seen_text.translate(_SUPERSCRIPTS)
        up = {at for at, char in enumerate(seen_text) if char != text[at]}
        line = [(char, box) for char, (_, box) in zip(text, characters, strict=True)]
        inside = self._picture[y0:y1, x0 : round(until)]
        if not inside.size:
            return line, up
        ink = Ink(inside, (place[1] + place[3]) / 2 - y0)
        up |= ink.raised(text, [(box[0] - x0, box[2] - x0) for _, box in characters])
        for cluster in reversed(ink.clusters()):
            left_edge, top, right, bottom = cluster.box
            moved_cluster = Cluster(
                (left_edge + x0, top + y0, right + x0, bottom + y0), cluster.figures
            )
            line, up = self._made_sure(line, up, moved_cluster)
        return line, up

    def _made_sure(
        self, line: list[Character], up: set[int], cluster: Cluster
    ) -> tuple[list[Character], set[int]]:
        """Read raised figures by themselves if fewer were recognised than stand there."""
        x0, top, x1, bottom = cluster.box
        around = _AROUND * (bottom - top)
        mine = [at for at in sorted(up) if x0 - around < _middle(line[at]) < x1 + around]
        known_figures = sum(line[at][0].isdigit() for at in mine)
        if known_figures >= cluster.figures:
            return line, up
        figures_text = self._figures(cluster)
        if sum(map(str.isdigit, figures_text)) != cluster.figures:
            return line, up
        if not mine:
            mine = [
                at
                for at, ((char, _), (after, _)) in enumerate(pairwise([*line, (" ", cluster.box)]))
                if abs(_middle(line[at]) - (x0 + x1) / 2) < around
                and char in _MISTAKEN
                and not after.isalpha()
            ]
        end = line[-1][1][2]
        if not mine and not x0 - around < end < x1:
            return line, up  # something else was recognised there, or nothing of this line
        start = mine[0] if mine else len(line)
        end = mine[-1] + 1 if mine else start
        step = (x1 - x0) / len(figures_text)
        _, y0, _, y1 = line[max(start - 1, 0)][1]
        new = [
            (char, (x0 + step * at, y0, x0 + step * (at + 1), y1))
            for at, char in enumerate(figures_text)
        ]
        longer = len(new) - (end - start)
        raised = {at if at < start else at + longer for at in up if not start <= at < end}
        return line[:start] + new + line[end:], raised | set(range(start, start + len(new)))

    def _figures(self, cluster: Cluster) -> str:
        x0, y0, x1, y1 = (round(edge) for edge in cluster.box)
        margin = max(round(_MARGIN * (y1 - y0)), 2)
        inside = self._picture[y0:y1, x0:x1]
        alone = np.pad(inside, margin, constant_values=int(self._picture.max()))
        figures_text = (
            self._read_picture(alone)
            .replace(" ", "")
            .translate(_SUPERSCRIPTS)
            .translate(_LIKE_FIGURES)
        )
        return figures_text if _FIGURES.fullmatch(figures_text) else ""


def _middle(character: Character) -> float:
    _, (x0, _, x1, _) = character
    return (x0 + x1) / 2
