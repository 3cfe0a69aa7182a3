"""After a kill the structure of the database is checked before anyone relies on it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import LibraryCorruptError
from core.base.records import PaperRecord
from core.library.database.connection import DATABASE
from core.library.library import UNCHECKED, Library

StartChild = Callable[..., "subprocess.Popen[str]"]

HOLDER = """
import sys
from pathlib import Path
from core.library.library import Library
from core.base.records import PaperRecord
library = Library.open(Path(sys.argv[1]), create=True)
list(library.papers.add([PaperRecord(title=f"Paper number {n}") for n in range(500)], source="c"))
print("open", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def killed(folder: Path, start_child: StartChild) -> Path:
    """A library whose program was killed."""
    child = start_child(HOLDER, folder)
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    child.kill()
    child.wait()
    return folder


def test_an_orderly_end_leaves_nothing_to_check(folder: Path) -> None:
    for _ in range(2):
        with Library.open(folder, create=True) as library:
            assert not library.ended_uncleanly


def test_the_check_stays_due_until_it_was_done(killed: Path) -> None:
    with Library.open(killed) as library:
        assert library.ended_uncleanly
    with Library.open(killed) as library:  # closed in order, but nobody checked
        assert library.ended_uncleanly
        library.safekeeping.keep()
        assert not (killed / UNCHECKED).exists()
        assert library.papers.count() == 500


def test_a_reader_checks_but_does_not_say_that_it_is_done(killed: Path) -> None:
    Library.open(killed).close()
    with Library.open(killed, write=False) as library:
        library.check_after_unclean_end()
        assert library.ended_uncleanly


def test_damage_is_found_and_stays_known(killed: Path) -> None:
    with Library.open(killed) as library:
        records = [PaperRecord(title=f"Added later {n}") for n in range(2_000)]
        list(library.papers.add(records, source="test"))
    content = bytearray((killed / DATABASE).read_bytes())
    for page in range(150, len(content) // 4096, 3):  # behind the pages that hold the schema
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    (killed / DATABASE).write_bytes(content)
    with Library.open(killed) as library:
        with pytest.raises(LibraryCorruptError, match="damaged"):
            library.safekeeping.keep()
        assert library.ended_uncleanly
    assert not (killed / "backups").exists()
