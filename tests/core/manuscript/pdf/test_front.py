"""Title, authors, abstract and identifiers, as first pages show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.columns import Column
from core.manuscript.pdf.front import stated_authors
from core.manuscript.pdf.layout import Row as LayoutRow
from core.manuscript.pdf.lines import Line, TextRun
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, ITALIC, ROMAN, Press

METHOD = " ".join(prose.plain(prose.METHOD))
ABSTRACT = " ".join(prose.plain(prose.ABSTRACT))
Row = tuple[float, float, str, str, float]


def paper(
    path: Path, front: list[Row], *, abstract: str = "Abstract", stated: str = ""
) -> Manuscript:
    press = Press(path)
    press.canvas.setTitle(stated)
    for x, y, text, font, size in front:
        press.put(x, y, text, font, size)
    press.y = 230
    if abstract.endswith(("—", ".")):
        press.add(f"{abstract} {ABSTRACT}", FIRST)
    elif abstract:
        press.add(abstract, HEADING)
        press.add(ABSTRACT, FIRST)
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    return parse(press.save())


TITLE_ROW: Row = (130, 90, prose.TITLE, BOLD, 16)


@pytest.mark.parametrize(
    ("front", "authors"),
    [
        pytest.param(
            [(90, 120, "Authors: Mara Ilves* (mara@bay.example), Tobias Renn, Oona Castell",
              ROMAN, 11)],
            prose.AUTHORS, id="behind a label",
        ),
        pytest.param(
            [(150, 120, "Mara Ilves, Tobias Renn and Oona Castell", ROMAN, 11),
             (150, 134, "University of Lower Bay, Shoreham", ITALIC, 10)],
            prose.AUTHORS, id="one row",
        ),
        pytest.param(
            [(54, 120, "Mara Ilves", BOLD, 10), (440, 120, "mara@bay.example", ROMAN, 9),
             (54, 132, "Institute of Shores", ROMAN, 10), (54, 150, "Tobias Renn", BOLD, 10),
             (54, 168, "Oona Castell", BOLD, 10), (54, 180, "Museum of Slate", ROMAN, 10)],
            prose.AUTHORS, id="one below the other",
        ),
        pytest.param(
            [(80, 120, "Mara Ilves", BOLD, 11), (260, 120, "Tobias Renn", BOLD, 11),
             (430, 120, "Oona Castell", BOLD, 11), (80, 134, "Institute of Shores", ROMAN, 10),
             (260, 134, "Museum of Slate", ROMAN, 10)],
            prose.AUTHORS, id="side by side",
        ),
        pytest.param(
            [(100, 120, "Mara Ilves*, Tobias Renn†, Jan van der Berg‡, and Oona", BOLD, 11),
             (100, 134, "Castell", BOLD, 11)],
            ("Mara Ilves", "Tobias Renn", "Jan van der Berg", "Oona Castell"),
            id="a name over two rows",
        ),
        pytest.param(
            [(200, 120, "MARA ILVES AND TOBIAS RENN", ROMAN, 10)],
            ("Mara Ilves", "Tobias Renn"), id="capitals",
        ),
        pytest.param([(200, 120, "Anonymous Authors", ROMAN, 10)], (), id="anonymous"),
    ],
)  # fmt: skip
def test_authors(tmp_path: Path, front: list[Row], authors: tuple[str, ...]) -> None:
    manuscript = paper(tmp_path / "front.pdf", [TITLE_ROW, *front])
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == authors
    assert manuscript.abstract == ABSTRACT


def test_superscripts_part_names_that_stand_without_commas(tmp_path: Path) -> None:
    press = Press(tmp_path / "marks.pdf")
    press.put(*TITLE_ROW[:3], font=BOLD, size=16)
    press.run(
        120, 120, [("Mara Ilves", 11, 0), ("1,2", 7, 4), ("  Tobias Renn", 11, 0), ("2", 7, 4)]
    )
    press.y = 200
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    assert parse(press.save()).authors == ("Mara Ilves", "Tobias Renn")


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


@pytest.mark.parametrize(
    ("texts", "authors"),
    [
        (["指导教师： 王教授", "学位申请人： 李 明"], ("李明",)),
        (["작성자: 김도자"], ("김도자",)),
        (["도자 대학교", "지도교수 박옹기", "김도자 2020104123"], ("김도자",)),
        (["Автор: Иванов И. И."], ("Иванов И. И.",)),
        (["Author: 4711", "Mara Ilves"], ()),
    ],
)
def test_authors_that_covers_state(texts: list[str], authors: tuple[str, ...]) -> None:
    assert stated_authors([_row(text) for text in texts]) == authors


def _row(text: str) -> LayoutRow:
    lefts = [float(at) for at in range(len(text))]
    run = TextRun(0, len(text), "F", 10.0, bold=False, italic=False, baseline=9.0, y0=0.0, y1=10.0)
    line = Line(0, text, lefts, [left + 1 for left in lefts], [run])
    return LayoutRow(line, Column(0, 0, 0.0, 100.0))


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
    ],
)
def test_a_title_is_neither_names_nor_the_mark_of_a_journal(
    tmp_path: Path, front: list[Row]
) -> None:
    assert paper(tmp_path / "a.pdf", front).title == LONG


def test_a_title_of_one_word_stays_the_title(tmp_path: Path) -> None:
    front: list[Row] = [(200, 90, "Sandpipers", BOLD, 20), AUTHORS_ROW]
    assert paper(tmp_path / "a.pdf", front).title == "Sandpipers"
