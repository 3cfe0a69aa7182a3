"""Zotero's RDF export."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats import zotero_rdf
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests import wording

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:vcard="http://nwalsh.com/rdf/vCard#"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
"""
ARTICLE = """    <bib:Article rdf:about="https://example.org/a">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/>
        <bib:authors><rdf:Seq>
          <rdf:li><foaf:Person><foaf:surname>Roe</foaf:surname>
        <foaf:givenName>Ann</foaf:givenName></foaf:Person></rdf:li>
          <rdf:li><foaf:Person><foaf:surname>Data Group</foaf:surname></foaf:Person></rdf:li>
        </rdf:Seq></bib:authors>
        <dcterms:isReferencedBy rdf:resource="#item_9"/>
        <link:link rdf:resource="#item_8"/>
        <dc:subject>graphs</dc:subject>
        <dc:subject><z:AutomaticTag><rdf:value>walks</rdf:value></z:AutomaticTag></dc:subject>
        <dc:title>Walks on graphs</dc:title>
        <dcterms:abstract>We walk &lt; far.</dcterms:abstract>
        <dc:date>2016-05-12</dc:date>
        <z:libraryCatalog>Here</z:libraryCatalog>
        <dc:identifier><dcterms:URI><rdf:value>https://example.org/a</rdf:value></dcterms:URI>
        </dc:identifier>
        <bib:pages>1-9</bib:pages>
        <dc:description>Citation Key: roe2016
tex.x: 1</dc:description>
    </bib:Article>
    <bib:Journal rdf:about="urn:issn:1234-5678">
        <prism:volume>3</prism:volume><dc:title>Annals</dc:title>
        <dc:identifier>DOI 10.1234/abc</dc:identifier><prism:number>2</prism:number>
        <dcterms:alternative>Ann.</dcterms:alternative>
        <dc:identifier>ISSN 1234-5678</dc:identifier>
    </bib:Journal>
    <z:Attachment rdf:about="#item_8"><z:itemType>attachment</z:itemType>
        <rdf:resource rdf:resource="files/8/a.pdf"/><dc:title>Full</dc:title>
        <link:type>application/pdf</link:type></z:Attachment>
    <bib:Memo rdf:about="#item_9"><rdf:value>&lt;p&gt;mine&lt;/p&gt;</rdf:value></bib:Memo>
"""
CHAPTER = """    <bib:BookSection rdf:about="#item_3"><z:itemType>bookSection</z:itemType>
      <dcterms:isPartOf><bib:Book><dcterms:isPartOf><bib:Series><dc:title>LNCS</dc:title>
        </bib:Series></dcterms:isPartOf><dc:title>The book</dc:title></bib:Book>
        </dcterms:isPartOf>
      <dc:publisher><foaf:Organization><vcard:adr><vcard:Address>
        <vcard:locality>Berlin</vcard:locality></vcard:Address></vcard:adr>
        <foaf:name>Springer</foaf:name></foaf:Organization></dc:publisher>
      <dc:title>Chapter</dc:title></bib:BookSection>
"""
COLLECTIONS = """    <z:Collection rdf:about="#collection_1"><dc:title>Thesis</dc:title>
        <dcterms:hasPart rdf:resource="#collection_2"/>
        <dcterms:hasPart rdf:resource="#item_3"/></z:Collection>
    <z:Collection rdf:about="#collection_2"><dc:title>Graphs</dc:title>
        <dcterms:hasPart rdf:resource="https://example.org/a"/></z:Collection>
"""


def entries_of(*parts: str) -> list[Entry]:
    return list(zotero_rdf.parse(f"{HEAD}{''.join(parts)}</rdf:RDF>", "export.rdf"))


def test_an_item_keeps_everything() -> None:
    article, chapter = entries_of(ARTICLE, CHAPTER, COLLECTIONS)
    record = article.record
    assert record is not None
    assert record.title == "Walks on graphs"
    assert record.authors == ("Ann Roe", "Data Group")
    assert (record.year, record.venue, record.doi) == (2016, "Annals", "10.1234/abc")
    assert record.abstract == "We walk < far."
    assert record.url == "https://example.org/a"
    assert record.keywords == ("walks", "graphs")
    assert article.tags == ("graphs",)  # "walks" came from a catalogue
    assert article.collections == ("Thesis / Graphs",)
    assert article.attachments == ("files/8/a.pdf",)
    extra = record.extra
    assert (extra["citation_key"], extra["page"], extra["ISSN"]) == ("roe2016", "1–9", "1234-5678")
    assert (extra["volume"], extra["issue"], extra["container-title-short"]) == ("3", "2", "Ann.")
    assert (extra["issued"], extra["source"]) == ("2016-05-12", "Here")
    assert extra["annote"] == "mine"
    assert chapter.record is not None
    assert (chapter.record.venue, chapter.record.extra["collection-title"]) == ("The book", "LNCS")
    assert chapter.record.extra["publisher"] == "Springer"
    assert chapter.record.extra["publisher-place"] == "Berlin"
    assert chapter.collections == ("Thesis",)


def test_call_numbers_people_talks_and_dates_of_access_are_read_as_such() -> None:
    (talk,) = entries_of(
        """    <rdf:Description rdf:about="#item_5"><z:itemType>presentation</z:itemType>
      <dc:subject><dcterms:LCC><rdf:value>QA 1 .R6</rdf:value></dcterms:LCC></dc:subject>
      <bib:presentedAt><bib:Conference><dc:title>Days of Peat</dc:title></bib:Conference>
      </bib:presentedAt><dcterms:dateSubmitted>2012-09-28 15:47:21</dcterms:dateSubmitted>
      <dc:rights>Free</dc:rights>
      <z:presenters><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Roe</foaf:surname>
        <foaf:givenName>Ann</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></z:presenters>
      <dc:title>Walks</dc:title></rdf:Description>
"""
    )
    assert talk.tags == ()
    assert talk.record is not None
    assert (talk.record.authors, talk.record.venue) == (("Ann Roe",), "Days of Peat")
    extra = talk.record.extra
    assert (extra["call-number"], extra["accessed"]) == ("QA 1 .R6", "2012-09-28")
    assert extra["license"] == "Free"


def test_a_damaged_item_costs_only_itself_and_is_told() -> None:
    entries = entries_of(CHAPTER.replace("</bib:BookSection>", ""), ARTICLE)
    assert {entry.record.title for entry in entries if entry.record} == {
        "Chapter",
        "Walks on graphs",
    }
    assert wording.stem("core.formats.zotero_rdf:parse {message") in entries[-1].problem


def test_a_file_without_a_record_is_told() -> None:
    alone = ARTICLE[ARTICLE.index("<z:Attachment") :]
    (entry,) = entries_of(alone)
    assert entry.problem == wording.fill(wording.FILE_WITHOUT_RECORD, file="Full")


def test_a_note_without_a_record_is_told() -> None:
    memo = """    <bib:Memo rdf:about="#item_12"><z:itemType>note</z:itemType>
      <rdf:value>&lt;p&gt;Ask Ann&lt;/p&gt;&lt;p&gt;and Bo&lt;/p&gt;</rdf:value></bib:Memo>
"""
    article, alone = entries_of(ARTICLE, memo)
    assert article.record is not None
    assert alone.problem == wording.fill(wording.NOTE_WITHOUT_RECORD, start="Ask Ann")
    reference = '<dcterms:isReferencedBy rdf:resource="#item_12"/></bib:BookSection>'
    (chapter,) = entries_of(CHAPTER.replace("</bib:BookSection>", reference), memo)
    assert chapter.record is not None
    assert chapter.record.extra["annote"] == "Ask Ann\nand Bo"


def test_a_second_title_is_that_of_the_proceedings() -> None:
    (talk,) = entries_of(
        """    <rdf:Description rdf:about="#item_5"><z:itemType>conferencePaper</z:itemType>
      <dc:title>Walks</dc:title><dc:title>Proceedings of the moor</dc:title></rdf:Description>
"""
    )
    assert talk.record is not None
    assert (talk.record.title, talk.record.venue) == ("Walks", "Proceedings of the moor")


def test_a_loop_of_collections_ends() -> None:
    loop = COLLECTIONS.replace(
        '"https://example.org/a"/>',
        '"https://example.org/a"/><dcterms:hasPart rdf:resource="#collection_1"/>',
    )
    article, _ = entries_of(ARTICLE, CHAPTER, loop)
    assert article.collections[0].endswith("Thesis / Graphs")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE rdf:RDF [<!ENTITY a "aaaa">]><rdf:RDF/>',
        "<html></html>",
        "no XML at all",
    ],
)
def test_what_is_no_export_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.rdf"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError):
        list(get_format("zotero-rdf").read_entries(path))


def test_what_a_damaged_item_took_in_is_no_part_of_it() -> None:
    chapter, article, _ = entries_of(CHAPTER.replace("Chapter</dc:title>", "Chapter"), ARTICLE)
    assert chapter.record is not None
    assert chapter.record.title == "Chapter"
    assert article.record is not None
    assert article.record.title == "Walks on graphs"


def test_a_tag_that_xml_does_not_allow_is_read_by_the_end_of_its_name() -> None:
    (entry,) = entries_of(ARTICLE.replace("bib:pages", "dc:ti:pages"))[:1]
    assert entry.record is not None
    assert entry.record.extra["page"] == "1–9"


def test_a_note_that_many_items_name_is_of_the_first() -> None:
    again = ARTICLE.replace("example.org/a", "example.org/b")
    first, second = entries_of(ARTICLE, again)
    assert first.record is not None
    assert second.record is not None
    assert "annote" in first.record.extra
    assert "annote" not in second.record.extra
