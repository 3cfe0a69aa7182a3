"""The manuscript page: manuscripts as tabs, and the actions the window's menus show for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShowEvent,
    QUndoGroup,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.records import RecentManuscript
from desktop.manuscript_tab import PAGELESS, ManuscriptTab, Preferences, Services
from desktop.manuscript_welcome import RECENT, Welcome
from desktop.passage_dialog import PassageDialog
from desktop.protocols import ExportFormat, Notify, Workspace
from desktop.sentence_map import Kind
from desktop.sentence_menu import DISMISS_KEY
from desktop.tasks import TaskRunner
from desktop.theme import set_icon
from desktop.to_cite_panel import FORMATS

OPENABLE = "Manuscripts (*.pdf *.tex *.docx);;All files (*)"
_TAB_NAME = 28
_NO_MANUSCRIPT = "Open a manuscript first"


class ManuscriptPage(QWidget):
    """Shows manuscripts and typed passages, each in a tab of its own.

    The public actions belong into menus; their shortcuts work wherever the window puts them.
    ``undo_group`` follows the tab in front.

    Signals:
        similar_requested(tuple): show papers like these (paper numbers).
        status_changed(str): what the status bar should say of the manuscript in front.
        sample_wanted: the person wants to try the sample manuscript.
        import_wanted: the library is empty and the person wants to fill it.
        breadth_changed(float): the context slider was moved; new tabs start with it.
        cite_style_changed(str): cite commands are written in another style from now on.
        gap_threshold_changed(float): a sentence is a gap from this chance on.
        paper_wanted(int): show this paper in the library.
        library_changed: an entry became a paper of the library, or is one no more.
    """

    similar_requested = Signal(tuple)
    status_changed = Signal(str)
    sample_wanted = Signal()
    import_wanted = Signal()
    breadth_changed = Signal(float)
    cite_style_changed = Signal(str)
    gap_threshold_changed = Signal(float)
    paper_wanted = Signal(int)
    library_changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        *,
        preferences: Preferences | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = Services(workspace, runner, notify)
        self._preferences = preferences or Preferences()
        self._columns: QByteArray | None = None
        self._folder = Path.home()
        self.undo_group = QUndoGroup(self)
        self.welcome = Welcome()
        self.tabs = QTabWidget()
        self._stack = QStackedWidget()
        self._make_actions()
        self._lay_out()
        self._connect()
        self._judge()
        self.setAcceptDrops(True)

    # --- what the window asks -----------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Show a manuscript; one that is open already comes to the front."""
        path = path.absolute()
        self._folder = path.parent
        for tab in self._all_tabs():
            if tab.path == path:
                self.tabs.setCurrentWidget(tab)
                return
        tab = self._add_tab()
        tab.read(path)

    def open_text(self, text: str) -> None:
        """Show a typed passage."""
        self._add_tab().read_text(text)

    def refresh(self) -> None:
        """Ask again what is shown: the library, its indexes or the model are others now."""
        for tab in self._all_tabs():
            tab.refresh()
        self._ask_recent()

    def relink(self) -> None:
        """Look the references of every manuscript up again: the library is another now."""
        for tab in self._all_tabs():
            tab.relink()

    def current_tab(self) -> ManuscriptTab | None:
        """Return the tab in front."""
        tab = self.tabs.currentWidget()
        return tab if isinstance(tab, ManuscriptTab) else None

    def save_state(self, settings: QSettings) -> None:
        """Keep the widths of the panes."""
        tab = self.current_tab()
        if tab is not None:
            self._columns = tab.columns.saveState()
        if self._columns is not None:
            settings.setValue("manuscript/columns", self._columns)
        settings.setValue("manuscript/folder", str(self._folder))

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        state = settings.value("manuscript/columns")
        if isinstance(state, QByteArray):
            self._columns = state
        folder = settings.value("manuscript/folder")
        if isinstance(folder, str) and Path(folder).is_dir():
            self._folder = Path(folder)

    def close_all(self) -> None:
        """Let go of every manuscript, without waiting."""
        for tab in self._all_tabs():
            self._close(tab)

    # --- choosing -----------------------------------------------------------------------------

    def choose_file(self) -> None:
        """Let the person choose manuscripts to open."""
        names, _ = QFileDialog.getOpenFileNames(
            self, "Open manuscript", str(self._folder), OPENABLE
        )
        for name in names:
            self.open(Path(name))

    def ask_for_text(self) -> None:
        """Let the person type or paste a passage."""
        dialog = PassageDialog(self)
        dialog.submitted.connect(self.open_text)
        dialog.open()

    # --- tabs ---------------------------------------------------------------------------------

    def _all_tabs(self) -> list[ManuscriptTab]:
        widgets = (self.tabs.widget(place) for place in range(self.tabs.count()))
        return [widget for widget in widgets if isinstance(widget, ManuscriptTab)]

    def _add_tab(self) -> ManuscriptTab:
        tab = ManuscriptTab(self._services, self._preferences)
        tab.start_widths(self.width())
        if self._columns is not None:
            tab.columns.restoreState(self._columns)
        self.undo_group.addStack(tab.undo_stack)
        tab.titled.connect(lambda title: self._name(tab, title))
        tab.changed.connect(self._judge)
        tab.view.selected.connect(self._judge)
        tab.similar_requested.connect(self.similar_requested)
        tab.import_wanted.connect(self.import_wanted)
        tab.breadth_changed.connect(self._keep_breadth)
        tab.style_chosen.connect(self._keep_style)
        tab.threshold_moved.connect(self._keep_threshold)
        tab.paper_wanted.connect(self.paper_wanted)
        tab.library_changed.connect(self.library_changed)
        place = self.tabs.addTab(tab, "")
        self._add_close_button(place, tab)
        self.tabs.setCurrentWidget(tab)
        tab.view.setFocus()
        return tab

    def _name(self, tab: ManuscriptTab, title: str) -> None:
        place = self.tabs.indexOf(tab)
        shown = title if len(title) <= _TAB_NAME else title[: _TAB_NAME - 1].rstrip() + "…"
        self.tabs.setTabText(place, shown.replace("&", "&&"))
        self.tabs.setTabToolTip(place, str(tab.path) if tab.path is not None else title)

    def _add_close_button(self, place: int, tab: ManuscriptTab) -> None:
        button = QToolButton()
        set_icon(button, "close")
        button.setIconSize(QSize(12, 12))
        button.setFixedSize(22, 22)
        button.setStyleSheet("padding: 0;")
        button.setToolTip("Close (Ctrl+W)")
        button.setAccessibleName("Close this manuscript")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda *_: self._close(tab))
        self.tabs.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, button)

    def _close(self, tab: ManuscriptTab) -> None:
        self._columns = tab.columns.saveState()
        tab.close_manuscript()
        self.undo_group.removeStack(tab.undo_stack)
        self.tabs.removeTab(self.tabs.indexOf(tab))
        tab.deleteLater()

    def _keep_breadth(self, breadth: float) -> None:
        self._preferences = replace(self._preferences, breadth=breadth)
        self.breadth_changed.emit(breadth)

    def _keep_threshold(self, threshold: float) -> None:
        self._preferences = replace(self._preferences, gap_threshold=threshold)
        self.gap_threshold_changed.emit(threshold)

    def _keep_style(self, style: str) -> None:
        tab = self.current_tab()
        if tab is not None and tab.to_cite is not None:
            self._preferences = replace(self._preferences, cite_style=tab.to_cite.cite_style)
        self.cite_style_changed.emit(style)

    # --- actions ------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        make = self._action
        self.open_action = make("&Open manuscript…", "Ctrl+O", "file", self.choose_file)
        self.text_action = make("Recommend for &text…", "Ctrl+Shift+R", "text", self.ask_for_text)
        self.next_gap_action = make("&Next gap", "Alt+Down", "down", self._next_gap)
        self.previous_gap_action = make("&Previous gap", "Alt+Up", "up", self._previous_gap)
        self.dismiss_action = make("&Not needed here", DISMISS_KEY, "check", self._dismiss)
        self.show_dismissed_action = make("Show &dismissed gaps", "", "", self._show_dismissed)
        self.show_dismissed_action.setCheckable(True)
        self.audit_action = make("Reference &audit", "", "gap", self._audit)
        self.whole_action = make("For the &whole manuscript", "Ctrl+Shift+M", "", self._whole)
        self.copy_cite_action = make("&Copy cite command", "Ctrl+K", "copy", self._copy_cite)
        self.reread_action = make("&Read the file again", "F5", "undo", self._read_again)
        self.close_action = make("Close &manuscript", "Ctrl+W", "close", self._close_current)
        self.zoom_in_action = make("Zoom &in", "Ctrl++", "zoom_in", self._zoom_in)
        self.zoom_in_action.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        self.zoom_out_action = make("Zoom &out", "Ctrl+-", "zoom_out", self._zoom_out)
        self.fit_width_action = make("&Fit width", "Ctrl+0", "", self._fit_width)
        self.export_actions = [
            make(f"Export list as {name}…", "", "export", partial(self._export, kind))
            for kind, (name, _) in FORMATS.items()
        ]
        self.undo_action = self.undo_group.createUndoAction(self, "Undo")
        self.redo_action = self.undo_group.createRedoAction(self, "Redo")

    def _action(self, text: str, key: str, icon: str, call: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        if key:
            action.setShortcut(QKeySequence(key))
        if icon:
            set_icon(action, icon)
        action.triggered.connect(lambda *_: call())
        return action

    def _judge(self) -> None:
        """Enable what can be done, give the reason for what cannot, and tell the status bar."""
        tab = self.current_tab()
        session = tab.session if tab is not None else None
        gaps = session is not None and bool(session.marks.stops)
        chosen = session is not None and bool(session.to_cite())
        file = tab is not None and tab.path is not None
        here = tab is not None
        listed = session is not None and bool(session.references.entries)
        no_gap = "No sentence lacks a citation it needs" if here else _NO_MANUSCRIPT
        no_paper = "Nothing is on the list to cite yet" if here else _NO_MANUSCRIPT
        no_list = "No reference list was found" if here else _NO_MANUSCRIPT
        rules: list[tuple[list[QAction], bool, str]] = [
            ([self.next_gap_action, self.previous_gap_action], gaps, no_gap),
            ([self.copy_cite_action, *self.export_actions], chosen, no_paper),
            ([self.reread_action], file, "Open a file first"),
            ([self.audit_action], listed, no_list),
            ([self.whole_action], session is not None, _NO_MANUSCRIPT),
            ([self.close_action], here, _NO_MANUSCRIPT),
            (
                [self.zoom_in_action, self.zoom_out_action, self.fit_width_action],
                here,
                _NO_MANUSCRIPT,
            ),
        ]
        for actions, possible, reason in rules:
            for action in actions:
                action.setEnabled(possible)
                action.setToolTip("" if possible else reason)
        self._judge_dismissing(tab)
        self.status_changed.emit(tab.summary() if tab is not None else "")

    def _judge_dismissing(self, tab: ManuscriptTab | None) -> None:
        session = tab.session if tab is not None else None
        index = tab.view.selected_sentence if tab is not None else None
        kind = Kind.PLAIN
        if session is not None and index is not None:
            kind = session.marks.kind(index)
        possible = kind in (Kind.GAP, Kind.DISMISSED)
        back = kind is Kind.DISMISSED
        self.dismiss_action.setText("&Needs a citation after all" if back else "&Not needed here")
        fixed = self._services.workspace.library.read_only
        why_not = "This library is open for reading only" if fixed else "Select a gap first"
        self.dismiss_action.setEnabled(possible and not fixed)
        self.dismiss_action.setToolTip("" if possible and not fixed else why_not)
        some = session is not None and bool(session.marks.dismissed)
        self.show_dismissed_action.setEnabled(some)
        self.show_dismissed_action.setToolTip("" if some else "No gap was dismissed yet")
        shown = session is not None and session.marks.shows_dismissed
        self.show_dismissed_action.setChecked(shown)

    def _next_gap(self) -> None:
        self._with_tab(lambda tab: tab.view.select_next_gap())

    def _previous_gap(self) -> None:
        self._with_tab(lambda tab: tab.view.select_previous_gap())

    def _dismiss(self) -> None:
        self._with_tab(ManuscriptTab.toggle_dismissed)

    def _show_dismissed(self) -> None:
        tab = self.current_tab()
        if tab is not None and tab.session is not None:
            tab.session.gaps.show_dismissed(self.show_dismissed_action.isChecked())

    def _audit(self) -> None:
        self._with_tab(ManuscriptTab.show_audit)

    def _whole(self) -> None:
        self._with_tab(ManuscriptTab.show_whole)

    def _read_again(self) -> None:
        self._with_tab(ManuscriptTab.read_again)

    def _close_current(self) -> None:
        self._with_tab(self._close)

    def _zoom_in(self) -> None:
        self._with_tab(lambda tab: tab.view.zoom_in())

    def _zoom_out(self) -> None:
        self._with_tab(lambda tab: tab.view.zoom_out())

    def _fit_width(self) -> None:
        self._with_tab(lambda tab: tab.view.fit_width())

    def _copy_cite(self) -> None:
        tab = self.current_tab()
        if tab is not None and tab.to_cite is not None:
            tab.to_cite.copy(tab.view.selected_sentence)

    def _export(self, kind: ExportFormat) -> None:
        tab = self.current_tab()
        if tab is not None and tab.to_cite is not None:
            tab.to_cite.ask_where_to_export(kind)

    def _with_tab(self, do: Callable[[ManuscriptTab], None]) -> None:
        tab = self.current_tab()
        if tab is not None:
            do(tab)

    # --- putting together ---------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.tabs.setDocumentMode(True)
        self.tabs.setMovable(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Open manuscripts")
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._tab_changed)
        self.welcome.open_wanted.connect(self.choose_file)
        self.welcome.sample_wanted.connect(self.sample_wanted)
        self.welcome.passage_wanted.connect(self.ask_for_text)
        self.welcome.recent_chosen.connect(self.open)

    def _tab_changed(self, _place: int) -> None:
        tab = self.current_tab()
        self._stack.setCurrentWidget(self.welcome if tab is None else self.tabs)
        if tab is None:
            self._ask_recent()
        else:
            self.undo_group.setActiveStack(tab.undo_stack)
            tab.use_threshold(self._preferences.gap_threshold)
        self._judge()

    def _ask_recent(self) -> None:
        manuscripts = self._services.workspace.library.manuscripts

        def work() -> list[RecentManuscript]:
            found = manuscripts.recent(4 * RECENT)
            return [one for one in found if one.path is not None and one.path.exists()]

        self._services.runner.run(work, self.welcome.show_recent, owner=self)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.tabs.count() == 0:
            self._ask_recent()

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
