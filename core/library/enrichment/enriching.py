"""Adds citation data from elsewhere to a library: read once from end to end, then stored."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.base.children import ChildProcess, module_command
from core.base.errors import FormatError, UsageError
from core.base.files import writing
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.notices import Notice
from core.base.records import PaperNumber, PaperRecord
from core.base.reports import EnrichReport, Refusal
from core.formats.dumps.readers import INDEX, Form
from core.formats.dumps.scanning import look, names_works_by_omid
from core.library.library import Library
from core.library.store.outside import Origin
from core.library.store.sameness import titles_disagree
from core.library.store.traits import Traits, make_traits

# --- guarded ----------------------------------------------------------------------------
#
# What dumps say of the library's papers, read in a child process that is killed at its limits.

logger = logging.getLogger(__name__)

_START_SECONDS = 120.0
_WAITING = 10  # times its processor time an answer may take, while others have the processor


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What reading may take: ``seconds`` of the processor an answer, and ``memory_mb``."""

    seconds: float = 120.0
    memory_mb: int = 1536


LIMITS = Limits()


class DumpReader:
    """Reads dumps one after the other; a child that was killed is replaced for the next one."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._keys: dict[str, int] = {}
        self._untold: dict[str, int] = {}
        self._with_abstract: list[int] = []
        self._child: ChildProcess | None = None
        self._used = 0.0
        self._name = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def want(self, keys: Mapping[str, int], with_abstract: Iterable[int] = ()) -> None:
        """Ask about more papers, in the dumps that are read from now on."""
        self._keys |= keys
        self._untold |= keys
        self._with_abstract += with_abstract

    def steps(self, path: Path, *, part: int = 0, position: int = 0) -> Iterator[Json]:
        """Yield the steps of ``core.formats.dumps.scanning`` as JSON.

        Raises:
            FormatError: the dump cannot be read, or takes more than ``LIMITS``.
            JobCancelled: a stop was asked for.
        """
        self._name = path.name
        child = self._child or self._started()
        self._tell(child, self._untold, ())
        self._untold = {}
        begin = {"path": str(path.absolute()), "part": part, "position": position}
        child.send(begin)
        self._answer(child)
        try:
            child.send({})
            while "step" in (answer := self._answer(child)):
                child.send({})  # it reads on while this is kept
                yield answer["step"]
        except BaseException:
            self._end()
            raise
        if "error" in answer:
            raise FormatError.unpacked(answer["error"])
        if "bug" in answer or "exhausted" in answer:
            logger.error("Reading “%s” failed\n%s", path.name, answer.get("bug", "out of memory"))
            self._end()
            raise self._beyond(
                self._too_much_memory() if "exhausted" in answer else Message("is damaged")
            )

    def _started(self) -> ChildProcess:
        command = module_command("core.formats.dumps.child", "--memory-mb", str(LIMITS.memory_mb))
        self._child = child = ChildProcess(command, "dump reader", behind=True)
        until = time.monotonic() + _START_SECONDS
        if child.answer(lambda: self._until(until)) is None:
            raise RuntimeError("the reader of citation data could not start")
        self._tell(child, self._keys, self._with_abstract)
        self._untold = {}
        child.base_mb = child.memory_mb()
        return child

    def _tell(self, child: ChildProcess, keys: Mapping[str, int], more: Iterable[int]) -> None:
        child.send({"keys": dict(keys), "with_abstract": list(more)})
        self._answer(child)

    def _until(self, until: float) -> None:
        self._job.check()
        if time.monotonic() > until:
            raise RuntimeError("the reader of citation data could not start")

    def _answer(self, child: ChildProcess) -> Json:
        self._used = child.cpu_seconds()
        until = time.monotonic() + LIMITS.seconds * _WAITING
        answer = child.answer(lambda: self._watch(child, until))
        if answer is None:
            self._end()
            raise self._beyond(Message("is damaged and crashed the reader"))
        return answer

    def _watch(self, child: ChildProcess, until: float) -> None:
        self._job.check()
        if child.cpu_seconds() - self._used > LIMITS.seconds or time.monotonic() > until:
            raise self._beyond(
                Message("took longer than {seconds:g} seconds to read", seconds=LIMITS.seconds)
            )
        if child.base_mb and child.memory_mb() > LIMITS.memory_mb + child.base_mb:
            raise self._beyond(self._too_much_memory())

    def _too_much_memory(self) -> Message:
        return Message("needs more than {mb:,} MB of memory to read", mb=LIMITS.memory_mb)

    def _beyond(self, limit: Message) -> FormatError:
        return FormatError(
            "“{file}” {what}.",
            file=self._name,
            what=limit,
            remedy="Split the file, or download it again.",
        )

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


_BATCH = 1_000
_PAIRS = 20_000
_REMEMBERED = 20_000
_ENDINGS = frozenset(
    {"", ".gz", ".json", ".jsonl", ".ndjson", ".csv", ".zip", ".zst", ".tar", ".tgz", ".parquet"}
)


def enrich(library: Library, paths: Sequence[Path], job: Job | None = None) -> EnrichReport:
    """Read dumps for what they say of the library's papers, and store it as one source.

    A folder stands for the files in it. Files that teach ids are read before those that use them.
    Stopped (``JobCancelled``) or killed, the same call goes on where it was; the same files added
    again later, when the library has more papers, replace what they told before.

    Raises:
        UsageError: there is no file to read.
        FormatError: none of the files is citation data.
    """
    job = job or SilentJob()
    report = EnrichReport()
    files = _sorted_files(paths, report)
    stated = [[path.name, path.stat().st_size, path.stat().st_mtime_ns] for path, _ in files]
    of_files = digest(stated)
    keys: dict[str, int] = {**library.outside.keys(but_of=of_files)}
    origin = Origin(
        name=_make_name(paths),
        forms=tuple(dict.fromkeys(form.title for _, form in files)),
        files=of_files,
        keys=digest([sorted(keys)]),
        lines=0,
        damaged=0,
    )
    earlier = library.outside.same(origin.files)
    with Gathered(library.folder, digest([origin.files, origin.keys])) as gathered:
        if not gathered.resumed and any(keys == origin.keys for _, keys in earlier):
            gathered.discard()
            report.known = True
            return report
        _gather(library, [path for path, _ in files], keys, gathered, report, job)
        _name_missing_meta(files, keys, report)
        description = Message("Added the citation data of “{name}”", name=origin.name)
        with library.database.action(description):
            _store(library, origin, keys, gathered, report, job)
            for number, _ in earlier:
                if number != report.source:
                    library.outside.replace(number, report.source)
        gathered.discard()
    return report


# --- which files of a folder are read -----------------------------------------------------------


def _sorted_files(paths: Sequence[Path], report: EnrichReport) -> list[tuple[Path, Form]]:
    data_files: list[tuple[Path, Form]] = []
    first: FormatError | None = None
    for path in paths:
        for file in _list_files(path):
            try:
                data_files.append((file, look(file)))
            except FormatError as error:
                first = first or error
                if file == path:
                    report.refused.append(Refusal(str(file), "", error.message, error.remedy))
    if not data_files and first is not None:
        raise first
    if not data_files:
        raise UsageError("There is no file to read.", remedy="Name files of citation data.")
    return sorted(data_files, key=lambda pair: pair[1].order)


def _name_missing_meta(
    files: Sequence[tuple[Path, Form]], keys: Mapping[str, int], report: EnrichReport
) -> None:
    """Say which citations name works by OMID alone where no table says what that is."""
    if any(key.startswith("omid:") for key in keys):
        return
    for path, form in files:
        if form is INDEX and names_works_by_omid(path):
            reason = Message("it names works by OMID alone")
            remedy = Message("Add the tables of OpenCitations Meta, which give the DOI of an OMID.")
            report.refused.append(Refusal(str(path), "", reason, remedy))


def _list_files(path: Path) -> list[Path]:
    """Return a file itself, or what may be citation data in a folder and the folders in it."""
    if not path.is_dir():
        return [path]
    return sorted(
        candidate
        for candidate in path.rglob("*")
        if candidate.is_file()
        and candidate.suffix.lower() in _ENDINGS
        and not candidate.name.startswith(".")
    )


def _make_name(paths: Sequence[Path]) -> str:
    name = paths[0].absolute().name
    return name if len(paths) == 1 else f"{name} + {len(paths) - 1}"


# --- reading the files, from where an earlier reading ended -------------------------------------


def _gather(  # the library, what to read, and what becomes of it
    library: Library,
    files: Sequence[Path],
    keys: dict[str, int],
    gathered: Gathered,
    report: EnrichReport,
    job: Job,
) -> None:
    """Read the files from where an earlier reading ended; ``keys`` grows by what they teach."""
    for work in gathered.iterate_findings():
        keys |= dict(_learn(keys, work))
    same = _SameTitle(library)
    with DumpReader(job) as reader:
        reader.want(keys, library.outside.with_abstract())
        for index in range(gathered.reached.file, len(files)):
            try:
                for step in _steps(reader, files, index, gathered, job):
                    kept_works = [f for f in step["found"] if same(f)]
                    gathered.add(
                        index,
                        {
                            **step,
                            "found": kept_works,
                            "others": len(step["found"]) - len(kept_works),
                        },
                    )
                    reader.want(dict(pair for work in kept_works for pair in _learn(keys, work)))
                    if step["stopped"]:
                        reason = Message("it breaks off ({reason})", reason=step["stopped"])
                        report.refused.append(Refusal(str(files[index]), "", reason))
            except FormatError as error:
                report.refused.append(Refusal(str(files[index]), "", error.message, error.remedy))
            gathered.finish(index)
    report.lines, report.damaged = gathered.lines, gathered.damaged
    report.others = gathered.title_conflicts


def _steps(
    reader: DumpReader, files: Sequence[Path], index: int, gathered: Gathered, job: Job
) -> Iterator[Json]:
    """Yield the steps of a file from where it was left, and tell how far all the files are."""
    path, at = files[index], gathered.reached
    here = (at.part, at.position) if at.file == index else (0, 0)
    sizes = [max(data_file.stat().st_size, 1) for data_file in files]
    before, total = sum(sizes[:index]), sum(sizes)
    lines = 0
    for step in reader.steps(path, part=here[0], position=here[1]):
        yield step
        job.check()
        lines += step["lines"]
        note = Message("{file}: {lines:,} lines", file=path.name, lines=lines)
        job.report((before + min(step["read"], sizes[index])) * 1000 // total, 1000, note)


def _learn(keys: dict[str, int], work: Json) -> Iterator[tuple[str, int]]:
    """Take the ids that a record teaches, and yield the new ones."""
    for key in work.get("ids", ()):
        if key not in keys:
            keys[key] = work["paper"]
            yield key, work["paper"]


# --- storing what the files say of the library's papers -----------------------------------------


@dataclass(slots=True)
class _Pending:
    """What waits to be stored in one go."""

    ids: list[tuple[str, int]] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    abstracts: dict[PaperNumber, str] = field(default_factory=dict)
    notices: list[tuple[int, Notice]] = field(default_factory=list)

    @property
    def large(self) -> bool:
        waiting = len(self.ids) + len(self.abstracts) + len(self.notices)
        return waiting >= _BATCH or len(self.pairs) >= _PAIRS


def _store(  # as above
    library: Library,
    origin: Origin,
    keys: Mapping[str, int],
    gathered: Gathered,
    report: EnrichReport,
    job: Job,
) -> None:
    """Store what was found, in several transactions; a stop or a kill between them loses none."""
    pending, met = _Pending(), set[int]()
    for gathered_line in gathered.iterate_findings():
        job.check()
        if "citing" in gathered_line:
            met |= {gathered_line["citing"], gathered_line["cited"]}
            pending.pairs.append((gathered_line["citing"], gathered_line["cited"]))
        else:
            met.add(gathered_line["paper"])
            _take(pending, gathered_line, keys)
        if pending.large:
            job.report(1000, 1000, Message("Storing what was found"))
            _flush(library, _source(library, origin, gathered), pending, report)
            pending = _Pending()
    report.papers = len(met)
    if met:
        report.source = _source(library, origin, gathered)
        _flush(library, report.source, pending, report)


def _source(library: Library, origin: Origin, gathered: Gathered) -> int:
    """Return the source under which this reading is stored; made when there is something."""
    if gathered.source is None:
        counted_origin = replace(origin, lines=gathered.lines, damaged=gathered.damaged)
        gathered.note_source(library.outside.begin(counted_origin))
    assert gathered.source is not None
    return gathered.source


def _take(pending: _Pending, work: Json, keys: Mapping[str, int]) -> None:
    paper = work["paper"]
    pending.ids += [(key, paper) for key in work["ids"] if keys.get(key) == paper]
    pending.pairs += [
        (paper, cited)
        for key in work["references"]
        if (cited := keys.get(key)) is not None and cited != paper
    ]
    if work["abstract"]:
        pending.abstracts.setdefault(PaperNumber(paper), work["abstract"])
    pending.notices += [(paper, Notice(**notice_values)) for notice_values in work["notices"]]


def _flush(library: Library, source: int, pending: _Pending, report: EnrichReport) -> None:
    outside = library.outside
    outside.add_ids(source, pending.ids)
    stated, new = outside.add_citations(source, pending.pairs)
    report.citations += stated
    report.new += new
    report.abstracts += outside.add_abstracts(source, pending.abstracts)
    report.notices += outside.add_notices(source, pending.notices)


class _SameTitle:
    """Tells whether a record that carries a paper's id is of that paper, as far as titles say.

    DOIs are mistyped and copied; without this, another paper's retraction would be told of one.
    """

    def __init__(self, library: Library) -> None:
        self._papers = library.papers
        self._known_traits: dict[PaperNumber, Traits] = {}

    def __call__(self, work: Json) -> bool:
        if not work.get("title"):
            return True
        paper = PaperNumber(work["paper"])
        if paper not in self._known_traits:
            if len(self._known_traits) > _REMEMBERED:
                self._known_traits.clear()
            for number, text in self._papers.texts([paper]).items():
                self._known_traits[number] = make_traits(PaperRecord(title=text.title), ())
        known_traits = self._known_traits.get(paper)
        stated = make_traits(PaperRecord(title=work["title"]), ())
        return known_traits is None or not titles_disagree(known_traits, stated)


# --- the file that collects the results of a reading ------------------------------------
#
# What was found in dumps so far, in a file beside the library until all of it is read.
#
# Each line holds what one step found and where it ended, so that a reading that was stopped or
# killed goes on there. A line that was cut short is dropped.

FOLDER = "enriching"

Json = dict[str, Any]  # Any: JSON


@dataclass(slots=True)
class Position:
    """Where the reading of some files stands: in which of them, in which part, how far in it."""

    file: int = 0
    part: int = 0
    position: int = 0


class Gathered:
    """The file for one reading; a context manager. Of each library there is one at a time."""

    def __init__(self, library: Path, fingerprint: str) -> None:
        """Open the file of an earlier reading of the same files for the same papers, or a new one.

        Raises:
            LibraryError: the folder cannot be written.
        """
        self._folder = library / FOLDER
        self._path = self._folder / f"{fingerprint[:40]}.jsonl"
        self.reached = Position()
        self.lines = self.damaged = self.title_conflicts = 0
        self.forms: list[str] = []
        self.source: int | None = None
        with writing(self._folder):
            if not self._path.exists() and self._folder.exists():
                shutil.rmtree(self._folder)
            self._folder.mkdir(exist_ok=True)
            self._file = self._path.open("a+b")
            self._file.truncate(self._whole())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @property
    def resumed(self) -> bool:
        """Whether an earlier reading had got anywhere."""
        return self.reached != Position() or self.lines > 0

    def add(self, file: int, step: Json) -> None:
        """Keep what a step found."""
        line = {"file": file, **step}
        self._take(line)
        self._write(line)

    def finish(self, file: int) -> None:
        """Say that a file was read to its end."""
        self._take({"file": file + 1})
        self._write({"file": file + 1})

    def note_source(self, source: int) -> None:
        """Remember the source under which this is being stored."""
        self.source = source
        self._write({"source": source})

    def iterate_findings(self) -> Iterator[Json]:
        """Yield all that was found, in order."""
        with self._path.open("rb") as file:
            for line in file:
                yield from json.loads(line).get("found", ())

    def discard(self) -> None:
        """Delete the file: all of it is in the library, or nobody wants it."""
        self._file.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, line: Json) -> None:
        with writing(self._folder):
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()

    def _whole(self) -> int:
        """Take note of every whole line, and return where the last of them ends."""
        end = 0
        self._file.seek(0)
        for line in self._file:
            try:
                value = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                value = None
            if not isinstance(value, dict):
                break
            self._take(value)
            end += len(line)
        return end

    def _take(self, line: Json) -> None:
        if "source" in line:
            self.source = line["source"]
            return
        self.reached = Position(line["file"], line.get("part", 0), line.get("position", 0))
        self.lines += line.get("lines", 0)
        self.damaged += line.get("damaged", 0)
        self.title_conflicts += line.get("others", 0)
        form = line.get("form")
        if form and form not in self.forms:
            self.forms.append(form)


def digest(values: Sequence[object]) -> str:
    """Return a text that stands for some values."""
    return hashlib.sha256(json.dumps(values).encode("utf-8", "surrogatepass")).hexdigest()
