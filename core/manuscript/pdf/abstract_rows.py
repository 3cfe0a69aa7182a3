"""How likely each row of the first pages is one of the abstract, by trees over its look and words.

The rules of :mod:`core.manuscript.pdf.opening` read an abstract; these chances are a second
opinion, by which a reading without a word above it, or far too long, gives way to another block or
to none. ``tools.lab.fitting.abstract_rows`` fits the trees. They know no text, only looks and a few
words.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from core.manuscript.pdf.abstract_forms import FINISHED, KEYWORDS, LICENCE, PART
from core.manuscript.pdf.columns import FULL
from core.manuscript.pdf.front import ABSTRACT
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line
from core.manuscript.text.common_titles import is_known_title, unspaced
from core.manuscript.text.thesis_covers import COVER_SHEET

Node = tuple[int, float, int, int, float]
"""Feature, threshold, nodes below and above it, and what a leaf adds to the score."""

MOST_ROWS, MOST_PAGES = 260, 3
_MISSING = -9.0
_IMPOSSIBLE, _UNLIKELY, _LIKELY, _SURE = 0.05, 0.2, 0.5, 0.7
_LEAST_OF_BLOCK, MOST_OF_BLOCK = 250, 2600  # letters
_MOST_BETWEEN = 3  # rows
_SAME_SIZE = 0.6
_NUMBER_OF_HEADING = re.compile(r"\A[\dIVX]{1,3}(?:\.\d+)*\.?\s+")
_SMALL_WORDS_TEXT = """
    of in at on for by the as to is an or was are not and a we with this that from which have were
    be it de la el los les des en und der die das que do da para com une dans par
    """
_SMALL_WORDS = frozenset(_SMALL_WORDS_TEXT.split())
_CUES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bvol(?:ume)?\b|\bissue\b|\bpp?\.\s?\d|\d+\s?\(\d+\)|\d{1,4}[–-]\d{2,4}\b",
        r"https?:|www\.|doi|10\.\d{4}|@|e-?mail",
        r"©|copyright|rights reserved|open access|published by|publisher|elsevier|springer|wiley",
        r"received|accepted|revised|available online|edited by|reviewed by|\bcite\b|citation",
        r"correspond|author for|address for|tel[.:]|fax",
        r"\b(?:19|20)\d\d\b",
        r"fund|grant|support|acknowledg|conflict|disclos|competing",
        r"univers|instit|depart|hospital|school|college|cent(?:er|re)\b|laborator|facult",
        r"\((?:[A-Z][\w’'-]+[^()]{0,40}?,? )?(?:19|20)\d\d[a-z]?[);,]|\[\d+[\],–-]|et al\b",
        r"\b(?:fig(?:ure)?|table|eq)\b\.?\s?\d",
        r"\b(?:we|our|this (?:paper|study|article|review)|aims?|objectives?|purpose)\b",
        r"\b(?:conclu\w+|results?|findings|suggest\w*|show\w*|implications?|discussed)\b",
        r"\b(?:introduction|background|methods?|materials?)\b",
        r"\d\s?%|\bp\s?[<=>]|\bn\s?=|\bci\b",
    )
)
_BESIDE = (-3, -2, -1, 1, 2, 3)
"""The rows beside one whose looks and words are looked at, too."""


class RowTrees:
    """Decision trees over a row's features, each a list of nodes; a leaf leads to itself.

    They are read without NumPy, which the process that reads files does without.
    """

    def __init__(self, trees: Sequence[Sequence[Node]]) -> None:
        self.trees = trees

    def predict(self, table: Iterable[Sequence[float]]) -> list[float]:
        """Return the chance of each row of a table."""
        return [1.0 / (1.0 + math.exp(-self._score(row))) for row in table]

    def _score(self, row: Sequence[float]) -> float:
        score = 0.0
        for nodes in self.trees:
            at = 0
            while True:
                feature, threshold, lower, upper, value = nodes[at]
                if lower == at:
                    break
                at = lower if row[feature] <= threshold else upper
            score += value
        return score


@cache
def load_trees() -> RowTrees:
    """Return the trees that ship."""
    return RowTrees(
        json.loads(files("resources").joinpath("abstracts", "rows.json").read_text("utf-8"))
    )


def estimate_chances(rows: Sequence[Row], body: Body) -> dict[int, float]:
    """Return how likely each row of the first pages is one of the abstract, by its index."""
    indices = choose_rows(rows)
    if not indices:
        return {}
    chances = load_trees().predict(measure_rows(rows, indices, body))
    return dict(zip(indices, chances, strict=True))


def find_better_block(
    rows: Sequence[Row], used: Iterable[int], body: Body
) -> list[tuple[int, Line]] | None:
    """Return what is more likely the abstract than the rows ``used``, ``None`` if they may be it.

    It is empty where nothing is likely and the rows are certainly none.
    """
    chances = estimate_chances(rows, body)
    chance = _average(used, rows, chances)
    if chance > _UNLIKELY:
        return None
    block = _find_likely_block(rows, chances)
    return block if block or chance < _IMPOSSIBLE else None


def _find_likely_block(rows: Sequence[Row], chances: Mapping[int, float]) -> list[tuple[int, Line]]:
    """Return the rows of the block that is most likely the abstract, none if none is likely.

    It is a run of likely rows with a few less likely ones in it, from where its paragraph begins
    to the end of a sentence.
    """
    runs: list[list[int]] = []
    for at, chance in chances.items():
        if chance < _LIKELY or not rows[at].line.letters:
            continue
        if runs and at - runs[-1][-1] <= _MOST_BETWEEN:
            runs[-1].append(at)
        else:
            runs.append([at])
    best = max(runs, key=lambda run: sum(rows[at].line.letters for at in run), default=[])
    whole = _complete_sentences(best[0], best[-1], rows) if best else range(0)
    block = [at for at in whole if abs(rows[at].line.size - rows[best[0]].line.size) < _SAME_SIZE]
    letters = sum(rows[at].line.letters for at in block)
    if not _LEAST_OF_BLOCK <= letters <= MOST_OF_BLOCK or _average(block, rows, chances) < _SURE:
        return []
    line = rows[block[0]].line
    label = ABSTRACT.match(line.text)
    if label and label.end() < len(line.text):
        line = line.cut(label.end(), len(line.text))
    return [(block[0], line), *((at, rows[at].line) for at in block[1:])]


def _complete_sentences(first: int, last: int, rows: Sequence[Row]) -> range:
    """Return some rows with those that begin or end their sentences, or without an open end."""
    start, earliest = first, max(first - _MOST_BETWEEN, 0)
    while start > earliest and _continues_sentence(rows[start - 1].line, rows[start].line):
        start -= 1
    near = (*range(last, last + _MOST_BETWEEN + 1), *range(last - 1, last - _MOST_BETWEEN - 1, -1))
    ends = (at for at in near if start < at < len(rows) and FINISHED.search(rows[at].line.text))
    return range(start, next(ends, start - 1) + 1)


def _continues_sentence(line: Line, below: Line) -> bool:
    """Say whether a sentence goes on from a row into the next one of the same look."""
    alike = line.page == below.page and line.font == below.font
    near = 0 < below.baseline - line.baseline < 2 * line.size
    return alike and near and line.letters > 0 and not FINISHED.search(line.text)


def _average(indices: Iterable[int], rows: Sequence[Row], chances: Mapping[int, float]) -> float:
    """Return the mean chance of the letters in some rows, none for rows of later pages."""
    letters = {at: rows[at].line.letters for at in indices}
    total = sum(chances.get(at, 0.0) * count for at, count in letters.items())
    return total / max(sum(letters.values()), 1)


def choose_rows(rows: Sequence[Row]) -> list[int]:
    """Return the rows of the first pages, the only ones that are looked at."""
    first = rows[0].line.page if rows else 0
    pages = range(first, first + MOST_PAGES)
    return [at for at, row in enumerate(rows) if row.line.page in pages][:MOST_ROWS]


def measure_rows(rows: Sequence[Row], indices: Sequence[int], body: Body) -> list[list[float]]:
    """Return looks and words of some rows and of those beside them: (rows, features)."""
    chosen = [rows[at] for at in indices]
    own = _measure_own(chosen, body)
    missing = [_MISSING] * (len(own[0]) + 5) if own else []
    table = []
    for at, row in enumerate(chosen):
        features = list(own[at])
        for step in _BESIDE:
            other = at + step
            is_near = 0 <= other < len(chosen) and chosen[other].line.page == row.line.page
            features += (
                [*own[other], *_compare(row.line, chosen[other].line)] if is_near else missing
            )
        table.append(features)
    return table


def _compare(line: Line, other: Line) -> tuple[float, float, bool, bool, float]:
    size = max(line.size, 1.0)
    return (
        min(max((other.baseline - line.baseline) / size, -99), 99),
        other.size - line.size,
        other.font == line.font,
        other.bold == line.bold,
        min(max((other.x0 - line.x0) / size, -99), 99),
    )


def _measure_own(chosen: Sequence[Row], body: Body) -> list[list[float]]:
    lines = [row.line for row in chosen]
    by_size: Counter[float] = Counter()
    for line in lines:
        by_size[round(line.size, 1)] += line.letters
    letters = max(sum(by_size.values()), 1)
    pages = sorted({line.page for line in lines})
    boxes = {}
    for page in pages:
        own = [line for line in lines if line.page == page]
        long = [line for line in own if line.letters > 15] or own
        largest = max(long, key=lambda line: line.size)
        boxes[page] = (
            min(line.x0 for line in own),
            max(*(line.x1 for line in own), min(line.x0 for line in own) + 1),
            min(line.y0 for line in own),
            max(*(line.y1 for line in own), min(line.y0 for line in own) + 1),
            largest.baseline,
            any(COVER_SHEET.search(line.text) for line in own)
            and sum(line.letters for line in own) < 2600,
        )
    behind_label = behind_keywords = behind_heading = 0
    first_label = False
    result = []
    for at, row in enumerate(chosen):
        line = row.line
        text = line.text.strip()
        bare = unspaced(text)
        words = text.split()
        lettered = [word for word in words if any(map(str.isalpha, word))] or ["?"]
        x0, x1, top, bottom, largest_at, is_cover = boxes[line.page]
        width = x1 - x0
        is_label = ABSTRACT.match(text) is not None
        is_keywords = KEYWORDS.match(bare) is not None
        is_heading = is_known_title(_NUMBER_OF_HEADING.sub("", text)) and not is_label
        first_label = first_label or is_label
        behind_label = 0 if is_label else behind_label + 1
        behind_keywords = 0 if is_keywords else behind_keywords + 1
        behind_heading = 0 if is_heading else behind_heading + 1
        larger = sum(count for size, count in by_size.items() if size > line.size + 0.25)
        size = max(line.size, 1.0)
        result.append(
            [
                line.page - pages[0],
                at,
                (line.y0 - top) / (bottom - top),
                (line.x0 - x0) / width,
                (line.x1 - x0) / width,
                line.width / width,
                row.column.position == FULL,
                row.column.position,
                row.cells,
                min(row.slack / size, 99.0),
                line.size / max(body.size, 1.0),
                abs(line.size - body.size) < 0.3,
                line.font in body.fonts,
                larger / letters,
                line.bold,
                line.italic,
                line.letters,
                len(words),
                sum(word[0].isupper() for word in lettered) / len(lettered),
                sum(word.isupper() and len(word) > 1 for word in lettered) / len(lettered),
                sum(map(str.isdigit, text)) / max(len(text), 1),
                text.count(","),
                text.endswith((".", "?", "!")),
                text[:1].islower(),
                text.endswith(("-", "\u00ad", "‐")),
                sum(word.casefold() in _SMALL_WORDS for word in words) / max(len(words), 1),
                is_label,
                is_keywords,
                PART.match(bare) is not None,
                is_heading,
                LICENCE.search(text) is not None,
                min(behind_label, 80) if first_label else -1,
                min(behind_keywords, 80),
                min(behind_heading, 80),
                (line.baseline - largest_at) / (bottom - top),
                is_cover,
                *(cue.search(text) is not None for cue in _CUES),
            ]
        )
    return result
