"""How held-out citations are ranked, and the command that prints it."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from tools.lab.baselines.link_prediction import (
    HeldOutLinks,
    LinkScores,
    fair_ranks,
    judge_links,
)


def ring(papers: int) -> np.ndarray:
    places = np.arange(papers, dtype=np.int32)
    steps = [np.stack([places, (places + step) % papers], axis=1) for step in (1, 2, 3)]
    return np.concatenate(steps)


def test_a_share_of_the_citations_is_held_out_and_nothing_is_lost() -> None:
    edges = ring(100)
    links = HeldOutLinks.of(edges, share=0.1, seed=1)
    assert links.held_out.shape == (30, 2)
    together = sorted(map(tuple, np.concatenate([links.kept_links, links.held_out]).tolist()))
    assert together == sorted(map(tuple, edges.tolist()))
    again = HeldOutLinks.of(edges, share=0.1, seed=1)
    np.testing.assert_array_equal(links.held_out, again.held_out)
    assert not np.array_equal(links.held_out, HeldOutLinks.of(edges, share=0.1).held_out)


def test_ranks_count_ties_by_half_and_skip_what_is_missing() -> None:
    true = np.array([0.5, 0.5, 0.5, 0.5], np.float32)
    false = np.array(
        [[0.1, 0.2, 0.3], [0.9, 0.5, 0.1], [0.5, 0.5, 0.5], [np.nan, 0.9, np.nan]], np.float32
    )
    np.testing.assert_array_equal(fair_ranks(true, false), [1, 2.5, 2.5, 2])


def test_good_vectors_score_high_and_equal_ones_in_the_middle() -> None:
    links = HeldOutLinks.of(ring(400), share=0.05)
    angles = np.arange(400) * 2 * np.pi / 400
    good = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    found = judge_links(good, links, negatives=100)
    assert found.links == 60
    assert found.unseen == 0
    assert found.mrr == found.hits_1 == found.hits_10 == found.auc == 1.0
    same = judge_links(np.ones((400, 2), np.float32), links, negatives=100)
    assert same.auc == 0.5
    assert same.hits_10 == 0.0
    # None of a paper's six neighbours is among the sampled, so fewer than 100 are level.
    assert same.mrr == pytest.approx(1 / 51, rel=0.05)


def test_random_vectors_score_as_chance_has_it() -> None:
    rows = np.random.default_rng(0).standard_normal((400, 16)).astype(np.float32)
    found = judge_links(rows, HeldOutLinks.of(ring(400), share=0.5), negatives=100)
    assert found.auc == pytest.approx(0.5, abs=0.03)
    assert found.hits_10 == pytest.approx(0.1, abs=0.03)
    assert found.mrr == pytest.approx(sum(1 / rank for rank in range(1, 102)) / 101, abs=0.015)


def test_the_scores_are_those_of_a_loop() -> None:
    rows = np.random.default_rng(3).standard_normal((8, 4)).astype(np.float32)
    kept = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)], np.int32)
    held_out = np.array([(0, 2), (4, 1), (6, 0)], np.int32)
    found = judge_links(rows, HeldOutLinks(kept, held_out), negatives=4000)
    assert (found.links, found.unseen) == (2, 1)
    linked = {frozenset(edge) for edge in np.concatenate([kept, held_out]).tolist()}
    positives, negatives, aucs = [], [], []
    for near, far in ((0, 2), (4, 1), (2, 0), (1, 4)):
        others = [o for o in range(6) if o != near and frozenset((near, o)) not in linked]
        positives.append(float(rows[near] @ rows[far]))
        negatives += [float(rows[near] @ rows[other]) for other in others]
        aucs.append(np.mean([rows[near] @ rows[far] > rows[near] @ rows[o] for o in others]))
    # So many are sampled that each of a loop's few is there about equally often.
    labels = [1] * len(positives) + [0] * len(negatives)
    assert found.auc == pytest.approx(roc_auc_score(labels, positives + negatives), abs=0.05)
    assert found.hits_1 == np.mean([auc == 1 for auc in aucs])


def test_links_that_lead_nowhere_known_are_counted_apart() -> None:
    links = HeldOutLinks(np.array([(0, 1)], np.int32), np.array([(2, 3), (0, 3)], np.int32))
    found = judge_links(np.ones((4, 2), np.float32), links)
    assert found == LinkScores(mrr=0.0, hits_1=0.0, hits_10=0.0, auc=0.5, links=0, unseen=2)
