"""The examples of the ``cocite`` recipe: a query, papers that answer it, papers that do not.

Four kinds are mixed: a citing sentence and what it cites; a paper and what it cites (SPECTER); a
paper and its neighbours in the citation graph (SciNCL); sentences of an abstract, for which the
base says what is right (distillation). All are drawn anew each epoch.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
import scipy.sparse
import torch
from numpy.typing import NDArray

from core.manuscript.text.sentences import split_quickly
from core.models.devices import is_out_of_memory, release_memory
from core.recommend.context import joined
from training.base.fields import Sizes
from training.corpus.corpus import CitingSentence, Corpus
from training.sampling.contexts import sample_manuscript
from training.sampling.draws import generator
from training.sampling.questions import FORMS
from training.sampling.triplets import Triplets

# --- hard negatives mined with the current model (NV-Retriever, Moreira et al. 2024) ----------
#
# The papers nearest to a query that it is not known to cite are hard, but many of them would be
# right as well. Whatever scores above a share of the score of a known answer is therefore left out.


_ROWS = 256
"""Queries scored at once; with 100,000 papers that is 100 MB."""

NONE = -1
"""Stands where a query has fewer negatives than asked for."""


@dataclass(frozen=True, slots=True)
class MiningPool:
    """Papers that may be mined: their numbers, different ones, and their unit rows."""

    numbers: NDArray[np.int64]
    rows: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class MiningQuery:
    """What a query must not get as negatives: its answers, and papers that are neither.

    Answers of the pool set the limit that a negative must stay under; the lowest of them counts,
    so that it holds for each pair of the query and an answer.
    """

    positives: Collection[int]
    excluded: Collection[int] = ()


def mine(  # noqa: PLR0913 - each is a choice of its own
    rows: NDArray[np.float32],
    queries: Sequence[MiningQuery],
    pool: MiningPool,
    *,
    depth: int,
    limit: float = 0.95,
    skip: int = 0,
    device: str = "cpu",
) -> NDArray[np.int64]:
    """Return the hardest fair negatives of each query, hardest first: (queries, depth).

    Args:
        rows: unit rows of the queries, (queries, dimension).
        queries: what each must not get.
        pool: where negatives come from.
        depth: negatives of a query; ``NONE`` fills up.
        limit: share of the lowest answer's score that a negative must not exceed.
        skip: the nearest papers that are passed over, after the limit.
        device: where it is computed; on the CPU instead if the pool does not fit.
    """
    mined = partial(_mined, rows, queries, pool, depth=depth, limit=limit, skip=skip)
    if device != "cpu":
        try:
            return mined(device)
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        release_memory(torch.device(device))
    return mined("cpu")


def _mined(  # noqa: PLR0913
    rows: NDArray[np.float32],
    queries: Sequence[MiningQuery],
    pool: MiningPool,
    device: str,
    *,
    depth: int,
    limit: float,
    skip: int,
) -> NDArray[np.int64]:
    papers = torch.from_numpy(pool.rows).to(device).float().T
    columns = _Columns(pool.numbers, np.argsort(pool.numbers))
    chosen = np.full((len(queries), depth), NONE, np.int64)
    for start in range(0, len(queries), _ROWS):
        part = slice(start, start + _ROWS)
        scores = torch.from_numpy(rows[part]).to(device) @ papers
        _leave_out(scores, queries[part], columns, limit)
        best = scores.topk(min(depth + skip, len(pool.numbers)), dim=1)
        nearest = best.indices[:, skip:].cpu().numpy()
        fair = np.isfinite(best.values[:, skip:].cpu().numpy())
        chosen[part, : nearest.shape[1]] = np.where(fair, pool.numbers[nearest], NONE)
    return chosen


@dataclass(frozen=True, slots=True)
class _Columns:
    """Finds papers among a pool's numbers by bisection."""

    numbers: NDArray[np.int64]
    order: NDArray[np.int64]

    def of(
        self, lists: Sequence[Collection[int]], device: torch.device
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return for each paper that the pool has the number of its list, and its column."""
        lengths = [len(papers) for papers in lists]
        numbers = np.fromiter(itertools.chain.from_iterable(lists), np.int64, sum(lengths))
        at = np.searchsorted(self.numbers, numbers, sorter=self.order).clip(max=len(self.order) - 1)
        indices = self.order[at]
        real = self.numbers[indices] == numbers
        own = np.repeat(np.arange(len(lists)), lengths)[real]
        return torch.from_numpy(own).to(device), torch.from_numpy(indices[real]).to(device)


def _leave_out(
    scores: torch.Tensor, queries: Sequence[MiningQuery], columns: _Columns, limit: float
) -> None:
    """Set to -inf what is no fair negative: (queries, papers)."""
    own, answers = columns.of([query.positives for query in queries], scores.device)
    lowest = torch.full((len(queries),), torch.inf, device=scores.device)
    lowest.scatter_reduce_(0, own, scores[own, answers], "amin")
    # A share of a negative score would lie above it.
    most = torch.where(lowest > 0, lowest * limit, lowest)
    scores.masked_fill_(scores > most[:, None], -torch.inf)
    scores[own, answers] = -torch.inf
    scores[columns.of([query.excluded for query in queries], scores.device)] = -torch.inf


# --- the examples -----------------------------------------------------------------------------

_SAMPLED = Sizes(supplemental=4)
"""What the form "sampled" reads: more sentences would not be read to their end."""


Choice = Callable[[Sequence[CitingSentence]], Sequence[CitingSentence]]


@dataclass(frozen=True, slots=True)
class CociteExample:
    """A query with papers by number.

    ``right`` are all papers known to answer it; ``unfair`` are those that must not count as
    negatives: all that the citing paper cites, and the paper itself. ``bank`` are random papers
    that the whole batch is compared with. ``bare`` says which of the positives and negatives are
    shown by title alone. With ``rest`` the query was made of the only positive's abstract, of
    which that is what it is shown with; the base says what is right (distillation).
    """

    query: str
    positives: tuple[int, ...]
    negatives: tuple[int, ...]
    right: tuple[int, ...]
    unfair: tuple[int, ...]
    bank: tuple[int, ...] = ()
    bare: tuple[bool, ...] = ()
    rest: str | None = None

    def paper_texts(self, corpus: Corpus) -> Iterator[tuple[int, str, str]]:
        """Yield number, title and abstract of the positives and negatives as they are shown."""
        papers = (*self.positives, *self.negatives)
        for paper, bare in itertools.zip_longest(papers, self.bare, fillvalue=False):
            title, abstract = corpus.text(paper)
            yield paper, title, "" if bare else abstract if self.rest is None else self.rest


class ExampleSource(Protocol):
    """One kind of examples."""

    def __len__(self) -> int:
        """Return how many an epoch has."""

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example, drawn from (seed, epoch, index) alone."""

    def length(self, index: int) -> int:
        """Return about how many letters the example has, in any epoch."""


class ContextExamples:
    """Citing sentences and what they cite.

    Papers that a person refused for a sentence are its hard negatives, before mined ones.

    The query's form is drawn by ``forms`` (weights by name: those of ``FORMS``, and "sampled",
    the sentence and its neighbours with sentences drawn from before, MP-BERT4CR §4.1.1).
    """

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        corpus: Corpus,
        *,
        forms: Mapping[str, float],
        positives: int,
        negatives: int,
        most: int,
        seed: int,
        titles_only: bool = False,
        choose: Choice | None = None,
    ) -> None:
        """Take ``most`` sentences, 0 for all, that cite a paper with an abstract.

        With ``titles_only``, a paper of which no more than the title is known answers as well.
        ``choose`` says which of the sentences are wanted at all.
        """
        self._corpus, self._seed = corpus, seed
        self._may_answer = corpus.split_of == 0 if titles_only else corpus.trainable
        self._forms, weights = list(forms), np.array(list(forms.values()), np.float64)
        self._shares = weights / weights.sum()
        self._positives, self._negatives = positives, negatives
        self._cites = corpus.cites()
        usable = [
            context for context in corpus.contexts() if self._may_answer[list(context.cited)].any()
        ]
        self.contexts = _draw_some(choose(usable) if choose else usable, most, seed)
        self.mined: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.contexts)

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return a sentence in one of its forms, and some of the papers it cites."""
        context = self.contexts[index]
        random = generator(self._seed, epoch, index, "context")
        right = self.answers(context)
        count = min(self._positives, len(right))
        chosen = random.choice(len(right), count, replace=False)
        return CociteExample(
            query=self._query(context, random),
            positives=tuple(right[position] for position in chosen),
            negatives=self._hard(index, random),
            right=right,
            unfair=self.unfair(context),
        )

    def length(self, index: int) -> int:
        """Return about how many letters an example has: its sentence is short beside its papers."""
        papers = self.answers(self.contexts[index])[: self._positives]
        return sum(len(text) for paper in papers for text in self._corpus.text(paper))

    def answers(self, context: CitingSentence) -> tuple[int, ...]:
        """Return the papers with text that the sentence cites."""
        return tuple(paper for paper in context.cited if self._may_answer[paper])

    def refused(self, context: CitingSentence) -> tuple[int, ...]:
        """Return the papers with text that were refused for the sentence and not cited in it."""
        refused = (paper for paper in context.refused if self._corpus.trainable[paper])
        return tuple(paper for paper in refused if paper not in context.cited)

    def unfair(self, context: CitingSentence) -> tuple[int, ...]:
        """Return what the citing paper cites anywhere, and itself."""
        return (context.citing, *_row(self._cites, context.citing))

    def question(self, context: CitingSentence) -> str:
        """Return the form that hard negatives are mined with."""
        return FORMS["title sentence"](self._corpus.passage(context))

    def _query(self, context: CitingSentence, random: np.random.Generator) -> str:
        passage = self._corpus.passage(context)
        form = self._forms[int(random.choice(len(self._forms), p=self._shares))]
        if form != "sampled":
            return FORMS[form](passage)
        return sample_manuscript(passage, random, _SAMPLED).text()

    def _hard(self, index: int, random: np.random.Generator) -> tuple[int, ...]:
        refused = np.array(self.refused(self.contexts[index]), np.int64)
        chosen = _some(refused, self._negatives, random)
        if self.mined is None:
            return chosen
        mined = self.mined[index][self.mined[index] != NONE]
        usable = mined[~np.isin(mined, refused)]
        return chosen + _some(usable, self._negatives - len(chosen), random)


class PaperExamples:
    """Papers and what stands near them: a sampler's triplets as examples."""

    def __init__(self, corpus: Corpus, triplets: Triplets, *, count: int, seed: int) -> None:
        """Take ``count`` triplets an epoch, others in the next one, until all were taken."""
        self._corpus, self._triplets = corpus, triplets
        self._count = min(count, len(triplets))
        self._order = generator(seed, 0, 0, "papers").permutation(len(triplets))
        self._cites = corpus.cites()
        self._cited_by = self._cites.T.tocsr()

    def __len__(self) -> int:
        return self._count

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return a paper, one that is near it, and one that is not."""
        position = self._order[(epoch * self._count + index) % len(self._order)]
        query, positive, negative = self._triplets.triplet(epoch, int(position))
        title, abstract = self._corpus.text(query)
        return CociteExample(
            query=joined((f"{title}.", abstract)),
            positives=(positive,),
            negatives=(negative,),
            right=(positive,),
            unfair=(query, *_row(self._cites, query), *_row(self._cited_by, query)),
        )

    def length(self, index: int) -> int:
        """Return about how many letters an example has, judged by its first paper."""
        anchor = self._triplets.anchor(int(self._order[index]))
        return 3 * sum(map(len, self._corpus.text(anchor)))


class AbstractExamples:
    """Questions made of abstracts, for which a model is to find what its base finds.

    Citing sentences teach what authors cite; most papers are cited in none, and would be wrong
    answers only.
    """

    def __init__(self, corpus: Corpus, *, count: int, seed: int) -> None:
        """Take ``count`` papers an epoch, others in the next one, until all were taken."""
        self._corpus, self._seed = corpus, seed
        self._papers = generator(seed, 0, 0, "abstracts").permutation(
            np.flatnonzero(corpus.trainable & corpus.has_abstract)
        )
        self._count = min(count, len(self._papers))

    def __len__(self) -> int:
        return self._count

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return some sentences of a paper's abstract, and the paper without them."""
        paper = int(self._papers[(epoch * self._count + index) % len(self._papers)])
        random = generator(self._seed, epoch, index, "abstract")
        question, rest = draw_cloze(*self._corpus.text(paper), random)
        return CociteExample(question, (paper,), (), right=(), unfair=(paper,), rest=rest)

    def length(self, index: int) -> int:
        """Return about how many letters an example has."""
        return sum(map(len, self._corpus.text(int(self._papers[index]))))


_WORDS = range(5, 51)
"""Words of a sentence that asks: shorter ones are remains of numbers and abbreviations."""
_TOGETHER = (0.6, 0.3, 0.1)
"""How often one, two or three sentences ask together."""
_WHOLE = 0.2
"""Share of papers that keep the sentences: a library's own sentences are asked for too."""
_TAKEN_OUT = 0.35
"""Share that is taken out of those words of a question that its paper has too."""


def draw_cloze(title: str, abstract: str, random: np.random.Generator) -> tuple[str, str]:
    """Return sentences of an abstract as a question, and the abstract without them.

    The inverse cloze task (Lee et al. 2019). Words that the question shares with what is left are
    taken out in part, so that the paper must be found by its meaning. The title asks for a paper
    whose abstract cannot be parted.
    """
    sentences = split_quickly(abstract)
    usable = [at for at, one in enumerate(sentences) if len(one.split()) in _WORDS]
    if len(sentences) < 2 or not usable:
        return title, abstract
    first = int(random.choice(usable))
    most = min(1 + int(random.choice(len(_TOGETHER), p=_TOGETHER)), len(sentences) - 1)
    asking = range(first, min(first + most, len(sentences)))
    remaining = [one for at, one in enumerate(sentences) if at not in asking]
    rest = " ".join(sentences if random.random() < _WHOLE else remaining)
    paper_words = set(f"{title} {rest}".lower().split())
    words = " ".join(sentences[at] for at in asking).split()
    taken_out = random.random(len(words)) < _TAKEN_OUT
    question_words = [
        word
        for word, out in zip(words, taken_out.tolist(), strict=True)
        if not out or word.lower() not in paper_words
    ]
    return " ".join(question_words) or title, rest


class Mixture:
    """Sources one after another; the loop shuffles them."""

    def __init__(self, sources: Sequence[ExampleSource]) -> None:
        self._sources = [source for source in sources if len(source)]
        self._ends = np.cumsum([len(source) for source in self._sources])

    def __len__(self) -> int:
        return int(self._ends[-1]) if self._sources else 0

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example of the source that the index falls into."""
        source, position = self._located(index)
        return source.example(epoch, position)

    def length(self, index: int) -> int:
        """Return about how many letters the example has."""
        source, position = self._located(index)
        return source.length(position)

    def _located(self, index: int) -> tuple[ExampleSource, int]:
        which = int(np.searchsorted(self._ends, index, side="right"))
        return self._sources[which], index - (int(self._ends[which - 1]) if which else 0)


def _draw_some(usable: Sequence[CitingSentence], most: int, seed: int) -> Sequence[CitingSentence]:
    """Return ``most`` of the sentences at most, 0 for all."""
    if not most or most >= len(usable):
        return usable
    chosen = generator(seed, 0, 0, "contexts").choice(len(usable), most, replace=False)
    return [usable[index] for index in sorted(chosen)]


def _some(papers: NDArray[np.int64], most: int, random: np.random.Generator) -> tuple[int, ...]:
    count = min(most, len(papers))
    return tuple(random.choice(papers, count, replace=False).tolist()) if count else ()


def _row(matrix: scipy.sparse.csr_array, row: int) -> list[int]:
    papers: list[int] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]].tolist()
    return papers
