"""Followed ``.bib`` files: looks in the background, the dialog that lists them, and conflicts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QDateTime, QLocale, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.library_records import BibConflict, BibOptions, FollowedBib
from core.base.reports import BibReport
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.ui.changes import LibraryChanges
from desktop.ui.dialogs import ExplainedDialog, add_accept_button, close_button
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.form_fields import DropDown
from desktop.ui.notify import Notify
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import hbox, plain_tip, push_button

LOOK_EVERY_MS = 4_000
RETRY_AFTER_MS = 60_000
"""When it is tried again after something that should not happen, such as a library that is full."""
_IN_FILE, _IN_LIBRARY = 2, 3
"""Columns of the dialog of conflicts."""
_FILTER = "BibTeX, BibLaTeX (*.bib)"

Source = tuple[str, int, str]


class FollowedBibs(Protocol):
    """The followed files of a library; each call blocks."""

    def files(self) -> list[FollowedBib]:
        """Give the files, by path."""

    def sources(self) -> list[Source]:
        """Give what a file can be in step with beside the whole library."""

    def start(
        self,
        path: Path,
        *,
        collection: int = 0,
        manuscript: int = 0,
        options: BibOptions | None = None,
    ) -> None:
        """Follow a file; an ``EngineError`` says why it cannot be."""

    def set_options(self, path: Path, options: BibOptions) -> None:
        """Write a file in another way from now on."""

    def stop(self, path: Path) -> None:
        """Follow it no longer."""

    def is_due(self) -> bool:
        """Tell whether there is something to take or to write. Quick."""

    def look(self, job: Job | None = None, *, confirmed: Collection[Path] = ()) -> BibReport:
        """Bring files and papers in step."""

    def conflicts(self, path: Path) -> list[BibConflict]:
        """Give what was changed on both sides."""

    def resolve(self, path: Path, key: str, name: str, *, take_file: bool) -> None:
        """Let one side have its way."""

    def rewrite_file(self, path: Path) -> None:
        """Write a file that is missing from the library."""


class BibWatch(QObject):
    """Keeps followed files in step while a library is open.

    ``get_bibs`` makes the service, on a worker thread, when first needed.

    Signals:
        changed: ``files`` or ``sources`` are different now.
        library_changed: papers came, changed or went.
        failed: what was asked for could not be done (an ``EngineError``).
        conflicts_read: the conflicts of a file, for the dialog that asked.
    """

    changed = Signal()
    library_changed = Signal()
    failed = Signal(object)
    conflicts_read = Signal(object)

    def __init__(
        self,
        get_bibs: Callable[[], FollowedBibs],
        changes: LibraryChanges,
        runner: TaskRunner,
        notify: Notify,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._get_bibs, self._changes, self._runner = get_bibs, changes, runner
        self._notify = notify
        self._task: Task | None = None
        self._confirmed: set[Path] = set()
        self._is_pending = False
        self.files: list[FollowedBib] = []
        self.sources: list[Source] = []
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        changes.changed.connect(self.look)  # an undo may be about entries that were added
        self.load()

    def load(self) -> None:
        """Ask which files there are, and what others could be in step with."""
        self._runner.run(self._read_state, self._show, owner=self)

    def start(self, path: Path, source: Source, options: BibOptions) -> None:
        """Follow a file from now on."""
        of, number, _ = source
        collection = number if of == "collection" else 0
        manuscript = number if of == "manuscript" else 0

        def work() -> None:
            self._get_bibs().start(
                path, collection=collection, manuscript=manuscript, options=options
            )

        self._change(work)

    def set_options(self, path: Path, options: BibOptions) -> None:
        """Write a file in another way from now on."""
        self._change(lambda: self._get_bibs().set_options(path, options))

    def stop(self, path: Path) -> None:
        """Follow a file no longer; it stays as it is."""
        self._change(lambda: self._get_bibs().stop(path))

    def confirm(self, path: Path) -> None:
        """Let go what is gone on one side, though it is much."""
        self._confirmed.add(path)
        self._take()

    def rewrite_file(self, path: Path) -> None:
        """Write a file that is missing."""
        self._change(lambda: self._get_bibs().rewrite_file(path))

    def read_conflicts(self, path: Path) -> None:
        """Ask for the conflicts of a file; ``conflicts_read`` has them."""
        self._runner.run(
            lambda: self._get_bibs().conflicts(path), self.conflicts_read.emit, owner=self
        )

    def resolve(self, path: Path, choices: list[tuple[BibConflict, bool]]) -> None:
        """Let one side have its way in each field; ``True`` for the file."""

        def work() -> None:
            for conflict, take_file in choices:
                self._get_bibs().resolve(path, conflict.key, conflict.field, take_file=take_file)

        self._change(work)

    def look(self) -> None:
        """Ask whether anything changed, and bring it in step, unless that is under way."""
        if self._task is None:
            self._task = self._runner.run(
                lambda: self._get_bibs().is_due(), self._take_if_due, failed=self._rest, owner=self
            )

    def _take_if_due(self, due: bool) -> None:
        self._task = None
        if due:
            self._take()

    def _take(self) -> None:
        if self._task is not None:
            self._is_pending = True
            return
        self._is_pending = False
        confirmed, self._confirmed = frozenset(self._confirmed), set()

        def work(job: Job) -> tuple[BibReport, list[FollowedBib], list[Source]]:
            report = self._get_bibs().look(job, confirmed=confirmed)
            return report, *self._read_state()

        self._task = self._runner.start_background_job(
            self.tr("Following .bib files"), work, self._apply, failed=self._rest, owner=self
        )

    def _apply(self, outcome: tuple[BibReport, list[FollowedBib], list[Source]]) -> None:
        self._task = None
        self._timer.setInterval(LOOK_EVERY_MS)
        report, files, sources = outcome
        before = sum(file.conflicts for file in self.files)
        self._show((files, sources))
        if report.touched:
            self._changes.note_action()
            self.library_changed.emit()
        if report.trashed or report.conflicts > before:
            self._tell(report)
        if self._is_pending:
            self._take()

    def _tell(self, report: BibReport) -> None:
        """Say what went to the Trash, and what waits for an answer."""
        words = []
        if report.trashed:
            text = self.tr(
                "%Ln paper(s) deleted from a .bib file are in the Trash.", "", len(report.trashed)
            )
            words.append(choose_plural(text, len(report.trashed)))
        if report.conflicts:
            text = self.tr("%Ln entr(y|ies) changed in the file and here.", "", report.conflicts)
            words.append(choose_plural(text, report.conflicts))
        self._notify(
            " ".join(words),
            stays=True,
            until_closed=bool(report.conflicts),
            undo=self._changes.undo if report.trashed else None,
        )

    def _rest(self, error: EngineError) -> None:
        self._task = None
        self._timer.setInterval(RETRY_AFTER_MS)
        self.failed.emit(error)

    def _change(self, work: Callable[[], object]) -> None:
        def changed() -> tuple[list[FollowedBib], list[Source]]:
            work()
            return self._read_state()

        def show(new_state: tuple[list[FollowedBib], list[Source]]) -> None:
            self._show(new_state)
            self._take()

        self._runner.run(changed, show, failed=self.failed.emit, owner=self, write=True)

    def _read_state(self) -> tuple[list[FollowedBib], list[Source]]:
        return self._get_bibs().files(), self._get_bibs().sources()

    def _show(self, new_state: tuple[list[FollowedBib], list[Source]]) -> None:
        is_news = new_state != (self.files, self.sources)
        self.files, self.sources = new_state
        if self.files:
            self._timer.start()
        else:
            self._timer.stop()
        if is_news:
            self.changed.emit()


class FollowBibDialog(ExplainedDialog):
    """The list of followed files, to add to and to take from."""

    def __init__(self, watch: BibWatch, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "While this library is open, the papers and these files are kept in step in both "
            "directions, by citation key. What you change in the file changes the paper, and "
            "what you change here is written into the file in its own style. A field that was "
            "changed on both sides waits for your choice."
        )
        super().__init__(parent, self.tr("Follow .bib files"), explanation, size=(660, 560))
        self._watch = watch
        self._shown_path: Path | None = None
        """The file whose options were shown last."""
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Followed .bib files"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemSelectionChanged.connect(self._selected)
        self.source = DropDown()
        self.source.setAccessibleName(self.tr("In step with"))
        self.add = push_button(self.tr("Follow this .bib…"), self._choose)
        self.lay_out(
            (self.list, 1),
            self._buttons(),
            self._option_fields(),
            hbox((self.source, 1), self.add),
            close_button(self),
        )
        watch.changed.connect(self._show)
        watch.failed.connect(self.show_problem)
        self._show()
        watch.load()

    def follow(self, path: Path) -> None:
        """Follow a file that was chosen."""
        self.problem.hide()
        source = self.source.currentData()
        if source is not None:
            self._watch.start(path, tuple(source), self.options())

    def options(self) -> BibOptions:
        """Return how the next file is to be written, or the selected one from now on."""
        names = self.leave_out.text().split(",")
        return BibOptions(
            leave_out=tuple(name.strip() for name in names if name.strip()),
            ascii=self.ascii.isChecked(),
            delimiters=str(self.delimiters.currentData()),
            short_journals=self.short_journals.isChecked(),
            sorted=self.sorted.isChecked(),
        )

    def _option_fields(self) -> QFormLayout:
        self.leave_out = QLineEdit()
        self.leave_out.setPlaceholderText(self.tr("abstract, keywords"))
        self.ascii = QCheckBox(self.tr("Write letters such as ä as LaTeX commands"))
        self.short_journals = QCheckBox(self.tr("Abbreviate journals"))
        self.sorted = QCheckBox(self.tr("Sort new entries by key"))
        self.delimiters = DropDown()
        for label, value in (
            (self.tr("As in the file"), ""),
            (self.tr("Braces"), "braces"),
            (self.tr("Quotes"), "quotes"),
        ):
            self.delimiters.addItem(label, value)
        form = QFormLayout()
        form.addRow(self.tr("Fields to leave out:"), self.leave_out)
        form.addRow(self.tr("Values in:"), self.delimiters)
        form.addRow(hbox(self.ascii, self.short_journals, self.sorted, 1))
        self.change_options = push_button(self.tr("Use for the selected file"), self._set_options)
        self.change_options.setToolTip(
            self.tr("Applies to entries written from now on; existing ones are not changed")
        )
        form.addRow(hbox(self.change_options, 1))
        return form

    def _show_options(self, options: BibOptions) -> None:
        self.leave_out.setText(", ".join(options.leave_out))
        self.ascii.setChecked(options.ascii)
        self.short_journals.setChecked(options.short_journals)
        self.sorted.setChecked(options.sorted)
        self.delimiters.setCurrentIndex(self.delimiters.findData(options.delimiters))

    def _set_options(self) -> None:
        if (file := self._file()) is not None:
            self._watch.set_options(file.path, self.options())

    def _buttons(self) -> QHBoxLayout:
        self.stop = push_button(self.tr("Stop following"), self._stop)
        self.stop.setToolTip(self.tr("The file and the papers are not changed"))
        self.conflicts = push_button(self.tr("Choose between changes…"), self._show_conflicts)
        self.confirm = push_button(self.tr("Remove them"), self._confirm)
        self.confirm.setToolTip(
            self.tr("Papers go to the Trash, entries leave the file; both can be undone")
        )
        self.rewrite = push_button(self.tr("Write it again"), self._rewrite)
        return hbox(self.stop, self.conflicts, self.confirm, self.rewrite, 1)

    def _choose(self) -> None:
        dialog = file_dialog(self, self.tr("Follow a .bib file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)  # it may be a new one
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # it is not overwritten
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Follow"))
        dialog.setNameFilters([_FILTER])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def choose_file(name: str) -> None:
            path = Path(name)
            self.follow(path if path.suffix else path.with_suffix(".bib"))

        dialog.fileSelected.connect(choose_file)
        dialog.open()

    def _file(self) -> FollowedBib | None:
        row = self.list.currentRow()
        files = self._watch.files
        return files[row] if self.list.selectedItems() and 0 <= row < len(files) else None

    def _stop(self) -> None:
        if (file := self._file()) is not None:
            self._watch.stop(file.path)

    def _confirm(self) -> None:
        if (file := self._file()) is not None:
            self._watch.confirm(file.path)

    def _rewrite(self) -> None:
        if (file := self._file()) is not None:
            self._watch.rewrite_file(file.path)

    def _show_conflicts(self) -> None:
        if (file := self._file()) is not None:
            ConflictsDialog(self._watch, file.path, self).open()

    def _show(self) -> None:
        row = max(self.list.currentRow(), 0)
        with QSignalBlocker(self.list):
            self.list.clear()
            for file in self._watch.files:
                item = QListWidgetItem(f"{file.path}\n{describe_followed(file)}")
                notes = "\n".join(in_language(note) for note in file.notes)
                item.setToolTip(plain_tip(notes or str(file.path)))
                self.list.addItem(item)
            if row < self.list.count():
                self.list.setCurrentRow(row)
        chosen = self.source.currentData()
        self.source.clear()
        self.source.addItem(self.tr("The whole library"), ("library", 0, ""))
        for source in self._watch.sources:
            name = source[2]
            label = name if source[0] == "collection" else self.tr("Cited in “{0}”").format(name)
            self.source.addItem(label, source)
        index = next(
            (n for n in range(self.source.count()) if self.source.itemData(n) == chosen), 0
        )
        self.source.setCurrentIndex(index)
        self._selected()

    def _selected(self) -> None:
        file = self._file()
        path = file.path if file is not None else None
        if path != self._shown_path:  # not on every look: the fields may have been changed since
            self._shown_path = path
            self._show_options(file.options if file is not None else BibOptions())
        self.stop.setEnabled(file is not None)
        self.change_options.setEnabled(file is not None)
        self.conflicts.setEnabled(file is not None and bool(file.conflicts))
        self.confirm.setVisible(file is not None and bool(file.pending))
        is_stuck = file is not None and bool(file.problem) and not file.pending
        self.rewrite.setVisible(is_stuck)


class ConflictsDialog(ExplainedDialog):
    """Shows what was changed in a file and in the library side by side, to choose from."""

    def __init__(self, watch: BibWatch, path: Path, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "Click the value that is to stay. What you do not choose stays as it is on both sides."
        )
        super().__init__(parent, self.tr("Changed on both sides"), explanation, size=(820, 460))
        self._watch, self._path = watch, path
        self._conflicts: list[BibConflict] = []
        self.table = QTableWidget(0, 4)
        self.table.setAccessibleName(self.tr("Changed on both sides"))
        self.table.setHorizontalHeaderLabels(
            [self.tr("Paper"), self.tr("Field"), self.tr("In the file"), self.tr("In the library")]
        )
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setWordWrap(True)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.itemChanged.connect(self._toggle)
        self.apply = push_button(self.tr("Apply"))
        self.lay_out((self.table, 1), add_accept_button(self, self.apply, self._resolve))
        watch.conflicts_read.connect(self._show)
        watch.read_conflicts(path)
        self._update_button()

    def choose(self, row: int, *, take_file: bool) -> None:
        """Choose the value of the file, or that of the library, in a row."""
        self._cell(row, _IN_FILE if take_file else _IN_LIBRARY).setCheckState(Qt.CheckState.Checked)

    def _show(self, conflicts: list[BibConflict]) -> None:
        self._conflicts = conflicts
        self.table.blockSignals(True)
        self.table.setRowCount(len(conflicts))
        for row, conflict in enumerate(conflicts):
            paper = f"{conflict.title} ({conflict.key})"
            name = conflict.field or self.tr("the entry")
            missing = self.tr("deleted")
            texts = (paper, name, conflict.in_file or missing, conflict.in_library or missing)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text))
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                if column >= _IN_FILE:
                    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                    item.setCheckState(Qt.CheckState.Unchecked)
                self.table.setItem(row, column, item)
        self.table.resizeRowsToContents()
        self.table.blockSignals(False)
        self._update_button()

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    def _toggle(self, item: QTableWidgetItem) -> None:
        if item.checkState() == Qt.CheckState.Checked:
            other = self._cell(item.row(), _IN_FILE + _IN_LIBRARY - item.column())
            other.setCheckState(Qt.CheckState.Unchecked)
        self._update_button()

    def _choices(self) -> list[tuple[BibConflict, bool]]:
        return [
            (conflict, column == _IN_FILE)
            for row, conflict in enumerate(self._conflicts)
            for column in (_IN_FILE, _IN_LIBRARY)
            if self._cell(row, column).checkState() == Qt.CheckState.Checked
        ]

    def _update_button(self) -> None:
        self.apply.setEnabled(bool(self._choices()))

    def _resolve(self) -> None:
        self._watch.resolve(self._path, self._choices())
        self.accept()


def describe_followed(file: FollowedBib) -> str:
    """Return what a followed file is in step with, and where it stands."""
    names = {
        "library": translate("FollowBibDialog", "The whole library"),
        "manuscript": translate("FollowBibDialog", "Cited in “{0}”").format(file.name),
    }
    parts = [names.get(file.of, file.name)]
    if file.problem:
        parts.append(in_language(file.problem))
    elif file.looked_at:
        moment = QDateTime.fromString(file.looked_at, Qt.DateFormat.ISODate).toLocalTime()
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        text = translate("FollowBibDialog", "{0} entries, in step since {1}")
        parts.append(text.format(figure(file.entries), when))
    else:
        parts.append(translate("FollowBibDialog", "not read yet"))
    if file.conflicts:
        text = translate(
            "FollowBibDialog", "%Ln entr(y|ies) changed on both sides", "", file.conflicts
        )
        parts.append(choose_plural(text, file.conflicts))
    return " · ".join(parts)
