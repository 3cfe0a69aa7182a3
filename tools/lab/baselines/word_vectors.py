"""Word2Vec and Doc2Vec by gensim, the optional extra "baselines".

One worker, so that equal seeds give equal vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from tools.lab.baselines.words import split_words, unit

_WINDOW, _NEGATIVES, _LEAST = 5, 5, 5
_WORD_EPOCHS, _TEXT_EPOCHS = 5, 10


def need_gensim() -> None:
    """Check that gensim is there.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import gensim  # noqa: F401
    except ImportError as error:
        raise UsageError(
            "gensim is not installed.", remedy="Install Cocite with the extra “baselines”."
        ) from error


class WordVectors:
    """Word2Vec (skip-gram): a vector a word, and how often the word occurred."""

    def __init__(
        self, texts: Sequence[Sequence[str]], *, dimension: int = 300, seed: int = 0
    ) -> None:
        """Learn from texts as words; words that occur less than five times are passed over.

        Raises:
            UsageError: gensim is not installed, or no word occurs often enough.
        """
        need_gensim()
        from gensim.models import Word2Vec

        model = Word2Vec(
            vector_size=dimension,
            window=_WINDOW,
            min_count=_LEAST,
            sg=1,
            negative=_NEGATIVES,
            workers=1,
            seed=seed + 1,
        )
        _learn(model, texts, epochs=_WORD_EPOCHS)
        self.rows: NDArray[np.float32] = model.wv.vectors
        self.numbers: dict[str, int] = model.wv.key_to_index
        self.counts = np.array(
            [model.wv.get_vecattr(word, "count") for word in model.wv.index_to_key], np.int64
        )

    def find_numbers(self, text: str) -> list[int]:
        """Return the numbers of a text's known words, in their order."""
        return [number for number in map(self.numbers.get, split_words(text)) if number is not None]


class Word2VecMean:
    """A text is the mean of its words' vectors."""

    def __init__(self, words: WordVectors) -> None:
        self._words = words

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        return self.encode_queries([" ".join(paper) for paper in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension); zeros if no word is known."""
        rows = np.zeros((len(texts), self._words.rows.shape[1]), np.float32)
        for index, text in enumerate(texts):
            numbers = self._words.find_numbers(text)
            if numbers:
                rows[index] = self._words.rows[numbers].mean(axis=0)
        return unit(rows)


class Doc2Vec:
    """Paragraph vectors (PV-DBOW); a new text's vector is inferred."""

    def __init__(
        self, texts: Sequence[Sequence[str]], *, dimension: int = 300, seed: int = 0
    ) -> None:
        """Learn from texts as words.

        Raises:
            UsageError: gensim is not installed, or no word occurs often enough.
        """
        need_gensim()
        from gensim.models import doc2vec

        self._seed = seed + 1
        self._model = doc2vec.Doc2Vec(
            vector_size=dimension,
            window=_WINDOW,
            min_count=_LEAST,
            dm=0,
            negative=_NEGATIVES,
            workers=1,
            seed=self._seed,
        )
        tagged = [doc2vec.TaggedDocument(words, [index]) for index, words in enumerate(texts)]
        _learn(self._model, tagged, epochs=_TEXT_EPOCHS)

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        return self.encode_queries([" ".join(paper) for paper in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text, the same whatever else is encoded: (texts, dimension).

        A text without a known word is zeros: gensim would leave its first guess, another each time.
        """
        rows = np.zeros((len(texts), self._model.vector_size), np.float32)
        for index, text in enumerate(texts):
            words = split_words(text)
            if not any(word in self._model.wv for word in words):
                continue
            # gensim draws the first guess from the model's own state.
            self._model.random.seed(self._seed)
            rows[index] = self._model.infer_vector(words, epochs=_TEXT_EPOCHS)
        return unit(rows)


def _learn(
    model: Any,  # noqa: ANN401 # gensim has no types
    texts: Sequence[object],
    *,
    epochs: int,
) -> None:
    model.build_vocab(texts)
    if not len(model.wv):
        raise UsageError(
            "No word occurs often enough in the training papers to learn from.",
            remedy="Use a corpus with more titles and abstracts.",
        )
    model.train(texts, total_examples=model.corpus_count, epochs=epochs)
