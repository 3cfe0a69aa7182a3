"""The check of all citations of a manuscript: made once, shown with the audit, saved as a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import EngineError
from core.base.findings import CitationEvidence, EvidenceReport
from core.base.jobs import Job
from core.base.lookups import SERVICE_TITLES
from desktop.language.wording import translate
from desktop.manuscript.evidence_panel import EvidenceText, state_line, state_words
from desktop.manuscript.reference_words import heading
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.to_cite_export import WindowPhrases, write_text
from desktop.ui.file_dialogs import choose_target
from desktop.ui.tasks import Task

Result = TypeVar("Result")


class CitationReport(QObject):
    """Holds what the check of a manuscript's citations found, until its links change.

    Signals:
        changed: the check began, ended or was dropped.
        saved(str): the page was written; what to say of that.
    """

    changed = Signal()
    saved = Signal(str)

    def __init__(self, session: ManuscriptSession) -> None:
        super().__init__(session)
        self.report: EvidenceReport | None = None
        self._session = session
        self._links = session.references.links
        self._task: Task | None = None
        session.references.changed.connect(self._drop_outdated)

    @property
    def is_running(self) -> bool:
        """Whether the citations are being checked, or entries looked up."""
        return self._task is not None

    @property
    def services(self) -> list[str]:
        """The services that may be asked for entries, by their titles."""
        consent = self._session.workspace.lookup.consent
        return [SERVICE_TITLES[service] for service in consent.services]

    @property
    def unknown_count(self) -> int:
        """How many entries of the checked manuscript are not in the library."""
        checks = self.report.checks if self.report is not None else ()
        return sum(check.reference not in self._session.references.links for check in checks)

    def run(self) -> None:
        """Check all citations, as a job; nothing leaves the computer."""
        opened, workspace = self._session.opened, self._session.workspace

        def work(job: Job) -> EvidenceReport:
            return workspace.evidence.check_manuscript(opened, job)

        self._start(translate("CitationReport", "Checking citations"), work, self._keep)

    def look_up(self) -> None:
        """Look the entries up online that are not in the library, as a job.

        What the check found stays, however this ends.
        """
        if self.report is None or not self.services:
            return
        opened, workspace, report = self._session.opened, self._session.workspace, self.report

        def work(job: Job) -> EvidenceReport:
            return workspace.evidence.look_up_entries(opened, report, workspace.lookup, job)

        title = translate("CitationReport", "Looking up entries online")
        self._start(title, work, self._keep_looked_up)

    def _start(
        self, title: str, work: Callable[[Job], Result], keep: Callable[[Result], None]
    ) -> None:
        if self._task is not None:
            return
        self._links = self._session.opened.links
        self._task = self._session.runner.start_job(
            title, work, keep, failed=self._fail, owner=self, write=False
        )
        self._task.ended.connect(self._end)
        self.changed.emit()

    def save(self, parent: QWidget) -> None:
        """Ask for a file, and write the page for reviewers."""
        path = self._session.opened.path
        name = f"{path.stem if path is not None else 'passage'}-evidence.html"
        title = translate("CitationReport", "Save the report")
        kinds = translate("CitationReport", "Web page (*.html)")
        target = choose_target(parent, title, name, kinds, beside=path)
        if target is not None:
            self.write(target if target.suffix else target.with_suffix(".html"))

    def write(self, target: Path) -> None:
        """Write the page for reviewers on a worker thread, then say so."""
        opened, report = self._session.opened, self.report
        if report is None:
            return

        evidence = self._session.workspace.evidence

        def work() -> None:
            write_text(target, evidence.make_page(opened, report, WindowPhrases()))

        wrote = translate("CitationReport", "Wrote the report to “{name}”.")
        self._session.runner.run(
            work,
            lambda _: self.saved.emit(wrote.format(name=target.name)),
            failed=self._session.troubled.emit,
            owner=self,
        )

    def _keep(self, report: EvidenceReport) -> None:
        if self._links == self._session.references.links:
            self.report = report

    def _keep_looked_up(self, report: EvidenceReport) -> None:
        if self.report is not None and self._links == self._session.references.links:
            self.report = report
            self._session.references.show_looked_up(report.checks)

    def _fail(self, error: EngineError) -> None:
        self._session.troubled.emit(error)

    def _end(self) -> None:
        self._task = None
        self.changed.emit()

    def _drop_outdated(self) -> None:
        if self.report is not None and self._links != self._session.references.links:
            self.report = None
            self.changed.emit()


def citations_html(
    report: EvidenceReport, session: ManuscriptSession, evidence_text: EvidenceText
) -> str:
    """Return the citations of a report, what deserves a look first, as HTML."""
    if not report.citations:
        return ""
    title = translate("CitationReport", "What the cited papers say")
    advice = translate("CitationReport", "Read the passages: they do not judge the citation.")
    counts = [
        f"{state_words(state)[0]}: {count}"
        for state in ("evidence found", "related passage", "nothing near", "no text")
        if (count := sum(citation.state == state for citation in report.citations))
    ]
    parts = [
        f"<h3>{escape(title)} ({len(report.citations)})</h3>",
        f"<p class='muted'>{escape(advice)}<br>{escape(' · '.join(counts))}</p>",
    ]
    parts += [
        _citation(citation, session, evidence_text)
        for citation in report.citations
        if citation.paper is not None and citation.state != "no text"
    ]
    without_text = sorted({one.reference for one in report.citations if one.state == "no text"})
    if without_text:
        parts.append(_list_without_text(without_text, session))
    return "".join(parts)


def _list_without_text(references: Sequence[int], session: ManuscriptSession) -> str:
    """Return the entries of which only the titles are known, on few lines: they may be many."""
    links = [
        f'<a href="reference:{reference}">{escape(session.references.name(reference))}</a>'
        for reference in references
    ]
    advice = translate(
        "CitationReport",
        "Nothing to search in these papers of your library: import their PDFs or abstracts.",
    )
    return f"<p>{escape(advice)}<br>{', '.join(links)}</p>"


def _citation(
    citation: CitationEvidence, session: ManuscriptSession, evidence_text: EvidenceText
) -> str:
    sentence = session.sentences[citation.sentence]
    entry = session.references.entries[citation.reference]
    lines = [
        f'<a href="sentence:{sentence.index}">{escape(sentence.text)}</a>',
        f'<a href="reference:{citation.reference}">{escape(heading(entry))}</a>',
        state_line(citation),
    ]
    return f"<p>{'<br>'.join(lines)}</p>{evidence_text.details(citation, passages=1)}"
