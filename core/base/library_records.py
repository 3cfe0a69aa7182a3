"""The values of browsing a library: scopes, rows of the table, files, full texts, saved searches.

Frozen, and shared with the window like those of ``core.base.records``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

from core.base.notices import Notice
from core.base.records import Paper, PaperNumber, Rect

ScopeKind = Literal[
    "all", "recent", "collection", "tag", "unfiled", "unindexed", "no abstract", "trash"
]
SearchMode = Literal["words", "meaning", "full text"]
AnnotationKind = Literal["highlight", "note"]
Colour = Literal["yellow", "green", "blue", "red", "purple"]

INKS: dict[Colour, tuple[int, int, int]] = {
    "yellow": (255, 212, 0),
    "green": (95, 178, 54),
    "blue": (46, 168, 229),
    "red": (255, 102, 102),
    "purple": (162, 138, 229),
}
"""The colours of annotations, red, green and blue of 255."""


def local_time(moment: str, form: str = "%Y-%m-%d") -> str:
    """Return an ISO 8601 moment, which is kept in UTC, as this computer's clock has it."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime(form)
    except ValueError:
        return moment


class PaperName(NamedTuple):
    """What names a paper to other programs: its public id, and the key that cites it."""

    id: str
    key: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Which papers of a library are meant; ``number`` is that of a collection or tag.

    "unindexed" are papers without a vector of the model in use, and those whose full text could
    not be read.
    """

    kind: ScopeKind = "all"
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """A paper as a row of a table.

    ``added_at`` is ISO 8601 in UTC, ``cited_by`` counts papers of the library outside the trash.
    ``text`` is ``None`` for a paper without a file; ``text_problem`` says why one failed.
    ``notice`` is the retraction or expression of concern that it stands under.
    """

    paper: Paper
    added_at: str = ""
    cited_by: int = 0
    text: FullTextState | None = None
    text_problem: str = ""
    has_vector: bool = False
    has_note: bool = False
    notice: Notice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideSource:
    """Citation data that was added once, and what the library has from it.

    ``title`` is that of the form ("OpenAlex"); ``lines`` were read, ``damaged`` of them could
    not be.
    """

    number: int
    name: str
    title: str
    added_at: str
    lines: int
    damaged: int
    citations: int
    abstracts: int
    notices: int


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that a person named."""

    number: int
    name: str
    mode: SearchMode
    query: str


@dataclass(frozen=True, slots=True)
class ScopeSizes:
    """How many papers some scopes hold.

    A paper may lack a vector and have a failed text too, so ``unindexed`` is no sum.
    """

    papers: int
    unfiled: int
    unindexed: int
    without_vector: int
    failed_texts: int
    trashed: int
    without_abstract: int = 0


@dataclass(frozen=True, slots=True)
class CitedWith:
    """A paper that is cited beside another: by how many papers, and in how many sentences."""

    paper: Paper
    papers: int
    sentences: int


@dataclass(frozen=True, slots=True)
class Annotation:
    """An area that a person marked in a PDF of a paper, which is named by its content.

    ``rects`` are one a line, at least one; ``text`` is what a highlight covers, ``note`` what the
    person wrote about it. ``number`` is 0 until it is stored.
    """

    paper: PaperNumber
    sha256: str
    kind: AnnotationKind
    colour: Colour
    rects: tuple[Rect, ...]
    text: str = ""
    note: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class PickedCitation:
    """A paper as it is cited, with what stands around it; ``label`` is the kind of ``locator``."""

    paper: PaperNumber
    prefix: str = ""
    locator: str = ""
    label: str = "page"
    suffix: str = ""
    suppress_author: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether nothing stands around the paper."""
        return self == PickedCitation(self.paper)


@dataclass(frozen=True, slots=True)
class PaperFile:
    """A file attached to a paper."""

    path: Path
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFile:
    """A file kept in step with a collection, or with what is to cite in a manuscript.

    ``kind`` names its format, ``name`` what it holds. ``written_at`` is ISO 8601 in UTC, "" before
    it was written. ``problem`` says why it is not written now; it was ``edited`` if somebody else
    wrote into it.
    """

    path: Path
    kind: str
    name: str
    of_manuscript: bool = False
    written_at: str = ""
    problem: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BibOptions:
    """How a followed ``.bib`` file is written.

    ``leave_out`` names fields that Cocite never adds. ``delimiters`` are "braces" or "quotes", ""
    for those that the file has. ``sorted`` puts new entries where their keys belong, else they
    come last.
    """

    leave_out: tuple[str, ...] = ()
    ascii: bool = False
    delimiters: str = ""
    short_journals: bool = False
    sorted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BibConflict:
    """A field that was changed in a followed file and in the library, to different values.

    ``field`` is "" for an entry that is gone on one side and changed on the other.
    """

    key: str
    paper: PaperNumber
    title: str
    field: str
    in_file: str
    in_library: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedBib:
    """A ``.bib`` file that a library, a collection or what a manuscript cites is in step with.

    ``of`` is "library", "collection" or "manuscript", ``name`` that of the collection or the title
    of the manuscript. ``looked_at`` is when something was last taken or written, ISO 8601 in UTC.
    ``problem`` says why it is not in step now. ``pending`` counts entries, or papers, that would go
    and are so many that the person is asked.
    """

    path: Path
    kind: str
    of: str
    name: str = ""
    options: BibOptions = BibOptions()
    entries: int = 0
    looked_at: str = ""
    problem: str = ""
    pending: int = 0
    conflicts: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FullTextPassage:
    """A paragraph of a library paper's full text; ``page`` counts from 0.

    What a person wrote about the paper, and not on a page, has page -1. ``page_label`` is what is
    printed on the page, such as "xi", if it is not the position.
    """

    paper: PaperNumber
    section: str
    page: int
    text: str
    page_label: str = ""

    @property
    def page_name(self) -> str:
        """The number of the page as it is printed, else its position from 1; "" for no page."""
        return self.page_label or (str(self.page + 1) if self.page >= 0 else "")


FullTextState = Literal["waiting", "read", "failed", "set aside"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FullText:
    """Where the reading of a paper's file stands.

    ``failed`` will be tried again when asked; a file that killed its reader is ``set aside``.
    """

    paper: PaperNumber
    path: Path
    state: FullTextState
    reason: str = ""
