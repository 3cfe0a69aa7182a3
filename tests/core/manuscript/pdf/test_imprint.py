"""Journal, volume and pages of a PDF, where its first page prints them in a form that is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.imprint import find_history, find_imprint
from core.manuscript.pdf.lines import Line, Page, TextRun
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.first_pages import METHOD
from tests.core.manuscript.pdf.imprint_rows import FOOT, HEAD, printed
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ROMAN,
    Press,
)


def imprint(folder: Path, text: str, y: float, year: int | None = 2018) -> dict[str, str]:
    pages, metadata = extract_pages(printed(folder, text, y), max_pages=10)
    return find_imprint(pages[:1], metadata, year)


@pytest.mark.parametrize(
    ("text", "y", "said"),
    [
        ("Pebbles Research (2018) 5:697–707", HEAD, ("Pebbles Research", "5", "", "697–707", "")),
        ("Annals of Pebbles 6 (2018) 9-16", HEAD, ("Annals of Pebbles", "6", "", "9–16", "")),
        ("Beach Notes 35: 001–010, 2018", HEAD, ("Beach Notes", "35", "", "001–010", "")),
        ("Beach Letters, 2018, 25(4), 40–49", HEAD, ("Beach Letters", "25", "4", "40–49", "")),
        (
            "Beach Stud, September 2017, 11(3): 427–432",
            HEAD,
            ("Beach Stud", "11", "3", "427–432", ""),
        ),
        ("Pebbles 2018, 6, 104; doi:10.1000/x", FOOT, ("Pebbles", "6", "", "", "104")),
        (
            "Frontiers in Pebbles | May 2018 | Volume 9 | Article 1096",
            FOOT,
            ("Frontiers in Pebbles", "9", "", "", "1096"),
        ),
        (
            "Roe (2018). On pebbles. Journal of Pebbles, 1(2), 15. https://doi.org/10.1000/x",
            FOOT,
            ("Journal of Pebbles", "1", "2", "", "15"),
        ),
        ("Roe et al. Pebble Biology (2018) 19:104", HEAD, ("Pebble Biology", "19", "", "", "104")),
        (
            "The Pebbles Journal, 2018, 10, (Suppl-1, M9) 214-226",
            HEAD,
            ("The Pebbles Journal", "10", "", "214–226", ""),
        ),
        ("Pebble Letters 2018; 10(2):92-98", FOOT, ("Pebble Letters", "10", "2", "92–98", "")),
        (
            "Pebble Letters 2018;10(2): 92-98 |doi: 10.5555/pebbles.2018.015",
            300,
            ("Pebble Letters", "10", "2", "92–98", ""),
        ),
        ("ReScience C 4.1 (#7) – Roe 2018", FOOT, ("ReScience C", "4", "1", "", "7")),
        (
            "Letters on Pebbles, Vol. 12, No. 3, pp. 45–67, 2018",
            HEAD,
            ("Letters on Pebbles", "12", "3", "45–67", ""),
        ),
        ("Vol. 12, No. 3, May 2018", FOOT, ("", "12", "3", "", "")),
        ("PEBBLE LETTERS (PL), VOL. 12, NO. 3", HEAD, ("PEBBLE LETTERS", "12", "3", "", "")),
        ("Volume 7 (2), pages 10-19", FOOT, ("", "7", "2", "10–19", "")),
    ],
)
def test_a_journal_is_read_with_its_numbers(
    tmp_path: Path, text: str, y: float, said: tuple[str, ...]
) -> None:
    names = ("venue", "volume", "issue", "page", "number")
    wanted = {name: value for name, value in zip(names, said, strict=True) if value}
    assert imprint(tmp_path, text, y) == {**wanted, "type": "article-journal"}


def test_proceedings_are_read_with_their_pages(tmp_path: Path) -> None:
    text = "Proceedings of the 3rd Meeting on Pebbles, pages 10–18"
    assert imprint(tmp_path, text, FOOT) == {
        "venue": "Proceedings of the 3rd Meeting on Pebbles",
        "page": "10–18",
        "type": "paper-conference",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Annals of Pebbles 6 (1999) 9-16",  # of another year
        "Annals of Pebbles 6 (2018) 16-9",
        "Annals of Pebbles 6: 9–16, 1999",
        "as in the Annals of Pebbles 6 (2018) 9-16",
        "Submitted to Annals of Pebbles",
        "12 (3)",
        "Vol. 12",
        "Vol. 12, No. 3, May 1999",
        "Vol. 12, No. 3, pp. 67-45",
        "1 See Annals of Pebbles, Vol. 12, No. 3",
        "See Annals of Pebbles, Vol. 12, No. 3",
        "Roe, On pebbles, Annals, Vol. 12, No. 3",
        "© 2018 Elsevier Ltd.",  # says who owns it, of something that is not named
        "ISSN 2049-3631",  # the last digit is that of another number
        "Doc. 2049-3630",
        "1978-2016/18",
        "31st Conference on Pebbles",
        "as said before; Roe 2018; 1989), and others",
        "as said before; Roe 2018, 1989, 2001), and others",
    ],
)
def test_what_is_not_sure_is_left_out(tmp_path: Path, text: str) -> None:
    assert imprint(tmp_path, text, HEAD) == {}


def on_one_page(path: Path, lines: Sequence[tuple[float, float, str]]) -> dict[str, str]:
    """Return what a page says that has these lines, with x and y, around its text."""
    press = Press(path, ((240.0, 540.0),))
    for x, y, text in lines:
        press.put(x, y, text, size=7)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    pages, metadata = extract_pages(press.save(), max_pages=10)
    return find_imprint(pages[:1], metadata, 2018)


def test_what_stands_on_one_height_is_one_row_and_a_page_number_is_none_of_it(
    tmp_path: Path,
) -> None:
    foot = [
        (50, FOOT, "Frontiers in Pebbles | www.example.org"),
        (300, FOOT, "1"),
        (400, FOOT, "May 2018 | Volume 9 | Article 1096"),
    ]
    said = {"venue": "Frontiers in Pebbles", "volume": "9", "number": "1096"}
    assert on_one_page(tmp_path / "a.pdf", foot) == {**said, "type": "article-journal"}
    broken = [
        (50, FOOT, "Roe (2018). On pebbles. Journal of Pebbles,"),
        (500, FOOT, "1"),
        (50, FOOT + 10, "1(2), 15. https://doi.org/10.1000/x"),
    ]
    said = {"venue": "Journal of Pebbles", "volume": "1", "issue": "2", "number": "15"}
    assert on_one_page(tmp_path / "b.pdf", broken) == {**said, "type": "article-journal"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            [
                "Citation: Roe A (2018) On round",
                "pebbles. PLoS ONE 13(3): e0193.",
                "https://doi.org",
            ],
            {"venue": "PLoS ONE", "volume": "13", "issue": "3", "number": "e0193"},
        ),
        (
            [
                "Citation: Roe, A. On pebbles.",
                "Pebbles 2018, 13, 1234.",
                "https://doi.org/10.1000/x",
            ],
            {"venue": "Pebbles", "volume": "13", "number": "1234"},
        ),
        (
            [
                "To cite this article: Ann Roe & Li Wei (2018) On pebbles: a comparison of data",
                "from four beaches, Pebble Research, 37:9, 774-781, DOI: 10.1000/x",
            ],
            {"venue": "Pebble Research", "volume": "37", "issue": "9", "page": "774–781"},
        ),
        (
            [
                "Cite this article: Roe A et al. 2018 On",
                "pebbles. Shore open sci. 2: 150395.",
                "http://dx.doi.org/10.1000/x",
                "Received: 7 August 2018",
            ],
            {"venue": "Shore open sci", "volume": "2", "number": "150395"},
        ),
        (
            ["To cite this article: The Pebble Journal, 778:21 (11pp), 2018 November 20"],
            {"venue": "The Pebble Journal", "volume": "778", "number": "21"},
        ),
    ],
)
def test_a_page_that_says_how_to_cite_it_is_believed(
    tmp_path: Path, lines: list[str], said: dict[str, str]
) -> None:
    placed = [(40.0, 300.0 + 10 * at, text) for at, text in enumerate(lines)]
    assert on_one_page(tmp_path / "p.pdf", placed) == {**said, "type": "article-journal"}


def test_a_row_that_names_journal_numbers_and_doi_is_believed_anywhere(tmp_path: Path) -> None:
    row = (40.0, 300.0, "BMC Pebbles 2018, 6:3 doi:10.1000/1472-6882-6-3")
    said = {"venue": "BMC Pebbles", "volume": "6", "number": "3", "type": "article-journal"}
    assert on_one_page(tmp_path / "a.pdf", [row]) == said
    cited = (40.0, 300.0, "as in BMC Pebbles 2018, 6:3 doi:10.1000/1472-6882-6-3")
    assert on_one_page(tmp_path / "b.pdf", [cited]) == {}


def test_standard_numbers_are_read_by_their_label_and_tell_of_publisher_and_conference(
    tmp_path: Path,
) -> None:
    assert imprint(tmp_path, "Online ISSN: 2049-3630", FOOT) == {"ISSN": "2049-3630"}
    assert imprint(tmp_path, "2049-3630 / 18 / 0300", FOOT) == {"ISSN": "2049-3630"}
    head = (60.0, HEAD, "2018 International Conference on Pebbles and Sand")
    foot = (60.0, FOOT, "978-0-306-40615-7/18 $26.00 © 2018 IEEE")
    assert on_one_page(tmp_path / "p.pdf", [head, foot]) == {
        "venue": "2018 International Conference on Pebbles and Sand",
        "ISBN": "978-0-306-40615-7",
        "publisher": "IEEE",
        "type": "paper-conference",
    }
    assert on_one_page(tmp_path / "q.pdf", [head]) == {}, "a heading alone may be anything"
    wrong = (60.0, FOOT, "978-0-306-40615-8/18 $26.00 © 2018 IEEE")
    assert on_one_page(tmp_path / "r.pdf", [head, wrong]) == {}


@pytest.mark.parametrize(
    ("lines", "year"),
    [
        (("Received 4 May 2016", "Accepted 3 December 2016", "Published 9 January 2017"), 2017),
        (("Received 4 May 2016; Accepted 9 May 2016", "© 2017 The authors"), 2017),
        (("Pebble Letters 2019;12(3):45–67", "Advance Access Publication 4 April 2018"), 2019),
        (("Received: May 2016 / Accepted: June 2016",), 2016),
    ],
)
def test_the_year_is_that_of_the_publication(
    tmp_path: Path, lines: tuple[str, ...], year: int
) -> None:
    press = Press(tmp_path / "year.pdf")
    for at, line in enumerate(lines):
        press.put(54, 40 + 10 * at, line, ROMAN, 8)
    press.put(54, 110, prose.TITLE, BOLD, 16)
    press.put(54, 130, ", ".join(prose.AUTHORS), size=11)
    press.y = 160
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    assert parse(press.save()).year == year


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("Received: 11 April 2017 Accepted: 2 November 2017",
         {"submitted": "2017-04-11", "accepted": "2017-11-02"}),
        ("Submitted May 24, 2016; Accepted on August 21st, 2016",
         {"submitted": "2016-05-24", "accepted": "2016-08-21"}),
        ("This is under the Creative Commons Attribution Non-Commercial License.",
         {"license": "CC BY-NC"}),
        ("See http://creativecommons.org/licenses/by-nc/3.0/ for this CC BY-NC paper.",
         {"license": "CC BY-NC 3.0"}),
        ("The group received 50 drops and accepted 3 of them.", {}),
    ],
)  # fmt: skip
def test_dates_and_licence_are_read(text: str, history: dict[str, str]) -> None:
    run = TextRun(0, len(text), "Serif", 10.0, False, False, 100.0, 92.0, 102.0)
    edges = [float(at) for at in range(len(text))]
    page = Page(0, 600, 800, [Line(0, text, edges, edges, [run])])
    assert find_history([page]) == history
