"""The window: page bar, search, notifications, pages, jobs, status. Does not use the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QStatusBar,
    QTabBar,
    QWidget,
)
from typing_extensions import override

from core.base.records import PaperNumber, Status
from desktop.app.library_dialog import LibraryDialog
from desktop.app.page_registry import PAGES
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, figure, translate
from desktop.library.file_formats import import_filters
from desktop.library.search_help import search_help
from desktop.papers.paper_query import LibrarySection
from desktop.training import leaving
from desktop.ui.accessible_roles import set_rich_tip
from desktop.ui.file_dialogs import choose_folder, file_dialog
from desktop.ui.focus import ButtonKeys, focus_next_pane, focus_part
from desktop.ui.jobs_panel import JobModel, JobsLine, JobsPanel
from desktop.ui.notice import EmptyState, Floating
from desktop.ui.notifications import NotificationBar
from desktop.ui.remembered_state import remember_panes, set_store
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import GRID, set_look, theme
from desktop.ui.widgets import hbox, let_clear, text_label, vbox
from desktop.ui.wrapping import ElidedLabel

if TYPE_CHECKING:
    from desktop.app.open_pages import Pages
    from desktop.library.page import LibraryPage
    from desktop.manuscript.page import ManuscriptPage

LIBRARY, MANUSCRIPT, SIMILAR, MODELS = range(4)
"""The places of the pages in ``PAGES``."""
_JOBS = "window/jobs"
"""Whether the jobs were in sight."""
_LEAST = QSize(560, 320)
_FRAME = QSize(2, 36)
"""What the frame of a window takes; Qt knows it only once the window is on the screen."""


class MainWindow(QMainWindow):
    """Holds the pages of one library at a time, or the welcome page.

    Signals:
        library_chosen: a ``Path`` of a library to open or make.
        recent_library_chosen: a ``Path`` of one that was open before; where it is gone, none is
            made.
        sample_wanted: the person wants to try the sample.
        settings_wanted: the settings dialog is asked for.
        theme_chosen: "system", "light" or "dark".
        page_shown: the number of the page in front.
        closed: the window is gone; save and stop everything.
    """

    library_chosen = Signal(object)
    recent_library_chosen = Signal(object)
    sample_wanted = Signal()
    settings_wanted = Signal()
    theme_chosen = Signal(str)
    page_shown = Signal(int)
    closed = Signal()

    def __init__(self, runner: TaskRunner, state: QSettings) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Cocite"))
        room = self.screen().availableSize() - _FRAME
        self.setMinimumSize(_LEAST.boundedTo(room))
        self.resize(QSize(1280, 760).boundedTo(room))
        self.runner = runner
        self.state = state
        set_store(state)
        self.library: LibraryPage | None = None
        self.pages: Pages | None = None
        self._waiting: list[Callable[[Pages], None]] = []
        self.warning_about: Callable[[Path], str] = lambda _: ""
        """Says why a library should not lie in a folder; called on worker threads."""
        self._jobs = JobModel(runner, self)
        program = QApplication.instance()
        if isinstance(program, QApplication):
            ButtonKeys(self).watch_focus(program)
        self._build()
        theme().icons_changed.connect(self._show_page_icons)
        self._connect()
        self._set_enabled()
        geometry = state.value("window/geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)

    # --- what the application asks --------------------------------------------------------

    def show_start(self, page: QWidget) -> None:
        """Show a page that stands alone: the welcome page, or what is being waited for."""
        self._remove_pages()
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        page.setFocus()
        self.setWindowTitle(self.tr("Cocite"))
        self.status_line.say("")
        self._set_enabled()

    def show_opening(self, explanation: str) -> None:
        """Say that a library is being opened, and which."""
        self.show_start(EmptyState(self.tr("Opening the library"), explanation))

    def show_library(self, library: LibraryPage, name: str) -> None:
        """Show the papers of a library that was opened; ``show_pages`` follows."""
        self._remove_pages()
        self.library = library
        self.stack.addWidget(library)
        library.restore_state(self.state)
        self._connect_library(library)
        self.setWindowTitle(self.tr("{name} – Cocite").format(name=name))
        self._set_enabled()
        self.show_page(LIBRARY)

    def show_pages(self, pages: Pages) -> None:
        """Add the other pages, and turn to the one that was asked for meanwhile."""
        self.pages = pages
        for widget in pages.widgets()[1:]:
            self.stack.addWidget(widget)
        pages.manuscript.restore_state(self.state)
        self._connect_pages(pages)
        if self.page_bar.currentIndex() != LIBRARY:
            self._show_page(self.page_bar.currentIndex())
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call(pages)

    def when_complete(self, call: Callable[[Pages], None]) -> None:
        """Call with the pages of the open library, or of the next, as soon as all are there."""
        if self.pages is not None:
            call(self.pages)
        else:
            self._waiting.append(call)

    def show_page(self, page: int) -> None:
        """Turn to a page and put the focus where one works there."""
        self.page_bar.setCurrentIndex(page)
        self._show_page(page)

    def show_status(self, status: Status) -> None:
        """Say in the status bar and on the pages what can answer now."""
        self.status_line.show_status(status)
        if self.pages is not None:
            self.pages.models.show_status(status)
            self.pages.manuscript.follow_indexing(status)

    def show_similar(self, numbers: tuple[PaperNumber, ...]) -> None:
        """Show what is near some papers."""
        if self.pages is not None:
            self.show_page(SIMILAR)
            self.pages.similar.show_similar(numbers)

    def show_paper(self, number: int) -> None:
        """Show one paper in the library."""
        if self.library is not None:
            self.show_page(LIBRARY)
            self.library.show_paper(PaperNumber(number))

    def show_map(self) -> None:
        """Show the map of the library."""
        if self.pages is not None:
            self.show_page(SIMILAR)
            self.pages.similar.show_map()

    def show_duplicates(self) -> None:
        """Show the papers that may be one."""
        if self.library is not None:
            self.show_page(LIBRARY)
            self.library.sidebar.choose(LibrarySection("duplicates"))

    def train(self) -> None:
        """Begin to ask for a new training."""
        if self.pages is not None:
            self.show_page(MODELS)
            self.pages.models.panel.train()

    def show_pdf(self, number: int) -> None:
        """Show the PDF of a paper."""
        if self.library is not None:
            self.show_page(LIBRARY)
            self.library.open_paper(PaperNumber(number))

    def show_passage(self, number: int, page: int, words: str) -> None:
        """Show a page of a paper's PDF, counted from 0, with words marked."""
        if self.library is not None:
            self.show_page(LIBRARY)
            self.library.open_passage(PaperNumber(number), page, words)

    def open_manuscript(self, path: Path) -> None:
        """Read a manuscript and turn to its page, once a library is open."""
        if self.library is None:
            self.when_complete(lambda _: self.open_manuscript(path))
            return
        self.show_page(MANUSCRIPT)
        self.when_complete(lambda pages: pages.manuscript.open(path))

    def toggle_jobs(self) -> None:
        """Show or hide the jobs."""
        self.jobs_panel.setVisible(not self.jobs_panel.isVisible())
        if self.jobs_panel.isVisible():
            self.jobs_panel.focus_list()

    def search_library(self, text: str) -> None:
        """Search the library for a text, as if it had been typed."""
        if self.library is not None:
            self.show_page(LIBRARY)
            self.search.setText(text)
            self.library.search(text)

    def _recommend_papers(self, text: str) -> None:
        if self.pages is not None:
            self.show_page(MANUSCRIPT)
            self.pages.manuscript.open_text(text)

    def focus_next_pane(self, step: int = 1) -> None:
        """Turn the keyboard to the next pane, or to the one before (``step`` -1)."""
        focus_next_pane(self._parts, step)

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus()
        self.search.selectAll()

    def choose_imports(self) -> None:
        """Ask for files to import."""
        library = self.library
        if library is None:
            return
        dialog = file_dialog(self, self.tr("Import into the library"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(import_filters())
        dialog.setOption(QFileDialog.Option.HideNameFilterDetails)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: library.import_paths([Path(n) for n in names]))
        dialog.open()

    def choose_import_folder(self) -> None:
        """Ask for a folder to import."""
        library = self.library
        if library is None:
            return
        title = self.tr("Import a folder into the library")
        choose_folder(self, title, lambda folder: library.import_paths([folder]))

    def choose_library(self) -> None:
        """Ask for another library, or for the name and folder of a new one."""
        dialog = LibraryDialog(self.runner, self.warning_about, self)
        dialog.chosen.connect(self.library_chosen)
        dialog.open()

    def rebuild(self) -> None:
        """Build everything anew: the program speaks another language now. The pages are gone."""
        self._remove_pages()
        self._keep_jobs()
        old = self.takeCentralWidget()
        self.setStatusBar(QStatusBar())
        self._build()
        self._connect()
        self._set_enabled()
        self._show_page_icons()
        if old is not None:
            old.deleteLater()

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        titles = [translate("MainWindow", page.title) for page in PAGES]
        self.page_bar = PageTabs(titles, [page.icon for page in PAGES])
        self.search = SearchField()
        self.search.installEventFilter(self)
        bar = QFrame()
        set_look(bar, "bar")
        hbox(self.page_bar, 1, (self.search, 1000), of=bar, margins=(8, 4, 8, 4))
        self.news = NotificationBar()
        self.stack = QStackedWidget()
        self.jobs_panel = JobsPanel(self._jobs, self.news.history)
        self.jobs_panel.setVisible(bool(self.state.value(_JOBS, False, bool)))
        area = PageArea(self.stack)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        for part in (area, self.jobs_panel):
            parts.addWidget(part)
            parts.setStretchFactor(parts.count() - 1, int(part is area))
        remember_panes(parts, "jobs")
        centre = QWidget()
        vbox(bar, (parts, 1), of=centre, margins=0, spacing=0)
        self._parts = (bar, parts)
        Floating(self.news, area)
        self.setCentralWidget(centre)
        self._build_status_bar()

    def _build_status_bar(self) -> None:
        self.status_line = StatusLine()
        self.jobs_line = JobsLine(self.runner)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status_line)
        self.statusBar().addPermanentWidget(self.jobs_line)

    def _connect(self) -> None:
        self.page_bar.currentChanged.connect(self._page_turned)
        self.page_bar.currentChanged.connect(self.page_shown)
        self.search.textEdited.connect(self._search)
        self.search.textChanged.connect(self._cleared)
        self.jobs_line.panel_wanted.connect(self.toggle_jobs)
        self.runner.failed.connect(self.news.show_error)

    def _connect_library(self, library: LibraryPage) -> None:
        library.similar_requested.connect(self.show_similar)
        library.import_wanted.connect(self.choose_imports)
        library.sample_wanted.connect(self.sample_wanted)
        library.search_cleared.connect(self.search.clear)
        library.search_shown.connect(self.search.setText)
        library.tabs.search_wanted.connect(self.search_library)
        library.tabs.recommend_wanted.connect(self._recommend_papers)
        undo = library.changes.undo
        undo.reported.connect(self.news.show_news)
        undo.confirmation_needed.connect(lambda entry: undo.ask_to_undo(self, entry))

    def _connect_pages(self, pages: Pages) -> None:
        pages.similar.paper_wanted.connect(self.show_paper)
        pages.similar.pdf_wanted.connect(self.show_pdf)
        pages.models.run_wanted.connect(lambda: self.show_page(MODELS))
        manuscript = pages.manuscript
        manuscript.search_wanted.connect(self.search_library)
        manuscript.recommend_wanted.connect(self._recommend_papers)
        manuscript.similar_requested.connect(self.show_similar)
        manuscript.paper_wanted.connect(self.show_paper)
        manuscript.passage_wanted.connect(self.show_passage)
        manuscript.sample_wanted.connect(self.sample_wanted)
        manuscript.import_wanted.connect(self.choose_imports)
        manuscript.models_wanted.connect(self._show_models)
        manuscript.status_changed.connect(self.status_line.say_of_page)
        manuscript.open_action.triggered.connect(lambda: self.show_page(MANUSCRIPT))
        manuscript.text_action.triggered.connect(lambda: self.show_page(MANUSCRIPT))
        for action in _page_actions(manuscript):
            # The library has some of the same keys: they belong to the page that has the focus.
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            manuscript.addAction(action)

    def _show_models(self, model_name: str) -> None:
        """Turn to the models; use one that is named for other languages."""
        self.show_page(MODELS)
        if model_name and self.pages is not None:
            self.pages.models.panel.shelf.offer_model(model_name, "languages")

    def _remove_pages(self) -> None:
        if self.library is not None:
            self.library.save_state(self.state)
            self._waiting.clear()  # what was asked for while none was open waits for the next
        if self.pages is not None:
            self.pages.manuscript.save_state(self.state)
            self.pages.manuscript.close_all()
        self.library = self.pages = None
        self.search.clear()
        while (widget := self.stack.widget(0)) is not None:
            self.stack.removeWidget(widget)
            widget.deleteLater()

    def _set_enabled(self) -> None:
        opened = self.library is not None
        self.page_bar.setEnabled(opened)
        self.search.setEnabled(opened)

    def _show_page_icons(self) -> None:
        self.page_bar.show_icons()

    # --- answers to the person ------------------------------------------------------------

    def _page_turned(self, page: int) -> None:
        searching = page == LIBRARY and self.search.hasFocus()
        self._show_page(page, focus=not searching and not self.page_bar.hasFocus())

    def _show_page(self, page: int, *, focus: bool = True) -> None:
        """Show a page; the focus stays where it is if that is on the page already."""
        if self.library is None or (self.pages is None and page != LIBRARY):
            return
        front = self.pages.widgets()[page] if self.pages is not None else self.library
        there = front.isVisible() and front.isAncestorOf(self.focusWidget())
        self.stack.setCurrentWidget(front)
        if focus and not there:
            library = self.library.part_in_front()
            focus_part(library if self.pages is None else self.pages.part_in_front(page))

    def _search(self, text: str) -> None:
        if self.library is not None:
            self.page_bar.setCurrentIndex(LIBRARY)
            self.library.search(text)

    def _cleared(self, text: str) -> None:
        if not text and self.library is not None:
            self.library.search("")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and self.library is not None:
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.show_page(LIBRARY)
                self.library.focus_first()
                return True
            if pressed and event.key() == Qt.Key.Key_Escape:
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._asks_about_trainings():
            event.ignore()
            return
        self.state.setValue("window/geometry", self.saveGeometry())
        self._keep_jobs()
        self._remove_pages()
        self.state.sync()
        event.accept()
        self.closed.emit()

    def _keep_jobs(self) -> None:
        self.state.setValue(_JOBS, not self.jobs_panel.isHidden())

    def _asks_about_trainings(self) -> bool:
        """Say of trainings that they go on; tell whether the person is asked before leaving."""
        watch = self.pages.models.watch if self.pages is not None else None
        program = QGuiApplication.instance()
        ends = isinstance(program, QGuiApplication) and program.isSavingSession()
        if watch is None or not watch.alive() or ends:
            return False
        return leaving.tell(self, self.state, watch.alive(), stop=watch.stop) is not None


def _page_actions(page: ManuscriptPage) -> tuple[QAction, ...]:
    return (
        page.next_gap_action,
        page.previous_gap_action,
        page.dismiss_action,
        page.copy_cite_action,
        page.reread_action,
        page.close_action,
        page.zoom_in_action,
        page.zoom_out_action,
        page.fit_width_action,
        *page.export_actions,
    )


# --- the tabs, the search field and the page in front -----------------------------------
#
# What surrounds the pages: tabs that give way, and room to scroll where the window is small.

_LEAST_LETTERS = 16


class PageTabs(QTabBar):
    """A tab for each page: an icon with its name, or the icon alone where there is little room."""

    def __init__(self, names: Sequence[str], icons: Sequence[str]) -> None:
        super().__init__()
        self._names, self._icons = names, icons
        self.setAccessibleName(translate("MainWindow", "Pages"))
        self.setDrawBase(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click turns to the page: its keys work
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        for number, name in enumerate(names):
            self.addTab(name)
            self.setTabToolTip(number, f"{name} (Alt+{number + 1})")
            self.setAccessibleTabName(number, name)
        self.show_icons()  # a window that is built anew finds them there

    def show_icons(self) -> None:
        """Show the icons of the theme, once they are there."""
        for number, name in enumerate(self._icons):
            self.setTabIcon(number, theme().ready_icon(name))

    @override
    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return size + QSize(0 if self.tabText(0) else self._of_names(), 0)

    @override
    def minimumSizeHint(self) -> QSize:
        size = super().sizeHint()
        return size - QSize(self._of_names() if self.tabText(0) else 0, 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        shows_names = event.size().width() >= self.sizeHint().width()
        for number, name in enumerate(self._names):
            self.setTabText(number, name if shows_names else "")
        super().resizeEvent(event)

    def _of_names(self) -> int:
        """Return how much of the width is taken by names."""
        letters = self.fontMetrics()
        return sum(letters.horizontalAdvance(name) + GRID // 2 for name in self._names)


class SearchField(QLineEdit):
    """Searches the library, whichever page is in front."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(translate("MainWindow", "Search the library"))
        self.setPlaceholderText(translate("MainWindow", "Search the library (Ctrl+F)"))
        set_rich_tip(self, search_help())
        let_clear(self)
        letter = self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(_LEAST_LETTERS * letter)
        self.setMaximumWidth(max(320, 30 * letter))


class PageArea(QScrollArea):
    """Shows the page in front.

    It is as large as the area. Where that is less than the page can do with, one scrolls: nothing
    is cut, and nothing lies over another.
    """

    def __init__(self, stack: QStackedWidget) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it takes the focus
        self._stack = stack
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(stack)
        stack.currentChanged.connect(self._fit)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 12 * self.fontMetrics().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._stack and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        page = self._stack.currentWidget()
        if page is None:
            return
        room, least = self.maximumViewportSize(), page.minimumSizeHint()
        beside = self.verticalScrollBar().sizeHint().width()
        below = self.horizontalScrollBar().sizeHint().height()
        width, height = room.width(), room.height()
        for _ in range(2):  # a bar on one side may be the reason for one on the other
            width = room.width() - (beside if _least_height(page, width) > height else 0)
            height = room.height() - (below if least.width() > width else 0)
        width = max(width, least.width())
        self._stack.resize(width, max(height, _least_height(page, width)))


def _least_height(page: QWidget, width: int) -> int:
    """Return the height that a page needs in a width."""
    layout, least = page.layout(), page.minimumSizeHint()
    if layout is None or not layout.hasHeightForWidth():
        return least.height()
    return layout.minimumHeightForWidth(max(width, least.width()))


# --- the left of the status bar: number of papers, state of indexes and model -----------

_MODEL = {
    "none": QT_TRANSLATE_NOOP("StatusLine", "no model loaded"),
    "loading": QT_TRANSLATE_NOOP("StatusLine", "model loading…"),
    "ready": "",
    "failed": QT_TRANSLATE_NOOP("StatusLine", "model could not be loaded"),
}


class StatusLine(QWidget):
    """Shows a ``Status`` in words; the tool tip says what each part means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.papers = text_label()
        self.indexes, self.model, self.page = (ElidedLabel() for _ in range(3))
        layout = hbox(of=self, margins=(16, 4, 0, 4), spacing=16)
        for label in (self.papers, self.indexes, self.model, self.page):
            set_look(label, "muted")
            layout.addWidget(label)

    def show_status(self, status: Status) -> None:
        """Say what the library can answer with."""
        self.papers.setText(
            choose_plural(self.tr("%Ln paper(s)", "", status.papers), status.papers)
        )
        self.indexes.say(
            f"{_words(status)}   {_vectors(status)}",
            self.tr(
                "The keyword index finds papers that use the same words, the meaning index "
                "papers that say the same in other words."
            ),
        )
        name = self.tr("model “{model}”").format(model=status.model) if status.model else ""
        state = translate("StatusLine", _MODEL[status.model_state])
        self.model.say(
            " · ".join(filter(None, (name, state))),
            self.tr("The model behind the search by meaning; see the page Models."),
        )

    def say_of_page(self, text: str) -> None:
        """Add what the manuscript in front has to say."""
        self.page.say(text)

    def say(self, text: str) -> None:
        """Show a text instead of a status."""
        self.papers.setText(text)
        for label in (self.indexes, self.model, self.page):
            label.say("")


def _words(status: Status) -> str:
    return (
        translate("StatusLine", "keyword index ✓")
        if status.words == "ready"
        else translate("StatusLine", "keyword index: updating…")
    )


def _vectors(status: Status) -> str:
    have, of = status.vectors
    if have >= of:
        return translate("StatusLine", "meaning index ✓")
    return (
        translate("StatusLine", "meaning index: {have} of {of}").format(
            have=figure(have), of=figure(of)
        )
        if have
        else translate("StatusLine", "meaning index: waiting for the model")
        if status.model_state == "loading"
        else translate("StatusLine", "meaning index: empty")
    )
