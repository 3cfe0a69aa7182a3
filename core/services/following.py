"""Following Zotero and ``.bib`` files: begun and stopped by the person, looked at in between.

Nothing is watched by threads here: whoever shows the library asks every few seconds whether a look
is due, which costs a few system calls, and lets it be made in the background.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import FormatError, UsageError
from core.base.files import path_text
from core.base.jobs import Job, SilentJob
from core.base.library_records import BibConflict, BibOptions, FollowedBib
from core.base.messages import restored, stored
from core.base.records import Paper, PaperNumber
from core.base.reports import BibReport, FollowReport, FollowState
from core.formats.detect import ZOTERO_DATABASE
from core.library.exports.added_entries import AddedEntries
from core.library.following.bib_follower import BibFollower
from core.library.following.followed_store import FollowedStore
from core.library.following.zotero import ZoteroFollower
from core.library.store.paper_rows import now

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.services.fulltexts import FullTexts
    from core.services.indexing import Indexing

_META = "followed zotero"
_MOST_NOTES = 30


class Following:
    """Lets one library follow one data folder of Zotero. Calls may come from any thread."""

    def __init__(
        self, runtime: Runtime, indexing: Indexing, fulltexts: Callable[[], FullTexts]
    ) -> None:
        self._runtime, self._indexing, self._fulltexts = runtime, indexing, fulltexts
        self._library = runtime.library
        self._turn = threading.Lock()
        self._follower: ZoteroFollower | None = None

    def state(self) -> FollowState:
        """Return where it stands."""
        text = self._library.database.value("SELECT value FROM meta WHERE name = ?", _META)
        try:
            return _unpacked(json.loads(text)) if text else FollowState()
        except (ValueError, TypeError, AttributeError):
            return FollowState()

    def start(self, folder: Path) -> FollowState:
        """Follow a data folder of Zotero, or the one that holds a database, from the next look on.

        Raises:
            UsageError: there is no database of Zotero, or it lies in the library's own folder.
        """
        folder = folder.expanduser().absolute()
        if folder.name == ZOTERO_DATABASE:
            folder = folder.parent
        if not (folder / ZOTERO_DATABASE).is_file():
            raise UsageError(
                "There is no database of Zotero in “{folder}”.",
                folder=folder,
                remedy="Choose the folder that holds zotero.sqlite; Zotero shows it under"
                " Settings, Advanced.",
            )
        path_text(folder)
        before = self.state()
        if before.folder == folder:
            return self.pause(paused=False)
        with self._turn:
            self._let_go()
            if before.folder is not None:
                self._forget()
            return self._store(FollowState(folder=folder))

    def use_base(self, base: Path | None) -> FollowState:
        """Look for linked files under this folder; ``None`` for the one Zotero's settings name."""
        with self._turn:
            self._let_go()
            return self._store(replace(self.state(), base=base))

    def pause(self, *, paused: bool = True) -> FollowState:
        """Rest, or go on. What changes meanwhile is taken later."""
        return self._store(replace(self.state(), paused=paused))

    def stop(self) -> FollowState:
        """Follow no more. Papers, files and collections stay as they are."""
        with self._turn:
            self._let_go()
            self._forget()
            return self._store(FollowState())

    def is_due(self) -> bool:
        """Tell whether there is something to look at. Quick."""
        state = self.state()
        if state.folder is None or state.paused or self._library.read_only:
            return False
        if not self._turn.acquire(blocking=False):
            return False  # somebody looks already
        try:
            return self._of(state.folder, state.base).is_due()
        except FormatError:
            return not state.problem  # else it was told; when it can be read again, it is due
        finally:
            self._turn.release()

    def look(self, job: Job | None = None, *, confirmed: bool = False) -> FollowReport:
        """Take what is new, changed and gone in Zotero; words and citations of the library follow.

        With ``confirmed`` also what is gone if that is much at once. Why Zotero cannot be read is
        said by ``state``: it is tried again.

        Raises:
            JobCancelled: a stop was asked for; what was finished stays.
        """
        job = job or SilentJob()
        state = self.state()
        if state.folder is None:
            return FollowReport()
        with self._turn:
            try:
                report = self._of(state.folder, state.base).look(job, confirmed=confirmed)
            except FormatError as error:
                self._note(state.folder, problem=error.message)
                return FollowReport()
            finally:
                self._indexing.update_words()
        self._note(state.folder, report=report)
        if report.touched and not self._runtime.stopped:
            self._fulltexts().follow_if_free(job)
        return report

    def close(self) -> None:
        """Delete the copy of Zotero's database; waits for a look under way."""
        with self._turn:
            self._let_go()

    def _of(self, folder: Path, base: Path | None) -> ZoteroFollower:
        if self._follower is None or self._follower.folder != folder:
            self._let_go()
            self._follower = ZoteroFollower(self._library, folder, self._runtime.reader, base)
        return self._follower

    def _let_go(self) -> None:
        if self._follower is not None:
            self._follower.close()
            self._follower = None

    def _forget(self) -> None:
        with self._library.database.transaction():
            FollowedStore(self._library.database).clear()

    def _note(self, folder: Path, *, report: FollowReport | None = None, problem: str = "") -> None:
        """Remember what came of a look, unless another folder is followed by now."""
        state = self.state()
        if state.folder != folder:
            return
        if report is None:
            self._store(replace(state, problem=problem))
            return
        new_state = replace(
            state, problem="", held=report.held, notes=tuple(report.notes[:_MOST_NOTES])
        )
        if report.touched or not state.looked_at:
            new_state = replace(
                new_state,
                looked_at=now(),
                added=report.added,
                changed=report.changed,
                trashed=len(report.trashed),
                kept=report.kept,
            )
        self._store(new_state)

    def _store(self, state: FollowState) -> FollowState:
        values: dict[str, Any] = {
            state_field.name: getattr(state, state_field.name) for state_field in fields(state)
        }
        for name in ("folder", "base"):
            values[name] = None if values[name] is None else str(values[name])
        values["notes"] = [stored(note) for note in state.notes]
        values["problem"] = stored(state.problem)
        with self._library.database.transaction():
            self._library.database.execute(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)", _META, json.dumps(values)
            )
        return self.state()


class BibFollowing:
    """Keeps ``.bib`` files in step with one library. Calls may come from any thread."""

    def __init__(self, runtime: Runtime, indexing: Indexing) -> None:
        self._runtime, self._indexing = runtime, indexing
        self._follower = BibFollower(runtime.library)
        self._added_entries = AddedEntries(runtime.library.database)
        self._turn = threading.Lock()

    def files(self) -> list[FollowedBib]:
        """Return the followed files by path, each with where it stands."""
        return self._follower.files()

    def sources(self) -> list[tuple[str, int, str]]:
        """Return what a file can be in step with beside the whole library: kind, number, name."""
        return self._follower.sources()

    def start(
        self,
        path: Path,
        *,
        collection: int = 0,
        manuscript: int = 0,
        options: BibOptions | None = None,
    ) -> None:
        """Follow a file from the next look on; see ``BibFollower.start``."""
        self._follower.start(path, collection=collection, manuscript=manuscript, options=options)

    def set_options(self, path: Path, options: BibOptions) -> None:
        """Write a file in another way from now on; what stands there stays."""
        with self._turn:
            self._follower.set_options(path, options)

    def stop(self, path: Path) -> None:
        """Follow a file no longer; it and all papers stay as they are."""
        with self._turn:
            self._follower.stop(path)

    def is_due(self) -> bool:
        """Tell whether there is something to take or to write. Quick."""
        if self._runtime.library.read_only:
            return False
        return self._follower.is_due() or self._added_entries.is_due()

    def look(
        self, job: Job | None = None, *, confirmed: Collection[Path] = (), settle: bool = False
    ) -> BibReport:
        """Bring files and papers in step; with ``settle`` wait for files that are being saved.

        Raises:
            JobCancelled: a stop was asked for; what was finished stays.
        """
        job = job or SilentJob()
        with self._turn:
            self._added_entries.settle()
            if settle:
                report = self._follower.look_settled(job, confirmed=confirmed)
            else:
                report = self._follower.look(job, confirmed=confirmed)
        if report.touched:
            self._indexing.update_words()
        return report

    def conflicts(self, path: Path) -> list[BibConflict]:
        """Return what was changed on both sides of a file, by key and field."""
        return self._follower.conflicts(path)

    def resolve(self, path: Path, key: str, name: str, *, take_file: bool) -> None:
        """Let the file or the library have its way in a field; the next look carries it out."""
        with self._turn:
            self._follower.resolve(path, key, name, take_file=take_file)

    def rewrite_file(self, path: Path) -> None:
        """Write a file that is missing or empty from the library; the next look does."""
        with self._turn:
            self._follower.rewrite_file(path)

    def add_entries(self, path: Path, papers: Sequence[Paper]) -> int:
        """Add papers to a file that is not followed, as one action; return how many it lacked."""
        with self._turn:
            return self._added_entries.add(path, papers)

    def add_to_document(self, document: Path, numbers: Sequence[PaperNumber]) -> tuple[Path, int]:
        """Add papers to the bibliography of a manuscript; return it, and how many it lacked.

        Raises:
            EngineError: it cannot be read or written, or is followed; it is as it was.
        """
        from core.manuscript.bib_file import locate_bibliography  # reads BibTeX

        path = locate_bibliography(document)
        return path, self.add_entries(path, self._runtime.library.papers.get_with_source(numbers))


def _unpacked(values: dict[str, Any]) -> FollowState:  # Any: JSON
    known_names = {state_field.name for state_field in fields(FollowState)}
    state_values = {name: value for name, value in values.items() if name in known_names}
    for name in ("folder", "base"):
        state_values[name] = Path(state_values[name]) if state_values.get(name) else None
    state_values["notes"] = tuple(restored(str(note)) for note in state_values.get("notes", ()))
    state_values["problem"] = restored(str(state_values.get("problem", "")))
    return FollowState(**state_values)
