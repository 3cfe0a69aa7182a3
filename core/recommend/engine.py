"""From a question to a recommendation: candidates, signals, ranking, marks, reasons."""

from __future__ import annotations

import itertools
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.base.notices import standing
from core.base.records import (
    NO_FILTER,
    PLAUSIBLE,
    Cited,
    Paper,
    PaperFilter,
    PaperNumber,
    PaperSet,
    Reason,
    Recommendation,
    Suggestion,
    leading,
)
from core.recommend.candidates import Candidates
from core.recommend.citation_graph import measure_completion
from core.recommend.citing_contexts import ContextHit
from core.recommend.cocitation import SetFinder
from core.recommend.context import joined
from core.recommend.mentions import shared_names
from core.recommend.named_papers import NamedPaper, find_named_papers, list_papers
from core.recommend.question import Question
from core.recommend.reasons import CitingEvidence, CocitationEvidence, Evidence, ReasonFinder
from core.recommend.scoring import (
    Ranked,
    Scorer,
    Trees,
    measure_cosines,
)
from core.recommend.shortlist import HiddenPaper, Shortlist
from core.recommend.signals import SignalQuery, Sources, gather_signals

_SET_CANDIDATES = 40
"""Suggestions that may become members of a set."""
_ENOUGH_PASSING = 100
"""Candidates that a filter should leave: the most that a list shows."""
_SET_MEMBER = 0.1
"""The least chance of a member: what is cited beside it adds to that."""


class Engine:
    """Answers questions from one library."""

    def __init__(
        self,
        sources: Sources,
        split: Callable[[str], Sequence[str]],
        *,
        trees: Trees | None = None,
        knows_language: Callable[[str], bool] = lambda language: language == "en",
    ) -> None:
        """``split`` cuts an abstract into sentences; without trees the fused order stays.

        ``knows_language`` tells of the code of a language whether the encoder knows it.
        """
        self.sources = sources
        self._knows_language = knows_language
        self._scorer = Scorer(trees)
        self._signals = () if trees is None else trees.names
        self._last_passing: tuple[tuple[PaperFilter, int, int], frozenset[PaperNumber]] | None = (
            None
        )
        self._reasons = ReasonFinder(
            sources.retriever.words,
            split,
            least_cosine=self._scorer.parameters.presence.near,
        )

    def recommend(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Return the ``limit`` best papers for a question, with marks, reasons and sets.

        Those that the manuscript cites already take no room from the others: as many new papers
        are among the suggestions.
        """
        return self.tell(question, self.shortlist(question, limit=limit))

    def shortlist(self, question: Question, *, limit: int = 20) -> Shortlist:
        """Return the papers of a recommendation, before anything is told of them."""
        return self.shortlists(question, limit=limit)[0]

    def shortlists(
        self, question: Question, *, limit: int, wide_limit: int = 0
    ) -> tuple[Shortlist, Shortlist | None]:
        """Return a shortlist, and one of ``wide_limit`` papers as it is without the filter.

        ``narrow`` cuts those of other filters out of the second. There is none where the filter
        leaves so few of what words and vectors find that others of its papers are looked for.
        """
        started = time.perf_counter()
        candidates = self._find_candidates(question)
        more = self._find_more_passing(question, candidates)
        ranked = self._complete_group(self._rank(question, candidates, more=more), question)
        ranked = self._scorer.apply_verdicts(
            ranked, question.chosen, question.refused, self.get_vectors
        )
        wide = None
        if wide_limit and not more:
            wide = self._cut(replace(question, paper_filter=NO_FILTER), ranked, wide_limit)
            fused_papers = array("q", [paper for paper, _ in candidates.fused()])
            wide = replace(wide, candidates=fused_papers, seconds=time.perf_counter() - started)
        if wide is not None and question.paper_filter.is_open:
            return wide.first(limit), wide
        shortlist = self._cut(question, ranked, limit)
        return replace(shortlist, seconds=time.perf_counter() - started), wide

    def _cut(self, question: Question, ranked: Ranked, limit: int) -> Shortlist:
        """Return the first papers of a ranking that the filter of a question lets pass."""
        scorer = self._scorer
        marks = [_mark(question, paper) for paper in ranked.papers]
        new = [mark == "no" for mark in marks]
        library_chance = scorer.estimate_presence(question.coverage, ranked.table)
        ranked = scorer.multiply_new(ranked, new, library_chance)
        hidden_rows = self._find_hidden_rows(ranked, new, question.paper_filter)
        hidden = [one for one in _list_hidden(ranked, new, hidden_rows) if one.rank <= limit]
        if hidden_rows:
            shown_rows = [row for row in range(len(new)) if row not in hidden_rows]
            ranked = ranked.taking(shown_rows)
            marks, new = [marks[row] for row in shown_rows], [new[row] for row in shown_rows]
        rows = leading(new, limit)
        shown_papers, sets = ranked.taking(rows), ranked.first(_SET_CANDIDATES)
        papers, table = frozenset(shown_papers.papers), shown_papers.table
        names = tuple(name for name in self._signals if table and name in table.columns)
        return Shortlist(
            papers=shown_papers.papers,
            scores=shown_papers.scores,
            chances=shown_papers.chances,
            cited=tuple(marks[row] for row in rows),
            likely=tuple(
                pair
                for pair in zip(sets.papers, sets.chances.tolist(), strict=True)
                if pair[1] >= _SET_MEMBER
            ),
            stages=ranked.stages,
            names=names,
            signals=None if table is None else table.matrix(names),
            hits=()
            if table is None
            else tuple(hit for hit in table.hits if not papers.isdisjoint(hit.cited)),
            library_chance=library_chance,
            hidden=tuple(hidden),
        )

    def narrow(
        self, question: Question, wide: Shortlist, *, limit: int, wide_limit: int
    ) -> Shortlist | None:
        """Return the shortlist of a question with a filter, cut out of a longer one without.

        ``wide`` is that of the same question for ``wide_limit`` papers. ``None`` where the filter
        leaves so few of it that other papers would be among the first.
        """
        passing = self._find_all_passing(question)
        if len(passing.intersection(wide.candidates)) < _ENOUGH_PASSING:
            return None
        new = [mark == "no" for mark in wide.cited]
        shown_rows = [
            row for row, paper in enumerate(wide.papers) if not new[row] or paper in passing
        ]
        shown_new = [new[row] for row in shown_rows]
        if len(wide.papers) >= wide_limit:
            # Up to this row it names every paper, behind it those alone that are not cited yet.
            most_cited = max(limit, _SET_CANDIDATES)
            if sum(row < wide_limit for row in shown_rows) < most_cited or sum(shown_new) < limit:
                return None
        ranks = itertools.accumulate(new)
        hidden = tuple(
            HiddenPaper(paper, float(chance), rank)
            for paper, chance, rank, is_new in zip(
                wide.papers, wide.chances, ranks, new, strict=True
            )
            if is_new and rank <= limit and paper not in passing
        )
        likely = tuple(
            (wide.papers[row], float(wide.chances[row]))
            for row in shown_rows[:_SET_CANDIDATES]
            if wide.chances[row] >= _SET_MEMBER
        )
        shortlist = wide.taking([shown_rows[at] for at in leading(shown_new, limit)])
        return replace(shortlist, hidden=hidden, likely=likely)

    def _find_hidden_rows(
        self, ranked: Ranked, new: Sequence[bool], paper_filter: PaperFilter
    ) -> frozenset[int]:
        """Return the rows of the new papers that a filter does not let pass."""
        if paper_filter.is_open:
            return frozenset()
        passing = self.sources.library.papers.find_passing(paper_filter, ranked.papers)
        return frozenset(
            row for row, paper in enumerate(ranked.papers) if new[row] and paper not in passing
        )

    def tell(
        self,
        question: Question,
        shortlist: Shortlist,
        *,
        explained: Collection[PaperNumber] | None = None,
    ) -> Recommendation:
        """Return a shortlist as it is shown, with reasons and sets.

        With ``explained``, only these papers have their reasons.
        """
        started = time.perf_counter()
        suggestions = self._suggestions(question, shortlist, explained)
        return Recommendation(
            text=question.passage.sentence,
            sentence=question.sentence,
            suggestions=suggestions,
            sets=self._sets(question, shortlist),
            convincing=any(s.confidence >= PLAUSIBLE for s in suggestions),
            stages=shortlist.stages,
            hidden_ranks=tuple(one.rank for one in shortlist.hidden),
            seconds=shortlist.seconds + time.perf_counter() - started,
            whole=explained is None or set(shortlist.papers) <= set(explained),
        )

    def rank(self, question: Question, *, allowed: frozenset[PaperNumber] | None = None) -> Ranked:
        """Return every candidate in order, without those that are left out.

        With ``allowed``, only those papers answer.
        """
        candidates = self._find_candidates(question, allowed)
        more = self._find_more_passing(question, candidates)
        return self._rank(question, candidates, allowed, more=more)

    def _find_candidates(
        self, question: Question, allowed: frozenset[PaperNumber] | None = None
    ) -> Candidates:
        """Return what words and vectors find for a question."""
        retriever = self.sources.retriever
        return retriever.candidates(question.passage, breadth=question.breadth, allowed=allowed)

    def _rank(
        self,
        question: Question,
        candidates: Candidates,
        allowed: frozenset[PaperNumber] | None = None,
        *,
        more: Sequence[PaperNumber],
    ) -> Ranked:
        """Return candidates and ``more`` papers in order, without those that are left out."""
        namings = self.find_named(question, allowed=allowed)
        named_papers = [*list_papers(namings), *more]
        if self._scorer.trees is None:
            fused = candidates.fused()
            fused_papers = {paper for paper, _ in fused}
            fused += [(paper, 0.0) for paper in named_papers if paper not in fused_papers]
            ranked = self._scorer.rank_fused(fused, _stages(candidates))
        else:
            table = gather_signals(
                self.sources,
                signal_query(question),
                candidates,
                allowed=allowed,
                named_papers=named_papers,
            )
            ranked = self._scorer.weigh_rivals(
                self._scorer.rank(table, (*_stages(candidates), "ranked")),
                question.cited_here | question.cited_elsewhere | question.left_out,
                is_foreign=not self._reads_language(question.language),
            )
        return self._scorer.raise_named(ranked.without(question.left_out), namings)

    def _reads_language(self, language: str) -> bool:
        """Tell whether the encoder knows a language; one that is unclear is taken for English."""
        return language in {"", "en"} or self._knows_language(language)

    def would_list(
        self,
        question: Question,
        shortlist: Shortlist,
        papers: frozenset[PaperNumber],
        *,
        limit: int,
        recited: frozenset[PaperNumber] = frozenset(),
    ) -> bool:
        """Tell whether any of these papers would be in a list of ``limit`` that was made before.

        They are scored as candidates among the others of now, whether a filter hides them or not.
        Where more than scores decides the order, as after a verdict, each that is a candidate
        counts, and one that the manuscript cites always does: others are compared with it. Not so
        one of ``recited``, of which only the citations changed: who is cited with it is one too.
        """
        cites_one = not papers.isdisjoint(question.cited_here | question.cited_elsewhere)
        if cites_one or shortlist.signals is None or self.find_named(question, allowed=papers):
            return True
        candidates = self._find_candidates(question)
        if self._find_more_passing(question, candidates):
            return True
        cited_papers = question.left_out | question.cited_here | question.cited_elsewhere
        changed_papers = papers | recited - cited_papers
        table = gather_signals(
            self.sources,
            signal_query(question),
            candidates,
            only=changed_papers - question.left_out,
        )
        rows = [row for row, paper in enumerate(table.papers) if paper in changed_papers]
        new_scores = shortlist.scores[[cited == "no" for cited in shortlist.cited]]
        completes = question.cited_here and self._can_complete(question)
        if not rows or completes or question.chosen or question.refused:
            return bool(rows)
        is_full = len(new_scores) >= limit
        return not is_full or bool(self._scorer.score(table, rows).max() >= new_scores.min())

    def _find_more_passing(self, question: Question, candidates: Candidates) -> list[PaperNumber]:
        """Return candidates among the papers that a filter lets pass, where it leaves few."""
        if question.paper_filter.is_open:
            return []
        papers = self.sources.library.papers
        fused = [paper for paper, _ in candidates.fused()]
        if len(papers.find_passing(question.paper_filter, fused)) >= _ENOUGH_PASSING:
            return []
        passing = self._find_all_passing(question)
        more = self.sources.retriever.candidates(
            question.passage, breadth=question.breadth, depth=_ENOUGH_PASSING, allowed=passing
        )
        return [paper for paper, _ in more.fused()]

    def _find_all_passing(self, question: Question) -> frozenset[PaperNumber]:
        """Return all papers that a filter lets pass; they are kept, for questions share filters."""
        papers = self.sources.library.papers
        key = question.paper_filter, question.membership, papers.revision()
        last_passing = self._last_passing
        if last_passing is None or last_passing[0] != key:
            last_passing = key, papers.find_passing(question.paper_filter)
            self._last_passing = last_passing
        return last_passing[1]

    def find_named(
        self, question: Question, *, allowed: frozenset[PaperNumber] | None = None
    ) -> list[NamedPaper]:
        """Return the papers that the sentence of a question names."""
        return find_named_papers(
            question.passage.sentence,
            self.sources.retriever.words,
            self.sources.texts.get,
            allowed=allowed,
        )

    def _complete_group(self, ranked: Ranked, question: Question) -> Ranked:
        """Let papers rise that are cited together with those cited in the sentence already."""
        graph = self.sources.graph
        if graph is None or not question.cited_here or not self._can_complete(question):
            return ranked
        cited_papers = sorted(question.cited_here)
        texts = self.sources.texts.get([*ranked.papers, *cited_papers])
        years = {paper: text.year for paper, text in texts.items()}
        features = measure_completion(
            ranked.papers, cited_papers, graph, self.get_vectors, years, without=question.own
        )
        return self._scorer.complete_group(ranked, features)

    def _can_complete(self, question: Question) -> bool:
        """Tell whether the library knows what others cite, by which papers complete a group."""
        graph = self.sources.graph
        return graph is not None and bool(graph.citing_papers(without=question.own))

    def get_vectors(self, papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        """Return (papers, dimension) of unit length; NaN where a paper has none."""
        vectors = self.sources.retriever.vectors
        if vectors is None:
            return np.full((len(papers), 1), np.nan, np.float32)
        return vectors.rows(papers)

    def _sets(self, question: Question, shortlist: Shortlist) -> tuple[PaperSet, ...]:
        graph, papers = self.sources.graph, self.sources.library.papers
        if graph is None or not shortlist.likely:
            return ()
        return SetFinder(graph, self.get_vectors, papers.get_many).sets(
            shortlist.likely,
            sorted(question.cited_here),
            plausible=_SET_MEMBER,
            without=question.own,
        )

    def _suggestions(
        self, question: Question, shortlist: Shortlist, explained: Collection[PaperNumber] | None
    ) -> tuple[Suggestion, ...]:
        """Return the papers that are still there."""
        papers = {p.number: p for p in self.sources.library.papers.get_many(shortlist.papers)}
        explained_papers = papers.keys() if explained is None else papers.keys() & set(explained)
        reasons = self._collect_reasons(question, shortlist.only(explained_papers), papers)
        versions = self._versions(
            question, [paper for paper in shortlist.papers if paper in papers]
        )
        notices = self.sources.library.outside.notices(shortlist.papers)
        present = (row for row, paper in enumerate(shortlist.papers) if paper in papers)
        return tuple(
            Suggestion(
                rank=rank,
                paper=papers[shortlist.papers[row]],
                score=float(shortlist.scores[row]),
                confidence=float(shortlist.chances[row]),
                cited=shortlist.cited[row],
                reasons=reasons.get(shortlist.papers[row], ()),
                version_of=versions.get(shortlist.papers[row]),
                notice=standing(notices.get(shortlist.papers[row], ())),
            )
            for rank, row in enumerate(present, start=1)
        )

    def _versions(
        self, question: Question, ranked: Sequence[PaperNumber]
    ) -> dict[PaperNumber, Paper]:
        """Return for a paper another version of it that is cited already, or ranked above it."""
        library = self.sources.library
        known_papers = dict.fromkeys(
            (*sorted(question.cited_here | question.cited_elsewhere), *ranked)
        )
        rank = {paper: rank for rank, paper in enumerate(known_papers)}
        first = {
            paper: min((rank[other], other) for other in other_versions if other in rank)[1]
            for paper, other_versions in library.duplicates.find_versions(ranked).items()
            if any(rank.get(other, len(rank)) < rank[paper] for other in other_versions)
        }
        papers_by_number = {
            paper.number: paper for paper in library.papers.get_many([*first.values()])
        }
        return {
            paper: papers_by_number[other]
            for paper, other in first.items()
            if other in papers_by_number
        }

    def _collect_reasons(
        self, question: Question, shortlist: Shortlist, papers: Mapping[PaperNumber, Paper]
    ) -> dict[PaperNumber, tuple[Reason, ...]]:
        """Return the evidence for each paper; by what moved its score if the trees took part."""
        passage, table = question.passage, shortlist.table
        wider = joined((*passage.before[-1:], *passage.after[:1])) or passage.title
        tell = self._reasons.about(
            passage.sentence,
            wider,
            manuscript=passage.before,
            is_known=self._reads_language(question.language),
            is_english=question.language in {"", "en"},
        )
        named_authors = self._list_named_authors(question, shortlist.papers)
        if table is None or self._scorer.trees is None:
            return {
                paper: tell(papers[paper], evidence=Evidence(named_authors=named_authors[paper]))
                for paper in shortlist.papers
            }
        contributions = self._scorer.trees.measure_influence(table)
        evidence = [
            replace(one, named_authors=named_authors[paper], cosine=cosine, chance=chance)
            for paper, one, cosine, chance in zip(
                shortlist.papers,
                collect_evidence(
                    self.sources, shortlist.papers, signal_query(question), table.hits
                ),
                measure_cosines(table).tolist(),
                shortlist.chances.tolist(),
                strict=True,
            )
        ]
        return {
            paper: tell(papers[paper], contributions=contributions[row], evidence=evidence[row])
            for row, paper in enumerate(shortlist.papers)
        }

    def _list_named_authors(
        self, question: Question, papers: Sequence[PaperNumber]
    ) -> Mapping[PaperNumber, Sequence[str]]:
        """Return for each paper the words of the sentence that name its authors."""
        texts: defaultdict[PaperNumber, list[str]] = defaultdict(list)
        for one in self.find_named(question, allowed=frozenset(papers)) if papers else ():
            if one.kind == "authors" and one.certainty >= PLAUSIBLE:
                texts[one.paper].append(one.text)
        return texts


def signal_query(question: Question) -> SignalQuery:
    """Return what the signals of a question are read from."""
    return SignalQuery(
        passage=question.passage,
        cited_papers=tuple(sorted(question.cited_here | question.cited_elsewhere)),
        here=question.cited_here,
        own=question.own,
        authors=question.authors,
        year=question.year,
    )


def _mark(question: Question, paper: PaperNumber) -> Cited:
    if paper in question.cited_here:
        return "here"
    return "elsewhere" if paper in question.cited_elsewhere else "no"


def _list_hidden(
    ranked: Ranked, new: Sequence[bool], hidden_rows: Collection[int]
) -> list[HiddenPaper]:
    """Return the hidden papers, each with its rank among all that are not cited yet."""
    ranks = itertools.accumulate(new)
    return [
        HiddenPaper(ranked.papers[row], float(ranked.chances[row]), rank)
        for row, rank in enumerate(ranks)
        if row in hidden_rows
    ]


def _stages(candidates: Candidates) -> tuple[str, ...]:
    rankings_of: Mapping[str, object] = {"words": candidates.words, "vectors": candidates.vectors}
    return tuple(name for name, rankings in rankings_of.items() if rankings)


# --- collecting the evidence for reasons -------------------------------------------------------


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
