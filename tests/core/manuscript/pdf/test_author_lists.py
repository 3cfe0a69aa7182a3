"""Authors in many layouts: names, marks and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.columns import Column
from core.manuscript.pdf.layout import Row as LayoutRow
from core.manuscript.pdf.lines import Line, TextRun
from core.manuscript.text.thesis_covers import find_stated_authors
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import front_pages
from tests.core.manuscript.pdf.first_pages import ABSTRACT, METHOD
from tests.core.manuscript.pdf.front_pages import TITLE_ROW
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ITALIC,
    ROMAN,
    Press,
    Style,
    wrap,
)

Row = tuple[float, str, str, float]
Part = tuple[str, float, float]


def paper(path: Path, rows: list[Row | tuple[float, list[Part]]], top: float = 230) -> Manuscript:
    """Set a title, rows of names and places at their heights, an abstract, and the text."""
    press = Press(path)
    press.put(54, 80, prose.TITLE, BOLD, 16)
    for row in rows:
        if len(row) == 2:
            press.run(54, row[0], row[1])
        else:
            press.put(54, row[0], row[1], row[2], row[3])
    press.y = top
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    return parse(press.save())


def marked(*names: str) -> list[Part]:
    """Return names with a raised figure behind each, and commas between."""
    parts: list[Part] = []
    for number, name in enumerate(names, 1):
        parts += [(name, 11, 0), (str(number), 7, 4), (", ", 11, 0)]
    return parts[:-1]


AMPERSANDS: list[Part] = [
    ("Mara Ilves", 11, 0), ("1", 7, 4), (" & Tobias Renn", 11, 0), ("2", 7, 4), (" &", 11, 0)
]  # fmt: skip
PLACE: Row = (150, "1 Institute of Shores, Lower Bay, Norland", ROMAN, 8)


@pytest.mark.parametrize(
    ("rows", "authors"),
    [
        pytest.param([(105, AMPERSANDS), (119, "Oona Castell & Ivo Lund", ROMAN, 11), PLACE],
            ("Mara Ilves", "Tobias Renn", "Oona Castell", "Ivo Lund"), id="ampersands"),
        pytest.param(
            [(105, "Mara Ilves, MD, PhD, Tobias Renn, M.Sc., Oona Castell, PhD", ROMAN, 11), PLACE],
            prose.AUTHORS, id="degrees"),
        pytest.param([(105, marked("Mara Ilves", "Tobias Renn", "Oona Castell")),
            (118, "1 Food Museum, Lower Bay 2 Hill Nagar, Upper Pradesh 3 North Shore", ROMAN, 11),
            (131, "P. O. Box 12, Slate Harbour", ROMAN, 11)],
            prose.AUTHORS, id="places in the same lettering"),
        pytest.param([(105, "ILVES Mara, RENN Tobias, CASTELL Oona", ROMAN, 11), PLACE],
            prose.AUTHORS, id="family names first"),
        pytest.param([(105, "Mara Ilves, mara@shore.example", ROMAN, 11),
            (117, "San Sandro, USA", ROMAN, 11), (135, "Tobias Renn, tr@sea.example", ROMAN, 11),
            (147, "Lower Bay – SB", ROMAN, 11)],
            ("Mara Ilves", "Tobias Renn"), id="towns and countries"),
        pytest.param([(105, "Mara Ilves, MD", BOLD, 11), (117, "Tobias Renn, MSc", BOLD, 11),
            (129, "Oona Castell, MD, PhD", BOLD, 11), PLACE],
            prose.AUTHORS, id="degrees in a column"),
        pytest.param([(105, [("Mara Ilves, MD PHD,", 11, 0), ("1", 7, 4),
            (" Tobias Renn, MS,", 11, 0), ("1", 7, 4)]),
            (119, [("Oona Castell, MD,", 11, 0), ("1", 7, 4),
            (" the SOFT-Stones Trial Committees and Investigators", 11, 0)]), PLACE],
            prose.AUTHORS, id="a group that the last author stands for"),
        pytest.param([(105, [("Mara Ilves", 11, 0), ("1", 7, 4), (", Tobias Renn", 11, 0),
            ("1", 7, 4), (", and", 11, 0)]), (119, [("O. Castell", 11, 0), ("1", 7, 4),
            (", for the Pebble 2 Investigators", 11, 0)]), PLACE],
            ("Mara Ilves", "Tobias Renn", "O. Castell"), id="a group with a number"),
        pytest.param([(105, "Mara Ilves, MD; Tobias Renn, MD;", ROMAN, 11),
            (119, "Oona Castell, MD; for the Quiet Stone and Pebble", ROMAN, 11),
            (133, "for Long Beaches II Investigators", ROMAN, 11), PLACE],
            prose.AUTHORS, id="a group on two rows"),
        pytest.param([(105, "Ilves M., Renn T., Castell O.", ROMAN, 11), PLACE],
            ("M. Ilves", "T. Renn", "O. Castell"), id="initials behind"),
        pytest.param([(105, "Mara Ilves | Tobias Renn | Oona Castell", BOLD, 11), PLACE],
            prose.AUTHORS, id="strokes between"),
        pytest.param(
            [(105, "Mara Ilves, Jo Page, An Park, Ina Brook, Leo Ash, Tobias Renn, Ute", BOLD, 11),
            (119, "Sand, Kim Le, Oona", BOLD, 11), (133, "Castell", BOLD, 11), PLACE],
            ("Mara Ilves", "Jo Page", "An Park", "Ina Brook", "Leo Ash", "Tobias Renn", "Ute Sand",
             "Kim Le", "Oona Castell"), id="three rows"),
        pytest.param(
            [(105, "Md Reza Saleh-e-In, José A. de la Vega and Oona Castell", ROMAN, 11), PLACE],
            ("Md Reza Saleh-e-In", "José A. de la Vega", "Oona Castell"), id="particles"),
        pytest.param(
            [(105, "Mara ul Ain Ilves, Tobias ud Renn, and Oona Castell", ROMAN, 11), PLACE],
            ("Mara ul Ain Ilves", "Tobias ud Renn", "Oona Castell"), id="rare particles"),
        pytest.param([(105, "Mara Ilves, Tobias Renn, Oona Castell", ROMAN, 11), PLACE,
            (165, "Journal of Shores and Sands", ITALIC, 8),
            (178, "Edited by: Ivo Lund, Jon Moss", ROMAN, 8)],
            prose.AUTHORS, id="editors below"),
        pytest.param([(105, "Mara Ilves  0000-0002-1111-2223", ROMAN, 11),
            (119, "Tobias RENN  0000-0002-1111-222X", ROMAN, 11),
            (133, "Oona CASTELL  https://orcid.org/0000-0002-1111-2225", ROMAN, 11),
            (150, "Institute of Shores, Lower Bay, Norland", ROMAN, 8)],
            prose.AUTHORS, id="numbers of persons"),
        pytest.param([(105, "Mara Ilves mara@shore.example", BOLD, 11),
            (117, "University of Lower Bay", ITALIC, 10), (130, "LKS BAY", ITALIC, 10),
            (145, "Tobias Renn renn@shore.example", BOLD, 11),
            (157, "University of Slate", ITALIC, 10), (170, "LKS BAY", ITALIC, 10)],
            ("Mara Ilves", "Tobias Renn"), id="addresses behind the names"),
        pytest.param(
            [(105, [("M", 11, 0), ("ARA ", 8, 0), ("I", 11, 0), ("LVES", 8, 0), (",", 11, 0),
                ("1", 6, 4), (" T", 11, 0), ("OBIAS ", 8, 0), ("R", 11, 0), ("ENN", 8, 0),
                (",", 11, 0), ("2", 6, 4)]),
            (119, "AND OONA MCBRIDE", ROMAN, 11), PLACE],
            ("Mara Ilves", "Tobias Renn", "Oona McBride"), id="small capitals"),
        pytest.param([(105, [("Mara Ilves", 11, 0)]), (129, [("1", 7, 4), ("KU Sandby", 11, 0)])],
            ("Mara Ilves",), id="a place behind its mark"),
        pytest.param([(105, "M A R A   I L V E S ,  T O B I A S   R E N N", ROMAN, 11),
            (119, "O O N A   C A S T E L L   a n d   B E N   M O S S", ROMAN, 11), PLACE],
            (*prose.AUTHORS, "Ben Moss"), id="letters set apart"),
        pytest.param(
            [(105, [("Mara B C Ilves ", 11, 0), ("professor", 11, 0), ("1", 7, 4),
                (", Tobias Renn ", 11, 0), ("associate professor and", 11, 0)]),
            (119, [("director", 11, 0), ("2", 7, 4), (", Ivo Lund ", 11, 0),
                ("research fellow ", 11, 0), ("3", 7, 4), (", Oona", 11, 0)]),
            (133, [("Castell ", 11, 0), ("senior statistician", 11, 0), ("1", 7, 4)]), PLACE],
            ("Mara B C Ilves", "Tobias Renn", "Ivo Lund", "Oona Castell"), id="posts behind"),
        pytest.param(
            [(105, "Mara Ilves, MD Nephrology, FRCP (Slate UK), Tobias Renn, FCPS Pathology, MBBS,",
              ROMAN, 11), (119, "Oona Castell, MCPS, BDS", ROMAN, 11), PLACE],
            prose.AUTHORS, id="fields of degrees"),
        pytest.param([(105, "Mara Ilves, Tobias Renn y Oona Castell", ROMAN, 11), PLACE],
            prose.AUTHORS, id="a Spanish and"),
        pytest.param([(105, "Mara Ramón y Cajal, Tobias Ilves e Renn, Oona Castell", ROMAN, 11),
            PLACE], ("Mara Ramón y Cajal", "Tobias Ilves e Renn", "Oona Castell"),
            id="an and inside of names"),
        pytest.param([(105, "M. Ilves y T. Renn", ROMAN, 11), PLACE],
            ("M. Ilves", "T. Renn"), id="a Spanish and between two"),
        pytest.param(
            [(105, "Mara Ilves, MD, Jin wook Chung, MD, Tobias Renn, MD, Oona Castell, MD",
              ROMAN, 11), PLACE],
            ("Mara Ilves", "Jin wook Chung", "Tobias Renn", "Oona Castell"),
            id="a small syllable among names"),
        pytest.param(
            [(105, marked("Mara Ilves", "Tobias-ho renn", "Oona Castell", "Ben Moss")), PLACE],
            ("Mara Ilves", "Tobias-ho renn", "Oona Castell", "Ben Moss"),
            id="a family name in small letters among names"),
        pytest.param(
            [(105, marked("Mara Ilves", "Tobias Renn", "the Slate Disease Neuroimaging")),
             (117, marked("Initiative", "Oona Castell", "Shore Genetics Center", "Bay Biobank")),
             (129, marked("Ivo Lund", "Ben Moss")), PLACE],
            ("Mara Ilves", "Tobias Renn", "Oona Castell", "Ivo Lund", "Ben Moss"),
            id="groups between names"),
        pytest.param(
            [(105, [("Mara Ilves", 11, 0), ("1", 7, 4), (", Tobias Renn", 11, 0), ("2", 7, 4),
                (", Oona Castell", 11, 0), ("1", 7, 4), (",", 11, 0)]),
             (117, [("Ben Moss", 11, 0), ("2", 7, 4),
                (" and the Disease Neuroimaging Inititive", 11, 0)]), PLACE],
            ("Mara Ilves", "Tobias Renn", "Oona Castell", "Ben Moss"),
            id="a group that is misspelt behind the last name"),
        pytest.param(
            [(105, marked("Mara B. Ilves", "Tobias C. Renn")[:-1]),
             (117, marked("Oona D. Castell", "Ben E. Moss")), PLACE],
            ("Mara B. Ilves", "Tobias C. Renn", "Oona D. Castell", "Ben E. Moss"),
            id="a lost comma"),
        pytest.param([(105, "ILVES MA E RENN TB", ROMAN, 11), PLACE],
            ("Ilves MA", "Renn TB"), id="an and in capitals between initials"),
        pytest.param([(105, "Mara Ilves", ROMAN, 12),
            (117, "Departamentos de Marés e Terapia, Escola de Educação Física", ROMAN, 11)],
            ("Mara Ilves",), id="places in Portuguese"),
    ],
)  # fmt: skip
def test_authors_in_many_layouts(tmp_path: Path, rows: list[Row], authors: tuple[str, ...]) -> None:
    manuscript = paper(tmp_path / "names.pdf", list(rows))
    assert manuscript.authors == authors
    assert manuscript.abstract == ABSTRACT


NAMES_BY_COLUMN = (
    ("MARA ILVES", "TOBIAS RENN", "OONA MARIA CASTELL", "BEN MOSS"),
    ("UTE SANDBROOK", "JONA PAGE", "LEO ASHBY"),
)


def test_names_in_columns_are_read_one_column_after_the_other(tmp_path: Path) -> None:
    press = Press(tmp_path / "columns.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    for x, names in zip((54, 210), NAMES_BY_COLUMN, strict=True):
        for at, name in enumerate(names):
            press.put(x, 110 + 18 * at, name, BOLD, 10)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    expected_names = tuple(name.title() for names in NAMES_BY_COLUMN for name in names)
    assert parse(press.save()).authors == expected_names


def test_names_in_rows_that_are_no_columns_are_read_row_by_row(tmp_path: Path) -> None:
    press = Press(tmp_path / "rows.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    rows = (("Mara Ilves", "Jo Page"), ("Tobias Renn", "Leo Ash"), ("Oona Castell", "Ben Moss"))
    for at, names in enumerate(rows):
        for x, name in zip((100 - 12 * at, 260 + 9 * at), names, strict=True):
            press.put(x, 110 + 14 * at, name, ROMAN, 11)
    press.y = 200
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    assert parse(press.save()).authors == tuple(name for names in rows for name in names)


def test_small_capitals_show_where_a_lost_space_was(tmp_path: Path) -> None:
    press = Press(tmp_path / "lost.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    x = 54.0
    for first, last in (("MARA", "ILVES"), ("TOBIAS", "RENN"), ("OONA", "CASTELL")):
        for word in (first, last):
            x = press.put(x, 110, word[0], ROMAN, 10)
            x = press.put(x, 110, word[1:], ROMAN, 7.5) + 1.5
        x = press.put(x - 1.5, 110, ", M.D.,  ", ROMAN, 10)
    press.put(54, 130, "Institute of Shores, Lower Bay", ROMAN, 8)
    press.y = 160
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    assert parse(press.save()).authors == prose.AUTHORS


def test_an_arrow_behind_a_name_is_a_mark(tmp_path: Path) -> None:
    press = Press(tmp_path / "arrow.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    x = press.put(54, 110, "Mara Ilves ", ROMAN, 11)
    x = press.put(x, 110, "⇑", "Symbol", 11)
    press.put(x, 110, ", Tobias Renn, Oona Castell", ROMAN, 11)
    press.put(54, 130, "Institute of Shores, Lower Bay", ROMAN, 8)
    press.y = 160
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    assert parse(press.save()).authors == prose.AUTHORS


def test_gaps_for_pictures_break_no_name(tmp_path: Path) -> None:
    press = Press(tmp_path / "gaps.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    rows = [
        ((54, "Mara Ilves"), (180, ", Jo Maria Page"), (300, ", Ute")),
        ((54, "Sand Brook"), (180, ", Tobias Renn"), (300, ", Oona Maria")),
        ((54, "Castell"),),
    ]
    for at, row in enumerate(rows):
        for x, name in row:
            press.put(x, 110 + 14 * at, name, BOLD, 9)
    press.put(54, 165, "Institute of Shores, Lower Bay", ROMAN, 8)
    press.y = 200
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    names = ("Mara Ilves", "Jo Maria Page", "Ute Sand Brook", "Tobias Renn", "Oona Maria Castell")
    assert parse(press.save()).authors == names


def test_numbers_of_the_rows_break_no_name(tmp_path: Path) -> None:
    press = Press(tmp_path / "numbered.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 14)
    press.run(54, 108, [*marked("Mara Ilves", "Tobias Renn"), (", Oona", 11, 0)])
    press.run(54, 122, [*marked("Maria Castell"), (" and ", 11, 0), *marked("Ben Moss")])
    rows = wrap(f"{ABSTRACT} {METHOD} {METHOD}", Style(size=10), 480)
    for at, row in enumerate(rows):
        press.put(54, 164 + 14 * at, row)
    for at in range(len(rows) + 6):
        press.put(42 - 4 * (at > 8), 80 + 14 * at, str(at + 1), size=8)
    names = ("Mara Ilves", "Tobias Renn", "Oona Maria Castell", "Ben Moss")
    assert parse(press.save()).authors == names


@pytest.mark.parametrize("top", [84, 66])
def test_names_stand_at_the_side_of_the_title(tmp_path: Path, top: float) -> None:
    press = Press(tmp_path / "beside.pdf")
    for at, row in enumerate(("Sorting Pebbles", "by Their Sound", "on Windy Shores")):
        press.put(230, 90 + 24 * at, row, BOLD, 21)
    for at, name in enumerate(prose.AUTHORS):
        press.put(54, top + 14 * at, name, BOLD, 10)
    press.y = 200
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    assert parse(press.save()).authors == prose.AUTHORS


def test_names_stand_at_the_side_of_the_abstract(tmp_path: Path) -> None:
    press = Press(tmp_path / "side.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    for at, name in enumerate(prose.AUTHORS):
        press.run(54, 120 + 14 * at, [(name, 11, 0), (str(at + 1), 7, 4)])
    press.put(54, 175, "1 Institute of Shores", ROMAN, 8)
    press.put(54, 186, "2 Museum of Slate", ROMAN, 8)
    y = 118.0
    for line in wrap(f"Background: {ABSTRACT}", Style(size=9), 330):
        press.put(228, y, line, size=9)
        y += 11
    press.put(228, y + 3, "Keywords: pebbles, sound", size=9)
    press.y = y + 30
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.authors == prose.AUTHORS
    assert manuscript.abstract == f"Background: {ABSTRACT}"
    assert manuscript.keywords == ("pebbles", "sound")


def test_names_stand_in_the_column_of_a_title_that_has_text_at_its_side(tmp_path: Path) -> None:
    names = ("Mara K. Ilves", "Tobias Renn", "Oona Castell", "Ben M. Stone", "Li Wei")
    press = Press(tmp_path / "short.pdf", ((54.0, 298.0), (310.0, 558.0)), bottom=600.0)
    for at, title in enumerate(("Sorting Pebbles by Their Sound", "on Windy Shores at Noon")):
        press.put(60, 80 + 14 * at, title, BOLD, 12)
    for at, row in enumerate((names[:2], names[2:4], ("and " + names[4],))):
        press.put(80, 112 + 11 * at, ", ".join(row) + ("," if at < 2 else ""), size=9)
    press.y = 160
    press.add(f"Abstract—{ABSTRACT}", Style(font=BOLD, size=8, leading=9))
    press.add("I. INTRODUCTION", HEADING)
    for _ in range(9):
        press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.authors == names


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
            [(54, 120, "MARA ILVES, University of Lower Bay, Norland", ROMAN, 9),
             (54, 133, "TOBIAS RENN, Institute of Shores, Norland", ROMAN, 9),
             (54, 146, "OONA CASTELL, Museum of Slate, Norland", ROMAN, 9)],
            prose.AUTHORS, id="in capitals before their places",
        ),
        pytest.param(
            [(54, 120, "KEY TO EVIDENCE STATEMENTS", BOLD, 11),
             (54, 134, "GRADES OF RECOMMENDATIONS", BOLD, 11)],
            (), id="headings in capitals",
        ),
        pytest.param(
            [(100, 120, "Mara Ilves*, Tobias Renn†, Jan van der Berg‡, and Oona", BOLD, 11),
             (100, 134, "Castell", BOLD, 11)],
            ("Mara Ilves", "Tobias Renn", "Jan van der Berg", "Oona Castell"),
            id="a name over two rows",
        ),
        pytest.param(
            [(54, 120, "Ilves, M. K., Renn-Moss, T., Castell, O.,", ROMAN, 11),
             (54, 134, "Lund, I. and Moss, B. A.", ROMAN, 11)],
            ("M. K. Ilves", "T. Renn-Moss", "O. Castell", "I. Lund", "B. A. Moss"),
            id="initials behind the family names",
        ),
        pytest.param(
            [(54, 120, "Mara Ilves, M. S., Tobias Renn, B. N., Oona Castell, B. C.", ROMAN, 11)],
            prose.AUTHORS, id="degrees between the names",
        ),
        pytest.param(
            [(54, 120, "M.K. Ilves, T.A. Renn, and O. Castell", ROMAN, 11)],
            ("M.K. Ilves", "T.A. Renn", "O. Castell"), id="two initials without a space",
        ),
        pytest.param(
            [(54, 120, "Ilves, Mara; Renn, Tobias; Castell, Oona.", ROMAN, 11)],
            prose.AUTHORS, id="a stop behind the last name",
        ),
        pytest.param(
            [(54, 120, "M. Ilves, T. Renn, and O. Castell", BOLD, 11),
             (54, 160, "Key Points:", BOLD, 11)],
            ("M. Ilves", "T. Renn", "O. Castell"), id="key points below",
        ),
        pytest.param(
            [(80, 120, "Mara Ilves", ROMAN, 11), (260, 120, "Tobias Renn", ROMAN, 11),
             (430, 120, "Oona Castell", ROMAN, 11), (80, 134, "SPQB", ROMAN, 11),
             (260, 134, "Lower Bay", ROMAN, 11), (430, 134, "Lower Bay", ROMAN, 11)],
            prose.AUTHORS, id="one place below two of the names",
        ),
        pytest.param(
            [(54, 120, "Mara Ilves, Tobias Renn, The Quiet", ROMAN, 11),
             (54, 134, "Shores and Tides Study Group, and Oona Castell", ROMAN, 11)],
            prose.AUTHORS, id="a group among the names",
        ),
        pytest.param(
            [(200, 120, "MARA ILVES AND TOBIAS RENN", ROMAN, 10)],
            ("Mara Ilves", "Tobias Renn"), id="capitals",
        ),
        pytest.param(
            [(160, 120, "MARA ILVES, TOBIAS RENN, AND JAN VAN DEN BERG", ROMAN, 10)],
            ("Mara Ilves", "Tobias Renn", "Jan van den Berg"), id="particles in capitals",
        ),
        pytest.param([(200, 120, "Anonymous Authors", ROMAN, 10)], (), id="anonymous"),
    ],
)  # fmt: skip
def test_authors(tmp_path: Path, front: list[front_pages.Row], authors: tuple[str, ...]) -> None:
    manuscript = front_pages.paper(tmp_path / "front.pdf", [TITLE_ROW, *front])
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == authors
    assert manuscript.abstract == front_pages.ABSTRACT


def test_superscripts_part_names_that_stand_without_commas(tmp_path: Path) -> None:
    press = Press(tmp_path / "marks.pdf")
    press.put(*TITLE_ROW[:3], font=BOLD, size=16)
    press.run(
        120, 120, [("Mara Ilves", 11, 0), ("1,2", 7, 4), ("  Tobias Renn", 11, 0), ("2", 7, 4)]
    )
    press.y = 200
    press.add("1 Introduction", HEADING)
    press.add(front_pages.METHOD, FIRST)
    assert parse(press.save()).authors == ("Mara Ilves", "Tobias Renn")


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
    assert find_stated_authors([_row(text).line for text in texts]) == authors


def _row(text: str) -> LayoutRow:
    lefts = [float(at) for at in range(len(text))]
    run = TextRun(0, len(text), "F", 10.0, bold=False, italic=False, baseline=9.0, y0=0.0, y1=10.0)
    line = Line(0, text, lefts, [left + 1 for left in lefts], [run])
    return LayoutRow(line, Column(0, 0, 0.0, 100.0))


def test_grades_behind_names_are_no_authors_though_two_rows_hold_them(tmp_path: Path) -> None:
    rows: list[Row | tuple[float, list[Part]]] = [
        (
            110,
            "Ada Reed, Senior Member, IEEE, Bo Ashley, Fellow, IEEE, Cy Elmwood, Student",
            ROMAN,
            11,
        ),
        (124, "Member, IEEE, and Dee Oakley, Member, IEEE", ROMAN, 11),
    ]
    found = paper(tmp_path / "grades.pdf", rows)
    assert found.authors == ("Ada Reed", "Bo Ashley", "Cy Elmwood", "Dee Oakley")


def test_what_stands_beside_a_list_behind_a_gap_breaks_no_name(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, "Mara Ilves, MD, Tobias Renn, MD, Oona Castell, MD,", ROMAN, 9)
    press.put(420, 105, "Dr. Ilves", ROMAN, 9)
    press.put(54, 116, "Ben Moss, BMedSci, Ivo Lund, MD, Ute Page, MD", ROMAN, 9)
    press.put(420, 116, "ilves@shore.example", ROMAN, 9)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    names = (*prose.AUTHORS, "Ben Moss", "Ivo Lund", "Ute Page")
    assert parse(press.save()).authors == names


def test_common_words_and_words_of_the_title_are_no_names(tmp_path: Path) -> None:
    press = Press(tmp_path / "headings.pdf")
    press.put(54, 80, "Quiet Slate", BOLD, 18)
    press.put(54, 105, "Mara Ilves, MD", ROMAN, 9)
    press.put(54, 150, "Abstract", BOLD, 10)
    press.put(
        54, 165, "Plates of slate are quiet where nobody plays on them at low tide.", ROMAN, 9
    )
    press.put(320, 200, "QUIET SLATE", BOLD, 14)
    press.put(320, 220, "General Description", BOLD, 14)
    press.y = 240
    press.add(METHOD, FIRST)
    assert parse(press.save()).authors == ("Mara Ilves",)


def test_marks_that_stand_apart_behind_a_name_end_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "marks.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    row = "Mara Ilves, Tobias Renn, Oona Castell"
    press.put(54, 105, row, ROMAN, 13)
    press.put(84 + press.canvas.stringWidth(row, ROMAN, 13), 105, "2,3,4,", ROMAN, 13)
    press.put(54, 121, "Ben Moss, Ivo Lund, Ute Page", ROMAN, 13)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    names = (*prose.AUTHORS, "Ben Moss", "Ivo Lund", "Ute Page")
    assert parse(press.save()).authors == names
