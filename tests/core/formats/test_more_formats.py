"""Web of Science, PubMed XML, MODS, Crossref, Better BibTeX, YAML and tables; what they export."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats.detect import detect_kind
from core.formats.registry import get_format

WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Moor, A
   Fenn, B
AF Moor, Ada
   Fenn, Bo
TI Peat and
   its sounds
SO BOG STUDIES
PD MAY
PY 2003
VL 4
BP 11
EP 19
DI 10.55555/bog.1
UT WOS:0007
ER

EF
"""
PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>77</PMID><Article><Journal>
<JournalIssue><Volume>4</Volume><PubDate><Year>2003</Year><Month>May</Month></PubDate>
</JournalIssue><Title>Bog Studies</Title></Journal>
<ArticleTitle>Peat and its CO<sub>2</sub>.</ArticleTitle>
<Pagination><MedlinePgn>111-9</MedlinePgn></Pagination><AuthorList>
<Author><LastName>Moor</LastName><ForeName>Ada</ForeName></Author>
<Author><CollectiveName>Bog Group</CollectiveName></Author></AuthorList></Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="doi">10.55555/bog.2</ArticleId></ArticleIdList>
</PubmedData></PubmedArticle></PubmedArticleSet>"""
MODS = """<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods ID="moor03">
<titleInfo><nonSort>The</nonSort><title>Peat</title></titleInfo>
<name type="personal"><namePart type="family">Moor</namePart><namePart type="given">Ada</namePart>
</name><relatedItem type="host"><titleInfo><title>Bog Studies</title></titleInfo><part>
<detail type="volume"><number>4</number></detail><date>2003</date></part></relatedItem>
</mods></modsCollection>"""
CROSSREF = """{"status": "ok", "message-type": "work", "message": {"type": "journal-article",
"title": ["Peat"], "author": [{"given": "Ada", "family": "Moor"}, {"name": "Bog Group"}],
"container-title": ["Bog Studies"], "issued": {"date-parts": [[2003, 5]]}, "volume": "4",
"DOI": "10.55555/bog.3"}}"""
BETTER = """{"config": {"label": "BetterBibTeX JSON"}, "items": [{"itemType": "case",
"caseName": "Moor v. Fenn", "dateDecided": "2003-05-01", "reporter": "Bog Reports",
"reporterVolume": "4", "firstPage": "11", "creators": [], "citationKey": "moor03"}]}"""
YAML = """moor03:
    type: Article
    title: "The {DNA} of peat"
    author: ["Moor, Ada", "Fenn, Bo"]
    date: 2003-05
    parent:
        type: Periodical
        title: Bog Studies
        volume: 4
"""
CFF = """cff-version: 1.2.0
title: Peatlib
authors:
  - family-names: Moor
    given-names: Ada
date-released: 2003-05-01
"""
SCOPUS = (
    "Authors,Author full names,Title,Year,Source title,Page start,Page end,DOI\n"
    '"Moor A.; Fenn B.","Moor, Ada (7001234567); Fenn, Bo (7001234568)",'
    '"Peat, and ""more""",2003,Bog Studies,11,19,10.55555/bog.4\n'
)
ZOTERO = (
    "Key,Item Type,Publication Year,Author,Title,Publication Title,Date,Volume\n"
    '"K1",journalArticle,2003,"Moor, Ada; Bog Group",Peat,Bog Studies,2003-05-01,4\n'
)


def read(name: str, text: str) -> PaperRecord:
    (entry,) = get_format(name).parse(text, "a file")
    assert entry.record is not None, entry.problem
    return entry.record


@pytest.mark.parametrize(
    ("file", "kind", "text", "title", "authors", "venue"),
    [
        ("a.ciw", "wos", WOS, "Peat and its sounds", ("Ada Moor", "Bo Fenn"), "BOG STUDIES"),
        (
            "savedrecs.txt",
            "wos",
            WOS,
            "Peat and its sounds",
            ("Ada Moor", "Bo Fenn"),
            "BOG STUDIES",
        ),
        (
            "a.xml",
            "pubmed-xml",
            PUBMED,
            "Peat and its CO₂",
            ("Ada Moor", "Bog Group"),
            "Bog Studies",
        ),
        ("a.xml", "mods", MODS, "The Peat", ("Ada Moor",), "Bog Studies"),
        ("a.json", "crossref", CROSSREF, "Peat", ("Ada Moor", "Bog Group"), "Bog Studies"),
        ("a.json", "better-bibtex", BETTER, "Moor v. Fenn", (), "Bog Reports"),
        ("a.yml", "hayagriva", YAML, "The DNA of peat", ("Ada Moor", "Bo Fenn"), "Bog Studies"),
        ("CITATION.cff", "cff", CFF, "Peatlib", ("Ada Moor",), ""),
        ("a.csv", "csv", SCOPUS, 'Peat, and "more"', ("Ada Moor", "Bo Fenn"), "Bog Studies"),
        ("a.csv", "csv", ZOTERO, "Peat", ("Ada Moor", "Bog Group"), "Bog Studies"),
    ],
)
def test_a_file_is_recognised_and_read(  # noqa: PLR0917 - one row a format
    tmp_path: Path,
    file: str,
    kind: str,
    text: str,
    title: str,
    authors: tuple[str, ...],
    venue: str,
) -> None:
    path = tmp_path / file
    path.write_text(text, "utf-8")
    assert detect_kind(path) == kind
    record = read(kind, text)
    assert (record.title, record.authors, record.venue) == (title, authors, venue)
    assert record.year == 2003


def test_what_a_record_says_beyond_its_fields_bears_the_names_of_csl() -> None:
    assert read("wos", WOS).extra["page"] == "11–19"
    assert read("pubmed-xml", PUBMED).extra["page"] == "111–119"
    assert read("pubmed-xml", PUBMED).doi == "10.55555/bog.2"
    case = read("better-bibtex", BETTER).extra
    assert (case["volume"], case["page"], case["issued"]) == ("4", "11", "2003-05-01")
    assert read("crossref", CROSSREF).extra["issued"] == "2003-05"


PUBMED_BOOK = """<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>78</PMID><Book>
<Publisher><PublisherName>Reed Press</PublisherName></Publisher><BookTitle>Bogs</BookTitle>
<PubDate><Year>2003</Year></PubDate><AuthorList Type="editors"><Author><LastName>Fenn</LastName>
<ForeName>Bo</ForeName></Author></AuthorList></Book>{chapter}</BookDocument></PubmedBookArticle>
</PubmedArticleSet>"""
PUBMED_CHAPTER = """<ArticleTitle>Peat.</ArticleTitle><AuthorList Type="authors"><Author>
<LastName>Moor</LastName><ForeName>Ada</ForeName></Author></AuthorList>"""


def test_a_chapter_of_pubmed_is_told_from_its_book() -> None:
    chapter = read("pubmed-xml", PUBMED_BOOK.format(chapter=PUBMED_CHAPTER))
    assert (chapter.title, chapter.authors, chapter.venue) == ("Peat", ("Ada Moor",), "Bogs")
    about = {"type": "chapter", "editor": ["Bo Fenn"], "publisher": "Reed Press", "PMID": "78"}
    assert about.items() <= chapter.extra.items()
    book = read("pubmed-xml", PUBMED_BOOK.format(chapter=""))
    assert (book.title, book.authors, book.venue) == ("Bogs", (), "")
    assert (book.extra["type"], book.extra["editor"]) == ("book", ["Bo Fenn"])


def test_a_chapter_of_web_of_science_is_told_from_its_book() -> None:
    in_book = WOS.replace("PT J", "PT B")
    assert read("wos", in_book).extra["type"] == "chapter"
    assert read("wos", in_book.replace("BOG STUDIES", "Peat and its sounds")).extra["type"] == (
        "book"
    )


def test_early_access_dates_a_work_that_has_no_year() -> None:
    early = WOS.replace("PD MAY\nPY 2003\n", "EA JAN 2021\n")
    assert read("wos", early).year == 2021
    assert read("wos", early.replace("EA JAN 2021", "EA JAN 2021\nPY 2022")).year == 2022


def test_crossref_states_institutions_and_abstracts_in_parts() -> None:
    text = CROSSREF.replace(
        '"DOI"',
        '"institution": [{"name": "Univ. of Ely"}], "abstract": "<jats:title>Abstract</jats:title>'
        '<jats:p>Peat is wet.</jats:p><jats:p>It sounds.</jats:p>",'
        '"ISBN": ["http://id.crossref.org/isbn/9783161484100"], "DOI"',
    )
    record = read("crossref", text)
    assert record.abstract == "Peat is wet. It sounds."
    assert (record.extra["publisher"], record.extra["ISBN"]) == ("Univ. of Ely", "9783161484100")


def test_words_of_scopus_for_no_authors_are_no_authors() -> None:
    no_authors = "[No author name available]"
    text = f'Authors,Title,Year,Source title\n{no_authors},"Peat\nand more",2003,Bog Studies\n'
    record = read("csv", text)
    assert (record.authors, record.title) == ((), "Peat and more")


@pytest.mark.parametrize("name", ["endnote-xml", "mods", "hayagriva"])
def test_an_export_gives_back_what_was_read(name: str) -> None:
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        citation_key="moor03",
        title="Peat & “sound” in H₂O",
        authors=("Ada Moor", "Jan van der Berg", "Bog Group"),
        year=2003,
        venue="Bog Studies",
        doi="10.55555/bog.5",
        url="https://example.org/peat",
        extra={"type": "article-journal", "volume": "4", "issue": "2", "page": "11–19"}
        | {"family_names": {"Bog Group": "Bog Group"}},
    )
    record = read(name, get_format(name).write([paper]))
    for field in ("title", "authors", "year", "venue", "doi", "url"):
        assert getattr(record, field) == getattr(paper, field), field
    assert record.extra == {**paper.extra, "citation_key": "moor03"}


def test_word_gets_a_list_of_sources() -> None:
    paper = Paper(
        number=PaperNumber(1), ids=(), title="Peat", authors=("Ada Moor",), year=2003, venue="Bogs"
    )
    text = get_format("word-sources").write([paper])
    for part in ("<b:Last>Moor</b:Last>", "<b:First>Ada</b:First>", "<b:Year>2003</b:Year>"):
        assert part in text


def test_references_behind_any_name_are_recognised(tmp_path: Path) -> None:
    path = tmp_path / "download.cgi"
    path.write_text("TY  - JOUR\nTI  - Peat\nER  - \n")
    assert detect_kind(path) == "ris"
    path.write_text("#!/bin/sh\necho TY\n")
    assert detect_kind(path) is None


@pytest.mark.parametrize(
    ("name", "text"), [("pubmed-xml", PUBMED), ("mods", MODS), ("wos", WOS), ("csv", SCOPUS)]
)
def test_a_file_that_is_cut_off_loses_nothing_in_silence(name: str, text: str) -> None:
    entries = list(get_format(name).parse(text[: len(text) * 2 // 3], "a file"))
    assert entries
    assert all(entry.record or entry.problem for entry in entries)
