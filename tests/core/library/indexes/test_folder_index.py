"""One contract for the index of words: on disk, in memory, or stored and only read."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.indexes import folder_index
from core.library.indexes.folder_index import FolderIndex
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests.core.conftest import RECORDS
from tests.core.library.fulltext_shelf import TEXT
from tests.rich_library import records

WAYS = ("on disk", "in memory", "stored and read")
KINDS = ("words", "passages", "citing sentences")
ODD = PaperRecord(
    id="t:odd",
    title="Größe der Übergänge — 模型 🙂 naïve",
    abstract="Ein \u200b Text with e\u0301 and \x07 odd letters.",
    authors=("Łukasiewicz, Zoë",),
)
Found = Callable[[FolderIndex[Any], str], list[int]]


def _in_words(index: FolderIndex[Any], text: str) -> list[int]:
    assert isinstance(index, WordIndex)
    return [number for number, _ in index.search(dict.fromkeys(index.terms(text), 1.0), limit=9)]


def _in_passages(index: FolderIndex[Any], text: str) -> list[int]:
    assert isinstance(index, PassageIndex)
    return [number for number, _ in index.search(text, limit=9)]


def _in_sentences(index: FolderIndex[Any], text: str) -> list[int]:
    assert isinstance(index, ContextIndex)
    return [number for number, _ in index.search(dict.fromkeys(index.terms(text), 1.0), limit=9)]


FIND: dict[str, Found] = {
    "words": _in_words,
    "passages": _in_passages,
    "citing sentences": _in_sentences,
}


class Shelf:
    """A library with each kind of text, and its index opened in one of the three ways."""

    def __init__(self, library: Library, folder: Path, kind: str, way: str) -> None:
        self.library, self.folder, self.kind, self.way = library, folder, kind, way
        list(library.papers.add((*RECORDS, ODD), source="test"))
        self.numbers = library.papers.numbers()
        for place, number in enumerate(self.numbers):
            text = f"Peat was weighed in {'moors ' * place}[1]."
            markers = ((len(text) - 4, len(text) - 1),)
            said = CitingContext(text=text, cited=(self.numbers[0],), markers=markers)
            library.papers.attach_file(number, Path(f"/{place}.pdf"), f"{place:064}")
            library.fulltexts.store(f"{place:064}", TEXT, {}, settled=True)
            library.citations.add_contexts(number, [said])

    @property
    def source(self) -> Any:  # noqa: ANN401 - the store that the index follows
        stores = (self.library.papers, self.library.fulltexts, self.library.contexts)
        return dict(zip(KINDS, stores, strict=True))[self.kind]

    def opened(self, *, write: bool) -> FolderIndex[Any]:
        identity = self.library.identity
        if self.kind == "words":
            return WordIndex(self.folder, identity, write=write)
        if self.kind == "passages":
            return PassageIndex(self.folder, identity, write=write)
        return ContextIndex(self.folder, identity, lambda text, _: text, write=write)

    def index(self) -> FolderIndex[Any]:
        if self.way == "stored and read":
            self.opened(write=True).follow(self.source)
        index = self.opened(write=self.way == "on disk")
        index.follow(self.source)
        return index

    def find(self, index: FolderIndex[Any], text: str) -> list[int]:
        return FIND[self.kind](index, text)


@pytest.fixture(params=[(k, w) for k in KINDS for w in WAYS], ids=", ".join)
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Any:  # noqa: ANN401 - a generator
    with Library.open(tmp_path / "library", create=True) as library:
        yield Shelf(library, tmp_path / "index", *request.param)


SAMPLE = {"words": "peat moors", "passages": "chalky ground", "citing sentences": "weighed moors"}


def test_every_way_finds_the_same_in_the_same_order(shelf: Shelf, tmp_path: Path) -> None:
    beside = Shelf.__new__(Shelf)
    beside.__dict__.update(shelf.__dict__, way="on disk", folder=tmp_path / "beside")
    here, there = shelf.index(), beside.index()
    for text in (SAMPLE[shelf.kind], "peat", "größe 模型", "olives"):
        assert shelf.find(here, text) == shelf.find(there, text)
    assert shelf.find(here, SAMPLE[shelf.kind])
    assert here.revision == there.revision == shelf.source.revision()


@pytest.mark.parametrize("text", ["", "  ", "of the", "\x00\x07", "\ud800", "🙂", "a" * 100_000])
def test_a_text_without_a_known_word_finds_nothing(shelf: Shelf, text: str) -> None:
    assert shelf.find(shelf.index(), text) == []


def test_terms_are_the_same_however_an_index_is_opened(shelf: Shelf) -> None:
    terms = shelf.index().terms("Moors, moor and MOORLAND; größe naïve")
    assert dict(terms) == {"moor": 2, "moorland": 1, "gross": 1, "naiv": 1} | {
        term: 1 for term in terms if term.startswith("gr")
    }


def test_what_left_the_library_is_found_no_more(shelf: Shelf) -> None:
    index = shelf.index()
    before = shelf.find(index, SAMPLE[shelf.kind])
    gone = PaperNumber(before[0])
    if shelf.kind == "citing sentences":  # which are found by numbers of their own
        gone = shelf.library.contexts.get([before[0]])[0].citing
    shelf.library.papers.trash([gone])
    index.follow(shelf.source)
    assert set(shelf.find(index, SAMPLE[shelf.kind])) == set(before) - {before[0]}


def test_to_follow_twice_changes_nothing(shelf: Shelf) -> None:
    index = shelf.index()
    before = shelf.find(index, SAMPLE[shelf.kind])
    assert index.follow(shelf.source) == 0
    assert shelf.find(index, SAMPLE[shelf.kind]) == before


def test_many_may_search_while_it_follows(shelf: Shelf) -> None:
    index = shelf.index()
    before = shelf.find(index, SAMPLE[shelf.kind])
    list(shelf.library.papers.add(records(300), source="test"))
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(shelf.find, index, SAMPLE[shelf.kind]) for _ in range(40)]
        pool.submit(index.follow, shelf.source).result()
        assert all(set(each.result()) >= set(before[:1]) for each in asked)


@pytest.mark.parametrize("write", [True, False])
def test_an_index_that_was_stopped_is_not_whole_when_it_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: bool
) -> None:
    monkeypatch.setattr(folder_index, "_BATCH", 2)

    class Stopped(SilentJob):
        def report(self, *_progress: object) -> None:
            raise JobCancelled

    with Library.open(tmp_path / "library", create=True) as library:
        shelf = Shelf(library, tmp_path / "index", "words", "on disk")
        with pytest.raises(JobCancelled):
            shelf.opened(write=True).follow(library.papers, Stopped())
        index = shelf.opened(write=write)
        assert 0 < index.count() < len(shelf.numbers)
        assert not index.is_whole(library.papers)
        shelf.opened(write=True).follow(library.papers)
        index.follow(library.papers)
        assert index.count() == len(shelf.numbers)
        assert index.is_whole(library.papers)
        list(library.papers.add(records(3), source="test"))
        assert index.is_whole(library.papers), "as whole as when it was built"
        assert shelf.opened(write=write).is_whole(library.papers)
