"""Papers: finding them again, their keys, changing, ordering, ending."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UnknownPaperError
from core.base.library_records import Scope
from core.base.records import PaperNumber, SortKey
from core.library.library import Library
from core.library.store.ordering import ordered
from core.library.store.papers import Change
from tests.core.library.adding import FULL, add, paper

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


@pytest.mark.parametrize(
    ("sort", "language", "up"),
    [
        ("authors", "sv", [2, 1, 3, 4]),
        ("authors", "en", [3, 2, 1, 4]),
        ("title", "sv", [1, 2, 4, 3]),
        ("venue", "sv", [2, 1, 3, 4]),
    ],
)
def test_tables_follow_the_rules_of_a_language(
    library: Library, sort: SortKey, language: str, up: list[int]
) -> None:
    add(
        library,
        paper("Alar", authors=("Ann Zorn",), venue="Å-nytt"),
        paper("Zoner", authors=("Bo Berg",), venue="Zonnytt"),
        paper("Öar", authors=("Cy Åkesson", "Bo Berg")),
        paper("Ängar", venue=""),
    )
    numbers = ordered(library.database, Scope(), sort, descending=False, language=language)
    assert numbers == up
    down = ordered(library.database, Scope(), sort, descending=True, language=language)
    text_count = {"authors": 3, "title": 4, "venue": 2}[sort]
    assert down[:text_count] == up[:text_count][::-1]
