"""No key asks for two things at once: Qt then does neither."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from core.base.records import PaperRecord
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.app.command_palette import ranked
from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR, MainWindow
from desktop.app.menus import Menus
from desktop.app.open_pages import Pages
from desktop.app.page_registry import PAGES
from desktop.help.manual import ManualWindow
from desktop.papers.paper_query import LibrarySection
from desktop.similar.page import MAP
from desktop.ui.actions import SYNONYMS
from desktop.ui.tasks import TaskRunner
from tests.desktop.window import open_window

CONTEXTS = Qt.ShortcutContext


@pytest.fixture
def pages(runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> Iterator[Pages]:
    """The pages of a window with a library in which two papers are alike."""
    with closing(Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)) as workspace:
        alike = [PaperRecord(title="The taste of olives in winter", doi=doi) for doi in ("", "x")]
        list(workspace.library.papers.add(alike, source="test"))
        window = open_window(workspace, runner, tmp_path, qtbot)
        assert window.pages is not None
        yield window.pages
        runner.close()


def places(action: QAction, window: QWidget) -> Iterator[tuple[QWidget, bool]]:
    """Yield where the keys of an action answer, and whether also in the parts of that."""
    context = action.shortcutContext()
    for owner in action.associatedObjects():
        if context in (CONTEXTS.WindowShortcut, CONTEXTS.ApplicationShortcut):
            if isinstance(owner, QMenu) or (isinstance(owner, QWidget) and owner.isVisible()):
                yield window, True
        elif isinstance(owner, QWidget) and owner.isVisible():
            yield owner, context == CONTEXTS.WidgetWithChildrenShortcut


def meet(one: tuple[QWidget, bool], other: tuple[QWidget, bool]) -> bool:
    """Say whether there can be a focus in which both answer."""
    return (
        one[0] is other[0]
        or (one[1] and one[0].isAncestorOf(other[0]))
        or (other[1] and other[0].isAncestorOf(one[0]))
    )


def clashes(window: QWidget) -> list[str]:
    live = [
        (action, key.toString(), place)
        for action in window.findChildren(QAction)
        if action.isVisible()
        for key in action.shortcuts()
        for place in places(action, window)
    ]
    return [
        f"{key}: {one.text()} and {other.text()}"
        for (one, key, here), (other, other_key, there) in combinations(live, 2)
        if one is not other and key == other_key and meet(here, there)
    ]


def test_no_two_actions_answer_to_one_key_at_once(
    pages: Pages, runner: TaskRunner, qtbot: QtBot
) -> None:
    window = pages.library.window()
    assert isinstance(window, MainWindow)
    for page in range(len(PAGES)):
        window.show_page(page)
        qtbot.waitUntil(lambda: runner.pending() == 0)
        assert clashes(window) == []
    window.show_page(LIBRARY)
    pages.library.sidebar.choose(LibrarySection("duplicates"))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert pages.library.duplicates is not None
    assert pages.library.duplicates.isVisible()
    assert clashes(window) == []


def test_a_clash_is_found(pages: Pages) -> None:
    window = pages.library.window()
    assert isinstance(window, MainWindow)
    window.show_page(MANUSCRIPT)
    second = QAction("Second", pages.manuscript)
    second.setShortcuts(pages.manuscript.whole_action.shortcuts())
    second.setShortcutContext(CONTEXTS.WidgetWithChildrenShortcut)
    pages.manuscript.addAction(second)
    assert len(clashes(window)) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_letter_that_opens_a_menu_presses_nothing_else(
    language: str, pages: Pages, runner: TaskRunner, qtbot: QtBot
) -> None:
    window = pages.library.window()
    assert isinstance(window, MainWindow)
    words = resources.files("resources") / "translations" / f"cocite_{language}.ts"
    said = in_german(words) if language == "de" else {}
    menus = [letter(said.get(each.text(), each.text())) for each in window.menuBar().actions()]
    assert len(set(menus)) == len(menus) == 7
    for page in range(len(PAGES)):
        window.show_page(page)
        qtbot.waitUntil(lambda: runner.pending() == 0)
        shown = [*window.findChildren(QAbstractButton), *window.findChildren(QLabel)]
        texts = [said.get(each.text(), each.text()) for each in shown if each.isVisible()]
        assert [text for text in texts if letter(text) in menus] == []


def letter(text: str) -> str:
    """Return the letter that chooses what has a text, with Alt; "" if none does."""
    key = QKeySequence.mnemonic(text)
    return key.toString()


def in_german(words: Traversable) -> dict[str, str]:
    tree = ET.fromstring(words.read_text(encoding="utf-8"))
    pairs = (
        (each.findtext("source"), each.findtext("translation")) for each in tree.iter("message")
    )
    return {source: said for source, said in pairs if source and said and "&" in source}


def test_the_synonyms_name_actions_that_there_are(pages: Pages) -> None:
    window = pages.library.window()
    registry = next(each for each in window.children() if isinstance(each, Menus)).actions
    assert set(SYNONYMS) - {entry.name for entry in registry.all()} == set()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("map", "program.map"),
        ("train", "program.train"),
        ("duplicates", "program.duplicates"),
        ("language", "program.language"),
        ("help", "program.manual"),
        ("deduplicate", "program.duplicates"),
        ("night", "program.theme_dark"),
        ("preferences", "program.settings"),
        ("exit", "program.quit"),
        ("delete", "library.trash"),
        ("doi", "library.paste_here"),
    ],
)
def test_the_palette_finds_by_other_words(pages: Pages, typed: str, first: str) -> None:
    window = pages.library.window()
    registry = next(each for each in window.children() if isinstance(each, Menus)).actions
    found = [entry.name for entry in ranked(typed, registry.all(), [])]
    assert first in found[:3], found[:5]


def test_the_new_commands_lead_where_they_say(pages: Pages, qtbot: QtBot) -> None:
    window = pages.library.window()
    assert isinstance(window, MainWindow)
    window.show_duplicates()
    assert pages.library.query.section == LibrarySection("duplicates")
    window.show_map()
    assert window.page_bar.currentIndex() == SIMILAR
    assert pages.similar.views.currentIndex() == MAP
    window.train()
    assert window.page_bar.currentIndex() == MODELS
    assert pages.models.panel.wizard is not None
    window.show_page(LIBRARY)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    manual = window.findChild(ManualWindow)
    assert manual is not None
    assert manual.contents.currentItem().text() == "Library"
    window.show_page(MANUSCRIPT)
    menus = next(each for each in window.children() if isinstance(each, Menus))
    menus._show_manual()
    titles = [each.contents.currentItem().text() for each in window.findChildren(ManualWindow)]
    assert "Manuscript" in titles
