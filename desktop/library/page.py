"""The library page: places on the left, papers in the middle, one on the right, PDFs as tabs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import EngineError, UnknownPaperError
from core.base.library_records import SearchMode
from core.base.records import FullTextPassage, PaperNumber, SortKey
from desktop.changes import LibraryChanges
from desktop.language.wording import figure
from desktop.library import paper_query
from desktop.library.actions import LibraryActions
from desktop.library.centre import LibraryCentre
from desktop.library.full_text_report import FullTextsDialog
from desktop.library.full_texts import FullTexts
from desktop.library.import_actions import ImportActions
from desktop.library.import_result import ImportResult
from desktop.library.importing import Importer
from desktop.library.paper_details import DetailsPane
from desktop.library.paper_files import PaperFiles
from desktop.library.paper_query import Details, Found, Place, PlacesAnswer, Query
from desktop.library.sidebar import Sidebar
from desktop.notify import Notify
from desktop.pages.pdf_tabs import PdfTabs
from desktop.papers.model import PaperModel
from desktop.papers.table import PaperTable
from desktop.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.duplicates.page import DuplicatesPage

TYPING_PAUSE_MS, MEANING_PAUSE_MS, SELECTION_PAUSE_MS = 120, 350, 60
_PLACES_WIDTH = 200


class LibraryPage(QWidget):
    """Shows, searches, imports and sorts papers.

    Signals:
        similar_requested: a tuple of paper numbers.
        library_changed: papers came, went or were changed.
        import_wanted: the person asks for the dialog that chooses files.
        sample_wanted: the person asks to try the sample manuscript.
        search_cleared: the page dropped the words it was searching for.
        search_shown: the words of a saved search, for the search field.
    """

    similar_requested = Signal(tuple)
    library_changed = Signal()
    import_wanted = Signal()
    sample_wanted = Signal()
    search_cleared = Signal()
    search_shown = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        *,
        changes: LibraryChanges | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Build the page; ``changes`` made before on another page of the library go on here."""
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.query = Query()
        self._shown: Query | None = None
        self._asked: Task | None = None
        self._asked_details: Task | None = None
        self._wanted: PaperNumber | None = None
        self._passages: Mapping[PaperNumber, Sequence[FullTextPassage]] = {}
        self.model = PaperModel(runner, workspace.papers.rows, self)
        self.table = PaperTable(self.model)
        self.sidebar = Sidebar()
        self.centre = LibraryCentre(self.table, read_only=workspace.library.read_only)
        self.pane = DetailsPane()
        self.changes = changes or LibraryChanges(workspace, runner)
        self.changes.setParent(self)
        self.importer = Importer(workspace, runner, self)
        writable = not workspace.library.read_only
        self.import_actions = ImportActions(self, self.importer, notify, enabled=writable)
        self.full_texts = FullTexts(workspace, runner, notify, self)
        self._build()
        self.centre.addAction(self.import_actions.paste_here)
        self.files = PaperFiles(self.tabs, workspace, runner, notify, self.changes)
        self.library_actions = LibraryActions(self, workspace, runner, notify)
        self._typing = self._timer(TYPING_PAUSE_MS, self._ask)
        self._settling = self._timer(SELECTION_PAUSE_MS, self._ask_details)
        self._connect()
        self._close_for_reading()

    # --- what the window asks -------------------------------------------------------------

    def refresh(self) -> Task:
        """Ask again for everything shown, keeping place, order, selection and scrolling.

        Returns what ends when the papers are shown.
        """
        asked = self._ask_again()
        if self.duplicates is not None:
            self.duplicates.refresh()
        return asked

    def recount(self) -> None:
        """Count again what the places hold, while papers are indexed."""
        self._ask_places()
        if self.query.place.kind == "unindexed" or not self.model.rowCount():
            self._ask()

    def search(self, text: str) -> None:
        """Show the papers that answer, a moment after the last call; "" shows all of the place."""
        if text == self.query.text:
            return
        place = self.query.place
        if place.kind in ("search", "duplicates"):  # what is typed is another search
            place = Place()
            self._choose_silently(place)
        self._turn_to(Query(place, text, self.centre.mode))
        slow = self.query.mode == "meaning"
        self._typing.start(MEANING_PAUSE_MS if slow else TYPING_PAUSE_MS)

    def selected_numbers(self) -> tuple[PaperNumber, ...]:
        """Return the selected papers."""
        return self.table.selected_numbers()

    def place(self) -> Place:
        """Return the place shown."""
        return self.query.place

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

    def show_paper(self, number: PaperNumber) -> None:
        """Select a paper, leaving search and place if they hide it."""
        self.tabs.show_home()
        if self.table.select_paper(number):
            return
        self._wanted = number
        self.query = Query(mode=self.centre.mode)
        self.search_cleared.emit()
        self._choose_silently(Place())
        self._turn_to(self.query)
        self._ask()

    def open_paper(self, number: PaperNumber) -> None:
        """Show the PDF of a paper in a tab; what is searched in full texts is marked there."""
        words = self.query.text.strip() if self.query.mode == "full text" else ""
        passages = self._passages.get(number, ()) if words else ()
        self.files.open(number, page=passages[0].page if passages else 0, words=words)

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Move papers to the Trash, and offer the way back."""
        self.changes.trash(numbers)
        one = self.tr("Moved 1 paper to the Trash.")
        several = self.tr("Moved {0} papers to the Trash.").format(figure(len(numbers)))
        self._notify(
            one if len(numbers) == 1 else several,
            undo=self.changes.stack,
        )

    def save_state(self, settings: QSettings) -> None:
        """Keep widths and columns; what is being typed is stored, open PDFs are let go."""
        self.pane.note.store()
        self.files.save_open(settings)
        self.tabs.close_all()
        settings.setValue("library/splitter", self.splitter.saveState())
        settings.setValue("library/details", self.pane.saveState())
        self.table.save_state(settings)

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        for name, splitter in (("splitter", self.splitter), ("details", self.pane)):
            state = settings.value(f"library/{name}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        self.table.restore_state(settings)
        self.files.restore_open(settings)

    # --- building -------------------------------------------------------------------------

    def _timer(self, pause_ms: int, call: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause_ms)
        timer.timeout.connect(call)
        return timer

    def _build(self) -> None:
        self.details = self.pane.details
        self.columns_button = self.centre.columns_button
        self.import_button = self.centre.import_button
        self.in_texts = self.centre.mode_buttons["full text"]
        self.duplicates: DuplicatesPage | None = None
        self.front = QStackedWidget()
        self.front.addWidget(self.centre)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        for position, part in enumerate((self.sidebar, self.front, self.pane)):
            self.splitter.addWidget(part)
            part.setMinimumWidth(300 if part is self.front else 120)
            self.splitter.setCollapsible(position, position != 1)
            self.splitter.setStretchFactor(position, int(position == 1))
        places = max(_PLACES_WIDTH, 26 * self.fontMetrics().averageCharWidth())
        self.splitter.setSizes([places, 768, 312])
        self.tabs = PdfTabs(self.splitter, self.tr("Library"), self._runner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)

    def _close_for_reading(self) -> None:
        """Offer nothing that writes in a library that is open for reading only."""
        read_only = self._workspace.library.read_only
        self.sidebar.accepts_papers = not read_only
        self.details.editable = not read_only
        self.pane.note.setReadOnly(read_only)

    def _connect(self) -> None:
        self.sidebar.place_chosen.connect(self._place_chosen)
        self.table.order_chosen.connect(self._order_chosen)
        self.table.selection_settled.connect(lambda: self._settling.start())  # noqa: PLW0108 - overloaded
        self.table.selection_settled.connect(self.library_actions.update_enabled)
        self.table.paper_opened.connect(lambda number: self.open_paper(PaperNumber(number)))
        self.table.customContextMenuRequested.connect(self.library_actions.paper_menu)
        self.changes.changed.connect(self._changed)
        self.importer.begun.connect(self.centre.show_filling)
        self.importer.finished.connect(self._imported)
        self.full_texts.changed.connect(self._texts_changed)
        self.full_texts.changed.connect(self._ask_places)
        self.full_texts.progressed.connect(self._texts_changed)
        self.full_texts.report_wanted.connect(self.show_full_texts)
        self._connect_centre()
        self._connect_details()
        self._texts_changed()

    def _connect_centre(self) -> None:
        centre = self.centre
        centre.mode_chosen.connect(self._mode_chosen)
        centre.search_wanted.connect(self._search_instead)
        centre.everywhere_wanted.connect(lambda: self.sidebar.choose(Place()))
        centre.save_wanted.connect(self.library_actions.places.save_search)
        centre.import_wanted.connect(self.import_wanted)
        centre.sample_wanted.connect(self.sample_wanted)
        centre.trash_emptied.connect(self.library_actions.empty_trash)

    def _connect_details(self) -> None:
        details = self.details
        details.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))
        details.retry_wanted.connect(lambda number: self.full_texts.retry([PaperNumber(number)]))
        details.edit_wanted.connect(self.library_actions.edit_field)
        details.file_added.connect(self.library_actions.add_file.trigger)
        self.files.follow(details, lambda: self.query.text.strip())  # noqa: PLW0108 - later
        self.pane.note.written.connect(
            lambda number, before, text, goes_on: self.changes.write_note(
                PaperNumber(number), before, text, goes_on=goes_on
            )
        )

    # --- asking ---------------------------------------------------------------------------

    def _turn_to(self, query: Query) -> None:
        """Take another question, which is asked by the caller."""
        self.tabs.show_home()
        self.query = query
        if query.sort is None:
            self.table.show_order(None, descending=False)
        self._show_front(query.place.kind == "duplicates")
        self.table.show_problems(query.place.kind == "unindexed")
        self.centre.show_query(query, self.sidebar.name_of(query.place))
        self.library_actions.places.update_enabled()

    def _show_front(self, duplicates: bool) -> None:
        """Show the page of duplicates in the place of table and details, or these again."""
        if duplicates and self.duplicates is None:
            from desktop.duplicates.page import DuplicatesPage

            self.duplicates = DuplicatesPage(
                self._workspace, self._runner, self._notify, self.changes
            )
            self.front.addWidget(self.duplicates)
        if duplicates and self.duplicates is not None:
            self.front.setCurrentWidget(self.duplicates)
        else:
            self.front.setCurrentWidget(self.centre)
        self.pane.setVisible(not duplicates)

    def _ask_again(self) -> Task:
        self.model.forget_papers()
        asked = self._ask()
        asked.ended.connect(self._ask_places)  # papers first: counting takes longer
        return asked

    def _ask(self) -> Task:
        self._typing.stop()
        if self._asked is not None:
            self._asked.cancel()
        query, epoch = self.query, self.model.epoch
        self._asked = self._runner.run(
            lambda: paper_query.find(self._workspace, query),
            lambda found: self._show(query, found, epoch),
            owner=self,
        )
        return self._asked

    def _show(self, query: Query, found: Found, epoch: int) -> None:
        self._asked = None
        if query != self.query:
            return
        self._passages = found.passages
        wanted, self._wanted = self._wanted, None
        before, self._shown = self._shown, query
        self.model.take(found.rows, epoch)
        self.table.show_numbers(found.numbers, stay=query == before)
        if wanted is not None:
            self.table.select_paper(wanted)
        elif query.text.strip() and (before is None or before.text != query.text):
            self.table.show_best()
        self._settling.start()
        self.centre.show_count(query, found)
        self.library_actions.update_enabled()

    def _ask_places(self) -> None:
        def show(answer: PlacesAnswer) -> None:
            self.library_actions.places.shown = answer
            self.sidebar.show_places(answer)
            self.centre.show_query(self.query, self.sidebar.name_of(self.query.place))

        self._runner.run(lambda: paper_query.places(self._workspace), show, owner=self)

    def _ask_details(self) -> None:
        if self._asked_details is not None:
            self._asked_details.cancel()
            self._asked_details = None
        numbers = self.selected_numbers()
        if len(numbers) != 1:
            self.pane.clear(len(numbers))
            return

        def show(details: Details) -> None:
            self._asked_details = None
            number = details.paper.number
            self.pane.show_details(
                replace(
                    details,
                    full_texts=self.full_texts.of(number),
                    passages=tuple(self._passages.get(number, ())),
                )
            )

        def failed(error: EngineError) -> None:
            self._asked_details = None
            self.pane.clear()
            if not isinstance(error, UnknownPaperError):
                self._runner.failed.emit(error)

        self._asked_details = self._runner.run(
            lambda: paper_query.details(self._workspace, numbers[0]),
            show,
            failed=failed,
            owner=self,
        )

    # --- answers to the person ------------------------------------------------------------

    def show_full_texts(self) -> None:
        """Show where the reading of the full texts stands, file by file."""
        dialog = FullTextsDialog(self.full_texts, self)  # it goes with its library
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))
        dialog.show()

    def _search_instead(self, text: str) -> None:
        self.search_shown.emit(text)
        self.search(text)

    def _mode_chosen(self, mode: SearchMode) -> None:
        place = self.query.place if self.query.place.kind != "search" else Place()
        self._choose_silently(place)
        self._turn_to(Query(place, self.query.text, mode))
        self._ask()

    def _texts_changed(self) -> None:
        self.centre.allow_full_texts(self.full_texts.any_read())
        self.model.forget_papers()
        if len(self.selected_numbers()) == 1:
            self._settling.start()

    def _choose_silently(self, place: Place) -> None:
        blocked = self.sidebar.blockSignals(True)
        self.sidebar.choose(place)
        self.sidebar.blockSignals(blocked)

    def _place_chosen(self, place: Place) -> None:
        search = self.sidebar.search_at(self.sidebar.currentIndex())
        if search is not None:
            self.centre.show_mode(search.mode)
            self._turn_to(Query(place, search.query, search.mode))
            self.search_shown.emit(search.query)
        elif self.query.place.kind == "search":
            self._turn_to(Query(place, "", self.centre.mode))
            self.search_cleared.emit()
        else:
            self._turn_to(Query(place, self.query.text, self.centre.mode))
        self._ask()

    def _order_chosen(self, sort: SortKey | None, descending: bool) -> None:
        self.query = replace(self.query, sort=sort, descending=descending)
        self._ask()

    def _changed(self) -> None:
        self._ask_again()  # the page of duplicates follows changes by itself
        self._settling.start()
        self.library_changed.emit()

    def _imported(self, result: ImportResult) -> None:
        if result.added:
            self.changes.note_import(result.added)
        self._wanted = self.import_actions.pasted_paper(result)
        self.full_texts.look()
        self.refresh()
        self.library_changed.emit()
