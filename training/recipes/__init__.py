"""One module a recipe: its settings, its presets, and how its stages make their tasks."""

from __future__ import annotations
