"""Bibliographies of Typst and ``CITATION.cff``, as YAML."""

from __future__ import annotations

import pytest
import yaml  # type: ignore[import-untyped]

from core.base import items
from core.base.errors import FormatError
from core.base.records import PaperRecord
from core.formats.yaml_formats import parse_cff, parse_hayagriva, write_hayagriva
from tests import wording
from tests.core.formats.written_papers import WALKS, paper


def read_typst(text: str) -> PaperRecord:
    (entry,) = parse_hayagriva(text, "bogs.yml")
    assert entry.record is not None, entry.problem
    return entry.record


def read_cff(text: str) -> list[PaperRecord]:
    entries = list(parse_cff(text, "CITATION.cff"))
    return [entry.record for entry in entries if entry.record is not None]


# --- Typst --------------------------------------------------------------------------------------


def test_an_article_of_typst_is_read_with_what_it_is_a_part_of() -> None:
    made = read_typst(
        """
        moor2001:
          type: Article
          title: "The {DNA} of peat"
          author: ["Moor, Ada", {name: Bog, given-name: Bea, prefix: van, suffix: Jr}]
          date: 1999-05
          page-range: 10-19
          url: {value: "https://bogs.example/x", date: 2020-01-02}
          serial-number: {DOI: "10.55555/x.1", arxiv: "2001.01234", pmid: 77}
          abstract: Moors are old.
          parent:
            - type: Periodical
              title: {value: Annals of Bogs, short: Ann.}
              volume: 3
              issue: 010
              editor: Fen, Cy
              serial-number: {issn: 1234-5678}
            - type: Book
              title: Peat Series
        """
    )
    assert made.title == "The DNA of peat"
    assert made.authors == ("Ada Moor", "Bea van Bog Jr")
    assert (made.year, made.venue, made.doi) == (1999, "Annals of Bogs", "10.55555/x.1")
    assert made.arxiv == "2001.01234"
    assert made.url == "https://bogs.example/x"
    assert made.abstract == "Moors are old."
    wanted = {
        items.TYPE: "article-journal",
        "citation_key": "moor2001",
        "volume": "3",
        "issue": "010",
        "ISSN": "1234-5678",
        "PMID": "77",
        "collection-title": "Peat Series",
        "accessed": "2020-01-02",
        "editor": ["Cy Fen"],
    }
    assert wanted.items() <= made.extra.items()


@pytest.mark.parametrize(
    ("kind", "holder", "type_name"),
    [
        ("article", "periodical", "article-journal"),
        ("Article", "Proceedings", "paper-conference"),
        ("article", "conference", "paper-conference"),
        ("article", "newspaper", "article-newspaper"),
        ("chapter", "anthology", "chapter"),
        ("thesis", "", "thesis"),
        ("repository", "", "software"),
        ("unheard-of", "", "document"),
    ],
)
def test_types_of_typst(kind: str, holder: str, type_name: str) -> None:
    parent = f"\n  parent: {{type: {holder}, title: Bogs}}" if holder else ""
    assert read_typst(f"a:\n  type: {kind}\n  title: Peat{parent}").extra[items.TYPE] == type_name


def test_what_the_entry_says_itself_counts_before_its_parent() -> None:
    made = read_typst(
        "a: {type: article, title: Peat, volume: 4, date: 2002,"
        " publisher: {name: Bog Press, location: Ghent},"
        " parent: {title: Bogs, volume: 3, date: 2001, publisher: Other}}"
    )
    assert (made.year, made.extra["volume"]) == (2002, "4")
    assert (made.extra["publisher"], made.extra["publisher-place"]) == ("Bog Press", "Ghent")
    passed_on = read_typst("a: {title: Peat, parent: {title: Bogs, volume: 3, date: 2001}}")
    assert (passed_on.year, passed_on.extra["volume"]) == (2001, "3")


def test_who_stands_behind_a_work_without_a_publisher_is_its_organization() -> None:
    assert read_typst("a: {title: Peat, organization: Bog Club}").extra["publisher"] == "Bog Club"
    both = read_typst("a: {title: Peat, organization: Bog Club, publisher: Bog Press}")
    assert both.extra["publisher"] == "Bog Press"


@pytest.mark.parametrize(
    ("name", "variable", "value"),
    [
        ("volume", "volume", "3"),
        ("issue", "issue", "2"),
        ("edition", "edition", "2"),
        ("location", "publisher-place", "Ghent"),
        ("language", "language", "en"),
        ("note", "note", "Read twice."),
        ("genre", "genre", "PhD thesis"),
        ("page-total", "number-of-pages", "300"),
        ("volume-total", "number-of-volumes", "4"),
    ],
)
def test_each_field_of_typst_has_its_variable_of_csl(name: str, variable: str, value: str) -> None:
    assert read_typst(f'a: {{title: Peat, {name}: "{value}"}}').extra[variable] == value
    passed_on = read_typst(f'a: {{title: Peat, parent: {{title: Bogs, {name}: "{value}"}}}}')
    assert passed_on.extra[variable] == value


@pytest.mark.parametrize(
    ("name", "variable", "value"),
    [("isbn", "ISBN", "9783161484100"), ("pmcid", "PMCID", "PMC77"), ("serial", "number", "B-12")],
)
def test_each_serial_number_of_typst_is_kept(name: str, variable: str, value: str) -> None:
    made = read_typst(f'a: {{title: Peat, serial-number: {{{name}: "{value}"}}}}')
    assert made.extra[variable].replace("-", "") == value.replace("-", "")


def test_a_bare_serial_number_is_a_number_and_a_doi_is_found_in_an_address() -> None:
    made = read_typst("a: {title: Peat, serial-number: B-12, url: 'https://doi.org/10.55555/x.2'}")
    assert (made.extra["number"], made.doi) == ("B-12", "10.55555/x.2")


def test_an_entry_of_typst_that_is_none_is_refused_and_the_others_are_read() -> None:
    entries = list(parse_hayagriva("a: {volume: 3}\nb: text\nc: {title: Peat}\n", "bogs.yml"))
    assert [entry.record is not None for entry in entries] == [False, False, True]
    assert [str(entry.location) for entry in entries] == [
        "entry 1 (a)",
        "entry 2 (b)",
        "entry 3 (c)",
    ]
    assert entries[0].problem == entries[1].problem == wording.fill(wording.ENTRY_WITHOUT_TITLE)


@pytest.mark.parametrize("text", ["- a\n- b\n", "just text", "a: [", "a: &a [*a"])
def test_what_is_no_bibliography_of_typst_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"bogs\.yml"):
        list(parse_hayagriva(text, "bogs.yml"))


def test_an_empty_file_has_no_entries() -> None:
    assert list(parse_hayagriva(" \n", "bogs.yml")) == list(parse_cff("\n", "CITATION.cff")) == []


def test_what_is_written_for_typst_is_read_again_as_it_was() -> None:
    written = write_hayagriva([WALKS])
    stored = yaml.safe_load(written)["Smith2020"]
    assert stored["type"] == "article"
    assert stored["parent"] == {
        "type": "periodical",
        "title": "Journal of Walks",
        "volume": "4",
        "issue": "2",
    }
    assert stored["page-range"] == "7-19"
    made = read_typst(written)
    assert (made.title, made.authors, made.year, made.venue, made.doi) == (
        WALKS.title,
        WALKS.authors,
        WALKS.year,
        WALKS.venue,
        WALKS.doi,
    )
    assert {"volume": "4", "issue": "2"}.items() <= made.extra.items()


def test_a_work_that_is_part_of_nothing_keeps_its_volume_and_editors_itself() -> None:
    book = paper(
        "Peat",
        authors=("Bog Society", "Bea van Bog"),
        extra={"type": "book", "volume": "2", "editor": ["Cy Fen"], "publisher": "Bog Press"},
    )
    stored = yaml.safe_load(write_hayagriva([book]))["Smith2020"]
    assert "parent" not in stored
    assert "date" not in stored
    assert (stored["type"], stored["volume"], stored["editor"]) == ("book", "2", ["Fen, Cy"])
    assert stored["publisher"] == {"name": "Bog Press"}
    assert read_typst(write_hayagriva([book])).extra["volume"] == "2"


@pytest.mark.parametrize(
    ("year", "extra", "date"),
    [
        (2001, {"issued": "2001-05-03"}, "2001-05-03"),
        (2001, {}, "2001"),
        (2001, {"issued": "in spring"}, "2001"),
        (None, {}, None),
    ],
)
def test_the_date_for_typst_is_as_exact_as_it_can_read(
    year: int | None, extra: dict[str, str], date: str | None
) -> None:
    stored = yaml.safe_load(write_hayagriva([paper("Peat", year=year, extra=extra)]))["Smith2020"]
    assert stored.get("date") == date


def test_nothing_is_written_as_nothing() -> None:
    assert write_hayagriva([]) == ""


# --- CITATION.cff -------------------------------------------------------------------------------


def test_the_software_its_article_and_its_references_are_read() -> None:
    software, article, book = read_cff(
        """
        cff-version: 1.2.0
        title: Peatlib
        version: 1.10
        license: MIT
        date-released: 2020-04-05
        repository-code: https://bogs.example/peatlib
        keywords: [peat, peat, moor]
        authors:
          - {family-names: Bog, given-names: Bea, name-particle: van}
          - {name: Bog Society}
          - {alias: peatfan}
        identifiers: [{type: swh, value: "x"}, {type: doi, value: "10.55555/x.4"}]
        preferred-citation:
          type: article
          title: Acid moors
          journal: Annals of Bogs
          volume: 3
          start: 10
          end: 19
          year: 2001
          doi: 10.55555/x.5
        references:
          - type: book
            title: Peat
            editors: [{family-names: Fen, given-names: Cy}]
            publisher: {name: Bog Press}
            isbn: "978-3-16-148410-0"
            pages: 300
          - not a work
        """
    )
    assert software.extra[items.TYPE] == "software"
    assert (software.title, software.year, software.doi) == ("Peatlib", 2020, "10.55555/x.4")
    assert software.url == "https://bogs.example/peatlib"
    assert software.authors == ("Bea van Bog", "Bog Society", "peatfan")
    assert software.keywords == ("peat", "moor")
    assert {"version": "1.10", "license": "MIT"}.items() <= software.extra.items()
    assert (article.venue, article.year, article.doi) == ("Annals of Bogs", 2001, "10.55555/x.5")
    assert article.extra[items.TYPE] == "article-journal"
    assert article.extra["volume"] == "3"
    assert article.extra["page"] == "10–19"
    assert book.extra[items.TYPE] == "book"
    assert book.extra["publisher"] == "Bog Press"
    assert book.extra["editor"] == ["Cy Fen"]
    assert "300" in str(book.extra["page"])


def test_only_the_work_itself_is_software_where_no_type_is_stated() -> None:
    own, other = read_cff("title: Peatlib\nreferences:\n  - title: Peat\n")
    assert (own.extra[items.TYPE], other.extra[items.TYPE]) == ("software", "document")


def test_a_page_that_a_work_begins_and_ends_on_is_one() -> None:
    (_, work) = read_cff("title: Peatlib\nreferences:\n  - {title: Peat, start: 10, end: 10}\n")
    assert work.extra["page"] == "10"


def test_a_work_of_citation_cff_without_a_title_is_refused_by_its_place() -> None:
    entries = list(parse_cff("message: Cite\nreferences: [{title: Peat}]\n", "CITATION.cff"))
    assert [entry.record is not None for entry in entries] == [False, True]
    assert entries[0].problem == wording.fill(wording.ENTRY_WITHOUT_TITLE)


@pytest.mark.parametrize("text", ["- a\n", "text", "title: [", "a: b: c"])
def test_what_is_no_citation_cff_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"CITATION\.cff"):
        list(parse_cff(text, "CITATION.cff"))
