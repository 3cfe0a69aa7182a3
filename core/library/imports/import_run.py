"""What the readers of an import share: where records go, and the report of what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from core.base.errors import EngineError, FormatError
from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.base.reports import ImportEntry, ImportReport, Refusal
from core.library.database.connection import storable
from core.library.imports.pasting import PASTED
from core.library.library import Library
from core.library.store.intake import Outcome

T = TypeVar("T")

BATCH = 2_000
MEND = Message("Correct the entry in the file and import it again; what was taken is not doubled.")


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

    def begin(self, step: int) -> None:
        """Say that the files before this one are done."""
        self.step, self.records = step, 0

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
        return list(self.library.papers.add(records, source=storable(path.name), file=file))

    def tell(self, outcomes: Sequence[Outcome], locations: Sequence[str], path: Path) -> None:
        """Tell what became of records that are stored for good."""
        ids = self.library.papers.ids([each.number for each in outcomes if each.number is not None])
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
        self._pass_on(
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
        self._pass_on(
            ImportEntry(
                status="refused", source=str(path), place=location, title=title, reason=reason
            )
        )

    def refuse_entry(self, path: Path, location: str, reason: str) -> None:
        """Note that an entry of a file could not be read."""
        self.refuse(path, location, reason, MEND)

    def refuse_file(self, path: Path, error: EngineError) -> None:
        """Note that a whole file could not be taken, for the reason the error gives."""
        self.refuse(path, "", error.said, error.remedy)

    def skip(self, path: Path, reason: str) -> None:
        """Note that a file in a folder, or what a file names, was passed over."""
        self.report.skipped.append((path, reason))
        self._pass_on(ImportEntry(status="skipped", source=str(path), reason=reason))

    def _pass_on(self, entry: ImportEntry) -> None:
        if self.on_entry is not None:
            self.on_entry(entry)


def batches_of(run: ImportRun, entries: Iterator[T], path: Path, size: int) -> Iterator[list[T]]:
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
