"""Records as catalogues and other programs write them."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.registry import get_format

WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Moor, A
   Fenn, B
AF Moor, Ada
   Fenn, Bo
TI Peat and
   its sounds
SO BOG STUDIES
PD MAY
PY 2003
VL 4
BP 11
EP 19
DI 10.55555/bog.1
UT WOS:0007
ER

EF
"""
CROSSREF = """{"status": "ok", "message-type": "work", "message": {"type": "journal-article",
"title": ["Peat"], "author": [{"given": "Ada", "family": "Moor"}, {"name": "Bog Group"}],
"container-title": ["Bog Studies"], "issued": {"date-parts": [[2003, 5]]}, "volume": "4",
"DOI": "10.55555/bog.3"}}"""
ZOTERO_ITEM = """{"key": "AAAA1111", "version": 7, "library": {"type": "user", "id": 1},
"meta": {"creatorSummary": "Moor"}, "data": {"key": "AAAA1111", "version": 7,
"itemType": "journalArticle", "title": "Peat", "publicationTitle": "Bog Studies",
"creators": [{"creatorType": "author", "firstName": "Ada", "lastName": "Moor"}],
"date": "2003-05", "tags": [{"tag": "bogs", "type": 1}], "collections": ["CCCC3333"]}}"""
ZOTERO_NOTE = """{"key": "BBBB2222", "data": {"key": "BBBB2222", "itemType": "note",
"parentItem": "AAAA1111", "note": "<p>Read in <b>May</b></p>"}}"""
ZOTERO_API = f"[{ZOTERO_ITEM}, {ZOTERO_NOTE}]"


def read(name: str, text: str) -> PaperRecord:
    (entry,) = get_format(name).parse(text, "a file")
    assert entry.record is not None, entry.problem
    return entry.record
