"""A store for what the window remembers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QSettings,
)

from desktop.ui.remembered_state import _store, set_store


@pytest.fixture(autouse=True)
def kept(tmp_path: Path) -> Iterator[QSettings]:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    set_store(settings)
    yield settings
    _store.clear()
