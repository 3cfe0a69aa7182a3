"""Query sets of a corpus: its citing sentences in the form of the development queries."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator

from core.evaluation.queries import Query
from training.corpus.corpus import CitingSentence, Corpus
from training.corpus.splits import Split
from training.sampling.draws import generator

PER_PAPER = 12


def corpus_queries(
    corpus: Corpus, split: Split = "train", *, papers: int = 0, seed: int = 0
) -> Iterator[Query]:
    """Yield up to 12 citing sentences of each full text, drawn with the seed, in reading order.

    Relevant are the cited papers that have an abstract; a sentence without one is passed over.
    With ``papers``, only so many full texts, drawn too.
    """
    by_paper: defaultdict[int, list[CitingSentence]] = defaultdict(list)
    for context in corpus.contexts(split):
        by_paper[context.citing].append(context)
    citing = sorted(by_paper)
    if papers and papers < len(citing):
        citing = sorted(generator(seed, 0, 0, "papers").permutation(citing)[:papers].tolist())
    for paper in citing:
        yield from _make_queries(corpus, by_paper[paper], seed)


def even(query_id: str) -> bool:
    """Tell whether a query is of a manuscript to choose settings on; the others report."""
    manuscript = query_id.rsplit("#", 1)[0]
    return hashlib.sha1(manuscript.encode()).digest()[-1] % 2 == 0


def _make_queries(corpus: Corpus, contexts: list[CitingSentence], seed: int) -> Iterator[Query]:
    answers = [[p for p in each.cited if corpus.has_abstract[p]] for each in contexts]
    usable = [index for index, papers in enumerate(answers) if papers]
    draw = generator(seed, 0, contexts[0].citing, "sentences").permutation(usable)[:PER_PAPER]
    chosen = set(draw.tolist())
    cited: set[int] = set()
    for index, context in enumerate(contexts):
        if index in chosen:
            yield Query(
                id=f"{corpus.ids[context.citing]}#{context.position}",
                passage=corpus.passage(context),
                relevant=tuple(corpus.ids[paper] for paper in answers[index]),
                already_cited=frozenset(corpus.ids[paper] for paper in cited),
                self_id=corpus.ids[context.citing],
            )
        cited.update(context.cited)
