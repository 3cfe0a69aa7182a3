"""Rows of settings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.manuscript.outline_pane import GapSlider
from desktop.settings.panel import SettingsPanel
from desktop.settings.rows import Share
from desktop.settings.store import SettingsStore
from tests.desktop.settings.setting_rows import row


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
