"""The parameters of scoring, what is added to the trees, completion and presence."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import ValidationError

from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.library.store.citations import CitedInSentences
from core.recommend.citation_graph import FEATURES, CitationGraph, affinities, measure_completion
from core.recommend.named_papers import NamedPaper
from core.recommend.question import Coverage
from core.recommend.scoring import (
    PARAMETERS,
    Completion,
    FusedCurve,
    Presence,
    Ranked,
    Scorer,
    load_parameters,
    measure_nearness,
    save_parameters,
    score_meaning,
    score_profiles,
    shipped_parameters,
)
from core.recommend.signals import PROFILE, SignalTable

RESOURCES = Path(__file__).resolve().parents[3] / "resources" / "ranking"


# --- parameters


def test_parameters_are_one_file_of_which_parts_are_written(tmp_path: Path) -> None:
    file = tmp_path / PARAMETERS
    file.write_bytes((RESOURCES / PARAMETERS).read_bytes())
    save_parameters(file, presence=Presence(cited=2.00004, near=0.4, steepness=9.0))
    before, after = shipped_parameters(), load_parameters(file)
    assert after.presence == Presence(cited=2.0, near=0.4, steepness=9.0)
    assert after.model_copy(update={"presence": before.presence}) == before


def test_a_part_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / PARAMETERS
    file.write_bytes((RESOURCES / PARAMETERS).read_bytes())
    with pytest.raises(ValidationError):
        save_parameters(file, presence={"cited": 2.0})
    assert load_parameters(file) == shipped_parameters()


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


# --- completion


A, B, C, D, E = (PaperNumber(n) for n in range(1, 6))
FOUR = [(PaperNumber(citing), cited) for citing in (11, 12) for cited in (A, B, C)]
FOUR += [(PaperNumber(13), cited) for cited in (A, D)] + [(PaperNumber(14), E)]
ROWS = {A: (1.0, 0.0), B: (0.8, 0.6), C: (0.0, 1.0)}


def graph(citations: Sequence[tuple[PaperNumber, PaperNumber]] = FOUR) -> CitationGraph:
    nothing = np.zeros(0, np.int64)
    return CitationGraph(np.array(citations, np.int64), CitedInSentences(nothing, nothing, nothing))


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


@pytest.mark.parametrize(("without", "lift"), [(None, np.log(2)), (PaperNumber(13), 0.0)])
def test_a_library_where_one_paper_cites_or_none(without: PaperNumber | None, lift: float) -> None:
    lone = graph([(PaperNumber(13), paper) for paper in (A, D)])
    table = measure_completion([D], [A], lone, vectors_of, {}, without=without)
    assert table[0, FEATURES.index("lift.mean")] == pytest.approx(lift)


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
    presence, surest = shipped_parameters().presence, 0.9
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
