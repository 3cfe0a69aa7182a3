"""The inverse of a change to papers and to all that belongs to them, as a value.

The rows that hang on some papers are read before a change and after it; the difference, row by
row, is the inverse. Which tables hang on papers is asked of the database, so one that is added
later is in it by itself. An inverse can be used after other changes: what was changed again
since keeps its newer value, and what it leads to and is gone stays gone. Authors, keywords and
venues are told by their names, as a library made again from its sidecars numbers them anew.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.base.messages import restored, stored
from core.base.records import PaperNumber, PaperRecord, SourceText
from core.library.database.connection import Database, Row, as_json
from core.library.database.recording import LOOKUPS
from core.library.store.citation_keys import KeyGiver
from core.library.store.paper_rows import now

# --- records that an import made part of a paper: what takes each out of it again -------------


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


# --- inverses ---------------------------------------------------------------------------------
#
# The rows that hang on some papers are read before a change and after it; the difference, row by
# row, is the inverse. Which tables hang on papers is asked of the database, so one that is added
# later is in it by itself. An inverse can be used after other changes: what was changed again
# since keeps its newer value, and what it leads to and is gone stays gone. Authors, keywords and
# venues are told by their names, as a library made again from its sidecars numbers them anew.


# --- the inverses of merges, stored so that a merge can be undone on another day --------

_GIVEN = "SELECT value FROM json_each(?)"
_KEPT_INVERSES = 1_000


class MergeWatch:
    """Sees papers before they are merged and after it. Make it before; both in one transaction."""

    def __init__(self, database: Database, into: PaperNumber, away: Sequence[PaperNumber]) -> None:
        self._database, self._into, self._away = database, into, list(away)
        self._concerned = [into, *away, *self._list_versions([into, *away])]
        self._before = collect_rows(database, self._concerned)

    def remember(self) -> int:
        """Keep what takes the merge back, and return its number."""
        inverse = Inverse.of(self._before, collect_rows(self._database, self._concerned))
        self._database.execute(
            "INSERT INTO merges (made_at, kept, absorbed, inverse) VALUES (?, ?, ?, ?)",
            now(),
            self._into,
            as_json(self._away),
            inverse.packed(),
        )
        number = int(self._database.value("SELECT MAX(number) FROM merges"))
        self._database.execute("DELETE FROM merges WHERE number <= ?", number - _KEPT_INVERSES)
        return number

    def _list_versions(self, papers: Sequence[PaperNumber]) -> list[PaperNumber]:
        return self._database.column(
            f"""SELECT paper FROM versions WHERE paper NOT IN ({_GIVEN})
                AND work IN (SELECT work FROM versions WHERE paper IN ({_GIVEN}))""",
            as_json(papers),
            as_json(papers),
        )


def settle_in_rebuilt(database: Database, derived: Collection[str]) -> None:
    """Let merges be undone in a database that was made again from sidecars.

    What was to be put back into tables that are ``derived`` is left out: it led to rows by numbers
    that are those of others now. So did merges of earlier versions with authors and keywords;
    they are forgotten, as are those that are damaged.
    """
    for number, packed in database.rows("SELECT number, inverse FROM merges"):
        try:
            inverse = Inverse.unpacked(packed)
            fits = not inverse.leads_by_number(database)
        except (ValueError, TypeError, AttributeError):  # from a file that anyone can edit
            fits = False
        if fits:
            packed_inverse = inverse.without(derived).packed()
            database.execute(
                "UPDATE merges SET inverse = ? WHERE number = ?", packed_inverse, number
            )
        else:
            database.execute("DELETE FROM merges WHERE number = ?", number)


_LISTED = "SELECT value FROM json_each(?)"
# What a person writes, a list as a whole: it stays if it was changed since.
_WRITTEN = frozenset({"notes", "authorship", "paper_keywords"})
_REVISION = "revision"  # whoever changes a paper gives it a new one

_Key = tuple[Any, ...]  # Any: values of columns
_Values = dict[str, Any]  # Any: as above
Rows = dict[str, dict[_Key, _Values]]
"""The rows of tables, by their key."""


class ForeignKey(NamedTuple):
    """Columns of a table that lead to those of another; if ``optional``, rows stay without that."""

    table: str
    columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Inverse:
    """Takes a change back: by table, rows that went, came, and differ (before and after)."""

    removed_rows: Rows
    come: Rows
    changed: dict[str, dict[_Key, tuple[_Values, _Values]]]

    @classmethod
    def of(cls, before: Rows, after: Rows) -> Inverse:
        """Compare the rows that hang on the same papers before and after a change."""
        changed: dict[str, dict[_Key, tuple[_Values, _Values]]] = {}
        for table, rows in before.items():
            for key, old in rows.items():
                new = after[table].get(key, old)
                names = [name for name in old if old[name] != new[name] and name != _REVISION]
                if names:
                    pair = {name: old[name] for name in names}, {name: new[name] for name in names}
                    changed.setdefault(table, {})[key] = pair
        return cls(_without(before, after), _without(after, before), changed)

    def apply(self, database: Database) -> None:
        """Bring the rows back, inside a transaction of the caller."""
        schema = _Schema(database)
        for table in schema.tables:
            for key, (old, new) in self.changed.get(table, {}).items():
                schema.set_back(table, key, old, new)
            for values in self.removed_rows.get(table, {}).values():
                schema.insert(table, _with_free_key(database, table, values))
        for table in reversed(schema.tables):
            come = self.come.get(table, {})
            kept_keys = schema.edited(table, come) if table in _WRITTEN else frozenset[_Key]()
            for key in come:
                if key not in kept_keys:
                    schema.delete(table, key)
        schema.drop_silent(self.removed_rows.get("contexts", {}).values())

    def without(self, tables: Collection[str]) -> Inverse:
        """Return it without the rows of some tables."""
        return Inverse(
            {table: rows for table, rows in self.removed_rows.items() if table not in tables},
            {table: rows for table, rows in self.come.items() if table not in tables},
            {table: rows for table, rows in self.changed.items() if table not in tables},
        )

    def leads_by_number(self, database: Database) -> bool:
        """Whether it tells authors, keywords or venues by number, as earlier versions did."""
        row_values = [
            (table, values)
            for rows_by_table in (self.removed_rows, self.come)
            for table, rows in rows_by_table.items()
            for values in rows.values()
        ]
        row_values += [
            (t, row_state)
            for t, rows in self.changed.items()
            for v in rows.values()
            for row_state in v
        ]
        lookups = _Schema(database).lookups
        return any(
            isinstance(values.get(column), int)
            for table, values in row_values
            for column in lookups[table]
        )

    def packed(self) -> bytes:
        """Return the inverse as bytes to store."""
        changed = {
            table: [[key, *pair] for key, pair in rows.items()]
            for table, rows in self.changed.items()
        }
        text = json.dumps([_listed(self.removed_rows), _listed(self.come), changed], default=_coded)
        return zlib.compress(text.encode())

    @classmethod
    def unpacked(cls, stored: bytes) -> Inverse:
        """Return what ``packed`` made bytes of.

        Raises:
            ValueError: the bytes are damaged.
        """
        try:
            text = zlib.decompress(stored)
        except zlib.error as error:
            raise ValueError("damaged") from error
        removed_values, come, changed = json.loads(text, object_hook=_decoded)
        return cls(
            _by_key(removed_values),
            _by_key(come),
            {
                table: {tuple(key): (old, new) for key, old, new in rows}
                for table, rows in changed.items()
            },
        )


def collect_rows(database: Database, papers: Sequence[PaperNumber]) -> Rows:
    """Return all that hangs on some papers, themselves included."""
    return _Schema(database).rows(papers)


def links_to_papers(database: Database) -> list[tuple[str, str]]:
    """Return each table and column that leads to a paper."""
    return [
        (key.table, key.columns[0]) for key in _foreign_keys(database) if key.parent == "papers"
    ]


class _Schema:
    """The tables that hang on papers, in an order in which rows can be put in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        keys = _foreign_keys(database)
        self._keys = keys
        first = {key.table for key in keys if key.parent == "papers"}
        self._through = [key for key in keys if key.parent in first and key.parent != "papers"]
        second = {key.table for key in self._through}
        self.tables = ["papers", "removed", *sorted(first - second), *sorted(second)]
        self._names = {table: self._find_key_columns(table) for table in self.tables}
        self.lookups: dict[str, dict[str, str]] = defaultdict(dict)
        """By table, the columns that lead to a table of names, and to which."""
        for key in keys:
            if key.parent in LOOKUPS:
                self.lookups[key.table][key.columns[0]] = key.parent
        self._new_numbers: dict[tuple[str, Any], int] = {}

    def rows(self, papers: Sequence[PaperNumber]) -> Rows:
        listed = as_json(papers)
        rows_by_table: Rows = {table: {} for table in self.tables}
        self._read_rows(rows_by_table, "papers", f"t.number IN ({_LISTED})", listed)
        self._read_rows(rows_by_table, "removed", f"t.number IN ({_LISTED})", listed)
        self._read_rows(rows_by_table, "removed", f"t.merged_into IN ({_LISTED})", listed)
        to_papers = [(key.table, key.columns[0]) for key in self._keys if key.parent == "papers"]
        for table, column in to_papers:
            self._read_rows(rows_by_table, table, f"t.{column} IN ({_LISTED})", listed)
        for key in self._through:
            own = [column for table, column in to_papers if table == key.parent]
            on = " AND ".join(
                f"t.{column} = p.{other}"
                for column, other in zip(key.columns, key.parent_columns, strict=True)
            )
            for column in own:
                source = f"{key.parent} p CROSS JOIN {key.table} t ON {on}"
                self._read_rows(
                    rows_by_table, key.table, f"p.{column} IN ({_LISTED})", listed, source
                )
        return rows_by_table

    def set_back(self, table: str, key: _Key, old: _Values, new: _Values) -> None:
        """Give columns their earlier value, each unless it was changed again."""
        earlier, later = self._numbered(table, old), self._numbered(table, new)
        for name, value in earlier.items():
            self._database.execute(
                f"UPDATE OR IGNORE {table} SET {name} = ? WHERE {self._is(table)} AND {name} IS ?",
                *(value, *key, later[name]),
            )

    def insert(self, table: str, values: _Values) -> None:
        """Put a row in, unless it is there or what it cannot be without is not.

        If its number was given out since, it gets another one, and so do the rows that lead to it.
        """
        values = self._with_free_number(table, self._following(table, values))
        values = self._numbered(table, values)
        there, led_to = ["TRUE"], []
        for key in self._keys:
            if key.table == table:
                on = " AND ".join(f"p.{other} = ?" for other in key.parent_columns)
                if key.optional:
                    values = self._redirect_row(key, on, values)
                empty = " OR ".join("? IS NULL" for _ in key.columns)
                there.append(f"({empty} OR EXISTS (SELECT 1 FROM {key.parent} p WHERE {on}))")
                led_to += [values[column] for column in key.columns] * 2
        marks = ", ".join("?" * len(values))
        self._database.execute(
            f"INSERT OR IGNORE INTO {table} ({', '.join(values)})"
            f" SELECT {marks} WHERE {' AND '.join(there)}",
            *values.values(),
            *led_to,
        )

    def _redirect_row(self, key: ForeignKey, on: str, values: _Values) -> _Values:
        """Let a row lead nowhere where that which it led to is gone."""
        led_to = [values[column] for column in key.columns]
        if self._database.value(f"SELECT 1 FROM {key.parent} p WHERE {on}", *led_to) is not None:
            return values
        return {**values, **dict.fromkeys(key.columns)}

    def drop_silent(self, contexts: Iterable[_Values]) -> None:
        """Drop those of some citing sentences put back that cite nothing any more."""
        numbers = [context_values["number"] for context_values in contexts]
        self._database.execute(
            f"""DELETE FROM contexts WHERE number IN ({_LISTED})
                AND number NOT IN (SELECT context FROM context_citations)""",
            as_json(
                self._new_numbers.get(("contexts", context_values), context_values)
                for context_values in numbers
            ),
        )

    def _numbered(self, table: str, values: _Values) -> _Values:
        """Return values with the numbers of names in place of names, which are put in if new."""
        numbers = {
            column: self._number(self.lookups[table][column], values[column])
            for column in self.lookups[table].keys() & values.keys()
            if isinstance(values[column], str)
        }
        return {**values, **numbers}

    def _number(self, lookup: str, name: str) -> int:
        self._database.execute(f"INSERT OR IGNORE INTO {lookup} (name) VALUES (?)", name)
        return int(self._database.value(f"SELECT number FROM {lookup} WHERE name = ?", name))

    def _following(self, table: str, values: _Values) -> _Values:
        """Let a row lead to where the rows are that got another number."""
        moved_values = {
            column: self._new_numbers[key.parent, values[column]]
            for key in self._keys
            for column in key.columns[:1]
            if key.table == table and (key.parent, values[column]) in self._new_numbers
        }
        return {**values, **moved_values}

    def _with_free_number(self, table: str, values: _Values) -> _Values:
        number = values.get("number")
        if table in ("papers", "removed") or self._names[table] != ("number",):
            return values
        if not self._database.value(f"SELECT 1 FROM {table} WHERE number = ?", number):
            return values
        free = int(self._database.value(f"SELECT MAX(number) + 1 FROM {table}"))
        self._new_numbers[table, number] = free
        return {**values, "number": free}

    def edited(self, table: str, rows: Mapping[_Key, _Values]) -> frozenset[_Key]:
        """Return those of some rows of papers whose rows there are others by now."""
        now = {
            key: self._database.value(
                f"SELECT 1 FROM {table} WHERE " + " AND ".join(f"{name} IS ?" for name in values),
                *self._numbered(table, values).values(),
            )
            for key, values in rows.items()
        }
        papers = {rows[key]["paper"] for key, unchanged in now.items() if not unchanged}
        return frozenset(key for key, values in rows.items() if values["paper"] in papers)

    def delete(self, table: str, key: _Key) -> None:
        """Take a row out."""
        self._database.execute(f"DELETE FROM {table} WHERE {self._is(table)}", *key)

    def _is(self, table: str) -> str:
        return " AND ".join(f"{name} IS ?" for name in self._names[table])

    def _read_rows(
        self, rows_by_table: Rows, table: str, condition: str, listed: str, source: str = ""
    ) -> None:
        names = self._database.column("SELECT name FROM pragma_table_info(?)", table)
        source = source or f"{table} t"
        lookup_tables = self.lookups[table]
        chosen = ", ".join(
            f"(SELECT l.name FROM {lookup_tables[name]} l WHERE l.number = t.{name})"
            if name in lookup_tables
            else f"t.{name}"
            for name in names
        )
        for row in self._database.rows(f"SELECT {chosen} FROM {source} WHERE {condition}", listed):
            values = dict(zip(names, row, strict=True))
            rows_by_table[table][tuple(values[name] for name in self._names[table])] = values

    def _find_key_columns(self, table: str) -> tuple[str, ...]:
        """Return the columns that tell the rows of a table apart: its key, or a unique index."""
        key_columns = self._database.column(
            "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table
        )
        return tuple(
            key_columns
            or self._database.column(
                """SELECT i.name FROM pragma_index_list(?) l JOIN pragma_index_info(l.name) i
                   WHERE l."unique" AND l.seq = (
                       SELECT MIN(seq) FROM pragma_index_list(?) WHERE "unique")
                   ORDER BY i.seqno""",
                table,
                table,
            )
        )


def _foreign_keys(database: Database) -> list[ForeignKey]:
    rows = database.rows(
        """SELECT m.name, f.id, f."from", f."table", f."to", f.on_delete = 'SET NULL'
           FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
           WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq"""
    )
    keys_by_number: dict[tuple[str, int], ForeignKey] = {}
    for table, number, column, parent, other, optional in rows:
        known_key = keys_by_number.get(
            (table, number), ForeignKey(table, (), parent, (), bool(optional))
        )
        keys_by_number[table, number] = known_key._replace(
            columns=(*known_key.columns, column), parent_columns=(*known_key.parent_columns, other)
        )
    return list(keys_by_number.values())


def _with_free_key(database: Database, table: str, values: _Values) -> _Values:
    """Return a row of a paper with another citation key if its own was given out since."""
    if table != "papers":
        return values
    giver = KeyGiver(database)
    giver.look_up([values["citation_key"]])
    return {**values, "citation_key": giver.give(values["citation_key"], stated=True)}


def _without(rows: Rows, other_rows: Rows) -> Rows:
    remaining_rows = {
        table: {key: values for key, values in table_rows.items() if key not in other_rows[table]}
        for table, table_rows in rows.items()
    }
    return {table: table_rows for table, table_rows in remaining_rows.items() if table_rows}


def _listed(rows: Rows) -> Mapping[str, Iterable[object]]:
    return {
        table: [[key, values] for key, values in table_rows.items()]
        for table, table_rows in rows.items()
    }


def _by_key(listed: Mapping[str, Iterable[Sequence[Any]]]) -> Rows:  # Any: see _Values
    return {
        table: {tuple(key): values for key, values in table_rows}
        for table, table_rows in listed.items()
    }


def _coded(value: object) -> object:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode("ascii")}
    raise TypeError(f"{type(value)} is no value of a column")


def _decoded(value: _Values) -> Any:  # noqa: ANN401 - a mapping, or the bytes it stands for
    return base64.b64decode(value["base64"]) if value.keys() == {"base64"} else value
