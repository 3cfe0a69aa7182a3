"""The map on the similar page: made when it is first looked at, and marked with what is shown."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from core.base.records import OpenManuscript, PaperNumber
from desktop.similar.models import Seeds
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.map.camera import MapState
    from desktop.map.pane import MapPane

MAP_MODULES = ("camera", "marks", "names", "canvas", "painted", "pane")
"""Modules of the map, each before those that import it."""
_IMPORT_EVERY_MS = 2_000


class MapSide(QObject):
    """Holds the map pane, once there is one, and keeps it in step with the seeds.

    Signals:
        made: the pane is there now.
    """

    pane_created = Signal()

    def __init__(
        self, stack: QStackedWidget, workspace: Workspace, runner: TaskRunner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._stack = stack
        self._workspace = workspace
        self._runner = runner
        self._marks: tuple[Seeds, Sequence[PaperNumber]] = (Seeds(), ())
        self._state: MapState | None = None
        self._marked: OpenManuscript | None = None
        self.manuscript: Callable[[], OpenManuscript | None] = lambda: None
        self.pane: MapPane | None = None
        self._import(MAP_MODULES)

    def show(self) -> None:
        """Show the map; it is made when it is first looked at: numpy comes with it."""
        if self.pane is None:
            from desktop.map.pane import MapPane

            self.pane = MapPane(self._workspace, self._runner)
            self._stack.addWidget(self.pane)
            if self._state is not None:
                self.pane.restore(self._state)
            self._mark_pane(frame=self._state is None)
            self.pane_created.emit()
        self._stack.setCurrentWidget(self.pane)
        self.open()

    def open(self) -> None:
        """Bring the map in step with the library, if it is in front."""
        if self.pane is None or self._stack.currentWidget() is not self.pane:
            return
        self.pane.open()
        opened = self.manuscript()
        if opened is not self._marked:
            self._marked = opened
            self.pane.mark_manuscript(opened)

    def mark(self, seeds: Seeds, near: Sequence[PaperNumber], *, frame: bool) -> None:
        """Mark seeds and their nearest papers; bring them into view, if one is to ``frame``."""
        self._marks = (seeds, near)
        self._mark_pane(frame=frame)

    def choose(self, number: PaperNumber | None) -> None:
        """Ring a paper that was chosen elsewhere."""
        if self.pane is not None:
            self.pane.choose(number)

    def state(self) -> MapState | None:
        """Return how the map is looked at."""
        return self._state if self.pane is None else self.pane.state()

    def restore(self, state: MapState | None) -> None:
        """Look at the map as before."""
        self._state = state
        if self.pane is not None and state is not None:
            self.pane.restore(state)

    def _mark_pane(self, *, frame: bool) -> None:
        seeds, near = self._marks
        if self.pane is not None:
            self.pane.mark(seeds.like, seeds.unlike, near, frame=frame and bool(seeds.like))

    def _import(self, names: Sequence[str]) -> None:
        """Import the map one module after another: at once, that holds the window up.

        On this thread, for PySide makes classes on no other.
        """

        def next_one() -> None:
            importlib.import_module(f"desktop.map.{names[0]}")
            self._import(names[1:])

        if names:
            QTimer.singleShot(_IMPORT_EVERY_MS, self, next_one)
