"""Web of Science, PubMed XML, MODS, Crossref, Better BibTeX, YAML and tables; what they export."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Paper, PaperNumber
from core.formats.detect import detect_kind
from core.formats.registry import get_format
from tests.core.formats.catalogue_samples import CROSSREF, WOS, ZOTERO_API, ZOTERO_ITEM, read

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
        ("a.json", "zotero-json", BETTER, "Moor v. Fenn", (), "Bog Reports"),
        ("a.json", "zotero-json", ZOTERO_API, "Peat", ("Ada Moor",), "Bog Studies"),
        ("a.json", "zotero-json", ZOTERO_ITEM, "Peat", ("Ada Moor",), "Bog Studies"),
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
    case = read("zotero-json", BETTER).extra
    assert (case["volume"], case["page"], case["issued"]) == ("4", "11", "2003-05-01")
    assert read("crossref", CROSSREF).extra["issued"] == "2003-05"


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


@pytest.mark.parametrize(
    ("name", "text"), [("pubmed-xml", PUBMED), ("mods", MODS), ("wos", WOS), ("csv", SCOPUS)]
)
def test_a_file_that_is_cut_off_loses_nothing_in_silence(name: str, text: str) -> None:
    entries = list(get_format(name).parse(text[: len(text) * 2 // 3], "a file"))
    assert entries
    assert all(entry.record or entry.problem for entry in entries)
