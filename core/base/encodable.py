"""Texts as tokenizers, indexes and files take them."""

from __future__ import annotations


def encodable(text: str) -> str:
    """Return a text with a question mark for each half of a surrogate pair, of the same length.

    A PDF may hold such halves. Whatever encodes text refuses all of it for one of them.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
