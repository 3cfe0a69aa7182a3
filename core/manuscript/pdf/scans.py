"""Which pages are pictures of text: without a text layer, or with one that is no use.

A text layer that an earlier recognition made is judged by its words: most of what stands on a page
of prose is a word, a number or an abbreviation. Garbled text is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from core.base.errors import PdfScanError, PdfWithoutTextError
from core.base.messages import Message
from core.manuscript.pdf.lines import Page

Report = Callable[[int, int], None]
"""Is told how many pages are done, of how many."""
READ_IT = Message("Read it with text recognition: the button here, or “cocite parse --recognise”.")
INSTALL = Message(
    "Install text recognition with “pip install 'cocite[ocr]'”, or save the file with its text."
)
_LEAST_LETTERS = 20
_LEAST_ON_SCAN = 100
_COVERS = 0.5  # of a page that a picture of it takes up at least
_WHOLE = 0.8
_LEAST_GOOD = 0.75
_LEAST_WORDS = 40
_MOST_SCANNED = 0.5
_OPENS, _CLOSES = r"[(\[“\"'«„‘]*", r"[)\]”\"'»’.,;:!?]*"
_WORDLIKE = re.compile(
    rf"{_OPENS}(?:[^\W\d_]?[^\W\d_A-Z]+(?:[-’'/][^\W\d_]+)*|[A-Z]{{2,}}s?|[A-Z]\.?"
    rf"|\d[\d.,:–-]*%?|[^\W\d_]{{1,3}}\.){_CLOSES}\Z"
)


def is_available() -> bool:
    """Say whether the packages for text recognition are installed."""
    return all(find_spec(name) is not None for name in ("rapidocr", "cv2", "onnxruntime"))


def is_scan(page: Page) -> bool:
    """Say whether a page is a picture of text that its own text does not stand for."""
    covered = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in page.pictures)
    area = page.width * page.height
    if covered < _COVERS * area:
        return False
    letters = sum(line.letters for line in page.lines)
    return letters < _LEAST_ON_SCAN or (covered >= _WHOLE * area and not _is_good(page))


def _is_good(page: Page) -> bool:
    words = [word for line in page.lines for word in line.text.split()]
    good = sum(_WORDLIKE.match(word) is not None for word in words)
    return len(words) < _LEAST_WORDS or good >= _LEAST_GOOD * len(words)


def check_text(path: Path, pages: Sequence[Page]) -> None:
    """Tell whether there is a text to read.

    Raises:
        PdfWithoutTextError: there is none, or most pages are scans; a ``PdfScanError`` if their
            text can be recognised here.
    """
    letters = sum(line.letters for page in pages for line in page.lines)
    pictures = any(page.pictures for page in pages)
    if letters == 0 or (pictures and letters < _LEAST_LETTERS * len(pages)):
        if pictures:
            raise _scanned(Message("“{file}” contains only images of text.", file=path.name))
        raise PdfWithoutTextError("“{file}” holds no text.", file=path.name)
    scans = sum(map(is_scan, pages))
    if scans > _MOST_SCANNED * len(pages):
        raise _scanned(
            Message(
                "{scans} of {count} pages of “{file}” are scans without text that can be read.",
                scans=scans,
                count=len(pages),
                file=path.name,
            )
        )


def _scanned(reason: Message) -> PdfWithoutTextError:
    if is_available():
        return PdfScanError(reason, remedy=READ_IT)
    return PdfWithoutTextError(reason, remedy=INSTALL)
