"""The engine: reads manuscripts, stores the library, recommends papers. It does not use Qt."""

from __future__ import annotations
