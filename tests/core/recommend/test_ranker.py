from __future__ import annotations

import subprocess
import sys

import lightgbm
import numpy as np
import pytest

from core.base.records import PaperNumber
from core.recommend.ranker import Ranker, shipped_ranker
from core.recommend.signals import SignalTable, get_group

NAMES = ("words.score", "vectors.cosine", "repeat.cited")


def table(rows: int = 40, **columns: np.ndarray) -> SignalTable:
    random = np.random.default_rng(0)
    made = {name: random.random(rows).astype(np.float32) for name in NAMES} | columns
    return SignalTable(tuple(PaperNumber(n) for n in range(1, rows + 1)), made)


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    """Trees that learned that what words and vectors like is cited."""
    random = np.random.default_rng(1)
    matrix = random.random((2_000, 3)).astype(np.float32)
    matrix[random.random((2_000, 3)) < 0.2] = np.nan
    cited = np.nan_to_num(matrix[:, 0] + matrix[:, 1]) > 1.0
    data = lightgbm.Dataset(matrix, cited.astype(np.float32))
    trees = lightgbm.train({"verbosity": -1, "objective": "binary"}, data, num_boost_round=30)
    return Ranker(trees.model_to_string(), NAMES, ([-2.0, 2.0], [0.1, 0.9]))


def test_better_signals_score_higher(ranker: Ranker) -> None:
    made = table(
        2,
        **{
            "words.score": np.array([0.95, 0.05], np.float32),
            "vectors.cosine": np.array([0.95, 0.05], np.float32),
        },
    )
    best, worst = ranker.scores(made)
    assert best > worst


def test_a_missing_signal_is_missing_and_not_nought(ranker: Ranker) -> None:
    known = table()
    unknown = SignalTable(known.papers, {"words.score": known.columns["words.score"]})
    as_nought = table(**{"vectors.cosine": np.zeros(40, np.float32)})
    assert np.isfinite(ranker.scores(unknown)).all()
    assert not np.allclose(ranker.scores(unknown), ranker.scores(as_nought))
    assert np.isnan(unknown.matrix(NAMES)[:, 1:]).all()


def test_chances_rise_with_the_score_and_end_with_the_curve(ranker: Ranker) -> None:
    chances = ranker.chances(np.array([-9.0, -2.0, 0.0, 2.0, 9.0]))
    assert chances.tolist() == pytest.approx([0.1, 0.1, 0.5, 0.9, 0.9])


def test_no_candidate_has_no_score(ranker: Ranker) -> None:
    nothing = SignalTable((), {})
    assert ranker.scores(nothing).shape == (0,)


def test_taking_rows_takes_papers_and_signals_alike() -> None:
    made = table(5)
    taken = made.taking([3, 0])
    assert taken.papers == (4, 1)
    assert np.array_equal(taken.matrix(NAMES), made.matrix(NAMES)[[3, 0]])


def test_the_shipped_ranker_knows_only_groups_of_signals_and_chances() -> None:
    shipped = shipped_ranker()
    groups = {get_group(name) for name in shipped.names}
    assert {"words", "vectors", "contexts", "cocitation", "mentions", "repeat"} <= groups
    chances = shipped.chances(np.linspace(-12, 12, 200))
    assert (np.diff(chances) >= 0).all()
    assert chances.min() >= 0
    assert chances.max() <= 1


def test_the_ranker_brings_none_of_the_libraries_that_it_does_not_use() -> None:
    told = (
        "import sys\n"
        "from core.recommend.ranker import usable_ranker\n"
        "assert usable_ranker() is not None\n"
        "heavy = {'sklearn', 'pandas', 'pyarrow', 'matplotlib', 'dask'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "import sklearn\n"  # and whoever needs one afterwards finds it
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
