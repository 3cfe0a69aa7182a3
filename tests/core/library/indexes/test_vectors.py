from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.indexes.vectors import VectorIndex
from core.library.library import Library
from core.models.manifest import Manifest

Numbered = Callable[[str], PaperNumber]
IDS = ("t:hard", "t:graph", "t:soil", "t:bare")


def manifest(dimension: int = 8, name: str = "rows") -> Manifest:
    return Manifest(
        name=name,
        weights_sha256=name.encode().hex().ljust(64, "0"),
        pooling="mean",
        max_tokens=16,
        dimension=dimension,
    )


def rows(count: int, dimension: int = 8) -> NDArray[np.float16]:
    values = np.random.default_rng(5).normal(size=(count, dimension))
    return (values / np.linalg.norm(values, axis=1, keepdims=True)).astype(np.float16)


@pytest.fixture
def stored(small_library: Library, number_of: Numbered) -> NDArray[np.float16]:
    vectors = rows(4)
    small_library.embeddings.put(manifest().fingerprint, [number_of(name) for name in IDS], vectors)
    return vectors


def opened(small_library: Library, folder: Path, said: Manifest | None = None) -> VectorIndex:
    index = VectorIndex(folder, small_library.identity, said or manifest())
    index.follow(small_library.papers, small_library.embeddings)
    return index


def nearest(index: VectorIndex, row: NDArray[np.float16]) -> list[PaperNumber]:
    return [paper for paper, _ in index.search(row[None].astype(np.float32), limit=4)[0]]


def test_the_search_is_the_exact_one(
    small_library: Library, number_of: Numbered, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    index = opened(small_library, tmp_path)
    questions = rows(3, 8).astype(np.float32)[:, ::-1].copy()
    found = index.search(questions, limit=4)
    for question, ranking in zip(questions, found, strict=True):
        scores = stored.astype(np.float32) @ question
        expected = [number_of(IDS[place]) for place in np.argsort(-scores)]
        assert [paper for paper, _ in ranking] == expected
        assert [score for _, score in ranking] == pytest.approx(np.sort(scores)[::-1], abs=1e-5)


def test_only_allowed_papers_answer(
    small_library: Library, number_of: Numbered, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    index = opened(small_library, tmp_path)
    allowed = {number_of("t:soil"), number_of("t:bare")}
    found = index.search(stored[:1].astype(np.float32), limit=4, allowed=allowed)[0]
    assert {paper for paper, _ in found} == allowed


def test_changes_are_followed(
    small_library: Library, number_of: Numbered, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    index = opened(small_library, tmp_path)
    soil, graph = number_of("t:soil"), number_of("t:graph")
    small_library.papers.trash([graph])
    small_library.papers.update(soil, title="Acidity of dunes")  # its embedding is out of date now
    index.follow(small_library.papers, small_library.embeddings)
    assert index.count() == 2
    small_library.papers.restore([graph])
    small_library.embeddings.put(manifest().fingerprint, [soil], -stored[2:3])
    index.follow(small_library.papers, small_library.embeddings)
    assert index.count() == 4
    assert nearest(index, -stored[2])[0] == soil
    assert index.follow(small_library.papers, small_library.embeddings) == 0


def test_a_snapshot_is_used_and_brought_up_to_date(
    small_library: Library, number_of: Numbered, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    opened(small_library, tmp_path).save()
    small_library.papers.trash([number_of("t:graph")])
    again = VectorIndex(tmp_path, small_library.identity, manifest())
    assert again.count() == 4
    assert again.follow(small_library.papers, small_library.embeddings) == 1
    assert nearest(again, stored[0])[0] == number_of("t:hard")


@pytest.mark.parametrize("damage", ["truncated", "empty", "no state", "another library"])
def test_a_snapshot_that_cannot_serve_is_ignored(
    small_library: Library, stored: NDArray[np.float16], tmp_path: Path, damage: str
) -> None:
    before = opened(small_library, tmp_path)
    before.save()
    (file,) = tmp_path.glob("*/rows.faiss")
    identity = small_library.identity
    if damage == "truncated":
        file.write_bytes(file.read_bytes()[:-20])
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "no state":
        file.with_name("state.json").unlink()
    else:
        identity = "of another library"
    again = VectorIndex(tmp_path, identity, manifest())
    assert again.count() == 0
    again.follow(small_library.papers, small_library.embeddings)
    assert nearest(again, stored[1]) == nearest(before, stored[1]) != []


def test_models_keep_their_rows_apart(
    small_library: Library, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    opened(small_library, tmp_path).save()
    other = opened(small_library, tmp_path, manifest(16, "other"))
    assert other.count() == 0
    assert opened(small_library, tmp_path).count() == 4


def test_an_empty_index_answers_nothing(small_library: Library, tmp_path: Path) -> None:
    index = opened(small_library, tmp_path)
    assert index.search(rows(2).astype(np.float32), limit=5) == [[], []]


def test_rows_come_back_in_the_order_asked_for_and_are_unknown_without_a_vector(
    small_library: Library, number_of: Numbered, stored: NDArray[np.float16], tmp_path: Path
) -> None:
    index = opened(small_library, tmp_path)
    index.save()
    asked = [number_of(name) for name in ("t:bare", "t:graph", "t:hard", "t:bare")]
    small_library.papers.trash([number_of("t:graph")])
    again = opened(small_library, tmp_path)
    found = again.rows([*asked, PaperNumber(999)])
    assert found.dtype == np.float32
    assert np.isnan(found[[1, 4]]).all()
    np.testing.assert_array_equal(found[[0, 2, 3]], stored[[3, 0, 3]].astype(np.float32))
    assert index.rows([]).shape == (0, 8)
    empty = VectorIndex(tmp_path, "another library", manifest())
    assert np.isnan(empty.rows(asked)).all()
