"""Mining hard negatives, against a search that looks at every pair."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from training.sampling import mining
from training.sampling.mining import NONE, MiningPool, MiningQuery, mine


def unit(count: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, 6)).astype(np.float32)
    found: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found


def pool_of(count: int = 40) -> MiningPool:
    numbers = np.random.default_rng(1).permutation(500)[:count].astype(np.int64)
    return MiningPool(numbers, unit(count, 2).astype(np.float16))


def by_hand(
    row: NDArray[np.float32],
    query: MiningQuery,
    pool: MiningPool,
    *,
    depth: int,
    limit: float,
    skip: int,
) -> list[int]:
    scores = {
        int(number): float(row @ paper.astype(np.float32))
        for number, paper in zip(pool.numbers, pool.rows, strict=True)
    }
    known = [scores[paper] for paper in query.positives if paper in scores]
    most = min((score * limit if score > 0 else score for score in known), default=np.inf)
    barred = {*query.positives, *query.excluded}
    fair = [(-s, n) for n, s in scores.items() if s <= most and n not in barred]
    return [number for _, number in sorted(fair)][skip : skip + depth]


@given(
    positives=st.sets(st.integers(0, 39), max_size=3),
    excluded=st.sets(st.integers(0, 39), max_size=10),
    limit=st.floats(0.3, 1.0),
    skip=st.integers(0, 3),
)
def test_the_negatives_are_those_that_looking_at_every_paper_finds(
    positives: set[int], excluded: set[int], limit: float, skip: int
) -> None:
    pool = pool_of()
    numbers = [int(number) for number in pool.numbers]
    query = MiningQuery([numbers[at] for at in positives], [numbers[at] for at in excluded])
    row = unit(1, 3)
    found = mine(row, [query], pool, depth=5, limit=limit, skip=skip)[0]
    expected = by_hand(row[0], query, pool, depth=5, limit=limit, skip=skip)
    assert [int(number) for number in found if number != NONE] == expected


def test_a_query_with_too_few_fair_papers_gets_fewer_and_the_rest_is_marked() -> None:
    pool = pool_of(6)
    numbers = [int(number) for number in pool.numbers]
    found = mine(unit(1, 3), [MiningQuery([], numbers[:4])], pool, depth=8)[0]
    assert sorted(found[found != NONE]) == sorted(numbers[4:])
    assert (found == NONE).sum() == 6


def test_papers_outside_the_pool_are_passed_over() -> None:
    pool = pool_of()
    found = mine(unit(2, 3), [MiningQuery([9_999], [-5]), MiningQuery([])], pool, depth=3)
    assert found.shape == (2, 3)
    assert (found != NONE).all()


def test_many_queries_are_answered_as_each_alone() -> None:
    pool, rows = pool_of(), unit(600, 4)
    queries = [MiningQuery([int(pool.numbers[at % 40])]) for at in range(600)]
    together = mine(rows, queries, pool, depth=4)
    for at in (0, 255, 256, 599):
        alone = mine(rows[at : at + 1], [queries[at]], pool, depth=4)
        assert (together[at] == alone[0]).all()


def test_a_pool_too_large_for_the_device_is_mined_on_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, query, row = pool_of(), MiningQuery(set()), unit(1, 3)
    mined, tried = mining._mined, []

    def short_of_memory(*args: Any, **options: Any) -> NDArray[np.int64]:  # noqa: ANN401
        tried.append(args[-1])
        if args[-1] != "cpu":
            raise torch.OutOfMemoryError
        return mined(*args, **options)

    expected = mine(row, [query], pool, depth=5)
    monkeypatch.setattr(mining, "_mined", short_of_memory)
    assert (mine(row, [query], pool, depth=5, device="cuda:0") == expected).all()
    assert tried == ["cuda:0", "cpu"]
