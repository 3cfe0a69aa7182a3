"""Manuscripts of other formats, converted to the Markdown that is then read.

Jupyter notebooks and LyX documents are converted here; Org and reStructuredText by Pandoc.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.formats.decoding import read_text
from core.manuscript.markup import lyx
from core.manuscript.text import pandoc

_CITE_TAG = re.compile(
    r"<(?P<tag>cite|strong|a|span)\b[^<>]*\bdata-cite=[\"'](?P<keys>[^\"'<>]+)[\"'][^<>]*>"
    r".{0,200}?</(?P=tag)\s*>",
    re.S | re.I,
)
"""How notebooks cite: ``<cite data-cite="oak2010">(Oak, 2010)</cite>``."""
_DIV = re.compile(r"^\s*:::.*$", re.M)
_RST_BIBLIOGRAPHY = re.compile(r"^[ \t]*\.\.[ \t]+(?:foot)?bibliography::(?P<names>[^\n]*)$", re.M)
_RST_CITATION = re.compile(r"\[\\\[(?P<label>[^\[\]\\\s]+)\\\]\]\(#[^()\s]*\)\{\.citation\}")
_RST_ENTRY = re.compile(
    r"^\[(?P<label>[^\[\]\s]+)\]\{#\S+\s\.citation-label\}[ \t]*\n+:[ \t]+", re.M
)
"""Citations and entries of reStructuredText itself, as Pandoc writes them."""


def is_converted(path: Path) -> bool:
    """Say whether a file is read as the Markdown that it is converted to."""
    return path.suffix.lower() in _CONVERTERS


def read_markdown(path: Path) -> str:
    """Return a file's text as Markdown.

    Raises:
        FormatError: it cannot be opened or converted.
    """
    converter = _CONVERTERS.get(path.suffix.lower())
    return read_text(path) if converter is None else converter(path)


def _convert_notebook(path: Path) -> str:
    try:
        notebook = json.loads(read_text(path))
        cells = notebook.get("cells") or notebook["worksheets"][0]["cells"]
        blocks = [_read_cell(cell, at) for at, cell in enumerate(cells)]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise _damaged(path) from error
    return "\n\n".join(block for block in blocks if block)


def _read_cell(cell: dict[str, Any], number: int) -> str:  # Any: JSON values
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    kind = cell["cell_type"]
    if kind == "raw" and number == 0 and text.startswith("---"):
        return text  # front matter, as Quarto writes it
    if kind == "heading":
        return f"{'#' * int(cell.get('level', 1))} {text}"
    return _CITE_TAG.sub(_format_role, text) if kind == "markdown" else ""


def _format_role(match: re.Match[str]) -> str:
    return f"{{cite:p}}`{match['keys'].replace(';', ',')}`"


def _convert_lyx(path: Path) -> str:
    text = read_text(path)
    markdown = lyx.convert_to_markdown(text) if lyx.is_lyx(text) else ""
    if not markdown.strip():
        raise _damaged(path)
    return markdown


def _damaged(path: Path) -> FormatError:
    return FormatError(
        "“{file}” is damaged.",
        file=path.name,
        remedy="Open the file in the program that wrote it and save it again.",
    )


def _convert_org(path: Path) -> str:
    return pandoc.convert(path, "org", pandoc.MARKDOWN).decode("utf-8", "replace")


def _convert_rst(path: Path) -> str:
    markdown = pandoc.convert(path, "rst", pandoc.MARKDOWN).decode("utf-8", "replace")
    names = [match["names"] for match in _RST_BIBLIOGRAPHY.finditer(read_text(path))]
    directives = (f"```{{bibliography}} {one.strip()}\n```" for one in names)
    typed = _RST_CITATION.sub(r"[\g<label>]", _RST_ENTRY.sub(r"[\g<label>] ", markdown))
    return "\n\n".join([_DIV.sub("", typed), *directives])


_CONVERTERS: dict[str, Callable[[Path], str]] = {
    ".ipynb": _convert_notebook,
    ".lyx": _convert_lyx,
    ".org": _convert_org,
    ".rst": _convert_rst,
}
SUFFIXES = tuple(_CONVERTERS)
