"""What surrounds the pages: tabs that give way, and room to scroll where the window is small."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import translate
from desktop.library.search_help import search_help
from desktop.ui.native_icons import let_clear
from desktop.ui.theme import GRID, theme

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
        self.setToolTip(search_help())
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
