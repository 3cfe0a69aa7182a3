"""What a library holds, read from its tables with plain SQL, in the form of ``rows.py``."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.lives.rows import Rows

_PLAIN = {
    "collection": "SELECT number, name FROM collections",
    "tag": "SELECT number, name FROM tags",
    "in collection": "SELECT collection, paper, 1 FROM collection_papers",
    "in tag": "SELECT tag, paper, 1 FROM tag_papers",
    "note": "SELECT paper, text FROM notes",
    "cite": "SELECT citing, cited, source FROM citations",
    "said": "SELECT context, paper, 1 FROM context_citations",
    "manuscript": "SELECT number, title FROM manuscripts",
    "decision": "SELECT manuscript, sentence, paper, decision FROM decisions",
    "dismissed": "SELECT manuscript, sentence, 1 FROM dismissed_gaps",
    "different": "SELECT MIN(one, other), MAX(one, other), 1 FROM different_papers",
    "version": "SELECT paper, work FROM versions",
    "source": "SELECT number, name FROM outside_sources",
    "outside cite": "SELECT citing, cited, source, 1 FROM outside_citations",
    "notice": "SELECT paper, source, kind, 1 FROM outside_notices",
    "gone": "SELECT number, COALESCE(merged_into, 0) FROM removed",
    "fulltext": "SELECT t.paper, r.sha256 FROM fulltexts t JOIN readings r ON r.number = t.reading",
    "reference": "SELECT paper, position, reference ->> 'doi' FROM bibliography",
    "linked": "SELECT paper, position, linked FROM bibliography WHERE linked IS NOT NULL",
    "followed": "SELECT source, key, COALESCE(paper, 0) FROM followed_items",
    "followed group": "SELECT source, key, COALESCE(collection, 0) FROM followed_collections",
}
"""The last column is what is said under the others."""
_PAIRS = {
    "id": """SELECT key, paper, ROW_NUMBER() OVER (PARTITION BY paper ORDER BY position) - 1
        FROM identifiers""",
    "file": "SELECT number, paper, sha256 FROM files",
    "context": "SELECT number, citing, text FROM contexts",
    "search": "SELECT number, name, query FROM saved_searches",
    "outside abstract": "SELECT paper, source, abstract FROM outside_abstracts",
    "reading": "SELECT sha256, state, extractor, reason <> '' FROM readings",
    "mark": "SELECT number, paper FROM annotations",
    "merge": "SELECT number, kept, absorbed FROM merges",
}
"""The first column is the key."""
_LISTS = {
    "authors": "SELECT a.paper, n.name FROM authorship a JOIN people n ON n.number = a.person",
    "keywords": "SELECT a.paper, n.name FROM paper_keywords a JOIN keywords n"
    " ON n.number = a.keyword",
}
_PAPERS = """SELECT p.number, trashed_at IS NOT NULL, citation_key, title, abstract,
    COALESCE(v.name, ''), doi, url, COALESCE(year, '')
    FROM papers p LEFT JOIN venues v ON v.number = p.venue"""
_NAMES = ("trashed", "key", "title", "abstract", "venue", "doi", "url", "year")


def observed(database: Path) -> Rows:
    """Return what the tables of a library hold."""
    with closing(_opened(database)) as connection:
        return _read(connection)


def last_number(database: Path, table: str) -> int:
    """Return the last number that a table gave out, or holds."""
    with closing(_opened(database)) as connection:
        held = connection.execute(f"SELECT COALESCE(MAX(number), 0) FROM {table}").fetchone()[0]
        given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return int((given.fetchone() or (held,))[0])


def last_context(database: Path) -> int:
    """Return the last number that was given to a citing sentence."""
    with closing(_opened(database)) as connection:
        rows = connection.execute("SELECT value FROM meta WHERE name = 'last context'").fetchall()
        return int(rows[0][0])


def history(database: Path) -> dict[int, tuple[bool, int | None]]:
    """Return the actions in the history: whether each takes others back, and what undid it."""
    with closing(_opened(database)) as connection:
        rows = connection.execute("SELECT number, takes_back, undone_by FROM history").fetchall()
    return {number: (bool(takes_back), undone_by) for number, takes_back, undone_by in rows}


def file_paths(database: Path) -> list[tuple[Path, str]]:
    """Return where each file of a paper lies, and its hash."""
    with closing(_opened(database)) as connection:
        rows = connection.execute("SELECT path, sha256 FROM files").fetchall()
    return [(database.parent / path, sha256) for path, sha256 in rows]


def kept_copies(database: Path) -> list[Path]:
    """Return the files that papers have, or get back when what was done is undone."""
    with closing(_opened(database)) as connection:
        rows = connection.execute(
            "SELECT path FROM files UNION SELECT path FROM history_files WHERE action IS NOT NULL"
        ).fetchall()
    return [database.parent / path for (path,) in rows]


def _opened(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)


def _read(connection: sqlite3.Connection) -> Rows:
    rows: Rows = {}
    for number, *values in connection.execute("SELECT number, kind, text, note FROM annotations"):
        said = zip(("kind", "text", "note"), values, strict=True)
        rows |= {("mark says", number, name): each for name, each in said}
    for number, *values in connection.execute(_PAPERS):
        rows |= {("paper", number, name): each for name, each in zip(_NAMES, values, strict=True)}
        rows["paper", number, "trashed"] = bool(values[0])
        rows |= {("paper", number, name): () for name in _LISTS}
    for name, query in _LISTS.items():
        for paper, listed in connection.execute(f"{query} ORDER BY a.paper, a.position"):
            rows["paper", paper, name] += (listed,)
    for kind, query in _PLAIN.items():
        rows |= {(kind, *key): said for *key, said in connection.execute(query)}
    for kind, query in _PAIRS.items():
        rows |= {(kind, key): tuple(said) for key, *said in connection.execute(query)}
    for key in [key for key in rows if key[0] == "merge"]:
        kept, absorbed = rows[key]
        rows[key] = (kept, tuple(json.loads(absorbed)))
    return rows
