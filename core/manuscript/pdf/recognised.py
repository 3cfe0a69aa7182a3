"""The characters of a recognised line: where each stands, and which are raised figures.

What recognition reads at the end of a line is made sure of: a line is found a little too short for
small raised figures, and a single one is easily taken for a quotation mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.manuscript.pdf.lines import Box
from core.manuscript.text.scripts import is_spaceless

# --- raised -----------------------------------------------------------------------------
#
# Raised numbers on a picture of a line: what recognition reads as if it stood on the base line.
#
# The ink of the line is cut into its connected pieces. Letters stand on the base line, which may
# be slightly tilted; a raised figure is smaller and ends well above it.

Span = tuple[float, float]

_RAISED = re.compile(r"\d(?:[\d,;.–—-]*\d)?")
_LEAST_CONTRAST = 60
_LEAST_LETTERS = 4
_NEAR_BASE = 0.2  # of a letter's height
_BELOW = -0.7  # of it may a letter go below the base line
_SLOPES = (0.0, *(sign * step / 400 for step in range(1, 13) for sign in (1, -1)))
_FIGURE = (0.55, 1.35)  # of a letter's height is a raised figure
_RISE = (0.3, 1.2)  # of a letter's height is the foot of a raised figure above the base line
_TOGETHER = 0.9  # of their height may be between raised figures of one citation, with a comma
_SHARED = 0.6  # of the width of the narrower of two pieces of one letter
_TALLEST = 1.8  # of a letter's height is a figure
_BROKEN = 0.3  # of a letter's height is at most the gap between these
_BEHIND = 0.8  # of a letter's height may a figure stand beside where it was recognised


@dataclass(frozen=True, slots=True)
class _Piece:
    """A connected piece of ink, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def height(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True)
class Cluster:
    """Raised figures that stand together: where, in pixels, and how many."""

    box: tuple[float, float, float, float]
    figures: int


class Ink:
    """The ink of a picture of one line, in grey: which of its pieces are raised figures.

    The picture may hold parts of the lines above and below; ``middle`` is that of the line in it.
    """

    def __init__(self, picture: NDArray[np.uint8], middle: float) -> None:
        pieces = _pieces(picture)
        base = _base_line([piece for piece in pieces if piece.y0 < middle < piece.y1])
        self._high = 0.0
        self._figures: list[tuple[_Piece, bool]] = []
        if base is None:
            return
        high = self._high = median(piece.height for piece in base.letters)
        self._figures = [
            (piece, base.at(piece.middle) - piece.y1 > _RISE[0] * high)
            for piece in pieces
            if piece.height >= _FIGURE[0] * high
            and _BELOW * high < base.at(piece.middle) - piece.y1 < _RISE[1] * high  # of this line
        ]

    def raised(self, text: str, places: Sequence[Span]) -> set[int]:
        """Return which characters of the line are raised figures, or signs between these.

        ``places`` says from where to where each character of the text stands.
        """
        raised_positions: set[int] = set()
        if self._figures:
            for match in _RAISED.finditer(text):
                raised_positions |= _find_raised(match, places, self._figures, self._high)
        return raised_positions

    def clusters(self) -> list[Cluster]:
        """Return the groups of raised figures from left to right."""
        groups: list[list[_Piece]] = []
        for piece, raised in self._figures:
            if not raised or piece.height > _FIGURE[1] * self._high:
                continue
            near = groups and piece.x0 - groups[-1][-1].x1 < _TOGETHER * piece.height
            if near:
                groups[-1].append(piece)
            else:
                groups.append([piece])
        return [
            Cluster(
                (
                    group[0].x0,
                    min(piece.y0 for piece in group),
                    max(piece.x1 for piece in group),
                    max(piece.y1 for piece in group),
                ),
                len(group),
            )
            for group in groups
        ]


def _find_raised(
    match: re.Match[str],
    places: Sequence[Span],
    figures: Sequence[tuple[_Piece, bool]],
    high: float,
) -> set[int]:
    digits = [at for at in range(*match.span()) if match.string[at].isdigit()]
    around = _BEHIND * high
    first, last = _middle_of_span(places[digits[0]]), _middle_of_span(places[digits[-1]])
    near = [figure for figure in figures if first - around < figure[0].middle < last + around]
    if len(near) != len(digits):
        near = [
            min(near, key=lambda figure: abs(figure[0].middle - _middle_of_span(places[at])))
            for at in digits
            if near
        ]
    up = {
        at
        for at, (piece, raised) in zip(digits, near, strict=False)
        if raised and piece.height < _FIGURE[1] * high
    }
    between = {
        at for at in range(*match.span()) if match.string[at] in ",;–—-" and {at - 1, at + 1} <= up
    }
    return up | between


def _middle_of_span(place: Span) -> float:
    return (place[0] + place[1]) / 2


def _pieces(picture: NDArray[np.uint8]) -> list[_Piece]:
    """Return the connected pieces of ink from left to right, without specks."""
    paper, ink = np.percentile(picture, (90, 1))
    if paper - ink < _LEAST_CONTRAST:
        return []
    boxes = connected(picture < (paper + ink) / 2)
    speck = 0.1 * picture.shape[0]
    pieces = [
        _Piece(x0, y0, x1, y1)
        for x0, y0, x1, y1 in boxes
        if max(x1 - x0, y1 - y0) > speck and y0 > 0 and y1 < picture.shape[0]  # of other lines
    ]
    return _whole(pieces)


def _whole(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces from left to right; those of a broken figure, one above another, joined."""
    whole: list[_Piece] = []
    high = median([piece.height for piece in pieces] or [0])
    for piece in sorted(pieces, key=lambda piece: piece.x0):
        for at in range(len(whole) - 1, max(len(whole) - 4, -1), -1):
            before = whole[at]
            shared = min(before.x1, piece.x1) - piece.x0
            gap = max(before.y0, piece.y0) - min(before.y1, piece.y1)
            narrow = min(before.x1 - before.x0, piece.x1 - piece.x0)
            tall = max(before.y1, piece.y1) - min(before.y0, piece.y0)
            if shared > _SHARED * narrow and gap < _BROKEN * high and tall < _TALLEST * high:
                whole[at] = _Piece(
                    before.x0,
                    min(before.y0, piece.y0),
                    max(before.x1, piece.x1),
                    max(before.y1, piece.y1),
                )
                break
        else:
            whole.append(piece)
    return sorted(whole, key=lambda piece: piece.middle)


@dataclass(frozen=True, slots=True)
class _BaseLine:
    """Where the feet of most letters stand, and which letters these are."""

    slope: float
    at_zero: float
    letters: Sequence[_Piece]

    def at(self, x: float) -> float:
        """Return how far down it lies there."""
        return self.at_zero + self.slope * x


def _base_line(pieces: Sequence[_Piece]) -> _BaseLine | None:
    """Return the line, level or slightly tilted, on which most pieces stand."""
    if len(pieces) < _LEAST_LETTERS:
        return None
    usual = median(piece.height for piece in pieces)
    feet = np.array([(piece.middle, piece.y1) for piece in pieces if piece.height > 0.5 * usual])
    best, most, intercept = 0.0, 0, 0.0
    for slope in _SLOPES:
        down = np.sort(feet[:, 1] - slope * feet[:, 0])
        standing = np.searchsorted(down, down + _NEAR_BASE * usual) - np.arange(len(down))
        first = int(np.argmax(standing))
        if standing[first] > most:
            most, best = int(standing[first]), slope
            intercept = float(np.median(down[first : first + most]))
    letters = [
        piece
        for piece in pieces
        if piece.height > 0.5 * usual
        and abs(piece.y1 - best * piece.middle - intercept) < _NEAR_BASE * usual
    ]
    return _BaseLine(best, intercept, letters) if len(letters) >= _LEAST_LETTERS else None


# --- connected pieces of ink in a picture, by the stretches of ink in its rows ----------


def connected(dark: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Return the box (left, top, right, bottom) of each piece; corners that touch connect."""
    rows, starts, ends = _stretches(dark)
    owner = list(range(len(rows)))

    def root(at: int) -> int:
        while owner[at] != at:
            owner[at] = owner[owner[at]]
            at = owner[at]
        return at

    above = 0
    for at, row in enumerate(rows):
        while above < at and (
            rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < starts[at])
        ):
            above += 1
        other = above
        while other < at and rows[other] == row - 1 and starts[other] <= ends[at]:
            owner[root(other)] = root(at)
            other += 1
    boxes: dict[int, tuple[int, int, int, int]] = {}
    for at, row in enumerate(rows):
        x0, y0, x1, y1 = boxes.get(root(at), (starts[at], row, ends[at], row + 1))
        boxes[root(at)] = min(x0, starts[at]), y0, max(x1, ends[at]), max(y1, row + 1)
    return list(boxes.values())


def _stretches(dark: NDArray[np.bool_]) -> tuple[list[int], list[int], list[int]]:
    """Return row, start and end of each stretch of ink, row by row."""
    framed = np.zeros((dark.shape[0], dark.shape[1] + 2), np.int8)
    framed[:, 1:-1] = dark
    steps = np.diff(framed, axis=1)
    rows, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    return rows.tolist(), starts.tolist(), ends.tolist()


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
