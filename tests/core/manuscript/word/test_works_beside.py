"""Works that fields cite in tables, text boxes and frames alone are cited; so are Citavi's."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from core.base.records import Manuscript
from core.manuscript.odt.document import parse as parse_odt
from core.manuscript.word.document import parse
from tests.core.manuscript.odt import test_document
from tests.core.manuscript.word_files import (
    ELM,
    OAK,
    add,
    code,
    field,
    mark,
    markers,
    run,
    saved,
    started,
    zotero,
)

PLANTS = "All plants of the marsh were counted in one summer"


def mendeley(shown: str) -> str:
    items = {"citationItems": [{"id": "x", "itemData": ELM}]}
    tag = "MENDELEY_CITATION_v3_" + base64.b64encode(json.dumps(items).encode()).decode()
    looks = f'<w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr>'
    return f"<w:sdt>{looks}<w:sdtContent>{run(shown)}</w:sdtContent></w:sdt>"


def endnote(shown: str) -> str:
    record = (
        "<record><rec-number>3</rec-number><titles><title>An Hour of Silence</title></titles>"
        "<contributors><authors><author>Elm, Ida</author></authors></contributors>"
        "<dates><year>2021</year></dates></record>"
    )
    cite = f"<Cite><Author>Elm</Author><Year>2021</Year><RecNum>3</RecNum>{record}</Cite>"
    return field(f" ADDIN EN.CITE <EndNote>{cite}</EndNote>", shown)


def citavi(shown: str, *, control: bool = True) -> str:
    author = {"$id": "4", "FirstName": "Ida", "LastName": "Elm", "MiddleName": None}
    work = {
        "$id": "3", "Title": "An Hour of Silence", "Subtitle": "", "Year": "2021",
        "Authors": [author], "Editors": [{"$ref": "4"}], "Doi": "10.55555/hour",
        "Periodical": {"$id": "5", "Name": "Journal of Quiet"}, "Volume": "4", "Number": "2",
        "PageRange": "<sp>\n<os>7-19</os>\n</sp>",
    }  # fmt: skip
    entries = [
        {"$id": "2", "ReferenceId": "id-1", "Reference": work},
        {"$id": "6", "ReferenceId": "id-1", "Reference": {"$ref": "3"}},
    ]
    data = base64.b64encode(json.dumps({"$id": "1", "Entries": entries}).encode()).decode()
    made = field(f"ADDIN CitaviPlaceholder{{{data}}}", shown)
    if not control:
        return made
    tag = '<w:tag w:val="CitaviPlaceholder#1b"/>'
    return f"<w:sdt><w:sdtPr>{tag}</w:sdtPr><w:sdtContent>{made}</w:sdtContent></w:sdt>"


FIELDS = [lambda shown: zotero(shown, ELM), mendeley, endnote, citavi]


def put(document: Document, place: str, inside: str) -> None:
    """Put a paragraph into a table, a text box, or a table within a content control."""
    paragraph = f"<w:p>{run('Quiet hours ')}{inside}</w:p>"
    names = nsdecls("w") + (
        ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        ' xmlns:v="urn:schemas-microsoft-com:vml"'
    )
    cell = f"<w:tc>{paragraph}</w:tc>"
    if place == "nested":
        cell = f"<w:tc><w:tbl><w:tr>{cell}</w:tr></w:tbl><w:p/></w:tc>"
    table = f"<w:tbl><w:tr>{cell}</w:tr></w:tbl>"
    box = f"<w:txbxContent>{paragraph}</w:txbxContent>"
    shape = f"<v:shape><v:textbox>{box}</v:textbox></v:shape>"
    written = {
        "table": table,
        "nested": table,
        "row": table.replace("<w:tr>", "<w:tr><w:sdt><w:sdtContent>", 1).replace(
            "</w:tr>", "</w:sdtContent></w:sdt></w:tr>", 1
        ),
        "control": f"<w:sdt><w:sdtContent>{table}</w:sdtContent></w:sdt>",
        "box": f"<w:p><w:r><w:pict>{shape}</w:pict></w:r></w:p>",
        "choice": "<w:p><w:r><mc:AlternateContent>"
        f"<mc:Choice Requires='wps'>{box}</mc:Choice><mc:Fallback><w:pict>{shape}</w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r></w:p>",
    }[place]
    root = parse_xml(f"<w:body {names}>{written}</w:body>")
    for element in list(root):
        document.element.body.insert(len(document.element.body) - 1, element)


def read(folder: Path, place: str, inside: str) -> Manuscript:
    document = started()
    add(document, run(f"{PLANTS} "), zotero("(Oak and Alder, 2019)", OAK), run("."))
    put(document, place, inside)
    add(document, run("Birds were not counted at all in this year."))
    return parse(saved(document, folder))


@pytest.mark.parametrize("place", ["table", "nested", "row", "control", "box", "choice"])
@pytest.mark.parametrize("cite", FIELDS)
def test_what_a_field_beside_the_text_cites_is_cited(
    tmp_path: Path, place: str, cite: object
) -> None:
    assert callable(cite)
    manuscript = read(tmp_path, place, cite("(Elm, 2021)"))
    assert [entry.title for entry in manuscript.references] == [OAK["title"], ELM["title"]]
    assert manuscript.cited_beside == (1,)
    assert manuscript.perhaps_cited == ()
    assert markers(manuscript) == [("(Oak and Alder, 2019)", (0,), ())]


def test_a_work_in_deleted_text_or_cited_in_the_text_too_is_not_beside(tmp_path: Path) -> None:
    removed = f"<w:del>{zotero('(Elm, 2021)', ELM)}</w:del>"
    assert read(tmp_path, "table", removed).references[1:] == ()
    assert read(tmp_path, "table", zotero("(Oak, 2019)", OAK)).cited_beside == ()


def test_fields_of_a_table_are_found_in_a_typed_list(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph("Introduction", style="Heading 1")
    add(document, run(f"{PLANTS} [2]."))
    put(document, "table", zotero("[1]", ELM))
    document.add_paragraph("References", style="Heading 1")
    for text in (
        "[1] Elm I. An Hour of Silence. Journal of Quiet. 2021;4:7.",
        "[2] Oak T, Alder S. Recorders at the Edge of the Water. Quiet Places. 2019;1:2.",
        "[3] Ash U. Never Cited in Any Place of This Text. Quiet Places. 2001;1:3.",
    ):
        document.add_paragraph(text)
    manuscript = parse(saved(document, tmp_path))
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3"]
    assert manuscript.cited_beside == (0,)
    assert [marker for _, marker, _ in markers(manuscript)] == [(1,)]


def test_an_unknown_field_of_a_table_is_named(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "table", field("ADDIN PAPERPILE_CITE {}", "(Elm, 2021)"))
    assert [part.kind for part in manuscript.unread] == ["citation"]
    assert "(Elm, 2021)" in str(manuscript.unread[0].text)


@pytest.mark.parametrize("control", [True, False])
def test_what_citavi_keeps_in_a_field_is_read(tmp_path: Path, control: bool) -> None:
    document = started()
    add(document, run(f"{PLANTS} "), citavi("(Elm 2021)", control=control), run("."))
    bibliography = [mark("begin"), code("ADDIN CitaviBibliography"), mark("separate")]
    add(document, *bibliography, run("Elm, I. (2021): An Hour of Silence. J Quiet 4."), mark("end"))
    manuscript = parse(saved(document, tmp_path))
    (entry,) = manuscript.references
    assert (entry.title, entry.authors, entry.year) == (ELM["title"], ("Ida Elm",), 2021)
    assert (entry.venue, entry.doi) == ("Journal of Quiet", "10.55555/hour")
    assert markers(manuscript) == [("(Elm 2021)", (0,), ())]
    assert manuscript.unread == ()


@pytest.mark.parametrize("data", ["e30=", "bm90IGpzb24=", "WzFd", "eyJFbnRyaWVzIjpbMV19"])
def test_a_broken_placeholder_of_citavi_is_named(tmp_path: Path, data: str) -> None:
    manuscript = read(tmp_path, "table", field(f"ADDIN CitaviPlaceholder{{{data}}}", "(Elm 2021)"))
    assert "CitaviPlaceholder" in str(manuscript.unread[0].text)


ROW = "<table:table-row><table:table-cell>{0}</table:table-cell></table:table-row>"
CELL = f"<table:table>{ROW}</table:table>"
BOX = "<text:p><draw:frame><draw:text-box>{0}</draw:text-box></draw:frame></text:p>"


@pytest.mark.parametrize("place", [CELL, BOX, CELL.format(CELL), CELL.format(BOX)])
def test_what_a_mark_beside_the_text_of_writer_cites_is_cited(tmp_path: Path, place: str) -> None:
    name = "ZOTERO_ITEM CSL_CITATION " + json.dumps(test_document.OAK) + " RND1"
    inside = f"<text:p>Sand {test_document.mark(name, '(Oak, 2010)')}</text:p>"
    body = "<text:p>{0} in two dry summers.</text:p>{1}<text:p>It ends.</text:p>"
    path = test_document.odt(tmp_path, body.format(PLANTS, place.format(inside)))
    text = (
        "xmlns:office=",
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:office=',
    )
    content = _content(path).replace(*text, 1)
    manuscript = parse_odt(test_document.odt(tmp_path, "", content=content.encode()))
    assert [entry.title for entry in manuscript.references] == ["Sieves and sand"]
    assert manuscript.cited_beside == (0,)
    assert markers(manuscript) == []


def _content(path: Path) -> str:
    import zipfile

    with zipfile.ZipFile(path) as package:
        return package.read("content.xml").decode()


def test_a_remark_of_writer_cites_nothing(tmp_path: Path) -> None:
    name = "ZOTERO_ITEM CSL_CITATION " + json.dumps(test_document.OAK) + " RND1"
    cell = CELL.format(f"<text:p>Sand {test_document.mark(name, '(Oak, 2010)')}</text:p>")
    remark = f"<office:annotation>{cell}</office:annotation>"
    path = test_document.odt(tmp_path, f"<text:p>{PLANTS}.{remark}</text:p>")
    assert parse_odt(path).references == ()


@pytest.mark.parametrize("style", ["Caption", "Heading 2", "Normal"])
def test_what_a_field_of_a_caption_a_heading_or_the_keywords_cites_is_cited(
    tmp_path: Path, style: str
) -> None:
    document = started()
    document.add_paragraph("Introduction", style="Heading 1")
    add(document, run(f"{PLANTS} "), zotero("(Oak and Alder, 2019)", OAK), run("."))
    shown = "Keywords: reeds, quiet hours " if style == "Normal" else "Quiet hours after "
    add(document, run(shown), zotero("(Elm, 2021)", ELM), style=style)
    add(document, run("Birds were not counted at all in this year."))
    manuscript = parse(saved(document, tmp_path))
    assert [entry.title for entry in manuscript.references] == [OAK["title"], ELM["title"]]
    assert manuscript.cited_beside == (1,)
    assert markers(manuscript) == [("(Oak and Alder, 2019)", (0,), ())]
