"""What nearness in meaning adds to the ranker's log-odds."""

from __future__ import annotations

import numpy as np
import pytest

from core.recommend.meaning import WEIGHT, by_meaning
from core.recommend.signals import PROFILE

OF_THREE = WEIGHT * 3 / 13
"""What a standard deviation counts among three candidates: half of it would take ten."""


def column(*cosines: float) -> np.ndarray:
    return np.array(cosines, np.float32)


def test_a_candidate_gains_by_its_standard_deviations_above_the_others() -> None:
    found = by_meaning({"vectors.sentence": column(0.6, 0.2, 0.4)})
    assert found == pytest.approx(OF_THREE * np.array([1.5, -1.5, 0]) / np.sqrt(1.5), abs=1e-6)


def test_the_fewer_are_compared_the_less_a_deviation_counts() -> None:
    cosines = np.linspace(0, 1, 400)
    deviations = (cosines - cosines.mean()) / cosines.std()
    for step in (1, 20, 40):
        some = cosines[::step]
        spread = (some - some.mean()) / some.std()
        found = by_meaning({"vectors.sentence": column(*some)})
        assert found == pytest.approx(WEIGHT * spread * len(some) / (len(some) + 10), abs=1e-4)
    every = by_meaning({"vectors.sentence": column(*cosines)})
    assert every == pytest.approx(WEIGHT * deviations, rel=0.03)


def test_forms_with_something_around_the_sentence_count_instead_of_the_sentence_alone() -> None:
    columns = {
        "vectors.sentence": column(0.1, 0.9, 0.2),
        "vectors.neighbours": column(0.9, 0.1, 0.2),
        "vectors.title and sentence": column(0.8, 0.2, 0.2),
        "vectors.title and abstract": column(0.1, 0.9, 0.9),
    }
    both = [{name: columns[name]} for name in ("vectors.neighbours", "vectors.title and sentence")]
    assert by_meaning(columns) == pytest.approx(np.mean([by_meaning(each) for each in both], 0))


def test_a_paper_without_a_vector_counts_as_one_of_the_middle() -> None:
    found = by_meaning({"vectors.sentence": column(0.6, np.nan, 0.2, 0.4)})
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
    assert not np.any(by_meaning(columns))


def test_too_few_vectors_add_nothing() -> None:
    assert not by_meaning({"vectors.sentence": column(0.6, 0.2, np.nan, np.nan)}).any()


def test_it_adds_less_the_more_candidates_have_a_profile() -> None:
    columns = {"vectors.sentence": column(0.6, 0.2, 0.4, 0.3)}
    alone = by_meaning(columns)
    half = by_meaning({**columns, PROFILE: column(0.5, np.nan, 0.2, np.nan)})
    assert half == pytest.approx(alone / 2)
    assert not np.any(by_meaning({**columns, PROFILE: column(0.5, 0.1, 0.2, 0.3)}))
