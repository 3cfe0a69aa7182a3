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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base import items
from core.base.errors import FormatError
from core.base.files import read_file
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import csl

if TYPE_CHECKING:
    from citeproc import (  # type: ignore[import-untyped]
        CitationStylesBibliography,
        CitationStylesStyle,
    )

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


@dataclass(frozen=True, slots=True)
class Cite:
    """A work in a citation: its position among the works, and what stands around it."""

    work: int
    prefix: str = ""
    suffix: str = ""
    locator: str = ""
    label: str = "page"


@dataclass(frozen=True, slots=True)
class FormattedText:
    """The citations of a text, in their order, and its references in that of the style: HTML."""

    citations: tuple[str, ...]
    references: tuple[str, ...]


def formatted_text(
    works: Sequence[PaperRecord],
    citations: Iterable[Sequence[Cite]],
    style: str | bytes = "",
    *,
    with_references: bool = True,
) -> FormattedText:
    """Return the citations of a text and, unless told not to, its references.

    ``style`` is one of ``STYLES``, the path of a ``.csl`` file, or what such a file holds. Styles
    that number do so in the order in which works are cited first, and the works of a citation stand
    in the order of the list, as citeproc-py has it. Of tags there are only
    ``<i> <b> <u> <sup> <sub>`` and ``<span>`` for small capitals; what records say is escaped.

    Raises:
        FormatError: there is no such style, or it cannot be used.
    """
    cited = [tuple(citation) for citation in citations]
    order = list(dict.fromkeys(cite.work for citation in cited for cite in citation))
    papers = [_numbered(works[at], at) for at in order]
    if not papers:
        return FormattedText(("",) * len(cited), ())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of variables that it does not know
        processor, keys = _make_processor(papers, style, "html")
        try:
            return _format_citations(
                processor, dict(zip(order, keys, strict=True)), cited, with_references
            )
        except Exception as error:  # citeproc-py raises anything at what it cannot do
            raise _unusable(style) from error


def _format_citations(
    processor: CitationStylesBibliography,
    keys: Mapping[int, str],
    cited: Sequence[Sequence[Cite]],
    with_references: bool,
) -> FormattedText:
    from citeproc import Citation, CitationItem
    from citeproc.source import Locator  # type: ignore[import-untyped]

    def item(cite: Cite) -> CitationItem:
        options: dict[str, object] = {}
        for name, text in (("prefix", cite.prefix), ("suffix", cite.suffix)):
            options |= {name: html.escape(text, quote=False)} if text else {}
        if cite.locator:
            options["locator"] = Locator(cite.label, html.escape(cite.locator, quote=False))
        return CitationItem(keys[cite.work], **options)

    different = {citation: Citation(list(map(item, citation))) for citation in cited if citation}
    for registered_citation in different.values():
        processor.register(registered_citation)
    processor.sort()
    texts_by_citation = {
        citation: _one_line(processor.cite(registered_citation, lambda _: None))
        for citation, registered_citation in different.items()
    }
    references = map(_one_line, processor.bibliography() if with_references else ())
    return FormattedText(
        tuple(texts_by_citation.get(citation, "") for citation in cited), tuple(references)
    )


def _numbered(record: PaperRecord, at: int) -> Paper:
    values = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    return Paper(**values, number=PaperNumber(at), ids=(), citation_key=f"work{at}")


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
    from citeproc import Citation, CitationItem

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of variables that it does not know
        processor, keys = _make_processor(papers, style, form)
        for key in keys:
            processor.register(Citation([CitationItem(key)]))
        processor.sort()
        return [_one_line(entry) for entry in processor.bibliography()]


def _make_processor(
    papers: Sequence[Paper], style: str | bytes, form: str
) -> tuple[CitationStylesBibliography, list[str]]:
    """Return what formats some papers, and the key that it knows each of them by."""
    from citeproc import CitationStylesBibliography, formatter
    from citeproc.source.json import CiteProcJSON  # type: ignore[import-untyped]

    items = [_item(item) for item in json.loads(csl.write(papers))]
    if form == "html":
        items = [_escaped(item) for item in items]
    source_items = CiteProcJSON(items)
    processor = CitationStylesBibliography(
        _style(style or DEFAULT_STYLE), source_items, getattr(formatter, form)
    )
    return processor, [item["id"] for item in items]


def _one_line(entry: object) -> str:
    return " ".join(str(entry).split())


def _item(item: dict[str, Any]) -> dict[str, Any]:  # Any: JSON values
    """Return a CSL item without what no style shows, with a key that citeproc-py finds again.

    The number of an article stands in place of the pages that it has none of.
    """
    used_fields = {name: value for name, value in item.items() if name not in _UNREAD}
    if "genre" not in items.FIELDS.get(item.get("type", ""), ("genre",)):  # of no use to a reader
        used_fields.pop("genre", None)
    number = str(item.get("number", ""))
    if item.get("type") == "article-journal" and number and not number.startswith("arXiv:"):
        used_fields = {"page": number} | {
            name: used_fields[name] for name in used_fields if name != "number"
        }
    return used_fields | {"id": item["id"].lower()}


def _escaped(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {name: _escaped(inner_value) for name, inner_value in value.items()}
    if isinstance(value, list):
        return [_escaped(inner_value) for inner_value in value]
    return html.escape(value, quote=False) if isinstance(value, str) else value


def _style(style: str | bytes) -> CitationStylesStyle:
    from citeproc import CitationStylesStyle

    try:
        if isinstance(style, str) and style in STYLES and style not in OWN_STYLES:
            return CitationStylesStyle(style, validate=False)
        return CitationStylesStyle(io.BytesIO(_read_style(style)), validate=False)
    except FormatError:
        raise
    except Exception as error:
        raise _unusable(style) from error


def _unusable(style: str | bytes) -> FormatError:
    style_name = STYLES.get(style, style) if isinstance(style, str) else "…"
    return FormatError(
        "The citation style “{style}” cannot be used.",
        style=style_name,
        remedy="Choose another style, or download the .csl file again.",
    )


def _read_style(style: str | bytes) -> bytes:
    if isinstance(style, bytes):
        return _checked(style, "…")
    if style in OWN_STYLES:
        return (importlib.resources.files("resources") / "csl" / f"{style}.csl").read_bytes()
    path = Path(style)
    try:
        content = read_file(path, _LARGEST_STYLE)
    except OSError as error:
        raise FormatError(
            "There is no citation style “{style}”.",
            style=style,
            remedy="Use one of {styles}, or a .csl file.",
            styles=", ".join(STYLES),
        ) from error
    return _checked(content, path.name)


def _checked(content: bytes, name: str) -> bytes:
    if not 0 < len(content) <= _LARGEST_STYLE or any(mark in content for mark in _NO_DECLARATIONS):
        raise FormatError(
            "“{file}” is not a citation style.", file=name, remedy="Choose a .csl file."
        )
    return content
