"""What the rows of a thesis' cover say."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.text.thesis_covers import (
    find_authors_in_lines,
    is_cover,
    is_date_row,
    is_name_on_cover,
    is_of_cover,
)
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.front_pages import METHOD, Row
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, ROMAN, Press


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("May 2019", True),
        ("Lower Bay, 12 June 2019", True),
        ("eingereicht am 3. März 2019", True),
        ("12 de agosto de 2019", True),
        ("soutenue publiquement le 1er juin 2019", True),
        ("The storms of autumn were seen in May 2019", False),
        ("2019", False),
    ],
)
def test_a_date_may_have_a_place_or_an_act_before_it(text: str, expected: bool) -> None:
    assert is_date_row(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("THÈSE DE DOCTORAT DE", True),
        ("Universidad de la Bahía", True),
        ("Facultad de Ciencias del Mar", True),
        ("Masterarbeit", True),
        ("Tesis para obtener el título de", True),
        ("T E S I S", True),
        ("Εθνικό Πολυτεχνείο", True),
        ("Διπλωματική Εργασία", True),
        ("Квалификационная работа бакалавра", True),
        ("Wydział Biologii", True),
        ("A B of C D E", False),
        ("Sorting pebbles by sound", False),
        ("Theses on the sound of pebbles", False),
    ],
)
def test_institutions_and_kinds_of_thesis_are_of_a_cover(text: str, expected: bool) -> None:
    assert is_of_cover(text) is expected


def test_prose_about_these_and_theses_is_no_cover() -> None:
    assert not is_cover(["In these tests nobody wrote a word", "Research Article", "Mara Ilves"])
    assert is_name_on_cover("Mara ILVES", ["Mara ILVES", "Thèse de doctorat"])
    assert not is_name_on_cover("Mara ILVES", ["Mara ILVES", "Original article"])


def read_cover(path: Path, cover: list[Row]) -> Manuscript:
    press = Press(path)
    for x, y, text, font, size in cover:
        press.put(x, y, text, font, size)
    press.next_page()
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    press.add(METHOD, FIRST)
    return parse(press.save())


TITLE: Row = (130, 160, prose.TITLE, BOLD, 16)
JURY: list[Row] = [
    (100, 420, "Tobias Renn", ROMAN, 11),
    (300, 420, "Professor, Lower Bay", ROMAN, 11),
    (100, 440, "Oona Castell", ROMAN, 11),
    (300, 440, "Lecturer, Windy Shore", ROMAN, 11),
]


@pytest.mark.parametrize(
    ("rows", "authors"),
    [
        pytest.param([(250, 220, "par", ROMAN, 12), (230, 280, "Mara Ilves", ROMAN, 14)],
                     ("Mara Ilves",), id="label above"),
        pytest.param([(230, 220, "vorgelegt von Mara Ilves", ROMAN, 12)],
                     ("Mara Ilves",), id="label before"),
        pytest.param([(250, 220, "Presenta:", ROMAN, 14), (230, 240, "Mara Ilves", BOLD, 11),
                      (230, 260, "Tobias Renn", BOLD, 11), (250, 290, "Asesor:", ROMAN, 14),
                      (230, 310, "Oona Castell", BOLD, 14)],
                     ("Mara Ilves", "Tobias Renn"), id="two authors before an adviser"),
        pytest.param([(230, 220, "Mara Ilves, Matrikel-Nr.: 4711", ROMAN, 12)],
                     ("Mara Ilves",), id="number of a student"),
        pytest.param([(230, 260, "Mara Ilves", ROMAN, 15), *JURY],
                     ("Mara Ilves",), id="larger than the jury"),
        pytest.param([(230, 120, "Mara Ilves", ROMAN, 11), (300, 400, "Supervisor:", ROMAN, 11),
                      (300, 416, "lecturer, doctor of sounds", ROMAN, 11),
                      (300, 432, "Tobias Renn", ROMAN, 11), (300, 460, "Tutor", ROMAN, 11),
                      (300, 476, "Oona Castell", ROMAN, 11)],
                     ("Mara Ilves",), id="above the title, advisers behind labels"),
        pytest.param([(230, 220, "P R E S E N T A :", ROMAN, 9),
                      (230, 250, "Mara Ilves", ROMAN, 11), (230, 280, "Tutor", ROMAN, 11),
                      (230, 300, "Tobias Renn", ROMAN, 11)],
                     ("Mara Ilves",), id="a label in spaced letters"),
    ],
)  # fmt: skip
def test_the_author_is_told_from_advisers_and_jury(
    tmp_path: Path, rows: list[Row], authors: tuple[str, ...]
) -> None:
    kind = (200, 60, "Thèse de doctorat", BOLD, 20)
    date = (200, 640, "Lower Bay, 15 mai 2019", ROMAN, 12)
    read = read_cover(tmp_path / "cover.pdf", [kind, TITLE, *rows, date])
    assert (read.title, read.authors, read.year) == (prose.TITLE, authors, 2019)


def test_a_title_in_the_size_of_the_text_is_bold(tmp_path: Path) -> None:
    cover: list[Row] = [
        (200, 60, "Shore Academy of Sound", ROMAN, 12),
        (200, 76, "Trabajo de fin de grado", ROMAN, 12),
        (130, 300, prose.TITLE, BOLD, 12),
        (200, 360, "AUTOR/A:", BOLD, 12),
        (200, 380, "Mara Ilves", ROMAN, 12),
    ]
    read = read_cover(tmp_path / "small.pdf", cover)
    assert (read.title, read.authors) == (prose.TITLE, ("Mara Ilves",))


def test_a_title_that_begins_as_an_institution_stays_the_title(tmp_path: Path) -> None:
    title = "School hours and the sound of pebbles"
    rows = [(130, 160, title, BOLD, 16), (230, 200, "Mara Ilves", ROMAN, 12)]
    assert read_cover(tmp_path / "school.pdf", rows).title == title


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (("Masterarbeit", "vorgelegt von", "Ann Oak"), ("Ann Oak",)),
        (("Author: Ann Oak (7308440)",), ("Ann Oak",)),
        (("Thesis", "by", "Ann Oak and Bo Elm"), ("Ann Oak", "Bo Elm")),
        (("Thesis", "Ann Oak", "Supervisor:", "Eva Elm"), ("Ann Oak",)),
        (("Thesis", "Ann Oak", "Prof. Eva Elm"), ("Ann Oak",)),
        (("Thesis", "Ann Oak", "Bo Elm"), ()),
        (("A THESIS ON REEDS", "Reed College", "School of Winds"), ()),
    ],
)
def test_authors_are_named_by_a_label_or_alone(
    lines: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert find_authors_in_lines(lines) == names
