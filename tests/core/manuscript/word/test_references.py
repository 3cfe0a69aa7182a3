"""Which work a field of a Word document means: numbers, titles and lists that fit several."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE

from core.base.records import Manuscript
from core.manuscript.word.document import parse
from core.manuscript.word.references import from_list
from core.manuscript.word.text import WordParagraph
from core.recommend.audit import audit
from tests import wording
from tests.core.manuscript.word_files import (
    add,
    code,
    field,
    mark,
    markers,
    run,
    saved,
    started,
    zotero,
)


def cite(
    number: int, author: str, year: int, title: str = "", journal: str = "", library: str = "one"
) -> str:
    """Return one work of EndNote's field, with its record unless it has no ``journal``."""
    head = f"<Cite><Author>{author}</Author><Year>{year}</Year><RecNum>{number}</RecNum>"
    if not journal:
        return f"{head}</Cite>"
    return (
        f'{head}<record><rec-number>{number}</rec-number><foreign-keys><key app="EN" '
        f'db-id="{library}">{number}</key></foreign-keys><contributors><authors><author>{author}, '
        f"Tim</author></authors></contributors><titles><title>{title}</title><secondary-title>"
        f"{journal}</secondary-title></titles><dates><year>{year}</year></dates></record></Cite>"
    )


def endnote(shown: str, *works: str) -> str:
    return field(f"ADDIN EN.CITE <EndNote>{''.join(works)}</EndNote>", shown)


def write_and_read(
    tmp_path: Path, *cited: str, entries: tuple[str, ...], again: tuple[str, ...] = ()
) -> Manuscript:
    """Return a manuscript with a sentence for each citation, and the lists that EndNote made."""
    document = started()
    document.add_heading("Introduction", 1)
    for number, shown in enumerate(cited):
        add(document, run(f"Reed number {number} sings in the wind "), shown, run("."))
    for listed in filter(None, (entries, again)):
        add_list(document, listed)
    return parse(saved(document, tmp_path))


def add_list(document: Document, entries: tuple[str, ...]) -> None:
    document.add_heading("References", 1)
    begin = mark("begin") + code("ADDIN EN.REFLIST ") + mark("separate")
    for at, entry in enumerate(entries):
        add(document, begin if at == 0 else "", run(entry))
    add(document, mark("end"))


def list_findings(manuscript: Manuscript) -> list[str]:
    return [str(finding.text) for finding in audit(manuscript, {})]


OAK = "Oak T (2019) Recorders at the edge of the water. Journal of Clay 3:1"
ELM = "Elm T (2015) Reeds bend to the wind of the sea. Annals of Wind 1:9"
OAK_CITE = (12, "Oak", 2019, "Recorders at the edge of the water", "Journal of Clay")
ELM_CITE = (12, "Elm", 2015, "Reeds bend to the wind of the sea", "Annals of Wind")


def test_records_of_two_libraries_may_have_one_number(tmp_path: Path) -> None:
    read = write_and_read(
        tmp_path,
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        endnote("(Elm 2015)", cite(*ELM_CITE, library="two")),
        entries=(ELM, OAK),
    )
    assert markers(read) == [("(Oak 2019)", (1,), ()), ("(Elm 2015)", (0,), ())]
    assert list_findings(read) == []


@pytest.mark.parametrize("program", ["EndNote", "Zotero"])
def test_works_of_one_title_and_year_stay_two(tmp_path: Path, program: str) -> None:
    works = [("Oak", "Journal of Clay"), ("Elm", "Annals of Wind")]
    shown = [
        endnote(f"({name} 2020)", cite(at, name, 2020, "Editorial", journal))
        if program == "EndNote"
        else zotero(
            f"({name} 2020)",
            {
                "id": name, "type": "article-journal", "title": "Editorial",
                "author": [{"family": name, "given": "T"}], "container-title": journal,
                "issued": {"date-parts": [[2020]]},
            },
        )
        for at, (name, journal) in enumerate(works)
    ]  # fmt: skip
    read = write_and_read(
        tmp_path,
        *shown,
        entries=(
            "Elm T (2020) Editorial. Annals of Wind 1:1",
            "Oak T (2020) Editorial. Journal of Clay 3:1",
        ),
    )
    assert markers(read) == [("(Oak 2020)", (1,), ()), ("(Elm 2020)", (0,), ())]
    assert [entry.venue for entry in read.references] == ["Annals of Wind", "Journal of Clay"]


def test_a_conference_paper_and_its_article_are_two_entries(tmp_path: Path) -> None:
    title = "Counting the reeds of the delta with cameras"
    read = write_and_read(
        tmp_path,
        endnote("(Oak 2019a)", cite(1, "Oak", 2019, title, "Proceedings of Reeds")),
        endnote("(Oak 2019b)", cite(2, "Oak", 2019, title, "Journal of Clay")),
        entries=(f"Oak T (2019b) {title}. Journal of Clay 3:1",
                 f"Oak T (2019a) {title}. In: Proceedings of Reeds"),
    )  # fmt: skip
    assert markers(read) == [("(Oak 2019a)", (1,), ()), ("(Oak 2019b)", (0,), ())]


def test_one_work_of_two_libraries_stays_one(tmp_path: Path) -> None:
    read = write_and_read(
        tmp_path,
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        endnote("(Oak 2019)", cite(40, *OAK_CITE[1:4], "J Clay", library="two")),
        entries=(OAK,),
    )
    assert markers(read) == [("(Oak 2019)", (0,), ()), ("(Oak 2019)", (0,), ())]
    assert len(read.references) == 1


def test_a_short_title_is_not_found_inside_another(tmp_path: Path) -> None:
    short = "Elm T (2001) Water. Annals of Wind 1:9"
    read = write_and_read(
        tmp_path,
        endnote("(Elm 2001)", cite(3, "Elm", 2001, "Water", "Annals of Wind")),
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        entries=(OAK, short),
    )
    assert [entry.text for entry in read.references] == [OAK, short]
    assert markers(read) == [("(Elm 2001)", (1,), ()), ("(Oak 2019)", (0,), ())]
    assert list_findings(read) == []


def test_a_work_without_a_title_is_found_by_author_and_year(tmp_path: Path) -> None:
    letter = "Elm T (1898) Letters of the valley"
    read = write_and_read(
        tmp_path,
        endnote("(Elm 1898)", cite(3, "Elm", 1898, "", "Letters of the valley")),
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        entries=(letter, OAK),
    )
    assert markers(read) == [("(Elm 1898)", (0,), ()), ("(Oak 2019)", (1,), ())]
    assert list_findings(read) == []


def test_fields_without_records_lead_to_author_and_year(tmp_path: Path) -> None:
    """A number alone is that of any library."""
    read = write_and_read(
        tmp_path,
        endnote("(Elm 2015)", cite(12, "Elm", 2015)),
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        endnote("(Fir 1999)", cite(5, "Fir", 1999)),
        entries=(ELM, OAK),
    )
    assert markers(read) == [
        ("(Elm 2015)", (0,), ()), ("(Oak 2019)", (1,), ()), ("(Fir 1999)", (), ("Fir, 1999 #5",))
    ]  # fmt: skip
    assert list_findings(read) == [
        wording.fill(wording.CITED_BUT_NOT_LISTED, marker="Fir, 1999 #5")
    ]


def test_a_second_list_that_names_a_work_again_adds_none(tmp_path: Path) -> None:
    read = write_and_read(
        tmp_path,
        endnote("[1]", cite(*OAK_CITE)),
        endnote("[2]", cite(*ELM_CITE, library="two")),
        entries=(f"1. {OAK}",),
        again=(f"1. {ELM}", f"2. {OAK}"),
    )
    assert [entry.title for entry in read.references] == [OAK_CITE[3], ELM_CITE[3]]
    assert list_findings(read) == []


def test_an_entry_that_stands_below_itself_is_in_the_list_twice(tmp_path: Path) -> None:
    read = write_and_read(
        tmp_path,
        endnote("(Oak 2019)", cite(*OAK_CITE)),
        endnote("(Elm 2015)", cite(*ELM_CITE)),
        entries=(ELM, OAK, OAK),
    )
    assert [entry.text for entry in read.references] == [ELM, OAK, OAK]
    assert [finding.kind for finding in audit(read, {}) if finding.is_problem] == ["duplicate"]


@pytest.mark.parametrize("listed", [True, False])
def test_citations_that_endnote_has_not_formatted_are_citations(
    tmp_path: Path, listed: bool
) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Reeds sing {Oak, 2019 #12}. They bend {see Elm, 2015 #3@7;Oak, 2019 #12}."))
    add(document, run("The set {1, 2, 3} and the colour {#12} cite nothing."))
    if listed:
        document.add_heading("References", 1)
        for entry in (ELM, OAK, "Fir T (1999) Bark. Annals of Wind 2:2"):
            add(document, run(entry))
    read = parse(saved(document, tmp_path))
    both = ("{see Elm, 2015 #3@7;Oak, 2019 #12}", (0, 1), ())
    missing = (both[0], (), ("see Elm, 2015 #3", "Oak, 2019 #12"))
    first = ("{Oak, 2019 #12}", (1,), ()) if listed else ("{Oak, 2019 #12}", (), (missing[2][1],))
    assert markers(read) == [first, both if listed else missing]
    if listed:
        assert list_findings(read) == [
            wording.fill(wording.ENTRY_NEVER_CITED, entry="3 (Fir 1999)")
        ]


def test_a_list_in_the_order_of_its_first_words_has_families_first() -> None:
    names = ("Ash Wim", "Birch Ada", "Cane Zoe", "Dock Ben", "Elm Vera", "Fern Carl", "Gale Uma",
             "Holm Dan", "Ivy Tea")  # fmt: skip
    listed = [
        WordParagraph(text=f"{name} et Oak Jo, « Walks on sand {at} », Reed Letters 4, 2011, p. 9.")
        for at, name in enumerate(names)
    ]
    assert from_list(listed).references[0].authors == ("Wim Ash", "Jo Oak")
    assert from_list(listed[::-1][:4]).references[0].authors[0] == "Ivy Tea"


@pytest.mark.parametrize("label", ["{}- \t", "{} – ", "({}) ", "{}. ", "[{}] "])
def test_entries_have_labels_of_every_kind(label: str) -> None:
    entries = (
        "A. Reed, Songs of the marsh, Harbour Press, 2019.",
        "B. Fen, Owls, Quay House, 2020.",
    )
    paragraphs = [
        WordParagraph(text=label.format(number) + entry)
        for number, entry in enumerate(entries, start=1)
    ]
    references = from_list(paragraphs).references
    assert [(one.label, one.text) for one in references] == list(zip("12", entries, strict=True))


def test_a_short_entry_may_be_known_by_its_number_alone() -> None:
    entries = ("C. Fen, doi:10.1000/reed.12.", "D. Oak, arXiv:2101.00001.")
    paragraphs = [
        WordParagraph(text=f"[{number}] {entry}") for number, entry in enumerate(entries, start=1)
    ]
    references = from_list([*paragraphs, WordParagraph(text="[3] C. Fen, here.")]).references
    assert [(one.doi, one.arxiv) for one in references] == [
        ("10.1000/reed.12", ""),
        ("", "2101.00001"),
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Maxi, 2008. Reed. [Disc]", 1),
        ("Maxi (2008). Reed.", 1),
        ("Seen 3 May 2008.", 0),
        ("(May 2008)", 0),
        ("Page 12 of 2008", 0),
    ],
)
def test_a_short_entry_may_have_one_word_as_a_name(text: str, count: int) -> None:
    assert len(from_list([WordParagraph(text=text)]).references) == count


TYPED = (
    "Ash, B. 2001. Leaves on a roof of reeds. Quiet Places 2, 20–29.",
    "Elm, I. 2021. An hour of silence. Journal of Listening 3, 10–19.",
    "———. 2022. Another hour of silence. Journal of Listening 4, 1–9.",
    "Oak, T. 2019. Recorders at the edge of the water. Quiet Places 7, 1–9.",
)


def read_with_list(folder: Path, *entries: str, style: str = "", cited: str = "") -> Manuscript:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph(cited or "Reeds sing in the wind of the sea (Oak 2019).")
    if style and style not in [one.name for one in document.styles]:
        document.styles.add_style(style, WD_STYLE_TYPE.PARAGRAPH)
    for entry in entries:
        document.add_paragraph(entry, style=style or None)
    return parse(saved(document, folder))


@pytest.mark.parametrize("style", ["Bibliography", "MDPI_7.1_References", "EndNote Bibliography"])
def test_a_list_without_a_heading_is_known_by_its_style(tmp_path: Path, style: str) -> None:
    entries = ("Office of Reeds. n.d. “Lists of the reeds.” Accessed in May.", *TYPED[2:])
    read = read_with_list(tmp_path, *entries, style=style)
    assert len(read.references) == len(entries)
    assert markers(read) == [("(Oak 2019)", (2,), ())]


def test_entries_of_a_headed_list_may_have_a_style_or_none(tmp_path: Path) -> None:
    document = started()
    document.add_heading("References", 1)
    document.styles.add_style("Bibliography", WD_STYLE_TYPE.PARAGRAPH)
    document.add_paragraph(TYPED[0], style="Bibliography")
    document.add_paragraph("Office of Reeds. n.d. Lists of the reeds of the coast.")
    document.add_heading("Appendix", 1)
    document.add_paragraph("More reeds grow in the appendix.")
    assert len(parse(saved(document, tmp_path)).references) == 2


def test_a_list_without_a_heading_may_have_entries_without_authors(tmp_path: Path) -> None:
    pages = ("“The Reeds.” https://reeds.example/.", "“The Winds.” https://winds.example/.")
    read = read_with_list(tmp_path, *TYPED[:2], *pages, *TYPED[2:])
    assert len(read.references) == len((*TYPED, *pages))
    assert markers(read) == [("(Oak 2019)", (5,), ())]


def test_text_before_a_list_without_a_heading_is_none_of_it(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    document.add_paragraph("Oak, 2019, is the year. " + "The wind sings in the reeds. " * 30)
    document.add_paragraph("The reeds sing back (Oak 2019).")
    for entry in TYPED:
        document.add_paragraph(entry)
    read = parse(saved(document, tmp_path))
    assert [one.text for one in read.references] == list(TYPED)


@pytest.mark.parametrize("labelled", [True, False])
def test_entries_may_be_lines_of_one_paragraph(tmp_path: Path, labelled: bool) -> None:
    lines = [f"{at}. {text}" if labelled else text for at, text in enumerate(TYPED, 1)]
    lines[1] += "\nhttps://silence.example/hour"
    read = read_with_list(tmp_path, "\n".join(lines), style="Bibliography")
    assert [one.year for one in read.references] == [2001, 2021, 2022, 2019]
    assert read.references[1].url == "https://silence.example/hour"


def test_one_entry_in_several_lines_stays_one(tmp_path: Path) -> None:
    broken = TYPED[0].replace(". ", ".\n")
    read = read_with_list(tmp_path, broken, *TYPED[1:], style="Bibliography")
    assert len(read.references) == len(TYPED)
    assert read.references[0].text == TYPED[0]


def test_a_list_of_web_pages_is_known_by_its_numbers_and_addresses(tmp_path: Path) -> None:
    pages = [
        "[1] The reeds of the coast: https://reeds.example/coast",
        "[2] How the wind is measured:",
        "https://winds.example/measure",
        "[3] A map of silent places: https://maps.example/silence",
    ]
    read = read_with_list(tmp_path, *pages, cited="Reeds sing in the wind [2], not always [3].")
    assert [one.label for one in read.references] == ["1", "2", "3"]
    assert read.references[1].url == "https://winds.example/measure"
    assert markers(read) == [("[2]", (1,), ()), ("[3]", (2,), ())]


def test_steps_that_name_web_pages_are_text(tmp_path: Path) -> None:
    steps = [f"{at}. Open https://reeds.example/{at} and save what is there." for at in range(1, 6)]
    document = started()
    for line in ("We measured the wind in five steps.", *steps, "The reeds sang. It was late."):
        document.add_paragraph(line)
    read = parse(saved(document, tmp_path))
    assert not read.references
    assert [one.text for one in read.sentences][1:6] == steps


@pytest.mark.parametrize(
    ("shown", "cited"),
    [
        pytest.param("3", [(2,)], id="a number"),
        pytest.param("(2, 4)", [(1, 3)], id="several"),
        pytest.param("[1–3]", [(0, 1, 2)], id="a range"),
        pytest.param("Ash (2001)", [(0,)], id="a name"),
        pytest.param("9", [], id="a number without an entry"),
    ],
)
def test_a_field_that_keeps_a_key_alone_cites_what_it_shows(
    tmp_path: Path, shown: str, cited: list[tuple[int, ...]]
) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Reeds sing in the wind of the sea "), field(' CITATION "8" ', shown))
    document.add_heading("References", 1)
    entries = [TYPED[0], TYPED[1], TYPED[3], "Yew, D. 2005. Needles in the wind. Trees 4, 30–39."]
    for number, entry in enumerate(entries, 1):
        document.add_paragraph(f"[{number}] {entry}")
    assert [references for _, references, _ in markers(parse(saved(document, tmp_path)))] == cited


def test_typed_entries_in_a_row_of_numbers_are_of_the_list_beside_fields(tmp_path: Path) -> None:
    offices = ("3. Office of Reeds: Kinds of reeds", "4. Office of Winds: Kinds of winds")
    entries = (f"1. {ELM}", f"2. {OAK}", *offices, "Printed in the office of the coast.")
    read = write_and_read(tmp_path, endnote("[2]", cite(*OAK_CITE)), entries=entries)
    assert [one.label for one in read.references] == ["1", "2", "3", "4"]


def test_the_address_of_an_entry_is_kept() -> None:
    entry = "A. Reed, Songs of the marsh, 2019. https://example.org/songs"
    references = from_list([WordParagraph(text=entry)]).references
    assert references[0].url == "https://example.org/songs"


def test_a_year_alone_leads_to_none_of_two_entries_of_it(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Reeds", 1)
    add(document, run("Reeds sing {Oak, 2019 #12}. They bend {Elm, 2015 #3}."))
    document.add_heading("References", 1)
    for entry in (
        "Oak T. (2019a). Walks and weather. Quiet Places, 3, 1-9.",
        "Oak T. (2019b). Weather and walks. Quiet Places, 4, 1-9.",
        "Elm I. (2015). An hour of silence. Journal of Listening, 3, 10-19.",
    ):
        document.add_paragraph(entry)
    assert markers(parse(saved(document, tmp_path))) == [
        ("{Oak, 2019 #12}", (), ("Oak, 2019 #12",)),
        ("{Elm, 2015 #3}", (2,), ()),
    ]


def test_a_number_that_begins_a_title_is_no_label_of_a_numbered_list() -> None:
    texts = ("Ann Oak, Winds, 2009.", "429 Winds and the Reeds of the North, 2019.")
    entries = from_list([WordParagraph(text, numbered=True) for text in texts]).references
    assert [(entry.label, entry.text) for entry in entries[:2]] == [
        ("1", "Ann Oak, Winds, 2009."),
        ("2", "429 Winds and the Reeds of the North, 2019."),
    ]


def test_a_labelled_address_is_an_entry_however_short() -> None:
    texts = ("[1] Ann Oak, Winds and reeds, 2009.", "[2] https://reed.example/")
    entries = from_list(list(map(WordParagraph, texts))).references
    assert [entry.label for entry in entries] == ["1", "2"]
