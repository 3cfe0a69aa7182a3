"""Papers: finding them again, their keys, changing, ordering, ending."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UnknownPaperError, UsageError
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.papers import Change
from tests.core.library.adding import FULL, add, only, paper, statuses

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


# --- citation keys ----------------------------------------------------------------------------


def test_papers_are_found_by_exactly_their_key_or_an_alias(library: Library) -> None:
    add(
        library,
        paper("Olives", id="x:1", extra={"citation_key": "oak", "ids": "tree,Tree,shared"}),
        paper("Tulips", id="x:2", extra={"citation_key": "tulip", "ids": "shared,thorn"}),
        paper("Roses", id="x:3", extra={"citation_key": "thorn"}),
        paper("Graph walks", id="x:4", extra={"citation_key": "gone"}),
    )
    library.papers.trash([PaperNumber(4)])
    keys = ["oak", "Oak", "tree", "Tree", "shared", "thorn", "gone", "oa", ""]
    papers = library.papers.find_by_citation_key(iter(keys))
    assert {key: paper.number for key, paper in papers.items()} == {
        "oak": 1,
        "tree": 1,
        "Tree": 1,
        "thorn": 3,
    }


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
        "smith2020walksa",
        "smith2020walksb",
        "Smith2020Walks",  # a source states it, so it is made up for no other paper
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
    everything = shelf.tags.add("all")
    shelf.tags.assign(everything, shelf.papers.numbers())
    assert shelf.papers.ordered(sort=sort, descending=False, tag=everything) == up  # type: ignore[arg-type]


def test_the_trash_is_listed_apart(shelf: Library) -> None:
    shelf.papers.trash([PaperNumber(1)])
    assert shelf.papers.ordered(sort="title", descending=False) == [2, 4, 3]
    assert shelf.papers.ordered(sort="year", descending=True, trashed=True) == [1]
    assert shelf.papers.get(PaperNumber(1)).title == "Beta"


def test_collections_and_tags_hold_papers(shelf: Library) -> None:
    papers = shelf.papers
    reading, olives = shelf.collections.add("To  read"), shelf.collections.add("Olives")
    assert shelf.collections.add("to read") == reading
    shelf.collections.assign(reading, [PaperNumber(1), PaperNumber(2), PaperNumber(99)])
    shelf.collections.assign(reading, [PaperNumber(2)], member=False)
    shelf.collections.assign(reading, [PaperNumber(4)])
    assert papers.ordered(sort="title", descending=False, collection=reading) == [1, 4]
    papers.trash([PaperNumber(4)])
    assert [(g.name, g.papers) for g in shelf.collections.all()] == [
        ("Olives", 0),
        ("To read", 1),
    ]
    shelf.collections.rename(olives, "Tulips")
    with pytest.raises(UsageError):
        shelf.collections.rename(olives, "TO READ")
    with pytest.raises(UsageError):
        shelf.collections.add("  ")
    shelf.collections.remove(reading)
    assert [group.name for group in shelf.collections.all()] == ["Tulips"]
    assert shelf.collections.of(PaperNumber(1)) == []
    mine = shelf.tags.add("mine")
    shelf.tags.assign(mine, [PaperNumber(1)])
    shelf.tags.rename(mine, "ours")
    assert [group.name for group in shelf.tags.of(PaperNumber(1))] == ["ours"]
    shelf.tags.remove(mine)
    assert shelf.tags.all() == []
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
