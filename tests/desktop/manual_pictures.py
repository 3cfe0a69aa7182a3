"""Take the pictures of the manual: the real program on the sample library, in every language.

    python -m tests.desktop.manual_pictures [NAME…]     writes resources/manual/*/pictures

Without names, all are taken: some minutes, most of which the model takes to encode the sample. The
README shows one of these pictures, too.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.desktop.snapshots import camera

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from desktop.app.application import Application
    from desktop.app.open_pages import Pages
    from desktop.manuscript.tab import ManuscriptTab

MANUAL = Path(__file__).resolve().parents[2] / "resources" / "manual"
SIZE = (1120, 680)
WIDTH = 840
"""Of a picture; larger ones tell no more in the manual, and all of them are installed."""
QUALITY = 20
OFTEN_CITED = 8
"""The row of a paper that others of the sample cite."""
PATIENCE = 40
"""How often the 30 seconds that ``camera.wait`` has are waited for, at most."""


def wait(holds: Callable[[], bool]) -> None:
    """Let the program work until something holds; encoding the sample takes a minute."""
    for _ in range(PATIENCE):
        try:
            return camera.wait(holds)
        except TimeoutError:
            continue
    raise TimeoutError("This state does not come.")


def pages(program: Application) -> Pages:
    """Return the pages of the window."""
    assert program.window.pages is not None
    return program.window.pages


def manuscript_tab(program: Application) -> ManuscriptTab:
    """Return the tab of the sample manuscript."""
    tab = pages(program).manuscript.current_tab()
    assert tab is not None
    assert tab.panel is not None
    return tab


def is_answered(program: Application) -> bool:
    """Say whether the surest gap has suggestions by words and by meaning."""
    shown = program.window.pages
    tab = None if shown is None else shown.manuscript.current_tab()
    answer = None if tab is None or tab.panel is None else tab.panel._answer
    return answer is not None and "vectors" in answer.recommendation.stages


# --- what is photographed; each returns the window to take ----------------------------------


def manuscript(program: Application) -> QWidget:
    """Suggestions for the surest gap, the first with all its reasons."""
    tab = manuscript_tab(program)
    card = tab.panel.list.card(0) if tab.panel is not None else None
    assert card is not None
    card.unfold(True)
    tab.view.setFocus()
    return program.window


def to_cite(program: Application) -> QWidget:
    """The list To cite with papers for two sentences."""
    tab = manuscript_tab(program)
    for gap in tab.view._marks.gaps[1:6:3]:
        tab.view.select(gap)
        settle(program)
        assert tab.panel is not None
        card = tab.panel.list.card(0)
        assert card is not None
        if not card.cite_button.isChecked():  # by the language before
            card.cite_button.click()
        settle(program)
    return program.window


def library(program: Application) -> QWidget:
    """The table, with the details of a paper that is cited often."""
    from desktop.app.main_window import LIBRARY

    program.window.show_page(LIBRARY)
    settle(program)
    pages(program).library.table.select_only(OFTEN_CITED)
    return program.window


def search(program: Application) -> QWidget:
    """A search with years, by meaning."""
    page = pages(program).library
    program.window.search_library("year:2018-2022 papers that are cited together")
    page.centre.mode_chosen.emit("meaning")
    settle(program)
    page.table.select_only(0)
    return program.window


def similar(program: Application) -> QWidget:
    """The neighbours of a paper."""
    from desktop.app.main_window import SIMILAR

    program.window.search.clear()
    settle(program)
    library = pages(program).library
    library.table.select_only(OFTEN_CITED)
    settle(program)
    program.window.show_similar(library.selected_numbers())
    program.window.show_page(SIMILAR)
    settle(program)
    return program.window


def similar_map(program: Application) -> QWidget:
    """The map of the library, with the seed of before."""
    from desktop.similar.page import MAP

    program.window.show_map()
    pages(program).similar.show_view(MAP)
    settle(program)
    pane = pages(program).similar.map_pane
    assert pane is not None
    pane.canvas.fit()
    return program.window


def models(program: Application) -> QWidget:
    """The models that are installed."""
    from desktop.app.main_window import MODELS

    program.window.show_page(MODELS)
    return program.window


def training(program: Application) -> QWidget:
    """The second step of a new training: what the model is to be good at."""
    program.window.train()
    wizard = pages(program).models.panel.wizard
    assert wizard is not None
    wait(lambda: len(wizard.recipe.cards) > 0)
    wizard.corpus.check()
    wait(lambda: wizard.corpus.checked is not None)
    wizard.show_next_step()
    return program.window


def settings(program: Application) -> QWidget:
    """The settings, at their first section."""
    return program.settings_manager.show_panel()


STATES = (
    manuscript,
    to_cite,
    library,
    search,
    similar,
    similar_map,
    models,
    training,
    settings,
)
"""In the order in which they are taken: each goes on from the one before."""


def settle(program: Application) -> None:
    """Wait until nothing is to be done any more."""
    for _ in range(3):
        camera.pause(600)
        wait(lambda: not program.runner.pending() and not program.runner.jobs())


def small(picture: QImage) -> QImage:
    """Return a picture in the width of the manual, with a frame."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor, QPainter

    framed = picture.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    with QPainter(framed) as painter:
        painter.setPen(QColor("#9aa0a8"))
        painter.drawRect(0, 0, framed.width() - 1, framed.height() - 1)
    return framed


def take(scratch: Path, language: str, names: list[str]) -> None:
    """Take the pictures of a language; settings and the sample library lie in a folder."""
    camera.prepare_screen(scratch, 1600, 1000)
    from PySide6.QtWidgets import QApplication

    from core.base.settings import Settings, default_path, save
    from desktop.app.application import Application, Start

    qt = QApplication([])
    save(Settings(theme="light", language=language), default_path())
    program = Application(qt, default_path(), scratch / "cocite.log")
    program.window.resize(*SIZE)
    program.start(Start(on_sample=True))
    wait(lambda: is_answered(program))
    settle(program)
    folder = MANUAL / language / "pictures"
    folder.mkdir(exist_ok=True)
    for state in STATES:
        name = state.__name__.replace("_", "-")
        if names and name not in names:
            continue
        shown = state(program)
        settle(program)
        program.window.news.hide()
        assert small(shown.grab().toImage()).save(str(folder / f"{name}.webp"), quality=QUALITY)
    program.window.close()


def main() -> None:
    """See the module."""
    if sys.argv[1:2] == ["--within"]:
        take(Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
        return
    command = [sys.executable, "-m", "tests.desktop.manual_pictures", "--within"]
    with tempfile.TemporaryDirectory() as scratch:  # the second language finds the sample encoded
        for language in sorted(path.name for path in MANUAL.iterdir()):
            subprocess.run([*command, scratch, language, *sys.argv[1:]], check=True)


if __name__ == "__main__":
    main()
