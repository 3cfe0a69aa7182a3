"""A document of Writer: its citation fields, its text, and changes that are undone in one step."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cmp_to_key
from typing import Any, NamedTuple

import uno
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

from cocite_writer import codes
from cocite_writer.manuscript import Paragraph, Piece
from cocite_writer.runs import Run, plain, runs_of
from cocite_writer.service import Trouble

_STYLE = "COCITE_STYLE"
_ODF = ("writer8", "writer8_template", "OpenDocument Text Flat XML", "")
_LIST_STYLE = "Bibliography 1"
_FIELD_TYPE = "vnd.oasis.opendocument.field.UNHANDLED"
_FIELD_CODE = "vnd.oasis.opendocument.field.code"
_REMOVABLE = 0x80

Uno = Any  # objects of LibreOffice have no types in Python


class Field(NamedTuple):
    """A citation of the document, the mark that holds it, and what that shows."""

    mark: Uno
    citation: codes.Json
    anchor: Uno
    shown: str
    in_body: Uno
    """Where it hangs in the body, if it stands in a note or a table."""

    @property
    def is_edited(self) -> bool:
        """Whether a person changed the text since it was last formatted."""
        return codes.is_edited(self.citation, self.shown)


class Document:
    """A text document that is open."""

    def __init__(self, model: Uno) -> None:
        if model is None or not model.supportsService("com.sun.star.text.TextDocument"):
            raise Trouble("There is no text document.", "Open one in Writer and try again.")
        self.model = model

    # --- reading the citations of the document --------------------------------------------

    def fields(self) -> list[Field]:
        """Return the citations in the order of the text.

        Each call of LibreOffice takes time, so what is needed of a mark is asked once.
        """
        marks = self.model.getReferenceMarks()
        found = []
        for at in range(marks.getCount()):
            mark = marks.getByIndex(at)
            citation = codes.citation_in(mark.getName())
            if citation is not None:
                anchor = mark.getAnchor()
                shown, in_body = anchor.getString(), self._in_body(anchor)
                found.append(Field(mark, citation, anchor, shown, in_body))
        body = self.model.getText()
        return sorted(found, key=cmp_to_key(lambda a, b: _order(body, a, b.in_body, b.anchor)))

    def count_before(self, fields: list[Field], place: Uno) -> int:
        """Return how many citations begin at or before a range."""
        body, in_body = self.model.getText(), self._in_body(place)
        return sum(_order(body, field, in_body, place) <= 0 for field in fields)

    def _in_body(self, place: Uno) -> Uno:
        """Return where in the body a range hangs that is part of a note, a cell or a frame."""
        for _ in range(10):  # a note in a cell of a table in a frame
            text = place.getText()
            if text.getImplementationName() == "SwXBodyText":
                break
            table = getattr(place, "TextTable", None) or getattr(text, "TextTable", None)
            holder = self._behind(table) if table is not None else _anchor(text)
            if holder is None:
                break
            place = holder
        return place

    def _behind(self, table: Uno) -> Uno | None:
        """Return where the paragraph behind a table begins; the anchor of a table tells nothing."""
        found = False
        for element in _each(self.model.getText()):
            if found and element.supportsService("com.sun.star.text.Paragraph"):
                return element.getStart()
            named = element.supportsService("com.sun.star.text.TextTable")
            found = found or (named and element.getName() == table.getName())
        return None

    def field_at(self, place: Uno, fields: list[Field]) -> Field | None:
        """Return the citation that a range touches."""
        for field in fields:
            anchor = field.anchor
            text = anchor.getText()
            try:
                begins = text.compareRegionStarts(anchor, place) >= 0
                ends = text.compareRegionEnds(place, anchor) >= 0
            except _other_text():
                continue
            if begins and ends:
                return field
        return None

    def write(self, place: Uno, runs: list[Run], code: str) -> None:
        """Put a citation in place of a range."""
        text = place.getText()
        cursor = text.createTextCursorByRange(place)
        cursor.setString("")
        text.insertString(cursor, plain(runs), True)
        _give_looks(cursor, runs)
        mark = self.model.createInstance("com.sun.star.text.ReferenceMark")
        mark.setName(codes.named(code))
        text.insertTextContent(cursor, mark, True)

    # --- the reference list -----------------------------------------------------------------

    def list_section(self) -> Uno | None:
        """Return the section that holds the reference list, ``None`` if there is none."""
        sections = self.model.getTextSections()
        return next(
            (sections.getByName(name) for name in sections.getElementNames() if
             codes.is_bibliography(name)), None,
        )  # fmt: skip

    def add_list(self, place: Uno) -> Uno:
        """Make an empty reference list behind the paragraph of a range, and return its section."""
        text = self.model.getText()
        cursor = text.createTextCursorByRange(self._in_body(place).getEnd())
        cursor.gotoEndOfParagraph(False)
        cursor.gotoStartOfParagraph(True)
        if cursor.getString():
            cursor.gotoEndOfParagraph(False)
            text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        section = self.model.createInstance("com.sun.star.text.TextSection")
        section.setName(codes.named(codes.BIBLIOGRAPHY))
        text.insertTextContent(cursor, section, True)
        return section

    def write_list(self, section: Uno, entries: list[list[Run]]) -> None:
        """Replace the reference list, unless it says the same."""
        anchor = section.getAnchor()
        if anchor.getString().splitlines() == [plain(runs) for runs in entries]:
            return
        text = anchor.getText()
        cursor = text.createTextCursorByRange(anchor)
        cursor.setString("")
        for number, runs in enumerate(entries or [[Run("", frozenset())]]):
            if number:
                text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
            cursor.collapseToEnd()
            text.insertString(cursor, plain(runs), True)
            cursor.ParaStyleName = _LIST_STYLE
            _give_looks(cursor, runs)
            cursor.collapseToEnd()

    # --- the text -----------------------------------------------------------------------------

    def view_cursor(self) -> Uno:
        """Return the cursor that the person moves.

        Raises:
            Trouble: something else than text is selected.
        """
        cursor = self.model.getCurrentController().getViewCursor()
        if cursor.getText() is None:
            raise Trouble("No text is selected.", "Click into the sentence.")
        return cursor

    def title(self) -> str:
        """Return the title that the properties of the document state."""
        return str(self.model.getDocumentProperties().Title)

    def paragraphs(self, text: Uno) -> list[Uno]:
        """Return the paragraphs of a text, without those of its tables and its reference list."""
        section = self.list_section()
        own = section.getName() if section is not None else ""
        found = []
        for element in _each(text):
            if not element.supportsService("com.sun.star.text.Paragraph"):
                continue
            inside = element.TextSection if own else None
            if inside is None or inside.getName() != own:
                found.append(element)
        return found

    def read(self, paragraphs: list[Uno]) -> list[Paragraph]:
        """Return what paragraphs say."""
        return [Paragraph(list(_pieces(each)), each.OutlineLevel) for each in paragraphs]

    def place_in(self, paragraph: Uno, offset: int) -> Uno:
        """Return a cursor at an offset in a paragraph, as ``Piece`` counts it."""
        text = paragraph.getText()
        at = 0
        cursor = text.createTextCursorByRange(paragraph.getStart())
        for portion in _each(paragraph):
            shown = portion.getString()
            if shown and at + len(shown) > offset:
                cursor.gotoRange(portion.getStart(), False)
                if portion.TextPortionType == "Text":
                    cursor.goRight(_units(shown[: offset - at]), False)
                return cursor
            at += len(shown)
        cursor.gotoRange(paragraph.getEnd(), False)
        return cursor

    # --- changing the document ----------------------------------------------------------------

    @contextlib.contextmanager
    def change(self, title: str) -> Iterator[None]:
        """Make what is changed meanwhile one step to undo; after a failure nothing is changed.

        Raises:
            Trouble: the document may not be changed, or could not keep citations.
        """
        self._check_that_it_keeps_citations()
        undo = self.model.getUndoManager()
        recorded = self.model.RecordChanges
        steps = len(undo.getAllUndoActionTitles())
        self.model.lockControllers()
        undo.enterUndoContext(title)
        try:
            self.model.RecordChanges = False  # else the text before would be shown beside it
            yield
        except BaseException:
            self.model.RecordChanges = recorded
            undo.leaveUndoContext()
            if len(undo.getAllUndoActionTitles()) > steps:  # a step without changes is none
                undo.undo()
            raise
        else:
            self.model.RecordChanges = recorded
            undo.leaveUndoContext()
        finally:
            self.model.unlockControllers()

    def _check_that_it_keeps_citations(self) -> None:
        if self.model.isReadonly():
            raise Trouble("The document is open for reading only.", "Save a copy and cite there.")
        kind = next((each.Value for each in self.model.getArgs() if each.Name == "FilterName"), "")
        if kind not in _ODF:
            raise Trouble(
                "LibreOffice keeps no citations in a file of this kind.",
                "Save it as .odt; Cocite ▸ Save a copy for Word makes a .docx that keeps them.",
            )
        if any(map(codes.is_bookmark, self.model.getBookmarks().getElementNames())):
            raise Trouble(
                "Zotero keeps the citations of this document as bookmarks.",
                "Switch to reference marks in Zotero ▸ Document Preferences, and try again.",
            )

    @property
    def style(self) -> str:
        """The citation style of the document: its name, or the path of a ``.csl`` file."""
        known = self.model.getDocumentProperties().getUserDefinedProperties()
        has = known.getPropertySetInfo().hasPropertyByName(_STYLE)
        return str(known.getPropertyValue(_STYLE)) if has else ""

    @style.setter
    def style(self, style: str) -> None:
        known = self.model.getDocumentProperties().getUserDefinedProperties()
        if known.getPropertySetInfo().hasPropertyByName(_STYLE):
            known.setPropertyValue(_STYLE, style)
        else:
            known.addProperty(_STYLE, _REMOVABLE, style)

    # --- citation fields for Word ---------------------------------------------------------------

    def make_word_fields(self) -> int:
        """Turn the citations into fields as Zotero has them in Word; count them.

        The list becomes a bookmark as Zotero has them there too, for its entries keep their looks.
        """
        fields = self.fields()
        for mark, citation, anchor, shown, _ in fields:
            cursor = anchor.getText().createTextCursorByRange(anchor)
            anchor.getText().removeTextContent(mark)
            runs = runs_of(str(citation.get("properties", {}).get("formattedCitation", "")))
            as_runs = runs if plain(runs) == shown else [Run(shown, frozenset())]
            self._make_word_field(cursor, as_runs, f"ADDIN {codes.code_of(citation)}")
        section = self.list_section()
        if section is not None:
            anchor = section.getAnchor()
            mark = self.model.createInstance("com.sun.star.text.Bookmark")
            mark.setName(codes.bookmark_name())
            anchor.getText().insertTextContent(anchor, mark, True)
            known = self.model.getDocumentProperties().getUserDefinedProperties()
            known.addProperty(f"{mark.getName()}_1", _REMOVABLE, codes.BIBLIOGRAPHY)
        return len(fields)

    def _make_word_field(self, cursor: Uno, runs: list[Run], code: str) -> None:
        text = cursor.getText()
        cursor.setString("")
        field = self.model.createInstance("com.sun.star.text.Fieldmark")
        text.insertTextContent(cursor, field, True)
        field.setFieldType(_FIELD_TYPE)
        field.getParameters().insertByName(_FIELD_CODE, code)
        result = text.createTextCursorByRange(field.getAnchor().getEnd())
        result.goLeft(1, False)  # in front of the sign that ends the field
        text.insertString(result, plain(runs), True)
        _give_looks(result, runs)


def _anchor(text: Uno) -> Uno | None:
    """Return where the text of a note or a frame hangs."""
    return text.getAnchor() if hasattr(text, "getAnchor") else None


def _order(body: Uno, field: Field, in_body: Uno, place: Uno) -> int:
    """Return -1, 0 or 1: whether a citation begins before, at or behind a range."""
    found = _compared(body, field.in_body, in_body)
    return found or _compared(field.anchor.getText(), field.anchor, place)


def _compared(text: Uno, one: Uno, other: Uno) -> int:
    try:
        return -int(text.compareRegionStarts(one, other))
    except _other_text():
        return 0


def _other_text() -> tuple[type[BaseException], ...]:
    """Return what is raised where ranges of different texts are compared."""
    return (
        uno.getClass("com.sun.star.lang.IllegalArgumentException"),
        uno.getClass("com.sun.star.uno.RuntimeException"),
    )


def _each(container: Uno) -> Iterator[Uno]:
    elements = container.createEnumeration()
    while elements.hasMoreElements():
        yield elements.nextElement()


def _pieces(paragraph: Uno) -> Iterator[Piece]:
    """Yield the pieces of a paragraph; a citation is one."""
    at, begun = 0, 0
    shown: list[str] = []
    open_code: codes.Json | None = None
    for portion in _each(paragraph):
        if portion.TextPortionType == "ReferenceMark":
            mark = portion.ReferenceMark
            code = codes.citation_in(mark.getName())
            if code is not None and not portion.IsCollapsed:
                yield Piece("".join(shown), begun, open_code)
                shown, begun = [], at
                open_code = code if portion.IsStart else None
        text = portion.getString()
        shown.append(text)
        at += len(text)
    yield Piece("".join(shown), begun, open_code)


def _give_looks(place: Uno, runs: list[Run]) -> None:
    """Give each run of text its looks; what stands in a citation has none of its neighbours'."""
    from com.sun.star.awt import FontUnderline, FontWeight
    from com.sun.star.style import CaseMap

    text = place.getText()
    looks = {
        "i": ("CharPosture", uno.Enum("com.sun.star.awt.FontSlant", "ITALIC")),
        "b": ("CharWeight", FontWeight.BOLD),
        "u": ("CharUnderline", FontUnderline.SINGLE),
        "span": ("CharCaseMap", CaseMap.SMALLCAPS),
    }
    at = 0
    for run in runs:
        if run.looks:
            cursor = text.createTextCursorByRange(place.getStart())
            cursor.goRight(at, False)
            cursor.goRight(_units(run.text), True)
            for name in run.looks & looks.keys():
                cursor.setPropertyValue(*looks[name])
            if run.looks & {"sup", "sub"}:
                cursor.CharEscapement = 33 if "sup" in run.looks else -33
                cursor.CharEscapementHeight = 58
        at += _units(run.text)


def _units(text: str) -> int:
    """Return how many characters LibreOffice counts in a text."""
    return len(text.encode("utf-16-le")) // 2
