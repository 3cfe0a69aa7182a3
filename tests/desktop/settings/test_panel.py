from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.base.settings import Settings, setting
from desktop.language import languages
from desktop.settings.panel import SettingsPanel
from desktop.settings.rows import Choice, Number, Row, Section, Share, Switch
from desktop.settings.sections import Appearance, Library
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions
from tests import wording
from tests.desktop.settings.setting_rows import Left, keys, row


def titles(panel: SettingsPanel) -> list[str]:
    return [panel._names.item(place).text() for place in range(panel._names.rowCount())]


def found(section: Section) -> list[str]:
    return [r.name.text().replace("&", "") for r in section.rows if r.property("look") == "found"]


def pick(box: QWidget, value: object) -> None:
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_the_sections_are_those_people_look_for(panel: SettingsPanel) -> None:
    assert titles(panel) == [
        "General",
        "Library",
        "Recommendation",
        "Models & training",
        "Appearance",
        "Shortcuts",
        "Privacy",
    ]
    assert panel.search.hasFocus()


def test_sections_are_built_by_themselves_and_the_search_does_not_wait_for_them(
    store: SettingsStore, actions: Actions, qtbot: QtBot
) -> None:
    panel = SettingsPanel(store, actions, QLabel)
    qtbot.addWidget(panel)
    made: list[str] = []
    panel.section_made.connect(lambda section: made.append(section.title))
    assert made == []
    panel.search.setText("zoom")
    assert panel.current().title == "Appearance"
    assert len(made) == 7

    other = SettingsPanel(store, actions, QLabel)
    qtbot.addWidget(other)
    other.section_made.connect(lambda section: made.append(section.title))
    made.clear()
    other.show()
    qtbot.waitUntil(lambda: len(made) == 7)
    assert made == titles(other)
    qtbot.waitUntil(lambda: other.stack.count() == 7)
    assert other.stack.currentWidget() is other.current()


def test_a_choice_counts_at_once(panel: SettingsPanel, store: SettingsStore, qtbot: QtBot) -> None:
    pick(row(panel, "Theme").field, "dark")
    pick(row(panel, "Table rows").field, "compact")
    pick(row(panel, "Text size").field, 150)
    number = row(panel, "Suggestions").field
    assert isinstance(number, QSpinBox)
    number.setValue(35)
    panel.show_section("General")
    qtbot.mouseClick(row(panel, "At the start").field, Left, pos=QPoint(12, 12))
    assert store.now == Settings(
        theme="dark",
        density="compact",
        text_percent=150,
        suggestions=35,
        open_last=False,
    )


def test_a_change_from_elsewhere_is_shown(panel: SettingsPanel, store: SettingsStore) -> None:
    store.change(theme="light", suggestions=50, library=Path("/papers"))
    theme = row(panel, "Theme").field
    assert isinstance(theme, QComboBox)
    assert theme.currentData() == "light"
    assert panel.library.folder.text() == "/papers"
    assert panel.library.show_button.isEnabled()


def test_the_wheel_scrolls_and_changes_nothing(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    panel.show_section("Recommendation")
    slider = row(panel, "Context").field.focusProxy()
    assert slider is not None
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(slider, turn)
    assert store.now.breadth == 0.5


def test_the_search_counts_marks_and_turns_to_what_it_finds(
    panel: SettingsPanel, qtbot: QtBot
) -> None:
    qtbot.keyClicks(panel.search, "zoom")
    assert titles(panel)[4] == "Appearance  (1)"
    assert panel.current().title == "Appearance"
    assert found(panel.current()) == ["Text size"]
    assert not panel._names.item(0).isEnabled()
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert row(panel, "Text size").field.hasFocus()
    panel.search.setFocus()
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.isVisible()
    assert panel.search.text() == ""
    assert titles(panel)[4] == "Appearance"
    assert found(panel.current()) == []


def test_the_search_goes_through_every_section(panel: SettingsPanel, qtbot: QtBot) -> None:
    for words, section in {
        "typst": "General",
        "double click": "Library",
        "rerank budget": "Recommendation",
        "gpu": "Models & training",
        "dark": "Appearance",
        "ctrl+k": "Shortcuts",
        "hub": "Privacy",
    }.items():
        panel.search.setText(words)
        counted = [title for title in titles(panel) if title.endswith(")")]
        assert [title.partition("  ")[0] for title in counted] == [section]
        assert panel.current().title == section


def test_a_letter_of_the_keyboard_inside_a_name_hides_nothing() -> None:
    """As in "Te&xtgröße": people type the word that they see."""
    field = QCheckBox("In &großer Schrift")
    one = Row("Te&xtgröße", field, "So groß sind Texte.")
    assert one.matches(["textgr"])
    assert one.matches(["gross", "texte"])
    assert not one.matches(["te&x"])


@pytest.mark.usefixtures("english_restored")
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_setting_is_found_by_each_word_of_its_label(
    store: SettingsStore, actions: Actions, qtbot: QtBot, language: str
) -> None:
    """As it is written, with its umlauts spelled out, and without them."""
    languages.speak(language)
    panel = SettingsPanel(store, actions, QLabel)
    qtbot.addWidget(panel)
    for one in [one for section in panel.sections for one in section.rows]:
        label = one.name.text()
        if isinstance(one.field, QCheckBox):
            label += f" {one.field.text()}"
        for word in label.replace("&", "").split():
            spelled = word.lower().translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"}))
            bare = word.lower().translate(str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"}))
            for typed in (word, word.upper(), spelled, bare):
                panel.search.setText(typed)
                assert one.property("look") == "found", f"{typed} does not find {label}"


@pytest.mark.usefixtures("english_restored")
def test_the_beginning_of_a_german_name_finds_its_setting(
    store: SettingsStore, actions: Actions, qtbot: QtBot
) -> None:
    languages.speak("de")
    panel = SettingsPanel(store, actions, QLabel)
    qtbot.addWidget(panel)
    for typed in ("Textgr", "textgrö", "textgroe", "textgro"):
        panel.search.setText(typed)
        assert found(panel.current()) == ["Textgröße"]


def test_a_section_is_found_by_its_own_name(panel: SettingsPanel) -> None:
    panel.search.setText("appearance")
    assert panel.current().title == "Appearance"
    assert not panel.no_match.isVisible()
    assert panel._names.item(4).isEnabled()
    assert not panel._names.item(0).isEnabled()


def test_a_search_without_a_match_says_so(panel: SettingsPanel) -> None:
    panel.search.setText("xyzzy")
    assert panel.no_match.isVisible()
    assert "No matching setting" in panel.no_match.text()


def test_defaults_are_restored_and_that_is_undone(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    panel.show_section("Appearance")
    store.change(theme="dark", text_percent=125, breadth=0.1)
    button = next(b for b in panel.current().findChildren(QPushButton) if b.isEnabled())
    qtbot.mouseClick(button, Left)
    assert store.now == Settings(breadth=0.1)
    assert button.text() == "Undo “Restore defaults”"
    qtbot.mouseClick(button, Left)
    assert store.now == Settings(theme="dark", text_percent=125, breadth=0.1)
    qtbot.mouseClick(button, Left)
    store.change(theme="light")
    assert button.text() == "Restore defaults"


def test_training_stands_in_a_section_of_its_own(panel: SettingsPanel) -> None:
    assert panel.training.panel is None
    panel.show_section("Models & training")
    assert isinstance(panel.training.panel, QLabel)


def test_without_a_library_training_says_what_it_needs(
    store: SettingsStore, actions: Actions, qtbot: QtBot
) -> None:
    panel = SettingsPanel(store, actions)
    qtbot.addWidget(panel)
    panel.show_section("Models & training")
    said = " ".join(label.text() for label in panel.training.findChildren(QLabel))
    assert wording.stem("desktop.settings.panel:__init__") in said


def test_a_recent_library_is_opened_from_its_list(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    store.change(recent_libraries=(Path("/one"), Path("/two")))
    panel.show_section("Library")
    recent = panel.library.recent
    recent.setCurrentIndex(recent.model().index(1, 0))
    with qtbot.waitSignal(panel.library.library_chosen) as chosen:
        qtbot.keyClick(recent, Qt.Key.Key_Return)
    assert chosen.args == [Path("/two")]


def test_keys_may_change_after_the_settings_were_closed(
    store: SettingsStore, actions: Actions, qtbot: QtBot
) -> None:
    panel = SettingsPanel(store, actions, QLabel)
    panel.show_section("Shortcuts")
    with qtbot.waitSignal(panel.shortcuts.model.destroyed):
        panel.deleteLater()

    actions.use_keys({"library.export": "Ctrl+B"})  # what a slot raises fails the test

    assert keys(actions, "library.export") == "Ctrl+B"


@pytest.mark.parametrize("name", Settings.presentations())
def test_each_declared_setting_has_a_row_that_follows_its_values(
    panel: SettingsPanel, store: SettingsStore, name: str
) -> None:
    presentation = Settings.presentations()[name]
    section = next(one for one in panel.sections if type(one).__name__ == presentation.section)
    (one,) = (row for row in section.rows if row.name.text() == presentation.title)
    assert one.field is section.declared[name]
    match one.field:
        case QComboBox() as box:
            offered = [box.itemData(index) for index in range(box.count())]
            values = [value for value in offered if value is not None]
            assert values[: len(presentation.choices)] == list(presentation.choices)[: len(values)]
            for value in values:
                pick(box, value)
                assert getattr(store.now, name) == value
        case QCheckBox() as switch:
            assert switch.text() == presentation.label != ""
            store.change(serve_programs=True)  # the picker needs it
            before = getattr(store.now, name)
            switch.click()
            assert getattr(store.now, name) is not before
        case QSpinBox() as number:
            assert (number.minimum(), number.maximum()) == Settings.limits(name)
            for value in (number.minimum(), number.maximum()):
                number.setValue(value)
                assert getattr(store.now, name) == value
            with pytest.raises(ValidationError):
                store.now.changed(**{name: number.maximum() + 1})
        case Share() as share:
            assert tuple(end.text() for end in share._ends) == presentation.ends
            for value in (0, 100):
                share.slider.setValue(value)
                assert getattr(store.now, name) == value / 100
        case _:
            assert presentation.widget


FREE_TEXTS = {"language": "de", "csl_style": "apa", "lookup_mailto": "ada@example.org"}


def other_value(name: str) -> object:
    """Return a value of a setting that is not its default."""
    field = Settings.model_fields[name]
    if field.annotation is bool:
        return not field.default
    if field.annotation in (int, float):
        return next(limit for limit in Settings.limits(name) if limit != field.default)
    if name in FREE_TEXTS:
        return FREE_TEXTS[name]
    return next(value for value in Settings.presentations()[name].choices if value != field.default)


@pytest.mark.parametrize("title", ["General", "Library", "Recommendation", "Appearance"])
def test_restoring_defaults_reaches_every_setting_of_a_section(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot, title: str
) -> None:
    presentations = Settings.presentations()
    others = {name: other_value(name) for name in presentations}
    store.change(**others)
    panel.show_section(title)
    qtbot.mouseClick(panel.current().findChildren(QPushButton)[-1], Left)
    own = [name for name, each in presentations.items() if each.section == title]
    assert own
    assert store.now == Settings().changed(**others).at_defaults(own)


def test_privacy_has_nothing_to_restore_at_once(panel: SettingsPanel) -> None:
    panel.show_section("Privacy")
    assert not [b for b in panel.privacy.findChildren(QPushButton) if "default" in b.text()]


def test_a_number_that_is_not_offered_is_shown_all_the_same(
    store: SettingsStore, qtbot: QtBot
) -> None:
    """As a person may have written it into the file."""
    store.change(trash_days=14, text_percent=137)
    for kind, name, texts in (
        (
            Library,
            "trash_days",
            [wording.fill("core.base.settings:trash_days emptied"), "For 7 days", "For 14 days"],
        ),
        (Appearance, "text_percent", ["100 %", "110 %", "125 %", "137 %", "150 %"]),
    ):
        section = kind(store)
        qtbot.addWidget(section)
        box = section.declared[name]
        assert isinstance(box, QComboBox)
        assert [box.itemText(index) for index in range(len(texts))] == texts
        assert box.currentData() == getattr(store.now, name)


class LaterSettings(Settings):
    """Settings with one more of each kind."""

    switch: bool = setting("Appearance", "&Switch", label="Shine", default=True)
    number: int = setting("Appearance", "&Number", unit=" px", default=3, ge=1, le=9)
    share: float = setting("Appearance", "S&hare", ends=("a", "b"), default=0.5, ge=0, le=1)
    choice: str = setting("Appearance", "&Choice", choices={"x": "X", "y": "Y"}, default="y")


def test_a_new_setting_needs_only_its_declaration(store: SettingsStore, qtbot: QtBot) -> None:
    store.now = LaterSettings()
    section = Appearance(store)
    qtbot.addWidget(section)
    kinds = {name: type(field) for name, field in section.declared.items()}
    assert list(kinds.items())[-4:] == [
        ("switch", Switch),
        ("number", Number),
        ("share", Share),
        ("choice", Choice),
    ]
    switch = section.declared["switch"]
    assert isinstance(switch, Switch)
    switch.click()
    assert store.now == LaterSettings(switch=False)
    section.findChildren(QPushButton)[-1].click()
    assert store.now == LaterSettings()
