"""Positions in texts as Qt counts them: in UTF-16 units, where a letter beyond U+FFFF has two.

Python counts such a letter once. Whoever takes a position from Qt, or gives it one, converts it.
"""

from __future__ import annotations


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def slice_utf16(text: str, start: int, end: int | None = None) -> str:
    """Return a part of a text between two positions of Qt's."""
    if text.isascii():
        return text[start:end]
    data = text.encode("utf-16-le", "surrogatepass")
    return data[2 * start : None if end is None else 2 * end].decode("utf-16-le", "surrogatepass")
