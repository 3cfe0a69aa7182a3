"""The paragraphs of an OpenDocument text: text, looks, and where marks and fields cite.

Deleted text, tables, frames, comments and the text of notes are no part of the running text; what
a note cites stands where the note hangs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from core.base.records import PaperRecord
from core.formats.fields import clean, extract_doi, extract_year, find_named_arxiv
from core.manuscript.word.fields import (
    BEFORE_NOTE,
    CitedWork,
    bookmark_codes,
    find_typed_works,
    is_list,
    parse_works,
    short_name,
    unknown_citation,
)
from core.manuscript.word.text import (
    Cite,
    WordParagraph,
    in_unicode,
    is_symbol_font,
    note_raised,
)

if TYPE_CHECKING:
    from lxml import etree

TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FIELD = "{urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0}"
_LOEXT = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
BLOCKS = (f"{TEXT}list-item", f"{TEXT}list-header", f"{TEXT}index-body",
           f"{TEXT}index-title", f"{TEXT}numbered-paragraph")  # fmt: skip
IN_LINE = (f"{TEXT}span", f"{TEXT}a", f"{TEXT}meta", f"{TEXT}ruby-base", f"{TEXT}ruby",
            f"{_LOEXT}content-control")  # fmt: skip
FIELDS = frozenset(
    f"{TEXT}{name}"
    for name in ("sequence", "bookmark-ref", "reference-ref", "sequence-ref", "date", "title",
                 "page-number", "author-name", "user-defined", "text-input", "placeholder",
                 "variable-set", "variable-get", "note-ref")
)  # fmt: skip
_CITATION = re.compile(r"(?:ZOTERO_ITEM|ADDIN|Mendeley|CSL_CITATION).*?(?P<json>\{.*)", re.S)
_ZOTERO_LIST = re.compile(r"ZOTERO_BIBL|CSL_BIBLIOGRAPHY|Mendeley Bib", re.IGNORECASE)
_JABREF = re.compile(r"JR_cite_?\d*_\d_(?P<old>.+)|JABREF_(?P<keys>.+?)\s+CID_\d+.*", re.S)
_JABREF_KEY = re.compile(r"(?:\A|,\s*JABREF_)(?P<key>[^,\s]+)")
_JABREF_LIST = re.compile(r"JR_bib|JABREF_bibliography", re.IGNORECASE)
_HREF = "{http://www.w3.org/1999/xlink}href"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_TABLES = (f"{_TABLE}table", f"{TEXT}table-of-content", f"{TEXT}illustration-index",
           f"{TEXT}table-index", f"{TEXT}alphabetical-index", f"{TEXT}object-index")  # fmt: skip
_NO_PASSAGES = (f"{TEXT}note", f"{OFFICE}annotation", f"{TEXT}tracked-changes")
_NO_OWN_TEXT = frozenset((*_NO_PASSAGES, f"{_DRAW}frame", f"{_DRAW}a", f"{OFFICE}annotation-end",
                          f"{_FIELD}fieldmark-start"))  # fmt: skip
_CITING_MARKS = (f"{TEXT}bibliography-mark", f"{TEXT}reference-mark-start",
                 f"{TEXT}bookmark-start", f"{_FIELD}fieldmark-start")  # fmt: skip
DEEPEST = 200
_LONGEST_CODE = 4_000_000
_HEAD_OF_CODE = 100  # characters that say what a mark is for
_RAISED = re.compile(r"[1-9]\d*%")
_WORDS_OWN = re.compile(r"\s*CITATION\s")
_KINDS = {"Title": "title", "Subtitle": "subtitle", "Author": "author", "Abstract": "abstract",
          "Caption": "caption", "Footnote": "footnote", "Endnote": "endnote", "Header": "header",
          "Footer": "footer", "Bibliography": "bibliography",
          "p-bibitem": "bibliography"}  # fmt: skip


@dataclass(slots=True)
class _OpenField:
    """A field of a Word file that LibreOffice kept, and where what it shows begins."""

    code: str
    paragraph: WordParagraph
    start: int


class OdtText:
    """Reads the body of a document.

    ``content``, ``styles`` and ``meta`` are the roots of the parts of these names.
    """

    def __init__(
        self,
        content: etree._Element,
        styles: etree._Element | None,
        meta: etree._Element | None,
    ) -> None:
        self._body = content.find(f"{OFFICE}body/{OFFICE}text")
        roots = [root for root in (content, styles) if root is not None]
        self._styles = {
            style.get(f"{_STYLE}name", ""): style
            for root in roots
            for style in root.iter(f"{_STYLE}style")
        }
        self._numbers = {
            style.get(f"{_STYLE}name", "")
            for root in roots
            for style in root.iter(f"{TEXT}list-style")
            if style.find(f"{TEXT}list-level-style-number") is not None
        }
        self._numbered = [False]
        self._codes = bookmark_codes(
            (element.get(f"{META}name", ""), element.text or "")
            for element in (() if meta is None else meta.iter(f"{META}user-defined"))
        )
        self._fields: list[_OpenField] = []
        self._marks: dict[str, tuple[WordParagraph, int]] = {}
        self._here = WordParagraph()
        self._is_listed = False
        self._works_by_note: dict[str, list[CitedWork]] | None = None
        self.unknown: dict[str, list[str]] = {}
        """What citations show whose field is not understood, by the program that made it."""

    def paragraphs(self) -> Iterator[WordParagraph]:
        """Yield the paragraphs of the running text and of a reference list, in order."""
        if self._body is not None:
            yield from self._blocks(self._body, listed=False, depth=0)

    def passages(self) -> list[str]:
        """Return the texts of all paragraphs but those of notes, remarks and deleted text."""
        elements = () if self._body is None else self._body.iter(f"{TEXT}p", f"{TEXT}h")
        return [
            " ".join(_own_text(one).split())
            for one in elements
            if next(one.iterancestors(*_NO_PASSAGES), None) is None
        ]

    def tables(self) -> list[str]:
        """Return the texts of tables and indices."""
        elements = () if self._body is None else self._body.iter(*_TABLES)
        return [
            "".join(map(str, one.itertext()))
            for table in elements
            for one in table.iter(f"{TEXT}p", f"{TEXT}h")
        ]

    def notes(self) -> list[str]:
        """Return the texts of the notes."""
        elements = () if self._body is None else self._body.iter(f"{TEXT}note-body")
        texts = ("".join(map(str, one.itertext())).strip() for one in elements)
        return [text for text in texts if text]

    def printed(self) -> tuple[str, ...]:
        """Return all paragraphs as they are, those of tables and notes too."""
        printed_blocks = () if self._body is None else self._body.iter(f"{TEXT}p", f"{TEXT}h")
        return tuple("".join(map(str, one.itertext())) for one in printed_blocks)

    def linked_chapters(self) -> list[str]:
        """Return the names of the files whose text is linked, and not kept, as in a master file."""
        sources = () if self._body is None else self._body.iter(f"{TEXT}section-source")
        return [
            unquote(source.get(_HREF, "")).rpartition("/")[2]
            for source in sources
            if (section := source.getparent()) is not None
            if source.get(_HREF) and not "".join(map(str, section.itertext())).strip()
        ]

    def works_beside(self) -> list[CitedWork]:
        """Return what fields and marks in tables, text boxes and frames cite.

        Paragraphs are read as those of the running text are, so this goes before or behind these.
        """
        works: list[CitedWork] = []
        boxes = (
            () if self._body is None else self._body.iter(f"{_TABLE}table-cell", f"{_DRAW}text-box")
        )
        for box in boxes:
            if next(box.iterancestors(*_NO_PASSAGES), None) is None:
                for paragraph in self._blocks(box, listed=False, depth=1):
                    works += [work for cite in paragraph.cites for work in cite.works]
                self._fields.clear()
                self._marks.clear()
        return works

    def _blocks(
        self, parent: etree._Element, *, listed: bool, depth: int
    ) -> Iterator[WordParagraph]:
        for element in parent if depth < DEEPEST else ():
            if element.tag in (f"{TEXT}p", f"{TEXT}h"):
                yield self._paragraph(element, listed=listed)
            elif element.tag in (f"{TEXT}section", f"{TEXT}bibliography"):
                name = element.get(f"{TEXT}name", "")
                own = element.tag.endswith("bibliography") or bool(
                    _ZOTERO_LIST.search(name) or _JABREF_LIST.search(name)
                )
                yield from self._blocks(element, listed=listed or own, depth=depth + 1)
            elif element.tag == f"{TEXT}list":
                style = element.get(f"{TEXT}style-name", "")
                self._numbered.append(style in self._numbers if style else self._numbered[-1])
                yield from self._blocks(element, listed=listed, depth=depth + 1)
                self._numbered.pop()
            elif element.tag in BLOCKS:
                yield from self._blocks(element, listed=listed, depth=depth + 1)

    def _paragraph(self, element: etree._Element, *, listed: bool) -> WordParagraph:
        self._is_listed = listed
        listed = listed or self._is_in_list()
        paragraph = self._here = WordParagraph(in_list=listed, numbered=self._numbered[-1])
        paragraph.item = len(self._numbered) > 1
        name = element.get(f"{TEXT}style-name", "")
        paragraph.style = self._kind(name)
        level = element.get(f"{TEXT}outline-level", "")
        if element.tag == f"{TEXT}h" and paragraph.style != "title":
            paragraph.outline = int(level) - 1 if level.isdecimal() else 0
        self._inside(element, 0)
        paragraph.in_list = paragraph.in_list or self._is_in_list()
        paragraph.bold = self._is_all(element, name, self._is_bold)
        paragraph.italic = self._is_all(element, name, self._is_italic)
        return paragraph

    def _is_in_list(self) -> bool:
        """Say whether a field or mark is open that is the reference list itself."""
        marks = (self._codes.get(name, name)[:_HEAD_OF_CODE] for name in self._marks)
        return any(is_list(one.code) for one in self._fields) or any(
            map(_ZOTERO_LIST.search, marks)
        )

    # --- what styles say of a paragraph -----------------------------------------------------------

    def _chain(self, name: str) -> Iterator[etree._Element]:
        """Yield a style and those that it is made of."""
        seen_names: set[str] = set()
        while name and name not in seen_names and (style := self._styles.get(name)) is not None:
            seen_names.add(name)
            yield style
            name = style.get(f"{_STYLE}parent-style-name", "")

    def _kind(self, name: str) -> str:
        """Return what a style makes of a paragraph, by its name or that of one it is made of."""
        names = [name, *(one.get(f"{_STYLE}parent-style-name", "") for one in self._chain(name))]
        return next(
            (kind for one in names for start, kind in _KINDS.items() if one.startswith(start)), ""
        )

    def _is_all(self, element: etree._Element, name: str, is_so: Callable[[str], bool]) -> bool:
        """Say whether a paragraph, by its style or all its spans, is of one look."""
        spans = [child for child in element if child.tag == f"{TEXT}span"]
        bare = (element.text or "").strip() or any((span.tail or "").strip() for span in spans)
        style_names = (span.get(f"{TEXT}style-name", "") for span in spans)
        return is_so(name) or (bool(spans) and not bare and all(map(is_so, style_names)))

    def _is_bold(self, name: str) -> bool:
        weight = self._look(name, "font-weight")
        return weight == "bold" or (weight.isdecimal() and int(weight) >= 600)

    def _note_letters(self, span: etree._Element, start: int) -> None:
        """Note that a span is superscript ("super 58%", "33% 58%"); put Symbol into Unicode."""
        name = span.get(f"{TEXT}style-name", "")
        position = self._look(name, "text-position", _STYLE)
        if position.startswith("super") or _RAISED.match(position):
            note_raised(self._here, start)
        font = self._look(name, "font-name", _STYLE)
        if is_symbol_font(font.rstrip("0123456789")):  # "Symbol1" is another face of it
            text = self._here.text
            self._here.text = text[:start] + in_unicode(text[start:])

    def _is_italic(self, name: str) -> bool:
        return self._look(name, "font-style") in {"italic", "oblique"}

    def _look(self, name: str, property_: str, space: str = _FO) -> str:
        """Return what a style, or the first of those it is made of, says of its letters."""
        for style in self._chain(name):
            looks = style.find(f"{_STYLE}text-properties")
            property_value = "" if looks is None else looks.get(f"{space}{property_}", "")
            if property_value:
                return property_value
        return ""

    # --- inside a paragraph -----------------------------------------------------------------------

    def _inside(self, element: etree._Element, depth: int) -> None:
        self._here.text += element.text or ""
        for child in element if depth < DEEPEST else ():
            if isinstance(child.tag, str):
                self._child(child, depth)
            self._here.text += child.tail or ""

    def _child(self, child: etree._Element, depth: int) -> None:
        tag = child.tag
        if tag in IN_LINE:
            start = len(self._here.text)
            self._inside(child, depth + 1)
            if len(self._here.text) > start:
                self._note_letters(child, start)
        elif tag in (f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break"):
            if tag.endswith("break"):
                self._here.breaks.append(len(self._here.text))
            self._here.text += " "
        elif tag == f"{TEXT}note":
            self._note(child)
        elif tag in FIELDS:
            self._here.text += "".join(child.itertext())
        else:
            self._mark(child, tag)

    def _mark(self, child: etree._Element, tag: str) -> None:
        """Take in what may cite."""
        if tag == f"{TEXT}bibliography-mark":
            start = len(self._here.text)
            self._here.text += "".join(child.itertext())
            self._add(start, _own_works(child))
        elif tag in (f"{TEXT}reference-mark-start", f"{TEXT}bookmark-start"):
            self._marks[child.get(f"{TEXT}name", "")] = self._here, len(self._here.text)
        elif tag in (f"{TEXT}reference-mark-end", f"{TEXT}bookmark-end"):
            self._close(child.get(f"{TEXT}name", ""))
        elif tag.startswith(_FIELD):
            self._field(child)

    def _close(self, name: str) -> None:
        """End a mark; if it cites, what it shows is a marker."""
        opened = self._marks.pop(name, None)
        if opened is None:
            return
        paragraph, start = opened
        code = self._codes.get(name, name)[:_LONGEST_CODE]
        works = _parse_works(code)
        if works:
            self._add(start if paragraph is self._here else 0, works)
        elif _ZOTERO_LIST.search(code):
            paragraph.in_list = True
            self._end_list()

    def _field(self, mark: etree._Element) -> None:
        """Begin, show or end a field of a Word file; what stands before its separator is code."""
        kind = mark.tag.removeprefix(_FIELD)
        if kind == "fieldmark-start":
            params = mark.iter(f"{_FIELD}param")
            code = next((one.get(f"{_FIELD}value", "") for one in params if
                         one.get(f"{_FIELD}name", "").endswith("field.code")), "")  # fmt: skip
            self._fields.append(_OpenField(code[:_LONGEST_CODE], self._here, len(self._here.text)))
        elif kind == "fieldmark-separator" and self._fields:
            opened = self._fields[-1]
            if opened.paragraph is self._here:
                self._here.text = self._here.text[: opened.start]
                self._here.cites = [cite for cite in self._here.cites if cite.end <= opened.start]
                self._here.raised = [one for one in self._here.raised if one[1] <= opened.start]
        elif kind == "fieldmark-end" and self._fields:
            opened = self._fields.pop()
            if is_list(opened.code):
                self._end_list()
            start = opened.start if opened.paragraph is self._here else 0
            works = parse_works(opened.code, {})
            program = unknown_citation(opened.code)
            if works is not None:
                self._add(start, works)
            if not works and program and self._here.text[start:].strip():
                excerpt = " ".join(self._here.text[start:].split())
                self.unknown.setdefault(program, []).append(excerpt)

    def _end_list(self) -> None:
        """End a list; a paragraph that has no text before the end is none of it."""
        self._here.in_list = self._is_listed or bool(self._here.text.strip())

    def _note(self, note: etree._Element) -> None:
        """Cite what a note cites where it hangs, in front of a stop; its text is left out."""
        body = note.find(f"{TEXT}note-body")
        if body is None:
            return
        here = self._here
        works = self._works_by_fields(body)
        works = works or self._typed_works().get(note.get(f"{TEXT}id", ""), [])
        names = "; ".join(name for work in works if (name := short_name(work)))
        if names:
            bare = here.text.rstrip(".,;:")
            stop = here.text[len(bare) :]
            here.text = f"{bare} ({names})"
            self._add(len(bare), works)
            here.text += stop

    def _works_by_fields(self, note_body: etree._Element) -> list[CitedWork]:
        """Return what fields in a note cite."""
        here = self._here
        note_blocks = list(self._blocks(note_body, listed=False, depth=1))
        self._here = here
        return [work for one in note_blocks for cite in one.cites for work in cite.works]

    def _typed_works(self) -> dict[str, list[CitedWork]]:
        """Return what notes cite, typed or in fields, by the id of the note."""
        if self._works_by_note is None:
            note_elements = [] if self._body is None else list(self._body.iter(f"{TEXT}note"))
            unknown = {program: list(excerpts) for program, excerpts in self.unknown.items()}
            by_fields = {
                note.get(f"{TEXT}id", ""): works
                for note in note_elements
                if any(mark.tag in _CITING_MARKS for mark in note.iter())
                for body in note.iterfind(f"{TEXT}note-body")
                if (works := self._works_by_fields(body))
            }
            self.unknown = unknown  # the notes are read once more where they hang
            texts = [
                (note.get(f"{TEXT}id", ""), " ".join(map(_own_text, note.iter(f"{TEXT}p"))))
                for note in note_elements
            ]
            body = () if self._body is None else self._body.iter(f"{TEXT}p", f"{TEXT}h")
            paragraphs = list(map(_own_text, body))
            before = {
                note.get(f"{TEXT}id", ""): _read_preceding_text(note) for note in note_elements
            }
            self._works_by_note = find_typed_works(texts, paragraphs, before, by_fields)
        return self._works_by_note

    def _add(self, start: int, works: list[CitedWork]) -> None:
        marked_text = self._here.text[start:]
        first = start + len(marked_text) - len(marked_text.lstrip())
        end = start + len(marked_text.rstrip())
        if end > first:
            self._here.cites.append(Cite(first, end, tuple(works)))


def _read_preceding_text(note: etree._Element) -> str:
    """Return the end of what the paragraph of a note prints before it."""
    text = ""
    node: etree._Element | None = note
    while node is not None and node.tag not in (f"{TEXT}p", f"{TEXT}h"):
        for sibling in node.itersiblings(preceding=True):
            is_printed = isinstance(sibling.tag, str) and sibling.tag not in _NO_OWN_TEXT
            text = (_own_text(sibling) if is_printed else "") + (sibling.tail or "") + text
        node = node.getparent()
        text = ((node.text or "") if node is not None else "") + text
    return text[-BEFORE_NOTE:]


def _own_text(paragraph: etree._Element) -> str:
    """Return what a paragraph itself prints, without notes, remarks and text boxes in it."""
    pieces = [paragraph.text or ""]
    for child in paragraph:
        if isinstance(child.tag, str) and child.tag not in _NO_OWN_TEXT:
            space = child.tag in (f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break")
            pieces.append(" " if space else _own_text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _parse_works(code: str) -> list[CitedWork] | None:
    """Return what the name of a mark cites: Zotero's and Mendeley's JSON, or JabRef's keys."""
    citation_match = _CITATION.search(code)
    if citation_match is not None:
        return parse_works(f"ADDIN CSL_CITATION {citation_match['json']}", {})
    jabref = _JABREF.match(code)
    if jabref is None:
        return None
    if jabref["old"]:
        return [CitedWork(key.strip(), None) for key in jabref["old"].split(",") if key.strip()]
    return [CitedWork(match["key"], None) for match in _JABREF_KEY.finditer(jabref["keys"])]


def _own_works(mark: etree._Element) -> list[CitedWork]:
    """Return what a field of LibreOffice's own bibliography cites.

    It keeps a citation of Word's own as such a field, with Word's code as the name of the entry.
    """
    code = mark.get(f"{TEXT}identifier", "")
    works = parse_works(code, {}) if _WORDS_OWN.match(code) else None
    return [_own_mark(mark)] if works is None else works


def _own_mark(mark: etree._Element) -> CitedWork:
    """Return what an entry of LibreOffice's own bibliography says of itself."""

    def read_field(name: str) -> str:
        return clean(mark.get(f"{TEXT}{name}", ""))

    title = read_field("title") or read_field("booktitle")
    key = read_field("identifier") or title
    if not title:
        return CitedWork(key, None)
    names = re.split(r"\s*;\s*|\s+and\s+", read_field("author"))
    url = read_field("url")
    return CitedWork(
        key,
        PaperRecord(
            title=title,
            authors=tuple(_turned(name) for name in names if name),
            year=extract_year(read_field("year")),
            venue=read_field("journal") or (read_field("booktitle") if read_field("title") else ""),
            doi=extract_doi(read_field("doi")) or extract_doi(url),
            arxiv=find_named_arxiv(url),
            url=url,
            extra={
                variable: text
                for variable, name in (("volume", "volume"), ("issue", "number"), ("page", "pages"))
                if (text := read_field(name))
            },
        ),
    )


def _turned(name: str) -> str:
    family, _, given_name = name.partition(",")
    return clean(f"{given_name} {family}")
