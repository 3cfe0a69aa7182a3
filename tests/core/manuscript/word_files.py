"""Word documents made by python-docx, with the fields of citation programs written as XML."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import docx
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.text.paragraph import Paragraph

from core.base.records import Manuscript

OAK = {
    "id": 7,
    "type": "article-journal",
    "title": "Recorders at the Edge of the Water",
    "author": [{"family": "Oak", "given": "Tim"}, {"family": "Alder", "given": "Sue"}],
    "issued": {"date-parts": [["2019"]]},
    "container-title": "Journal of Quiet Places",
    "DOI": "10.1000/Quiet.7",
}


ELM = {
    "id": 8,
    "type": "paper-conference",
    "title": "An Hour of Silence",
    "author": [{"family": "Elm", "given": "Ida"}],
    "issued": {"date-parts": [["2021"]]},
}


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def mark(kind: str, inside: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{inside}</w:fldChar></w:r>'


def code(text: str) -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f'<w:r><w:instrText xml:space="preserve">{safe}</w:instrText></w:r>'


def field(instruction: str, shown: str) -> str:
    """Return a complex field, its code cut in two as Word cuts it."""
    half = len(instruction) // 2
    parts = [mark("begin"), code(instruction[:half]), code(instruction[half:]), mark("separate")]
    return "".join([*parts, run(shown), mark("end")])


def zotero(shown: str, *items: object) -> str:
    cited = [{"id": item["id"], "itemData": item} for item in items if isinstance(item, dict)]
    return field(
        "ADDIN ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": cited}) + " ", shown
    )


def add(document: Document, *parts: str, style: str = "") -> Paragraph:
    paragraph = document.add_paragraph(style=style or None)
    for part in parts:
        for element in parse_xml(f"<w:p {nsdecls('w', 'm')}>{part}</w:p>"):
            paragraph._p.append(element)
    return paragraph


def saved(document: Document, folder: Path) -> Path:
    path = folder / "marsh.docx"
    document.save(str(path))
    return path


def started() -> Document:
    document = docx.Document()
    document.add_paragraph("Listening for Silence", style="Title")
    document.add_paragraph("Ada Reed, Bo Marsh¹ and Cy Fen")
    document.add_paragraph("University of the Coast, 2 Pier Road")
    return document


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def markers(manuscript: Manuscript) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    found = []
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            found.append((marker.text, marker.references, marker.unresolved))
    return found


def archive(**parts: str | bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name.replace("__", "/"), data)
    return held.getvalue()


ENTITIES = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'
