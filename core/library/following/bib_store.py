"""What is remembered of followed ``.bib`` files and their entries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from core.base.files import path_text
from core.base.library_records import BibOptions
from core.base.messages import restored, stored
from core.base.records import PaperNumber
from core.library.database.connection import Database
from core.library.following.fields import Base

Status = Literal["common", "adding", "added", "removed", "left", "released"]
"""Where an entry is: in the file and the library; being added to the file; added, and not seen in a
version that somebody else wrote; removed from the file, as its paper went; deleted from the file,
while others hold its paper; free to go with its entry."""
LIVE: frozenset[str] = frozenset(("common", "adding", "added", "released"))

_FILES = "path, kind, collection, manuscript, options, state"
_ENTRIES = "key, paper, status, digest, revision, fields, conflicts"


@dataclass(frozen=True, slots=True)
class BibFile:
    """A followed file. ``number`` is that of its collection or manuscript, 0 for the library.

    ``digest`` is that of the content when it was last in step. ``entries`` counts those that were
    in it.
    """

    path: Path
    kind: str
    of: str
    number: int
    options: BibOptions
    digest: str = ""
    entries: int = 0
    looked_at: str = ""
    problem: str = ""
    pending: int = 0
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class BibRow:
    """An entry of a followed file, as it was when it was last in step with its paper.

    ``conflicts`` has, by field, what the file and the paper say, and digests of both.
    """

    key: str
    paper: PaperNumber | None
    status: Status = "common"
    digest: str = ""
    revision: int = 0
    fields: Base = field(default_factory=dict)
    conflicts: dict[str, list[str]] = field(default_factory=dict)


class BibStore:
    """The rows of one library; each change belongs into a transaction of the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def files(self) -> list[BibFile]:
        """Return the followed files by path."""
        rows = self._database.rows(f"SELECT {_FILES} FROM followed_files ORDER BY path")
        return [_read_file(*row) for row in rows]

    def add(self, file: BibFile) -> None:
        """Remember a file."""
        self.forget_entries(file.path)
        self._database.execute(
            f"INSERT INTO followed_files ({_FILES}) VALUES (?, ?, ?, ?, ?, ?)",
            path_text(file.path),
            file.kind,
            file.number if file.of == "collection" else None,
            file.number if file.of == "manuscript" else None,
            json.dumps(asdict(file.options)),
            _pack_state(file),
        )

    def note(self, before: BibFile, **state: Any) -> BibFile:  # noqa: ANN401 - fields of the file
        """Remember where a file stands now."""
        file = replace(before, **state)
        if file != before:
            with self._database.transaction():
                self._database.execute(
                    "UPDATE followed_files SET options = ?, state = ? WHERE path = ?",
                    json.dumps(asdict(file.options)),
                    _pack_state(file),
                    str(file.path),
                )
        return file

    def remove(self, path: Path) -> None:
        """Forget a file and its entries."""
        self._database.execute("DELETE FROM followed_files WHERE path = ?", str(path))
        self.forget_entries(path)

    def entries(self, path: Path) -> list[BibRow]:
        """Return the entries of a file by key."""
        rows = self._database.rows(
            f"SELECT {_ENTRIES} FROM followed_entries WHERE path = ? ORDER BY key", str(path)
        )
        return [
            BibRow(
                *(key, paper, status, digest, revision),
                fields=json.loads(fields),
                conflicts=json.loads(conflicts) if conflicts else {},
            )
            for key, paper, status, digest, revision, fields, conflicts in rows
        ]

    def put(self, path: Path, rows: Iterable[BibRow]) -> None:
        """Remember entries."""
        self._database.execute_many(
            f"""INSERT OR REPLACE INTO followed_entries (path, {_ENTRIES})
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                (
                    *(str(path), row.key, row.paper, row.status, row.digest, row.revision),
                    json.dumps(row.fields, separators=(",", ":")),
                    json.dumps(row.conflicts, ensure_ascii=False) if row.conflicts else "",
                )
                for row in rows
            ],
        )

    def drop(self, path: Path, keys: Iterable[str]) -> None:
        """Forget entries."""
        self._database.execute_many(
            "DELETE FROM followed_entries WHERE path = ? AND key = ?",
            [(str(path), key) for key in keys],
        )

    def forget_entries(self, path: Path) -> None:
        """Forget all entries of a file."""
        self._database.execute("DELETE FROM followed_entries WHERE path = ?", str(path))

    def conflict_counts(self) -> dict[str, int]:
        """Return how many entries of each file have conflicts."""
        return dict(
            self._database.rows(
                "SELECT path, COUNT(*) FROM followed_entries WHERE conflicts <> '' GROUP BY path"
            )
        )


def _pack_state(file: BibFile) -> str:
    return json.dumps(
        {
            "digest": file.digest,
            "entries": file.entries,
            "looked_at": file.looked_at,
            "problem": stored(file.problem),
            "pending": file.pending,
            "notes": [stored(note) for note in file.notes],
        }
    )


def _read_file(  # a row
    path: str, kind: str, collection: int | None, manuscript: int | None, options: str, state: str
) -> BibFile:
    of = "library" if collection is None and manuscript is None else "collection"
    of = "manuscript" if manuscript is not None else of
    values: dict[str, Any] = json.loads(state)
    values["problem"] = restored(values.get("problem", ""))
    values["notes"] = tuple(restored(note) for note in values.get("notes", ()))
    chosen = json.loads(options)
    chosen["leave_out"] = tuple(chosen.get("leave_out", ()))
    return BibFile(
        Path(path), kind, of, collection or manuscript or 0, BibOptions(**chosen), **values
    )
