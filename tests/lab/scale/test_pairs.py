"""Pairs that a cross-encoder learns from."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.lab.scale.small_runs import Learning
from tools.lab.scale.arrays import Padded
from tools.lab.scale.both import SHARES as BOTH_SHARES
from tools.lab.scale.pairs import SHARES as PAIRS_SHARES
from tools.lab.scale.pairs import list_scores
from tools.lab.scale.scoring import pair_scores
from tools.lab.scale.texts import FORMS, PAIR_FORMS


def test_every_form_of_a_question_has_a_share() -> None:
    assert BOTH_SHARES.keys() == FORMS.keys()
    assert PAIRS_SHARES.keys() == PAIR_FORMS.keys()
    for shares in (BOTH_SHARES, PAIRS_SHARES):
        assert sum(shares.values()) == pytest.approx(1)


def test_a_batch_holds_a_cited_paper_of_each_question_and_no_known_negative(
    learning: Learning,
) -> None:
    rows, cited = learning.train.usable()[:3], learning.train.cited
    papers = learning.both().draw_papers(torch.from_numpy(rows)).numpy()
    assert len(papers) == len(set(papers.tolist()))
    assert all(np.isin(cited[row], papers).any() for row in rows)
    one = learning.both().draw_papers(torch.from_numpy(rows[:1])).numpy()
    others = np.setdiff1d(one, cited[rows[0]])
    assert 0 < len(others) <= 2
    known = learning.train.known_papers[int(learning.train.manuscript[rows[0]])]
    assert not np.isin(others, known).any()


def test_a_list_has_its_cited_papers_first_and_none_cited_before(learning: Learning) -> None:
    pairs, train = learning.pairs(size=10), learning.train
    later = [row for row in train.usable().tolist() if len(train.earlier[row])]
    assert later
    for row in later[:40]:
        papers, cited = pairs.draw_list(row)
        assert len(papers) == len(set(papers.tolist())) == 10
        assert 1 <= cited <= 3
        assert np.isin(papers[:cited], train.cited[row]).all()
        gone = np.concatenate([train.cited[row], train.earlier[row]])
        assert not np.isin(papers[cited:], gone).any()


def test_lists_of_different_widths_are_filled_with_what_counts_for_nothing(
    learning: Learning,
) -> None:
    scores = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0])
    logits = learning.pairs(size=4)._side_by_side(scores, np.array([2, 3]))
    assert logits.tolist() == [[1, 2, -1e4, -1e4], [3, 4, 5, -1e4]]


def test_titles_alone_are_shown_where_a_cited_paper_has_no_more(learning: Learning) -> None:
    pairs = learning.pairs()
    pairs._with_abstract = np.array([True, False])
    assert all(pairs._draw_bare(np.array([0, 1, 0]), 2).all() for _ in range(50))
    drawn = np.array([pairs._draw_bare(np.array([0, 1, 1, 0]), 1) for _ in range(600)])
    assert 0.15 < drawn.all(1).mean() < 0.26
    assert 0.4 < (~drawn.any(1)).mean() < 0.64


def test_lists_are_scored_pair_by_pair(learning: Learning, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.lab.scale.pairs._TOGETHER", 2)
    questions = learning.train.in_pairs("pair")
    papers: Padded = learning.papers.in_pairs
    lists = learning.lists[:5, :4]
    found = list_scores(learning.network, learning.base, questions, papers, lists)
    half = {name: rows.bfloat16() for name, rows in learning.base.items()}
    for row in range(5):
        query, paper = torch.full((4,), row), torch.from_numpy(lists[row])
        with torch.no_grad():
            one = pair_scores(learning.network, half, questions, papers, query, paper)
        assert torch.allclose(found[row], one, atol=0.02)
