"""What is exported and imported again is what it was, in each format."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.formats import biblatex, bibtex, csl, names, ris
from core.records import Paper, PaperNumber, PaperRecord

FIELDS = ("title", "abstract", "authors", "year", "venue", "doi", "arxiv", "url", "keywords")

# Anything a person can type: no control characters, no half surrogates, no private use.
CHARACTERS = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
SPECIAL = st.sampled_from(list("\\{}$&#%_^~-'`\"@=,;:.!? aeé"))
TEXT = st.text(st.one_of(CHARACTERS, SPECIAL), max_size=40).map(lambda text: " ".join(text.split()))
SOME_TEXT = TEXT.filter(bool)


def has_no_markup(text: str) -> bool:
    """Return whether neither HTML nor its references occur: RIS and CSL are read without them."""
    return not re.search(r"[<&]", text)


def papers(text: st.SearchStrategy[str], names_of: st.SearchStrategy[str]) -> st.SearchStrategy:
    return st.builds(
        Paper,
        number=st.just(PaperNumber(7)),
        ids=st.just(()),
        citation_key=st.from_regex(r"[a-z]{3,8}[0-9]{4}[a-z]?", fullmatch=True),
        title=text.filter(bool),
        abstract=text,
        authors=st.lists(names_of, max_size=4, unique=True).map(tuple),
        year=st.none() | st.integers(1000, 2199),
        venue=text.filter(lambda venue: "arxiv" not in venue.lower()),
        doi=st.just("") | st.from_regex(r"10\.[0-9]{4}/[a-zA-Z0-9._()-]{1,12}", fullmatch=True),
        arxiv=st.just("")
        | st.from_regex(r"[0-9]{4}\.[0-9]{5}", fullmatch=True)
        | st.just("math.GT/0309136"),
        url=st.just("") | st.from_regex(r"https://example\.org/[a-z0-9_%~#&?=;-]*", fullmatch=True),
        keywords=st.lists(text.filter(bool), max_size=4, unique=True).map(tuple),
    )


def round_trip(layout: ModuleType, paper: Paper, folder: Path) -> PaperRecord:
    path = folder / "papers"
    path.write_text(layout.write([paper]), encoding="utf-8")
    (entry,) = layout.read(path)
    assert entry.record is not None, entry.problem
    return entry.record


def assert_same(record: PaperRecord, paper: Paper) -> None:
    assert {name: getattr(record, name) for name in FIELDS} == {
        name: getattr(paper, name) for name in FIELDS
    }
    assert record.extra["citation_key"] == paper.citation_key


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round-trip")


bounded = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@bounded
@given(paper=papers(TEXT, SOME_TEXT))
def test_bibtex_gives_back_any_text(paper: Paper, folder: Path) -> None:
    assert_same(round_trip(bibtex, paper, folder), paper)


@bounded
@given(paper=papers(TEXT, SOME_TEXT))
def test_biblatex_gives_back_any_text(paper: Paper, folder: Path) -> None:
    assert_same(round_trip(biblatex, paper, folder), paper)


@bounded
@given(
    paper=papers(
        TEXT.filter(has_no_markup),
        SOME_TEXT.filter(has_no_markup).filter(lambda name: "," not in name),
    )
)
def test_ris_gives_back_any_text_but_markup(paper: Paper, folder: Path) -> None:
    assert_same(round_trip(ris, paper, folder), paper)


@bounded
@given(
    paper=papers(
        TEXT.filter(has_no_markup).filter(lambda text: ";" not in text),
        SOME_TEXT.filter(has_no_markup),
    )
)
def test_csl_gives_back_any_text_but_markup(paper: Paper, folder: Path) -> None:
    assert_same(round_trip(csl, paper, folder), paper)


@pytest.mark.parametrize(
    "layout", [bibtex, biblatex, ris, csl], ids=["bibtex", "biblatex", "ris", "csl"]
)
def test_family_names_survive_where_a_guess_would_miss_them(
    layout: ModuleType, folder: Path
) -> None:
    authors = ("Per Brinch Hansen", "Ludwig van Beethoven", "Barnes and Noble", "Ada Roe Jr.")
    families = {"Per Brinch Hansen": "Brinch Hansen", "Barnes and Noble": "Barnes and Noble"}
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        citation_key="hansen1973",
        title="Monitors",
        authors=authors,
        extra={names.FAMILY_NAMES: families},
    )
    record = round_trip(layout, paper, folder)
    assert record.authors == authors
    assert record.extra[names.FAMILY_NAMES] == families


@pytest.mark.parametrize("layout", [bibtex, ris, csl], ids=["bibtex", "ris", "csl"])
@pytest.mark.parametrize(
    "kind", ["article", "inproceedings", "book", "incollection", "phdthesis", "techreport"]
)
def test_volume_and_pages_and_type_survive(layout: ModuleType, kind: str, folder: Path) -> None:
    extra = {"type": kind, "volume": "4", "number": "2", "pages": "7–19", "editor": ["Ann Roe"]}
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        citation_key="roe2001",
        title="On things",
        venue="Annals of Things",
        extra=extra,
    )
    record = round_trip(layout, paper, folder)
    assert {name: record.extra[name] for name in ("volume", "number", "pages", "editor")} == {
        name: extra[name] for name in ("volume", "number", "pages", "editor")
    }
    again = Paper(
        number=paper.number, ids=(), title="x", venue=record.venue, extra=dict(record.extra)
    )
    assert bibtex.write([again]).startswith(f"@{kind}{{")
    assert record.venue == paper.venue
