"""The library page: what can be done with the papers shown, importing, and full texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QByteArray,
    QModelIndex,
    QObject,
    QSettings,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QHBoxLayout, QWidget
from typing_extensions import override

from core.base.jobs import Job
from core.base.library_records import FullText, FullTextState, OutsideSource
from core.base.records import PaperNumber
from core.base.reports import EnrichReport
from core.base.settings import Settings
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    short_day,
    translate,
)
from desktop.library.actions import LibraryActions
from desktop.library.browser import LibraryBrowser
from desktop.library.full_texts import FullTexts
from desktop.library.import_actions import ImportActions
from desktop.library.importing import Importer, ImportResult
from desktop.papers.lookup import LookUps
from desktop.ui.dialogs import ExplainedDialog, close_button
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.form_fields import DropDown
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors, set_look
from desktop.ui.widgets import confirm, hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.workspace import Workspace


class LibraryPage(LibraryBrowser):
    """Shows, searches, imports and sorts papers.

    Signals:
        library_changed: papers came, went or were changed.
        import_wanted: the person asks for the dialog that chooses files.
        sample_wanted: the person asks to try the sample manuscript.
    """

    library_changed = Signal()
    import_wanted = Signal()
    sample_wanted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workspace, runner, notify, parent=parent)
        writable = not workspace.library.read_only
        self.importer = Importer(workspace, runner, self)
        self.import_actions = ImportActions(
            self, self.importer, notify, self.changes.undo, enabled=writable
        )
        self.centre.addAction(self.import_actions.paste_here)
        self.library_actions = LibraryActions(self, workspace, runner, notify)
        self.citation_data = CitationData(self, workspace, runner, notify)
        self.look_ups = LookUps(self, workspace, runner, notify, self.changes)
        self._connect()
        self.sidebar.accepts_papers = writable
        self.details.editable = writable
        self.pane.note.setReadOnly(not writable)

    # --- what the window asks -------------------------------------------------------------

    def refresh(self) -> Task:
        """Ask again for everything shown, keeping section, order, selection and scrolling.

        Returns what ends when the papers are shown.
        """
        searching = self.repeat_search()
        if self.duplicates is not None:
            self.duplicates.refresh()
        return searching

    def follow_indexes(self) -> None:
        """Search again where that is done by an index, which is another now."""
        self.count_sections()
        if self.query.text.strip() or self.query.section.kind == "unindexed":
            self.ask()

    def recount(self) -> None:
        """Count again what the sections hold, while papers are indexed."""
        self.count_sections()
        if self.query.section.kind == "unindexed" or not self.model.rowCount():
            self.ask()

    def import_paths(self, paths: Sequence[Path | str]) -> None:
        """Import files and folders as a job."""
        if paths:
            self.importer.start(list(paths))

    def part_in_front(self) -> QWidget:
        """Return the part one works on: the table, a PDF, the duplicates, or what says why not."""
        tab = self.tabs.current_tab()
        if tab is not None:
            return tab.canvas
        if self.duplicates is not None and self.front.currentWidget() is self.duplicates:
            return self.duplicates.part_in_front()
        return self.centre.middle

    def use_settings(self, settings: Settings) -> None:
        """Copy and export in the chosen styles from now on."""
        self.library_actions.use_settings(settings)

    def focus_first(self) -> None:
        """Move into the table, to its first row unless one is chosen."""
        self.tabs.show_home()
        self.table.setFocus()
        if not self.selected_numbers() and self.model.rowCount():
            self.table.select_only(0)

    def show_full_texts(self) -> None:
        """Show where the reading of the full texts stands, file by file."""
        dialog = FullTextsDialog(self.full_texts, self)  # it goes with its library
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))
        dialog.show()

    def save_state(self, settings: QSettings) -> None:
        """Keep widths and columns; what is being typed is stored, open PDFs are let go."""
        self.pane.note.store()
        self.files.save_open(settings)
        self.tabs.close_all()
        settings.setValue("library/splitter", self.splitter.saveState())
        settings.setValue("library/details", self.pane.saveState())
        self.table.save_state(settings)
        self.save_order(settings)

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        for name, splitter in (("splitter", self.splitter), ("details", self.pane)):
            state = settings.value(f"library/{name}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        self.table.restore_state(settings)
        self.restore_order(settings)
        self.files.restore_open(settings)

    # --- putting together -----------------------------------------------------------------

    def _connect(self) -> None:
        actions = self.library_actions
        self.query_changed.connect(actions.sidebar.update_enabled)
        self.papers_shown.connect(actions.update_enabled)
        self.table.selection_settled.connect(actions.update_enabled)
        self.table.customContextMenuRequested.connect(actions.paper_menu)
        self.centre.save_wanted.connect(actions.sidebar.save_search)
        self.centre.import_wanted.connect(self.import_wanted)
        self.centre.sample_wanted.connect(self.sample_wanted)
        self.centre.trash_emptied.connect(actions.empty_trash)
        self.changes.changed.connect(self._changed)
        self.citation_data.changed.connect(self._told_from_elsewhere)
        self.look_ups.changed.connect(self._told_from_elsewhere)
        self.import_actions.lookup_wanted.connect(self.look_ups.ask)
        actions.lookup_wanted.connect(self.look_ups.papers)
        self.importer.import_started.connect(self.centre.show_filling)
        self.importer.finished.connect(self._imported)
        self.import_actions.papers_followed.connect(self._followed)
        self._connect_details()
        self.full_texts.changed.connect(self._texts_changed)
        self.full_texts.changed.connect(self.count_sections)
        self.full_texts.progressed.connect(self._texts_changed)
        self.full_texts.report_wanted.connect(self.show_full_texts)
        self._texts_changed()

    def _connect_details(self) -> None:
        details = self.details
        details.retry_wanted.connect(lambda number: self.full_texts.retry([PaperNumber(number)]))
        details.edit_wanted.connect(self.library_actions.edit_field)
        details.file_added.connect(self.library_actions.add_file.trigger)
        self.files.follow(details, lambda: self.query.text.strip())  # noqa: PLW0108 - later
        self.pane.note.note_edited.connect(
            lambda number, text, goes_on: self.changes.write_note(
                PaperNumber(number), text, goes_on=goes_on
            )
        )

    def _texts_changed(self) -> None:
        self.centre.allow_full_texts(self.full_texts.any_read())
        self.model.forget_papers()
        if len(self.selected_numbers()) == 1:
            self._settling.start()

    def _changed(self) -> None:
        self.repeat_search()  # the page of duplicates follows changes by itself
        self._settling.start()
        self.library_changed.emit()

    def _followed(self) -> None:
        self.full_texts.look()
        self.changes.note_change()

    def _told_from_elsewhere(self) -> None:
        self.model.forget_papers()
        self.changes.note_change()

    def _imported(self, result: ImportResult) -> None:
        self._wanted_paper = self.import_actions.pasted_paper(result)
        self.full_texts.look()
        self.changes.note_action()


# --- adding and removing citation data --------------------------------------------------
#
# Citation data from elsewhere: what was added, adding more of it, and taking it back.


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
            self._notify(message.strip(), stays=True, until_closed=True)
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
            translate(
                "CitationData",
                "%Ln notice(s) of retraction, concern or correction",
                "",
                report.notices,
            ),
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
            return (
                row.name,
                in_language(row.title),
                short_day(row.added_at),
                figure(row.citations),
                figure(row.abstracts),
                figure(row.notices),
            )[column]
        return None


class CitationDataDialog(ExplainedDialog):
    """The list of what was added, to add to and to take from. Not modal."""

    def __init__(self, data: CitationData, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "Files that OpenAlex, Crossref, Semantic Scholar, OpenCitations and Retraction "
            "Watch publish tell which of your papers cite each other, bring missing abstracts, "
            "and say which papers were retracted. Download them yourself: Cocite sends "
            "nothing and reads only what concerns your papers."
        )
        title = self.tr("Citation data")
        super().__init__(parent, title, explanation, size=(760, 420), is_reused=True)
        self._data = data
        self.sources = SourceModel(self)
        self.table = RowTable(
            self.sources, self.tr("Citation data that was added"), letters=(26, 18, 12, 10, 10)
        )
        self.nothing = text_label(self.tr("No citation data was added yet."), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.lay_out((self.table, 1), (self.nothing, 1), self._buttons())
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
        return hbox(self.add_files, self.add_folder, self.remove, 1, close_button(self))

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


# --- where the reading of the full texts stands, file by file. Not modal ----------------

Titles = Mapping[PaperNumber, str]

_ROOT = QModelIndex()
_WORDS: dict[FullTextState, str] = {
    "failed": QT_TRANSLATE_NOOP("FullTextReport", "Failed"),
    "set aside": QT_TRANSLATE_NOOP("FullTextReport", "Set aside"),
    "waiting": QT_TRANSLATE_NOOP("FullTextReport", "Waiting"),
    "read": QT_TRANSLATE_NOOP("FullTextReport", "Indexed"),
}
_TROUBLED = frozenset({"failed", "set aside"})
_MEANING = QT_TRANSLATE_NOOP(
    "FullTextReport",
    "A failed file can be tried again, for instance after it was replaced. One that was set aside "
    "made the reader crash or took too long; it is left alone until you try it again.",
)


def _word(state: FullTextState) -> str:
    return translate("FullTextReport", _WORDS[state])


class FullTextModel(RowModel[FullText]):
    """The files: state, paper, file, reason."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: Titles = {}

    def name(self, titles: Titles) -> None:
        """Show the titles of the papers."""
        self._titles = titles
        if self.rows:
            self.dataChanged.emit(self.index(0, 1), self.index(len(self.rows) - 1, 1))

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("State"), self.tr("Paper"), self.tr("File"), self.tr("Reason")

    @override
    def cell(self, file: FullText, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            is_display = role == Qt.ItemDataRole.DisplayRole
            name = file.path.name if is_display else str(file.path)
            title = self._titles.get(file.paper, "")
            return (_word(file.state), title, name, in_language(file.reason))[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 0:
            return colors().bad if file.state in _TROUBLED else colors().muted
        return None


class FullTextsDialog(QDialog):
    """A list of the files with a choice of what to see, and a way to try again.

    Signals:
        paper_chosen(int): show this paper in the library.
    """

    paper_chosen = Signal(int)

    def __init__(self, full_texts: FullTexts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Full texts"))
        resize_with_text(self, 880, 480)
        self._full_texts = full_texts
        self.model = FullTextModel(self)
        self.summary = text_label()
        self.choice = DropDown()
        self.choice.setAccessibleName(self.tr("Show"))
        self.table = self._make_table()
        buttons = close_button(self)
        self.retry_button = buttons.addButton(
            self.tr("Try again"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.retry_button.clicked.connect(self.retry)
        self._lay_out(buttons)
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._judge())
        full_texts.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Count and list the files as they stand now."""
        files, chosen = self._full_texts.files, self.choice.currentData()
        counts = {state: sum(file.state == state for file in files) for state in _WORDS}
        count_texts = [
            f"{figure(count)} {_word(state).lower()}" for state, count in counts.items() if count
        ]
        self.summary.setText(
            ", ".join(count_texts) or self.tr("No paper of the library has a PDF.")
        )
        blocked = self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItem(self.tr("All ({count})").format(count=figure(len(files))), None)
        for state, count in counts.items():
            if count:
                self.choice.addItem(f"{_word(state)} ({figure(count)})", state)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self.choice.blockSignals(blocked)
        self._show()

    def retry(self) -> None:
        """Let the selected files be read again, or all that could not be."""
        self._full_texts.retry([file.paper for file in self._to_retry()])

    def _to_retry(self) -> list[FullText]:
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        selected = [self.model.rows[row] for row in rows]
        files = selected or self._full_texts.troubled()
        return [file for file in files if file.state in _TROUBLED]

    def _judge(self) -> None:
        files, some = self._to_retry(), self.table.selectionModel().hasSelection()
        self.retry_button.setEnabled(bool(files))
        self.retry_button.setText(
            self.tr("Try again") if some or not files else self.tr("Try all again")
        )
        self.retry_button.setToolTip(
            translate("FullTextReport", _MEANING)
            if files
            else self.tr("Only files that failed or were set aside can be tried again.")
        )

    def _show(self) -> None:
        state = self.choice.currentData()
        order = list(_WORDS)
        files = [file for file in self._full_texts.files if state in (None, file.state)]
        files.sort(key=lambda file: order.index(file.state))
        self.model.show_rows(files)
        self._judge()
        self._full_texts.titles([file.paper for file in files], self._name)

    def _name(self, titles: dict[PaperNumber, str]) -> None:
        self.model.name(titles)

    def _make_table(self) -> RowTable:
        name = self.tr("Full texts")
        words = [translate("FullTextReport", word) for word in _WORDS.values()]
        table = RowTable(self.model, name, letters=(words, 43, 26), several=True)
        table.activated.connect(
            lambda index: self.paper_chosen.emit(self.model.rows[index.row()].paper)
        )
        return table

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        self.summary.setWordWrap(True)
        set_look(self.summary, "heading")
        meaning = text_label(translate("FullTextReport", _MEANING), "muted", wrap=True)
        top = hbox((self.summary, 1), self.choice)
        vbox(top, (self.table, 1), meaning, buttons, of=self, margins=16, spacing=16)
