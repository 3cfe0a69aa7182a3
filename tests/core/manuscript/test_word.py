"""Word manuscripts made by python-docx, with the fields of citation programs written as XML."""

from __future__ import annotations

import base64
import html
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.text.paragraph import Paragraph

from core.base.errors import FormatError
from core.base.records import Manuscript
from core.manuscript.word.document import parse

OAK = {
    "id": 7,
    "type": "article-journal",
    "title": "Recorders at the Edge of the Water",
    "author": [{"family": "Oak", "given": "Tim"}, {"family": "Alder", "given": "Sue"}],
    "issued": {"date-parts": [["2019"]]},
    "container-title": "Journal of Quiet Places",
    "DOI": "10.1000/Quiet.7",
}
ELM = {
    "id": 8,
    "type": "paper-conference",
    "title": "An Hour of Silence",
    "author": [{"family": "Elm", "given": "Ida"}],
    "issued": {"date-parts": [["2021"]]},
}


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def mark(kind: str, inside: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{inside}</w:fldChar></w:r>'


def code(text: str) -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f'<w:r><w:instrText xml:space="preserve">{safe}</w:instrText></w:r>'


def field(instruction: str, shown: str) -> str:
    """Return a complex field, its code cut in two as Word cuts it."""
    half = len(instruction) // 2
    parts = [mark("begin"), code(instruction[:half]), code(instruction[half:]), mark("separate")]
    return "".join([*parts, run(shown), mark("end")])


def zotero(shown: str, *items: object) -> str:
    cited = [{"id": item["id"], "itemData": item} for item in items if isinstance(item, dict)]
    return field(
        "ADDIN ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": cited}) + " ", shown
    )


def add(document: Document, *parts: str, style: str = "") -> Paragraph:
    paragraph = document.add_paragraph(style=style or None)
    for part in parts:
        for element in parse_xml(f"<w:p {nsdecls('w', 'm')}>{part}</w:p>"):
            paragraph._p.append(element)
    return paragraph


def saved(document: Document, folder: Path) -> Path:
    path = folder / "marsh.docx"
    document.save(str(path))
    return path


def started() -> Document:
    document = docx.Document()
    document.add_paragraph("Listening for Silence", style="Title")
    document.add_paragraph("Ada Reed, Bo Marsh¹ and Cy Fen")
    document.add_paragraph("University of the Coast, 2 Pier Road")
    return document


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def markers(manuscript: Manuscript) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    found = []
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            found.append((marker.text, marker.references, marker.unresolved))
    return found


# --- structure ---------------------------------------------------------------


def test_title_authors_headings_and_paragraphs_are_read(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Abstract", 1)
    document.add_paragraph("We listen to a marsh. It says little.")
    document.add_paragraph("Keywords: birds; silence; reeds")
    document.add_heading("1 Introduction", 1)
    document.add_paragraph("Birds sing. Reeds do not.")
    document.add_heading("Recorders", 2)
    document.add_paragraph("Five recorders stood there.", style="List Bullet")
    document.add_paragraph("Figure 1: A marsh.", style="Caption")
    document.add_table(1, 1).cell(0, 0).text = "A number in a table."
    document.add_heading("Appendix", 1)
    document.add_paragraph("What is left is here.")
    read = parse(saved(document, tmp_path))
    assert read.title == "Listening for Silence"
    assert read.authors == ("Ada Reed", "Bo Marsh", "Cy Fen")
    assert read.abstract == "We listen to a marsh. It says little."
    assert read.keywords == ("birds", "silence", "reeds")
    assert [(s.number, s.title, s.level, s.kind) for s in read.sections] == [
        ("", "Abstract", 1, "abstract"),
        ("1", "Introduction", 1, "introduction"),
        ("", "Recorders", 2, "introduction"),
        ("", "Appendix", 1, "appendix"),
    ]
    assert [(s.section, s.paragraph, s.text) for s in read.sentences] == [
        (0, 0, "We listen to a marsh."),
        (0, 0, "It says little."),
        (1, 1, "Birds sing."),
        (1, 1, "Reeds do not."),
        (2, 2, "Five recorders stood there."),
        (3, 3, "What is left is here."),
    ]
    assert read.extractor == "cocite-docx 2"


def test_a_heading_is_known_by_outline_in_any_language(tmp_path: Path) -> None:
    document = started()
    style = document.styles["Heading 1"]
    style.element.set(qn("w:styleId"), "berschrift1")
    add(document, '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>' + run("Einleitung"))
    document.add_paragraph("Vögel singen am Morgen.")
    add(document, '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>' + run("Im Schilf"))
    document.add_paragraph("Schilf singt nicht.")
    read = parse(saved(document, tmp_path))
    assert [(s.title, s.level) for s in read.sections] == [("Einleitung", 1), ("Im Schilf", 2)]


def test_an_abstract_may_have_no_heading(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph("Abstract. We listen to a marsh.")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.abstract == "We listen to a marsh."
    assert [s.section for s in read.sentences] == [0, 1]


def test_changes_are_read_as_if_accepted(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText>quietly</w:delText></w:r></w:del>'
    inserted = f'<w:ins w:id="2" w:author="a">{run("loudly")}</w:ins>'
    add(document, run("Birds sing "), deleted, inserted, run(" here."))
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secretly</w:t></w:r>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    add(document, run("Reeds"), note, hidden, run(" do not sing."))
    assert texts(parse(saved(document, tmp_path))) == [
        "Birds sing loudly here.",
        "Reeds do not sing.",
    ]


def test_a_formula_is_part_of_its_sentence(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Method", 1)
    add(document, run("Let "), "<m:oMath><m:r><m:t>x=2</m:t></m:r></m:oMath>", run(" hold."))
    assert texts(parse(saved(document, tmp_path))) == ["Let x=2 hold."]


# --- citations ---------------------------------------------------------------


def cited(
    tmp_path: Path, *parts: str, after: Callable[[Document], None] | None = None
) -> Manuscript:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing "), *parts, run(". Reeds do not."))
    if after is not None:
        after(document)
    return parse(saved(document, tmp_path))


def mendeley_control(shown: str, item: object) -> str:
    data = json.dumps({"citationItems": [{"id": "a", "itemData": item}]}).encode()
    tag = "MENDELEY_CITATION_v3_" + base64.b64encode(data).decode()
    return (
        f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr>'
        f"<w:sdtContent>{run(shown)}</w:sdtContent></w:sdt>"
    )


ENDNOTE = (
    "<EndNote><Cite><Author>Oak</Author><Year>2019</Year><RecNum>12</RecNum>"
    "<record><contributors><authors><author>Oak, Tim</author><author>Alder, Sue</author></authors>"
    "</contributors><titles><title>Recorders at the Edge of the Water</title>"
    "<secondary-title>Journal of Quiet Places</secondary-title></titles>"
    "<dates><year>2019</year></dates>"
    "<electronic-resource-num>10.1000/Quiet.7</electronic-resource-num></record></Cite></EndNote>"
)


def endnote_in_data() -> str:
    data = f"<w:fldData>{base64.b64encode(ENDNOTE.encode()).decode()}</w:fldData>"
    inner = mark("begin", data) + code(" ADDIN EN.CITE.DATA ") + mark("end")
    return (
        mark("begin") + code(" ADDIN EN.CITE ") + inner + mark("separate")
        + run("(Oak, 2019)") + mark("end")
    )  # fmt: skip


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(zotero("(Oak, 2019)", OAK), id="zotero"),
        pytest.param(
            field(
                "ADDIN CSL_CITATION " + json.dumps({"citationItems": [{"id": 1, "itemData": OAK}]}),
                "(Oak, 2019)",
            ),
            id="mendeley",
        ),
        pytest.param(mendeley_control("(Oak, 2019)", OAK), id="mendeley cite"),
        pytest.param(field(f" ADDIN EN.CITE {ENDNOTE}", "(Oak, 2019)"), id="endnote"),
        pytest.param(endnote_in_data(), id="endnote, data apart"),
    ],
)
def test_a_citation_program_says_what_is_cited(tmp_path: Path, written: str) -> None:
    read = cited(tmp_path, written)
    assert texts(read) == ["Birds sing (Oak, 2019).", "Reeds do not."]
    assert markers(read) == [("(Oak, 2019)", (0,), ())]
    (entry,) = read.references
    assert entry.title == "Recorders at the Edge of the Water"
    assert entry.authors == ("Tim Oak", "Sue Alder")
    assert (entry.year, entry.venue, entry.doi) == (
        2019,
        "Journal of Quiet Places",
        "10.1000/quiet.7",
    )
    assert "Tim Oak and Sue Alder (2019)" in entry.text


def test_words_own_citations_lead_to_the_sources_in_the_file(tmp_path: Path) -> None:
    sources = (
        '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">'
        "<b:Source><b:Tag>Oak19</b:Tag><b:Title>Recorders at the Edge</b:Title>"
        "<b:Year>2019</b:Year>"
        "<b:Author><b:Author><b:NameList><b:Person><b:Last>Oak</b:Last><b:First>Tim</b:First>"
        "</b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>"
    )
    document = started()
    document.add_heading("Introduction", 1)
    add(
        document,
        run("Birds sing"),
        field(r" CITATION Oak19 \p 12 \l 1033 \m Gone20 ", " (Oak, 12)"),
    )
    path = saved(document, tmp_path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("customXml/item7.xml", sources)
    with_relation(path, "customXml/item7.xml")
    read = parse(path)
    assert markers(read) == [("(Oak, 12)", (0,), ("Gone20",))]
    assert [(r.title, r.authors, r.year) for r in read.references] == [
        ("Recorders at the Edge", ("Tim Oak",), 2019)
    ]


def with_properties(path: Path, **properties: str) -> None:
    """Give a saved file properties of its own, as LibreOffice writes them."""
    told = "".join(
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="{number}" name="{name}">'
        f"<vt:lpwstr>{html.escape(text)}</vt:lpwstr></property>"
        for number, (name, text) in enumerate(properties.items(), start=2)
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006"
    kind = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    target = ' Target="docProps/custom.xml"'
    related = f'<Relationship Id="rId99" Type="{office}/relationships/custom-properties"{target}/>'
    changed = {
        "[Content_Types].xml": (
            "</Types>", f'<Override PartName="/docProps/custom.xml" ContentType="{kind}"/></Types>'
        ),
        "_rels/.rels": (
            "</Relationships>",
            f"{related}</Relationships>",
        ),
    }  # fmt: skip
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, data in parts.items():
            was, now = changed.get(name, ("", ""))
            new.writestr(name, data.decode().replace(was, now) if was else data)
        new.writestr(
            "docProps/custom.xml",
            f'<Properties xmlns="{office}/custom-properties" xmlns:vt="{office}/docPropsVTypes">'
            f"{told}</Properties>",
        )


@pytest.mark.parametrize(
    ("bookmark", "code"),
    [
        ("ZOTERO_BREF_aB3", "ZOTERO_ITEM CSL_CITATION "),
        ("Mendeley_Bookmark_aB3", "ADDIN CSL_CITATION "),
    ],
)
def test_bookmarks_of_libreoffice_cite_what_the_properties_say(
    tmp_path: Path, bookmark: str, code: str
) -> None:
    code += json.dumps({"citationItems": [{"id": 7, "itemData": OAK}]})
    document = started()
    add(
        document,
        run("Microphones are left out "),
        f'<w:bookmarkStart w:id="4" w:name="{bookmark}"/>',
        run("[1]"),
        '<w:bookmarkEnd w:id="4"/>',
        run(". They hear."),
    )
    add(document, '<w:bookmarkStart w:id="5" w:name="ZOTERO_BREF_z"/>', run("[1] T. Oak."))
    add(document, run("[2] I. Elm."))
    add(document, run("[3] S. Alder."), '<w:bookmarkEnd w:id="5"/>')
    path = saved(document, tmp_path)
    pieces = {f"{bookmark}_1": code[:50], f"{bookmark}_2": code[50:]}
    with_properties(path, ZOTERO_BREF_z_1="ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", **pieces)
    manuscript = parse(path)

    assert texts(manuscript)[-2:] == ["Microphones are left out [1].", "They hear."]
    assert markers(manuscript) == [("[1]", (0,), ())]
    assert [one.title for one in manuscript.references] == [OAK["title"]]


def with_relation(path: Path, part: str, *, kind: str = "customXml") -> None:
    """Enter a part of the archive where the document names what belongs to it."""
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relation = f'<Relationship Id="rId99" Type="{kinds}/{kind}" Target="../{part}"/>'
    relation += "</Relationships>"
    name = "word/_rels/document.xml.rels"
    held[name] = held[name].replace(b"</Relationships>", relation.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in held.items():
            archive.writestr(each, data)


def test_a_generated_list_gives_text_labels_and_order(tmp_path: Path) -> None:
    def bibliography(document: Document) -> None:
        document.add_heading("References", 1)
        first = mark("begin") + code("ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY") + mark("separate")
        add(document, first, run("[1] Elm, I. An Hour of Silence. 2021."))
        add(document, run("[2] Oak, T. Recorders at the Edge of the Water. 2019."))
        add(document, mark("end"))

    read = cited(
        tmp_path, zotero("[2]", OAK), run(" and "), zotero("[1, 2]", ELM, OAK), after=bibliography
    )
    assert markers(read) == [("[2]", (1,), ()), ("[1, 2]", (0, 1), ())]
    assert [(r.label, r.title) for r in read.references] == [
        ("1", "An Hour of Silence"),
        ("2", "Recorders at the Edge of the Water"),
    ]
    assert read.references[1].text == "Oak, T. Recorders at the Edge of the Water. 2019."
    assert len(read.sentences) == 2
    assert [s.title for s in read.sections] == ["Introduction"]


def test_what_a_note_cites_its_sentence_cites(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    add(document, run("Birds sing."), note, run(" Reeds do not."))
    path = saved(document, tmp_path)
    inside = f"<w:p>{run('See ')}{zotero('Tim Oak, Recorders, 7', OAK)}{run('.')}</w:p>"
    notes = f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2">{inside}</w:footnote></w:footnotes>'
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/footnotes.xml", notes)
    with_relation(path, "word/footnotes.xml", kind="footnotes")
    read = parse(path)
    assert texts(read) == ["Birds sing (Oak and Alder, 2019).", "Reeds do not."]
    assert markers(read) == [("(Oak and Alder, 2019)", (0,), ())]
    assert [entry.title for entry in read.references] == ["Recorders at the Edge of the Water"]


def test_a_typed_list_is_read_as_that_of_a_pdf(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing (Oak and Alder, 2019). Elm (2021) says that reeds do not.")
    document.add_heading("References", 1)
    document.add_paragraph("Elm, I. (2021). An hour of silence. Journal of Listening, 3, 1–9.")
    document.add_paragraph("Oak, T., & Alder, S. (2019). Recorders at the edge. Quiet Places, 7.")
    document.add_heading("Appendix", 1)
    document.add_paragraph("What is left is here.")
    read = parse(saved(document, tmp_path))
    assert markers(read) == [("(Oak and Alder, 2019)", (1,), ()), ("Elm (2021)", (0,), ())]
    assert [r.title for r in read.references] == ["An hour of silence", "Recorders at the edge"]
    assert texts(read)[-1] == "What is left is here."


def test_what_only_a_table_names_is_perhaps_cited(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing (Oak and Alder, 2019). Reeds do not.")
    document.add_table(1, 1).cell(0, 0).text = "Reeds: Elm (2021)"
    document.add_heading("References", 1)
    document.add_paragraph("Elm, I. (2021). An hour of silence. Journal of Listening, 3, 1–9.")
    document.add_paragraph("Oak, T., & Alder, S. (2019). Recorders at the edge. Quiet Places, 7.")
    document.add_paragraph("Ash, B. (2001). Leaves on a roof. Quiet Places, 2.")
    assert parse(saved(document, tmp_path)).perhaps_cited == (0,)


def test_words_numbering_labels_a_typed_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing [2].")
    document.add_heading("References", 1)
    numbered = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    add(document, numbered, run("I. Elm. An hour of silence. Journal of Listening, 2021."))
    add(document, numbered, run("T. Oak. Recorders at the edge. Quiet Places, 2019."))
    read = parse(saved(document, tmp_path))
    assert [r.label for r in read.references] == ["1", "2"]
    assert markers(read) == [("[2]", (1,), ())]


def test_a_broken_field_costs_only_its_citation(tmp_path: Path) -> None:
    read = cited(
        tmp_path,
        field("ADDIN ZOTERO_ITEM CSL_CITATION {not json", "(Elm)"),
        run(" and "),
        zotero("(Oak, 2019)", OAK),
    )
    assert texts(read)[0] == "Birds sing (Elm) and (Oak, 2019)."
    assert [(text, places) for text, places, _ in markers(read)] == [
        ("(Elm)", ()),
        ("(Oak, 2019)", (0,)),
    ]


# --- what is refused ---------------------------------------------------------------


def archive(**parts: str | bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name.replace("__", "/"), data)
    return held.getvalue()


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
ENTITIES = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"Dear reader", "damaged or no Word document", id="a letter"),
        pytest.param(OLE, "Word 2003 or earlier", id="old"),
        pytest.param(OLE + "EncryptedPackage".encode("utf-16-le"), "password", id="encrypted"),
        pytest.param(archive(**{"a.txt": "b"}), "is no Word document", id="another archive"),
        pytest.param(archive(**{"word/document.xml": ENTITIES}), "XML entities", id="entities"),
        pytest.param(
            archive(**{"word/document.xml": b" " * 30_000_000}), "unpacks to more", id="bomb"
        ),
        pytest.param(
            archive(**{"word/document.xml": "<a>", "[Content_Types].xml": "<b>"}),
            "damaged or no Word document",
            id="broken XML",
        ),
        pytest.param(archive(**{"word/document.xml": "x" * 500})[:300], "damaged", id="cut off"),
    ],
)
def test_what_is_no_word_document_is_refused_with_a_remedy(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "marsh.docx"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message) as caught:
        parse(path)
    assert "“marsh.docx”" in str(caught.value)
    assert caught.value.remedy


def test_entities_of_endnote_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The treasure is under the pier.")
    hostile = f'<!DOCTYPE EndNote [<!ENTITY s SYSTEM "{secret.as_uri()}">]>' + ENDNOTE.replace(
        "Recorders at", "&s;"
    )
    read = cited(tmp_path, field(f" ADDIN EN.CITE {hostile}", "(Oak, 2019)"))
    assert "treasure" not in repr(read)


def test_a_document_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no running text"):
        parse(saved(docx.Document(), tmp_path))


def test_fields_that_are_never_closed_lose_no_text_before_them(tmp_path: Path) -> None:
    read = cited(tmp_path, zotero("(Oak, 2019)", OAK), mark("begin") * 300)
    assert texts(read)[0].startswith("Birds sing (Oak, 2019)")
