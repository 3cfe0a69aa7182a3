from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QImage, QKeySequence, QTextDocument
from pytestqt.qtbot import QtBot

from core.library.store.search_text import parse
from desktop.help.manual import (
    FOLDER,
    KEYS,
    ORDER,
    SHORTCUTS,
    ManualWindow,
    add_pages,
    chapters,
    list_names,
)
from desktop.language.languages import LANGUAGES
from desktop.ui.actions import Actions
from tests import wording


@pytest.fixture
def actions(qtbot: QtBot) -> Actions:
    actions = Actions()
    for name, text, keys in (
        ("program.find", wording.stem("desktop.app.menus:_edit"), "Ctrl+F"),
        ("program.plain", "Without keys", ""),
        ("library.edit", "Edit | details…", "Ctrl+E"),
    ):
        action = QAction(text, actions)
        action.setShortcut(QKeySequence(keys))
        actions.add(name, action, name.partition(".")[0])
    return actions


@pytest.fixture
def manual(actions: Actions, qtbot: QtBot) -> ManualWindow:
    window = ManualWindow(actions, "search")
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(window)
    window.show()
    return window


def shown(manual: ManualWindow) -> list[str]:
    rows = range(manual.contents.count())
    return [manual.contents.item(r).text() for r in rows if not manual.contents.item(r).isHidden()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_chapter_with_a_title_of_its_own(
    actions: Actions, language: str
) -> None:
    found = chapters(actions, language)
    assert [each.name for each in found] == [*list_names(language), SHORTCUTS]
    assert len({each.title for each in found}) == len(found)
    assert list_names(language) == list_names("en")
    assert set(ORDER) <= set(list_names(language))


def test_the_languages_speak_of_the_same_keys_and_link_to_chapters() -> None:
    for name in list_names("en"):
        texts = [(FOLDER / code / f"{name}.md").read_text("utf-8") for code in LANGUAGES]
        named = {tuple(name for _, name in KEYS.findall(text)) for text in texts}
        assert len({tuple(sorted(names)) for names in named}) == 1, name
        for text in texts:
            assert set(re.findall(r"\]\(([a-z]+)\.md\)", text)) <= set(list_names("en"))


def test_a_page_that_has_no_row_in_a_table_of_pages_gets_one() -> None:
    pages = [("similar", "Alt+3", "Similar"), ("models", "Alt+4", "Models")]
    pages.append(("reading_list", "Alt+5", "Reading list and notes"))
    for name, row in (
        ("start", "| [Reading list](reading_list.md) | `Alt+5` | Reading list and notes |"),
        (
            "menus",
            "| **Reading list** | `Alt+5` | shows the page [Reading list](reading_list.md) |",
        ),
    ):
        written = (FOLDER / "en" / f"{name}.md").read_text("utf-8")
        assert add_pages(written, pages[:2]) == written
        lines = add_pages(written, pages).split("\n")
        (added,) = set(lines) - set(written.split("\n"))
        assert added == row.replace("`Alt+5`", "`Alt+5`<!--program.page_reading_list-->")
        assert "page_models-->" in lines[lines.index(added) - 1]
    assert add_pages("Press `Alt+3`<!--program.page_similar-->.", pages).count("<!--") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_search_that_is_shown_is_read_as_one(language: str) -> None:
    text = (FOLDER / language / "search.md").read_text("utf-8")
    forms = re.findall(r"`([^`]+:[^`]+)`", KEYS.sub("", text))
    assert len(forms) > 12
    for form in forms:
        if form.endswith(":"):  # the name of a field
            continue
        for part in parse(form).parts:
            assert part.field or ":" not in part.words, form


def test_keys_are_those_of_the_actions_now(actions: Actions) -> None:
    actions.use_keys({"program.find": "F3"})
    by_name = {each.name: each.text for each in chapters(actions, "en")}
    assert "1. Press F3 to go to the search field" in by_name["search"]
    assert "| Edit \\| details… | Ctrl+E |" in by_name[SHORTCUTS]
    assert "Without keys" not in by_name[SHORTCUTS]
    assert "<!--" not in by_name["library"]
    assert "press Ctrl+E, or double-click" in by_name["library"]
    assert "Press the menu" not in by_name["search"]


def test_the_titles_of_the_chapters_are_shown_whole(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.show()
    qtbot.waitExposed(manual)
    contents = manual.contents
    assert contents.sizeHintForColumn(0) <= contents.viewport().width()


def test_it_opens_at_a_chapter_and_follows_links(manual: ManualWindow) -> None:
    assert manual.page.toPlainText().startswith("Search")
    manual.page.anchorClicked.emit(QUrl("library.md"))
    assert manual.contents.currentItem().text() == "Library"
    assert manual.page.toPlainText().startswith("Library")
    manual.show_chapter("none of that name")
    assert manual.contents.currentRow() == 0


def test_pictures_are_never_wider_than_the_page(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.show_chapter("library")
    for width in (1300, 640, 900):
        manual.resize(width, 600)
        qtbot.waitUntil(lambda: manual.page.viewport().width() < manual.width())
        assert manual.page.horizontalScrollBar().maximum() == 0, width
        picture = manual.page.loadResource(
            QTextDocument.ResourceType.ImageResource, QUrl("pictures/library.webp")
        )
        assert isinstance(picture, QImage)
        assert 100 < picture.width() <= min(840, manual.page.viewport().width())


def test_a_search_shows_the_chapters_that_hold_the_words(
    manual: ManualWindow, qtbot: QtBot
) -> None:
    assert len(shown(manual)) == len(list_names("en")) + 1
    qtbot.keyClicks(manual.field, "lasso nowhere")
    assert shown(manual) == []
    assert manual.none.isVisible()
    manual.field.setText("wheel")
    assert shown(manual) == ["Similar and the map"]
    assert manual.contents.currentItem().text() == "Similar and the map"
    assert len(manual.page.extraSelections()) == 1
    qtbot.keyClick(manual.field, Qt.Key.Key_Return)
    assert manual.page.textCursor().selectedText().casefold() == "wheel"
    assert manual.isVisible()
    manual.field.clear()
    assert len(shown(manual)) == len(list_names("en")) + 1
    qtbot.keyClick(manual, Qt.Key.Key_Escape)
    assert not manual.isVisible()
