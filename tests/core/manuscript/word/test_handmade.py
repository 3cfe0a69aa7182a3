"""Headings and lists that were made by hand."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from core.manuscript.word.document import parse
from core.manuscript.word.handmade import is_common_title
from tests.core.manuscript.word.typed_lists import add_list, list_markers, raised
from tests.core.manuscript.word_files import (
    add,
    run,
    saved,
    started,
    texts,
)


@pytest.mark.parametrize("title", ["Reference List", "References List", "REFERENCE LIST:"])
def test_a_list_may_be_called_reference_list(tmp_path: Path, title: str) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing [1].")
    add_list(document, title=title)
    document.add_heading("Supporting information", 1)
    document.add_paragraph("More is here.")
    read = parse(saved(document, tmp_path))
    assert len(read.references) == 5
    assert texts(read)[-1] == "More is here."


def test_styles_that_hold_the_titles_of_papers_are_of_headings(tmp_path: Path) -> None:
    document = started()
    for name in ("Title 1", "Title 2", "Box"):
        document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    document.add_paragraph("University of Reeds", "Title 1")
    for title in ("Introduction", "Methods", "Results"):
        document.add_paragraph(title, "Title 1")
        document.add_paragraph("Counting of reeds", "Title 2")
        document.add_paragraph("Reeds were counted at dawn.", "Box")
        document.add_paragraph("A note on reeds", "Box")
    read = parse(saved(document, tmp_path))
    assert [(section.title, section.level) for section in read.sections] == [
        ("Introduction", 1),
        ("Counting of reeds", 2),
        ("Methods", 1),
        ("Counting of reeds", 2),
        ("Results", 1),
        ("Counting of reeds", 2),
    ]


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        ("Standard", ("Sand A", "Sand B")),
        ("No Spacing", ("Sand A", "Sand B")),
        ("Line", ("a = 2 b + c", "forty reeds per plot", "two plots")),
    ],
)
def test_short_lines_of_the_text_in_a_style_with_titles_stay_text(
    tmp_path: Path, style: str, lines: Sequence[str]
) -> None:
    document = started()
    if style not in {one.name for one in document.styles}:
        document.styles.add_style(style, WD_STYLE_TYPE.PARAGRAPH)
    for title in ("Introduction", "Methods", "Results"):
        document.add_paragraph(title, style)
        document.add_paragraph("Reeds were counted at dawn. " * 9)
        for line in lines:
            document.add_paragraph(line, style)
    read = parse(saved(document, tmp_path))
    assert not {section.title for section in read.sections} & {*lines}
    text = " ".join(sentence.text for sentence in read.sentences)
    assert all(line in text for line in lines)


def test_a_numbered_list_without_a_heading_is_found_also_in_two_parts(tmp_path: Path) -> None:
    document = started()
    add(
        document, run("Birds sing at dawn"), raised("1,2"), run(" and fly"), raised("3–5"), run(".")
    )
    add_list(document, title="")
    document.add_paragraph("Acknowledgements We thank the marsh and all who live in it.")
    add(
        document,
        run("Reeds were counted"),
        raised("6,7"),
        run(" and measured"),
        raised("8"),
        run("."),
    )
    for number, name in enumerate(("Box", "Ivy", "Rye"), 6):
        document.add_paragraph(
            f"{number}. {name} A. Counting the reeds of {name}. Plants. 199{number}."
        )
    document.add_paragraph("The authors declare no competing interests.")
    read = parse(saved(document, tmp_path))
    assert [entry.label for entry in read.references] == [str(n) for n in range(1, 9)]
    assert list_markers(read)[-2:] == [("6,7", (5, 6)), ("8", (7,))]
    assert texts(read)[-1] == "The authors declare no competing interests."


def test_numbered_text_is_no_reference_list(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Methods", 1)
    steps = (
        "Fill the basin.",
        "In 2019 the basin was changed.",
        "Wait for a day.",
        "Count the birds.",
    )
    for number, step in enumerate(steps, 1):
        document.add_paragraph(f"{number}. {step}")
    read = parse(saved(document, tmp_path))
    assert not read.references
    assert "Count the birds." in " ".join(texts(read))


def test_a_heading_that_only_says_title_is_none(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Title", style="Title")
    document.add_paragraph("Birds of the marsh in winter and in spring.")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert read.title == "Birds of the marsh in winter and in spring"
    assert texts(read) == ["Birds sing."]


@pytest.mark.parametrize("style", ["", "Title"])
@pytest.mark.parametrize(
    "line",
    [
        "LRH: A. OAK AND B. ELM", "Running title: Marsh", "CERTIFICATE OF ACCEPTANCE", "Title page",
        "PROPOSAL SKRIPSI", "Міністерство освіти і науки України",
        "МИНИСТЕРСТВО НАУКИ И ВЫСШЕГО ОБРАЗОВАНИЯ РОССИЙСКОЙ ФЕДЕРАЦИИ",
        "Федеральное государственное бюджетное образовательное учреждение высшего образования",
    ],
)  # fmt: skip
def test_a_line_above_the_title_is_no_title(tmp_path: Path, line: str, style: str) -> None:
    document = docx.Document()
    document.add_paragraph(line, style=style or None).runs[0].bold = True
    document.add_paragraph(style=style or None).add_run("Birds of the marsh").bold = True
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    assert parse(saved(document, tmp_path)).title == "Birds of the marsh"


def test_the_university_below_its_ministry_is_no_title(tmp_path: Path) -> None:
    document = docx.Document()
    cover = ["Министерство образования и науки РФ", "«Болотный университет»", "Птицы болота"]
    for line in cover:
        document.add_paragraph().add_run(line).bold = True
    document.add_heading("Введение", 1)
    document.add_paragraph("Птицы поют на болоте всю ночь.")
    assert parse(saved(document, tmp_path)).title == "Птицы болота"


@pytest.mark.parametrize("title", ["Министерство образования в новом веке", "Skripsi and marshes"])
def test_a_title_may_begin_as_an_authority_does(tmp_path: Path, title: str) -> None:
    document = docx.Document()
    document.add_paragraph().add_run(title).bold = True
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    assert parse(saved(document, tmp_path)).title == title


def test_a_running_head_alone_is_no_title(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("RRH: BIRDS OF THE MARSH")
    document.add_paragraph("Birds sing.")
    assert parse(saved(document, tmp_path)).title == ""


@pytest.mark.parametrize("line", ["The running of heads: a marsh", "Acceptance of birds"])
def test_a_title_may_name_what_a_form_is_for(tmp_path: Path, line: str) -> None:
    document = docx.Document()
    document.add_paragraph().add_run(line).bold = True
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    assert parse(saved(document, tmp_path)).title == line


def test_a_heading_may_be_made_by_hand(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph().add_run("Running head: A marsh").bold = True
    document.add_paragraph().add_run("Abstract").bold = True
    document.add_paragraph("We listen to a marsh.")
    document.add_paragraph("Introduction")
    document.add_paragraph("Birds sing.").add_run(" Loudly.").bold = True
    document.add_paragraph().add_run("Material and Methods").bold = True
    both = document.add_paragraph().add_run("Recorders of sound")
    both.bold = both.italic = True
    document.add_paragraph("Five recorders stood there.")
    document.add_paragraph().add_run("They stood in the reeds.").bold = True
    document.add_paragraph().add_run("Table 2. A marsh").bold = True
    document.add_paragraph().add_run("4.1 What we heard").bold = True
    document.add_paragraph("Nothing at all.")
    read = parse(saved(document, tmp_path))
    assert [(s.number, s.title, s.level) for s in read.sections] == [
        ("", "Abstract", 1),
        ("", "Introduction", 1),
        ("", "Material and Methods", 1),
        ("", "Recorders of sound", 2),
        ("4.1", "What we heard", 2),
    ]
    assert texts(read)[-3:] == [
        "Five recorders stood there.", "They stood in the reeds.", "Nothing at all."
    ]  # fmt: skip


def test_an_abstract_may_have_parts_with_headings(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Abstract", 1)
    document.add_heading("Background", 2)
    document.add_paragraph("Previous studies have shown that birds sing.")
    document.add_heading("Results", 2)
    document.add_paragraph("They do.")
    document.add_heading("Background", 1)
    document.add_paragraph("Reeds do not.")
    read = parse(saved(document, tmp_path))
    assert read.abstract == "Previous studies have shown that birds sing. They do."
    assert [one.kind for one in read.sections] == ["abstract"] * 3 + ["related"]


COVERS = {
    "German": (
        "Hochschule der Küste", "Fakultät für Informatik", "Bachelorarbeit",
        "Das Schilf in den Wetterlagen der Ostsee", "Vorgelegt bei: Prof. Dr. Eva Elm",
        "Verfasserin: Ann Oak", "Matrikelnummer: 1234567", "Juni 2019",
    ),
    "English": (
        "Marsh University in Lower Bay", "Reeds in the Weather of the Coast: A Long View",
        "Thesis for the completion of a degree in Honours Biology", "Ann Oak",
        "Supervisor:", "Prof. Eva Elm", "April 30, 2018",
    ),
    "a degree alone": (
        "Ein Schilf in den Wetterlagen der Ostsee", "zur Erlangung des akademischen Grades",
        "Master of Science (M. Sc.)", "vorgelegt von:", "Ann Oak", "(Matr.-Nr.: 400334)",
    ),
    "a student's number": (
        "University of Reeds", "Bachelor’s thesis", "Reeds in the Weather of the Coast",
        "Author: Ann Oak (7308440)", "Co-Supervisor: Eva Elm, Bo Marsh",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COVERS)
def test_the_cover_of_a_thesis_has_title_and_author_and_no_text(tmp_path: Path, name: str) -> None:
    document = docx.Document()
    document.core_properties.author = "Somebody Else"
    for line in COVERS[name]:
        document.add_paragraph()
        document.add_paragraph(line)
    document.add_paragraph("Table of Contents").runs[0].bold = True
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing in the reeds of the coast.")
    read = parse(saved(document, tmp_path))
    assert read.title in COVERS[name]
    assert "Reeds in" in read.title or "Schilf in" in read.title
    assert read.authors == ("Ann Oak",)
    assert texts(read)[-1] == "Birds sing in the reeds of the coast."


def test_text_below_a_cover_is_text_also_of_one_sentence(tmp_path: Path) -> None:
    text = "This thesis asks how the reeds sing in the wind, and what the birds do then."
    document = docx.Document()
    for line in ("Master Thesis", "Birds and winds in the reeds", "by Ann Oak", "12 May 2020"):
        document.add_paragraph(line)
    document.add_paragraph(
        "This thesis is submitted to the Faculty of Reeds for a master of winds."
    )
    document.add_paragraph(text)
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing in the reeds of the coast.")
    read = parse(saved(document, tmp_path))
    assert (read.title, read.authors) == ("Birds and winds in the reeds", ("Ann Oak",))
    assert texts(read) == [text, "Birds sing in the reeds of the coast."]


def test_a_title_that_names_a_thesis_has_no_cover(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("How to write a thesis on reeds").style = "Heading 1"
    document.add_paragraph("Opening words (reeds, winds, birds)")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing in the reeds of the coast.")
    assert parse(saved(document, tmp_path)).title == "How to write a thesis on reeds"


def test_a_stated_title_in_two_lines_of_a_cover_is_whole(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Le vent et les roseaux de la côte"
    for line in ("LE VENT", "ET LES ROSEAUX DE LA COTE", "Mémoire de fin d’études, août 2020"):
        document.add_paragraph(line)
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing in the reeds of the coast.")
    assert parse(saved(document, tmp_path)).title == "Le vent et les roseaux de la côte"


def test_headings_may_have_a_bracket_behind_their_number_and_a_colon(tmp_path: Path) -> None:
    document = started()
    document.add_paragraph("Abstract:").runs[0].bold = True
    document.add_paragraph("Birds are few.")
    for at, title in enumerate(("Introduction", "Counting the birds", "Results"), 1):
        colon = "" if at == 2 else ":"
        document.add_paragraph(f"{at}) {title}{colon}").runs[0].bold = True
        document.add_paragraph("Birds sing in the reeds of the coast.")
    read = parse(saved(document, tmp_path))
    assert [(one.number, one.title) for one in read.sections] == [
        ("", "Abstract"), ("1", "Introduction"), ("2", "Counting the birds"), ("3", "Results")
    ]  # fmt: skip
    assert read.abstract == "Birds are few."


def test_a_line_of_many_blanks_takes_no_time() -> None:
    began = time.process_time()
    assert not is_common_title(f"1) Birds{' ' * 2000}sing:")
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "lines",
    [
        ("Dear editors,", "We send you the bachelor of winds.", "It is late."),
        (
            "How students write a thesis",
            "They sit by the reeds.",
            "They write slowly." * 20,
        ),
    ],
)
def test_what_has_no_title_or_no_text_behind_it_is_no_cover(
    tmp_path: Path, lines: Sequence[str]
) -> None:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    assert texts(parse(saved(document, tmp_path)))[0] == lines[0]


def test_lines_below_a_title_that_name_nobody_are_text(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph().add_run("Stories of a Game").bold = True
    for text in ("As a fighter, I start the game", "As a player, I can gain and lose points"):
        document.add_paragraph(text, style="List Bullet")
    manuscript = parse(saved(document, tmp_path))
    assert manuscript.authors == ()
    assert texts(manuscript)[0] == "As a fighter, I start the game"

    document = docx.Document()
    document.add_paragraph().add_run("Songs of the Harbour").bold = True
    document.add_paragraph("Ann Oak")
    document.add_paragraph("Institute of Song, Elm University")
    lines = [f"the boats are {word} on the water" for word in ("white", "red", "late", "gone")]
    for text in lines:
        document.add_paragraph(text)
    manuscript = parse(saved(document, tmp_path))
    assert manuscript.authors == ("Ann Oak",)
    assert texts(manuscript)[0].startswith(lines[0])


@pytest.mark.parametrize(
    "text",
    [
        "记录仪夜间不工作。",
        "Запись ночью не ведётся и поэтому неполна.",
        "המקליט אינו פועל בלילה כלל.",
    ],
)
def test_a_short_sentence_below_a_title_is_text_in_any_script(tmp_path: Path, text: str) -> None:
    document = docx.Document()
    document.add_paragraph().add_run("Night").bold = True
    document.add_paragraph(text)
    document.add_paragraph(text)
    manuscript = parse(saved(document, tmp_path))
    assert texts(manuscript) == [text, text]


@pytest.mark.parametrize(
    "title",
    [
        "参考文献",
        "参 考 文 献",
        "第七章 参考文献",
        "Literaturverzeichnis",
        "5. Список литературы:",
        "참고문헌",
        "المراجع",
        "Kaynakça",
        "Daftar Pustaka",
        "Bibliografía",
    ],
)
def test_the_title_of_a_list_may_be_a_plain_paragraph(tmp_path: Path, title: str) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing [1].")
    document.add_paragraph(title)
    document.add_paragraph("[1] Oak T. Recorders at the edge of the water. Quiet Places, 2019.")
    document.add_paragraph("[2] Elm I. An hour of silence. Journal of Listening, 2021.")
    manuscript = parse(saved(document, tmp_path))
    assert len(manuscript.references) == 2
    assert texts(manuscript) == ["Birds sing [1]."]


def test_a_word_for_lists_above_text_opens_none(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Literatura")
    document.add_paragraph("The water comes from three springs.")
    document.add_paragraph("One of them was found in 1952.")
    document.add_paragraph("The others are older than the village.")
    manuscript = parse(saved(document, tmp_path))
    assert manuscript.references == ()
    assert "The water comes from three springs." in texts(manuscript)


def test_captions_addresses_and_roman_numbers_in_headings(tmp_path: Path) -> None:
    document = started()
    for text in ("II.1. Giriş", "Şekil 3: Kuşlar", "Rysunek 2. Ptaki", "https://example.org/1"):
        document.add_heading(text, 1)
    document.add_paragraph("Kuşlar öter.")
    sections = parse(saved(document, tmp_path)).sections
    assert [(one.number, one.title) for one in sections] == [("II.1", "Giriş")]


def test_a_title_with_its_label_below_the_name_of_the_file_counts(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph().add_run("Perch paper").bold = True
    document.add_paragraph("Title: “Perch of the lakes in a changing climate”")
    document.add_paragraph("Ann Oak")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Perch eat.")
    manuscript = parse(saved(document, tmp_path))
    assert manuscript.title == "Perch of the lakes in a changing climate"


@pytest.mark.parametrize(
    ("lines", "title", "authors"),
    [
        (("Winds and reeds", "Ann Oak, Bo Elm"), "Winds and reeds", ("Ann Oak", "Bo Elm")),
        (
            ("Winds and reeds", "Ann Oak", "University of Reeds"),
            "Winds and reeds",
            ("Ann Oak",),
        ),
        (
            ("Title: Winds and reeds of the north", "Oak, A.a*, Elm, B. C. b,c*, van Ash, M.a"),
            "Winds and reeds of the north",
            ("A. Oak", "B. C. Elm", "M. van Ash"),
        ),
        (
            ("Winds and reeds", "Dr Ann Oak^, MD*; Bo Elm†, PhD", "* Institute of Reeds"),
            "Winds and reeds",
            ("Ann Oak", "Bo Elm"),
        ),
        (
            ("Winds and reeds", "Ann Oak, Bo Elm", "Institute of Reeds", "Long Reed", "Fen Lane"),
            "Winds and reeds",
            ("Ann Oak", "Bo Elm"),
        ),
    ],
)
def test_a_plain_line_above_names_is_the_title(
    tmp_path: Path, lines: Sequence[str], title: str, authors: tuple[str, ...]
) -> None:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert (read.title, read.authors, texts(read)) == (title, authors, ["Birds sing."])


@pytest.mark.parametrize(
    "line",
    ["Effects of Wind and Change in Reeds", "Reed-Methods und Wege für das Moor", "Winds 2 and 3"],
)
def test_a_line_below_the_title_that_is_no_list_of_names_has_no_authors(
    tmp_path: Path, line: str
) -> None:
    document = docx.Document()
    document.add_paragraph("Winds", style="Title")
    document.add_paragraph(line, style="Subtitle")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    document.core_properties.author = "Microsoft Office User"
    assert parse(saved(document, tmp_path)).authors == ()


@pytest.mark.parametrize(
    ("lines", "title", "authors"),
    [
        (
            (
                "Болотный государственный университет",
                "Факультет птиц",
                "*Ветер и камыш на северном болоте",
                "Курсовой проект",
                "Дубова Анна Петровна",
                "студента 4 курса 4 группы",
                "Научные руководители:",
                "доктор наук",
                "Ясень Пётр Иванович",
                "ассистент",
                "Берёза Мария Ильинична",
                "Минск, 2017",
            ),
            "Ветер и камыш на северном болоте",
            ("Дубова Анна Петровна",),
        ),
        (
            (
                "*IT Department",
                "Department of Reed Engineering",
                "*Ann Oak",
                "Album number s22673",
                "*Winds and Reeds with Points",
                "Written under the direction",
                "Eva Elm",
            ),
            "Winds and Reeds with Points",
            ("Ann Oak",),
        ),
        (
            (
                "*ANGIN DAN ALANG-ALANG DI UTARA",
                "*SKRIPSI",
                "*ANI OAK",
                "*H071171505",
                "*PROGRAM STUDI BURUNG",
                "*UNIVERSITAS RAWA",
            ),
            "ANGIN DAN ALANG-ALANG DI UTARA",
            ("ANI OAK",),
        ),
    ],
)
def test_covers_that_begin_with_institutions_or_have_a_students_number(
    tmp_path: Path, lines: Sequence[str], title: str, authors: tuple[str, ...]
) -> None:
    document = docx.Document()
    for line in lines:
        document.add_paragraph().add_run(line.lstrip("*")).bold = line.startswith("*")
    document.add_heading("Introduction", 1)
    document.add_paragraph("Birds sing.")
    read = parse(saved(document, tmp_path))
    assert (read.title, read.authors, texts(read)) == (title, authors, ["Birds sing."])
