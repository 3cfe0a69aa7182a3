"""Citation data from elsewhere: what was added, adding more of it, and taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QHBoxLayout, QWidget
from typing_extensions import override

from core.base.jobs import Job
from core.base.library_records import OutsideSource
from core.base.reports import EnrichReport
from desktop.language.engine_words import in_language
from desktop.language.wording import choose_plural, figure, translate
from desktop.ui.confirm import confirm
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.workspace import Workspace


class CitationData(QObject):
    """Adds citation data to a library and takes it back, one job each.

    Signals:
        changed: what the library knows from elsewhere is another now.
    """

    changed = Signal()

    def __init__(
        self, page: QWidget, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self._page, self._workspace = page, workspace
        self._runner, self._notify = runner, notify
        locked = workspace.library.read_only
        self.why_not = self.tr("This library is open for reading only.") if locked else ""

    def show(self) -> None:
        """Show what was added, with buttons to add more and to take some back."""
        dialog = CitationDataDialog(self, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def ask(self, dialog: CitationDataDialog) -> None:
        """Hand the dialog what was added, the latest first."""
        self._runner.run(self._workspace.enrichment.sources, dialog.show_sources, owner=dialog)

    def add(self, paths: Sequence[Path]) -> None:
        """Read files and folders as a job; cancelled, the same files go on where it was."""

        def work(job: Job) -> EnrichReport:
            return self._workspace.enrichment.add(paths, job)

        name = paths[0].name
        if len(paths) > 1:
            name = self.tr("{name} and {count} more").format(name=name, count=len(paths) - 1)
        title = self.tr("Adding citation data from {name}").format(name=name)
        self._runner.start_job(title, work, self._added, owner=self)

    def remove(self, source: OutsideSource) -> None:
        """Take back what a source told, as a job."""

        def work(job: Job) -> None:
            self._workspace.enrichment.remove(source.number, job)

        def report_removal(_: None) -> None:
            self._notify(self.tr("Removed the data of “{name}”.").format(name=source.name))
            self.changed.emit()

        title = self.tr("Removing {name}").format(name=source.name)
        self._runner.start_job(title, work, report_removal, owner=self)

    def _added(self, report: EnrichReport) -> None:
        self._notify(
            report_sentence(report),
            action=self.tr("Show what was added"),
            call=self.show,
            stays=True,
        )
        for refusal in report.refused:
            message = f"{in_language(refusal.reason)} {in_language(refusal.remedy)}"
            self._notify(message.strip(), stays=True)
        self.changed.emit()


def report_sentence(report: EnrichReport) -> str:
    """Return what citation data told of the library, in a line."""
    if report.known:
        return translate(
            "CitationData", "These files were added before, and there are no new papers since."
        )
    if not report.papers:
        none = translate(
            "CitationData", "%Ln line(s) contain nothing about your papers.", "", report.lines
        )
        return choose_plural(none, report.lines)
    papers_text = translate("CitationData", "%Ln of your papers found", "", report.papers)
    new = translate("CitationData", "%Ln new citation(s)", "", report.new)
    parts = [choose_plural(papers_text, report.papers), choose_plural(new, report.new)]
    for count, phrase in (
        (report.abstracts, translate("CitationData", "%Ln abstract(s)", "", report.abstracts)),
        (
            report.notices,
            translate("CitationData", "%Ln notice(s) of retraction or concern", "", report.notices),
        ),
        (report.damaged, translate("CitationData", "%Ln damaged line(s)", "", report.damaged)),
        (
            report.others,
            translate(
                "CitationData",
                "%Ln record(s) with the id of a paper and another title left out",
                "",
                report.others,
            ),
        ),
    ):
        if count:
            parts.append(choose_plural(phrase, count))
    return ", ".join(parts) + "."


class SourceModel(RowModel[OutsideSource]):
    """What was added: from which files, when, and what the library has from it."""

    @override
    def headings(self) -> tuple[str, ...]:
        return (
            self.tr("Files"),
            self.tr("From"),
            self.tr("Added"),
            self.tr("Citations"),
            self.tr("Abstracts"),
            self.tr("Notices"),
        )

    @override
    def cell(self, row: OutsideSource, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            day = QDate.fromString(row.added_at[:10], Qt.DateFormat.ISODate)
            return (
                row.name,
                in_language(row.title),
                QLocale().toString(day, QLocale.FormatType.ShortFormat),
                figure(row.citations),
                figure(row.abstracts),
                figure(row.notices),
            )[column]
        return None


class CitationDataDialog(QDialog):
    """The list of what was added, to add to and to take from. Not modal."""

    def __init__(self, data: CitationData, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self.setWindowTitle(self.tr("Citation data"))
        resize_with_text(self, 760, 420)
        explanation = text_label(
            self.tr(
                "Files that OpenAlex, Crossref, Semantic Scholar, OpenCitations and Retraction "
                "Watch publish tell which of your papers cite each other, bring missing abstracts, "
                "and say which papers were retracted. Download them yourself: Cocite sends "
                "nothing and reads only what concerns your papers."
            ),
            "muted",
            wrap=True,
        )
        self.sources = SourceModel(self)
        self.table = RowTable(
            self.sources, self.tr("Citation data that was added"), letters=(26, 18, 12, 10, 10)
        )
        self.nothing = text_label(self.tr("No citation data was added yet."), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        parts = explanation, (self.table, 1), (self.nothing, 1), self._buttons()
        vbox(*parts, of=self, margins=16, spacing=12)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        data.changed.connect(self._ask)
        self.show_sources([])
        self._ask()

    def show_sources(self, sources: list[OutsideSource]) -> None:
        """Show what was added."""
        self.sources.show_rows(sources)
        self.nothing.setVisible(not sources)
        self.table.setVisible(bool(sources))
        self._selected()

    def _ask(self) -> None:
        self._data.ask(self)

    def _buttons(self) -> QHBoxLayout:
        self.add_files = push_button(self.tr("Add files…"), lambda *_: self._choose(folder=False))
        self.add_folder = push_button(self.tr("Add folder…"), lambda *_: self._choose(folder=True))
        self.remove = push_button(self.tr("Remove…"), lambda *_: self._remove())
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        return hbox(self.add_files, self.add_folder, self.remove, 1, close)

    def _choose(self, *, folder: bool) -> None:
        modes = QFileDialog.FileMode
        dialog = file_dialog(self, self.tr("Add citation data"))
        dialog.setFileMode(modes.Directory if folder else modes.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: self._data.add([Path(name) for name in names]))
        dialog.open()

    def _chosen(self) -> OutsideSource | None:
        rows = self.table.selectionModel().selectedRows()
        return self.sources.rows[rows[0].row()] if rows else None

    def _selected(self) -> None:
        self.remove.setEnabled(self._chosen() is not None)

    def _remove(self) -> None:
        source = self._chosen()
        if source is None:
            return
        confirm(
            self,
            self.tr("Remove the data of “{name}”?").format(name=source.name),
            self.tr(
                "Its citations, abstracts and notices are removed from the library; abstracts "
                "you edited are kept. Add the files again to restore them."
            ),
            self.tr("Remove"),
            lambda: self._data.remove(source),
        )
