from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from core.base.identity import title_key
from core.base.records import Paper, PaperNumber, Reference
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
    text = "I. Moe. A shell. In Proceedings of the 3rd Meeting on Shells, 2015."
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
