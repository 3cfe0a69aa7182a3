from __future__ import annotations

from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.app.command_palette import (
    CommandModel,
    CommandPalette,
    forget_commands,
    ranked,
    recent_commands,
)
from desktop.ui.actions import Actions, Entry
from tests import wording

NAMES = (
    "Import files…",
    "Import folder…",
    "Settings…",
    "Next gap",
    "Previous gap",
    "Show dismissed gaps",
    "Copy cite command",
    "Export list as BibTeX…",
    "Find in library",
)


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def actions(qtbot: QtBot, done: list[str]) -> Actions:
    actions = Actions()
    for name in NAMES:
        action = QAction(name, actions)
        action.triggered.connect(lambda _=False, name=name: done.append(name))
        group = "manuscript" if "gap" in name else "program"
        actions.add(f"{group}.{name}", action, group)
    return actions


@pytest.fixture
def state(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    return window


@pytest.fixture
def palette(window: QWidget, actions: Actions, state: QSettings, qtbot: QtBot) -> CommandPalette:
    palette = CommandPalette(actions, state, window)
    palette.chosen.connect(lambda entry: entry.action.trigger())
    palette.open_over(window)
    qtbot.waitUntil(palette.isVisible)
    return palette


def shown(palette: CommandPalette) -> list[str]:
    return [str(palette.model.index(row, 0).data()) for row in range(palette.model.rowCount())]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        pytest.param("set", "Settings…", id="the beginning of a word"),
        pytest.param("imp fol", "Import folder…", id="beginnings of two words"),
        pytest.param("setings", "Settings…", id="a letter that is missing"),
        pytest.param("cpoy cite", "Copy cite command", id="letters that changed places"),
        pytest.param("bibtex", "Export list as BibTeX…", id="the end of a name"),
        pytest.param("GAP next", "Next gap", id="another order and case"),
        pytest.param("manuscript", "Next gap", id="the page of an action"),
    ],
)
def test_a_few_letters_find_an_action(actions: Actions, typed: str, first: str) -> None:
    assert ranked(typed, actions.all(), [])[0].text == first


@pytest.mark.parametrize("typed", ["über", "UEBER", "uber coc"])
def test_umlauts_may_be_spelled_out_or_left_out(qtbot: QtBot, typed: str) -> None:
    del qtbot
    entries = Actions()
    for name in ("&Überspringen", "Ü&ber Cocite", "Import files…"):
        entries.add(f"program.{name}", QAction(name, entries), "program")
    found = [entry.text for entry in ranked(typed, entries.all(), [])]
    assert "Über Cocite" in found
    assert "Import files…" not in found


def test_what_nothing_resembles_finds_nothing(actions: Actions) -> None:
    assert ranked("xyzzy", actions.all(), []) == []


def test_recent_actions_come_first_and_win_a_tie(actions: Actions) -> None:
    recent = ["program.Settings…", "manuscript.Previous gap"]
    assert [entry.text for entry in ranked("", actions.all(), recent)][:2] == [
        "Settings…",
        "Previous gap",
    ]
    assert ranked("gap", actions.all(), recent)[0].text == "Previous gap"


def test_keys_alone_find_and_carry_out_an_action(
    palette: CommandPalette, state: QSettings, done: list[str], qtbot: QtBot
) -> None:
    assert shown(palette) == list(NAMES)
    qtbot.keyClicks(palette.field, "gap")
    assert shown(palette)[:2] == ["Next gap", "Previous gap"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Previous gap"]
    assert recent_commands(state) == ["manuscript.Previous gap"]
    forget_commands(state)
    assert recent_commands(state) == []


def test_the_arrows_go_round_and_escape_leaves(
    palette: CommandPalette, done: list[str], qtbot: QtBot
) -> None:
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == len(NAMES) - 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 0
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(palette))
    assert done == []


def test_an_action_that_is_off_stays_listed_with_its_reason(
    actions: Actions, palette: CommandPalette, done: list[str], qtbot: QtBot
) -> None:
    entry = actions.get("manuscript.Next gap")
    assert isinstance(entry, Entry)
    entry.action.setEnabled(False)
    entry.action.setToolTip(
        wording.fill("desktop.manuscript.actions:_judge_actions Open manuscript") + "."
    )
    qtbot.keyClicks(palette.field, "next gap")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()
    assert palette.note.text() == wording.fill(
        "desktop.manuscript.actions:_judge_actions Open manuscript"
    )
    role = Qt.ItemDataRole.AccessibleTextRole
    spoken = palette.model.index(0, 0).data(role)
    assert spoken == "Next gap, Manuscript, " + wording.fill(
        "desktop.manuscript.actions:_judge_actions Open manuscript"
    )


def test_the_model_keeps_the_rules_of_qt(actions: Actions) -> None:
    model = CommandModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_rows(actions.all())
    model.show_rows([])
    assert tester.model() is model


def test_keys_are_shown_beside_the_name(actions: Actions) -> None:
    entry = actions.get("program.Settings…")
    assert entry is not None
    entry.action.setShortcut(QKeySequence("Ctrl+,"))
    model = CommandModel()
    model.show_rows([entry])
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Settings…, Program, Ctrl+,"
