"""The full texts of the workspace in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from core.base.jobs import Job
from core.base.library_records import FullText, FullTextPassage
from core.base.records import PaperNumber
from core.base.reports import FullTextReport


class FakeFullTexts:
    """A file whose name holds "broken" fails, one whose name holds "crash" is set aside."""

    def __init__(self, calls: list[str], wait: Callable[[], None]) -> None:
        self.texts: dict[PaperNumber, FullText] = {}
        self.calls, self._wait = calls, wait

    def attach(self, number: int, name: str) -> FullText:
        text = FullText(paper=PaperNumber(number), path=Path("/made") / name, state="waiting")
        self.texts[text.paper] = text
        return text

    def read(self, job: Job, papers: Sequence[PaperNumber] | None = None) -> FullTextReport:
        report = FullTextReport()
        waiting = [
            text
            for text in self.texts.values()
            if text.state == "waiting" and (papers is None or text.paper in papers)
        ]
        for done, text in enumerate(waiting):
            self._wait()
            job.check()
            job.report(done, len(waiting), text.path.name)
            self.calls.append(f"read {text.path.name}")
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

    def all(self) -> list[FullText]:
        return list(self.texts.values())

    def retry(self, numbers: Sequence[PaperNumber]) -> None:
        self.calls.append(f"retry {list(numbers)}")
        for number in numbers:
            self.texts[number] = replace(self.texts[number], state="waiting", reason="")

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        papers: Sequence[PaperNumber] | None = None,  # noqa: ARG002 - never asked here
    ) -> list[FullTextPassage]:
        self.calls.append(f"search_passages {text}")
        return [
            FullTextPassage(
                paper=file.paper,
                section="Method",
                page=3,
                text=f"We counted {text} each night for a whole season, and on <most> twice.",
            )
            for file in self.texts.values()
            if file.state == "read"
        ][:limit]
