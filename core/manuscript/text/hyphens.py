"""Joins lines: decides which hyphen at a line's end belongs to the word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from core.base.identity import DOI_START
from core.manuscript.text.scripts import HANGUL, is_spaceless

HYPHENS = "-\u2010\u00ad\u00ac"
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W_][\w'’-]*)[-\u2010\u00ad\u00ac]$")
_FIRST_WORD = re.compile(r"[^\W_][^\W_'’]*")
_LAST_HANGUL = re.compile(rf"[{HANGUL}]+\Z")
_FIRST_HANGUL = re.compile(rf"[{HANGUL}]+")
_LINK_WORD = re.compile(r"(?:of|to|the|in|and|by|on|per|a|an|for|as|at|off)-\w")
_AFTER_LINK_WORD = re.compile(r"-(?:of|to|the|in|and|by|on|per|a|an|for|as|at|off|one)-$")
_ARCHIVE = re.compile(r"\b(?:astro|cond|gr|hep|math|nucl|quant|q|chao|cmp|solv|alg|dg|funct)-\Z")
_ARCHIVE_NUMBER = re.compile(r"[a-z]{2,4}/\d{7}")
_URL = re.compile(rf"(?:https?:(?://\S*)?|(?:www\.|doi\.org|{DOI_START})\S*)$")

# Elements that stand before or after a hyphen far more often than they end or begin a syllable.
_FIRST_PARTS_TEXT = """
    cross ever far fast fine first five four full half hard high ill large left long low
    mid non one open pair quasi real second self semi short single six small state ten third three
    time top two upper well wide world zero
    """
_FIRST_PARTS = frozenset(_FIRST_PARTS_TEXT.split())
_LAST_PARTS_TEXT = """
    agnostic aware based centered centric compliant dependent dimensional driven efficient encoded
    enhanced equipped friendly grained guided independent informed intensive invariant known level
    oriented preserving related rich robust shot sized specific supervised trained tuned tuning
    valued weighted wise
    """
_LAST_PARTS = frozenset(_LAST_PARTS_TEXT.split())


_TAIL = 500  # characters before a break say how to join it


class Joiner:
    """Joins the end of a line with the next, by the words the document itself uses.

    Whether "re-" + "lated" is one word or two is seen from the rest of the document: the form
    that stands unbroken elsewhere wins; without evidence the hyphen is the printer's.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        divided = False
        for text in texts:
            words = [word.casefold() for word in _WORD.findall(text)]
            self._words.update(words[divided : len(words) - text.endswith(tuple(HYPHENS))])
            divided = text.endswith(tuple(HYPHENS))

    def between(self, before: str, after: str) -> tuple[int, str]:
        """Return how many characters to drop from the end of ``before``, and what to put between.

        ``after`` is the text that follows. ``(0, " ")`` joins two words, ``(1, "")`` mends a
        divided word, ``(0, "")`` keeps a hyphen or a broken web address as it is.
        """
        if not before or not after or before[-1].isspace():
            return 0, ""
        before = before[-_TAIL:]
        if before[-1] not in HYPHENS:
            closed = _breaks_address(before, after) or self._breaks_without_space(before, after)
            return 0, "" if closed else " "
        if before[-2:-1].isspace():
            return 0, " "
        return int(self._is_division(before, after)), ""

    def _breaks_without_space(self, before: str, after: str) -> bool:
        """Say whether a line broke without a space: within Chinese, or a Korean word."""
        if is_spaceless(before[-1]) or is_spaceless(after[0]):
            other = after[0] if is_spaceless(before[-1]) else before[-1]
            return not other.isspace()
        left_match, right = _LAST_HANGUL.search(before), _FIRST_HANGUL.match(after)
        if left_match is None or right is None:
            return False
        whole = self._words[left_match[0] + right[0]]
        return whole > 0 and whole >= min(self._words[left_match[0]], self._words[right[0]])

    def _is_division(self, before: str, after: str) -> bool:
        """Say whether the hyphen that ``before`` ends in only divides a word."""
        if before[-1] == "\u00ad" or _URL.search(before):
            return before[-1] == "\u00ad"
        if _ARCHIVE.search(before) and _ARCHIVE_NUMBER.match(after):
            return False  # "hep-" + "ph/0301001"
        if _LINK_WORD.match(after) or _AFTER_LINK_WORD.search(before):
            return False  # "state-" + "of-the-art"
        left_match, right = _LAST_WORD.search(before), _FIRST_WORD.match(after)
        return bool(left_match and right and not self._keeps_hyphen(left_match[1], right[0]))

    def _keeps_hyphen(self, left_part: str, right: str) -> bool:
        first, last = left_part.casefold(), right.casefold()
        solid = self._words[(first + last).rpartition("-")[2]] + self._words[first + last]
        hyphened = self._words[f"{first}-{last}"]
        if hyphened != solid:
            return hyphened > solid
        if (
            not right[0].islower()
            or not left_part[-1].isalpha()
            or (left_part.isupper() and len(left_part) > 1)
        ):
            return True
        part = first.rpartition("-")[2]
        known_part, known_last = self._words[part] > 0, self._words[last] > 0
        return (
            (known_part and known_last and min(len(part), len(last)) > 3)
            or ("-" in first and known_part and known_last)
            or (first in _FIRST_PARTS and known_last)
            or (last in _LAST_PARTS and (known_part or len(part) > 5))
        )


def _breaks_address(before: str, after: str) -> bool:
    """Say whether a web address or DOI goes on in the next line."""
    match = _URL.search(before)
    if match is None:
        return False
    if match[0][-1] in ":/_=?&%#~-" or after[0] in "/_=?&%#~":
        return True
    return match[0][-1] == "." and bool(re.match(r"[a-z0-9]\S*[/.\d]", after))
