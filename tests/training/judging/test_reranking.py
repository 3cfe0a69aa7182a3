from __future__ import annotations

import numpy as np

from training.judging.reranking import ranks


def test_ranks_count_what_is_nearer() -> None:
    documents = [[0.0, 0], [1, 0], [3, 0], [10, 0]]
    assert ranks([[0.9, 0], [0, 0], [9, 0]], documents).tolist() == [2, 2, 2]


def test_papers_as_near_as_the_right_one_share_the_mean_of_their_ranks() -> None:
    documents = [[1.0, 0], [1, 0], [1, 0], [0, 0]]
    assert ranks([[0.0, 0]], documents).tolist() == [3]  # places 2, 3 and 4
    assert ranks(np.zeros((3, 2)), np.ones((3, 2))).tolist() == [2, 2, 2]


def test_a_model_that_gives_every_text_the_same_row_is_as_good_as_chance() -> None:
    rows = np.full((999, 7), 0.1, np.float32)
    assert ranks(rows, rows).mean() == 500


def test_ranks_agree_with_sorting_paper_by_paper() -> None:
    random = np.random.default_rng(1)
    queries, documents = random.normal(size=(1500, 6)), random.normal(size=(1600, 6))
    distances = (np.linalg.norm(documents - query, axis=1) for query in queries)
    expected = [1 + int((each < each[own]).sum()) for own, each in enumerate(distances)]
    assert ranks(queries, documents).tolist() == expected
