"""What imports made one paper, and taking it apart again.

Imports keep each record that they make part of a paper. Of what earlier versions merged, the
history still knows the fields that the paper got, as far as it reaches back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.base.errors import UsageError
from core.base.messages import Message, restored
from core.base.records import PaperNumber, PaperRecord, SourceField, SourceText
from core.base.stated_keys import ALIASES, FIELD, is_stated, read_aliases, stated_key
from core.library.database.connection import Database, as_json
from core.library.database.record_log import RowChange, marks, unpacked
from core.library.duplicates.pairs import DuplicateStore
from core.library.store.citation_keys import KeyGiver, give_keys
from core.library.store.fulltexts import give_texts
from core.library.store.history import SEPARATED
from core.library.store.inverses import ImportMerge, read_import_merges
from core.library.store.merging import Draft
from core.library.store.paper_rows import (
    close_gaps,
    link_works,
    next_number,
    read_drafts,
    write_drafts,
)
from core.library.store.sameness import relation

_IMPORTED = "Imported papers"
"""What the words of an import in the history begin with, in every version."""

_COLUMNS = ("abstract", "year", "doi", "arxiv", "url", "venue", "extra")


@dataclass(frozen=True, slots=True)
class MergedRecord:
    """A record, or a paper, that an import made part of ``paper``.

    ``kind`` says where it is known from: an import, the history of an earlier version (then only
    what the paper got is known), or a merge of two papers that an import brought together.
    """

    kind: Literal["import", "history", "papers"]
    number: int
    made_at: str
    paper: PaperNumber
    record: PaperRecord
    source: str = ""
    reason: str = ""

    @property
    def name(self) -> str:
        """What a person calls it by on the command line: "12", "h5-33", "p7"."""
        if self.kind == "history":
            return f"h{self.number}-{self.paper}"
        return f"{'p' if self.kind == 'papers' else ''}{self.number}"


class ImportMerges:
    """What imports merged in one library."""

    def __init__(self, database: Database, duplicates: DuplicateStore) -> None:
        self._database, self._duplicates = database, duplicates

    def all(self, paper: PaperNumber | None = None) -> list[MergedRecord]:
        """Return what can be taken apart, the latest first; of one paper, or of all."""
        merges = [
            MergedRecord(
                "import", merge.number, merge.made_at, merge.paper, merge.record, merge.source,
                merge.reason,
            )
            for merge in read_import_merges(self._database)
        ]  # fmt: skip
        merges += [*self._joined_papers(), *self._of_history()]
        merges.sort(key=lambda merge: merge.made_at, reverse=True)
        return [merge for merge in merges if paper in (None, merge.paper)]

    def undo_merge(self, merged: MergedRecord) -> None:
        """Make a record a paper of its own again, as one action of the history.

        What the paper had from it goes with it, as far as it is still as it came.

        Raises:
            UsageError: it was taken apart already, or the paper is no longer there.
        """
        if merged.kind == "papers":
            with self._database.change(SEPARATED):
                self._duplicates.undo(merged.number)
            return
        merge = self._find_merge(merged)
        drafts = {} if merge is None else read_drafts(self._database, [merge.paper])
        if merge is None or merge.paper not in drafts:
            raise UsageError(
                "This merge can no longer be taken apart.",
                remedy="It was already separated, or its paper was deleted.",
            )
        paper = drafts[merge.paper]
        # First the paper alone: of what follows, all that is moved to the paper is recorded.
        with self._database.change(SEPARATED):
            separate = self._add(merge)
        with self._database.change(SEPARATED, goes_on=True):
            self._separate(merge, paper, separate)
            if merged.kind == "import":
                self._database.execute("DELETE FROM import_merges WHERE number = ?", merged.number)

    # --- one merge ------------------------------------------------------------------------

    def _find_merge(self, merged: MergedRecord) -> ImportMerge | None:
        """Return what is known of a merge now, ``None`` if it is no more."""
        if merged.kind == "import":
            return next(iter(read_import_merges(self._database, [merged.number])), None)
        same = (record for record in self._of_history() if record.name == merged.name)
        match = next(same, None)
        return None if match is None else self._as_merge(match)

    def _add(self, merge: ImportMerge) -> Draft:
        """Add the paper that a record is, with the ids that no other paper has."""
        existing_keys = self._database.column(
            "SELECT key FROM identifiers WHERE key IN (SELECT value FROM json_each(?))",
            as_json(merge.ids),
        )
        separate = Draft(
            number=next_number(self._database),
            record=merge.record,
            ids={key: stated for key, stated in merge.ids.items() if key not in existing_keys},
            citation_key="",
            new=True,
        )
        give_keys(self._database, [separate])
        write_drafts(self._database, [separate], source=merge.source)
        separate.new = False
        return separate

    def _separate(self, merge: ImportMerge, paper: Draft, separate: Draft) -> None:
        moved_ids = {key: paper.ids[key] for key in merge.new_ids if key in paper.ids}
        paper.ids = {key: stated for key, stated in paper.ids.items() if key not in moved_ids}
        paper.record = _without(paper.record, merge)
        self._give_key_back(paper, separate)
        separate.ids = {
            key: stated
            for key, stated in merge.ids.items()
            if key in moved_ids or key in separate.ids
        }
        paper.known_traits = separate.known_traits = None
        write_drafts(self._database, [paper, separate], source=merge.source)
        close_gaps(self._database, [paper.number])
        self._move(merge, separate.number)
        verdict = relation(paper.traits, separate.traits)
        if verdict.kind == "version" and verdict.certain:
            link_works(self._database, [(paper.number, separate.number)])
        else:
            self._duplicates.say_different([paper.number, separate.number])

    def _give_key_back(self, paper: Draft, separate: Draft) -> None:
        """Let a key that came with the record go with it; the paper gets its own again."""
        key = stated_key(separate.record)
        if paper.citation_key != key or is_stated(paper.record.extra, key):
            return
        aliases = read_aliases(paper.record.extra, key)
        giver = KeyGiver(self._database)
        giver.look_up(aliases)
        free = [alias for alias in aliases if giver.is_free(alias)]
        paper.citation_key = giver.give(free[0] if free else key, stated=bool(free))
        separate.citation_key = key

    def _move(self, merge: ImportMerge, separate: PaperNumber) -> None:
        """Let the files that came with a record, and its entry, be those of its paper."""
        self._database.execute(
            """UPDATE OR IGNORE files SET paper = ?
               WHERE paper = ? AND sha256 IN (SELECT value FROM json_each(?))""",
            separate,
            merge.paper,
            as_json(merge.files),
        )
        if merge.files:
            give_texts(self._database)
        self._database.execute(
            "UPDATE read_entries SET paper = ? WHERE entry = ?", separate, merge.entry
        )

    # --- what the history knows -----------------------------------------------------------

    def _imports(self, *, latest: int | None = None) -> Iterator[tuple[int, str, list[RowChange]]]:
        """Yield the imports that the history knows: number, time, and what each changed."""
        rows = self._database.rows(
            """SELECT h.number, h.made_at, h.said, p.rows FROM history h
               JOIN history_parts p ON p.action = h.number
               WHERE NOT h.takes_back AND h.undone_by IS NULL AND length(p.rows) > 0
               AND h.number <= ? ORDER BY h.number DESC, p.number""",
            2**62 if latest is None else latest,
        )
        for number, made_at, description, packed in rows:
            if restored(description).startswith(_IMPORTED):
                yield number, made_at, unpacked(packed)

    def _joined_papers(self) -> Iterator[MergedRecord]:
        """Yield the merges of two papers of the library that an import made."""
        merges_by_number = {merge.number: merge for merge in self._duplicates.merges(1_000)}
        for _, made_at, changes in self._imports():
            for change in changes:
                merge = merges_by_number.get(change.key[0]) if change.table == "merges" else None
                if merge is None or change.before is not None:
                    continue
                drafts = read_drafts(self._database, [merge.keeper])
                if merge.keeper in drafts:
                    record = drafts[merge.keeper].record
                    why = Message("An import brought two papers of the library together.")
                    yield MergedRecord(
                        "papers", merge.number, made_at, merge.keeper, record, reason=why
                    )

    def _of_history(self) -> list[MergedRecord]:
        """Return what papers got from records by imports of versions that kept no records."""
        latest = self._database.value("SELECT value FROM meta WHERE name = 'kept import merges'")
        records = []
        for number, made_at, changes in self._imports(latest=int(latest or 0)):
            papers = {
                row_change.key[0]: row_change
                for row_change in changes
                if row_change.table == "papers"
            }
            drafts = read_drafts(self._database, list(papers))
            for paper, change in papers.items():
                draft = drafts.get(paper)
                if draft is None or draft.trashed:
                    continue
                record = self._read_gained_fields(draft, change)
                if record is not None:
                    why = Message(
                        "Merged by an earlier version, which recorded only what was added."
                    )
                    records.append(
                        MergedRecord("history", number, made_at, draft.number, record, reason=why)
                    )
        return records

    def _read_gained_fields(self, draft: Draft, change: RowChange) -> PaperRecord | None:
        """Return what a paper got by a change of its row and still has, with its title."""
        before, fields = change.before or {}, dict[str, Any]()  # Any: values of record fields
        for name in _still_as_left(self._database, change):
            value = getattr(draft.record, name)
            if name == "extra":
                old = json.loads(before["extra"] or "{}")
                value = {key: value[key] for key in value if key not in old}
            elif before.get(name):
                continue
            if value:
                fields[name] = value
        return PaperRecord(title=draft.record.title, **fields) if fields else None

    def _as_merge(self, merged: MergedRecord) -> ImportMerge:
        """Return what the history knows of a merge in the form that imports keep."""
        record = merged.record
        empty_values = {
            name: () if name in ("authors", "keywords") else None if name == "year" else ""
            for name in PaperRecord.__dataclass_fields__
            if name not in ("id", "title", "extra", "source") and getattr(record, name)
        }
        before: Mapping[str, Any] = {**empty_values, "extra": list(record.extra), "lost": {}}
        keys = [
            change.key[0]
            for number, _, changes in self._imports(latest=merged.number)
            for change in changes
            if number == merged.number and (change.table, change.before) == ("identifiers", None)
        ]
        ids: dict[str, str] = dict(
            self._database.rows(
                """SELECT key, stated FROM identifiers
                   WHERE paper = ? AND key IN (SELECT value FROM json_each(?))""",
                merged.paper,
                as_json(keys),
            )
        )
        return ImportMerge(
            paper=merged.paper, record=record, before=before, ids=ids, new_ids=sorted(ids)
        )


def _still_as_left(database: Database, change: RowChange) -> Sequence[str]:
    """Return the columns of a paper that are still as an action left them."""
    after = change.after or {}
    names = [name for name in after if name in _COLUMNS]
    if not names:
        return ()
    rows = database.rows(f"SELECT {', '.join(names)} FROM papers WHERE number = ?", change.key[0])
    now = marks("papers", dict(zip(names, rows[0], strict=True))) if rows else {}
    return [name for name in names if now.get(name) == after[name]]


def _without(record: PaperRecord, merge: ImportMerge) -> PaperRecord:
    """Return a paper's record without what it took from another and still has."""
    other = merge.record
    fields: dict[str, Any] = {}  # Any: values of record fields
    for name, before in merge.before.items():
        if name in ("extra", "lost", "source") or getattr(record, name) != getattr(other, name):
            continue
        fields[name] = tuple(before) if name in ("authors", "keywords") else before
    extra = dict(record.extra)
    for name in merge.before.get("extra", ()):
        if name in extra and extra[name] == other.extra.get(name):
            del extra[name]
    if "title" in fields:
        extra |= merge.before.get("lost", {})
    aliases = [key for key in str(extra.get(ALIASES, "")).split(",") if key]
    if (key := stated_key(other)) in aliases and key != extra.get(FIELD):
        rest = ",".join(alias for alias in aliases if alias != key)
        extra = {name: value for name, value in extra.items() if name != ALIASES}
        extra |= {ALIASES: rest} if rest else {}
    if "source" in merge.before:
        fields["source"] = _source_without(record.source, other.source, merge.before["source"])
    return replace(record, **fields, extra=extra)


def _source_without(
    source: SourceText | None, other: SourceText | None, before: SourceText | None
) -> SourceText | None:
    """Return how a bibliography wrote a paper, without the fields that came from another entry."""
    if source is None or other is None:
        return source
    own = {_identify_field(field): field for field in before.fields} if before is not None else {}
    came = {_identify_field(field) for field in other.fields} - own.keys()
    remaining = {
        _identify_field(field): field
        for field in source.fields
        if _identify_field(field) not in came
    }
    replaced = {name for name, _ in came}
    lost = {
        identity: own[identity]
        for identity in own
        if identity not in remaining and identity[0] in replaced
    }
    fields = tuple({**remaining, **lost}.values())
    if not fields:
        return None
    key = before.key if before is not None and source.key == other.key else source.key
    return replace(source, key=key, fields=fields)


def _identify_field(field: SourceField) -> tuple[str, tuple[str, ...]]:
    """Return what a field is known by: its text may stand for a value of the record."""
    return field.name.lower(), field.digests or (field.text,)
