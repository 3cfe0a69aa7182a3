"""What the readers of an import share: where records go, and the report of what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from core.base.errors import EngineError, FormatError
from core.base.jobs import Job
from core.base.messages import Message, joined
from core.base.records import PaperNumber, PaperRecord
from core.base.reports import ImportEntry, ImportReport, Refusal
from core.base.stated_keys import stated_key
from core.library.database.connection import storable
from core.library.imports.pasting import PASTED
from core.library.library import Library
from core.library.store.intake import Outcome
from core.library.store.read_entries import EntryKeys

T = TypeVar("T")

BATCH = 2_000
MEND = Message(
    "Correct the entry in the file and import it again; what was imported is not added twice."
)


@dataclass(slots=True)
class ImportRun:
    """One import under way. ``sources`` are what was chosen; ``step`` and ``steps`` count files."""

    library: Library
    job: Job
    on_entry: Callable[[ImportEntry], None] | None
    sources: Sequence[Path] = ()
    report: ImportReport = field(default_factory=ImportReport)
    step: int = 0
    steps: int = 1
    records: int = 0
    keys: EntryKeys = field(default_factory=EntryKeys)
    first_papers: dict[str, PaperNumber] = field(default_factory=dict)
    """By citation key, the papers of the entries of this file that had it first."""

    def begin(self, step: int) -> None:
        """Say that the files before this one are done."""
        self.step, self.records = step, 0
        self.keys, self.first_papers = EntryKeys(), {}

    def tick(self, path: Path) -> None:
        """Stop if asked to; else say how far we are. Call it before each record."""
        self.job.check()
        self.records += 1
        if self.records == 1 or self.records % 100 == 0:
            if self.steps > 1:
                self.job.report(self.step, self.steps, path.name)
            else:
                self.job.report(self.records - 1, 0, path.name)

    def store(self, records: Sequence[PaperRecord], path: Path) -> list[Outcome]:
        """Add records; ``tell`` of them when the transaction that they are part of is done."""
        file = "" if str(path) == PASTED else storable(str(path.absolute()))
        outcomes = self.library.papers.add(
            records, source=storable(path.name), file=file, keys=self.keys
        )
        return self._name_repeated_keys(records, list(outcomes), path)

    def _name_repeated_keys(
        self, records: Sequence[PaperRecord], outcomes: Sequence[Outcome], path: Path
    ) -> list[Outcome]:
        """Say of each further entry of a key what the first one and this one are called now."""
        repeated: dict[int, tuple[str, PaperNumber]] = {}
        for position, (record, outcome) in enumerate(zip(records, outcomes, strict=True)):
            key = record.source.key if record.source is not None else stated_key(record)
            if not key or outcome.number is None:
                continue
            if key in self.first_papers:
                repeated[position] = key, self.first_papers[key]
            else:
                self.first_papers[key] = outcome.number
        if not repeated:
            return list(outcomes)
        numbers = {number for _, number in repeated.values()}
        numbers |= {number for outcome in outcomes if (number := outcome.number) is not None}
        names = self.library.papers.names(list(numbers))
        named_outcomes = list(outcomes)
        for position, (key, first) in repeated.items():
            outcome = outcomes[position]
            if outcome.number not in names or first not in names:
                continue
            first_key, own_key = names[first].key, names[outcome.number].key
            reason = (
                Message(
                    "“{file}” has the key “{key}” more than once; these entries are one paper,"
                    " “{first}”",
                    file=path.name,
                    key=key,
                    first=first_key,
                )
                if outcome.number == first
                else Message(
                    "“{file}” has the key “{key}” more than once; the first entry is now"
                    " “{first}”, this one “{own}”",
                    file=path.name,
                    key=key,
                    first=first_key,
                    own=own_key,
                )
            )
            reasons = filter(None, [reason, outcome.reason])
            named_outcomes[position] = replace(outcome, reason=joined(reasons, "; "))
        return named_outcomes

    def tell(self, outcomes: Sequence[Outcome], locations: Sequence[str], path: Path) -> None:
        """Tell what became of records that are stored for good."""
        ids = self.library.papers.ids(
            [told_outcome.number for told_outcome in outcomes if told_outcome.number is not None]
        )
        for outcome, location in zip(outcomes, locations, strict=True):
            public = ids.get(outcome.number, "") if outcome.number is not None else ""
            self._tell(outcome, outcome.id or public, location, path)

    def unchanged(self, number: PaperNumber, path: Path) -> None:
        """Note that a file is one the library has already."""
        paper = self.library.papers.get(number)
        outcome = Outcome(paper.id, paper.title, "unchanged", number)
        self._tell(outcome, paper.id, "", path)

    def _tell(self, outcome: Outcome, public_id: str, location: str, path: Path) -> None:
        match outcome.status:
            case "refused":
                self.refuse(path, location, outcome.reason, MEND, title=outcome.title)
                return
            case "added":
                self.report.added += 1
            case "merged":
                self.report.merged += 1
            case "unchanged":
                self.report.unchanged += 1
        self._report_entry(
            ImportEntry(
                status=outcome.status,
                source=str(path),
                place=location,
                title=outcome.title,
                id=public_id,
                reason=outcome.reason,
                paper=outcome.number,
            )
        )

    def refuse(
        self, path: Path, location: str, reason: str, remedy: str, *, title: str = ""
    ) -> None:
        """Note that a record or a file could not be taken, and why."""
        self.report.refused.append(Refusal(str(path), location, reason, remedy))
        self._report_entry(
            ImportEntry(
                status="refused", source=str(path), place=location, title=title, reason=reason
            )
        )

    def refuse_entry(self, path: Path, location: str, reason: str) -> None:
        """Note that an entry of a file could not be read."""
        self.refuse(path, location, reason, MEND)

    def refuse_file(self, path: Path, error: EngineError) -> None:
        """Note that a whole file could not be taken, for the reason the error gives."""
        self.refuse(path, "", error.message, error.remedy)

    def skip(self, path: Path, reason: str) -> None:
        """Note that a file in a folder, or what a file names, was passed over."""
        self.report.skipped.append((path, reason))
        self._report_entry(ImportEntry(status="skipped", source=str(path), reason=reason))

    def _report_entry(self, entry: ImportEntry) -> None:
        if self.on_entry is not None:
            self.on_entry(entry)


def batch_entries(run: ImportRun, entries: Iterator[T], path: Path, size: int) -> Iterator[list[T]]:
    """Yield the entries of a file in lists; a file that cannot be read on is refused."""
    batch: list[T] = []
    while True:
        run.tick(path)
        try:
            entry = next(entries)
        except StopIteration:
            break
        except FormatError as error:
            run.refuse_file(path, error)
            break
        batch.append(entry)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
