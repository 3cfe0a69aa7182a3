"""The little HTML of formatted citations as runs of text with their looks."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Run(NamedTuple):
    """A stretch of text that looks the same: a set of "i", "b", "u", "sup", "sub", "span"."""

    text: str
    looks: frozenset[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.runs: list[Run] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        self.runs.append(Run(data, frozenset(self._open)))


def runs_of(html: str) -> list[Run]:
    """Return the runs of a line of HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.runs


def plain(runs: list[Run]) -> str:
    """Return runs without their looks."""
    return "".join(run.text for run in runs)
