"""Word and Writer files are read whole, or what was not read is named."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from core.base.errors import FormatError
from core.base.records import Manuscript
from core.manuscript.word.document import parse
from tests import wording
from tests.core.manuscript.word_files import (
    ELM,
    OAK,
    add,
    code,
    field,
    mark,
    run,
    saved,
    started,
    zotero,
)
from tests.core.manuscript.word_files import texts as document_texts

OWN = ("Ash, B. (2011). Ferries at night. Journal of Quiet Places, 3.",
       "Ash, B. (2014). Bells on ferries. Journal of Quiet Places, 6.")  # fmt: skip
ENTRIES = {
    "oak": "Oak, T. and Alder, S. (2019). Recorders at the Edge of the Water.",
    "elm": "Elm, I. (2021). An Hour of Silence. Proceedings of Listening.",
}


def cited() -> Document:
    document = started()
    document.add_heading("Reeds", 1)
    add(document, run("Birds sing "), zotero("(Oak, 2019; Elm, 2021)", OAK, ELM), run("."))
    document.add_heading("References", 1)
    return document


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


@pytest.mark.parametrize("program", ["EN.REFLIST", "ZOTERO_BIBL {} CSL_BIBLIOGRAPHY",
                                     "Mendeley Bibliography CSL_BIBLIOGRAPHY"])  # fmt: skip
@pytest.mark.parametrize("ends", ["with the list", "behind the list", "in the next text"])
def test_a_list_behind_the_reference_list_is_no_part_of_it(
    tmp_path: Path, program: str, ends: str
) -> None:
    document = cited()
    begin = mark("begin") + code(f"ADDIN {program} ") + mark("separate")
    end = mark("end")
    add(document, begin, run(ENTRIES["elm"]))
    add(document, run(ENTRIES["oak"]), end if ends == "with the list" else "")
    if ends == "behind the list":
        add(document, end)
    add(document, end if ends == "in the next text" else "", run("Publications of the author"))
    for entry in OWN:
        add(document, run(entry))
    manuscript = parse(saved(document, tmp_path))
    assert [one.title for one in manuscript.references] == [ELM["title"], OAK["title"]]
    assert texts(manuscript) == ["Birds sing (Oak, 2019; Elm, 2021).", "Publications of the author"]
    (part,) = manuscript.unread
    assert part.kind == "text"
    assert OWN[0][:30] in str(part.text)
    assert part.characters == sum(map(len, OWN))


def test_entries_behind_other_words_behind_a_list_may_be_of_it(tmp_path: Path) -> None:
    document = cited()
    add(document, mark("begin"), code("ADDIN EN.REFLIST "), mark("separate"), run(ENTRIES["oak"]),
        mark("end"))  # fmt: skip
    add(document, run("Oak, I., Elm, P."))
    add(document, run(OWN[0]))
    (part,) = parse(saved(document, tmp_path)).unread
    assert part.kind == "behind"
    assert OWN[0][:30] in str(part.text)


def test_an_entry_typed_behind_a_list_is_still_one_of_it(tmp_path: Path) -> None:
    document = cited()
    add(document, mark("begin"), code("ADDIN EN.REFLIST "), mark("separate"), run(ENTRIES["oak"]),
        mark("end"))  # fmt: skip
    add(document, run(OWN[0]))
    manuscript = parse(saved(document, tmp_path))
    assert [one.year for one in manuscript.references] == [2019, 2011, 2021]
    assert manuscript.unread == ()


def test_a_field_that_does_not_end_takes_no_text(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Reeds", 1)
    add(document, run("Birds sing. "), mark("begin"), code("ADDIN EN.CITE "), run("gone"))
    add(
        document, run("Water flows. "), mark("begin"), code(" REF x "), mark("separate"), run("On.")
    )
    document.add_heading("References", 1)
    add(document, mark("begin"), code("ADDIN EN.REFLIST "), mark("separate"), run(ENTRIES["oak"]))
    add(document, run(ENTRIES["elm"]))
    document.add_heading("Behind", 1)
    add(document, run("It ends."))
    manuscript = parse(saved(document, tmp_path))
    assert texts(manuscript) == ["Birds sing.", "Water flows.", "On.", "It ends."]
    assert len(manuscript.references) == 2
    constructs = [str(part.text) for part in manuscript.unread if part.kind == "construct"]
    assert constructs == [
        wording.fill(wording.CONSTRUCT_NOT_CLOSED, construct=construct)
        for construct in ("ADDIN EN.CITE", "REF x", "ADDIN EN.REFLIST")
    ]


def test_citations_of_unknown_programs_are_named(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Reeds", 1)
    for name in ("CitaviPlaceholder{abc}", "PAPERPILE_CITE {}", "EN.CITE broken"):
        add(document, run("Birds sing "), mark("begin"), code(f"ADDIN {name} "), mark("separate"),
            run("(Oak 2019)"), mark("end"), run("."))  # fmt: skip
    for name in ("EN.LAYOUT <x/>", "ZOTERO_PREF {}"):
        add(
            document, mark("begin"), code(f"ADDIN {name} "), mark("separate"), run("x"), mark("end")
        )
    unread = parse(saved(document, tmp_path)).unread
    assert [part.kind for part in unread] == ["citation"] * 3
    assert "CitaviPlaceholder" in str(unread[0].text)
    assert "(Oak 2019)" in str(unread[0].text)


def test_an_unknown_field_whose_text_names_entries_is_not_reported(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Reeds", 1)
    add(document, run("Birds sing "), field("ADDIN BEC{Oak, 2019, #41}", "(Oak and Alder 2019)"))
    add(document, run("Water flows "), field("ADDIN BEC{Fir, 2003, #7}", "(Fir 2003)"))
    document.add_heading("References", 1)
    add(document, mark("begin"), code("ADDIN BB"), mark("separate"), run(ENTRIES["oak"]))
    add(document, run(ENTRIES["elm"]), mark("end"))
    add(document, run("The end of this paper is a sentence."))
    manuscript = parse(saved(document, tmp_path))
    assert len(manuscript.references) == 2
    assert next(one.references for text in manuscript.sentences for one in text.markers) == (0,)
    unread = [str(part.text) for part in manuscript.unread if part.kind == "citation"]
    assert len(unread) == 1
    assert "(Fir 2003)" in unread[0]


def test_text_boxes_are_named_once_and_tables_and_captions_are_not(tmp_path: Path) -> None:
    hidden = "In this box stands a sentence that no reader of running text has ever seen"
    paragraph = f"<w:p>{run(hidden)}</w:p>"
    box = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice Requires="wps"><w:drawing>'
        f"<w:txbxContent>{paragraph}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{paragraph}</w:txbxContent></w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )
    document = docx.Document()
    document.add_heading("Reeds", 1)
    add(document, run("Birds sing all day long in the high reeds behind the old stone quay."), box)
    table = document.add_table(1, 1)
    table.rows[0].cells[0].text = "One cell with a long line of words that are read as a table is"
    document.add_paragraph(
        "Figure 1. A caption of many words that no sentence is made of", "Caption"
    )
    add(document, '<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del>',
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden words that are never printed by anyone at all"
        " here</w:t></w:r>", run("The end."))  # fmt: skip
    manuscript = parse(saved(document, tmp_path))
    (part,) = manuscript.unread
    assert part.kind == "text"
    assert hidden[:20] in str(part.text)
    assert part.characters == len(hidden)


def test_writer_ends_the_list_where_it_ends_and_names_text_boxes(tmp_path: Path) -> None:
    from core.manuscript.odt.document import parse as parse_odt

    box = "In this box stands a sentence that no reader of running text has ever seen"
    code_name = "ZOTERO_BIBL {} CSL_BIBLIOGRAPHY RNDx"
    body = (
        "<text:h text:outline-level='1'>Reeds</text:h><text:p>Birds sing in the reeds by the quay."
        f"<draw:frame><draw:text-box><text:p>{box}</text:p></draw:text-box></draw:frame></text:p>"
        "<text:p>Water flows.<text:note text:note-class='footnote'><text:note-body><text:p>As all"
        " know.</text:p></text:note-body></text:note></text:p>"
        "<text:h text:outline-level='1'>References</text:h>"
        f"<text:p><text:reference-mark-start text:name='{code_name}'/>{ENTRIES['oak']}</text:p>"
        f"<text:p>{ENTRIES['elm']}</text:p>"
        f"<text:p><text:reference-mark-end text:name='{code_name}'/>Publications of the"
        " author</text:p>" + "".join(f"<text:p>{entry}</text:p>" for entry in OWN)
    )
    names = {name: f"urn:oasis:names:tc:opendocument:xmlns:{space}:1.0" for name, space in
             (("office", "office"), ("text", "text"), ("draw", "drawing"))}  # fmt: skip
    spaces = " ".join(f'xmlns:{name}="{space}"' for name, space in names.items())
    path = tmp_path / "marsh.odt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
    manuscript = parse_odt(path)
    assert len(manuscript.references) == 2
    assert [part.kind for part in manuscript.unread] == ["text", "note", "text"]
    assert "Publications of the author" in texts(manuscript)
    assert manuscript.unread[2].characters == len(box)


def test_a_sentence_that_a_table_cuts_is_one(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("The birds of the marsh sing, but beyond that,")
    document.add_paragraph("Table 1: A marsh.", style="Caption")
    document.add_table(1, 1).cell(0, 0).text = "A number in a table."
    document.add_paragraph("nothing is heard. We need:")
    document.add_paragraph("recorders", style="List Bullet")
    document.add_paragraph("time", style="List Bullet")
    assert document_texts(parse(saved(document, tmp_path))) == [
        "The birds of the marsh sing, but beyond that, nothing is heard.",
        "We need:",
        "recorders",
        "time",
    ]


def test_changes_are_read_as_if_accepted(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText>quietly</w:delText></w:r></w:del>'
    inserted = f'<w:ins w:id="2" w:author="a">{run("loudly")}</w:ins>'
    add(document, run("Birds sing "), deleted, inserted, run(" here."))
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secretly</w:t></w:r>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    add(document, run("Reeds"), note, hidden, run(" do not sing."))
    assert document_texts(parse(saved(document, tmp_path))) == [
        "Birds sing loudly here.",
        "Reeds do not sing.",
    ]


def test_a_formula_is_part_of_its_sentence(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Method", 1)
    add(document, run("Let "), "<m:oMath><m:r><m:t>x=2</m:t></m:r></m:oMath>", run(" hold."))
    assert document_texts(parse(saved(document, tmp_path))) == ["Let x=2 hold."]


def test_signs_of_the_font_symbol_are_read(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    font = '<w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr>'
    add(
        document,
        run("The "),
        '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>',
        run(" subunit at "),
        '<w:r><w:sym w:font="Symbol" w:char="F02D"/></w:r>',
        run("20 "),
        f"<w:r>{font}<w:t>\uf0b0</w:t></w:r>",
        run("C, 3 "),
        f"<w:r>{font}<w:t>\uf06d</w:t></w:r>",
        run("m "),
        '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>',
        run(" it stops"),
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
        run("."),
    )
    assert (
        document_texts(parse(saved(document, tmp_path)))[-1]
        == "The α subunit at −20 °C, 3 μm → it stops ."
    )


def test_letters_with_their_reading_above_are_read_once(tmp_path: Path) -> None:
    ruby = (
        f"<w:r><w:ruby><w:rt>{run('とうきょう')}</w:rt><w:rubyBase>{run('東京')}</w:rubyBase>"
        "</w:ruby></w:r>"
    )
    document = started()
    document.add_heading("Reeds", 1)
    add(document, run("葦は"), ruby, run("の川に生える。"))
    manuscript = parse(saved(document, tmp_path))
    assert document_texts(manuscript) == ["葦は東京の川に生える。"]
    assert manuscript.unread == ()


def with_file_inside(folder: Path, *paragraphs: str) -> Path:
    """Write a document in which a program has put a web page as a whole."""
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    part = Part(
        PackURI("/word/page 1.htm"), "text/html", b"<p>Reeds bend.</p>", document.part.package
    )
    number = document.part.relate_to(part, f"{RT.OFFICE_DOCUMENT.rpartition('/')[0]}/aFChunk")
    chunk = parse_xml(f'<w:altChunk {nsdecls("w", "r")} r:id="{number}"/>')
    document.element.body.insert(0, chunk)
    return saved(document, folder)


def test_a_file_put_in_as_a_whole_is_named(tmp_path: Path) -> None:
    manuscript = parse(with_file_inside(tmp_path, "Birds sing in the reeds."))
    assert [(part.kind, "page 1.htm" in str(part.text)) for part in manuscript.unread] == [
        ("file", True)
    ]


def test_a_document_of_such_a_file_alone_is_to_be_saved_again(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        parse(with_file_inside(tmp_path))
    assert "save it again" in str(caught.value.remedy)
