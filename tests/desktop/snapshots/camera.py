"""A process whose pictures depend on nothing of the machine: font, screen, theme, caret."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import reportlab

FONTS = Path(reportlab.__file__).parent / "fonts"
FAMILY = "Bitstream Vera Sans"
POINTS = 9.0
_CONFIGURATION = """<?xml version="1.0"?>
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def prepare(scratch: Path, width: int, height: int) -> None:
    """Set what Qt reads when it starts: one screen of that size, and no font but ours."""
    configuration = scratch / "fonts.conf"
    words = _CONFIGURATION.format(fonts=FONTS, cache=scratch / "fonts")
    configuration.write_text(words, encoding="utf-8")
    os.environ["FONTCONFIG_FILE"] = str(configuration)
    prepare_screen(scratch, width, height)


def prepare_screen(scratch: Path, width: int, height: int) -> None:
    """Set what Qt reads when it starts: one screen of that size, and folders of its own."""
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    (scratch / "screens.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={scratch / 'screens.json'}"
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        os.environ[f"XDG_{kind}_HOME"] = str(scratch / kind.lower())


def application(percent: int) -> object:
    """Start Qt, with our font at so many percent; keep what is returned."""
    from PySide6.QtCore import QLocale
    from PySide6.QtGui import QFont, QFontDatabase
    from PySide6.QtWidgets import QApplication

    from desktop.ui.theme import theme

    qt = QApplication([])
    QLocale.setDefault(QLocale("en"))
    for name in ("Vera", "VeraBd", "VeraIt", "VeraBI"):
        QFontDatabase.addApplicationFont(str(FONTS / f"{name}.ttf"))
    font = QFont(FAMILY)
    font.setPointSizeF(POINTS)
    qt.setFont(font)
    QFontDatabase.systemFont = lambda _: QFont(FAMILY)  # type: ignore[method-assign, assignment]
    qt.setCursorFlashTime(0)
    theme().install(qt, "light")
    theme().scale_text(percent)
    theme().show_icons()
    return qt


def pause(milliseconds: int) -> None:
    """Let Qt work for a while."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(holds: Callable[[], bool]) -> None:
    """Let Qt work until something holds."""
    for _ in range(3_000):
        if holds():
            return
        pause(10)
    raise TimeoutError("This state does not come.")
