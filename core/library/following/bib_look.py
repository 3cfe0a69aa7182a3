"""One look at a followed ``.bib`` file: what changed on either side since both were in step.

What the file says is taken in one transaction; what is to be written into it is collected, and
written afterwards. A field that was changed on both sides stays on both, for the person to choose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.base.errors import UsageError
from core.base.files import path_text
from core.base.identity import title_key
from core.base.messages import Message
from core.base.records import Paper, PaperNumber, PaperRecord
from core.base.reports import BibReport
from core.base.source_text import join
from core.base.stated_keys import FIELD, with_aliases
from core.formats.bib_text import BibText, FileEntry
from core.library.database.connection import as_json, storable
from core.library.following.bib_plan import OURS, Plan, read_record, state_as_base
from core.library.following.bib_store import LIVE, BibFile, BibRow, BibStore
from core.library.following.fields import (
    collect_values,
    compare_sides,
    digest,
    digest_values,
    with_values,
)
from core.library.library import Library
from core.library.store.citation_keys import free_key
from core.library.store.editing import edit_paper
from core.library.store.intake import add_batch
from core.library.store.paper_rows import read_papers_with_source

ENTRY = ""
"""The field of a conflict that is about an entry as a whole."""
_FEW = 2
"""So many entries may go at once without the person being asked."""
_CONTESTED = ("doi", "arxiv")
_SHOWN = 5
_MOST_CHARS = 300


class PaperState(NamedTuple):
    """A paper of the library: its revision, and whether it is outside the Trash."""

    revision: int
    is_live: bool


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A file as it was read, and the papers that it is to be in step with.

    ``is_outside`` says whether somebody else wrote it last, ``is_confirmed`` whether the person
    agreed that much may go.
    """

    file: BibFile
    text: BibText
    members: Sequence[PaperNumber]
    is_outside: bool
    is_confirmed: bool


class TooMany(Exception):
    """So much would go at once that the person is asked; nothing was done."""

    def __init__(self, count: int, problem: Message) -> None:
        super().__init__(problem)
        self.count, self.problem = count, problem


class BibLook:
    """Takes what one file says now, and finds what it should say."""

    def __init__(self, library: Library, store: BibStore, version: FileVersion) -> None:
        self._library, self._store = library, store
        self._file, self._text, self._outside = version.file, version.text, version.is_outside
        self._members, self._confirmed = version.members, version.is_confirmed
        self._member_set = set(version.members)
        self._rows = store.entries(version.file.path)
        self._states: dict[PaperNumber, PaperState] = read_states(
            library,
            [*version.members, *(row.paper for row in self._rows if row.paper is not None)],
        )
        self._papers: dict[PaperNumber, Paper] = {}
        self._touched: dict[str, BibRow] = {}
        self._dropped: set[str] = set()
        self._differing = 0
        self._deleted: set[PaperNumber] = set()
        self.plan = Plan(version.file.options)
        self.report = BibReport()

    def take(self) -> None:
        """Take what changed in the file; the rows and the plan say what is left to write.

        Raises:
            TooMany: much is gone at once.
        """
        live = [row for row in self._rows if row.status in LIVE]
        pairs, missing, new = self._match(live)
        added = self._add(self._revive(new, pairs))
        missing = self._pair_by_paper(missing, added, pairs)
        self._require_few(live, missing)
        self._load_papers(pairs, added)
        for row, entry in pairs:
            self._sync(row, entry)
        for entry, number in added:
            self._begin(entry, number)
        self._leave(missing)
        self._plan_additions()
        self._require_few_removals(live)
        self._store.drop(self._file.path, self._dropped - self._touched.keys())
        self._store.put(self._file.path, self._touched.values())

    # --- which entry is which --------------------------------------------------------------

    def _match(
        self, live: Sequence[BibRow]
    ) -> tuple[list[tuple[BibRow, FileEntry]], list[BibRow], list[FileEntry]]:
        """Pair rows with entries; return what is left of both."""
        entries = dict(self._text.entries)
        rows = {row.key: row for row in live}
        pairs: list[tuple[BibRow, FileEntry]] = []

        def pair(key: str, other_key: str) -> None:
            pairs.append((rows.pop(key), entries.pop(other_key)))

        for key in [k for k, row in rows.items() if k in entries and _has(entries[k], row)]:
            pair(key, key)
        by_digest = _unique((entry.digest, key) for key, entry in entries.items())
        row_digests = _unique((row.digest, key) for key, row in rows.items() if row.digest)
        for digest_value in row_digests.keys() & by_digest.keys():
            pair(row_digests[digest_value], by_digest[digest_value])
        for key in [k for k in rows if k in entries]:
            pair(key, key)
        if rows and entries:
            names = self._list_names(rows.values())
            by_name = _unique(
                (name, key)
                for key, entry in entries.items()
                if (record := entry.record) is not None
                for name in (record.doi.lower(), title_key(record.title))
                if name
            )
            for name, key in names.items():
                if name in by_name and key in rows and by_name[name] in entries:
                    pair(key, by_name[name])
        return pairs, list(rows.values()), list(entries.values())

    def _list_names(self, rows: Iterable[BibRow]) -> dict[str, str]:
        """Return the keys of rows by the DOIs and titles of their papers, each of one row only."""
        numbers = {row.paper: row.key for row in rows if row.paper is not None}
        papers = read_papers_with_source(self._library.database, list(numbers))
        return _unique(
            (name, numbers[paper.number])
            for paper in papers
            for name in (paper.doi.lower(), title_key(paper.title))
            if name
        )

    def _revive(
        self, new: Sequence[FileEntry], pairs: list[tuple[BibRow, FileEntry]]
    ) -> list[FileEntry]:
        """Pair entries that are back with what is remembered of them; return the new ones."""
        remembered = {row.key: row for row in self._rows if row.status not in LIVE}
        arriving = []
        for entry in new:
            row = remembered.get(entry.key)
            if row is None or row.paper is None:
                arriving.append(entry)
            elif row.status == "left" or self._is_here(row):
                row.status = "common"
                self._collect([row.paper])
                pairs.append((row, entry))
            elif row.digest == entry.digest:  # it was removed here, and came back as it was
                row.status, row.digest = "common", ""
                pairs.append((row, entry))
            else:
                self._dropped.add(row.key)
                arriving.append(entry)
        return arriving

    def _add(self, entries: Sequence[FileEntry]) -> list[tuple[FileEntry, PaperNumber]]:
        """Add what is new by the rules of imports; return the paper of each entry."""
        readable: list[tuple[FileEntry, PaperRecord]] = []
        for entry in entries:
            if entry.record is None:
                self._note(
                    Message(
                        "The entry “{key}” was left out: {reason}.",
                        key=entry.key,
                        reason=entry.problem,
                    )
                )
            else:
                readable.append((entry, entry.record))
        if not readable:
            return []
        path = self._file.path
        outcomes = add_batch(
            self._library.database,
            [record for _, record in readable],
            source=storable(path.name),
            file=storable(path_text(path.absolute())),
        )
        added = []
        for (entry, _), outcome in zip(readable, outcomes, strict=True):
            if outcome.number is None:
                continue
            added.append((entry, outcome.number))
            self.report.added += outcome.status == "added"
            self.report.changed += outcome.status == "merged"
            if outcome.reason and outcome.status != "added":
                self._note(Message("“{key}”: {reason}.", key=entry.key, reason=outcome.reason))
        self._collect([number for _, number in added])
        return added

    def _collect(self, numbers: Sequence[PaperNumber]) -> None:
        """Put papers into the collection that is followed."""
        if self._file.of == "collection":
            self._library.collections.assign(self._file.number, numbers)
            self._member_set.update(numbers)

    def _pair_by_paper(
        self,
        missing: Sequence[BibRow],
        added: list[tuple[FileEntry, PaperNumber]],
        pairs: list[tuple[BibRow, FileEntry]],
    ) -> list[BibRow]:
        """Pair rows with new entries that turned out to be the same paper: another key."""
        by_paper = {number: entry for entry, number in added}
        remaining = []
        for row in missing:
            entry = by_paper.pop(row.paper, None) if row.paper is not None else None
            if entry is None:
                remaining.append(row)
            else:
                pairs.append((row, entry))
                added[:] = [pair for pair in added if pair[0] is not entry]
        return remaining

    def _load_papers(
        self,
        pairs: Sequence[tuple[BibRow, FileEntry]],
        added: Sequence[tuple[FileEntry, PaperNumber]],
    ) -> None:
        numbers = [row.paper for row, entry in pairs if not self._is_quiet(row, entry)]
        numbers += [number for _, number in added]
        known_numbers = [number for number in numbers if number is not None]
        self._states |= read_states(self._library, known_numbers)
        self._papers = {
            paper.number: paper
            for paper in read_papers_with_source(self._library.database, known_numbers)
        }

    # --- an entry and its paper -----------------------------------------------------------

    def _is_quiet(self, row: BibRow, entry: FileEntry) -> bool:
        """Whether neither an entry nor its paper changed."""
        state = self._states.get(row.paper) if row.paper is not None else None
        return (
            state is not None
            and row.key == entry.key
            and row.digest == entry.digest
            and row.revision == state.revision
            and (row.status == "common" or (row.status == "added" and not self._outside))
            and self._is_here(row)
        )

    def _is_here(self, row: BibRow) -> bool:
        """Whether the paper of an entry belongs to what is followed."""
        state = self._states.get(row.paper) if row.paper is not None else None
        if state is None or not state.is_live:
            return False
        if self._file.of == "collection":
            return row.paper in self._member_set
        return not (
            self._file.of == "manuscript"
            and OURS in row.fields
            and row.paper not in self._member_set
        )

    def _sync(self, row: BibRow, entry: FileEntry) -> None:
        """Bring an entry and its paper in step, as far as nobody has to be asked."""
        if self._is_quiet(row, entry):
            return
        if row.status == "added" and self._outside:
            row.status = "common"
        if row.paper is None or not self._is_here(row):
            self._end(row, entry)
            return
        record = read_record(entry)
        if record is None:
            self._note(
                Message(
                    "The entry “{key}” was not taken: {reason}.",
                    key=entry.key,
                    reason=entry.problem,
                )
            )
            return
        if row.status == "adding":  # a kill came before what was written could be noted
            row.fields = state_as_base(record, self._papers[row.paper]) | _ours(row)
            row.status = "added"
        self._sync_fields(row, entry, record, row.paper)

    def _sync_fields(
        self, row: BibRow, entry: FileEntry, record: PaperRecord, number: PaperNumber
    ) -> None:
        """Let a paper take what changed in its entry, and plan what changed in the paper."""
        in_file, in_paper = digest_values(record), digest_values(self._papers[number])
        changes = compare_sides(in_file, in_paper, row.fields, outside=self._outside)
        if "title" in changes.to_take and "title" not in in_file:
            changes.to_take.remove("title")
            changes.conflicts.append("title")
        flags = {n: v for n, v in row.fields.items() if n in (FIELD, OURS)}
        refused_names = self._change_paper(row, entry, record, changes.to_take)
        paper = self._papers[number]
        in_paper = digest_values(paper)
        changes.conflicts += refused_names
        for name in changes.to_take:
            if name not in refused_names:
                changes.base[name] = [in_file.get(name, ""), in_paper.get(name, "")]
        self._follow_keys(row, entry, paper, flags)
        row.fields = changes.base | flags
        row.conflicts = {
            name: [
                _show(collect_values(record).get(name)),
                _show(collect_values(paper).get(name)),
                in_file.get(name, ""),
                in_paper.get(name, ""),
            ]
            for name in changes.conflicts
        }
        row.digest, row.revision = entry.digest, self._states[number].revision
        if changes.to_write:
            self.plan.fields.append((row, entry, changes.to_write, paper, row.revision))
            row.revision = -1
        self._touch(row, entry)

    def _begin(self, entry: FileEntry, number: PaperNumber) -> None:
        """Remember a new entry: what both sides say differently stays so on both."""
        record, paper = read_record(entry), self._papers.get(number)
        if record is None or paper is None:
            return
        row = BibRow(entry.key, number, digest=entry.digest)
        row.revision = self._states[number].revision
        row.fields = state_as_base(record, paper)
        row.fields[FIELD] = [digest(entry.key), digest(paper.citation_key)]
        ours, theirs = digest_values(paper), digest_values(record)
        self._differing += any(
            ours.get(name) and ours[name] != value for name, value in theirs.items()
        )
        self._touched[row.key] = row

    def _touch(self, row: BibRow, entry: FileEntry) -> None:
        if row.key != entry.key:
            self._dropped.add(row.key)
            row.key = entry.key
        self._touched[row.key] = row

    def _change_paper(
        self, row: BibRow, entry: FileEntry, record: PaperRecord, names: Sequence[str]
    ) -> list[str]:
        """Let a paper say what its entry says; return the fields that another paper holds."""
        paper = self._papers[row.paper or PaperNumber(0)]
        target = with_values(paper, record, names)
        source = join(record.source, paper.source, target)
        edits: dict[str, Any] = {  # Any: values of record fields
            name: getattr(target, name) for name in names if not name.startswith("extra.")
        }
        if target.extra != paper.extra:
            edits["extra"] = target.extra
        if row.key != entry.key and paper.citation_key == row.key:
            edits |= self._take_key(entry, paper, edits.get("extra", paper.extra))
        if not edits:
            return []
        if source != paper.source and row.digest != entry.digest:
            edits["source"] = source
        refused: list[str] = []
        try:
            edit_paper(self._library.database, paper.number, edits)
        except UsageError as error:
            self._note(error.message)
            refused = [name for name in _CONTESTED if name in edits]
            rest = {name: v for name, v in edits.items() if name not in (*_CONTESTED, FIELD)}
            if rest:
                edit_paper(self._library.database, paper.number, rest)
        self.report.changed += bool(names) or FIELD in edits
        (changed_paper,) = read_papers_with_source(self._library.database, [paper.number])
        self._papers[paper.number] = changed_paper
        self._states |= read_states(self._library, [paper.number])
        return refused

    def _take_key(
        self, entry: FileEntry, paper: Paper, extra: Mapping[str, Any]
    ) -> dict[str, Any]:  # Any: values of record fields
        """Return the edits that give a paper the new key of its entry; the old one is an alias."""
        key = entry.raw.written_key or entry.key
        database = self._library.database
        free_key(database, key, unless=[paper.number])
        if database.value(
            "SELECT 1 FROM papers WHERE citation_key = ? COLLATE BINARY AND number <> ?",
            key,
            paper.number,
        ):
            return {"extra": with_aliases(extra, [key])}
        return {FIELD: key, "extra": with_aliases({**extra, FIELD: key}, [paper.citation_key])}

    def _follow_keys(
        self, row: BibRow, entry: FileEntry, paper: Paper, flags: dict[str, list[str]]
    ) -> None:
        """Plan another key for an entry whose paper got one in the library."""
        last = flags.get(FIELD, ["", ""])
        ours = digest(paper.citation_key)
        is_changed = bool(last[1]) and ours != last[1] and row.key == entry.key
        if is_changed and paper.citation_key != entry.key:
            used = {key.lower() for key in self._text.keys if key != entry.key}
            if paper.citation_key.lower() in used:
                self._note(
                    Message(
                        "Another entry of the file has the key “{key}”, so “{old}” keeps its own.",
                        key=paper.citation_key,
                        old=entry.key,
                    )
                )
            else:
                self.plan.keys.append((row, entry, paper.citation_key))
        flags[FIELD] = [digest(entry.key), ours]

    # --- what is gone on one side ---------------------------------------------------------

    def _end(self, row: BibRow, entry: FileEntry) -> None:
        """Remove an entry whose paper went; ask if it was changed in the file since."""
        is_purged = row.paper is None or row.paper not in self._states
        if row.digest == entry.digest or row.status == "released":
            row.conflicts = {}
            self.plan.removals.append((row, entry))
        elif is_purged:
            self._dropped.add(row.key)
            for new_entry, number in self._add([entry]):
                self._load_papers([], [(new_entry, number)])
                self._begin(new_entry, number)
            return
        else:
            row.conflicts = {ENTRY: [_show(_title(entry)), "", entry.digest, ""]}
        self._touch(row, entry)

    def _leave(self, missing: Sequence[BibRow]) -> None:
        """Move the papers of deleted entries to the Trash, unless somebody else has them."""
        self._papers |= {
            paper.number: paper
            for paper in read_papers_with_source(
                self._library.database, [row.paper for row in missing if row.paper is not None]
            )
        }
        deleted_rows = [row for row in missing if self._is_deleted(row)]
        numbers = [row.paper for row in deleted_rows if row.paper is not None]
        if self._file.of == "collection" and numbers:
            self._library.collections.assign(self._file.number, numbers, member=False)
        self._deleted.update(numbers)
        in_use = self._find_shared(numbers, {row.key for row in deleted_rows})
        for row in deleted_rows:
            if row.paper in in_use:
                row.status, row.conflicts = "left", {}
                self._touched[row.key] = row
                self._note(
                    Message(
                        "“{key}” was deleted from “{file}” and stays in the library: another "
                        "collection or file has it.",
                        key=row.key,
                        file=self._file.path.name,
                    )
                )
            else:
                self._dropped.add(row.key)
        self._trash([row for row in deleted_rows if row.paper not in in_use])

    def _is_deleted(self, row: BibRow) -> bool:
        """Whether the paper of an entry that is gone may go; if the person is asked, it stays."""
        if row.status == "adding":
            return False
        if not self._is_here(row):
            self._dropped.add(row.key)
            return False
        if row.status != "released" and self._is_contested(row):
            row.conflicts = {ENTRY: ["", self._find_title(row), "", ""]}
            self._touched[row.key] = row
            return False
        return True

    def _trash(self, rows: Sequence[BibRow]) -> None:
        numbers = [row.paper for row in rows if row.paper is not None]
        if numbers:
            self._library.papers.trash(numbers)
        self.report.trashed = tuple(numbers)
        self._name_trashed(rows)

    def _find_title(self, row: BibRow) -> str:
        paper = self._papers.get(row.paper) if row.paper is not None else None
        return row.key if paper is None else paper.title

    def _name_trashed(self, rows: Sequence[BibRow]) -> None:
        for row in rows[:_SHOWN]:
            self._note(
                Message(
                    "“{title}” ({key}) was deleted from “{file}” and is in the Trash now.",
                    title=self._find_title(row),
                    key=row.key,
                    file=self._file.path.name,
                )
            )
        if len(rows) > _SHOWN:
            self._note(
                Message(
                    "{count:,} more papers whose entries were deleted from “{file}” are in the "
                    "Trash now.",
                    count=len(rows) - _SHOWN,
                    file=self._file.path.name,
                )
            )

    def _is_contested(self, row: BibRow) -> bool:
        """Whether the paper of a deleted entry was edited, or added to a file not yet reloaded."""
        if row.status == "added" or ENTRY in row.conflicts:
            return True
        paper = self._papers.get(row.paper) if row.paper is not None else None
        if paper is None:
            return False
        ours = digest_values(paper)
        names = {*ours, *row.fields} - {FIELD, OURS}
        return any(ours.get(n, "") != (*row.fields.get(n, ()), "", "")[1] for n in names)

    def _find_shared(self, numbers: Sequence[PaperNumber], keys: set[str]) -> set[PaperNumber]:
        """Return the papers that another collection, file or manuscript of the person has."""
        listed = as_json(numbers)
        is_listed = "IN (SELECT value FROM json_each(?))"
        holders = self._library.database.column(
            f"""SELECT paper FROM collection_papers WHERE paper {is_listed}
                UNION SELECT paper FROM decisions WHERE decision = 'cite' AND paper {is_listed}
                UNION SELECT paper FROM followed_items WHERE paper {is_listed}
                UNION SELECT paper FROM followed_entries WHERE paper {is_listed} AND path <> ?
                    AND status IN ('common', 'adding', 'added')""",
            *(listed, listed, listed, listed, str(self._file.path)),
        )
        rows = [row for row in self._rows if row.key not in keys and row.status in LIVE]
        return set(holders) | {row.paper for row in rows if row.paper is not None}

    def _require_few(self, live: Sequence[BibRow], missing: Sequence[BibRow]) -> None:
        deleted = [
            row
            for row in missing
            if row.status != "adding" and ENTRY not in row.conflicts and self._is_here(row)
        ]
        count, total = len(deleted), len([row for row in live if row.status != "adding"])
        if self._confirmed or not count:
            return
        if (count > _FEW and count * 3 > total) or count == total:
            raise TooMany(
                count,
                Message(
                    "{count:,} of {total:,} entries were deleted from “{file}” at once, so "
                    "nothing was changed.",
                    count=count,
                    total=total,
                    file=self._file.path.name,
                ),
            )

    # --- what the file lacks --------------------------------------------------------------

    def _plan_additions(self) -> None:
        """Plan entries for papers that the file does not have."""
        rows = {row.key: row for row in self._rows if row.key not in self._dropped}
        rows |= self._touched
        in_file = {row.paper for row in rows.values() if row.status in LIVE - {"adding"}}
        for row in list(rows.values()):
            is_here = self._is_here(row)
            if row.status == "left" and is_here:
                in_file.add(row.paper)
            elif row.status in (("removed",) if is_here else ("left", "adding")):
                self._dropped.add(row.key)
        waiting = {row.paper: row for row in rows.values() if row.status == "adding"}
        own = [
            row.paper for row in waiting.values() if row.paper is not None and self._is_here(row)
        ]
        numbers = [
            number
            for number in dict.fromkeys((*self._members, *own))
            if number not in in_file | self._deleted and self._states[number].is_live
        ]
        used = {key.lower() for key in self._text.keys}
        for paper in read_papers_with_source(self._library.database, numbers):
            key = free_variant(paper.citation_key, used)
            used.add(key.lower())
            if paper.number in waiting and waiting[paper.number].key != key:
                self._dropped.add(waiting[paper.number].key)
            row = BibRow(key, paper.number, "adding", fields={OURS: []})
            self._touched[key] = row
            self._dropped.discard(key)
            revision = self._states[paper.number].revision
            self.plan.additions.append((row, replace(paper, citation_key=key), revision))

    def _require_few_removals(self, live: Sequence[BibRow]) -> None:
        count = len(self.plan.removals)
        if count > _FEW and count * 3 > len(live) and not self._confirmed:
            raise TooMany(
                count,
                Message(
                    "{count:,} of {total:,} entries would be removed from “{file}” at once, so "
                    "nothing was changed.",
                    count=count,
                    total=len(live),
                    file=self._file.path.name,
                ),
            )

    def finish(self) -> None:
        """Complete the notes."""
        self.report.notes += self.plan.notes
        if self._differing:
            self._note(
                Message(
                    "{count:,} entries say something else than their papers; both were left as "
                    "they are.",
                    count=self._differing,
                )
            )

    def _note(self, note: str) -> None:
        self.report.notes.append(note)


def read_states(library: Library, numbers: Iterable[PaperNumber]) -> dict[PaperNumber, PaperState]:
    """Return where papers stand; those that are deleted for good are missing."""
    rows = library.database.rows(
        """SELECT number, revision, trashed_at IS NULL FROM papers
           WHERE number IN (SELECT value FROM json_each(?))""",
        as_json(set(numbers)),
    )
    return {
        PaperNumber(number): PaperState(revision, bool(live)) for number, revision, live in rows
    }


def free_variant(key: str, used: Iterable[str]) -> str:
    """Return a key that is not used, in small letters, as like the given one as can be."""
    used_keys = used if isinstance(used, set | frozenset) else set(used)
    number = 0
    variant = key
    while variant.lower() in used_keys:
        variant = f"{key}{chr(ord('a') + number % 26)}{number // 26 or ''}"
        number += 1
    return variant


def _has(entry: FileEntry, row: BibRow) -> bool:
    return entry.digest == row.digest


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the pairs whose first part occurs once."""
    listed: defaultdict[str, set[str]] = defaultdict(set)
    for name, value in pairs:
        listed[name].add(value)
    return {name: next(iter(values)) for name, values in listed.items() if len(values) == 1}


def _ours(row: BibRow) -> dict[str, list[str]]:
    return {name: value for name, value in row.fields.items() if name == OURS}


def _title(entry: FileEntry) -> str:
    return entry.key if entry.record is None else entry.record.title


def _show(value: Any) -> str:  # noqa: ANN401 - a value of a record
    """Return a value as a person reads it."""
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], list):  # people, with how their names are divided
            value = value[0]
        value = "; ".join(str(part) for part in value if not isinstance(part, dict | bool))
    text = "" if value is None else str(value)
    return text if len(text) <= _MOST_CHARS else f"{text[: _MOST_CHARS - 1]}…"
