"""Quotes cut to a length that a card can show in full."""

from __future__ import annotations

LONGEST = 600
"""Characters of a quote, ellipses included."""
_LEAD = 24
"""Characters kept before what a quote is shown for."""


def shortened(text: str, focus: tuple[int, int] = (0, 0), *, longest: int = LONGEST) -> str:
    """Return a text of at most ``longest`` characters, cut at a word, with "…" where it was cut.

    It begins as the text does, unless ``focus``, the span it is quoted for, would be cut off.
    """
    text = text.strip()
    if len(text) <= longest:
        return text
    start, end = focus
    if end <= longest - 1:
        return _cut(text, longest)
    begin = max(0, min(start - _LEAD, len(text) - longest + 1))
    space = text.find(" ", begin)
    tail = text[space + 1 :] if 0 <= space < max(start, begin + _LEAD) else text[begin:]
    return "…" + _cut(tail, longest - 1) if begin > 0 else _cut(text, longest)


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    if not text[longest - 1].isspace():  # in the middle of a word
        word = head.rfind(" ")
        head = head[:word] if word > longest // 2 else head
    return head.rstrip(" ,;:–—-") + "…"
