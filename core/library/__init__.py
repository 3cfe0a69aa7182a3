"""The library folder: SQLite is the truth, words and vectors are its rebuildable indexes."""

from __future__ import annotations
