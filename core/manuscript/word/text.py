"""The paragraphs of a Word file as a reader sees them: text, looks, and where fields cite.

Inserted text is in, deleted text is out, as if all changes were accepted; notes, tables, text
boxes and hidden text are no part of the running text. A field may reach over many runs, and some
hold others, so open fields are a stack that outlives the paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.base.records import PaperRecord
from core.manuscript.word.fields import (
    BEFORE_NOTE,
    CitedWork,
    endnote_data,
    is_list,
    parse_works,
    short_name,
    unknown_citation,
    works_in_tag,
)

if TYPE_CHECKING:
    from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_LEFT_OUT = frozenset({f"{W}del", f"{W}moveFrom", f"{W}pPr", f"{W}rPr"})
_FORMULAS = frozenset({f"{_M}oMath", f"{_M}oMathPara"})
_SIGNS = {f"{W}tab": " ", f"{W}br": " ", f"{W}cr": " ", f"{W}noBreakHyphen": "-"}
_LINE_ENDS = (f"{W}br", f"{W}cr")
_BOOKMARKS = (f"{W}bookmarkStart", f"{W}bookmarkEnd")
_NOTE_MARKS = {f"{W}footnoteReference": "footnote ", f"{W}endnoteReference": "endnote "}
_UNPRINTED = (f"{W}del", f"{W}moveFrom", f"{_MC}Fallback")
_LIST_TAGS = ("MENDELEY_BIBLIOGRAPHY", "CitaviBibliography")
_ON = frozenset({"1", "true", "on", ""})
_DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a paragraph's text cites: ``start:end`` shows ``works``."""

    start: int
    end: int
    works: tuple[CitedWork, ...]


@dataclass(slots=True)
class WordParagraph:
    """A paragraph as shown.

    ``in_list`` says that it is part of a generated reference list, ``item`` of any other list.
    """

    text: str = ""
    style: str = ""
    outline: int | None = None
    numbered: bool = False
    item: bool = False
    in_list: bool = False
    bold: bool = False
    italic: bool = False
    cites: list[Cite] = field(default_factory=list)
    raised: list[tuple[int, int]] = field(default_factory=list)
    """Where the text is superscript."""
    formula: bool = False
    key: str = ""
    """By which links in the text cite an entry of the list."""
    breaks: list[int] = field(default_factory=list)
    """Where a line ends within the paragraph."""


@dataclass(slots=True)
class _Field:
    """An open field: its code so far, and whether its result has begun."""

    code: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    in_result: bool = False
    paragraph: WordParagraph | None = None
    start: int = 0
    is_ended: bool = True


class WordText:
    """Reads the body of a document.

    ``styles`` gives (name, outline level) by style id, ``notes`` what a note cites by its id,
    ``codes`` the field code that a bookmark stands for by its name, ``raised_styles`` the ids of
    the styles of superscript letters.
    """

    def __init__(
        self,
        styles: Mapping[str, tuple[str, int | None]],
        sources: Mapping[str, PaperRecord],
        notes: Mapping[str, Sequence[CitedWork]] | None = None,
        codes: Mapping[str, str] | None = None,
        raised_styles: Set[str] = frozenset(),
    ) -> None:
        self._styles = styles
        self._raised_styles = raised_styles
        self._notes = notes or {}
        self._sources = sources
        self._codes = codes or {}
        self._bookmarks: dict[str, _Field] = {}
        self._fields: list[_Field] = []
        self._lists = 0
        self._here = WordParagraph()
        self._listed = 0
        self._endless: set[etree._Element] | None = None
        self.unclosed: list[str] = []
        """The codes of fields that begin and do not end."""
        self.unknown: dict[str, list[str]] = {}
        """What citations show whose field is not understood, by the program that made it."""

    def paragraphs(self, body: etree._Element) -> Iterator[WordParagraph]:
        """Yield the paragraphs of the running text and of a reference list, in order."""
        if self._endless is None:
            self._endless = _endless_fields(body)
        for element in body:
            if element.tag == f"{W}p":
                yield self._paragraph(element)
            elif element.tag == f"{W}sdt":
                yield from self._control(element)
            elif element.tag in (f"{W}ins", f"{W}moveTo", f"{W}smartTag", f"{W}customXml"):
                yield from self.paragraphs(element)
            elif element.tag in _BOOKMARKS:
                self._bookmark(element)

    def _control(self, element: etree._Element) -> Iterator[WordParagraph]:
        """Read a content control around paragraphs; a table of contents is none of the text."""
        content = element.find(f"{W}sdtContent")
        gallery = element.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
        gallery_name = "" if gallery is None else gallery.get(f"{W}val", "")
        if content is None or gallery_name == "Table of Contents":
            return
        listed = gallery_name == "Bibliographies" or _tag(element).startswith(_LIST_TAGS)
        bibliography = element.find(f"{W}sdtPr/{W}bibliography") is not None
        self._lists += listed or bibliography
        yield from self.paragraphs(content)
        self._lists -= listed or bibliography

    def _paragraph(self, element: etree._Element) -> WordParagraph:
        paragraph = self._here = WordParagraph()
        self._note_looks(element, paragraph)
        if paragraph.outline is not None:
            self._end_endless(is_all=True)
        begins_in_list, self._listed = self._is_in_list(), 0
        self._children(element, 0)
        self._end_endless(is_all=False)
        letters = len(paragraph.text.strip())
        empty = begins_in_list or self._is_in_list()
        paragraph.in_list = 2 * self._listed > letters if letters else empty
        paragraph.bold, paragraph.italic = (_is_all(element, look) for look in ("b", "i"))
        return paragraph

    def _note_looks(self, element: etree._Element, paragraph: WordParagraph) -> None:
        looks = element.find(f"{W}pPr")
        if looks is None:
            return
        style = looks.find(f"{W}pStyle")
        if style is not None:
            name, outline = self._styles.get(style.get(f"{W}val", ""), ("", None))
            paragraph.style, paragraph.outline = name, outline
        level = looks.find(f"{W}outlineLvl")
        if level is not None and level.get(f"{W}val", "").isdecimal():
            own = int(level.get(f"{W}val", "9"))
            paragraph.outline = own if own < 9 else None
        paragraph.numbered = looks.find(f"{W}numPr") is not None
        paragraph.item = paragraph.numbered or paragraph.style.startswith("list")

    def _end_endless(self, *, is_all: bool) -> None:
        """End the fields that the file does not end: citations with their paragraph.

        A reference list goes on over paragraphs, as far as the next heading.
        """
        while self._fields and not self._fields[-1].is_ended:
            ended = self._fields[-1]
            if is_list("".join(ended.code)) and ended.in_result and not is_all:
                return
            self._fields.pop()
            self.unclosed.append("".join(ended.code).strip())
            self._end_field(ended)

    def _is_in_list(self) -> bool:
        return self._lists > 0 or any(
            one.in_result and is_list("".join(one.code))
            for one in (*self._fields, *self._bookmarks.values())
        )

    # --- inside a paragraph -----------------------------------------------------------------------

    def _children(self, element: etree._Element, depth: int) -> None:
        for child in element if depth <= _DEEPEST else ():
            tag = child.tag
            if tag == f"{W}r":
                self._run(child)
            elif tag == f"{W}sdt":
                self._inline_control(child, depth)
            elif tag == f"{W}fldSimple":
                self._simple_field(child, depth)
            elif tag in _FORMULAS:
                self._math(child)
            elif tag in _BOOKMARKS:
                self._bookmark(child)
            elif isinstance(tag, str) and tag.startswith(W) and tag not in _LEFT_OUT:
                self._children(child, depth + 1)

    def _inline_control(self, element: etree._Element, depth: int) -> None:
        content = element.find(f"{W}sdtContent")
        if content is None:
            return
        works = works_in_tag(_tag(element))
        start, open_before = len(self._here.text), len(self._fields)
        self._children(content, depth + 1)
        if not works and not any(cite.end > start for cite in self._here.cites):
            self._note_unknown(_tag(element), self._here, start)
        if works is not None and open_before == len(self._fields):
            self._add_cite(self._here, start, works)

    def _simple_field(self, element: etree._Element, depth: int) -> None:
        start = len(self._here.text)
        self._children(element, depth + 1)
        code = element.get(f"{W}instr", "")
        works = parse_works(code, self._sources)
        if works is not None:
            self._add_cite(self._here, start, works)
        if not works:
            self._note_unknown(code, self._here, start)

    def _math(self, element: etree._Element) -> None:
        math_text = "".join(part.text or "" for part in element.iter(f"{_M}t"))
        if element.tag == f"{_M}oMathPara":
            self._here.formula = True
        self._write(f" {math_text} " if element.tag == f"{_M}oMathPara" else math_text)

    def _bookmark(self, mark: etree._Element) -> None:
        """Begin or end a bookmark; one that stands for a field is read as that field."""
        number = mark.get(f"{W}id", "")
        if mark.tag == f"{W}bookmarkEnd":
            if number in self._bookmarks:
                self._end_field(self._bookmarks.pop(number))
        elif code := self._codes.get(mark.get(f"{W}name", "")):
            start = len(self._here.text)
            self._bookmarks[number] = _Field([code], [], True, self._here, start)

    def _run(self, run: etree._Element) -> None:
        hidden = _is_enabled(run.find(f"{W}rPr/{W}vanish"))
        raised = self._is_raised(run)
        fonts = run.find(f"{W}rPr/{W}rFonts")
        font = "" if fonts is None else fonts.get(f"{W}ascii", "")
        for part in run:
            if part.tag == f"{W}fldChar":
                self._field_mark(part)
            elif part.tag == f"{W}instrText":
                if self._fields and not self._fields[-1].in_result:
                    self._fields[-1].code.append(part.text or "")
            elif not hidden:
                start = len(self._here.text)
                self._show(part, font)
                if raised and len(self._here.text) > start:
                    note_raised(self._here, start)

    def _is_raised(self, run: etree._Element) -> bool:
        """Say whether a run is superscript, by its own look or its style."""
        own = run.find(f"{W}rPr/{W}vertAlign")
        if own is not None:
            return bool(own.get(f"{W}val") == "superscript")
        style = run.find(f"{W}rPr/{W}rStyle")
        return style is not None and style.get(f"{W}val", "") in self._raised_styles

    def _show(self, part: etree._Element, font: str) -> None:
        if part.tag == f"{W}t":
            text = part.text or ""
            self._write(in_unicode(text) if is_symbol_font(font) else text)
        elif part.tag == f"{W}sym":
            self._write(_symbol(part.get(f"{W}font", ""), part.get(f"{W}char", "")))
        elif part.tag in _SIGNS:
            if part.tag in _LINE_ENDS:
                self._here.breaks.append(len(self._here.text))
            self._write(_SIGNS[part.tag])
        elif part.tag == f"{W}ruby":  # small letters above that say how others are read
            for run in part.iterfind(f"{W}rubyBase/{W}r"):
                self._run(run)
        elif part.tag in _NOTE_MARKS:
            self._note(_NOTE_MARKS[part.tag] + part.get(f"{W}id", ""))

    def _note(self, key: str) -> None:
        """Cite what a note cites where it hangs, in front of a stop; its text is left out."""
        works = list(self._notes.get(key, ()))
        note_text = "; ".join(name for work in works if (name := short_name(work)))
        if not note_text or not all(one.in_result for one in self._fields):
            return
        text = self._here.text
        bare = text.rstrip(".,;:")
        self._here.text = f"{bare} ({note_text})"
        self._add_cite(self._here, len(bare), works)
        self._here.text += text[len(bare) :]

    def _write(self, text: str) -> None:
        if all(one.in_result for one in self._fields):
            self._here.text += text
            self._listed += len(text) if self._is_in_list() else 0

    def _field_mark(self, mark: etree._Element) -> None:
        kind = mark.get(f"{W}fldCharType")
        data = mark.find(f"{W}fldData")
        if kind == "begin":
            if len(self._fields) < _DEEPEST:
                self._fields.append(_Field(is_ended=mark not in (self._endless or ())))
        elif not self._fields:
            return
        elif kind == "separate":
            self._fields[-1].in_result = True
            self._fields[-1].paragraph, self._fields[-1].start = self._here, len(self._here.text)
        elif kind == "end":
            self._end_field(self._fields.pop())
        if data is not None and data.text and self._fields:
            self._fields[-1].data.append(data.text)

    def _end_field(self, ended: _Field) -> None:
        code = "".join(ended.code)
        hidden = "".join(endnote_data(data) for data in ended.data)
        if hidden:
            code += f" EN.CITE {hidden}"
        if self._fields and not self._fields[-1].in_result:  # EN.CITE.DATA inside of EN.CITE
            self._fields[-1].code.append(f" {code}" if "EN.CITE" in code else "")
            return
        works = parse_works(code, self._sources)
        if ended.paragraph is not None:
            start = ended.start if ended.paragraph is self._here else 0
            if works is not None:
                self._add_cite(self._here, start, works)
            if not works:
                self._note_unknown(code, self._here, start)

    def _note_unknown(self, code: str, paragraph: WordParagraph, start: int) -> None:
        """Note what a field shows that may cite."""
        program = unknown_citation(code)
        excerpt = " ".join(paragraph.text[start:].split())
        if program and excerpt:
            self.unknown.setdefault(program, []).append(excerpt)

    def _add_cite(self, paragraph: WordParagraph, start: int, works: list[CitedWork]) -> None:
        cited_text = paragraph.text[start:]
        first = start + len(cited_text) - len(cited_text.lstrip())
        end = start + len(cited_text.rstrip())
        if end > first:
            paragraph.cites = [cite for cite in paragraph.cites if cite.end <= first]
            paragraph.cites.append(Cite(first, end, tuple(works)))


def note_raised(paragraph: WordParagraph, start: int) -> None:
    """Note that the text of a paragraph is superscript from ``start`` on; runs in a row are one."""
    end = len(paragraph.text)
    while paragraph.raised and paragraph.raised[-1][1] >= start:
        start = min(start, paragraph.raised.pop()[0])
    paragraph.raised.append((start, end))


def _endless_fields(body: etree._Element) -> set[etree._Element]:
    """Return the marks with which fields begin that have no end."""
    opened: list[etree._Element] = []
    for mark in body.iter(f"{W}fldChar"):
        kind = mark.get(f"{W}fldCharType")
        if _is_within(mark, f"{W}del", f"{W}moveFrom"):
            continue
        if kind == "begin":
            opened.append(mark)
        elif kind == "end" and opened:
            opened.pop()
    return set(opened)


def read_notes(
    part: etree._Element, kind: str, sources: Mapping[str, PaperRecord]
) -> dict[str, list[CitedWork]]:
    """Return what each note of a notes part cites; ``kind`` is "footnote" or "endnote"."""
    works_by_note: dict[str, list[CitedWork]] = {}
    for note in part.iter(f"{W}{kind}"):
        note_paragraphs = list(WordText({}, sources).paragraphs(note))
        works = [work for one in note_paragraphs for cite in one.cites for work in cite.works]
        if works:
            works_by_note[f"{kind} {note.get(f'{W}id', '')}"] = works
    return works_by_note


def works_beside(
    body: etree._Element,
    sources: Mapping[str, PaperRecord],
    notes: Mapping[str, Sequence[CitedWork]],
    codes: Mapping[str, str],
) -> tuple[list[CitedWork], dict[str, list[str]]]:
    """Return what the fields of tables and text boxes cite, and what is not understood of these.

    What is not understood is as ``WordText.unknown`` has it.
    """
    works: list[CitedWork] = []
    unknown: dict[str, list[str]] = {}
    for container in body.iter(f"{W}tc", f"{W}txbxContent"):
        if _is_within(container, *_UNPRINTED):
            continue
        reader = WordText({}, sources, notes, codes)
        for paragraph in reader.paragraphs(container):
            if not paragraph.in_list:
                works += [work for cite in paragraph.cites for work in cite.works]
        for program, excerpts in reader.unknown.items():
            unknown.setdefault(program, []).extend(excerpts)
    return works, unknown


def read_passages(body: etree._Element) -> list[str]:
    """Return the texts of all paragraphs that the file prints, those of text boxes too."""
    passages = []
    for paragraph in body.iter(f"{W}p"):
        if not _is_within(paragraph, *_UNPRINTED):
            own = (
                text.text or ""
                for text in paragraph.iter(f"{W}t", f"{W}tab", f"{W}br")
                if next(text.iterancestors(f"{W}p")) is paragraph and _is_printed(text)
            )
            passages.append(" ".join("".join(own).split()))
    return passages


def read_texts_before_notes(body: etree._Element) -> dict[str, str]:
    """Return the end of what stands before each note in its paragraph, by the note's name."""
    texts = {}
    for paragraph in body.iter(f"{W}p"):
        text = ""
        for part in paragraph.iter(f"{W}t", f"{W}footnoteReference", f"{W}endnoteReference"):
            if part.tag == f"{W}t":
                text += part.text or ""
            else:
                kind = str(part.tag).removeprefix(W).removesuffix("Reference")
                texts[f"{kind} {part.get(f'{W}id', '')}"] = text[-BEFORE_NOTE:]
    return texts


def _is_within(element: etree._Element, *tags: str) -> bool:
    return next(element.iterancestors(*tags), None) is not None


def _is_printed(text: etree._Element) -> bool:
    if _is_within(text, *_UNPRINTED, f"{W}rt"):
        return False
    run = next(text.iterancestors(f"{W}r"), None)
    return run is None or not _is_enabled(run.find(f"{W}rPr/{W}vanish"))


def read_tables(body: etree._Element) -> list[str]:
    """Return the texts of tables and tables of contents."""
    texts = []
    for table in body.iter(f"{W}tbl"):
        texts += ["".join(map(str, one.itertext(f"{W}t"))) for one in table.iter(f"{W}p")]
    for control in body.iter(f"{W}sdt"):
        gallery = control.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
        if gallery is not None and gallery.get(f"{W}val", "") == "Table of Contents":
            texts += ["".join(map(str, one.itertext(f"{W}t"))) for one in control.iter(f"{W}p")]
    return texts


def read_styles(styles: etree._Element) -> dict[str, tuple[str, int | None]]:
    """Return name and outline level of each paragraph style, by id; the level is inherited.

    Names are Word's own ("heading 1") in whatever language the ids are ("berschrift1").
    """
    elements = {
        style.get(f"{W}styleId", ""): style
        for style in styles.iter(f"{W}style")
        if style.get(f"{W}type", "paragraph") == "paragraph"
    }
    return {key: (_style_name(style), _outline(style, elements)) for key, style in elements.items()}


def find_raised_styles(styles: etree._Element) -> frozenset[str]:
    """Return the ids of the styles that make letters superscript."""
    return frozenset(
        style.get(f"{W}styleId", "")
        for style in styles.iter(f"{W}style")
        if (look := style.find(f"{W}rPr/{W}vertAlign")) is not None
        and look.get(f"{W}val") == "superscript"
    )


def _style_name(style: etree._Element) -> str:
    name = style.find(f"{W}name")
    return "" if name is None else str(name.get(f"{W}val", "")).lower()


def _outline(style: etree._Element, elements: Mapping[str, etree._Element]) -> int | None:
    seen_keys: set[str] = set()
    here: etree._Element | None = style
    while here is not None:
        heading = re.fullmatch(r"heading (\d)", _style_name(here))
        level = here.find(f"{W}pPr/{W}outlineLvl")
        if level is not None and level.get(f"{W}val", "").isdecimal():
            value = int(level.get(f"{W}val", "9"))
            return value if value < 9 else None
        if heading:
            return int(heading[1]) - 1
        based = here.find(f"{W}basedOn")
        key = "" if based is None else based.get(f"{W}val", "")
        if key in seen_keys:
            return None
        seen_keys.add(key)
        here = elements.get(key)
    return None


def _tag(control: etree._Element) -> str:
    tag = control.find(f"{W}sdtPr/{W}tag")
    return "" if tag is None else str(tag.get(f"{W}val", ""))


def _is_all(element: etree._Element, look: str) -> bool:
    """Say whether all runs of a paragraph that show something are of one look."""
    visible_runs = [run for run in element.iter(f"{W}r") if "".join(run.itertext(f"{W}t")).strip()]
    return bool(visible_runs) and all(
        _is_enabled(run.find(f"{W}rPr/{W}{look}")) for run in visible_runs
    )


def _is_enabled(mark: etree._Element | None) -> bool:
    return mark is not None and mark.get(f"{W}val", "") in _ON


# --- the signs of the font "Symbol" ---------------------------------------------------------------
#
# Word writes Greek letters and signs of mathematics with it, from U+F020 on. Source: the encoding
# of the font by Adobe.

_FIRST_SYMBOL = 0xF000
_SYMBOL_FONTS = frozenset(("symbol", "symbolmt", "symbol mt"))
_ARROWS = {0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xF3: "↔"}
"""Those of the font Wingdings, which Word makes of "-->"."""
_SYMBOL_ROWS = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
    0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    0x60: "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA1: "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑",
    0xF1: "〉∫",
}
_SYMBOLS = {first + at: sign for first, row in _SYMBOL_ROWS.items() for at, sign in enumerate(row)}
_SYMBOLS_IN_UNICODE = {_FIRST_SYMBOL + code: sign for code, sign in _SYMBOLS.items()}


def _symbol(font: str, code: str) -> str:
    """Return the sign of a font by its hexadecimal code; a blank if nothing is known of it."""
    try:
        number = int(code, 16)
    except ValueError:
        return " "
    number -= _FIRST_SYMBOL if _FIRST_SYMBOL <= number < _FIRST_SYMBOL + 0x100 else 0
    if font.lower() in _SYMBOL_FONTS:
        return _SYMBOLS.get(number, " ")
    if font.lower().startswith("wingdings"):
        return _ARROWS.get(number, " ")
    return chr(number) if 0x20 < number < 0xD800 else " "


def is_symbol_font(font: str) -> bool:
    """Say whether a font is that of Greek letters and signs of mathematics."""
    return font.lower() in _SYMBOL_FONTS


def in_unicode(text: str) -> str:
    """Return text of the font Symbol in Unicode."""
    return text.translate(_SYMBOLS_IN_UNICODE)
