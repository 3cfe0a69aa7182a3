"""Libraries of every earlier version become ones of this version, or stay what they were."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlite_utils

from core.base import space
from core.base.errors import DiskFullError
from core.base.records import PaperNumber
from core.library.database import migrations
from core.library.database.connection import DATABASE
from core.library.database.migrations import latest_version, stored_version
from core.library.library import Library
from core.library.safety import backups
from tests.core.library.database.earlier_libraries import made

EARLIER = range(1, latest_version())


def dump(path: Path) -> list[str]:
    """Return the whole of a database as SQL."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize("version", EARLIER)
def test_a_library_of_an_earlier_version_is_brought_up_to_date(
    tmp_path: Path, version: int
) -> None:
    folder = made(tmp_path / "library", version)
    before = dump(folder / DATABASE)
    with Library.open(folder) as library:
        assert stored_version(library.database) == latest_version()
        assert library.verify().sound
        assert library.papers.count() == 1
        paper = library.papers.get(PaperNumber(1))
        assert (paper.title, paper.year, paper.venue, paper.authors) == (
            *("Olives", 1999, "Botany"),
            ("Ann Smith",),
        )
        assert library.collections.all()[0].name == "Read"
        assert [tag.name for tag in library.tags.of(PaperNumber(1))] == ["green"]
        assert library.papers.files(PaperNumber(1))[0].path == Path("/a.pdf")
        library.papers.restore([PaperNumber(2)])
        assert library.citations.contexts_citing(PaperNumber(1), 5)[0].text == "Olives are green."
        (kept,) = backups.stored(folder)
    assert kept.before_upgrade
    assert dump(kept.path) == before


@pytest.mark.parametrize("version", EARLIER)
def test_an_upgraded_library_has_the_tables_of_a_new_one(tmp_path: Path, version: int) -> None:
    def schema(library: Library) -> list[tuple[object, ...]]:
        return library.database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")

    with (
        Library.open(made(tmp_path / "old", version)) as old,
        Library.open(tmp_path / "new", create=True) as new,
    ):
        assert schema(old) == schema(new)


@pytest.mark.parametrize("failing", range(2, latest_version() + 1))
def test_a_step_that_fails_leaves_the_library_as_it_was(
    tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "library", 1)
    before = dump(folder / DATABASE)
    step = migrations.migrations()._migrations[failing - 1]
    carry_out = step.fn

    def fail(db: sqlite_utils.Database) -> None:
        carry_out(db)
        raise sqlite3.OperationalError("no such column: a mistake of ours")

    monkeypatch.setattr(step, "fn", fail)
    with pytest.raises(sqlite3.OperationalError):
        Library.open(folder)
    assert dump(folder / DATABASE) == before
    monkeypatch.undo()
    with Library.open(folder) as library:
        assert library.papers.count() == 1


def test_without_space_for_the_backup_nothing_is_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "library", 1)
    before = dump(folder / DATABASE)
    monkeypatch.setattr(space, "free", lambda _: 1)
    with pytest.raises(DiskFullError, match="backup"):
        Library.open(folder)
    assert dump(folder / DATABASE) == before


def test_a_new_library_needs_no_backup(tmp_path: Path) -> None:
    Library.open(tmp_path / "library", create=True).close()
    Library.open(tmp_path / "library").close()
    assert not (tmp_path / "library" / backups.FOLDER).exists()


def test_making_a_library_brings_none_of_the_libraries_that_it_does_not_use(
    tmp_path: Path,
) -> None:
    told = (
        "import sys\n"
        "from pathlib import Path\n"
        "from core.library.library import Library\n"
        f"Library.open(Path({str(tmp_path / 'library')!r}), create=True).close()\n"
        "heavy = {'pandas', 'pyarrow'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "import pandas\n"  # and whoever needs one afterwards finds it
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
