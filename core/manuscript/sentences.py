"""Cutting paragraphs into sentences with NLTK's Punkt and the parameters in ``resources``.

The parameters are set on ``PunktParameters`` by hand: NLTK's own loader reads only from its data
path and would have to download them.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing NLTK takes a second, which no window should wait for
    from nltk.tokenize.punkt import PunktSentenceTokenizer

_ALWAYS_GOES_ON = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|resp|Figs?|Eqs?|Eqns?|Secs?|Tabs?|Refs?|Thms?|Props?|Defs?|Alg|Algs"
    r"|Chap|Ch|pp|viz|approx|w\.r\.t|s\.t|a\.k\.a)\.,?|\b[A-Z]\.)\Z"
)
_ET_AL = re.compile(r"\bet\s+al\.\Z")
_GOES_ON = re.compile(r"[a-z0-9(\[,;]|[A-Z]\.|and\b")
_BOUNDARY = re.compile(r"(?<=[.!?])[)\]”’\"']*\s+(?=[“‘\"'(\[]*[A-Z0-9])")
_OPENING = re.compile(r"[\s)\]”’\"']*\Z")
_LIST_NUMBER = re.compile(r"(?:\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[•‣▪◦●■–—∙·])\Z")


@cache
def _splitter() -> PunktSentenceTokenizer:
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    text = files("resources").joinpath("punkt", "scientific.json").read_text(encoding="utf-8")
    known = json.loads(text)
    parameters = PunktParameters()
    parameters.abbrev_types = set(known["abbreviations"])
    parameters.collocations = {(first, second) for first, second in known["collocations"]}
    parameters.sent_starters = set(known["starters"])
    parameters.ortho_context = defaultdict(int, known["capitals"])
    return PunktSentenceTokenizer(parameters)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of each sentence; together they cover all but the spaces between."""
    return _merged(text, _splitter().span_tokenize(text))


def split_quickly(text: str) -> list[str]:
    """Return the sentences of clean text such as an abstract, without loading NLTK.

    Cuts where a point is followed by a capital, then mends what the rules of ``sentence_spans``
    would not have cut. A window that only wants to quote an abstract needs no more.
    """
    cuts = [0, *(match.end() for match in _BOUNDARY.finditer(text)), len(text)]
    spans = [(start, end) for start, end in itertools.pairwise(cuts) if end > start]
    return [text[start:end].strip() for start, end in _merged(text, spans)]


def _merged(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and _belongs_together(text[slice(*merged[-1])].rstrip(), text[start:end]):
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return [span for span in merged if text[span[0] : span[1]].strip()]


def _belongs_together(before: str, after: str) -> bool:
    if _ALWAYS_GOES_ON.search(before):
        return not _ends_with_initial_word(before)
    if _ET_AL.search(before):
        return bool(_GOES_ON.match(after))
    return (
        _LIST_NUMBER.fullmatch(before) is not None
        or (before.endswith(". . .") and re.match(r"[,.)}\]]", after) is not None)
        or (before.endswith((".", "!", "?")) and re.match(r"[a-z]{2,}", after) is not None)
        or re.fullmatch(r"[)\]”’\"'.,;:]+", after) is not None
        or _is_open(before)
    )


def _ends_with_initial_word(before: str) -> bool:
    """Say whether the last "X." is a symbol at a sentence's end ("the matrix A.")."""
    match = re.search(r"\b(?:matrix|set|variable|parameter|class|type|appendix|case)\s+[A-Z]\.\Z",
                      before, re.IGNORECASE)  # fmt: skip
    return match is not None


def _is_open(before: str) -> bool:
    """Say whether a parenthesis opened shortly before is still open."""
    tail = before[-200:]
    return any(
        tail.count(left) > tail.count(right) and tail.rfind(left) > tail.rfind(right)
        for left, right in ("()", "{}", "[]")
    )


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]
