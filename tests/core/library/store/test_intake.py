"""What adding makes of records: new papers, merged ones, refused ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.records import PaperNumber, PaperRecord
from core.base.stated_keys import ALIASES
from core.library.library import Library
from core.library.store.papers import Outcome
from tests import wording
from tests.core.library.adding import FULL, TITLE, add, only, paper, statuses


def test_a_paper_comes_back_as_it_was_added(library: Library) -> None:
    (outcome,) = add(library, FULL)
    assert outcome == Outcome("acl:P20-1", FULL.title, "added", PaperNumber(1))
    stored = library.papers.get(PaperNumber(1))
    assert all(
        getattr(stored, name) == getattr(FULL, name) for name in PaperRecord.__dataclass_fields__
    )
    assert stored.ids == ("acl:P20-1", "doi:10.1000/abc", "arxiv:2001.00001")


def test_papers_outlive_the_process(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        add(library, FULL)
        identity = library.identity
    with Library.open(folder) as library:
        assert only(library).title == FULL.title
        assert library.identity == identity


def test_the_same_record_again_changes_nothing(library: Library) -> None:
    add(library, FULL)
    revision = library.papers.revision()
    assert statuses(add(library, FULL, FULL)) == ["unchanged", "unchanged"]
    assert library.papers.revision() == revision


def test_a_merged_paper_keeps_every_id_and_what_was_entered(library: Library) -> None:
    add(library, paper(id="acl:1", year=2020, authors=("Ann Smith",)))
    again = paper(id="or:x", title=TITLE.upper(), year=2020, authors=("A. Smith",), abstract="New.")
    outcomes = add(library, again)
    assert statuses(outcomes) == ["merged"]
    assert outcomes[0].reason == (
        wording.fill(
            "core.library.store.intake:_why_merged",
            paper=f"“{TITLE}” (smith2020weighing)",
            why=wording.fill(wording.SAME_TITLE_AUTHORS_AND_YEAR),
        )
    )
    merged = only(library)
    assert (merged.title, merged.year, merged.abstract) == (TITLE, 2020, "New.")
    assert merged.id == "acl:1"
    assert library.papers.resolve("acl:1") == library.papers.resolve("or:x") == merged.number


def test_records_of_one_batch_are_merged_too(library: Library) -> None:
    stated = {"year": 2020, "authors": ("Ann Smith",)}
    outcomes = add(library, paper(**stated), paper(doi="10.1000/a", **stated))
    assert statuses(outcomes) == ["added", "merged"]
    assert only(library).doi == "10.1000/a"


def test_two_valid_dois_are_two_papers_whatever_else_agrees(library: Library) -> None:
    same = {"year": 2020, "authors": ("Ann Smith",)}
    outcomes = add(library, *(paper("Editorial", doi=f"10.1000/{n}", **same) for n in range(3)))
    assert statuses(outcomes) == ["added"] * 3
    assert statuses(add(library, paper("Editorial", doi="10.1000/1", **same))) == ["unchanged"]


def test_a_doi_with_another_title_is_not_trusted(library: Library) -> None:
    add(library, paper("The taste of olives", id="x:1", doi="10.1000/a"))
    outcomes = add(library, paper("Graph walks for text", id="x:2", doi="10.1000/a"))
    assert statuses(outcomes) == ["added"]
    assert library.papers.resolve("doi:10.1000/a") == library.papers.resolve("x:1")
    assert library.papers.get(library.papers.numbers()[1]).ids == ("x:2",)


def test_an_id_of_a_source_that_means_two_papers_stays_with_the_first(library: Library) -> None:
    outcomes = add(
        library,
        paper("The taste of olives", id="smith2020", year=2020),
        paper("Graph walks for text", id="smith2020", year=2021),
    )
    assert statuses(outcomes) == ["added", "added"]
    first, second = library.papers.numbers()
    assert library.papers.resolve("smith2020") == first
    assert library.papers.get(second).id == f"cocite:{second}"


def test_a_real_id_that_means_two_papers_stays_with_the_first(library: Library) -> None:
    outcomes = add(
        library,
        paper("The taste of olives", id="doi:10.1000/a"),
        paper("Graph walks for text", id="doi:10.1000/A"),
    )
    assert statuses(outcomes) == ["added", "added"]
    assert outcomes[1].reason == (
        "perhaps the same as “The taste of olives”: Same DOI 10.1000/a, different titles"
    )
    assert library.papers.resolve("doi:10.1000/a") == outcomes[0].number


def test_a_record_without_a_title_is_refused_and_costs_only_itself(library: Library) -> None:
    outcomes = add(library, paper(" \x00 ", id="x:1"), paper())
    assert statuses(outcomes) == ["refused", "added"]


def test_a_placeholder_doi_makes_no_two_papers_one(library: Library) -> None:
    doi = "10.1145/nnnnnnn.nnnnnnn"
    outcomes = add(library, paper("The taste of olives", doi=doi), paper("Graph walks", doi=doi))
    assert statuses(outcomes) == ["added", "added"]
    assert library.papers.get(PaperNumber(1)).ids == ("cocite:1",)


ANN = {"year": 2020, "authors": ("Ann Bee",), "venue": "Journal of Walks"}
BOTH = paper(doi="10.1000/a", arxiv="2001.00001", **ANN)


def add_twins(library: Library) -> list[PaperNumber]:
    """Add two papers that became one work by a correction of a title."""
    add(
        library,
        paper(id="a:1", doi="10.1000/a", extra={"citation_key": "bee19pre"}, **ANN),
        paper("Wrong", id="b:2", arxiv="2001.00001", extra={"citation_key": "bee20"}, **ANN),
    )
    numbers = library.papers.numbers()
    library.papers.update(numbers[1], title=TITLE)
    return numbers


def test_a_record_that_belongs_to_two_papers_makes_them_one(library: Library) -> None:
    add_twins(library)
    tag = library.tags.add("mine")
    library.tags.assign(tag, [PaperNumber(2)])
    assert statuses(add(library, BOTH)) == ["merged"]
    merged = only(library)
    assert set(merged.ids) == {"a:1", "b:2", "doi:10.1000/a", "arxiv:2001.00001"}
    assert library.tags.of(merged.number)[0].name == "mine"
    assert library.papers.resolve("cocite:2") == merged.number
    assert not any(change.present for change in library.papers.changes(0, 9)[:-1])
    assert library.verify().sound


def test_a_record_does_not_join_two_papers_of_other_titles(library: Library) -> None:
    add(
        library,
        paper("Walks on graphs", id="a:1", year=2020, doi="10.1000/a"),
        paper("Walks on graphs and text", id="b:2", year=2020, arxiv="2001.00001"),
    )
    numbers = library.papers.numbers()
    outcomes = add(
        library, paper("Walks on graphs", year=2020, doi="10.1000/a", arxiv="2001.00001")
    )
    assert [outcome.number for outcome in outcomes] == numbers[:1]
    assert library.papers.numbers() == numbers


def test_a_record_does_not_join_what_a_person_keeps_apart(library: Library) -> None:
    add(
        library,
        paper(id="arxiv:2001.00001", year=2019, authors=("Ann Bee",)),
        paper(f"{TITLE} again", id="doi:10.1000/a", year=2020, authors=("Ann Bee",)),
    )
    numbers = library.papers.numbers()
    assert len(numbers) == 2
    both = paper(doi="10.1000/a", arxiv="2001.00001", year=2019, authors=("Ann Bee",))
    library.duplicates.link_versions(numbers)
    assert statuses(add(library, both)) == ["merged"]
    assert library.papers.numbers() == numbers


def test_what_joins_a_paper_is_apart_from_what_that_is_apart_from(library: Library) -> None:
    first, second = add_twins(library)
    (outcome,) = add(library, paper(f"{TITLE} once more", id="x:1", **ANN))
    assert outcome.number is not None
    library.papers.update(outcome.number, title=TITLE)
    library.duplicates.say_different([second, outcome.number])
    add(library, paper(id="x:1", doi="10.1000/a", **ANN), BOTH)
    assert library.papers.numbers() == [first, second]
    assert library.papers.resolve("x:1") == first


def test_papers_that_a_record_makes_one_can_be_parted_again(library: Library) -> None:
    before = library.papers.get_many(add_twins(library))
    add(library, BOTH)
    assert only(library).extra[ALIASES] == "bee20"
    (merge,) = library.duplicates.merges(9)
    library.duplicates.undo(merge.number)
    assert library.papers.get_many(library.papers.numbers()) == before


def test_papers_of_one_batch_are_made_one_by_a_later_record(library: Library) -> None:
    outcomes = add(
        library,
        paper(id="a:1", doi="10.1000/a"),  # nothing but its title can be compared
        paper(id="b:2", **ANN),
        paper(doi="10.1000/a", **ANN),
    )
    assert {outcome.number for outcome in outcomes} == {1}
    assert statuses(outcomes) == ["added", "merged", "merged"]
    assert library.verify().sound


def test_a_record_of_a_paper_in_the_trash_brings_it_back(library: Library) -> None:
    add(library, FULL)
    library.papers.trash([PaperNumber(1)])
    assert statuses(add(library, FULL)) == ["merged"]
    assert library.papers.numbers() == [1]


_SAME_PAPER = st.lists(
    st.builds(
        lambda n, doi, arxiv, year: paper(
            id=f"source{n}:1",
            doi="10.1000/a" if doi else "",
            arxiv="2001.00001" if arxiv else "",
            year=2020 if year else None,
            authors=("Ann Smith",),
            venue="Journal of Walks",
        ),
        st.integers(0, 4),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(records=_SAME_PAPER, data=st.data())
def test_whatever_the_order_a_paper_answers_to_the_same_ids(
    tmp_path_factory: pytest.TempPathFactory, records: list[PaperRecord], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(records))
    kept = []
    for order in (records, shuffled):
        place = tmp_path_factory.mktemp("order")
        with Library.open(place, create=True) as library:
            list(library.papers.add(order, source="test"))
            kept.append(set(only(library).ids))
    assert kept[0] == kept[1]
    assert {record.id for record in records} <= kept[0]


_SOME_PAPERS = st.lists(
    st.builds(
        paper,
        st.sampled_from(["Walks on graphs", "Walks on graphs and text", "Taste of olives"]),
        id=st.sampled_from(["", "x:1", "x:2", "doi:10.1000/a"]),
        doi=st.sampled_from(["", "10.1000/a", "10.1000/b"]),
        year=st.sampled_from([None, 2001, 2020]),
        authors=st.sampled_from([(), ("Ann Smith",), ("Bo Li",)]),
    ),
    max_size=6,
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(records=_SOME_PAPERS)
def test_a_batch_does_what_adding_one_by_one_does(
    tmp_path_factory: pytest.TempPathFactory, records: list[PaperRecord]
) -> None:
    kept = []
    for batches in ([records], [[record] for record in records]):
        with Library.open(tmp_path_factory.mktemp("batch"), create=True) as library:
            for batch in batches:
                add(library, *batch)
            papers = library.papers.get_many(library.papers.numbers())
            kept.append(
                [(each.title, each.ids, each.year, each.authors, each.doi) for each in papers]
            )
            assert library.verify().sound
    assert kept[0] == kept[1]


def test_finished_batches_stay_when_the_source_breaks_off(library: Library) -> None:
    def records() -> Iterator[PaperRecord]:
        yield from (paper(f"Paper number {n}", id=f"x:{n}") for n in range(2_500))
        raise RuntimeError("the cable is out")

    with pytest.raises(RuntimeError):
        list(library.papers.add(records(), source="test"))
    assert library.papers.count() == 2_000
    assert library.verify().sound


def test_what_is_invisible_and_turns_a_text_round_is_left_out(library: Library) -> None:
    told = paper("Peat\u202e of\x9b2J the \U000e0041moor", abstract="می‌خواهم \u200fשלום\u2066")
    (outcome,) = add(library, told)
    assert outcome.number is not None
    kept = library.papers.get(outcome.number)
    assert (kept.title, kept.abstract) == ("Peat of2J the moor", "می‌خواهم \u200fשלום")
