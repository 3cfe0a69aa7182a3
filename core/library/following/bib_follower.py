"""Keeps ``.bib`` files and papers in step by key, in both directions.

A file belongs to the whole library, a collection, or what a manuscript cites. It is read when it
changed and has been saved completely, and written in one step, never over a version that was not
read. What both sides said last is in the library.
"""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from core.base.errors import EngineError, UsageError
from core.base.files import path_text, read_file, replace_bytes, unwritten
from core.base.jobs import Job, SilentJob
from core.base.library_records import BibConflict, BibOptions, FollowedBib
from core.base.messages import Message
from core.base.records import PaperNumber
from core.base.reports import BibReport
from core.formats.bib_text import BibText
from core.library.following.bib_look import (
    ENTRY,
    BibLook,
    FileVersion,
    PaperState,
    TooMany,
    read_states,
)
from core.library.following.bib_plan import OURS
from core.library.following.bib_store import LIVE, BibFile, BibRow, BibStore
from core.library.following.fields import choose_side
from core.library.library import Library
from core.library.store.paper_rows import now, read_papers

SETTLE_SECONDS = 2.0
"""How long a file must be unchanged until it counts as saved completely."""
_LOCK_SECONDS = 10.0
_MOST_NOTES = 30
_MEMBERS = {
    "library": "SELECT number FROM papers WHERE trashed_at IS NULL AND ?1 = 0 ORDER BY number",
    "collection": """SELECT p.number FROM collection_papers m JOIN papers p ON p.number = m.paper
        WHERE m.collection = ? AND p.trashed_at IS NULL ORDER BY p.number""",
    "manuscript": """SELECT p.number FROM papers p WHERE p.trashed_at IS NULL AND p.number IN (
            SELECT paper FROM decisions WHERE manuscript = ?1 AND decision = 'cite'
            UNION SELECT paper FROM corrected_links WHERE manuscript = ?1 AND paper IS NOT NULL)
        ORDER BY p.number""",
}

_State = tuple[object, ...]


class _Changing(Exception):
    """The file is being saved, or was saved by somebody else meanwhile."""


class BibFollower:
    """The followed ``.bib`` files of one library. One thread at a time lets them follow."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._database = library.database
        self._store = BibStore(library.database)
        self._states: dict[Path, _State] = {}
        self._first_seen: dict[Path, tuple[object, float]] = {}

    # --- which files are followed -----------------------------------------------------------

    def files(self) -> list[FollowedBib]:
        """Return the followed files by path, each with where it stands."""
        names = self._names()
        conflicts = self._store.conflict_counts()
        return [
            FollowedBib(
                path=file.path,
                kind=file.kind,
                of=file.of,
                name=names.get((file.of, file.number), ""),
                options=file.options,
                entries=file.entries,
                looked_at=file.looked_at,
                problem=file.problem,
                pending=file.pending,
                conflicts=conflicts.get(str(file.path), 0),
                notes=file.notes,
            )
            for file in self._store.files()
        ]

    def sources(self) -> list[tuple[str, int, str]]:
        """Return what a file can be in step with beside the whole library: kind, number, name."""
        rows = self._database.rows(
            """SELECT 'collection', number, name FROM (
                   SELECT * FROM collections ORDER BY name COLLATE NOCASE)
               UNION ALL SELECT 'manuscript', number, title FROM (
                   SELECT * FROM manuscripts ORDER BY opened_at DESC LIMIT 50)"""
        )
        return [(kind, number, name) for kind, number, name in rows]

    def start(
        self,
        path: Path,
        *,
        collection: int = 0,
        manuscript: int = 0,
        kind: str = "",
        options: BibOptions | None = None,
    ) -> None:
        """Follow a file from the next look on; without a group, for the whole library.

        Raises:
            UsageError: it is followed or kept in step already, lies in the library's own folder,
                or is no file.
        """
        path = path.expanduser().absolute()
        if path.is_relative_to(self._database.folder.absolute()):
            raise UsageError(
                "“{file}” is in the folder of the library.",
                file=path.name,
                remedy="Choose the folder of your manuscript.",
            )
        if path.is_dir():
            raise UsageError(
                "“{file}” is a folder.", file=path.name, remedy="Choose a .bib file in it."
            )
        followed = [file.path for file in self._store.files()]
        kept_paths = self._database.column("SELECT path FROM kept_files")
        if path in followed or str(path) in kept_paths:
            raise UsageError(
                "“{file}” is already kept in step.",
                file=path.name,
                remedy="Stop keeping it first, or choose another name.",
            )
        if not kind:
            kind = self._detect_kind(path)
        of = "collection" if collection else "manuscript" if manuscript else "library"
        file = BibFile(path, kind, of, collection or manuscript, options or BibOptions())
        path_text(path)
        with self._database.change(Message("Started following “{file}”", file=path.name)):
            self._store.add(file)

    def set_options(self, path: Path, options: BibOptions) -> None:
        """Write a file in another way from now on; what stands there stays."""
        if (file := self._find(path)) is not None:
            self._store.note(file, options=options)

    def stop(self, path: Path) -> None:
        """Follow a file no longer; it and all papers stay as they are."""
        with self._database.change(Message("Stopped following “{file}”", file=path.name)):
            self._store.remove(path)
        self._states.pop(path, None)

    # --- looking ----------------------------------------------------------------------------

    def is_due(self) -> bool:
        """Tell whether a file or what it is in step with changed. Quick."""
        if self._library.read_only:
            return False
        return any(self._state(file) != self._states.get(file.path) for file in self._store.files())

    def look(
        self,
        job: Job | None = None,
        *,
        confirmed: Collection[Path] = (),
        only: Path | None = None,
    ) -> BibReport:
        """Bring the files and the papers in step; ``confirmed`` are those where much may go.

        What keeps a file from being followed is noted, and it is tried again when it changes.

        Raises:
            JobCancelled: a stop was asked for; what was finished stays.
        """
        job = job or SilentJob()
        total = BibReport()
        files = [file for file in self._store.files() if only in (None, file.path)]
        for position, file in enumerate(files):
            job.check()
            job.report(position, len(files), file.path.name)
            state = self._state(file)
            if state == self._states.get(file.path) and file.path not in confirmed:
                continue
            try:
                report = self._look(file, confirmed=file.path in confirmed)
            except _Changing:
                total.waiting += 1
                continue
            except EngineError as error:
                self._store.note(file, problem=_describe_problem(error), pending=0)
                self._states[file.path] = state
                total.problems += 1
                continue
            if not (report.waiting or report.problems):  # else it is tried again
                self._states[file.path] = state
            _join(total, report)
        total.conflicts = sum(self._store.conflict_counts().values())
        job.report(len(files), len(files))
        return total

    def look_settled(self, job: Job, *, confirmed: Collection[Path] = ()) -> BibReport:
        """Look until no file is being saved, for as long as saving takes."""
        report = self.look(job, confirmed=confirmed)
        deadline = time.monotonic() + 4 * SETTLE_SECONDS
        while report.waiting and time.monotonic() < deadline:
            threading.Event().wait(SETTLE_SECONDS / 8)
            job.check()
            more = self.look(job, confirmed=confirmed)
            report.waiting = 0
            _join(report, more)
            report.conflicts = more.conflicts
        return report

    def _look(self, file: BibFile, *, confirmed: bool) -> BibReport:
        content = self._read_settled(file)
        digest = hashlib.sha256(content).hexdigest()
        rows, members = self._store.entries(file.path), self._read_members(file)
        is_outside = digest != file.digest
        if not is_outside and not file.pending and self._is_quiet(file, rows, members):
            self._store.note(file, problem="", pending=0)
            return BibReport()
        text = BibText(content, file.path.name)
        self._refuse_empty(file, text, rows)
        version = FileVersion(file, text, members, is_outside, confirmed)
        look = BibLook(self._library, self._store, version)
        try:
            self._take(file, look)
        except TooMany as error:
            self._store.note(file, problem=error.problem, pending=error.count)
            return BibReport()
        problem: str = ""
        try:
            digest = hashlib.sha256(self._write(version, look, content)).hexdigest()
        except _Changing:
            look.report.waiting, digest = 1, ""
        except EngineError as error:
            problem = _describe_problem(error)
            look.report.problems += 1
        look.finish()
        self._note(file, look, digest, problem)
        return look.report

    def _take(self, file: BibFile, look: BibLook) -> None:
        """Take what changed in a file, as one action of the history."""
        description = Message("Took changes from “{file}”", file=file.path.name)
        with self._database.action(description) as action, self._database.transaction():
            look.take()
            if look.report.touched:
                action.description = _describe(file.path, look.report)
        look.report.action = action.number

    def _write(self, version: FileVersion, look: BibLook, content: bytes) -> bytes:
        """Write what the plan says in one step; return what the file holds then."""
        file, text = version.file, version.text
        if look.plan.is_empty:
            return content
        text.require_writable()
        edits = look.plan.edits(text, file.kind)
        new = text.apply(edits) if edits else content
        new_text = BibText(new, file.path.name)  # refuses what could not be read again
        if new != content:
            with _locked(file.path):
                if _read_if_any(file.path) != content:
                    raise _Changing
                path = file.path.resolve()
                mode = path.stat().st_mode if path.exists() else None
                replace_bytes(path, new)
                if mode is not None:
                    with contextlib.suppress(OSError):
                        path.chmod(mode & 0o777)
        with self._database.transaction():
            rows, old_keys = look.plan.settle(new_text)
            self._store.drop(file.path, old_keys)
            self._store.put(file.path, rows)
        look.report.entries_written = look.plan.count()
        return new

    def _note(self, file: BibFile, look: BibLook, digest: str, problem: str) -> None:
        report = look.report
        rows = self._store.entries(file.path)
        notes = tuple(report.notes[:_MOST_NOTES])
        is_news = bool(report.touched or report.entries_written or notes)
        self._store.note(
            file,
            digest=digest,
            entries=sum(row.status in LIVE for row in rows),
            looked_at=now() if is_news or not file.looked_at else file.looked_at,
            problem=problem,
            pending=0,
            notes=notes if is_news else file.notes,
        )

    def _is_quiet(self, file: BibFile, rows: list[BibRow], members: list[PaperNumber]) -> bool:
        """Whether no paper changed since the file, which did not change either, was in step."""
        states = read_states(self._library, [row.paper for row in rows if row.paper is not None])
        listed = set(members)
        is_quiet = all(
            _is_row_quiet(
                row,
                states.get(row.paper or PaperNumber(0)),
                is_member=row.paper in listed
                or (file.of == "manuscript" and OURS not in row.fields),
            )
            for row in rows
        )
        return is_quiet and listed <= {row.paper for row in rows if row.status != "removed"}

    # --- conflicts --------------------------------------------------------------------------

    def conflicts(self, path: Path) -> list[BibConflict]:
        """Return what was changed on both sides of a file, by key and field."""
        rows = [row for row in self._store.entries(path) if row.conflicts]
        papers = {
            paper.number: paper
            for paper in read_papers(
                self._database, [row.paper for row in rows if row.paper is not None]
            )
        }
        return [
            BibConflict(
                key=row.key,
                paper=row.paper or PaperNumber(0),
                title=papers[row.paper].title if row.paper in papers else row.key,
                field=name.removeprefix("extra."),
                in_file=values[0],
                in_library=values[1],
            )
            for row in rows
            for name, values in sorted(row.conflicts.items())
        ]

    def resolve(self, path: Path, key: str, name: str, *, take_file: bool) -> None:
        """Let the file or the library have its way in a field; the next look carries it out."""
        row = next((row for row in self._store.entries(path) if row.key == key), None)
        if row is None:
            return
        field = next((n for n in (name, f"extra.{name}") if n in row.conflicts), None)
        if field is None:
            return
        *_, theirs, ours = row.conflicts.pop(field)
        with self._database.transaction():
            if field != ENTRY:
                choose_side(row.fields, field, theirs, ours, file=take_file)
                row.revision = -1
            elif theirs:  # changed in the file, gone here
                self._resolve_gone(path, row, theirs, take_file=take_file)
            else:  # deleted in the file, changed here
                row.status = "released" if take_file else "adding"
                row.conflicts = {}
            self._store.put(path, [row])
        self._states.pop(path, None)
        if (file := self._find(path)) is not None:
            self._store.note(file, digest="")

    def _resolve_gone(self, path: Path, row: BibRow, digest: str, *, take_file: bool) -> None:
        file = self._find(path)
        if not take_file:
            row.digest = digest
        elif row.paper is not None and file is not None:
            self._library.papers.restore([row.paper])
            if file.of == "collection":
                self._library.collections.assign(file.number, [row.paper])
            row.fields.pop(OURS, None)
            row.revision = -1

    def rewrite_file(self, path: Path) -> None:
        """Write a file that is missing or empty from what the library has; the next look does."""
        with self._database.transaction():
            rows = self._store.entries(path)
            for row in rows:
                row.status, row.digest, row.conflicts = "adding", "", {}
            self._store.put(path, rows)
            if (file := self._find(path)) is not None:
                self._store.note(file, digest="", problem="", pending=0)
        self._states.pop(path, None)

    # --- reading a file ---------------------------------------------------------------------

    def _read_settled(self, file: BibFile) -> bytes:
        """Return the content of a file that was saved completely.

        Raises:
            UsageError: it is missing, or cannot be read.
        """
        path = file.path
        before = _file_state(path)
        try:
            content = read_file(path)
        except FileNotFoundError as error:
            return self._read_missing(file, error)
        except OSError as error:
            raise UsageError(
                "“{file}” could not be read: {reason}.",
                file=path.name,
                reason=error.strerror or str(error),
                remedy="Check that the drive is connected and that you have permission to read it.",
            ) from error
        if _file_state(path) != before:
            raise _Changing
        digest = hashlib.sha256(content).hexdigest()
        if digest != file.digest and not self._is_settled(path, before):
            raise _Changing
        return content

    def _read_missing(self, file: BibFile, error: OSError) -> bytes:
        rows = self._store.entries(file.path)
        if not file.path.parent.is_dir():
            raise UsageError(
                "The folder “{folder}” does not exist; the file is followed once it does.",
                folder=file.path.parent,
                remedy="Connect the drive, or stop following the file.",
            ) from error
        if any(row.status in LIVE - {"adding"} for row in rows):
            raise UsageError(
                "“{file}” is missing, so nothing was changed.",
                file=file.path.name,
                remedy="Put it back, write it again, or stop following it.",
            ) from error
        return b""

    @staticmethod
    def _refuse_empty(file: BibFile, text: BibText, rows: list[BibRow]) -> None:
        if text.is_empty and any(row.status in LIVE - {"adding"} for row in rows):
            raise UsageError(
                "“{file}” is empty, so nothing was changed.",
                file=file.path.name,
                remedy="Put its entries back, write it again, or stop following it.",
            )

    def _is_settled(self, path: Path, state: tuple[object, ...]) -> bool:
        """Whether a file has not changed for a while, by its own clock or by ours."""
        modified = state[-1]
        age = time.time() - modified / 1e9 if isinstance(modified, int) else 0.0
        if age >= SETTLE_SECONDS:
            return True
        seen_state, since = self._first_seen.get(path, (None, 0.0))
        if seen_state != state:
            self._first_seen[path] = state, time.monotonic()
            return SETTLE_SECONDS <= 0
        return time.monotonic() - since >= SETTLE_SECONDS

    def _detect_kind(self, path: Path) -> str:
        try:
            return BibText(_read_if_any(path) or b"", path.name).kind
        except (EngineError, OSError):
            return "bibtex"

    # --- reading the library ----------------------------------------------------------------

    def _find(self, path: Path) -> BibFile | None:
        return next((file for file in self._store.files() if file.path == path), None)

    def _read_members(self, file: BibFile) -> list[PaperNumber]:
        return self._database.column(_MEMBERS[file.of], file.number)

    def _state(self, file: BibFile) -> _State:
        """Return what a file and its papers are told by: equal states need no look."""
        revision = self._database.value("SELECT value FROM meta WHERE name = 'revision'")
        members: object = None
        if file.of != "library":
            (members,) = self._database.rows(
                f"SELECT COUNT(*), SUM(number) FROM ({_MEMBERS[file.of]})", file.number
            )
        return (*_file_state(file.path), revision, members, file.options)

    def _names(self) -> dict[tuple[str, int], str]:
        return {
            (of, number): name
            for of, query in (
                ("collection", "SELECT number, name FROM collections"),
                ("manuscript", "SELECT number, title FROM manuscripts"),
            )
            for number, name in self._database.rows(query)
        }


def _is_row_quiet(row: BibRow, state: PaperState | None, *, is_member: bool) -> bool:
    """Whether an entry is where it was left, as far as its paper tells."""
    is_here = state is not None and state.is_live and is_member
    if row.status == "removed":
        return not is_here
    if row.status == "left":
        return is_here
    return (
        row.status in ("common", "added")
        and is_here
        and state is not None
        and row.revision == state.revision
    )


def _describe(path: Path, report: BibReport) -> Message:
    return Message(
        "Took changes from “{file}”: {added:,} added, {changed:,} changed, {trashed:,} in the "
        "Trash",
        file=path.name,
        added=report.added,
        changed=report.changed,
        trashed=len(report.trashed),
    )


def _describe_problem(error: EngineError) -> Message:
    return Message("{problem} {remedy}", problem=error.message, remedy=error.remedy)


def _join(total: BibReport, report: BibReport) -> None:
    total.added += report.added
    total.changed += report.changed
    total.trashed = (*total.trashed, *report.trashed)
    total.entries_written += report.entries_written
    total.waiting += report.waiting
    total.problems += report.problems
    total.notes += report.notes
    total.action = report.action or total.action


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let no other Cocite of this computer write a file meanwhile."""
    name = hashlib.sha256(str(path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    lock = FileLock(Path(tempfile.gettempdir()) / f"cocite-{name}.lock", timeout=_LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout as error:
        raise _Changing from error
    except OSError:  # a folder for temporary files that cannot hold locks
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _read_if_any(path: Path) -> bytes:
    try:
        return read_file(path)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise unwritten(error, path) from error


def _file_state(path: Path) -> tuple[object, ...]:
    """Return what a file is told by from another version of it."""
    try:
        stat = path.stat()
    except OSError as error:
        return error.errno, path.parent.is_dir(), 0
    return stat.st_size, stat.st_ino, stat.st_mtime_ns
