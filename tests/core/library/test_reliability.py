"""A killed process, a full disk: what was saved stays, and the state is a legal one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.errors import DiskFullError
from core.library.library import Library
from core.records import PaperRecord

StartChild = Callable[..., "subprocess.Popen[str]"]

IMPORTER = """
import sys
from pathlib import Path
from core.library.library import Library
from core.records import PaperRecord

def records():
    for n in range(40_000):
        yield PaperRecord(id=f"x:{n}", title=f"Paper number {n}", year=2020,
                          authors=(f"Ann Smith{n % 50}",), keywords=("walks",), abstract="w " * 99)

library = Library.open(Path(sys.argv[1]), create=True)
for count, outcome in enumerate(library.papers.add(records(), source="child"), start=1):
    if count % 500 == 0:
        print(count, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 5, 8], ids=lambda n: f"after {n * 500} papers")
def test_a_kill_in_an_import_leaves_whole_batches(
    folder: Path, start_child: StartChild, lines: int
) -> None:
    child = start_child(IMPORTER, folder)
    told = [int(child.stdout.readline()) for _ in range(lines)][-1]  # type: ignore[union-attr]
    child.kill()
    child.wait()
    with Library.open(folder) as library:
        count = library.papers.count()
        assert count >= told
        assert count % 2_000 == 0
        assert library.papers.revision() == count
        assert len(library.papers.changes(0, 50_000)) == count
        assert library.papers.resolve(f"x:{count - 1}") == count
        assert library.papers.resolve(f"x:{count}") is None
        assert library.verify().sound
        record = PaperRecord(id=f"x:{count}", title=f"Paper number {count}")
        (outcome,) = library.papers.add([record], source="test")
        assert (outcome.status, outcome.number) == ("added", count + 1)


def test_a_kill_while_a_library_is_made_leaves_none_or_a_whole_one(
    folder: Path, start_child: StartChild
) -> None:
    child = start_child(IMPORTER, folder)
    while not (folder / "library.db").exists() and child.poll() is None:
        pass
    child.kill()
    child.wait()
    with Library.open(folder, create=True) as library:
        assert library.papers.count() % 2_000 == 0
        assert library.verify().sound


def _many(start: int, stop: int) -> Iterator[PaperRecord]:
    for n in range(start, stop):
        yield PaperRecord(id=f"x:{n}", title=f"Paper number {n}", abstract=f"{n} " * 200)


def test_a_full_disk_is_named_and_loses_nothing(small_disk: Path) -> None:
    folder = small_disk / "library"
    with Library.open(folder, create=True) as library:
        list(library.papers.add(_many(0, 200), source="test"))
        with pytest.raises(DiskFullError) as caught:
            list(library.papers.add(_many(200, 20_000), source="test"))
        assert "No space" in str(caught.value)
        assert "Everything saved before is safe" in caught.value.remedy
        kept = library.papers.count()
        assert (kept - 200) % 2_000 == 0
        assert library.verify().sound
    with Library.open(folder) as library:
        assert library.papers.count() == kept
        assert library.papers.get_many(library.papers.numbers()[:1])[0].title == "Paper number 0"


def test_a_disk_without_space_for_a_library_is_named(small_disk: Path) -> None:
    (small_disk / "film").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    with pytest.raises(DiskFullError):
        Library.open(small_disk / "library", create=True)
