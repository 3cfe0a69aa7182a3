"""What is to be written into a followed ``.bib`` file, and what is remembered once it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.base.library_records import BibOptions
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.base.source_text import settle_tidied
from core.base.stated_keys import FIELD
from core.formats.bib_text import BibText, Edit, FileEntry
from core.library.following.bib_store import BibRow
from core.library.following.fields import digest, digest_values, with_values
from core.library.store.intake import clean

OURS = "+ours"
"""Among the fields of an entry, says that Cocite added it to the file."""


@dataclass(slots=True)
class Plan:
    """Fields of entries to write, new keys, entries to remove and to add.

    Papers are as they were when the plan was made.
    """

    options: BibOptions
    fields: list[tuple[BibRow, FileEntry, list[str], Paper, int]] = field(default_factory=list)
    keys: list[tuple[BibRow, FileEntry, str]] = field(default_factory=list)
    removals: list[tuple[BibRow, FileEntry]] = field(default_factory=list)
    additions: list[tuple[BibRow, Paper, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not (self.fields or self.keys or self.removals or self.additions)

    def count(self) -> int:
        """Return how many entries are to be changed, removed or added."""
        changed = {id(row) for row, *_ in (*self.fields, *self.keys, *self.removals)}
        return len(changed) + len(self.additions)

    def edits(self, text: BibText, kind: str) -> list[Edit]:
        """Return the edits of a file; what cannot be written is noted."""
        edits: list[Edit | None] = []
        renamed = {id(row) for row, *_ in self.keys}
        for row, entry, names, paper, _ in self.fields:
            record = read_record(entry)
            if record is None or id(row) in renamed:
                continue  # the key first; the fields follow with the next look
            edits += text.edit_entry(entry, with_values(record, paper, names), self.options)
            if entry.start < 0:
                self.notes.append(
                    Message("The entry “{key}” cannot be edited in place.", key=entry.key)
                )
        edits += [text.rename_entry(entry, key) for _, entry, key in self.keys]
        edits += [text.remove_entry(entry) for _, entry in self.removals]
        if self.additions:
            papers = [paper for _, paper, _ in self.additions]
            edits += text.add_entries(papers, kind, self.options)
        return [edit for edit in edits if edit is not None]

    def settle(self, text: BibText) -> tuple[list[BibRow], list[str]]:
        """Return the rows as they are to be stored, and the keys of those that have other keys.

        ``text`` is the file as it was written.
        """
        rows: list[BibRow] = []
        renamed = {id(row) for row, *_ in self.keys}
        for row, entry, names, paper, revision in self.fields:
            after = text.entries.get(entry.key)
            if after is not None and id(row) not in renamed:
                _settle_fields(row, entry, after, names, paper)
                row.revision = revision
                rows.append(row)
        old_keys = []
        for row, _, key in self.keys:
            if (after := text.entries.get(key)) is not None:
                old_keys.append(row.key)
                row.key, row.digest, row.revision = key, after.digest, -1
                row.fields[FIELD] = [digest(key), digest(key)]
                rows.append(row)
        for row, entry in self.removals:
            if entry.key not in text.entries:
                row.status, row.digest = "removed", entry.digest
                rows.append(row)
        return rows + self._settle_additions(text), old_keys

    def _settle_additions(self, text: BibText) -> list[BibRow]:
        rows = []
        for row, paper, revision in self.additions:
            after = text.entries.get(row.key)
            record = None if after is None else read_record(after)
            if after is not None and record is not None:
                row.status, row.digest, row.revision = "added", after.digest, revision
                row.fields = state_as_base(record, paper) | {OURS: []}
                row.fields[FIELD] = [digest(row.key), digest(row.key)]
                rows.append(row)
        return rows


def _settle_fields(
    row: BibRow, entry: FileEntry, after: FileEntry, names: Sequence[str], paper: Paper
) -> None:
    """Let a row say what both sides say, now that fields of its entry were written."""
    before, record = read_record(entry), read_record(after)
    if before is None or record is None:
        return
    old, new, ours = digest_values(before), digest_values(record), digest_values(paper)
    for name in {*old, *new, *names}:
        before_digest, after_digest = old.get(name, ""), new.get(name, "")
        is_changed = before_digest != after_digest
        if name in names:
            replaced = [before_digest] if is_changed else []
            row.fields[name] = [after_digest, ours.get(name, ""), *replaced]
        elif is_changed and name not in row.conflicts:
            row.fields[name] = [after_digest, ours.get(name, "")]
    row.digest = after.digest


def read_record(entry: FileEntry) -> PaperRecord | None:
    """Return what an entry says, tidied as the library stores it; ``None`` if that is no paper."""
    record = entry.record
    return None if record is None else settle_tidied(clean(record), record)


def state_as_base(record: PaperRecord, paper: Paper) -> dict[str, list[str]]:
    """Return a common state from which neither side changed."""
    theirs, ours = digest_values(record), digest_values(paper)
    return {
        name: [theirs.get(name, ""), ours.get(name, "")] for name in dict.fromkeys((*theirs, *ours))
    }
