"""How the panes of a manuscript share the window: outline, pages, suggestions, the list to cite."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSplitter, QWidget
from typing_extensions import override

from desktop.pages.bar import PageBar
from desktop.pages.find_bar import FindBar
from desktop.pages.page_tools import PageTools
from desktop.pages.view import PageView
from desktop.ui.notice import Notice
from desktop.ui.responsive import ModestSplitter
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import GRID, set_look, theme
from desktop.ui.widgets import text_label, vbox

_OUTLINE, _PANEL = (205, 290), (340, 460)
"""Least and largest width a pane starts with."""
_FOOT = 38


class ManuscriptPanes(QWidget):
    """The pages in the middle; what stands around them is put in when a manuscript is read."""

    def __init__(self, runner: TaskRunner) -> None:
        super().__init__()
        self.notice = Notice("news")
        self.trouble = Notice("trouble")
        self.unread = Notice("trouble")
        self.view = PageView()
        self.bar = PageBar(self.view)
        self.tools = PageTools(self.view, self, runner)
        self.find_bar = self._find_bar()
        self.rows = ModestSplitter(Qt.Orientation.Vertical)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        # PySide does not see that replaceWidget() hands its argument over to the splitter.
        self._panes: dict[int, QWidget] = {}
        self._left_state: QByteArray | None = None
        self._shared_out = False
        self._put_together()

    def widths(self) -> QByteArray | None:
        """Return how the width is shared out among the panes, ``None`` before it is."""
        return self.columns.saveState() if self._shared_out else None

    def start_widths(self, left_state: QByteArray | None) -> None:
        """Share the width out once it is known: as a person left it, if one ever did."""
        self._left_state = left_state

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shared_out:
            QTimer.singleShot(0, self, self._share_out)  # when the layouts have said how wide

    def _share_out(self) -> None:
        self._shared_out = True
        if self._left_state is not None:
            self.columns.restoreState(self._left_state)
            return
        width = self.columns.width()
        grown = theme().text_percent
        outline = min(max(width * 16, _OUTLINE[0] * grown), _OUTLINE[1] * grown, width * 17) // 100
        panel = min(max(width * 28, _PANEL[0] * grown), _PANEL[1] * grown, width * 40) // 100
        self.columns.setSizes([outline, width - outline - panel, panel])

    def put(self, splitter: QSplitter, position: int, widget: QWidget) -> None:
        """Put a widget where another one stood; the widths stay."""
        sizes = splitter.sizes()
        old = splitter.replaceWidget(position, widget)
        if old is not None:
            old.deleteLater()
        self._panes[position if splitter is self.columns else -1] = widget
        splitter.setSizes(sizes)

    def say_unread(self, text: str) -> None:
        """Say on the right why there is nothing to ask for, where nothing was read yet."""
        self.put(self.columns, 2, _waiting(self.tr("Suggestions"), text))

    def show_instead(self, widget: QWidget) -> None:
        """Show a widget instead of all panes."""
        self.rows.hide()
        self._column.addWidget(widget, 1)

    def _find_bar(self) -> FindBar:
        bar = self.tools.find_bar
        bar.add_closer()
        bar.setContentsMargins(GRID, 2, 4, 2)
        bar.hide()
        bar.closed.connect(bar.hide)
        return bar

    def _put_together(self) -> None:
        pages = QWidget()
        vbox(self.bar, self.find_bar, (self.view, 1), of=pages, margins=0, spacing=0)
        pages.setMinimumWidth(220)
        self.columns.addWidget(_waiting(self.tr("Outline")))
        self.columns.addWidget(pages)
        self.columns.addWidget(_waiting(self.tr("Suggestions")))
        self.columns.setStretchFactor(1, 1)
        self.rows.addWidget(self.columns)
        foot = _waiting(self.tr("To cite"))
        foot.setFixedHeight(_FOOT)
        self.rows.addWidget(foot)
        self.rows.setStretchFactor(0, 1)
        for splitter in (self.rows, self.columns):
            splitter.setChildrenCollapsible(False)
        self._column = vbox(self.unread, (self.rows, 1), of=self, margins=0, spacing=0)
        for notice in (self.notice, self.trouble):
            notice.float_over(self)


def _waiting(name: str, text: str = "") -> QFrame:
    frame = QFrame()
    set_look(frame, "surface")
    column = vbox(of=frame, margins=(12, GRID, 12, GRID))
    for words in (name, text) if text else (name,):
        label = text_label(words, "muted", wrap=True)
        column.addWidget(label)
    column.addStretch(1)
    return frame
