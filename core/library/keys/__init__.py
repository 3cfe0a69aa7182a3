"""Citation keys of a library: their patterns, their choice, their store."""

from __future__ import annotations
