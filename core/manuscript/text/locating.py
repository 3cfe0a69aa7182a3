"""Where the sentences of a manuscript stand in the text that it was read from.

Whatever the markup, the words of a sentence stand there in their order. Three words in a row that
the source has too are an anchor; a sentence reaches from its first anchor to its last.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

_WORD = re.compile(r"\w+")
_CLOSING = re.compile(
    r"""(?>\[[^\]\n]*\]|\{[^}\n]*\}|\([^)\n]*\)|[^.!?\n]){0,200}?[.!?]+["'”’»)}\]]*"""
)  # atomic: a line of brackets without a stop would take twice as long for each of them
_LONG = 3
_NEAR = 4
"""Words of markup between two words of a sentence."""

_SLACK = 60
"""Words that markup may add to a sentence: keys, options, the names of commands."""

Span = tuple[int, int]


class _Word(NamedTuple):
    text: str
    start: int
    end: int


class _Source:
    """The words of a source, and where each run of up to three of them begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [_Word(m[0].casefold(), *m.span()) for m in _WORD.finditer(text)]
        self._at: dict[tuple[str, ...], list[int]] = defaultdict(list)
        told = [word.text for word in self.words]
        for long in range(1, _LONG + 1):
            for index in range(len(told) - long + 1):
                self._at[tuple(told[index : index + long])].append(index)

    def first(self, run: Sequence[str], least: int) -> int | None:
        """Return where a run of words begins first at or behind a word."""
        places = self._at.get(tuple(run), [])
        at = bisect_left(places, least)
        return places[at] if at < len(places) else None


def located(text: str, sentences: Sequence[str]) -> list[Span | None]:
    """Return for each sentence, in reading order, where it stands in a text; ``None`` if nowhere.

    The end is that of the last word and what closes the sentence behind it.
    """
    source = _Source(text)
    found: list[Span | None] = []
    cursor = 0
    for sentence in sentences:
        words = [match[0].casefold() for match in _WORD.finditer(sentence)]
        at = _anywhere(source, words, cursor)
        if at is not None:
            cursor = at[1]
        found.append(at and (source.words[at[0]].start, source.words[at[1] - 1].end))
    return _closed(text, found)


def _anywhere(source: _Source, words: list[str], cursor: int) -> Span | None:
    """Look for a sentence behind the one before it, then everywhere; shorter anchors only near."""
    long = min(_LONG, len(words))
    found = _words_of(source, words, cursor, long)
    if found is None and cursor:
        found = _words_of(source, words, 0, long)
    if found is None and long == _LONG:
        found = _words_of(source, words, cursor, long - 1)
        if found is not None and found[0] > cursor + _SLACK:
            found = None
    return found


def _words_of(source: _Source, words: list[str], least: int, long: int) -> Span | None:
    """Return the words of the source from the first to behind the last anchor of a sentence."""
    starts = range(len(words) - long + 1) if long else range(0)
    begun = next(
        (
            (index, at)
            for index in starts
            if (at := source.first(words[index : index + long], least)) is not None
        ),
        None,
    )
    if begun is None:
        return None
    index, first = begun
    most = first + len(words) + _SLACK
    last = next(
        (
            at
            for there in reversed(starts)
            if there >= index
            and (at := source.first(words[there : there + long], first + (there - index) // 2))
            is not None
            and at <= most
        ),
        first,
    )
    return _reaching_back(source, words[:index], first), last + long


def _reaching_back(source: _Source, words: list[str], first: int) -> int:
    """Return where a sentence begins whose first words markup parts from its first anchor."""
    for word in reversed(words):
        near = range(first - 1, max(first - 1 - _NEAR, -1), -1)
        first = next((at for at in near if source.words[at].text == word), first)
    return first


def _closed(text: str, found: list[Span | None]) -> list[Span | None]:
    """Let each span reach to the sign that closes its sentence, but not into the next one."""
    starts = sorted(span[0] for span in found if span)
    closed: list[Span | None] = []
    for span in found:
        if span is None:
            closed.append(None)
            continue
        start, end = span
        behind = bisect_left(starts, start + 1)
        limit = starts[behind] if behind < len(starts) else len(text)
        closing = _CLOSING.match(text, end, max(limit, end))
        closed.append((start, closing.end() if closing else end))
    return closed
