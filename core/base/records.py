"""The values that travel between layers, frozen.

Ids: a paper has a ``number`` (its row, never shown) and an ``id`` (its first external id, else
``cocite:<number>``), which is what every file and every output names it by. Indexes and pages
count from 0; offsets are half-open and in code points of the sentence's ``text``; rectangles are
in points of the displayed page (CropBox, after rotation), origin top left.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, NewType

from core.base.cited_names import cited_name
from core.base.errors import UsageError
from core.base.notices import Notice
from core.base.stated_keys import read_aliases

R_SUFFIXES = (".rnw", ".snw", ".rtex")
"""Of manuscripts: LaTeX with code of R, for Sweave and knitr."""
LATEX_SUFFIXES = (".tex", ".ltx", ".latex", *R_SUFFIXES)
PaperNumber = NewType("PaperNumber", int)
ManuscriptNumber = NewType("ManuscriptNumber", int)


# --- records of papers and where they came from -----------------------------------------------


@dataclass(frozen=True, slots=True)
class SourceField:
    """A field as it was typed: ``text`` has its delimiters.

    ``values`` are the values of the record that were read from it, ``digests`` what they were.
    ``macros`` are the definitions that the text needs, each after those it needs itself. An
    ``inherited`` field stands in the entry that a ``crossref`` names.
    """

    name: str
    text: str
    values: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    inherited: bool = False


@dataclass(frozen=True, slots=True)
class SourceText:
    """The fields of an entry in their order, under the key that its file has for it.

    ``preambles`` are those of the file that define commands which a field uses.
    """

    key: str
    fields: tuple[SourceField, ...]
    preambles: tuple[str, ...] = ()

    def packed(self) -> str:
        """Return it as a text to store."""
        fields = [
            [
                source_field.name,
                source_field.text,
                source_field.values,
                source_field.digests,
                source_field.macros,
                int(source_field.inherited),
            ]
            for source_field in self.fields
        ]
        for parts in fields:
            while parts and not parts[-1]:
                parts.pop()
        return json.dumps(
            [self.key, fields, self.preambles], ensure_ascii=False, separators=(",", ":")
        )

    @classmethod
    def unpacked(cls, packed: str) -> SourceText:
        """Return what ``packed`` made a text of.

        Raises:
            ValueError: the text is damaged.
        """
        try:
            key, fields, preambles = json.loads(packed)
            return cls(str(key), tuple(_field(*parts) for parts in fields), tuple(preambles))
        except (TypeError, ValueError) as error:
            raise ValueError("damaged") from error


def _field(
    name: str,
    text: str = "",
    values: Iterable[str] = (),
    digests: Iterable[str] = (),
    macros: Iterable[Sequence[str]] = (),
    inherited: int = 0,
) -> SourceField:
    needed = tuple((macro, definition) for macro, definition in macros)
    return SourceField(name, text, tuple(values), tuple(digests), needed, bool(inherited))


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRecord:
    """A paper as some source states it. Unknown text is "", an unknown year ``None``.

    ``extra`` keeps, by key, whatever else the source said; its values are JSON values.
    Authors are "Given Family". ``source`` is how a bibliography wrote it, which is read from a
    library only for what writes a bibliography.
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
    source: SourceText | None = field(default=None, compare=False, repr=False)

    @property
    def signers(self) -> tuple[str, ...]:
        """Whom a work is known by: its authors, or its editors where it has none."""
        stated = self.extra.get("editor")
        editors = stated if isinstance(stated, list) else [stated]
        return self.authors or tuple(name for name in editors if isinstance(name, str) and name)

    @property
    def cited_authors(self) -> tuple[str, ...]:
        """How a text names the signers: people by family name, organisations in full."""
        names = (cited_name(name, self.extra) for name in self.signers)
        return tuple(name for name in names if name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(PaperRecord):
    """A paper of the library. ``ids`` are all external ids it answers to, the first is ``id``."""

    number: PaperNumber
    ids: tuple[str, ...]
    citation_key: str = ""

    @property
    def aliases(self) -> tuple[str, ...]:
        """The citation keys, beside its own, that it is known by."""
        return read_aliases(self.extra, self.citation_key)


# --- manuscripts as they were read ------------------------------------------------------------

NEEDS_CITATION = 0.3
"""From this chance on, a sentence counts as one that needs a citation: where F1 is best on papers
kept back from training."""

DEFAULT_BREADTH = 0.5
"""The context of a question: 0 the sentence alone, 1 all that stands before it."""

STRONG, PLAUSIBLE = 0.7, 0.4
"""Chances of being what an author cites here from which a suggestion is called strong, plausible;
below it is weak. Of the strong ones at least seven in ten are cited, of the plausible ones four."""

RERANK_SECONDS = 2.0
"""For a second stage: 24 pairs of 240 tokens on a slow core. The first list does not wait."""


class Rect(NamedTuple):
    """A rectangle on a page, in points, origin top left."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


SectionKind = Literal[
    "abstract", "introduction", "related", "method", "data", "results", "discussion",
    "conclusion", "acknowledgements", "appendix", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """A heading. ``number`` is as printed ("2.1"), "" if none; level 1 is the highest."""

    number: str
    title: str
    level: int
    kind: SectionKind = "other"


@dataclass(frozen=True, slots=True)
class Marker:
    """A citation marker inside a sentence; ``references`` are positions in the reference list.

    ``unresolved`` are the parts of it, as printed, that lead to no entry ("57", "Li, 2019").
    """

    start: int
    end: int
    text: str
    references: tuple[int, ...]
    unresolved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the running text; ``section`` is ``None`` before the first heading.

    ``paragraph`` counts the paragraphs of the manuscript from 0.
    """

    index: int
    section: int | None
    page: int
    text: str
    rects: tuple[Rect, ...]
    markers: tuple[Marker, ...] = ()
    paragraph: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """An entry of a reference list; ``label`` is as printed, without brackets.

    ``rects`` are where it is printed, empty where there is no page. ``list_number`` counts the
    reference lists of the manuscript from 0. ``key`` is the citation key of the entry, "" if the
    format has none.
    """

    index: int
    label: str
    text: str
    authors: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    rects: tuple[Rect, ...] = ()
    list_number: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A reference found in the library: ``confidence`` lies in 0..1.

    ``by_hand`` says that a person set it.
    """

    paper: PaperNumber
    confidence: float
    by_hand: bool = False


UnreadKind = Literal[
    "file", "construct", "citation", "note", "page", "text", "list", "behind", "unnamed"
]
"""What was not read; "unnamed" is a list that was read from a file the manuscript does not name.

"behind" is a typed list behind a generated one: the rest of it, or what the authors published.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadPart:
    """A part of a manuscript's source that a reader could not read.

    ``text`` says what was not read and why, as a ``Message``. ``file``, ``line`` and ``page``
    (from 1) say where it starts, as far as the format has them. ``characters`` estimates how much
    of the source it holds; 0 if that is not known, as for a file that does not exist.
    """

    kind: UnreadKind
    text: str
    file: str = ""
    line: int | None = None
    page: int | None = None
    characters: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """What a person writes or reviews, as read. ``extractor`` names program and version.

    ``imprint`` is where it appeared, if it is printed: ``venue`` and names of CSL's variables.
    ``cited_beside`` are the entries that tables, captions and footnotes cite, ``perhaps_cited``
    those that no marker leads to, but that something in the file may mean. ``unread`` lists the
    parts of the source that could not be read, and ``source_characters`` counts the characters of
    the source that are text (0 if the reader does not count them).
    """

    title: str
    authors: tuple[str, ...] = ()
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    arxiv: str = ""
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    references: tuple[Reference, ...] = ()
    imprint: Mapping[str, str] = field(default_factory=dict)
    cited_beside: tuple[int, ...] = ()
    perhaps_cited: tuple[int, ...] = ()
    unread: tuple[UnreadPart, ...] = ()
    source_characters: int = 0
    extractor: str = ""
    seconds: float = 0.0
    page_labels: tuple[str, ...] = ()
    """What is printed on each page ("xi", "1234"), if it is not its position."""

    def page_name(self, page: int) -> str:
        """Return the number of a page as it is printed, else its position from 1."""
        label = self.page_labels[page] if page < len(self.page_labels) else ""
        return label or str(page + 1)


# --- suggestions, their reasons and sets ------------------------------------------------------

_YEARS = re.compile(r"(?P<first>\d{4})?\s*(?P<to>[-–]|\.\.)?\s*(?P<last>\d{4})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFilter:
    """Which new papers are suggested; what the manuscript cites already is never hidden.

    A paper without a year passes all limits of years. ``collection`` is a number, ``types`` are
    those of CSL; without any, all pass.
    """

    first_year: int | None = None
    last_year: int | None = None
    collection: int | None = None
    types: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether all papers pass."""
        return self == NO_FILTER

    def with_years(self, years: str) -> PaperFilter:
        """Return the same with other years: "2010-2019", "2010-", "-2019", "2015" or "any".

        "" leaves them as they are.

        Raises:
            UsageError: these are no years.
        """
        years = years.strip()
        if not years:
            return self
        if years == "any":
            return replace(self, first_year=None, last_year=None)
        match = _YEARS.fullmatch(years)
        first, last = (match["first"], match["last"]) if match else (None, None)
        is_range = match is not None and match["to"] is not None
        if not (first or last) or (first and last and (not is_range or first > last)):
            raise UsageError(
                "“{years}” is not a range of years.",
                years=years,
                remedy="Write 2010-2019, 2010-, -2019, 2015 or any.",
            )
        if not is_range:
            last = first
        return replace(
            self, first_year=int(first) if first else None, last_year=int(last) if last else None
        )


NO_FILTER = PaperFilter()

Cited = Literal["here", "elsewhere", "no"]
ReasonKind = Literal["terms", "abstract", "context", "cocitation", "citations", "people", "meaning"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Evidence for a suggestion that can be opened: what it says, and in which paper it stands.

    ``spans`` are where in that paper: "title" or "abstract", start and end in code points.
    """

    kind: ReasonKind
    text: str
    paper: PaperNumber
    spans: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperText:
    """What of a paper is compared; unknown text is "", an unknown year ``None``."""

    title: str
    abstract: str
    authors: tuple[str, ...]
    year: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A ranked paper: ``confidence`` in 0..1, ranks from 1, ``sentences`` where it fits best.

    ``version_of`` is another version, cited already or above it; ``notice`` a retraction of it.
    """

    rank: int
    paper: Paper
    score: float
    confidence: float
    cited: Cited
    reasons: tuple[Reason, ...]
    sentences: tuple[int, ...] = ()
    version_of: Paper | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class PaperSet:
    """Papers to cite together, with the evidence that they belong together.

    ``cited_papers`` are papers cited here already that these usually stand beside; most sets have
    none.
    """

    papers: tuple[Paper, ...]
    reasons: tuple[Reason, ...]
    cited_papers: tuple[Paper, ...] = ()


Outlook = Literal["convincing", "weak", "nothing"]
_AGAIN = 0.1
"""The least chance of a paper that is cited elsewhere to be shown as one that fits here too."""
_LOOKED_AT = 3
_HOPELESS = 0.22
"""Below this chance that one of the first papers is right, nothing convincing is said to be there.

Of twenty the small chances would add up. See docs/quality.md for how often it is right.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """The answer to one question.

    ``suggestions`` is one ranking, best first: of so many papers, and of so many that the
    manuscript does not cite yet, whichever list reaches further down. ``stages`` names what took
    part: "words", "vectors", "ranked", "reranker". One that is not ``whole`` lacks the reasons of
    the papers further down. ``hidden_ranks`` has the places, from 1, that new papers would have
    among themselves which a filter hides.
    """

    text: str
    sentence: int | None
    suggestions: tuple[Suggestion, ...]
    sets: tuple[PaperSet, ...] = ()
    convincing: bool = True
    stages: tuple[str, ...] = ()
    seconds: float = 0.0
    whole: bool = True
    hidden_ranks: tuple[int, ...] = ()

    @property
    def outlook(self) -> Outlook:
        """What the new papers are worth: "nothing" only where hardly any of them may be right.

        Without vectors, what is near in meaning was not looked for: then nothing is ruled out.
        """
        new = self.new
        if any(suggestion.confidence >= PLAUSIBLE for suggestion in new):
            return "convincing"
        best = sorted((suggestion.confidence for suggestion in new), reverse=True)[:_LOOKED_AT]
        none_right = math.prod(1 - chance for chance in best)
        is_hopeless = "vectors" in self.stages and 1 - none_right < _HOPELESS
        return "nothing" if is_hopeless or not new else "weak"

    @property
    def hidden(self) -> int:
        """How many new papers a filter hides that would be shown."""
        return len(self.hidden_ranks)

    @property
    def new(self) -> tuple[Suggestion, ...]:
        """The papers that the manuscript does not cite yet, ranked among themselves."""
        return _ranked(suggestion for suggestion in self.suggestions if suggestion.cited == "no")

    def again(self, most: int = 3) -> tuple[Suggestion, ...]:
        """The papers cited elsewhere in the manuscript that fit best, where they may fit at all."""
        likely = (suggestion for suggestion in self.suggestions if suggestion.confidence >= _AGAIN)
        return tuple(suggestion for suggestion in likely if suggestion.cited == "elsewhere")[:most]

    def first(self, limit: int) -> Recommendation:
        """Return the same with ``limit`` papers, and as many that are not cited yet."""
        rows = leading([suggestion.cited == "no" for suggestion in self.suggestions], limit)
        return replace(
            self,
            suggestions=_ranked(self.suggestions[row] for row in rows),
            hidden_ranks=tuple(rank for rank in self.hidden_ranks if rank <= limit),
        )


def _ranked(suggestions: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    return tuple(
        replace(suggestion, rank=rank) for rank, suggestion in enumerate(suggestions, start=1)
    )


def leading(is_new: Sequence[bool], limit: int) -> list[int]:
    """Return the rows of the first ``limit`` papers of a ranking, and of the first new ones."""
    new = [row for row, fresh in enumerate(is_new) if fresh]
    return sorted({*range(min(limit, len(is_new))), *new[:limit]})


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A paper like some others. ``by`` has a share for each of "meaning", "words", "citations"."""

    paper: Paper
    score: float
    by: Mapping[str, float]


# --- what a person decided --------------------------------------------------------------------

Verdict = Literal["cite", "reject"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A verdict on one paper for one sentence.

    It belongs to the text of the sentence, so it outlives a new reading of the file;
    ``sentence_index`` is where that text stood last, ``decided_at`` is ISO 8601 in UTC.
    """

    sentence_text: str
    sentence_index: int | None
    paper: PaperNumber
    decision: Verdict
    decided_at: str = ""


@dataclass(frozen=True, slots=True)
class ToCite:
    """The papers chosen for one sentence. ``index`` is ``None`` if its text is there no more."""

    index: int | None
    text: str
    papers: tuple[Paper, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenManuscript:
    """A manuscript with what the library knows about it; ``path`` is ``None`` for typed text.

    ``links`` is keyed by position in the reference list, ``key_links`` by cited keys that no entry
    has, but a paper of the library. ``self_paper`` is the manuscript's own record, which is never
    recommended to it. ``files`` are the others it was read from, such as the chapters of a LaTeX
    manuscript. ``beginning`` says that only the first pages of a long file
    were read. ``language`` is the code of its language, "" if that is unclear.
    """

    number: ManuscriptNumber
    path: Path | None
    manuscript: Manuscript
    links: Mapping[int, Link] = field(default_factory=dict)
    self_paper: PaperNumber | None = None
    files: tuple[Path, ...] = ()
    beginning: bool = False
    language: str = ""
    key_links: Mapping[str, Link] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentManuscript:
    """A manuscript opened before; ``opened_at`` is ISO 8601 in UTC."""

    number: ManuscriptNumber
    path: Path | None
    title: str
    opened_at: str = ""


# --- the library ------------------------------------------------------------------------------

SortKey = Literal[
    "title",
    "authors",
    "year",
    "venue",
    "added",
    "key",
    "doi",
    "cited",
    "full text",
    "keywords",
    "id",
]


@dataclass(frozen=True, slots=True)
class Group:
    """A collection or a tag, with the number of papers in it."""

    number: int
    name: str
    papers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingContext:
    """A sentence of the paper ``citing`` that cites the papers ``cited``, with its neighbours.

    ``markers`` are the spans of its citation markers in ``text``.
    """

    text: str
    cited: tuple[PaperNumber, ...]
    citing: PaperNumber | None = None
    section: str = ""
    before: str = ""
    after: str = ""
    paragraph: int = 0
    markers: tuple[tuple[int, int], ...] = ()


# --- the state of a library -------------------------------------------------------------------

IndexState = Literal["ready", "building", "missing"]
ModelState = Literal["none", "loading", "ready", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a library can answer with at this moment.

    ``vectors`` is (indexed, of papers), ``contexts`` (indexed, of citing sentences); they are
    ``vectors_behind`` if either changed since, though as many may have one as before.
    ``precision`` is how the model computes: "int8", "bfloat16", "float32", "" if that is not known.
    ``reranker`` is "" if none is in use or it failed; it is loaded with the first question.
    ``places`` are those that models beside that of sentences take. If ``is_indexing_stopped``,
    nothing that is not indexed will be without a new start: it was cancelled or failed, or the
    library may only be read.
    """

    papers: int
    words: IndexState
    vectors: tuple[int, int]
    contexts: tuple[int, int] = (0, 0)
    vectors_behind: bool = False
    model: str = ""
    model_state: ModelState = "none"
    precision: str = ""
    reranker: str = ""
    reranker_state: ModelState = "none"
    places: tuple[PlaceState, ...] = ()
    is_indexing_stopped: bool = False


# --- places that a model beside that of sentences may take, and how far it is there -----------


Place = Literal["similar", "languages"]
"""What another model than that of sentences may be in use for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceState:
    """How far the model in a place is.

    ``papers`` and ``contexts`` are (indexed, of) as in ``Status``. It ``serves`` once nearly all
    have vectors. ``memory`` is what these take, in bytes; on disk they take twice as much.
    ``problem`` says why it cannot serve.
    """

    place: Place
    model: str
    papers: tuple[int, int]
    contexts: tuple[int, int] = (0, 0)
    serves: bool = False
    memory: int = 0
    problem: str = ""

    @property
    def lacks_vectors(self) -> bool:
        """Whether there is something left to encode, and a model to do it."""
        return not self.problem and any(have < of for have, of in (self.papers, self.contexts))
