"""The tables of a library, and how a file of an earlier version becomes one of this version.

A migration is never edited after release: whoever ran it once will not run it again. Its changes,
sqlite-utils' record of it and ``user_version`` are one transaction. Here are the first ones.
"""

from __future__ import annotations

import functools
import json
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.base.identity import author_sort_key
from core.base.lazily import unseen
from core.base.records import PaperRecord
from core.library.database.connection import Database
from core.library.database.recent_steps import RECENT_STEPS

if TYPE_CHECKING:
    import sqlite_utils
    from sqlite_utils.migrations import Migrations

APPLICATION_ID = 0x436F6369  # "Coci", so that other programs and we ourselves know the file

_UNNEEDED = ("pandas", "pyarrow")
"""What sqlite-utils imports if it can, and migrations never use: half a second and 40 MB."""

_STEPS: list[Sequence[str]] = []
_step = _STEPS.append  # its position is the ``user_version`` that it leads to


@functools.cache
def migrations() -> Migrations:
    """Return the steps, for sqlite-utils to carry out and to remember."""
    with unseen(_UNNEEDED):
        from sqlite_utils.migrations import Migrations

    library_migrations = Migrations("library")
    for version, statements in enumerate(_STEPS, start=1):
        library_migrations(name=f"step_{version}")(_carried_out(statements, version))
    return library_migrations


def _carried_out(
    statements: Sequence[str], version: int
) -> Callable[[sqlite_utils.Database], None]:
    def apply(db: sqlite_utils.Database) -> None:
        db.conn.create_function("renewed_extra", 2, _renewed_extra)
        db.conn.create_function("with_stated_key", 3, _with_stated_key)
        db.conn.create_function("aliases_of", 2, _list_aliases)
        db.conn.create_function("author_sort_key", 1, _make_author_sort_key)
        for statement in statements:
            db.conn.execute(statement)
        db.conn.execute(f"PRAGMA user_version = {version}")

    return apply


def _renewed_extra(extra: str, year: int | None) -> str:
    """Return what a paper says beyond its fields by the names of CSL."""
    from core.formats.legacy_names import renewed  # only a library of earlier days needs it

    return json.dumps(renewed(json.loads(extra), year), ensure_ascii=False)


def _with_stated_key(extra: str, key: str, key_parts: str) -> str:
    """Return what a paper says beyond its fields, with its key if that was not made up.

    ``key_parts`` is JSON: what a key is made of (title, year, authors and venue), and the pattern.
    """
    from core.base.key_patterns import renew_stated_key

    title, year, authors, venue, pattern = json.loads(key_parts)
    record = PaperRecord(title=title, year=year, authors=tuple(authors), venue=venue)
    renewed = renew_stated_key(json.loads(extra) if extra else {}, key, record, pattern)
    return json.dumps(renewed, ensure_ascii=False) if renewed else ""


def _list_aliases(extra: str, key: str) -> str:
    """Return the keys, beside its own, that a paper is known by, as JSON."""
    from core.base.key_patterns import aliases_as_json

    return aliases_as_json(extra, key)


def _make_author_sort_key(authors: str) -> str:
    """Return what papers are sorted by; ``authors`` is JSON."""
    return author_sort_key(json.loads(authors))


def latest_version() -> int:
    """Return the version of the tables that this program writes."""
    return len(_STEPS)


def stored_version(database: Database) -> int:
    """Return the version of the tables in the file; 0 for a file without any."""
    return int(database.value("PRAGMA user_version"))


def is_foreign(database: Database) -> bool:
    """Whether the file is a SQLite database of some other program."""
    if database.value("PRAGMA application_id") == APPLICATION_ID:
        return False
    return bool(database.value("SELECT COUNT(*) FROM sqlite_schema"))


def is_unmade(database: Database) -> bool:
    """Whether the file is empty: the making of a library was cut short."""
    return not database.value("SELECT COUNT(*) FROM sqlite_schema")


def migrate(database: Database, version: int | None = None) -> None:
    """Bring the tables to this program's version, or to an earlier one, and name a new library.

    The steps together are one transaction, so a file is never between two versions.
    """
    with unseen(_UNNEEDED):
        import sqlite_utils

    last = latest_version() if version is None else version
    with database.transaction():
        with database.sorted_errors():
            migrations().apply(
                sqlite_utils.Database(
                    database.connection, recursive_triggers=False, execute_plugins=False
                ),
                stop_before=f"step_{last + 1}",
            )
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(
            "INSERT OR IGNORE INTO meta VALUES ('identity', ?), ('revision', 0)", str(uuid.uuid4())
        )


_step(
    (
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "CREATE TABLE venues (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE papers (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            revision INTEGER NOT NULL,
            trashed_at TEXT,
            added_at TEXT NOT NULL,
            source TEXT NOT NULL,
            citation_key TEXT NOT NULL COLLATE NOCASE UNIQUE,
            title_key TEXT NOT NULL,
            author_key TEXT NOT NULL,
            venue_key TEXT NOT NULL,
            title TEXT NOT NULL,
            year INTEGER,
            venue INTEGER REFERENCES venues (number),
            doi TEXT NOT NULL,
            arxiv TEXT NOT NULL,
            url TEXT NOT NULL,
            extra TEXT NOT NULL,
            abstract TEXT NOT NULL
        )""",
        "CREATE INDEX papers_by_revision ON papers (revision, trashed_at)",
        "CREATE INDEX papers_by_title ON papers (title_key)",
        "CREATE INDEX papers_by_trash ON papers (trashed_at)",
        # Each of these answers "the papers outside the trash, in this order" alone.
        *(
            f"CREATE INDEX ordered_by_{column} ON papers ({column}) WHERE trashed_at IS NULL"
            for column in ("title_key", "author_key", "year", "venue_key")
        ),
        "CREATE INDEX papers_of_venue ON papers (venue)",
        """CREATE TABLE removed (
            number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, merged_into INTEGER
        )""",
        "CREATE INDEX removed_by_revision ON removed (revision)",
        """CREATE TABLE identifiers (
            key TEXT PRIMARY KEY,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            stated TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX identifiers_of_paper ON identifiers (paper, position, stated)",
        "CREATE TABLE people (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE authorship (
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people (number),
            PRIMARY KEY (paper, position)
        ) WITHOUT ROWID""",
        "CREATE INDEX authorship_of_person ON authorship (person)",
        "CREATE TABLE keywords (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE paper_keywords (
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            keyword INTEGER NOT NULL REFERENCES keywords (number),
            PRIMARY KEY (paper, position)
        ) WITHOUT ROWID""",
        "CREATE INDEX papers_of_keyword ON paper_keywords (keyword)",
        """CREATE TABLE files (
            number INTEGER PRIMARY KEY,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            path TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            UNIQUE (paper, sha256)
        )""",
        "CREATE INDEX files_by_content ON files (sha256)",
        *(
            statement
            for group in ("collection", "tag")
            for statement in (
                f"""CREATE TABLE {group}s (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL COLLATE NOCASE UNIQUE
                )""",
                f"""CREATE TABLE {group}_papers (
                    {group} INTEGER NOT NULL REFERENCES {group}s (number) ON DELETE CASCADE,
                    paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
                    PRIMARY KEY ({group}, paper)
                ) WITHOUT ROWID""",
                f"CREATE INDEX {group}s_of_paper ON {group}_papers (paper)",
            )
        ),
        """CREATE TABLE citations (
            citing INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            cited INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            source TEXT NOT NULL,
            PRIMARY KEY (citing, cited)
        ) WITHOUT ROWID""",
        "CREATE INDEX citations_by_cited ON citations (cited)",
        """CREATE TABLE contexts (
            number INTEGER PRIMARY KEY,
            citing INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            paragraph INTEGER NOT NULL,
            section TEXT NOT NULL,
            before TEXT NOT NULL,
            text TEXT NOT NULL,
            after TEXT NOT NULL,
            markers TEXT NOT NULL
        )""",
        "CREATE INDEX contexts_of_paper ON contexts (citing)",
        """CREATE TABLE context_citations (
            context INTEGER NOT NULL REFERENCES contexts (number) ON DELETE CASCADE,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            PRIMARY KEY (context, paper)
        ) WITHOUT ROWID""",
        "CREATE INDEX context_citations_by_paper ON context_citations (paper)",
        """CREATE TRIGGER contexts_cite_something AFTER DELETE ON context_citations
            WHEN NOT EXISTS (SELECT 1 FROM context_citations WHERE context = old.context)
            BEGIN DELETE FROM contexts WHERE number = old.context; END""",
        """CREATE TABLE bibliography (
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            reference TEXT NOT NULL,
            linked INTEGER REFERENCES papers (number) ON DELETE SET NULL,
            confidence REAL,
            PRIMARY KEY (paper, position)
        )""",
        "CREATE INDEX bibliography_by_linked ON bibliography (linked)",
        """CREATE TABLE manuscripts (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT,
            sha256 TEXT NOT NULL,
            extractor TEXT NOT NULL,
            title TEXT NOT NULL,
            opened_at TEXT NOT NULL,
            parsed TEXT NOT NULL
        )""",
        "CREATE INDEX manuscripts_by_content ON manuscripts (sha256)",
        "CREATE INDEX manuscripts_by_path ON manuscripts (path)",
        """CREATE TABLE decisions (
            manuscript INTEGER NOT NULL REFERENCES manuscripts (number) ON DELETE CASCADE,
            sentence_key TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            sentence TEXT NOT NULL,
            decision TEXT NOT NULL CHECK (decision IN ('cite', 'reject')),
            decided_at TEXT NOT NULL,
            PRIMARY KEY (manuscript, sentence_key, paper)
        )""",
        "CREATE INDEX decisions_by_paper ON decisions (paper)",
        """CREATE TABLE corrected_links (
            manuscript INTEGER NOT NULL REFERENCES manuscripts (number) ON DELETE CASCADE,
            reference_key TEXT NOT NULL,
            paper INTEGER REFERENCES papers (number) ON DELETE CASCADE,
            confidence REAL,
            PRIMARY KEY (manuscript, reference_key)
        )""",
        "CREATE INDEX corrected_links_by_paper ON corrected_links (paper)",
        """CREATE TABLE encoders (
            number INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL
        )""",
        """CREATE TABLE embeddings (
            encoder INTEGER NOT NULL REFERENCES encoders (number) ON DELETE CASCADE,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            vector BLOB NOT NULL
        )""",
        "CREATE UNIQUE INDEX embeddings_by_encoder ON embeddings (encoder, paper)",
        "CREATE INDEX embeddings_of_paper ON embeddings (paper)",
        """CREATE TRIGGER embeddings_go_stale AFTER UPDATE OF title, abstract ON papers
            WHEN old.title IS NOT new.title OR old.abstract IS NOT new.abstract
            BEGIN DELETE FROM embeddings WHERE paper = new.number; END""",
    )
)

_step(
    (
        """CREATE TABLE dismissed_gaps (
            manuscript INTEGER NOT NULL REFERENCES manuscripts (number) ON DELETE CASCADE,
            sentence_key TEXT NOT NULL,
            sentence TEXT NOT NULL,
            dismissed_at TEXT NOT NULL,
            PRIMARY KEY (manuscript, sentence_key)
        ) WITHOUT ROWID""",
    )
)

# A reading belongs to the content of a file, a full text to a paper: that reading of one of its
# files which its references, citing sentences and passages come from.
_step(
    (
        """CREATE TABLE readings (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            sha256 TEXT NOT NULL UNIQUE,
            extractor TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('read', 'failed', 'set aside')),
            reason TEXT NOT NULL,
            parsed BLOB,
            passages BLOB
        )""",
        """CREATE TRIGGER readings_are_of_files AFTER DELETE ON files
            WHEN NOT EXISTS (SELECT 1 FROM files WHERE sha256 = old.sha256)
            BEGIN DELETE FROM readings WHERE sha256 = old.sha256; END""",
        """CREATE TABLE fulltexts (
            paper INTEGER PRIMARY KEY REFERENCES papers (number) ON DELETE CASCADE,
            reading INTEGER NOT NULL REFERENCES readings (number) ON DELETE CASCADE,
            unsettled INTEGER NOT NULL
        )""",
        "CREATE INDEX fulltexts_of_reading ON fulltexts (reading)",
        "CREATE INDEX fulltexts_unsettled ON fulltexts (paper) WHERE unsettled",
        """CREATE TABLE reference_keys (
            key INTEGER NOT NULL,
            paper INTEGER NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (key, paper, position),
            FOREIGN KEY (paper, position) REFERENCES bibliography (paper, position)
                ON UPDATE CASCADE ON DELETE CASCADE
        ) WITHOUT ROWID""",
        "CREATE INDEX reference_keys_of_paper ON reference_keys (paper, position)",
        # What the index of passages follows: papers whose passages came, went or changed.
        """CREATE TABLE fulltext_changes (
            number INTEGER PRIMARY KEY AUTOINCREMENT, paper INTEGER NOT NULL
        )""",
        "CREATE INDEX fulltext_changes_of_paper ON fulltext_changes (paper)",
        *(
            f"""CREATE TRIGGER fulltexts_{name} AFTER {event} BEGIN
                DELETE FROM fulltext_changes WHERE paper IN ({papers});
                INSERT INTO fulltext_changes (paper) VALUES {rows}; END"""
            for name, event, papers, rows in (
                ("came", "INSERT ON fulltexts", "new.paper", "(new.paper)"),
                ("went", "DELETE ON fulltexts", "old.paper", "(old.paper)"),
                (
                    "moved",
                    "UPDATE OF paper ON fulltexts",
                    "old.paper, new.paper",
                    "(old.paper), (new.paper)",
                ),
                (
                    "hidden",
                    """UPDATE OF trashed_at ON papers WHEN old.trashed_at IS NOT new.trashed_at
                       AND EXISTS (SELECT 1 FROM fulltexts WHERE paper = new.number)""",
                    "new.number",
                    "(new.number)",
                ),
            )
        ),
    )
)

# Vectors of citing sentences, and what the index of their words follows. The number of a sentence
# is never given again.
_step(
    (
        "INSERT INTO meta SELECT 'last context', COALESCE(MAX(number), 0) FROM contexts",
        """CREATE TABLE context_embeddings (
            encoder INTEGER NOT NULL REFERENCES encoders (number) ON DELETE CASCADE,
            context INTEGER NOT NULL REFERENCES contexts (number) ON DELETE CASCADE,
            vector BLOB NOT NULL
        )""",
        """CREATE UNIQUE INDEX context_embeddings_by_encoder
            ON context_embeddings (encoder, context)""",
        "CREATE INDEX context_embeddings_of_context ON context_embeddings (context)",
        """CREATE TABLE context_changes (
            number INTEGER PRIMARY KEY AUTOINCREMENT, paper INTEGER NOT NULL
        )""",
        "CREATE INDEX context_changes_of_paper ON context_changes (paper)",
        "INSERT INTO context_changes (paper) SELECT DISTINCT citing FROM contexts",
        *(
            f"""CREATE TRIGGER contexts_{name} AFTER {event} BEGIN
                DELETE FROM context_changes WHERE paper IN ({papers});
                INSERT INTO context_changes (paper) VALUES {rows}; END"""
            for name, event, papers, rows in (
                ("came", "INSERT ON contexts", "new.citing", "(new.citing)"),
                ("went", "DELETE ON contexts", "old.citing", "(old.citing)"),
                (
                    "moved",
                    "UPDATE OF citing ON contexts",
                    "old.citing, new.citing",
                    "(old.citing), (new.citing)",
                ),
                (
                    "hidden",
                    """UPDATE OF trashed_at ON papers WHEN old.trashed_at IS NOT new.trashed_at
                       AND EXISTS (SELECT 1 FROM contexts WHERE citing = new.number)""",
                    "new.number",
                    "(new.number)",
                ),
            )
        ),
    )
)

# What a person said of papers that look alike, and what takes a merge back.
_step(
    (
        """CREATE TABLE different_papers (
            one INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            other INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            PRIMARY KEY (one, other)
        ) WITHOUT ROWID""",
        "CREATE INDEX different_papers_of_other ON different_papers (other)",
        # Papers with the same number of a work are versions of it.
        """CREATE TABLE versions (
            paper INTEGER PRIMARY KEY REFERENCES papers (number) ON DELETE CASCADE,
            work INTEGER NOT NULL
        )""",
        "CREATE INDEX versions_of_work ON versions (work)",
        """CREATE TABLE merges (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            made_at TEXT NOT NULL,
            kept INTEGER NOT NULL,
            absorbed TEXT NOT NULL,
            inverse BLOB NOT NULL
        )""",
    )
)

# Searches that a person named, and what a person wrote about a paper.
_step(
    (
        """CREATE TABLE saved_searches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL COLLATE NOCASE UNIQUE,
            mode TEXT NOT NULL CHECK (mode IN ('words', 'meaning', 'full text')),
            query TEXT NOT NULL
        )""",
        """CREATE TABLE notes (
            paper INTEGER PRIMARY KEY REFERENCES papers (number) ON DELETE CASCADE,
            text TEXT NOT NULL CHECK (text <> ''),
            changed_at TEXT NOT NULL
        )""",
    )
)

# What a person marked in PDFs; a file is named by its content, so that it may move.
_step(
    (
        """CREATE TABLE annotations (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            sha256 TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('highlight', 'note')),
            colour TEXT NOT NULL,
            places TEXT NOT NULL CHECK (json_array_length(places) > 0),
            text TEXT NOT NULL,
            note TEXT NOT NULL,
            changed_at TEXT NOT NULL
        )""",
        "CREATE INDEX annotations_of_paper ON annotations (paper, sha256)",
    )
)

_step(("UPDATE papers SET extra = renewed_extra(extra, year) WHERE extra NOT IN ('', '{}')",))
_STEPS += RECENT_STEPS
