"""Rows of settings."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QPushButton,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from core.base.settings import Settings
from desktop.manuscript.outline_pane import GapSlider
from desktop.settings.panel import SettingsPanel
from desktop.settings.rows import Share, get_presentation
from desktop.settings.store import SettingsStore
from tests.desktop.settings.setting_rows import Left, row


def test_sliders_follow_the_keys_and_the_store(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    panel.show_section("Recommendation")
    slider = row(panel, "Context").field.focusProxy()
    assert slider is not None
    assert slider.accessibleName() == "Context"
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert store.now.breadth == 0.55
    store.change(gap_threshold=0.6)
    assert row(panel, "Gap threshold").field.focusProxy().value() == 60  # type: ignore[attr-defined]


def test_the_gap_slider_runs_as_that_of_the_manuscript(panel: SettingsPanel, qtbot: QtBot) -> None:
    """More gaps are on the right of both."""
    panel.search.setText("gap threshold")
    share = row(panel, "Gap threshold").field
    assert isinstance(share, Share)
    assert [end.text() for end in share._ends] == ["fewer gaps", "more gaps"]
    outline = GapSlider(share.slider.value() / 100)
    qtbot.addWidget(outline)
    before = share.slider.value(), outline.slider.value()
    for slider in (share.slider, outline.slider):
        slider.setFocus()
        qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert share.slider.value() < before[0], "a lower threshold"
    assert outline.slider.value() > before[1]


def test_a_setting_declared_with_its_section_has_a_row_with_the_valid_range(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    declared = [name for name in Settings.model_fields if get_presentation(name)]
    assert {"suggestions", "rerank_ms"} <= set(declared)
    sections = {type(section).__name__: section for section in panel.sections}
    for name in declared:
        field = Settings.model_fields[name]
        section = sections[str(get_presentation(name)["section"])]
        (one,) = (row for row in section.rows if row.name.text() == field.title)
        assert isinstance(one.field, QSpinBox)
        for value in (one.field.minimum(), one.field.maximum()):
            one.field.setValue(value)
            assert getattr(store.now, name) == value
        with pytest.raises(ValidationError):
            store.now.changed(**{name: one.field.maximum() + 1})
        panel.show_section(section.title)
        restore = section.findChildren(QPushButton)[-1]
        qtbot.mouseClick(restore, Left)
        assert getattr(store.now, name) == field.default
