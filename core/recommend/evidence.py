"""The records behind suggestions: citing sentences, and co-citations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from core.base.records import PaperNumber
from core.recommend.citing_contexts import ContextHit
from core.recommend.mentions import shared_names
from core.recommend.reasons import CitingEvidence, CocitationEvidence, Evidence
from core.recommend.signals import SignalQuery, Sources

_SENTENCES = 4
"""The nearest citing sentences of a paper, of which the one that says most is shown."""
_COMPANIONS = 2
_LEAST_JOINT = 2
"""One paper that cites both says little."""


def collect_evidence(
    sources: Sources, papers: Sequence[PaperNumber], query: SignalQuery, hits: Sequence[ContextHit]
) -> list[Evidence]:
    """Return for each of some candidates what the library's full texts and citations say of it.

    ``hits`` are the citing sentences that match the question, best first.
    """
    sentences = _sentences(sources, papers, hits)
    companions = _companions(sources, papers, query)
    counts, people = _count_citations(sources, papers, query), _people(sources, papers, query)
    return [
        Evidence(
            contexts=sentences.get(paper, ()),
            cited_with=companions.get(paper, ()),
            cited_by=counts.get(paper, 0),
            people=people.get(paper, ()),
        )
        for paper in papers
    ]


def _sentences(
    sources: Sources, papers: Sequence[PaperNumber], hits: Sequence[ContextHit]
) -> Mapping[PaperNumber, Sequence[CitingEvidence]]:
    index, wanted_papers = sources.contexts, set(papers)
    chosen: defaultdict[PaperNumber, list[ContextHit]] = defaultdict(list)
    for hit in hits:
        for paper in wanted_papers.intersection(hit.cited):
            if len(chosen[paper]) < _SENTENCES:
                chosen[paper].append(hit)
    if index is None or not chosen:
        return {}
    titles = sources.texts.get([hit.citing for paper_hits in chosen.values() for hit in paper_hits])
    return {
        paper: [
            CitingEvidence(
                citing=hit.citing,
                title=titles[hit.citing].title,
                text=index.text(hit.number),
                cosine=hit.score if hit.by_vectors else 0.0,
            )
            for hit in paper_hits
            if hit.citing in titles
        ]
        for paper, paper_hits in chosen.items()
    }


def _companions(
    sources: Sources, papers: Sequence[PaperNumber], query: SignalQuery
) -> Mapping[PaperNumber, Sequence[CocitationEvidence]]:
    """Return with which of the cited papers each paper is most often cited together."""
    if sources.graph is None or not query.cited_papers or not papers:
        return {}
    joint = np.nan_to_num(sources.graph.co_cited(papers, query.cited_papers, without=query.own))
    titles = sources.texts.get(query.cited_papers)
    evidence_by_paper: dict[PaperNumber, list[CocitationEvidence]] = {}
    for paper, counts in zip(papers, joint, strict=True):
        best = np.argsort(-counts, kind="stable")[:_COMPANIONS]
        evidence_by_paper[paper] = [
            CocitationEvidence(
                cited_paper=cited_paper, title=titles[cited_paper].title, papers=int(counts[index])
            )
            for index in best.tolist()
            if counts[index] >= _LEAST_JOINT
            and (cited_paper := query.cited_papers[index]) != paper
            and cited_paper in titles
        ]
    return evidence_by_paper


def _count_citations(
    sources: Sources, papers: Sequence[PaperNumber], query: SignalQuery
) -> Mapping[PaperNumber, int]:
    """Return how many papers of the library cite each, but for the manuscript's own record."""
    if sources.graph is None or not papers:
        return {}
    counts = np.nan_to_num(sources.graph.count_citing_papers(papers, without=query.own))
    return {paper: int(count) for paper, count in zip(papers, counts, strict=True)}


def _people(
    sources: Sources, papers: Sequence[PaperNumber], query: SignalQuery
) -> Mapping[PaperNumber, Sequence[str]]:
    """Return the authors of each paper who wrote the manuscript, or a paper that it cites."""
    texts = sources.texts.get([*papers, *query.cited_papers])
    known_papers = [number for number in query.cited_papers if number in texts]
    names_by_paper: dict[PaperNumber, Sequence[str]] = {}
    for paper in papers:
        if paper in texts:
            cited = (
                name
                for cited_paper in known_papers
                if cited_paper != paper
                for name in texts[cited_paper].authors
            )
            names_by_paper[paper] = shared_names(texts[paper].authors, (*query.authors, *cited))
    return names_by_paper
