"""The file formats in which papers are imported and exported."""

from __future__ import annotations
