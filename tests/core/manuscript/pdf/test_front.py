"""Title, authors, abstract and identifiers, as first pages show them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import first_pages, kinds_of_lists
from tests.core.manuscript.pdf.front_pages import ABSTRACT, METHOD, TITLE_ROW, Row, paper
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ROMAN,
    Press,
    Style,
    wrap,
)


@pytest.mark.parametrize("label", ["Abstract", "ABSTRACT", "Abstract—", "Abstract."])
def test_abstracts_have_a_heading_or_a_label(tmp_path: Path, label: str) -> None:
    assert paper(tmp_path / "a.pdf", [TITLE_ROW], abstract=label).abstract == ABSTRACT


def test_a_paper_without_abstract_has_none(tmp_path: Path) -> None:
    manuscript = paper(tmp_path / "a.pdf", [TITLE_ROW], abstract="")
    assert manuscript.abstract == ""
    assert manuscript.sections[0].title == "Introduction"


def test_a_title_may_take_two_rows(tmp_path: Path) -> None:
    front: list[Row] = [
        (130, 80, "Sorting Pebbles by Sound", BOLD, 16),
        (140, 98, "on Windy Shores", BOLD, 16),
        (200, 125, "Mara Ilves", ROMAN, 11),
    ]
    assert paper(tmp_path / "t.pdf", front).title == prose.TITLE


@pytest.mark.parametrize("step", [27.6, 40.0])
def test_title_and_names_of_a_double_spaced_draft_go_on_in_the_next_row(
    tmp_path: Path, step: float
) -> None:
    press = Press(tmp_path / "draft.pdf", ((72.0, 540.0),), top=72.0)
    rows = ("Sorting Pebbles by Sound", "on Windy Shores")
    for at, text in enumerate(rows):
        press.put(200, 90 + step * at, text, BOLD, 12)
    press.put(120, 150, "Mara Ilves, Nora Reed, Li Stone, & Willem E.", ROMAN, 12)
    press.put(250, 177.6, "Frankenbosch", ROMAN, 12)
    press.y = 230.0
    press.add("Abstract", Style(BOLD, 12, 27.6, justify=False))
    press.add(METHOD, Style(ROMAN, 12, 27.6, justify=False))
    manuscript = parse(press.save())
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == ("Mara Ilves", "Nora Reed", "Li Stone", "Willem E. Frankenbosch")


def test_what_stands_beside_a_title_does_not_part_it(tmp_path: Path) -> None:
    front: list[Row] = [
        (60, 80, "Sorting Pebbles by Sound", BOLD, 16),
        (480, 90, "Pebble House", ROMAN, 7),
        (60, 98, "on Windy Shores", BOLD, 16),
    ]
    assert paper(tmp_path / "t.pdf", front).title == prose.TITLE


def test_neither_the_journals_name_nor_the_kind_of_article_is_a_title_or_author(
    tmp_path: Path,
) -> None:
    front: list[Row] = [
        (54, 40, "Quiet Instruments 21 (2013) 1–9", ROMAN, 8),
        (54, 62, "Quiet Instruments", BOLD, 22),
        (54, 80, "Original Article", BOLD, 16),
        (54, 100, prose.TITLE, BOLD, 16),
        (54, 120, "Mara Ilves and Tobias Renn", ROMAN, 11),
    ]
    manuscript = paper(tmp_path / "t.pdf", front)
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == ("Mara Ilves", "Tobias Renn")


def test_a_title_that_the_metadata_state_is_found_on_the_page(tmp_path: Path) -> None:
    front: list[Row] = [
        (54, 60, "quietinstruments", BOLD, 22),
        (54, 80, "Sorting Pebbles by Sound", BOLD, 16),
        (54, 98, "on Windy Shores", BOLD, 16),
    ]
    assert paper(tmp_path / "t.pdf", front).title == "quietinstruments"
    assert paper(tmp_path / "s.pdf", front, stated=prose.TITLE).title == prose.TITLE
    assert paper(tmp_path / "u.pdf", front, stated="s.tex").title == "quietinstruments"


def test_keywords_end_the_abstract(tmp_path: Path) -> None:
    press = Press(tmp_path / "k.pdf")
    press.put(*TITLE_ROW[:3], font=BOLD, size=16)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    press.add("Keywords: pebbles, sound, wind", FIRST)
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == ABSTRACT


def test_the_first_half_of_an_issn_is_no_year(tmp_path: Path) -> None:
    imprint: list[Row] = [(54, 40, "ISSN 2045-2322", ROMAN, 8), (54, 52, "May 2018", ROMAN, 8)]
    assert paper(tmp_path / "i.pdf", [*imprint, TITLE_ROW]).year == 2018
    assert paper(tmp_path / "j.pdf", [imprint[0], TITLE_ROW]).year is None


def test_identifiers_and_year_come_from_the_imprint(tmp_path: Path) -> None:
    imprint: list[Row] = [
        (54, 40, "Journal of Quiet Instruments 21 (2013) 1–9. doi:10.5555/jqi.2013.1", ROMAN, 8)
    ]
    manuscript = paper(tmp_path / "i.pdf", [*imprint, TITLE_ROW])
    assert (manuscript.doi, manuscript.year) == ("10.5555/jqi.2013.1", 2013)
    assert manuscript.title == prose.TITLE


@pytest.mark.parametrize(("online", "year"), [(2013, 2014), (2009, 2009)])
def test_the_year_of_the_volume_counts_more_than_the_year_before(
    tmp_path: Path, online: int, year: int
) -> None:
    imprint: list[Row] = [
        (54, 40, "Journal of Quiet Instruments, 2014, 21, 169–182", ROMAN, 8),
        (54, 52, f"© {online} Pebble House", ROMAN, 8),
        (54, 64, f"Copyright {online} Pebble House", ROMAN, 8),
        (54, 76, f"Published online {online}", ROMAN, 8),
    ]
    title: Row = (130, 120, prose.TITLE, BOLD, 16)
    assert paper(tmp_path / "i.pdf", [*imprint, title]).year == year


def test_the_date_of_an_issue_counts_more_than_the_copyright(tmp_path: Path) -> None:
    imprint: list[Row] = [
        (54, 40, "Review", ROMAN, 8),
        (150, 40, "TIDES in Sound and Stone", ROMAN, 8),
        (300, 40, "Vol.19 No.3 March 2004", ROMAN, 8),
        (
            54,
            760,
            "0169-1111/$ - see front matter © 2003 Pebble House. All rights reserved.",
            ROMAN,
            7,
        ),
    ]
    title: Row = (130, 120, prose.TITLE, BOLD, 16)
    assert paper(tmp_path / "issue.pdf", [*imprint, title]).year == 2004


def test_a_draft_has_no_year_of_the_papers_it_names(tmp_path: Path) -> None:
    press = Press(tmp_path / "draft.pdf")
    press.put(*TITLE_ROW[:3], font=BOLD, size=16)
    press.y = 230
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    press.y = 620
    press.add("References", HEADING)
    press.add("[1] M. Ilves. On quiet plates. Journal of Shores, 2016.", FIRST)
    press.add("[2] T. Renn. On loud plates. Journal of Shores, 2011.", FIRST)
    press.add("[3] O. Castell. On plates of slate. Journal of Shores, 2016.", FIRST)
    manuscript = parse(press.save())
    assert [entry.year for entry in manuscript.references] == [2016, 2011, 2016]
    assert manuscript.year is None


def test_the_stamp_in_the_margin_gives_the_arxiv_id(tmp_path: Path) -> None:
    press = Press(tmp_path / "stamp.pdf")
    press.put(*TITLE_ROW[:3], font=BOLD, size=16)
    press.canvas.saveState()
    press.canvas.translate(30, 300)
    press.canvas.rotate(90)
    press.canvas.setFont(ROMAN, 20)
    press.canvas.drawString(0, 0, "arXiv:1234.56789v2 [cs.SD] 3 May 2012")
    press.canvas.restoreState()
    press.y = 150
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert (manuscript.arxiv, manuscript.year) == ("1234.56789", 2012)
    assert manuscript.title == prose.TITLE


@pytest.mark.parametrize("label", ["Thesis title: ", ""])
def test_the_cover_of_a_thesis_names_more_than_its_title(tmp_path: Path, label: str) -> None:
    cover: list[Row] = [
        (150, 60, "North Shore Normal University", BOLD, 20),
        (180, 85, "Master’s Dissertation", BOLD, 20),
        (80, 130, f"{label}{prose.TITLE}", BOLD, 20 if label else 18),
        (220, 170, "Mara Ilves", ROMAN, 12),
    ]
    assert paper(tmp_path / "cover.pdf", cover).title == prose.TITLE


def test_the_cover_of_a_thesis_names_its_author_behind_a_label(tmp_path: Path) -> None:
    cover: list[Row] = [
        (150, 60, "University of Lower Bay", BOLD, 20),
        TITLE_ROW,
        (150, 120, "Student ID: 51141201039", ROMAN, 12),
        (150, 140, "Department: Institute of Shores", ROMAN, 12),
        (150, 160, "Supervisor: Tobias Renn", ROMAN, 12),
        (150, 180, "Candidate: Mara Ilves", ROMAN, 12),
    ]
    assert paper(tmp_path / "thesis.pdf", cover).authors == ("Mara Ilves",)


def test_a_name_with_degrees_below_a_title_in_its_lettering_is_the_author(tmp_path: Path) -> None:
    press = Press(tmp_path / "thesis.pdf")
    for y, text in ((120, "SLATE AND SHELLS AS A SOURCE"), (140, "OF LIGHT ON A QUIET SHORE"),
                    (160, "Mara Ilves, B.S., M.S.")):  # fmt: skip
        press.put(180, y, text, ROMAN, 12)
    press.put(200, 300, "Dissertation Prepared for the Degree of", ROMAN, 12)
    press.put(180, 420, "APPROVED: Tobias Renn, Major Professor", ROMAN, 12)
    press.put(180, 440, "Oona Castell, Committee Member", ROMAN, 12)
    press.next_page()
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    press.add(METHOD, FIRST)
    read = parse(press.save())
    assert read.title == "SLATE AND SHELLS AS A SOURCE OF LIGHT ON A QUIET SHORE"
    assert read.authors == ("Mara Ilves",)


LONG = "Recorders at the edge of the water and of the land"
AUTHORS_ROW: Row = (90, 150, "Mara Ilves 1,*, Tobias Renn 2 and Oona Castell 1", ROMAN, 12)


@pytest.mark.parametrize(
    "front",
    [
        pytest.param(
            [(220, 70, "Original article:", BOLD, 14), (90, 88, LONG, BOLD, 14), AUTHORS_ROW],
            id="a kind of article in the lettering of the title",
        ),
        pytest.param(
            [(90, 70, "Clinical Study", ROMAN, 16), (90, 94, LONG, BOLD, 16), AUTHORS_ROW],
            id="a kind of article with the word study",
        ),
        pytest.param(
            [(90, 70, "Methods Articles", BOLD, 18), (90, 94, LONG, BOLD, 16), AUTHORS_ROW],
            id="a kind of article with the word methods",
        ),
        pytest.param(
            [(90, 70, "Fieldwork in Brief", ROMAN, 16), (90, 94, LONG, BOLD, 16), AUTHORS_ROW],
            id="a column of the journal in the size of the title",
        ),
        pytest.param(
            [(400, 60, "Shores", ROMAN, 40), (90, 110, LONG, BOLD, 18), AUTHORS_ROW],
            id="the mark of a journal",
        ),
        pytest.param(
            [(220, 70, "shores.example.org", BOLD, 16), (90, 110, LONG, ROMAN, 15), AUTHORS_ROW],
            id="the address of a journal",
        ),
        pytest.param(
            [(90, 110, LONG, ROMAN, 13), (90, 150, AUTHORS_ROW[2], BOLD, 17)],
            id="names in larger lettering",
        ),
        pytest.param(
            [(54, 40, "SEA Public Access", ROMAN, 22), (90, 110, LONG, BOLD, 14), AUTHORS_ROW],
            id="the mark of an archive",
        ),
        pytest.param(
            [
                (54, 60, "PRACTICE OF SORTING", BOLD, 14),
                (54.3, 60, "PRACTICE OF SORTING", BOLD, 14),
                (54, 110, LONG, BOLD, 14),
                AUTHORS_ROW,
            ],
            id="a column of the journal in capitals, drawn twice",
        ),
        pytest.param(
            [
                (54, 50, "SORTING METHODS & REPORTING", BOLD, 24),
                (54, 115, LONG, BOLD, 16),
                AUTHORS_ROW,
            ],
            id="a section in larger capitals",
        ),
        pytest.param(
            [
                (54, 60, "Nota de Investigación/Research Note", BOLD, 20),
                (54, 90, LONG, BOLD, 14),
                AUTHORS_ROW,
            ],
            id="the kind of article in two languages",
        ),
        pytest.param(
            [
                (54, 45, "Debate and views", ROMAN, 24),
                (54, 115, LONG, BOLD, 16),
                (54, 135, "Mara Ilves, Tobias Renn", ROMAN, 9),
            ],
            id="a section in larger letters, and names below the title",
        ),
        pytest.param(
            [
                (177, 50, "International Journal of Shores & Bays", BOLD, 14),
                (54, 112, LONG, BOLD, 14),
                (54, 130, "Mara Ilves, Tobias Renn", ROMAN, 9),
            ],
            id="a journal with letters as large",
        ),
    ],
)
def test_a_title_is_neither_names_nor_the_mark_of_a_journal(
    tmp_path: Path, front: list[Row]
) -> None:
    assert paper(tmp_path / "a.pdf", front).title == LONG


def test_the_head_of_a_journal_with_its_year_is_no_author(tmp_path: Path) -> None:
    front: list[Row] = [(54, 40, "Sorted. Pebbles. 26, 329–335 (2003)", ROMAN, 10), TITLE_ROW]
    assert paper(tmp_path / "head.pdf", front).authors == ()


def test_a_title_of_one_word_stays_the_title(tmp_path: Path) -> None:
    front: list[Row] = [(200, 90, "Sandpipers", BOLD, 20), AUTHORS_ROW]
    assert paper(tmp_path / "a.pdf", front).title == "Sandpipers"


@pytest.mark.parametrize(
    ("rows", "fields"),
    [
        (("Pebble Letters. 2015 January; 8(1): e13720.",),
         ("Pebble Letters", "8", "1", "", "e13720")),
        (("To cite: Ilves M. On pebbles. Pebble Lett", "2021;11:e044190. doi:10.55555/x.1"),
         ("Pebble Lett", "11", "", "", "e044190")),
        (("How to cite this article: Ilves M (2016) On pebbles,", "Pebble World, 9(12): 48-54."),
         ("Pebble World", "9", "12", "48–54", "")),
        (("Pebble World 2021:13 2341–2347",), ("Pebble World", "13", "", "2341–2347", "")),
        (("Pebble World, 2021, 51(3)371–378",), ("Pebble World", "51", "3", "371–378", "")),
    ],
)  # fmt: skip
def test_the_journal_is_read_where_it_is_printed(
    tmp_path: Path, rows: tuple[str, ...], fields: tuple[str, ...]
) -> None:
    press = Press(tmp_path / "journal.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    for at, row in enumerate(rows):
        press.put(54, 755 + 9 * at, row, ROMAN, 8)
    press.y = 130
    press.add("Introduction", HEADING)
    press.add(first_pages.METHOD, FIRST)
    names = ("venue", "volume", "issue", "page", "number")
    wanted = {name: text for name, text in zip(names, fields, strict=True) if text}
    assert parse(press.save()).imprint == {**wanted, "type": "article-journal"}


def test_what_is_filled_into_a_form_is_no_title(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf")
    press.put(54, 90, prose.TITLE, BOLD, 16)
    press.put(54, 110, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 140
    press.add("Introduction", HEADING)
    press.add(kinds_of_lists.METHOD, FIRST)
    plain = press.save()
    with pymupdf.open(plain) as document:
        widget = pymupdf.Widget()
        widget.field_name, widget.field_type = "comment", pymupdf.PDF_WIDGET_TYPE_TEXT
        widget.rect = pymupdf.Rect(54, 20, 500, 60)
        widget.field_value, widget.text_fontsize = "A comment of the reviewer", 24
        document[0].add_widget(widget)
        document.save(tmp_path / "form.pdf")
    manuscript = parse(tmp_path / "form.pdf")
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == prose.AUTHORS


@pytest.mark.parametrize(
    "rows",
    [
        ("doi:10.55555/pebble.shores.", "0115884"),
        ("doi:10.55555/pebble.shores.", "Shores 10.55555/pebble.shores.0115884 May 2014"),
        ("Supplement: 10.55555/pebble.shores.0115884/-/DCSupplemental.",),
    ],
    ids=["cut at the end of a line", "whole in the foot", "of the supplement"],
)
def test_a_doi_without_figures_goes_on_behind_the_line(
    tmp_path: Path, rows: tuple[str, ...]
) -> None:
    front = [TITLE_ROW, *((54.0, 745 + 10.0 * at, row, ROMAN, 8.0) for at, row in enumerate(rows))]
    assert paper(tmp_path / "doi.pdf", front).doi == "10.55555/pebble.shores.0115884"


def test_a_year_behind_a_doi_is_none_of_it(tmp_path: Path) -> None:
    rows = ("doi:10.55555/pebble.shores.", "2014 Pebble World")
    front = [TITLE_ROW, *((54.0, 745 + 10.0 * at, row, ROMAN, 8.0) for at, row in enumerate(rows))]
    assert paper(tmp_path / "doi.pdf", front).doi == "10.55555/pebble.shores"


def test_a_provisional_pdf_begins_behind_its_cover(tmp_path: Path) -> None:
    press = Press(tmp_path / "provisional.pdf")
    press.put(54, 50, "Pebble Care", BOLD, 24)
    press.put(54, 80, "This Provisional PDF corresponds to the article as accepted.", ROMAN, 10)
    press.put(54, 120, prose.TITLE, BOLD, 14)
    press.put(54, 150, f"{prose.AUTHORS[0]} (name@shore.example)", ROMAN, 11)
    press.next_page()
    press.put(54, 90, prose.TITLE, BOLD, 18)
    press.put(54, 120, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    press.add("Introduction", HEADING)
    press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == prose.AUTHORS
    assert manuscript.abstract == first_pages.ABSTRACT


@pytest.mark.parametrize(
    "notice",
    [
        "This article appeared in a journal published by Shore. The attached",
        "(This is a sample cover image for this issue. The actual cover is not yet there.)",
        "Since January 2020 Elsevier has created a resource centre",
    ],
)
def test_a_publishers_notice_before_the_article_is_passed_over(tmp_path: Path, notice: str) -> None:
    press = Press(tmp_path / "notice.pdf")
    press.put(54, 80, notice, BOLD, 18)
    press.put(54, 110, "copy is furnished to the author for internal use.", BOLD, 18)
    press.put(54, 140, "Elsevier hereby grants permission to make it available.", BOLD, 18)
    press.next_page()
    press.put(54, 90, prose.TITLE, BOLD, 16)
    press.put(54, 120, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    manuscript = parse(press.save())
    assert (manuscript.title, manuscript.authors) == (prose.TITLE, prose.AUTHORS)


def test_a_title_that_the_page_cites_too_is_the_one_in_large_letters(tmp_path: Path) -> None:
    press = Press(tmp_path / "cited.pdf")
    press.canvas.setTitle(prose.TITLE)
    for at, row in enumerate(("Citation: Ilves M (2021)", "Sorting Pebbles by Sound",
                              "on Windy Shores", "Front. Shores")):  # fmt: skip
        press.put(40, 400 + 9 * at, row, ROMAN, 7)
    press.put(200, 80, "Sorting Pebbles by Sound", BOLD, 20)
    press.put(200, 104, "on Windy Shores", BOLD, 20)
    press.put(200, 130, ", ".join(prose.AUTHORS), ROMAN, 9)
    y = 170.0
    for line in wrap(first_pages.ABSTRACT, Style(size=10), 330):
        press.put(200, y, line, size=10)
        y += 12
    assert parse(press.save()).authors == prose.AUTHORS


@pytest.mark.parametrize("names", ["Mara Ilves III, Jon B. Moss1", "Mara ILVES III, Jon B. MOSS1"])
def test_the_count_of_namesakes_stays_in_capitals(tmp_path: Path, names: str) -> None:
    authors = paper(tmp_path / "a.pdf", [TITLE_ROW, (150, 120, names, ROMAN, 11)]).authors
    assert authors == ("Mara Ilves III", "Jon B. Moss")


def test_the_sheet_of_an_archive_says_what_the_article_is(tmp_path: Path) -> None:
    """The title ends before its fields; when the file was fetched is no year of the article."""
    press = Press(tmp_path / "sheet.pdf")
    rows = (
        prose.TITLE,
        f"Author(s): {prose.AUTHORS[0]} and {prose.AUTHORS[1]}",
        "Source: The Pebble Journal, Series B (1960-2002), Vol. 58, No. 2 (Mar., 1998), pp. 13-",
        "22",
        "Published by: Society of Shores",
        "Accessed: 01-05-2015 05:22 UTC",
    )
    for number, row in enumerate(rows):
        press.put(54, 60 + 14 * number, row, ROMAN, 12)
    press.put(54, 400, "This content downloaded from 192.0.2.1 on Fri, 01 May 2015", ROMAN, 8)
    press.next_page()
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == prose.AUTHORS[:2]
    assert manuscript.year == 1998
    imprint = dict(manuscript.imprint)
    assert imprint["venue"] == "The Pebble Journal, Series B"
    assert (imprint["volume"], imprint["issue"], imprint["page"]) == ("58", "2", "13–22")


def test_short_headings_left_of_the_text_are_read(tmp_path: Path) -> None:
    """An archive sets its headings left of the text, so that short ones end before it begins."""
    press = Press(tmp_path / "hung.pdf", ((88.0, 540.0),))
    press.put(70, 90, prose.TITLE, BOLD, 16)
    press.put(70, 120, ", ".join(prose.AUTHORS), BOLD, 10)
    press.put(70, 150, "Abstract", BOLD, 12)
    press.y = 165
    press.add(ABSTRACT, FIRST)
    press.put(70, press.y + 20, "Methods", BOLD, 12)
    press.columns, press.y = [(190.0, 540.0)], press.y + 40
    for _ in range(6):
        press.add(METHOD, FIRST)
    press.put(90, press.y - 8, "margin", BOLD, 10)  # beside the text: no heading
    manuscript = parse(press.save())
    assert [section.title for section in manuscript.sections] == ["Abstract", "Methods"]
    assert manuscript.abstract == ABSTRACT


@pytest.mark.parametrize(
    ("mark", "head"),
    [
        pytest.param("Pebbleology", "Pebbleology xxx (2008) xxx–xxx", id="article in press"),
        pytest.param("Shores and Sounds", "Shores and Sounds 12 (2008) 3–9", id="volume"),
        pytest.param("SHORES ORIGINAL PAPER", "Vol. 12 no. 3 2008, pages 3–9", id="kind behind"),
    ],
)
def test_the_name_of_a_journal_in_letters_as_large_is_no_title(
    tmp_path: Path, mark: str, head: str
) -> None:
    front: list[Row] = [
        (230, 40, head, ROMAN, 8),
        (230, 70, mark, ROMAN, 17),
        (54, 120, prose.TITLE, ROMAN, 16),
        (54, 150, ", ".join(prose.AUTHORS), ROMAN, 11),
    ]
    manuscript = paper(tmp_path / "mark.pdf", front)
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == prose.AUTHORS


@pytest.mark.parametrize(
    "sheet",
    [
        "The online version of this article can be found at:",
        "This copy is for your personal, non-commercial use only.",
    ],
)
def test_year_and_names_stand_behind_the_sheet_of_a_platform(tmp_path: Path, sheet: str) -> None:
    press = Press(tmp_path / "platform.pdf")
    press.put(54, 60, "Pebble Letters", "Helvetica", 36)
    press.put(54, 110, sheet, "Helvetica", 10)
    press.put(54, 140, prose.TITLE, "Helvetica-Bold", 12)
    press.put(54, 156, f"{prose.AUTHORS[0]} et al.", "Helvetica", 10)
    press.put(400, 700, "on April 11, 2012", "Helvetica", 10)
    press.next_page()
    press.put(54, 40, "Pebble Letters 7 (2006) 3–9", ROMAN, 8)
    press.put(54, 90, prose.TITLE, ROMAN, 18)
    press.put(54, 120, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    press.add("Introduction", HEADING)
    press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert (manuscript.title, manuscript.authors) == (prose.TITLE, prose.AUTHORS)
    assert manuscript.year == 2006


def test_what_is_raised_behind_a_title_is_none_of_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "raised.pdf")
    press.run(54, 90, [(prose.TITLE, 16, 0), ("1[OPEN]", 9, 6)])
    press.put(54, 120, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    assert parse(press.save()).title == prose.TITLE


def test_badges_behind_a_title_are_none_of_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "badges.pdf")
    press.run(54, 90, [(prose.TITLE, 16, 0), ("  W OA", 6, 6)])
    press.put(54, 120, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    assert parse(press.save()).title == prose.TITLE


@pytest.mark.parametrize(
    "notice",
    [
        "This is an Accepted Manuscript of an article published by Pebble House in Shores on May 9",
        "This is the author’s version of an article that appeared in Pebble Letters",
    ],
)
def test_a_notice_above_a_title_in_its_lettering_is_no_title(tmp_path: Path, notice: str) -> None:
    press = Press(tmp_path / "notice.pdf")
    press.put(54, 60, notice, ROMAN, 10)
    press.put(54, 100, prose.TITLE, ROMAN, 10)
    press.put(54, 130, ", ".join(prose.AUTHORS), ROMAN, 10)
    press.y = 160
    press.add("Abstract", Style(ROMAN, 10, 12))
    press.add(first_pages.ABSTRACT, FIRST)
    manuscript = parse(press.save())
    assert (manuscript.title, manuscript.authors) == (prose.TITLE, prose.AUTHORS)


def test_a_doi_goes_on_behind_a_hyphen_at_the_end_of_a_line(tmp_path: Path) -> None:
    rows = ("To cite this version: Pebble Letters, 2012. <10.55555/2110-", "5820-2-28>.")
    front = [TITLE_ROW, *((54.0, 745 + 10.0 * at, row, ROMAN, 8.0) for at, row in enumerate(rows))]
    assert paper(tmp_path / "doi.pdf", front).doi == "10.55555/2110-5820-2-28"


def test_sizes_that_change_in_the_rows_of_a_scan_part_no_title(tmp_path: Path) -> None:
    press = Press(tmp_path / "scan.pdf")
    first = [("Slate ", 13.1, 0.0), ("plates as ", 13.7, 0.0), ("instruments", 12.9, 0.0)]
    second = [("of a quiet ", 13.6, 0.0), ("shore: ", 14.4, 0.0), ("an overview", 13.7, 0.0)]
    press.run(54, 80, first)
    press.run(54, 96, second)
    press.put(54, 125, ", ".join(prose.AUTHORS), ROMAN, 10)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    assert parse(press.save()).title == "Slate plates as instruments of a quiet shore: an overview"


@pytest.mark.parametrize(
    ("above", "authors"), [("SHORE NOTEBOOK", ()), ("Author(s): Mara Ilves", ("Mara Ilves",))]
)
def test_a_name_in_capitals_alone_above_the_title_is_no_author(
    tmp_path: Path, above: str, authors: tuple[str, ...]
) -> None:
    front: list[Row] = [(54, 50, above, ROMAN, 11), (54, 110, LONG, ROMAN, 16)]
    assert paper(tmp_path / "notebook.pdf", front).authors == authors


def test_the_number_of_a_page_is_no_year(tmp_path: Path) -> None:
    press = Press(tmp_path / "number.pdf")
    for number in ("2043", "2044"):
        press.put(500, 30, number, ROMAN, 9)
        press.put(54, 100, prose.TITLE, BOLD, 16)
        press.y = 150
        press.add(METHOD, FIRST)
        press.next_page()
    assert parse(press.save()).year is None


@pytest.mark.parametrize(
    "stamp",
    [
        "Author manuscript; available in PMC 2018 February 02.",
        "No other uses without permission. Copyright ©2025.",
        "by guest on October 17, 2016",
    ],
)
def test_the_year_of_a_copy_is_none_of_the_paper(tmp_path: Path, stamp: str) -> None:
    front: list[Row] = [
        TITLE_ROW,
        (54, 40, "Shores. 2017 ; 8(6): .", ROMAN, 9),
        (54, 770, stamp, ROMAN, 8),
    ]
    assert paper(tmp_path / "copy.pdf", front).year == 2017
