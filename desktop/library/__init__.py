"""The library page: places, the table of papers, a paper's details, imports, and full texts."""

from __future__ import annotations
