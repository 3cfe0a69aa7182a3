"""Answers and scores for the fitting of the scoring."""

from __future__ import annotations

import numpy as np

from core.recommend.citation_graph import FEATURES
from core.recommend.question import Coverage
from core.recommend.reranking import log_odds
from core.recommend.scoring import (
    Curve,
    Presence,
)
from tools.lab.fitting.scoring_answers import (
    Answer,
    Group,
    ReadAnswer,
)


def make_answers(count: int, seed: int = 0, situation: str = "all around it") -> list[Answer]:
    """Answers whose chance is the logistic function of their score; every third is known."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        scores = -np.sort(-random.normal(-2, 1.5, 40))
        right = random.random(40) < 1 / (1 + np.exp(-scores))
        new = np.arange(40) % 3 > 0
        made.append(Answer(situation, f"or:{number // 5}#{number}", scores, right, new))
    return made


TRUE = Presence(cited=2.0, near=0.4, steepness=20.0)
STRAIGHT = Curve(scores=(0.0, 1.0), chances=(0.0, 1.0))
"""Of which a score is the chance."""


def make_presence_answers(count: int = 1500) -> list[Answer]:
    """Return answers of libraries that hold what is needed as often as a known curve says."""
    draw = np.random.default_rng(0)
    answers = []
    for number in range(count):
        coverage = Coverage() if number % 3 == 0 else Coverage(int(draw.integers(0, 31)), 30)
        near = float(draw.normal(0.4, 0.15))
        chances = draw.random(10) * 0.6
        there = draw.random() < TRUE.chance(coverage, near)
        right = (draw.random(10) < chances) & there
        counts = coverage.linked, coverage.entries
        answers.append(Answer("made up", f"m{number}", chances, right, right, *counts, near))
    return answers


def make_groups(count: int = 120) -> list[Group]:
    """Return groups whose hidden paper is mostly the one with the best third feature."""
    draw = np.random.default_rng(0)
    answers = []
    for number in range(count):
        features = draw.random((30, len(FEATURES)))
        best = int(np.argmax(features[:, 2] + 0.1 * draw.random(30)))
        hidden = 99 if number % 20 == 7 else best + 1
        answers.append(
            Group(
                f"m{number // 3}#{number % 3}",
                hidden,
                np.arange(1, 31),
                np.full(30, 0.1),
                np.zeros(30),
                features,
            )
        )
    return answers


DEPTH = 20


def make_reading(number: int, *, useful: bool = True) -> ReadAnswer:
    """A query whose papers are cited with the log-odds first - 0.5 + 2 · a standardised normal."""
    random = np.random.default_rng(number)
    chances = np.sort(random.uniform(0.02, 0.6, DEPTH + 5))[::-1]
    said = random.standard_normal(DEPTH)
    said = (said - said.mean()) / said.std()
    odds = log_odds(chances)
    odds[:DEPTH] += 2 * said - 0.5
    cited = random.random(DEPTH + 5) < 1 / (1 + np.exp(-odds))
    heard = said if useful else random.standard_normal(DEPTH)
    # Level and spread of a reranker are its own.
    scores = 1 / (1 + np.exp(-(heard * 1.5 - 3)))
    rows = np.arange(DEPTH + 5)
    return ReadAnswer(f"m{number}#1", chances, rows, scores.astype(np.float32), cited, missed=1)


ROWS = [make_reading(number) for number in range(400)]
