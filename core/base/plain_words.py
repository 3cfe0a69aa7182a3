"""Common words of academic texts, which say nothing about the subject of a paper.

``plain_words`` are bare even beside others, as in "large model", and those of other languages;
``general_words`` say something only beside others: "hard negatives".
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator

_ENDINGS = ("s", "es", "d", "ed", "ing", "ly")


@functools.cache
def plain_words() -> frozenset[str]:
    """Return them in small letters, English verbs and nouns with their endings.

    Whole words, not stems: "contrast" is plain, "contrastive" is not. Words of German, French,
    Spanish, Portuguese and Italian have no English endings: "mites" is none of "mit".
    """
    english_words = _read_words("plain-words.txt")
    other_words = _read_words("plain-words-other.txt")
    return frozenset(form for word in english_words for form in _forms(word)).union(other_words)


@functools.cache
def general_words() -> frozenset[str]:
    """Return the words of any paper that are not plain, in small letters and in all their forms.

    ``general-words.txt`` is written by ``tools/lab/fitting/general_words.py``. The other file is
    written by hand: English words that titles have in other senses ("loss"), and nouns of method of
    other languages. In a library that is mostly English, all of their words are rare.
    """
    return frozenset(_read_words("general-words.txt") + _read_words("general-words-other.txt"))


def _read_words(name: str) -> list[str]:
    return (importlib.resources.files("resources") / name).read_text("utf-8").split()


def _forms(word: str) -> Iterator[str]:
    yield word
    for ending in _ENDINGS:
        yield word + ending
    if word.endswith("e"):
        yield word[:-1] + "ing"
        yield word[:-1] + "y"  # possibly
    if word.endswith("ic"):
        yield word + "ally"
    if word.endswith("y"):
        yield from (word[:-1] + ending for ending in ("ies", "ied", "ily"))
    for ending in ("ed", "ing"):  # planned, running
        yield word + word[-1] + ending
