"""What is exported and imported again is what it was, in each format."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.formats import biblatex, bibtex, carried, csl, names, ris
from core.formats.kinds import bibtex_type, is_kind
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


NAMES = st.sampled_from(
    (
        *("volume", "number", "pages", "publisher", "address", "issn", "isbn", "edition", "series"),
        *(
            "language",
            "shorttitle",
            "booktitle",
            "journal",
            "shortjournal",
            "note",
            "date",
            "month",
        ),
        *("year", "urls", "notes_abstract", "accession_number", "type_of_work", "custom3", "ZZ"),
        *("U5", "AB", "N1", "M1", "cocite", "custom", "issued", "page", "ISSN", "event-place"),
        *("accessed", "status", "document-number", "editor_and_others", "howpublished", "subtitle"),
        *("keyword", "file", "crossref", "timestamp", "Größe", "two words", "x-own", "translator"),
    )
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=5,
)


def extras(text: st.SearchStrategy[str]) -> st.SearchStrategy:
    """Anything a source may have said beyond the fields of a record."""
    return st.dictionaries(NAMES, text | st.lists(text, max_size=3) | JSON, max_size=6)


def said(record: PaperRecord | Paper) -> dict[str, object]:
    """What a record says beyond its fields and those that every format has in its own way."""
    return {name: value for name, value in record.extra.items() if name not in carried.OWN}


def assert_all_said(layout: ModuleType, paper: Paper, extra: dict[str, Any], folder: Path) -> None:
    """What was read of an export says all that the paper said, once and when exported again."""
    paper = replace(paper, extra=extra)
    record = round_trip(layout, paper, folder)
    assert_same(record, paper)
    assert said(record) == said(paper)
    again = round_trip(layout, replace(paper, extra=dict(record.extra)), folder)
    assert again == record


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
fewer = settings(bounded, max_examples=60)


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


@fewer
@given(paper=papers(TEXT, SOME_TEXT), extra=extras(SOME_TEXT))
def test_bibtex_gives_back_whatever_else_was_said(
    paper: Paper, extra: dict[str, Any], folder: Path
) -> None:
    extra.pop("editor_and_others", None)  # a word behind the editors, of which there are none
    assert_all_said(bibtex, paper, extra, folder)


PLAIN = TEXT.filter(has_no_markup)
SOME_PLAIN = SOME_TEXT.filter(has_no_markup)


@fewer
@given(
    paper=papers(PLAIN, SOME_PLAIN.filter(lambda name: "," not in name)), extra=extras(SOME_TEXT)
)
def test_ris_gives_back_whatever_else_was_said(
    paper: Paper, extra: dict[str, Any], folder: Path
) -> None:
    assert_all_said(ris, paper, extra, folder)


@fewer
@given(
    paper=papers(PLAIN.filter(lambda text: ";" not in text), SOME_PLAIN), extra=extras(SOME_TEXT)
)
def test_csl_gives_back_whatever_else_was_said(
    paper: Paper, extra: dict[str, Any], folder: Path
) -> None:
    assert_all_said(csl, paper, extra, folder)


@pytest.mark.parametrize(
    "layout", [bibtex, biblatex, ris, csl], ids=["bibtex", "biblatex", "ris", "csl"]
)
@pytest.mark.parametrize("kind", ["mvbook", "podcast", "JOUR", "article-magazine", "thesis", "Art"])
def test_no_type_becomes_another(layout: ModuleType, kind: str, folder: Path) -> None:
    paper = Paper(number=PaperNumber(1), ids=(), citation_key="a", title="T", extra={"type": kind})
    back = round_trip(layout, paper, folder)
    again = round_trip(layout, replace(paper, extra=dict(back.extra)), folder)
    assert bibtex_type(back) == bibtex_type(paper) == bibtex_type(again)
    if not is_kind(kind):
        assert back.extra["type"] == kind


def test_what_another_program_keeps_in_custom_stays_there(folder: Path) -> None:
    theirs = {"theirs": {"a": 1}}
    paper = Paper(
        number=PaperNumber(1), ids=(), title="T", extra={"custom": theirs, "ZZ": [1, None]}
    )
    (item,) = json.loads(csl.write([paper]))
    assert item["custom"] == {**theirs, "cocite": {"ZZ": [1, None]}}
    assert said(round_trip(csl, paper, folder)) == said(paper)


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
