"""The words with which a sentence mentions a paper, and where the paper has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.base.identity import plain
from core.recommend.method_names import (
    MethodName,
    find_introduction,
    find_names,
    make_keys,
    parse_title,
    tokens,
)

_WORD = re.compile(r"[^\W_]+")
_LEAST_QUOTED = 3
"""A shorter run of words quotes no title, unless it is all of it or all before its colon."""
_LEAST_ACRONYM, _LEAST_SHARE = 3, 0.6
"""An acronym must have this many letters, and stand for this share of the title's words."""

How = Literal["name", "title", "initials"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a sentence that mean a paper, as they stand in the sentence.

    ``spans`` are where the paper has them: "title" or "abstract", start, end.
    """

    how: How
    text: str
    spans: tuple[tuple[str, int, int], ...]


class _Word(NamedTuple):
    plain: str
    start: int
    end: int


class MentionFinder:
    """Finds how one sentence mentions a paper."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        self._words = _words(sentence)
        self._names = find_names(sentence)
        self._words_by_key: dict[str, str] = {}
        for word, _, _ in tokens(sentence):
            for key in make_keys(word):
                self._words_by_key.setdefault(key, word)

    def mentions(self, title: str, abstract: str) -> list[Mention]:
        """Return the mentions of a paper, the surest first; none twice."""
        all_mentions = [
            *self._by_name(title, abstract),
            *self._by_title(title),
            *self._by_initials(title),
        ]
        return list({mention.text: mention for mention in reversed(all_mentions)}.values())[::-1]

    def _by_name(self, title: str, abstract: str) -> Iterator[Mention]:
        own = parse_title(title).own
        for name in own:
            if name.key in self._words_by_key:
                span = ("title", name.start, name.end)
                yield Mention("name", self._words_by_key[name.key], (span,))
        known_keys = {name.key for name in own}
        for name in self._names:
            introduced = _introduced(name, abstract)
            if name.key not in known_keys and introduced is not None:
                yield Mention("name", name.name_text, (introduced,))

    def _by_title(self, title: str) -> Iterator[Mention]:
        theirs = _words(title)
        length, here, there = _longest_run(self._words, theirs)
        title_parts = parse_title(title)
        run = " ".join(word.plain for word in theirs[there : there + length])
        whole = length == len(theirs) > 1 or (run and run == title_parts.head)
        if length < _LEAST_QUOTED and not whole:
            return
        if not any(title_parts.telling[there : there + length]):
            return
        text = self._sentence[self._words[here].start : self._words[here + length - 1].end]
        span = ("title", theirs[there].start, theirs[there + length - 1].end)
        yield Mention("title", text, (span,))

    def _by_initials(self, title: str) -> Iterator[Mention]:
        initials = parse_title(title).main_initials
        for key, word in self._words_by_key.items():
            short = key.lower()
            if (
                len(short) >= _LEAST_ACRONYM
                and key.isalpha()
                and key.isupper()
                and short in initials
                and len(short) >= _LEAST_SHARE * len(initials)
            ):
                yield Mention("initials", word, (("title", 0, len(title)),))


def _introduced(name: MethodName, abstract: str) -> tuple[str, int, int] | None:
    start = find_introduction(name.name_text, abstract)
    if start < 0:
        return None
    return "abstract", start, start + len(name.name_text)


def _words(text: str) -> list[_Word]:
    return [_Word(plain(m[0]), m.start(), m.end()) for m in _WORD.finditer(text)]


def _longest_run(ours: Sequence[_Word], theirs: Sequence[_Word]) -> tuple[int, int, int]:
    """Return the length of the longest run of words both have, and where it begins in each."""
    positions: dict[str, list[int]] = {}
    for at, word in enumerate(ours):
        positions.setdefault(word.plain, []).append(at)
    best = (0, 0, 0)
    runs: dict[int, int] = {}
    for there, word in enumerate(theirs):
        runs = {at: runs.get(at - 1, 0) + 1 for at in positions.get(word.plain, ())}
        for at, length in runs.items():
            if length > best[0]:
                best = (length, at - length + 1, there - length + 1)
    return best
