"""Word manuscripts: their text, typed lists, and what is not a Word document."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document
from docx.oxml.ns import qn

from core.base.errors import FormatError
from core.manuscript.text.extractor import WORD_EXTRACTOR
from core.manuscript.word.document import parse
from tests.core.manuscript.word_files import (
    add,
    markers,
    run,
    saved,
    started,
    texts,
)


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
    assert read.extractor == WORD_EXTRACTOR


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


@pytest.mark.parametrize(
    ("lines", "title", "authors"),
    [
        (
            ["What Reeds", "Tell at Night", "from 2019 on"],
            "What Reeds Tell at Night from 2019 on",
            (),
        ),
        (
            ["What Reeds Tell", "Ada Reed and Bo Marsh1,*"],
            "What Reeds Tell",
            ("Ada Reed", "Bo Marsh"),
        ),
        (["What Reeds Tell", "Ada Reed"], "What Reeds Tell", ("Ada Reed",)),
        (
            ["What Reeds Tell", "Ömer van der Reed und Íñigo Marsh"],
            "What Reeds Tell",
            ("Ömer van der Reed", "Íñigo Marsh"),
        ),
        (["What Reeds Tell", "Abstract", "by the sea"], "What Reeds Tell", ()),
        (["What Reeds Tell", "May 2021", "ada@reed.example"], "What Reeds Tell", ()),
        (
            ["What Reeds Tell", "Ada Reed (阿達), Bo Marsh, b"],
            "What Reeds Tell",
            ("Ada Reed (阿達)", "Bo Marsh"),
        ),
        (["What Reeds Tell", "Corresponding author: A. Reed"], "What Reeds Tell", ()),
    ],
)
def test_a_title_may_take_several_paragraphs(
    lines: list[str], title: str, authors: tuple[str, ...], tmp_path: Path
) -> None:
    document = Document()
    for line in lines:
        document.add_paragraph(line, style="Title")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert (read.title, read.authors) == (title, authors)


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("Listening for silence", "Listening for silence"),
        ("This chapter is about reeds.", ""),
        ("Listening for silence:\nA hundred nights", "Listening for silence: A hundred nights"),
        ("These are the reeds:", ""),
    ],
)
def test_a_first_sentence_is_no_title(first: str, title: str, tmp_path: Path) -> None:
    document = Document()
    document.core_properties.title = ""
    for line in first.split("\n"):
        document.add_paragraph(line)
    document.add_paragraph("Birds sing in the morning. Reeds do not.")
    assert parse(saved(document, tmp_path)).title == title


def test_a_bold_title_goes_on_behind_a_colon(tmp_path: Path) -> None:
    document = Document()
    for line in ("Listening for silence:", "A hundred nights in the reeds", "Ada Reed, Bo Marsh"):
        document.add_paragraph().add_run(line).bold = True
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.title == "Listening for silence: A hundred nights in the reeds"
    assert read.authors == ("Ada Reed", "Bo Marsh")


def test_what_a_figure_shows_is_text_and_its_caption_is_none(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Results", 1)
    document.add_paragraph("Figure 3.4 shows the marsh at night.")
    document.add_paragraph("Figure 3.4: The marsh.")
    assert texts(parse(saved(document, tmp_path))) == ["Figure 3.4 shows the marsh at night."]


def test_an_abstract_may_have_no_heading(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph("Abstract. We listen to a marsh.")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.abstract == "We listen to a marsh."
    assert [s.section for s in read.sentences] == [0, 1]


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


def test_captions_behind_a_typed_list_are_no_entries(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing (Oak and Alder, 2019). Reeds do not.")
    document.add_heading("References", 1)
    document.add_paragraph("Oak, T., & Alder, S. (2019). Recorders at the edge. Quiet Places, 7.")
    document.add_paragraph("Figure 1. Birds heard in the marsh from May to July 2018 at dawn.")
    document.add_paragraph("Table 2: Reeds of the marsh, after Elm, counted in July 2018.")
    read = parse(saved(document, tmp_path))
    assert [one.title for one in read.references] == ["Recorders at the edge"]


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


def test_a_paragraph_that_a_style_calls_a_heading_is_text_where_it_has_sentences(
    tmp_path: Path,
) -> None:
    document = started()
    document.add_heading("1 Introduction", 1)
    document.add_heading("Birds sing in the marsh each morning.", 2)
    document.add_heading(
        "Birds sing where reeds are high and water is low. A marsh that was drained years ago "
        "keeps its reeds for a while, but the birds leave it in the first spring.",
        2,
    )
    document.add_heading("Keywords: birds; silence", 2)
    document.add_paragraph("Reeds do not sing.")
    read = parse(saved(document, tmp_path))
    assert [s.title for s in read.sections] == [
        "Introduction",
        "Birds sing in the marsh each morning.",
    ]
    assert [s.text[:14] for s in read.sentences] == [
        "Birds sing whe",
        "A marsh that w",
        "Reeds do not s",
    ]
    assert read.keywords == ("birds", "silence")


def test_the_places_of_the_authors_are_no_text(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph(
        "1 Professor, Department of Reeds, University of Lower Bay, Shoreham; 2 Lecturer, "
        "Institute of Slate, Northern College of the Shores, Ashford; 3 Emeritus "
        "Professor, Department of Marshes and Meadows, University of the Upper Bay, Shoreham."
    )
    document.add_heading("Abstract", 1)
    document.add_paragraph("We listen to a marsh.")
    read = parse(saved(document, tmp_path))
    assert [sentence.text for sentence in read.sentences] == ["We listen to a marsh."]


def test_the_head_and_foot_of_a_page_are_no_text(tmp_path: Path) -> None:
    document = started()
    document.sections[0].header.paragraphs[0].text = "Oak and Elm (2001): Walks [1]"
    document.sections[0].footer.paragraphs[0].text = "Please cite as Ash (2009)."
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing by day and by night.")
    manuscript = parse(saved(document, tmp_path))
    assert [sentence.text for sentence in manuscript.sentences] == [
        "Birds sing by day and by night."
    ]
    assert not manuscript.unread


@pytest.mark.parametrize("style", ["Heading 1", "Normal"])
def test_an_entry_that_looks_like_a_heading_does_not_end_the_list(
    style: str, tmp_path: Path
) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing (Oak and Alder, 2019). Reeds do not.")
    document.add_heading("References", 1)
    document.add_paragraph("Ash, B. (2001). Leaves on a roof of reeds. Quiet Places, 2, 20–29.")
    entry = document.add_paragraph("Elm, I.: An hour of silence and of reeds. Ely 2021", style)
    entry.runs[0].bold = True
    document.add_paragraph("Oak, T., & Alder, S. (2019). Recorders at the edge. Quiet Places, 7.")
    document.add_heading("Appendix", 1)
    document.add_paragraph("More reeds grow in the appendix.")
    read = parse(saved(document, tmp_path))
    assert [one.year for one in read.references] == [2001, 2021, 2019]
    assert [one.title for one in read.sections] == ["Introduction", "Appendix"]


@pytest.mark.parametrize("style", ["Heading 1", "Normal"])
def test_a_chapter_that_names_a_year_follows_the_list_of_the_one_before(
    style: str, tmp_path: Path
) -> None:
    titles = ["1. Winds of the coast in spring", "2. The winter of 2008 and the reeds of the coast"]
    document = started()
    for title in titles:
        document.add_paragraph(title, style).runs[0].bold = True
        document.add_paragraph(f"Birds sing (Ash, 2001). Reeds do not. {'They are few. ' * 15}")
        document.add_heading("References", 2)
        document.add_paragraph("Ash, B. (2001). Leaves on a roof of reeds. Quiet Places, 2.")
    read = parse(saved(document, tmp_path))
    assert len(read.references) == 2
    assert "The winter of 2008 and the reeds of the coast" in [one.title for one in read.sections]
    assert sum("Birds sing" in one.text for one in read.sentences) == 2


@pytest.mark.parametrize("heading", ["References", ""])
@pytest.mark.parametrize("style", ["Normal", "List Number"])
def test_a_list_alone_is_read_with_its_title_and_names_as_text(
    tmp_path: Path, heading: str, style: str
) -> None:
    document = Document()
    document.add_paragraph().add_run("Articles of the marsh thesis").bold = True
    document.add_paragraph("Ada Reed")
    if heading:
        document.add_heading(heading, 1)
    for year in range(2010, 2016):
        entry = f"Oak, J., & Elm, T. ({year}). Songs of {year} reeds. Marshes, 12(2), 10-24."
        document.add_paragraph(entry, style=style)
    read = parse(saved(document, tmp_path))
    assert read.title == "Articles of the marsh thesis"
    assert [entry.year for entry in read.references] == [2010, 2011, 2012, 2013, 2014, 2015]
    assert texts(read)[:2] == ["Articles of the marsh thesis", "Ada Reed"]


def test_a_title_and_names_alone_are_no_running_text(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Articles of the marsh thesis", 0)
    document.add_paragraph("Ada Reed")
    with pytest.raises(FormatError, match="no running text"):
        parse(saved(document, tmp_path))
