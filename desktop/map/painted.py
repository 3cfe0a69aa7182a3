"""Colours the map, and follows the legend: what is picked out, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QObject

from core.base.records import Group, PaperNumber
from desktop.map import coloring
from desktop.map.canvas import MapCanvas
from desktop.map.coloring import Coloring
from desktop.map.legend import Legend
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap


class Collections(Protocol):
    """Gives the collections and their papers. Its calls block."""

    def __call__(self) -> tuple[Sequence[Group], Mapping[int, Sequence[PaperNumber]]]:
        """Give both at once."""


class PaintedMap(QObject):
    """Keeps the colours of a canvas in step with what they mean and with the legend."""

    def __init__(
        self, canvas: MapCanvas, legend: Legend, runner: TaskRunner, collections: Collections
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._legend = canvas, legend
        self._runner, self._collections = runner, collections
        self._shown_map: PaperMap | None = None
        self._coloring: Coloring | None = None
        self._colored_by = ""
        legend.changed.connect(self._pick_out)

    def show(self, paper_map: PaperMap, by: str) -> None:
        """Colour a map by "group", "year" or "collection"."""
        if paper_map is not self._shown_map:
            self._shown_map, self._coloring = paper_map, None
        if by == "collection":
            collections = self._collections
            self._runner.run(
                lambda: coloring.by_collection(paper_map, *collections()),
                partial(self._take, paper_map, by),
                owner=self,
            )
        else:
            new_coloring = (
                coloring.by_year(paper_map) if by == "year" else coloring.by_group(paper_map)
            )
            self._take(paper_map, by, new_coloring)

    def _take(self, paper_map: PaperMap, by: str, new_coloring: Coloring) -> None:
        if paper_map is self._shown_map:
            same = by == self._colored_by and self._coloring is not None
            self._coloring, self._colored_by = new_coloring, by
            self._legend.show_entries(new_coloring.legend, keep=same)
            self._pick_out()

    def _pick_out(self) -> None:
        """Let the colour that is picked out stand out, and hide what is hidden."""
        current_coloring = self._coloring
        if current_coloring is None:
            return
        hidden, picked = self._legend.hidden(), self._legend.picked()
        is_seen = np.array(
            [index not in hidden for index in range(len(current_coloring.legend))], bool
        )
        above, painted = current_coloring.belongs == picked, current_coloring.papers
        if picked >= 0:
            painted = np.where(above, painted, coloring.argb([colors().border])[0])
        self._canvas.set_colors(painted, is_seen[current_coloring.belongs], above)
        self._canvas.names.hide_groups(hidden if self._colored_by == "group" else frozenset())
