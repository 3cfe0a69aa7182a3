"""The last steps that bring an earlier library up to date."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.base.records import PaperNumber
from core.library.database.connection import DATABASE, Database
from core.library.database.migrations import latest_version
from core.library.database.recent_steps import RECENT_STEPS
from core.library.library import Library
from tests.core.library.database.earlier_libraries import made


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
    folder = made(tmp_path / "library", latest_version() - 5)
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


def test_corrections_can_be_kept_after_an_upgrade_beside_older_retractions(tmp_path: Path) -> None:
    folder = made(tmp_path / "library", latest_version() - 2)
    insert = "INSERT INTO outside_notices VALUES (2, 1, '{kind}', 'x', '', '', '')"
    with closing(Database(folder, write=True)) as database:
        database.execute(
            "INSERT INTO outside_sources VALUES (1, 'dump', 'f', '[]', '', '2020-01-01', 9, 0)"
        )
        database.execute(insert.format(kind="retracted"))
        with pytest.raises(sqlite3.IntegrityError):
            database.execute(insert.format(kind="corrected"))
    with Library.open(folder) as library:
        with library.database.transaction():
            library.database.execute(insert.format(kind="corrected"))
        (notices,) = library.outside.notices([PaperNumber(2)]).values()
        assert {notice.kind for notice in notices} == {"retracted", "corrected"}
        assert library.verify().sound


def test_keys_may_differ_by_case_alone_after_an_upgrade(tmp_path: Path) -> None:
    folder = made(tmp_path / "library", latest_version() - 4)
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


def test_an_upgrade_sorts_names_with_apostrophes_and_hyphens_by_their_first_letter(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "library", latest_version() - 1)
    with closing(Database(folder, write=True)) as database:
        database.execute("UPDATE people SET name = 'Ann O''Smith'")
        database.execute("INSERT INTO people VALUES (2, 'Li Roe-Lind')")
        database.execute("INSERT INTO authorship VALUES (1, 1, 2)")
    with Library.open(folder) as library:
        keys = library.database.column("SELECT author_key FROM papers ORDER BY number")
        assert keys == ["osmith roelind", ""]
