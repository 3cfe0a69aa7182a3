"""Rarer actions, which compare more: backups, exports, indexes, other processes, clocks."""

from __future__ import annotations

import os
import shutil
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import numpy as np

from core.base.errors import LibraryBusyError, LibraryReadOnlyError
from core.base.records import PaperNumber
from core.formats import registry
from core.library.exports.whole_export import export_library, restore_library
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.indexes.vectors import VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.safety import backups
from core.library.safety.restoring import rebuild, restore
from core.models.manifest import Manifest
from core.recommend.bare import bare
from tests.lives import observing
from tests.lives.life import Kept, Life
from tests.lives.papers import FORMATS, without
from tests.lives.past import Past
from tests.lives.rows import Rows, difference, papers, told, without_texts
from tests.lives.steps import Now
from tests.lives.texts import EXTRACTORS

MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)
DIRECTIONS = np.eye(16, dtype=np.float16)


def reopen(life: Life, _now: Now) -> None:
    """Close the library and open it again."""
    life.close()
    assert not life.library.read_only
    _require_same(life)


def check(life: Life, _now: Now) -> None:
    """Check the whole database."""
    life.require_sound()


def clock(life: Life, now: Now) -> None:
    """Let the clock jump, forth or back."""
    days = now.one((-400, -30, -1, 1, 2, 30, 400))
    life.clock.ahead = timedelta(0) if now.chance.random() < 0.3 else timedelta(days=days)
    life.steps[-1] += f" {life.clock.ahead}"


def _require_same(life: Life) -> None:
    found = life.observed()
    change = difference(life.rows, found)
    assert not change, f"rows differ: {sorted({key[0] for key in change})}\n{told(change)}"


# --- backups and what is made of them -------------------------------------------------------------


def keep(life: Life, _now: Now) -> None:
    """Do what is due: the check after a kill, sidecars, the daily backup."""
    made = life.library.safekeeping.keep()
    assert not life.library.ended_uncleanly
    if made is not None:
        _remember(life, made.path)
    _require_same(life)


def back_up(life: Life, _now: Now) -> None:
    """Make a backup, which must be there then."""
    _remember(life, life.library.safekeeping.back_up().path)
    _require_same(life)


def _remember(life: Life, path: Path) -> None:
    assert path in [each.path for each in life.library.safekeeping.backups()], "no backup is left"
    assert backups.check(path)["papers"] == len(papers(life.rows))
    assert len(backups.stored(life.folder)) < 40
    life.backups[path.name] = Kept(life.rows, life.past.copy(), life.merges.copy())


def put_back(life: Life, now: Now) -> None:
    """Restore a backup."""
    stored = [each.path for each in backups.stored(life.folder) if each.path.name in life.backups]
    if not stored:
        return
    path = now.one((stored[0], now.one(stored)))
    with life.replaced():
        restore(life.folder, path)
    kept = life.backups[path.name]
    life.rows, life.past, life.merges = kept.rows, kept.past.copy(), kept.merges.copy()
    _require_same(life)
    life.require_sound()
    assert observing.history(life.database) == life.past.stored


def remake(life: Life, _now: Now) -> None:
    """Make the library from its sidecars: all is there but the history."""
    life.library.safekeeping.back_up()
    with life.replaced():
        report = rebuild(life.folder)
    assert (report.unread, report.loose) in (((), 0), (0, 0), ([], 0)), report
    life.past, life.rows = Past(), without_texts(life.rows)
    _require_same(life)
    life.require_sound()
    assert not observing.history(life.database)


def export(life: Life, _now: Now) -> None:
    """Write the library as a folder and make it again from that."""
    exported, again = life.place / "exported", life.place / "again"
    export_library(life.library, exported)
    restore_library(exported, again)
    try:
        change = difference(
            without_texts(life.rows), observing.observed(again / life.database.name)
        )
        assert not change, f"the export differs: {told(change)}"
    finally:
        shutil.rmtree(exported)
        shutil.rmtree(again)


def formats(life: Life, now: Now) -> None:
    """Write the papers as a file of references and read it: titles, years and DOIs are there."""
    numbers = [PaperNumber(each) for each in papers(life.rows, trashed=False)]
    form = now.one(FORMATS)
    format_ = registry.get_format(form)
    text = format_.write(life.library.papers.get_many(numbers))
    read = [each.record for each in format_.parse(text, "x") if each.record] if numbers else []
    found = [(each.title, each.year or "", each.doi) for each in read]
    names = ("title", "year", "doi")
    wanted = [tuple(life.rows["paper", each, name] for name in names) for each in numbers]
    assert found == wanted, f"{form} differs: {set(found) ^ set(wanted)}"


def empty_trash(life: Life, _now: Now) -> None:
    """Delete what has long been in the Trash, by the clock; what is outside it stays."""
    before = life.rows
    life.library.safekeeping.empty_trash(30)
    found = life.observed()
    gone = [PaperNumber(each) for each in papers(before, trashed=True) if ("gone", each) in found]
    change = difference(without(before, gone, into=0), found)
    assert not change, f"rows differ: {told(change)}"
    life.rows = found
    life.past.follow(before, found, observing.history(life.database), recorded=True)


def clear_history(life: Life, _now: Now) -> None:
    """Forget all that was done."""
    life.library.history.clear()
    life.past = Past()
    _require_same(life)


# --- other processes ------------------------------------------------------------------------------


def reader(life: Life, _now: Now) -> None:
    """Read the library beside the one that writes it."""
    life.library.papers.count()
    with Library.open(life.folder, write=False) as other:
        numbers = papers(life.rows, trashed=False)
        assert other.papers.numbers() == numbers
        found: Rows = {
            ("paper", paper.number, name): "" if (said := getattr(paper, name)) is None else said
            for paper in other.papers.get_many([PaperNumber(each) for each in numbers])
            for name in ("title", "year", "doi", "authors", "abstract")
        }
        assert found.items() <= life.rows.items()
        with suppress(LibraryReadOnlyError):
            other.papers.trash(other.papers.numbers())
            assert not numbers, "a reader wrote"
    _require_same(life)


def writer(life: Life, _now: Now) -> None:
    """Another process wants to write, and is told that this one does."""
    life.library.papers.count()

    def attempt() -> None:
        with suppress(LibraryBusyError):
            Library.open(life.folder)
            raise AssertionError("two processes write one library")

    apart(attempt)
    _require_same(life)


def apart(work: Callable[[], object]) -> None:
    """Do something in a process of its own; raise what it raises."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 - the parent tells it
            os.write(said, traceback.format_exc()[-3000:].encode())
        os.kill(os.getpid(), signal.SIGKILL)  # nothing of the parent's is cleared away
    os.close(said)
    with os.fdopen(heard, "rb") as pipe:
        problem = pipe.read().decode()
    os.waitpid(child, 0)
    assert not problem, problem


# --- indexes --------------------------------------------------------------------------------------


def embed(life: Life, now: Now) -> None:
    """Store vectors of some papers that have none."""
    store = life.library.embeddings
    missing = store.missing(MANIFEST.fingerprint, now.chance.randint(1, 20))
    if missing:
        rows = DIRECTIONS[[now.chance.randrange(16) for _ in missing]]
        store.put(MANIFEST.fingerprint, missing, rows)
    _require_same(life)


def indexes(life: Life, _now: Now) -> None:
    """Let the indexes follow; they must answer as new ones do, and as the papers say."""
    life.library.papers.count()
    fresh = life.place / "fresh"
    try:
        apart(lambda: _follow(life, fresh))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _follow(life: Life, fresh: Path) -> None:
    """Compare in a process of its own, as Tantivy and FAISS start threads."""
    with Library.open(life.folder, write=False) as library:
        found, expected = _answers(library, life.folder), _answers(library, fresh)
        for name, answer in expected.items():
            assert found[name] == answer, f"index {name} differs: {found[name]} is not {answer}"
        numbers = papers(life.rows, trashed=False)
        assert found["words"] == len(numbers), f"{found['words']} papers in the index of words"
        for number in numbers:
            stamp = str(life.rows["paper", number, "title"]).split()[-1]
            assert number in found[f"title {stamp}"], f"the index of words lacks {stamp}"


def _answers(library: Library, place: Path) -> dict[str, object]:
    """Bring each index in step and return what it answers."""
    words = WordIndex(place / "words", library.identity)
    words.follow(library.papers)
    contexts = ContextIndex(place / "contexts", library.identity, bare)
    contexts.follow(library.contexts)
    vectors = VectorIndex(place / "vectors", library.identity, MANIFEST)
    vectors.follow(library.papers, library.embeddings)
    vectors.save()
    passages = PassageIndex(place / "passages", library.identity)
    passages.follow(library.fulltexts)
    found: dict[str, object] = {"words": words.count(), "contexts": contexts.count()}
    found["passages"] = passages.count()
    for word in (*EXTRACTORS, "marked"):
        found[f"passages of {word}"] = sorted(passages.search(word, limit=999))
    for paper in library.papers.get_many(library.papers.numbers()):
        stamp = paper.title.split()[-1]
        found[f"title {stamp}"] = sorted(n for n, _ in words.search(words.terms(stamp), limit=99))
    found["moors"] = sorted(n for n, _ in words.search(words.terms("moors wet peat"), limit=999))
    found["said"] = sorted(n for n, _ in contexts.search(contexts.terms("said"), limit=999))
    for row, hits in enumerate(vectors.search(DIRECTIONS.astype(np.float32), limit=50)):
        found[f"vectors {row}"] = sorted(number for number, score in hits if score > 0.5)
    return found
