"""BM25 over a corpus, as candidate generation and as a baseline: bm25s with Lucene's formula.

The parameters are those of the citation runs of Anserini (k1 1.2, b 0.75), not its defaults. A
query is a bag of words: a term it repeats counts as often as it stands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import bm25s
import numpy as np
import Stemmer
from bm25s.tokenization import Tokenizer
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import Job, SilentJob

K1, B = 1.2, 0.75
NOTHING = -1
"""Stands for no text where a query has fewer hits than were asked for."""

_TITLE_TERMS, _ABSTRACT_TERMS = 3, 5


class Bm25:
    """An index of texts, which are numbered in the order they were given.

    Words have two letters or digits at least; Lucene's English stop words are left out and the
    others stemmed by Snowball's English stemmer.
    """

    def __init__(self, texts: Sequence[str], *, k1: float = K1, b: float = B) -> None:
        """Index the texts: about a minute for 250,000 abstracts.

        Raises:
            UsageError: no text has a word.
        """
        self._tokenizer = Tokenizer(stopwords="english", stemmer=Stemmer.Stemmer("english"))
        tokens = self._tokenizer.tokenize(
            texts, update_vocab=True, allow_empty=False, show_progress=False
        )
        vocabulary = self._tokenizer.get_vocab_dict()
        if not vocabulary:
            raise UsageError(
                "The papers have no words to search.",
                remedy="Use a corpus whose papers have titles or abstracts.",
            )
        self._index = bm25s.BM25(k1=k1, b=b, method="lucene")
        self._index.index((tokens, vocabulary), create_empty_token=False, show_progress=False)
        self._occurrences = np.zeros(len(vocabulary), np.int64)
        for token, count in Counter(chain.from_iterable(tokens)).items():
            self._occurrences[token] = count
        self._length = len(texts)

    def __len__(self) -> int:
        return self._length

    def scores(self, text: str) -> NDArray[np.float32]:
        """Return the score of every indexed text: (texts,), 0 where no word is shared."""
        scores: NDArray[np.float32] = self._index.get_scores_from_ids(self._tokens(text))
        return scores

    def search(
        self,
        queries: Sequence[str],
        k: int,
        *,
        without: Sequence[Sequence[int]] = (),
        job: Job | None = None,
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the ``k`` best texts of each query and their scores: (queries, k) both.

        Best first, the lower number first among equals; only texts that share a word are hits,
        and rows that run out of them end in ``NOTHING`` with score 0. ``without`` names, for
        each query, texts that may not be found, such as the paper that asks.
        """
        job = job or SilentJob()
        hits = np.full((len(queries), k), NOTHING, np.int32)
        scores = np.zeros((len(queries), k), np.float32)
        for row, query in enumerate(queries):
            job.check()
            job.report(row, len(queries), "BM25 queries")
            of_all = self.scores(query)
            if without:
                of_all[list(without[row])] = 0.0
            best = _best(of_all, k)
            hits[row, : len(best)] = best
            scores[row, : len(best)] = of_all[best]
        return hits, scores

    def key_terms(self, title: str, abstract: str) -> str:
        """Return the words of a paper that tell most, as a query.

        The three best of the title and the five best of the abstract by the Bose-Einstein weight
        (Bo1), which is what Citeomatic asks its Whoosh index for. A word appears once for each.
        """
        return " ".join(
            (*self._telling(title, _TITLE_TERMS), *self._telling(abstract, _ABSTRACT_TERMS))
        )

    def _telling(self, text: str, count: int) -> list[str]:
        words: dict[int, str] = {}
        for word in self._tokenizer.splitter(text.lower()):
            for token in self._tokens(word):
                words.setdefault(token, word)
        tokens = self._tokens(text)
        within = np.array([tokens.count(token) for token in words], np.float64)
        share = self._occurrences[list(words)] / self._length
        weights = within * np.log2((1 + share) / share) + np.log2(1 + share)
        best = np.argsort(-weights, kind="stable")[:count]
        return [list(words.values())[index] for index in best]

    def _tokens(self, text: str) -> list[int]:
        tokens: list[int] = self._tokenizer.tokenize(
            [text], update_vocab=False, allow_empty=False, show_progress=False
        )[0]
        return tokens


def _best(scores: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Return the indices of the ``k`` highest scores above 0, the lower first among equals."""
    limit = np.partition(scores, -k)[-k] if k < len(scores) else 0.0
    indices = np.flatnonzero((scores >= limit) & (scores > 0.0))
    best: NDArray[np.int64] = indices[np.argsort(-scores[indices], kind="stable")[:k]]
    return best
