"""Duplicates and versions in a library: which to compare, how alike they are, what was decided."""

from __future__ import annotations
