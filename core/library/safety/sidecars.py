"""A library's data as JSON beside its database, from which the database can be rebuilt.

``sidecars/papers/000003.jsonl`` holds a line for each paper from 1500 to 1999: its fields, ids,
authors, files, collections, tags, notes, citations and citing sentences, each under the name of
its table. What belongs to no paper (the collections themselves, manuscripts, saved searches) is
in ``sidecars/shared/<table>.jsonl``. Tables are found by what they refer to, so a table that a
later version adds is kept without a word here. What can be made again from elsewhere (vectors,
indexes, readings of PDFs) is left out.

Segments of 500 papers cost least: one file for each of 250,000 papers takes a gigabyte of blocks
and a quarter of a million renames at the first import, one file for all is written whole for each
typo. A segment is written anew, in place of the old one, when its content differs.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.base.files import replace_bytes, replace_text, writing
from core.base.jobs import Job, SilentJob
from core.library.database.connection import Database
from core.library.database.migrations import stored_version
from core.library.database.recording import LOOKUPS

FOLDER = "sidecars"
FORMAT = 1
PAPERS_AT_ONCE = 500
SMALL = 20_000
"""Up to so many papers, all segments are compared at each turn; it takes a second or two."""

DERIVED = frozenset(
    {
        *("embeddings", "context_embeddings", "encoders", "readings", "fulltexts"),
        *("reference_keys", "fulltext_changes", "context_changes", "_sqlite_migrations"),
        *("history", "history_parts", "history_files"),
    }
)
"""Tables that are made again from the papers, files and sentences, or tell what was done before."""
PAPERS, SHARED, STATE = "papers", "shared", "state.json"


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is written: ``owner`` is the column with the paper, "" if it has none."""

    name: str
    owner: str
    key: tuple[str, ...]
    columns: Mapping[str, str]
    """Each column with the SQL for its value in JSON."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The columns that are written as names, each with the table of those."""
    packed: frozenset[str] = frozenset()
    """The columns of bytes, which are written as hexadecimal digits."""
    only: str = "TRUE"
    """The SQL for which rows are written."""

    def select(self) -> str:
        """Return the SQL for the rows from one paper to another, or for all: owner and JSON."""
        pairs = ", ".join(f"'{name}', {value}" for name, value in self.columns.items())
        order = ", ".join(f't."{name}"' for name in (*self.key, *self.columns))
        if not self.owner:
            return (
                f'SELECT json_object({pairs}) FROM "{self.name}" t WHERE {self.only}'
                f" ORDER BY {order}"
            )
        return (
            f'SELECT t."{self.owner}", json_object({pairs}) FROM "{self.name}" t'
            f' WHERE t."{self.owner}" >= ? AND t."{self.owner}" < ?'
            f' ORDER BY t."{self.owner}", {order}'
        )


def tables(database: Database) -> list[Table]:
    """Return the tables that are written, ``papers`` first."""
    names = database.column(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
        " ESCAPE '\\' ORDER BY name <> 'papers', name"
    )
    kept_tables = [name for name in names if name not in DERIVED | LOOKUPS]
    return [*(_table(database, name) for name in kept_tables), SEQUENCES]


SEQUENCES = Table(
    "sqlite_sequence",
    "",
    ("name",),
    {"name": 't."name"', "seq": 't."seq"'},
    only="t.\"name\" <> 'history'",
)
"""The last numbers given out, which are never given again."""


class Sidecars:
    """The JSON beside one library's database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._folder = database.folder / FOLDER

    def follow(self, job: Job | None = None, *, whole: bool = False) -> int:
        """Write what changed and return how many files that took.

        Segments with papers that changed are written; with ``whole``, and in a small library
        always, the others are compared too, for what hangs on a paper may change without it.

        Raises:
            LibraryError: a file cannot be written; the next turn writes it.
        """
        job = job or SilentJob()
        with self._database.snapshot():
            state, mark = stored_state(self._database.folder), self._mark()
            digests: dict[str, str] = {}
            segments = list(range(mark["last"] // PAPERS_AT_ONCE + 1))
            if not whole and mark["last"] > SMALL and _continues(state, mark):
                segments, digests = self._changed(state["revision"]), dict(state["digests"])
            with writing(self._folder):
                written_count = self._write_files(segments, digests, state, job)
        if written_count or not _continues(state, mark) or state["revision"] != mark["revision"]:
            replace_text(self._folder / STATE, json.dumps({**mark, "digests": digests}))
        return written_count

    def _write_files(
        self, segments: list[int], digests: dict[str, str], state: dict[str, Any], job: Job
    ) -> int:  # Any: JSON values
        """Write the files that differ, note the digest of each, and return how many differed."""
        written_count = 0
        for done_count, (name, content) in enumerate(self._files(segments)):
            job.check()
            job.report(done_count, len(segments), "sidecars")
            path = self._folder / name
            digests[name] = hashlib.sha256(content).hexdigest()
            if not path.is_file() or path.read_bytes() != content:  # changed here or over there
                if (
                    state and not written_count
                ):  # should this end early, no file has the wrong digest
                    unfinished = {**state, "digests": {}, "unfinished": True}
                    replace_text(self._folder / STATE, json.dumps(unfinished))
                replace_bytes(path, content)
                written_count += 1
        return written_count + self._remove_all_but(digests)

    def _remove_all_but(self, names: Collection[str]) -> int:
        stale_paths = [
            path
            for part in (PAPERS, SHARED)
            for path in (self._folder / part).glob("*.jsonl")
            if f"{part}/{path.name}" not in names
        ]
        for path in stale_paths:
            path.unlink(missing_ok=True)
        return len(stale_paths)

    def _files(self, segments: list[int]) -> Iterator[tuple[str, bytes]]:
        listed = tables(self._database)
        owned = [table for table in listed if table.owner]
        for segment in segments:
            yield f"{PAPERS}/{segment:06}.jsonl", self._segment(segment, owned)
        for table in listed:
            if not table.owner:
                rows = self._database.column(table.select())
                yield f"{SHARED}/{table.name}.jsonl", "".join(f"{row}\n" for row in rows).encode()

    def _segment(self, segment: int, owned: list[Table]) -> bytes:
        """Return the papers of a segment, a line each, by number."""
        first = segment * PAPERS_AT_ONCE
        papers: defaultdict[int, defaultdict[str, list[str]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for table in owned:
            rows = self._database.rows(table.select(), first, first + PAPERS_AT_ONCE)
            for owner, row in rows:
                papers[owner][table.name].append(row)
        lines = []
        for owner in sorted(papers):
            parts = [f'"{name}": [{", ".join(rows)}]' for name, rows in papers[owner].items()]
            lines.append(f"{{{', '.join(parts)}}}\n")
        return "".join(lines).encode()

    def _changed(self, since: int) -> list[int]:
        return self._database.column(
            """SELECT DISTINCT number / ?1 FROM (
                   SELECT number FROM papers WHERE revision > ?2
                   UNION ALL SELECT number FROM removed WHERE revision > ?2) ORDER BY 1""",
            PAPERS_AT_ONCE,
            since,
        )

    def _mark(self) -> dict[str, Any]:  # Any: JSON values
        value = self._database.value
        return {
            "format": FORMAT,
            "version": stored_version(self._database),
            "library": value("SELECT value FROM meta WHERE name = 'identity'"),
            "revision": value("SELECT value FROM meta WHERE name = 'revision'"),
            "last": value("SELECT COALESCE(MAX(number), 0) FROM papers"),
            "papers": value("SELECT COUNT(*) FROM papers WHERE trashed_at IS NULL"),
            "written_at": datetime.now(UTC).isoformat(timespec="seconds"),
        }


def stored_state(folder: Path) -> dict[str, Any]:  # Any: JSON values
    """Return what the sidecars of the library in ``folder`` say of themselves; {} if nothing."""
    try:
        state = json.loads((folder / FOLDER / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    is_known = isinstance(state, dict) and state.get("format") == FORMAT
    return state if is_known else {}


def damaged_files(folder: Path) -> list[str]:
    """Return the sidecars that are missing, or are not what was written."""
    wrong = []
    for name, digest in stored_state(folder).get("digests", {}).items():
        try:
            content = (folder / FOLDER / name).read_bytes()
        except OSError:
            content = b""
        if hashlib.sha256(content).hexdigest() != digest:
            wrong.append(name)
    return sorted(wrong)


def _continues(state: Mapping[str, Any], mark: Mapping[str, Any]) -> bool:
    """Whether the sidecars show all of an earlier state of this library, in the same tables."""
    same = all(state.get(name) == mark[name] for name in ("format", "version", "library"))
    return same and "unfinished" not in state and int(state["revision"]) <= int(mark["revision"])


def _table(database: Database, name: str) -> Table:
    references = {
        column: parent
        for _, _, parent, column, *_ in database.rows(f'PRAGMA foreign_key_list("{name}")')
    }
    columns, key, packed = {}, [], set()
    owner = "number" if name == "papers" else ""
    for _, column, kind, required, _, primary in database.rows(f'PRAGMA table_info("{name}")'):
        parent = references.get(column, "")
        columns[column] = _as_json(column, kind, parent)
        if primary:
            key.append(column)
        if kind == "BLOB":
            packed.add(column)
        if parent == "papers" and (required or primary) and not owner:
            owner = column
    names = {column: parent for column, parent in references.items() if parent in LOOKUPS}
    return Table(name, owner, tuple(key), columns, names, frozenset(packed))


def _as_json(column: str, kind: str, parent: str) -> str:
    """Return SQL for the value of a column: names for rows of names, all digits of a number."""
    if parent in LOOKUPS:
        return f'(SELECT name FROM {parent} WHERE number = t."{column}")'
    if kind == "REAL":
        digits = f"printf('%!.17g', t.\"{column}\")"
        return f'json(CASE WHEN t."{column}" IS NOT NULL THEN {digits} END)'
    if kind == "BLOB":
        return f'hex(t."{column}")'
    return f't."{column}"'
