"""Vectors past the threshold, made small: rows in lists, beside an exact search of all of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray
from typing_extensions import override

from core.base.errors import DiskFullError, LibraryError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber
from core.library.indexes.vectors import Scale, VectorIndex
from core.library.library import Library
from core.models.manifest import Manifest
from tests.rich_library import records

PAPERS, DIMENSION = 400, 16
MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=DIMENSION
)
MODEL = MANIFEST.fingerprint
WHOLE = Scale(lists_from=300, made_anew=0.2, probed=1.0)
PART = Scale(lists_from=300, made_anew=0.2, probed=0.3)


def drawn(count: int, seed: int = 1) -> NDArray[np.float16]:
    """Draw unit rows around a dozen directions, as papers lie around topics."""
    draw = np.random.default_rng(seed)
    topics = np.random.default_rng(0).normal(size=(12, DIMENSION))
    rows = topics[draw.integers(12, size=count)] + 0.6 * draw.normal(size=(count, DIMENSION))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16)


QUESTIONS = drawn(20, seed=2).astype(np.float32)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records(PAPERS), source="test"))
        library.embeddings.put(MODEL, library.papers.numbers(), drawn(PAPERS))
        yield library


def opened(library: Library, scale: Scale = WHOLE, *, write: bool = True) -> VectorIndex:
    folder = library.folder / "vectors"
    return VectorIndex(folder, library.identity, MANIFEST, write=write, scale=scale)


def followed(library: Library, scale: Scale = WHOLE) -> VectorIndex:
    index = opened(library, scale)
    index.follow(library.papers, library.embeddings)
    return index


def listed(library: Library) -> list[Path]:
    return sorted((library.folder / "vectors").rglob("lists-*"))


def nearest(index: VectorIndex, limit: int = 10) -> list[list[int]]:
    return [[number for number, _ in hits] for hits in index.search(QUESTIONS, limit=limit)]


def by_brute_force(library: Library, limit: int = 10) -> list[list[int]]:
    numbers = library.embeddings.numbers(MODEL)
    rows = library.embeddings.get(MODEL, numbers.tolist()).astype(np.float32)
    return [numbers[np.argsort(-(rows @ question))[:limit]].tolist() for question in QUESTIONS]


def shared(found: list[list[int]], truth: list[list[int]]) -> float:
    pairs = zip(found, truth, strict=True)
    return float(np.mean([len({*got} & {*all_}) / len(all_) for got, all_ in pairs]))


def change(library: Library, seed: int, *, trashed: int, renewed: int) -> list[PaperNumber]:
    """Trash some papers and give others a new text and row; return the trashed."""
    numbers = [PaperNumber(n) for n in library.embeddings.numbers(MODEL).tolist()]
    chosen = np.random.default_rng(seed).permutation(numbers)[: trashed + renewed].tolist()
    gone, again = chosen[:trashed], chosen[trashed:]
    library.papers.trash(gone)
    for number in again:
        library.papers.update(number, title=f"Title {seed} of {number}")
    library.embeddings.put(MODEL, again, drawn(renewed, seed))
    return gone


def test_all_lists_together_answer_as_an_exact_search(library: Library) -> None:
    index = followed(library)
    assert len(listed(library)) == 1
    assert index.count() == PAPERS
    assert nearest(index) == by_brute_force(library)
    numbers = library.papers.numbers()[::7]
    expected = library.embeddings.get(MODEL, numbers).astype(np.float32)
    np.testing.assert_array_equal(index.rows(numbers), expected)


def test_some_of_the_lists_find_most(library: Library) -> None:
    truth = by_brute_force(library)
    assert shared(nearest(followed(library, PART)), truth) >= 0.9
    few = shared(nearest(followed(library, Scale(lists_from=300, probed=0.02))), truth)
    assert few < 0.9  # so that the figure above says something


def test_below_the_threshold_there_are_no_lists(library: Library) -> None:
    index = followed(library, Scale(lists_from=PAPERS + 1))
    assert listed(library) == []
    assert nearest(index) == by_brute_force(library)


def test_changes_are_seen_at_once_and_leave_the_lists_as_they_are(library: Library) -> None:
    index = followed(library)
    before = listed(library)
    gone = change(library, 3, trashed=20, renewed=30)
    assert index.follow(library.papers, library.embeddings) == 80
    assert index.count() == PAPERS - 20
    assert listed(library) == before
    assert nearest(index) == by_brute_force(library)
    assert np.isnan(index.rows(gone)).all()
    kept = [PaperNumber(n) for n in library.embeddings.numbers(MODEL).tolist()]
    expected = library.embeddings.get(MODEL, kept).astype(np.float32)
    np.testing.assert_array_equal(index.rows(kept), expected)
    library.papers.restore(gone)
    index.follow(library.papers, library.embeddings)
    assert nearest(index) == by_brute_force(library)
    assert index.follow(library.papers, library.embeddings) == 0


def test_a_stored_index_goes_on_where_it_was(library: Library) -> None:
    index = followed(library)
    change(library, 4, trashed=15, renewed=20)
    index.follow(library.papers, library.embeddings)
    index.save()
    again = opened(library)
    assert again.count() == PAPERS - 15
    assert nearest(again) == by_brute_force(library)
    assert again.follow(library.papers, library.embeddings) == 0


def test_after_many_changes_the_lists_are_made_anew(library: Library) -> None:
    index = followed(library)
    (before,) = listed(library)
    change(library, 5, trashed=30, renewed=60)
    index.follow(library.papers, library.embeddings)
    (after,) = listed(library)
    assert after != before
    assert nearest(index) == by_brute_force(library)
    assert nearest(opened(library)) == by_brute_force(library)


def test_a_library_that_shrinks_is_searched_exactly_again(library: Library) -> None:
    index = followed(library)
    change(library, 6, trashed=150, renewed=0)
    index.follow(library.papers, library.embeddings)
    assert (listed(library), index.count()) == ([], PAPERS - 150)
    assert nearest(index) == by_brute_force(library)
    assert nearest(opened(library)) == by_brute_force(library)


def test_few_allowed_papers_are_all_found(library: Library) -> None:
    index = followed(library, Scale(lists_from=300, probed=0.05))
    allowed = {PaperNumber(n) for n in (3, 77, 140, 301, 399)}
    for hits in index.search(QUESTIONS, limit=10, allowed=allowed):
        assert {number for number, _ in hits} == allowed
    assert index.search(QUESTIONS[:1], limit=10, allowed=set()) == [[]]


def test_as_many_answers_as_papers_may_be_asked_for(library: Library) -> None:
    index = followed(library, Scale(lists_from=300, probed=0.05))
    assert nearest(index, limit=PAPERS) == by_brute_force(library, limit=PAPERS)


@pytest.mark.parametrize("damage", ["truncated", "missing", "other", "no name"])
def test_lists_that_cannot_serve_are_replaced(library: Library, damage: str) -> None:
    followed(library).save()
    (lists,) = listed(library)
    state = lists.with_name("state.json")
    if damage == "truncated":
        lists.write_bytes(lists.read_bytes()[:-100])
    elif damage == "missing":
        lists.unlink()
    elif damage == "other":
        lists.write_bytes((lists.with_name("rows.faiss").read_bytes() * 99)[: lists.stat().st_size])
    else:
        state.write_text(state.read_text().replace('"file"', '"folder"'))
    again = opened(library)
    assert again.count() == 0
    again.follow(library.papers, library.embeddings)
    assert nearest(again) == by_brute_force(library)
    assert len(listed(library)) == 1


class Stopped(SilentJob):
    """A job that the person stops while rows are sorted into lists."""

    @override
    def report(self, done: int, total: int, note: str = "") -> None:
        if note == "vectors sorted":
            raise JobCancelled


def test_a_stop_while_lists_are_made_costs_only_these(library: Library) -> None:
    index = opened(library)
    with pytest.raises(JobCancelled):
        index.follow(library.papers, library.embeddings, Stopped())
    assert nearest(index) == by_brute_force(library)
    assert listed(library) == []
    index.follow(library.papers, library.embeddings)
    assert len(listed(library)) == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_while_lists_are_written_costs_only_these(
    library: Library, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fails(handle: int) -> NoReturn:
        raise OSError(code, os.strerror(code))

    index = opened(library)
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(DiskFullError if code == errno.ENOSPC else LibraryError):
        index.follow(library.papers, library.embeddings)
    monkeypatch.undo()
    assert nearest(index) == by_brute_force(library)
    assert listed(library) == []
    index.follow(library.papers, library.embeddings)
    assert len(listed(library)) == 1


def test_reading_alone_makes_no_lists_and_uses_those_there_are(library: Library) -> None:
    beside = opened(library, write=False)
    beside.follow(library.papers, library.embeddings)
    assert listed(library) == []
    assert nearest(beside) == by_brute_force(library)
    followed(library).save()
    before = listed(library)
    reading = opened(library, write=False)
    change(library, 7, trashed=60, renewed=60)
    reading.follow(library.papers, library.embeddings)
    assert nearest(reading) == by_brute_force(library)
    assert listed(library) == before
