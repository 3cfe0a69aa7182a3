"""Pages of PDFs and of text: where their images come from, how they lie, zoom, and marks."""

from __future__ import annotations
