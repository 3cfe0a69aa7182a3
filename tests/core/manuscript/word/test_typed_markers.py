"""Word and Writer files whose citations are typed, or were fields: "[3]", "(3)", a raised 3."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn

from core.manuscript.word.document import parse
from core.recommend.unread import judge_reading
from tests import wording
from tests.core.manuscript.word.typed_lists import ENTRIES, add_list, list_markers, raised
from tests.core.manuscript.word_files import (
    ELM,
    OAK,
    add,
    field,
    run,
    saved,
    started,
    zotero,
)


def test_raised_numbers_cite_the_entries_of_a_numbered_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), raised("1"), raised(","), raised("2"), run(" at dawn."))
    add(document, run("Reeds are quiet."), raised("3–5"), run(" Water is not,"), raised("1."))
    add_list(document)
    read = parse(saved(document, tmp_path))
    assert list_markers(read) == [("1,2", (0, 1)), ("3–5", (2, 3, 4)), ("1", (0,))]
    assert [entry.label for entry in read.references] == ["1", "2", "3", "4", "5"]


def test_a_raised_number_may_name_pages(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing"), raised("1(p12)"), run(" at dawn. Reeds"), raised("2–5"))
    add_list(document)
    read = parse(saved(document, tmp_path))
    assert list_markers(read) == [("1(p12)", (0,)), ("2–5", (1, 2, 3, 4))]


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
    assert wording.stem("core.manuscript.references.unlisted:missing_list") in verdict.text


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


def test_a_summary_of_methods_is_no_abstract(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Methods Summary", 1)
    document.add_paragraph("Birds were counted.")
    document.add_heading("Results", 1)
    document.add_paragraph("There were many.")
    read = parse(saved(document, tmp_path))
    assert [one.kind for one in read.sections] == ["method", "results"]
    assert not read.abstract


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
