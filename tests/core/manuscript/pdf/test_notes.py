"""Footnotes and endnotes of PDFs that cite, with and without a bibliography."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, ROMAN, Press

WALKS = "Ann Oak, Walks and Weather (Ely: Reed Press, 1998), 12."
SHORE = "Eva Elm, “The Working Shore,” Journal of Reed History 22, no. 3 (2011): 201–225."
ROPES = "Jo Ash, Ropes of the Coast (Ely: Reed Press, 2004), 7"
LAB = "Geographic Walking Science Lab, Reed House, 74 Shore Street, Ely, United Kingdom"
PLAIN = " ".join(prose.plain(prose.METHOD)[:3])


def make_press(path: Path) -> Press:
    press = Press(path)
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("Introduction", HEADING)
    return press


def add_sentences(press: Press, *texts_and_marks: tuple[str, str]) -> None:
    for text, mark in texts_and_marks:
        press.run(54, press.y, [(text, 10, 0), (mark, 6.5, 4)])
        press.y += 12
    press.add(PLAIN, FIRST)


def put_notes(press: Press, *notes: tuple[str, str], top: float = 700.0, size: float = 8.0) -> None:
    for at, (mark, text) in enumerate(notes):
        press.run(54, top + 10 * at, [(mark, 5, 3), (text, size, 0)])


def cited(manuscript: Manuscript) -> list[tuple[str, tuple[str, ...]]]:
    """Return text of each marker and titles of what it leads to."""
    return [
        (marker.text, tuple(manuscript.references[at].title for at in marker.references))
        for sentence in manuscript.sentences
        for marker in sentence.markers
    ]


@pytest.fixture
def footnoted(tmp_path: Path) -> Manuscript:
    press = make_press(tmp_path / "notes.pdf")
    add_sentences(
        press, ("The quay was never calm.", "1"), ("Its ropes were long.", "2"),
        ("So it went on for years.", "3"), ("The town knew it well.", "4"),
        ("Nobody thanked the baker.", "5"),
    )  # fmt: skip
    put_notes(
        press, ("1", WALKS), ("2", f"See also {ROPES}; {SHORE}"), ("3", "Oak, Walks, 14."),
        ("4", "Ibid., 15."), ("5", "We thank the baker."),
    )  # fmt: skip
    return parse(press.save())


def test_footnotes_cite_in_full_and_in_short(footnoted: Manuscript) -> None:
    assert cited(footnoted) == [
        ("1", ("Walks and Weather",)),
        ("2", ("Ropes of the Coast", "The Working Shore")),
        ("3", ("Walks and Weather",)),
        ("4", ("Walks and Weather",)),
    ]
    assert [entry.year for entry in footnoted.references] == [1998, 2004, 2011]
    assert all(entry.rects for entry in footnoted.references)


def test_sentences_end_with_their_marks(footnoted: Manuscript) -> None:
    texts = [sentence.text for sentence in footnoted.sentences]
    assert texts[0] == "The quay was never calm.1"
    assert "Nobody thanked the baker." in texts


def test_the_year_of_a_paper_is_not_that_of_a_note(footnoted: Manuscript) -> None:
    assert footnoted.year is None
    assert "volume" not in footnoted.imprint


def test_a_numbered_heading_below_a_gap_is_no_note(tmp_path: Path) -> None:
    press = Press(tmp_path / "heading.pdf", ((54.0, 296.0), (316.0, 558.0)))
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.add("Abstract", HEADING)
    press.add(PLAIN, FIRST)
    press.y += 14
    press.add("1 Introduction", HEADING)
    press.add("The quay was never calm (Oak, 1998). It was loud at night.", FIRST)
    press.next_column()
    press.run(316, press.y, [("Its ropes were long.", 10, 0), ("1", 6.5, 4)])
    press.y += 12
    press.add(PLAIN, FIRST)
    press.run(316, 700, [("1", 5, 3), ("We thank the baker.", 8, 0)])
    press.next_column()
    press.add("References", HEADING)
    press.add("Oak, Ann. Walks and Weather. Ely: Reed Press, 1998.", ENTRY)
    press.add("Yew, Tom. Never Cited at All. Ely: Reed Press, 1999.", ENTRY)
    manuscript = parse(press.save())
    assert "Introduction" in [section.title for section in manuscript.sections]
    assert cited(manuscript) == [("(Oak, 1998)", ("Walks and Weather",))]


def test_a_numbered_heading_in_capitals_below_a_gap_is_no_note(tmp_path: Path) -> None:
    press = Press(tmp_path / "capitals.pdf", ((54.0, 296.0), (316.0, 558.0)))
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.run(54, 80, [("Ann Oak", 10, 0), ("1", 6.5, 4)])
    press.add("Abstract", HEADING)
    press.add(PLAIN, FIRST)
    press.y += 24
    press.put(110, press.y, "1. INTRODUCTION", ROMAN, 10)
    press.y += 14
    press.add("The quay was never calm (Oak, 1998). It was loud at night.", FIRST)
    press.next_column()
    press.add(PLAIN, FIRST)
    press.add("References", HEADING)
    press.add("Oak, Ann. Walks and Weather. Ely: Reed Press, 1998.", ENTRY)
    press.add("Yew, Tom. Never Cited at All. Ely: Reed Press, 1999.", ENTRY)
    manuscript = parse(press.save())
    assert "INTRODUCTION" in [section.title for section in manuscript.sections]
    assert cited(manuscript) == [("(Oak, 1998)", ("Walks and Weather",))]


def test_two_marks_may_follow_each_other_without_a_comma(tmp_path: Path) -> None:
    press = make_press(tmp_path / "pair.pdf")
    texts = [(f"The quay {word} calm.", str(at)) for at, word in enumerate(
        ("was", "is", "seems", "looks", "grew", "felt", "stayed", "became"), start=1)]  # fmt: skip
    add_sentences(press, *texts, ("So it went on for years.", "910"))
    notes = [(str(at), f"Oak, Walks, {at}.") for at in range(2, 10)]
    put_notes(press, ("1", WALKS), *notes, ("10", "We thank the baker."), top=600.0)
    assert cited(parse(press.save()))[-1] == ("910", ("Walks and Weather",))


def test_notes_that_are_longer_than_the_text_are_not_the_text(tmp_path: Path) -> None:
    press = make_press(tmp_path / "long.pdf")
    notes = []
    for at in range(1, 5):
        add_sentences(press, ("The quay was never calm.", str(at)))
        notes.append((str(at), f"Oak, Walks, {at}. {prose.plain(prose.METHOD)[0]}"))
    put_notes(press, ("1", WALKS), *notes[1:], top=500.0)
    y = 560.0
    for row in (prose.plain(prose.RESULTS) * 9)[:14]:
        press.put(54, y, row[:110], ROMAN, 8)
        y += 10
    manuscript = parse(press.save())
    assert [section.title for section in manuscript.sections] == ["Introduction"]
    assert len(cited(manuscript)) == 4


def test_notes_lead_to_the_bibliography(tmp_path: Path) -> None:
    press = make_press(tmp_path / "listed.pdf")
    add_sentences(press, ("The quay was never calm.", "1"), ("Its ropes were long.", "2"))
    put_notes(press, ("1", "Oak, Walks and Weather, 12."), ("2", f"{ROPES}."))
    press.add("Bibliography", HEADING)
    press.add("Oak, Ann. Walks and Weather. Ely: Reed Press, 1998.", ENTRY)
    press.add("Yew, Tom. Never Cited at All. Ely: Reed Press, 1999.", ENTRY)
    manuscript = parse(press.save())
    assert cited(manuscript) == [("1", ("Walks and Weather",)), ("2", ("Ropes of the Coast",))]
    assert len(manuscript.references) == 3


def test_endnotes_cite_and_are_no_reference_list(tmp_path: Path) -> None:
    press = make_press(tmp_path / "endnotes.pdf")
    add_sentences(press, ("The quay was never calm.", "1"), ("Its ropes were long.", "2"),
                  ("So it went on.", "3"))  # fmt: skip
    press.add("Notes", HEADING)
    for at, note in enumerate((WALKS, SHORE, "Oak, Walks, 14; Elm, op. cit., 204."), start=1):
        press.add(f"{at}. {note}", FIRST)
    manuscript = parse(press.save())
    assert cited(manuscript) == [
        ("1", ("Walks and Weather",)),
        ("2", ("The Working Shore",)),
        ("3", ("Walks and Weather", "The Working Shore")),
    ]
    assert not any("Elm" in sentence.text for sentence in manuscript.sentences)


def test_signs_and_numbers_that_begin_anew_belong_to_their_page(tmp_path: Path) -> None:
    press = make_press(tmp_path / "anew.pdf")
    add_sentences(press, ("The quay was never calm.", "1"), ("Its ropes were long.", "*"))
    put_notes(press, ("1", WALKS), ("*", f"{ROPES}."))
    press.next_page()
    press.add(PLAIN, FIRST)
    add_sentences(press, ("So it went on for years.", "1"))
    put_notes(press, ("1", SHORE))
    assert cited(parse(press.save())) == [
        ("1", ("Walks and Weather",)),
        ("*", ("Ropes of the Coast",)),
        ("1", ("The Working Shore",)),
    ]


def test_a_note_goes_on_over_the_page(tmp_path: Path) -> None:
    press = make_press(tmp_path / "long.pdf")
    add_sentences(press, ("The quay was never calm.", "1"))
    put_notes(press, ("1", "The ropes were longer than all the others of the"), top=740)
    press.next_page()
    press.add(PLAIN, FIRST)
    add_sentences(press, ("Its ropes were long.", "2"))
    press.put(54, 690, "coast, as the harbour says. See Jo Ash, Ropes of the Coast", size=8)
    press.put(54, 700, "(Ely: Reed Press, 2004), 7.", size=8)
    put_notes(press, ("2", "Ibid., 9."), top=710)
    assert cited(parse(press.save())) == [
        ("1", ("Ropes of the Coast",)),
        ("2", ("Ropes of the Coast",)),
    ]


def test_a_paper_that_cites_by_year_is_read_by_year(tmp_path: Path) -> None:
    press = make_press(tmp_path / "years.pdf")
    press.add("The quay was calm (Oak, 1998). It was long (Oak, 1998). It was old (Yew, 1999).")
    add_sentences(press, ("Its ropes were long.", "1"))
    put_notes(press, ("1", f"{ROPES}."))
    press.add("References", HEADING)
    press.add("Oak, A. (1998). Walks and Weather. Ely: Reed Press.", ENTRY)
    press.add("Yew, T. (1999). Never Calm at All. Ely: Reed Press.", ENTRY)
    manuscript = parse(press.save())
    assert len(manuscript.references) == 2
    assert [text for text, _ in cited(manuscript)] == ["(Oak, 1998)", "(Oak, 1998)", "(Yew, 1999)"]


def test_references_and_notes_are_a_list(tmp_path: Path) -> None:
    press = make_press(tmp_path / "list.pdf")
    add_sentences(press, ("The quay was never calm.", "1"), ("Its ropes were long.", "2"),
                  ("So it went on.", "3"))  # fmt: skip
    press.add("References and Notes", HEADING)
    for at in range(1, 4):
        press.add(f"{at}. A. Oak, T. Yew, Walks number {at} of the coast. Reed Lett. {at}, 35–39 "
                  "(2016).", FIRST)  # fmt: skip
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3"]
    assert [marker for marker, _ in cited(manuscript)] == ["1", "2", "3"]


def test_notes_that_seem_to_cite_and_were_not_recognised_are_counted(tmp_path: Path) -> None:
    press = make_press(tmp_path / "lost.pdf")
    add_sentences(
        press, ("The quay was never calm.", "1"), ("Its ropes were long.", "2"),
        ("So it went on for years.", "3"), ("Nobody thanked the baker.", "4"),
    )  # fmt: skip
    lost = "as in the harbour rolls of 1811, fol. 12, and the toll book of the town, p. 9"
    put_notes(press, ("1", WALKS), ("2", lost), ("3", f"{lost}0"), ("4", "We thank the baker."))
    (part,) = parse(press.save()).unread
    assert (part.kind, part.page) == ("note", 1)
    assert "2" in str(part.text)


def test_notes_that_were_all_recognised_leave_nothing_unread(footnoted: Manuscript) -> None:
    assert footnoted.unread == ()


def test_places_with_raised_numbers_above_the_text_are_no_footnotes(tmp_path: Path) -> None:
    press = Press(tmp_path / "places.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.run(54, 84, [("Mara Ilves", 11, 0), ("1", 7, 4), (" and Nora Reed", 11, 0), ("2", 7, 4)])
    for at, (mark, place) in enumerate((("1", LAB), ("2", "Reed House, Ely"))):
        press.run(54, 112 + 12 * at, [(mark, 7, 4), (place, 10, 0)])
    press.y = 150
    press.add("Abstract", HEADING)
    press.add(PLAIN, FIRST)
    press.add("Introduction", HEADING)
    press.add("The first walk began at noon.", FIRST)
    press.add(PLAIN, FIRST)
    press.next_page()
    press.add(PLAIN, FIRST)
    press.add("References", HEADING)
    press.add("Oak, A. (1998). Walks and weather. Ely: Reed Press.", ENTRY)
    press.add("Elm, E. (2011). Geographic walking science. Journal of Walks, 22, 1–25.", ENTRY)
    sentences = parse(press.save()).sentences
    assert any(one.text.startswith("The first walk began at noon") for one in sentences)
