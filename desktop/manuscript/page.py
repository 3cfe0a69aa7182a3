"""The manuscript page: manuscripts as tabs, and the actions the window's menus show for them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.base.records import RecentManuscript, Status
from core.base.settings import Settings
from desktop.manuscript.actions import ManuscriptActions
from desktop.manuscript.file_kinds import OPENABLE, PAGELESS
from desktop.manuscript.tab import ManuscriptTab
from desktop.manuscript.tab_parts import Services
from desktop.manuscript.tab_state import TabState, packed, unpacked
from desktop.ui.actions import keys_words
from desktop.ui.changes import LibraryUndo
from desktop.ui.file_dialogs import choose_files
from desktop.ui.focus import focus_part
from desktop.ui.notice import EmptyState
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import push_button, text_label, vbox

if TYPE_CHECKING:
    from core.workspace import Workspace

_TAB_NAME = 28


class ManuscriptPage(ManuscriptActions):
    """Shows manuscripts and typed passages, each in a tab of its own.

    Files that were open when the page was left are tabs again, read when they are looked at.

    Signals:
        similar_requested(tuple): show papers like these (paper numbers).
        status_changed(str): what the status bar should say of the manuscript in front.
        sample_wanted: the person wants to try the sample manuscript.
        import_wanted: the library is empty and the person wants to fill it.
        index_wanted: indexing was stopped and the person wants it to go on.
        breadth_changed(float): the context slider was moved; new tabs start with it.
        cite_style_changed(str): cite commands are written in another style from now on.
        gap_threshold_changed(float): a sentence is a gap from this chance on.
        models_wanted(str): the page of the models is to be shown; a model that is named is to be
            used for other languages.
        paper_wanted(int): show this paper in the library.
        passage_wanted(int, int, str): show this page of a paper, with words marked.
        library_changed: an entry became a paper of the library, or is one no more.
        search_wanted(str): the library is to be searched for a selected text.
        recommend_wanted(str): papers for a selected text are wanted.
    """

    similar_requested = Signal(tuple)
    status_changed = Signal(str)
    sample_wanted = Signal()
    import_wanted = Signal()
    index_wanted = Signal()
    models_wanted = Signal(str)
    breadth_changed = Signal(float)
    cite_style_changed = Signal(str)
    gap_threshold_changed = Signal(float)
    paper_wanted = Signal(int)
    passage_wanted = Signal(int, int, str)
    library_changed = Signal()
    search_wanted = Signal(str)
    recommend_wanted = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        *,
        settings: Settings | None = None,
        undo: LibraryUndo | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show no manuscript yet; ``undo`` is that of the window, else the page has its own."""
        super().__init__(parent)
        self.undo = undo or LibraryUndo(workspace, runner, self)
        self._services = Services(workspace, runner, notify, self.undo)
        self._settings = settings or Settings()
        self._columns: QByteArray | None = None
        self._is_indexing_stopped: bool | None = None
        self._open_store = OpenManuscripts(workspace.library.folder)
        self.welcome = Welcome()
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._judge()
        self.setAcceptDrops(True)

    # --- what the window asks -----------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Show a manuscript; one that is open already comes to the front."""
        path = path.absolute()
        for tab in self._all_tabs():
            if tab.path == path:
                self.tabs.setCurrentWidget(tab)
                return
        tab = self._add_tab()
        self._show_tab(tab)
        tab.read_file(path)
        self._keep_open()

    def open_text(self, text: str) -> None:
        """Show a typed passage."""
        tab = self._add_tab()
        self._show_tab(tab)
        tab.read_text(text)
        self._keep_open()

    def refresh(self) -> None:
        """Ask again what is shown: the library, its indexes or the model are others now."""
        for tab in self._all_tabs():
            tab.refresh()
        self._ask_recent()

    def follow_indexing(self, status: Status) -> None:
        """Let what is shown say whether indexing goes on, once that changes.

        What was said before a start that was asked for here is not news.
        """
        before, self._is_indexing_stopped = self._is_indexing_stopped, status.is_indexing_stopped
        if before != status.is_indexing_stopped:
            for tab in self._all_tabs():
                tab.follow_indexing(is_stopped=status.is_indexing_stopped)

    def part_in_front(self) -> QWidget:
        """Return the part one works on: that of the manuscript in front, or the welcome."""
        tab = self.current_tab()
        return self.welcome if tab is None else tab.part_in_front()

    def use_settings(self, settings: Settings) -> None:
        """Let new tabs start with these, and open ones follow where they have no say of their own.

        Breadth, style and what is hidden are chosen in each open tab.
        """
        before, self._settings = self._settings, settings
        for tab in self._all_tabs():
            tab.use_settings(settings)
        if settings.suggestions != before.suggestions:
            self.refresh()

    def relink(self) -> None:
        """Look the references of every manuscript up again: the library is another now."""
        for tab in self._all_tabs():
            tab.relink()

    def save_state(self, settings: QSettings) -> None:
        """Keep the widths of the panes and which files are open."""
        tab = self.current_tab()
        if tab is not None:
            self._columns = tab.widths() or self._columns
        if self._columns is not None:
            settings.setValue("manuscript/columns", self._columns)
        self._keep_open()

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        state = settings.value("manuscript/columns")
        if isinstance(state, QByteArray):
            self._columns = state
        self._open_store.use(settings)

    def close_all(self) -> None:
        """Let go of every manuscript, without waiting."""
        self._open_store.rest()
        for tab in self._all_tabs():
            self._close(tab)

    def close_current(self) -> None:
        """Close the tab in front."""
        tab = self.current_tab()
        if tab is not None:
            self._close(tab)

    # --- choosing a file or a text ------------------------------------------------------------

    def choose_file(self) -> None:
        """Let the person choose manuscripts to open."""
        for path in choose_files(self, self.tr("Open manuscript"), self.tr(OPENABLE)):
            self.open(path)

    def ask_for_text(self) -> None:
        """Let the person type or paste a passage."""
        dialog = PassageDialog(self)
        dialog.submitted.connect(self.open_text)
        dialog.open()

    # --- adding and showing tabs --------------------------------------------------------------

    def _all_tabs(self) -> list[ManuscriptTab]:
        widgets = (self.tabs.widget(index) for index in range(self.tabs.count()))
        return [widget for widget in widgets if isinstance(widget, ManuscriptTab)]

    def _add_tab(self) -> ManuscriptTab:
        tab = ManuscriptTab(self._services, self._settings)
        tab.start_widths(self._columns)
        tab.titled.connect(lambda title: self._name(tab, title))
        tab.changed.connect(self._judge)
        tab.view.selected.connect(self._judge)
        tab.similar_requested.connect(self.similar_requested)
        tab.import_wanted.connect(self.import_wanted)
        tab.index_wanted.connect(self.index_wanted)
        tab.models_wanted.connect(self.models_wanted)
        tab.breadth_changed.connect(self._keep_breadth)
        tab.style_chosen.connect(self._keep_style)
        tab.threshold_moved.connect(self._keep_threshold)
        tab.paper_wanted.connect(self.paper_wanted)
        tab.passage_wanted.connect(self.passage_wanted)
        tab.library_changed.connect(self.library_changed)
        tab.tools.search_wanted.connect(self.search_wanted)
        tab.tools.recommend_wanted.connect(self.recommend_wanted)
        index = self.tabs.addTab(tab, "")
        self._add_close_button(index, tab)
        return tab

    def _show_tab(self, tab: ManuscriptTab) -> None:
        self.tabs.setCurrentWidget(tab)
        focus_part(tab.part_in_front())

    # --- from one start to the next -----------------------------------------------------------

    def _reopen(self, states: Sequence[TabState], front: int) -> None:
        """Add a tab for each of the manuscripts that still exist; none of them is read yet."""

        def reopen_tabs(tab_states: list[tuple[int, TabState]]) -> None:
            before = self.current_tab()
            opened = {tab.path: tab for tab in self._all_tabs() if tab.path is not None}
            for index, state in tab_states:
                tab = opened.get(Path(state.path)) if state.path else None
                if tab is None:
                    tab = self._add_tab()
                    tab.defer_reading(state)
                if before is None and index == front:
                    self._show_tab(tab)
            self._open_store.follow()
            self._tab_changed(self.tabs.currentIndex())

        def work() -> list[tuple[int, TabState]]:
            return [
                (index, state)
                for index, state in enumerate(states)
                if state.text or Path(state.path).is_file()
            ]

        self._services.runner.run(work, reopen_tabs, owner=self)

    def _keep_open(self) -> None:
        self._open_store.keep([tab.state() for tab in self._all_tabs()], self.tabs.currentIndex())

    def _name(self, tab: ManuscriptTab, title: str) -> None:
        index = self.tabs.indexOf(tab)
        short_title = title if len(title) <= _TAB_NAME else title[: _TAB_NAME - 1].rstrip() + "…"
        self.tabs.setTabText(index, short_title.replace("&", "&&"))
        self.tabs.setTabToolTip(index, str(tab.path) if tab.path is not None else title)

    def _add_close_button(self, index: int, tab: ManuscriptTab) -> None:
        button = QToolButton()
        set_icon(button, "close")
        button.setIconSize(QSize(12, 12))
        button.setFixedSize(22, 22)
        button.setStyleSheet("padding: 0;")
        button.setToolTip(self.tr("Close (Ctrl+W)"))
        button.setAccessibleName(self.tr("Close this manuscript"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda *_: self._close(tab))
        self.tabs.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, button)

    def _close(self, tab: ManuscriptTab) -> None:
        self._columns = tab.widths() or self._columns
        tab.close_manuscript()
        self.tabs.removeTab(self.tabs.indexOf(tab))
        tab.deleteLater()
        self._keep_open()

    def _keep_breadth(self, breadth: float) -> None:
        self._settings = self._settings.changed(breadth=breadth)
        self.breadth_changed.emit(breadth)

    def _keep_threshold(self, threshold: float) -> None:
        self._settings = self._settings.changed(gap_threshold=threshold)
        self.gap_threshold_changed.emit(threshold)

    def _keep_style(self, style: str) -> None:
        tab = self.current_tab()
        if tab is not None and tab.to_cite is not None:
            self._settings = self._settings.changed(cite_style=tab.to_cite.cite_style)
        self.cite_style_changed.emit(style)

    def _judge(self) -> None:
        """Enable what can be done and tell the status bar."""
        self._judge_actions()
        tab = self.current_tab()
        self.status_changed.emit(tab.summary() if tab is not None else "")

    # --- putting together ---------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.tabs.setDocumentMode(True)
        self.tabs.setMovable(True)
        self.tabs.tabBar().setDrawBase(False)
        for part in (self.tabs, self.tabs.tabBar()):
            part.setAccessibleName(self.tr("Open manuscripts"))
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.tabs)
        vbox(self._stack, of=self, margins=0)

    def _connect(self) -> None:
        for action, call in (
            (self.open_action, self.choose_file),
            (self.text_action, self.ask_for_text),
            (self.close_action, self.close_current),
        ):
            action.triggered.connect(call)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.welcome.open_wanted.connect(self.choose_file)
        self.welcome.sample_wanted.connect(self.sample_wanted)
        self.welcome.passage_wanted.connect(self.ask_for_text)
        self.welcome.recent_chosen.connect(self.open)

    def _tab_changed(self, _index: int) -> None:
        tab = self.current_tab()
        self._stack.setCurrentWidget(self.welcome if tab is None else self.tabs)
        if tab is None:
            self._ask_recent()
        else:
            tab.use_threshold(self._settings.gap_threshold)
            if self.isVisible():
                tab.begin()
                self._focus_pages(tab)
        self._keep_open()
        self._judge()

    def _focus_pages(self, tab: ManuscriptTab) -> None:
        """Let keys go from gap to gap in the tab that was chosen; the row of tabs keeps its own."""
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused) and focused != self.tabs.tabBar():
            focus_part(tab.part_in_front())

    def _ask_recent(self) -> None:
        manuscripts = self._services.workspace.library.manuscripts

        def work() -> list[RecentManuscript]:
            recent_manuscripts = manuscripts.recent(4 * RECENT)
            return [one for one in recent_manuscripts if one.path is not None and one.path.exists()]

        self._services.runner.run(work, self.welcome.show_recent, owner=self)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._set_walk_context(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def _set_walk_context(self, context: Qt.ShortcutContext) -> None:
        """Say where the focus must be for the keys that go from gap to gap."""
        for action in (self.next_gap_action, self.previous_gap_action):
            action.setShortcutContext(context)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # As long as the page is in front they work from any focus in the window.
        self._set_walk_context(Qt.ShortcutContext.WindowShortcut)
        stored = self._open_store.stored()
        if stored is not None:
            self._reopen(*stored)
        tab = self.current_tab()
        if tab is None:
            self._ask_recent()
        else:
            tab.begin()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _manuscripts(event):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        for path in _manuscripts(event):
            self.open(path)


def _manuscripts(event: QDropEvent) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in {".pdf", *PAGELESS}]


# --- “Recommend for text…”: a passage typed or pasted, instead of a PDF -----------------

_LEAST = 12
"""Characters below which there is nothing to go by."""


class PassageDialog(QDialog):
    """Asks for a passage.

    Signals:
        submitted(str): the person wants recommendations for this text.
    """

    submitted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Recommend for text"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 560, 340)
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName(self.tr("Passage"))
        self.editor.setPlaceholderText(
            self.tr(
                "Type or paste a sentence, a paragraph or an abstract. Suggestions are made for"
                " each sentence of it; nothing leaves this computer."
            )
        )
        self.editor.setTabChangesFocus(True)
        self.button = push_button(self.tr("Recommend papers"), look="primary")
        self._lay_out()
        self.editor.textChanged.connect(self._judge)
        self.button.clicked.connect(self._submit)
        self.button.setShortcut(QKeySequence("Ctrl+Return"))
        self.editor.setFocus()
        self._judge()

    def _lay_out(self) -> None:
        column = vbox(of=self, margins=16, spacing=12)
        label = text_label(self.tr("&Passage"))
        label.setBuddy(self.editor)
        set_look(label, "heading")
        column.addWidget(label)
        column.addWidget(self.editor, 1)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.addButton(self.button, QDialogButtonBox.ButtonRole.ActionRole)
        box.rejected.connect(self.reject)
        column.addWidget(box)

    def _judge(self) -> None:
        enough = len(self.editor.toPlainText().strip()) >= _LEAST
        self.button.setEnabled(enough)
        self.button.setToolTip(
            keys_words([QKeySequence("Ctrl+Return")])
            if enough
            else self.tr("Type a sentence first")
        )

    def _submit(self) -> None:
        if self.button.isEnabled():
            self.submitted.emit(self.editor.toPlainText().strip())
            self.accept()


# --- the page shown while no manuscript is open -----------------------------------------
#
# What the manuscript page says before a manuscript is open: the first steps, and the last ones.

RECENT = 5


class Welcome(EmptyState):
    """Offers a file, the sample, a passage, and what was open before.

    Signals:
        open_wanted: choose a file.
        sample_wanted: try the sample manuscript.
        passage_wanted: type or paste a passage.
        recent_chosen(Path): open this one again.
    """

    open_wanted = Signal()
    sample_wanted = Signal()
    passage_wanted = Signal()
    recent_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Find what your manuscript should cite"),
            self.tr(
                "Open the PDF, LaTeX or Word file of a paper you write or review. Cocite marks the "
                "sentences that need a citation and have none, and suggests papers from your own "
                "library for each of them. You can also drop the file here."
            ),
            parent,
        )
        self.add_step(self.tr("Open a manuscript…"), self.open_wanted.emit)
        self.add_step(self.tr("Try the sample manuscript"), self.sample_wanted.emit)
        self.add_step(self.tr("Paste a passage…"), self.passage_wanted.emit)
        self._recent = QWidget()
        self._rows = vbox(of=self._recent, margins=(0, 16, 0, 0), spacing=2)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(outer.count() - 1, self._recent, 0, Qt.AlignmentFlag.AlignHCenter)
        self._recent.hide()

    def show_recent(self, recent: Sequence[RecentManuscript]) -> None:
        """Offer manuscripts that were open before and are still there."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        heading = text_label(self.tr("Recently opened"), "muted")
        self._rows.addWidget(heading)
        listed_manuscripts = [
            recent_manuscript for recent_manuscript in recent if recent_manuscript.path is not None
        ]
        for recent_manuscript in listed_manuscripts[:RECENT]:
            assert recent_manuscript.path is not None
            self._rows.addWidget(self._button(recent_manuscript.path, recent_manuscript.title))
        self._recent.setVisible(bool(listed_manuscripts))

    def _button(self, path: Path, title: str) -> QPushButton:
        name = title or path.name
        button = QPushButton(name if len(name) <= 64 else name[:63] + "…")
        button.setObjectName("recent")
        set_look(button, "quiet")
        button.setToolTip(f"{name}\n{path}")
        button.clicked.connect(lambda *_: self.recent_chosen.emit(path))
        return button


# --- remembering the open manuscripts ---------------------------------------------------
#
# Which manuscripts were open in a library when the program ended, and where one stood in them.


class OpenManuscripts:
    """Keeps the open manuscripts of one library in the window's settings.

    What is stored is not touched before it was brought back, nor while everything is closed at
    the end: else the tabs that are not there yet, or no more, would be forgotten.
    """

    def __init__(self, library: Path) -> None:
        name = hashlib.sha256(str(library).encode()).hexdigest()[:16]
        self._tabs, self._front = f"open/{name}/tabs", f"open/{name}/front-tab"
        self._settings: QSettings | None = None
        self._has_started = False
        self._follows = False

    def use(self, settings: QSettings) -> None:
        """Keep them in these settings."""
        self._settings = settings

    def stored(self) -> tuple[list[TabState], int] | None:
        """Return what was open and which was in front, -1 for none; ``None`` if that was said."""
        if self._has_started or self._settings is None:
            return None
        self._has_started = True
        states = unpacked(str(self._settings.value(self._tabs, "")))
        front = str(self._settings.value(self._front, "-1"))
        return states, int(front) if front.lstrip("-").isdigit() else -1

    def follow(self) -> None:
        """Store every change from now on."""
        self._follows = True

    def rest(self) -> None:
        """Store no change any more."""
        self._follows = False

    def keep(self, states: Sequence[TabState], front: int) -> None:
        """Store what is open, if changes are to be stored."""
        if self._follows and self._settings is not None:
            self._settings.setValue(self._tabs, packed(states))
            self._settings.setValue(self._front, front)
