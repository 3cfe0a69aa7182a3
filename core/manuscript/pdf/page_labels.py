"""Page numbers as they are printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.manuscript.pdf.layout import is_in_edge
from core.manuscript.pdf.lines import Page

_PRINTED = re.compile(r"(?:\d{1,5}|[ivxlc]{1,6})", re.IGNORECASE)
_PAGES = re.compile(r"(?<![\d–-])(?P<first>\d{1,5})\s?[-–—]{1,2}\s?(?P<last>\d{1,5})(?![\d–-])")
_OF_SO_MANY = re.compile(r"(\d{1,5})\s*(?:of|von|sur|de|di|/)\s*\d{1,5}", re.IGNORECASE)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LEAST_PRINTED = 3  # pages whose numbers count on from each other, so that they are page numbers


def find_page_labels(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the number printed on each page; nothing if that is its position, or not certain.

    Numbers at the edges count as printed page numbers where they go up by one from page to page on
    half of the pages or more. Pages before the first of them may be numbered i, ii, iii; one or
    two of them without numbers, such as a cover sheet, are [1] and [2].
    """
    if len(pages) < _LEAST_PRINTED:
        return ()
    tokens = [_edge_tokens(page) for page in pages]
    arabic = [{int(token) for token in page_tokens if token.isdigit()} for page_tokens in tokens]
    offset = _steady_offset(arabic, range(len(pages)))
    if offset is None or offset == 1:
        return ()
    numbered = max(0, 1 - offset, _count_covers(pages, arabic, offset))  # the first so numbered
    labels = [str(page + offset) for page in range(numbered, len(pages))]
    if 0 < numbered < _LEAST_PRINTED:
        labels = [*(f"[{page + 1}]" for page in range(numbered)), *labels]
    elif numbered:
        roman = [{_roman_value(token) for token in page_tokens} - {0} for page_tokens in tokens]
        roman_offset = _steady_offset(roman, range(numbered))
        if roman_offset is None or roman_offset < 0:
            return ()
        labels = [*(_roman_numeral(page + roman_offset) for page in range(numbered)), *labels]
    return tuple(labels)


def _count_covers(pages: Sequence[Page], numbers: Sequence[set[int]], offset: int) -> int:
    """Return how many pages at the front bear no number and stand before the article's own pages.

    They or the page behind them say which these are: "pp. 411–420".
    """
    for covers in range(1, _LEAST_PRINTED):
        first, last = covers + offset, len(pages) - 1 + offset
        if covers >= len(pages) or any(at + offset in numbers[at] for at in range(covers)):
            break
        texts = (line.text for page in pages[: covers + 1] for line in page.lines)
        if any(int(match["first"]) == first and _complete(match) in (last, last - 1)
               for text in texts for match in _PAGES.finditer(text)):  # fmt: skip
            return covers
    return 0


def _complete(match: re.Match[str]) -> int:
    """Return the last page of "411–20" as it is meant: 420."""
    first, last = match["first"], match["last"]
    return int(first[: max(0, len(first) - len(last))] + last)


def _steady_offset(numbers: Sequence[set[int]], pages: range) -> int | None:
    """Return what most pages' numbers are higher than their positions from 0, if it is steady."""
    counts = Counter(number - page for page in pages for number in numbers[page])
    if not counts:
        return None
    offset, count = max(counts.items(), key=lambda item: (item[1], -abs(item[0])))
    return offset if count >= max(_LEAST_PRINTED, len(pages) / 2) else None


def _edge_tokens(page: Page) -> set[str]:
    """Return the first and last words of lines at the upper and lower edge that may be numbers.

    Of "Page 3 of 14" that is 3.
    """
    texts = [line.text.strip() for line in page.lines if is_in_edge(line, page)]
    ends = {
        words[end].strip("|·•.,-–—[]()")
        for text in texts
        if (words := _OF_SO_MANY.sub(r"\1", text).split())
        for end in (0, -1)
    }
    return {token for token in ends if _PRINTED.fullmatch(token)}


def _roman_value(numeral: str) -> int:
    """Return the value of a Roman numeral, 0 for anything else."""
    digits = [_ROMAN.get(letter, 0) for letter in numeral.casefold()]
    following = [*digits[1:], 0]
    signs = [-1 if digit < after else 1 for digit, after in zip(digits, following, strict=True)]
    total = sum(sign * digit for sign, digit in zip(signs, digits, strict=True))
    return total if total > 0 and _roman_numeral(total) == numeral.casefold() else 0


def _roman_numeral(number: int) -> str:
    numeral = ""
    parts = {100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v", 4: "iv", 1: "i"}
    for value, letters in parts.items():
        count, number = divmod(number, value)
        numeral += letters * count
    return numeral
