"""Manuscripts of LibreOffice: text, headings, and citations in marks and fields."""

from __future__ import annotations

import json
import zipfile
from html import escape
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.odt.document import parse
from tests import wording
from tests.core.manuscript.odt.writer_samples import markers, odt, texts

_OAK = {
    "title": "Sieves and sand",
    "DOI": "10.1000/1",
    "author": [{"family": "Oak", "given": "Jane"}],
    "issued": {"date-parts": [[2010]]},
}
OAK = {"citationItems": [{"uris": ["u/1"], "itemData": _OAK}]}


def mark(name: str, shown: str) -> str:
    name = escape(name)
    return (
        f'<text:reference-mark-start text:name="{name}"/>{shown}'
        f'<text:reference-mark-end text:name="{name}"/>'
    )


@pytest.mark.parametrize(
    "name",
    [
        f"ZOTERO_ITEM CSL_CITATION {json.dumps(OAK)} RNDa1b2",
        f"Mendeley ADDIN CSL_CITATION {json.dumps(OAK)}",
    ],
)
def test_reference_marks_cite(tmp_path: Path, name: str) -> None:
    body = (
        f"<text:p>Sieves are exact {mark(name, '[1]')}.</text:p>"
        '<text:section text:name="ZOTERO_BIBL {} CSL_BIBLIOGRAPHY RNDx">'
        "<text:p>[1] J. Oak, Sieves and sand, 2010.</text:p></text:section>"
    )
    manuscript = parse(odt(tmp_path, body))

    assert texts(manuscript) == ["Sieves are exact [1]."]
    assert markers(manuscript) == [("[1]", ["Sieves and sand"])]
    (entry,) = manuscript.references
    assert (entry.label, entry.doi, entry.year) == ("1", "10.1000/1", 2010)


def test_zoteros_bookmarks_are_looked_up_in_the_properties(tmp_path: Path) -> None:
    code = f"ZOTERO_ITEM CSL_CITATION {json.dumps(OAK)}"
    meta = "".join(
        f'<meta:user-defined meta:name="ZOTERO_BREF_Ab1_{at}">{escape(part)}</meta:user-defined>'
        for at, part in ((2, code[40:]), (1, code[:40]))
    )
    body = (
        '<text:p>Sieves are exact <text:bookmark-start text:name="ZOTERO_BREF_Ab1"/>(Oak, 2010)'
        '<text:bookmark-end text:name="ZOTERO_BREF_Ab1"/>.</text:p>'
    )

    assert markers(parse(odt(tmp_path, body, meta=meta))) == [("(Oak, 2010)", ["Sieves and sand"])]


def test_a_list_between_bookmarks_may_have_many_paragraphs(tmp_path: Path) -> None:
    code = f"ADDIN CSL_CITATION {json.dumps(OAK)}"
    meta = (
        f'<meta:user-defined meta:name="Mendeley_Bookmark_a1_1">{escape(code)}</meta:user-defined>'
        '<meta:user-defined meta:name="ZOTERO_BREF_b1_1">ZOTERO_BIBL {} CSL_BIBLIOGRAPHY'
        "</meta:user-defined>"
    )
    body = (
        '<text:p>Sieves are exact <text:bookmark-start text:name="Mendeley_Bookmark_a1"/>[1]'
        '<text:bookmark-end text:name="Mendeley_Bookmark_a1"/>.</text:p>'
        '<text:p><text:bookmark-start text:name="ZOTERO_BREF_b1"/>[1] J. Oak, Sieves and sand.'
        "</text:p>"
        "<text:p>[2] A. Ash, Wet clay.</text:p><text:p>[3] B. Fir, Dry clay."
        '<text:bookmark-end text:name="ZOTERO_BREF_b1"/></text:p>'
    )
    manuscript = parse(odt(tmp_path, body, meta=meta))

    assert texts(manuscript) == ["Sieves are exact [1]."]
    assert markers(manuscript) == [("[1]", ["Sieves and sand"])]


ENDNOTE = (
    "<EndNote><Cite><Author>Oak</Author><Year>2010</Year><RecNum>7</RecNum><record><titles>"
    "<title>Sieves and sand</title></titles><contributors><authors><author>Oak, Jane</author>"
    "</authors></contributors><dates><year>2010</year></dates></record></Cite></EndNote>"
)


def word_field(code: str, shown: str, inside: str = "") -> str:
    """Return a field of a Word file as LibreOffice writes it into an OpenDocument text."""
    return (
        '<field:fieldmark-start text:name="Bookmark" field:type="vnd.oasis.opendocument.field.'
        'UNHANDLED"><field:param field:name="vnd.oasis.opendocument.field.code" '
        f'field:value="{escape(code)}"/></field:fieldmark-start>{inside}<field:fieldmark-separator/>'
        f"{shown}<field:fieldmark-end/>"
    )


@pytest.mark.parametrize(
    "code",
    [
        f"ADDIN EN.CITE {ENDNOTE}",
        f"ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps(OAK)}",
        f"ADDIN CSL_CITATION {json.dumps(OAK)}",
    ],
)
def test_fields_of_a_word_file_are_read_where_libreoffice_kept_them(
    tmp_path: Path, code: str
) -> None:
    entries = "J. Oak, Sieves and sand, 2010.</text:p><text:p>A. Ash, Wet clay, 2012."
    body = (
        f"<text:p>Sieves are exact {word_field(code, '(Oak, 2010)')}. Sand is wet.</text:p>"
        f"<text:p>{word_field('ADDIN EN.REFLIST', entries)}</text:p>"
    )
    manuscript = parse(odt(tmp_path, body))

    assert texts(manuscript) == ["Sieves are exact (Oak, 2010).", "Sand is wet."]
    assert markers(manuscript) == [("(Oak, 2010)", ["Sieves and sand"])]
    assert manuscript.references[0].text == "J. Oak, Sieves and sand, 2010."


def test_an_endnote_field_without_its_data_still_cites(tmp_path: Path) -> None:
    """LibreOffice drops the data that EndNote hides in a field, and keeps a field in its code."""
    emptied = word_field("ADDIN EN.CITE", "(Ash)", word_field("ADDIN EN.CITE.DATA", "hidden"))
    body = (
        f"<text:p>Clay is wet {emptied}. Sieves are exact "
        f"{word_field(f'ADDIN EN.CITE {ENDNOTE}', '(Oak)')}.</text:p>"
    )
    manuscript = parse(odt(tmp_path, body))

    assert texts(manuscript) == ["Clay is wet (Ash).", "Sieves are exact (Oak)."]
    assert markers(manuscript) == [("(Ash)", []), ("(Oak)", ["Sieves and sand"])]


def test_the_text_of_a_content_control_is_read(tmp_path: Path) -> None:
    loext = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"
    control = f'<c:content-control xmlns:c="{loext}">(Oak)</c:content-control>'

    assert texts(parse(odt(tmp_path, f"<text:p>Sieves are exact {control}.</text:p>"))) == [
        "Sieves are exact (Oak)."
    ]


def test_a_citation_of_words_own_leads_to_its_tag(tmp_path: Path) -> None:
    body = (
        '<text:p>Clay is wet <text:bibliography-mark text:identifier=" CITATION Ash12 \\l 1033 "'
        ' text:title="(Ash)">(Ash)</text:bibliography-mark>.</text:p>'
    )
    manuscript = parse(odt(tmp_path, body))

    (sentence,) = manuscript.sentences
    assert [one.unresolved for one in sentence.markers] == [("Ash12",)]
    assert manuscript.references == ()


@pytest.mark.parametrize("name", ["JR_cite_1_1_oak2010", "JABREF_oak2010 CID_5 abcd"])
def test_jabrefs_citations_lead_to_the_list_they_made(tmp_path: Path, name: str) -> None:
    body = (
        f"<text:p>Sieves are exact {mark(name, '[1]')}.</text:p>"
        '<text:section text:name="JR_bib"><text:p>[1] J. Oak. Sieves and sand in the rain. '
        "Journal of Clay, 2010.</text:p></text:section>"
    )

    assert markers(parse(odt(tmp_path, body))) == [("[1]", ["Sieves and sand in the rain"])]


def test_a_note_cites_where_it_hangs(tmp_path: Path) -> None:
    cited = mark(f"ZOTERO_ITEM CSL_CITATION {json.dumps(OAK)} RND1", "Oak, Sieves, 2010")
    body = (
        "<text:p>Sieves are exact.<text:note><text:note-body><text:p>See "
        f"{cited}.</text:p></text:note-body></text:note> Sand is wet.</text:p>"
    )
    manuscript = parse(odt(tmp_path, body))

    assert texts(manuscript) == ["Sieves are exact (Oak, 2010).", "Sand is wet."]
    assert markers(manuscript) == [("(Oak, 2010)", ["Sieves and sand"])]


def test_a_numbered_list_gives_the_labels(tmp_path: Path) -> None:
    entries = ["J. Oak. Sieves and sand in the rain. Journal of Clay, 2010.",
               "A. Ash. Wet clay in the sun. Journal of Mud, 2012."]  # fmt: skip
    items = "".join(f"<text:list-item><text:p>{one}</text:p></text:list-item>" for one in entries)
    body = (
        "<text:p>Sieves are exact [1, 2].</text:p><text:h>Literatur</text:h>"
        f'<text:list text:style-name="L1">{items}</text:list>'
    )

    assert markers(parse(odt(tmp_path, body))) == [
        ("[1, 2]", ["Sieves and sand in the rain", "Wet clay in the sun"])
    ]


def test_the_chapters_of_a_master_document_are_named_if_it_does_not_keep_their_text(
    tmp_path: Path,
) -> None:
    link = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href='
    body = (
        "<text:p>Sieves are exact.</text:p>"
        f'<text:section text:name="a"><text:section-source {link}"../Grains%20of%20sand.odt"/>'
        '<text:h text:outline-level="1"/></text:section>'
        f'<text:section text:name="b"><text:section-source {link}"../Dunes.odt"/>'
        "<text:p>Dunes move.</text:p></text:section>"
    )
    manuscript = parse(odt(tmp_path, body))
    assert texts(manuscript) == ["Sieves are exact.", "Dunes move."]
    (part,) = manuscript.unread
    expected = wording.fill(
        "core.manuscript.word.document:linked_chapter", file="Grains of sand.odt"
    )
    assert (part.kind, str(part.text)) == ("file", expected)


@pytest.mark.parametrize("lines", [True, False])
def test_a_list_without_a_heading_is_known_by_its_style(tmp_path: Path, lines: bool) -> None:
    entries = [
        "Office of Sand. n.d. “Kinds of sand.”",
        "Oak, J. 2010. Sieves and sand. Sand 1, 2–9.",
        "Roe, A. 2011. Grains of the coast. Sand 2, 3–7.",
        "Yew, B. 2012. Dunes in the wind. Sand 3, 1–2.",
    ][lines:]
    start, end = '<text:p text:style-name="Bibliography_20_1">', "</text:p>"
    listed = ("<text:line-break/>" if lines else end + start).join(entries)
    body = f"<text:p>Sieves are exact (Oak 2010).</text:p>{start}{listed}{end}"
    manuscript = parse(odt(tmp_path, body))
    assert [entry.text for entry in manuscript.references] == entries
    assert markers(manuscript) == [("(Oak 2010)", ["Sieves and sand"])]


def test_a_list_at_the_end_needs_no_heading(tmp_path: Path) -> None:
    entries = [
        f"[{at}] J. Oak. Sieves and sand part {at}. Journal of Clay, 201{at}." for at in (1, 2, 3)
    ]
    body = "<text:p>Sieves are exact [2].</text:p>" + "".join(
        f"<text:p>{one}</text:p>" for one in entries
    )
    manuscript = parse(odt(tmp_path, body))

    assert texts(manuscript) == ["Sieves are exact [2]."]
    assert markers(manuscript) == [("[2]", ["Sieves and sand part 2"])]


def test_what_is_no_text_or_a_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no running text"):
        parse(odt(tmp_path, "<text:p/>"))
    with pytest.raises(FormatError, match="password"):
        parse(odt(tmp_path, "", content=b"\x13\x37secret"))
    with pytest.raises(FormatError, match="entities"):
        parse(odt(tmp_path, "", content=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))
    with pytest.raises(FormatError, match="unpacks to more"):
        parse(odt(tmp_path, "", content=b"<a>" + b" " * 3_000_000 + b"</a>"))
    path = tmp_path / "other.odt"
    path.write_bytes(b"no archive")
    with pytest.raises(FormatError, match="damaged"):
        parse(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    with pytest.raises(FormatError, match=wording.pattern("core.manuscript.odt.document:_check")):
        parse(path)
