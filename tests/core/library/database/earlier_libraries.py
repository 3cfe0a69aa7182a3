"""Libraries of earlier versions."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from core.library.database.connection import Database
from core.library.database.migrations import migrate, stored_version


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
