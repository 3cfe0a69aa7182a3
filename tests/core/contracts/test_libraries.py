"""One contract for a library however it is opened: for writing, for reading, or beside a writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import LibraryReadOnlyError, UnknownPaperError
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.annotations import NoteStore
from core.library.store.groups import SavedSearches
from tests.rich_library import fill, records

WAYS = ("for writing", "for reading", "beside a writer")
Ask = Callable[[Library], Any]
MODEL = "m" * 16
READS: dict[str, Ask] = {
    "count": lambda lib: lib.papers.count(),
    "numbers": lambda lib: lib.papers.numbers(),
    "papers": lambda lib: lib.papers.get_many(lib.papers.numbers()),
    "revision": lambda lib: lib.papers.revision(),
    "changes": lambda lib: lib.papers.changes(0, 1000),
    "titles": lambda lib: list(lib.papers.titles()),
    "title": lambda lib: lib.papers.find_by_title(["paper number 9 on peat µ", "🙂", ""]),
    "title start": lambda lib: lib.papers.find_by_title_start(["paper number 9", "🙂"]),
    "ids": lambda lib: lib.papers.ids(lib.papers.numbers()),
    "resolve": lambda lib: (lib.papers.resolve("x:9"), lib.papers.resolve("🙂")),
    "files": lambda lib: lib.papers.files(PaperNumber(1)),
    "collections": lambda lib: [lib.collections.all(), lib.tags.all()],
    "citations": lambda lib: [
        lib.citations.cites(PaperNumber(1)),
        lib.citations.find_citing_papers(PaperNumber(1)),
        lib.citations.references(PaperNumber(1)),
        lib.citations.counts(),
        lib.citations.pairs().tolist(),
    ],
    "contexts": lambda lib: [lib.contexts.count(), lib.contexts.get([1, 2, 10**6])],
    "full texts": lambda lib: [lib.fulltexts.all(), lib.fulltexts.revision()],
    "manuscripts": lambda lib: lib.manuscripts.recent(5),
    "vectors": lambda lib: [
        lib.embeddings.count(MODEL),
        lib.embeddings.get(MODEL, [PaperNumber(1), PaperNumber(2)]).tolist(),
        lib.embeddings.missing(MODEL, 5),
    ],
    "notes": lambda lib: NoteStore(lib.database).get(PaperNumber(1)),
    "searches": lambda lib: SavedSearches(lib.database).all(),
    "keys": lambda lib: lib.citation_keys.pattern(),
    "sound": lambda lib: lib.verify().sound,
}
WRITES: dict[str, Ask] = {
    "add": lambda lib: list(lib.papers.add(records(1, start=900), source="test")),
    "update": lambda lib: lib.papers.update(PaperNumber(1), title="Another"),
    "trash": lambda lib: lib.papers.trash([PaperNumber(1)]),
    "purge": lambda lib: lib.papers.purge([PaperNumber(7)]),
    "merge": lambda lib: lib.papers.merge(PaperNumber(1), [PaperNumber(4)]),
    "file": lambda lib: lib.papers.attach_file(PaperNumber(1), Path("/a.pdf"), "f" * 64),
    "collection": lambda lib: lib.collections.add("New"),
    "citations": lambda lib: lib.citations.add_citations([(PaperNumber(1), PaperNumber(4))], "t"),
    "vectors": lambda lib: lib.embeddings.put(MODEL, [PaperNumber(1)], np.ones((1, 4), np.float16)),
    "note": lambda lib: NoteStore(lib.database).set(PaperNumber(1), "Nice."),
    "search": lambda lib: SavedSearches(lib.database).add("New", "words", "peat"),
    "pattern": lambda lib: lib.citation_keys.set_pattern("[auth][year]"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("libraries") / "größe — 模型 🙂"
    with Library.open(place, create=True) as library:
        fill(library)
        NoteStore(library.database).set(PaperNumber(1), "Nice 🙂")
        SavedSearches(library.database).add("Moors — ß", "words", "peat")
        numbers = library.papers.numbers()[:20]
        library.embeddings.put(MODEL, numbers, np.ones((len(numbers), 4), np.float16))
    return place


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, Any]:
    with Library.open(folder) as library:
        return {name: ask(library) for name, ask in READS.items()}


def opened(folder: Path, way: str, stack: ExitStack) -> Library:
    if way == "beside a writer":
        stack.enter_context(Library.open(folder))
    return stack.enter_context(Library.open(folder, write=way == "for writing"))


@pytest.fixture(params=WAYS)
def library(request: pytest.FixtureRequest, folder: Path) -> Iterator[Library]:
    with ExitStack() as stack:
        yield opened(folder, request.param, stack)


@pytest.mark.parametrize("what", READS)
def test_what_is_read_is_the_same(library: Library, said: dict[str, Any], what: str) -> None:
    assert READS[what](library) == said[what]


def test_many_may_read_at_the_same_time(library: Library, said: dict[str, Any]) -> None:
    names = [name for name in READS if name != "sound"] * 4
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda name: READS[name](library), names))
    assert found == [said[name] for name in names]


def test_what_is_not_there_is_refused_in_the_same_words(library: Library) -> None:
    with pytest.raises(UnknownPaperError) as refused:
        library.papers.get(PaperNumber(10**6))
    assert "1000000" in str(refused.value).replace(",", "")


def test_it_may_be_closed_twice(library: Library) -> None:
    library.close()
    library.close()


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("way", ["for reading", "beside a writer"])
def test_whoever_only_reads_is_refused_to_write_and_nothing_changes(
    folder: Path, said: dict[str, Any], what: str, way: str
) -> None:
    with ExitStack() as stack:
        library = opened(folder, way, stack)
        with pytest.raises(LibraryReadOnlyError, match="reading only"):
            WRITES[what](library)
        assert library.papers.revision() == said["revision"]
        assert library.papers.get_many([PaperNumber(1)]) == [said["papers"][0]]


def test_a_reader_sees_what_a_writer_beside_it_has_written(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as writer:
        list(writer.papers.add(records(3), source="test"))
        with Library.open(tmp_path / "library", write=False) as reader:
            assert reader.papers.count() == 3
            list(writer.papers.add(records(2, start=50), source="test"))
            assert reader.papers.numbers() == writer.papers.numbers()
