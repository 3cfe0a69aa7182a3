"""Looks the names of papers up for the map, one batch at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.records import PaperNumber
from desktop.map.canvas import MapCanvas
from desktop.map.names import PaperName, make_paper_name
from desktop.ui.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.library.store.papers import PaperStore
    from core.library_map.paper_map import PaperMap


class NameLookup(QObject):
    """Answers a canvas that wants names. What is wanted meanwhile, it asks for again."""

    def __init__(self, canvas: MapCanvas, papers: PaperStore, runner: TaskRunner) -> None:
        super().__init__(canvas)
        self._canvas, self._papers, self._runner = canvas, papers, runner
        self._shown_map: PaperMap | None = None
        self._request: Task | None = None
        canvas.names_wanted.connect(self._look_up)

    def show(self, paper_map: PaperMap) -> None:
        """Name the papers of another map from now on."""
        self._shown_map = paper_map

    def _look_up(self, rows: list[int]) -> None:
        paper_map, papers = self._shown_map, self._papers
        if paper_map is None or self._request is not None:
            return
        numbers = {PaperNumber(int(paper_map.numbers[row])): row for row in rows}

        def work() -> dict[int, PaperName]:
            names = dict.fromkeys(rows, PaperName("", ""))  # one that went is not asked for again
            loaded_papers = papers.get_many(list(numbers))
            return names | {
                numbers[paper.number]: make_paper_name(paper) for paper in loaded_papers
            }

        def learn(names: dict[int, PaperName]) -> None:
            self._request = None
            if paper_map is self._shown_map:
                self._canvas.learn_names(names)

        self._request = self._runner.run(work, learn, owner=self)
