"""The lock of a library: who writes, and what a process that was killed leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import (
    LibraryBusyError,
    LibraryError,
)
from core.library.database.lock import LOCK, OWNER
from core.library.library import Library
from tests.core.library.opened_libraries import HOLDER, StartChild


def test_the_process_that_writes_is_named(made: Path, start_child: StartChild) -> None:
    child = start_child(HOLDER, made)
    assert child.stdout.readline() == "open\n"
    with pytest.raises(LibraryBusyError) as caught:
        Library.open(made)
    assert "importer" in str(caught.value)
    assert str(child.pid) in str(caught.value)
    child.stdin.write("\n")
    child.stdin.flush()
    assert child.stdout.readline() == "closed\n"
    Library.open(made).close()


def test_the_lock_of_a_killed_process_is_taken_over(made: Path, start_child: StartChild) -> None:
    child = start_child(HOLDER, made)
    assert child.stdout.readline() == "open\n"
    child.kill()
    child.wait()
    assert (made / OWNER).exists()
    with Library.open(made) as library:
        assert library.papers.count() == 2
        assert library.verify().sound


def test_one_program_cannot_open_it_twice_for_writing(made: Path) -> None:
    with Library.open(made), pytest.raises(LibraryBusyError, match="already open"):
        Library.open(made)
    Library.open(made).close()


def test_a_holder_that_left_no_name_is_still_a_holder(made: Path) -> None:
    with Library.open(made):
        (made / OWNER).write_text("?")
        with pytest.raises(LibraryBusyError, match="another program"):
            Library.open(made)


@pytest.mark.parametrize("name", [LOCK, OWNER])
def test_a_folder_in_place_of_the_lock_is_a_failure_with_a_remedy(made: Path, name: str) -> None:
    (made / name).unlink(missing_ok=True)
    (made / name).mkdir()
    with pytest.raises(LibraryError, match="cannot be locked") as caught:
        Library.open(made)
    assert caught.value.remedy
    (made / name).rmdir()
    Library.open(made).close()


def test_the_lock_is_a_file_of_its_own(made: Path) -> None:
    with Library.open(made):
        assert (made / LOCK).exists()
