"""What moved a score: each group of signals, by what it adds and what its loss would cost."""

from __future__ import annotations

import lightgbm
import numpy as np
import pytest

from core.base.records import PaperNumber
from core.recommend.influence import influences
from core.recommend.ranker import Ranker
from core.recommend.signals import SignalTable

NAMES = ("words.score", "words.rank", "vectors.cosine", "repeat.cited")


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    """Trees that learned that what words or vectors like is cited; the rest is noise."""
    random = np.random.default_rng(1)
    matrix = random.random((2_000, 4)).astype(np.float32)
    cited = matrix[:, 0] + matrix[:, 2] > 1.0
    matrix[random.random((2_000, 4)) < 0.2] = np.nan  # not known, whatever it is
    data = lightgbm.Dataset(matrix, cited.astype(np.float32))
    trees = lightgbm.train({"verbosity": -1, "objective": "binary"}, data, num_boost_round=30)
    return Ranker(trees.model_to_string(), NAMES, ([-2.0, 2.0], [0.1, 0.9]))


def table(*rows: tuple[float, float, float, float]) -> SignalTable:
    columns = zip(NAMES, np.array(rows, np.float32).T, strict=True)
    return SignalTable(tuple(PaperNumber(n) for n in range(1, len(rows) + 1)), dict(columns))


def test_what_likes_a_paper_raised_its_score(ranker: Ranker) -> None:
    by_words, by_vectors = influences(ranker, table((0.95, 0.5, 0.05, 0.5), (0.05, 0.5, 0.95, 0.5)))
    assert by_words["words"] > 0 > by_words["vectors"]
    assert by_vectors["vectors"] > 0 > by_vectors["words"]
    assert abs(by_words["repeat"]) < by_words["words"] / 3


def test_a_group_of_which_nothing_is_known_moved_nothing(ranker: Ranker) -> None:
    known, unknown = influences(ranker, table((0.9, 0.5, 0.9, 0.5), (0.9, 0.5, np.nan, 0.5)))
    assert (unknown["vectors"], known["vectors"] > 0) == (0.0, True)
    (alone,) = influences(ranker, SignalTable((PaperNumber(1),), {"words.score": np.ones(1)}))
    assert set(alone) == {"words"}


def test_it_follows_the_exact_values_of_the_trees(ranker: Ranker) -> None:
    random = np.random.default_rng(2)
    made = table(*random.random((200, 4)).tolist())
    exact = np.asarray(ranker._model.predict(made.matrix(NAMES), pred_contrib=True))[:, :-1]
    found = influences(ranker, made)
    for group, values in (("words", exact[:, :2].sum(axis=1)), ("vectors", exact[:, 2])):
        assert np.corrcoef([each[group] for each in found], values)[0, 1] > 0.95


def test_without_papers_there_is_nothing_to_tell(ranker: Ranker) -> None:
    assert influences(ranker, SignalTable((), {})) == []
