"""The name of what reads manuscripts. A stored parse is read again when this name changes."""

from __future__ import annotations

from importlib.metadata import version

RULES = 4  # raised whenever the same file may be read differently

EXTRACTOR = f"cocite-pdf {RULES}, PyMuPDF {version('pymupdf')}"

LATEX_EXTRACTOR = "cocite-latex 1"
WORD_EXTRACTOR = "cocite-docx 1"
