from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
import torch

from tools.lab.scale.arrays import Ints, Padded
from tools.lab.scale.candidates import KEPT, WEIGHTS, WordSearch, first_lists
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


def framed(*texts: str) -> Padded:
    """Texts of small letters as tokens 3, 4, ..., between 1 and 2."""
    rows = [np.array([1, *(ord(letter) - 94 for letter in text), 2]) for text in texts]
    return Padded.of(rows, 12, "cpu")


def by_hand(texts: Sequence[str], question: str) -> list[float]:
    """BM25 by its formula, with k1 1.2 and b .75."""
    mean = sum(map(len, texts)) / len(texts)
    scores = []
    for text in texts:
        total = 0.0
        for letter in question:
            having = sum(letter in other for other in texts)
            rarity = math.log1p((len(texts) - having + 0.5) / (having + 0.5))
            often = text.count(letter)
            total += rarity * often * 2.2 / (often + 1.2 * (0.25 + 0.75 * len(text) / mean))
        scores.append(total)
    return scores


def test_words_find_by_bm25(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.lab.scale.candidates._TOGETHER", 2)
    texts = ["abca", "bcd", "aad", "efgh", "abcdef"]
    questions = ["ad", "bb", "e"]
    ranks = WordSearch(framed(*texts), 40).first(framed(*questions), 3)
    assert ranks.shape == (3, 3)
    for row, question in enumerate(questions):
        scores = by_hand(texts, question)
        assert [scores[at] for at in ranks[row]] == pytest.approx(sorted(scores)[:-4:-1])


def test_words_find_no_more_papers_than_there_are() -> None:
    assert WordSearch(framed("ab", "cd"), 40).first(framed("a"), 60).shape == (1, 2)
