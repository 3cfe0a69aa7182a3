"""What other programs may ask, as they send it: checked here, and described from here.

Papers are named by their ids, offsets count code points from 0.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.base.records import DEFAULT_BREADTH

MAX_DOCUMENT = 5_000_000
"""Characters of a document; the longest theses have about two million."""

MAX_TEXT = 20_000
_MAX_PAPERS = 200

Count = Annotated[int, Field(strict=True)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Switch = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(max_length=MAX_TEXT)]
Id = Annotated[str, Field(min_length=1, max_length=500)]
Ids = Annotated[tuple[Id, ...], Field(max_length=_MAX_PAPERS)]
DocumentFormat = Literal["text", "latex", "markdown", "typst", "org", "rst"]
CiteFormat = Literal[
    "latex", "pandoc", "typst", "plain", "bibtex", "biblatex", "ris", "csl", "text", "html"
]
StyleName = Literal[
    "",
    "author-date",
    "numbered",
    "author-title",
    "apa",
    "chicago-author-date",
    "chicago-notes",
    "mla",
    "vancouver",
    "ama",
    "nature",
    "ieee",
    "acs",
    "aps",
    "harvard-cite-them-right",
    "din-1505-2",
    "iso-690",
    "gb-t-7714-numeric",
    "gb-t-7714-author-date",
]


class Request(BaseModel):
    """A request; what it does not know is refused, for it is a mistake of the sender."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Document(Request):
    """A document as it is being written; ``file`` is the path under which it is saved."""

    text: str = Field(max_length=MAX_DOCUMENT)
    format: DocumentFormat = "text"
    file: Text = ""


class RecommendRequest(Request):
    """Papers for a text, or for the sentence of a document at an offset.

    ``before`` and ``after`` are the sentences around ``text``, in reading order. ``cited_here``
    are the papers cited in the sentence, ``cited`` those cited anywhere in the manuscript.
    Papers that are not cited yet are suggested only from ``years`` ("2010-2019", "-2019", "any";
    up to the year of the document, if it has one, by default), from a ``collection`` and of CSL's
    ``types``; ``hidden`` of the answer, if any, counts those that this leaves out. By ``words``
    nothing waits for a model that is still being loaded.
    """

    text: Text = ""
    by: Literal["meaning", "words"] = "meaning"
    before: tuple[Text, ...] = Field(default=(), max_length=2_000)
    after: tuple[Text, ...] = Field(default=(), max_length=50)
    title: Text = ""
    abstract: Text = ""
    document: Document | None = None
    offset: Count = Field(default=0, ge=0)
    cited_here: Ids = ()
    cited: Annotated[tuple[Id, ...], Field(max_length=5_000)] = ()
    limit: Count = Field(default=10, ge=1, le=100)
    breadth: Share = DEFAULT_BREADTH
    years: str = Field(default="", max_length=20)
    collection: Annotated[str, Field(max_length=500)] = ""
    types: tuple[Annotated[str, Field(max_length=50)], ...] = Field(default=(), max_length=50)


class SetsRequest(Request):
    """Papers that are usually cited together with ``papers``, in a sentence if one is given."""

    papers: Ids = Field(min_length=1)
    text: Text = ""
    limit: Count = Field(default=10, ge=1, le=100)


class GapsRequest(Request):
    """The sentences of a document that need a citation and have none, from a chance on."""

    document: Document
    threshold: Share | None = None


class SearchRequest(Request):
    """Papers by words and fields, by meaning, or paragraphs of their full texts."""

    query: str = Field(min_length=1, max_length=2_000)
    by: Literal["words", "meaning", "full text"] = "words"
    limit: Count = Field(default=10, ge=1, le=200)


class PaperRequest(Request):
    """A paper's record; with a ``query`` the passages of its full text that fit best."""

    id: Id
    query: str = Field(default="", max_length=2_000)
    passages: Count = Field(default=5, ge=0, le=50)


class Named(Request):
    """A paper as another file names it, under a name of that file."""

    name: Text
    doi: Text = ""
    arxiv: Text = ""
    title: Text = ""


class KnownRequest(Request):
    """Which of some papers the library has."""

    papers: tuple[Named, ...] = Field(max_length=5_000)


class CiteRequest(Request):
    """What cites papers: a command to type, entries of a file, or formatted references.

    ``style`` is the citation style of formatted references ("text", "html"), else that of the
    settings. A command has the keys that the bibliography of the document ``file`` has for the
    papers.
    """

    papers: Ids = Field(min_length=1)
    format: CiteFormat = "latex"
    style: StyleName = ""
    file: str = Field(default="", max_length=4096)


class CiteOfText(Request):
    """A work in a citation, by its position in ``works``; CSL names the kinds of ``label``."""

    work: Count = Field(ge=0)
    prefix: str = Field(default="", max_length=500)
    suffix: str = Field(default="", max_length=500)
    locator: str = Field(default="", max_length=200)
    label: str = Field(default="page", max_length=30)


class FormatRequest(Request):
    """The citations and the reference list of a text, in a citation style.

    ``works`` are items of CSL-JSON, from the library (``/cite`` with the format "csl") or not.
    ``citations`` are those of the text in its order. ``csl`` is what a ``.csl`` file holds; it
    goes before ``style``. Without both the style is that of the settings; the answer has its name,
    or "" for a ``.csl`` file.
    Citations and references are HTML with no tags but i, b, u, sup, sub and span.
    """

    works: tuple[dict[str, Any], ...] = Field(max_length=5_000)  # Any: CSL-JSON
    citations: tuple[tuple[CiteOfText, ...], ...] = Field(max_length=10_000)
    style: StyleName = ""
    csl: str = Field(default="", max_length=2_000_000)
    references: Switch = True


class DecideRequest(Request):
    """What a person decided about a sentence of the manuscript saved as ``file``.

    With a paper: cite or reject it there, or "undecided" to take that back. Without one:
    "not needed" says that the sentence needs no citation, "needed" takes that back.
    """

    sentence: str = Field(min_length=1, max_length=MAX_TEXT)
    decision: Literal["cite", "reject", "undecided", "not needed", "needed"]
    paper: Annotated[str, Field(max_length=500)] = ""
    file: Text = ""


class EvidenceRequest(Request):
    """What papers say about a text: the nearest passages, and its quotations and numbers."""

    text: str = Field(min_length=1, max_length=10_000)
    papers: Annotated[tuple[Id, ...], Field(min_length=1, max_length=20)]


class AuditRequest(Request):
    """What is wrong with the citations and the reference list of a manuscript's file.

    With ``store`` what was read is kept in the library, as when the window opens the file.
    """

    file: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    store: Switch = False


class GroupsRequest(Request):
    """The collections and tags of the library."""


class PapersRequest(Request):
    """The papers of a collection or a tag, or all of them, those added last first."""

    collection: Annotated[str, Field(max_length=500)] = ""
    tag: Annotated[str, Field(max_length=500)] = ""
    limit: Count = Field(default=20, ge=1, le=200)
    offset: Count = Field(default=0, ge=0)


class SimilarRequest(Request):
    """The papers that are most like some."""

    papers: Ids = Field(min_length=1)
    limit: Count = Field(default=10, ge=1, le=100)


class NotesRequest(Request):
    """The note on a paper and what is marked in its PDFs."""

    paper: Id


class PagesRequest(Request):
    """The full text of pages of a paper, which count from 1."""

    paper: Id
    first: Count = Field(default=1, ge=1)
    last: Count = Field(default=0, ge=0)


class RetractionsRequest(Request):
    """Which of some papers were retracted; without ``papers`` all of the library are looked at."""

    papers: Ids = ()
