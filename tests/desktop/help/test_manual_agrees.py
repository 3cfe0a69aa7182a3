"""The manual names what the program has, in every language: keys, menus, settings, formats."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.base.settings import Settings, setting
from core.formats import registry
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.app.menus import CHAPTERS, Menus
from desktop.help.manual import (
    FOLDER,
    KEYS,
    ORDER,
    SETTINGS,
    add_settings,
    chapters,
    list_names,
    read_texts,
)
from desktop.language import languages
from desktop.language.languages import LANGUAGES
from desktop.library.file_formats import format_title
from desktop.settings.panel import SettingsPanel
from desktop.settings.store import SettingsStore
from desktop.ui.actions import keys_words
from desktop.ui.tasks import TaskRunner
from tests.desktop.window import open_window

MOST_BYTES = 550_000
ROW = re.compile(r"^\| \*\*(.+?)\*\* \| (.*?) \|", re.M)
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    languages.speak(request.param)
    yield request.param
    languages.speak("en")


@pytest.fixture
def menus(language: str, runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> Iterator[Menus]:
    """The menus of a window with an empty library, in one language."""
    with closing(Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)) as workspace:
        window = open_window(workspace, runner, tmp_path, qtbot)
        yield next(each for each in window.children() if isinstance(each, Menus))
        runner.close()


def chapter(language: str, name: str) -> str:
    return (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")


def whole(language: str) -> str:
    return "\n".join(chapter(language, name) for name in list_names(language))


def plain(text: str) -> str:
    return text.replace("&", "")


def entries(menu: QMenu) -> Iterator[str]:
    """Yield what a person sees in a menu and in the menus in it."""
    for action in menu.actions():
        if action.isVisible() and not action.isSeparator():
            yield plain(action.text())
            inner = action.menu()
            if isinstance(inner, QMenu):
                yield from entries(inner)


def bar(menus: Menus) -> dict[str, list[str]]:
    """Return the entries of each menu."""
    found = {}
    for action in menus._window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        found[plain(action.text())] = list(entries(menu))
    return found


def test_keys_in_the_manual_are_those_of_the_actions(menus: Menus, language: str) -> None:
    keys = {entry.name: keys_words(entry.default) for entry in menus.actions.all()}
    written = KEYS.findall(whole(language))
    assert len(written) > 60
    assert [(text, name) for text, name in written if keys.get(name) != text] == []


def test_the_chapter_on_menus_has_every_entry_in_order(menus: Menus, language: str) -> None:
    parts = read_texts(menus.actions, language)["menus"].split("\n## ")[1:]
    described = {
        part.partition("\n")[0]: [(name, cell) for name, cell in ROW.findall(part)]
        for part in parts
    }
    assert {name: [entry for entry, _ in rows] for name, rows in described.items()} == bar(menus)
    of_name = {entry.name: entry for entry in menus.actions.all()}
    for entry, cell in (row for rows in described.values() for row in rows):
        given = KEYS.match(cell)
        same = [each for each in of_name.values() if each.text == entry]
        if given:
            assert of_name[given[2]].text == entry
        else:
            assert not same or any(not each.keys for each in same), entry


def test_every_action_is_named(menus: Menus, language: str) -> None:
    text = "\n".join(read_texts(menus.actions, language).values())
    assert [each.name for each in menus.actions.all() if f"**{each.text}**" not in text] == []


def test_paths_through_the_menus_lead_somewhere(menus: Menus, language: str) -> None:
    menu_bar = bar(menus)
    paths = re.findall(r"\*\*([^*]+) ▸ ([^*]+)\*\*", whole(language))
    assert len(paths) > 10
    assert [path for path in paths if path[1] not in menu_bar.get(path[0], ())] == []


def test_every_page_has_a_chapter_with_a_picture(menus: Menus, language: str) -> None:
    names = [menus._window.page_bar.tabText(row) for row in range(menus._window.page_bar.count())]
    assert len(names) == len(CHAPTERS)
    for name, of_page in zip(names, CHAPTERS, strict=True):
        assert f"[{name}]({of_page}.md)" in read_texts(menus.actions, language)["start"]
        assert PICTURE.search(chapter(language, of_page)), of_page


def test_every_setting_is_explained(
    menus: Menus, language: str, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    panel = SettingsPanel(SettingsStore(tmp_path / "settings.toml", runner), menus.actions)
    qtbot.addWidget(panel)
    text = next(each.text for each in chapters(menus.actions, language) if each.name == SETTINGS)
    parts = {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}
    assert list(parts) == [section.title for section in panel.sections]
    for section in panel.sections:
        shown = [plain(row.name.text()) for row in section.rows]
        assert [name for name, _ in ROW.findall(parts[section.title])] == shown


class LaterSettings(Settings):
    """Settings with three more."""

    halo: int = setting("Appearance", "&Halo", "How wide the halo is.", default=1, ge=0, le=9)
    glow: bool = setting(
        "Appearance", "Glow", "Else it is dark.", label="Let it &glow", default=False
    )
    shade: str = setting(
        "Recommendation", "Shade", choices={"light": "Light", "dark": "Dark"}, default="dark"
    )


def test_a_setting_without_a_row_in_the_manual_is_listed_in_its_own_words() -> None:
    before = add_settings(chapter("en", "settings")).split("\n")
    added = add_settings(chapter("en", "settings"), LaterSettings).split("\n")
    rows = [
        "| **Shade** | Light, Dark |",
        "| **Halo** | How wide the halo is. |",
        "| **Glow** | Let it glow. Else it is dark. |",
    ]
    assert [line for line in added if line not in before] == rows
    assert [line for line in added if line in before] == before
    for row, heading in zip(rows, ("Recommendation", "Appearance", "Appearance"), strict=True):
        above = added[: added.index(row)]
        assert [line for line in above if line.startswith("## ")][-1] == f"## {heading}"
        assert above[-1].startswith("| **")


def test_the_formats_are_those_of_the_registry(language: str) -> None:
    text = " ".join(chapter(language, "library").split())
    *others, last = dict.fromkeys(format_title(each) for each in registry.imported())
    joint = {"en": "and", "de": "und"}[language]
    assert f"{', '.join(others)} {joint} {last}" in text
    for each in registry.list_writable_formats():
        assert format_title(each) in text.rpartition("## ")[2]
    cited_from = [format_title(each) for each in registry.FORMATS if each.cited_from]
    either = {"en": "or", "de": "oder"}[language]
    listed = f"{', '.join(cited_from[:-1])} {either} {cited_from[-1]}"
    assert listed in " ".join(chapter(language, "manuscript").split())


def test_pictures_are_there_small_and_shown(language: str) -> None:
    shown = PICTURE.findall(whole(language))
    there = [path.relative_to(FOLDER / language) for path in FOLDER.glob(f"{language}/*/*")]
    assert sorted(shown) == sorted(path.as_posix() for path in there)
    sizes = [path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()]
    assert sum(sizes) < MOST_BYTES


def test_the_list_of_chapters_for_readers_of_the_source_is_whole() -> None:
    listed = (FOLDER.parents[1] / "docs" / "manual" / "README.md").read_text(encoding="utf-8")
    wanted = {f"../../resources/manual/{code}/{name}.md" for code in LANGUAGES for name in ORDER}
    assert set(re.findall(r"\]\((\S+/manual/\S+\.md)\)", listed)) == wanted


def test_what_is_bold_is_a_text_of_the_window(language: str) -> None:
    known = set()
    for message in ET.parse(languages.FOLDER / "cocite_de.ts").iter("message"):
        shown = message.find("source" if language == "en" else "translation")
        assert shown is not None
        known.add(plain(shown.text or "").rstrip("…").rstrip())
    bold = re.findall(r"\*\*([^*]+)\*\*", whole(language))
    assert len(bold) > 100
    # Paths through the menus, and entries with the name of a format, have tests of their own.
    bold = [each for each in bold if "▸" not in each and not each.endswith(")…")]
    wrong = [each for each in bold if each.rstrip("…") not in known]
    assert wrong == []
