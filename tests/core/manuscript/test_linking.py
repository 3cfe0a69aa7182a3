from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from core.library.identity import title_key
from core.manuscript.linking import Linker, likeness
from core.records import Paper, PaperNumber, Reference


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

    def like(self, text: str) -> Sequence[Paper]:
        words = set(text.casefold().split())
        return [each for each in self.papers if words & set(each.title.casefold().split())]


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


def test_a_doi_decides() -> None:
    assert link(entry("Something else", doi="10.5555/X"), SIEVING, POTS) == (2, 1.0)


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
