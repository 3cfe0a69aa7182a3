"""The full texts of the workspace in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.base.jobs import Job
from core.base.library_records import FullText
from core.base.records import PaperNumber
from core.base.reports import FullTextReport


class FakeFullTexts:
    """A file whose name holds "broken" fails, one whose name holds "crash" is set aside."""

    def __init__(self) -> None:
        self.texts: dict[PaperNumber, FullText] = {}

    def attach(self, number: int, name: str) -> FullText:
        text = FullText(paper=PaperNumber(number), path=Path("/made") / name, state="waiting")
        self.texts[text.paper] = text
        return text

    def read_files(self, job: Job, papers: Sequence[PaperNumber] | None = None) -> FullTextReport:
        report = FullTextReport()
        waiting = [
            text
            for text in self.texts.values()
            if text.state == "waiting" and (papers is None or text.paper in papers)
        ]
        for done, text in enumerate(waiting):
            job.check()
            job.report(done, len(waiting), text.path.name)
            if "broken" in text.path.name:
                reason = f"“{text.path.name}” could not be read: it is damaged."
                self.texts[text.paper] = replace(text, state="failed", reason=reason)
                report.failed += 1
            elif "crash" in text.path.name:
                reason = f"“{text.path.name}” made the reader stop."
                self.texts[text.paper] = replace(text, state="set aside", reason=reason)
                report.set_aside += 1
            else:
                self.texts[text.paper] = replace(text, state="read")
                report.read += 1
        return report

    def any_written(self) -> bool:
        return False

    def all(self) -> list[FullText]:
        return list(self.texts.values())
