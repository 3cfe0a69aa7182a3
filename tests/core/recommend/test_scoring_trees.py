"""How the trees score candidates, and what of it each group of signals did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import lightgbm
import numpy as np
import pytest

from core.base.records import PaperNumber
from core.recommend.scoring import (
    Curve,
    Ranked,
    Scorer,
    Situation,
    Trees,
    shipped_parameters,
    shipped_trees,
)
from core.recommend.signals import PROFILE, UNTOLD, SignalTable, get_group

RESOURCES = Path(__file__).resolve().parents[3] / "resources" / "ranking"


NAMES = ("words.score", "vectors.cosine", "repeat.cited")


def random_table(rows: int = 40, **columns: np.ndarray) -> SignalTable:
    random = np.random.default_rng(0)
    made = {name: random.random(rows).astype(np.float32) for name in NAMES} | columns
    return SignalTable(tuple(PaperNumber(n) for n in range(1, rows + 1)), made)


@pytest.fixture(scope="module")
def trees() -> Trees:
    """Trees that learned that what words and vectors like is cited."""
    random = np.random.default_rng(1)
    matrix = random.random((2_000, 3)).astype(np.float32)
    matrix[random.random((2_000, 3)) < 0.2] = np.nan
    cited = np.nan_to_num(matrix[:, 0] + matrix[:, 1]) > 1.0
    data = lightgbm.Dataset(matrix, cited.astype(np.float32))
    model = lightgbm.train({"verbosity": -1, "objective": "binary"}, data, num_boost_round=30)
    return Trees(model.model_to_string(), NAMES)


def test_better_signals_score_higher(trees: Trees) -> None:
    made = random_table(
        2,
        **{
            "words.score": np.array([0.95, 0.05], np.float32),
            "vectors.cosine": np.array([0.95, 0.05], np.float32),
        },
    )
    best, worst = trees.scores(made)
    assert best > worst


def test_equal_trees_leave_the_order_to_meaning_and_profiles(trees: Trees) -> None:
    alike = {name: np.full(4, 0.5, np.float32) for name in NAMES}
    near = alike | {"vectors.sentence": np.array([0.1, 0.5, 0.3, 0.3], np.float32)}
    told = near | {PROFILE: np.array([0.2, 0.2, 0.2, 0.9], np.float32)}
    untold = told | {UNTOLD: np.array([0, 0, 0, 0.9], np.float32)}
    for columns, order in (
        (alike, (1, 2, 3, 4)),
        (near, (2, 3, 4, 1)),
        (told, (4, 1, 2, 3)),
        (untold, (1, 2, 3, 4)),
    ):
        table = SignalTable(tuple(map(PaperNumber, (1, 2, 3, 4))), columns)
        scorer = Scorer(trees)
        ranked = scorer.rank(table, ("trees",))
        assert (ranked.papers, ranked.stages) == (order, ("trees",))
        assert ranked.table is not None
        assert ranked.table.papers == order
        assert (np.diff(ranked.scores) <= 0).all()
        assert ranked.chances == pytest.approx(scorer.parameters.curve.interpolate(ranked.scores))


def test_what_is_known_around_a_question_moves_all_chances_alike() -> None:
    situation = Situation(ranges={"near": (0.0, 2.0), "far": (1.0, 3.0)}, bias=(0.0, 1.0, 0.0),
                          slope=(1.0, 0.0, 1.0))  # fmt: skip
    chances = np.array([0.5, 0.9])
    odds = np.log(chances / (1 - chances))

    def adjust(near: float, far: float) -> list[float]:
        columns = {"near": np.array([near, 9], np.float32), "far": np.array([far, 9], np.float32)}
        adjusted = situation.adjust(chances, columns)
        return np.log(adjusted / (1 - adjusted)).tolist()

    assert adjust(0.0, 1.0) == pytest.approx(odds)
    assert adjust(2.0, 1.0) == adjust(5.0, 0.0) == pytest.approx(odds + 1)
    assert adjust(1.0, np.nan) == pytest.approx(odds + 0.5)
    assert adjust(np.nan, 2.0) == pytest.approx(odds * 1.5)
    assert situation.adjust(chances, {"near": np.ones(2, np.float32)}) is chances
    certain = situation.adjust(np.array([0.0, 1.0]), {name: np.ones(2) for name in ("near", "far")})
    assert np.isfinite(np.log(certain / (1 - certain))).all()


def test_a_paper_is_less_likely_where_others_are_likely_too() -> None:
    rivalry = shipped_parameters().rivalry

    def weigh(*chances: float, is_foreign: bool = False) -> list[float]:
        every = np.ones(len(chances), bool)
        return rivalry.adjust(np.array(chances), every, is_foreign=is_foreign).tolist()

    alone, beside_another, beside_many = weigh(0.7, 0.1), weigh(0.7, 0.6), weigh(*[0.7] * 5)
    assert alone[0] > beside_another[0] > beside_many[0]
    assert weigh(0.7, 0.1, is_foreign=True)[0] < alone[0]
    assert weigh() == []
    far_down = weigh(*[0.7] * rivalry.count, *[0.7] * 100)[0]
    assert far_down == pytest.approx(weigh(*[0.7] * rivalry.count)[0])


def test_rivals_keep_the_order_and_what_is_cited_is_no_rival() -> None:
    chances = np.array([0.99, 0.8, 0.6, 0.59, 0.2, 0.01, 0.0])
    papers = tuple(map(PaperNumber, range(1, 8)))
    ranked = Ranked(papers, chances, chances, ())
    scorer = Scorer()
    one = scorer.weigh_rivals(ranked, (), is_foreign=False)
    other = scorer.weigh_rivals(ranked, papers[:1], is_foreign=False)
    for after in (one, other):
        assert after.papers == papers
        assert (np.diff(after.chances) <= 0).all()
        assert ((after.chances >= 0) & (after.chances <= 1)).all()
    assert (other.chances[1:6] > one.chances[1:6]).all()


def test_a_missing_signal_is_missing_and_not_nought(trees: Trees) -> None:
    known = random_table()
    unknown = SignalTable(known.papers, {"words.score": known.columns["words.score"]})
    as_nought = random_table(**{"vectors.cosine": np.zeros(40, np.float32)})
    assert np.isfinite(trees.scores(unknown)).all()
    assert not np.allclose(trees.scores(unknown), trees.scores(as_nought))
    assert np.isnan(unknown.matrix(NAMES)[:, 1:]).all()


def test_chances_rise_with_the_score_and_end_with_the_curve() -> None:
    curve = Curve(scores=(-2.0, 2.0), chances=(0.1, 0.9))
    chances = curve.interpolate(np.array([-9.0, -2.0, 0.0, 2.0, 9.0]))
    assert chances.tolist() == pytest.approx([0.1, 0.1, 0.5, 0.9, 0.9])


def test_no_candidate_has_no_score(trees: Trees) -> None:
    nothing = SignalTable((), {})
    assert trees.scores(nothing).shape == (0,)


def test_taking_rows_takes_papers_and_signals_alike() -> None:
    made = random_table(5)
    taken = made.taking([3, 0])
    assert taken.papers == (4, 1)
    assert np.array_equal(taken.matrix(NAMES), made.matrix(NAMES)[[3, 0]])


def test_the_shipped_ranker_knows_only_groups_of_signals_and_chances() -> None:
    groups = {get_group(name) for name in shipped_trees().names}
    assert {"words", "vectors", "contexts", "cocitation", "mentions", "repeat"} <= groups
    chances = shipped_parameters().curve.interpolate(np.linspace(-12, 12, 200))
    assert (np.diff(chances) >= 0).all()
    assert chances.min() >= 0
    assert chances.max() <= 1


def test_the_ranker_brings_none_of_the_libraries_that_it_does_not_use() -> None:
    told = (
        "import sys\n"
        "from core.recommend.scoring import load_usable_trees\n"
        "assert load_usable_trees() is not None\n"
        "heavy = {'sklearn', 'pandas', 'pyarrow', 'matplotlib', 'dask'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "import sklearn\n"  # and whoever needs one afterwards finds it
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()


INFLUENCE_NAMES = ("words.score", "words.rank", "vectors.cosine", "repeat.cited")


@pytest.fixture(scope="module")
def other_trees() -> Trees:
    """Trees that learned that what words or vectors like is cited; the rest is noise."""
    random = np.random.default_rng(1)
    matrix = random.random((2_000, 4)).astype(np.float32)
    cited = matrix[:, 0] + matrix[:, 2] > 1.0
    matrix[random.random((2_000, 4)) < 0.2] = np.nan  # not known, whatever it is
    data = lightgbm.Dataset(matrix, cited.astype(np.float32))
    model = lightgbm.train({"verbosity": -1, "objective": "binary"}, data, num_boost_round=30)
    return Trees(model.model_to_string(), INFLUENCE_NAMES)


def make_table(*rows: tuple[float, float, float, float]) -> SignalTable:
    columns = zip(INFLUENCE_NAMES, np.array(rows, np.float32).T, strict=True)
    return SignalTable(tuple(PaperNumber(n) for n in range(1, len(rows) + 1)), dict(columns))


def test_what_likes_a_paper_raised_its_score(other_trees: Trees) -> None:
    by_words, by_vectors = other_trees.measure_influence(
        make_table((0.95, 0.5, 0.05, 0.5), (0.05, 0.5, 0.95, 0.5))
    )
    assert by_words["words"] > 0 > by_words["vectors"]
    assert by_vectors["vectors"] > 0 > by_vectors["words"]
    assert abs(by_words["repeat"]) < by_words["words"] / 3


def test_a_group_of_which_nothing_is_known_moved_nothing(other_trees: Trees) -> None:
    known, unknown = other_trees.measure_influence(
        make_table((0.9, 0.5, 0.9, 0.5), (0.9, 0.5, np.nan, 0.5))
    )
    assert (unknown["vectors"], known["vectors"] > 0) == (0.0, True)
    (alone,) = other_trees.measure_influence(
        SignalTable((PaperNumber(1),), {"words.score": np.ones(1)})
    )
    assert set(alone) == {"words"}


def test_two_groups_share_what_the_score_gained(other_trees: Trees) -> None:
    papers = (PaperNumber(1), PaperNumber(2))
    columns = {name: np.array([0.9, 0.2], np.float32) for name in INFLUENCE_NAMES[1:3]}
    scores = other_trees.scores(SignalTable(papers, columns))
    (unmoved,) = other_trees.scores(SignalTable(papers[:1], {}))
    influences = other_trees.measure_influence(SignalTable(papers, columns))
    totals = [sum(by_group.values()) for by_group in influences]
    assert totals == pytest.approx(scores - unmoved)


def test_it_follows_the_exact_values_of_the_trees(other_trees: Trees) -> None:
    random = np.random.default_rng(2)
    made = make_table(*random.random((200, 4)).tolist())
    exact = np.asarray(other_trees._model.predict(made.matrix(INFLUENCE_NAMES), pred_contrib=True))[
        :, :-1
    ]
    found = other_trees.measure_influence(made)
    for group, values in (("words", exact[:, :2].sum(axis=1)), ("vectors", exact[:, 2])):
        assert np.corrcoef([each[group] for each in found], values)[0, 1] > 0.95


def test_without_papers_there_is_nothing_to_tell(other_trees: Trees) -> None:
    assert other_trees.measure_influence(SignalTable((), {})) == []
