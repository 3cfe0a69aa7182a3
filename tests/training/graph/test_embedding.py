"""Graph embeddings against dense or written-out versions of the same, and what they may see."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import numpy as np
import pytest
import scipy.special
import torch
from numpy.typing import NDArray

from training.corpus.corpus import Corpus
from training.graph.embedding import (
    Propagation,
    adjacency,
    bigraph,
    graph_vectors,
    pro_ne,
    ranking_loss,
    symmetric_svd,
)
from training.graph.settings import BigGraphSettings, GraphSettings, Method
from training.sampling.draws import generator

METHODS: tuple[Method, ...] = ("prone", "svd", "bigraph")
LEARNT = BigGraphSettings(epochs=30, batch=100)
FAST = BigGraphSettings(epochs=2, batch=200, num_uniform_negs=3)


def communities(seed: int = 0) -> NDArray[np.int32]:
    """Four communities of 30 papers that mostly cite their own."""
    random = np.random.default_rng(seed)
    edges = set()
    while len(edges) < 700:
        one, other = random.integers(120, size=2).tolist()
        if one != other and (one // 30 == other // 30 or random.random() < 0.03):
            edges.add((one, other))
    return np.array(sorted(edges), np.int32)


def unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float64] = rows / np.where(lengths > 0, lengths, 1)
    return unit


def dense(edges: NDArray[np.int32], nodes: int) -> NDArray[np.float64]:
    matrix = np.zeros((nodes, nodes))
    for one, other in edges:
        matrix[one, other] = matrix[other, one] = 1
    return matrix


def half(matrix: NDArray[np.float64], rank: int) -> NDArray[np.float64]:
    left, values, _ = np.linalg.svd(matrix)
    return unit(left[:, :rank] * np.sqrt(values[:rank]))


def test_the_graph_is_undirected_without_loops_or_double_edges() -> None:
    edges = np.array([(0, 1), (1, 0), (2, 2), (1, 3)])
    found = adjacency(edges, 4).toarray()
    np.testing.assert_array_equal(found, dense(np.array([(0, 1), (1, 3)]), 4))


def test_the_svd_is_that_of_the_normalised_adjacency() -> None:
    edges = communities()
    matrix = dense(edges, 120)
    degrees = matrix.sum(axis=1)
    expected = half(matrix / np.sqrt(np.outer(degrees, degrees)), 120)
    found = symmetric_svd(edges, 120, dimension=120, seed=0)
    # Vectors are defined up to a rotation, so what is compared are their cosines.
    np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=1e-4)


def test_prone_is_that_of_the_authors_written_densely() -> None:
    edges = communities()
    matrix, nodes, rank = dense(edges, 120), 120, 120
    walk = matrix / matrix.sum(axis=1, keepdims=True)
    drawn = walk.sum(axis=0) ** 0.75
    drawn /= drawn.sum()
    linked = matrix > 0
    factorised = np.zeros((nodes, nodes))
    factorised[linked] = np.log(walk[linked]) - np.log(np.broadcast_to(drawn, matrix.shape)[linked])
    rows = half(factorised, rank)
    looped = matrix + np.eye(nodes)
    modulated = np.eye(nodes) * (1 - 0.2) - looped / looped.sum(axis=1, keepdims=True)
    terms = [rows, 0.5 * modulated @ (modulated @ rows) - rows]
    while len(terms) < 10:
        terms.append(modulated @ (modulated @ terms[-1]) - 2 * terms[-1] - terms[-2])
    signs = [1, -1] * 5
    weights = [scipy.special.iv(0, 0.5)] + [2 * scipy.special.iv(i, 0.5) for i in range(1, 10)]
    filtered = sum(
        sign * weight * term for sign, weight, term in zip(signs, weights, terms, strict=True)
    )
    expected = half(looped @ (rows - filtered), rank)
    found = pro_ne(edges, nodes, dimension=rank, seed=0)
    np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=5e-3)
    narrow = pro_ne(edges, nodes, dimension=16, seed=0, propagation=Propagation(mu=0.5))
    assert narrow.shape == (120, 16)


def test_bigraphs_loss_is_the_sum_over_pairs_of_a_chunk() -> None:
    settings = BigGraphSettings(num_batch_negs=3, num_uniform_negs=2)
    random = np.random.default_rng(1)
    sources, targets = (torch.from_numpy(random.standard_normal((7, 4))) for _ in range(2))
    drawn = torch.from_numpy(random.standard_normal((2, 3, 2, 4)))
    expected = 0.0
    for start in range(0, 7, 3):
        chunk = range(start, min(start + 3, 7))
        for edge in chunk:
            positive = float(sources[edge] @ targets[edge])
            negatives = [sources[edge] @ targets[other] for other in chunk if other != edge]
            negatives += [sources[other] @ targets[edge] for other in chunk if other != edge]
            negatives += [sources[edge] @ each for each in drawn[0, start // 3]]
            negatives += [targets[edge] @ each for each in drawn[1, start // 3]]
            expected += sum(max(0.0, 0.15 - positive + float(each)) for each in negatives)
    assert float(ranking_loss(sources, targets, drawn, settings)) == pytest.approx(expected)


def test_bigraph_takes_steps_of_row_wise_adagrad_inside_the_ball() -> None:
    edges = np.array([(0, 1), (2, 3)])
    settings = BigGraphSettings(epochs=1, init_scale=0.4)
    first = (generator(9, 0, 0, "first vectors").standard_normal((5, 3)) * 0.4).astype(np.float32)
    rows = torch.from_numpy(first.copy()).double().requires_grad_()
    scores = torch.stack([rows[0], rows[2]]) @ torch.stack([rows[1], rows[3]]).T
    wrong = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
    by_row = (0.15 - scores.diagonal()[:, None] + scores).relu() * wrong
    by_column = (0.15 - scores.diagonal()[:, None] + scores.T).relu() * wrong
    (by_row + by_column).sum().backward()
    assert rows.grad is not None
    squares = rows.grad.square().mean(dim=1, keepdim=True)
    moved = rows - 0.1 * rows.grad / (squares.sqrt() + 1e-10)
    lengths = moved.norm(dim=1, keepdim=True)
    expected = torch.where(lengths > 1, moved / lengths, moved)[:4].detach().numpy()
    found = bigraph(edges, 5, dimension=3, seed=9, settings=settings)
    np.testing.assert_allclose(found[:4], expected, atol=1e-5)
    np.testing.assert_array_equal(found[4], first[4])


@pytest.mark.parametrize("method", METHODS)
def test_neighbours_in_the_vectors_are_of_the_same_community(method: Method) -> None:
    rows = graph_vectors(
        communities(), 130, GraphSettings(method=method, dimension=16, bigraph=LEARNT)
    )
    assert rows.shape == (130, 16)
    assert not rows[120:].any()
    cosines = unit(rows[:120].astype(float)) @ unit(rows[:120].astype(float)).T
    np.fill_diagonal(cosines, -2)
    nearest = np.argsort(-cosines, axis=1)[:, :10]
    same = (nearest // 30 == np.arange(120)[:, None] // 30).mean()
    assert same > 0.8


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_vectors_again(method: Method) -> None:
    def vectors(seed: int) -> NDArray[np.float32]:
        settings = GraphSettings(method=method, dimension=8, seed=seed, bigraph=FAST)
        return graph_vectors(communities(), 120, settings)

    np.testing.assert_array_equal(vectors(1), vectors(1))
    if method == "bigraph":
        assert not np.array_equal(vectors(1), vectors(2))


def test_undirected_bigraph_learns_both_directions() -> None:
    def vectors(*, undirected: bool, edges: NDArray[np.int32]) -> NDArray[np.float32]:
        settings = GraphSettings(method="bigraph", dimension=8, undirected=undirected, bigraph=FAST)
        return graph_vectors(edges, 120, settings)

    there, back = communities(), communities()[:, ::-1]
    both = np.unique(np.concatenate([there, back]), axis=0)
    np.testing.assert_array_equal(
        vectors(undirected=True, edges=there), vectors(undirected=True, edges=back)
    )
    np.testing.assert_array_equal(
        vectors(undirected=True, edges=there), vectors(undirected=False, edges=both)
    )


def test_no_edges_give_zeros_and_few_edges_fewer_columns() -> None:
    assert not graph_vectors(np.zeros((0, 2), np.int32), 3, GraphSettings()).any()
    for method in METHODS:
        settings = GraphSettings(method=method, dimension=10, bigraph=FAST)
        rows = graph_vectors(np.array([(0, 1)], np.int32), 3, settings)
        assert np.isfinite(rows).all()
        assert not rows[2].any()


def test_citations_of_held_out_papers_change_no_vector(
    tiny_corpus: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    changed = tmp_path / "changed"
    shutil.copytree(tiny_corpus, changed)
    held_out = [paper for n, paper in enumerate(corpus.ids) if corpus.split_of[n] > 0]
    cited = [paper for n, paper in enumerate(corpus.ids) if corpus.trainable[n]]
    new = [f"{one}\t{other}\n" for one, other in itertools.product(held_out, cited)]
    new += [f"{other}\t{one}\n" for one, other in itertools.product(held_out, cited[:9])]
    with (changed / "edges.tsv").open("a", encoding="utf-8") as file:
        file.writelines(new)
    other = Corpus.open(changed)
    assert len(other.edges("dev")) > len(corpus.edges("dev"))
    for method in METHODS:
        settings = GraphSettings(method=method, dimension=8, bigraph=FAST)
        one, two = (graph_vectors(each.edges(), len(each), settings) for each in (corpus, other))
        by_id = {paper: n for n, paper in enumerate(other.ids)}
        order = [by_id[paper] for paper in corpus.ids]
        np.testing.assert_array_equal(one, two[order])
