"""Backups: whole, checked, rotated; a bad one never takes a good one's place."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.base import space
from core.base.errors import (
    DiskFullError,
    LibraryCorruptError,
)
from core.base.jobs import JobCancelled, SilentJob
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety import backups
from core.library.safety.backups import Backup
from tests.core.library.safety.backed_up import add


def named(folder: Path, at: datetime, *, before_upgrade: bool = False) -> Path:
    """Put an empty file where a backup of that time would be."""
    path = folder / backups.FOLDER
    path.mkdir(parents=True, exist_ok=True)
    kind = "-before-v2" if before_upgrade else ""
    path /= f"library-{at.strftime('%Y%m%dT%H%M%S%fZ')}{kind}.db"
    path.touch()
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / backups.FOLDER).iterdir())


# --- taking ---------------------------------------------------------------------------------


def test_a_backup_is_a_whole_library_in_one_file(library: Library, backed_up: Backup) -> None:
    assert backed_up.papers == 2
    assert backed_up.size == backed_up.path.stat().st_size > 0
    assert names(library.folder) == [backed_up.path.name]
    assert backups.check(backed_up.path)["papers"] == 2
    assert backups.stored(library.folder) == [backed_up]


def test_writers_go_on_while_a_backup_is_made_and_it_holds_one_state(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(library, *(f"Paper number {n}" for n in range(3_000)))

    class Watch(SilentJob):
        steps = 0

        def report(self, _done: int, _total: int, _note: str = "") -> None:
            self.steps += 1
            writer = threading.Thread(target=add, args=(library, f"Written at {self.steps}"))
            writer.start()
            writer.join()

    watch = Watch()
    monkeypatch.setattr(backups, "_PAGES_AT_ONCE", 50)
    made = backups.take(library.database, watch)
    assert watch.steps > 3
    assert made.papers == 3_000
    assert library.papers.count() == 3_000 + watch.steps


def test_a_stop_leaves_nothing_behind(library: Library, backed_up: Backup) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        backups.take(library.database, Stopped())
    assert names(library.folder) == [backed_up.path.name]


def test_a_copy_with_other_counts_is_thrown_away(
    library: Library, backed_up: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = backups.check
    monkeypatch.setattr(backups, "check", lambda path: {**checked(path), "papers": 1})
    with pytest.raises(LibraryCorruptError, match="papers"):
        backups.take(library.database)
    assert names(library.folder) == [backed_up.path.name]


def test_a_damaged_library_gives_no_backup_and_costs_none(library: Library) -> None:
    add(library, *(f"Paper number {n}" for n in range(3_000)))
    good = backups.take(library.database)
    library.close()
    content = bytearray((library.folder / DATABASE).read_bytes())
    for page in range(200, len(content) // 4096, 3):
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    (library.folder / DATABASE).write_bytes(content)
    with Library.open(library.folder) as damaged, pytest.raises(LibraryCorruptError):
        backups.take(damaged.database)
    assert names(library.folder) == [good.path.name]
    assert backups.check(good.path)["papers"] == 3_000


def test_too_little_space_is_said_before_anything_is_written(
    library: Library, backed_up: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(space, "free", lambda _: 1000)
    with pytest.raises(DiskFullError, match="the backup"):
        backups.take(library.database)
    assert names(library.folder) == [backed_up.path.name]


def test_a_disk_that_fills_up_meanwhile_keeps_the_older_backup(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(space, "_SPARE_BYTES", 0)
    with Library.open(small_disk / "library", create=True) as library:
        add(library, "Olives")
        good = backups.take(library.database)
        for n in range(200):
            add(library, *(f"Paper {n} {m} of some length, so that it fills" for m in range(50)))
            try:
                good = backups.take(library.database)
            except DiskFullError:
                break
            monkeypatch.setattr(space, "free", lambda _: None)  # nobody warns
        else:
            pytest.fail("the disk never filled up")
        assert backups.check(good.path)
        assert good.path.name in names(library.folder)
        assert not [name for name in names(library.folder) if not name.endswith(".db")]
        assert library.verify().sound


def test_what_a_kill_left_half_made_goes_in_time(library: Library, backed_up: Backup) -> None:
    left = backed_up.path.with_name(f"{backed_up.path.name}.1.new")
    left.touch()
    backups.take(library.database)
    assert left.exists()  # it may be another program's that is at work
    long_ago = (datetime.now(UTC) - timedelta(days=1)).timestamp()
    os.utime(left, (long_ago, long_ago))
    backups.take(library.database)
    assert not left.exists()


# --- rotation and when one is due ---------------------------------------------------------------


def test_days_weeks_and_the_last_before_an_upgrade_stay(library: Library) -> None:
    now = datetime.now(UTC)
    old = [named(library.folder, now - timedelta(hours=7 * n)) for n in range(1, 200)]
    early = named(library.folder, now - timedelta(days=300), before_upgrade=True)
    earlier = named(library.folder, now - timedelta(days=400), before_upgrade=True)
    new = backups.take(library.database)
    left = backups.stored(library.folder)
    assert [left[0].path, left[1].path, left[2].path] == [new.path, old[0], old[1]]
    assert left[-1].path == early
    assert not earlier.exists()
    days = {each.made_at.date() for each in left[:-1]}
    weeks = {each.made_at.isocalendar()[:2] for each in left[:-1]}
    assert len(days) >= 7
    assert len(weeks) == 4
    assert len(left) <= 3 + 7 + 4 + 1


def test_many_large_backups_go_down_to_two(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "MOST_BYTES", 1)
    now = datetime.now(UTC)
    old = [named(library.folder, now - timedelta(days=n)) for n in range(1, 6)]
    for each in old:
        each.write_bytes(bytes(100))
    new = backups.take(library.database)
    assert [each.path for each in backups.stored(library.folder)] == [new.path, old[0]]


def test_one_is_due_when_the_last_is_old_and_the_library_changed(library: Library) -> None:
    folder = library.folder
    assert backups.is_due(folder)
    add(library, "Olives")
    backups.take(library.database)
    assert not backups.is_due(folder)
    for path in (folder / backups.FOLDER).iterdir():
        path.unlink()
    named(folder, datetime.now(UTC) - timedelta(days=2))
    assert backups.is_due(folder)
    library.close()
    long_ago = (datetime.now(UTC) - timedelta(days=3)).timestamp()
    os.utime(folder / DATABASE, (long_ago, long_ago))
    assert not backups.is_due(folder)


def test_a_backup_from_the_future_does_not_put_off_the_next(library: Library) -> None:
    (library.folder / backups.FOLDER).mkdir(exist_ok=True)
    named(library.folder, datetime.now(UTC) + timedelta(days=400)).touch()
    assert backups.is_due(library.folder)


# --- restoring ---------------------------------------------------------------------------------


def test_a_place_that_lists_names_in_small_letters_keeps_its_backups(backed_up: Backup) -> None:
    backed_up.path.rename(backed_up.path.with_name(backed_up.path.name.lower()))
    (found,) = backups.stored(backed_up.path.parent.parent)
    assert found.made_at == backed_up.made_at
