"""Ten actions in which power may be lost, as scenarios of ``tests/faults.py``.

Five are those of ``disturbed.py``, in which any write may fail. What is told is acknowledged: after
a loss of power it is there, or opening says what is missing and how it is restored.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.base import settings
from core.base.errors import LibraryCorruptError
from core.base.jobs import SilentJob
from core.base.records import Manuscript, PaperNumber, PaperRecord, Sentence
from core.library.database.migrations import latest_version
from core.library.indexes.vectors import VectorIndex
from core.library.library import Library
from core.library.safety import backups
from core.library.safety.restoring import Recovery
from core.models.manifest import CONFIG, MANIFEST, TOKENIZER, WEIGHTS, Manifest, check_weights
from core.models.shelf import Shelf
from tests.core.library import disturbed
from tests.core.library.disturbed import LIBRARY, Tell, filled, made, sound
from tests.faults import Scenario

ROWS = np.eye(16, dtype=np.float16)
TITLES = [f"Chalk cliffs of the {place}" for place in ("north", "south", "east", "west")]

editing = disturbed.editing
backing_up = disturbed.backing_up
indexing = disturbed.indexing


# --- importing ------------------------------------------------------------------------------------


def _imported(folder: Path, told: list[Any]) -> None:
    """Unlike ``disturbed.importing`` it imports nothing again: that starts a process each time."""
    with sound(folder) as library:
        kept = library.database.rows("SELECT number, title FROM papers")
        assert set(told) <= {title for _, title in kept}
        for number, title in kept:
            for file in library.papers.files(number) if "book" in title or title in told else ():
                content = file.path.read_bytes()
                assert file.sha256 == hashlib.sha256(content).hexdigest()


importing = replace(disturbed.importing, check=_imported)


# --- merging --------------------------------------------------------------------------------------


def _doubled(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        twice = [
            PaperRecord(id=f"{place}:{n}", title=f"{title} ({place})", year=1999)
            for n, title in enumerate(TITLES)
            for place in ("a", "b")
        ]
        assert len({each.number for each in library.papers.add(twice, source="test")}) == 8


def _merge(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        for n in range(len(TITLES)):
            one, other = (library.papers.resolve(f"{place}:{n}") for place in "ab")
            assert one is not None
            assert other is not None
            tell(["merged", n, library.duplicates.merge(one, [other])])
        undone = library.duplicates.merges(1)[0].number
        library.duplicates.undo(undone)
        tell(["undone", len(TITLES) - 1, undone])


def _merged(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        papers = [tuple(library.papers.resolve(f"{place}:{n}") for place in "ab") for n in range(4)]
        assert all(one is not None and other is not None for one, other in papers)
        one_paper = [one == other for one, other in papers]
        known = {each.number for each in library.duplicates.merges(10)}
        for what, n, merge in told:
            if what == "undone":
                assert not one_paper[n]
                assert merge not in known
            elif n < len(TITLES) - 1:
                assert one_paper[n]
                assert merge in known


merging = Scenario(_doubled, _merge, _merged)


# --- decisions ------------------------------------------------------------------------------------

_SENTENCES = tuple(Sentence(n, None, 0, f"Cliffs fall in part {n}.", ()) for n in range(6))


def _with_manuscript(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        own = Manuscript(title="Own", sentences=_SENTENCES)
        library.manuscripts.open(folder / "own.pdf", own, "a" * 64)


def _decide(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY) as library:
        number = library.manuscripts.find_number(folder / "own.pdf")
        assert number is not None
        papers = library.papers.numbers()
        for sentence, paper in zip(_SENTENCES, papers, strict=False):
            library.manuscripts.decide(number, sentence, paper, "cite")
            tell(["cite", sentence.text, paper])
        library.manuscripts.dismiss_gap(number, _SENTENCES[0])
        tell(["dismissed", _SENTENCES[0].text, 0])


def _decided(folder: Path, told: list[Any]) -> None:
    with sound(folder) as library:
        number = library.manuscripts.find_number(folder / "own.pdf")
        assert number is not None
        decisions = library.manuscripts.decisions(number)
        kept = {("cite", each.sentence_text, each.paper) for each in decisions}
        if library.manuscripts.dismissed_gaps(number):
            kept.add(("dismissed", _SENTENCES[0].text, PaperNumber(0)))
        assert {tuple(each) for each in told} <= kept


deciding = Scenario(_with_manuscript, _decide, _decided)


# --- restoring and upgrading ----------------------------------------------------------------------


def _later(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        library.collections.add("Later")


def _restore(folder: Path, tell: Tell) -> None:
    recovery = Recovery(folder / LIBRARY)
    recovery.restore(recovery.backups()[0].path, SilentJob())
    tell("restored")


def _restored(folder: Path, told: list[Any]) -> None:
    """A database that opening says is missing is restored from the backup, which must be there."""
    try:
        library = sound(folder)
    except LibraryCorruptError as error:
        assert "missing" in error.message, error  # noqa: PT017
        assert not told, error  # noqa: PT017
        _restore(folder, told.append)
        library = sound(folder)
    with library:
        assert library.papers.count() == 26
        later = "Later" in [group.name for group in library.collections.all()]
        assert not (later and told)
    if not later:
        _is_aside(folder)


def _is_aside(folder: Path) -> None:
    """What the backup replaced is kept, whole."""
    kept = [path.parent for path in (folder / LIBRARY).glob("kept-aside/*/library.db")]
    found = set()
    for place in kept:
        with Library.open(place) as library:
            found.update(group.name for group in library.collections.all())
    assert "Later" in found


restoring = Scenario(_later, _restore, _restored)


def _old(folder: Path) -> None:
    made(folder / LIBRARY, 1)


def _upgrade(folder: Path, tell: Tell) -> None:
    with Library.open(folder / LIBRARY):
        tell("upgraded")


def _upgraded(folder: Path, told: list[Any]) -> None:
    for each in backups.stored(folder / LIBRARY):
        assert backups.check(each.path)["papers"] == 2
    assert backups.stored(folder / LIBRARY) or not told
    with sound(folder) as library:
        assert library.database.value("PRAGMA user_version") == latest_version()
        titles = library.database.column("SELECT title FROM papers ORDER BY number")
        assert titles == ["Olives", "Tulips"]


upgrading = Scenario(_old, _upgrade, _upgraded)


# --- models, indexes, settings --------------------------------------------------------------------


def _model(folder: Path, name: str, content: bytes) -> Manifest:
    """Write what the shelf takes for a model, and return what it says of itself."""
    folder.mkdir()
    header = json.dumps({}).encode()
    content = len(header).to_bytes(8, "little") + header + content
    manifest = Manifest(
        name=name,
        weights_sha256=hashlib.sha256(content).hexdigest(),
        pooling="mean",
        max_tokens=16,
        dimension=16,
    )
    (folder / WEIGHTS).write_bytes(content)
    (folder / CONFIG).write_text(json.dumps({"hidden_size": 16}))
    (folder / TOKENIZER).write_text("{}")
    (folder / MANIFEST).write_text(manifest.model_dump_json())
    return manifest


def _trained(folder: Path) -> None:
    shelf = Shelf(folder / "models")
    _model(folder / "run-1", "first", bytes(range(256)) * 40)
    _model(folder / "run-2", "second", bytes(reversed(range(256))) * 40)
    shelf.add(folder / "run-1")
    shelf.use("first")


def _adopt(folder: Path, tell: Tell) -> None:
    shelf = Shelf(folder / "models")
    shelf.add(folder / "run-2")
    tell("added")
    shelf.use("second")
    tell("used")


def _adopted(folder: Path, told: list[Any]) -> None:
    shelf = Shelf(folder / "models")
    assert shelf.in_use().manifest.name in ("second", *([] if "used" in told else ["first"]))
    listed = {model.manifest.name: model for model in shelf.models()}
    assert "first" in listed
    assert "second" in listed or "added" not in told
    for name in {"first", "second"} & listed.keys():
        check_weights(listed[name].folder, listed[name].manifest)
        assert (listed[name].folder / CONFIG).read_text()
    if "second" not in listed:
        _adopt(folder, told.append)
    assert Shelf(folder / "models").use("second").manifest.name == "second"
    _removed(shelf)


def _removed(shelf: Shelf) -> None:
    """A model can be taken off, whatever an interrupted copy left."""
    shelf.use("first")
    shelf.remove("second")
    assert "second" not in {model.manifest.name for model in shelf.models()}


adopting = Scenario(_trained, _adopt, _adopted)

_MANIFEST = disturbed.MANIFEST


def _shifted(library: Library, by: int) -> None:
    numbers = library.papers.numbers()
    library.embeddings.put(
        _MANIFEST.fingerprint, numbers, ROWS[(np.arange(len(numbers)) + by) % 16]
    )


def _vectors(library: Library, place: Path) -> VectorIndex:
    index = VectorIndex(place / "vectors", library.identity, _MANIFEST)
    index.follow(library.papers, library.embeddings)
    return index


def _with_vectors(folder: Path) -> None:
    filled(folder)
    with Library.open(folder / LIBRARY) as library:
        _vectors(library, library.folder).save()


def _swap(folder: Path, tell: Tell) -> None:
    """Every paper gets another vector, as by a model of another training."""
    with Library.open(folder / LIBRARY) as library:
        for number in library.papers.numbers():
            library.papers.update(number, abstract=f"Rewritten {number}.")
        _shifted(library, 3)
        _vectors(library, library.folder).save()
        tell("swapped")


def _swapped(folder: Path, _told: list[Any]) -> None:
    questions = ROWS.astype(np.float32)
    with sound(folder) as library:
        numbers = library.papers.numbers()
        index = _vectors(library, library.folder)
        stored = library.embeddings.get(_MANIFEST.fingerprint, numbers)
        fresh = _vectors(library, folder / "fresh")
        assert index.count() == fresh.count()
        assert np.array_equal(index.rows(numbers), fresh.rows(numbers), equal_nan=True)
        assert len(stored) == index.count()
        assert index.search(questions, limit=2) == fresh.search(questions, limit=2)


swapping = Scenario(_with_vectors, _swap, _swapped)


def _chosen(folder: Path) -> None:
    settings.save(settings.Settings(suggestions=10), folder / "config" / "settings.toml")


def _choose(folder: Path, tell: Tell) -> None:
    for suggestions in range(11, 16):
        settings.save(
            settings.Settings(suggestions=suggestions), folder / "config" / "settings.toml"
        )
        tell(suggestions)


def _chose(folder: Path, told: list[Any]) -> None:
    found = settings.load(folder / "config" / "settings.toml").suggestions
    assert found in (max(told, default=10), max(told, default=10) + 1)
    settings.save(settings.Settings(suggestions=20), folder / "config" / "settings.toml")


choosing = Scenario(_chosen, _choose, _chose)

ACTIONS = {
    "importing": "import",
    "merging": "merge",
    "editing": "edit",
    "deciding": "decision",
    "backing_up": "backup",
    "restoring": "restore",
    "upgrading": "migration",
    "adopting": "model adoption",
    "swapping": "index swap",
    "choosing": "settings",
}
"""The scenarios, and what people call them."""
