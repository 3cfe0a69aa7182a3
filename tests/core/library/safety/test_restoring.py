"""Restoring a library from a backup.

A library rebuilt from what lies beside it.

A lost database."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from pathlib import Path

import pytest

from core.base.errors import (
    LibraryBusyError,
    LibraryCorruptError,
    LibraryError,
    LibraryMissingError,
    LibraryNewerError,
    UsageError,
)
from core.base.jobs import SilentJob
from core.base.records import PaperNumber, PaperRecord
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety import backups, restoring
from core.library.safety.backups import Backup, take
from core.library.safety.restoring import Recovery, rebuild
from core.library.safety.sidecars import Sidecars
from tests import wording
from tests.core.library.safety.backed_up import add
from tests.core.library.safety.written_sidecars import rebuilt
from tests.rich_library import content

# --- restoring a backup; the old files are kept -----------------------------------------------


@pytest.fixture
def closed(library: Library, backed_up: Backup) -> Path:
    add(library, "Written after the backup")
    library.close()
    return library.folder


def test_a_restored_library_is_as_it_was_and_the_other_is_kept(
    closed: Path, backed_up: Backup
) -> None:
    for name in restoring.INDEXES:
        (closed / name).mkdir()
    (closed / "sidecars").mkdir()
    aside = restoring.restore(closed, backed_up.path)
    with Library.open(closed) as library:
        assert library.papers.count() == 2
        assert library.verify().sound
    assert aside is not None
    assert sorted(path.name for path in aside.iterdir()) == [DATABASE, "sidecars"]
    assert backups.check(aside / DATABASE)["papers"] == 3
    assert not any((closed / name).exists() for name in restoring.INDEXES)


def test_a_missing_database_is_not_replaced_by_an_empty_one(
    closed: Path, backed_up: Backup
) -> None:
    (closed / DATABASE).unlink()
    with pytest.raises(LibraryCorruptError, match="missing") as caught:
        Library.open(closed, create=True)
    assert "cocite restore" in caught.value.remedy
    assert restoring.restore(closed, backed_up.path) is None
    with Library.open(closed) as library:
        assert library.papers.count() == 2


@pytest.mark.parametrize("harm", ["garbage", "half", "flipped"])
def test_a_damaged_backup_is_refused_and_nothing_moves(
    closed: Path, backed_up: Backup, harm: str
) -> None:
    content = backed_up.path.read_bytes()
    if harm == "garbage":
        backed_up.path.write_bytes(b"a backup once" * 999)
        assert backups.stored(closed)[0].papers is None
    elif harm == "half":
        backed_up.path.write_bytes(content[: len(content) // 2])
    else:
        middle = len(content) // 2 // 4096 * 4096
        backed_up.path.write_bytes(content[:middle] + bytes(4096) + content[middle + 4096 :])
    before = sorted(path.name for path in closed.iterdir())
    with pytest.raises(LibraryCorruptError):
        restoring.restore(closed, backed_up.path)
    assert sorted(path.name for path in closed.iterdir()) == before
    with Library.open(closed) as library:
        assert library.papers.count() == 3


def test_what_is_no_backup_of_ours_is_refused(closed: Path, backed_up: Backup) -> None:
    with pytest.raises(LibraryMissingError, match="no backup"):
        restoring.restore(closed, closed / "nothing.db")
    foreign = closed / "recipes.db"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(
        LibraryCorruptError,
        match=wording.pattern("core.library.safety.restoring:_require_ours database"),
    ):
        restoring.restore(closed, foreign)
    connection = sqlite3.connect(backed_up.path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(LibraryNewerError, match="99"):
        restoring.restore(closed, backed_up.path)
    with Library.open(closed) as library:
        assert library.papers.count() == 3


def test_an_open_library_is_not_restored_under_its_program(
    library: Library, backed_up: Backup
) -> None:
    with pytest.raises(LibraryBusyError):
        restoring.restore(library.folder, backed_up.path)
    assert library.papers.count() == 2


@pytest.mark.parametrize("stopped_at", range(1, 6))
def test_a_restore_that_ends_anywhere_can_be_done_again(
    closed: Path, backed_up: Backup, stopped_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step of putting the copy in place fails once; the second try succeeds."""
    for name in (f"{DATABASE}-wal", f"{DATABASE}-shm"):
        (closed / name).write_bytes(b"")
    steps = 0
    real = Path.replace

    def replace(self: Path, target: Path) -> Path:
        nonlocal steps
        steps += 1
        if steps == stopped_at:
            raise OSError(5, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with contextlib.suppress(LibraryError):
        restoring.restore(closed, backed_up.path)
    monkeypatch.undo()
    restoring.restore(closed, backed_up.path)
    with Library.open(closed) as library:
        assert library.papers.count() == 2
        assert library.verify().sound


# --- making the database again from the JSON beside it (see ``sidecars``) ---------------------


def test_a_rebuilt_library_equals_the_lost_one_field_by_field(full: Library) -> None:
    Sidecars(full.database).follow()
    before = content(full.database)
    assert all(rows for table, rows in before.items() if table not in {"notes", "saved_searches"})
    assert rebuilt(full) == before


def test_a_rebuilt_library_goes_on_where_the_lost_one_ended(full: Library) -> None:
    list(full.papers.add([PaperRecord(title="The last")], source="test"))
    last = full.papers.numbers()[-1]
    full.papers.trash([last])
    full.papers.purge([last])
    Sidecars(full.database).follow()
    identity, revision = full.identity, full.papers.revision()
    full.close()
    (full.folder / DATABASE).unlink()
    with pytest.raises(LibraryCorruptError, match="missing"):
        Library.open(full.folder, create=True)
    assert rebuild(full.folder).aside is not None  # the sidecars themselves
    with Library.open(full.folder) as library:
        assert (library.identity, library.papers.revision()) == (identity, revision)
        (outcome,) = library.papers.add([PaperRecord(title="A new one")], source="test")
        assert outcome.number == last + 1
        assert library.papers.resolve("x:1") == 1
        assert len(library.contexts.changes(0, 10_000)) > 0


def test_sidecars_of_an_earlier_version_are_brought_up_to_date(tmp_path: Path) -> None:
    from contextlib import closing

    from core.library.database.connection import Database
    from core.library.database.migrations import latest_version, migrate

    folder = tmp_path / "old"
    folder.mkdir()
    with closing(Database(folder, write=True)) as database:
        migrate(database, 3)
        database.execute(
            """INSERT INTO papers VALUES (7, 1, NULL, '2020', 's', 'k', 't', 'a', 'v', 'Old', 1999,
               NULL, '', '', '', '{}', '')"""
        )
        Sidecars(database).follow()
    (folder / DATABASE).unlink()
    assert rebuild(folder).papers == 1
    with Library.open(folder) as library:
        assert library.papers.get_many(library.papers.numbers())[0].title == "Old"
        assert library.database.value("PRAGMA user_version") == latest_version()


def test_what_cannot_be_read_costs_only_itself(full: Library) -> None:
    Sidecars(full.database).follow()
    full.close()
    place = full.folder / "sidecars/papers/000000.jsonl"
    lines = place.read_text("utf-8").splitlines(keepends=True)
    lines[10], lines[11] = lines[10][:50] + "\n", "[1, 2]\n"
    place.write_text("".join(lines), "utf-8")
    report = rebuild(full.folder)
    assert report.unread == 2
    assert report.loose > 0
    with Library.open(full.folder) as library:
        assert library.papers.count() == 54
        problems = library.verify().problems
        assert not problems


def test_a_rebuild_says_what_it_needs(full: Library) -> None:
    with pytest.raises(LibraryMissingError, match="nothing"):
        rebuild(full.folder)
    Sidecars(full.database).follow()
    with pytest.raises(LibraryBusyError):
        rebuild(full.folder)
    full.close()
    state = full.folder / "sidecars/state.json"
    state.write_text(json.dumps({**json.loads(state.read_text()), "version": 99}))
    with pytest.raises(LibraryNewerError, match="99"):
        rebuild(full.folder)


def _merged(library: Library) -> tuple[int, PaperNumber, PaperNumber]:
    """Merge two papers whose authors a rebuild numbers in another order."""
    named = [("Zoe Last", "Ann First"), ("Bo Middle", "Zoe Last")]
    records = [
        PaperRecord(title=title, authors=authors, keywords=(title.lower(),), venue=title)
        for title, authors in zip(("Olives", "Tulips"), named, strict=True)
    ]
    list(library.papers.add([PaperRecord(title="Roses", authors=("Bo Middle",))], source="test"))
    kept, gone = (outcome.number for outcome in library.papers.add(records, source="test"))
    assert kept is not None
    assert gone is not None
    library.papers.purge(library.papers.numbers()[:1])
    return library.duplicates.merge(kept, [gone]), kept, gone


def test_a_merge_is_taken_back_after_a_rebuild_with_authors_keywords_and_venues(
    library: Library,
) -> None:
    merge, kept, gone = _merged(library)
    Sidecars(library.database).follow()
    library.close()
    rebuild(library.folder)
    with Library.open(library.folder) as made:
        made.duplicates.undo(merge)
        olives, tulips = made.papers.get_many([kept, gone])
        assert (olives.authors, tulips.authors) == (
            ("Zoe Last", "Ann First"),
            ("Bo Middle", "Zoe Last"),
        )
        assert (olives.keywords, tulips.keywords) == (("olives",), ("tulips",))
        assert (olives.venue, tulips.venue) == ("Olives", "Tulips")


def test_a_merge_of_an_earlier_version_is_forgotten_by_a_rebuild(library: Library) -> None:
    merge, _, _ = _merged(library)
    stored = library.database.value("SELECT inverse FROM merges")
    gone, come, changed = json.loads(zlib.decompress(stored))
    for _, row in gone["authorship"]:
        row["person"] = 1  # earlier versions told a name by its number
    numbered = zlib.compress(json.dumps([gone, come, changed]).encode())
    with library.database.transaction():
        library.database.execute("UPDATE merges SET inverse = ?", numbered)
    Sidecars(library.database).follow()
    library.close()
    rebuild(library.folder)
    with (
        Library.open(library.folder) as made,
        pytest.raises(
            UsageError, match=wording.pattern("core.library.duplicates.pairs:undo undone")
        ),
    ):
        made.duplicates.undo(merge)


def test_a_merge_that_is_damaged_in_the_sidecars_is_forgotten_by_a_rebuild(
    library: Library,
) -> None:
    merge, _, _ = _merged(library)
    Sidecars(library.database).follow()
    library.close()
    place = library.folder / "sidecars/shared/merges.jsonl"
    (line,) = place.read_text("utf-8").splitlines()
    place.write_text(json.dumps({**json.loads(line), "inverse": "00ff10"}) + "\n")
    rebuild(library.folder)
    with Library.open(library.folder) as made:
        assert merge not in [each.number for each in made.duplicates.merges(9)]
        assert made.verify().sound


def test_backups_survive_a_rebuild(full: Library) -> None:
    made = take(full.database)
    Sidecars(full.database).follow()
    full.close()
    rebuild(full.folder)
    assert made.path.exists()


# --- what the window offers: backups and sidecars ---------------------------------------------


def test_a_lost_database_can_be_recovered_in_either_way(filled: Library) -> None:
    folder = filled.folder
    assert Recovery(folder).rebuildable() is None
    filled.safekeeping.back_up()
    filled.close()
    recovery = Recovery(folder)
    (backup,) = recovery.backups()
    papers, _ = recovery.rebuildable() or (0, None)
    assert papers == backup.papers == 3
    (folder / DATABASE).unlink()
    recovery.restore(backup.path, SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
        library.safekeeping.keep()
        library.safekeeping.back_up()
    (folder / DATABASE).unlink()
    recovery.rebuild(SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
