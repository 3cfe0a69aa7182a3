"""What the menu does, without its windows."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.beans import PropertyValue

from cocite_writer import codes, service
from cocite_writer.document import Document, Field, Uno
from cocite_writer.manuscript import Written, written
from cocite_writer.runs import plain, runs_of
from cocite_writer.service import Trouble
from cocite_writer.wording import no_gap_words, told

STYLES = {
    "author-date": "Author and date",
    "numbered": "Numbered",
    "author-title": "Author and title",
    "apa": "APA, 7th edition",
    "chicago-author-date": "Chicago (author-date)",
    "chicago-notes": "Chicago (notes and bibliography)",
    "mla": "MLA, 9th edition",
    "vancouver": "Vancouver (NLM)",
    "ama": "AMA, 11th edition",
    "nature": "Nature",
    "ieee": "IEEE",
    "acs": "ACS",
    "aps": "APS",
    "harvard-cite-them-right": "Harvard (Cite Them Right)",
    "din-1505-2": "DIN 1505-2",
    "iso-690": "ISO 690 (author-date)",
    "gb-t-7714-numeric": "GB/T 7714 (numeric)",
    "gb-t-7714-author-date": "GB/T 7714 (author-date)",
}
_CLOSING = ".!?…。！？"
_WORD = "MS Word 2007 XML"
_BEFORE, _AFTER = 150, 10  # paragraphs around the cursor; a paper has fewer

if TYPE_CHECKING:  # cannot be evaluated in Python 3.8
    Ask = Callable[[str, "dict[str, Any]"], "dict[str, Any]"]  # Any: JSON values


class Writer:
    """A document and the service; each command raises ``Trouble`` if it cannot be done."""

    def __init__(self, document: Document, ask: Ask = service.ask) -> None:
        self.document, self._ask = document, ask
        self.no_gap = ""
        """What to say if ``next_gap`` found none."""
        self.replaces_edited = False
        """Whether citations that a person edited get their formatted text again."""

    # --- questions to the service -------------------------------------------------------------

    def question(self, limit: int = 20) -> dict[str, Any]:
        """Return what ``recommend`` is asked with for the sentence at the cursor.

        Of a long document only what stands near the cursor is sent: reading it takes time.
        """
        cursor = self.document.view_cursor()
        elements = self.document.paragraphs(cursor.getText())
        at = _paragraph_at(elements, cursor.getStart())
        near = elements[max(at - _BEFORE, 0) : at + _AFTER]
        manuscript, document = self._as_document(near)
        offset = _position(manuscript, near, cursor.getStart())
        return {"document": document, "offset": offset, "limit": limit}

    def _as_document(self, elements: list[Uno]) -> tuple[Written, dict[str, str]]:
        manuscript = written(self.document.title(), self.document.read(elements))
        asked = {"text": manuscript.text, "format": "markdown", "file": self._file()}
        return manuscript, asked

    def suggestions(self, limit: int = 20) -> dict[str, Any]:
        """Return what the service recommends for the sentence at the cursor."""
        return self._ask("recommend", self.question(limit))

    def search(self, query: str, limit: int = 20) -> dict[str, Any]:
        """Return the papers of the library that a query finds."""
        return self._ask("search", {"query": query, "limit": limit})

    def _file(self) -> str:
        url = self.document.model.getURL()
        return uno.fileUrlToSystemPath(url) if url.startswith("file:") else ""

    # --- inserting and refreshing citations -----------------------------------------------------

    def insert(self, papers: list[str], pages: str | list[str] = "") -> None:
        """Cite papers at the cursor, or beside what is cited there already.

        Pages of several papers stand in their order: a list, or a text with “;” between them.
        """
        if not papers:
            raise Trouble("No paper is chosen.", "Choose one or more in the list.")
        locators = pages_of_each(papers, pages)
        items = json.loads(self._ask("cite", {"papers": papers, "format": "csl"})["text"])
        chosen = list(zip(papers, map(_without_text, items), locators))
        cursor = self.document.view_cursor()
        others = self.document.fields()
        here = self.document.field_at(cursor.getEnd(), others)
        if here is not None and here.is_edited:
            raise Trouble(
                "This citation was edited by hand, so no paper can be added to it.",
                "Give it its formatted text again with Update citations and bibliography.",
            )
        begun = codes.new_citation() if here is None else here.citation
        citation = codes.with_papers(begun, chosen)
        if here is not None:
            changed = [
                field._replace(citation=citation) if field is here else field for field in others
            ]
            self._apply(told("Cite papers"), changed)
            return
        place = _place_for(cursor)
        at = self.document.count_before(others, place)
        citations = [each.citation for each in others]
        citations.insert(at, citation)
        formatted = self._formatted(citations)
        with self.document.change(told("Cite papers")):
            if _needs_space(place):
                place.getText().insertString(place, " ", False)
                place.collapseToEnd()
            self._write(place, citation, formatted["citations"][at])
            shown = formatted["citations"][:at] + formatted["citations"][at + 1 :]
            self._show(others, shown, formatted)

    def refresh(self, title: str = "", *, replace_edited: bool = False) -> int:
        """Format all citations and the list anew, as after moving text; count the citations.

        What a person edited stays, unless it is to be replaced.
        """
        self.replaces_edited = replace_edited
        fields = self.document.fields()
        self._apply(title or told("Update citations"), fields)
        return len(fields)

    def edited(self) -> list[str]:
        """Return the texts of the citations that a person edited."""
        return [field.shown for field in self.document.fields() if field.is_edited]

    def bibliography(self, style: str) -> None:
        """Give the document a citation style, and a reference list at the cursor if it has none."""
        fields = self.document.fields()
        if not fields:
            raise Trouble("The document cites nothing yet.", "Insert a citation first.")
        formatted = self._formatted([each.citation for each in fields], style, references=True)
        with self.document.change(told("Bibliography")):
            if self.document.list_section() is None:
                self.document.add_list(self.document.view_cursor())
            self._show(fields, formatted["citations"], formatted)
        self.document.style = style

    def _apply(self, title: str, fields: list[Field]) -> None:
        formatted = self._formatted([each.citation for each in fields])
        with self.document.change(title):
            self._show(fields, formatted["citations"], formatted)

    def _formatted(
        self, citations: list[codes.Json], style: str | None = None, *, references: bool = False
    ) -> dict[str, Any]:
        works, cites = codes.works_and_cites(citations)
        listed = references or self.document.list_section() is not None
        style = self.document.style if style is None else style
        asked = {"works": works, "citations": cites, "references": listed, **_style(style)}
        formatted = self._ask("format", asked)
        used_style = formatted.get("style", "")
        if not style and used_style in STYLES:  # the document keeps the style of the settings
            self.document.style = used_style
        return formatted

    def _show(self, fields: list[Field], shown: list[str], formatted: dict[str, Any]) -> None:
        """Show citations and the list as they were formatted; what is the same is not touched."""
        for field, html in zip(fields, shown):
            citation = field.citation
            if codes.stays_as_it_is(citation) or (field.is_edited and not self.replaces_edited):
                continue
            same = plain(runs_of(html)) == field.shown
            if not same or codes.citation_in(field.mark.getName()) != citation:
                self._write(field.anchor, citation, html)
        section = self.document.list_section()
        if section is not None:
            entries = [runs_of(entry) for entry in formatted["references"]]
            self.document.write_list(section, entries)

    def _write(self, place: Uno, citation: codes.Json, html: str) -> None:
        runs = runs_of(html)
        code = codes.code_of(codes.shown_as(citation, html, plain(runs)))
        self.document.write(place, runs, code)

    # --- gaps and Word ----------------------------------------------------------------------------

    def next_gap(self) -> str:
        """Select the next sentence that needs a citation; return why, "" if there is none."""
        text = self.document.model.getText()
        elements = self.document.paragraphs(text)
        manuscript, document = self._as_document(elements)
        answer = self._ask("gaps", {"document": document})
        self.no_gap = no_gap_words(answer)
        spans = [(gap["span"], gap) for gap in answer["gaps"] if gap["span"]]
        if not spans:
            return ""
        cursor = self.document.view_cursor()
        in_body = cursor.getText().getImplementationName() == text.getImplementationName()
        here = _position(manuscript, elements, cursor.getStart()) if in_body else 0
        if in_body and cursor.getString():
            here += 1
        span, gap = next((each for each in spans if each[0][0] >= here), spans[0])
        begin, end = (manuscript.origin(position) for position in span)
        place = self.document.place_in(elements[begin[0]], begin[1])
        place.gotoRange(self.document.place_in(elements[end[0]], end[1]), True)
        self.document.model.getCurrentController().select(place)
        return str(gap["reason"]) or told("This sentence needs a citation.")

    def copy_for_word(self, url: str, desktop: Uno) -> int:
        """Save a ``.docx`` whose citations are fields as Zotero has them in Word; count them.

        LibreOffice drops reference marks from Word files, and keeps fields. The document itself
        stays as it is.
        """
        with tempfile.TemporaryDirectory(prefix="cocite-") as folder:
            own = uno.systemPathToFileUrl(str(Path(folder) / "copy.odt"))
            self.document.model.storeToURL(own, (_property("FilterName", "writer8"),))
            hidden = (_property("Hidden", True),)
            copy = desktop.loadComponentFromURL(own, "_blank", 0, hidden)
            try:
                fields = Document(copy).make_word_fields()
                copy.storeToURL(url, (_property("FilterName", _WORD),))
            except _not_stored() as error:
                raise Trouble(
                    "“{file}” cannot be written.",
                    "Choose another folder, or close the file where it is open.",
                    file=uno.fileUrlToSystemPath(url),
                ) from error
            finally:
                copy.close(True)
        return fields


def pages_of_each(papers: list[str], pages: str | list[str]) -> list[str]:
    """Return the pages of each paper, "" for none; those of a single one are as they were typed.

    Raises:
        Trouble: there are more or fewer pages than papers.
    """
    if isinstance(pages, str):
        pages = [pages] if len(papers) == 1 else pages.split(";")
    parts = [part.strip() for part in pages]
    if not any(parts):
        return [""] * len(papers)
    if len(parts) != len(papers):
        if len(papers) == 1:
            raise Trouble(
                "One paper is chosen, and pages are given for {parts}.",
                "Write the pages of each paper in the order of the list, with ; between them.",
                parts=len(parts),
            )
        raise Trouble(
            "{papers} papers are chosen, and pages are given for {parts}.",
            "Write the pages of each paper in the order of the list, with ; between them.",
            papers=len(papers),
            parts=len(parts),
        )
    return parts


def _property(name: str, value: object) -> PropertyValue:
    return PropertyValue(name, 0, value, 0)


def _not_stored() -> tuple[type[BaseException], ...]:
    return (uno.getClass("com.sun.star.io.IOException"),)


def _paragraph_at(elements: list[Uno], place: Uno) -> int:
    """Return which paragraph is the last that begins at or before a place, -1 if none does."""
    text = place.getText()
    low, high = 0, len(elements)
    while low < high:
        middle = (low + high) // 2
        if text.compareRegionStarts(elements[middle].getStart(), place) >= 0:
            low = middle + 1
        else:
            high = middle
    return low - 1


def _position(manuscript: Written, elements: list[Uno], place: Uno) -> int:
    """Return where in the Markdown a place of the text is."""
    at = _paragraph_at(elements, place)
    if at < 0:
        return 0
    before = place.getText().createTextCursorByRange(elements[at].getStart())
    before.gotoRange(place, True)
    return manuscript.at(at, len(before.getString()))


def _style(style: str) -> dict[str, str]:
    """Return how the service is told of a style."""
    if not style or style in STYLES:
        return {"style": style}
    try:
        return {"csl": Path(style).read_text(encoding="utf-8")}
    except (OSError, ValueError) as error:
        raise Trouble(
            "The citation style “{file}” cannot be read.",
            "Choose a style anew with Bibliography in style.",
            file=style,
        ) from error


def _without_text(item: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in ("abstract", "custom")}


def _place_for(cursor: Uno) -> Uno:
    """Return where a citation goes: at the cursor, or at the end of the sentence selected.

    A cursor inside a word means the word, which is not divided.
    """
    text = cursor.getText()
    chosen = cursor.getString()
    place = text.createTextCursorByRange(cursor.getEnd())
    bare = chosen.rstrip()
    behind = len(chosen) - len(bare.rstrip(_CLOSING))
    if chosen:
        place.goLeft(behind, False)
    elif _beside(place, -1).isalnum():
        while _beside(place, 1).isalnum():
            place.goRight(1, False)
    return place


def _beside(place: Uno, step: int) -> str:
    """Return the character before (-1) or behind (1) a place, "" where there is none."""
    char = place.getText().createTextCursorByRange(place)
    moved = char.goLeft(1, True) if step < 0 else char.goRight(1, True)
    return str(char.getString()) if moved else ""


def _needs_space(place: Uno) -> bool:
    char = _beside(place, -1)
    return bool(char.strip()) and char not in "([{“‘«-–—/"
