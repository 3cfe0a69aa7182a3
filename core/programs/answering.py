"""Answers other programs from the library that is open: questions as JSON in, answers as JSON out.

What they ask is answered by the services of the window and from the same cache, while a person in
the window goes first. A program that asks writes nothing but decisions.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import ValidationError

from core.base.errors import LibraryReadOnlyError, NoSentenceError, UnknownPaperError, UsageError
from core.base.identity import title_key
from core.base.jobs import Job, SilentJob
from core.base.lazily import lazily
from core.base.notices import standing
from core.base.precedence import Rank, stand_aside, working
from core.base.records import (
    NEEDS_CITATION,
    Decision,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperRecord,
    PaperSet,
    Suggestion,
    Verdict,
)
from core.base.settings import load_citation_style
from core.formats import csl
from core.formats.bibliography import STYLES, Cite, formatted_text
from core.library.store.manuscripts import sentence_key
from core.manuscript import links_out
from core.programs import answer_forms as forms
from core.programs import json_forms, requests
from core.programs.browsing import Browsing, make_filter
from core.programs.documents import Documents, ReadDocument
from core.programs.json_forms import Json
from core.recommend import gaps, questions
from core.recommend.context import Passage
from core.recommend.unread import judge_reading, reading_json

if TYPE_CHECKING:
    from core.library.library import Library
    from core.manuscript.reader import GuardedReader
    from core.recommend.question import Question
    from core.services.evidence import Evidence
    from core.services.fulltexts import FullTexts
    from core.services.indexing import Indexing
    from core.services.manuscripts import Manuscripts
    from core.services.papers import Papers
    from core.services.recommending import Recommending, Similar

_TYPED = ManuscriptNumber(0)
_VERDICTS: dict[str, Verdict | None] = {"cite": "cite", "reject": "reject", "undecided": None}


class Opened(Protocol):
    """A library that is open, with its services."""

    @property
    def library(self) -> Library: ...  # noqa: D102
    @property
    def papers(self) -> Papers: ...  # noqa: D102
    @property
    def recommending(self) -> Recommending: ...  # noqa: D102
    @property
    def indexing(self) -> Indexing: ...  # noqa: D102
    @property
    def manuscripts(self) -> Manuscripts: ...  # noqa: D102
    @property
    def fulltexts(self) -> FullTexts: ...  # noqa: D102
    @property
    def evidence(self) -> Evidence: ...  # noqa: D102
    @property
    def reader(self) -> GuardedReader: ...  # noqa: D102
    @property
    def similar(self) -> Similar: ...  # noqa: D102


class Programs:
    """Answers the questions of other programs. Calls block and may come from any thread."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._following = threading.Lock()

    def ask(self, question: str, values: Mapping[str, Any], job: Job | None = None) -> Json:
        """Answer a question of ``QUESTIONS``; whoever waits for it no more stops the job.

        Raises:
            UsageError: the values are not what is asked with, or there is nothing to answer.
            EngineError: anything else that is expected to fail.
            JobCancelled: a stop was asked for.
        """
        job = job or SilentJob()
        kind, answer = _ANSWERS[question]
        try:
            request = kind.model_validate(values)
        except ValidationError as error:
            raise _refused(error) from error
        stand_aside(job.check)
        with working(Rank.AHEAD):
            self._follow()
            result: Json = answer(self, request, job)
            return result

    @lazily
    def _documents(self) -> Documents:
        return Documents(self._opened.reader)

    @lazily
    def browsing(self) -> Browsing:
        """Answers about the library itself."""
        return Browsing(self._opened, lambda ids: self._resolve_ids(ids, strictly=True))

    def _follow(self) -> None:
        """Read the indexes again where another process writes the library."""
        indexing = self._opened.indexing
        if self._opened.library.read_only and indexing.words_are_behind():
            with self._following:
                indexing.words()

    # --- recommendations and sets ---------------------------------------------------------

    def recommend(self, request: requests.RecommendRequest, job: Job) -> forms.RecommendAnswer:
        """Return papers for a text, or for a sentence of a document."""
        question = self._question(request, job)
        job.check()
        here = self._numbers(request.cited_here)
        cited = frozenset(self._resolve_ids(request.cited)) - here
        question = replace(
            question, breadth=request.breadth, cited_here=here, cited_elsewhere=cited
        )
        year = None if request.document is None else question.year
        filter_values = request.model_dump(include={"years", "collection", "types"})
        paper_filter = make_filter(self._opened.library, year, **filter_values)
        question = self._opened.recommending.restrict(question, paper_filter)
        return self._answered(question, request.limit, request.title)

    def sets(self, request: requests.SetsRequest, _: Job) -> forms.SetsAnswer:
        """Return papers that are usually cited together with some."""
        cited_papers = self._numbers(request.papers)
        query_text = request.text.strip()
        if not query_text:
            query_text = " ".join(paper.title for paper in self._papers(sorted(cited_papers)))
        passage = Passage(sentence=query_text)
        question = replace(questions.about_passage(passage), cited_here=cited_papers)
        answer = self._answered(question, request.limit, "")
        beside = self._beside(cited_papers, request.limit)
        lines = {paper.id: json_forms.paper_line(paper) for paper, _, _ in beside}
        neighbour_values: list[forms.CocitedPaper] = [
            {"id": paper.id, "key": paper.citation_key, "papers": papers, "sentences": sentences}
            for paper, papers, sentences in beside
        ]
        return {
            "sets": answer["sets"],
            "seconds": answer["seconds"],
            "beside": neighbour_values,
            "papers": answer["papers"] | lines,
        }

    def _beside(
        self, cited_papers: frozenset[PaperNumber], limit: int
    ) -> list[tuple[Paper, int, int]]:
        """Return the papers cited beside some: by how many papers, and in how many sentences."""
        counts_by_paper: dict[PaperNumber, tuple[Paper, int, int]] = {}
        for number in sorted(cited_papers):
            for neighbour in self._opened.papers.find_cocited_papers(number, limit=limit):
                if neighbour.paper.number not in cited_papers:
                    _, papers, sentences = counts_by_paper.get(
                        neighbour.paper.number, (neighbour.paper, 0, 0)
                    )
                    counts = papers + neighbour.papers, sentences + neighbour.sentences
                    counts_by_paper[neighbour.paper.number] = (neighbour.paper, *counts)
        return sorted(
            counts_by_paper.values(),
            key=lambda neighbour: (-neighbour[2], -neighbour[1], neighbour[0].number),
        )[:limit]

    def _answered(self, question: Question, limit: int, title: str) -> forms.RecommendAnswer:
        recommendation = self._opened.recommending.answer_for_program(question, limit=limit)
        suggestions = recommendation.suggestions[:limit]
        explained_items: list[Suggestion | PaperSet] = [
            *recommendation.suggestions,
            *recommendation.sets,
        ]
        reasons = dict.fromkeys(reason.paper for one in explained_items for reason in one.reasons)
        names = self._opened.library.papers.names(list(reasons))
        answer = json_forms.recommendation_json(title, recommendation, names, limit)
        papers = [entry.paper for entry in suggestions]
        papers += [
            paper for group in recommendation.sets for paper in (*group.papers, *group.cited_papers)
        ]
        return {**answer, "papers": {entry.id: json_forms.paper_line(entry) for entry in papers}}

    def _question(self, request: requests.RecommendRequest, job: Job) -> Question:
        if request.document is not None:
            document = self._documents.read_document(request.document, job)
            sentence = document.find_sentence(request.offset)
            if sentence is None:
                raise NoSentenceError(
                    "There is no sentence at or before character {offset} of the document.",
                    offset=request.offset,
                    remedy="Send the text of the sentence instead.",
                )
            opened = self._as_opened(document)
            decided = self._decisions(document, request.document.file)
            return questions.about_sentence(opened, sentence, decided)
        if not request.text.strip():
            raise UsageError(
                "There is no text to recommend papers for.",
                remedy="Send a text, or a document with an offset.",
            )
        passage = Passage(
            sentence=request.text,
            title=request.title,
            abstract=request.abstract,
            before=request.before,
            after=request.after,
        )
        return questions.about_passage(passage)

    # --- gaps, audits and decisions of a document -----------------------------------------

    def gaps(self, request: requests.GapsRequest, job: Job) -> forms.GapsAnswer:
        """Return the sentences of a document that need a citation and have none."""
        document = self._documents.read_document(request.document, job)
        manuscript, opened = document.manuscript, self._as_opened(document)
        job.check()
        chances = self._opened.manuscripts.needs_citation(opened)
        threshold = NEEDS_CITATION if request.threshold is None else request.threshold
        dismissed = self._dismissed(document, request.document.file)
        gap_indices = gaps.gap_sentences(manuscript, chances, threshold, dismissed)
        answers: list[forms.GapLine] = []
        for index in gap_indices:
            job.check()
            answers.append(
                {
                    "index": index,
                    "text": manuscript.sentences[index].text,
                    "span": document.spans[index],
                    "chance": round(chances[index], 4),
                    "reason": self._opened.manuscripts.gap_reason(opened, index),
                }
            )
        return {
            "reading": reading_json(judge_reading(manuscript)),
            "sentences": len(manuscript.sentences),
            "gaps": answers,
        }

    def audit(self, request: requests.AuditRequest, job: Job) -> forms.AuditAnswer:
        """Return what is wrong with a manuscript's citations, and which sentences lack one."""
        manuscripts = self._opened.manuscripts
        opened = manuscripts.open(Path(request.file), job, store=request.store, follow_links=False)
        manuscript = opened.manuscript
        chances = manuscripts.needs_citation(opened)
        findings = manuscripts.audit(opened)
        papers = [finding.paper for finding in findings if finding.paper is not None]
        names = self._opened.library.papers.names(papers)
        return {
            "title": manuscript.title,
            "reading": reading_json(judge_reading(manuscript)),
            "sentences": len(manuscript.sentences),
            "references": len(manuscript.references),
            "references_in_library": len(opened.links),
            "findings": [json_forms.finding_json(finding, names) for finding in findings],
            "gaps": [
                {"index": index, "text": manuscript.sentences[index].text}
                for index in gaps.gap_sentences(
                    manuscript, chances, dismissed=manuscripts.dismissed_gaps(opened)
                )
            ],
        }

    def evidence(self, request: requests.EvidenceRequest, job: Job) -> forms.EvidenceAnswer:
        """Return what papers say about a text."""
        answers: list[forms.PaperEvidence] = []
        for paper in self._papers(sorted(self._numbers(request.papers))):
            job.check()
            evidence = self._opened.evidence.find_for_text(request.text, paper.number)
            answers.append({**json_forms.paper_line(paper), **json_forms.evidence_json(evidence)})
        return {"papers": answers}

    def decide(self, request: requests.DecideRequest, job: Job) -> forms.StoredAnswer:
        """Store what a person decided about a sentence."""
        manuscripts = self._opened.manuscripts
        about_paper = request.decision in _VERDICTS
        if about_paper != bool(request.paper):
            if about_paper:
                raise UsageError(
                    "The decision “{decision}” needs a paper.",
                    decision=request.decision,
                    remedy="Send a paper with cite, reject and undecided.",
                )
            raise UsageError(
                "The decision “{decision}” is about a sentence, not about a paper.",
                decision=request.decision,
                remedy="Send a paper with cite, reject and undecided only.",
            )
        if self._opened.library.read_only:
            raise LibraryReadOnlyError(
                "The library is read-only, so the decision was not saved.",
                remedy="Open the library in Cocite and try again, or start the service with"
                " --allow-writes.",
            )
        if request.file:
            opened = manuscripts.open(Path(request.file), job, follow_links=False)
        else:
            opened = manuscripts.open_text("")
        if about_paper:
            (paper,) = self._numbers([request.paper])
            manuscripts.decide(opened, request.sentence, paper, _VERDICTS[request.decision])
        else:
            dismissed = request.decision == "not needed"
            manuscripts.dismiss_gap(opened, request.sentence, dismissed=dismissed)
        return {"stored": True}

    def _as_opened(self, document: ReadDocument) -> OpenManuscript:
        opened = OpenManuscript(number=_TYPED, path=None, manuscript=document.manuscript)
        return self._opened.manuscripts.relink(opened)

    def _decisions(self, document: ReadDocument, file: str) -> list[Decision]:
        """Return the verdicts on a file, each at its sentence as the text is now."""
        number = self._stored(file)
        if number is None:
            return []
        at = _indexes_by_key(document)
        return [
            replace(decision, sentence_index=at.get(sentence_key(decision.sentence_text)))
            for decision in self._opened.library.manuscripts.decisions(number)
        ]

    def _dismissed(self, document: ReadDocument, file: str) -> frozenset[int]:
        number = self._stored(file)
        if number is None:
            return frozenset()
        keys = self._opened.library.manuscripts.dismissed_keys(number)
        return frozenset(
            sentence.index
            for sentence in document.manuscript.sentences
            if sentence_key(sentence.text) in keys
        )

    def _stored(self, file: str) -> ManuscriptNumber | None:
        return self._opened.library.manuscripts.find_number(Path(file)) if file else None

    # --- searching, reading and citing papers ---------------------------------------------

    def search(
        self, request: requests.SearchRequest, _: Job
    ) -> forms.SearchAnswer | forms.PassagesAnswer:
        """Return papers, or paragraphs of their full texts."""
        papers = self._opened.papers
        if request.by == "full text":
            return {
                "query": request.query,
                "passages": self._passages(request.query, request.limit),
            }
        if request.by == "meaning":
            numbers = papers.by_meaning(request.query, limit=request.limit)
            found_count, instead, note = len(numbers), "", papers.meaning_is_missing()
        else:
            numbers = papers.search(request.query)
            found_count, note = len(numbers), ""
            instead = "" if numbers else papers.searching.did_you_mean(request.query)
        shown_papers = self._papers(numbers[: request.limit])
        searched_papers = json_forms.search_json(request.query, shown_papers, found_count, instead)
        return {**searched_papers, "note": note}

    def paper(self, request: requests.PaperRequest, _: Job) -> forms.PaperAnswer:
        """Return a paper's record, with passages of its full text."""
        (number,) = self._numbers([request.id])
        (paper,) = self._papers([number])
        passages: list[forms.PassageLine] = []
        if request.passages and request.query.strip():
            passages = self._passages(request.query, request.passages, [number])
        elif request.passages:
            stored_passages = self._opened.library.fulltexts.passages([number]).get(number, [])
            passages = [
                json_forms.passage_json(passage, paper)
                for passage in stored_passages[: request.passages]
            ]
        notices = self._opened.library.outside.notices([number]).get(number, [])
        notice = standing(notices)
        return {
            **json_forms.paper_json(paper),
            "notice": None if notice is None else json_forms.notice_json(notice),
            "passages": passages,
        }

    def find_known_papers(self, request: requests.KnownRequest, _: Job) -> forms.KnownAnswer:
        """Return ids and keys of the papers that the library has, by the names they were given."""
        papers = self._opened.library.papers
        by_id = papers.resolve_many(
            [
                identifier
                for one in request.papers
                for identifier in (one.doi, one.arxiv)
                if identifier
            ]
        )
        titles = {one.name: title_key(one.title) for one in request.papers}
        by_title = papers.find_by_title(sorted(set(titles.values())))
        numbers_by_name: dict[str, PaperNumber] = {}
        for one in request.papers:
            number = by_id.get(one.doi) or by_id.get(one.arxiv)
            alike = by_title.get(titles[one.name], [])
            if number is not None or len(alike) == 1:
                numbers_by_name[one.name] = number if number is not None else alike[0]
        shown_names = papers.names(
            papers.outside_trash(list(dict.fromkeys(numbers_by_name.values())))
        )
        names = {
            name: shown_names[entry]
            for name, entry in numbers_by_name.items()
            if entry in shown_names
        }
        return {
            "ids": {name: paper_name.id for name, paper_name in names.items()},
            "keys": {name: paper_name.key for name, paper_name in names.items()},
        }

    def cite(self, request: requests.CiteRequest, _: Job) -> forms.CiteAnswer:
        """Return what cites papers, in their order."""
        paper_numbers = self._resolve_ids(request.papers, strictly=True)
        match request.format:
            case "latex" | "pandoc" | "typst" | "plain":
                document = Path(request.file).absolute() if request.file else None
                if document is not None:
                    links_out.refuse_link(document)
                    links_out.refuse_linked_bibliography(document)
                text = self._opened.papers.cite_command(paper_numbers, request.format, document)
            case _:
                style = request.style or load_citation_style()
                text = self._opened.papers.export(paper_numbers, request.format, style)
        return {"format": request.format, "text": text}

    def format(self, request: requests.FormatRequest, _: Job) -> forms.FormatAnswer:
        """Return the citations and the reference list of a text in a style."""
        works = [
            csl.convert_item_to_record(item) or PaperRecord(title="…") for item in request.works
        ]
        for cite in (citation_part for citation in request.citations for citation_part in citation):
            if cite.work >= len(works):
                raise UsageError(
                    "A citation refers to work {number}, and the number of works sent is {works}.",
                    number=cite.work,
                    works=len(works),
                    remedy="Count the works from 0.",
                )
        cited = [
            [Cite(**citation_part.model_dump()) for citation_part in citation]
            for citation in request.citations
        ]
        style = request.style or load_citation_style()
        content = request.csl.encode() or style
        formatted = formatted_text(works, cited, content, with_references=request.references)
        return {
            "citations": list(formatted.citations),
            "references": list(formatted.references),
            "style": style if style in STYLES and not request.csl else "",
        }

    def _passages(
        self, text: str, limit: int, papers: Sequence[PaperNumber] | None = None
    ) -> list[forms.PassageLine]:
        hits = self._opened.fulltexts.search(text, limit=limit, papers=papers)
        papers_by_number = {
            entry.number: entry for entry in self._papers([one.paper for one in hits])
        }
        return [
            json_forms.passage_json(entry, papers_by_number[entry.paper])
            for entry in hits
            if entry.paper in papers_by_number
        ]

    def _papers(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        return self._opened.library.papers.get_many(list(dict.fromkeys(numbers)))

    def _numbers(self, ids: Iterable[str]) -> frozenset[PaperNumber]:
        return frozenset(self._resolve_ids(ids, strictly=True))

    def _resolve_ids(self, ids: Iterable[str], *, strictly: bool = False) -> list[PaperNumber]:
        """Return the papers that ids name, in their order."""
        wanted_ids = list(dict.fromkeys(ids))
        numbers_by_id = self._opened.library.papers.resolve_many(wanted_ids)
        unresolved = [paper_id for paper_id in wanted_ids if paper_id not in numbers_by_id]
        by_key = self._opened.library.papers.find_by_citation_key(
            [paper_id.lstrip("@") for paper_id in unresolved]
        )
        for paper_id in unresolved:
            if paper := by_key.get(paper_id.lstrip("@")):
                numbers_by_id[paper_id] = paper.number
        unknown = next((paper_id for paper_id in wanted_ids if paper_id not in numbers_by_id), None)
        if strictly and unknown is not None:
            raise UnknownPaperError(
                "No paper in the library has the id or citation key “{id}”.",
                id=unknown,
                remedy="Search for its title or authors.",
            )
        return list(
            dict.fromkeys(
                numbers_by_id[paper_id] for paper_id in wanted_ids if paper_id in numbers_by_id
            )
        )


_Answer = Callable[[Programs, Any, Job], Any]  # Any: the request and the answer of the question

_ANSWERS: dict[str, tuple[type[requests.Request], _Answer]] = {
    "recommend": (requests.RecommendRequest, Programs.recommend),
    "gaps": (requests.GapsRequest, Programs.gaps),
    "sets": (requests.SetsRequest, Programs.sets),
    "search": (requests.SearchRequest, Programs.search),
    "paper": (requests.PaperRequest, Programs.paper),
    "known": (requests.KnownRequest, Programs.find_known_papers),
    "cite": (requests.CiteRequest, Programs.cite),
    "format": (requests.FormatRequest, Programs.format),
    "decisions": (requests.DecideRequest, Programs.decide),
    "audit": (requests.AuditRequest, Programs.audit),
    "groups": (requests.GroupsRequest, lambda ask, request, _: ask.browsing.list_groups(request)),
    "list": (requests.PapersRequest, lambda ask, request, _: ask.browsing.list_papers(request)),
    "similar": (
        requests.SimilarRequest,
        lambda ask, request, _: ask.browsing.find_similar(request),
    ),
    "notes": (requests.NotesRequest, lambda ask, request, _: ask.browsing.read_notes(request)),
    "pages": (requests.PagesRequest, lambda ask, request, _: ask.browsing.read_pages(request)),
    "retractions": (
        requests.RetractionsRequest,
        lambda ask, request, _: ask.browsing.find_retractions(request),
    ),
    "evidence": (requests.EvidenceRequest, Programs.evidence),
}

QUESTIONS: Mapping[str, type[requests.Request]] = {
    name: kind for name, (kind, _) in _ANSWERS.items()
}
"""What may be asked, and with what."""


def _indexes_by_key(document: ReadDocument) -> dict[str, int]:
    indexes: dict[str, int] = {}
    for sentence in document.manuscript.sentences:
        indexes.setdefault(sentence_key(sentence.text), sentence.index)
    return indexes


def _refused(error: ValidationError) -> UsageError:
    first = error.errors(include_url=False, include_input=False)[0]
    field_path = ".".join(str(part) for part in first["loc"])
    return UsageError(
        "The field “{field}” of the request is invalid: {reason}.",
        field=field_path or "body",
        reason=first["msg"][:1].lower() + first["msg"][1:],
        remedy="See /openapi.json for the fields of each request.",
    )
