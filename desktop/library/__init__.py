"""The library page: sections, the table of papers, a paper's details, imports, and full texts."""

from __future__ import annotations
