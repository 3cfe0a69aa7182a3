"""The values that travel between layers. Frozen; the words are those of DESIGN's vocabulary.

Ids: a paper has a ``number`` (its row, never shown) and an ``id`` (its first external id, else
``cocite:<number>``), which is what every file and every output names it by. Indexes and pages
count from 0; offsets are half-open and in code points of the sentence's ``text``; rectangles are
in points of the displayed page (CropBox, after rotation), origin top left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NewType

PaperNumber = NewType("PaperNumber", int)
ManuscriptNumber = NewType("ManuscriptNumber", int)


# --- papers -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRecord:
    """A paper as some source states it. Unknown text is "", an unknown year ``None``.

    ``extra`` keeps, by key, whatever else the source said; its values are JSON values.
    Authors are "Given Family".
    """

    id: str = ""
    title: str
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON as the source had it


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(PaperRecord):
    """A paper of the library. ``ids`` are all external ids it answers to, the first is ``id``."""

    number: PaperNumber
    ids: tuple[str, ...]
    citation_key: str = ""


# --- manuscripts ------------------------------------------------------------------------------


class Rect(NamedTuple):
    """A rectangle on a page, in points, origin top left."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Section:
    """A heading. ``number`` is as printed ("2.1"), "" if none; level 1 is the highest."""

    number: str
    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Marker:
    """A citation marker inside a sentence; ``references`` are positions in the reference list."""

    start: int
    end: int
    text: str
    references: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the running text; ``section`` is ``None`` before the first heading."""

    index: int
    section: int | None
    page: int
    text: str
    rects: tuple[Rect, ...]
    markers: tuple[Marker, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """An entry of a reference list; ``label`` is as printed, without brackets."""

    index: int
    label: str
    text: str
    authors: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A reference found in the library: ``confidence`` lies in 0..1."""

    paper: PaperNumber
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """What a person writes or reviews, as read. ``extractor`` names program and version."""

    title: str
    authors: tuple[str, ...] = ()
    abstract: str = ""
    year: int | None = None
    doi: str = ""
    arxiv: str = ""
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    references: tuple[Reference, ...] = ()
    extractor: str = ""
    seconds: float = 0.0


# --- recommendations --------------------------------------------------------------------------

Cited = Literal["here", "elsewhere", "no"]
ReasonKind = Literal["terms", "abstract", "context", "cocitation"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Evidence for a suggestion that can be opened: what it says, and in which paper it stands."""

    kind: ReasonKind
    text: str
    paper: PaperNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A ranked paper. ``confidence`` lies in 0..1; ranks count from 1."""

    rank: int
    paper: Paper
    score: float
    confidence: float
    cited: Cited
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PaperSet:
    """Papers to cite together, with the evidence that they belong together."""

    papers: tuple[Paper, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """The answer to one question. ``stages`` names what took part: "words", "vectors"."""

    text: str
    sentence: int | None
    suggestions: tuple[Suggestion, ...]
    sets: tuple[PaperSet, ...] = ()
    convincing: bool = True
    stages: tuple[str, ...] = ()
    seconds: float = 0.0
