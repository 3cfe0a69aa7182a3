"""Word and Writer files whose citations are typed, or were fields: "[3]", "(3)", a raised 3."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import qn

from core.base.records import Manuscript
from core.manuscript.odt.document import parse as parse_odt
from core.manuscript.word.document import parse
from core.recommend.unread import judge_reading
from tests.core.manuscript.word_files import (
    ELM,
    OAK,
    add,
    field,
    markers,
    run,
    saved,
    started,
    texts,
    zotero,
)

ENTRIES = (
    "Oak T, Alder S. Recorders at the edge of the water. Quiet Places. 2019;7:1-9.",
    "Elm I. An hour of silence. Journal of Listening. 2021;3:10-19.",
    "Ash B. Leaves on a roof of reeds. Quiet Places. 2001;2:20-29.",
    "Fir C, Yew D. Needles in the wind of autumn. Journal of Trees. 2005;4:30-39.",
    "Lime E. Bees above a street of lime trees. Insects. 2011;5:40-49.",
)


def raised(text: str) -> str:
    looks = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    return f'<w:r>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def add_list(document: Document, *, title: str = "References", numbered: bool = True) -> None:
    if title:
        document.add_paragraph().add_run(title).bold = True
    for number, entry in enumerate(ENTRIES, 1):
        document.add_paragraph(f"{number}. {entry}" if numbered else entry)


def list_markers(manuscript: Manuscript) -> list[tuple[str, tuple[int, ...]]]:
    return [(text, references) for text, references, _ in markers(manuscript)]


def test_raised_numbers_cite_the_entries_of_a_numbered_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), raised("1"), raised(","), raised("2"), run(" at dawn."))
    add(document, run("Reeds are quiet."), raised("3–5"), run(" Water is not,"), raised("1."))
    add_list(document)
    read = parse(saved(document, tmp_path))
    assert list_markers(read) == [("1,2", (0, 1)), ("3–5", (2, 3, 4)), ("1", (0,))]
    assert [entry.label for entry in read.references] == ["1", "2", "3", "4", "5"]


def test_raised_numbers_of_a_character_style_cite(tmp_path: Path) -> None:
    document = started()
    style = document.styles.add_style("Raised figures", docx.enum.style.WD_STYLE_TYPE.CHARACTER)
    style.font.superscript = True
    document.add_heading("Introduction", 1)
    for number in "12345":
        paragraph = document.add_paragraph("Birds sing")
        paragraph.add_run(number, style=style)
        paragraph.add_run(" at dawn.")
    add_list(document)
    assert list_markers(parse(saved(document, tmp_path))) == [
        (str(at + 1), (at,)) for at in range(5)
    ]


def test_powers_isotopes_and_units_do_not_cite(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), raised("1,2"), run(" and fly"), raised("3–5"), run("."))
    add(document, run("An area of 5 m"), raised("2"), run(" or 3 per km"), raised("2"), run("."))
    add(document, run("The "), raised("3"), run("H signal of Ca"), raised("2+"), run(" is weak."))
    add(document, run("It is 15.6 Å"), raised("2"), run(" and 10"), raised("3"), run(" cells."))
    add_list(document)
    assert list_markers(parse(saved(document, tmp_path))) == [("1,2", (0, 1)), ("3–5", (2, 3, 4))]


def test_raised_numbers_do_not_cite_where_brackets_do(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(
        document,
        run("Birds sing [1], fly [2, 3] and rest [4, 5] in the grid"),
        raised("2"),
        run("."),
    )
    add_list(document)
    read = parse(saved(document, tmp_path))
    assert [text for text, _ in list_markers(read)] == ["[1]", "[2, 3]", "[4, 5]"]


def test_round_numbers_cite_where_the_text_does_so_throughout(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    for number in range(1, 6):
        document.add_paragraph(f"Birds of kind {'abcde'[number - 1]} sing at dawn ({number}).")
    add_list(document)
    assert list_markers(parse(saved(document, tmp_path))) == [
        (f"({n})", (n - 1,)) for n in range(1, 6)
    ]


def test_an_equation_beside_fields_in_round_brackets_does_not_cite(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing "), zotero("(1)", OAK), run("."))
    add(document, run("Reeds do not "), zotero("(2)", ELM), run("."))
    document.add_paragraph("Recall (1), the sum that defines the level.")
    document.add_heading("References", 1)
    add(
        document,
        field(
            "ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY",
            "1. Oak. Recorders at the Edge of the Water. 2019.",
        ),
    )
    assert [text for text, _ in list_markers(parse(saved(document, tmp_path)))] == ["(1)", "(2)"]


def test_numbers_typed_beside_raised_fields_cite(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), _raised_field("1", OAK), run(" loudly."))
    add(document, run("Reeds do not"), raised("1"), run(" and never will."))
    add(document, run("Water sings too"), _raised_field("2", ELM), run("."))
    document.add_heading("References", 1)
    for number, title in ((1, OAK["title"]), (2, ELM["title"])):
        add(document, field("ADDIN ZOTERO_BIBL {}", f"{number}. {title}. 2019."))
    read = parse(saved(document, tmp_path))
    assert [text for text, _ in list_markers(read)] == ["1", "1", "2"]


def _raised_field(text: str, item: object) -> str:
    return zotero(text, item).replace(run(text), raised(text))


@pytest.mark.parametrize("title", ["Reference List", "References List", "REFERENCE LIST:"])
def test_a_list_may_be_called_reference_list(tmp_path: Path, title: str) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing [1].")
    add_list(document, title=title)
    document.add_heading("Supporting information", 1)
    document.add_paragraph("More is here.")
    read = parse(saved(document, tmp_path))
    assert len(read.references) == 5
    assert texts(read)[-1] == "More is here."


def test_a_numbered_list_without_a_heading_is_found_also_in_two_parts(tmp_path: Path) -> None:
    document = started()
    add(
        document, run("Birds sing at dawn"), raised("1,2"), run(" and fly"), raised("3–5"), run(".")
    )
    add_list(document, title="")
    document.add_paragraph("Acknowledgements We thank the marsh and all who live in it.")
    add(
        document,
        run("Reeds were counted"),
        raised("6,7"),
        run(" and measured"),
        raised("8"),
        run("."),
    )
    for number, name in enumerate(("Box", "Ivy", "Rye"), 6):
        document.add_paragraph(
            f"{number}. {name} A. Counting the reeds of {name}. Plants. 199{number}."
        )
    document.add_paragraph("The authors declare no competing interests.")
    read = parse(saved(document, tmp_path))
    assert [entry.label for entry in read.references] == [str(n) for n in range(1, 9)]
    assert list_markers(read)[-2:] == [("6,7", (5, 6)), ("8", (7,))]
    assert texts(read)[-1] == "The authors declare no competing interests."


def test_numbered_text_is_no_reference_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Methods", 1)
    steps = (
        "Fill the basin.",
        "In 2019 the basin was changed.",
        "Wait for a day.",
        "Count the birds.",
    )
    for number, step in enumerate(steps, 1):
        document.add_paragraph(f"{number}. {step}")
    read = parse(saved(document, tmp_path))
    assert not read.references
    assert "Count the birds." in " ".join(texts(read))


@pytest.mark.parametrize(
    "sentence",
    [
        run("Birds sing [1], fly [2] and rest [3, 4]."),
        run("Birds sing (Oak, 2019), fly (Elm et al., 2021) and rest (Ash, 2001)."),
        run("Birds sing") + raised("1,2") + run(" fly") + raised("3–5") + run(",") + raised("6,7"),
    ],
)  # fmt: skip
def test_a_list_that_was_not_found_is_told(tmp_path: Path, sentence: str) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, sentence)
    verdict = judge_reading(parse(saved(document, tmp_path)))
    assert verdict.loses_list
    assert verdict.is_serious
    assert "no reference list was found" in verdict.text


def test_a_text_that_cites_nothing_lacks_no_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing over 5 m"), raised("2"), run(" in May (see Figure 2)."))
    assert judge_reading(parse(saved(document, tmp_path))).level == "nothing"


def test_an_entry_of_an_office_in_a_made_list_is_kept(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing "), zotero("[1,3]", OAK, ELM), run("."))
    document.add_heading("References", 1)
    lines = (
        f"1. Oak T. {OAK['title']}. 2019.",
        "2. National Office of Marshes - Survey of the reeds, final report.",
        f"3. Elm I. {ELM['title']}. 2021.",
    )
    for line in lines:
        add(document, field("ADDIN ZOTERO_BIBL {}", line))
    read = parse(saved(document, tmp_path))
    assert [entry.label for entry in read.references] == ["1", "2", "3"]
    assert read.references[1].text.startswith("National Office")


def test_what_stands_below_the_title_is_no_author(tmp_path: Path) -> None:
    document = docx.Document()
    for text in ("Listening for Silence", "Candidate number: 12", "Project length: Standard"):
        document.add_paragraph().add_run(text).bold = True
    document.add_paragraph("Authors: Ada Reed, Bo Marsh")
    document.add_paragraph().add_run("Acknowledgements").bold = True
    document.add_paragraph("I would like to thank the reeds for all that they told me.")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.authors == ("Ada Reed", "Bo Marsh")
    assert [(one.title, one.kind) for one in read.sections] == [
        ("Acknowledgements", "acknowledgements"),
        ("Introduction", "introduction"),
    ]


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
        texts(parse(saved(document, tmp_path)))[-1] == "The α subunit at −20 °C, 3 μm → it stops ."
    )


def test_a_summary_of_methods_is_no_abstract(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Methods Summary", 1)
    document.add_paragraph("Birds were counted.")
    document.add_heading("Results", 1)
    document.add_paragraph("There were many.")
    read = parse(saved(document, tmp_path))
    assert [one.kind for one in read.sections] == ["method", "results"]
    assert not read.abstract


SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "style")
)
STYLES = (
    '<style:style style:name="R"><style:text-properties style:text-position="super 58%"/>'
    '</style:style><style:style style:name="U"><style:text-properties '
    'style:text-position="33% 58%"/></style:style><style:style style:name="L">'
    '<style:text-properties style:text-position="sub 58%"/></style:style>'
    '<style:style style:name="S"><style:text-properties style:font-name="Symbol1"/></style:style>'
)  # fmt: skip


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def test_raised_numbers_and_symbols_of_writer_are_read(tmp_path: Path) -> None:
    entries = "".join(f"<text:p>{n}. {entry}</text:p>" for n, entry in enumerate(ENTRIES, 1))
    nested = span("R", "1" + span("R", ",2"))
    body = (
        '<text:h text:outline-level="1">Introduction</text:h>'
        f"<text:p>Birds sing{nested}, CO{span('L', '2')} rises{span('U', '3–5')} and "
        f"{span('S', chr(0xF062))}-cells fall.</text:p>"
        f'<text:h text:outline-level="1">References</text:h>{entries}'
    )
    path = tmp_path / "marsh.odt"
    with zipfile.ZipFile(path, "w") as written:
        written.writestr(
            "content.xml",
            f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}"
            f"</office:automatic-styles><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
        written.writestr("meta.xml", f"<office:document-meta {SPACES}/>")
    read = parse_odt(path)
    assert list_markers(read) == [("1,2", (0, 1)), ("3–5", (2, 3, 4))]
    assert "β-cells fall." in texts(read)[0]


def test_numbers_of_a_list_by_word_are_cited_by_raised_ones(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), raised("2"), run(" and fly"), raised("1,3–5"), run("."))
    document.add_heading("References", 1)
    numbered = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    for entry in ENTRIES:
        add(document, numbered, run(entry))
    assert document.element.body.findall(f".//{qn('w:numPr')}")
    assert list_markers(parse(saved(document, tmp_path))) == [("2", (1,)), ("1,3–5", (0, 2, 3, 4))]


def test_a_heading_that_only_says_title_is_none(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Title", style="Title")
    document.add_paragraph("Birds of the marsh in winter and in spring.")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.title == "Birds of the marsh in winter and in spring"
    assert texts(read) == ["Birds sing."]
