"""How everything looks: one set of colour tokens for light and dark, spacing, icons.

The theme follows the system unless the person chose otherwise. Own-painted widgets ask ``colors()``
each time they paint; a change of theme changes the palette, which repaints every widget.
"""

from __future__ import annotations

import functools
import time
import weakref
from dataclasses import dataclass, fields
from string import Template
from typing import Any, Literal, Protocol

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

Choice = Literal["system", "light", "dark"]

GRID = 8
PAINT_SLICE_S = 0.008


@dataclass(frozen=True, slots=True)
class Colors:
    """The tokens. Text on ``window``, ``surface``, ``raised`` and the soft tones is AA readable.

    The ``page_…`` tones are for painting over a printed page, which is white in both themes.
    """

    window: QColor
    surface: QColor
    raised: QColor
    hover: QColor
    border: QColor
    strong_border: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    accent_soft: QColor
    selection: QColor
    cited: QColor
    gap: QColor
    gap_soft: QColor
    good: QColor
    warn: QColor
    bad: QColor
    bad_soft: QColor
    page_paper: QColor
    page_cited: QColor
    page_gap: QColor
    page_selection: QColor
    page_hover: QColor


def _tokens(**values: str) -> Colors:
    return Colors(**{name: QColor(value) for name, value in values.items()})


_PAGE = {
    "page_paper": "#ffffff",
    "page_cited": "#b02f66b0",
    "page_gap": "#59f0a81e",
    "page_selection": "#4d2f7be0",
    "page_hover": "#1f2f7be0",
}

LIGHT = _tokens(
    window="#f5f6f8",
    surface="#ffffff",
    raised="#ffffff",
    hover="#eceff3",
    border="#d8dce2",
    strong_border="#828b98",
    text="#1b1f24",
    muted="#525b66",
    accent="#1d5fbf",
    on_accent="#ffffff",
    accent_soft="#e1ecfb",
    selection="#d3e3fa",
    cited="#2f66b0",
    gap="#8a5200",
    gap_soft="#fdf0d5",
    good="#1a7044",
    warn="#8a5200",
    bad="#b3261e",
    bad_soft="#fce8e6",
    **_PAGE,
)

DARK = _tokens(
    window="#1b1e22",
    surface="#22262b",
    raised="#2a2f35",
    hover="#2f353c",
    border="#3a4149",
    strong_border="#78828e",
    text="#e7eaee",
    muted="#aab3bd",
    accent="#78aef8",
    on_accent="#0d1a2c",
    accent_soft="#26364d",
    selection="#2b4160",
    cited="#8ab8f5",
    gap="#f2bb58",
    gap_soft="#41351e",
    good="#74cf9f",
    warn="#f2bb58",
    bad="#ff9187",
    bad_soft="#4a2724",
    **_PAGE,
)


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
        self._icons: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self._icons_ready = False
        self._unpainted: list[str] = []

    def install(self, application: QApplication, choice: Choice = "system") -> None:
        """Apply the theme to the application and follow the system from now on."""
        application.setStyle(QStyleFactory.create("Fusion"))
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """Take the theme of the system, or one of the two."""
        self.choice = choice
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        hints = QGuiApplication.styleHints()
        # Native parts (title bar, file dialogs) follow where the platform lets them.
        hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self._follow()

    def register(self, target: _HasIcon, name: str) -> None:
        """Give ``target`` an icon now or as soon as icons are ready, and again in each theme."""
        self._icons[target] = name
        if self._icons_ready:
            target.setIcon(icon(name))

    def show_icons(self) -> None:
        """Paint every registered icon, a few at a time; ``icons_changed`` follows.

        Call it when ``load_icons`` was called elsewhere.
        """
        self._unpainted = [*dict.fromkeys(ICONS)]
        self._paint_some()

    def _paint_some(self) -> None:
        until = time.monotonic() + PAINT_SLICE_S
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
        """Let go of every picture; call it before the application ends."""
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
        application.setStyleSheet(style_sheet(colors()))
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
    "folder": "ph.folder-open",
    "forward": "ph.arrow-right",
    "gap": "ph.warning-circle",
    "help": "ph.question",
    "import": "ph.download-simple",
    "info": "ph.info",
    "jobs": "ph.list",
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


def load_icons() -> None:
    """Import what draws the icons, 0.2 s; meant for a worker thread. See ``Theme.show_icons``."""
    import qtawesome  # noqa: F401


@functools.cache
def _icon(glyph: str) -> QIcon:
    import qtawesome  # 0.2 s, and the window must show before

    tokens = colors()
    result = QIcon()
    modes = {QIcon.Mode.Normal: tokens.text, QIcon.Mode.Disabled: tokens.strong_border}
    for mode, color in modes.items():
        drawn = qtawesome.icon(glyph, color=color)
        for size in _ICON_SIZES:
            result.addPixmap(drawn.pixmap(QSize(size, size)), mode)
    return result


# --- palette and style sheet ------------------------------------------------------------------


def palette(tokens: Colors) -> QPalette:
    """Return the palette of the tokens."""
    role = QPalette.ColorRole
    chosen = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.window,
        role.Text: tokens.text,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.bad,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Accent: tokens.accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.PlaceholderText: tokens.muted,
        role.Light: tokens.raised,
        role.Midlight: tokens.hover,
        role.Mid: tokens.border,
        role.Dark: tokens.strong_border,
        role.Shadow: tokens.strong_border,
    }
    result = QPalette()
    for key, color in chosen.items():
        result.setColor(key, color)
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, tokens.strong_border)
    return result


def style_sheet(tokens: Colors) -> str:
    """Return the application's style sheet in the colours of the tokens.

    Widgets choose from it by the dynamic property ``look``: "title", "muted", "primary", "quiet",
    "bar", "card", "news", "warning" (see ``set_look``).
    """
    names = {field.name: getattr(tokens, field.name).name() for field in fields(tokens)}
    return _STYLE.substitute(names)


_STYLE = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 8px; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QMenuBar { background: $window; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $strong_border; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QStatusBar { background: $window; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QAbstractItemView { background: $surface; border: none; outline: none; color: $text;
    selection-background-color: $selection; selection-color: $text; }
QTableView::item, QListView::item { padding: 0 8px; }
QTableView::item:selected, QListView::item:selected, QTreeView::item:selected {
    background: $selection; color: $text; }
QTableView::item:hover:!selected, QListView::item:hover:!selected,
QTreeView::item:hover:!selected { background: $hover; }
QTableView:focus, QListView:focus, QTreeView:focus { border: 1px solid $accent; }
QTableView, QListView, QTreeView { border: 1px solid transparent; }
QTreeView::item { padding: 4px; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; border: none;
    border-bottom: 1px solid $border; padding: 6px 8px 6px 11px; }
QHeaderView::section:hover { color: $text; background: $hover; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox { background: $surface; color: $text;
    border: 1px solid $strong_border; border-radius: 4px; padding: 4px 8px;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QComboBox:focus {
    border: 2px solid $accent; padding: 3px 7px; }
QTextBrowser { border: 1px solid transparent; border-radius: 0; padding: 0; }
QTextBrowser:focus { border: 1px solid $accent; padding: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox QAbstractItemView { border: 1px solid $border; padding: 4px; }

QPushButton { background: $raised; color: $text; border: 1px solid $strong_border;
    border-radius: 4px; padding: 5px 12px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $selection; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 11px; }
QPushButton:disabled { color: $strong_border; border-color: $border; }
QPushButton[look="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[look="primary"]:focus { border: 2px solid $text; }
QPushButton[look="primary"]:disabled { background: $border; color: $muted; border-color: $border; }
QPushButton[look="quiet"] { background: transparent; border-color: transparent; }
QPushButton[look="quiet"]:hover { background: $hover; }
QPushButton[look="quiet"]:focus { border-color: $accent; }
QToolButton { background: transparent; color: $text; border: 1px solid transparent;
    border-radius: 4px; padding: 4px 8px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton:disabled { color: $strong_border; }
QToolButton::menu-indicator { image: none; width: 0; }

QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: $muted; padding: 7px 16px 5px 12px;
    border: 1px solid transparent; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:selected:focus { border: 1px solid $accent; border-bottom: 2px solid $accent; }

QProgressBar { background: $border; border: none; border-radius: 3px; max-height: 6px;
    min-height: 6px; text-align: center; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $strong_border; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QLabel[look="title"] { font-weight: 600; font-size: 14pt; }
QLabel[look="heading"] { font-weight: 600; }
QLabel[look="muted"] { color: $muted; }
QLabel[look="warning"] { color: $warn; }
QLabel[look="bad"] { color: $bad; }
QFrame[look="bar"] { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame[look="panel"] { background: $window; border: none; border-top: 1px solid $border; }
QFrame[look="surface"] { background: $surface; border: none; }
QFrame[look="card"] { background: $surface; border: 1px solid $border; border-radius: 6px; }
QFrame[look="news"] { background: $accent_soft; border: none; border-bottom: 1px solid $border; }
QFrame[look="trouble"] { background: $gap_soft; border: none; border-bottom: 1px solid $border; }
""")


class _Styled(Protocol):
    """A widget."""

    def setProperty(self, name: str, value: object, /) -> bool:
        """Qt's name."""


def set_look(widget: _Styled, look: str) -> None:
    """Let a widget take its part of the style sheet. Call it before the widget is shown."""
    widget.setProperty("look", look)
