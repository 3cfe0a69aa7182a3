"""What writes a library, as scenarios of ``tests/faults.py``: actions and what must stay true."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, PaperNumber, Sentence
from core.base.reports import ImportEntry
from core.library.database.migrations import latest_version
from core.library.exports.whole_export import export_library, holds_library, restore_library
from core.library.imports.fulltext_reading import read_waiting
from core.library.imports.importing import import_sources
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.indexes.vectors import Scale, VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.safety import backups, sidecars
from core.library.safety.restoring import rebuild, restore
from core.manuscript.references.linking import Linker
from core.models.manifest import Manifest
from core.models.shelf import Shelf
from core.recommend.bare import bare
from core.runtime.runtime import Runtime
from core.services.papers import Papers
from tests.core.library.database.test_migrations import made
from tests.faults import Scenario
from tests.rich_library import content, fill, records

Tell = Callable[[Any], None]

LIBRARY = "library"
MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)
ROWS = np.eye(16, dtype=np.float16)
LISTED = Scale(lists_from=20, probed=1.0)


def filled(folder: Path) -> None:
    """Make a library with something in each table, a backup and its sidecars."""
    with Library.open(folder / LIBRARY, create=True) as library:
        fill(library, 30)
        numbers = library.papers.numbers()
        vectors = ROWS[np.arange(len(numbers)) % 16]
        library.embeddings.put(MANIFEST.fingerprint, numbers, vectors)
        library.safekeeping.back_up()


def sound(folder: Path) -> Library:
    """Open the library in a folder, which must be whole."""
    library = Library.open(folder / LIBRARY)
    report = library.verify()
    assert report.sound, report.problems
    return library


# --- opening and editing --------------------------------------------------------------------------


def _open(folder: Path, tell: Tell) -> None:
    for name in (LIBRARY, "another"):
        with Library.open(folder / name, create=True) as library:
            library.check_after_unclean_end()
            tell(library.papers.count())


def _opens_again(folder: Path, _told: list[Any]) -> None:
    with sound(folder) as library:
        assert library.papers.count() == 26
    Library.open(folder / "another", create=True).close()


def _left_open(folder: Path) -> None:
    filled(folder)
    (folder / LIBRARY / "library.owner").write_text("{}")


opening = Scenario(_left_open, _open, _opens_again)


def _edit(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        papers, numbers = library.papers, library.papers.numbers()[:6]
        for year in range(2001, 2004):
            papers.update(numbers[0], year=year)
            tell(("year", year))
        library.tags.assign(1, numbers)
        tell(("tagged", len(numbers)))
        papers.trash(numbers[4:])
        tell(("trashed", 2))
        papers.merge(numbers[2], [numbers[3]])
        tell(("merged", 1))


def _edited(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        held = dict(told)
        numbers = library.papers.numbers()
        year = library.papers.get(numbers[0]).year
        assert year in (held.get("year", 1901), held.get("year", 2000) + 1)
        tagged = library.database.value("SELECT COUNT(*) FROM tag_papers WHERE tag = 1")
        assert tagged or "tagged" not in held
        assert len(numbers) <= 26 - held.get("trashed", 0) - held.get("merged", 0)
        assert len(numbers) in (26, 24, 23)


editing = Scenario(filled, _edit, _edited)


def _old(folder: Path) -> None:
    made(folder / LIBRARY, 1)


def _open_old(folder: Path, _tell: Tell) -> None:
    Library.open(folder / LIBRARY).close()


def _upgraded(folder: Path, _told: list[Any]) -> None:
    with sound(folder) as library:
        assert library.database.value("PRAGMA user_version") == latest_version()
        titles = library.database.column("SELECT title FROM papers ORDER BY number")
        assert titles == ["Olives", "Tulips"]
        assert backups.stored(library.folder)


upgrading = Scenario(_old, _open_old, _upgraded)


# --- importing and attaching ----------------------------------------------------------------------


class _Reader:
    """Reads any "PDF" as one made-up text."""

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        sentences = tuple(Sentence(n, None, 0, f"Sentence {n}.", ()) for n in range(40))
        return Manuscript(title=f"The paper in {path.stem}", sentences=sentences)


def _sources(folder: Path) -> None:
    filled(folder)
    entries = [
        f"@book{{key{n}, title={{New book {n}}}, year={1990 + n}, file={{{n}.pdf}}}}"
        for n in range(8)
    ]
    for name, some in (("a", entries[:4]), ("b", entries[4:])):
        (folder / f"{name}.bib").write_text("\n".join(some))
    for n in range(3):
        (folder / f"{n}.pdf").write_bytes(b"%PDF-" + bytes(5_000) + str(n).encode())
    (folder / "own.pdf").write_bytes(b"%PDF-" + bytes(70_000))


def _import(folder: Path, tell: Tell) -> None:
    def told_of(entry: ImportEntry) -> None:
        stored = entry.status in ("added", "unchanged", "merged", "skipped")
        assert stored or "could not be" in entry.reason, entry
        if stored and entry.title:
            tell(entry.title)

    names = ("a.bib", "b.bib", "own.pdf")
    with Library.open(folder / LIBRARY) as library:
        import_sources(
            library, [folder / name for name in names], parser=_Reader(), on_entry=told_of
        )


def _imported(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        kept = set(library.database.column("SELECT title FROM papers"))
        assert set(told) <= kept
        assert len(kept & {f"New book {n}" for n in range(4)}) in (0, 4)
    _import(folder, lambda _title: None)
    with sound(folder) as library:
        new = library.papers.get_many(library.papers.numbers())[26:]
        assert len(new) == 9
        assert [len(library.papers.files(paper.number)) for paper in new] == [1] * 3 + [0] * 5 + [1]
        assert library.fulltexts.count() == 1
        assert not list(library.folder.rglob("*.part"))


importing = Scenario(_sources, _import, _imported)


def _attach(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        browsing = Papers(Runtime(library, Shelf(folder / "models")))
        for number in (1, 2):
            file = browsing.attach(PaperNumber(number), folder / f"{number}.pdf")
            tell((number, file.sha256))


def _attached(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        for number, sha256 in told:
            (file,) = [
                each for each in library.papers.files(PaperNumber(number)) if each.sha256 == sha256
            ]
            assert hashlib.sha256(file.path.read_bytes()).hexdigest() == sha256
    again: list[Any] = []
    _attach(folder, again.append)
    assert len(again) == 2
    sound(folder).close()


attaching = Scenario(_sources, _attach, _attached)


def _waiting(folder: Path) -> None:
    with Library.open(folder / LIBRARY, create=True) as library:
        list(library.papers.add(records(3), source="test"))
        for number in library.papers.numbers():
            path = library.folder / f"{number}.pdf"
            path.write_bytes(b"%PDF")
            library.papers.attach_file(number, path, f"{number:064}")


def _read(folder: Path, tell: Tell) -> None:
    class Told(SilentJob):
        def report(self, done: int, total: int, note: str = "") -> None:  # noqa: ARG002
            tell(done)

    with Library.open(folder / LIBRARY) as library:
        read_waiting(library.fulltexts, None, [_Reader()], Linker(library.papers), Told())


def _was_read(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        assert library.fulltexts.count() >= max(told, default=0)
        assert library.fulltexts.count() + len(library.fulltexts.waiting()) == 3
        read_waiting(library.fulltexts, None, [_Reader()], Linker(library.papers), SilentJob())
        assert library.fulltexts.count() == 3


reading = Scenario(_waiting, _read, _was_read)


# --- safety ---------------------------------------------------------------------------------------


def _back_up(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        library.papers.update(library.papers.numbers()[0], year=2020)
        tell("edited")
        tell(library.safekeeping.back_up().path.name)


def _backed_up(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        names = {each.path.name for each in library.safekeeping.backups()}
        assert names, "the older backup is gone"
        assert set(told[1:]) <= names
        for each in library.safekeeping.backups():
            assert backups.check(each.path)["papers"] == 28
        if told:
            assert library.papers.get(library.papers.numbers()[0]).year == 2020
        library.safekeeping.back_up()
        expected = content(library.database)
    rebuild(folder / LIBRARY)
    with sound(folder) as library:
        assert content(library.database) == expected


backing_up = Scenario(filled, _back_up, _backed_up)


def _newest(folder: Path) -> Path:
    return backups.stored(folder / LIBRARY)[0].path


def _later(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        library.collections.add("Later")


def _restore(folder: Path, tell: Tell) -> None:
    tell(restore(folder / LIBRARY, _newest(folder)))


def _restored(folder: Path, told: list[Any]) -> None:
    if not told and (folder / LIBRARY / "library.db").exists():
        sound(folder).close()  # as it was, or as the backup is
    restore(folder / LIBRARY, _newest(folder))
    with sound(folder) as library:
        assert library.papers.count() == 26
        assert "Later" not in [group.name for group in library.collections.all()]
    assert not list((folder / LIBRARY).glob("*.restored"))


restoring = Scenario(_later, _restore, _restored)


def _rebuild(folder: Path, tell: Tell) -> None:
    tell(rebuild(folder / LIBRARY).papers)


def _rebuilt(folder: Path, told: list[Any]) -> None:
    assert sidecars.stored_state(folder / LIBRARY) or told or _aside(folder)
    if not (folder / LIBRARY / "library.db").exists():
        restore(folder / LIBRARY, _newest(folder))
    with sound(folder) as library:
        assert library.papers.count() == 26
        library.safekeeping.back_up()
    assert rebuild(folder / LIBRARY).papers == 28
    sound(folder).close()


def _aside(folder: Path) -> list[Path]:
    return list((folder / LIBRARY / "kept-aside").rglob(sidecars.STATE))


rebuilding = Scenario(filled, _rebuild, _rebuilt)


def _export(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        tell(export_library(library, folder / "exported").papers)


def _exported(folder: Path, told: list[Any]) -> None:
    assert (folder / "exported").exists() == bool(told) or holds_library(folder / "exported")
    if not (folder / "exported").exists():
        _export(folder, told.append)  # which also removes what a kill left
    assert not [path for path in folder.iterdir() if path.name.endswith(".unfinished")]
    restore_library(folder / "exported", folder / "again")
    with sound(folder) as library, Library.open(folder / "again") as again:
        assert again.papers.numbers() == library.papers.numbers()
        assert again.verify().sound


exporting = Scenario(filled, _export, _exported)


# --- indexes --------------------------------------------------------------------------------------


def _with_texts(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        for number in library.papers.numbers()[:5]:
            path = library.folder / f"{number}.pdf"
            path.write_bytes(b"%PDF")
            library.papers.attach_file(number, path, f"{number + 1000:064}")
        read_waiting(library.fulltexts, None, [_Reader()], Linker(library.papers), SilentJob())


def _index(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        for found in _answers(library, library.folder):
            tell(found)


def _answers(library: Library, place: Path) -> Sequence[list[Any]]:
    """Bring each index in step and return what it answers."""
    words = WordIndex(place / "words", library.identity)
    words.follow(library.papers)
    passages = PassageIndex(place / "passages", library.identity)
    passages.follow(library.fulltexts)
    contexts = ContextIndex(place / "contexts", library.identity, bare)
    contexts.follow(library.contexts)
    found: list[list[Any]] = [
        words.search(words.terms("moors and peat 7"), limit=10),
        passages.search("sentence 7", limit=10),
        contexts.search(contexts.terms("sentence of 3"), limit=10),
    ]
    for scale in (Scale(), LISTED):
        vectors = VectorIndex(place / "vectors", library.identity, MANIFEST, scale=scale)
        vectors.follow(library.papers, library.embeddings)
        vectors.save()
        found += vectors.search(ROWS[:3].astype(np.float32), limit=2)
    return found


def _indexed(folder: Path, _told: list[Any]) -> None:
    with sound(folder) as library:
        assert _answers(library, library.folder) == _answers(library, folder / "fresh")
        assert not list(library.folder.rglob("*.new"))


indexing = Scenario(_with_texts, _index, _indexed)
