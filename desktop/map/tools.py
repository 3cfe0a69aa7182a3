"""The tools above the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.papers.paper_field import Find, PaperField
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.form_fields import DropDown
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_icon
from desktop.ui.widgets import text_label

_ZOOM = 1.5


class MapTools(QWidget):
    """Buttons for what can be done with the map, in as many lines as they need.

    Signals:
        recolored: papers are to be coloured by something else.
        zoomed(float): look so much closer.
    """

    recolored = Signal()
    zoomed = Signal(float)

    def __init__(self, runner: TaskRunner, find: Find, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = self._row = FlowLayout()
        row.setContentsMargins(8, 4, 8, 4)
        self.setLayout(row)
        self.field = PaperField(runner, find, self.tr("Find a paper on the map"))
        self.field.setMinimumWidth(26 * self.fontMetrics().averageCharWidth())
        row.addWidget(self.field)
        self.color_by = DropDown()
        self.color_by.setAccessibleName(self.tr("Colour papers by"))
        for key, text in (
            ("group", self.tr("Colour by group")),
            ("year", self.tr("Colour by year")),
            ("collection", self.tr("Colour by collection")),
        ):
            self.color_by.addItem(text, key)
        self.color_by.currentIndexChanged.connect(lambda _: self.recolored.emit())
        row.addWidget(self.color_by)
        self.sized = self._tool(self.tr("Size by citations"), "", checkable=True)
        self.sized.setToolTip(
            self.tr("Draw papers larger the more papers of the library cite them")
        )
        self.links = self._tool(self.tr("Citations"), "cite", checkable=True)
        self.links.setToolTip(
            self.tr(
                "Draw lines from the paper you point at or choose, else from the seeds: solid to "
                "what it cites, dashed from what cites it"
            )
        )
        self.lasso = self._tool(self.tr("Lasso"), "lasso", checkable=True)
        self.lasso.setToolTip(self.tr("Draw around papers to choose them (or hold Shift)"))
        self.in_view = self._tool(self.tr("Select the visible papers"), "check", icon_only=True)
        self.seeds = self._tool(self.tr("Show the seeds"), "similar", icon_only=True)
        self.away = self._tool(self.tr("Zoom out (−)"), "zoom_out", icon_only=True)
        self.closer = self._tool(self.tr("Zoom in (+)"), "zoom_in", icon_only=True)
        self.fit = self._tool(self.tr("Fit all (0)"), "fit", icon_only=True)
        self.anew = self._tool(self.tr("Redraw the map"), "restore", icon_only=True)
        self.away.clicked.connect(lambda: self.zoomed.emit(1 / _ZOOM))
        self.closer.clicked.connect(lambda: self.zoomed.emit(_ZOOM))
        self.count = text_label("", "muted")
        row.addWidget(self.count)

    def choose_coloring(self, key: str) -> None:
        """Colour papers by something that ``color_by`` offers."""
        self.color_by.setCurrentIndex(max(0, self.color_by.findData(key)))

    def _tool(
        self, text: str, icon: str, *, checkable: bool = False, icon_only: bool = False
    ) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setCheckable(checkable)
        style = Qt.ToolButtonStyle
        button.setToolButtonStyle(
            style.ToolButtonIconOnly if icon_only else style.ToolButtonTextBesideIcon
        )
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if icon:
            set_icon(button, icon)
        self._row.addWidget(button)
        return button


def on_click(button: QToolButton, call: Callable[[], None]) -> None:
    """Let a button do something."""
    button.clicked.connect(lambda *_: call())
