"""Runs an import as a job, then lists what became of each record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.records import PaperNumber
from core.base.reports import ImportEntry, ImportReport, ImportStatus
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.library.import_result import (
    STATUS_WORDS,
    ImportResult,
    Sources,
    add_import,
    remove_import,
    take_unfinished,
)
from desktop.ui.form_fields import DropDown
from desktop.ui.lifetime import while_alive
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors
from desktop.ui.widgets import hbox, text_label, vbox

if TYPE_CHECKING:
    from core.workspace import Workspace

LISTED_AT_MOST = 20_000
_MOST_LINES = 200  # of a pasted text that are looked at for paths
_LONGEST_PATH = 1_000

_ROOT = QModelIndex()


def list_sources(dropped: QMimeData) -> list[Path | str]:
    """Return what a drop or the clipboard brings: files and folders, else addresses or a text."""
    urls = dropped.urls() if dropped.hasUrls() else []
    paths: list[Path | str] = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    if paths:
        return paths
    text = "\n".join(url.toString() for url in urls) or dropped.text()
    files_by_line = {line: _file_named(line) for line in text.split("\n")[:_MOST_LINES]}
    files = [path for path in files_by_line.values() if path is not None]
    rest = "\n".join(line for line in text.split("\n") if files_by_line.get(line) is None)
    return [*files, *([rest] if rest.strip() else [])]


def _file_named(line: str) -> Path | None:
    """Return the file or folder that a line of text is the whole path or address of."""
    line = line.strip().strip("\"'")
    path = Path(QUrl(line).toLocalFile() if line.startswith("file:") else line)
    looks = line.startswith("file:") or (path.is_absolute() and len(line) < _LONGEST_PATH)
    return path if looks and path.exists() else None


class Importer(QObject):
    """Starts imports, one job each.

    Signals:
        begun: the job (a ``Task``) that imports.
        finished: an ``ImportResult``, also after a cancel or a failure.
    """

    import_started = Signal(Task)
    finished = Signal(object)

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._running: set[str] = set()

    def start(
        self, sources: Sequence[Path | str], *, then: Callable[[], None] | None = None
    ) -> Task:
        """Import files, folders and pasted texts; what was finished stays when it is cancelled.

        ``then`` is called on the worker thread once all of it was imported.
        """
        collected_entries = _Entries()
        key = uuid4().hex
        if then is None:  # a watched folder keeps what is new in it
            self._note_start(key, sources)

        def work(job: Job) -> ImportReport:
            report = self._workspace.imports.add(sources, job=job, on_entry=collected_entries.add)
            if then is not None:
                then()
            return report

        def finish_import(report: ImportReport) -> None:
            self._note_end(key)
            self._finish(task, collected_entries.result(report))

        def failed(error: EngineError) -> None:
            self._note_end(key)
            self._runner.failed.emit(error)
            self._finish(task, collected_entries.result(None))

        def ended() -> None:
            if task.state == "cancelled":
                self._note_end(key)
                self._finish(task, collected_entries.result(None, cancelled=True))

        name = name_sources(sources)
        task = self._runner.start_job(
            self.tr("Importing {name}").format(name=name),
            work,
            finish_import,
            failed=failed,
            owner=self,
        )
        task.ended.connect(while_alive(self, ended))
        self.import_started.emit(task)
        return task

    def keep(self, result: ImportResult) -> None:
        """Keep a report for ``last``."""
        from desktop.library import import_result  # and with it pydantic

        folder = self._workspace.library.folder
        self._runner.run(lambda: import_result.keep(folder, result), write=True)

    def last(self, show: Callable[[ImportResult | None], None]) -> None:
        """Hand over the report of the last import, ``None`` if there is none."""
        from desktop.library import import_result

        folder = self._workspace.library.folder
        self._runner.run(lambda: import_result.load_report(folder), show, owner=self)

    def take_unfinished(self, show: Callable[[Sources], None]) -> None:
        """Hand over what was not imported to its end when the library was closed, once."""
        folder = self._workspace.library.folder
        running = self._running
        self._runner.run(lambda: take_unfinished(folder, running), show, write=True, owner=self)

    def _note_start(self, key: str, sources: Sequence[Path | str]) -> None:
        folder = self._workspace.library.folder
        self._running.add(key)
        self._runner.run(lambda: add_import(folder, key, sources), write=True)

    def _note_end(self, key: str) -> None:
        folder = self._workspace.library.folder
        self._runner.run(lambda: remove_import(folder, key), write=True)

    def _finish(self, task: Task, result: ImportResult) -> None:
        parent = self.parent()
        if isinstance(parent, QWidget):
            task.report = partial(show_report, result, parent.window())
        self.finished.emit(result)


def name_sources(sources: Sequence[Path | str]) -> str:
    """Return the name of the first source, and how many more there are."""
    first, more = sources[0], len(sources) - 1
    name = first.name if isinstance(first, Path) else translate("Importing", "pasted text")
    if not more:
        return name
    # Not a number of files: one of them may be a folder, and whether it is, is for the worker.
    said = choose_plural(translate("Importing", "{name} and %Ln more", "", more), more)
    return said.format(name=name)


class _Entries:
    """Collects entries on the thread of the import; read when that is over."""

    def __init__(self) -> None:
        self.entries: list[ImportEntry] = []
        self.counts: dict[ImportStatus, int] = dict.fromkeys(STATUS_WORDS, 0)
        self.added: list[PaperNumber] = []

    def add(self, entry: ImportEntry) -> None:
        self.counts[entry.status] += 1
        if entry.status == "added" and entry.paper is not None:
            self.added.append(entry.paper)
        quiet = entry.status not in ("refused", "skipped")
        if not quiet or len(self.entries) < LISTED_AT_MOST:
            self.entries.append(entry)

    def result(self, report: ImportReport | None, *, cancelled: bool = False) -> ImportResult:
        citations = report.citations if report is not None else 0
        order = list(STATUS_WORDS)
        entries = sorted(self.entries, key=lambda entry: order.index(entry.status))
        added = tuple(self.added)
        return ImportResult(tuple(entries), dict(self.counts), citations, cancelled, added)


class ImportEntryModel(RowModel[ImportEntry]):
    """What became of each record: what, which, where, why."""

    @override
    def headings(self) -> tuple[str, ...]:
        return ("", self.tr("Record"), self.tr("From"), self.tr("Reason"))

    @override
    def cell(self, entry: ImportEntry, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            is_display = role == Qt.ItemDataRole.DisplayRole
            source = Path(entry.source).name if is_display else entry.source
            where = f"{source}, {in_language(entry.place)}" if entry.place else source
            name = entry.title or entry.id
            word = translate("Importing", STATUS_WORDS[entry.status])
            return (word, name, where, in_language(entry.reason))[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 0:
            return colors().bad if entry.status == "refused" else colors().muted
        return None


class ImportReportDialog(QDialog):
    """The list of one import, with a choice of what to see. Not modal."""

    def __init__(self, result: ImportResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import report"))
        resize_with_text(self, 880, 480)
        self._result = result
        self.entries = ImportEntryModel(self)
        self.table = self._make_table()
        self.choice = DropDown()
        self.choice.setAccessibleName(self.tr("Show"))
        self.choice.addItem(
            self.tr("All ({count})").format(count=figure(sum(result.counts.values()))), None
        )
        for status, word in STATUS_WORDS.items():
            if result.counts[status]:
                text = translate("Importing", word)
                self.choice.addItem(f"{text} ({figure(result.counts[status])})", status)
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        sentence = text_label(result.sentence(), "heading", wrap=True)
        top = hbox((sentence, 1), self.choice)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        vbox(top, (self.table, 1), buttons, of=self, margins=16, spacing=16)
        self._show()

    def _make_table(self) -> RowTable:
        name = self.tr("Result of each record")
        return RowTable(self.entries, name, letters=(14, 34, 22), several=True)

    def _show(self) -> None:
        status = self.choice.currentData()
        entries = self._result.entries
        self.entries.show_rows(
            entries if status is None else [e for e in entries if e.status == status]
        )


def show_report(result: ImportResult, window: QWidget) -> None:
    """Show what became of each record of an import, whichever library is open by now."""
    dialog = ImportReportDialog(result, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
