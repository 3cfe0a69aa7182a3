"""Notes that somebody typed, in the manners of Chicago, OSCOLA and Bluebook."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.manuscript.odt.document import parse as parse_odt
from core.manuscript.references.typed_notes import (
    NoteWorks,
    number_works,
    read_full_citation,
    read_listed_works,
    seems_to_cite,
)
from core.manuscript.word.document import parse as parse_word
from tests.core.manuscript.tex import markers, texts

NOTES = (
    "Ann Oak, Walks and Weather (Ely: Reed Press, 1998), 12.",
    "Eva Elm, “The Working Shore,” Journal of Reed History 22, no. 3 (2011): 201–225.",
    "Ibid., 203; Oak, Walks, 3.",
    "I thank the reeds.",
)
EXPECTED = [
    ("(Oak, 1998)", ["Walks and Weather"], ()),
    ("(Elm, 2011)", ["The Working Shore"], ()),
    ("(Elm, 2011; Oak, 1998)", ["The Working Shore", "Walks and Weather"], ()),
]
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"

WALKS = "Ann Oak, Walks and Weather (Ely: Reed Press, 1998), 12."
SHORE = "Eva Elm, “The Working Shore,” Journal of Reed History 22, no. 3 (2011): 201–225."
LAW = "Jo Roe, The Law of Ropes, 45 Reed L. Rev. 123, 130 (1998)."


def read_notes(texts: Sequence[str], listed: Sequence[PaperRecord] = ()) -> NoteWorks:
    works = NoteWorks(list(listed))
    for text in texts:
        works.add_note(" ".join(text.split()))
    return works


@pytest.mark.parametrize(
    ("text", "authors", "title", "year", "venue"),
    [
        (WALKS, ("Ann Oak",), "Walks and Weather", 1998, ""),
        (SHORE, ("Eva Elm",), "The Working Shore", 2011, "Journal of Reed History"),
        (LAW, ("Jo Roe",), "The Law of Ropes", 1998, "Reed L. Rev."),
        ("Jo Roe, ‘Ropes’ (2011) 22 Reed Law Review 201, 203.", ("Jo Roe",), "Ropes", 2011,
         "Reed Law Review"),
        ("J. R. Oak, 'The sailor's rope', Reed Studies 3 (1999), pp. 1-9.", ("J. R. Oak",),
         "The sailor's rope", 1999, "Reed Studies"),
        ("Ola Aas, Ida Berg, and Tor Fir, Stones, 2nd ed. (Oslo: Sea, 2005), 3.",
         ("Ola Aas", "Ida Berg", "Tor Fir"), "Stones", 2005, ""),
        ("J. R. R. Oak, Old Tales (London 1954) 3.", ("J. R. R. Oak",), "Old Tales", 1954, ""),
        ("Marsh v Reed [1932] AC 562 (HL).", (), "Marsh v Reed", 1932, ""),
        ("Marsh v. Reed, 410 U.S. 113, 116 (1973).", (), "Marsh v. Reed", 1973, ""),
    ],
)  # fmt: skip
def test_a_work_is_cited_in_full(
    text: str, authors: tuple[str, ...], title: str, year: int, venue: str
) -> None:
    record = read_full_citation(text)
    assert record is not None
    assert (record.authors, record.title, record.year, record.venue) == (
        authors, title, year, venue
    )  # fmt: skip


@pytest.mark.parametrize(
    ("note", "title"),
    [
        ("Ibíd., 14.", "Walks"),
        ("Ivi, p. 14.", "Walks"),
        ("Id. at 14.", "Walks"),
        ("Oak, art. cit., p. 14.", "Walks"),
        ("Oak, a. a. O., S. 14.", "Walks"),
        ("Oak, cit., p. 14.", "Walks"),
        ("Idem, Ropes at Sea (Ely: Reed, 2001), 4.", "Ropes at Sea"),
        ("Ders.: Die Seile, Ely 2001, S. 4.", "Die Seile"),
    ],
)
def test_the_same_author_may_have_another_work(note: str, title: str) -> None:
    works = read_notes(["Ann Oak, Walks (Ely: Reed, 1998), 12.", note, "Loc. cit."])
    assert [[works.records[at].title for at in one] for one in works.cited[1:]] == [[title]] * 2


@pytest.mark.parametrize(
    "text",
    [
        "I thank the editor for this remark.",
        "This was raised by many in 1998, and (Smith, 1998) thinks so too.",
        "The survey ran from March 1998 to May 1999.",
        "The word “quay” is older (1398).",
        "Port Council: The minutes were lost in Berlin 1998.",
        "The Ministry of Ports: the law changed in the year 1998, and then again in 2001.",
        "Data: own survey, Oslo 1998.",
        "See Section 3: Harbours, https://port.example/1998.",
        "",
    ],
)
def test_a_note_of_words_cites_nothing(text: str) -> None:
    assert read_notes([text]).cited == [[]]


@pytest.mark.parametrize(
    ("note", "cited"),
    [
        ("Ibid., 14.", [2]),
        ("Id. at 14.", [2]),
        ("Ebd., S. 12.", [2]),
        ("Oak, Walks, 14.", [0]),
        ("Oak, op. cit., p. 33.", [0]),
        ("Oak (n 1) 12.", [0]),
        ("Roe, supra note 3, at 131.", [2]),
        ("See also Elm, “Working Shore,” 205; Oak, Walks and Weather, 2.", [1, 0]),
        (f"For a longer discussion, see {WALKS}", [0]),
        ("Elm, 204.", [1]),
        ("Yew, Another Book, 3.", []),
        ("Oak, Another Book, 3.", []),
    ],
)
def test_later_notes_lead_to_the_same_works(note: str, cited: list[int]) -> None:
    works = read_notes([WALKS, SHORE, LAW, note])
    assert len(works.records) == 3
    assert works.cited[-1] == cited


def test_ibid_after_several_works_is_not_guessed() -> None:
    works = read_notes([f"{WALKS[:-1]}; {SHORE}", "Ibid., 3."])
    assert works.cited == [[0, 1], []]


def test_a_short_form_of_an_author_with_two_books_needs_the_title() -> None:
    other = "Ann Oak, Ropes (Ely: Reed Press, 2001), 3."
    works = read_notes([WALKS, other, "Oak, 14.", "Oak, Ropes, 14."])
    assert works.cited[2:] == [[], [1]]


def word_file(folder: Path) -> Path:
    runs = "".join(
        f"<w:r><w:t xml:space='preserve'> Sentence {name} is long enough.</w:t></w:r>"
        f"<w:r><w:footnoteReference w:id='{number}'/></w:r>"
        for number, name in enumerate(("one", "two", "three", "four"), 1)
    )
    heading = "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>Start</w:t></w:r></w:p>"
    notes = "".join(
        f"<w:footnote w:id='{number}'><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>"
        for number, text in enumerate(NOTES, 1)
    )
    path = folder / "marsh.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
            f"<Override PartName='/word/document.xml' ContentType='{_TYPES}.document.main+xml'/>"
            f"<Override PartName='/word/footnotes.xml' ContentType='{_TYPES}.footnotes+xml'/>"
            "<Default Extension='rels' ContentType='application/vnd.openxmlformats-package"
            ".relationships+xml'/></Types>",
        )
        archive.writestr(
            "_rels/.rels",
            f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='r1'"
            f" Type='{_OFFICE}/officeDocument' Target='word/document.xml'/></Relationships>",
        )
        archive.writestr(
            "word/_rels/document.xml.rels",
            f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='r1' Type='{_OFFICE}/footnotes'"
            " Target='footnotes.xml'/></Relationships>",
        )
        archive.writestr(
            "word/document.xml",
            f"<w:document {_W}><w:body>{heading}<w:p>{runs}</w:p></w:body></w:document>",
        )
        archive.writestr("word/footnotes.xml", f"<w:footnotes {_W}>{notes}</w:footnotes>")
    return path


def odt_file(folder: Path) -> Path:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text")
    )
    body = "".join(
        f" Sentence {name} is long enough.<text:note text:id='ftn{number}'"
        f" text:note-class='footnote'><text:note-citation>{number}</text:note-citation>"
        f"<text:note-body><text:p>{NOTES[number - 1]}</text:p></text:note-body></text:note>"
        for number, name in enumerate(("one", "two", "three", "four"), 1)
    )
    path = folder / "marsh.odt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:text>"
            f"<text:h text:outline-level='1'>Start</text:h><text:p>{body}</text:p>"
            "</office:text></office:body></office:document-content>",
        )
        archive.writestr("styles.xml", f"<office:document-styles {spaces}/>")
        archive.writestr("meta.xml", f"<office:document-meta {spaces}/>")
    return path


def test_typed_notes_of_word_cite(tmp_path: Path) -> None:
    manuscript = parse_word(word_file(tmp_path))
    assert markers(manuscript) == EXPECTED
    assert texts(manuscript)[-1] == "Sentence four is long enough."
    assert [entry.title for entry in manuscript.references] == [
        "Walks and Weather", "The Working Shore"
    ]  # fmt: skip
    assert manuscript.year is None


def test_typed_notes_of_writer_cite(tmp_path: Path) -> None:
    manuscript = parse_odt(odt_file(tmp_path))
    assert markers(manuscript) == EXPECTED
    assert len(manuscript.references) == 2


@pytest.mark.parametrize(
    ("text", "title", "year"),
    [
        ("Vgl. Hanna Oak, Wege. Und Wetter, Ely 1998, S. 33.", "Wege. Und Wetter", 1998),
        ("Jo Elm, Les cordes, Ely, Roseau, 2004, p. 3.", "Les cordes", 2004),
        ("JO ROE, THE LAW OF ROPES 33 (2d ed. 2007).", "THE LAW OF ROPES", 2007),
        ("Jo Elm: Die Seile. Eine Kunde, Ely 2004, S. 3.", "Die Seile. Eine Kunde", 2004),
        ("Jo Elm: Die Seile. Ely: Ried 2004, S. 3.", "Die Seile", 2004),
        ("Elm, Jo: Die Seile, 2. Aufl., Ely/Wien 2004, S. 3.", "Die Seile", 2004),
        ("Jo Elm: Die Seile, in: Blätter der See 12 (2004), S. 3–9.", "Die Seile", 2004),
        ("Jo Elm, Die Seile, in: Blätter der See 12 (2004), S. 3.", "Die Seile", 2004),
        ("Elm/Oak, Seilrecht, 3. Aufl. 2004, § 12 Rn. 4.", "Seilrecht", 2004),
        ("See Elm, J., & Oak, A. (2004). The rope at sea. Ely: Reed.", "The rope at sea", 2004),
        ("Rope Authority, Rules of the Rope, 2004, https://rope.example/a.", "Rules of the Rope",
         2004),
        ("The matter was left open for years. See Jo Elm, Ropes (Ely: Reed, 2004), 3.", "Ropes",
         2004),
    ],
)  # fmt: skip
def test_other_forms_of_books_are_read(text: str, title: str, year: int) -> None:
    works = read_notes([text])
    assert [(record.title, record.year) for record in works.records] == [(title, year)]


def test_cases_and_works_with_subtitles_are_named_again() -> None:
    works = read_notes([
        "Marsh v. Reed, 410 U.S. 113, 116 (1973).", "Marsh, 410 U.S. at 117.",
        "Ann Oak, Walks: A History (Ely: Reed Press, 1998), 12.",
        "Ann Oak, Walks (Ely: Reed Press, 1998), 13.",
    ])  # fmt: skip
    assert works.cited == [[0], [0], [1], [1]]


def test_works_of_a_list_are_found_by_title_and_by_journal() -> None:
    listed = read_listed_works([
        "Walks were long.", "References",
        "Oak, Ann. 1998. Walks and Weather. Ely: Reed Press.",
        "Elm, E.: The working shore, Journal of Reed History 22 (2011), 201–225.",
    ])  # fmt: skip
    works = read_notes(
        [
            "“Walks and Weather.”",
            "Oak, Walks and Weather; also Elm, “The Working Shore.”",
            "Elm, Journal of Reed History 2011, 201.",
            "I thank the reeds.",
        ],
        listed,
    )
    assert works.cited == [[0], [0, 1], [1], []]
    assert len(works.records) == 2


def test_a_list_without_a_title_is_none() -> None:
    assert read_listed_works(["Oak, Ann. 1998. Walks and Weather. Ely: Reed Press."]) == []


def test_a_subject_index_behind_the_list_is_no_part_of_it() -> None:
    listed = read_listed_works([
        "References",
        "Oak, Ann. 1998. Walks and Weather. Ely: Reed Press.",
        " The measured tides 12, 31f., 40",
        " Reeds on all shores of the sea",
    ])  # fmt: skip
    assert [one.title for one in listed] == [
        "Walks and Weather", "Reeds on all shores of the sea"
    ]  # fmt: skip
    assert read_notes(["Vgl. Oak, S. 12", "Vgl. Reeds, S. 3"], listed).cited == [[0], [1]]


@pytest.mark.parametrize(
    ("again", "works"),
    [
        pytest.param("Elm and others (n 1).", [1], id="the number of another note"),
        pytest.param("Elm, supra note 2, at 7.", [1], id="the right number"),
        pytest.param("2 ELM, supra note 2.", [1], id="a volume ahead"),
        pytest.param("2 Ash, supra note 2.", [], id="nobody that was cited"),
    ],
)
def test_short_forms_name_the_author(again: str, works: list[int]) -> None:
    assert read_notes([WALKS, SHORE, again]).cited[2] == works


def test_entries_of_gbt_7714_and_articles_without_authors_are_read() -> None:
    works = read_notes([
        "OAK A, ELM B. The cooling of ponds[J]. Reed Letters, 2011, 7(1): 33-41.",
        "‘The Warming of Ponds’ (2015) 14 Reed Letters 101.",
    ])  # fmt: skip
    titles = [(record.title, record.year) for record in works.records]
    assert titles == [("The cooling of ponds", 2011), ("The Warming of Ponds", 2015)]


def test_a_note_that_says_how_to_cite_the_paper_cites_nothing() -> None:
    assert read_notes([SHORE, f"How to cite this article: {SHORE}"]).cited == [[0], []]


def test_running_text_that_names_a_subject_cites_no_work_of_that_title() -> None:
    listed = read_listed_works(["References", "Oak, Ann. 1998. Walks and weather on shores. Ely."])
    text = "The light of the shore changes by the hour. " * 12
    works = read_notes(
        [f"Introduction. {text}Walks and weather on shores are rare. {text}"], listed
    )
    assert works.cited == [[]]


_LISTED = [
    PaperRecord(title="Walks", authors=("Ann Oak", "Bo Elm", "Cy Ash"), year=1998),
    PaperRecord(title="Ropes", authors=("Ann Oak",), year=2001),
    PaperRecord(title="Pots of sand", authors=("Ann Oak",), year=2001),
    PaperRecord(title="Tides", authors=("Institute of Sand",), year=2004),
]


@pytest.mark.parametrize(
    ("note", "titles"),
    [
        ("Vgl. Oak/Elm (1998), S. 12 f.", ["Walks"]),
        ("Vgl. Oak (1998), 100 walks of the shore, Seite 12", ["Walks"]),
        ("Vgl. Oak (2001b), Pots in the sun; Seite 12", ["Pots of sand"]),
        ("OAK & ELM (1998)", ["Walks"]),
        ("Oak 2001b: 14; Institute of Sand 2004.", ["Pots of sand", "Tides"]),
        ("See Oak and Elm (1998) and Institute of Sand (2004).", ["Walks", "Tides"]),
        ("Oak 2001.", []),
        ("Ash (1998), S. 4.", []),
    ],
)
def test_a_note_cites_by_names_and_year_what_the_list_has(note: str, titles: list[str]) -> None:
    works = read_notes([note], _LISTED)
    assert [works.records[at].title for at in works.cited[0]] == titles


@pytest.mark.parametrize(
    ("before", "note", "titles"),
    [
        ("This was shown by Oak and Elm", "(1998).", ["Walks"]),
        ("This was shown by Ivy", "(1998).", []),
        ("as Ann Oak said", "(n 1).", ["Walks"]),
        ("as the Institute of Sand said", "Op. cit., (note 1).", ["Tides"]),
        ("as all said", "(n 1).", []),
    ],
)
def test_the_text_before_a_note_may_name_the_authors(
    before: str, note: str, titles: list[str]
) -> None:
    works = NoteWorks(list(_LISTED))
    works.add_note("Oak and Elm 1998; Institute of Sand 2004.")
    works.add_note(note, before=before)
    assert [works.records[at].title for at in works.cited[1]] == titles


def test_names_of_further_authors_are_no_title() -> None:
    works = read_notes(["OAK 1998.", "Oak, Elm and Ash (n 1).", "同上。", "同1."], _LISTED)
    assert works.cited == [[0]] * 4


def test_a_listed_work_is_read_without_its_number_and_with_repeated_authors() -> None:
    records = read_listed_works(
        ["References", "[1] OAK A, ELM B. Walks on wet sand[J]. Reed Letters, 2015, 7(1): 3-4.",
         "[2] ——. Ropes on dry sand[J]. Reed Letters, 2016, 7(1): 33-41."]
    )  # fmt: skip
    assert [record.authors for record in records] == [("A OAK", "B ELM")] * 2


def test_a_long_number_behind_a_year_is_read_at_once() -> None:
    works = read_notes([f"Oak 1998 {'1' * 40} of 12"], _LISTED)
    assert works.cited == [[]]


def test_an_author_without_letters_is_named_by_no_note() -> None:
    record = PaperRecord(title="Walks", authors=("—",), year=1998)
    assert read_notes(["Ash 1998."], [record]).cited == [[]]


_FULL = ("Ann Oak, Walks in the reeds (Ely: Reed Press, 1998), 12.",
         "Bea Elm, Songs of the marsh (Ely: Reed Press, 2003), 40.")  # fmt: skip


def _cited_last(*notes: str) -> tuple[str, int]:
    return list(number_works([(str(at), note) for at, note in enumerate(notes)]))[-1][:2]


@pytest.mark.parametrize(
    "note",
    ["Íd., p. 14.", "Ib., p. 14", "aaO 14", "Op. cit., p. 14.", "Tamże, s. 14.", "Tamtéž, s. 14.",
     "Там же. С. 14.", "Uo. 14.", "A.g.e., s. 14", "Aynı yer, s. 14", "Loc. cit."],
)  # fmt: skip
def test_the_word_for_the_work_before_is_known_in_many_languages(note: str) -> None:
    assert _cited_last(_FULL[0], note) == ("1", 0)
    assert seems_to_cite(note)


@pytest.mark.parametrize(
    "note",
    ["Oak, loc. cit.", "Oak, ob. cit., p. 14", "Oak, dz. cyt., s. 14.", "Oak, указ. соч., с. 14.",
     "Oak, obra citada, p. 14", "Oak, l.c., p. 14", "Oak, a.g.e., s. 14", "Oak, aaO., S. 14",
     "A. Oak, op. cit., p. 14", "Ann Oak, Op. cit., p. 14"],
)  # fmt: skip
def test_the_word_for_an_author_s_work_is_known_in_many_languages(note: str) -> None:
    assert _cited_last(*_FULL, note) == ("2", 0)


def test_prose_that_begins_like_such_a_word_cites_nothing() -> None:
    for note in ("Op. cit is a Latin word.", "Uo wrote this.", "We thank our friend L. C. Oak."):
        assert _cited_last(_FULL[0], note) == ("0", 0)
        assert not seems_to_cite(note)
