"""Texts as every tokenizer takes them."""

from __future__ import annotations


def encodable(text: str) -> str:
    """Return a text with halves of surrogate pairs joined, or replaced where they stand alone.

    A PDF may hold such halves. A tokenizer refuses the whole call for one of them.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
