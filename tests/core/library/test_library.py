"""Opening a library: what is there, what is not, what is in the way."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import (
    LibraryCorruptError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryReadOnlyError,
)
from core.library.database.connection import DATABASE
from core.library.database.lock import OWNER
from core.library.database.migrations import latest_version
from core.library.library import Library
from tests import wording
from tests.core.library.opened_libraries import HOLDER, StartChild, add

ON_WINDOWS = sys.platform == "win32"
NOBODY = 65534


# --- there or not -----------------------------------------------------------------------------


def test_a_new_library_is_empty_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    with (
        Library.open(tmp_path / "deep" / "one", create=True) as one,
        Library.open(tmp_path / "two", create=True) as two,
    ):
        assert one.papers.count() == one.papers.revision() == 0
        assert one.identity != two.identity
        assert one.verify().sound


@pytest.mark.parametrize("write", [True, False])
def test_a_missing_library_is_not_made_unasked(tmp_path: Path, write: bool) -> None:
    for place in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(LibraryMissingError, match="no library"):
            Library.open(place, write=write)
    assert list(tmp_path.iterdir()) == []


def test_where_the_folder_of_a_library_is_gone_it_may_have_been_moved(tmp_path: Path) -> None:
    with pytest.raises(
        LibraryMissingError,
        match=wording.pattern(
            "core.library.library:_require_database exist", folder=tmp_path / "moved"
        ),
    ) as caught:
        Library.open(tmp_path / "moved")
    assert caught.value.remedy == wording.fill("core.library.library:_require_database.remedy")


@pytest.mark.parametrize("create", [True, False])
def test_a_file_is_no_library(tmp_path: Path, create: bool) -> None:
    file = tmp_path / "papers.bib"
    file.write_text("@book{x}")
    with pytest.raises(LibraryMissingError, match="is a file"):
        Library.open(file, create=create)
    assert file.read_text() == "@book{x}"


def test_a_name_that_cannot_be_is_a_failure_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LibraryMissingError):
        Library.open(tmp_path / "file", write=False)
    with pytest.raises(Exception, match="cannot be created") as caught:
        Library.open(tmp_path / "file" / "inside", create=True)
    assert getattr(caught.value, "remedy", "")


def test_an_open_library_closes_twice(made: Path) -> None:
    library = Library.open(made)
    library.close()
    library.close()
    assert not (made / OWNER).exists()


# --- damaged, newer, of another program -------------------------------------------------------


def _garbage(path: Path) -> None:
    path.write_bytes(b"this was a library once" * 500)


def _truncated(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


@pytest.mark.parametrize("damage", [_garbage, _truncated, _short])
@pytest.mark.parametrize("write", [True, False])
def test_a_damaged_database_is_named_and_left_as_it_is(
    made: Path, damage: Callable[[Path], None], write: bool
) -> None:
    damage(made / DATABASE)
    before = (made / DATABASE).read_bytes()
    with pytest.raises(LibraryCorruptError) as caught:
        Library.open(made, write=write)
    assert DATABASE in str(caught.value)
    assert wording.stem("core.base.errors:default_remedy restore") in caught.value.remedy
    assert (made / DATABASE).read_bytes() == before
    shutil.rmtree(made)  # nothing holds the files


def test_damage_inside_is_found_by_the_check(made: Path) -> None:
    with Library.open(made) as library:
        add(library, *(f"Paper number {n}" for n in range(2_000)))
    content = bytearray((made / DATABASE).read_bytes())
    for page in range(200, len(content) // 4096, 3):  # behind the pages that hold the schema
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    (made / DATABASE).write_bytes(content)
    with Library.open(made, write=False) as library:
        report = library.verify()
        assert not report.sound
        assert "damaged" in report.problems[0]
        with pytest.raises(LibraryCorruptError):
            library.papers.get_many(library.papers.numbers())


@pytest.mark.parametrize("write", [True, False])
def test_a_library_of_a_later_version_is_left_alone(made: Path, write: bool) -> None:
    _execute(made, f"PRAGMA user_version = {latest_version() + 1}")
    with pytest.raises(LibraryNewerError, match=str(latest_version() + 1)):
        Library.open(made, write=write)


def test_a_library_of_an_earlier_version_is_not_changed_by_reading(made: Path) -> None:
    _execute(made, "PRAGMA user_version = 0")
    with pytest.raises(LibraryReadOnlyError, match="older version"):
        Library.open(made, write=False)


@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, write: bool) -> None:
    _execute(tmp_path, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(LibraryCorruptError, match="another program"):
        Library.open(tmp_path, write=write, create=write)


def test_a_library_whose_making_was_cut_short_is_made_again(made: Path) -> None:
    (made / DATABASE).write_bytes(b"")
    with Library.open(made) as library:
        assert library.papers.count() == 0


def _execute(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute(statement)
    connection.commit()
    connection.close()


# --- in use -----------------------------------------------------------------------------------


def test_reading_beside_a_writer_shows_its_commits(made: Path, start_child: StartChild) -> None:
    child = start_child(HOLDER, made)
    assert child.stdout.readline() == "open\n"
    with Library.open(made, write=False) as library:
        assert library.papers.count() == 2
        assert library.read_only
        with pytest.raises(LibraryReadOnlyError):
            library.papers.trash(library.papers.numbers())


# --- read-only --------------------------------------------------------------------------------

READER = """
import os, sys
from pathlib import Path
from core.base.errors import EngineError
from core.library.library import Library
from core.base.records import PaperRecord
folder, user = Path(sys.argv[1]), int(sys.argv[2])
if user:
    os.setgroups([]), os.setgid(user), os.setuid(user)
for write in (True, False):
    try:
        with Library.open(folder, write=write, create=write) as library:
            print(library.papers.count(), library.papers.get_many([1])[0].title)
    except EngineError as error:
        print(type(error).__name__, error, error.remedy)
"""


@pytest.mark.skipif(ON_WINDOWS, reason="folders have no write bit on Windows")
@pytest.mark.parametrize("crashed", [False, True], ids=["closed", "with a log left behind"])
def test_a_folder_that_forbids_writing_can_be_read(
    public_folder: Path, start_child: StartChild, crashed: bool
) -> None:
    folder = public_folder / "library"
    with Library.open(folder, create=True) as library:
        add(library, "Olives")
    if crashed:
        child = start_child(HOLDER, folder, name="holder")
        assert child.stdout.readline() == "open\n"
        child.kill()
        child.wait()
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else 0
    names = sorted(each.name for each in folder.iterdir())
    out, errors = start_child(READER, folder, user, name="reader").communicate()
    assert errors == ""
    for_writing, for_reading = out.splitlines()
    assert for_writing.startswith("LibraryReadOnlyError")
    assert str(folder) in for_writing
    assert for_reading == f"{2 if crashed else 1} Olives"
    assert sorted(each.name for each in folder.iterdir()) == names


@pytest.mark.skipif(ON_WINDOWS, reason="folders have no write bit on Windows")
def test_a_library_cannot_be_made_where_writing_is_forbidden(
    public_folder: Path, start_child: StartChild
) -> None:
    public_folder.chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else 0
    child = start_child(READER, public_folder / "new", user, name="reader")
    out, errors = child.communicate()
    assert errors == ""
    assert out.splitlines()[0].startswith("LibraryReadOnlyError")
    assert out.splitlines()[1].startswith("LibraryMissingError")
