"""Tables of papers: their columns, cells, rows and widths, for every page that lists papers."""

from __future__ import annotations
