"""The words of a PDF and where they are printed. Blocking: for worker threads.

A document of its own is asked, so that closing the tab never waits for a search; QtPdf lets one
thread at a time into any document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF
from PySide6.QtPdf import QPdfSelection

from core.base.records import Rect
from desktop.pages.source import load_pdf

__all__ = ["Match", "PdfText", "QPdfSelection", "QPolygonF"]  # the classes are made on import

MATCHES_AT_MOST = 2_000
_SHORTEST_WORD = 3
_HYPHENS = "-\u00ad\u2010"
_BREAKS = "\x02\ufffe"
"""What PDFium puts instead of a hyphen and the line break behind it."""
_SHIFTS = (0, *(shift * way for shift in range(1, 9) for way in (-1, 1)))
"""By how much PDFium's numbers of letters may differ from offsets in the text it gives."""
_NEAR = 120
"""Letters looked through for the ends of a word or a line."""

Unit = Literal["letters", "words", "lines"]


@dataclass(frozen=True, slots=True)
class Match:
    """A match in the text; ``rects`` are in points of its page, origin top left, one per line."""

    page: int
    rects: tuple[QRectF, ...]


class PagePoint(NamedTuple):
    """A point on a page, in points, origin top left."""

    page: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Selected:
    """Selected text as it reads, and what it covers, one rectangle a line."""

    text: str = ""
    rects: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class _Folded:
    """The text of a page as it is compared, and the offset of each letter in the page's text."""

    text: str
    offsets: tuple[int, ...]
    source: str


class PdfText:
    """The text of one PDF, read page by page when it is first searched."""

    def __init__(self, path: Path) -> None:
        """Open the file; raise ``PdfError`` if that cannot be done."""
        self._document = load_pdf(path).document
        self._pages: dict[int, _Folded] = {}
        self._lines: dict[int, list[QRectF]] = {}

    def find(self, words: str, stop: Callable[[], bool] = lambda: False) -> list[Match]:
        """Return where the words stand one after the other, else where each of them stands.

        Letter case, accents, line breaks and hyphens at the end of a line make no difference.
        """
        search_text = fold(words).text.strip()
        if not search_text:
            return []
        matches = self._matches([search_text], stop)
        single = [word for word in search_text.split() if len(word) >= _SHORTEST_WORD]
        return matches or (self._matches(single, stop) if len(search_text.split()) > 1 else [])

    def between(self, start: PagePoint, end: PagePoint, unit: Unit = "letters") -> Selected:
        """Return the text from one point to another, whole words or lines of it if asked."""
        whole = unit != "letters"
        first, last = self._caret(start, whole=whole), self._caret(end, whole=whole)
        if (end.page, last) < (start.page, first):
            start, first, end, last = end, last, start, first
        if unit != "letters":
            first, _ = self._unit_around(start.page, first, unit)
            _, last = self._unit_around(end.page, last, unit)
        return self._joined(start.page, first, end.page, last)

    def everything(self) -> Selected:
        """Return the whole text."""
        last = self._document.pageCount() - 1
        return self._joined(0, 0, last, None)

    def _joined(self, page: int, first: int, last_page: int, last: int | None) -> Selected:
        texts: list[str] = []
        rects: list[Rect] = []
        for page_number in range(page, last_page + 1):
            begin = first if page_number == page else 0
            end = last if page_number == last_page else None
            part = self._part(page_number, begin, end)
            if part is not None:
                texts.append(part.text())
                boxes = (polygon.boundingRect() for polygon in part.bounds())
                rects += _in_lines(
                    [
                        Rect(page_number, box.left(), box.top(), box.right(), box.bottom())
                        for box in boxes
                    ]
                )
        return Selected(readable("\n".join(texts)), tuple(rects))

    def _part(self, page: int, first: int, end: int | None) -> QPdfSelection | None:
        if first == 0 and end is None:
            return self._document.getAllText(page)
        count = len(self._folded(page).source) if end is None else end
        if count <= first:
            return None
        return self._document.getSelectionAtIndex(page, first, count - first)

    def _caret(self, point: PagePoint, *, whole: bool) -> int:
        """Return the number of the letter at a point, as PDFium counts them.

        Unless a ``whole`` letter is meant, its right half belongs to the next one.
        """
        lines = self._get_lines(point.page)
        if not lines:
            return 0
        begin = QPointF(lines[0].left() + 0.5, lines[0].center().y())
        near = _nearest(lines, QPointF(point.x, point.y))
        caret_selection = self._document.getSelection(point.page, begin, near)
        caret = caret_selection.endIndex() if caret_selection.isValid() else 0
        if whole:
            return caret
        letter = self._document.getSelectionAtIndex(point.page, caret, 1).bounds()
        box = letter[0].boundingRect() if letter else QRectF()
        behind = box.contains(near) and near.x() > box.center().x()
        return caret + 1 if behind else caret

    def _unit_around(self, page: int, caret: int, unit: Unit) -> tuple[int, int]:
        start = max(0, caret - _NEAR)
        around = self._document.getSelectionAtIndex(page, start, 2 * _NEAR).text()
        at = min(caret - start, len(around) - 1)
        pattern = r"[^\r\n]+" if unit == "lines" else r"[\w\x02\ufffe’'-]+"
        units = [match.span() for match in re.finditer(pattern, around)]
        for position in (at, at - 1):  # behind the last letter of a line the line is still meant
            for begin, end in units:
                if begin <= position < end:
                    return start + begin, start + end
        return caret, caret + 1

    def _get_lines(self, page: int) -> list[QRectF]:
        if page not in self._lines:
            bounds = self._document.getAllText(page).bounds()
            self._lines[page] = [polygon.boundingRect() for polygon in bounds]
        return self._lines[page]

    def _matches(self, search_words: list[str], stop: Callable[[], bool]) -> list[Match]:
        matches: list[Match] = []
        for page in range(self._document.pageCount()):
            if stop() or len(matches) >= MATCHES_AT_MOST:
                break
            folded = self._folded(page)
            spans = sorted(
                span for word in search_words for span in _occurrences(folded.text, word)
            )
            matches.extend(
                Match(page, self._rects(page, folded.offsets[start], folded.offsets[end - 1]))
                for start, end in spans
            )
        return matches[:MATCHES_AT_MOST]

    def _folded(self, page: int) -> _Folded:
        if page not in self._pages:
            self._pages[page] = fold(self._document.getAllText(page).text())
        return self._pages[page]

    def _rects(self, page: int, first: int, last: int) -> tuple[QRectF, ...]:
        source_text = self._folded(page).source[first : last + 1]
        ask = self._document.getSelectionAtIndex
        for shift in _SHIFTS:
            if first + shift < 0:
                continue
            selection = ask(page, first + shift, last - first + 1)
            if selection.text() == source_text:
                return tuple(polygon.boundingRect() for polygon in selection.bounds())
        bounds = ask(page, first, last - first + 1).bounds()
        return tuple(polygon.boundingRect() for polygon in bounds)


def fold(text: str) -> _Folded:
    """Return text in small letters without accents, its blanks single and its words unbroken."""
    letters: list[str] = []
    offsets: list[int] = []
    for offset, letter in enumerate(text):
        if letter in _BREAKS:
            continue
        if letter in "\r\n" and letters and letters[-1] in _HYPHENS:
            letters.pop()
            offsets.pop()
            letters.append("")  # the rest of the line break belongs to the hyphen
            offsets.append(offset)
            continue
        for character in _plain(letter):
            if character == " " and letters and letters[-1] in ("", " "):
                continue
            letters.append(character)
            offsets.append(offset)
    kept_letters = [
        (character, offset) for character, offset in zip(letters, offsets, strict=True) if character
    ]
    return _Folded(
        "".join(character for character, _ in kept_letters),
        tuple(offset for _, offset in kept_letters),
        text,
    )


def readable(text: str) -> str:
    """Return selected text as it reads: without the line breaks and hyphens of the page."""
    text = re.sub(f"[{_BREAKS}]|\u00ad\\s*[\\r\\n]+", "", text)
    text = re.sub(r"(?<=\w)[-\u2010]\s*[\r\n]+(?=[a-z])", "", text)
    return " ".join(text.split())


def _nearest(lines: list[QRectF], point: QPointF) -> QPointF:
    """Return the point on a line of text that is nearest to a point; above and below count more."""

    def off(line: QRectF) -> tuple[float, QPointF]:
        x = min(max(point.x(), line.left() + 0.2), line.right() - 0.2)
        y = min(max(point.y(), line.top() + 0.2), line.bottom() - 0.2)
        return abs(x - point.x()) + 2 * abs(y - point.y()), QPointF(x, y)

    return min((off(line) for line in lines), key=lambda scored_line: scored_line[0])[1]


def _in_lines(rects: list[Rect]) -> list[Rect]:
    """Join the pieces of a line, as its words in another font, into one rectangle."""
    joined: list[Rect] = []
    for rect in rects:
        last = joined[-1] if joined else None
        if last is not None and _on_one_line(last, rect):
            joined[-1] = Rect(
                last.page,
                min(last.x0, rect.x0),
                min(last.y0, rect.y0),
                max(last.x1, rect.x1),
                max(last.y1, rect.y1),
            )
        else:
            joined.append(rect)
    return joined


def _on_one_line(one: Rect, other: Rect) -> bool:
    height = min(one.y1 - one.y0, other.y1 - other.y0)
    overlap = min(one.y1, other.y1) - max(one.y0, other.y0)
    gap = max(one.x0, other.x0) - min(one.x1, other.x1)
    return overlap > height / 2 and gap < 2 * max(one.y1 - one.y0, other.y1 - other.y0)


def _plain(letter: str) -> str:
    if letter.isspace():
        return " "
    decomposed = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _occurrences(text: str, word: str) -> Iterator[tuple[int, int]]:
    start = text.find(word)
    while start >= 0:
        yield start, start + len(word)
        start = text.find(word, start + len(word))
