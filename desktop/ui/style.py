"""Palette and style sheet, both made of the colour tokens."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from string import Template

from PySide6.QtGui import QPalette

from desktop.ui.tokens import Colors


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
    names |= {part: f"{round(size * text_percent / 100)}px" for part, size in _GROWING.items()}
    return _STYLE.substitute(names)


_TITLE_POINTS = 14
_GROWING = {
    "icon": 16,
    "mark": 14,
    "mark_round": 8,
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
QHeaderView { background: $surface; border: none; }
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
