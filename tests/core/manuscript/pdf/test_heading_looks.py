"""Headings that only the document's own typography tells: fonts, slant, room, run into the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, ITALIC, ROMAN, TEXT, Press, Style

METHOD, RESULTS = " ".join(prose.plain(prose.METHOD)), " ".join(prose.plain(prose.RESULTS))
MAIN = Style(font=BOLD, size=11.0, leading=13.0, above=10.0, justify=False)
TITLES = ("Choice of the shores", "Sorting by hand", "Weighing and counting", "Sound of the waves")


def paper(path: Path, style: Style, titles: tuple[str, ...] = TITLES) -> Press:
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.put(200, 80, "Mara Ilves and Tobias Renn", ROMAN, 11)
    press.y = 110
    press.add("Introduction", MAIN)
    press.add(METHOD, FIRST)
    press.add("Materials and methods", MAIN)
    for title in titles:
        press.add(title, style)
        press.add(RESULTS, FIRST)
    return press


def titles_of(manuscript: Manuscript) -> list[str]:
    return [section.title for section in manuscript.sections]


@pytest.mark.parametrize(
    "style",
    [
        pytest.param(Style(font=ITALIC, above=8.0, justify=False), id="italic"),
        pytest.param(Style(font=ITALIC, justify=False), id="italic without room"),
        pytest.param(Style(font="Helvetica", size=9.2, above=8.0, justify=False), id="other font"),
        pytest.param(Style(font="Helvetica-Bold", size=8.0, justify=False), id="smaller"),
        pytest.param(Style(font="Times-BoldItalic", justify=False), id="bold italic"),
    ],
)
def test_a_look_that_leads_sections_makes_headings(tmp_path: Path, style: Style) -> None:
    manuscript = parse(paper(tmp_path / "p.pdf", style).save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *TITLES]
    assert not any(title in sentence.text for sentence in manuscript.sentences for title in TITLES)


QUESTIONS = tuple(f"Who counted the {things} of the set?" for things in ("stones", "waves", "nets"))


def test_questions_that_items_answer_are_no_headings(tmp_path: Path) -> None:
    bold = Style(font=BOLD, above=6.0, justify=False)
    press = paper(tmp_path / "form.pdf", bold)
    for question in QUESTIONS:
        press.add(question, bold)
        press.add(f"• {RESULTS}", FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods", *TITLES]


def test_questions_that_text_answers_are_headings(tmp_path: Path) -> None:
    titles = (*TITLES, *QUESTIONS)
    press = paper(tmp_path / "few.pdf", Style(font=BOLD, above=6.0, justify=False), titles)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods", *titles]


def test_notes_behind_raised_numbers_are_no_headings(tmp_path: Path) -> None:
    press = paper(tmp_path / "marks.pdf", Style(font=ITALIC, above=8.0, justify=False))
    for number, place in enumerate(("Shore Institute", "Museum of Slate"), start=1):
        press.run(54, press.y + 22, [(str(number), 7, 4), (f"{place} of Norland", 11.5, 0)])
        press.y += 30
        press.add(RESULTS, FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods", *TITLES]


def test_room_alone_sets_headings_apart(tmp_path: Path) -> None:
    press = Press(tmp_path / "room.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 110
    press.add("Introduction", MAIN)
    press.add(METHOD, FIRST)
    for title in TITLES:
        press.add(title, Style(above=12.0, justify=False))
        press.add(RESULTS, Style(above=12.0))
    assert titles_of(parse(press.save())) == ["Introduction", *TITLES]


def test_room_sets_no_headings_apart_in_the_narrow_columns_of_a_table(tmp_path: Path) -> None:
    press = paper(tmp_path / "cells.pdf", FIRST, ())
    for _ in range(2):
        press.add(RESULTS, TEXT)
    press.next_page()
    width, between = 120.0, 10.0
    lefts = [54.0 + at * (width + between) for at in range(4)]
    press.columns = [(left, left + width) for left in lefts]
    press.column, press.y = 0, press.top
    for at in range(4):
        for title in TITLES[:2] if at % 2 else TITLES[2:]:
            press.add(title, Style(above=12.0, justify=False))
            press.add(" ".join(prose.plain(prose.RESULTS)[:2]), Style(above=12.0))
        if at < 3:
            press.next_column()
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods"]


@pytest.mark.parametrize("numbers", [("2.1. ", "2.2. ", "2.3. ", "2.4. "), ("", "", "", "")])
def test_headings_run_into_the_text(tmp_path: Path, numbers: tuple[str, ...]) -> None:
    press = paper(tmp_path / "run.pdf", MAIN, ())
    for number, title in zip(numbers, TITLES, strict=True):
        at = press.put(54, press.y, f"{number}{title}.", ITALIC, 10)
        press.put(at + 3, press.y, "The shore was walked twice a day and its pebbles were", size=10)
        press.y += 12
        press.add(RESULTS, FIRST)
    manuscript = parse(press.save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *TITLES]
    starts = [one.text for one in manuscript.sentences if one.text.startswith("The shore was")]
    assert len(starts) == len(TITLES)
    assert {manuscript.sections[at].title for at in sections_of(manuscript)} == set(TITLES)


def test_a_bold_title_behind_a_plain_number_runs_into_the_text(tmp_path: Path) -> None:
    press = paper(tmp_path / "plain.pdf", MAIN, ())
    for number, title in enumerate(TITLES, start=1):
        at = press.put(54, press.y, f"2.{number}. ", ROMAN, 10)
        at = press.put(at, press.y, f"{title}.", BOLD, 10)
        press.put(at + 3, press.y, "The shore was walked twice a day and its pebbles", size=10)
        press.y += 12
        press.add(RESULTS, FIRST)
    manuscript = parse(press.save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *TITLES]
    numbers = [section.number for section in manuscript.sections[2:]]
    assert numbers == ["2.1", "2.2", "2.3", "2.4"]


def test_one_title_behind_a_letter_that_runs_into_the_text_is_no_error(tmp_path: Path) -> None:
    press = paper(tmp_path / "letter.pdf", MAIN, ())
    at = press.put(54, press.y, "J. Reed.", BOLD, 10)
    press.put(at + 3, press.y, "The shore was walked twice a day and its pebbles", size=10)
    press.y += 12
    press.add(RESULTS, FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods"]


def test_a_numbered_title_needs_no_stop_before_the_text(tmp_path: Path) -> None:
    press = paper(tmp_path / "stops.pdf", MAIN, ())
    for number, title in enumerate(TITLES, start=1):
        at = press.put(64, press.y, f"2.1.{number} {title}", BOLD, 10)
        press.put(at + 10, press.y, "The shore was walked twice a day and its pebbles", size=10)
        press.y += 12
        press.add(RESULTS, FIRST)
    manuscript = parse(press.save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *TITLES]


def test_a_title_may_fill_its_row_but_for_the_first_letters_of_the_text(tmp_path: Path) -> None:
    press = paper(tmp_path / "row.pdf", MAIN, ())
    for title in TITLES:
        at = press.put(54, press.y, f"{title} on the Windy and the Quiet Shores.", BOLD, 10)
        press.put(at + 3, press.y, "A", size=10)
        press.y += 12
        press.add("wide " + RESULTS, TEXT)
    manuscript = parse(press.save())
    titles = [f"{title} on the Windy and the Quiet Shores" for title in TITLES]
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *titles]
    assert sum(one.text.startswith("A wide") for one in manuscript.sentences) == len(TITLES)


def test_small_letters_number_the_parts_of_a_section(tmp_path: Path) -> None:
    titles = tuple(f"{letter}. {title}" for letter, title in zip("abcd", TITLES, strict=True))
    style = Style(font=ITALIC, above=8.0, justify=False)
    sections = parse(paper(tmp_path / "letters.pdf", style, titles).save()).sections
    assert [(one.number, one.title) for one in sections[2:]] == list(
        zip("abcd", TITLES, strict=True)
    )
    assert [one.level for one in sections] == [1, 1, 2, 2, 2, 2]


def sections_of(manuscript: Manuscript) -> list[int]:
    return [
        one.section
        for one in manuscript.sentences
        if one.text.startswith("The shore was") and one.section is not None
    ]


def test_two_headings_may_run_into_the_same_row(tmp_path: Path) -> None:
    press = paper(tmp_path / "two.pdf", MAIN, ())
    for title in ("2.1. Shores.", "2.2. Waves. 2.2.1. Sound of the waves.", "2.3. Pebbles."):
        at = press.put(54, press.y, title, ITALIC, 10)
        press.put(at + 3, press.y, "The shore was walked twice a day and its", size=10)
        press.y += 12
        press.add(RESULTS, FIRST)
    sections = parse(press.save()).sections[2:]
    assert [(one.number, one.title, one.level) for one in sections] == [
        ("2.1", "Shores", 2),
        ("2.2", "Waves", 2),
        ("2.2.1", "Sound of the waves", 3),
        ("2.3", "Pebbles", 2),
    ]


def test_what_authors_did_is_no_heading(tmp_path: Path) -> None:
    press = paper(tmp_path / "roles.pdf", Style(font=ITALIC, justify=False))
    press.add("Author contributions", MAIN)
    for role in ("Conceptualization", "Collection of pebbles", "Formal analysis", "Supervision"):
        at = press.put(54, press.y, f"{role}:", BOLD, 10)
        press.put(at + 3, press.y, "Mara Ilves, Tobias Renn, Oona Castell and others.", size=10)
        press.y += 12
    titles = titles_of(parse(press.save()))
    assert titles == ["Introduction", "Materials and methods", *TITLES, "Author contributions"]


def test_bold_statements_in_the_text_are_no_headings(tmp_path: Path) -> None:
    press = paper(tmp_path / "bold.pdf", Style(font=ITALIC, justify=False))
    press.add("Pebbles must never be taken from a shore that belongs to others.", Style(font=BOLD))
    press.add("and this holds for sand as well, wherever it lies on the shore.", FIRST)
    press.add(RESULTS, FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods", *TITLES]


def test_an_italic_list_of_species_is_no_outline(tmp_path: Path) -> None:
    press = paper(tmp_path / "species.pdf", MAIN, ())
    press.add(RESULTS, FIRST)
    for species in ("Patella vulgata", "Littorina saxatilis", "Nucella lapillus"):
        press.add(species, Style(font=ITALIC, justify=False))
    press.add("were counted on every shore, and no other species was.", FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", "Materials and methods"]


def test_methods_in_small_type_are_read_with_their_headings(tmp_path: Path) -> None:
    press = paper(tmp_path / "small.pdf", FIRST, ())
    small = Style(font="Helvetica", size=8.8, leading=10.6, indent=110.0)
    for title in TITLES:
        press.put(54, press.y, f"{title}.", "Helvetica-Bold", 8.5)
        press.add(RESULTS, small)
    press.add("Discussion", MAIN)
    for _ in range(6):
        press.add(METHOD, FIRST)
    manuscript = parse(press.save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *TITLES, "Discussion"]
    read = [sentence.text for sentence in manuscript.sentences]
    assert read.count(prose.plain(prose.RESULTS)[0]) == len(TITLES)


def plain_numbers(path: Path, titles: tuple[str, ...]) -> Manuscript:
    """Read a paper whose second level is numbered, and set as the text is."""
    press = paper(path, FIRST, ())
    for at, name in enumerate(("Introduction", "Sound", "Discussion")):
        press.add(f"{at + 1} {name}", MAIN)
        for title in titles if name == "Sound" else ():
            press.y += 16
            press.add(title, FIRST)
            press.y += 8
            press.add(RESULTS, FIRST)
    return parse(press.save())


def test_numbers_that_count_on_tell_titles_set_as_the_text_is(tmp_path: Path) -> None:
    long_title = "The pitch of each pebble " + "and of its next neighbours on the shore " * 3
    titles = ("2.1 Choice of the shores", f"2.2 {long_title}", "2.3 Sorting by hand")
    found = titles_of(plain_numbers(tmp_path / "plain.pdf", titles))
    assert found[-5:] == [
        "Sound",
        "Choice of the shores",
        long_title.strip(),
        "Sorting by hand",
        "Discussion",
    ]


def test_numbers_that_do_not_count_on_tell_no_titles(tmp_path: Path) -> None:
    titles = ("5.1 Volts were measured here", "2.7 Volts were measured there", "6.2 Volts behind")
    assert titles_of(plain_numbers(tmp_path / "volts.pdf", titles))[-2:] == ["Sound", "Discussion"]


def test_a_single_title_that_counts_on_runs_into_the_text(tmp_path: Path) -> None:
    press = paper(tmp_path / "single.pdf", MAIN, ())
    press.add("2 Sound", MAIN)
    press.add(RESULTS, FIRST)
    press.y += 6
    at = press.put(54, press.y, "2.1 Pitches of pebbles.", ITALIC, 10)
    press.put(at + 3, press.y, "The shore was walked twice a day and its pebbles were", size=10)
    press.y += 12
    press.add(RESULTS, FIRST)
    assert [(one.number, one.title) for one in parse(press.save()).sections][-2:] == [
        ("2", "Sound"),
        ("2.1", "Pitches of pebbles"),
    ]


def test_titles_of_a_look_may_stand_over_formulas_where_they_count_on(tmp_path: Path) -> None:
    press = paper(tmp_path / "formulas.pdf", FIRST, ())
    press.add("1 Sound", MAIN)
    press.add(RESULTS, FIRST)
    own = Style(font="Helvetica", above=12.0, justify=False)
    for number, title in enumerate(TITLES, start=1):
        press.add(f"1.{number} {title}", own)
        press.y += 16
        press.put(200, press.y, "w = 4ab + 2b + 3a", "Courier-Oblique", 10)
        press.y += 16
    press.add(METHOD, FIRST)
    assert titles_of(parse(press.save()))[-4:] == list(TITLES)


def test_text_may_begin_with_the_name_of_a_program(tmp_path: Path) -> None:
    press = paper(tmp_path / "program.pdf", Style(font=ITALIC, justify=False))
    press.add("Counting by machine", Style(font=ITALIC, justify=False))
    at = press.put(54, press.y, "pebcount", "Courier", 10)
    press.put(at + 3, press.y, "took in all the pebbles of the shore and sorted them well", size=10)
    press.y += 12
    press.add(RESULTS, FIRST)
    assert titles_of(parse(press.save()))[-1] == "Counting by machine"


def test_a_numbered_title_in_italics_has_all_its_rows(tmp_path: Path) -> None:
    press = Press(tmp_path / "rows.pdf", ((54.0, 296.0), (316.0, 558.0)))
    titles = [
        "Sorting and weighing by hand whatever the sea has left",
        "Sound of the waves",
        "Counting of the shells",
    ]
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = press.top = 110
    press.add("1 Introduction", MAIN)
    press.add(METHOD, FIRST)
    for number, title in enumerate(titles, start=1):
        press.y += 12
        press.add(f"1.{number} {title}", Style(font=ITALIC, justify=False))
        press.add(RESULTS, FIRST)
    assert titles_of(parse(press.save())) == ["Introduction", *titles]


def test_an_article_numbers_no_title(tmp_path: Path) -> None:
    style = Style(font=ITALIC, above=8.0, justify=False)
    titles = ("A walk along the shore", "Sorting by hand", "A second walk", "Sound of the waves")
    manuscript = parse(paper(tmp_path / "article.pdf", style, titles).save())
    assert titles_of(manuscript) == ["Introduction", "Materials and methods", *titles]
    assert not any(section.number for section in manuscript.sections)
