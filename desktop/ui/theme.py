"""The look of the window: colour tokens for light and dark, spacing, icons.

The theme follows the system unless the person chose otherwise. Own-painted widgets ask ``colors()``
each time they paint; a change of theme changes the palette, which repaints every widget.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import time
import weakref
from dataclasses import dataclass, fields
from pathlib import Path
from string import Template
from typing import Any, Literal, Protocol

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QScrollBar,
    QStyle,
    QStyleFactory,
    QWidget,
)

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
    "indent_number",
    "set_icon",
    "set_look",
    "set_tone",
    "theme",
    "use_fixed_width",
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
        self.text_percent = 100
        self._system_points = 0.0
        self._applied: tuple[bool, int] | None = None
        self._icons: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self._icons_ready = False
        self._unpainted: list[str] = []
        self._painted: set[str] = set()

    def install(
        self, application: QApplication, choice: Choice = "system", text_percent: int | None = None
    ) -> None:
        """Apply the theme to the application and follow the system from now on."""
        if not self._system_points:  # once: a new style is handed to every widget there is
            application.setStyle(QStyleFactory.create("Fusion"))
            self._system_points = application.font().pointSizeF()
            application.styleHints().colorSchemeChanged.connect(self._follow)
        self.choose(choice, text_percent)

    def choose(self, choice: Choice, text_percent: int | None = None) -> None:
        """Take the theme of the system, or one of the two, and the size of all texts with it."""
        self.choice = choice
        if text_percent is not None:
            self._use_text(text_percent)
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        hints = QGuiApplication.styleHints()
        # Native parts (title bar, file dialogs) follow where the platform lets them.
        hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self._follow()

    def scale_text(self, percent: int) -> None:
        """Show all texts at so many percent of the system's size."""
        self._use_text(percent)
        self._follow()

    def _use_text(self, percent: int) -> None:
        application = QApplication.instance()
        if percent == self.text_percent or not isinstance(application, QApplication):
            return
        self.text_percent = percent
        for widget in application.allWidgets():
            widget.ensurePolished()  # one that was not shown yet would keep its size for good
        font = application.font()
        font.setPointSizeF(self._system_points * percent / 100)
        application.setFont(font)

    def register(self, target: _HasIcon, name: str) -> None:
        """Give ``target`` an icon now or as soon as icons are ready, and again in each theme."""
        self._icons[target] = name
        if not self._icons_ready:
            return
        if name in self._painted:
            target.setIcon(icon(name))
        else:  # a page that is being built does not wait for its pictures
            if not self._unpainted:
                QTimer.singleShot(0, self, self._paint_some)
            self._unpainted.append(name)

    def show_icons(self) -> None:
        """Paint the icons that somebody has, a few at a time; ``icons_changed`` follows."""
        self._unpainted = [*dict.fromkeys(self._icons.values())]
        self._paint_some()

    def _paint_some(self) -> None:
        until = time.monotonic() + SLICE_S
        while self._unpainted and time.monotonic() < until:
            icon(self._unpainted[-1])
            self._painted.add(self._unpainted.pop())
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
        self._painted.clear()
        self._icons.clear()
        _icon.cache_clear()

    def ready_icon(self, name: str) -> QIcon:
        """Return an icon, an empty one while none are loaded; see ``icons_changed``."""
        return icon(name) if self._icons_ready else QIcon()

    def _follow(self) -> None:
        """Dress the application, unless it looks like this: each widget is styled anew for it."""
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            return
        system = QGuiApplication.styleHints().colorScheme()
        self.dark = self.choice == "dark" or (
            self.choice == "system" and system == Qt.ColorScheme.Dark
        )
        application.setPalette(palette(colors()))
        if application.styleSheet() and self._applied == (self.dark, self.text_percent):
            return  # the system tells of what was chosen here, too
        self._applied = self.dark, self.text_percent
        # In place of another one, Qt polishes each widget once for itself and once for each widget
        # around it, which takes five times as long. Without any, lists are lower for a moment.
        bars = [bar for bar in application.allWidgets() if isinstance(bar, QScrollBar)]
        values = [bar.value() for bar in bars]
        application.setStyleSheet("")
        application.setStyleSheet(style_sheet(colors(), self.text_percent))
        for bar, value in zip(bars, values, strict=True):
            bar.setValue(value)
        _icon.cache_clear()
        self._painted.clear()
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


# --- icons in the colours of the theme --------------------------------------------------------

ICONS = {
    "add": "plus",
    "all": "books",
    "back": "arrow-left",
    "cancel": "x-circle",
    "check": "check",
    "cite": "quotes",
    "close": "x",
    "collapse": "caret-down",
    "collection": "folder",
    "colour": "palette",
    "columns": "columns",
    "copy": "copy",
    "down": "arrow-down",
    "edit": "pencil-simple",
    "expand": "caret-up",
    "export": "export",
    "file": "file-pdf",
    "fit": "corners-out",
    "folder": "folder-open",
    "follow": "arrows-clockwise",
    "forward": "arrow-right",
    "gap": "warning-circle",
    "help": "question",
    "highlight": "highlighter-circle",
    "import": "download-simple",
    "info": "info",
    "jobs": "list",
    "lasso": "polygon",
    "library": "books",
    "link": "arrow-square-out",
    "look": "eye",
    "manuscript": "file-text",
    "models": "cube",
    "more": "dots-three",
    "note": "note-pencil",
    "recent": "clock",
    "reject": "prohibit",
    "remove": "minus",
    "restore": "arrow-counter-clockwise",
    "search": "magnifying-glass",
    "settings": "gear",
    "similar": "share-network",
    "tag": "tag",
    "paste": "clipboard-text",
    "text": "text-t",
    "trash": "trash",
    "undo": "arrow-u-up-left",
    "up": "arrow-up",
    "warning": "warning",
    "zoom_in": "magnifying-glass-plus",
    "zoom_out": "magnifying-glass-minus",
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


@functools.cache
def _font() -> tuple[str, dict[str, str]]:
    """Return the family of the icon font and its letters by name, in hexadecimal digits.

    They are qtawesome's. Its own code is not imported: with qtpy, which goes through every class
    of Qt, that takes 0.5 s of the start.
    """
    package = importlib.util.find_spec("qtawesome")
    assert package is not None
    assert package.origin is not None
    fonts = Path(package.origin).parent / "fonts"
    letters = json.loads(next(fonts.glob("phosphor-charmap-*.json")).read_text("utf-8"))
    file = next(fonts.glob("phosphor-*.ttf"))
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))
    return families[0], letters


@functools.cache
def _icon(name: str) -> QIcon:
    tokens = colors()
    result = QIcon()
    modes = {QIcon.Mode.Normal: tokens.text, QIcon.Mode.Disabled: tokens.strong_border}
    for mode, color in modes.items():
        for size in _ICON_SIZES:
            result.addPixmap(_draw_icon(name, color, size), mode)
    return result


def _draw_icon(name: str, color: QColor, size: int) -> QPixmap:
    family, letters = _font()
    font = QFont(family)
    font.setPixelSize(round(0.875 * size))  # the rest is the air around a letter
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.setFont(font)
        painter.setPen(color)
        painter.drawText(picture.rect(), Qt.AlignmentFlag.AlignCenter, chr(int(letters[name], 16)))
    return picture


def set_look(widget: QWidget, look: str) -> None:
    """Let a widget take its part of the style sheet. May be called at any time."""
    _restyle(widget, "look", look)


def set_tone(widget: QWidget, tone: str) -> None:
    """Let a label speak in the colour of what it says: "gap", "cited", "good", or "" for none.

    Unlike a colour set by hand, it follows the theme. May be called at any time.
    """
    _restyle(widget, "tone", tone)


def _restyle(widget: QWidget, name: str, value: str) -> None:
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else it is to be shown yet
        style: QStyle = widget.style()
        style.unpolish(widget)
        style.polish(widget)


def use_fixed_width(widget: QWidget) -> None:
    """Let a widget write in letters of one width, as large as all texts are, now and later."""
    font = QFont()
    # Of a font that states no size, the widget takes the size of the application.
    font.setFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
    widget.setFont(font)


def indent_number(field: QAbstractSpinBox) -> None:
    """Keep a number off the border of its field; Qt passes over the padding of the style sheet."""
    field.lineEdit().setTextMargins(6, 0, 0, 0)


# --- palette and style sheet, both made of the colour tokens ----------------------------


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


def style_sheet(tokens: Colors, text_percent: int = 100) -> str:
    """Return the application's style sheet in the colours of the tokens, for a size of texts.

    Widgets choose from it by the dynamic property ``look``: "title", "muted", "primary", "quiet",
    "bar", "card", "news", "warning", "row", "found" (see ``set_look``).
    """
    names = {field.name: getattr(tokens, field.name).name() for field in fields(tokens)}
    names["tick"] = "tick-light" if tokens.on_accent.lightnessF() > 0.5 else "tick-dark"
    names["icons"] = _ICONS.as_posix()
    names["title_size"] = f"{_TITLE_POINTS * text_percent / 100:.1f}pt"
    sizes = {part: round(size * text_percent / 100) for part, size in _GROWING.items()}
    sizes["mark_round"] = (sizes["mark"] + 2) // 2  # more than half of it would make no circle
    names |= {part: f"{size}px" for part, size in sizes.items()}
    return _STYLE.substitute(names)


_TITLE_POINTS = 14
_GROWING = {
    "icon": 16,
    "mark": 14,
    "dot": 8,
    "dot_ring": 4,
    "arrow": 10,
    "side": 20,
}
_ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"

_STYLE = Template("""
QAbstractButton, QTabBar, QAbstractItemView, QMenu, QLineEdit { icon-size: $icon; }
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
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QStatusBar { background: $window; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QAbstractItemView { background: $surface; border: none; outline: none; color: $text;
    selection-background-color: $selection; selection-color: $text; }
QTableView::item { padding: 0 8px; }
QListView::item { padding: 3px 8px; }
QTableView::item:selected, QListView::item:selected, QTreeView::item:selected {
    background: $selection; color: $text; }
QTableView::item:hover:!selected, QListView::item:hover:!selected,
QTreeView::item:hover:!selected { background: $hover; }
QListView::item:disabled { color: $strong_border; }
QTableView:focus, QListView:focus, QTreeView:focus { border: 1px solid $accent; }
QTableView, QListView, QTreeView { border: 1px solid transparent; }
QTreeView::item { padding: 4px; }
QHeaderView, QTableCornerButton::section { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; border: none;
    border-bottom: 1px solid $border; padding: 6px 8px 6px 11px; }
QHeaderView::section:hover { color: $text; background: $hover; }

QLineEdit, QPlainTextEdit, QTextEdit { background: $surface; color: $text;
    border: 1px solid $strong_border; border-radius: 4px; padding: 4px 8px;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border: 2px solid $accent; padding: 3px 7px; }
QTextBrowser { border: 1px solid transparent; border-radius: 0; padding: 0; }
QTextBrowser:focus { border: 1px solid $accent; padding: 0; }
QComboBox, QAbstractSpinBox { background: $raised; color: $text;
    border: 1px solid $strong_border; border-radius: 4px; padding: 4px 8px; }
QAbstractSpinBox { padding: 2px 4px; }
QComboBox:focus { border: 2px solid $accent; padding: 3px 7px; }
QAbstractSpinBox:focus { border: 2px solid $accent; padding: 1px 3px; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: $strong_border; border-color: $border; }
QComboBox::drop-down { border: none; width: $side; }
QComboBox::down-arrow { image: url($icons/caret-down.svg); width: $arrow; height: $arrow; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: $side; }
QAbstractSpinBox::up-arrow { image: url($icons/caret-up.svg); width: $arrow; height: $arrow; }
QAbstractSpinBox::down-arrow { image: url($icons/caret-down.svg); width: $arrow; height: $arrow; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit,
QComboBox QLineEdit:focus { background: transparent; border: none; padding: 0 4px; }
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator { width: $mark;
    height: $mark; border: 1px solid $strong_border; background: $surface; }
QCheckBox::indicator, QAbstractItemView::indicator { border-radius: 3px; }
QRadioButton::indicator { border-radius: $mark_round; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent;
    border-color: $accent; image: url($icons/$tick.svg); }
QRadioButton::indicator:checked { border: $dot_ring solid $accent; width: $dot; height: $dot;
    background: $on_accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $border; }
QCheckBox::indicator:checked:disabled { background: $strong_border; }
QCheckBox:disabled, QRadioButton:disabled { color: $strong_border; }
QCheckBox, QRadioButton { padding: 2px 4px; border: 1px solid transparent; border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border: 1px solid $accent; }
QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $strong_border; }
QSlider::sub-page:horizontal { border-radius: 2px; background: $accent; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: $raised; border: 1px solid $strong_border; }
QSlider::handle:horizontal:hover { background: $hover; }
QSlider::handle:horizontal:focus { border: 2px solid $accent; width: 12px; height: 12px; }
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus { border: 1px solid $border; }

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
QTabBar::tab:disabled { color: $strong_border; background: transparent; border-color: transparent; }
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

QLabel[look="title"] { font-weight: 600; font-size: $title_size; }
QLabel[look="heading"] { font-weight: 600; }
QLabel[tone="gap"] { color: $gap; }
QLabel[tone="cited"] { color: $cited; }
QLabel[tone="good"] { color: $good; }
QLabel[look="muted"] { color: $muted; }
QLabel[look="warning"] { color: $warn; }
QLabel[look="bad"] { color: $bad; }
QFrame[look="bar"] { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame[look="panel"] { background: $window; border: none; border-top: 1px solid $border; }
QFrame[look="surface"] { background: $surface; border: none; }
QFrame[look="card"] { background: $surface; border: 1px solid $border; border-radius: 6px; }
QFrame[look="row"] { background: transparent; border: 1px solid transparent;
    border-radius: 6px; }
QFrame[look="found"] { background: $accent_soft; border: 1px solid $border; border-radius: 6px; }
QFrame[look="news"] { background: $accent_soft; border: 1px solid $border;
    border-left: none; border-right: none; }
QFrame[look="news floating"], QFrame[look="trouble floating"] { background: $accent_soft;
    border: 1px solid $strong_border; border-radius: 6px; }
QFrame[look="trouble floating"] { background: $gap_soft; }
QFrame[look="trouble"] { background: $gap_soft; border: 1px solid $border;
    border-left: none; border-right: none; }
""")


# --- the colour tokens of the light and the dark theme ----------------------------------


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
    cited="#2c62ab",
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
