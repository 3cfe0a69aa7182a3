"""The index of citing sentences."""

from __future__ import annotations

import math
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlite_utils

from core.base.jobs import JobCancelled
from core.library.database.migrations import APPLICATION_ID, migrations
from core.library.indexes import context_index
from core.library.indexes.context_index import ContextIndex
from core.library.library import Library
from tests.core.library.store.context_rows import A, B, C, D, said, say


def uncut(text: str, _markers: Sequence[tuple[int, int]]) -> str:
    return text


def opened(library: Library, folder: Path) -> ContextIndex:
    index = ContextIndex(folder, library.identity, uncut, write=not library.read_only)
    index.follow(library.contexts)
    return index


def found(index: ContextIndex, text: str) -> set[int]:
    terms = {term: float(count) for term, count in index.terms(text).items()}
    return {number for number, _ in index.search(terms, limit=10)}


def test_a_library_of_before_the_index_is_followed_from_its_beginning(folder: Path) -> None:
    folder.mkdir()
    old = sqlite3.connect(folder / "library.db", isolation_level=None)
    migrations().apply(sqlite_utils.Database(old), stop_before="step_4")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.execute("INSERT INTO meta VALUES ('identity', 'old'), ('revision', 2)")
    for number in (A, B):
        old.execute(
            "INSERT INTO papers VALUES (?1, ?1, NULL, '', '', ?1, 't', '', '', 't', 1, NULL, '',"
            " '', '', '{}', '')",
            (number,),
        )
    old.execute("INSERT INTO contexts VALUES (7, 1, 0, '', '', 'Peat is acid.', '', '[]')")
    old.execute("INSERT INTO context_citations VALUES (7, 2)")
    old.close()
    with Library.open(folder) as library:
        assert [each.number for each in library.contexts.changes(0, 9)] == [A]
        index = opened(library, folder / "contexts")
        assert found(index, "acid") == {7}
        say(library, A)
        say(library, B, "Sand is not.", cited=A)
        assert min(said(library, B)) == 8
        assert library.verify().sound


def test_scores_are_bm25_over_the_sentences(contexts_shelf: Library, tmp_path: Path) -> None:
    index = opened(contexts_shelf, tmp_path / "contexts")
    documents = {
        number: Counter(index.terms(text)) for number, text in said(contexts_shelf, A).items()
    }
    average = sum(sum(each.values()) for each in documents.values()) / len(documents)
    asked = {"sand": 2.0, "peat": 0.5, "nowhere": 1.0}
    expected: Counter[int] = Counter()
    for number, counts in documents.items():
        for term, weight in asked.items():
            holding = sum(term in each for each in documents.values())
            idf = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
            length = 1.2 * (0.25 + 0.75 * sum(counts.values()) / average)
            expected[number] += weight * idf * 2.2 * counts[term] / (counts[term] + length)
    hits = index.search(asked, limit=10)
    assert dict(hits) == pytest.approx({n: s for n, s in expected.items() if s}, rel=1e-5)
    assert [score for _, score in hits] == sorted((s for _, s in hits), reverse=True)
    assert index.search({}, limit=10) == index.search(asked, limit=0) == []
    assert index.count() == 3


def test_words_are_in_step_after_any_changes(
    contexts_shelf: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_index, "_READ_AT_ONCE", 2)
    draw = random.Random(4)
    index = opened(contexts_shelf, tmp_path / "contexts")
    words = ("peat", "sand", "dune", "graph", "moor")
    for step in range(12):
        paper = draw.choice([A, C, D])
        if draw.random() < 0.6:
            texts = [" ".join(draw.sample(words, 2)) for _ in range(draw.randrange(4))]
            say(contexts_shelf, paper, *texts)
        elif draw.random() < 0.5:
            contexts_shelf.papers.trash([paper])
        else:
            contexts_shelf.papers.restore([paper])
        if step % 3 == 2:
            index.follow(contexts_shelf.contexts)
            for word in words:
                expected = {n for n, text in said(contexts_shelf, A, C, D).items() if word in text}
                assert found(index, word) == expected
            assert index.count() == contexts_shelf.contexts.count()
    assert index.follow(contexts_shelf.contexts) == 0


@pytest.mark.parametrize("damage", ["gone", "state gone", "segments gone", "another library"])
def test_an_index_that_cannot_serve_is_built_anew(
    contexts_shelf: Library, tmp_path: Path, damage: str
) -> None:
    folder = tmp_path / "contexts"
    before = found(opened(contexts_shelf, folder), "sand")
    identity = contexts_shelf.identity
    if damage == "gone":
        shutil.rmtree(folder)
    elif damage == "state gone":
        (folder / "state.json").unlink()
    elif damage == "segments gone":
        shutil.rmtree(folder / "index")
    else:
        identity = "another library"
    index = ContextIndex(folder, identity, uncut)
    assert index.revision == 0
    index.follow(contexts_shelf.contexts)
    assert found(index, "sand") == before != set()


def test_a_stop_keeps_what_was_indexed(contexts_shelf: Library, tmp_path: Path) -> None:
    class Stopped:
        def report(self, done: int, total: int, note: str = "") -> None: ...

        def check(self) -> None:
            raise JobCancelled

    folder = tmp_path / "contexts"
    index = ContextIndex(folder, contexts_shelf.identity, uncut)
    with pytest.raises(JobCancelled):
        index.follow(contexts_shelf.contexts, Stopped())
    assert index.count() == 0
    assert opened(contexts_shelf, folder).count() == 3


def test_without_write_nothing_is_written(contexts_shelf: Library, tmp_path: Path) -> None:
    with Library.open(contexts_shelf.folder, write=False) as beside:
        index = opened(beside, tmp_path / "contexts")
        assert found(index, "peat") != set()
    assert not (tmp_path / "contexts").exists()
