"""Every page and dialog: whatever takes the focus has a name to speak, and Tab reaches it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.base.reports import ImportEntry, ImportStatus
from core.workspace import Workspace
from desktop.app.command_palette import CommandPalette
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.app.welcome_page import WelcomePage
from desktop.help.crash import CrashDialog
from desktop.help.dialogs import AboutDialog, ShortcutsDialog
from desktop.help.log_viewer import LogViewer
from desktop.library.edit_dialog import EditDialog
from desktop.library.importing import ImportReportDialog, ImportResult
from desktop.manuscript.page import PassageDialog
from desktop.settings.panel import SettingsPanel
from desktop.settings.store import SettingsStore
from desktop.ui.accessible_roles import Role, install_accessible_roles
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import DARK, LIGHT, Colors
from tests.desktop.invented import invented_paper
from tests.desktop.window import open_window

TabFocus = Qt.FocusPolicy.TabFocus
MARKUP = re.compile(r"</?(?:p|b|i|span|table|tr|td|br|code|a)\b")
FORMS = re.compile(r"\([a-z ]+\|[a-z ]+\)|%L?n")


def takes_focus(widget: QWidget) -> bool:
    """Say whether a person can put the focus on a widget by Tab."""
    proxied = widget.focusProxy() is not None
    return bool(widget.focusPolicy() & TabFocus) and widget.isEnabled() and not proxied


def spoken(widget: QWidget) -> str:
    """Return what a screen reader would call a widget."""
    if widget.accessibleName():
        return widget.accessibleName()
    if isinstance(widget, QAbstractButton):
        return widget.text()
    return ""


def ours(widget: QWidget) -> bool:
    """Leave out the parts that Qt makes inside its own widgets."""
    made_by_qt = widget.objectName().startswith("qt_")
    inside = isinstance(widget.parentWidget(), QComboBox | QTabBar)
    return not (made_by_qt or inside or (isinstance(widget, QLineEdit) and widget.isReadOnly()))


def focusable(root: QWidget) -> list[QWidget]:
    """Return what is shown in ``root`` and takes the focus."""
    return [
        widget
        for widget in [root, *root.findChildren(QWidget)]
        if widget.isVisibleTo(root) and widget.window() is root.window()
        if takes_focus(widget) and ours(widget)
    ]


def reached(root: QWidget) -> set[QWidget]:
    """Return the widgets of a window that Tab passes, from one round of the focus chain."""
    found: set[QWidget] = set()
    widget = root.window()
    for _ in range(5000):
        widget = widget.nextInFocusChain()
        found.add(widget)
        if widget is root.window():
            return found
    raise AssertionError("the focus chain does not close")


CONTROLS = frozenset(
    {
        Role.Button,
        Role.ButtonDropDown,
        Role.ButtonMenu,
        Role.CheckBox,
        Role.ComboBox,
        Role.EditableText,
        Role.List,
        Role.PageTab,
        Role.PageTabList,
        Role.ProgressBar,
        Role.RadioButton,
        Role.Slider,
        Role.SpinBox,
        Role.Table,
        Role.Tree,
    }
)
"""What a screen reader must be able to name."""

MOST_CHILDREN = 40
"""Of a table as many cells are looked at as a page shows."""


def walk(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield what a screen reader finds below a widget, and is shown."""
    for index in range(min(interface.childCount(), MOST_CHILDREN)):
        child = interface.child(index)
        if child is not None and child.isValid() and not child.state().invisible:  # type: ignore[attr-defined]
            yield child
            yield from walk(child)


def heard(interface: QAccessibleInterface) -> str:
    """Return the name and the description of what a screen reader stands on."""
    texts = (QAccessible.Text.Name, QAccessible.Text.Description)
    return " | ".join(interface.text(text) for text in texts)


def untitled_columns(table: QTableView) -> list[int]:
    """Return the columns in sight that have no header; a single one needs none."""
    model, header = table.model(), table.horizontalHeader()
    shown = [column for column in range(header.count()) if not header.isSectionHidden(column)]
    across = Qt.Orientation.Horizontal
    return [c for c in shown if len(shown) > 1 and not model.headerData(c, across)]


def screen_reader_problems(root: QWidget) -> list[str]:
    """Return what a screen reader could not say of a window."""
    install_accessible_roles()
    wrong = []
    for part in walk(QAccessible.queryAccessibleInterface(root)):
        widget, role = part.object(), part.role()
        kind = type(widget).__name__
        if role in CONTROLS and not part.text(QAccessible.Text.Name).strip():
            wrong.append(f"{role.name} {kind} has no name")
        if MARKUP.search(heard(part)):
            wrong.append(f"{kind} speaks markup: {heard(part)[:60]}")
        if FORMS.search(heard(part)):
            wrong.append(f"{kind} speaks both forms of a word: {heard(part)[:80]}")
        focused = isinstance(widget, QWidget) and takes_focus(widget) and ours(widget)
        if focused and role in (Role.Client, Role.NoRole):
            wrong.append(f"{kind} “{spoken(widget)}” has no role")
        if isinstance(widget, QTableView) and untitled_columns(widget):
            wrong.append(f"{kind} “{spoken(widget)}” has columns without a header")
    return wrong


def problems(root: QWidget) -> list[str]:
    """Return what is wrong with the focus in ``root``."""
    chain = reached(root)
    wrong = []
    for widget in focusable(root):
        kind = type(widget).__name__
        if not spoken(widget):
            wrong.append(f"{kind} in {type(widget.parentWidget()).__name__} has no name")
        if widget not in chain:
            wrong.append(f"{kind} “{spoken(widget)}” is not reached by Tab")
    return wrong + screen_reader_problems(root)


@pytest.fixture
def window(
    workspace: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> Iterator[MainWindow]:
    window = open_window(workspace, runner, tmp_path, qtbot)
    yield window
    qtbot.waitUntil(lambda: runner.pending() == 0)
    if shiboken6.isValid(window):
        shiboken6.delete(window)  # all at once, not by the collector and in pieces


@pytest.mark.parametrize("page", range(4), ids=["library", "manuscript", "similar", "models"])
def test_what_takes_the_focus_on_a_page_has_a_name_and_is_reached(
    window: MainWindow, page: int, qtbot: QtBot, runner: TaskRunner
) -> None:
    assert window.pages is not None
    window.toggle_jobs()
    window.news.show_news("Moved 3 papers to the Trash.", action="Undo", call=lambda: None)
    window.show_page(page)
    if page == 0:
        window.pages.library.table.select_only(0)
    if page == 1:
        window.pages.manuscript.open_text("No model of lanterns has been tried. It is needed.")
    if page == 2:
        window.pages.similar.show_similar([invented_paper(5).number])
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(focusable(window)) > 5
    assert problems(window) == []


def make_dialogs() -> dict[str, Callable[[MainWindow, SettingsStore, Path], QWidget]]:
    entry = ImportEntry(status="refused", source="a.bib", reason="A brace is not closed.")
    statuses: tuple[ImportStatus, ...] = ("added", "merged", "unchanged", "skipped", "refused")
    result = ImportResult((entry,), {status: int(status == "refused") for status in statuses})
    return {
        "settings": lambda window, store, _: SettingsPanel(
            store,
            window.findChild(Menus).actions,
            parent=window,  # type: ignore[union-attr]
        ),
        "palette": lambda window, _store, _: CommandPalette(
            window.findChild(Menus).actions,
            window.state,
            window,  # type: ignore[union-attr]
        ),
        "shortcuts": lambda window, _store, _: ShortcutsDialog(
            window.findChild(Menus).actions,
            window,  # type: ignore[union-attr]
        ),
        "about": lambda window, _store, _: AboutDialog(window.runner, window),
        "log": lambda window, _store, folder: LogViewer(folder / "x.log", window.runner, window),
        "crash": lambda window, _store, _: CrashDialog("a report", window),
        "import report": lambda window, _store, _: ImportReportDialog(result, window),
        "edit": lambda window, _store, _: EditDialog(invented_paper(7), window),
        "passage": lambda window, _store, _: PassageDialog(window),
        "welcome": lambda window, _store, folder: WelcomePage(
            window.runner, recent=[folder], parent=None
        ),
    }


@pytest.mark.parametrize("name", make_dialogs())
def test_what_takes_the_focus_in_a_dialog_has_a_name_and_is_reached(
    window: MainWindow, runner: TaskRunner, name: str, tmp_path: Path, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", runner)
    dialog = make_dialogs()[name](window, store, tmp_path)
    if dialog.parent() is None:
        qtbot.addWidget(dialog)
    dialog.show()
    wrong = problems(dialog)
    if isinstance(dialog, SettingsPanel):
        for section in dialog.sections:
            dialog.show_section(section.title)
            wrong += [f"{section.title}: {one}" for one in problems(dialog)]
    if isinstance(dialog, AboutDialog):
        dialog.tabs.setCurrentIndex(1)
        wrong += problems(dialog)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert focusable(dialog)
    assert wrong == []
    dialog.close()


def test_tab_goes_through_the_settings_and_comes_back(
    window: MainWindow, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", runner)
    menus = window.findChild(Menus)
    assert menus is not None
    panel = SettingsPanel(store, menus.actions, parent=window)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.search.hasFocus)
    panel.show_section("Appearance")
    passed = []
    for _ in range(12):
        focused = QApplication.focusWidget()
        assert focused is not None
        passed.append(spoken(focused).replace("&", ""))
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert passed[:6] == [
        "Search in settings",
        "Sections",
        "Theme",
        "Text size",
        "Table rows",
        "Close",
    ]
    assert passed[6] == "Search in settings"
    panel.close()


def luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (linear(part) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of WCAG 2.1, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def over(color: QColor, ground: QColor) -> QColor:
    """Return what is seen of a translucent colour over an opaque one."""
    share = color.alphaF()
    mixed = (
        share * part + (1 - share) * below
        for part, below in zip(color.getRgbF()[:3], ground.getRgbF()[:3], strict=True)  # type: ignore[index]
    )
    return QColor.fromRgbF(*mixed)


TEXTS = [
    *(
        (text, ground)
        for text in ("text", "muted")
        for ground in (
            "window",
            "surface",
            "raised",
            "hover",
            "selection",
            "accent_soft",
            "gap_soft",
            "bad_soft",
        )
    ),
    *(
        (text, ground)
        for text in ("accent", "warn", "bad", "good", "gap", "cited")
        for ground in ("window", "surface", "raised", "hover", "selection")
    ),
    ("on_accent", "accent"),
    ("warn", "accent_soft"),
    ("bad", "bad_soft"),
    ("gap", "gap_soft"),
]
"""Which colour is written on which, in style sheets and by widgets that paint themselves."""


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_has_the_contrast_of_aa(tokens: Colors) -> None:
    low = {
        f"{text} on {ground}": round(contrast(getattr(tokens, text), getattr(tokens, ground)), 2)
        for text, ground in TEXTS
        if contrast(getattr(tokens, text), getattr(tokens, ground)) < 4.5
    }
    assert low == {}


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_borders_of_fields_and_the_ring_of_the_focus_can_be_seen(tokens: Colors) -> None:
    low = {
        f"{line} on {ground}": round(contrast(getattr(tokens, line), getattr(tokens, ground)), 2)
        for line in ("strong_border", "accent")
        for ground in ("window", "surface", "raised")
        if contrast(getattr(tokens, line), getattr(tokens, ground)) < 3
    }
    assert low == {}


@pytest.mark.parametrize("tone", ["page_gap", "page_selection", "page_hover"])
def test_print_stays_readable_under_a_highlight(tone: str) -> None:
    seen = over(getattr(LIGHT, tone), LIGHT.page_paper)
    assert contrast(QColor("#000000"), seen) >= 7
