"""References as a reader sees them, in a style of the Citation Style Language (CSL).

Styles of our own lie in ``resources/csl``; citeproc-py brings "harvard-cite-them-right"; any
``.csl`` file will do. citeproc-py does the formatting.
"""

from __future__ import annotations

import html
import importlib.resources
import io
import json
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base import items
from core.base.errors import FormatError
from core.base.records import Paper
from core.formats import csl

if TYPE_CHECKING:
    from citeproc import CitationStylesStyle  # type: ignore[import-untyped]

OWN_STYLES = {
    "author-date": "Author and date",
    "numbered": "Numbered",
    "author-title": "Author and title",
}
STYLES = {**OWN_STYLES, "harvard-cite-them-right": "Harvard (Cite Them Right)"}
"""The styles at hand: what they are asked for by, and their names."""
DEFAULT_STYLE = "author-date"

_LARGEST_STYLE = 2_000_000  # bytes; the longest styles have 200,000
_NO_DECLARATIONS = b"<!DOCTYPE", b"<!ENTITY"
_UNREAD = ("abstract", "keyword", "custom", "note", "annote")


def formatted(papers: Iterable[Paper], style: str = "") -> list[str]:
    """Return the reference of each paper as plain text, in the order in which the style lists them.

    ``style`` is one of ``STYLES`` or the path of a ``.csl`` file.

    Raises:
        FormatError: there is no such style, or it cannot be used.
    """
    return _entries(list(papers), style, "plain")


def bibliography(papers: Iterable[Paper], style: str = "") -> str:
    """Return the references one below the other."""
    return "".join(f"{entry}\n" for entry in formatted(papers, style))


def bibliography_html(papers: Iterable[Paper], style: str = "") -> str:
    """Return the references as a web page, with italics; what records say is escaped."""
    entries = "".join(f"<p>{entry}</p>\n" for entry in _entries(list(papers), style, "html"))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>References</title>\n{entries}'


def _entries(papers: list[Paper], style: str, form: str) -> list[str]:
    if not papers:
        return []
    # Imported here: it takes a tenth of a second, and few runs need it.
    from citeproc import Citation, CitationItem, CitationStylesBibliography, formatter
    from citeproc.source.json import CiteProcJSON  # type: ignore[import-untyped]

    items = [_item(item) for item in json.loads(csl.write(papers))]
    if form == "html":
        items = [_escaped(item) for item in items]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of variables that it does not know
        source = CiteProcJSON(items)
        asked = CitationStylesBibliography(
            _style(style or DEFAULT_STYLE), source, getattr(formatter, form)
        )
        for item in items:
            asked.register(Citation([CitationItem(item["id"])]))
        asked.sort()
        found = [str(entry) for entry in asked.bibliography()]
    return [" ".join(entry.split()) for entry in found]


def _item(item: dict[str, Any]) -> dict[str, Any]:  # Any: JSON values
    """Return a CSL item without what no style shows, with a key that citeproc-py finds again.

    The number of an article stands in place of the pages that it has none of.
    """
    shown = {name: value for name, value in item.items() if name not in _UNREAD}
    if "genre" not in items.FIELDS.get(item.get("type", ""), ("genre",)):  # of no use to a reader
        shown.pop("genre", None)
    number = str(item.get("number", ""))
    if item.get("type") == "article-journal" and number and not number.startswith("arXiv:"):
        shown = {"page": number} | {name: shown[name] for name in shown if name != "number"}
    return shown | {"id": item["id"].lower()}


def _escaped(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {name: _escaped(held) for name, held in value.items()}
    if isinstance(value, list):
        return [_escaped(held) for held in value]
    return html.escape(value, quote=False) if isinstance(value, str) else value


def _style(style: str) -> CitationStylesStyle:
    from citeproc import CitationStylesStyle

    told = STYLES.get(style, style)
    try:
        if style in STYLES and style not in OWN_STYLES:
            return CitationStylesStyle(style, validate=False)
        return CitationStylesStyle(io.BytesIO(_read(style)), validate=False)
    except FormatError:
        raise
    except Exception as error:
        raise FormatError(
            "The citation style “{style}” cannot be used.",
            style=told,
            remedy="Choose another style, or download the .csl file again.",
        ) from error


def _read(style: str) -> bytes:
    if style in OWN_STYLES:
        return (importlib.resources.files("resources") / "csl" / f"{style}.csl").read_bytes()
    path = Path(style)
    try:
        content = path.read_bytes() if path.stat().st_size <= _LARGEST_STYLE else b""
    except OSError as error:
        raise FormatError(
            "There is no citation style “{style}”.",
            style=style,
            remedy="Name one of {styles}, or a .csl file.",
            styles=", ".join(STYLES),
        ) from error
    if not content or any(mark in content for mark in _NO_DECLARATIONS):
        raise FormatError(
            "“{file}” is no citation style.", file=path.name, remedy="Choose a .csl file."
        )
    return content
