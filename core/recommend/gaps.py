"""Which sentences lean on the literature: the chance that a sentence needs a citation.

A logistic model over hashed words, word pairs, the kind of section and the place in it. The
weights were fitted by ``training/gaps.py`` on sentences whose markers had been cut out.
"""

from __future__ import annotations

import importlib.resources
import itertools
import math
import re
import zlib
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.recommend.context import without_markers
from core.records import NEEDS_CITATION, Manuscript

BUCKETS = 1 << 16
_SCALE = 32.0
"""Weights are stored as whole numbers of a 32nd."""

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+|[^\w\s]")
_KINDS = (
    ("related", r"related|previous work|prior work|background|literature|state of the art"),
    ("introduction", r"introduction|motivation"),
    ("conclusion", r"conclu|future|limitation|acknowledg|broader impact|ethic"),
    ("results", r"result|experiment|evaluation|analysis|ablation|discussion"),
    ("method", r"method|model|approach|algorithm|architecture|theor|proof|preliminar|problem"),
    ("data", r"data|corpus|benchmark|setup|setting|implementation|baseline"),
    ("abstract", r"abstract"),
)
_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _KINDS)


def needs_citation(manuscript: Manuscript) -> list[float]:
    """Return for each sentence the chance, 0..1, that it needs a citation.

    Abstracts do not cite: their sentences have the chance 0.
    """
    titles = [section.title for section in manuscript.sections]
    texts = [without_markers(sentence) for sentence in manuscript.sentences]
    chances = []
    for sentence, text in zip(manuscript.sentences, texts, strict=True):
        title = "abstract" if sentence.section is None else titles[sentence.section]
        previous = texts[sentence.index - 1] if sentence.index else ""
        chances.append(0.0 if _kind(title) == "abstract" else _chance(text, previous, title))
    return chances


def gap_sentences(manuscript: Manuscript, chances: Sequence[float]) -> list[int]:
    """Return the sentences that need a citation and have none, in reading order."""
    return [
        sentence.index
        for sentence, chance in zip(manuscript.sentences, chances, strict=True)
        if chance >= NEEDS_CITATION and not sentence.markers
    ]


def features(text: str, previous: str, section: str) -> list[int]:
    """Return the buckets that speak for a sentence; each bucket once.

    ``text`` and the ``previous`` sentence come without markers.
    """
    words = _words(text)
    named = [f"1 {word}" for word in words]
    named += [f"2 {first} {second}" for first, second in itertools.pairwise(words)]
    named += [f"p {word}" for word in _words(previous)]
    named += [f"b {word}" for word in words[:1]]
    named += [f"s {_kind(section)}", f"l {min(len(words) // 5, 10)}", "bias"]
    named += [f"c {_kind(section)} {min(len(words) // 10, 5)}", f"n {_has_name(text)}"]
    return sorted({zlib.crc32(name.encode()) % BUCKETS for name in named})


def quantized(weights: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return the weights in the form they are stored in."""
    return np.clip(np.round(weights * _SCALE), -127, 127).astype(np.int8)


def _chance(text: str, previous: str, section: str) -> float:
    logit = float(_weights()[features(text, previous, section)].sum())
    return 1 / (1 + math.exp(-logit))


def _words(text: str) -> Sequence[str]:
    return ["0" if word.isdigit() else word for word in _WORD.findall(text.lower())]


def _has_name(text: str) -> bool:
    """Tell whether the sentence names something inside it: a method, a data set, a person."""
    inner = text.split()[1:]
    return any(sum(letter.isupper() for letter in word) and word[0].isalpha() for word in inner)


def _kind(title: str) -> str:
    lowered = title.lower()
    return next((kind for kind, pattern in _COMPILED if pattern.search(lowered)), "other")


@cache
def _weights() -> NDArray[np.float32]:
    file = importlib.resources.files("resources") / "ranking" / "gaps.npy"
    with file.open("rb") as stored:
        whole: NDArray[np.int8] = np.load(stored, allow_pickle=False)
    return whole.astype(np.float32) / _SCALE
