"""Lets a library follow a database of Zotero: what is new, changed and gone there.

Zotero's files are read and never written. Items are taken some hundred at a time, each batch with
what is remembered of it in one transaction, so a stop or a kill costs nothing that was finished.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from core.base.errors import FormatError, UsageError
from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import PaperNumber
from core.base.reports import FollowReport
from core.formats.detect import ZOTERO_DATABASE
from core.library.database.connection import as_json
from core.library.following.followed_store import Followed, FollowedStore, ItemKey
from core.library.following.zotero_batch import Batch, BatchContext, base_folder
from core.library.following.zotero_items import RELATIVE, Listed, Listing, ZoteroItems, is_there
from core.library.following.zotero_marks import PlacesReader
from core.library.imports.zotero_copy import DatabaseCopy, State, read_state
from core.library.imports.zotero_database import (
    BETTER_BIBTEX,
    BROKEN,
    ZoteroReading,
    keys_beside,
)
from core.library.library import Library

_BATCH = 400
_FEW = 20
"""So many papers may go at once without the person being asked."""
_SHOWN = 3

States = tuple[State, State | None]


class ZoteroFollower:
    """Follows one database for one library. One thread at a time; ``close`` it in the end."""

    def __init__(
        self, library: Library, folder: Path, reader: PlacesReader, base: Path | None = None
    ) -> None:
        """``base`` is where relative links start; without it, where Zotero's settings say."""
        self.folder, self._chosen_base = folder, base
        self._library, self._reader = library, reader
        self._store = FollowedStore(library.database)
        self._copy: DatabaseCopy | None = None
        self._seen_states: States | None = None
        self._missing: list[str] | None = None

    @property
    def database(self) -> Path:
        """Zotero's database."""
        return self.folder / ZOTERO_DATABASE

    def is_due(self) -> bool:
        """Tell whether anything changed since the last look, without reading the database.

        Raises:
            FormatError: it is not there, or cannot be read.
        """
        if self._states() != self._seen_states:  # which may raise, also before the first look
            return True
        if self._missing is None:
            self._missing = self._store.missing()
        base = self._base()
        return any(is_there(path, base) for path in self._missing)

    def look(self, job: Job, *, confirmed: bool = False) -> FollowReport:
        """Take what is new, changed and gone; with ``confirmed`` also if much is gone at once.

        Raises:
            FormatError: the database cannot be read, or is of a form that is not known here.
            JobCancelled: a stop was asked for; what was finished stays.
        """
        self._seen_states, self._missing = None, None
        current_states = self._states()
        if self._copy is None:
            self._copy = DatabaseCopy(self.database)
        self._copy.path()  # what keeps it from being copied is over soon
        try:
            with (
                closing(ZoteroReading(self._copy, keys_beside(self.database))) as reading,
                self._library.database.action(Message("Imported changes from Zotero")) as action,
            ):
                report = self._follow(ZoteroItems(reading), job, confirmed=confirmed)
            report.action = action.number
        except (FormatError, *BROKEN) as error:
            self._seen_states = current_states  # it is tried again when it changes
            if isinstance(error, FormatError):
                raise
            raise FormatError(
                "Zotero's database cannot be read ({reason}).",
                reason=error,
                remedy="Cocite tries again when it changes; what was imported stays.",
            ) from error
        self._seen_states = current_states
        return report

    def close(self) -> None:
        """Delete the copy of the database."""
        if self._copy is not None:
            self._copy.close()
            self._copy = None

    def _base(self) -> Path | None:
        return self._chosen_base or base_folder(self.folder)

    def _states(self) -> States:
        keys = self.database.with_name(BETTER_BIBTEX)
        return read_state(self.database), read_state(keys) if keys.exists() else None

    def _follow(self, items: ZoteroItems, job: Job, *, confirmed: bool) -> FollowReport:
        listing = items.listing()
        known_items = self._store.items()
        report = FollowReport()
        groups = follow_collections(self._library, self._store, listing.collections)
        base = self._base()
        context = BatchContext(
            self._library, self._store, self.folder, base, self._reader, groups, report, job
        )
        changed = [
            (key, listed)
            for key, listed in listing.items.items()
            if _is_changed(listed, known_items.get(key), base)
        ]
        for done_count, batch in _batches(changed):
            job.check()
            job.report(done_count, len(changed), ZOTERO_DATABASE)
            Batch(context, batch, known_items).take(
                items.load_items(listed.number for _, listed in batch)
            )
        self._leave(listing, known_items, report, confirmed=confirmed)
        tidy_collections(self._library, self._store, listing.collections)
        self._tell(listing, report, base)
        job.report(len(changed), len(changed))
        return report

    def _leave(
        self,
        listing: Listing,
        known_items: Mapping[ItemKey, Followed],
        report: FollowReport,
        *,
        confirmed: bool,
    ) -> None:
        """Move to the Trash what is gone in Zotero, unless other items or sources have it too."""
        removed_keys = [key for key in known_items if key not in listing.items]
        papers = {known_items[key].paper for key in removed_keys} - {None}
        if len(papers) > _FEW and len(papers) * 2 > len(known_items) and not confirmed:
            report.held = len(papers)
            return
        with self._library.database.transaction():
            self._store.drop(removed_keys)
            alone = self._only_ours(papers)
            self._library.papers.trash(alone)
        report.trashed = tuple(alone)

    def _only_ours(self, papers: Iterable[PaperNumber | None]) -> list[PaperNumber]:
        """Return those of the papers that came from Zotero and are no longer of any item."""
        return self._library.database.column(
            """SELECT number FROM papers WHERE number IN (SELECT value FROM json_each(?))
               AND trashed_at IS NULL AND source IN (?, ?) AND NOT EXISTS (
                   SELECT 1 FROM followed_items WHERE paper = number)""",
            as_json(papers),
            ZOTERO_DATABASE,
            self.folder.name,
        )

    def _tell(self, listing: Listing, report: FollowReport, base: Path | None) -> None:
        """Say what was left out."""
        if report.held:
            report.notes.append(
                Message(
                    "{count:,} papers were missing from Zotero at once, so none was moved to the "
                    "Trash.",
                    count=report.held,
                )
            )
        if missing := self._store.missing():
            report.notes.append(
                Message(
                    "Missing files: {files} ({count:,} files).",
                    count=len(missing),
                    files=_listed([Path(path).name or path for path in missing]),
                )
            )
        if base is None and any(path.startswith(RELATIVE) for path in missing):
            report.notes.append(
                Message(
                    "Zotero's settings do not give the folder of the linked files; choose it below."
                )
            )
        if listing.trashed:
            report.notes.append(
                Message("Left out, in Zotero's trash: {count:,}.", count=listing.trashed)
            )
        if listing.alone:
            report.notes.append(
                Message(
                    "Left out, files and notes without a record: {count:,}.",
                    count=listing.alone,
                )
            )


def _is_changed(listed: Listed, known_item: Followed | None, base: Path | None) -> bool:
    """Whether an item is to be read: it changed, or a file that was missing is there."""
    if known_item is None or not listed.stamp or known_item.stamp != listed.stamp:
        return True
    return any(is_there(path, base) for path in known_item.missing)


def _batches(
    items: Sequence[tuple[ItemKey, Listed]],
) -> Iterator[tuple[int, list[tuple[ItemKey, Listed]]]]:
    pending = iter(items)
    done_count = 0
    while batch := list(itertools.islice(pending, _BATCH)):
        yield done_count, batch
        done_count += len(batch)


def _listed(names: Sequence[str]) -> str:
    shown_names = ", ".join(f"“{name}”" for name in names[:_SHOWN])
    more = len(names) - _SHOWN
    return (
        Message("{names} and {count:,} more", names=shown_names, count=more)
        if more > 0
        else shown_names
    )


# --- collections of Zotero --------------------------------------------------------------
#
# Zotero's collections as collections of the library: made, renamed, and let go.


def follow_collections(
    library: Library, store: FollowedStore, zotero_collections: Mapping[ItemKey, str]
) -> dict[ItemKey, int]:
    """Make and rename collections as they are in Zotero; return the numbers of all that are known.

    One that the person removed here is not made again, one that they renamed keeps its name.
    """
    known_collections = store.collections()
    numbers = {
        key: group.number for key, group in known_collections.items() if group.number is not None
    }
    if zotero_collections.items() <= {
        (key, group.name) for key, group in known_collections.items()
    }:
        return numbers
    groups = library.collections
    with library.database.transaction():
        names = {group.number: group.name for group in groups.all()}
        for key, name in zotero_collections.items():
            before = known_collections.get(key)
            if before is not None and before.number is None:
                continue
            number = groups.add(name) if before is None else numbers[key]
            if before is not None and before.name != name and names.get(number) == before.name:
                number = _renamed(library, number, name)
            numbers[key] = number
            store.put_collection(key, number, name)
    return numbers


def _renamed(library: Library, number: int, name: str) -> int:
    """Rename a collection; where there is one of that name, its papers go there."""
    groups = library.collections
    try:
        groups.rename(number, name)
    except UsageError:
        other = groups.add(name)
        groups.assign(other, groups.members(number))
        groups.remove(number)
        return other
    return number


def tidy_collections(
    library: Library, store: FollowedStore, zotero_collections: Mapping[ItemKey, str]
) -> None:
    """Forget collections that are gone in Zotero, and remove those that hold nothing now."""
    removed_collections = {
        key: group for key, group in store.collections().items() if key not in zotero_collections
    }
    if not removed_collections:
        return
    with library.database.transaction():
        for key, group in removed_collections.items():
            store.drop_collection(key)
            if group.number is not None and not library.collections.members(group.number):
                library.collections.remove(group.number)
