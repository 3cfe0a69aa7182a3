"""First pages in many layouts: names against places, abstracts beside columns of notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
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

ABSTRACT = " ".join(prose.plain(prose.ABSTRACT) * 2)
METHOD = " ".join(prose.plain(prose.METHOD))
Row = tuple[float, str, str, float]
Part = tuple[str, float, float]
TWO = ((54.0, 296.0), (316.0, 558.0))


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
        pytest.param([(105, "Mara Ilves, Tobias Renn, Oona Castell", ROMAN, 11), PLACE,
            (165, "Journal of Shores and Sands", ITALIC, 8),
            (178, "Edited by: Ivo Lund, Jon Moss", ROMAN, 8)],
            prose.AUTHORS, id="editors below"),
    ],
)  # fmt: skip
def test_authors_in_many_layouts(tmp_path: Path, rows: list[Row], authors: tuple[str, ...]) -> None:
    manuscript = paper(tmp_path / "names.pdf", list(rows))
    assert manuscript.authors == authors
    assert manuscript.abstract == ABSTRACT


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


def test_an_abstract_stands_beside_the_article_s_history(tmp_path: Path) -> None:
    press = Press(tmp_path / "info.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.put(56, 150, "A R T I C L E  I N F O", BOLD, 8)
    press.put(174, 150, "A B S T R A C T", BOLD, 8)
    notes = ("Article type:", "Review", "Article history:", "Received: Jun 2, 2017", "Keywords:",
             "Pebbles", "Sound", "Wind")  # fmt: skip
    for at, note in enumerate(notes):
        press.put(56, 162 + 10 * at, note, ITALIC if note.endswith(":") else ROMAN, 8)
    y = 162.0
    for line in wrap(ABSTRACT, Style(size=8), 365):
        press.put(174, y, line, size=8)
        y += 9
    press.columns = list(TWO)
    press.y = press.top = 280
    press.add("Introduction", HEADING)
    for _ in range(8):
        press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == ABSTRACT
    assert manuscript.authors == prose.AUTHORS


def test_an_abstract_goes_on_in_the_next_column(tmp_path: Path) -> None:
    press = Press(tmp_path / "columns.pdf", TWO, top=150, bottom=230)
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.put(54, 640, "Communicated by P. Ander", size=8)
    press.put(54, 660, "Institute of Shores, Lower Bay", size=8)
    press.add(f"Abstract {ABSTRACT} {METHOD}", FIRST)
    press.top, press.bottom = 80, 700
    press.next_page()
    press.add("Introduction", HEADING)
    for _ in range(12):
        press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == f"{ABSTRACT} {METHOD}"


def test_a_structured_abstract_with_titles_of_its_own_is_whole(tmp_path: Path) -> None:
    press = Press(tmp_path / "parts.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("Abstract", Style(font=BOLD, size=14, above=10, justify=False))
    part = Style(font=BOLD, size=11, leading=14, above=14, justify=False)
    for title in ("Background", "Methodology/Principal findings", "Conclusions/Significance"):
        press.add(title, part)
        press.add(ABSTRACT, Style(size=9, leading=11))
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == " ".join([ABSTRACT] * 3)


def test_what_a_journal_prints_behind_the_abstract_is_not_of_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "behind.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("ABSTRACT", HEADING)
    small = Style(size=9, leading=11)
    press.add(ABSTRACT, small)
    press.add("Strengths and limitations of this study", Style(font=BOLD, size=9, above=4))
    press.add(f"• {METHOD}", small)
    press.add("INTRODUCTION", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == ABSTRACT


def test_the_english_abstract_is_kept_of_two(tmp_path: Path) -> None:
    press = Press(tmp_path / "two.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("Resumen", HEADING)
    press.add("Escuchamos las piedras de la playa y las contamos. " * 6, FIRST)
    press.add("Abstract", HEADING)
    press.add(ABSTRACT, FIRST)
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == ABSTRACT


def test_wide_type_over_two_columns_is_an_abstract_without_its_word(tmp_path: Path) -> None:
    press = Press(tmp_path / "wide.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    y = 140.0
    for line in wrap(ABSTRACT, Style(), 410):
        press.put(148, y, line)
        y += 12
    press.columns = list(TWO)
    press.y = press.top = y + 20
    press.add("Introduction", HEADING)
    for _ in range(8):
        press.add(METHOD, FIRST)
    assert parse(press.save()).abstract == ABSTRACT


BODY = Style(font="Helvetica", size=10, justify=False)


@pytest.mark.parametrize("heading", ["", "Results"])
def test_a_bold_abstract_is_no_heading(tmp_path: Path, heading: str) -> None:
    press = Press(tmp_path / "bold.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 140
    press.add(ABSTRACT, Style(font="Helvetica-Bold", size=10, above=20, justify=False))
    for at in range(24):
        press.add(METHOD, Style(font="Helvetica", size=10, above=8, justify=False))
        if heading and at in (14, 20):
            press.add(heading if at == 14 else "Methods", Style(font="Helvetica-Bold", size=12))
    manuscript = parse(press.save())
    assert manuscript.abstract == ABSTRACT
    titles = [section.title for section in manuscript.sections]
    assert titles == (["Abstract", "Results", "Methods"] if heading else ["Abstract"])


def test_keywords_below_tell_an_abstract_set_as_the_text_is(tmp_path: Path) -> None:
    press = Press(tmp_path / "keywords.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    for at, note in enumerate(("Edited by:", "Ivo Lund", "Reviewed by:", "Jon Moss")):
        press.put(54, 150 + 11 * at, note, ITALIC if note.endswith(":") else ROMAN, 8)
    y = 150.0
    for line in wrap(ABSTRACT, Style(), 380):
        press.put(178, y, line)
        y += 12
    press.put(178, y + 8, "Keywords: pebbles, sound, wind")
    press.columns = list(TWO)
    press.y = press.top = y + 30
    press.add("INTRODUCTION", HEADING)
    for _ in range(8):
        press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == ABSTRACT
    assert manuscript.authors == prose.AUTHORS


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
    press.add(METHOD, FIRST)
    names = ("venue", "volume", "issue", "page", "number")
    wanted = {name: text for name, text in zip(names, fields, strict=True) if text}
    assert parse(press.save()).imprint == {**wanted, "type": "article-journal"}
