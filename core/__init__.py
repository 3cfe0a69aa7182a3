"""The engine: reads manuscripts, keeps the library, recommends papers. Knows no window."""

from __future__ import annotations
