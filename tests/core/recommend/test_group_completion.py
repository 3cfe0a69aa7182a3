"""What the papers cited in a sentence already say of the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.store.citations import CitedInSentences
from core.recommend.affinity import affinities
from core.recommend.citation_graph import CitationGraph
from core.recommend.completion import FEATURES, Completion, completing, shipped_completion

A, B, C, D, E = (PaperNumber(n) for n in range(1, 6))
FOUR = [(PaperNumber(citing), cited) for citing in (11, 12) for cited in (A, B, C)]
FOUR += [(PaperNumber(13), cited) for cited in (A, D)] + [(PaperNumber(14), E)]
ROWS = {A: (1.0, 0.0), B: (0.8, 0.6), C: (0.0, 1.0)}


def graph() -> CitationGraph:
    nothing = np.zeros(0, np.int64)
    return CitationGraph(np.array(FOUR, np.int64), CitedInSentences(nothing, nothing, nothing))


def rows(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
    return np.array([ROWS.get(paper, (np.nan, np.nan)) for paper in papers], np.float32)


def features(
    candidates: Sequence[PaperNumber],
    given: Sequence[PaperNumber],
    years: dict[PaperNumber, int | None] | None = None,
    without: PaperNumber | None = None,
) -> dict[str, list[float]]:
    found = completing(candidates, given, graph(), rows, years or {}, without=without)
    assert found.shape == (len(candidates), len(FEATURES))
    assert np.isfinite(found).all()
    return dict(zip(FEATURES, found.T.tolist(), strict=True))


def test_each_feature_says_how_a_candidate_fits_to_those_given() -> None:
    found = features([C, D, E], [A, B])
    near = affinities([C, D, E], [A, B], graph(), rows, without=None)
    assert found["affinity.mean"] == pytest.approx(near.mean(axis=1).tolist())
    assert found["affinity.best"] == pytest.approx(near.max(axis=1).tolist())
    # Two of the four citing papers cite C and A; A is cited by three, B and C by two.
    beside_a, beside_b = np.log1p(2 * 4 / (2 * 3)), np.log1p(2 * 4 / (2 * 2))
    assert found["lift.mean"] == pytest.approx(
        [(beside_a + beside_b) / 2, np.log1p(4 / 3) / 2, 0.0]
    )
    assert found["cosine.mean"] == pytest.approx([0.3, 0, 0])
    assert found["cosine.best"] == pytest.approx([0.6, 0, 0])


def test_what_the_manuscript_cites_itself_says_nothing() -> None:
    assert features([D], [A])["lift.mean"] != [0.0]
    assert features([D], [A], without=PaperNumber(13))["lift.mean"] == [0.0]


def test_an_unknown_year_is_as_far_off_as_the_others() -> None:
    years = {A: 2010, B: 2014, C: 2012, D: None, E: 1950}
    assert features([C, D, E], [A, B], years)["years.mean"] == [2, 11, 20]
    assert features([C, E], [A, B])["years.mean"] == [0, 0]
    assert features([D], [A], {A: 2010})["years.mean"] == [0]


def test_odds_weigh_chances_and_features() -> None:
    weights = Completion(2.0, (0.5, *[0.0] * (len(FEATURES) - 1)))
    table = np.zeros((3, len(FEATURES)))
    table[2, 0] = 3.0
    odds = weights.odds(np.array([0.5, 0.9, 0.5]), table)
    assert odds.tolist() == pytest.approx([0.0, 2 * np.log(9), 1.5])
    assert np.isfinite(weights.odds(np.array([0.0, 1.0, 0.5]), table)).all()


def test_the_shipped_weights_raise_what_is_cited_with_and_like_those_given() -> None:
    weights = shipped_completion()
    assert 0.5 < weights.chance <= 1
    signs = dict(zip(FEATURES, weights.weights, strict=True))
    assert signs.pop("years.mean") < 0
    assert all(weight > 0 for weight in signs.values())
    alike = np.array([0.2, 0.2])
    found = weights.odds(alike, completing([D, C], [A, B], graph(), rows, {}, without=None))
    assert found[1] > found[0]
