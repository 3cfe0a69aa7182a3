"""Take the picture at the head of the README: the sample manuscript with real suggestions.

    QT_QPA_PLATFORM=offscreen python tests/desktop/picture_for_readme.py docs/images/manuscript.png

Starts the program on a fresh sample library, waits until every paper has its vector and the surest
gap is answered by words and meaning, and photographs the window.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.base.settings import Settings, default_path, save
from desktop.app import Application, Start
from desktop.manuscript.tab import ManuscriptTab
from desktop.theme import LIGHT

SIZE = (1440, 900)
TURN_MS = 50
TURNS = 4_000


def settle(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_for(condition: Callable[[], bool], what: str) -> None:
    for _ in range(TURNS):
        if condition():
            return
        settle(TURN_MS)
    raise SystemExit(f"This did not come: {what}.")


def current_tab(program: Application) -> ManuscriptTab | None:
    pages = program.window.pages
    return None if pages is None else pages.manuscript.current_tab()


def has_answer(program: Application) -> bool:
    tab = current_tab(program)
    answer = tab.panel._answer if tab is not None and tab.panel is not None else None
    return answer is not None and "vectors" in answer.recommendation.stages


def take(program: Application) -> QImage:
    program.window.resize(*SIZE)
    program.start(Start(on_sample=True))
    wait_for(lambda: has_answer(program), "suggestions by words and meaning")
    settle(1_500)  # sentences are answered ahead once nothing else is to do
    wait_for(lambda: not program.runner.jobs(), "the end of all jobs")
    program.window.news.hide()
    program.window.page_bar.setFocus()
    tab = current_tab(program)
    assert tab is not None
    assert tab.panel is not None
    card = tab.panel.list.card(0)
    assert card is not None
    card.unfold(True)
    tab.view.setFocus()
    settle(500)
    return program.window.grab().toImage()


def small(picture: QImage) -> QImage:
    """Keep 256 colours, the theme's own and the most frequent: a third of the bytes."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    counted = Counter(memoryview(plain.constBits()).cast("I"))
    own = {getattr(LIGHT, field.name).rgb() for field in fields(LIGHT)}
    frequent = [color for color, _ in counted.most_common() if color not in own]
    table = [*own, *frequent][:256]
    nearest = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, nearest)


def main() -> None:
    target = Path(sys.argv[1]).absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            os.environ[f"XDG_{kind}_HOME"] = home
        qt = QApplication([])
        save(Settings(theme="light"), default_path())
        program = Application(qt, default_path(), Path(home) / "cocite.log")
        picture = take(program)
        program.window.close()
    small(picture).save(str(target), quality=0)


if __name__ == "__main__":
    main()
