"""What was done to a library, and taking it back: also on another day, by another process."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.base.errors import UsageError
from core.base.messages import Message, restored
from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json
from core.library.database.record_log import Fields, RowChange, marks, unpacked
from core.library.database.recording import Values, recorded_tables
from core.library.store.citations import count_change, drop_unstated
from core.library.store.fulltexts import give_texts, settled_texts, take_words
from core.library.store.paper_rows import now, renew_sort_keys, take_revisions
from core.library.store.removal import remove_papers

_LISTED = "SELECT value FROM json_each(?)"
# What readings of PDFs and citation data say is made again by itself: such rows may have changed
# since, and what fits no more is passed over.
_MADE_AGAIN = frozenset(
    {
        *("bibliography", "citations", "contexts", "context_citations", "reference_keys"),
        *("fulltexts", "readings", "outside_ids", "outside_citations", "outside_notices"),
        *("followed_items", "followed_collections", "followed_entries", "merges", "removed"),
        *("read_entries", "import_merges"),
    }
)
# With a source goes what it stated, also where merges made that the citation of another paper.
_STATING = frozenset({"citations", "outside_citations", "outside_sources"})
SEPARATED = Message("Separated merged papers")
"""The words of an action that made papers of records which imports had merged."""

_OF_PAPERS = frozenset({"papers", "identifiers", "authorship", "paper_keywords"})


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Something that was done: when, and in words. ``problem`` says why it cannot be undone.

    ``papers`` counts those that came with it: they go to the Trash when it is undone.
    """

    number: int
    made_at: str
    said: str
    undone: bool
    problem: str = ""
    papers: int = 0


class NextActions(NamedTuple):
    """What Undo would take back, and what Redo would do again."""

    undo: HistoryEntry | None
    redo: HistoryEntry | None


@dataclass(frozen=True, slots=True)
class _Undoing:
    """What takes an action back: rows by table and key, and the papers that came with it."""

    changes: tuple[RowChange, ...]
    came: tuple[tuple[int, int], ...]


class History:
    """The last actions of one library. Each call that changes something is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[HistoryEntry]:
        """Return what was done, the latest first."""
        rows = self._database.rows(
            """SELECT number, made_at, said, undone_by IS NOT NULL, too_large,
                      (SELECT COALESCE(SUM(last_paper - first_paper + 1), 0) FROM history_parts
                       WHERE action = history.number AND last_paper >= first_paper)
               FROM history WHERE NOT takes_back ORDER BY number DESC"""
        )
        too_large = Message("The change was too large to be recorded for undoing.")
        return [
            HistoryEntry(
                number,
                made_at,
                restored(packed_text),
                bool(undone),
                too_large if large else "",
                papers,
            )
            for number, made_at, packed_text, undone, large, papers in rows
        ]

    def next_actions(self) -> NextActions:
        """Return what undoing and redoing step by step would take next.

        What was undone can be done again, the latest undone first, until something else is done.
        """
        entries = self.all()
        standing = [entry for entry in entries if not entry.undone]
        last = standing[0].number if standing else 0
        just_undone = set(
            self._database.column(
                """SELECT number FROM history WHERE undone_by >
                   (SELECT MAX(number) FROM history WHERE NOT takes_back)"""
            )
        )
        undone = [entry for entry in entries if entry.number > last and entry.number in just_undone]
        return NextActions(
            undo=next((entry for entry in standing if not entry.problem), None),
            redo=undone[-1] if undone else None,
        )

    def undo_last(self, *, most_papers: int | None = None) -> HistoryEntry | None:
        """Take the last action back that was not undone, and return it.

        One that brought more than ``most_papers`` stays as it is: ``None`` is returned.

        Raises:
            UsageError: there is none, or something changed since what it did.
        """
        with self._database.transaction():
            entry = self.next_actions().undo
            if entry is None:
                raise UsageError("There is nothing to undo.")
            if most_papers is not None and entry.papers > most_papers:
                return None
            self.undo(entry.number)
        return entry

    def redo_next(self) -> HistoryEntry:
        """Do again what was undone last, and return it.

        Raises:
            UsageError: nothing was, or something was done since.
        """
        with self._database.transaction():
            entry = self.next_actions().redo
            if entry is None:
                raise UsageError("There is nothing to redo.")
            self.redo(entry.number)
        return entry

    def undo(self, number: int, *, and_later: bool = False) -> None:
        """Take an action back; ``and_later`` with all that were done after it.

        Papers that came with it go to the Trash; one that was separated, and not changed since,
        is part of its paper again.

        Raises:
            UsageError: it was undone before, was not kept, or something changed since what it
                did; nothing is undone then.
        """
        with self._database.transaction():
            entries = {entry.number: entry for entry in self.all()}
            _require_kept(entries.get(number))
            chosen = [
                chosen_entry
                for chosen_entry in entries.values()
                if chosen_entry.number == number
                or (and_later and chosen_entry.number > number and not chosen_entry.undone)
            ]
            description = Message("Undo: {action}", action=entries[number].said)
            with self._database.action(
                description, undoes=[chosen_entry.number for chosen_entry in chosen]
            ):
                for entry in chosen:  # the latest first
                    _require_kept(entry)
                    self._take_back(entry.number, entry.said, later=max(entries) > entry.number)

    def redo(self, number: int) -> None:
        """Do again what was undone, and what was undone together with it.

        Raises:
            UsageError: it is not undone, or something changed since.
        """
        with self._database.transaction():
            undoing = self._database.value("SELECT undone_by FROM history WHERE number = ?", number)
            if undoing is None:
                raise UsageError("This action was not undone, so it cannot be redone.")
            (packed_text,) = self._database.column(
                "SELECT said FROM history WHERE number = ?", number
            )
            with self._database.action(Message(""), redoes=undoing):
                self._take_back(undoing, restored(packed_text))

    def clear(self) -> None:
        """Forget all that was done; none of it can be undone any more."""
        with self._database.transaction():
            self._database.execute("UPDATE history_files SET action = NULL")
            self._database.execute("DELETE FROM history")

    # --- taking back ----------------------------------------------------------------------

    def _take_back(self, number: int, description: str, *, later: bool = True) -> None:
        undoing = self._undoing(number)
        replay = _Replay(self._database, undoing)
        if replay.conflicts():
            raise UsageError(
                "“{action}” cannot be undone: {later}.",
                action=description,
                later=self._reason(number, undoing),
                remedy=Message("Undo the later actions first."),
            )
        try:
            replay.run()
        except sqlite3.IntegrityError as error:
            raise UsageError(
                "“{action}” cannot be undone: something else in the library now has the same name,"
                " id or citation key.",
                action=description,
                remedy=Message("Undo the later actions first."),
            ) from error
        if description == SEPARATED and not later:
            self._rejoin(undoing)
        else:
            self._hide(undoing.came)
        self._renew(undoing.changes)

    def _undoing(self, number: int) -> _Undoing:
        """Return what the parts of an action changed together."""
        changes_by_row: dict[tuple[str, Values], RowChange] = {}
        came = []
        for low, high, rows in self._database.rows(
            """SELECT first_paper, last_paper, rows FROM history_parts WHERE action = ?
               ORDER BY number""",
            number,
        ):
            if high >= low:
                came.append((low, high))
            for change in unpacked(rows) if rows else ():
                earlier_change = changes_by_row.get((change.table, change.key))
                changes_by_row[change.table, change.key] = (
                    change if earlier_change is None else earlier_change.then(change)
                )
        changes = tuple(
            row_change
            for row_change in changes_by_row.values()
            if row_change.was != row_change.after
        )
        return _Undoing(changes, tuple(came))

    def _hide(self, came: Iterable[tuple[int, int]]) -> None:
        """Move papers that came with an action to the Trash."""
        for low, high in came:
            self._database.execute(
                """UPDATE papers SET trashed_at = ? WHERE number BETWEEN ? AND ?
                   AND trashed_at IS NULL""",
                now(),
                low,
                high,
            )
            self._revise(
                self._database.column(
                    "SELECT number FROM papers WHERE number BETWEEN ? AND ?", low, high
                )
            )

    def _rejoin(self, undoing: _Undoing) -> None:
        """Remove papers that were separated: what they say is in their paper again."""
        listed = [number for low, high in undoing.came for number in range(low, high + 1)]
        papers = self._database.column(
            f"SELECT number FROM papers WHERE number IN ({_LISTED})", as_json(listed)
        )
        changed = [change.key[0] for change in undoing.changes if change.table == "papers"]
        keeper = next((number for number in changed if number not in listed), None)
        remove_papers(self._database, papers, merged_into=keeper)

    def _renew(self, changes: Sequence[RowChange]) -> None:
        """Let indexes, and what is made of citations, hear of papers that changed."""
        touched = {
            row_change.key[0]
            if row_change.table == "papers"
            else (row_change.before or {}).get("paper")
            for row_change in changes
            if row_change.table in _OF_PAPERS
        }
        touched |= {
            row_change.key[0]
            for row_change in changes
            if row_change.table in ("authorship", "paper_keywords")
        }
        papers = self._database.column(
            f"SELECT number FROM papers WHERE number IN ({_LISTED})", as_json(touched - {None})
        )
        self._revise(papers)
        renew_sort_keys(self._database, papers)
        removed = self._database.column(
            f"SELECT number FROM removed WHERE number IN ({_LISTED})",
            as_json({row_change.key[0] for row_change in changes if row_change.table == "removed"}),
        )
        revisions = take_revisions(self._database, len(removed))
        self._database.execute_many(
            "UPDATE removed SET revision = ? WHERE number = ?",
            list(zip(revisions, removed, strict=True)),
        )
        with self._database.unrecorded():
            self._database.execute(
                f"UPDATE fulltexts SET unsettled = 1 WHERE paper IN ({_LISTED})", as_json(papers)
            )
        count_change(self._database)

    def _revise(self, papers: Sequence[PaperNumber]) -> None:
        revisions = take_revisions(self._database, len(papers))
        self._database.execute_many(
            "UPDATE papers SET revision = ? WHERE number = ?",
            list(zip(revisions, papers, strict=True)),
        )

    def _reason(self, number: int, undoing: _Undoing) -> Message:
        """Say what was done later to the same rows."""
        rows = {(row_change.table, row_change.key) for row_change in undoing.changes}
        for entry in self.all():
            if entry.number <= number or entry.undone or entry.problem:
                continue
            later = self._undoing(entry.number).changes
            if any((row_change.table, row_change.key) in rows for row_change in later):
                return Message("“{later}” changed the same afterwards", later=entry.said)
        return Message("some of it was changed afterwards")


class _Reference(NamedTuple):
    """A column that leads to a column of another table.

    ``single`` if it does so alone, ``optional`` if its row stays where that is gone.
    """

    column: str
    parent: str
    to: str
    single: bool
    optional: bool


class _Replay:
    """Puts rows back as they were, if they are still as an action left them."""

    def __init__(self, database: Database, undoing: _Undoing) -> None:
        self._database = database
        self._changes = changes = undoing.changes
        self._came = undoing.came
        self._tables = {table.name: table for table in recorded_tables(database.connection)}
        self._concerned = {(row_change.table, row_change.key) for row_change in changes}
        self._references = _references(database)
        self._leading_to = _invert_references(self._references)

    def conflicts(self) -> bool:
        """Whether rows that matter, or those that they lead to or lead to them, are others now."""
        return any(
            not self._is_as_left(row_change)
            or self._has_dependent_rows(row_change)
            or self._leads_nowhere(row_change)
            for row_change in self._changes
            if row_change.table not in _MADE_AGAIN
        )

    def run(self) -> None:
        """Put the rows back, and let full texts and what they say be where their files are."""
        lost = [
            row_change.key[0] for row_change in self._changes if row_change.table == "fulltexts"
        ]
        settled = settled_texts(self._database, lost)
        self._put_back()
        if any(row_change.table == "files" for row_change in self._changes):
            give_texts(self._database)
        take_words(self._database, settled)

    def _free_citation_keys(self, changes: Iterable[RowChange]) -> None:
        """Take the keys of papers that get others, or go, so that each can have its own again."""
        changed = [
            change.key[0]
            for change in changes
            if change.table == "papers"
            and change.after is not None
            and (change.before is None or "citation_key" in change.before)
        ]
        self._database.execute(
            """UPDATE papers SET citation_key = ' ' || number
               WHERE number IN (SELECT value FROM json_each(?))""",
            as_json(changed),
        )

    def _put_back(self) -> None:
        """Put the rows back, in an order that the references between tables do not matter for."""
        self._database.execute("PRAGMA defer_foreign_keys = ON")
        # Rows first move away from those that go, which would take them along.
        fitting = [row_change for row_change in self._changes if self._is_as_left(row_change)]
        self._free_citation_keys(fitting)
        for row_change in fitting:
            if row_change.before is not None and row_change.after is not None:
                names = ", ".join(f'"{name}" = ?' for name in row_change.before)
                where = self._where(row_change.table)
                self._database.execute(
                    f'UPDATE "{row_change.table}" SET {names} WHERE {where}',
                    *row_change.before.values(),
                    *row_change.key,
                )
        # A citing sentence goes with the last that it cites, what was read with the last file that
        # it was read from: what it cited, and files, come back first.
        self._insert_gone(row_change for row_change in fitting if row_change.table in _MADE_AGAIN)
        files = [
            row_change
            for row_change in fitting
            if row_change.table == "files" and self._has_room(row_change)
        ]
        self._insert_gone(files)
        there = {(row_change.table, row_change.key) for row_change in files}
        for row_change in fitting:
            if row_change.before is None:
                self._database.execute(
                    f'DELETE FROM "{row_change.table}" WHERE {self._where(row_change.table)}',
                    *row_change.key,
                )
        self._insert_gone(
            row_change
            for row_change in fitting
            if row_change.table not in _MADE_AGAIN
            and (row_change.table, row_change.key) not in there
        )
        tables = {row_change.table for row_change in fitting}
        self._drop_loose(tables & _MADE_AGAIN)
        if any(row_change.table in _STATING for row_change in self._changes):
            drop_unstated(self._database)

    def _has_room(self, change: RowChange) -> bool:
        """Whether no row that is yet to go has a paper's file with this content."""
        file = change.before or {}
        return not self._database.value(
            "SELECT 1 FROM files WHERE paper = ? AND sha256 = ?",
            *(file.get("paper"), file.get("sha256")),
        )

    def _insert_gone(self, changes: Iterable[RowChange]) -> None:
        for row_change in changes:
            if row_change.before is not None and row_change.after is None:
                self._insert(row_change.table, row_change.before)

    def _insert(self, table: str, values: Fields) -> None:
        names = ", ".join(f'"{name}"' for name in values)
        marks = ", ".join("?" * len(values))
        passing = "OR IGNORE " if table in _MADE_AGAIN else ""
        self._database.execute(
            f'INSERT {passing}INTO "{table}" ({names}) VALUES ({marks})', *values.values()
        )

    def _drop_loose(self, tables: Iterable[str]) -> None:
        """Delete rows put back whose paper is gone by now; empty what else led to what is gone."""
        for table in tables:
            for reference in self._references.get(table, ()):
                if reference.single:
                    emptied = f'UPDATE "{table}" SET "{reference.column}" = NULL'
                    self._database.execute(
                        (emptied if reference.optional else f'DELETE FROM "{table}"')
                        + f' WHERE "{reference.column}" IS NOT NULL AND NOT EXISTS'
                        f' (SELECT 1 FROM "{reference.parent}" p'
                        f' WHERE p."{reference.to}" = "{table}"."{reference.column}")'
                    )

    def _is_as_left(self, change: RowChange) -> bool:
        table = self._tables.get(change.table)
        column_names = {*(change.before or ()), *(change.after or ())}
        if table is None or not column_names <= set(table.columns):
            return False
        names = ", ".join(f'"{name}"' for name in change.after or table.key)
        rows = self._database.rows(
            f'SELECT {names} FROM "{change.table}" WHERE {self._where(change.table)}', *change.key
        )
        if change.after is None or not rows:
            return change.after is None and not rows
        values = dict(zip(change.after, rows[0], strict=True))
        return marks(change.table, values) == change.after

    def _has_dependent_rows(self, change: RowChange) -> bool:
        """Whether rows that came later would go with one that came with the action."""
        if change.before is not None:
            return False
        return any(
            self._came_later(child, column, change.key[0])
            for child, column in self._leading_to.get(change.table, ())
            if child in self._tables and child not in _MADE_AGAIN
        )

    def _leads_nowhere(self, change: RowChange) -> bool:
        """Whether what a row would lead to again is gone, and does not come back with it."""
        if change.before is None:
            return False
        return any(
            (value := change.before.get(reference.column)) is not None
            and (reference.parent, (value,)) not in self._concerned
            and self._database.value(
                f'SELECT 1 FROM "{reference.parent}" WHERE "{reference.to}" = ?', value
            )
            is None
            for reference in self._references.get(change.table, ())
            if reference.single and reference.parent in self._tables
        )

    def _came_later(self, child: str, column: str, number: object) -> bool:
        """Whether rows lead there that are not of the action, nor of papers that came with it."""
        table = self._tables[child]
        names = ", ".join(f'"{name}"' for name in (*table.key, *table.owners))
        width = len(table.key)
        return any(
            (child, row[:width]) not in self._concerned
            and not any(
                low <= row_value <= high for row_value in row[width:] for low, high in self._came
            )
            for row in self._database.rows(
                f'SELECT {names} FROM "{child}" WHERE "{column}" = ?', number
            )
        )

    def _where(self, table: str) -> str:
        return " AND ".join(f'"{name}" IS ?' for name in self._tables[table].key)


def _references(database: Database) -> dict[str, list[_Reference]]:
    """Return what each table's columns lead to."""
    references_by_table: dict[str, list[_Reference]] = {}
    for table, *rest in database.rows(
        """SELECT m.name, f."from", f."table", f."to",
                  COUNT(*) OVER (PARTITION BY m.name, f.id) = 1, f.on_delete = 'SET NULL'
           FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"""
    ):
        references_by_table.setdefault(table, []).append(_Reference(*rest))
    return references_by_table


def _invert_references(
    references: Mapping[str, Iterable[_Reference]],
) -> dict[str, list[tuple[str, str]]]:
    """Return which tables and columns lead to a table, by that table."""
    columns_by_table: dict[str, list[tuple[str, str]]] = {}
    for table, leading in references.items():
        for reference in leading:
            columns_by_table.setdefault(reference.parent, []).append((table, reference.column))
    return columns_by_table


def _require_kept(entry: HistoryEntry | None) -> None:
    if entry is None:
        raise UsageError("This action is not in the history of the library.")
    if entry.undone:
        raise UsageError("“{action}” was already undone.", action=entry.said)
    if entry.problem:
        raise UsageError(
            "“{action}” cannot be undone. {reason}", action=entry.said, reason=entry.problem
        )
