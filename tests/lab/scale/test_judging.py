from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch

from tools.lab.scale.judging import Judge, judged_lists
from tools.lab.scale.texts import Pool, Questions


def questions(**lists: list[list[int]]) -> Questions:
    """Questions that have nothing but lists of papers."""
    rows = {name: [np.array(row, np.int64) for row in each] for name, each in lists.items()}
    return cast("Questions", cast("Any", SimpleNamespace(**rows)))


PAPERS = torch.eye(20)


def asked(*papers: int) -> torch.Tensor:
    """A question that is nearest to the first of these, then to the next, and so on."""
    vector = torch.zeros(20)
    vector[list(papers)] = torch.arange(len(papers), 0, -1).float()
    return vector[None]


def test_recall_is_the_share_of_cited_papers_among_the_first_ten() -> None:
    some = questions(cited=[[3, 18]], earlier=[[]], itself=[[]])
    judge = Judge(some, np.array([0]), Pool.of(torch.arange(20), 20))
    assert judge.recall(asked(*range(10)), PAPERS)["R@10"] == 0.5
    assert judge.recall(asked(*range(8), 18, 3, 8), PAPERS)["R@10"] == 1
    assert judge.recall(asked(*range(8, 18), 18, 3), PAPERS)["R@10"] == 0


def test_the_manuscript_and_papers_cited_before_make_room() -> None:
    some = questions(cited=[[11]], earlier=[[0]], itself=[[1]])
    judge = Judge(some, np.array([0]), Pool.of(torch.arange(20), 20))
    # Eleventh: it is among the first ten once one before it is gone; twelfth: once both are.
    first = judge.recall(asked(*range(10), 11), PAPERS)
    assert first == {"R@10": 1.0, "without earlier": 1.0}
    second = judge.recall(asked(*range(11), 11), PAPERS)
    assert second == {"R@10": 0.0, "without earlier": 1.0}


def test_questions_that_cite_nothing_in_the_pool_do_not_count() -> None:
    some = questions(cited=[[3], [19]], earlier=[[], []], itself=[[], []])
    judge = Judge(some, np.array([0, 1]), Pool.of(torch.arange(15), 20))
    both = torch.cat([asked(3), asked(3)])
    assert judge.recall(both, PAPERS)["R@10"] == 1


def test_lists_are_judged_in_their_order_by_scores_and_by_both() -> None:
    some = questions(cited=[[15]], earlier=[[0]])
    papers = np.arange(20)[None]
    scores = torch.zeros(1, 20)
    assert judged_lists(some, papers, scores)["first"] == 0
    scores[0, 15] = 0.1  # first by scores, but the order outweighs so little
    assert judged_lists(some, papers, scores) == {"first": 0, "by pairs": 1, "by both": 0}
    scores[0, 15] = 1.0
    assert judged_lists(some, papers, scores) == {"first": 0, "by pairs": 1, "by both": 1}


@pytest.mark.parametrize(("cited", "share"), [([10], 1.0), ([11], 0.0), ([10, 11], 0.5)])
def test_papers_cited_before_are_left_out_of_lists(cited: list[int], share: float) -> None:
    some = questions(cited=[cited], earlier=[[0]])
    judged = judged_lists(some, np.arange(20)[None], torch.zeros(1, 20))
    assert judged["first"] == share
