"""Labels of the front matter: those of abstracts and keywords, and other words that end them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.manuscript.pdf.author_lists import split_pieces
from core.manuscript.pdf.front import ABSTRACT
from core.manuscript.pdf.headings import AFFILIATION, Heading
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import unspaced

BEHIND_ABSTRACT = re.compile(
    r"(?:abbreviations?(?:\s*used)?\s*[:：]|abbreviations?\Z|strengths and limitations"
    r"|highlights?\Z"
    r"|key (?:points?|messages?|findings)\Z|what (?:is|was) (?:already )?known|graphical abstract"
    r"|electronic supplementary|supplementary (?:material|information|data)|significance statement"
    r"|(?:how )?to cite|cite this|please cite|edited by|reviewed by|academic editor|communicated by"
    r"|handling editor|(?:this is an )?open access|contents\Z|plain language summary|lay summary"
    r"|e-?mail\b|submitted\b|published\b|first published|funding\s*:|author summary"
    r"|editor.s? summary"
    r"|(?:©|\(c\))\s*\d{4}|available online|article history|r[ée]sum[ée]\Z|resumen\Z"
    r"|resumo\Z|zusammenfassung\Z|kurzfassung\Z|摘\s?要|要旨|초록)",
    re.IGNORECASE,
)
"""What begins where an abstract has ended."""
SERIAL_BELOW = re.compile(r"https?://|\(?[A-Z][A-Za-z. ]{3,60} (?:19|20)\d\d\s?;\s?\d+")
"""Where the article stands, printed below its abstract."""
CAPTION = re.compile(r"(?:fig(?:ure|\.)|table|box|plate|scheme|map)\s?\d", re.IGNORECASE)
FOOT_OF_PAGE = re.compile(
    r"\W{0,3}(?:corresponding author|e-?mail|https?://|received\b|available online|©"
    r"|\(https?:|published by\b|this is an open access|\d{4}-\d{3}[\dX]/)",
    re.IGNORECASE,
)
KEYWORDS = re.compile(
    r"(?:[■▪◆□j]\s)?(?P<label>(?:author\s+)?key\s?-?\s?words?(?:\s+and\s+phrases)?|index terms"
    rf"|ccs concepts|subject (?:areas|terms|headings)|general terms)\b\s*(?:[:.—–-]+\s*)?"
    rf"|[【\[]?(?P<other>{common_titles.KEYWORDS})(?:\s*[】\]:：.—–-])+\s*",
    re.IGNORECASE,
)
BESIDE_KEYWORDS = re.compile(
    r"(?:categories and subject|jel\b|acm reference|additional key|pacs|msc\b|mathematics subject"
    r"|correspond|received|accepted|doi\b|citation|copyright|©|introduction\b|\d\.?\s+introduction)",
    re.IGNORECASE,
)
_SEPARATORS = (r"[;；·•|]|\s→\s", r"[,，、]", r"\s[–—-]\s")
_MOST_ABSTRACT_ROWS = 80
_ENGLISH = re.compile(r"\W*(?:a\s?bstract|summary)", re.IGNORECASE)
_MARKED_LABEL = re.compile(r"(?:[■▪•◆□]|j(?= ))\s?abstract\b\s*[:.]?\s*", re.IGNORECASE)
_SUMMARY = re.compile(r"(?:executive\s+)?summary\s*[.:]?", re.IGNORECASE)
_LONG_NAME, _MOST_PAGES_OF_NAMES, _PROSE_ROWS = 45, 3, 12


@dataclass(frozen=True, slots=True)
class Label:
    """The row that says "Abstract": ``line`` is what stands there; the label ends at ``end``."""

    at: int
    line: Line
    end: int

    @property
    def is_english(self) -> bool:
        """Whether the label is an English word."""
        return _ENGLISH.match(unspaced(self.line.text)) is not None


def find_labels(rows: Sequence[Row], after: int) -> list[Label]:
    """Return the labels of abstracts on the page of row ``after`` and the next, in reading order.

    A summary is one where nothing is called an abstract. Names, places and an author note may fill
    some pages: behind text, a label there stands at the top of its page.
    """
    labels: list[Label] = []
    summaries: list[Label] = []
    first_page = rows[after].line.page if after < len(rows) else 0
    prose = 0
    for at in range(after, len(rows)):
        line = rows[at].line
        if line.page > first_page + _MOST_PAGES_OF_NAMES:
            break
        is_low = prose > _PROSE_ROWS and rows[at - 1].line.page == line.page
        if line.page > first_page + 1 and (labels or is_low):
            continue
        prose += line.letters > _LONG_NAME and not AFFILIATION.search(line.text)
        for piece in [line] if rows[at].cells == 1 else split_pieces(line):
            text = unspaced(piece.text)
            match = ABSTRACT.match(text) or _MARKED_LABEL.match(text)
            if match:
                end = match.end() if text == piece.text else len(piece.text)
                labels.append(Label(at, piece, end))
                break
            if line.page == first_page and _SUMMARY.fullmatch(text):
                summaries.append(Label(at, piece, len(piece.text)))
    return labels or summaries[:1]


def find_keywords(
    rows: Sequence[Row], headings: Sequence[Heading], after: int
) -> tuple[tuple[str, ...], set[int]]:
    """Return the keywords printed behind the abstract, or before it, and the rows they take."""
    pages = rows[after].line.page + 1 if after < len(rows) else 0
    starts = {heading.start: heading for heading in headings}
    for at, row in enumerate(rows):
        if row.line.page > pages or at > after + _MOST_ABSTRACT_ROWS:
            break
        label = KEYWORDS.match(row.line.text)
        if label is None or (at > 0 and _continues_row(rows[at - 1], row)):
            continue
        rest = row.line.text[label.end() :]
        if not rest and at not in starts and row.line.text.strip() != label[0].strip():
            continue
        keyword_rows, text = _keyword_rows(
            rows, at, rest, {start for start in starts if start != at}
        )
        words = split_keywords(text)
        if words:
            return words, keyword_rows
    return (), set()


def _continues_row(before: Row, row: Row) -> bool:
    step = row.line.baseline - before.line.baseline
    prose = before.column == row.column and 0 < step < 1.3 * row.line.size
    unfinished = before.line.text.rstrip()[-1:] not in ".:;!?)"
    return prose and unfinished and before.slack < 2 * row.line.size and not row.line.runs[0].bold


def _keyword_rows(rows: Sequence[Row], at: int, rest: str, stops: set[int]) -> tuple[set[int], str]:
    used_rows, text = {at}, rest
    line = rows[at].line
    for index in range(at + 1, min(at + 6, len(rows))):
        row = rows[index]
        step = row.line.baseline - rows[index - 1].line.baseline
        near = rows[index - 1].column == row.column and 0 < step < 1.7 * line.size
        if index in stops or not (near or not text) or BESIDE_KEYWORDS.match(row.line.text):
            break
        if text and (text.rstrip().endswith(".") or abs(row.line.size - line.size) > 0.6):
            break
        joined = text.rstrip()
        divided = joined.endswith("-") and row.line.text[:1].islower()
        text = joined[:-1] + row.line.text if divided else f"{joined} {row.line.text}"
        used_rows.add(index)
    return used_rows, text


def split_keywords(text: str) -> tuple[str, ...]:
    """Return the keywords of a printed list, whatever parts them."""
    text = re.sub(r"\s+", " ", text).strip(" .:—–-")
    pattern = next((separator for separator in _SEPARATORS if re.search(separator, text)), None)
    parts = re.split(pattern, text) if pattern else [text]
    words = [re.sub(r"^and\s+", "", part.strip()).strip(" .,;:•·*∗") for part in parts]
    return tuple(dict.fromkeys(word for word in words if 1 < len(word) <= 60))
