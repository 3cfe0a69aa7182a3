"""Abstracts and keywords, with the words above them or without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import first_pages
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ITALIC,
    ROMAN,
    SUBHEADING,
    TEXT,
    Press,
    Style,
    wrap,
)

TWO = ((54.0, 296.0), (316.0, 558.0))

ABSTRACT, METHOD, RESULTS = map(prose.plain, (prose.ABSTRACT, prose.METHOD, prose.RESULTS))
SMALL = Style(size=9.0, leading=11.0, justify=False)
SANS = Style(font="Helvetica", size=10.0, justify=False)


def titled(path: Path, *authors: str) -> Press:
    """Return a press with a title set, and names below it if there are any."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    if authors:
        press.put(200, 85, ", ".join(authors), size=11)
    press.y = 120 if authors else 100
    return press


def test_an_abstract_without_its_word_is_told_by_its_look(tmp_path: Path) -> None:
    press = titled(tmp_path / "plain.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), Style(font=BOLD, size=10))
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)
    assert found.sections[0].kind == "abstract"


def test_words_between_semicolons_behind_a_plain_abstract_are_none_of_it(tmp_path: Path) -> None:
    press = titled(tmp_path / "words.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), Style(font=BOLD, size=10))
    press.y += 5
    press.add("beaches; pebbles; sorting; sound", Style(font=BOLD, size=10))
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


@pytest.mark.parametrize(
    "font",
    [pytest.param(ROMAN, id="names and places as small as the abstract"),
     pytest.param(ITALIC, id="an italic place right above it")],
)  # fmt: skip
def test_an_abstract_without_its_word_has_no_places_above_it(tmp_path: Path, font: str) -> None:
    press = titled(tmp_path / "places.pdf")
    step = 12.0 if font == ROMAN else 13.0
    for name in prose.AUTHORS:
        press.put(54, press.y, f"{name.upper()}, University of Ely, Norland", font, 9)
        press.y += step
    press.y += 4.0 if font == ROMAN else -1.0
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), SMALL)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def test_the_abstract_is_neither_the_imprint_nor_the_copyright_above_it(tmp_path: Path) -> None:
    press = titled(tmp_path / "imprint.pdf", *prose.AUTHORS)
    press.add("Received 4 January 2018; Accepted 22 March 2018; Published 10 May 2018", SMALL)
    press.add(f"Copyright 2018 P. Ander. {' '.join(prose.RESULTS)}", SMALL)
    press.y += 20
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), SMALL)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)


def test_an_abstract_in_a_font_of_its_own_is_told_with_its_last_row(tmp_path: Path) -> None:
    press = titled(tmp_path / "font.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), SANS)
    press.add("INTRODUCTION", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)


def test_a_structured_abstract_ends_where_the_text_has_its_titles_anew(tmp_path: Path) -> None:
    press = titled(tmp_path / "parts.pdf")
    press.add("Abstract", HEADING)
    parts = ABSTRACT
    for title, sentence in zip(("Background", "Methods"), parts[:2], strict=True):
        press.add(title, SUBHEADING)
        press.add(sentence, SANS)
    press.add("Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    press.add("Methods", HEADING)
    press.add(" ".join(prose.RESULTS), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(parts[:2])
    assert [each.title for each in found.sections] == ["Abstract", "Introduction", "Methods"]
    assert [each.text for each in found.sentences] == parts[:2] + METHOD + RESULTS


def test_a_paper_whose_abstract_is_empty_keeps_its_sections(tmp_path: Path) -> None:
    press = titled(tmp_path / "empty.pdf")
    press.add("Abstract", HEADING)
    for title in ("Introduction", "Methods", "Results"):
        press.add(title, HEADING)
        for _ in range(6):
            press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == ""
    assert [each.title for each in found.sections] == ["Introduction", "Methods", "Results"]


def test_an_abstract_may_begin_with_words_that_an_imprint_begins_with(tmp_path: Path) -> None:
    press = titled(tmp_path / "words.pdf", *prose.AUTHORS)
    look = Style(font=BOLD, size=10, justify=False)
    first, rest = "Citation counts are printed", " ".join(["published in 2019.", *ABSTRACT * 2])
    abstract = f"{first} {rest}"
    press.add(first, look)
    press.add(rest, look)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == abstract


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
    for line in wrap(first_pages.ABSTRACT, Style(size=8), 365):
        press.put(174, y, line, size=8)
        y += 9
    press.columns = list(TWO)
    press.y = press.top = 280
    press.add("Introduction", HEADING)
    for _ in range(8):
        press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == first_pages.ABSTRACT
    assert manuscript.authors == prose.AUTHORS


def test_an_abstract_goes_on_in_the_next_column(tmp_path: Path) -> None:
    press = Press(tmp_path / "columns.pdf", TWO, top=150, bottom=230)
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.put(54, 640, "Communicated by P. Ander", size=8)
    press.put(54, 660, "Institute of Shores, Lower Bay", size=8)
    press.add(f"Abstract {first_pages.ABSTRACT} {first_pages.METHOD}", FIRST)
    press.top, press.bottom = 80, 700
    press.next_page()
    press.add("Introduction", HEADING)
    for _ in range(12):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == f"{first_pages.ABSTRACT} {first_pages.METHOD}"


def test_a_structured_abstract_with_titles_of_its_own_is_whole(tmp_path: Path) -> None:
    press = Press(tmp_path / "parts.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("Abstract", Style(font=BOLD, size=14, above=10, justify=False))
    part = Style(font=BOLD, size=11, leading=14, above=14, justify=False)
    for title in ("Background", "Methodology/Principal findings", "Conclusions/Significance"):
        press.add(title, part)
        press.add(first_pages.ABSTRACT, Style(size=9, leading=11))
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == " ".join([first_pages.ABSTRACT] * 3)


def test_what_a_journal_prints_behind_the_abstract_is_not_of_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "behind.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("ABSTRACT", HEADING)
    small = Style(size=9, leading=11)
    press.add(first_pages.ABSTRACT, small)
    press.add("Strengths and limitations of this study", Style(font=BOLD, size=9, above=4))
    press.add(f"• {METHOD}", small)
    press.add("INTRODUCTION", HEADING)
    for _ in range(3):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


def test_the_english_abstract_is_kept_of_two(tmp_path: Path) -> None:
    press = Press(tmp_path / "two.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 130
    press.add("Resumen", HEADING)
    press.add("Escuchamos las piedras de la playa y las contamos. " * 6, FIRST)
    press.add("Abstract", HEADING)
    press.add(first_pages.ABSTRACT, FIRST)
    press.add("Introduction", HEADING)
    for _ in range(3):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


def test_wide_type_over_two_columns_is_an_abstract_without_its_word(tmp_path: Path) -> None:
    press = Press(tmp_path / "wide.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    y = 140.0
    for line in wrap(first_pages.ABSTRACT, Style(), 410):
        press.put(148, y, line)
        y += 12
    press.columns = list(TWO)
    press.y = press.top = y + 20
    press.add("Introduction", HEADING)
    for _ in range(8):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


@pytest.mark.parametrize("heading", ["", "Results"])
def test_a_bold_abstract_is_no_heading(tmp_path: Path, heading: str) -> None:
    press = Press(tmp_path / "bold.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    press.y = 140
    press.add(first_pages.ABSTRACT, Style(font="Helvetica-Bold", size=10, above=20, justify=False))
    for at in range(24):
        press.add(first_pages.METHOD, Style(font="Helvetica", size=10, above=8, justify=False))
        if heading and at in (14, 20):
            press.add(heading if at == 14 else "Methods", Style(font="Helvetica-Bold", size=12))
    manuscript = parse(press.save())
    assert manuscript.abstract == first_pages.ABSTRACT
    titles = [section.title for section in manuscript.sections]
    assert titles == (["Abstract", "Results", "Methods"] if heading else ["Abstract"])


def test_keywords_below_tell_an_abstract_set_as_the_text_is(tmp_path: Path) -> None:
    press = Press(tmp_path / "keywords.pdf")
    press.put(54, 80, prose.TITLE, BOLD, 16)
    press.put(54, 105, ", ".join(prose.AUTHORS), size=11)
    for at, note in enumerate(("Edited by:", "Ivo Lund", "Reviewed by:", "Jon Moss")):
        press.put(54, 150 + 11 * at, note, ITALIC if note.endswith(":") else ROMAN, 8)
    y = 150.0
    for line in wrap(first_pages.ABSTRACT, Style(), 380):
        press.put(178, y, line)
        y += 12
    press.put(178, y + 8, "Keywords: pebbles, sound, wind")
    press.columns = list(TWO)
    press.y = press.top = y + 30
    press.add("INTRODUCTION", HEADING)
    for _ in range(8):
        press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == first_pages.ABSTRACT
    assert manuscript.authors == prose.AUTHORS


def test_a_bold_abstract_in_double_spacing_is_no_heading(tmp_path: Path) -> None:
    press = titled(tmp_path / "double.pdf", *prose.AUTHORS)
    lead = "Walkers on the shores of the north, of the south and of the islands between them may"
    text = f"{lead} be slow. {' '.join(ABSTRACT * 3)}"
    lines = wrap(text, Style(font=BOLD, size=10.3), 400)
    for at, line in enumerate(lines):
        press.put(90, press.y + 10 + 20 * at, line, BOLD, 9.9)
    press.y += 20 * len(lines) + 10
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(" ".join(prose.METHOD), Style(leading=20.0, justify=False))
    manuscript = parse(press.save())
    assert manuscript.abstract == text
    assert [one.title for one in manuscript.sections] == ["Abstract", "Introduction"]


def test_a_place_with_a_number_before_it_ends_no_front_matter(tmp_path: Path) -> None:
    press = titled(tmp_path / "places.pdf", "Mara Ilves1", "Jon Moss2")
    look = Style(font=ITALIC, size=10, leading=12, above=8, justify=False)
    press.add("1 Pebble Research Centre, Shore University, Lower Bay, Wales", look)
    press.add("2 Institute of Tides, Upper Bay, Wales", look)
    press.y += 12
    press.add(" ".join(prose.ABSTRACT * 2), SMALL)
    press.add("1. Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


@pytest.mark.parametrize(
    "text",
    [
        "shingles that roll over each other are heard far inland. " + " ".join(prose.METHOD * 3),
        "L’archive ouverte is an archive for the deposit of papers. " + " ".join(prose.METHOD * 3),
        "This paper corresponds to the article as it was accepted. " + " ".join(prose.METHOD * 3),
    ],
    ids=["the middle of a sentence", "a repository's notice", "a publisher's notice"],
)
def test_what_is_longer_than_the_abstract_is_no_abstract(tmp_path: Path, text: str) -> None:
    press = titled(tmp_path / "longer.pdf", *prose.AUTHORS)
    press.add(text, Style(font="Helvetica", size=9, leading=11, justify=False))
    press.y += 30
    press.add(" ".join(prose.ABSTRACT * 2), Style(font=BOLD, size=9, leading=11, justify=False))
    press.add("Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


@pytest.mark.parametrize(
    ("heading", "is_abstract"), [("1. Introduction", True), ("Beaches", False)]
)
def test_what_stands_before_an_introduction_is_the_abstract_though_set_as_the_text(
    tmp_path: Path, heading: str, is_abstract: bool
) -> None:
    """It is narrower on the first page, beside what the press says, and goes on behind it."""
    press = Press(tmp_path / "beside.pdf", ((200.0, 500.0),), bottom=240.0)
    press.put(200, 60, prose.TITLE, BOLD, 16)
    press.put(200, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = press.top = 160
    abstract = ABSTRACT + RESULTS
    press.add(" ".join(abstract), FIRST)
    press.columns, press.top, press.bottom = [(54.0, 558.0)], 80.0, 700.0
    assert press.page == 2
    press.add(heading, replace(HEADING, above=30))
    for part in (METHOD, RESULTS, METHOD):
        press.add(" ".join(part), FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == (" ".join(abstract) if is_abstract else "")
    assert heading.rsplit(maxsplit=1)[-1] in {section.title for section in manuscript.sections}


def test_an_abstract_stands_behind_pages_of_names_and_places(tmp_path: Path) -> None:
    press = Press(tmp_path / "names.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 18)
    press.y = 100
    for number in range(24):
        press.add(f"{prose.AUTHORS[number % 3]} {'IVX'[number % 3]}. Stone", FIRST)
        press.add(f"Email: name{number}@shore.example", FIRST)
    for number in range(1, 120):
        press.add(f"{number} Department of Pebbles, University of the Far Shores", FIRST)
    assert press.page > 2
    press.add("Abstract", HEADING)
    press.add(" ".join(ABSTRACT), FIRST)
    press.add("Background", HEADING)
    for part in (METHOD, RESULTS):
        press.add(" ".join(part), FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join(ABSTRACT)
    assert [section.title for section in manuscript.sections] == ["Abstract", "Background"]


def test_an_abstract_stands_on_a_page_of_its_own_behind_an_author_note(tmp_path: Path) -> None:
    press = Press(tmp_path / "note.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 18)
    press.y = 100
    press.add("Author Note", HEADING)
    for number in range(5):
        press.add(f"Part {number}: {' '.join(RESULTS)}", FIRST)
    press.next_page()
    press.add(" ".join(RESULTS), FIRST)
    press.next_page()
    press.add("Abstract", HEADING)
    press.add(" ".join(ABSTRACT), FIRST)
    press.next_page()
    press.add("Background", HEADING)
    press.add(" ".join(METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


@pytest.mark.parametrize("last", ["to hear.", "https://example.org/bells."])
def test_the_last_row_of_an_abstract_may_be_short_and_an_address(tmp_path: Path, last: str) -> None:
    press = titled(tmp_path / "run_in.pdf", "Nora Reed")
    rows = (
        "We heard bells at the harbour and in fog",
        "and in the wind of the sea on many long nights that",
        "we could not count, though all of us were there at",
    )
    press.run(64, press.y, [("Abstract—", 9, 0), (rows[0], 9, 0)])
    for row in (*rows[1:], last):
        press.y += 11
        press.put(54, press.y, row, size=9)
    press.y += 24
    press.add("I. Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join((*rows, last))


def test_the_caption_of_a_figure_is_no_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "caption.pdf", *prose.AUTHORS)
    press.add("Figure 1 | " + " ".join(prose.ABSTRACT + prose.ABSTRACT), Style(font=BOLD, size=8))
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == ""


def test_keywords_in_small_type_end_an_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "small.pdf", *prose.AUTHORS)
    press.add("Abstract", HEADING)
    press.add(" ".join(ABSTRACT), Style(size=10, justify=False))
    press.put(54, press.y + 10, "Key words:", ITALIC, 8)
    press.put(140, press.y + 10, "beaches; pebbles; sorting of many stones", size=8)
    press.y += 40
    press.add(" ".join(prose.METHOD), Style(size=10))
    assert parse(press.save()).abstract == " ".join(ABSTRACT)


def test_an_abstract_whose_first_row_is_larger_ends_before_the_subject_headings(
    tmp_path: Path,
) -> None:
    press = titled(tmp_path / "larger.pdf", *prose.AUTHORS)
    press.put(280, press.y, "ABSTRACT", size=11)
    lines = wrap(" ".join(ABSTRACT * 2), Style(size=9), 420)
    for at, line in enumerate(lines):
        press.put(90, press.y + 14 + 11 * at, line, size=9.0 if at else 10.0)
    press.y += 14 + 11 * len(lines) + 2
    press.put(90, press.y, "Subject headings: beaches: pebbles – stones: sorting")
    press.y += 30
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(" ".join(prose.METHOD), FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join(ABSTRACT * 2)
    assert manuscript.keywords == ("beaches: pebbles", "stones: sorting")


def test_an_abstract_goes_on_behind_the_foot_of_its_page(tmp_path: Path) -> None:
    press = titled(tmp_path / "foot.pdf", *prose.AUTHORS)
    press.put(54, 560, "Abstract", BOLD, 12)
    lines = wrap(" ".join(ABSTRACT * 2), Style(size=10), 500)
    half = len(lines) // 2
    for at, line in enumerate(lines[:half]):
        press.put(54, 580 + 12 * at, line)
    foot = 580 + 12 * half + 20
    press.put(60, foot, "* Corresponding author.")
    press.put(60, foot + 12, "E-mail address: mara@shore.example (M. Ilves).")
    press.next_page()
    for at, line in enumerate(lines[half:]):
        press.put(54, 80 + 12 * at, line)
    press.y = 80 + 12 * (len(lines) - half) + 20
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def test_an_introduction_that_is_wider_than_the_text_is_no_abstract(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf", ((54.0, 400.0),))
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.put(54, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = 120
    press.add(first_pages.ABSTRACT, Style(font="Helvetica-Bold", size=8.0, leading=10.0))
    press.y += 20
    for _ in range(4):
        press.add(first_pages.METHOD, TEXT)
    for at, line in enumerate(wrap(prose.plain(prose.RESULTS)[0], Style(size=8.0), 130)):
        press.put(424, 130 + 10 * at, line, size=8.0)
    press.columns = list(TWO)
    press.next_page()
    press.add("Results", HEADING)
    for _ in range(12):
        press.add(first_pages.METHOD, TEXT)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


def test_a_sentence_that_begins_with_abstract_in_small_letters_is_no_label(tmp_path: Path) -> None:
    press = titled(tmp_path / "small.pdf", *prose.AUTHORS)
    press.add(" ".join(prose.ABSTRACT + prose.ABSTRACT), Style(font="Helvetica-Bold", size=10))
    press.add("Introduction", HEADING)
    press.add("We look for what is common to all", FIRST)
    press.add("abstract rules that hold over many beaches and for all their pebbles.", FIRST)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def test_an_abstract_stands_beside_its_label_above_the_keywords(tmp_path: Path) -> None:
    """Its first row is a little lower than the label, in whose column the keywords are."""
    press = titled(tmp_path / "level.pdf", *prose.AUTHORS)
    press.put(54, 140, "Abstract", BOLD, 11)
    for at, row in enumerate(wrap(first_pages.ABSTRACT, Style(size=9.5), 370)):
        press.put(180, 140.7 + 13 * at, row, size=9.5)
    press.put(54, 170, "Keywords", BOLD, 9)
    press.put(54, 183, "pebbles", size=9.5)
    press.put(54, 196, "sound", size=9.5)
    press.put(316, 118, "Address: Institute of Shores, Lower Bay, Norland", size=8)
    press.columns, press.y, press.top = list(TWO), 330, 330
    press.add("Introduction", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


def test_a_sign_stands_before_the_labels_of_abstract_and_keywords(tmp_path: Path) -> None:
    press = titled(tmp_path / "signs.pdf", *prose.AUTHORS)
    x = press.put(54, 140, "j Abstract ", BOLD, 10.5)
    press.put(x, 140, "Introduction", ITALIC, 10)
    y = 152.0
    for row in wrap(first_pages.ABSTRACT, Style(size=10.7), 480):
        press.put(54, y, row, size=10.7)
        y += 12
    press.put(54, y + 10, "j Key words pebbles – sound", size=10.7)
    press.y = y + 40
    for _ in range(4):
        press.add(first_pages.METHOD, Style(size=10.7))
    manuscript = parse(press.save())
    assert manuscript.abstract == f"Introduction {first_pages.ABSTRACT}"
    assert manuscript.keywords == ("pebbles", "sound")


def test_the_first_paragraph_in_a_font_of_its_own_is_the_abstract(tmp_path: Path) -> None:
    """Neither the text right below it, nor a longer box in small type, is one."""
    press = titled(tmp_path / "first.pdf", *prose.AUTHORS)
    press.add(first_pages.ABSTRACT, SANS)
    for _ in range(2):
        press.add(first_pages.METHOD, TEXT)
    press.add(" ".join([first_pages.METHOD] * 2), Style(font="Courier", size=7, leading=8))
    for _ in range(2):
        press.add(first_pages.METHOD, TEXT)
    press.add("A figure in Helvetica shows what was heard. " * 2, SANS)
    press.add("Concluding remarks", HEADING)
    press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == first_pages.ABSTRACT


def test_names_with_marks_in_the_size_of_the_text_are_no_prose(tmp_path: Path) -> None:
    press = titled(tmp_path / "marked.pdf")
    names = [
        f"{first} {last}" for first in ("Mara", "Tobias") for last in ("Ilves", "Renn", "Moss")
    ]
    for at in range(2):
        parts: list[tuple[str, float, float]] = []
        for name in names:
            parts += [(f"{name[:-at] if at else name}", 10, 0), ("1", 6, 4), (", ", 10, 0)]
        press.run(54, 90 + 12 * at, parts)
    press.y = 140
    press.add(first_pages.ABSTRACT, Style(font="Helvetica", size=10))
    for _ in range(8):
        press.add(first_pages.METHOD, TEXT)
    manuscript = parse(press.save())
    assert manuscript.authors[:6] == tuple(names)
    assert manuscript.abstract == first_pages.ABSTRACT


def test_text_at_the_side_of_a_plain_abstract_is_read_behind_that_below_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf", TWO, bottom=500.0)
    press.put(100, 60, prose.TITLE, BOLD, 16)
    press.put(150, 85, ", ".join(prose.AUTHORS), size=11)
    press.top = press.y = 120.0
    press.add(" ".join(prose.ABSTRACT * 2), Style(font=BOLD, size=9.0, leading=11.0))
    press.y += 20
    press.add(" ".join(prose.METHOD), FIRST)
    press.next_column()
    press.add(" ".join(prose.RESULTS * 2), FIRST)
    press.next_page()
    press.add(" ".join(prose.METHOD), FIRST)
    found = parse(press.save())
    assert found.abstract == " ".join(ABSTRACT * 2)
    assert [
        sentence.text for sentence in found.sentences
    ] == ABSTRACT * 2 + METHOD + RESULTS * 2 + METHOD


def put_parts_beside_titles(press: Press, dots: str) -> None:
    """Set an abstract whose parts stand at the right of their titles, as societies do."""
    parts = {"Aims": ABSTRACT, "Methods\nand results": METHOD, "Conclusion": RESULTS}
    press.y += 20
    for title, sentences in parts.items():
        for at, word in enumerate(title.split("\n")):
            press.put(54, press.y + 12 * at, word, BOLD, 9.5)
        for line in wrap(" ".join(sentences), Style(size=9.0), 420):
            press.put(138, press.y, line, size=9.0)
            press.y += 12
        press.put(54, press.y - 4, dots * 120, size=7.0)
        press.y += 6


def test_the_parts_of_an_abstract_stand_beside_their_titles(tmp_path: Path) -> None:
    press = titled(tmp_path / "parts.pdf", *prose.AUTHORS)
    put_parts_beside_titles(press, ".")
    press.put(54, press.y, "Keywords", BOLD, 9.5)
    press.put(138, press.y, "Pebbles • Sound • Beaches", size=9.0)
    press.columns, press.y = list(TWO), press.y + 40
    press.top = press.y
    press.add("Introduction", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join((*ABSTRACT, *METHOD, *RESULTS))
    assert manuscript.authors == tuple(prose.AUTHORS)
    assert [section.title for section in manuscript.sections][:2] == ["Abstract", "Introduction"]
    assert not any("...." in sentence.text for sentence in manuscript.sentences)


@pytest.mark.parametrize("place", ["Lower Bay, Norland,", "Lower Bay, Norland"])
def test_the_label_of_an_abstract_stands_level_with_a_place(tmp_path: Path, place: str) -> None:
    press = titled(tmp_path / "level-places.pdf", *prose.AUTHORS)
    for at, row in enumerate(("Institute of Shores,", place, "Coastal Road 5", "Norland")):
        press.put(54, 140 + 10 * at, row, size=7.0)
    press.put(203, 150, "Abstract", BOLD, 10)
    for at, row in enumerate(wrap(" ".join(ABSTRACT * 2), Style(size=9.0), 350)):
        press.put(203, 165 + 12 * at, row, size=9.0)
    press.columns, press.y, press.top = list(TWO), 380, 380
    press.add("Introduction", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def test_a_structured_abstract_without_its_word_goes_on_in_the_next_column(tmp_path: Path) -> None:
    press = titled(tmp_path / "two-columns.pdf", *prose.AUTHORS)
    columns: tuple[tuple[float, list[tuple[str, list[str]]]], ...] = (
        (54.0, [("Aims ", ABSTRACT), ("Methods and Results ", METHOD)]),
        (316.0, [("", RESULTS), ("Conclusion ", ABSTRACT)]),
    )
    for left, parts in columns:
        press.y = 140
        for title, sentences in parts:
            x = press.put(left, press.y, title, BOLD, 9.0) if title else left
            for row in wrap(title + " ".join(sentences), Style(size=9.0), 235):
                press.put(x, press.y, row.removeprefix(title), size=9.0)
                press.y, x = press.y + 11, left
            press.y += 12
    press.columns, press.y, press.top = list(TWO), 480, 480
    press.add("Introduction", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    abstract = parse(press.save()).abstract
    for sentence in (*ABSTRACT, *METHOD, *RESULTS):
        assert sentence in abstract


def test_a_pointer_to_a_graphic_abstract_is_none_of_the_abstract(tmp_path: Path) -> None:
    press = titled(tmp_path / "graphic.pdf", *prose.AUTHORS)
    press.add("Abstract", HEADING)
    press.add(" ".join(ABSTRACT * 2), FIRST)
    press.add("Graphic abstract: A graphic abstract is available for this article.", FIRST)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


def add_text(press: Press, top: float, *, heading: str = "Introduction") -> None:
    """Set a heading and text over two columns."""
    press.columns, press.y, press.top = list(TWO), top, top
    press.add(heading, HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)


def put_rows(press: Press, x: float, sentences: list[str], width: float, size: float = 9.0) -> None:
    """Set sentences as rows below each other, from the present height on."""
    for row in wrap(" ".join(sentences), Style(size=size), width):
        press.put(x, press.y, row, size=size)
        press.y += 1.3 * size


def test_the_titles_of_a_structured_abstract_go_on_over_the_page(tmp_path: Path) -> None:
    """What stands at the side, such as rights and dates, is far longer than the abstract."""
    press = titled(tmp_path / "side.pdf", *prose.AUTHORS)
    for at in range(64):
        press.put(36, 130 + 9 * at, f"Data of shore {at} are open.", size=7)
    press.put(200, 140, "Abstract", BOLD, 14)
    press.y = 170
    for title, sentences in (("Background", ABSTRACT), ("Methods and findings", METHOD)):
        press.put(200, press.y, title, BOLD, 11)
        press.y += 16
        put_rows(press, 200, sentences, 350, 9.5)
        press.y += 16
    press.next_page()
    for at in range(40):
        press.put(36, 80 + 9 * at, f"Data of bay {at} are open.", size=7)
    press.put(200, 80, "Conclusions", BOLD, 11)
    press.y = 96
    put_rows(press, 200, RESULTS, 350, 9.5)
    press.y += 20
    press.columns = [(200.0, 550.0)]
    press.add("Introduction", HEADING)
    for _ in range(6):
        press.add(first_pages.METHOD, FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join((*ABSTRACT, *METHOD, *RESULTS))


def test_a_part_of_the_abstract_stands_at_the_top_of_the_next_page(tmp_path: Path) -> None:
    press = titled(tmp_path / "next.pdf", *prose.AUTHORS)
    press.put(54, 140, "Abstract", BOLD, 12)
    press.y = 160
    put_rows(press, 72, ["Background: " + ABSTRACT[0], *ABSTRACT[1:]], 450)
    put_rows(press, 72, ["Methods: " + METHOD[0], *METHOD[1:]], 450)
    press.put(54, 700, "Correspondence to: M. Ilves, Lower Bay, Norland.", size=7)
    press.next_page()
    for at, row in enumerate(wrap("Conclusions— " + " ".join(RESULTS), Style(size=9.0), 450)):
        x = press.put(72, 70, "Conclusions— ", "Helvetica-Bold", 9) if at == 0 else 72
        press.put(x, 70 + 11.7 * at, row.removeprefix("Conclusions— "), size=9.0)
    press.y = 130
    press.add("Introduction", HEADING)
    for _ in range(6):
        press.add(" ".join(prose.METHOD), FIRST)
    abstract = parse(press.save()).abstract
    assert abstract.startswith("Background: ")
    assert abstract.endswith(RESULTS[-1])


def test_text_over_small_print_is_no_abstract(tmp_path: Path) -> None:
    """The bold paragraph is: below the first heading are few rows before the places."""
    press = titled(tmp_path / "bold.pdf", *prose.AUTHORS)
    press.y = 130
    for row in wrap(" ".join(ABSTRACT * 2), Style(font="Helvetica-Bold", size=9.0), 380):
        press.put(150, press.y, row, "Helvetica-Bold", 9.0)
        press.y += 11
    press.y += 20
    press.columns, press.top = [(150.0, 558.0)], 60.0
    for _ in range(4):
        press.add(" ".join(prose.METHOD * 2), TEXT)
    press.add("Methods", HEADING)
    press.add(" ".join(prose.RESULTS), FIRST)
    for at in range(3):
        press.put(
            150, 740 + 9 * at, "Institute of Shores, School of Sand, Lower Bay, Norland", size=7
        )
    press.next_page()
    for _ in range(8):
        press.add(" ".join(prose.METHOD), TEXT)
    assert parse(press.save()).abstract == " ".join(ABSTRACT * 2)


@pytest.mark.parametrize("title", ["", "Background"])
def test_keywords_stand_below_the_serial_at_the_end_of_an_abstract(
    tmp_path: Path, title: str
) -> None:
    """A title of a part that stands well apart from its first words is no heading."""
    press = titled(tmp_path / "serial.pdf", *prose.AUTHORS)
    press.y = 140
    if title:
        press.put(90, press.y, title, BOLD, 10)
    rows = wrap(" ".join(ABSTRACT * 2) + " (Shore J 2006; 70: 657–661)", Style(size=10), 430)
    for at, row in enumerate(rows):
        press.put(155 if title and not at else 90, press.y, row)
        press.y += 11
    press.put(90, press.y + 4, "Key Words: ", BOLD, 10)
    press.put(150, press.y + 4, "Pebbles; Sound; Beaches and what lies there")
    press.columns, press.y = list(TWO), press.y + 40
    press.top = press.y
    for _ in range(3):
        press.add(first_pages.METHOD, TEXT)
    press.add("Methods", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract.startswith(" ".join(ABSTRACT * 2))


def test_an_abstract_without_its_word_goes_on_over_the_page(tmp_path: Path) -> None:
    press = titled(tmp_path / "over.pdf", *prose.AUTHORS)
    rows = wrap(
        "Context: " + " ".join((ABSTRACT + METHOD + RESULTS) * 2),
        Style(font="Helvetica", size=8.5),
        380,
    )
    for at, row in enumerate(rows[:-4]):
        press.put(167, 620 - 12 * (len(rows) - 4 - at), row, "Helvetica", 8.5)
    press.next_page()
    for at, row in enumerate(rows[-4:]):
        press.put(156, 73 + 12 * at, row, "Helvetica", 8.5)
    press.put(156, 130, "Freeform/Key Words: pebbles, sound, beaches", "Helvetica", 8.5)
    press.columns, press.y, press.top = list(TWO), 170, 170
    for _ in range(4):
        press.add(first_pages.METHOD, TEXT)
    press.add("Methods", HEADING)
    for _ in range(9):
        press.add(first_pages.METHOD, FIRST)
    assert parse(press.save()).abstract.endswith(RESULTS[-1])


@pytest.mark.parametrize("page", [" " + "." * 60, " " + "." * 60 + " 4", "     iv"])
def test_a_row_of_the_contents_is_no_label_of_the_abstract(tmp_path: Path, page: str) -> None:
    press = titled(tmp_path / "contents.pdf", *prose.AUTHORS)
    press.y = 300
    press.add("T A B L E   O F   C O N T E N T S", SANS)
    for name in ("ABSTRACT", "PLAIN SUMMARY", "BACKGROUND", "OBJECTIVES", "METHODS", "SOUND"):
        press.add(name + page, SANS)
    press.next_page()
    press.put(250, press.y, "ABSTRACT", BOLD, 10)
    press.y += 20
    parts = ("Background", "Selection criteria", "Authors' conclusions")
    for part, said in zip(parts, (ABSTRACT, METHOD, RESULTS), strict=True):
        press.add(part, Style(font=BOLD, size=10, justify=False))
        press.add(" ".join(said), SANS)
    press.next_page()
    press.add("Background", HEADING)
    press.add(" ".join(prose.METHOD * 3), FIRST)
    manuscript = parse(press.save())
    assert manuscript.abstract == " ".join((*ABSTRACT, *METHOD, *RESULTS))
    assert manuscript.title == prose.TITLE


def test_the_parts_of_an_abstract_without_its_word_are_set_apart(tmp_path: Path) -> None:
    press = titled(tmp_path / "apart.pdf", *prose.AUTHORS)
    press.put(240, 110, "Bergen, BG - Norway", BOLD, 10)
    press.columns, press.y, press.top = list(TWO), 140, 140
    slanted = Style(font=ITALIC, size=10, justify=False)
    parts = ("Objective – ", "Methods – ", "Results – ", "Conclusion – ")
    texts = [part + said for part, said in zip(parts, (*ABSTRACT, *METHOD), strict=False)]
    texts[1] += " " + " ".join((*ABSTRACT, *METHOD))
    for text in texts:
        press.add(text, slanted)
        press.y += 12
    press.add("Key words: beaches, pebbles", FIRST)
    press.next_column()
    press.add(" ".join(prose.METHOD * 4), FIRST)
    press.next_page()
    press.add("Methods", HEADING)
    press.add(" ".join(prose.METHOD * 3), FIRST)
    assert parse(press.save()).abstract == " ".join(texts)


def test_an_abstract_with_words_of_places_stands_beside_notes(tmp_path: Path) -> None:
    press = titled(tmp_path / "beside.pdf", *prose.AUTHORS)
    said = " ".join(sentence.replace("shore", "hospital") for sentence in (*ABSTRACT, *METHOD))
    said = f"Background: In a university hospital, a department of the hospital. {said}"
    sans = Style(font="Helvetica", size=9.0, leading=11.0, justify=False)
    press.columns, press.y = [(170.0, 558.0)], 120
    press.add(said, sans)
    for at, note in enumerate(("See the end", "Mail to:", "Shore lab,", "Bergen", "In print")):
        press.put(54, 127 + at * 17.3, note, "Helvetica", 7.5)
    press.columns, press.y, press.top = list(TWO), press.y + 30, press.y + 30
    press.add(" ".join(prose.METHOD * 4), FIRST)
    press.next_column()
    press.add("METHODS", HEADING)
    press.add(" ".join(prose.METHOD * 3), FIRST)
    assert parse(press.save()).abstract == said


def test_a_plain_abstract_goes_on_in_the_next_column_above_the_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "columns.pdf", *prose.AUTHORS)
    press.columns, press.y, press.top, press.bottom = list(TWO), 130, 130, 305
    said = " ".join((*ABSTRACT, *METHOD, *RESULTS))
    press.add(said, Style(font="Helvetica-Bold", size=9, leading=11, justify=False))
    assert press.column == 1
    press.bottom = 720
    press.y += 16
    press.add("Keywords: beaches, pebbles", SMALL)
    press.put(54, 600, "Mail to the shore institute of Bergen.", size=8)
    press.y += 16
    press.add(" ".join(prose.METHOD * 4), FIRST)
    press.add(" ".join(prose.METHOD * 9), FIRST)
    press.add("Method", HEADING)
    press.add(" ".join(prose.METHOD * 3), FIRST)
    assert parse(press.save()).abstract == said
