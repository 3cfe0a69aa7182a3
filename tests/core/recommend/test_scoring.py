"""How candidates are scored: trees, what is added to them, and what moves their chances."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import lightgbm
import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import ValidationError

from core.base.records import PLAUSIBLE, STRONG, Paper, PaperNumber, Recommendation, Suggestion
from core.library.store.citations import CitedInSentences
from core.recommend.citation_graph import CitationGraph, Rows, affinities
from core.recommend.named_papers import NamedPaper
from core.recommend.question import Coverage
from core.recommend.reranking import STAGE, Reading
from core.recommend.scoring import (
    FEATURES,
    PARAMETERS,
    Completion,
    Curve,
    FusedCurve,
    Presence,
    Ranked,
    ReadingWeights,
    RerankWeights,
    Scorer,
    Trees,
    combine_readings,
    load_parameters,
    measure_completion,
    measure_nearness,
    reorder_recommendation,
    save_parameters,
    score_meaning,
    score_profiles,
    shipped_parameters,
    shipped_trees,
)
from core.recommend.signals import PROFILE, SignalTable, get_group

RESOURCES = Path(__file__).resolve().parents[3] / "resources" / "ranking"


# --- parameters


def test_parameters_are_one_file_of_which_parts_are_written(tmp_path: Path) -> None:
    file = tmp_path / PARAMETERS
    file.write_bytes((RESOURCES / PARAMETERS).read_bytes())
    save_parameters(file, presence=Presence(cited=2.00004, near=0.4, steepness=9.0))
    before, after = shipped_parameters(), load_parameters(file)
    assert after.presence == Presence(cited=2.0, near=0.4, steepness=9.0)
    assert after.model_copy(update={"presence": before.presence}) == before


def test_a_file_with_a_part_too_many_or_missing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / PARAMETERS
    stored = json.loads((RESOURCES / PARAMETERS).read_text("utf-8"))
    for wrong in ({**stored, "more": 1}, {k: v for k, v in stored.items() if k != "curve"}):
        file.write_text(json.dumps(wrong), encoding="utf-8")
        with pytest.raises(ValidationError):
            load_parameters(file)


def test_fused_scores_have_a_chance_by_stages_that_falls_with_the_rank() -> None:
    curve = FusedCurve(bias=-2.0, score=3.0, rank=-1.0)
    assert curve.chance(0.5, 1) == pytest.approx(1 / (1 + math.exp(0.5)))
    fused = [(PaperNumber(n), 0.5) for n in (3, 1, 2)]
    for stages in (("words",), ("words", "vectors")):
        ranked = Scorer().rank_fused(fused, stages)
        assert (ranked.papers, ranked.stages) == ((3, 1, 2), stages)
        assert (np.diff(ranked.chances) < 0).all()


def test_only_new_papers_are_less_likely_where_the_library_lacks_what_is_needed() -> None:
    chances = np.array([0.5, 0.4])
    ranked = Ranked((PaperNumber(1), PaperNumber(2)), chances, chances, ())
    assert Scorer().multiply_new(ranked, [False, True], 0.5).chances.tolist() == [0.5, 0.2]
    assert Scorer().estimate_presence(None, None) == 1.0


def test_completing_a_group_moves_papers_and_leaves_the_chances_of_the_ranks() -> None:
    chances = np.array([0.5, 0.4, 0.3])
    ranked = Ranked(tuple(map(PaperNumber, (1, 2, 3))), chances, chances, ())
    features = np.zeros((3, len(FEATURES)))
    features[2] = 1.0
    after = Scorer().complete_group(ranked, features)
    assert after.papers == (3, 1, 2)
    assert after.chances.tolist() == chances.tolist()


def test_a_named_paper_rises_by_the_chance_that_it_is_meant() -> None:
    chances = np.array([0.5, 0.4, 0.3])
    papers = tuple(map(PaperNumber, (1, 2, 3)))
    ranked = Ranked(papers, np.array([2.0, 1.0, 0.0]), chances, ())
    assert Scorer().raise_named(ranked, ()) is ranked
    after = Scorer().raise_named(ranked, [NamedPaper(papers[2], "name", "MOOR", 0, 0.9)])
    assert after.papers == (3, 1, 2)
    assert after.chances.tolist() == pytest.approx([1 - 0.7 * 0.1, 0.5, 0.4])
    risen = math.log(0.93 / 0.07) - math.log(0.3 / 0.7)
    assert after.scores.tolist() == pytest.approx([risen, 2.0, 1.0])


def test_papers_that_one_phrase_may_mean_share_its_certainty() -> None:
    chances = np.array([0.5, 0.5, 0.2])
    papers = tuple(map(PaperNumber, (1, 2, 3)))
    ranked = Ranked(papers, chances, chances, ())
    namings = [NamedPaper(paper, "name", "MOOR", 0, 0.8) for paper in papers[1:]]
    after = Scorer().raise_named(ranked, namings)
    assert after.papers == (2, 1, 3)
    shares = (0.8 * 1 / 1.25, 0.8 * 0.25 / 1.25)  # the odds are 1 and 1/4
    assert after.chances.tolist() == pytest.approx(
        [1 - 0.5 * (1 - shares[0]), 0.5, 1 - 0.8 * (1 - shares[1])]
    )


def test_papers_that_are_left_out_are_taken_from_the_ranking() -> None:
    chances = np.array([0.5, 0.4, 0.3])
    ranked = Ranked(tuple(map(PaperNumber, (1, 2, 3))), chances, chances, ())
    left = ranked.without(frozenset([PaperNumber(2), PaperNumber(9)]))
    assert (left.papers, left.chances.tolist()) == ((1, 3), [0.5, 0.3])
    assert ranked.without(frozenset([PaperNumber(9)])) is ranked


# --- meaning and profiles


WEIGHT = 1.5
OF_THREE = WEIGHT * 3 / 13
"""What a standard deviation counts among three candidates: half of it would take ten."""


def column(*cosines: float) -> np.ndarray:
    return np.array(cosines, np.float32)


def test_a_candidate_gains_by_its_standard_deviations_above_the_others() -> None:
    found = score_meaning({"vectors.sentence": column(0.6, 0.2, 0.4)}, WEIGHT)
    assert found == pytest.approx(OF_THREE * np.array([1.5, -1.5, 0]) / np.sqrt(1.5), abs=1e-6)


def test_the_fewer_are_compared_the_less_a_deviation_counts() -> None:
    cosines = np.linspace(0, 1, 400)
    deviations = (cosines - cosines.mean()) / cosines.std()
    for step in (1, 20, 40):
        some = cosines[::step]
        spread = (some - some.mean()) / some.std()
        found = score_meaning({"vectors.sentence": column(*some)}, WEIGHT)
        assert found == pytest.approx(WEIGHT * spread * len(some) / (len(some) + 10), abs=1e-4)
    every = score_meaning({"vectors.sentence": column(*cosines)}, WEIGHT)
    assert every == pytest.approx(WEIGHT * deviations, rel=0.03)


def test_forms_with_something_around_the_sentence_count_instead_of_the_sentence_alone() -> None:
    columns = {
        "vectors.sentence": column(0.1, 0.9, 0.2),
        "vectors.neighbours": column(0.9, 0.1, 0.2),
        "vectors.title and sentence": column(0.8, 0.2, 0.2),
        "vectors.title and abstract": column(0.1, 0.9, 0.9),
    }
    both = [{name: columns[name]} for name in ("vectors.neighbours", "vectors.title and sentence")]
    assert score_meaning(columns, WEIGHT) == pytest.approx(
        np.mean([score_meaning(each, WEIGHT) for each in both], 0)
    )


def test_a_paper_without_a_vector_counts_as_one_of_the_middle() -> None:
    found = score_meaning({"vectors.sentence": column(0.6, np.nan, 0.2, 0.4)}, WEIGHT)
    assert found == pytest.approx(
        [*(OF_THREE * np.array([1.5, 0, -1.5]) / np.sqrt(1.5)), 0], abs=1e-6
    )


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"vectors.cited.best": column(0.9, 0.1, 0.5)},
        {"vectors.sentence": column(0.4, 0.4, 0.4)},
    ],
    ids=["no vectors", "no form of the question", "all equally near"],
)
def test_nothing_is_added_where_nothing_tells_candidates_apart(
    columns: dict[str, np.ndarray],
) -> None:
    assert not np.any(score_meaning(columns, WEIGHT))


def test_too_few_vectors_add_nothing() -> None:
    assert not score_meaning({"vectors.sentence": column(0.6, 0.2, np.nan, np.nan)}, WEIGHT).any()


def test_it_adds_less_the_more_candidates_have_a_profile() -> None:
    columns = {"vectors.sentence": column(0.6, 0.2, 0.4, 0.3)}
    alone = score_meaning(columns, WEIGHT)
    half = score_meaning({**columns, PROFILE: column(0.5, np.nan, 0.2, np.nan)}, WEIGHT)
    assert half == pytest.approx(alone / 2)
    assert not np.any(score_meaning({**columns, PROFILE: column(0.5, 0.1, 0.2, 0.3)}, WEIGHT))


def test_a_near_profile_lifts_and_a_far_or_missing_one_costs_nothing() -> None:
    found = score_profiles(np.array([0.9, 0.1, np.nan, 0.2, 0.0], np.float32), 0.5)
    spread = np.std([0.9, 0.1, 0.2, 0.0])
    assert found == pytest.approx([0.5 * (0.9 - 0.3) / spread, 0, 0, 0, 0], rel=1e-5)


@pytest.mark.parametrize("known", [[], [0.4, 0.5], [0.4, 0.4, 0.4]])
def test_too_few_or_equal_profiles_lift_nothing(known: list[float]) -> None:
    assert not score_profiles(np.array([*known, np.nan, np.nan], np.float32), 0.5).any()


# --- trees


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


# --- verdicts


CHOSEN, REFUSED = shipped_parameters().chosen, shipped_parameters().refused
DIMENSION = 16


def stored(vectors: Mapping[int, NDArray[np.float32]]) -> Rows:
    def rows(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        unknown = np.full(DIMENSION, np.nan, np.float32)
        found = [vectors.get(int(paper), unknown) for paper in papers]
        return np.array(found, np.float32).reshape(len(papers), DIMENSION)

    return rows


def axis(place: int, towards: int | None = None, share: float = 0.0) -> NDArray[np.float32]:
    row = np.zeros(DIMENSION, np.float32)
    row[place] = math.sqrt(1 - share**2)
    if towards is not None:
        row[towards] += share
    return row


def adjust(
    ranked: Sequence[tuple[PaperNumber, float]],
    rows: Rows,
    *,
    chosen: Sequence[int] = (),
    refused: Sequence[int] = (),
) -> list[tuple[PaperNumber, float]]:
    chances = np.array([chance for _, chance in ranked])
    before = Ranked(tuple(paper for paper, _ in ranked), chances, chances, ())
    sides = [frozenset(map(PaperNumber, side)) for side in (chosen, refused)]
    after = Scorer().apply_verdicts(before, *sides, rows)
    return list(zip(after.papers, after.chances.tolist(), strict=True))


def listed(*chances: float) -> list[tuple[PaperNumber, float]]:
    return [(PaperNumber(number), chance) for number, chance in enumerate(chances, start=1)]


# Papers 1 to 5 have nothing in common but 2, which is like 9.
VECTORS = {number: axis(number) for number in (1, 3, 4, 5, 9)} | {2: axis(2, 9, 0.8)}


def test_nothing_changes_without_a_verdict() -> None:
    ranked = listed(0.9, 0.5, 0.1)
    assert adjust(ranked, stored(VECTORS)) == ranked
    assert adjust([], stored(VECTORS), refused=[9]) == []


def test_a_paper_like_a_refused_one_sinks_and_the_others_keep_their_chances() -> None:
    ranked = listed(0.5, 0.49, 0.3, 0.2, 0.1)
    after = adjust(ranked, stored(VECTORS), refused=[9])
    expected = 1 / (1 + math.exp(-(math.log(0.49 / 0.51) - REFUSED * 0.8)))
    assert dict(after) == pytest.approx({1: 0.5, 2: expected, 3: 0.3, 4: 0.2, 5: 0.1})
    assert [paper for paper, _ in after] == [1, 3, 4, 2, 5]


def test_a_paper_like_a_chosen_one_rises() -> None:
    after = adjust(listed(0.5, 0.49, 0.3), stored(VECTORS), chosen=[9])
    assert [paper for paper, _ in after] == [2, 1, 3]
    assert after[0][1] == pytest.approx(1 / (1 + math.exp(-(math.log(0.49 / 0.51) + CHOSEN * 0.8))))


def test_the_nearest_verdict_counts_however_many_there_are() -> None:
    one = adjust(listed(0.5, 0.49, 0.3, 0.2), stored(VECTORS), refused=[9])
    many = {**VECTORS, 11: axis(11), 12: axis(12)}
    several = adjust(listed(0.5, 0.49, 0.3, 0.2), stored(many), refused=[9, 11, 12])
    assert several == one


def test_what_was_decided_upon_keeps_its_own_chance() -> None:
    vectors = {**VECTORS, 1: VECTORS[2], 3: VECTORS[2]}
    after = dict(adjust(listed(0.4, 0.3, 0.2), stored(vectors), chosen=[1], refused=[9]))
    assert after[PaperNumber(1)] == 0.4


@pytest.mark.parametrize(
    "vectors",
    [
        pytest.param({}, id="no vectors at all"),
        pytest.param({1: axis(1), 2: axis(2)}, id="none of the verdict"),
        pytest.param({9: axis(9)}, id="none of the list"),
    ],
)
def test_without_vectors_nothing_changes(vectors: Mapping[int, NDArray[np.float32]]) -> None:
    ranked = listed(0.5, 0.4)
    assert adjust(ranked, stored(vectors), refused=[9]) == ranked


def test_the_move_is_bounded_and_certain_chances_stay_chances() -> None:
    vectors = {**VECTORS, 2: axis(9)}
    after = dict(adjust(listed(1.0, 1.0, 0.0, 0.5), stored(vectors), refused=[9]))
    assert 0 < after[PaperNumber(2)] < 1
    assert after[PaperNumber(1)] == 1.0
    assert after[PaperNumber(3)] == 0.0


def test_random_lists_come_back_whole_sorted_and_within_the_bound() -> None:
    random = np.random.default_rng(5)
    vectors = {number: random.normal(size=DIMENSION).astype(np.float32) for number in range(40)}
    vectors = {number: row / np.linalg.norm(row) for number, row in vectors.items()}
    before = sorted(random.uniform(0.01, 0.99, 30), reverse=True)
    ranked = [(PaperNumber(number), float(chance)) for number, chance in enumerate(before)]
    after = adjust(ranked, stored(vectors), chosen=[31, 32], refused=[33])
    assert {paper for paper, _ in after} == {paper for paper, _ in ranked}
    assert [chance for _, chance in after] == sorted((c for _, c in after), reverse=True)
    was = dict(ranked)
    for paper, chance in after:
        moved = math.log(chance / (1 - chance)) - math.log(was[paper] / (1 - was[paper]))
        assert -REFUSED <= moved <= CHOSEN
    assert after != ranked


# --- completion


A, B, C, D, E = (PaperNumber(n) for n in range(1, 6))
FOUR = [(PaperNumber(citing), cited) for citing in (11, 12) for cited in (A, B, C)]
FOUR += [(PaperNumber(13), cited) for cited in (A, D)] + [(PaperNumber(14), E)]
ROWS = {A: (1.0, 0.0), B: (0.8, 0.6), C: (0.0, 1.0)}


def graph() -> CitationGraph:
    nothing = np.zeros(0, np.int64)
    return CitationGraph(np.array(FOUR, np.int64), CitedInSentences(nothing, nothing, nothing))


def vectors_of(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
    return np.array([ROWS.get(paper, (np.nan, np.nan)) for paper in papers], np.float32)


def features(
    candidates: Sequence[PaperNumber],
    given: Sequence[PaperNumber],
    years: dict[PaperNumber, int | None] | None = None,
    without: PaperNumber | None = None,
) -> dict[str, list[float]]:
    found = measure_completion(candidates, given, graph(), vectors_of, years or {}, without=without)
    assert found.shape == (len(candidates), len(FEATURES))
    assert np.isfinite(found).all()
    return dict(zip(FEATURES, found.T.tolist(), strict=True))


def test_each_feature_says_how_a_candidate_fits_to_those_given() -> None:
    found = features([C, D, E], [A, B])
    near = affinities([C, D, E], [A, B], graph(), vectors_of, without=None)
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
    weights = Completion(chance=2.0, weights=(0.5, *[0.0] * (len(FEATURES) - 1)))
    table = np.zeros((3, len(FEATURES)))
    table[2, 0] = 3.0
    odds = weights.odds(np.array([0.5, 0.9, 0.5]), table)
    assert odds.tolist() == pytest.approx([0.0, 2 * np.log(9), 1.5])
    assert np.isfinite(weights.odds(np.array([0.0, 1.0, 0.5]), table)).all()


def test_the_shipped_weights_raise_what_is_cited_with_and_like_those_given() -> None:
    weights = shipped_parameters().completion
    assert 0.5 < weights.chance <= 1
    signs = dict(zip(FEATURES, weights.weights, strict=True))
    assert signs.pop("years.mean") < 0
    assert all(weight > 0 for weight in signs.values())
    alike = np.array([0.2, 0.2])
    found = weights.odds(
        alike, measure_completion([D, C], [A, B], graph(), vectors_of, {}, without=None)
    )
    assert found[1] > found[0]


# --- presence


UNKNOWN = float("nan")


def make_cosines(**columns: list[float]) -> SignalTable:
    count = len(next(iter(columns.values())))
    named = {f"vectors.{name}": np.array(c, np.float32) for name, c in columns.items()}
    return SignalTable(tuple(PaperNumber(n) for n in range(1, count + 1)), named)


def test_a_share_follows_laplaces_rule_and_is_open_without_a_list() -> None:
    assert Coverage().share == 0.5
    assert Coverage(0, 127).share == pytest.approx(1 / 129)
    assert Coverage(30, 30).share == pytest.approx(31 / 32)


def test_a_sentence_finds_one_of_the_papers_it_cites() -> None:
    presence = Presence(cited=2, near=0.4, steepness=10)
    assert presence.chance(Coverage(), UNKNOWN) == pytest.approx(0.75)
    # Papers as near as usual say nothing, nor do nearer ones; farther ones do, in log-odds.
    assert presence.chance(Coverage(), 0.4) == pytest.approx(0.75)
    assert presence.chance(Coverage(), 0.9) == pytest.approx(0.75)
    assert presence.chance(Coverage(), 0.3) == pytest.approx(3 / (3 + np.e))


def test_more_references_and_nearer_papers_never_make_it_less_likely() -> None:
    presence = shipped_parameters().presence
    for near in (0.1, 0.4, 0.7, UNKNOWN):
        chances = [presence.chance(Coverage(linked, 40), near) for linked in range(41)]
        assert all(0 <= one <= other <= 1 for one, other in pairwise(chances))
        steps = [other - one for one, other in pairwise(chances)]
        assert near < 0.4 or max(steps) < 0.15
    for linked in (0, 4, 40):
        chances = [presence.chance(Coverage(linked, 40), near / 20) for near in range(20)]
        assert all(one <= other for one, other in pairwise(chances))
        assert chances[0] < chances[-1]


def test_a_paper_of_another_field_is_never_plausible() -> None:
    presence, surest = shipped_parameters().presence, 0.8
    for coverage in (Coverage(), Coverage(0, 40)):
        assert presence.chance(coverage, 0.2) * surest < PLAUSIBLE
    # Where half of the references are there and near papers too, what is strong stays strong.
    assert presence.chance(Coverage(20, 40), 0.6) * surest > STRONG
    assert presence.chance(Coverage(), 0.6) * surest > STRONG


def test_nearness_is_that_of_the_nearest_few() -> None:
    found = measure_nearness(
        make_cosines(sentence=[0.1, 0.5, np.nan, 0.2], neighbours=[0.3, 0.1, 0.7, np.nan])
    )
    assert found == pytest.approx((0.7 + 0.5 + 0.3) / 3)
    assert measure_nearness(make_cosines(sentence=[0.4, np.nan])) == pytest.approx(0.4)


@pytest.mark.parametrize(
    "unknown", [None, make_cosines(cited=[0.5]), make_cosines(sentence=[np.nan])]
)
def test_without_vectors_nothing_is_known_of_measure_nearness(unknown: SignalTable | None) -> None:
    assert np.isnan(measure_nearness(unknown))


# --- rerankers


def make_answer(*confidences: float) -> Recommendation:
    numbers = [PaperNumber(rank) for rank in range(1, len(confidences) + 1)]
    return Recommendation(
        text="It works.",
        sentence=3,
        suggestions=tuple(
            Suggestion(
                rank=number,
                paper=Paper(number=number, ids=(f"p{number}",), title=f"Paper {number}"),
                score=confidence,
                confidence=confidence,
                cited="no",
                reasons=(),
            )
            for number, confidence in zip(numbers, confidences, strict=True)
        ),
        stages=("words",),
    )


def titles(answer: Recommendation) -> list[str]:
    return [each.paper.title for each in answer.suggestions]


def rerank(answer: Recommendation, scores: dict[str, float], *, depth: int = 32) -> Recommendation:
    """Let a reranker say these scores, and .1 of all other papers."""
    read = [scores.get(title, 0.1) for title in titles(answer)[:depth]]
    rows = np.arange(len(answer.suggestions))
    return reorder_recommendation(answer, Reading(rows, np.array(read, np.float32)))


def first_of(scores: NDArray[np.float32]) -> Reading:
    return Reading(np.arange(len(scores)), scores)


def test_what_is_cited_already_keeps_its_chance() -> None:
    rows = np.array([1, 3, 4])
    before = [0.9, 0.4, 0.3, 0.2, 0.1]
    after = combine_readings(before, Reading(rows, np.array([0.2, 0.8], np.float32)))
    assert after[[0, 2]].tolist() == [0.9, 0.3]
    assert not set(after[rows]) & set(before)


def test_a_chance_is_that_of_both_stages() -> None:
    scale = RerankWeights(
        read=ReadingWeights(bias=-1, first=0.5, reranker=2), unread=ReadingWeights(bias=0.25)
    )
    scores = np.array([0.2, 0.8], np.float32)  # log-odds of ∓ln 4, one deviation to either side
    chances = combine_readings([0.5, 0.3, 0.5], Reading(np.array([0, 2, 1]), scores), scale)
    by_hand = [-1 - 2, 0.25 + math.log(0.3 / 0.7), -1 + 2]
    assert chances == pytest.approx([1 / (1 + math.exp(-odds)) for odds in by_hand], abs=1e-6)


def test_without_scores_nothing_changes() -> None:
    assert combine_readings([0.3, 0.0, 1.0], first_of(np.zeros(0, np.float32))).tolist() == [
        0.3,
        0.0,
        1.0,
    ]


def test_a_chance_of_nothing_or_of_all_stays_a_chance() -> None:
    reading = first_of(np.array([1.0, 0.0], np.float32))
    assert np.isfinite(combine_readings([0.0, 1.0], reading)).all()


def test_scores_that_are_all_equal_say_nothing() -> None:
    scale = RerankWeights(read=ReadingWeights(reranker=3), unread=ReadingWeights())
    assert combine_readings(
        [0.4, 0.2], first_of(np.full(2, 0.7, np.float32)), scale
    ) == pytest.approx([0.4, 0.2])


def test_the_order_is_that_of_the_new_chances_and_nothing_is_lost() -> None:
    answer = rerank(make_answer(0.5, 0.45, 0.4, 0.35), {"Paper 3": 0.9})
    assert titles(answer) == ["Paper 3", "Paper 1", "Paper 2", "Paper 4"]
    assert [each.rank for each in answer.suggestions] == [1, 2, 3, 4]
    chances = [each.confidence for each in answer.suggestions]
    assert chances == sorted(chances, reverse=True)
    assert answer.stages == ("words", STAGE)
    assert answer.sentence == 3


def test_papers_that_were_not_read_stand_between_those_that_were() -> None:
    first = make_answer(0.6, 0.5, 0.4, 0.3)
    answer = rerank(first, {"Paper 2": 0.001}, depth=2)
    assert titles(answer) == ["Paper 1", "Paper 3", "Paper 4", "Paper 2"]
    unread = [each.confidence for each in answer.suggestions if each.paper.title == "Paper 3"]
    weights = shipped_parameters().reranking.unread
    odds = weights.bias + weights.first * math.log(0.4 / 0.6)
    assert unread == pytest.approx([1 / (1 + math.exp(-odds))])


def test_a_better_order_may_find_something_convincing() -> None:
    first = make_answer(*[0.29] * 8)
    assert rerank(first, {"Paper 8": 0.99}).convincing
    assert not rerank(make_answer(*[0.01] * 2), {}).convincing


def test_an_empty_answer_stays_as_it_is() -> None:
    assert rerank(make_answer(), {}) == make_answer()


def test_the_shipped_weights_never_turn_the_first_order_round() -> None:
    scale = shipped_parameters().reranking
    assert scale.read.first > 0
    assert scale.unread.first > 0
    assert scale.read.reranker > 0
    assert scale.unread.reranker == 0
