from __future__ import annotations

import numpy as np
import pytest
import torch

from tools.lab.scale.arrays import Ints
from tools.lab.scale.candidates import KEPT, WEIGHTS, first_lists
from tools.lab.scale.texts import Pool

PAPERS, POOL, ASKED, DEPTH = 30, 25, 7, 6


def drawn(pool_size: int = POOL) -> tuple[Ints, dict[str, torch.Tensor], torch.Tensor, Pool]:
    torch.manual_seed(0)
    papers = torch.nn.functional.normalize(torch.randn(PAPERS, 8), dim=1)
    pool = Pool.of(torch.randperm(PAPERS)[:pool_size], PAPERS)
    vectors = {form: torch.randn(ASKED, 8) for form in WEIGHTS}
    words = np.stack([np.random.default_rng(at).permutation(pool_size)[:DEPTH] for at in range(7)])
    return words, vectors, papers, pool


def slow(
    words: Ints, vectors: dict[str, torch.Tensor], papers: torch.Tensor, pool: Pool, row: int
) -> dict[int, float]:
    """What each paper of the pool is worth for a question."""
    members = pool.rows.tolist()
    worth = dict.fromkeys(members, 0.0)
    for form, weight in WEIGHTS.items():
        cosines = papers[members] @ vectors[form][row]
        for rank, at in enumerate(cosines.argsort(descending=True).tolist(), start=1):
            worth[members[at]] += weight / (60 + rank)
    for rank, at in enumerate(words[row].tolist(), start=1):
        worth[members[at]] += 1.7 / (60 + rank)
    return worth


def test_lists_are_those_of_reciprocal_ranks() -> None:
    words, vectors, papers, pool = drawn()
    nothing = [np.array([], np.int64)] * ASKED
    lists = first_lists(words, vectors, papers, pool, nothing)
    assert lists.shape == (ASKED, POOL - 1)
    for row in range(ASKED):
        worth = slow(words, vectors, papers, pool, row)
        expected = sorted(worth.values(), reverse=True)[: POOL - 1]
        assert [worth[paper] for paper in lists[row].tolist()] == pytest.approx(expected)


def test_a_manuscript_is_not_in_its_own_list() -> None:
    words, vectors, papers, pool = drawn()
    nothing = [np.array([], np.int64)] * ASKED
    before = first_lists(words, vectors, papers, pool, nothing)
    outside = sorted(set(range(PAPERS)) - set(pool.rows.tolist()))[:1]
    itself = [before[row, :1] for row in range(ASKED - 1)] + [np.array(outside)]
    lists = first_lists(words, vectors, papers, pool, itself)
    for row in range(ASKED - 1):
        assert itself[row][0] not in lists[row]
        assert lists[row, :5].tolist() == before[row, 1:6].tolist()
    assert lists[-1].tolist() == before[-1].tolist()


def test_a_large_pool_gives_as_many_as_are_kept() -> None:
    papers = torch.nn.functional.normalize(torch.randn(400, 8), dim=1)
    pool = Pool.of(torch.arange(300), 400)
    vectors = {form: torch.randn(2, 8) for form in WEIGHTS}
    nothing = [np.array([], np.int64)] * 2
    lists = first_lists(np.zeros((2, 1), np.int64), vectors, papers, pool, nothing)
    assert lists.shape == (2, KEPT)
