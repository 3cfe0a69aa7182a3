"""Papers: what adding makes of records, finding them again, changing, ordering, ending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import UnknownPaperError, UsageError
from core.library.library import Library
from core.library.papers import Change, Outcome
from core.records import Paper, PaperNumber, PaperRecord

TITLE = "Weighing citation contexts by rarity"


def paper(title: str = TITLE, **fields: object) -> PaperRecord:
    return PaperRecord(title=title, **fields)  # type: ignore[arg-type]


def add(library: Library, *records: PaperRecord) -> list[Outcome]:
    return list(library.papers.add(records, source="test"))


def statuses(outcomes: Sequence[Outcome]) -> list[str]:
    return [outcome.status for outcome in outcomes]


def only(library: Library) -> Paper:
    (number,) = library.papers.numbers()
    return library.papers.get(number)


FULL = PaperRecord(
    id="acl:P20-1",
    title="Łukasiewicz & “friends”: a naïve account",
    abstract="One.\n\nTwo.",
    authors=("Ann Smith", "Zoë Ångström"),
    year=2020,
    venue="Journal of Walks",
    doi="10.1000/abc",
    arxiv="2001.00001",
    url="https://example.org/p20",
    keywords=("walks", "rarity"),
    extra={"pages": "1–9", "nested": {"list": [1, None]}},
)


# --- adding and merging -----------------------------------------------------------------------


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
    outcomes = add(library, paper(id="or:x", title=TITLE.upper(), year=2021, abstract="New."))
    assert statuses(outcomes) == ["merged"]
    merged = only(library)
    assert (merged.title, merged.year, merged.abstract) == (TITLE, 2020, "New.")
    assert merged.id == "acl:1"
    assert library.papers.resolve("acl:1") == library.papers.resolve("or:x") == merged.number


def test_records_of_one_batch_are_merged_too(library: Library) -> None:
    outcomes = add(library, paper(year=2020), paper(year=2020, doi="10.1000/a"))
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


def test_a_real_id_that_means_two_papers_is_refused_the_second_time(library: Library) -> None:
    outcomes = add(
        library,
        paper("The taste of olives", id="doi:10.1000/a"),
        paper("Graph walks for text", id="doi:10.1000/A"),
    )
    assert statuses(outcomes) == ["added", "refused"]
    assert "“The taste of olives”" in outcomes[1].reason
    assert outcomes[1].number is None


def test_a_record_without_a_title_is_refused_and_costs_only_itself(library: Library) -> None:
    outcomes = add(library, paper(" \x00 ", id="x:1"), paper())
    assert statuses(outcomes) == ["refused", "added"]


def test_a_placeholder_doi_makes_no_two_papers_one(library: Library) -> None:
    doi = "10.1145/nnnnnnn.nnnnnnn"
    outcomes = add(library, paper("The taste of olives", doi=doi), paper("Graph walks", doi=doi))
    assert statuses(outcomes) == ["added", "added"]
    assert library.papers.get(PaperNumber(1)).ids == ("cocite:1",)


def test_a_record_that_belongs_to_two_papers_makes_them_one(library: Library) -> None:
    add(
        library,
        paper("Walks on graphs", id="a:1", year=2020, doi="10.1000/a"),
        paper("Walks on graphs and text", id="b:2", year=2020, arxiv="2001.00001"),
    )
    tag = library.papers.add_tag("mine")
    library.papers.assign_tag(tag, [PaperNumber(2)])
    outcomes = add(
        library, paper("Walks on graphs", year=2020, doi="10.1000/a", arxiv="2001.00001")
    )
    assert statuses(outcomes) == ["merged"]
    merged = only(library)
    assert set(merged.ids) == {"a:1", "b:2", "doi:10.1000/a", "arxiv:2001.00001"}
    assert library.papers.tags_of(merged.number)[0].name == "mine"
    assert library.papers.resolve("cocite:2") == merged.number
    assert not any(change.present for change in library.papers.changes(0, 9)[:-1])
    assert library.verify().sound


def test_papers_of_one_batch_are_made_one_by_a_later_record(library: Library) -> None:
    outcomes = add(
        library,
        paper("Walks on graphs", id="a:1", year=2020, doi="10.1000/a"),
        paper("Walks on graphs and text", id="b:2", year=2020, arxiv="2001.00001"),
        paper("Walks on graphs", year=2020, doi="10.1000/a", arxiv="2001.00001"),
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
            year=2020 if year else 2021,
            authors=("Ann Smith",),
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


# --- finding ----------------------------------------------------------------------------------


def test_ids_are_found_as_a_person_writes_them(library: Library) -> None:
    add(library, FULL)
    for asked in (
        "acl:P20-1",
        "10.1000/ABC",
        "doi:10.1000/ABC",
        "https://doi.org/10.1000/abc",
        "arXiv:2001.00001v4",
        "cocite:1",
    ):
        assert library.papers.resolve(asked) == 1, asked
    for unknown in ("acl:p20-1", "10.1000/abcd", "cocite:2", "cocite:x", ""):
        assert library.papers.resolve(unknown) is None, unknown
    assert library.papers.resolve_many(["acl:P20-1", "nobody"]) == {"acl:P20-1": 1}
    assert library.papers.ids([PaperNumber(1)]) == {1: "acl:P20-1"}


def test_an_unknown_paper_is_said_to_be_unknown(library: Library) -> None:
    with pytest.raises(UnknownPaperError):
        library.papers.get(PaperNumber(1))
    assert library.papers.get_many([PaperNumber(1)]) == []


def test_titles_are_found_exactly_and_listed(library: Library) -> None:
    add(library, FULL, paper("Graph walks"), paper("Graph walks", year=1990, authors=("Bo Li",)))
    library.papers.trash([PaperNumber(1)])
    assert library.papers.find_by_title(["graphwalks", "other"]) == {"graphwalks": [2, 3]}
    assert list(library.papers.titles()) == [
        (2, "Graph walks", None, ""),
        (3, "Graph walks", 1990, "Bo Li"),
    ]


def test_titles_can_be_searched_without_the_word_index(library: Library) -> None:
    add(library, FULL, paper("Graph walks 100%"), paper("Graph walks 1000"))
    assert library.papers.search_titles("gra walk", limit=9) == [3, 2]
    assert library.papers.search_titles("100%", limit=9) == [2]
    assert library.papers.search_titles("smith", limit=9) == [1]
    assert library.papers.search_titles("  ", limit=9) == []


# --- citation keys ----------------------------------------------------------------------------


def test_every_paper_gets_a_key_of_its_own(library: Library) -> None:
    add(
        library,
        paper("The walks", id="x:1", year=2020, authors=("Ann Smith",)),
        paper("A walks affair", id="x:2", year=2020, authors=("Bo Smith",), doi="10.1000/b"),
        paper("Olives", id="x:3", extra={"citation_key": "Smith2020Walks"}),
        paper("Tulips", id="x:4", extra={"citation_key": "fine key{2}"}),
        paper("图的游走", id="x:5"),
        paper("Roses", id="x:6", extra={"citation_key": 7}),
    )
    keys = [each.citation_key for each in library.papers.get_many(library.papers.numbers())]
    assert keys == [
        "smith2020walks",
        "smith2020walksa",
        "Smith2020Walksb",
        "finekey2",
        "anonymous",
        "anonymousroses",
    ]


def test_keys_go_on_after_z(library: Library) -> None:
    records = [
        paper(f"Walks {n}", id=f"x:{n}", year=2020, authors=("Ann Smith",)) for n in range(30)
    ]
    for start in range(0, 30, 7):
        add(library, *records[start : start + 7])
    keys = {each.citation_key for each in library.papers.get_many(library.papers.numbers())}
    assert len(keys) == 30
    assert {"smith2020walks", "smith2020walksz", "smith2020walksaa"} <= keys


# --- changing ---------------------------------------------------------------------------------


def test_edited_fields_are_stored_and_the_ids_follow(library: Library) -> None:
    add(library, FULL)
    number = PaperNumber(1)
    library.papers.update(number, title="New", doi="10.1000/NEW", authors=["Bo Li"], year=None)
    edited = library.papers.get(number)
    assert (edited.title, edited.doi, edited.authors, edited.year) == (
        "New",
        "10.1000/new",
        ("Bo Li",),
        None,
    )
    assert library.papers.resolve("10.1000/new") == number
    assert library.papers.resolve("10.1000/abc") is None
    assert library.papers.resolve("acl:P20-1") == number
    assert edited.abstract == FULL.abstract


def test_the_first_id_stays_whatever_is_edited(library: Library) -> None:
    add(library, paper(id="doi:10.1000/a", doi="10.1000/a"))
    library.papers.update(PaperNumber(1), doi="10.1000/b")
    assert only(library).ids == ("doi:10.1000/a", "doi:10.1000/b")


def test_an_edit_that_cannot_be_is_refused_and_changes_nothing(library: Library) -> None:
    add(library, paper("Olives", doi="10.1000/a"), paper("Tulips", doi="10.1000/b"))
    before = library.papers.get_many(library.papers.numbers()), library.papers.revision()
    for edit in ({"doi": "10.1000/a"}, {"title": " "}, {"citation_key": "ANONYMOUSOLIVES"}):
        with pytest.raises(UsageError):
            library.papers.update(PaperNumber(2), **edit)
    with pytest.raises(UnknownPaperError):
        library.papers.update(PaperNumber(3), title="T")
    with pytest.raises(ValueError, match="colour"):
        library.papers.update(PaperNumber(2), colour="red")
    assert (library.papers.get_many(library.papers.numbers()), library.papers.revision()) == before


def test_a_key_can_be_edited(library: Library) -> None:
    add(library, paper())
    library.papers.update(PaperNumber(1), citation_key="mine")
    library.papers.update(PaperNumber(1), citation_key="Mine")
    assert only(library).citation_key == "Mine"


def test_an_edited_paper_stays_in_the_trash(library: Library) -> None:
    add(library, paper())
    library.papers.trash([PaperNumber(1)])
    library.papers.update(PaperNumber(1), year=2001)
    assert library.papers.numbers() == []


def test_changes_tell_each_paper_once_in_the_order_of_its_last_change(library: Library) -> None:
    add(library, paper("Olives"), paper("Tulips"), paper("Roses"))
    assert library.papers.changes(0, 9) == [
        Change(1, 1, True),
        Change(2, 2, True),
        Change(3, 3, True),
    ]  # type: ignore[arg-type]
    library.papers.update(PaperNumber(1), year=2001)
    library.papers.trash([PaperNumber(2), PaperNumber(2), PaperNumber(9)])
    library.papers.trash([PaperNumber(2)])
    assert library.papers.changes(3, 9) == [(1, 4, True), (2, 5, False)]
    library.papers.restore([PaperNumber(2)])
    assert library.papers.changes(4, 9) == [(2, 6, True)]
    assert library.papers.changes(0, 2) == [(3, 3, True), (1, 4, True)]
    assert library.papers.revision() == 6


def test_what_is_deleted_for_good_leaves_only_its_number(library: Library) -> None:
    add(library, paper("Olives", id="x:1"), paper("Tulips"))
    library.papers.trash([PaperNumber(1)])
    library.papers.purge([PaperNumber(1), PaperNumber(2)])
    assert library.papers.numbers() == [2]
    assert library.papers.changes(3, 9) == [(1, 4, False)]
    assert library.papers.resolve("x:1") is None
    assert statuses(add(library, paper("Olives", id="x:1"))) == ["added"]
    assert library.papers.numbers() == [2, 3]
    assert library.verify().sound


def test_papers_can_be_made_one_by_hand(library: Library) -> None:
    add(library, paper("Olives", id="x:1"), paper("Tulips", id="x:2", abstract="A."))
    add(library, paper("Roses", id="x:3"))
    first, second, third = library.papers.numbers()
    library.papers.attach_file(second, Path("/elsewhere/tulips.pdf"), "ab")
    library.citations.add_citations([(second, third), (second, first)], "test")
    library.papers.merge(first, [second])
    merged = library.papers.get(first)
    assert (merged.title, merged.abstract, merged.ids) == ("Olives", "A.", ("x:1", "x:2"))
    assert library.citations.cites(first) == [third]
    assert library.papers.paper_of_file("ab") == first
    library.papers.merge(third, [first])
    assert library.papers.resolve("cocite:2") == third
    assert library.verify().sound


# --- order, groups, files ---------------------------------------------------------------------


@pytest.fixture
def shelf(library: Library) -> Library:
    add(
        library,
        paper("Beta", authors=("Zed Adams",), year=2001, venue="Walks"),
        paper("alpha", authors=("Ann Zorn",), venue="Paths"),
        paper("Émile", year=1999),
        paper("Delta", authors=("Ann Adams", "Bo Li"), year=2001, venue="paths"),
    )
    return library


@pytest.mark.parametrize(
    ("sort", "up", "down"),
    [
        ("title", [2, 1, 4, 3], [3, 4, 1, 2]),
        ("authors", [1, 4, 2, 3], [2, 4, 1, 3]),
        ("year", [3, 1, 4, 2], [4, 1, 3, 2]),
        ("venue", [2, 4, 1, 3], [1, 4, 2, 3]),
        ("added", [1, 2, 3, 4], [4, 3, 2, 1]),
    ],
)
def test_papers_come_in_order_and_what_is_unknown_comes_last(
    shelf: Library, sort: str, up: list[int], down: list[int]
) -> None:
    assert shelf.papers.ordered(sort=sort, descending=False) == up  # type: ignore[arg-type]
    assert shelf.papers.ordered(sort=sort, descending=True) == down  # type: ignore[arg-type]
    everything = shelf.papers.add_tag("all")
    shelf.papers.assign_tag(everything, shelf.papers.numbers())
    assert shelf.papers.ordered(sort=sort, descending=False, tag=everything) == up  # type: ignore[arg-type]


def test_the_trash_is_listed_apart(shelf: Library) -> None:
    shelf.papers.trash([PaperNumber(1)])
    assert shelf.papers.ordered(sort="title", descending=False) == [2, 4, 3]
    assert shelf.papers.ordered(sort="year", descending=True, trashed=True) == [1]
    assert shelf.papers.get(PaperNumber(1)).title == "Beta"


def test_collections_and_tags_hold_papers(shelf: Library) -> None:
    papers = shelf.papers
    reading, olives = papers.add_collection("To  read"), papers.add_collection("Olives")
    assert papers.add_collection("to read") == reading
    papers.assign_collection(reading, [PaperNumber(1), PaperNumber(2), PaperNumber(99)])
    papers.assign_collection(reading, [PaperNumber(2)], member=False)
    papers.assign_collection(reading, [PaperNumber(4)])
    assert papers.ordered(sort="title", descending=False, collection=reading) == [1, 4]
    papers.trash([PaperNumber(4)])
    assert [(g.name, g.papers) for g in papers.collections()] == [("Olives", 0), ("To read", 1)]
    papers.rename_collection(olives, "Tulips")
    with pytest.raises(UsageError):
        papers.rename_collection(olives, "TO READ")
    with pytest.raises(UsageError):
        papers.add_collection("  ")
    papers.remove_collection(reading)
    assert [group.name for group in papers.collections()] == ["Tulips"]
    assert papers.collections_of(PaperNumber(1)) == []
    mine = papers.add_tag("mine")
    papers.assign_tag(mine, [PaperNumber(1)])
    papers.rename_tag(mine, "ours")
    assert [group.name for group in papers.tags_of(PaperNumber(1))] == ["ours"]
    papers.remove_tag(mine)
    assert papers.tags() == []
    assert papers.count() == 3


def test_files_in_the_library_move_with_it(library: Library, tmp_path: Path) -> None:
    add(library, paper())
    number = PaperNumber(1)
    library.papers.attach_file(number, library.folder / "files" / "a.pdf", "aa")
    library.papers.attach_file(number, tmp_path / "b.pdf", "bb")
    library.close()
    moved = library.folder.rename(tmp_path / "moved")
    with Library.open(moved) as again:
        files = again.papers.files(number)
        assert [file.path for file in files] == [moved / "files" / "a.pdf", tmp_path / "b.pdf"]
        assert again.papers.paper_of_file("aa") == number
        assert again.papers.paper_of_file("cc") is None
