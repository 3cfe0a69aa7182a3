"""The forms of the answers that other programs get: the service documents them from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from core.base.findings import EvidenceState, FindingKind, NumberState, QuotationState
from core.base.library_records import AnnotationKind, Colour
from core.base.notices import NoticeKind
from core.base.records import Cited, ReasonKind
from core.recommend.unread import ReadingState

# Fields that are called as the protocol has them since its first version.
_PaperCount = TypedDict("_PaperCount", {"found": int})  # noqa: UP013
_GivenPapers = TypedDict("_GivenPapers", {"given": list[str]})  # noqa: UP013


class PaperLine(TypedDict):
    """What names a paper: ``key`` cites it, ``other_keys`` are keys that it had."""

    id: str
    key: str
    other_keys: list[str]
    title: str
    authors: list[str]
    year: int | None
    venue: str


class NoticeLine(TypedDict):
    """A retraction or an expression of concern; ``date`` is ISO 8601, "" if it is not known."""

    kind: NoticeKind
    by: str
    date: str
    reason: str
    doi: str


class ReasonLine(TypedDict):
    """Why a paper fits: a kind, a finer kind, and the paper whose text says so."""

    kind: str
    finer: ReasonKind
    text: str
    paper_id: str
    paper_key: str


class SuggestedPaper(PaperLine):
    """A ranked paper; ``confidence`` is the chance of being cited, ``notice`` its retraction."""

    rank: int
    score: float
    confidence: float
    cited: Cited
    reasons: list[ReasonLine]
    notice: NotRequired[NoticeLine]


class CitedSet(_GivenPapers):
    """Papers that are usually cited together with the ``given`` ones."""

    papers: list[str]
    keys: list[str]
    reasons: list[ReasonLine]
    given_keys: list[str]


class AskedSentence(TypedDict):
    """The sentence of an answer; ``index`` is its position in the manuscript."""

    index: int | None
    text: str


class SentenceAnswer(TypedDict):
    """Papers for one sentence or text; ``new`` are those that the manuscript does not cite."""

    title: str
    sentence: AskedSentence
    convincing: bool
    hidden: NotRequired[int]
    suggestions: list[SuggestedPaper]
    new: list[SuggestedPaper]
    sets: list[CitedSet]
    seconds: float


class RecommendAnswer(SentenceAnswer):
    """Papers for a text or a sentence; ``papers`` names each of them by its id."""

    papers: dict[str, PaperLine]


class CocitedPaper(TypedDict):
    """A paper cited beside the given ones: by so many papers, in so many sentences."""

    id: str
    key: str
    papers: int
    sentences: int


class SetsAnswer(TypedDict):
    """Papers that are usually cited together with some; ``papers`` names each by its id."""

    sets: list[CitedSet]
    beside: list[CocitedPaper]
    papers: dict[str, PaperLine]
    seconds: float


class GapLine(TypedDict):
    """A sentence that needs a citation; ``span`` is where the document has it."""

    index: int
    text: str
    span: tuple[int, int] | None
    chance: float
    reason: str


class GapsAnswer(TypedDict):
    """The sentences of a document that need a citation and have none."""

    reading: ReadingState
    sentences: int
    gaps: list[GapLine]


class SentenceLine(TypedDict):
    """A sentence of a manuscript and its position."""

    index: int
    text: str


class FindingLine(TypedDict):
    """Something wrong with a citation or an entry; ``other`` is a second entry."""

    kind: FindingKind
    text: str
    sentence: int | None
    reference: int | None
    other: int | None
    paper_id: str | None
    paper_key: str | None


class AuditAnswer(TypedDict):
    """What is wrong with a manuscript's citations, and which sentences lack one."""

    title: str
    reading: ReadingState
    sentences: int
    references: int
    references_in_library: int
    findings: list[FindingLine]
    gaps: list[SentenceLine]


class SearchedPart(TypedDict):
    """How much of a paper was searched for evidence."""

    sentences: int
    pages: int
    abstract_only: bool
    other_language: bool


class NearPassage(TypedDict):
    """A passage near to a text, and the chance that a reader agrees; pages count from 0."""

    text: str
    section: str
    page: int | None
    page_label: str | None
    chance: float


class QuotedDifference(TypedDict):
    """Words of a quotation, and what the paper has instead."""

    quoted: str
    printed: str


class QuotationLine(TypedDict):
    """A quotation, and whether the paper has it in these words; pages count from 0."""

    text: str
    state: QuotationState
    printed: str
    page: int | None
    page_label: str | None
    differences: list[QuotedDifference]


class NumberLine(TypedDict):
    """A number, and where the paper has it."""

    text: str
    state: NumberState
    page_label: str | None


class EvidenceForm(TypedDict):
    """What a paper says about a text."""

    state: EvidenceState
    searched: SearchedPart
    passages: list[NearPassage]
    quotations: list[QuotationLine]
    numbers: list[NumberLine]


class PaperEvidence(PaperLine, EvidenceForm):
    """A paper, and what it says about a text."""


class EvidenceAnswer(TypedDict):
    """What papers say about a text."""

    papers: list[PaperEvidence]


class StoredAnswer(TypedDict):
    """That a decision was stored."""

    stored: Literal[True]


class SearchedPapers(_PaperCount):
    """The first papers of a search; ``found`` counts them all."""

    search: str
    did_you_mean: str
    papers: list[PaperLine]


class SearchAnswer(SearchedPapers):
    """The first papers of a search; ``note`` says why a search by meaning finds nothing."""

    note: str


class PassageLine(TypedDict):
    """A paragraph of a full text; pages count from 0, ``page_label`` is the printed number."""

    id: str
    key: str
    title: str
    section: str
    page: int | None
    page_label: str | None
    text: str


class PassagesAnswer(TypedDict):
    """The paragraphs of full texts that a search found."""

    query: str
    passages: list[PassageLine]


class RecordLine(PaperLine):
    """The record of a paper."""

    ids: list[str]
    abstract: str
    doi: str
    arxiv: str
    url: str
    keywords: list[str]


class PaperAnswer(RecordLine):
    """A paper's record with passages of its full text; ``notice`` is its retraction."""

    notice: NoticeLine | None
    passages: list[PassageLine]


class KnownAnswer(TypedDict):
    """The ids and keys of the papers that the library has, by the names they were given."""

    ids: dict[str, str]
    keys: dict[str, str]


class CiteAnswer(TypedDict):
    """What cites papers."""

    format: str
    text: str


class FormatAnswer(TypedDict):
    """The citations and the reference list of a text, as HTML.

    ``style`` is the name of the style, "" if it has none: if it was sent, or is a ``.csl`` file.
    """

    citations: list[str]
    references: list[str]
    style: str


class GroupSize(TypedDict):
    """A collection or tag, and how many papers it has."""

    name: str
    papers: int


class GroupsAnswer(TypedDict):
    """The collections and tags; ``papers`` counts those of the library."""

    papers: int
    collections: list[GroupSize]
    tags: list[GroupSize]


class ListedPaper(PaperLine):
    """A paper with the day on which it was added, ISO 8601."""

    added: str


class ListAnswer(_PaperCount):
    """Papers of a group; ``found`` counts them all."""

    papers: list[ListedPaper]


class SimilarPaper(PaperLine):
    """A paper like others; ``by`` has a share for each of meaning, words and citations."""

    score: float
    by: dict[str, float]


class SimilarAnswer(TypedDict):
    """The papers most like some."""

    papers: list[SimilarPaper]


class AnnotationLine(TypedDict):
    """A passage marked in a PDF; pages count from 1."""

    kind: AnnotationKind
    page: int
    colour: Colour
    text: str
    note: str


class NotesAnswer(PaperLine):
    """The note on a paper, what is marked in its PDFs, and its groups."""

    note: str
    annotations: list[AnnotationLine]
    collections: list[str]
    tags: list[str]


class PageText(TypedDict):
    """The text of a page; ``page`` counts from 1, ``page_label`` is printed on it."""

    page: int
    page_label: str
    text: str


class PagesAnswer(PaperLine):
    """Pages of a paper's full text."""

    last_page: int
    pages: list[PageText]


class RetractedPaper(PaperLine):
    """A paper and what was published about it."""

    notice: NoticeLine


class RetractionsAnswer(TypedDict):
    """The retracted papers among those that were ``checked``."""

    checked: int
    papers: list[RetractedPaper]


ANSWER_FORMS: Mapping[str, Any] = {  # Any: types of TypedDict, or a union of them
    "recommend": RecommendAnswer,
    "gaps": GapsAnswer,
    "sets": SetsAnswer,
    "search": SearchAnswer | PassagesAnswer,
    "paper": PaperAnswer,
    "known": KnownAnswer,
    "cite": CiteAnswer,
    "format": FormatAnswer,
    "decisions": StoredAnswer,
    "audit": AuditAnswer,
    "groups": GroupsAnswer,
    "list": ListAnswer,
    "similar": SimilarAnswer,
    "notes": NotesAnswer,
    "pages": PagesAnswer,
    "retractions": RetractionsAnswer,
    "evidence": EvidenceAnswer,
}
"""What each question of other programs is answered with."""
