"""The probability that a sentence needs a citation.

A linear model over hashed words says what a sentence looks like; a small network weighs that with
its position and the sentences around, also with the citations that they show.
``tools/lab/fitting/gaps.py`` fitted both on sentences whose markers had been cut out.
"""

from __future__ import annotations

import importlib.resources
import logging
import re
import threading
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.base.odds import convert_odds_to_chances
from core.base.records import NEEDS_CITATION, Manuscript
from core.manuscript.text.languages import main_language
from core.recommend.gap_features import (
    SILENT,
    GapLine,
    Seen,
    Signs,
    build_signs,
    scan_lines,
    split_lines,
    surrounds,
)
from core.recommend.own_work import OWN_WORK_ODDS, tells_own_work

logger = logging.getLogger(__name__)

SCALE = 32.0
"""The linear weights are stored as whole numbers of a 32nd."""

_UNLISTED_SOURCE = re.compile(
    r"[(\[][^()\[\]]*\b(?:pers(?:onal|\.) comm(?:unications?|s?\.)|unpublished"
    r"|in prep(?:aration|\.)|persönliche Mitteilung|communication personnelle"
    r"|comunicación personal)[^()\[\]]*[)\]]|\?\?",
    re.IGNORECASE,
)

Rows = NDArray[np.float32]

_KEPT = 2
"""Manuscripts of which the look is kept: gaps are found, then the reason of each is asked for."""


@dataclass(frozen=True, slots=True)
class Head:
    """A network with one hidden layer; its inputs are standardised first."""

    mean: Rows
    spread: Rows
    inner: Rows
    inner_bias: Rows
    outer: Rows
    outer_bias: Rows

    def logits(self, rows: Rows) -> Rows:
        """Return one logit a row."""
        hidden = np.maximum((rows - self.mean) / self.spread @ self.inner + self.inner_bias, 0)
        result: Rows = hidden @ self.outer + self.outer_bias
        return result


@dataclass(frozen=True, slots=True)
class GapModel:
    """The weights by bucket of the linear model, and the network above it."""

    weights: Rows
    head: Head


@dataclass(frozen=True, slots=True)
class Look:
    """A manuscript as the model sees it: its lines, their features, one logit a line.

    ``language`` is the code of the main language of the lines.
    """

    lines: list[GapLine]
    line_facts: Seen
    signs: Signs
    rows: Rows
    logits: Rows
    language: str


_looks: deque[tuple[Manuscript, GapModel, Look]] = deque(maxlen=_KEPT)
_looks_lock = threading.Lock()


def needs_citation(manuscript: Manuscript) -> list[float]:
    """Return for each sentence the chance, 0..1, that it needs a citation.

    Abstracts and acknowledgements do not cite: their sentences have the chance 0. So has one with
    half a bracket, for the other half, with its citation, may have been missed; one that names a
    source which no list has, a personal communication or "??"; and all where there are no weights.
    What the authors did themselves is less likely to need one than the model says.
    """
    fitted = model()
    if fitted is None or not manuscript.sentences:
        return [0.0] * len(manuscript.sentences)
    look = analyse_manuscript(manuscript, fitted)
    silent = [
        line.kind in SILENT or _may_cite(sentence.text)
        for line, sentence in zip(look.lines, manuscript.sentences, strict=True)
    ]
    own = np.array([tells_own_work(line.text, line.kind) for line in look.lines])
    chances = convert_odds_to_chances(look.logits - np.float32(OWN_WORK_ODDS) * own)
    return [float(chance) for chance in np.where(silent, 0.0, chances)]


def _may_cite(text: str) -> bool:
    return text.count("[") != text.count("]") or bool(_UNLISTED_SOURCE.search(text))


def knows_language(manuscript: Manuscript) -> bool:
    """Tell whether gaps are recognised in the manuscript's language: the model knows English.

    A text in which no language can be told counts as English.
    """
    return main_language([sentence.text for sentence in manuscript.sentences]) in {"", "en"}


def gap_sentences(
    manuscript: Manuscript,
    chances: Sequence[float],
    threshold: float = NEEDS_CITATION,
    dismissed: Collection[int] = frozenset(),
) -> list[int]:
    """Return the sentences that need a citation and have none, in reading order.

    ``dismissed`` are the positions of those of which a person said that they need none.
    """
    return [
        sentence.index
        for sentence, chance in zip(manuscript.sentences, chances, strict=True)
        if chance >= threshold and not sentence.markers and sentence.index not in dismissed
    ]


def analyse_manuscript(manuscript: Manuscript, fitted: GapModel) -> Look:
    """Look at a manuscript with at least one sentence, or return the look taken of it last.

    A look is of the whole text: one taken for each of its gaps would take minutes for a thesis.
    """
    with _looks_lock:
        for weighted, weights, look in _looks:
            if weighted is manuscript and weights is fitted:
                return look
    look = _new_look(manuscript, fitted)
    with _looks_lock:
        _looks.append((manuscript, fitted, look))
    return look


def _new_look(manuscript: Manuscript, fitted: GapModel) -> Look:
    lines = split_lines(manuscript)
    features = scan_lines(lines, f"{manuscript.title}. {manuscript.abstract}")
    signs = build_signs(lines, features)
    linear = np.bincount(signs.row, fitted.weights[signs.bucket], len(lines)).astype(np.float32)
    cited = np.array([line.cited for line in lines])
    rows = surrounds(lines, features, linear, cited)
    language = main_language([line.text for line in lines])
    return Look(lines, features, signs, rows, fitted.head.logits(rows), language)


@cache
def model() -> GapModel | None:
    """Return the fitted model, or ``None`` if its file is missing or damaged."""
    file = importlib.resources.files("resources") / "ranking" / "gaps.npz"
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            head = Head(*(stored[name].astype(np.float32) for name in Head.__dataclass_fields__))
            return GapModel(stored["weights"].astype(np.float32) / np.float32(SCALE), head)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        logger.error("The weights for gaps cannot be read: %s", error)
        return None
