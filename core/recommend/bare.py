"""The text of a sentence without its citations: markers cut out, and what belongs to them.

What is asked with and what is learned from must not betray that there was a citation: no empty
brackets, no "see e.g.", no doubled commas, no preposition that lost its noun. A sentence whose
marker was a part of its grammar ("[3] shows that ...") cannot be mended; ``is_whole`` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HOLE = "\x00"
"""Stands where a marker stood while the rest is mended."""

_NAMES = re.compile(r"[^\W\d_a-z][\w'’-]+\s*,?\s+et\s+al\.?(?:'s|’s)?\s*$")
_BETWEEN = re.compile(r"[\s;,]*")
_LEAD = (
    r"see(?:\s+also)?|e\.\s?g\.|cf\.?|i\.\s?e\.|also|for\s+(?:example|instance)|and|or|in|by"
    r"|among\s+(?:many\s+)?others|inter\s+alia|and\s+(?:the\s+)?references\s+therein|therein"
    r"|for\s+(?:an?\s+|more\s+|further\s+)?(?:recent\s+)?(?:survey|review|overview|details?)s?"
    r"|(?:Ch|Sec|Thm|Prop|Lem|Fig|App|Eq|pp?|Chap|Def|Cor)\.\s*[\dA-Z][\d.\-–]*"
    r"|(?:Chapter|Section|Theorem|Proposition|Lemma|Figure|Appendix|page|pages)s?\s*[\dA-Z][\d.\-–]*"
    r"|§\s*[\d.]+|(?:19|20)\d\d[a-z]?"
)
_BRACKET = re.compile(
    rf"\s*[(\[]\s*(?:(?:{_LEAD})[\s,;:.]*)*{HOLE}(?:[\s,;:.]*(?:{_LEAD}|{HOLE}))*[\s,;:.]*[)\]]",
    re.IGNORECASE,
)
_IN_BRACKET = re.compile(rf"\s*[;,:]?\s*(?:(?:see|e\.g\.|cf\.),?\s*)?{HOLE}\s*[;,]?\s*(?=[)\]])")
_AFTER_OPENING = re.compile(rf"(?<=[(\[])\s*(?:(?:see|e\.g\.|cf\.),?\s*)?{HOLE}\s*[;,:]?\s*")
_EMPTY = re.compile(r"\s*[(\[]\s*[,;:.]*\s*[)\]]")
_CHAIN = re.compile(rf"{HOLE}(?:\s*(?:,|;|/|–|-|and|or|&|as well as)*\s*{HOLE})+")
_NEEDS_NOUN = (
    "in|by|of|from|to|following|as|with|and|or|than|see|cf\\.?|e\\.\\s?g\\.|per|via|also|like|both"
    "|for|on|at|refs?\\.?|between|against|according|under|within|using|follow|include|including|extending"
    "|extends|for\\s+example|for\\s+instance|similar|akin|unlike|contrary|due"
)
_FRONTED = re.compile(
    rf"(^|(?<=[.;:]\s))\s*(?:[^\s,{HOLE}]+\s+){{0,3}}(?:{_NEEDS_NOUN}),?\s*{HOLE}\s*,\s*",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:^(?:in|from|by|see)|,?(?:\s+(?:{_NEEDS_NOUN}),?)+)\s*{HOLE}", re.IGNORECASE
)
_SUBJECT = re.compile(
    rf"(?:^\W*|[,:]\s*|\b(?:that|while|whereas|although|though|but|because|when|if|where|since|as"
    rf"|and|or)\s+){HOLE}(?:\s+\S|['’]s)",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(rf"{HOLE}['’]s?\b")
_DOUBLED = re.compile(r"([,;])(?:\s*[,;])+")
_BEFORE_STOP = re.compile(r"[,;:\s]+([.!?])(?=\s|$)")
_SPACE_BEFORE = re.compile(r"\s+([.,;:!?)\]])")


def bare(text: str, markers: Iterable[tuple[int, int]]) -> str:
    """Return a sentence without the ``markers``, spans of it, and without their traces.

    "As shown in [3], it works (see e.g. [4])." becomes "As shown, it works."
    """
    holed = _holed(text, markers)
    if HOLE in holed:
        holed = _mended(_BRACKET.sub(HOLE, holed))
        holed = _DOUBLED.sub(r"\1", _EMPTY.sub("", holed))
        holed = _BEFORE_STOP.sub(r"\1", holed)
        holed = _match_case(_balanced(holed).lstrip(" ,;:"), text)
    return " ".join(_SPACE_BEFORE.sub(r"\1", holed).split())


def is_whole(text: str, markers: Iterable[tuple[int, int]]) -> bool:
    """Tell whether the sentence is one without its markers: none of them is its subject."""
    spans = sorted(markers)
    holed = _BRACKET.sub("", _CHAIN.sub(HOLE, _holed(text, spans)))
    if _SUBJECT.search(_FRONTED.sub("", holed)) or _POSSESSIVE.search(holed):
        return False
    return not any(_is_narrative(text, start, end) for start, end in spans)


def _is_narrative(text: str, start: int, end: int) -> bool:
    """Tell whether a marker is a name with a year or number after it, outside of brackets."""
    marker = text[start:end].strip()
    if not marker[:1].isalpha() or not marker.endswith((")", "]")):
        return False
    before = text[:start]
    if before.count("(") + before.count("[") > before.count(")") + before.count("]"):
        return False
    return not re.search(rf"(?:^|\s)(?:{_NEEDS_NOUN})\s*$", before, re.IGNORECASE)


def _holed(text: str, markers: Iterable[tuple[int, int]]) -> str:
    """Replace with a hole each marker and the names that belong to it."""
    holed = text.replace(HOLE, " ")
    for start, end in reversed(_joined(holed, markers)):
        before = _NAMES.sub("", holed[:start])
        holed = f"{before}{HOLE}{holed[end:]}"
    return holed


def _joined(text: str, markers: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans with those side by side made one; each leaves open brackets as they are."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(markers):
        if spans and _BETWEEN.fullmatch(text, spans[-1][1], start):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [_within_brackets(text, start, end) for start, end in spans]


def _within_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    marker = text[start:end]
    opened = sum(map(marker.count, "([")) - sum(map(marker.count, ")]"))
    if opened > 0 and marker[:1] in ("(", "["):
        return start + 1, end
    if opened < 0 and marker[-1:] in (")", "]"):
        return start, end - 1
    return start, end


def _mended(holed: str) -> str:
    """Close the holes, with whatever has no sense without what stood there."""
    holed = _AFTER_OPENING.sub("", _IN_BRACKET.sub("", holed))
    holed = _CHAIN.sub(HOLE, holed)
    holed = _FRONTED.sub(r"\1", holed)
    holed = _BEFORE.sub(HOLE, holed)
    holed = _POSSESSIVE.sub(HOLE, holed)
    return re.sub(rf"\s*{HOLE}", " ", holed).replace(HOLE, " ")


def _balanced(text: str) -> str:
    """Drop an opening bracket that was closed inside a marker, and a closing one alike."""
    text = re.sub(r"\s*[(\[]\s*(?=[.,;:]?\s*$|[,;]|[.]\s)", "", text)
    for opening, closing in ("()", "[]"):
        if text.count(opening) > text.count(closing):
            text = re.sub(rf"\s*\{opening}(?=\s|$)", "", text, count=1)
    return text


def _match_case(text: str, original: str) -> str:
    """Begin with a capital where the sentence did, or where it began with a marker."""
    if not original.lstrip()[:1].islower() and text[:1].islower():
        return text[:1].upper() + text[1:]
    return text
