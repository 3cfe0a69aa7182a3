"""Where the sentences of a manuscript stand in the text that it was read from.

Whatever the markup, the words of a sentence stand there in their order. Three words in a row that
the source has too are an anchor; a sentence reaches from its first anchor to its last.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

_WORD = re.compile(r"\w+")
_CLOSING = re.compile(
    r"""(?>\[[^\]\n]*\]|\{[^}\n]*\}|\([^)\n]*\)|[^.!?。！？\n]){0,200}?[.!?。！？]+["'”’»)}\]]*"""
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
        word_texts = [word.text for word in self.words]
        for long in range(1, _LONG + 1):
            for index in range(len(word_texts) - long + 1):
                self._at[tuple(word_texts[index : index + long])].append(index)

    def first(self, run: Sequence[str], least: int) -> int | None:
        """Return where a run of words begins first at or behind a word."""
        places = self._at.get(tuple(run), [])
        at = bisect_left(places, least)
        return places[at] if at < len(places) else None


@dataclass(frozen=True, slots=True)
class Locations:
    """Where sentences stand in a text, in reading order; ``None`` for one that stands nowhere.

    ``words`` reach from the first to the last word of a sentence, ``spans`` also over the sign
    that closes it. ``uncertain`` are the sentences that rest on what the text has not; all others
    were found behind the one before them if ``is_ordered``.
    """

    words: list[Span | None]
    spans: list[Span | None]
    uncertain: frozenset[int] = frozenset()
    is_ordered: bool = True


def located(text: str, sentences: Sequence[str]) -> list[Span | None]:
    """Return for each sentence, in reading order, where it stands in a text; ``None`` if nowhere.

    The end is that of the last word and what closes the sentence behind it.
    """
    return locate_sentences(text, sentences).spans


def locate_sentences(text: str, sentences: Sequence[str]) -> Locations:
    """Return where each sentence stands, in reading order, with what ``locate_part`` needs."""
    source = _Source(text)
    places: list[Span | None] = []
    uncertain = []
    cursor = 0
    is_ordered = True
    for index, sentence in enumerate(sentences):
        words = _split_words(sentence)
        at, way = _find_words(source, words, cursor)
        if at is not None:
            cursor = at[1]
        is_ordered = is_ordered and way != "before"
        uncertain += [index] if at is None or way == "short" else []
        places.append(at and (source.words[at[0]].start, source.words[at[1] - 1].end))
    return Locations(places, _closed(text, places), frozenset(uncertain), is_ordered)


@dataclass(frozen=True, slots=True)
class TextChange:
    """Characters from ``start`` to ``old_end`` became those to ``new_end``, sentences likewise."""

    start: int
    old_end: int
    new_end: int
    first: int
    old_count: int
    new_count: int
    old_text: str = ""
    """What stood in the place before."""


def locate_part(
    text: str, sentences: Sequence[str], before: Locations, change: TextChange
) -> tuple[Locations, int, int] | None:
    """Return what ``locate_sentences`` would of a text in which one place was changed.

    With it come the first sentence whose place was looked for, and the one behind the last; those
    behind it stand where they did, but for the shift. ``None`` if that takes the whole text.
    """
    if not before.is_ordered:
        return None
    try:
        return _PartLocating(text, sentences, before, change).locate()
    except _UnsureError:
        return None


class _UnsureError(Exception):
    """Only a search of the whole text can tell where a sentence stands."""


def _require(condition: object) -> None:
    if not condition:
        raise _UnsureError


_AHEAD = 12
"""Sentences behind a change within which places are as before."""

_MOST_SEARCHES = 12
_SETTLED = 3


class _PartLocating:
    def __init__(
        self, text: str, sentences: Sequence[str], before: Locations, change: TextChange
    ) -> None:
        self.text, self.sentences, self.before, self.change = text, sentences, before, change
        self.shift = change.new_end - change.old_end
        self.added = change.new_count - change.old_count
        self.behind = change.first + change.new_count
        self.searches = 0
        self.lowered = text.casefold()
        _require(len(self.lowered) == len(text) and "\u0130" not in text)

    def locate(self) -> tuple[Locations, int, int]:
        _require(not self._may_appear())
        begin = self._find_first_affected()
        cursor = max((span[1] for span in self.before.words[:begin] if span), default=0)
        last = min(self.behind + _AHEAD, len(self.sentences))
        start, end = self._find_window(cursor, last)
        source = _Source(self.text[start:end])
        words = [*self.before.words[:begin]]
        uncertain = {index for index in self.before.uncertain if index < begin}
        at = next(
            (index for index, word in enumerate(source.words) if word.start + start >= cursor),
            len(source.words),
        )
        for index in range(begin, last):
            place, is_uncertain = self._find_sentence(
                source, index, at, is_whole=end == len(self.text)
            )
            uncertain |= {index} if is_uncertain else set()
            span = None
            if place is not None:
                at = place[1]
                first_word, last_word = source.words[place[0]], source.words[at - 1]
                span = first_word.start + start, last_word.end + start
            words.append(span)
            if index >= self.behind and span is not None and span == self._move_place(index):
                return self._join_places(words, uncertain, begin, index + 1)
        _require(last == len(self.sentences))
        return self._join_places(words, uncertain, begin, last)

    def _move_place(self, index: int) -> Span | None:
        """Return where an unchanged sentence was, in places of the text as it is now."""
        if index < self.change.first:
            return self.before.words[index]
        span = self.before.words[index - self.added]
        return span and (span[0] + self.shift, span[1] + self.shift)

    def _may_appear(self) -> bool:
        """Whether the changed place may have words of a sentence that was nowhere before."""
        start, end = self._widen(self.change.start, self.change.new_end, 80)
        source = _Source(self.text[start:end])
        ahead = self.text[start : self.change.start]
        old = _Source(ahead + self.change.old_text + self.text[self.change.new_end : end])
        indices = (
            index if index < self.change.first else index + self.added
            for index in self.before.uncertain
            if not self.change.first <= index < self.change.first + self.change.old_count
        )
        return any(
            source.first(words[at : at + long], 0) is not None
            and old.first(words[at : at + long], 0) is None
            for words in (_split_words(self.sentences[index]) for index in indices)
            for long in (2, 3)
            for at in range(max(1, len(words) - long + 1) if words else 0)
        )

    def _find_first_affected(self) -> int:
        """Return the first sentence near enough to look into the changed place."""
        settled, index = 0, self.change.first
        while index > 0 and settled < _SETTLED:
            index -= 1
            span = self.before.words[index]
            if span is not None:
                between = len(_WORD.findall(self.text, span[0], self.change.start))
                near = len(_split_words(self.sentences[index])) + _SLACK + 2 * _LONG
                settled = settled + 1 if between > near else 0
        return index

    def _find_window(self, cursor: int, last: int) -> tuple[int, int]:
        """Return the part of the text that is searched, which ends between words."""
        place = None
        while last < len(self.sentences) and (place := self._move_place(last)) is None:
            last += 1
        end = len(self.text) if place is None else place[1]
        start, end = self._widen(cursor, end, 200)
        return start, self._widen(start, end, 1_000)[1] if end < len(self.text) else end

    def _widen(self, start: int, end: int, by: int) -> tuple[int, int]:
        start, end = max(0, start - by), min(len(self.text), end + by)
        while start > 0 and _WORD.match(self.text[start - 1]):
            start -= 1
        while end < len(self.text) and _WORD.match(self.text[end]):
            end += 1
        return start, end

    def _find_sentence(
        self, source: _Source, index: int, cursor: int, *, is_whole: bool
    ) -> tuple[Span | None, bool]:
        """Return where a sentence stands in the window, and whether that is uncertain.

        Raises:
            _UnsureError: that cannot be told from the window.
        """
        words = _split_words(self.sentences[index])
        place, way = _find_words(source, words, cursor)
        _require(way != "before")
        if place is not None and not is_whole:
            _require(place[0] + len(words) + _SLACK + 2 * _LONG <= len(source.words))
        is_uncertain = way == "short" or place is None
        if self.change.first <= index < self.behind:
            self._check_new(source, words, cursor, is_uncertain=is_uncertain)
            return place, is_uncertain
        old = index if index < self.change.first else index - self.added
        _require(is_uncertain == (old in self.before.uncertain))
        _require((self._move_place(index) is None) == (place is None))
        return place, is_uncertain

    def _check_new(
        self, source: _Source, words: list[str], cursor: int, *, is_uncertain: bool
    ) -> None:
        """Check that the first words of a new sentence which are not here are nowhere behind.

        Where shorter runs of words are looked for, the longer ones must be nowhere at all.
        """
        longs = [_LONG, _LONG - 1] if is_uncertain else [min(_LONG, len(words))]
        for long in longs:
            for at in range(len(words) - long + 1):
                run = words[at : at + long]
                if source.first(run, cursor) is not None:
                    break
                is_longer = is_uncertain and long == _LONG
                _require(not self._has_words(run, 0 if is_longer else self.change.new_end))

    def _has_words(self, run: list[str], begin: int) -> bool:
        """Whether a run of words stands anywhere behind a place."""
        if self.lowered.find(max(run, key=len), begin) < 0:
            return False
        self.searches += 1
        _require(self.searches <= _MOST_SEARCHES)
        pattern = r"(?<!\w)" + r"\W+".join(map(re.escape, run)) + r"(?!\w)"
        return re.compile(pattern).search(self.lowered, begin) is not None

    def _join_places(
        self, words: list[Span | None], uncertain: set[int], begin: int, end: int
    ) -> tuple[Locations, int, int]:
        """Return the places of all sentences, those looked for and the others."""
        before = self.before
        words += [self._move_place(index) for index in range(end, len(self.sentences))]
        uncertain |= {index + self.added for index in before.uncertain if index + self.added >= end}
        first, last = max(0, begin - 2), min(len(words), end + 2)
        near = max(0, first - 2), min(len(words), last + 2)
        while near[1] < len(words) and words[near[1] - 1] is None:
            near = near[0], near[1] + 1
        closed = _closed(self.text, words[slice(*near)])[first - near[0] : last - near[0]]
        behind = before.spans[last - self.added :]
        spans = [
            *before.spans[:first],
            *closed,
            *(span and (span[0] + self.shift, span[1] + self.shift) for span in behind),
        ]
        return Locations(words, spans, frozenset(uncertain)), first, last


def _split_words(sentence: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(sentence)]


def _find_words(source: _Source, words: list[str], cursor: int) -> tuple[Span | None, str]:
    """Look for a sentence behind the one before it, then everywhere; shorter anchors only near.

    With the words comes whether they stand "before" that one, or only "short" anchors were places.
    """
    long = min(_LONG, len(words))
    places = _words_of(source, words, cursor, long)
    if places is not None:
        return places, ""
    if cursor:
        places = _words_of(source, words, 0, long)
        if places is not None:
            return places, "before"
    if long == _LONG:
        places = _words_of(source, words, cursor, long - 1)
        if places is not None and places[0] > cursor + _SLACK:
            places = None
    return places, "short" if places is not None else ""


def _words_of(source: _Source, words: list[str], least: int, long: int) -> Span | None:
    """Return the words of the source from the first to behind the last anchor of a sentence."""
    starts = range(len(words) - long + 1) if long else range(0)
    first_anchor = next(
        (
            (index, at)
            for index in starts
            if (at := source.first(words[index : index + long], least)) is not None
        ),
        None,
    )
    if first_anchor is None:
        return None
    index, first = first_anchor
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


def _closed(text: str, spans: list[Span | None]) -> list[Span | None]:
    """Let each span reach to the sign that closes its sentence, but not into the next one."""
    starts = sorted(span[0] for span in spans if span)
    closed: list[Span | None] = []
    for span in spans:
        if span is None:
            closed.append(None)
            continue
        start, end = span
        behind = bisect_left(starts, start + 1)
        limit = starts[behind] if behind < len(starts) else len(text)
        closing = _CLOSING.match(text, end, max(limit, end))
        closed.append((start, closing.end() if closing else end))
    return closed
