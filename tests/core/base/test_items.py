"""What is exported and imported again is what it was, in each format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base import items
from core.base.cited_names import FAMILY_NAMES
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import csl
from core.formats.name_lists import OTHERS, split_people
from core.formats.registry import get_format

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


PLAIN = TEXT.filter(has_no_markup)
SOME_PLAIN = SOME_TEXT.filter(has_no_markup)
# What a person types into a field: words, numbers, signs of the language they write in.
WORDS = st.text(st.sampled_from("abc XYZ 019 äéß –’.:(&%_$#"), min_size=1, max_size=20).map(
    lambda text: " ".join(text.split())
)
SAID = WORDS.filter(lambda text: text[:1].isalnum() and text[-1:].isalnum())
PERSON = st.sampled_from(("Ann Roe", "Ludwig van Beethoven", "Sam Davis Jr.", "Zoë Abel"))
DAYS = st.sampled_from(("2016-05-12", "2016-05", "1999", "2016-05-12/2016-06-01"))


_OF_ONE_FORM = {
    "page": st.sampled_from(("7", "7–19", "e1024", "S1–S9")),
    "ISSN": st.just("1234-567X"),
    "ISBN": st.just("978-3-16-148410-0"),
    "genre": st.sampled_from(("Dissertation", "Tech note", "Working paper")),
}


def _values_of(name: str) -> st.SearchStrategy:
    """Return what a field may hold."""
    if name in items.NAMES:
        return st.lists(PERSON, min_size=1, max_size=3, unique=True)
    if name in items.DATES:
        return DAYS.filter(lambda day: "/" not in day)
    return _OF_ONE_FORM.get(name, SAID)


@st.composite
def described(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """A year, and what a paper of some kind says in the fields that its kind has."""
    kind = draw(st.sampled_from(sorted(items.FIELDS)))
    shown = draw(st.lists(st.sampled_from(items.FIELDS[kind]), unique=True, max_size=8))
    extra: dict[str, Any] = {"type": kind}
    extra |= {name: draw(_values_of(name)) for name in shown}
    if kind == "thesis":
        extra.setdefault("genre", "PhD thesis")
    if issued := draw(st.none() | st.sampled_from(("2016-05", "2016-05-12", "Spring 2016"))):
        extra["issued"] = issued
    return 2016, extra


UNKNOWN = st.dictionaries(
    st.sampled_from(("x-own", "timestamp", "custom_a", "rating")), SAID, max_size=3
)


def said(record: PaperRecord | Paper) -> dict[str, object]:
    """What a record says beyond its fields, without its key."""
    return {name: value for name, value in record.extra.items() if name != "citation_key"}


def assert_all_said(
    layout: str, about: tuple[int, dict[str, Any]], more: dict[str, str], folder: Path
) -> None:
    """What was read of an export says all that the paper said."""
    paper = Paper(
        number=PaperNumber(7),
        ids=(),
        citation_key="roe2016",
        title="On things",
        venue="Annals of Things",
        year=about[0],
        extra=about[1] | more,
    )
    record = round_trip(layout, paper, folder)
    assert_same(record, paper)
    back = said(record)
    kind = paper.extra["type"]
    if kind in ONE_NAME_FOR_SEVERAL:  # the nearest type of the format
        back["type"] = kind
        back.pop("source_type", None)
    assert back == said(paper)


ONE_NAME_FOR_SEVERAL = frozenset(
    (
        *("preprint", "article-magazine", "article-newspaper", "entry-dictionary", "post-weblog"),
        *("post", "speech", "bill", "hearing", "interview", "broadcast", "map", "review"),
        *("performance", "periodical", "thesis"),
    )
)


def round_trip(layout: str, paper: Paper, folder: Path) -> PaperRecord:
    path = folder / "papers"
    path.write_text(get_format(layout).write([paper]), encoding="utf-8")
    (entry,) = get_format(layout).read_entries(path)
    assert entry.record is not None, entry.problem
    return entry.record


def assert_same(record: PaperRecord, paper: Paper) -> None:
    assert {name: getattr(record, name) for name in FIELDS} == {
        name: getattr(paper, name) for name in FIELDS
    }
    assert record.extra["citation_key"] == paper.citation_key


bounded = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
fewer = settings(bounded, max_examples=30)


@bounded
@given(paper=papers(TEXT, SOME_TEXT))
def test_bibtex_gives_back_any_text(paper: Paper, folder: Path) -> None:
    assert_same(round_trip("bibtex", paper, folder), paper)


@bounded
@given(paper=papers(TEXT, SOME_TEXT))
def test_biblatex_gives_back_any_text(paper: Paper, folder: Path) -> None:
    assert_same(round_trip("biblatex", paper, folder), paper)


@bounded
@given(
    paper=papers(
        TEXT.filter(has_no_markup),
        # RIS has no sign for a name that looks like several, or like "others".
        SOME_TEXT.filter(has_no_markup).filter(
            lambda name: (
                "," not in name and split_people(name) == [name] and name.lower() not in OTHERS
            )
        ),
    )
)
def test_ris_gives_back_any_text_but_markup(paper: Paper, folder: Path) -> None:
    assert_same(round_trip("ris", paper, folder), paper)


@bounded
@given(
    paper=papers(
        TEXT.filter(has_no_markup).filter(lambda text: ";" not in text),
        SOME_TEXT.filter(has_no_markup),
    )
)
def test_csl_gives_back_any_text_but_markup(paper: Paper, folder: Path) -> None:
    assert_same(round_trip("csl", paper, folder), paper)


@pytest.mark.parametrize("layout", ["bibtex", "biblatex", "ris", "csl"])
@fewer
@given(about=described(), more=UNKNOWN)
def test_every_field_of_every_type_comes_back(
    layout: str, about: tuple[int, dict[str, Any]], more: dict[str, str], folder: Path
) -> None:
    assert_all_said(layout, about, more, folder)


@pytest.mark.parametrize("layout", ["bibtex", "biblatex", "ris", "csl"])
@fewer
@given(about=described(), more=UNKNOWN)
def test_no_export_holds_anything_private_or_a_field_twice(
    layout: str, about: tuple[int, dict[str, Any]], more: dict[str, str]
) -> None:
    paper = Paper(
        number=PaperNumber(7), ids=(), title="T", year=about[0], extra=about[1] | more | {"n": {}}
    )
    text = get_format(layout).write([paper])
    assert "cocite" not in text
    names_of_fields = re.findall(r"(?m)^  ([a-z0-9+._:-]+) = ", text)
    assert len(names_of_fields) == len(set(names_of_fields))


@pytest.mark.parametrize("kind", ["mvbook", "proceedings", "inbook", "manual", "online", "thesis"])
def test_bibtex_keeps_its_own_types(kind: str, folder: Path) -> None:
    (folder / "papers").write_text(f"@{kind}{{a, title={{T}}}}\n")
    (entry,) = get_format("bibtex").read_entries(folder / "papers")
    assert entry.record is not None
    paper = Paper(number=PaperNumber(1), ids=(), title="T", extra=entry.record.extra)
    assert get_format("bibtex").write([paper]).startswith(f"@{kind}{{")


def test_what_another_program_keeps_in_custom_stays_there(folder: Path) -> None:
    theirs = {"theirs": {"a": 1}}
    (folder / "papers").write_text(json.dumps([{"title": "T", "custom": theirs}]))
    (entry,) = get_format("csl").read_entries(folder / "papers")
    assert entry.record is not None
    paper = Paper(number=PaperNumber(1), ids=(), title="T", extra=entry.record.extra)
    (item,) = json.loads(csl.write([paper]))
    assert item["custom"] == theirs


@pytest.mark.parametrize("layout", ["bibtex", "biblatex", "ris", "csl"])
def test_family_names_survive_where_a_guess_would_miss_them(layout: str, folder: Path) -> None:
    authors = ("Per Brinch Hansen", "Ludwig van Beethoven", "Barnes and Noble", "Ada Roe Jr.")
    families = {"Per Brinch Hansen": "Brinch Hansen", "Barnes and Noble": "Barnes and Noble"}
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        citation_key="hansen1973",
        title="Monitors",
        authors=authors,
        extra={FAMILY_NAMES: families},
    )
    record = round_trip(layout, paper, folder)
    assert record.authors == authors
    assert record.extra[FAMILY_NAMES] == families


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round-trip")
