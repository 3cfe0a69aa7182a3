"""How papers are called in the words of the history."""

from __future__ import annotations

from collections.abc import Collection

from core.base.messages import Message
from core.library.database.connection import Database

_MOST_CHARS = 80


def describe_papers(database: Database, papers: Collection[int]) -> Message:
    """Return the title of a paper, or how many papers there are."""
    if len(papers) != 1:
        return Message("{count:,} papers", count=len(papers))
    title = database.value("SELECT title FROM papers WHERE number = ?", *papers) or ""
    return Message("“{title}”", title=shortened(title))


def shortened(text: str) -> str:
    """Return a text that fits on a line."""
    return text if len(text) <= _MOST_CHARS else f"{text[: _MOST_CHARS - 1].rstrip()}…"
