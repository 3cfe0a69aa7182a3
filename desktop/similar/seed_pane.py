"""The left of the similar page: the seeds, and a field that adds one by its title."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListView, QWidget
from typing_extensions import override

from desktop.papers.paper_field import Find, PaperField
from desktop.similar import parts
from desktop.similar.models import SeedModel
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors
from desktop.ui.widgets import action_button, hbox, vbox


class SeedPane(QWidget):
    """Heading, field and list."""

    def __init__(
        self,
        seeds: SeedModel,
        runner: TaskRunner,
        find: Find,
        drop: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.list = SeedList()
        self.list.setModel(seeds)
        self.field = PaperField(runner, find, self.tr("Add a paper by its title"))
        beside = hbox(self.field, margins=(8, 0, 8, 4))
        vbox(
            parts.top(self.tr("Similar to"), action_button(drop, "quiet", icon=True)),
            beside,
            (self.list, 1),
            of=self,
            margins=0,
            spacing=0,
        )


class SeedList(QListView):
    """The seeds; while there is none, a sentence says what stands here.

    Signals:
        menu_wanted(QPoint): the menu of the current seed, at a position on the screen.
    """

    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Seed papers"))
        self.setAccessibleDescription(self._hint())
        self.setWordWrap(True)
        self.setSpacing(4)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _hint(self) -> str:
        return self.tr(
            "No starting papers yet. Add papers to find similar ones, or papers that results "
            "should not resemble."
        )

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(parts.menu_position(self, event))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model() is not None and not self.model().rowCount():
            room = self.viewport().rect().adjusted(16, 12, -16, -12)
            flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
            with QPainter(self.viewport()) as painter:
                painter.setPen(colors().muted)
                painter.drawText(room, flags, self._hint())
