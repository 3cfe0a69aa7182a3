"""Held-out papers as manuscripts: title and abstract ask for everything that they cite.

The protocol of Citeomatic and of Nogueira et al. (2020).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from training.corpus.corpus import Corpus
from training.models.protocols import PaperEncoder
from training.sampling.questions import Questions, paper_ids, sentences

MANUSCRIPT_METRICS = ("f1@20", "mrr", "recall@1000")


def manuscript_questions(corpus: Corpus, pool: NDArray[np.int64] | None = None) -> Questions:
    """Return the dev papers as manuscripts: "title. abstract" asks for all that they cite.

    Without a pool, every paper with an abstract may answer; otherwise only cited papers of the
    pool count as relevant.
    """
    allowed = np.flatnonzero(corpus.has_abstract) if pool is None else pool
    answering = np.zeros(len(corpus), bool)
    answering[allowed] = True
    answering &= corpus.has_abstract
    cited: dict[int, list[int]] = {}
    for citing, paper in corpus.edges("dev"):
        if answering[paper] and corpus.title(int(citing)):
            cited.setdefault(int(citing), []).append(int(paper))
    return Questions(
        ids=tuple(corpus.ids[citing] for citing in cited),
        texts=tuple(sentences(*corpus.text(citing)) for citing in cited),
        relevant=tuple(paper_ids(corpus, papers) for papers in cited.values()),
        own=tuple(cited),
        pool=np.asarray(allowed, np.int64),
        names=corpus.ids,
    )


def manuscript_rows(
    corpus: Corpus, questions: Questions, encoder: PaperEncoder
) -> NDArray[np.float32]:
    """Return a unit row per manuscript: (questions, dimension).

    It is encoded as a paper, by the model's own template; by a hierarchical model as a query,
    since that is what its manuscript encoder reads.
    """
    if getattr(getattr(encoder, "manifest", None), "kind", "") == "hierarchical":
        return encoder.encode_queries(questions.texts)
    papers = [corpus.text(paper) for paper in questions.own]
    return encoder.encode_papers(papers).astype(np.float32)
