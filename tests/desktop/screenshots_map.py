"""Write pictures of the similar page and the map, to look at. Run by hand.

    QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots_map.py FOLDER [MAP]

MAP is an npz of ``positions`` (papers, 2), ``clusters`` (papers,), ``centres`` and ``names``, for
a look at a real layout; without it, papers lie in invented heaps.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.errors import LibraryCorruptError
from core.library_map.paper_map import PaperMap
from core.library_map.store import StoredMap
from core.records import PaperNumber
from desktop.main_window import SIMILAR
from desktop.similar.page import MAP, SIDE_BY_SIDE, SimilarPage
from desktop.theme import theme
from tests.desktop.fake_workspace import FakeWorkspace
from tests.desktop.invented import invented_manuscript
from tests.desktop.screenshots import Studio, settle

PAPERS = 4_000


class RealMap:
    """Gives a layout that was drawn elsewhere to the first papers of a workspace."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as arrays:
            self.parts = {name: arrays[name] for name in arrays.files}
        self.count = len(self.parts["positions"])

    def open(self) -> PaperMap:
        numbers = np.arange(1, self.count + 1)
        names = tuple(str(name) for name in self.parts["names"])
        stored = StoredMap(
            numbers,
            self.parts["positions"],
            self.parts["clusters"],
            self.parts["centres"],
            names,
            self.count,
        )
        years = (1985 + numbers % 40).astype(np.int16)
        return PaperMap(stored, numbers, years, numbers)


def take_lists(studio: Studio, page: SimilarPage) -> None:
    studio.window.show_page(SIMILAR)
    studio.take("similar-empty")
    studio.window.show_similar((PaperNumber(5), PaperNumber(6)))
    settle()
    page.less.trigger()
    settle()
    page.table.show_number(PaperNumber(7))
    settle()
    studio.take("similar-together")
    page.show_view(SIDE_BY_SIDE)
    settle()
    studio.take("similar-side-by-side")
    page.notice.say_error(LibraryCorruptError("The library cannot be read."), action="Try again")
    studio.take("similar-error")
    page.notice.clear()


def take_map(studio: Studio, page: SimilarPage, workspace: FakeWorkspace) -> None:
    workspace.map.gate = threading.Event()
    page.show_view(MAP)
    settle(600)
    studio.take("map-busy")
    workspace.map.gate.set()
    settle(600)
    pane = page.map_pane
    assert pane is not None
    pane.mark_manuscript(invented_manuscript())
    settle()
    studio.take("map")
    for by in (1, 2):
        pane.tools.color_by.setCurrentIndex(by)
        settle()
        studio.take(f"map-{pane.tools.color_by.currentData()}")
    pane.tools.color_by.setCurrentIndex(0)
    pane.canvas.zoom(4)
    pane._take_view()
    settle()
    studio.take("map-closer")


def take_real_map(studio: Studio, path: Path) -> None:
    found = RealMap(path)
    workspace = FakeWorkspace(found.count)
    workspace.map.open = found.open  # type: ignore[method-assign]
    page = studio.open(found.count, workspace).similar
    studio.window.show_page(SIMILAR)
    page.show_view(MAP)
    settle(1_000)
    studio.take("map-real")
    assert page.map_pane is not None
    page.map_pane.canvas.zoom(3)
    studio.take("map-real-closer")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme().install(application, "light")
    studio = Studio(folder)
    theme().show_icons()
    if len(sys.argv) > 2:
        take_real_map(studio, Path(sys.argv[2]))
    else:
        workspace = FakeWorkspace(PAPERS)
        page = studio.open(PAPERS, workspace).similar
        take_lists(studio, page)
        take_map(studio, page, workspace)
    studio.window.close()
    studio.runner.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
