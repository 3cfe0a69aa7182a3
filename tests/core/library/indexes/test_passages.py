"""Passages of full texts: found by their words, in step with the library.

The index of citing sentences."""

from __future__ import annotations

import math
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import sqlite_utils

from core.base.jobs import JobCancelled
from core.base.records import Manuscript, PaperNumber, Sentence
from core.library.database.migrations import APPLICATION_ID, migrations
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.library import Library
from tests.core.library.fulltext_shelf import Shelf, read
from tests.core.library.store.context_rows import A, B, C, D, said, say

# --- paragraphs -------------------------------------------------------------------------------


@pytest.fixture
def index(library: Library) -> PassageIndex:
    return PassageIndex(library.folder / "passages", library.identity)


def test_passages_are_found_by_their_words_and_follow_the_library(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    one, other = attach("a"), attach("b")
    read(library)
    index.follow(library.fulltexts)
    assert set(index.search("chalky ground", limit=9)) == {(one, 1), (other, 1)}
    assert index.search("clay soils", limit=1)[0][1] == 2
    assert index.search("clay", limit=9, allowed=frozenset({other})) == [(other, 2)]
    assert index.search("of the", limit=9) == []
    library.papers.trash([one])
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(other, 2)]
    library.papers.restore([one])
    index.follow(library.fulltexts)
    assert len(index.search("clay", limit=9)) == 2
    library.papers.merge(other, [one])
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(other, 2)]


def test_more_papers_than_are_read_together_are_indexed(
    library: Library,
    index: PassageIndex,
    attach: Callable[..., PaperNumber],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PassageIndex, "papers_read_together", 2)
    numbers = {attach(name) for name in "abcde"}
    read(library)
    index.follow(library.fulltexts)
    assert {number for number, _ in index.search("clay", limit=99)} == numbers


def test_an_index_that_was_deleted_is_made_anew(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    index.follow(library.fulltexts)
    index.clear()
    assert index.search("clay", limit=9) == []
    index.follow(library.fulltexts)
    assert PassageIndex(library.folder / "passages", library.identity).search("clay", limit=9) == [
        (paper, 2)
    ]


def test_a_reader_without_the_right_to_write_builds_passages_in_memory(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    index = PassageIndex(library.folder / "passages", library.identity, write=False)
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(paper, 2)]
    assert not (library.folder / "passages").exists()


def test_a_paragraph_without_end_becomes_several_passages(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    sentences = tuple(Sentence(n, None, 0, f"Row {n} " + "of beets " * 20, ()) for n in range(40))
    paper = attach("a")
    read(library, Shelf(a=Manuscript(title="Beets", sentences=sentences)))
    passages = library.fulltexts.passages([paper])[paper]
    assert len(passages) > 3
    assert max(len(each.text) for each in passages) <= 1_500
    assert " ".join(each.text for each in passages) == " ".join(each.text for each in sentences)


def test_passages_in_chinese_are_found_by_words_within_them(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    texts = ("泥炭沼泽的碳储量随水位变化。", "湿地植物群落的演替过程。")
    sentences = tuple(Sentence(n, None, 0, text, (), (), n) for n, text in enumerate(texts))
    paper = attach("a")
    read(library, Shelf(a=Manuscript(title="沼泽", sentences=sentences)))
    index.follow(library.fulltexts)
    assert index.search("水位", limit=9)[0][0] == paper
    assert index.search("演替", limit=9)[0][0] == paper
    assert index.search("冰川", limit=9) == []


# --- citing sentences -------------------------------------------------------------------------


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
    monkeypatch.setattr(ContextIndex, "papers_read_together", 2)
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
