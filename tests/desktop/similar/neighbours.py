"""Neighbours of a paper on the page."""

from __future__ import annotations

from PySide6.QtCore import Qt

Keys = Qt.KeyboardModifier
