"""Selects the pairs of papers worth comparing, without comparing each with each.

Two papers become a pair when they share an identifier, a whole title, a main title before a
colon, two of the four rarest words of their titles (so that one or two typing errors do no
harm), or, with a short title, the first author and a year at most one apart. Blocks in which
more papers fall together say nothing and are passed over.
"""

from __future__ import annotations

import itertools
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from core.base.distinct import distinct
from core.base.identity import split_into_words, title_key
from core.base.jobs import Job
from core.base.messages import Message
from core.library.duplicates.likeness import SUBTITLE, PaperTraits

_LARGEST = 60  # papers in a block
_RAREST = 4
_SHORT_TITLE = 6  # words
_LEAST_ALIKE = 75.0
_AT_ONCE = 5_000
"""So many that other threads of Python wait for a few milliseconds at most."""

Pairs = NDArray[np.int64]
"""Rows of two positions in the list of papers, the smaller first."""


class Vocabulary:
    """The words of all titles, and how many titles hold each."""

    def __init__(self, papers: Sequence[PaperTraits]) -> None:
        self.titles = [tuple(dict.fromkeys(split_into_words(paper.title))) for paper in papers]
        self._counts: Counter[str] = Counter()
        for start in range(0, len(self.titles), _AT_ONCE):
            part = self.titles[start : start + _AT_ONCE]
            self._counts.update(itertools.chain.from_iterable(part))
        counts = np.fromiter(self._counts.values(), np.int64, len(self._counts))
        ranks = np.empty_like(counts)
        ranks[np.argsort(counts, kind="stable")] = np.arange(len(counts))
        self._ranks = dict(zip(self._counts, ranks.tolist(), strict=True))

    def count(self, word: str) -> int:
        """Return how many titles hold a word."""
        return self._counts[word]

    def rare_pairs(self, title: Sequence[str]) -> Iterator[int]:
        """Yield a number for each two of the rarest words of a title."""
        ranks = sorted(self._ranks[word] for word in title if len(word) > 1)[:_RAREST]
        size = len(self._ranks)
        return (one * size + other for one, other in itertools.combinations(ranks, 2))


def pairs_to_compare(papers: Sequence[PaperTraits], words: Vocabulary, job: Job) -> Pairs:
    """Return the pairs that may be one paper, each once."""
    pair_arrays: list[Pairs] = []
    keys: list[tuple[Message, Callable[[int], Iterable[Hashable]]]] = [
        (Message("identifiers"), lambda at: _ids(papers[at])),
        (Message("titles"), lambda at: _titles(papers[at])),
        (Message("authors and years"), lambda at: _author_years(papers[at], words.titles[at])),
        (Message("rare words"), lambda at: words.rare_pairs(words.titles[at])),
    ]
    for key_number, (name, keys_of) in enumerate(keys):
        job.check()
        job.report(key_number, len(keys), Message("Looking for duplicates: {name}", name=name))
        pair_arrays.append(_pairs(len(papers), keys_of))
    coded = distinct(
        np.concatenate(
            [pair_array[:, 0] * len(papers) + pair_array[:, 1] for pair_array in pair_arrays]
        )
    )
    return _alike(papers, np.stack(np.divmod(coded, len(papers)), axis=1), job)


def _ids(paper: PaperTraits) -> Iterator[Hashable]:
    if paper.doi:
        yield f"doi:{paper.doi}"
    if paper.arxiv:
        yield f"arxiv:{paper.arxiv}"


def _titles(paper: PaperTraits) -> Iterator[Hashable]:
    if not paper.title_key:
        return
    yield paper.title_key
    mark = SUBTITLE.search(paper.title)
    if mark is not None:
        main = title_key(paper.title[: mark.start()])
        if main and main != paper.title_key:
            yield main


def _author_years(paper: PaperTraits, title: Sequence[str]) -> Iterator[Hashable]:
    if paper.families and len(title) < _SHORT_TITLE:
        for year in (paper.year, paper.year + 1) if paper.year is not None else (None,):
            yield paper.families[0], year


def _pairs(count: int, keys_of: Callable[[int], Iterable[Hashable]]) -> Pairs:
    """Return each two papers that have a key in common which few have."""
    keys, holders = array("q"), array("q")
    for at in range(count):
        for key in keys_of(at):
            keys.append(hash(key))  # two keys of one hash bring a pair that is compared in vain
            holders.append(at)
    order = np.argsort(np.frombuffer(keys, np.int64), kind="stable")
    _, starts = np.unique(np.frombuffer(keys, np.int64)[order], return_index=True)
    ends = np.append(starts[1:], len(order))
    papers = np.frombuffer(holders, np.int64)[order]
    chosen = np.flatnonzero((ends - starts > 1) & (ends - starts <= _LARGEST))
    flat = array("q")
    for key_index in chosen:
        block = papers[starts[key_index] : ends[key_index]].tolist()
        flat.extend(itertools.chain.from_iterable(itertools.combinations(block, 2)))
    return np.frombuffer(flat, np.int64).reshape(-1, 2)


def _alike(papers: Sequence[PaperTraits], pairs: Pairs, job: Job) -> Pairs:
    """Return the pairs whose titles have enough letters in common, or that share an id."""
    kept_batches = []
    for start in range(0, len(pairs), _AT_ONCE):
        job.check()
        job.report(start, len(pairs), "Comparing titles")
        batch = pairs[start : start + _AT_ONCE]
        one, other = ([papers[at].title_key for at in column] for column in batch.T.tolist())
        # The part of a title before its colon is alike to the whole, however long that is.
        whole = process.cpdist(one, other, scorer=fuzz.ratio, score_cutoff=_LEAST_ALIKE)
        keep = whole > 0
        for row in np.flatnonzero(~keep).tolist():
            keep[row] = _starts_or_shares(papers[batch[row, 0]], papers[batch[row, 1]])
        kept_batches.append(batch[keep])
    return np.concatenate(kept_batches) if kept_batches else pairs


def _starts_or_shares(one: PaperTraits, other: PaperTraits) -> bool:
    if (one.doi and one.doi == other.doi) or (one.arxiv and one.arxiv == other.arxiv):
        return True
    first, second = one.title_key, other.title_key
    return first.startswith(second) or second.startswith(first)
