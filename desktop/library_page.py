"""The library page: places on the left, papers in the middle, one paper on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.errors import EngineError, UnknownPaperError
from core.records import FullTextPassage, PaperNumber, SortKey
from desktop import paper_query
from desktop.changes import LibraryChanges
from desktop.empty_state import EmptyState
from desktop.full_text_report import FullTextsDialog
from desktop.full_texts import FullTexts
from desktop.import_actions import ImportActions
from desktop.importing import Importer, ImportReportDialog, ImportResult
from desktop.library_actions import LibraryActions
from desktop.paper_details import PaperDetails
from desktop.paper_model import PaperModel
from desktop.paper_query import Details, Found, Place, PlacesAnswer, Query
from desktop.paper_table import PaperTable
from desktop.protocols import Notify, Workspace
from desktop.sidebar import Sidebar
from desktop.tasks import Task, TaskRunner
from desktop.theme import set_icon, set_look

TYPING_PAUSE_MS = 120
SELECTION_PAUSE_MS = 60


class LibraryPage(QWidget):
    """Shows, searches, imports and sorts papers.

    Signals:
        similar_requested: a tuple of paper numbers.
        library_changed: papers came, went or were changed.
        import_wanted: the person asks for the dialog that chooses files.
        sample_wanted: the person asks to try the sample manuscript.
        search_cleared: the page dropped the words it was searching for.
    """

    similar_requested = Signal(tuple)
    library_changed = Signal()
    import_wanted = Signal()
    sample_wanted = Signal()
    search_cleared = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._query = Query()
        self._asked: Task | None = None
        self._asked_details: Task | None = None
        self._papers_in_library = 0
        self._wanted: PaperNumber | None = None
        self.model = PaperModel(runner, workspace.library.papers.get_many, self)
        self.table = PaperTable(self.model)
        self.sidebar = Sidebar()
        self.details = PaperDetails()
        self.changes = LibraryChanges(workspace, runner, self)
        self.importer = Importer(workspace, runner, self)
        writable = not workspace.library.read_only
        self.import_actions = ImportActions(self, self.importer, notify, enabled=writable)
        self.full_texts = FullTexts(workspace, runner, notify, self)
        self._passages: Mapping[PaperNumber, Sequence[FullTextPassage]] = {}
        self.library_actions = LibraryActions(self, workspace, runner, notify)
        self._typing = self._timer(TYPING_PAUSE_MS, self._ask)
        self._settling = self._timer(SELECTION_PAUSE_MS, self._ask_details)
        self._build()
        self._connect()
        self.setAcceptDrops(not workspace.library.read_only)

    # --- what the window asks -------------------------------------------------------------

    def refresh(self) -> None:
        """Ask again for everything shown, keeping place, order and selection."""
        self._wanted = next(iter(self.selected_numbers()), None)
        self.model.forget_papers()
        self._ask_places()
        self._ask()

    def search(self, text: str) -> None:
        """Show the papers that hold the words, a moment after the last call; "" shows all."""
        if text == self._query.text:
            return
        self._query = Query(self._query.place, text, in_full_texts=self.in_texts.isChecked())
        self.table.show_order(None, descending=False)
        self._typing.start()

    def selected_numbers(self) -> tuple[PaperNumber, ...]:
        """Return the selected papers."""
        return self.table.selected_numbers()

    def place(self) -> Place:
        """Return the place shown."""
        return self._query.place

    def import_paths(self, paths: Sequence[Path | str]) -> None:
        """Import files and folders as a job."""
        if paths:
            self.importer.start(list(paths))

    def focus_first(self) -> None:
        """Move into the table, to its first row unless one is chosen."""
        self.table.setFocus()
        if not self.selected_numbers() and self.model.rowCount():
            self.table.select_only(0)

    def show_paper(self, number: PaperNumber) -> None:
        """Select a paper, leaving search and place if they hide it."""
        if self.table.select_paper(number):
            return
        self._wanted = number
        self._query = Query()
        self.search_cleared.emit()
        self.sidebar.choose(Place())
        self._ask()

    def save_state(self, settings: QSettings) -> None:
        """Keep widths and columns."""
        settings.setValue("library/splitter", self.splitter.saveState())
        self.table.save_state(settings)

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        state = settings.value("library/splitter")
        if isinstance(state, QByteArray):
            self.splitter.restoreState(state)
        self.table.restore_state(settings)

    # --- building -------------------------------------------------------------------------

    def _timer(self, pause_ms: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause_ms)
        timer.timeout.connect(call)
        return timer

    def _build(self) -> None:
        self.middle = QStackedWidget()
        self.middle.addWidget(self.table)
        self.middle.addWidget(self._empty_library())
        self.middle.addWidget(
            EmptyState("Nothing here", "No paper answers to these words in this place.")
        )
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top())
        column.addWidget(self.middle, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        for position, part in enumerate((self.sidebar, centre, self.details)):
            self.splitter.addWidget(part)
            part.setMinimumWidth(160)
            self.splitter.setCollapsible(position, position != 1)
            self.splitter.setStretchFactor(position, int(position == 1))
        self.splitter.setSizes([200, 768, 312])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _top(self) -> QHBoxLayout:
        self.heading = QLabel("All papers")
        set_look(self.heading, "heading")
        self.found = QLabel("")
        set_look(self.found, "muted")
        self.import_button = QPushButton("Import…")
        self.import_button.setToolTip("Import files (Ctrl+I); one can also drop them here")
        self.import_button.setEnabled(not self._workspace.library.read_only)
        set_icon(self.import_button, "import")
        self.in_texts = QPushButton("In full texts")
        self.in_texts.setCheckable(True)
        set_icon(self.in_texts, "text")
        self.columns_button = QPushButton("Columns")
        self.columns_button.setToolTip("Choose the columns of the table")
        set_look(self.columns_button, "quiet")
        set_icon(self.columns_button, "columns")
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 8)
        top.setSpacing(8)
        top.addWidget(self.heading)
        top.addWidget(self.found)
        top.addStretch(1)
        top.addWidget(self.in_texts)
        top.addWidget(self.columns_button)
        top.addWidget(self.import_button)
        return top

    def _empty_library(self) -> EmptyState:
        empty = EmptyState(
            "Bring your papers in",
            "Drop PDFs, a .bib, .ris or CSL-JSON file, or a folder of them here. Cocite reads "
            "them on this machine and recommends from them while you write.",
        )
        empty.add_step("Import files…", self.import_wanted.emit)
        empty.add_step("Try the sample", self.sample_wanted.emit)
        return empty

    def _connect(self) -> None:
        self.sidebar.place_chosen.connect(self._place_chosen)
        self.table.order_chosen.connect(self._order_chosen)
        self.table.selection_settled.connect(lambda: self._settling.start())  # noqa: PLW0108 - overloaded
        self.table.selection_settled.connect(self.library_actions.update_enabled)
        self.table.customContextMenuRequested.connect(self.library_actions.paper_menu)
        self.sidebar.customContextMenuRequested.connect(self.library_actions.place_menu)
        self.details.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))
        self.changes.changed.connect(self._changed)
        self.importer.finished.connect(self._imported)
        self.details.retry_wanted.connect(lambda number: self._read_again(PaperNumber(number)))
        self.full_texts.changed.connect(self._texts_changed)
        self.full_texts.report_wanted.connect(self.show_full_texts)
        self.in_texts.toggled.connect(self._search_texts)
        self.import_button.clicked.connect(self.import_wanted)
        self._texts_changed()
        self.columns_button.clicked.connect(
            lambda: self.table.choose_columns(
                self.columns_button.mapToGlobal(self.columns_button.rect().bottomLeft())
            )
        )

    # --- asking ---------------------------------------------------------------------------

    def _ask(self) -> None:
        self._typing.stop()
        if self._asked is not None:
            self._asked.cancel()
        query = self._query
        self._asked = self._runner.run(
            lambda: paper_query.find(self._workspace, query),
            lambda found: self._show(query, found),
            owner=self,
        )

    def _show(self, query: Query, found: Found) -> None:
        self._asked = None
        if query != self._query:
            return
        numbers, self._passages = found.numbers, found.passages
        kept = self._wanted or next(iter(self.selected_numbers()), None)
        self._wanted = None
        self.model.show_numbers(numbers)
        if kept is None or not self.table.select_paper(kept):
            self._settling.start()
        self._show_counts(len(numbers))
        self.library_actions.update_enabled()

    def _show_counts(self, shown: int) -> None:
        query = self._query
        words = f" for “{query.text.strip()}”" if query.text.strip() else ""
        words += " in full texts" if words and query.in_full_texts else ""
        self.found.setText(f"{shown:,} {'paper' if shown == 1 else 'papers'}{words}")
        self.found.setToolTip(self.found.text())
        self.heading.setText(self._place_name())
        everything = not query.text.strip() and query.place == Place()
        if shown:
            self.middle.setCurrentIndex(0)
        else:
            self.middle.setCurrentIndex(1 if everything else 2)

    def _place_name(self) -> str:
        group = self.sidebar.group_at(self.sidebar.currentIndex())
        names = {"all": "All papers", "recent": "Recently added", "trash": "Trash"}
        return group.name if group is not None else names.get(self._query.place.kind, "")

    def _ask_places(self) -> None:
        def show(answer: PlacesAnswer) -> None:
            self.sidebar.show_places(answer)
            self.library_actions.groups = answer
            self.heading.setText(self._place_name())

        self._runner.run(lambda: paper_query.places(self._workspace), show, owner=self)

    def _ask_details(self) -> None:
        if self._asked_details is not None:
            self._asked_details.cancel()
            self._asked_details = None
        numbers = self.selected_numbers()
        if len(numbers) != 1:
            self.details.clear_details(len(numbers))
            return

        def show(details: Details) -> None:
            self._asked_details = None
            number = details.paper.number
            self.details.show_details(
                replace(
                    details,
                    full_texts=self.full_texts.of(number),
                    passages=tuple(self._passages.get(number, ())),
                )
            )

        def failed(error: EngineError) -> None:
            self._asked_details = None
            self.details.clear_details()
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
        dialog = FullTextsDialog(self.full_texts, self.titles, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))
        dialog.show()

    def titles(
        self, numbers: Sequence[PaperNumber], done: Callable[[dict[PaperNumber, str]], None]
    ) -> None:
        """Fetch the titles of papers."""
        papers = self._workspace.library.papers
        self._runner.run(
            lambda: {paper.number: paper.title for paper in papers.get_many(numbers)},
            done,
            owner=self,
        )

    def _read_again(self, number: PaperNumber) -> None:
        self.full_texts.retry([number])

    def _search_texts(self, wanted: bool) -> None:
        self._query = replace(self._query, in_full_texts=wanted, sort=None, descending=False)
        self.table.show_order(None, descending=False)
        self._ask()

    def _texts_changed(self) -> None:
        possible = self.full_texts.any_read() or self.in_texts.isChecked()
        self.in_texts.setEnabled(possible)
        self.in_texts.setToolTip(
            "Search in what the papers say, not only in title, authors and abstract"
            if possible
            else "No full text was read yet: import PDFs, or wait until they are read."
        )
        if len(self.selected_numbers()) == 1:
            self._settling.start()

    def _place_chosen(self, place: Place) -> None:
        self._query = Query(place, self._query.text, in_full_texts=self.in_texts.isChecked())
        self.table.show_order(None, descending=False)
        self._ask()

    def _order_chosen(self, sort: SortKey | None, descending: bool) -> None:
        self._query = replace(self._query, sort=sort, descending=descending)
        self._ask()

    def _changed(self) -> None:
        self.refresh()
        self.library_changed.emit()

    def _imported(self, result: ImportResult) -> None:
        self.refresh()
        self.library_changed.emit()

        def report() -> None:
            dialog = ImportReportDialog(result, self.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

        if result.entries or result.cancelled:
            self._notify(result.sentence(), action="Show report", call=report)
