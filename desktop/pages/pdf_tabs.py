"""The library and the PDFs that are open beside it, as tabs; there is no bar without a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QTabBar, QToolButton, QWidget

from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_icon
from desktop.ui.widgets import vbox

if TYPE_CHECKING:
    from desktop.pages.pdf_tab import PdfTab

_LONGEST = 40


class PdfTabs(QWidget):
    """Holds a widget that is always there, and a tab for each open PDF.

    Signals:
        shown_changed: another tab is in front.
        recommend_wanted(str): papers for a text selected in a PDF are wanted.
        search_wanted(str): the library is to be searched for such a text.
    """

    shown_changed = Signal()
    recommend_wanted = Signal(str)
    search_wanted = Signal(str)

    def __init__(self, home: QWidget, name: str, runner: TaskRunner) -> None:
        super().__init__()
        self._runner = runner
        self.bar = QTabBar()
        self.bar.setAccessibleName(self.tr("Library and open PDFs"))
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)
        self.bar.addTab(name)
        self.stack = QStackedWidget()
        self.stack.addWidget(home)
        vbox(self.bar, (self.stack, 1), of=self, margins=0, spacing=0)
        self.bar.hide()
        self.bar.currentChanged.connect(self._show)
        for keys, by in (("Ctrl+PgDown", 1), ("Ctrl+PgUp", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda by=by: self._turn(by))

    def open(self, path: Path, title: str, *, front: bool = True) -> PdfTab:
        """Show a PDF in a tab, in front unless it is to wait there; none is opened twice."""
        from desktop.pages.pdf_tab import PdfTab

        for tab in self.tabs():
            if tab.path == path:
                if front:
                    self.bar.setCurrentIndex(self.stack.indexOf(tab))
                return tab
        tab = PdfTab(path, title, self._runner)
        tab.close_wanted.connect(lambda: self.close_tab(self.stack.indexOf(tab)))
        tab.tools.recommend_wanted.connect(self.recommend_wanted)
        tab.tools.search_wanted.connect(self.search_wanted)
        self.stack.addWidget(tab)
        index = self.bar.addTab("")
        self.bar.setTabButton(index, QTabBar.ButtonPosition.RightSide, self._closer(tab))
        self.name(tab, title)
        self.bar.show()
        if front:
            self.bar.setCurrentIndex(index)
        return tab

    def name(self, tab: PdfTab, title: str) -> None:
        """Name the tab of a PDF after the title of its paper, unless it is closed by now."""
        if tab not in self.tabs():
            return
        index = self.stack.indexOf(tab)
        tab.title = title
        short = title if len(title) <= _LONGEST else f"{title[:_LONGEST].rstrip()}…"
        self.bar.setTabText(index, short.replace("&", "&&"))
        self.bar.setTabToolTip(index, f"{title}\n{tab.path}")
        closer = self.bar.tabButton(index, QTabBar.ButtonPosition.RightSide)
        closer.setAccessibleName(self.tr("Close “{0}”").format(title))

    def tabs(self) -> list[PdfTab]:
        """Return the open PDFs, in the order of their tabs."""
        return [self._tab(index) for index in range(1, self.stack.count())]

    def current_tab(self) -> PdfTab | None:
        """Return the PDF in front, ``None`` if it is the library."""
        index = self.stack.currentIndex()
        return self._tab(index) if index > 0 else None

    def show_home(self) -> None:
        """Bring the library to the front."""
        self.bar.setCurrentIndex(0)

    def close_tab(self, index: int) -> None:
        """Close a PDF; the library stays."""
        if index < 1:
            return
        tab = self._tab(index)
        self.stack.removeWidget(tab)
        self.bar.removeTab(index)
        tab.close_pages()
        tab.deleteLater()
        self.bar.setVisible(self.bar.count() > 1)
        self._show(self.bar.currentIndex())

    def close_all(self) -> None:
        """Let go of every file."""
        for index in range(self.stack.count() - 1, 0, -1):
            self.close_tab(index)

    def _tab(self, index: int) -> PdfTab:
        """Return the tab at an index above 0, where the library is."""
        return cast("PdfTab", self.stack.widget(index))

    def _closer(self, tab: PdfTab) -> QToolButton:
        button = QToolButton()
        button.setToolTip(self.tr("Close the PDF (Ctrl+W)"))
        button.setFixedSize(24, 24)
        set_icon(button, "close")
        button.clicked.connect(tab.close_wanted)
        return button

    def _show(self, index: int) -> None:
        self.stack.setCurrentIndex(index)
        tab = self.current_tab()
        if tab is not None:
            tab.canvas.setFocus()
        self.shown_changed.emit()

    def _turn(self, by: int) -> None:
        if self.bar.count() > 1:
            self.bar.setCurrentIndex((self.bar.currentIndex() + by) % self.bar.count())
