"""The kinds of manuscripts that a file dialog offers and that can be dropped."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

OPENABLE = QT_TRANSLATE_NOOP(
    "ManuscriptPage",
    "Manuscripts (*.pdf *.tex *.ltx *.latex *.docx *.docm *.dotx *.doc *.odt *.ott *.md *.markdown "
    "*.rmd *.Rmd *.qmd *.typ *.ipynb *.lyx *.org *.rst *.rtf *.zip);;All files (*)",
)
PAGELESS = frozenset(
    (".tex", ".ltx", ".latex", ".docx", ".docm", ".dotx", ".doc", ".odt", ".ott", ".md",
     ".markdown", ".rmd", ".qmd", ".typ", ".ipynb", ".lyx", ".org", ".rst", ".rtf", ".zip")
)  # fmt: skip
"""Manuscripts that are set as text pages once they are read; all others are PDFs."""
