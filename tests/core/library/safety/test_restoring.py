"""Restoring a library from a backup."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from core.base.errors import (
    LibraryBusyError,
    LibraryCorruptError,
    LibraryError,
    LibraryMissingError,
    LibraryNewerError,
)
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety import backups, restoring
from core.library.safety.backups import Backup
from tests.core.library.safety.backed_up import add


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
    with pytest.raises(LibraryCorruptError, match="not a backup of a library"):
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
