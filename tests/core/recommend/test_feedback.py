from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.recommend.context import Passage
from core.recommend.feedback import CHOSEN, REFUSED, Rows, adjust
from core.recommend.question import Question

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


def asked(*, chosen: Sequence[int] = (), refused: Sequence[int] = ()) -> Question:
    return Question(
        passage=Passage(sentence="Peat is acid."),
        chosen=frozenset(map(PaperNumber, chosen)),
        refused=frozenset(map(PaperNumber, refused)),
    )


def listed(*chances: float) -> list[tuple[PaperNumber, float]]:
    return [(PaperNumber(number), chance) for number, chance in enumerate(chances, start=1)]


# Papers 1 to 5 have nothing in common but 2, which is like 9.
VECTORS = {number: axis(number) for number in (1, 3, 4, 5, 9)} | {2: axis(2, 9, 0.8)}


def test_nothing_changes_without_a_verdict() -> None:
    ranked = listed(0.9, 0.5, 0.1)
    assert adjust(ranked, asked(), stored(VECTORS)) == ranked
    assert adjust([], asked(refused=[9]), stored(VECTORS)) == []


def test_a_paper_like_a_refused_one_sinks_and_the_others_keep_their_chances() -> None:
    ranked = listed(0.5, 0.49, 0.3, 0.2, 0.1)
    after = adjust(ranked, asked(refused=[9]), stored(VECTORS))
    expected = 1 / (1 + math.exp(-(math.log(0.49 / 0.51) - REFUSED * 0.8)))
    assert dict(after) == pytest.approx({1: 0.5, 2: expected, 3: 0.3, 4: 0.2, 5: 0.1})
    assert [paper for paper, _ in after] == [1, 3, 4, 2, 5]


def test_a_paper_like_a_chosen_one_rises() -> None:
    after = adjust(listed(0.5, 0.49, 0.3), asked(chosen=[9]), stored(VECTORS))
    assert [paper for paper, _ in after] == [2, 1, 3]
    assert after[0][1] == pytest.approx(1 / (1 + math.exp(-(math.log(0.49 / 0.51) + CHOSEN * 0.8))))


def test_the_nearest_verdict_counts_however_many_there_are() -> None:
    one = adjust(listed(0.5, 0.49, 0.3, 0.2), asked(refused=[9]), stored(VECTORS))
    many = {**VECTORS, 11: axis(11), 12: axis(12)}
    several = adjust(listed(0.5, 0.49, 0.3, 0.2), asked(refused=[9, 11, 12]), stored(many))
    assert several == one


def test_what_was_decided_upon_keeps_its_own_chance() -> None:
    vectors = {**VECTORS, 1: VECTORS[2], 3: VECTORS[2]}
    after = dict(adjust(listed(0.4, 0.3, 0.2), asked(chosen=[1], refused=[9]), stored(vectors)))
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
    assert adjust(ranked, asked(refused=[9]), stored(vectors)) == ranked


def test_the_move_is_bounded_and_certain_chances_stay_chances() -> None:
    vectors = {**VECTORS, 2: axis(9)}
    after = dict(adjust(listed(1.0, 1.0, 0.0, 0.5), asked(refused=[9]), stored(vectors)))
    assert 0 < after[PaperNumber(2)] < 1
    assert after[PaperNumber(1)] == 1.0
    assert after[PaperNumber(3)] == 0.0


def test_random_lists_come_back_whole_sorted_and_within_the_bound() -> None:
    random = np.random.default_rng(5)
    vectors = {number: random.normal(size=DIMENSION).astype(np.float32) for number in range(40)}
    vectors = {number: row / np.linalg.norm(row) for number, row in vectors.items()}
    before = sorted(random.uniform(0.01, 0.99, 30), reverse=True)
    ranked = [(PaperNumber(number), float(chance)) for number, chance in enumerate(before)]
    after = adjust(ranked, asked(chosen=[31, 32], refused=[33]), stored(vectors))
    assert {paper for paper, _ in after} == {paper for paper, _ in ranked}
    assert [chance for _, chance in after] == sorted((c for _, c in after), reverse=True)
    was = dict(ranked)
    for paper, chance in after:
        moved = math.log(chance / (1 - chance)) - math.log(was[paper] / (1 - was[paper]))
        assert -REFUSED <= moved <= CHOSEN
    assert after != ranked
