"""The library page: what can be done with the papers shown, importing, and full texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, Qt, Signal
from PySide6.QtWidgets import QWidget

from core.base.records import PaperNumber
from desktop.library.actions import LibraryActions
from desktop.library.browser import LibraryBrowser
from desktop.library.citation_data import CitationData
from desktop.library.full_text_report import FullTextsDialog
from desktop.library.import_actions import ImportActions
from desktop.library.import_result import ImportResult
from desktop.library.importing import Importer
from desktop.papers.lookup import LookUps
from desktop.ui.notify import Notify
from desktop.ui.tasks import Task, TaskRunner

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
