"""The name of what reads manuscripts. A stored parse is read again when this name changes."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

RULES = 26  # raised whenever the same file may be read differently


def installed_version(package: str) -> str:
    """Return a package's version, "none" where it is not installed.

    A machine that only trains models reads no PDF, and does without what reads them.
    """
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


EXTRACTOR = f"cocite-pdf {RULES}, PyMuPDF {installed_version('pymupdf')}"
RECOGNISING_EXTRACTOR = f"{EXTRACTOR}, text recognition 2"
"""Of a PDF whose pages were scans."""
BEGINNING_EXTRACTOR = f"{EXTRACTOR}, the first pages"
"""Of a long PDF whose rest is still to be read."""

LATEX_EXTRACTOR = "cocite-latex 18"
WORD_EXTRACTOR = "cocite-docx 17"
ODT_EXTRACTOR = "cocite-odt 16"
MARKDOWN_EXTRACTOR = "cocite-markdown 16"
CONVERTED_EXTRACTOR = f"{MARKDOWN_EXTRACTOR}, converted 1"
"""Of a notebook, LyX, Org or reStructuredText."""
RTF_EXTRACTOR = f"{WORD_EXTRACTOR}, RTF 1"
HTML_EXTRACTOR = f"{WORD_EXTRACTOR}, HTML 1"
TYPST_EXTRACTOR = "cocite-typst 13"
ZIP_EXTRACTOR = f"{LATEX_EXTRACTOR}, zip 1"

NAMES_ITS_BIBLIOGRAPHY = frozenset(
    (LATEX_EXTRACTOR, ZIP_EXTRACTOR, MARKDOWN_EXTRACTOR, CONVERTED_EXTRACTOR, TYPST_EXTRACTOR)
)
"""Readers of manuscripts whose reference list is made from a file that they name."""
