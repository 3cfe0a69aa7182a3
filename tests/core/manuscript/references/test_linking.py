from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from core.base.identity import title_key
from core.base.records import Paper, PaperNumber, Reference
from core.manuscript.references.journal_places import SAME_PLACE
from core.manuscript.references.linking import Linker, likeness


def paper(number: int, title: str, *authors: str, year: int | None = None, doi: str = "") -> Paper:
    ids = (f"doi:{doi}",) if doi else ()
    return Paper(
        number=PaperNumber(number), title=title, authors=authors, year=year, doi=doi, ids=ids
    )


class Shelf:
    """A few papers, looked up as a library does it."""

    def __init__(self, *papers: Paper) -> None:
        self.papers = papers

    def resolve_many(self, external_ids: Iterable[str]) -> dict[str, PaperNumber]:
        known = {own: each.number for each in self.papers for own in each.ids}
        return {asked: known[asked] for asked in external_ids if asked in known}

    def find_by_title(self, title_keys: Sequence[str]) -> dict[str, list[PaperNumber]]:
        found: dict[str, list[PaperNumber]] = {}
        for each in self.papers:
            if title_key(each.title) in title_keys:
                found.setdefault(title_key(each.title), []).append(each.number)
        return found

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        return [each for each in self.papers if each.number in numbers]

    def find_by_title_start(self, starts: Sequence[str]) -> dict[str, list[PaperNumber]]:
        return {
            start: [each.number for each in self.papers if title_key(each.title).startswith(start)]
            for start in starts
        }

    def find_by_volume(
        self, years: Sequence[int], volumes: Sequence[str]
    ) -> dict[str, list[PaperNumber]]:
        return {
            volume: [
                item.number
                for item in self.papers
                if item.year in years and item.extra.get("volume") == volume
            ]
            for volume in volumes
        }

    def like(self, text: str) -> Sequence[PaperNumber]:
        words = set(text.casefold().split())
        return [each.number for each in self.papers if words & set(each.title.casefold().split())]


SIEVING = paper(1, "A Handbook of Patient Sieving", "Petra Ander", "Rolf Holt", year=1998)
POTS = paper(2, "Clay Pots as Resonators on Beaches", "Sven Brandvik", year=2004, doi="10.5555/x")
OTHER_POTS = paper(3, "Clay Pots as Resonators on Beaches", "Anna Lund", year=1950)


def link(reference: Reference, *papers: Paper) -> tuple[int, float] | None:
    shelf = Shelf(*papers)
    found = Linker(shelf, shelf.like).link([reference]).get(reference.index)
    return None if found is None else (found.paper, found.confidence)


def entry(title: str = "", *authors: str, year: int | None = None, doi: str = "") -> Reference:
    text = f"{', '.join(authors)}. {title}. {year}."
    return Reference(index=4, label="", text=text, authors=authors, title=title, year=year, doi=doi)


def test_a_doi_decides_where_the_title_agrees() -> None:
    nearly = entry("Clay pots as resonators on the beach", "S. Brandvik", doi="10.5555/X")
    assert link(nearly, SIEVING, POTS, OTHER_POTS) == (2, 1.0)


def test_an_entry_that_is_only_a_doi_is_linked() -> None:
    bare = Reference(index=4, label="", text="doi:10.5555/x", doi="10.5555/x")
    found = link(bare, SIEVING, POTS)
    assert found is not None
    assert found[0] == POTS.number
    assert found[1] < 1.0


def test_a_doi_of_an_entry_without_a_title_is_believed_by_its_first_author() -> None:
    own = Reference(
        index=4,
        label="",
        text="Brandvik S. Journal of Beach Studies 4:11-19 (2004).",
        authors=("S. Brandvik",),
        year=2004,
        doi="10.5555/x",
    )
    assert link(own, SIEVING, POTS) == (2, 1.0)
    other = replace(own, text=own.text.replace("Brandvik S", "Tarn M"), authors=("M. Tarn",))
    found = link(other, SIEVING, POTS)
    assert found is None or found[1] < 1.0


def test_a_doi_whose_record_has_another_title_is_not_believed() -> None:
    copied = entry("Forty years of weather on one island", "M. Tarn", year=2011, doi="10.5555/x")
    assert link(copied, SIEVING, POTS) is None


def test_a_wrong_doi_does_not_hide_the_paper_of_the_title() -> None:
    copied = entry(SIEVING.title, "P. Ander", year=1998, doi="10.5555/x")
    found = link(copied, SIEVING, POTS)
    assert found is not None
    assert found[0] == SIEVING.number


def test_an_equal_title_is_checked_by_year_and_author() -> None:
    found = link(entry(POTS.title, "S. Brandvik", year=2004), OTHER_POTS, POTS)
    assert found is not None
    assert found[0] == POTS.number
    assert found[1] > 0.95


def test_letter_case_and_signs_of_a_title_do_not_matter() -> None:
    found = link(entry("A handbook of patient sieving.", "P. Ander", year=1998), SIEVING)
    assert found is not None


def test_a_small_slip_in_the_title_is_forgiven() -> None:
    found = link(entry("A handbook of patient seiving", "P. Ander", year=1998), SIEVING)
    assert found is not None
    assert 0.6 <= found[1] < 0.97


def test_a_title_cut_wrong_is_found_in_the_entry() -> None:
    reference = Reference(
        index=4,
        label="",
        text="P. Ander and R. Holt, A handbook of patient sieving, Shore Press, 1998",
        authors=("P. Ander", "R. Holt"),
        title="A handbook of patient sieving, Shore Press",
        year=1998,
    )
    assert link(reference, SIEVING) is not None


def raw(text: str, title: str = "", *authors: str, year: int | None = None) -> Reference:
    return Reference(index=4, label="", text=text, title=title, authors=authors, year=year)


LONG = paper(7, "How Gulls Learn to Open Shells on Wet Sand", "Ida Moe", "Tor Falk", year=2015)


def test_a_title_the_parser_missed_is_found_behind_the_authors() -> None:
    text = "I. Moe and T. Falk. How gulls learn to open shells on wet sand. Birds, 3, 2015."
    found = link(raw(text, "Falk", "I. Moe", year=2015), SIEVING, LONG)
    assert found is not None
    assert found[0] == LONG.number
    assert found[1] > 0.95


def test_a_subtitle_more_or_less_is_forgiven_the_same_people() -> None:
    longer = "How gulls learn to open shells on wet sand: twelve winters of watching"
    assert link(entry(longer, "I. Moe", "T. Falk", year=2015), LONG) is not None
    assert link(entry(longer, "E. Corso", year=2015), LONG) is None


def test_a_title_in_the_midst_of_a_longer_one_is_another_paper() -> None:
    short = paper(8, "Learning to Open Shells", "Ida Moe", year=2015)
    assert link(entry("Gulls learning to open shells", "I. Moe", year=2015), short) is None


def test_the_number_of_a_part_tells_papers_apart() -> None:
    second = paper(9, "Notes on the Tides of the Bay, Part 2", "Ida Moe", year=2015)
    assert link(entry("Notes on the tides of the bay, part 1", "I. Moe", year=2015), second) is None


def test_a_volume_without_authors_is_not_taken_for_a_paper_in_it() -> None:
    volume = paper(10, "Proceedings of the 3rd Meeting on Shells", year=2015)
    for word in ("In ", ""):
        text = f"I. Moe. A shell. {word}Proceedings of the 3rd Meeting on Shells, 2015."
        assert link(raw(text, "A shell", "I. Moe", year=2015), volume) is None


@pytest.mark.parametrize(
    "reference",
    [
        pytest.param(entry(SIEVING.title, "E. Corso", year=1998), id="other author"),
        pytest.param(
            entry("A handbook of patient sailing", "E. Corso", year=1970), id="other title"
        ),
        pytest.param(entry("", "P. Ander", year=1998), id="no title"),
    ],
)
def test_what_disagrees_is_not_linked(reference: Reference) -> None:
    assert link(reference, SIEVING) is None


def test_confidence_lies_between_nothing_and_certainty() -> None:
    for year in (None, 1900, 1998):
        for authors in ((), ("P. Ander",), ("X. Y",)):
            assert 0.0 <= likeness(entry(SIEVING.title, *authors, year=year), SIEVING) <= 1.0


def test_nothing_to_link_asks_nothing() -> None:
    assert Linker(Shelf(), Shelf().like).link([]) == {}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param(
            "S. Brandvik, Clay pots as resonnators on the beaches of the north, Shore 7 (2004)",
            "Shore",
            id="written otherwise, and not read",
        ),
        pytest.param("Clay pots", "Clay pots", id="a part of it"),
    ],
)
def test_a_doi_is_believed_where_the_text_agrees_nearly(text: str, title: str) -> None:
    bare = Reference(index=4, label="", text=text, title=title, doi="10.5555/x")
    assert link(bare, SIEVING, POTS) == (POTS.number, 0.95)


@pytest.mark.parametrize(("year", "is_linked"), [(2004, True), (2006, True), (2011, False)])
def test_a_doi_of_other_authors_and_without_a_title_needs_the_year(
    year: int, is_linked: bool
) -> None:
    text = f"Tarn M. Journal of Beach Studies 4:11-19 ({year})."
    stated = Reference(
        index=4, label="", text=text, authors=("M. Tarn",), year=year, doi="10.5555/x"
    )
    assert (link(stated, SIEVING, POTS) is not None) == is_linked


def test_a_long_title_needs_no_author_to_be_found_in_a_text() -> None:
    report = paper(11, "Counting the Gulls of the Outer Islands in Winter", year=2015)
    text = "Shore Agency. Counting the gulls of the outer islands in winter. Leaflet 4, 2015."
    assert link(raw(text, "Shore Agency", year=2015), report) is not None


def test_authors_in_another_order_are_the_same_authors() -> None:
    found = link(entry(LONG.title, "T. Falk", "I. Moe", year=2015), LONG)
    assert found is not None
    assert found[1] > 0.9
    assert link(entry(LONG.title, "T. Falk", year=2015), LONG) is not None


def test_a_short_family_name_within_a_longer_one_is_another_person() -> None:
    short = replace(LONG, authors=("Ida Moe",))
    longer = f"{LONG.title}: twelve winters of watching"
    assert link(entry(longer, "I. Moe", year=2015), short) is not None
    assert link(entry(longer, "I. Moersch", year=2015), short) is None


def test_the_further_the_years_are_apart_the_less_sure_is_a_link() -> None:
    near, next_year, preprint, far, farther = (
        likeness(entry(SIEVING.title, "R. Holt", year=1998 + apart), SIEVING)
        for apart in (0, 1, 2, 3, 4)
    )
    assert near > next_year > preprint > far == farther
    assert preprint - far > next_year - preprint


@pytest.mark.parametrize(
    ("rest", "is_whole"),
    [
        ("", True),
        (", Birds 3", True),
        (" In Birds and Shells", True),
        (" dunes of the north.", False),
    ],
)
def test_a_title_that_goes_on_may_be_another(rest: str, is_whole: bool) -> None:
    text = f"I. Moe and T. Falk. 2015. How gulls learn to open shells on wet sand{rest}"
    found = link(raw(text, "Falk", "I. Moe", year=2015), LONG)
    assert found is not None
    assert (found[1] > 0.9) == is_whole


def test_an_entry_without_authors_is_linked_by_its_title_unless_that_is_a_short_word() -> None:
    found = link(entry(SIEVING.title, year=1998), SIEVING)
    assert found is not None
    assert found[1] > 0.8
    short = paper(12, "Reeds and Tides", "Ida Moe", year=2015)
    assert 0.8 < likeness(entry("Reeds and tides", "I. Moe", year=2015), short) < found[1] + 0.1
    shelf = Shelf(paper(12, "Reeds", "Ida Moe", year=2015))
    assert Linker(shelf).link([entry("Reeds", year=2015)]) == {}


def test_an_editor_is_no_author_of_a_title_that_agrees_nearly() -> None:
    title = "How gulls learned to open shells on wet sand"
    chapter = f"E. Corso. {title}. In I. Moe, editor, Birds, 2015."
    assert link(raw(chapter, title, "E. Corso", year=2015), LONG) is None


@pytest.mark.parametrize(("letters", "is_linked"), [(40, True), (41, False)])
def test_a_first_author_of_a_title_that_agrees_nearly_stands_in_front(
    letters: int, is_linked: bool
) -> None:
    title = "How gulls learned to open shells on wet sand"
    text = f"{'Shore Agency and others,':<{letters - 3}}Moe. {title}. 2015."
    stated = raw(text, title, "Shore Agency", year=2015)
    assert (link(stated, LONG) is not None) == is_linked


def test_an_entry_without_a_title_is_linked_by_its_place_if_one_paper_has_it() -> None:
    article = replace(LONG, venue="Shore Birds", extra={"volume": "3", "page": "17–29"})
    text = "I. Moe, Shore Birds 3, 17 (2015)."
    assert link(raw(text, "", "I. Moe", year=2015), SIEVING, article) == (LONG.number, SAME_PLACE)
    twin = replace(article, number=PaperNumber(13), title="Gulls")
    assert link(raw(text, "", "I. Moe", year=2015), article, twin) is None
    assert link(raw("I. Moe, Shore Birds 3, 17.", "", "I. Moe"), article) is None


def test_of_two_papers_of_one_title_the_stated_place_tells_which() -> None:
    one = replace(LONG, venue="Shore Birds", extra={"volume": "3", "page": "17"})
    other = replace(
        LONG, number=PaperNumber(13), venue="Dunes", extra={"volume": "8", "page": "70"}
    )
    for place, paper_of_place in (("Shore Birds 3, 17", one), ("Dunes 8, 70", other)):
        stated = raw(f"I. Moe, {LONG.title}. {place} (2015).", LONG.title, "I. Moe", year=2015)
        found = link(stated, one, other)
        assert found is not None
        assert found[0] == paper_of_place.number


def test_a_title_of_signs_alone_is_linked_to_nothing() -> None:
    assert likeness(entry("", "P. Ander", year=1998), replace(SIEVING, title="?!")) == 0.0
