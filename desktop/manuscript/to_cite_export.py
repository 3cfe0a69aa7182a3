"""Writes the list “To cite” into files: bibliographies, a report for co-authors, marked copies."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, QSaveFile
from PySide6.QtWidgets import QWidget

from core.base.errors import DiskFullError, EngineError, UsageError
from core.base.jobs import Job
from core.base.reports import WhatToMark
from core.formats import registry
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    locale,
    translate,
)
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.bar import why_no_gap
from desktop.ui.file_dialogs import choose_target
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.manuscript.text.remarks import Marked
    from core.workspace import Workspace

REPORT, MARKED, OWN_BIB, INSERTED = "report", "marked", "own bib", "inserted"

FORMATS: dict[str, tuple[str, str]] = {
    **{
        file_format.name: (file_format.title, file_format.endings[0])
        for file_format in registry.FORMATS
        if file_format.cited_from
    },
    OWN_BIB: (QT_TRANSLATE_NOOP("ToCiteExport", "Add to the manuscript's .bib file"), ""),
    INSERTED: (QT_TRANSLATE_NOOP("ToCiteExport", "Copy with the citations inserted (Word)"), ""),
    MARKED: (QT_TRANSLATE_NOOP("ToCiteExport", "Marked manuscript"), ""),
    REPORT: (QT_TRANSLATE_NOOP("ToCiteExport", "Report for co-authors"), ".html"),
}
"""What a person can choose from: a name, in English, and how files of it end.

A copy of the manuscript ends as the manuscript does.
"""


def name_export(kind: str) -> str:
    """Return the name of what can be exported in the language of the window."""
    context = "ToCiteExport" if kind in (MARKED, REPORT, OWN_BIB, INSERTED) else "Formats"
    return translate(context, FORMATS[kind][0])


_LIST = ("to-cite", QT_TRANSLATE_NOOP("ToCiteExport", "Export the list"))
_ASKED = {
    REPORT: ("citations", QT_TRANSLATE_NOOP("ToCiteExport", "Export the report")),
    MARKED: ("marked", QT_TRANSLATE_NOOP("ToCiteExport", "Export a marked copy")),
    INSERTED: ("cited", QT_TRANSLATE_NOOP("ToCiteExport", "Insert citations into a copy")),
}


class ToCiteExport(QObject):
    """Writes what was chosen for the sentences of a session. An older file stays if that fails."""

    def __init__(
        self, session: ManuscriptSession, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(session)
        self._session = session
        self._workspace = workspace
        self._runner = runner
        self._notify = notify

    def why_not(self, kind: str) -> str:
        """Return why there is nothing to write; "" if there is."""
        if kind == MARKED:
            why = self._workspace.marked_copies.why_not(self._session.opened)
            return in_language(why) or self._nothing_to_mark()
        why = self._why_no_bib() if kind == OWN_BIB else ""
        if kind == INSERTED:
            why = in_language(self._workspace.marked_copies.why_no_citations(self._session.opened))
        is_empty = kind != REPORT and not self._session.to_cite()
        return why or (self.tr("The list to cite is empty") if is_empty else "")

    def _why_no_bib(self) -> str:
        """Return why nothing can be added to a file of the manuscript; "" if it can."""
        if self._session.opened.path is None:
            return self.tr("A passage has no .bib file")
        is_fixed = self._workspace.library.read_only
        return self.tr("This library is open for reading only") if is_fixed else ""

    def ask(self, kind: str, parent: QWidget) -> None:
        """Let the person choose a file, then write it."""
        if kind == OWN_BIB:
            self.add_to_bib()
            return
        name, suffix = name_export(kind), FORMATS[kind][1]
        path = self._session.opened.path
        stem = path.with_suffix("").name if path is not None else "passage"
        end, title = _ASKED.get(kind, _LIST)
        if kind in (MARKED, INSERTED) and path is not None:
            suffix = path.suffix
        kinds = f"{name} (*{suffix})"
        file = choose_target(parent, self.tr(title), f"{stem}-{end}{suffix}", kinds, beside=path)
        if file is not None:
            self.write(file if file.suffix else file.with_suffix(suffix), kind)

    def write(self, path: Path, kind: str) -> None:
        """Write the file on a worker thread, then say so."""
        if kind == MARKED:
            self._mark(path)
            return
        if kind == INSERTED:
            self._insert(path)
            return
        rows = self._session.to_cite()
        numbers = list(dict.fromkeys(paper.number for row in rows for paper in row.papers))
        opened, gaps, workspace = self._session.opened, self._session.marks.gaps, self._workspace

        def work() -> None:
            if kind == REPORT:
                text = workspace.reports.html(opened, rows, gaps, WindowPhrases())
            else:
                text = workspace.papers.export(numbers, kind)
            write_text(path, text)

        def report_written(_: None) -> None:
            wrote = self.tr("Wrote %Ln paper(s) to “{name}”.", "", len(numbers))
            if kind == REPORT:
                wrote = self.tr("Wrote the report to “{name}”.")
            self._notify(choose_plural(wrote, len(numbers)).format(name=path.name))

        self._runner.run(work, report_written, owner=self)

    def add_to_bib(self) -> None:
        """Add the papers to the bibliography of the manuscript, as an action of the history."""
        document = self._session.opened.path
        rows = self._session.to_cite()
        numbers = list(dict.fromkeys(paper.number for row in rows for paper in row.papers))
        if document is None:
            return

        def work() -> tuple[Path, int]:
            return self._workspace.bib_following.add_to_document(document, numbers)

        def report_added(outcome: tuple[Path, int]) -> None:
            path, count = outcome
            text = self.tr("Added %Ln entr(y|ies) to “{name}”.", "", count)
            if not count:
                text = self.tr("“{name}” has all of these papers already.")
            self._notify(choose_plural(text, count).format(name=path.name))

        self._runner.run(work, report_added, owner=self, write=True)

    def _nothing_to_mark(self) -> str:
        marks = self._session.marks
        if marks.gaps or self._session.to_cite():
            return ""
        return why_no_gap(marks, complete=not self._session.reading.loses_text)

    def _mark(self, path: Path) -> None:
        """Write a marked copy as a job: it asks for suggestions for each gap."""
        opened, workspace = self._session.opened, self._workspace
        marking = WhatToMark(
            gaps=tuple(self._session.marks.gaps),
            chosen=self._session.to_cite(),
            breadth=self._session.breadth,
            limit=self._session.limit,
            paper_filter=self._session.paper_filter,
        )

        def work(job: Job) -> Marked:
            return workspace.marked_copies.write(opened, path, marking, WindowPhrases(), job)

        def report_marked(marked_copy: Marked) -> None:
            count = marked_copy.remarks - len(marked_copy.missed)
            wrote = self.tr("Wrote “{name}” with %Ln remark(s).", "", count)
            if len(marked_copy.files) > 1:
                wrote = self.tr("Wrote “{name}” and its chapters with %Ln remark(s).", "", count)
            words = choose_plural(wrote, count).format(name=path.name)
            if marked_copy.missed:
                missed = self.tr("Some sentences were not found: {missed}.")
                words += " " + missed.format(missed=figure(len(marked_copy.missed)))
            self._notify(words, until_closed=bool(marked_copy.missed))

        title = self.tr("Writing “{0}”").format(path.name)
        self._runner.start_job(title, work, report_marked, owner=self, write=False)

    def _insert(self, path: Path) -> None:
        """Write a copy of a Word document with the papers of the list cited in it."""
        opened, workspace, rows = self._session.opened, self._workspace, self._session.to_cite()

        def work(job: Job) -> Marked:
            return workspace.marked_copies.insert_citations(opened, path, rows, job=job)

        def report_inserted(copy: Marked) -> None:
            count = copy.remarks - len(copy.missed)
            wrote = self.tr("Wrote “{name}” with %Ln citation(s).", "", count)
            if copy.missed:
                wrote = self.tr(
                    "Wrote “{name}” with %Ln citation(s). Some sentences were not found: {missed}.",
                    "",
                    count,
                )
            missed = figure(len(copy.missed))
            words = choose_plural(wrote, count).format(name=path.name, missed=missed)
            self._notify(words, until_closed=bool(copy.missed))

        title = self.tr("Writing “{0}”").format(path.name)
        self._runner.start_job(title, work, report_inserted, owner=self, write=False)


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    file = QSaveFile(str(path))
    content = text.encode("utf-8")
    opened = file.open(QSaveFile.OpenModeFlag.WriteOnly)
    if not (opened and file.write(content) == len(content) and file.commit()):
        raise _reason(path, file)


def _reason(path: Path, file: QSaveFile) -> EngineError:
    message = translate("ToCiteExport", "“{name}” could not be written: {reason}.").format(
        name=path.name, reason=file.errorString().lower().rstrip(".")
    )
    if file.error() == QSaveFile.FileError.ResourceError:
        return DiskFullError(
            message, remedy=translate("ToCiteExport", "Free some space, or choose another folder.")
        )
    return UsageError(
        message,
        remedy=translate("ToCiteExport", ("Choose a folder where you have permission to write.")),
    )


# --- texts of the engine in the language of the window ----------------------------------
#
# The language of the window for what the engine writes into files, such as the report.


class WindowPhrases:
    """Says in the language of the window what the engine says in English. Safe from any thread."""

    @property
    def language(self) -> str:
        """The code of the language, as HTML has it."""
        return locale().bcp47Name()

    def say(self, text: str, /) -> str:
        """Return a phrase of the engine in the language of the window."""
        return in_language(text)

    def number(self, value: int, /) -> str:
        """Return a count with the signs of the language."""
        return figure(value)

    def day(self, day: date, /) -> str:
        """Return a date with the name of its month."""
        day_text = locale().toString(QDate(day), QLocale.FormatType.LongFormat)  # type: ignore[call-overload]
        return str(day_text)
