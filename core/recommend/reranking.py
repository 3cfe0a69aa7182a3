"""The second stage: a cross-encoder reads the best candidates together with the question.

A cross-encoder scores (question, paper) pairs from the top of the ranking down until a depth or a
time is reached (Nogueira et al., 2020). ``scoring.combine_readings`` makes one chance of what it
says and that of the first stage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.base.records import RERANK_SECONDS
from core.recommend.context import Passage, joined

STAGE = "reranker"
DEPTH = 20
"""More gained nothing, see docs/quality.md."""
_AT_ONCE = 8
"""Pairs read between two looks at the clock: about a tenth of a second on a slow core."""

_SUREST = 9.0
"""Log-odds beyond which a chance is taken to be no surer: a curve may say 0 or 1."""

Chances = NDArray[np.float64]


class PairScorer(Protocol):
    """Whatever reads a question with papers: the model itself, or a process that holds it."""

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return a score in 0..1 for each (title, abstract): (papers,)."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How many papers are read at most, for how long, and whether nobody waits any more."""

    depth: int = DEPTH
    seconds: float = RERANK_SECONDS
    stop: Callable[[], bool] = _never


class Reading(NamedTuple):
    """What a reranker said of the new papers of a ranking.

    ``rows`` are all of these, best first, (new,); ``scores`` are of the first of them, (read,).
    """

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]

    @property
    def read_rows(self) -> NDArray[np.int64]:
        """The rows that were read: (read,)."""
        return self.rows[: len(self.scores)]

    @property
    def unread(self) -> NDArray[np.int64]:
        """The rows that were not."""
        return self.rows[len(self.scores) :]


def rows_to_read(cited: Sequence[bool]) -> NDArray[np.int64]:
    """Return the rows of a ranking that are not cited already: (new,)."""
    return np.flatnonzero(~np.asarray(cited, bool))


def asked_text(passage: Passage) -> str:
    """Return what a reranker reads of a question: "title. sentence", as it was trained."""
    title, sentence = passage.title, passage.sentence
    return f"{title}. {sentence}" if title and sentence else title or sentence


def asked_with_neighbours(passage: Passage) -> str:
    """Return the same and behind it the sentences before and after, which may be cut off."""
    return joined((asked_text(passage), *passage.before[-1:], *passage.after[:1]))


def read_scores(
    question: str, papers: Sequence[tuple[str, str]], scorer: PairScorer, effort: Effort
) -> NDArray[np.float32]:
    """Score (title, abstract) pairs from the first on until the effort is spent: (read,).

    The first few are read however long they take; the others only if there seems to be time.

    Raises:
        ModelError: the process that holds the model ended.
    """
    scores: list[NDArray[np.float32]] = []
    started, took = time.perf_counter(), 0.0
    for start in range(0, min(len(papers), effort.depth), _AT_ONCE):
        before = time.perf_counter()
        if effort.stop() or (scores and before - started + took > effort.seconds):
            break
        scores.append(scorer.score(question, papers[start : min(start + _AT_ONCE, effort.depth)]))
        took = time.perf_counter() - before
    return np.concatenate(scores) if scores else np.zeros(0, np.float32)


def standardize_scores(scores: NDArray[np.float32]) -> Chances:
    """Return the scores' log-odds in standard deviations from their mean: (read,).

    A loss over a question's candidates leaves level and spread of the scores open.
    """
    odds = log_odds(scores.astype(np.float64))
    spread = float(odds.std())
    return (odds - odds.mean()) / spread if spread > 1e-6 else np.zeros_like(odds)


def log_odds(chances: Chances) -> Chances:
    """Return ln(p / (1 - p)), at most ``_SUREST`` to either side."""
    with np.errstate(divide="ignore"):
        odds: Chances = np.clip(np.log(chances) - np.log1p(-chances), -_SUREST, _SUREST)
    return odds
