"""A citation as the field of a word processor, in rich text: what is pasted into Word or Writer.

The field is Zotero's (``ADDIN ZOTERO_ITEM CSL_CITATION {json}``), so that Zotero's add-ins, the
extension for Writer and Cocite itself know afterwards what it cites.
"""

from __future__ import annotations

import html
import json
import re
import secrets
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from core.base.records import Paper
from core.formats import csl
from core.formats.bibliography import DEFAULT_STYLE, Cite, formatted_text

_SCHEMA = "https://github.com/citation-style-language/schema/raw/master/csl-citation.json"
_LEFT_OUT = frozenset({"abstract", "keyword", "custom"})
_TAG = re.compile(r"</?\w[^<>]*>")


def format_citation(papers: Sequence[Paper], style: str = "") -> str:
    """Return a citation of papers as a reader sees it: "(Oak & Elm, 2019)".

    A style that numbers gives way to author and date: a number is right in one document only.
    """
    text = _cite(papers, style or DEFAULT_STYLE)
    return text if any(map(str.isalpha, text)) else _cite(papers, DEFAULT_STYLE)


def _cite(papers: Sequence[Paper], style: str) -> str:
    works = formatted_text(
        papers, [[Cite(at) for at in range(len(papers))]], style, with_references=False
    )
    return html.unescape(_TAG.sub("", works.citations[0]))


def as_rich_text(papers: Sequence[Paper], ids: Sequence[str], style: str = "") -> str:
    """Return a rich text (RTF, ASCII alone) whose one field cites papers, given with their ids."""
    text = format_citation(papers, style)
    field = _escaped(f" {make_field_code(papers, ids, text)} ")
    return rf"{{\rtf1\ansi\uc1{{\field{{\*\fldinst{{{field}}}}}{{\fldrslt{{{_escaped(text)}}}}}}}}}"


def make_field_code(papers: Sequence[Paper], ids: Sequence[str], text: str) -> str:
    """Return the code of Zotero's field for papers, given with their ids, that shows a text."""
    citation = {
        "citationID": secrets.token_hex(4),
        "properties": {"formattedCitation": text, "plainCitation": text, "noteIndex": 0},
        "citationItems": [
            {"id": item["id"], "uris": [f"urn:cocite:{quote(paper_id, safe='')}"], "itemData": item}
            for item, paper_id in zip(_items(papers), ids, strict=True)
        ],
        "schema": _SCHEMA,
    }
    code = json.dumps(citation, ensure_ascii=False, separators=(",", ":"))
    return f"ADDIN ZOTERO_ITEM CSL_CITATION {code}"


def _items(papers: Sequence[Paper]) -> list[dict[str, Any]]:  # Any: JSON values
    """Return the CSL items without what no style shows, so that a document stays small."""
    return [
        {name: value for name, value in item.items() if name not in _LEFT_OUT}
        for item in csl.convert_papers_to_items(papers)
    ]


def _escaped(text: str) -> str:
    return "".join(map(_character, " ".join(text.split())))


def _character(character: str) -> str:
    if character in "\\{}":
        return f"\\{character}"
    if " " <= character <= "~":
        return character
    units = character.encode("utf-16-le")
    numbers = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in (0, 2))
    return "".join(rf"\u{number}?" for number in list(numbers)[: len(units) // 2])
