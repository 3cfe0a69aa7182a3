"""A library follows a database of Zotero that is being written, and never writes there."""

from __future__ import annotations

from contextlib import closing

import pytest

from core.base.errors import FormatError
from core.base.jobs import JobCancelled
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests import wording
from tests.core.library.following.followed import (
    look,
    titles,
)
from tests.core.library.imports.conftest import Stopping
from tests.zotero_library import ZoteroLibrary

# --- what comes along -----------------------------------------------------------------------------


# --- what changes -------------------------------------------------------------------------------


# --- what is gone -------------------------------------------------------------------------------


def test_when_most_is_gone_at_once_the_person_is_asked(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(40)])
    look(follower)
    zotero.delete(*range(1, 31))
    report = look(follower)
    assert (report.held, report.trashed, len(titles(library))) == (30, (), 40)
    assert wording.fill("core.library.following.zotero:_tell moved", count=30) in report.notes[0]
    assert len(look(follower, confirmed=True).trashed) == 30
    assert len(titles(library)) == 10


# --- beside a running Zotero --------------------------------------------------------------------


def test_what_is_only_in_the_log_of_a_running_zotero_follows(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    with zotero.writer() as running:
        for n in range(5):
            running.execute("BEGIN")
            running.execute("UPDATE itemDataValues SET value = ?", (f"Walks, part {n}",))
            running.execute(
                "UPDATE items SET clientDateModified = ?", (f"2020-02-0{n + 1} 00:00:00",)
            )
            running.execute("COMMIT")
            before = zotero.content()
            assert follower.is_due()
            assert look(follower).changed == 1
            assert titles(library) == [f"Walks, part {n}"]
            assert not follower.is_due()
            assert zotero.content() == before
        running.execute("BEGIN")
        running.execute("UPDATE itemDataValues SET value = 'Never said'")
        look(follower)
        assert titles(library) == ["Walks, part 4"]
        running.execute("ROLLBACK")


def test_what_a_rollback_journal_takes_back_is_never_seen(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    import sqlite3

    zotero.items([f"Paper number {n} on peat" for n in range(300)])
    with closing(sqlite3.connect(zotero.path, isolation_level=None)) as running:
        running.execute("PRAGMA cache_size = 1")  # so that pages are written before the commit
        running.execute("BEGIN")
        running.execute("UPDATE itemDataValues SET value = value || ' (half)'")
        assert (zotero.folder / "zotero.sqlite-journal").exists()
        before = zotero.content()
        assert look(follower).added == 300
        assert zotero.content() == before
        running.execute("ROLLBACK")
    assert not any("half" in title for title in titles(library))
    assert look(follower).touched == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE version SET version = 10 WHERE schema = 'compatibility'",
        "ALTER TABLE items RENAME COLUMN dateModified TO changed",
        "DROP TABLE libraries",
    ],
)
def test_tables_of_an_unknown_form_change_nothing(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower, statement: str
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    zotero.run(statement)
    with pytest.raises(
        FormatError, match=wording.pattern("core.library.following.zotero_items:__init__")
    ):
        look(follower)
    assert titles(library) == ["Walks on graphs"]


def test_a_database_that_is_gone_changes_nothing(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    zotero.path.rename(zotero.folder / "moved")
    for ask in (follower.is_due, lambda: look(follower)):
        with pytest.raises(
            FormatError,
            match=wording.pattern(
                "core.library.following.bib_follower:_read_settled", file="zotero.sqlite"
            ),
        ):
            ask()
    zotero.path.write_bytes(b"no database" * 100)
    with pytest.raises(FormatError, match="cannot be opened"):
        look(follower)
    assert titles(library) == ["Walks on graphs"]


def test_a_stop_keeps_what_was_finished_and_the_next_look_goes_on(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(900)])
    with pytest.raises(JobCancelled):
        look(follower, Stopping(600))
    done = len(titles(library))
    assert 0 < done < 900
    assert follower.is_due()
    assert look(follower).added == 900 - done
