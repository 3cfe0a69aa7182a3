"""The middle of the similar page: its tools, and the neighbours together or side by side."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QWidget

from desktop.similar.models import EVIDENCE, NeighbourModel
from desktop.similar.views import SideBySide, Together, evidence_switches
from desktop.similar.years import YearField
from desktop.ui.empty_state import EmptyState
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.notice import Notice
from desktop.ui.theme import set_look
from desktop.ui.widgets import action_button, hbox, vbox
from desktop.ui.wrapping import ElidedLabel

TOGETHER, SIDE_BY_SIDE, MAP = range(3)


class Centre(QWidget):
    """Tabs for the views, what narrows them, and the views themselves but for the map."""

    def __init__(
        self,
        neighbours: NeighbourModel,
        back: QAction,
        forward: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.together = Together(neighbours)
        self.side_by_side = SideBySide(neighbours)
        self.empty = EmptyState(
            self.tr("Similar papers"),
            self.tr(
                "Select papers in the library, or a suggestion for a sentence, and choose “Find "
                "similar papers”; or drop papers here. From each neighbour you can go on, and "
                "back again."
            ),
        )
        self.stack = QStackedWidget()
        for view in (self.empty, self.together, self.side_by_side):
            self.stack.addWidget(view)
        self.notice = Notice("trouble")
        vbox(
            self._make_views(back, forward),
            self._make_filters(),
            (self.stack, 1),
            of=self,
            margins=0,
            spacing=0,
        )
        self.notice.float_over(self.stack)

    def show_lists(self, view: int, *, any_seeds: bool) -> None:
        """Show the neighbours, or what the page is for while there are no seeds."""
        lists = self.together if view == TOGETHER else self.side_by_side
        self.stack.setCurrentWidget(lists if any_seeds else self.empty)

    def _make_views(self, back: QAction, forward: QAction) -> QHBoxLayout:
        self.views = QTabBar()
        self.views.setAccessibleName(self.tr("View"))
        self.views.setDrawBase(False)
        self.views.setExpanding(False)
        self.views.setUsesScrollButtons(False)
        for name in (self.tr("Together"), self.tr("Side by side"), self.tr("Map")):
            self.views.addTab(name)
        self.state = ElidedLabel()
        set_look(self.state, "muted")
        return hbox(
            action_button(back, "quiet", icon=True, text=False),
            action_button(forward, "quiet", icon=True, text=False),
            self.views,
            (self.state, 1),
            margins=(8, 4, 8, 0),
            spacing=4,
        )

    def _make_filters(self) -> QWidget:
        self.years = YearField()
        self.switches = evidence_switches(
            (self.tr("Meaning"), self.tr("Words"), self.tr("Citations"))
        )
        box = QWidget()
        row = FlowLayout(spacing=8)
        row.setContentsMargins(8, 2, 8, 4)
        box.setLayout(row)
        row.addWidget(self.years)
        for kind, switch in enumerate(self.switches):
            switch.setAccessibleName(self.tr("Show {kind}").format(kind=EVIDENCE[kind]))
            switch.toggled.connect(lambda is_visible, kind=kind: self._switch(kind, is_visible))
            row.addWidget(switch)
        return box

    def _switch(self, kind: int, is_visible: bool) -> None:
        self.together.show_evidence(kind, is_visible=is_visible)
        self.side_by_side.show_evidence(kind, is_visible=is_visible)
