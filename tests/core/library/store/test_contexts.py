"""Citing sentences one by one, and the index of their words."""

from __future__ import annotations

import math
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import sqlite_utils

from core.base.jobs import JobCancelled
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.database.migrations import APPLICATION_ID, migrations
from core.library.indexes import context_index
from core.library.indexes.context_index import ContextIndex
from core.library.library import Library

A, B, C, D = (PaperNumber(n) for n in range(1, 5))
TEXTS = (
    "Peat is more acid than sand [1].",
    "Sand drains well [2], as dunes show.",
    "Graphs of citations have been embedded [1, 2].",
)


def uncut(text: str, _markers: Sequence[tuple[int, int]]) -> str:
    return text


@pytest.fixture
def shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title=f"Paper {n}") for n in "ABCD"], source="test"))
    say(library, A, *TEXTS)
    return library


def say(library: Library, citing: PaperNumber, *texts: str, cited: PaperNumber = B) -> None:
    library.citations.add_contexts(
        citing, [CitingContext(text=text, cited=(cited,), markers=((0, 1),)) for text in texts]
    )


def said(library: Library, *papers: PaperNumber) -> dict[int, str]:
    return {each.number: each.text for each in library.contexts.list_sentences(papers)}


def opened(library: Library, folder: Path) -> ContextIndex:
    index = ContextIndex(folder, library.identity, uncut, write=not library.read_only)
    index.follow(library.contexts)
    return index


def found(index: ContextIndex, text: str) -> set[int]:
    terms = {term: float(count) for term, count in index.terms(text).items()}
    return {number for number, _ in index.search(terms, limit=10)}


# --- sentences --------------------------------------------------------------------------------


def test_a_number_is_never_given_again(shelf: Library) -> None:
    before = said(shelf, A)
    say(shelf, A, TEXTS[2], "Something new [1].")
    after = said(shelf, A)
    assert not before.keys() & after.keys()
    say(shelf, A)
    say(shelf, C, "Of another paper [1].")
    assert min(said(shelf, C)) > max(after)
    assert list(after.values()) == [TEXTS[2], "Something new [1]."]


def test_a_sentence_that_is_said_again_keeps_its_vectors_and_no_other_gets_them(
    shelf: Library,
) -> None:
    vectors = np.eye(3, dtype=np.float16)
    numbers = sorted(said(shelf, A))
    for model in ("m", "n"):
        shelf.context_embeddings.put(model, numbers, vectors)
    say(shelf, C, TEXTS[0])  # another paper says it too, and says it for itself
    say(shelf, A, "Something new [1].", TEXTS[2], TEXTS[2], TEXTS[1])
    new, again, twice, last = sorted(said(shelf, A))
    kept = shelf.context_embeddings.numbers("m").tolist()
    assert last in kept
    assert len({again, twice} & set(kept)) == 1
    assert len(kept) == 2
    assert new not in kept
    assert shelf.context_embeddings.get("m", [last]).tolist() == [vectors[1].tolist()]
    assert shelf.context_embeddings.count("n") == 2
    assert shelf.verify().sound


def test_who_says_and_what_is_cited_leaves_the_trash_out(shelf: Library) -> None:
    shelf.citations.add_contexts(C, [CitingContext(text="Of two.", cited=(B, D))])
    one, (two,) = min(said(shelf, A)), said(shelf, C)
    assert shelf.contexts.find_citations([one, two, 999]) == {one: (A, (B,)), two: (C, (B, D))}
    shelf.papers.trash([B])
    assert shelf.contexts.find_citations([one, two]) == {two: (C, (D,))}
    shelf.papers.trash([C])
    assert shelf.contexts.find_citations([one, two]) == {}
    assert shelf.contexts.get([one, two])[0].text == TEXTS[0]
    assert len(shelf.contexts.get([one, two])) == 1
    assert (shelf.contexts.count(), shelf.contexts.count(A)) == (3, 3)


def test_embeddings_of_sentences_follow_the_trash_and_end_with_the_sentence(
    shelf: Library,
) -> None:
    numbers = sorted(said(shelf, A))
    assert shelf.context_embeddings.missing("m", 9) == numbers
    shelf.context_embeddings.put("m", [*numbers[:2], 999], np.eye(3, dtype=np.float16))
    assert shelf.context_embeddings.missing("m", 9) == numbers[2:]
    assert shelf.context_embeddings.count("m") == 2
    shelf.papers.trash([A])
    assert shelf.context_embeddings.missing("m", 9) == []
    assert shelf.context_embeddings.numbers("m").tolist() == []
    shelf.papers.restore([A])
    assert shelf.context_embeddings.numbers("m").tolist() == numbers[:2]
    shelf.papers.trash([A])
    shelf.papers.purge([A])
    assert shelf.database.value("SELECT COUNT(*) FROM context_embeddings") == 0


# --- changes ----------------------------------------------------------------------------------


def _read_again(library: Library) -> None:
    say(library, A, "Something new [1].")


def _say_no_more(library: Library) -> None:
    library.citations.add_contexts(A, [])


def _trash(library: Library) -> None:
    library.papers.trash([A])


def _purge_what_it_cites(library: Library) -> None:
    library.papers.trash([B])
    library.papers.purge([B])


def _merge(library: Library) -> None:
    library.papers.merge(D, [A])


CHANGES: list[tuple[Callable[[Library], None], dict[PaperNumber, bool]]] = [
    (_read_again, {A: True}),
    (_say_no_more, {A: True}),
    (_trash, {A: False}),
    (_purge_what_it_cites, {A: True}),
    (_merge, {A: True, D: True}),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_each_kind_of_change_is_told(
    shelf: Library, change: Callable[[Library], None], expected: dict[PaperNumber, bool]
) -> None:
    before = shelf.contexts.revision()
    change(shelf)
    told = shelf.contexts.changes(before, 10)
    assert {each.number: each.present for each in told} == expected
    assert shelf.contexts.revision() == told[-1].revision > before


def test_what_says_nothing_is_no_change(shelf: Library) -> None:
    before = shelf.contexts.revision()
    shelf.papers.trash([C])
    shelf.papers.update(D, title="Another title")
    shelf.citations.add_citations([(C, D)], "test")
    assert shelf.contexts.revision() == before


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


# --- words ------------------------------------------------------------------------------------


def test_scores_are_bm25_over_the_sentences(shelf: Library, tmp_path: Path) -> None:
    index = opened(shelf, tmp_path / "contexts")
    documents = {number: Counter(index.terms(text)) for number, text in said(shelf, A).items()}
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
    shelf: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_index, "_READ_AT_ONCE", 2)
    draw = random.Random(4)
    index = opened(shelf, tmp_path / "contexts")
    words = ("peat", "sand", "dune", "graph", "moor")
    for step in range(12):
        paper = draw.choice([A, C, D])
        if draw.random() < 0.6:
            texts = [" ".join(draw.sample(words, 2)) for _ in range(draw.randrange(4))]
            say(shelf, paper, *texts)
        elif draw.random() < 0.5:
            shelf.papers.trash([paper])
        else:
            shelf.papers.restore([paper])
        if step % 3 == 2:
            index.follow(shelf.contexts)
            for word in words:
                expected = {n for n, text in said(shelf, A, C, D).items() if word in text}
                assert found(index, word) == expected
            assert index.count() == shelf.contexts.count()
    assert index.follow(shelf.contexts) == 0


@pytest.mark.parametrize("damage", ["gone", "state gone", "segments gone", "another library"])
def test_an_index_that_cannot_serve_is_built_anew(
    shelf: Library, tmp_path: Path, damage: str
) -> None:
    folder = tmp_path / "contexts"
    before = found(opened(shelf, folder), "sand")
    identity = shelf.identity
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
    index.follow(shelf.contexts)
    assert found(index, "sand") == before != set()


def test_a_stop_keeps_what_was_indexed(shelf: Library, tmp_path: Path) -> None:
    class Stopped:
        def report(self, done: int, total: int, note: str = "") -> None: ...

        def check(self) -> None:
            raise JobCancelled

    folder = tmp_path / "contexts"
    index = ContextIndex(folder, shelf.identity, uncut)
    with pytest.raises(JobCancelled):
        index.follow(shelf.contexts, Stopped())
    assert index.count() == 0
    assert opened(shelf, folder).count() == 3


def test_without_write_nothing_is_written(shelf: Library, tmp_path: Path) -> None:
    with Library.open(shelf.folder, write=False) as beside:
        index = opened(beside, tmp_path / "contexts")
        assert found(index, "peat") != set()
    assert not (tmp_path / "contexts").exists()
