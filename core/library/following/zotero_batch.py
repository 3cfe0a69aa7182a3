"""Takes a batch of Zotero's items: new ones are added or merged, known ones change their paper."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.base.errors import UsageError
from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import Paper, PaperNumber, PaperRecord
from core.base.reports import FollowReport
from core.base.stated_keys import FIELD
from core.formats.detect import ZOTERO_DATABASE
from core.formats.entries import Entry
from core.library.following.fields import digests, find_edits
from core.library.following.followed_store import Followed, FollowedStore, ItemKey, Stated
from core.library.following.zotero_items import FilesFound, Found, Listed, find_files
from core.library.following.zotero_marks import (
    MarksTaken,
    PlacesReader,
    store_marks,
    take_marks,
    text_of_marks,
)
from core.library.library import Library
from core.library.store.annotations import AnnotationStore
from core.library.store.citation_keys import free_key
from core.library.store.groups import GroupStore
from core.library.store.intake import Outcome, add_batch, clean
from core.library.store.paper_rows import read_papers

_CONTESTED = ("doi", "arxiv", FIELD)
"""Fields of which two papers cannot have the same."""
_MOST_NOTES = 100


@dataclass(frozen=True, slots=True)
class BatchContext:
    """What every batch of a look needs.

    ``base`` is where relative links start, ``groups`` are the collections by their Zotero keys.
    """

    library: Library
    store: FollowedStore
    folder: Path
    base: Path | None
    reader: PlacesReader
    groups: Mapping[ItemKey, int]
    report: FollowReport
    job: Job


@dataclass(slots=True)
class _Taken:
    """An item on its way: what it said before, its record, files and annotations."""

    key: ItemKey
    stamp: str
    found_item: Found
    before: Stated
    files: FilesFound
    marks: MarksTaken
    record: PaperRecord | None
    paper: PaperNumber | None = None
    changed: bool = False


class Batch:
    """Some items of one look."""

    def __init__(
        self,
        context: BatchContext,
        batch: Sequence[tuple[ItemKey, Listed]],
        known_items: Mapping[ItemKey, Followed],
    ) -> None:
        self._context, self._batch, self._known_items = context, batch, known_items
        self._in: defaultdict[tuple[str, int], list[PaperNumber]] = defaultdict(list)
        self._out: defaultdict[tuple[str, int], list[PaperNumber]] = defaultdict(list)

    def take(self, found_items: Mapping[int, Found]) -> None:
        """Store the items, in one transaction, with what is remembered of them."""
        items: list[_Taken] = []
        for key, listed in self._batch:
            if listed.number in found_items and not self._was_deleted(key):
                items.append(self._prepared(key, listed, found_items[listed.number]))
        library = self._context.library
        with library.database.transaction():
            for key, listed in self._batch:
                if self._was_deleted(key):
                    self._context.store.note_stamp(key, listed.stamp)
            self._add([item for item in items if self._find_paper(item.key) is None])
            self._update([item for item in items if self._find_paper(item.key) is not None])
            for item in items:
                self._update_attachments(item)
            self._assign()

    def _was_deleted(self, key: ItemKey) -> bool:
        """Whether the person deleted the paper of an item for good."""
        known_item = self._known_items.get(key)
        return known_item is not None and known_item.paper is None and known_item.is_stated

    def _find_paper(self, key: ItemKey) -> PaperNumber | None:
        known_item = self._known_items.get(key)
        return None if known_item is None else known_item.paper

    def _prepared(self, key: ItemKey, listed: Listed, found_item: Found) -> _Taken:
        """Read what belongs to an item from the disk, before anything is written."""
        context = self._context
        context.job.check()
        before = context.store.stated(key) if key in self._known_items else Stated()
        files = find_files(context.folder, context.base, found_item.files, before.files)
        marks = take_marks(found_item.marks, files.there, before.marks, context.reader, context.job)
        if marks.unshown:
            self._name_drawings(found_item, marks.unshown)
        record = _with_remarks(found_item.entry, text_of_marks(marks.loose))
        return _Taken(key, listed.stamp, found_item, before, files, marks, record)

    def _name_drawings(self, found_item: Found, count: int) -> None:
        """Say that annotations were left in Zotero, of so many items that a person can read."""
        notes = self._context.report.notes
        if len(notes) < _MOST_NOTES:
            notes.append(
                Message(
                    "{item:capital}: drawings and image annotations cannot be shown: {count}.",
                    item=found_item.entry.location,
                    count=count,
                )
            )

    # --- papers of a batch ----------------------------------------------------------------

    def _add(self, items: Sequence[_Taken]) -> None:
        """Add what is new; the library may know some of it."""
        for item in items:
            if item.record is None:
                self._refuse(item, item.found_item.entry.problem)
        new = [item for item in items if item.record is not None]
        records = [item.record for item in new if item.record is not None]
        outcomes = add_batch(self._context.library.database, records, source=ZOTERO_DATABASE)
        for item, outcome in zip(new, outcomes, strict=True):
            if outcome.number is None:
                self._refuse(item, outcome.reason)
            else:
                item.paper = outcome.number
                self._count(item, outcome)

    def _count(self, item: _Taken, outcome: Outcome) -> None:
        if outcome.reason and outcome.status != "added":
            self._name_merge(item, outcome)
        if outcome.status == "added":
            self._context.report.added += 1
        elif outcome.status == "merged":
            self._context.report.changed += 1

    def _name_merge(self, item: _Taken, outcome: Outcome) -> None:
        """Say with which paper an item was merged, of so many that a person can read them."""
        notes = self._context.report.notes
        if len(notes) < _MOST_NOTES:
            location = item.found_item.entry.location
            notes.append(Message("{item:capital}: {reason}.", item=location, reason=outcome.reason))
        elif len(notes) == _MOST_NOTES:
            notes.append(
                Message(
                    "More items were merged with papers of the library: see “Merged at import”."
                )
            )

    def _refuse(self, item: _Taken, reason: str) -> None:
        self._context.store.put(item.key, None, item.stamp, None)
        location = item.found_item.entry.location
        self._context.report.notes.append(
            Message("{item:capital} was left out: {reason}.", item=location, reason=reason)
        )

    def _update(self, items: Sequence[_Taken]) -> None:
        numbers = {number for item in items if (number := self._find_paper(item.key)) is not None}
        database = self._context.library.database
        papers = {paper.number: paper for paper in read_papers(database, sorted(numbers))}
        for item in items:
            paper = papers.get(self._find_paper(item.key) or PaperNumber(0))
            if paper is None:  # deleted while the files were read
                continue
            item.paper = paper.number
            if item.record is None:
                self._context.report.notes.append(
                    Message(
                        "{item:capital} was not changed: {reason}.",
                        item=item.found_item.entry.location,
                        reason=item.found_item.entry.problem,
                    )
                )
                continue
            edits, kept_count = find_edits(paper, item.record, item.before.record)
            self._context.report.kept += kept_count
            if edits:
                self._edit(paper, edits)
                papers[paper.number] = self._context.library.papers.get(paper.number)
                item.changed = True

    def _edit(self, paper: Paper, edits: dict[str, Any]) -> None:
        """Change a paper; what another paper has already stays with that."""
        papers = self._context.library.papers
        if FIELD in edits:
            free_key(self._context.library.database, edits[FIELD])
        try:
            papers.update(paper.number, **edits)
        except UsageError as error:
            self._context.report.notes.append(error.message)
            rest = {name: value for name, value in edits.items() if name not in _CONTESTED}
            if rest:
                papers.update(paper.number, **rest)

    # --- files, notes and tags of the papers ----------------------------------------------

    def _update_attachments(self, item: _Taken) -> None:
        """Bring files, annotations, collections and tags of a paper in step."""
        if item.paper is None:
            return
        attached = self._attach(item, item.paper)
        annotations = AnnotationStore(self._context.library.database)
        marks, marked = store_marks(annotations, item.paper, item.marks, item.before.marks)
        entry = item.found_item.entry
        collections = [*item.found_item.collections, *([""] if item.key[0] != "u" else [])]
        grouped = self._group(item, item.paper, collections, entry.tags)
        stated = Stated(
            digests(item.record) if item.record is not None else item.before.record,
            collections,
            list(entry.tags),
            item.files.there | _still_known(item),
            marks,
        )
        store = self._context.store
        store.put(item.key, item.paper, item.stamp, stated, item.files.missing)
        is_known = self._find_paper(item.key) is not None
        if is_known and (item.changed or attached or marked or grouped):
            self._context.report.changed += 1

    def _attach(self, item: _Taken, paper: PaperNumber) -> bool:
        papers = self._context.library.papers
        before, now = item.before.files, item.files.there
        changed = False
        for key, (path, _, _, sha256) in now.items():
            if before.get(key, [None] * 4)[3] != sha256 or before[key][0] != path:
                papers.attach_file(paper, Path(path), sha256)
                changed = True
        kept_hashes = {file_state[3] for file_state in (now | _still_known(item)).values()}
        for file_state in before.values():
            if file_state[3] not in kept_hashes:
                papers.detach_file(paper, file_state[3])
                changed = True
        return changed

    def _group(
        self, item: _Taken, paper: PaperNumber, collections: Sequence[str], tags: Sequence[str]
    ) -> bool:
        """Note into which groups a paper goes, and out of which; what the person did stays."""
        context, library = self._context, item.key[0]
        tag_store = GroupStore(context.library.database, "tag")
        changed = False
        for kind, now, before in (
            ("collection", collections, item.before.collections),
            ("tag", tags, item.before.tags),
        ):
            for name in {*now} ^ {*before}:
                if kind == "tag":
                    number: int | None = tag_store.add(name)
                else:
                    number = context.groups.get((library, name))
                if number is not None:
                    (self._in if name in now else self._out)[kind, number].append(paper)
                    changed = True
        return changed

    def _assign(self) -> None:
        database = self._context.library.database
        stores = {
            "collection": GroupStore(database, "collection"),
            "tag": GroupStore(database, "tag"),
        }
        for (kind, number), papers in self._out.items():
            stores[kind].assign(number, papers, member=False)
        for (kind, number), papers in self._in.items():
            stores[kind].assign(number, papers)


def _with_remarks(entry: Entry, remarks: Sequence[str]) -> PaperRecord | None:
    """Return the record of an item with annotations that have no place in a PDF."""
    record = entry.record
    if record is None:
        return None
    if remarks:
        remark_texts = [str(record.extra["annote"])] if "annote" in record.extra else []
        record = replace(
            record, extra={**record.extra, "annote": "\n\n".join([*remark_texts, *remarks])}
        )
    return clean(record)


def _still_known(item: _Taken) -> dict[str, list[Any]]:
    """Return files that the item has and that are not there now: they stay with the paper."""
    named_keys = {attached_file.key for attached_file in item.found_item.files}
    there = item.files.there
    return {
        key: file_state
        for key, file_state in item.before.files.items()
        if key in named_keys and key not in there
    }


# --- the base directory for linked files of Zotero --------------------------------------
#
# The folder that Zotero's linked files lie under, where their paths are relative to it.
#
# Zotero keeps it in ``prefs.js`` of its profile, not in the database. Lines are looked for in it;
# nothing of it is carried out.

_PREFS = "prefs.js"
_MOST_BYTES = 8 * 1024 * 1024
_LINE = re.compile(
    r'^user_pref\("extensions\.zotero\.'
    r'(baseAttachmentPath|dataDir|useDataDir)",\s*("(?:[^"\\]|\\.)*"|true|false)\);',
    re.M,
)


def base_folder(data: Path) -> Path | None:
    """Return the base directory of the profile that uses a data folder, ``None`` if it has none."""
    for prefs in _prefs_files(data):
        preferences = _read_preferences(prefs)
        base = preferences.get("baseAttachmentPath")
        if isinstance(base, str) and base and _uses_folder(preferences, prefs, data):
            path = Path(base)
            return path if path.is_absolute() else None
    return None


def profiles_folder() -> Path:
    """Return the folder in which Zotero keeps its profiles on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home)) / "Zotero" / "Zotero" / "Profiles"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Zotero" / "Profiles"
    return home / ".zotero" / "zotero"


def _prefs_files(data: Path) -> Iterator[Path]:
    """Yield the settings of profiles: the one that holds the data folder, then the others."""
    yield data.parent / _PREFS
    try:
        yield from sorted(profiles_folder().glob(f"*/{_PREFS}"))
    except OSError:
        return


def _uses_folder(preferences: Mapping[str, object], prefs: Path, data: Path) -> bool:
    """Whether a profile uses a data folder: one that it names, its own, or Zotero's usual one."""
    data_folder = preferences.get("dataDir")
    if preferences.get("useDataDir") is True and isinstance(data_folder, str) and data_folder:
        return Path(data_folder) == data
    return data in (prefs.parent / "zotero", Path.home() / "Zotero")


def _read_preferences(prefs: Path) -> dict[str, object]:
    try:
        with prefs.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return {}
    preferences = {}
    for name, value in _LINE.findall(text):
        try:
            preferences[name] = json.loads(value)
        except ValueError:  # an escape that JSON does not have
            continue
    return preferences
