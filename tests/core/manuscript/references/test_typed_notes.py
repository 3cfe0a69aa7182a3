"""Notes that somebody typed, in the manners of Chicago, OSCOLA and Bluebook."""

from __future__ import annotations

import pytest

from core.manuscript.references.typed_notes import read_full_citation, read_notes

WALKS = "Ann Oak, Walks and Weather (Ely: Reed Press, 1998), 12."
SHORE = "Eva Elm, “The Working Shore,” Journal of Reed History 22, no. 3 (2011): 201–225."
LAW = "Jo Roe, The Law of Ropes, 45 Reed L. Rev. 123, 130 (1998)."


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
    "text",
    [
        "I thank the editor for this remark.",
        "This was raised by many in 1998, and (Smith, 1998) thinks so too.",
        "The survey ran from March 1998 to May 1999.",
        "The word “quay” is older (1398).",
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
