"""EndNote's exports: tagged and XML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.formats import endnote
from core.formats.detect import kind_of_text
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests import wording

TAGGED = """\ufeff%0 Journal Article
%A Roe, Ann
%A van der Berg, M. L.
%E Doe, Jo
%T Walks on <i>graphs</i>
%J Annals of Walks
%V 3
%N 2
%P 10-19
%D 2001
%8 2001/05/04
%@ 1234-5678
%K walks
graphs
%X An abstract
that goes on.

And has a second paragraph.
%R doi:10.1234/abc
%U https://example.org/a
%> internal-pdf://0123/a.pdf
%F roe2001
%1 mine
%~ Provider

%0 Book
%A Barnes and Noble,
%T Roses
%I Springer
%C Berlin

%A Nobody
%T A record without its type
"""

RECORD = """<record><database name="My.enl" path="/x/My.enl">My.enl</database>
<ref-type name="Conference Proceedings">10</ref-type>
<contributors><authors><author><style face="normal">Roe, Ann</style></author>
<author>Doe, Jo</author></authors>
<secondary-authors><author>Smith, Eve</author></secondary-authors></contributors>
<titles><title><style>Walks on </style><style face="italic">graphs</style></title>
<secondary-title>Proceedings of Walks</secondary-title></titles>
<pages>10-19</pages><volume>3</volume><keywords><keyword>walks</keyword><keyword>graphs</keyword>
</keywords><dates><year>2001</year></dates><abstract>Far &lt; near.&#x1F;</abstract>
<urls><web-urls><url>https://example.org/a</url></web-urls>
<pdf-urls><url>internal-pdf://0123/a.pdf</url></pdf-urls></urls>
<electronic-resource-num>10.1234/abc</electronic-resource-num>
<label>roe2001</label><custom3>mine</custom3></record>"""


def xml(*records: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><xml><records>{"".join(records)}</records></xml>'


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], list[Entry]]:
    def read(text: str) -> list[Entry]:
        path = tmp_path / "export"
        path.write_text(text, encoding="utf-8")
        return list(
            get_format("endnote-xml" if text.startswith("<") else "endnote").read_entries(path)
        )

    return read


Read = Callable[[str], list[Entry]]


def test_a_tagged_record_keeps_everything(read: Read) -> None:
    first, book, untyped = read(TAGGED)
    record = first.record
    assert record is not None
    assert record.title == "Walks on graphs"
    assert record.authors == ("Ann Roe", "M. L. van der Berg")
    assert (record.year, record.venue, record.doi) == (2001, "Annals of Walks", "10.1234/abc")
    assert record.keywords == ("walks", "graphs")
    assert record.abstract == "An abstract that goes on. And has a second paragraph."
    assert record.url == "https://example.org/a"
    assert first.attachments == (".Data/PDF/0123/a.pdf",)
    assert dict(record.extra) == {
        "type": "article-journal",
        "citation_key": "roe2001",
        "editor": ["Jo Doe"],
        "page": "10–19",
        "volume": "3",
        "issue": "2",
        "issued": "2001-05-04",
        "ISSN": "1234-5678",
        "custom1": "mine",
        "remote-database-provider": "Provider",
    }
    assert book.record is not None
    assert book.record.authors == ("Barnes and Noble",)
    assert book.record.extra["publisher"] == "Springer"
    assert untyped.record is not None
    assert (untyped.record.title, untyped.location) == ("A record without its type", "line 32")


def test_what_is_no_record_is_told(read: Read) -> None:
    lost, good, empty = read("a letter\n%0 Book\n%T Roses\n%0 Book\n%K peat\n")
    assert (lost.location, lost.problem) == ("line 1", wording.fill(wording.LINES_OUTSIDE_RECORDS))
    assert good.record is not None
    assert (empty.location, empty.problem) == ("line 4", wording.fill(wording.RECORD_WITHOUT_TITLE))


def test_an_xml_record_keeps_everything(read: Read) -> None:
    (entry,) = read(xml(RECORD))
    record = entry.record
    assert record is not None
    assert record.title == "Walks on graphs"
    assert record.authors == ("Ann Roe", "Jo Doe")
    assert (record.year, record.venue) == (2001, "Proceedings of Walks")
    assert (record.abstract, record.doi) == ("Far < near.", "10.1234/abc")
    assert record.keywords == ("walks", "graphs")
    assert entry.attachments == ("My.Data/PDF/0123/a.pdf",)
    assert record.extra["type"] == "paper-conference"
    assert record.extra["editor"] == ["Eve Smith"]
    assert (record.extra["custom3"], record.extra["citation_key"]) == ("mine", "roe2001")


def test_a_damaged_xml_record_costs_only_itself(read: Read) -> None:
    broken = RECORD.replace("</titles>", "")
    unclosed = RECORD.replace("</record>", "")
    entries = read(xml(broken, RECORD, unclosed, RECORD))
    assert [entry.record is not None for entry in entries] == [False, True, False, True]
    assert "not valid XML" in entries[0].problem
    assert entries[2].problem == wording.fill(wording.RECORD_NOT_CLOSED)
    assert entries[1].location == "line 13"


def test_entities_are_not_resolved(read: Read, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a secret")
    bomb = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<!DOCTYPE xml [<!ENTITY a0 "x">{bomb}<!ENTITY f SYSTEM "{secret.as_uri()}">]>'
    text = xml(RECORD.replace("near", "&a11; &f;"), RECORD).replace("<xml>", f"{head}<xml>")
    first, second = read(text)
    assert first.record is None
    assert second.record is not None


def test_a_record_that_nests_without_end_is_refused(read: Read) -> None:
    deep = RECORD.replace("<pages>", "<a>" * 5_000 + "<pages>")
    (entry,) = read(xml(deep))
    assert entry.record is None


def written(year: str, *authors: str, title: str = "Walks") -> str:
    people = "".join(f"<author>{author}</author>" for author in authors)
    return xml(
        f"<record><contributors><authors>{people}</authors></contributors>"
        f"<titles><title>{title}</title></titles><dates><year>{year}</year></dates></record>"
    )


def test_two_authors_of_one_name_are_two(read: Read) -> None:
    (entry,) = read(written("2001", "Roe, A.", "Lee, S.", "Roe, A."))
    assert entry.record is not None
    assert entry.record.authors == ("A. Roe", "S. Lee", "A. Roe")


@pytest.mark.parametrize(
    ("year", "kept"),
    [("in press", "in press"), ("accepted", "accepted"), ("2001", None), ("n.d.", None)],
)
def test_what_stands_in_place_of_a_year_is_kept(read: Read, year: str, kept: str | None) -> None:
    (entry,) = read(written(year, "Roe, A."))
    assert entry.record is not None
    assert entry.record.extra.get("status") == kept


def test_only_known_tags_are_taken_out(read: Read) -> None:
    title = "Walks of &lt;i&gt;Reeds&lt;/i&gt;. &lt;ORIGINAL&gt; Wege, [&lt;Fe/H&gt;] 3 &lt; 4"
    (entry,) = read(written("2001", "Roe, A.", title=title))
    assert entry.record is not None
    assert entry.record.title == "Walks of Reeds. <ORIGINAL> Wege, [<Fe/H>] 3 < 4"


@pytest.mark.parametrize(
    ("kind", "edition", "values"),
    [
        ("Journal Article", "2012/07/24", {"available-date": "2012-07-24"}),
        ("Journal Article", "20120724", {"available-date": "2012-07-24"}),
        ("Journal Article", "2012/07/24/", {"available-date": "2012-07-24"}),
        ("Journal Article", "24 Jul 2012", {"available-date": "2012-07-24"}),
        ("Journal Article", "2012", {"available-date": "2012"}),
        ("Journal Article", "2nd", {"edition": "2nd"}),
        ("Book", "2012", {"edition": "2012"}),
        ("Book", "2", {"edition": "2"}),
        ("Journal Article", "20129924", {"edition": "20129924"}),
    ],
)
def test_the_epub_date_of_an_article_is_no_edition(
    kind: str, edition: str, values: dict[str, str]
) -> None:
    tagged = f"%0 {kind}\n%T Moss of the north\n%A Roe, Ann\n%D 2012\n%7 {edition}\n"
    xml = (
        f'<xml><records><record><ref-type name="{kind}">1</ref-type><titles><title>Moss of the'
        f" north</title></titles><edition>{edition}</edition></record></records></xml>"
    )
    tag = "JOUR" if kind == "Journal Article" else "BOOK"
    texts = {
        "endnote": tagged,
        "endnote-xml": xml,
        "ris": f"TY  - {tag}\nTI  - Moss of the north\nET  - {edition}\nER  - \n",
    }
    for name, text in texts.items():
        (entry,) = get_format(name).parse(text, "")
        assert entry.record is not None
        extra = entry.record.extra
        dates = {key: extra[key] for key in ("edition", "available-date") if key in extra}
        assert dates == values, name


def test_records_of_one_line_are_told_apart_by_their_number() -> None:
    record = "<record><titles><title>{}</title></titles></record>"
    text = f"<xml>\n<records>{record.format('One')}{record.format('Two')}</records></xml>"
    locations = [str(entry.location) for entry in get_format("endnote-xml").parse(text, "")]
    assert locations == ["entry 1, line 2", "entry 2, line 2"]
    text = text.replace("</record><record>", "</record>\n\n<record>")
    locations = [str(entry.location) for entry in get_format("endnote-xml").parse(text, "")]
    assert locations == ["line 2", "line 4"]


def test_several_issns_and_the_pmid_of_a_record_of_pubmed_are_known() -> None:
    text = (
        "<xml><records><record><ref-type name='Journal Article'>17</ref-type><titles>"
        "<title>Birds of the marsh in the light of blue lamps</title></titles>"
        "<isbn>1234-5678 (Print)&#xD;8765-4321 (Linking)</isbn>"
        "<accession-num>12345678</accession-num>"
        "<remote-database-provider>NLM</remote-database-provider></record></records></xml>"
    )
    (entry,) = endnote.parse_xml(text)
    assert entry.record is not None
    assert entry.record.extra["ISSN"] == "1234-5678; 8765-4321"
    assert "ISBN" not in entry.record.extra
    assert entry.record.extra["PMID"] == "12345678"
    (other,) = endnote.parse_xml(text.replace("NLM", "Scopus"))
    assert other.record is not None
    assert "PMID" not in other.record.extra


def test_notes_keep_their_lines(read: Read) -> None:
    note = "<notes>First, read it.&#xD;&#xD;&#xD;&#xD;Then &lt;b&gt;count&lt;/b&gt;:&#xD;- one"
    (one,) = read(xml(RECORD.replace("</record>", f"{note}</notes></record>")))
    (other,) = read("%0 Book\n%A Roe, Ann\n%T Reeds\n%Z First, read it.\n\nThen count.\n")
    assert one.record is not None
    assert other.record is not None
    assert one.record.extra["note"] == "First, read it.\n\nThen count:\n- one"
    assert other.record.extra["note"] == "First, read it.\n\nThen count."


@pytest.mark.parametrize(
    ("titles", "venue", "short"),
    [
        ({"secondary": "Annals of Walks", "alt": "Ann. Walks"}, "Annals of Walks", "Ann. Walks"),
        ({"secondary": "Ann. Walks", "alt": "Annals of Walks"}, "Annals of Walks", "Ann. Walks"),
        ({"alt": "Ann. Walks"}, "Ann. Walks", None),
        ({"secondary": "Annals of Walks", "alt": "Annals of Walks"}, "Annals of Walks", None),
        ({"secondary": "Walks", "alt": "Reeds and Tents"}, "Walks", "Reeds and Tents"),
    ],
)
def test_the_short_name_of_a_journal_may_stand_first(
    read: Read, titles: dict[str, str], venue: str, short: str | None
) -> None:
    names = "".join(f"<{name}-title>{text}</{name}-title>" for name, text in titles.items())
    record = RECORD.replace("<secondary-title>Proceedings of Walks</secondary-title>", names)
    (entry,) = read(xml(record))
    assert entry.record is not None
    assert entry.record.venue == venue
    assert entry.record.extra.get("container-title-short") == short


def test_an_abbreviation_comes_before_other_names(read: Read) -> None:
    titles = "<secondary-title>Annals of Walks</secondary-title><alt-title>Walks (Norv)</alt-title>"
    record = RECORD.replace("<secondary-title>Proceedings of Walks</secondary-title>", titles)
    periodical = "<periodical><full-title>Annals of Walks</full-title><abbr-1>Ann Walks</abbr-1>"
    record = record.replace("<pages>", f"{periodical}</periodical><pages>")
    (entry,) = read(xml(record))
    assert entry.record is not None
    extra = entry.record.extra
    assert (entry.record.venue, extra["container-title-short"]) == ("Annals of Walks", "Ann Walks")
    assert extra["alt-title"] == "Walks (Norv)"


def test_the_address_of_the_authors_has_one_name_in_endnote_and_ris(read: Read) -> None:
    (endnote_entry,) = read("%0 Book\n%A Roe, Ann\n%T Reeds\n%+ Shore, Norville\n")
    ris = "TY  - BOOK\nAU  - Roe, Ann\nTI  - Reeds\nAD  - Shore, Norville\nER  - \n"
    (ris_entry,) = get_format("ris").parse(ris, "a.ris")
    assert endnote_entry.record is not None
    assert ris_entry.record is not None
    assert endnote_entry.record.extra["author_address"] == "Shore, Norville"
    assert ris_entry.record.extra["author_address"] == "Shore, Norville"


def test_records_of_endnote_7_are_read() -> None:
    text = """<?xml version="1.0"?><XML><RECORDS><RECORD><REFERENCE_TYPE>7</REFERENCE_TYPE>
    <REFNUM>12</REFNUM><AUTHORS><AUTHOR>Moor, Ada</AUTHOR><AUTHOR>Fenn, Bo</AUTHOR></AUTHORS>
    <YEAR>1998</YEAR><TITLE>Peat &amp; &lt;b&gt;moss&lt;/b&gt;</TITLE>
    <SECONDARY_AUTHORS><SECONDARY_AUTHOR>Lund, Eva</SECONDARY_AUTHOR></SECONDARY_AUTHORS>
    <SECONDARY_TITLE>Wet Land</SECONDARY_TITLE><PLACE_PUBLISHED>Ely</PLACE_PUBLISHED>
    <PUBLISHER>Fen Press</PUBLISHER><PAGES>1-9</PAGES><NUMBER_OF_VOLUMES>2</NUMBER_OF_VOLUMES>
    <KEYWORDS><KEYWORD>bogs</KEYWORD><KEYWORD>fens</KEYWORD></KEYWORDS></RECORD>
    <RECORD><REFERENCE_TYPE>31</REFERENCE_TYPE><TITLE>Mire</TITLE></RECORD></RECORDS></XML>"""
    assert kind_of_text(text) == "endnote-xml"
    chapter, generic = (entry.record for entry in get_format("endnote-xml").parse(text, "a.xml"))
    assert (chapter.title, chapter.authors) == ("Peat & moss", ("Ada Moor", "Bo Fenn"))
    assert (chapter.year, chapter.venue) == (1998, "Wet Land")
    assert chapter.keywords == ("bogs", "fens")
    assert chapter.extra["type"] == "chapter"
    assert chapter.extra["editor"] == ["Eva Lund"]
    assert chapter.extra["publisher-place"] == "Ely"
    assert chapter.extra["number-of-volumes"] == "2"
    assert generic.extra["type"] == "document"
