"""The kinds of manuscripts that a file dialog offers and that can be dropped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.records import LATEX_SUFFIXES
from desktop.language.wording import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.formats.cite import CopyStyle

OPENABLE = QT_TRANSLATE_NOOP(
    "ManuscriptPage",
    "Manuscripts (*.pdf *.tex *.ltx *.latex *.rnw *.Rnw *.snw *.Snw *.rtex *.Rtex *.docx *.docm "
    "*.dotx *.doc *.odt *.ott *.md *.markdown *.rmd *.Rmd *.qmd *.typ *.ipynb *.lyx *.org *.rst "
    "*.rtf *.html *.htm *.xhtml *.zip);;All files (*)",
)
PAGELESS = frozenset(
    (*LATEX_SUFFIXES, ".docx", ".docm", ".dotx", ".doc", ".odt", ".ott", ".md",
     ".markdown", ".rmd", ".qmd", ".typ", ".ipynb", ".lyx", ".org", ".rst", ".rtf", ".html",
     ".htm", ".xhtml", ".zip")
)  # fmt: skip
"""Manuscripts that are set as text pages once they are read; all others are PDFs."""

_CITE_STYLES: Mapping[str, CopyStyle] = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".odt", ".ott"), "word"),
    **dict.fromkeys(LATEX_SUFFIXES, "latex"),
    **dict.fromkeys((".md", ".markdown", ".rmd", ".qmd"), "pandoc"),
    ".typ": "typst",
}


def choose_cite_style(path: Path | None, preferred: CopyStyle) -> CopyStyle:
    """Return how a manuscript cites; what is ``preferred`` if that is unclear, or plain text."""
    if path is None or preferred == "plain":
        return preferred
    return _CITE_STYLES.get(path.suffix.lower(), preferred)
