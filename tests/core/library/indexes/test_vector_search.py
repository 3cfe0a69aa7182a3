"""One contract for whatever keeps vectors: exact or in lists on this machine, or in Milvus."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import CitingContext
from core.library.indexes.milvus import MilvusContexts, MilvusPapers, MilvusSettings
from core.library.indexes.vector_search import VectorSearch
from core.library.indexes.vectors import ContextVectors, Scale, VectorIndex
from core.library.library import Library
from core.models.manifest import Manifest
from tests.rich_library import records

COUNT, DIMENSION = 90, 16
MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=DIMENSION
)
EXACT = Scale()
LISTED = Scale(lists_from=40, made_anew=0.2, probed=1.0)
KINDS = ("papers", "contexts")
KEEPERS = ("exact", "lists", "milvus")
NEAR = 2e-3


def drawn(count: int, seed: int = 1) -> NDArray[np.float16]:
    rows: NDArray[np.float64] = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    unit: NDArray[np.float16] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(
        np.float16
    )
    return unit


ROWS, QUESTIONS = drawn(COUNT), drawn(7, seed=2).astype(np.float32)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> MilvusSettings:
    return MilvusSettings(uri=str(tmp_path_factory.mktemp("milvus") / "vectors.db"), index="FLAT")


class Kept:
    """Vectors of one kind in one keeper, over a library that has 90 of that kind."""

    def __init__(self, library: Library, kind: str, keeper: str, server: MilvusSettings) -> None:
        self.library, self._kind, self._keeper, self._server = library, kind, keeper, server
        self._opened: list[VectorSearch[Any]] = []
        self.store: Any = library.embeddings
        self.numbers: list[int] = [int(each) for each in library.papers.numbers()]
        self.model = MANIFEST.fingerprint
        if kind == "contexts":
            self.store = library.context_embeddings
            self.numbers = library.database.column("SELECT number FROM contexts ORDER BY number")
            self.model = MANIFEST.query_fingerprint
        self.store.put(self.model, self.numbers, ROWS)

    def opened(self, *, write: bool = True) -> VectorSearch[Any]:
        identity = self.library.identity
        rows: VectorSearch[Any]
        if self._keeper == "milvus":
            of_server = MilvusPapers if self._kind == "papers" else MilvusContexts
            rows = of_server(self._server, identity, MANIFEST, write=write)
        else:
            here = VectorIndex if self._kind == "papers" else ContextVectors
            scale = EXACT if self._keeper == "exact" else LISTED
            folder = self.library.folder / self._kind
            rows = here(folder, identity, MANIFEST, write=write, scale=scale)
        self._opened.append(rows)
        return rows

    def follow(self, rows: Any) -> int:  # noqa: ANN401 - of papers or of sentences
        source = self.library.papers if self._kind == "papers" else self.library.contexts
        followed: int = rows.follow(source, self.store)
        return followed

    def close(self) -> None:
        for rows in self._opened:
            rows.close()


@pytest.fixture(params=itertools.product(KINDS, KEEPERS), ids=" in ".join)
def kept(request: pytest.FixtureRequest, tmp_path: Path, server: MilvusSettings) -> Iterator[Kept]:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records(COUNT), source="test"))
        numbers = library.papers.numbers()
        for place, number in enumerate(numbers):
            cited = (numbers[(place + 1) % COUNT],)
            said = CitingContext(text=f"Sentence {place} says [1].", cited=cited)
            library.citations.add_contexts(number, [said])
        kind, keeper = request.param
        made = Kept(library, kind, keeper, server)
        yield made
        made.close()


@pytest.fixture
def rows(kept: Kept) -> VectorSearch[Any]:
    opened = kept.opened()
    assert kept.follow(opened) == COUNT
    return opened


def expected(kept: Kept, among: list[int], limit: int) -> list[list[int]]:
    at = [kept.numbers.index(number) for number in among]
    cosines = QUESTIONS @ ROWS[at].astype(np.float32).T
    return [[among[place] for place in np.argsort(-line)[:limit]] for line in cosines]


def found(answers: list[list[tuple[int, float]]]) -> list[list[int]]:
    return [[number for number, _ in answer] for answer in answers]


def test_each_question_gets_its_nearest_rows_best_first(
    kept: Kept, rows: VectorSearch[Any]
) -> None:
    answers = rows.search(QUESTIONS, limit=8)
    assert found(answers) == expected(kept, kept.numbers, 8)
    for question, answer in zip(QUESTIONS, answers, strict=True):
        for number, score in answer:
            row = ROWS[kept.numbers.index(number)].astype(np.float32)
            assert score == pytest.approx(float(question @ row), abs=NEAR)
            assert (type(number), type(score)) == (int, float)


def test_only_what_is_allowed_answers(kept: Kept, rows: VectorSearch[Any]) -> None:
    among = kept.numbers[3::7]
    allowed: Any
    for allowed in (frozenset(among), list(among), set(among) | {10**6}):
        answers = rows.search(QUESTIONS, limit=COUNT, allowed=allowed)
        assert found(answers) == expected(kept, among, COUNT)
    assert rows.search(QUESTIONS, limit=5, allowed=frozenset()) == [[] for _ in QUESTIONS]


def test_more_than_there_are_may_be_asked_for(kept: Kept, rows: VectorSearch[Any]) -> None:
    answers = rows.search(QUESTIONS[:1], limit=10 * COUNT)
    assert sorted(found(answers)[0]) == kept.numbers


def test_no_question_has_no_answer(rows: VectorSearch[Any]) -> None:
    assert rows.search(np.zeros((0, DIMENSION), np.float32), limit=3) == []


def test_nothing_stored_answers_nothing(kept: Kept) -> None:
    kept.store.drop(kept.model)
    empty = kept.opened()
    assert (kept.follow(empty), empty.count()) == (0, 0)
    assert empty.search(QUESTIONS, limit=3) == [[] for _ in QUESTIONS]
    assert np.isnan(empty.rows(kept.numbers[:2])).all()
    assert (empty.model, empty.dimension) == (kept.model, DIMENSION)


def test_rows_are_given_back_and_belong_to_whoever_asked(
    kept: Kept, rows: VectorSearch[Any]
) -> None:
    asked = [kept.numbers[5], 10**6, kept.numbers[0], kept.numbers[5]]
    given = rows.rows(asked)
    assert (given.shape, str(given.dtype)) == ((4, DIMENSION), "float32")
    np.testing.assert_allclose(given[[0, 2, 3]], ROWS[[5, 0, 5]].astype(np.float32), atol=NEAR)
    assert np.isnan(given[1]).all()
    assert given.flags.writeable
    given[:] = 7
    np.testing.assert_allclose(rows.rows(asked)[0], ROWS[5].astype(np.float32), atol=NEAR)
    assert rows.rows([]).shape == (0, DIMENSION)


def test_a_question_is_left_as_it_was(rows: VectorSearch[Any]) -> None:
    asked = QUESTIONS.copy()
    asked.flags.writeable = False
    rows.search(asked, limit=3)
    half = asked[::2]  # and need not lie in one piece
    assert found(rows.search(half, limit=3)) == found(rows.search(asked, limit=3))[::2]


def test_what_comes_and_goes_is_followed(kept: Kept, rows: VectorSearch[Any]) -> None:
    gone, stay = kept.numbers[:4], kept.numbers[4:]
    kept.store.drop(kept.model)
    kept.store.put(kept.model, stay, ROWS[4:])
    assert kept.follow(rows) == 4
    assert kept.follow(rows) == 0
    assert rows.count() == COUNT - 4
    assert found(rows.search(QUESTIONS, limit=6)) == expected(kept, stay, 6)
    assert np.isnan(rows.rows(gone)).all()
    kept.store.put(kept.model, gone, ROWS[:4])
    assert kept.follow(rows) == 4
    assert found(rows.search(QUESTIONS, limit=6)) == expected(kept, kept.numbers, 6)


def test_what_was_saved_is_there_again(kept: Kept, rows: VectorSearch[Any]) -> None:
    rows.save()
    for write in (False, True):
        again = kept.opened(write=write)
        assert again.count() == COUNT
        assert found(again.search(QUESTIONS, limit=6)) == expected(kept, kept.numbers, 6)
        assert kept.follow(again) == 0


def test_many_may_ask_while_rows_are_followed(kept: Kept, rows: VectorSearch[Any]) -> None:
    wanted = expected(kept, kept.numbers, 5)
    ask: Callable[[int], object] = lambda _: found(rows.search(QUESTIONS, limit=5)) == wanted  # noqa: E731
    with ThreadPoolExecutor(5) as pool:
        asked = [pool.submit(ask, n) for n in range(30)]
        followed = pool.submit(kept.follow, rows)
        assert all(each.result() for each in asked)
        assert followed.result() == 0


def test_it_may_be_closed_twice(kept: Kept, rows: VectorSearch[Any]) -> None:
    rows.save()
    rows.close()
    rows.close()
