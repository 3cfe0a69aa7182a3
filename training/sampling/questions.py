"""Questions with known answers: what is asked, which papers may answer, which are right.

A question comes from a held-out citing paper; that paper itself never answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.recommend.context import Passage, joined
from core.recommend.reranking import asked_text
from training.corpus.corpus import Corpus
from training.sampling.draws import generator

DEPTH = 1_000
"""Papers of a ranking that are judged, as in an answer file."""

_CHUNK = 256
"""Questions scored at once: 256 rows of 260,000 papers are 266 MB."""

Scores = Callable[[slice], NDArray[np.float32]]
"""Scores of a slice of the questions: (questions, pool), higher is better."""


def sentences(title: str, text: str) -> str:
    """Return "title. text", or what there is of both."""
    return f"{title}. {text}" if title and text else title or text


def _neighbours(passage: Passage) -> str:
    return joined((*passage.before[-1:], passage.sentence, *passage.after[:1]))


FORMS: Mapping[str, Callable[[Passage], str]] = {
    "title sentence": asked_text,
    "sentence": lambda passage: passage.sentence,
    "neighbours": _neighbours,
    "title neighbours": lambda passage: sentences(passage.title, _neighbours(passage)),
    "title": lambda passage: passage.title,
    "title abstract": lambda passage: sentences(passage.title, passage.abstract),
}
"""The ways to put a passage into one text, by name."""


T = TypeVar("T")

Half = Literal["choosing", "judging"]
"""Of the dev papers: those that choose which state of a training is kept, and those that then say
how good it is. Where there is only one paper, it is both."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Texts that ask a pool of papers.

    ``relevant`` are external ids, ``pool`` and ``own`` numbers of the corpus; ``own`` is the
    paper the question was taken from, -1 where the corpus does not have it. ``names`` are the
    external ids of all papers.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    relevant: tuple[tuple[str, ...], ...]
    own: tuple[int, ...]
    pool: NDArray[np.int64]
    names: Sequence[str]

    def __len__(self) -> int:
        return len(self.ids)

    def judged(self) -> dict[str, tuple[str, ...]]:
        """Return the relevant papers of each question."""
        return dict(zip(self.ids, self.relevant, strict=True))

    def rankings(self, scores: Scores) -> Iterator[tuple[str, list[tuple[str, float]]]]:
        """Yield a question's id and its ``DEPTH`` best papers with their scores, best first.

        Papers of equal score keep the order of the pool.
        """
        column_of = {int(paper): column for column, paper in enumerate(self.pool)}
        for start in range(0, len(self), _CHUNK):
            chunk = slice(start, min(start + _CHUNK, len(self)))
            table = np.array(scores(chunk), np.float32)
            for row, own in zip(table, self.own[chunk], strict=True):
                if own in column_of:
                    row[column_of[own]] = -np.inf
            best = best_columns(table, DEPTH)
            for name, row, columns in zip(self.ids[chunk], table, best, strict=True):
                hits = columns[row[columns] > -np.inf]
                papers = (self.names[paper] for paper in self.pool[hits])
                yield name, list(zip(papers, map(float, row[hits]), strict=True))


def best_columns(scores: NDArray[np.float32], depth: int) -> NDArray[np.int64]:
    """Return the columns of each row's highest scores, best first: (rows, ≤ depth).

    Columns of equal score come in their own order.
    """
    rows, columns = scores.shape
    if depth < columns:
        columns_kept = np.sort(np.argpartition(-scores, depth - 1, axis=1)[:, :depth], axis=1)
    else:
        columns_kept = np.broadcast_to(np.arange(columns), (rows, columns))
    order = np.argsort(-np.take_along_axis(scores, columns_kept, axis=1), axis=1, kind="stable")
    return np.take_along_axis(columns_kept, order, axis=1).astype(np.int64)


def context_questions(
    corpus: Corpus,
    *,
    most: int,
    pool: int | NDArray[np.int64],
    half: Half | None = None,
    seed: int = 0,
) -> Questions:
    """Return citing sentences of the dev papers, of all or a half, drawn evenly, at most ``most``.

    The text is "title. sentence". Relevant are the cited papers that have a text. A pool
    given as a number holds these and others drawn with the seed, so many in all.
    """
    contexts = corpus.contexts("dev")
    answers = [_with_text(corpus, context.cited) for context in contexts]
    usable: Sequence[int] = [index for index, papers in enumerate(answers) if papers]
    if half is not None:
        citing = [corpus.ids[contexts[index].citing] for index in usable]
        usable = of_half(usable, citing, half)
    order = generator(seed, 0, 0, "held-out contexts").permutation(len(usable))[:most]
    chosen = [usable[index] for index in np.sort(order)]
    passages = [corpus.passage(contexts[index]) for index in chosen]
    relevant = tuple(answers[index] for index in chosen)
    return Questions(
        ids=tuple(f"{corpus.ids[contexts[p].citing]}#{contexts[p].position}" for p in chosen),
        texts=tuple(FORMS["title sentence"](passage) for passage in passages),
        relevant=tuple(paper_ids(corpus, papers) for papers in relevant),
        own=tuple(contexts[index].citing for index in chosen),
        pool=drawn_pool(corpus, relevant, size=pool, seed=seed) if isinstance(pool, int) else pool,
        names=corpus.ids,
    )


def of_half(questions: Sequence[T], citing: Sequence[str], half: Half) -> Sequence[T]:
    """Return the questions of a half, by the papers they come from; all, if there is one paper.

    The hash of its id decides over a paper, so that it stays in its half when others come; a half
    that would be empty has the paper whose hash is the least.
    """
    digests = {paper_id: hashlib.sha256(paper_id.encode()).digest() for paper_id in citing}
    if len(digests) < 2:
        return questions
    # The first byte says which papers are held out at all.
    judging = {paper_id for paper_id, digest in digests.items() if digest[1] % 2}
    if len(judging) in (0, len(digests)):
        judging ^= {min(digests, key=lambda paper_id: digests[paper_id])}
    is_judging = half == "judging"
    return [
        q for q, paper in zip(questions, citing, strict=True) if (paper in judging) is is_judging
    ]


def drawn_pool(
    corpus: Corpus, needed: Iterable[Iterable[int]], *, size: int, seed: int
) -> NDArray[np.int64]:
    """Return the needed papers and others that have a text, numbers rising.

    They are ``size`` in all, or more if more are needed.
    """
    inside = np.unique(np.fromiter((paper for papers in needed for paper in papers), np.int64))
    candidates = np.setdiff1d(np.flatnonzero(corpus.has_text), inside)
    random = generator(seed, 0, 0, "held-out pool")
    distractors = random.permutation(candidates)[: max(size - len(inside), 0)]
    return np.sort(np.concatenate([inside, distractors])).astype(np.int64)


def paper_ids(corpus: Corpus, papers: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of papers."""
    return tuple(corpus.ids[paper] for paper in papers)


def _with_text(corpus: Corpus, papers: Iterable[int]) -> tuple[int, ...]:
    return tuple(int(paper) for paper in papers if corpus.has_text[paper])
