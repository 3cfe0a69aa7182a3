from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from desktop.ui.actions import Actions, chosen_keys, keys_text, keys_words


def made(text: str, keys: str = "", parent: QObject | None = None) -> QAction:
    action = QAction(text, parent)
    if keys:
        action.setShortcuts([QKeySequence(one) for one in keys.split()])
    return action


class Part(QObject):
    """Holds actions the way a part of a page does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.edit = made("Edit details…", "Ctrl+E", self)


class Page(QObject):
    """Holds actions the way a page does."""

    def __init__(self) -> None:
        super().__init__()
        self.next_gap_action = made("&Next gap", "Alt+Down", self)
        self.export_actions = [made("As BibTeX", "", self), made("As RIS", "", self)]
        self.library_actions = Part(self)
        self._hidden = made("Not for anyone", "", self)
        self.title = "no action"


@pytest.fixture
def page(qapp: QApplication) -> Page:
    return Page()


@pytest.fixture
def actions(page: Page) -> Actions:
    actions = Actions()
    actions.add_actions(page, "library")
    return actions


def keys_of(actions: Actions, name: str) -> str:
    entry = actions.get(name)
    assert entry is not None
    return keys_text(entry.keys)


def test_a_page_hands_over_every_public_action_under_its_own_name(actions: Actions) -> None:
    assert [(entry.name, entry.text) for entry in actions.all()] == [
        ("library.next_gap", "Next gap"),
        ("library.export.0", "As BibTeX"),
        ("library.export.1", "As RIS"),
        ("library.edit", "Edit details…"),
    ]


def test_an_action_is_registered_once(actions: Actions, page: Page) -> None:
    actions.use_keys({"library.edit": "F2"})
    actions.add_actions(page, "library")
    assert len(actions.all()) == 4
    entry = actions.get("library.edit")
    assert entry is not None
    assert keys_words(entry.default) == "Ctrl+E"


def test_actions_whose_page_is_gone_are_forgotten(qapp: QApplication) -> None:
    import shiboken6

    actions, owner = Actions(), QObject()
    actions.add("program.x", made("X", "", owner))
    shiboken6.delete(owner)
    assert actions.all() == []


def test_chosen_keys_replace_the_own_ones_and_can_be_taken_back(actions: Actions) -> None:
    actions.use_keys({"library.edit": "F2; Ctrl+Shift+E", "library.next_gap": ""})
    assert keys_of(actions, "library.edit") == "F2; Ctrl+Shift+E"
    assert keys_of(actions, "library.next_gap") == ""
    actions.use_keys({})
    assert keys_of(actions, "library.edit") == "Ctrl+E"
    assert keys_of(actions, "library.next_gap") == "Alt+Down"


def test_chosen_keys_wait_for_an_action_that_comes_later(page: Page) -> None:
    actions = Actions()
    actions.use_keys({"library.edit": "F2"})
    actions.add_actions(page, "library")
    assert keys_of(actions, "library.edit") == "F2"


def test_actions_that_are_registered_anew_keep_their_own_keys_as_defaults(
    actions: Actions, page: Page
) -> None:
    actions.use_keys({"library.edit": "F2"})
    actions.clear()
    actions.add_actions(page, "library")
    entry = actions.get("library.edit")
    assert entry is not None
    assert keys_words(entry.default) == "Ctrl+E"
    assert keys_of(actions, "library.edit") == "F2"
    actions.use_keys({})
    assert keys_of(actions, "library.edit") == "Ctrl+E"


@pytest.mark.parametrize("nonsense", ["Ctrl+Nothing", "no keys at all"])
def test_keys_that_make_no_sense_fall_back_to_the_own_ones(actions: Actions, nonsense: str) -> None:
    entry = actions.get("library.edit")
    assert entry is not None
    assert chosen_keys({"library.edit": nonsense}, entry) == entry.default


def test_rivals_are_those_that_answer_at_the_same_moment(actions: Actions) -> None:
    control_k = QKeySequence("Ctrl+K")
    actions.add("library.cite", made("Cite", "Ctrl+K", actions), "library")
    actions.add("manuscript.cite", made("Cite", "Ctrl+K", actions), "manuscript")
    actions.add("program.find", made("Find", "Ctrl+F", actions))

    def rivals(name: str, keys: QKeySequence) -> list[str]:
        return [entry.name for entry in actions.rivals(name, keys)]

    assert rivals("library.edit", control_k) == ["library.cite"]
    assert rivals("program.find", control_k) == ["library.cite", "manuscript.cite"]
    assert rivals("manuscript.cite", QKeySequence("Ctrl+F")) == ["program.find"]
    assert rivals("library.cite", control_k) == []


def test_an_action_that_is_off_says_why(actions: Actions, page: Page) -> None:
    entry = actions.get("library.next_gap")
    assert entry is not None
    assert entry.why_not == ""
    page.next_gap_action.setEnabled(False)
    assert entry.why_not == "Not available now"
    page.next_gap_action.setToolTip("Open a manuscript first.")
    assert entry.why_not == "Open a manuscript first"
