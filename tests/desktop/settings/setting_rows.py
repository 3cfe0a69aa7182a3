"""Rows of the settings."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop.settings.panel import SettingsPanel
from desktop.settings.rows import Row
from desktop.ui.actions import Actions, keys_text

Left = Qt.MouseButton.LeftButton


def row(panel: SettingsPanel, name: str) -> Row:
    rows = [row for section in panel.sections for row in section.rows]
    return next(row for row in rows if row.name.text().replace("&", "") == name)


def keys(actions: Actions, name: str) -> str:
    entry = actions.get(name)
    assert entry is not None
    return keys_text(entry.keys)
