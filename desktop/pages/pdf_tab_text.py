"""The words of a PDF and where they are printed. Blocking: for worker threads.

A document of its own is asked, so that closing the tab never waits for a search; QtPdf lets one
thread at a time into any document.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPolygonF
from PySide6.QtPdf import QPdfSelection

from desktop.pages.source import load_pdf

__all__ = ["Match", "PdfText", "QPdfSelection", "QPolygonF"]  # the classes are made on import

MATCHES_AT_MOST = 2_000
_SHORTEST_WORD = 3
_HYPHENS = "-\u00ad\u2010\x02\ufffe"


@dataclass(frozen=True, slots=True)
class Match:
    """A place of the text; ``rects`` are in points of its page, origin top left, one per line."""

    page: int
    rects: tuple[QRectF, ...]


@dataclass(frozen=True, slots=True)
class _Folded:
    """The text of a page as it is compared, and the place of each letter in the page's text."""

    text: str
    places: tuple[int, ...]


class PdfText:
    """The text of one PDF, read page by page when it is first searched."""

    def __init__(self, path: Path) -> None:
        """Open the file; raise ``PdfError`` if that cannot be done."""
        self._document = load_pdf(path).document
        self._pages: dict[int, _Folded] = {}

    def find(self, words: str, stop: Callable[[], bool] = lambda: False) -> list[Match]:
        """Return where the words stand one after the other, else where each of them stands.

        Letter case, accents, line breaks and hyphens at the end of a line make no difference.
        """
        asked = fold(words).text.strip()
        if not asked:
            return []
        found = self._matches([asked], stop)
        single = [word for word in asked.split() if len(word) >= _SHORTEST_WORD]
        return found or (self._matches(single, stop) if len(asked.split()) > 1 else [])

    def _matches(self, asked: list[str], stop: Callable[[], bool]) -> list[Match]:
        found: list[Match] = []
        for page in range(self._document.pageCount()):
            if stop() or len(found) >= MATCHES_AT_MOST:
                break
            folded = self._folded(page)
            places = sorted(place for word in asked for place in _places(folded.text, word))
            found.extend(
                Match(page, self._rects(page, folded.places[start], folded.places[end - 1]))
                for start, end in places
            )
        return found[:MATCHES_AT_MOST]

    def _folded(self, page: int) -> _Folded:
        if page not in self._pages:
            self._pages[page] = fold(self._document.getAllText(page).text())
        return self._pages[page]

    def _rects(self, page: int, first: int, last: int) -> tuple[QRectF, ...]:
        selection = self._document.getSelectionAtIndex(page, first, last - first + 1)
        return tuple(polygon.boundingRect() for polygon in selection.bounds())


def fold(text: str) -> _Folded:
    """Return text in small letters without accents, its blanks single and its words unbroken."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        if letter in "\r\n" and letters and letters[-1] in _HYPHENS:
            letters.pop()
            places.pop()
            letters.append("")  # the rest of the line break belongs to the hyphen
            places.append(place)
            continue
        for each in _plain(letter):
            if each == " " and letters and letters[-1] in ("", " "):
                continue
            letters.append(each)
            places.append(place)
    kept = [(each, place) for each, place in zip(letters, places, strict=True) if each]
    return _Folded("".join(each for each, _ in kept), tuple(place for _, place in kept))


def _plain(letter: str) -> str:
    if letter.isspace():
        return " "
    decomposed = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(each for each in decomposed if not unicodedata.combining(each))


def _places(text: str, word: str) -> Iterator[tuple[int, int]]:
    start = text.find(word)
    while start >= 0:
        yield start, start + len(word)
        start = text.find(word, start + len(word))
