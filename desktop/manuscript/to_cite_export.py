"""Writes the list “To cite” into files: bibliographies, and a report for co-authors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSaveFile
from PySide6.QtWidgets import QFileDialog, QWidget

from core.base.errors import DiskFullError, EngineError, UsageError
from core.formats import registry
from desktop.language.phrases import WindowPhrases
from desktop.language.wording import QT_TRANSLATE_NOOP, counted, translate
from desktop.manuscript.session import ManuscriptSession
from desktop.notify import Notify
from desktop.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

REPORT = "report"

FORMATS: dict[str, tuple[str, str]] = {
    **{each.name: (each.title, each.endings[0]) for each in registry.FORMATS if each.cited_from},
    REPORT: (QT_TRANSLATE_NOOP("ToCiteExport", "Report for co-authors"), ".html"),
}
"""What a person can choose from: a name, in English, and how files of it end."""


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
        if kind == REPORT or self._session.to_cite():
            return ""
        return self.tr("Nothing is on the list to cite yet")

    def ask(self, kind: str, parent: QWidget) -> None:
        """Let the person choose a file, then write it."""
        name, suffix = self.tr(FORMATS[kind][0]), FORMATS[kind][1]
        path = self._session.opened.path
        stem = path.with_suffix("").name if path is not None else "passage"
        end = "citations" if kind == REPORT else "to-cite"
        start = (path.parent if path is not None else Path.home()) / f"{stem}-{end}{suffix}"
        title = self.tr("Export the report") if kind == REPORT else self.tr("Export the list")
        chosen, _ = QFileDialog.getSaveFileName(parent, title, str(start), f"{name} (*{suffix})")
        if chosen:
            file = Path(chosen)
            self.write(file if file.suffix else file.with_suffix(suffix), kind)

    def write(self, path: Path, kind: str) -> None:
        """Write the file on a worker thread, then say so."""
        rows = self._session.to_cite()
        numbers = list(dict.fromkeys(paper.number for row in rows for paper in row.papers))
        opened, gaps, workspace = self._session.opened, self._session.marks.gaps, self._workspace

        def work() -> None:
            if kind == REPORT:
                text = workspace.reports.html(opened, rows, gaps, WindowPhrases())
            else:
                text = workspace.papers.export(numbers, kind)
            _write(path, text)

        def done(_: None) -> None:
            wrote = self.tr("Wrote %Ln paper(s) to “{name}”.", "", len(numbers))
            if kind == REPORT:
                wrote = self.tr("Wrote the report to “{name}”.")
            self._notify(counted(wrote, len(numbers)).format(name=path.name))

        self._runner.run(work, done, owner=self)


def _write(path: Path, text: str) -> None:
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
        message, remedy=translate("ToCiteExport", "Choose a folder you may write to.")
    )
