"""Works that the authors list as their own, behind references that somebody typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import docx
import pytest

from core.base.records import Manuscript, Reference
from core.manuscript import sources
from core.manuscript.references.own_works import (
    find_end_of_list,
    find_own_works,
    number_own_works,
)

REFERENCES = [
    "Alder S, Birch T (2015) Calls at night in the reeds of the river. Quiet Places 3:1–9.",
    "Elm I (2017) An hour of silence and what it holds. Acoustics of Wetlands 4:11–20.",
    "Fir C, Oak T (2018) Counting owls with a single recorder. Quiet Places 7:2–9.",
    "Hazel D (2019) The night has many voices in the marsh. Birds and Water 2:31–40.",
    "Larch E, Maple F (2020) Recorders in winter, their batteries. Wetlands 9:3–9.",
    "Pine G (2021) Reeds and rails: a survey of seven lakes. Birds and Water 5:3–19.",
]
OWN = [
    "Dorn K, Elm I (2018) Ponds that freeze over in the spring. Birds and Water 1:1–7.",
    "Dorn K (2020) A winter of listening at the lakes. Quiet Places 9:1–5.",
    "Dorn K, Pine G (2022) Rails that answer each other over water. Wetlands 11:8–19.",
]
BY_NAMES = [
    "Birds call at night (Alder and Birch 2015). Recorders hear them (Larch and Maple 2020).",
    "Rails answer (Pine 2021). Owls are counted (Fir and Oak 2018). Hazel (2019) listened.",
]
BY_NUMBERS = [
    "Birds call at night [1]. Recorders hear them [5].",
    "Rails answer [6]. Owls are counted [3]. Hazel listened [4], and Elm too [2].",
]
TITLES = [
    "Publications of the author", "List of publications", "Own publications", "My papers",
    "Eigene Veröffentlichungen", "Publikationsliste", "Publications",
]  # fmt: skip


def write_word(folder: Path, text: Sequence[str], listed: Sequence[str]) -> Path:
    document = docx.Document()
    document.add_heading("Listening at night", 0)
    document.add_heading("Introduction", 1)
    for paragraph in text:
        document.add_paragraph(paragraph)
    document.add_heading("References", 1)
    for paragraph in listed:
        document.add_paragraph(paragraph)
    document.save(str(folder / "night.docx"))
    return folder / "night.docx"


def write_markdown(folder: Path, text: Sequence[str], listed: Sequence[str]) -> Path:
    paragraphs = ["# Listening at night", "## Introduction", *text, "## References", *listed]
    path = folder / "night.md"
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
    return path


def write_typst(folder: Path, text: Sequence[str], listed: Sequence[str]) -> Path:
    escaped = [line.replace("[", r"\[").replace("]", r"\]") for line in (*text, "", *listed)]
    text, listed = escaped[: len(text)], escaped[len(text) + 1 :]
    path = folder / "night.typ"
    parts = ["= Introduction", *text, "= References", *listed]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return path


def write_writer(folder: Path, text: Sequence[str], listed: Sequence[str]) -> Path:
    from tests.core.manuscript.odt.test_document import odt

    def paragraphs(lines: Sequence[str]) -> str:
        return "".join(f"<text:p>{line}</text:p>" for line in lines)

    heading = '<text:h text:outline-level="1">{}</text:h>'
    body = heading.format("Introduction") + paragraphs(text)
    return odt(folder, body + heading.format("References") + paragraphs(listed))


WRITERS = [write_word, write_writer, write_markdown, write_typst]
Write = Callable[[Path, Sequence[str], Sequence[str]], Path]


def numbered(works: Sequence[str]) -> list[str]:
    return [f"[{number}] {work}" for number, work in enumerate(works, start=1)]


def read(path: Path) -> Manuscript:
    return sources.read_manuscript(path, max_pages=20)


@pytest.mark.parametrize("write", WRITERS)
def test_numbers_that_start_again_begin_the_authors_own_works(tmp_path: Path, write: Write) -> None:
    manuscript = read(write(tmp_path, BY_NUMBERS, numbered(REFERENCES) + numbered(OWN)))
    assert [entry.label for entry in manuscript.references] == list("123456")
    assert any("Ponds that freeze" in str(part.text) or "Dorn" in str(part.text)
               for part in manuscript.unread)  # fmt: skip
    cited = {at for one in manuscript.sentences for mark in one.markers for at in mark.references}
    assert cited == set(range(6))


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("title", TITLES)
def test_works_below_a_title_of_their_own_are_no_references(
    tmp_path: Path, write: Write, title: str
) -> None:
    manuscript = read(write(tmp_path, BY_NAMES, [*REFERENCES, title, *OWN]))
    assert [entry.year for entry in manuscript.references] == [2015, 2017, 2018, 2019, 2020, 2021]
    assert not any("Dorn" in one.text for one in manuscript.sentences)
    assert [part.kind for part in manuscript.unread] == ["text"]


@pytest.mark.parametrize("write", WRITERS)
def test_works_of_one_author_behind_a_list_by_names_are_another_list(
    tmp_path: Path, write: Write
) -> None:
    manuscript = read(write(tmp_path, BY_NAMES, [*REFERENCES, *OWN]))
    assert [entry.list_number for entry in manuscript.references] == [0] * 6 + [1] * 3


@pytest.mark.parametrize(
    "texts",
    [
        numbered(REFERENCES),
        numbered(REFERENCES[:4]) + numbered(REFERENCES[2:]),  # the references of the methods
        [*REFERENCES[:3], "Publications", *REFERENCES[3:]],  # a part of the references
        [*REFERENCES[:3], "Papers of the conference", *REFERENCES[3:]],
        [*REFERENCES, "Online publications", "https://example.org/one (2020)"],
        ["Publications", *REFERENCES],
        numbered(REFERENCES)[:2] + numbered(OWN),  # too short to be a list that starts again
        [],
    ],
)
def test_other_lists_stay_whole(texts: list[str]) -> None:
    assert find_own_works(texts) is None


def _lists(texts: Sequence[str], labels: Sequence[str], years: Sequence[int]) -> list[int]:
    rows = zip(texts, labels, years, strict=True)
    entries = [
        Reference(index=index, label=label, text=text, year=year)
        for index, (text, label, year) in enumerate(rows)
    ]
    return [entry.list_number for entry in number_own_works(entries)]


def test_a_list_that_is_printed_once_more_is_another_list() -> None:
    texts = [*REFERENCES, *REFERENCES]
    assert _lists(texts, [""] * 12, [2000] * 12) == [0] * 6 + [1] * 6
    assert _lists(texts[:11], [""] * 11, [2000] * 11) == [0] * 11  # too little of it
    assert _lists([*REFERENCES, *OWN, *OWN], [""] * 12, [2000] * 12) == [0] * 12


def test_a_list_once_more_in_other_letters_has_the_same_numbers_and_years() -> None:
    texts = [*REFERENCES, *map(str.swapcase, reversed(REFERENCES))]
    labels, years = [*map(str, range(1, 7))] * 2, [2001, 1999, 2010, 2011, 2003, 2004]
    assert _lists(texts, labels, [*years, *years]) == [0] * 6 + [1] * 6
    assert _lists(texts, labels, [*years, *reversed(years)]) == [0] * 12


APPENDICES = [
    "Appendix A: Questions of the survey", "Appendix", "Anhang B – Fragebogen",
    "Annexe 1. Entretiens",
    "APÊNDICE A: Histórias no modelo de Oak (2009)", "Anexo II - Encuesta", "Приложение А. Анкета",
    "附录A：问卷",
]  # fmt: skip
QUESTIONS = [
    "How often do you hear a bird at night?",
    "Never, seldom, on some nights, on most nights",
    "Which of the lakes do you know best, and since when have you gone there?",
    '"answer": "I go to the lake by the mill whenever the wind is low enough."',
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("title", APPENDICES)
def test_an_appendix_whose_title_has_no_look_ends_a_typed_list(
    tmp_path: Path, write: Write, title: str
) -> None:
    manuscript = read(write(tmp_path, BY_NAMES, [*REFERENCES, title, *QUESTIONS]))
    assert [entry.year for entry in manuscript.references] == [2015, 2017, 2018, 2019, 2020, 2021]
    text = " ".join(sentence.text for sentence in manuscript.sentences)
    assert all(question in text for question in QUESTIONS)


@pytest.mark.parametrize("write", [write_word, write_writer])
def test_titles_of_appendices_behind_a_list_are_sections(tmp_path: Path, write: Write) -> None:
    appendices = ["Anhang A: Fragen", *QUESTIONS, "Anhang B: Antworten", *QUESTIONS[::-1]]
    manuscript = read(write(tmp_path, BY_NAMES, [*REFERENCES, *appendices]))
    sections = [section.title for section in manuscript.sections if section.kind == "appendix"]
    assert sections == ["Anhang A: Fragen", "Anhang B: Antworten"]


@pytest.mark.parametrize("write", WRITERS)
def test_many_paragraphs_without_a_trace_of_an_entry_are_text(tmp_path: Path, write: Write) -> None:
    manuscript = read(write(tmp_path, BY_NAMES, [*REFERENCES, *QUESTIONS, *QUESTIONS[::-1]]))
    assert len(manuscript.references) == len(REFERENCES)
    assert QUESTIONS[0] in [sentence.text for sentence in manuscript.sentences]


@pytest.mark.parametrize(
    "texts",
    [
        REFERENCES,
        [*REFERENCES, *QUESTIONS],  # too few to be certain
        [*REFERENCES, "Appendix A: Works on ponds", *OWN],
        [*REFERENCES, *QUESTIONS, *QUESTIONS, *OWN],
        ["Appendix", *REFERENCES],
        [*REFERENCES, "Anhang, A. (2009). Ponds in the spring. Wetlands 3:1–9."],
        [line for entry in REFERENCES for line in (entry, *QUESTIONS, *QUESTIONS)],  # annotated
        [*QUESTIONS, *QUESTIONS],
        [],
    ],
)
def test_lists_without_an_appendix_do_not_end(texts: list[str]) -> None:
    assert find_end_of_list(texts) is None


def test_a_list_does_not_end_where_its_numbers_go_on() -> None:
    sources = [f"{number}. Letters of a keeper, box of the mill" for number in range(1, 12)]
    assert find_end_of_list(sources) is None
    assert find_end_of_list([*sources, *QUESTIONS, *QUESTIONS]) == len(sources)


def test_the_lines_of_a_broken_entry_stay_in_the_list() -> None:
    broken = ["Larch E (2020) Recorders in winter, their", "batteries and how they are", "charged."]
    assert find_end_of_list([*REFERENCES, *broken, *QUESTIONS, *QUESTIONS]) == len(REFERENCES) + 3


def test_entries_that_a_style_tells_are_of_the_list() -> None:
    texts = [*REFERENCES, *QUESTIONS, *QUESTIONS]
    assert find_end_of_list(texts) == len(REFERENCES)
    assert find_end_of_list(texts, style_flags=[True] * len(texts)) is None
