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
from core.library.database.connection import DATABASE, Database
from core.library.database.migrations import latest_version, migrate, stored_version
from core.library.database.recent_steps import RECENT_STEPS
from core.library.library import Library
from core.library.safety import backups

EARLIER = range(1, latest_version())


def made(folder: Path, version: int) -> Path:
    """Make a library as a program of some version left it, with what all of them know."""
    folder.mkdir()
    with closing(Database(folder, write=True)) as database:
        migrate(database, version)
        assert stored_version(database) == version
        for statement in (
            "INSERT INTO venues VALUES (1, 'Botany')",
            """INSERT INTO papers VALUES (1, 1, NULL, '2020-01-01', 's', 'olive', 'olives',
               'smith', 'botany', 'Olives', 1999, 1, '', '', '', '', 'On olives.')""",
            """INSERT INTO papers VALUES (2, 2, '2020-02-02', '2020-01-01', 's', 'tulip', 'tulips',
               '', '', 'Tulips', NULL, NULL, '', '', '', '', '')""",
            "UPDATE meta SET value = 2 WHERE name = 'revision'",
            "INSERT INTO identifiers VALUES ('x:1', 1, 0, 'x:1')",
            "INSERT INTO people VALUES (1, 'Ann Smith')",
            "INSERT INTO authorship VALUES (1, 0, 1)",
            "INSERT INTO collections (name) VALUES ('Read')",
            "INSERT INTO collection_papers VALUES (1, 1)",
            "INSERT INTO tags (name) VALUES ('green')",
            "INSERT INTO tag_papers VALUES (1, 1)",
            "INSERT INTO files (paper, path, sha256) VALUES (1, '/a.pdf', 'aa')",
            "INSERT INTO citations VALUES (2, 1, 's')",
            "INSERT INTO contexts VALUES (1, 2, 0, '', '', 'Olives are green.', '', '[]')",
            "INSERT INTO context_citations VALUES (1, 1)",
        ):
            database.execute(statement)
        if database.value("SELECT COUNT(*) FROM meta WHERE name = 'last context'"):
            database.execute("UPDATE meta SET value = 1 WHERE name = 'last context'")
    return folder


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


def test_fields_of_an_earlier_library_bear_their_names_of_today(tmp_path: Path) -> None:
    folder = made(tmp_path / "library", latest_version() - len(RECENT_STEPS) - 1)
    with closing(Database(folder, write=True)) as database:
        database.execute(
            "UPDATE papers SET extra = ? WHERE number = 1",
            '{"type": "article", "pages": "1-9", "month": "5", "mine": {"a": 1}}',
        )
    with Library.open(folder) as library:
        assert library.papers.get(PaperNumber(1)).extra == {
            "type": "article-journal",
            "issued": "1999-05",
            "page": "1–9",
            "mine": {"a": 1},
        }


def test_keys_of_an_earlier_library_are_stated_or_made_up(tmp_path: Path) -> None:
    folder = made(tmp_path / "library", latest_version() - 2)
    with closing(Database(folder, write=True)) as database:
        database.execute("UPDATE papers SET citation_key = 'smith1999olives' WHERE number = 1")
        database.execute(
            """UPDATE papers SET citation_key = 'My:Tulip', trashed_at = NULL, extra = ?
               WHERE number = 2""",
            '{"citation_key": "tulip", "ids": "flower, Tulip2"}',
        )
    with Library.open(folder) as library:
        one, two = library.papers.get_many([PaperNumber(1), PaperNumber(2)])
        assert (one.citation_key, dict(one.extra), one.aliases) == ("smith1999olives", {}, ())
        assert (two.citation_key, two.extra["citation_key"]) == ("My:Tulip", "My:Tulip")
        assert two.aliases == ("flower", "Tulip2", "tulip")
        aliases = library.database.column("SELECT alias FROM key_aliases WHERE paper = 2")
        assert aliases == ["flower", "tulip", "Tulip2"]


def test_keys_may_differ_by_case_alone_after_an_upgrade(tmp_path: Path) -> None:
    folder = made(tmp_path / "library", latest_version() - 1)
    with closing(Database(folder, write=True)) as database:
        for number, key in enumerate(("Zebra", "_a", "Ant", "bee", "ZEBU"), start=3):
            database.execute(
                """INSERT INTO papers VALUES (?1, ?1, NULL, '2020-01-01', 's', ?2, ?3, '', '', 'T',
                   NULL, NULL, '', '', '', '', '')""",
                number,
                key,
                f"title {number}",
            )
        database.execute("UPDATE meta SET value = 7 WHERE name = 'revision'")
    with Library.open(folder) as library:
        database = library.database
        (sound,) = database.column("PRAGMA integrity_check")
        assert sound == "ok"
        with database.transaction():
            database.execute("UPDATE papers SET citation_key = 'ant' WHERE number = 4")
        assert database.integers("SELECT number FROM papers WHERE citation_key = 'ANT'") == [4, 5]
        exact = "SELECT number FROM papers WHERE citation_key = 'Ant' COLLATE BINARY"
        assert database.integers(exact) == [5]
        with pytest.raises(sqlite3.IntegrityError), database.transaction():
            database.execute("UPDATE papers SET citation_key = 'Ant' WHERE number = 4")
        assert library.verify().sound
    with sqlite3.connect(folder / DATABASE) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


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
