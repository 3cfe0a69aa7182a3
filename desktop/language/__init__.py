"""The language of the window: its choice, its words, and the engine's texts in it."""

from __future__ import annotations
