"""Records that an import made part of a paper: what takes each out of it again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.messages import restored, stored
from core.base.records import PaperNumber, PaperRecord, SourceText
from core.library.database.connection import Database, Row, as_json
from core.library.store.paper_rows import now

_KEPT_MERGES = 1_000
_FIELDS = tuple(name for name in PaperRecord.__dataclass_fields__ if name != "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportMerge:
    """A record that became part of a paper.

    ``before`` are the fields of the paper that it changed, as they were (of ``extra``, the names
    that came), ``ids`` what the record answers to, ``new_ids`` those that the paper got from it.
    ``files`` are the content hashes of files that came with it.
    """

    paper: PaperNumber
    record: PaperRecord
    before: Mapping[str, Any]  # Any: values of record fields
    ids: Mapping[str, str]
    new_ids: Sequence[str]
    position: int = 0
    entry: str = ""
    reason: str = ""
    number: int = 0
    made_at: str = ""
    source: str = ""
    files: Sequence[str] = ()

    @classmethod
    def of(
        cls,
        paper: PaperNumber,
        before: PaperRecord,
        after: PaperRecord,
        record: PaperRecord,
        ids: Mapping[str, str],
        new_ids: Collection[str],
    ) -> ImportMerge:
        """Compare a paper before and after it took a record."""
        changed: dict[str, Any] = {
            name: getattr(before, name)
            for name in _FIELDS
            if name != "extra" and getattr(before, name) != getattr(after, name)
        }
        changed["extra"] = sorted(set(after.extra) - set(before.extra))
        lost = {key: value for key, value in before.extra.items() if key not in after.extra}
        changed["lost"] = lost
        return cls(
            paper=paper, record=record, before=changed, ids=dict(ids), new_ids=sorted(new_ids)
        )

    def packed(self) -> bytes:
        """Return what was merged, as bytes to store."""
        record = {name: getattr(self.record, name) for name in PaperRecord.__dataclass_fields__}
        contents = {
            "record": record,
            "before": dict(self.before),
            "ids": dict(self.ids),
            "new ids": list(self.new_ids),
        }
        return zlib.compress(json.dumps(contents, ensure_ascii=False, default=_packed).encode(), 1)


def write_import_merges(
    database: Database, merges: Sequence[ImportMerge], *, source: str
) -> list[int]:
    """Keep merges, and return the number of each; 0 for those that are too many to be kept."""
    if not merges:
        return []
    recent_merges = merges[-_KEPT_MERGES:]
    last = database.value("SELECT seq FROM sqlite_sequence WHERE name = 'import_merges'") or 0
    numbers = list(range(last + 1, last + 1 + len(recent_merges)))
    stamp = now()
    database.execute_many(
        """INSERT INTO import_merges (number, made_at, paper, source, reason, entry, merged)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [
            (number, stamp, merge.paper, source, stored(merge.reason), merge.entry, merge.packed())
            for number, merge in zip(numbers, recent_merges, strict=True)
        ],
    )
    database.execute("DELETE FROM import_merges WHERE number <= ?", numbers[-1] - _KEPT_MERGES)
    return [0] * (len(merges) - len(recent_merges)) + numbers


def note_files(database: Database, merge: int, files: Sequence[str]) -> None:
    """Remember the files that came with a record which was merged."""
    if merge and files:
        database.execute(
            "UPDATE import_merges SET files = ? WHERE number = ?", json.dumps(list(files)), merge
        )


def read_import_merges(
    database: Database, numbers: Sequence[int] | None = None, *, limit: int = _KEPT_MERGES
) -> list[ImportMerge]:
    """Return merges of papers outside the trash, the latest first; all, or some by number."""
    chosen = "" if numbers is None else "AND m.number IN (SELECT value FROM json_each(?2))"
    rows = database.rows(
        f"""SELECT m.number, m.made_at, m.paper, m.source, m.reason, m.entry, m.merged, m.files
            FROM import_merges m JOIN papers p ON p.number = m.paper AND p.trashed_at IS NULL
            WHERE TRUE {chosen} ORDER BY m.number DESC LIMIT ?1""",
        limit,
        *([] if numbers is None else [as_json(numbers)]),
    )
    return [_unpack_merge(row) for row in rows]


def _packed(value: object) -> str:
    return value.packed() if isinstance(value, SourceText) else str(value)


def _with_source(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored values of record fields with the source as what it was."""
    source = values.get("source")
    return {**values, "source": SourceText.unpacked(source)} if source else dict(values)


def _unpack_merge(row: Row) -> ImportMerge:
    number, made_at, paper, source, reason, entry, merged, files = row
    contents = json.loads(zlib.decompress(merged))
    values: dict[str, Any] = {  # Any: values of record fields
        name: tuple(value) if name in ("authors", "keywords") else value
        for name, value in _with_source(contents["record"]).items()
    }
    return ImportMerge(
        paper=paper,
        record=PaperRecord(**values),
        before=_with_source(contents["before"]),
        ids=contents["ids"],
        new_ids=contents["new ids"],
        entry=entry,
        reason=restored(reason),
        number=number,
        made_at=made_at,
        source=source,
        files=json.loads(files),
    )
