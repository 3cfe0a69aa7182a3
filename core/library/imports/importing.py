"""Imports files, folders and corpora: chooses the reader and reports what became of each record.

Streaming and batched. A record or a file that cannot be read is listed and costs only itself;
what was taken before a stop or a failure stays.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from core.base import space
from core.base.children import ChildProcess, module_command
from core.base.errors import FormatError, PdfError
from core.base.files import get_file_size
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.records import PaperNumber
from core.base.reports import ImportEntry, ImportReport
from core.formats import child
from core.formats.corpus import edge_files, fulltext_files, holds_fulltexts, papers_files
from core.formats.detect import detect_kind, unknown_kind
from core.formats.entries import Entry
from core.formats.packed import unpack
from core.formats.registry import get_format
from core.library.imports import zotero_database
from core.library.imports.corpus_import import import_edges, import_fulltexts
from core.library.imports.import_run import BATCH, ImportRun, batch_entries
from core.library.imports.pasting import PASTED, parse_entries
from core.library.imports.pdf_import import ManuscriptReader, PdfImport
from core.library.library import Library
from core.library.store.attachments import content_hash, is_pdf, keep_copy
from core.library.store.groups import GroupStore
from core.library.store.inverses import note_files

__all__ = ["PARTS", "ManuscriptReader", "import_sources"]

PARTS = frozenset({"papers", "fulltexts", "edges"})
"""The parts of a corpus folder, as ``only`` names them."""

_Members = defaultdict[str, list[PaperNumber]]
_Reader = Callable[[ImportRun, Path], None]
_Step = tuple[Path, _Reader]


def import_sources(  # the library, what to read, and how to follow it
    library: Library,
    sources: Sequence[Path | str],
    *,
    parser: ManuscriptReader | None,
    only: frozenset[str] = frozenset(),
    job: Job | None = None,
    on_entry: Callable[[ImportEntry], None] | None = None,
) -> ImportReport:
    """Import files, folders of files and corpus folders, and return what became of them.

    A source that is text was pasted or dropped: entries in the form of any reference file, DOIs
    and arXiv ids, or a list of references. Full texts, edges and PDFs come last: by then the
    records that they name, or that name them, are there, with better data than theirs. ``only``
    picks parts of corpus folders. Without a ``parser`` PDFs are refused. A stop
    (``JobCancelled``) keeps what was stored until then; ``on_entry`` has told of it.
    """
    if unknown := only - PARTS:
        raise ValueError(f"a corpus has no parts {sorted(unknown)}")
    paths = [source for source in sources if isinstance(source, Path)]
    files = [source for source in sources if isinstance(source, Path)]
    space.require(library.folder, space.for_import(files), Message("the import"))
    run = ImportRun(library, job or SilentJob(), on_entry, paths)
    pdfs = PdfImport(parser)
    with library.database.action(Message("Imported papers")) as action:
        try:
            with ExitStack() as stack:
                _read_all(run, sources, only or PARTS, pdfs, stack)
        finally:
            action.description = _words(run.report)
    run.report.action = action.number
    pdfs.link_references(run)
    run.job.report(run.steps, run.steps)
    return run.report


def _words(report: ImportReport) -> Message:
    """Say what an import brought."""
    if not report.merged:
        return Message("Imported papers: {added:,}", added=report.added)
    return Message(
        "Imported papers: {added:,}, added details to {merged:,}",
        added=report.added,
        merged=report.merged,
    )


def _read_all(
    run: ImportRun,
    sources: Sequence[Path | str],
    only: frozenset[str],
    pdfs: PdfImport,
    stack: ExitStack,
) -> None:
    steps = [_pasted_step(source) for source in sources if isinstance(source, str)]
    finder = _Finder(run, only, pdfs, stack)
    steps += [step for source in sources if isinstance(source, Path) for step in finder.of(source)]
    later: tuple[_Reader, ...] = (import_fulltexts, import_edges, pdfs.import_pdf)
    steps.sort(key=lambda step: step[1] in later)
    run.steps = len(steps)
    for position, (path, read_step) in enumerate(steps):
        run.begin(position)
        read_step(run, path)


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the files of a source that are to be read, each with who reads it."""

    run: ImportRun
    only: frozenset[str]
    pdfs: PdfImport
    stack: ExitStack

    def of(self, source: Path) -> Iterator[_Step]:
        """Yield the steps of a source as it was chosen."""
        try:
            kind = detect_kind(source)
            if kind is None:
                raise unknown_kind(source)
        except FormatError as error:
            self.run.refuse_file(source, error)
            return
        yield from self._of_kind(source, kind)

    def _of_kind(self, source: Path, kind: str) -> Iterator[_Step]:
        match kind:
            case "corpus":
                yield from _corpus_steps(source, self.only, self.run.sources)
            case "folder":
                yield from self._of_folder(source)
            case "archive":
                yield from self._of_archive(source)
            case "pdf":
                yield source, self.pdfs.import_pdf
            case "jsonl" if holds_fulltexts(source):
                yield source, import_fulltexts
            case _:
                base = source if source.is_dir() else source.parent
                yield source, _record_reader(source, kind, NamedFiles(base, self.run.sources))

    def _of_folder(self, folder: Path) -> Iterator[_Step]:
        """Yield what is in a folder and the folders in it; what is of no known kind is skipped."""
        for path in _listed(self.run, folder):
            try:
                kind = detect_kind(path)
            except FormatError as error:
                self.run.refuse_file(path, error)
                continue
            if kind is None:
                self.run.skip(path, Message("files of this kind cannot be imported"))
            else:
                yield from self._of_kind(path, kind)

    def _of_archive(self, archive: Path) -> Iterator[_Step]:
        for folder, member in members(self.run, archive, self.stack):
            if member.kind == "pdf":
                self.pdfs.unpacked[member.display_path] = member.path
                yield member.display_path, self.pdfs.import_pdf
            else:
                files = NamedFiles(member.path.parent, [folder], keep_in=self.run.library.folder)
                yield member.display_path, _record_reader(member.path, member.kind, files)


def _record_reader(content: Path, kind: str, files: NamedFiles) -> _Reader:
    def read_records(run: ImportRun, path: Path) -> None:
        if kind == "zotero":
            entries = zotero_database.read_entries(content, lambda problem: run.skip(path, problem))
        else:
            entries = read_entries(kind, content, run.job)
        _import_records(run, path, entries, files)

    return read_records


def _pasted_step(text: str) -> _Step:
    files = NamedFiles(None, ())
    return Path(PASTED), lambda run, path: _import_records(run, path, parse_entries(text), files)


def _corpus_steps(folder: Path, only: frozenset[str], chosen: Sequence[Path]) -> Iterator[_Step]:
    """Yield papers first, then what refers to them."""
    if "papers" in only:
        for path in papers_files(folder):
            yield path, _record_reader(path, "jsonl", NamedFiles(folder, chosen))
    if "fulltexts" in only:
        yield from ((path, import_fulltexts) for path in fulltext_files(folder))
    if "edges" in only:
        yield from ((path, import_edges) for path in edge_files(folder))


def _listed(run: ImportRun, folder: Path) -> list[Path]:
    """Return the entries of a folder by name, without hidden ones and links to folders."""
    try:
        listed = sorted(folder.iterdir())
    except OSError as error:
        reason = Message("the folder cannot be listed ({reason})", reason=error.strerror)
        run.refuse(folder, "", reason, Message("Check that you have permission to read it."))
        return []
    return [
        path
        for path in listed
        if not path.name.startswith(".") and not (path.is_symlink() and path.is_dir())
    ]


def _import_records(
    run: ImportRun, path: Path, entries: Iterator[Entry], files: NamedFiles
) -> None:
    """Read one source; ``files`` finds those that it names."""
    for batch in batch_entries(run, entries, path, BATCH):
        _import_batch(run, path, batch, files)
    for complaint in files.complaints():
        run.skip(path, complaint)


def _import_batch(run: ImportRun, path: Path, batch: Sequence[Entry], files: NamedFiles) -> None:
    """Store a batch with the files and groups of its entries as one change, then tell of it."""
    usable_entries = [entry for entry in batch if entry.record is not None]
    records = [entry.record for entry in usable_entries if entry.record is not None]
    attached_files = [files.find(entry.attachments) for entry in usable_entries]
    for entry in batch:
        if entry.record is None:
            run.refuse_entry(path, entry.location, entry.problem)
    collections: _Members = defaultdict(list)
    tags: _Members = defaultdict(list)
    with run.library.database.transaction():
        outcomes = run.store(records, path)
        for entry, attached, outcome in zip(usable_entries, attached_files, outcomes, strict=True):
            if outcome.number is None:
                continue
            for pdf, sha256 in attached:
                run.library.papers.attach_file(outcome.number, pdf, sha256)
            note_files(run.library.database, outcome.merge, [sha256 for _, sha256 in attached])
            for members, names in ((collections, entry.collections), (tags, entry.tags)):
                for name in names:
                    members[name].append(outcome.number)
        _assign(GroupStore(run.library.database, "collection"), collections)
        _assign(GroupStore(run.library.database, "tag"), tags)
    final_outcomes = [
        replace(outcome, reason=outcome.reason or entry.note)
        if outcome.status == "added"
        else outcome
        for entry, outcome in zip(usable_entries, outcomes, strict=True)
    ]
    run.tell(final_outcomes, [entry.location for entry in usable_entries], path)


def _assign(groups: GroupStore, members: _Members) -> None:
    for name, papers in members.items():
        groups.assign(groups.add(name), papers)


# --- unpacking archives -----------------------------------------------------------------
#
# Zip archives in an import: unpacked into a folder that is deleted afterwards.
#
# A PDF of an archive is copied into the library, whether it is imported by itself or named by an
# entry of the same archive.

_NOT_IN_ARCHIVES = frozenset({"archive", "corpus", "folder", "zotero"})
_NO_KIND = Message("files of this kind cannot be imported")


class Member(NamedTuple):
    """A file of an archive: how it is called in a report, where it lies, and what it is."""

    display_path: Path
    path: Path
    kind: str


def members(run: ImportRun, archive: Path, stack: ExitStack) -> Iterator[tuple[Path, Member]]:
    """Unpack an archive and yield the folder with each member that can be imported.

    The folder goes when the stack is closed. What is left is told of.
    """
    try:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cocite-")))
        for inside, unpacked_file in unpack(archive, folder, _is_wanted):
            display_path = archive / inside
            if isinstance(unpacked_file, str):
                run.skip(display_path, unpacked_file)
                continue
            kind = detect_kind(unpacked_file)
            if kind is None or kind in _NOT_IN_ARCHIVES:
                run.skip(display_path, _NO_KIND)
            else:
                yield folder, Member(display_path, unpacked_file, kind)
    except FormatError as error:
        run.refuse_file(archive, error)
    except OSError as error:  # there is no room to unpack it
        message = Message(
            "“{archive}” cannot be unpacked: {reason}.", archive=archive.name, reason=error.strerror
        )
        run.refuse_file(archive, FormatError(message, remedy="Unpack it and import the folder."))


def _is_wanted(path: PurePosixPath) -> bool:
    """Whether a member is worth unpacking: not what systems and version control leave in them."""
    return not any(part.startswith((".", "__MACOSX")) for part in path.parts)


# --- which files named by entries may be attached ---------------------------------------
#
# A bibliography may come from anyone, and what it names would be read and kept in the library. So
# a file counts only if it lies in the folder of the source, in a folder that was chosen for the
# same import, or was itself chosen for it; links are followed before that is asked.

_SHOWN = 3


@dataclass(slots=True)
class NamedFiles:
    """Finds what the entries of one source name; keeps account of what it did not take.

    With ``keep_in``, a library's folder, what is found is copied there: where it lies is temporary.
    """

    base: Path | None
    chosen: Sequence[Path]
    keep_in: Path | None = None
    missing: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def find(self, file_names: Sequence[str]) -> list[tuple[Path, str]]:
        """Return path and content hash of each PDF that is there and may be taken."""
        files_found = []
        for file_name in file_names:
            path = self._path(file_name)
            if path is not None:
                try:
                    sha256 = content_hash(path)
                except PdfError:
                    self.missing.append(file_name)
                    continue
                kept_path = path if self.keep_in is None else keep_copy(self.keep_in, path, sha256)
                files_found.append((kept_path, sha256))
        return files_found

    def complaints(self) -> Iterator[str]:
        """Say in a sentence each what became of the files that were not taken."""
        if self.missing:
            yield Message(
                "no PDF is where its entries say: {files}", files=_list_names(self.missing)
            )
        if self.outside:
            yield Message(
                "PDFs outside its folder were not imported: {files}; to include them, choose "
                "them or their folder in the same import",
                files=_list_names(self.outside),
            )

    def _path(self, file_name: str) -> Path | None:
        """Return the PDF that a name leads to; note the name if there is none, or not for us."""
        candidates = [path for path in self._candidates(file_name) if is_pdf(path)]
        allowed = [path for path in candidates if self._may_take(path)]
        if allowed:
            return allowed[0]
        web = "://" in file_name and not file_name.lower().startswith("file:")
        if not web and _ends_as_pdf(file_name):
            (self.outside if candidates else self.missing).append(file_name)
        return None

    def _candidates(self, file_name: str) -> Iterator[Path]:
        """Yield where the file may be: as named, from the root (Mendeley), beside the source."""
        plain_name = _without_scheme(file_name)
        bases = [Path("/")] if self.base is None else [self.base, Path("/")]
        paths = [
            base / spelling
            for spelling in (plain_name, plain_name.replace("\\", "/"))
            for base in bases
        ]
        if self.base is not None and (beside := PureWindowsPath(plain_name).name):
            paths.append(self.base / beside)
        yield from filter(None, map(_resolved, dict.fromkeys(paths)))

    def _may_take(self, path: Path) -> bool:
        folders = [*self.chosen, *([self.base] if self.base is not None else [])]
        return any(
            path.is_relative_to(allowed_folder)
            for allowed_folder in filter(None, map(_resolved, folders))
        )


def _resolved(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # a null character, a loop of links
        return None


def _without_scheme(file_name: str) -> str:
    if not file_name.lower().startswith("file:"):
        return file_name
    try:
        return unquote(urlsplit(file_name).path)
    except ValueError:
        return file_name


def _ends_as_pdf(file_name: str) -> bool:
    return file_name.lower().rstrip().endswith(".pdf")


def _list_names(names: Sequence[str]) -> str:
    shown_names = ", ".join(f"“{name}”" for name in names[:_SHOWN])
    more = len(names) - _SHOWN
    return (
        Message("{names} and {count:,} more", names=shown_names, count=more)
        if more > 0
        else shown_names
    )


# --- guarded ----------------------------------------------------------------------------
#
# Entries of a reference file, parsed in a child process that is killed at its limits.
#
# What it gave until then stays. Formats that are read line by line (paper records) are read here:
# a line is bounded in length, and its parser in time and depth. So is Zotero's database (see
# ``zotero_database``).

logger = logging.getLogger(__name__)

_START_SECONDS = 120.0
_MB = 1024 * 1024
_WAITING = 10  # times its processor time a file may take, while other programs have the processor


class ParserUnavailable(RuntimeError):
    """The parser does not even start: whatever file it is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What parsing may take: ``seconds`` of the processor and ``memory_mb`` for a file.

    Both grow with each MB of the file, which is read as a whole.
    """

    seconds: float = 60.0
    seconds_per_mb: float = 10.0
    memory_mb: int = 1024
    memory_per_mb: int = 24


LIMITS = Limits()


def read_entries(kind: str, path: Path, job: Job) -> Iterator[Entry]:
    """Yield the entries of a reference file in the format of a name.

    Raises:
        FormatError: it cannot be opened or read on, or takes more than ``LIMITS``.
        JobCancelled: a stop was asked for.
    """
    if get_format(kind).reader:
        yield from get_format(kind).read_entries(path)
        return
    parser = _Parser(kind, path, job)
    try:
        yield from parser.entries()
    finally:
        parser.child.kill()


class _Parser:
    """A child that parses one file, always a batch ahead of what is asked for."""

    def __init__(self, kind: str, path: Path, job: Job) -> None:
        self._path, self._job = path, job
        size = get_file_size(path) / _MB
        self._seconds = LIMITS.seconds + LIMITS.seconds_per_mb * size
        self._memory_mb = int(LIMITS.memory_mb + LIMITS.memory_per_mb * size)
        arguments = ("--memory-mb", str(self._memory_mb), kind, str(path.absolute()))
        self._used: float | None = None
        self.child = ChildProcess(
            module_command("core.formats.child", *arguments), "reference parser"
        )

    def entries(self) -> Iterator[Entry]:
        self._answer(time.monotonic() + _START_SECONDS)
        self.child.base_mb = self.child.memory_mb()
        self._used = self.child.cpu_seconds()
        self.child.send({})
        while "entries" in (answer := self._answer(self._until())):
            self.child.send({})
            yield from map(child.unpack, answer["entries"])
        if "error" in answer:
            raise FormatError.unpacked(answer["error"])
        if "bug" in answer:
            logger.error("The parser failed on “%s”\n%s", self._path.name, answer["bug"])
            raise self._beyond(Message("is damaged"))
        if "exhausted" in answer:
            raise self._beyond(self._too_much_memory())

    def _until(self) -> float:
        """Return when to wait no longer, also for a child that other programs keep waiting."""
        return time.monotonic() + self._seconds * _WAITING

    def _answer(self, until: float) -> dict[str, Any]:  # Any: JSON
        answer = self.child.answer(lambda: self._watch(until))
        if answer is None and self._used is None:
            raise ParserUnavailable("the parser of reference files could not start")
        if answer is None:
            raise self._beyond(Message("is damaged and crashed the reader"))
        return answer

    def _watch(self, until: float) -> None:
        self._job.check()
        started = self._used is not None
        over = started and self.child.cpu_seconds() - (self._used or 0.0) > self._seconds
        if over or time.monotonic() > until:
            raise self._beyond(
                Message("took longer than {seconds:g} seconds to read", seconds=self._seconds)
            )
        if self.child.base_mb and self.child.memory_mb() > self._memory_mb + self.child.base_mb:
            raise self._beyond(self._too_much_memory())

    def _too_much_memory(self) -> Message:
        return Message("needs more than {mb:,} MB of memory to read", mb=self._memory_mb)

    def _beyond(self, limit: Message) -> FormatError:
        return FormatError(
            "“{file}” {what}.",
            file=self._path.name,
            what=limit,
            remedy="Split the file, or export it again.",
        )
