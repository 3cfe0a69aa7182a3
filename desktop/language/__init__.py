"""The language of the window: its choice, its words, and the engine's sentences in it."""

from __future__ import annotations
