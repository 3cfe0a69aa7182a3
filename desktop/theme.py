"""How everything looks: one set of colour tokens for light and dark, spacing, icons.

The theme follows the system unless the person chose otherwise. Own-painted widgets ask ``colors()``
each time they paint; a change of theme changes the palette, which repaints every widget.
"""

from __future__ import annotations

import functools
import importlib
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import shiboken6
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QStyle, QStyleFactory, QWidget

from desktop.style import palette, style_sheet
from desktop.tokens import DARK, LIGHT, Colors

if TYPE_CHECKING:
    from qtawesome.iconic_font import IconicFont

__all__ = [
    "DARK",
    "GRID",
    "ICONS",
    "LIGHT",
    "Choice",
    "Colors",
    "Theme",
    "colors",
    "icon",
    "set_icon",
    "set_look",
    "set_tone",
    "theme",
]

Choice = Literal["system", "light", "dark"]

GRID = 8
SLICE_S = 0.008


class Theme(QObject):
    """The theme in force; there is one, see ``theme()``.

    Signals:
        changed: the tokens are others now; palette and style sheet are already applied.
        icons_changed: ``ready_icon`` gives others now: they were loaded, or the theme changed.
    """

    changed = Signal()
    icons_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice: Choice = "system"
        self.dark = False
        self._text_percent = 100
        self._system_points = 0.0
        self._icons: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self._icons_ready = False
        self._imports: Iterator[None] | None = None
        self._unpainted: list[str] = []

    def install(self, application: QApplication, choice: Choice = "system") -> None:
        """Apply the theme to the application and follow the system from now on."""
        if not self._system_points:  # once: a new style is handed to every widget there is
            application.setStyle(QStyleFactory.create("Fusion"))
            self._system_points = application.font().pointSizeF()
            application.styleHints().colorSchemeChanged.connect(self._follow)
        self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """Take the theme of the system, or one of the two."""
        self.choice = choice
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        hints = QGuiApplication.styleHints()
        # Native parts (title bar, file dialogs) follow where the platform lets them.
        hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self._follow()

    def scale_text(self, percent: int) -> None:
        """Show all texts at so many percent of the system's size."""
        application = QApplication.instance()
        if percent == self._text_percent or not isinstance(application, QApplication):
            return
        self._text_percent = percent
        font = application.font()
        font.setPointSizeF(self._system_points * percent / 100)
        application.setFont(font)
        self._follow()

    def register(self, target: _HasIcon, name: str) -> None:
        """Give ``target`` an icon now or as soon as icons are ready, and again in each theme."""
        self._icons[target] = name
        if self._icons_ready:
            target.setIcon(icon(name))

    def load_icons(self) -> None:
        """Import what draws the icons, 0.2 s in small steps, then show them.

        On this thread and no other: PySide makes a class when it is first asked for, and a
        process in which two threads do that at once crashes.
        """
        self._imports = _icon_imports()
        self._import_some()

    def _import_some(self) -> None:
        until = time.monotonic() + SLICE_S
        for _ in self._imports or ():
            if time.monotonic() > until:
                QTimer.singleShot(0, self, self._import_some)
                return
        if self._imports is not None:
            self._imports = None
            self.show_icons()

    def show_icons(self) -> None:
        """Paint every registered icon, a few at a time; ``icons_changed`` follows."""
        self._unpainted = [*dict.fromkeys(ICONS)]
        self._paint_some()

    def _paint_some(self) -> None:
        until = time.monotonic() + SLICE_S
        while self._unpainted and time.monotonic() < until:
            icon(self._unpainted.pop())
        if self._unpainted:
            QTimer.singleShot(0, self, self._paint_some)
            return
        self._icons_ready = True
        for target, name in list(self._icons.items()):
            if shiboken6.isValid(target):
                target.setIcon(icon(name))
        self.icons_changed.emit()

    def forget_icons(self) -> None:
        """Let go of every picture; call it before the application ends.

        The font stays: where it is freed, the next collection of garbage crashes.
        """
        self._imports = None
        self._unpainted = []
        self._icons_ready = False
        self._icons.clear()
        _icon.cache_clear()

    def ready_icon(self, name: str) -> QIcon:
        """Return an icon, an empty one while none are loaded; see ``icons_changed``."""
        return icon(name) if self._icons_ready else QIcon()

    def _follow(self) -> None:
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            return
        system = QGuiApplication.styleHints().colorScheme()
        self.dark = self.choice == "dark" or (
            self.choice == "system" and system == Qt.ColorScheme.Dark
        )
        application.setPalette(palette(colors()))
        application.setStyleSheet(style_sheet(colors(), self._text_percent))
        _icon.cache_clear()
        if self._icons_ready:
            self.show_icons()
        self.changed.emit()


class _HasIcon(Protocol):
    """A button, an action, anything with an icon."""

    def setIcon(self, icon: QIcon, /) -> None:
        """Qt's name."""


@functools.cache
def theme() -> Theme:
    """Return the one theme of the program."""
    return Theme()


def colors() -> Colors:
    """Return the tokens in force. Ask at each painting; do not keep them."""
    return DARK if theme().dark else LIGHT


# --- icons ------------------------------------------------------------------------------------

ICONS = {
    "add": "ph.plus",
    "all": "ph.books",
    "back": "ph.arrow-left",
    "cancel": "ph.x-circle",
    "check": "ph.check",
    "cite": "ph.quotes",
    "close": "ph.x",
    "collapse": "ph.caret-down",
    "collection": "ph.folder",
    "columns": "ph.columns",
    "copy": "ph.copy",
    "down": "ph.arrow-down",
    "edit": "ph.pencil-simple",
    "expand": "ph.caret-up",
    "export": "ph.export",
    "file": "ph.file-pdf",
    "fit": "ph.corners-out",
    "folder": "ph.folder-open",
    "forward": "ph.arrow-right",
    "gap": "ph.warning-circle",
    "help": "ph.question",
    "import": "ph.download-simple",
    "info": "ph.info",
    "jobs": "ph.list",
    "lasso": "ph.polygon",
    "library": "ph.books",
    "link": "ph.arrow-square-out",
    "manuscript": "ph.file-text",
    "models": "ph.cube",
    "more": "ph.dots-three",
    "recent": "ph.clock",
    "reject": "ph.prohibit",
    "remove": "ph.minus",
    "restore": "ph.arrow-counter-clockwise",
    "search": "ph.magnifying-glass",
    "settings": "ph.gear",
    "similar": "ph.share-network",
    "tag": "ph.tag",
    "text": "ph.text-t",
    "trash": "ph.trash",
    "undo": "ph.arrow-u-up-left",
    "up": "ph.arrow-up",
    "warning": "ph.warning",
    "zoom_in": "ph.magnifying-glass-plus",
    "zoom_out": "ph.magnifying-glass-minus",
}

_ICON_SIZES = (16, 20, 24, 32, 48)


def set_icon(target: _HasIcon, name: str) -> None:
    """Give a button or action the icon ``name`` of ``ICONS``, in this and every later theme.

    Costs nothing before the icons are loaded, which is after the window shows.
    """
    assert name in ICONS, name
    theme().register(target, name)


def icon(name: str) -> QIcon:
    """Return an icon of ``ICONS`` in the colours of the theme. Loads the icon font if need be."""
    return _icon(ICONS[name])


def _icon_imports() -> Iterator[None]:
    """Import qtawesome, a little at each step.

    It asks for every class of three modules at once, so these are asked for one by one before.
    """
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            getattr(module, name)
            yield
    for name in ("qtpy.QtCore", "qtpy.QtGui", "qtpy.QtWidgets", "qtawesome"):
        importlib.import_module(name)
        yield


@functools.cache
def _glyphs() -> IconicFont:
    """Return what draws glyphs, with the one font that is used: loading all takes 80 ms."""
    import qtawesome  # 0.2 s, and the window must show before
    from qtawesome.iconic_font import IconicFont

    fonts = Path(qtawesome.__file__).parent / "fonts"
    files = (next(fonts.glob(pattern)).name for pattern in ("phosphor-*.ttf", "phosphor-*.json"))
    return IconicFont(("ph", *files))


@functools.cache
def _icon(glyph: str) -> QIcon:
    tokens = colors()
    result = QIcon()
    modes = {QIcon.Mode.Normal: tokens.text, QIcon.Mode.Disabled: tokens.strong_border}
    for mode, color in modes.items():
        drawn = _glyphs().icon(glyph, color=color)
        for size in _ICON_SIZES:
            result.addPixmap(drawn.pixmap(QSize(size, size)), mode)
    return result


class _Styled(Protocol):
    """A widget."""

    def setProperty(self, name: str, value: object, /) -> bool:
        """Qt's name."""


def set_tone(widget: QWidget, tone: str) -> None:
    """Let a label speak in the colour of what it says: "gap", "cited", "good", or "" for none.

    Unlike a colour set by hand, it follows the theme. May be called at any time.
    """
    widget.setProperty("tone", tone)
    style: QStyle = widget.style()
    style.unpolish(widget)
    style.polish(widget)


def set_look(widget: _Styled, look: str) -> None:
    """Let a widget take its part of the style sheet. Call it before the widget is shown."""
    widget.setProperty("look", look)
