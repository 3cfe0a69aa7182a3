"""Another process writes Zotero's database while it is followed: half of a change is never seen."""

from __future__ import annotations

import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.jobs import SilentJob
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.conftest import StartChild
from tests.core.library.following.followed import Pages, titles
from tests.zotero_library import ZoteroLibrary

WRITER = """
import sqlite3, sys, time

path, mode, pause = sys.argv[1], sys.argv[2], float(sys.argv[3])
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute(f"PRAGMA journal_mode = {mode}")
database.execute("PRAGMA cache_size = 4")
database.execute("PRAGMA wal_autocheckpoint = 20")
for number in range(1, 100_000):
    database.execute("BEGIN")
    for value in (1, 2):
        said = f"Number {number} of {'both' if value == 1 else 'the two'}"
        database.execute("UPDATE itemDataValues SET value = ? WHERE valueID = ?", (said, value))
        database.execute("UPDATE settings SET value = randomblob(40000)")
    database.execute("UPDATE items SET version = ?", (number,))
    database.execute("COMMIT")
    if number == 1:
        print("writing", flush=True)
    time.sleep(pause)
"""


@pytest.mark.parametrize("mode", ["WAL", "DELETE", "PERSIST"])
def test_each_look_sees_whole_changes(
    library: Library, tmp_path: Path, start_child: StartChild, mode: str
) -> None:
    zotero = ZoteroLibrary(tmp_path / "Zotero")
    zotero.item("Number 0 of both")
    zotero.item("Number 0 of the two")
    zotero.run("CREATE TABLE settings (setting TEXT, key TEXT, value)")
    zotero.run("INSERT INTO settings VALUES ('', '', '')")
    child = start_child(WRITER, zotero.path, mode, 0.05)
    assert child.stdout is not None
    assert child.stdout.readline() == "writing\n"
    seen: set[tuple[str, ...]] = set()
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as follower:
        until = time.monotonic() + 60
        while len(seen) < 8 and time.monotonic() < until:
            with suppress(FormatError):  # the machine is busy: it is tried again
                follower.look(SilentJob())
            if not titles(library):
                continue
            numbers = {title.split()[1] for title in titles(library)}
            assert len(numbers) == 1, titles(library)
            seen.add(tuple(sorted(numbers)))
    assert child.poll() is None, child.stderr
    assert len(seen) >= 3
    child.kill()


def test_a_writer_that_is_killed_leaves_what_it_committed(
    library: Library, tmp_path: Path, start_child: StartChild
) -> None:
    zotero = ZoteroLibrary(tmp_path / "Zotero")
    zotero.item("Number 0 of both")
    zotero.item("Number 0 of the two")
    zotero.run("CREATE TABLE settings (setting TEXT, key TEXT, value)")
    zotero.run("INSERT INTO settings VALUES ('', '', '')")
    child = start_child(WRITER, zotero.path, "WAL", 0.0)
    assert child.stdout is not None
    assert child.stdout.readline() == "writing\n"
    child.kill()
    child.wait()
    before = zotero.content()
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as follower:
        assert follower.look(SilentJob()).added == 2
    assert len({title.split()[1] for title in titles(library)}) == 1
    assert zotero.content() == before
