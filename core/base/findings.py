"""What is wrong with the citations and the reference list of a manuscript, and their evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.base.messages import Message
from core.base.notices import Notice
from core.base.records import Paper, PaperNumber

FindingKind = Literal[
    "could not check",
    "retracted",
    "not listed",
    "other title",
    "duplicate",
    "never cited",
    "cited beside",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to mend in a manuscript's citations, in words, and where to look.

    ``sentence``, ``reference`` and ``other`` (a second reference) are positions or ``None``;
    ``paper`` is the library's paper that was retracted, or that an entry's DOI belongs to.
    """

    kind: FindingKind
    text: str
    sentence: int | None = None
    reference: int | None = None
    other: int | None = None
    paper: PaperNumber | None = None

    @property
    def is_problem(self) -> bool:
        """Say whether this is a fault for certain; what could not be checked may be right."""
        return self.kind not in ("could not check", "cited beside")

    @property
    def is_to_mend(self) -> bool:
        """Say whether this is a fault, or may hide one; else it is only good to know."""
        return self.kind != "cited beside"


CheckState = Literal["agrees", "differs", "unchecked"]
ComparedField = Literal["title", "author", "year", "journal", "doi"]
FIELD_NAMES: Mapping[ComparedField, Message] = {
    "title": Message("Title"),
    "author": Message("First author"),
    "year": Message("Year"),
    "journal": Message("Journal"),
    "doi": Message("DOI"),
}


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field in which an entry and the record differ; ``library`` is the record's value."""

    field: ComparedField
    entry: str
    library: str


@dataclass(frozen=True, slots=True)
class EntryCheck:
    """How an entry compares with a record: of the library, or of the services in ``source``.

    ``reason`` says why it is unchecked, "" if it is not. ``notice`` is what was published about
    the work later.
    """

    reference: int
    state: CheckState
    differences: tuple[FieldDifference, ...] = ()
    reason: str = ""
    source: str = ""
    notice: Notice | None = None


# --- what cited papers say about the sentences that cite them -------------------------------------

EvidenceState = Literal[
    "evidence found", "related passage", "nothing near", "no text", "not in the library"
]
"""How near the nearest passage is; ``no text`` is a paper without full text and abstract."""
QuotationState = Literal["found", "differs", "not found"]
NumberState = Literal["near", "elsewhere", "not found"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePassage:
    """A sentence of the cited paper, or two that follow one another.

    ``score`` is the chance, 0..1, that a reader agrees. ``page`` counts from 0, and is -1 for an
    abstract without a page. ``page_name`` is what is printed on the page, "" for no page.
    ``index`` is the position of the better sentence in the paper.
    """

    text: str
    score: float
    section: str = ""
    page: int = -1
    page_name: str = ""
    index: int = -1


@dataclass(frozen=True, slots=True)
class WordDifference:
    """Words of a quotation, and the words of the paper in their place; one may be empty."""

    quoted: str
    printed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """Words between quotation marks, and where the cited paper has them.

    ``passage`` is the text of the paper there. ``differences`` are in the order of the text.
    """

    text: str
    state: QuotationState
    passage: str = ""
    page: int = -1
    page_name: str = ""
    differences: tuple[WordDifference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCheck:
    """A number of the citing sentence with its unit, as written, and whether the paper has it.

    ``near`` is in or beside the passages that are shown, ``elsewhere`` on ``page_name``.
    """

    text: str
    state: NumberState
    page_name: str = ""


@dataclass(frozen=True, slots=True)
class SearchedText:
    """What was searched: so many sentences on so many pages, or the abstract alone.

    ``other_language`` says that the paper is in another language than the citing text, so that
    little can be concluded where nothing is near.
    """

    sentences: int = 0
    pages: int = 0
    abstract_only: bool = False
    other_language: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationEvidence:
    """A sentence that cites an entry, and what the paper of that entry says about it.

    ``sentence`` and ``reference`` are positions; ``paper`` is ``None`` outside the library.
    """

    sentence: int
    reference: int
    state: EvidenceState
    paper: PaperNumber | None = None
    passages: tuple[EvidencePassage, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    numbers: tuple[NumberCheck, ...] = ()
    searched: SearchedText = SearchedText()


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceReport:
    """The evidence of all citations of a manuscript, what deserves a look first.

    ``checks`` are of the entries in their order; ``papers`` are those of the library that they
    lead to.
    """

    citations: tuple[CitationEvidence, ...]
    checks: tuple[EntryCheck, ...] = ()
    papers: tuple[Paper, ...] = ()

    def notice(self, reference: int) -> Notice | None:
        """Return what was published later about the work that an entry stands for."""
        checks = (check for check in self.checks if check.reference == reference)
        return next((check.notice for check in checks), None)

    def checks_by_interest(self) -> list[EntryCheck]:
        """Return the checks: retracted, then corrected works, what differs, what is unchecked."""
        order = {"retracted": 0, "concern": 0, "corrected": 1}
        states = {"differs": 2, "unchecked": 3, "agrees": 4}
        return sorted(
            self.checks,
            key=lambda one: order[one.notice.kind] if one.notice else states[one.state],
        )
