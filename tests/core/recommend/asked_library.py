"""A library that answers questions."""

from __future__ import annotations

from collections.abc import Callable

from core.base.records import PaperNumber

Numbered = Callable[[str], PaperNumber]
