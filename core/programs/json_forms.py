"""Answers as JSON: what the commands print with ``--json``, and what other programs are given.

Their forms are in ``answer_forms``. Wherever the id of a paper of the library stands, the key that
cites it stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.base.findings import (
    CitationEvidence,
    EntryCheck,
    EvidenceReport,
    Finding,
)
from core.base.library_records import FullTextPassage, PaperName
from core.base.notices import Notice
from core.base.records import (
    Manuscript,
    Neighbour,
    Paper,
    PaperNumber,
    Reason,
    ReasonKind,
    Recommendation,
    Suggestion,
)
from core.programs.answer_forms import (
    EvidenceForm,
    FindingLine,
    NoticeLine,
    PaperLine,
    PassageLine,
    ReasonLine,
    RecordLine,
    SearchedPapers,
    SentenceAnswer,
    SuggestedPaper,
)

Json = dict[str, Any]  # Any: JSON values
Names = Mapping[PaperNumber, PaperName]


_UNNAMED = PaperName("", "")  # a paper that is gone
# Other programs know four kinds of reasons; "finer" says which of ours it is.
_EVIDENCE: Mapping[ReasonKind, str] = {
    "citations": "cocitation",  # both of the graph of citations
    "meaning": "abstract",  # what vectors of titles and abstracts say
    "people": "terms",  # names in both texts
}


def recommendation_json(
    title: str, recommendation: Recommendation, names: Names, limit: int
) -> SentenceAnswer:
    """Return the answer to one question: the first papers of all, and of those not cited yet.

    ``names`` has every paper that a reason points to. Where a filter hides papers, ``hidden``
    counts those that would be shown.
    """
    answer: SentenceAnswer = {
        "title": title,
        "sentence": {"index": recommendation.sentence, "text": recommendation.text},
        "convincing": recommendation.convincing,
        "suggestions": [
            suggestion_json(suggestion, names) for suggestion in recommendation.suggestions[:limit]
        ],
        "new": [suggestion_json(suggestion, names) for suggestion in recommendation.new[:limit]],
        "sets": [
            {
                "papers": [paper.id for paper in group.papers],
                "keys": [paper.citation_key for paper in group.papers],
                "reasons": [_reason_json(reason, names) for reason in group.reasons],
                "given": [paper.id for paper in group.cited_papers],
                "given_keys": [paper.citation_key for paper in group.cited_papers],
            }
            for group in recommendation.sets
        ],
        "seconds": round(recommendation.seconds, 4),
    }
    if recommendation.hidden:
        answer["hidden"] = recommendation.hidden
    return answer


def suggestion_json(suggestion: Suggestion, names: Names) -> SuggestedPaper:
    """Return one ranked paper; one that was retracted has a ``notice`` besides."""
    suggested_paper: SuggestedPaper = {
        "rank": suggestion.rank,
        **paper_line(suggestion.paper),  # type: ignore[typeddict-item]  # it has no notice
        "score": round(suggestion.score, 6),
        "confidence": round(suggestion.confidence, 4),
        "cited": suggestion.cited,
        "reasons": [_reason_json(reason, names) for reason in suggestion.reasons],
    }
    if suggestion.notice is not None:
        suggested_paper["notice"] = notice_json(suggestion.notice)
    return suggested_paper


def whole_json(recommendation: Recommendation, names: Names) -> list[Json]:
    """Return the papers for a manuscript as a whole, each with the sentences where it fits."""
    return [
        dict(suggestion_json(suggestion, names)) | {"sentences": list(suggestion.sentences)}
        for suggestion in recommendation.suggestions
    ]


def similar_json(
    paper_ids: Sequence[str], keys: Sequence[str], neighbours: Iterable[Neighbour]
) -> Json:
    """Return the neighbours of some papers, which were asked for by ids and have these keys."""
    return {
        "ids": list(paper_ids),
        "keys": list(keys),
        "neighbours": [
            {
                "id": neighbour.paper.id,
                "key": neighbour.paper.citation_key,
                "title": neighbour.paper.title,
                "score": round(neighbour.score, 6),
                "by": {kind: round(share, 4) for kind, share in neighbour.by.items()},
            }
            for neighbour in neighbours
        ],
    }


def search_json(
    text: str, papers: Sequence[Paper], found_count: int, instead: str
) -> SearchedPapers:
    """Return the first papers of a search, how many there are, and a better spelling if none."""
    return {
        "search": text,
        "found": found_count,
        "did_you_mean": instead,
        "papers": [paper_line(paper) for paper in papers],
    }


def finding_json(finding: Finding, names: Names) -> FindingLine:
    """Return one finding of an audit."""
    name = None if finding.paper is None else names.get(finding.paper, _UNNAMED)
    return {
        "kind": finding.kind,
        "text": finding.text,
        "sentence": finding.sentence,
        "reference": finding.reference,
        "other": finding.other,
        "paper_id": None if name is None else name.id,
        "paper_key": None if name is None else name.key,
    }


def check_json(check: EntryCheck) -> Json:
    """Return how an entry compares with the library's record, or that of the services named."""
    return {
        "state": check.state,
        "differences": [
            {"field": one.field, "entry": one.entry, "library": one.library}
            for one in check.differences
        ],
        "reason": check.reason,
        "source": check.source or "library",
        "notice": _notice_json(check.notice),
    }


def _notice_json(notice: Notice | None) -> Json | None:
    return None if notice is None else {"kind": notice.kind, "about": notice.about()}


def evidence_json(evidence: CitationEvidence) -> EvidenceForm:
    """Return what a cited paper says about a sentence; pages count from 0, labels are printed."""
    return {
        "state": evidence.state,
        "searched": {
            "sentences": evidence.searched.sentences,
            "pages": evidence.searched.pages,
            "abstract_only": evidence.searched.abstract_only,
            "other_language": evidence.searched.other_language,
        },
        "passages": [
            {
                "text": passage.text,
                "section": passage.section,
                "page": passage.page if passage.page >= 0 else None,
                "page_label": passage.page_name or None,
                "chance": round(passage.score, 3),
            }
            for passage in evidence.passages
        ],
        "quotations": [
            {
                "text": quotation.text,
                "state": quotation.state,
                "printed": quotation.passage,
                "page": quotation.page if quotation.page >= 0 else None,
                "page_label": quotation.page_name or None,
                "differences": [
                    {"quoted": one.quoted, "printed": one.printed} for one in quotation.differences
                ],
            }
            for quotation in evidence.quotations
        ],
        "numbers": [
            {"text": number.text, "state": number.state, "page_label": number.page_name or None}
            for number in evidence.numbers
        ],
    }


def evidence_report_json(manuscript: Manuscript, report: EvidenceReport, names: Names) -> Json:
    """Return the evidence of every citation and how each reference compares with the library."""

    def name_paper(number: PaperNumber | None) -> Json:
        if number is None:
            return {"paper_id": None, "paper_key": None}
        name = names.get(number, _UNNAMED)
        return {"paper_id": name.id, "paper_key": name.key}

    return {
        "citations": [
            {
                "sentence": citation.sentence,
                "text": manuscript.sentences[citation.sentence].text,
                "reference": citation.reference,
                **name_paper(citation.paper),
                "notice": _notice_json(report.notice(citation.reference)),
                **evidence_json(citation),
            }
            for citation in report.citations
        ],
        "references": [
            {"index": check.reference, "label": manuscript.references[check.reference].label}
            | check_json(check)
            for check in report.checks
        ],
    }


def _reason_json(reason: Reason, names: Names) -> ReasonLine:
    name = names.get(reason.paper, _UNNAMED)
    return {
        "kind": _EVIDENCE.get(reason.kind, reason.kind),
        "finer": reason.kind,
        "text": reason.text,
        "paper_id": name.id,
        "paper_key": name.key,
    }


def paper_line(paper: Paper) -> PaperLine:
    """Return what names a paper."""
    return {
        "id": paper.id,
        "key": paper.citation_key,
        "other_keys": list(paper.aliases),
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
    }


def notice_json(notice: Notice) -> NoticeLine:
    """Return what was published about a paper later."""
    return {
        "kind": notice.kind,
        "by": notice.by,
        "date": notice.date,
        "reason": notice.reason,
        "doi": notice.doi,
    }


def paper_json(paper: Paper) -> RecordLine:
    """Return a paper's record."""
    return {
        **paper_line(paper),
        "ids": list(paper.ids),
        "abstract": paper.abstract,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "url": paper.url,
        "keywords": list(paper.keywords),
    }


def passage_json(passage: FullTextPassage, paper: Paper) -> PassageLine:
    """Return a paragraph of a paper's full text; pages count from 0, a note has none.

    ``page_label`` is the number of the page as it is printed.
    """
    return {
        "id": paper.id,
        "key": paper.citation_key,
        "title": paper.title,
        "section": passage.section,
        "page": passage.page if passage.page >= 0 else None,
        "page_label": passage.page_name or None,
        "text": passage.text,
    }
