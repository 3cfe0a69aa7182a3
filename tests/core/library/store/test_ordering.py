"""Places of the library and their sizes.

What a person who browses sees and changes: rows, places, saved searches, edits, a recovery."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.records import Manuscript, PaperFilter, PaperNumber, PaperRecord, Sentence
from core.library.library import Library
from core.library.store.annotations import NoteStore
from core.library.store.ordering import sizes, table_rows
from core.manuscript.text.extractor import EXTRACTOR
from tests.core.library.store.row_samples import ONE, THREE, TWO

# --- the order --------------------------------------------------------------------------------


def test_the_places_have_sizes(filled: Library) -> None:
    filled.papers.trash([THREE])
    found = sizes(filled.database, "model")
    assert (found.papers, found.unfiled, found.unindexed) == (2, 2, 2)
    bare = PaperRecord(id="x:bare", title="A bare title")
    list(filled.papers.add([bare], source="test"))
    assert sizes(filled.database, "model").without_abstract == found.without_abstract + 1


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


# --- rows with all that is shown of papers, some hundred at a time ----------------------------


def test_a_row_says_what_hangs_on_a_paper(filled: Library) -> None:
    filled.citations.add_citations([(TWO, ONE), (THREE, ONE)], "test")
    NoteStore(filled.database).set(ONE, "Read.")
    filled.embeddings.put("model", [ONE, TWO], np.zeros((2, 4), np.float16))
    text = Manuscript(title="Olives", sentences=(Sentence(0, None, 0, "Green.", ()),))
    for number in (ONE, TWO):
        filled.papers.attach_file(number, Path(f"/{number}.pdf"), f"{number:064}")
    filled.fulltexts.store(f"{ONE:064}", text, {}, settled=True)
    filled.papers.trash([THREE])
    one, two = table_rows(filled.database, [ONE, TWO, PaperNumber(9)], model="model")
    assert (one.cited_by, one.has_note, one.has_vector, one.text) == (1, True, True, "read")
    assert (two.cited_by, two.has_note, two.text) == (0, False, "waiting")
    assert not table_rows(filled.database, [ONE], model="another")[0].has_vector
    filled.fulltexts.note_failure(f"{TWO:064}", "failed", "it holds only images")
    (two,) = table_rows(filled.database, [TWO], model="model")
    assert (two.text, two.text_problem) == ("failed", "it holds only images")
    assert EXTRACTOR


def test_a_filter_lets_papers_of_its_years_collection_and_types_pass(filled: Library) -> None:
    papers = filled.papers
    for paper in papers.numbers():
        papers.trash([paper])
    book, old, undated = (
        PaperRecord(id="x:book", title="A book", year=2010, extra={"type": "book"}),
        PaperRecord(id="x:old", title="An old talk", year=1990, venue="Proceedings of Talks"),
        PaperRecord(id="x:undated", title="Of no year", venue="Letters"),
    )
    list(papers.add((book, old, undated), source="test"))
    numbers = papers.resolve_many(["x:book", "x:old", "x:undated"])
    group = filled.collections.add("Both", [numbers["x:book"], numbers["x:undated"]])

    def passing(among: list[str] | None = None, **values: object) -> set[str]:
        chosen = None if among is None else [numbers[name] for name in among]
        found = papers.find_passing(PaperFilter(**values), chosen)  # type: ignore[arg-type]
        return {name for name, number in numbers.items() if number in found}

    assert passing() == set(numbers)
    assert passing(last_year=2000) == {"x:old", "x:undated"}
    assert passing(last_year=2000, types=("book",)) == set(), "the years alone spare the undated"
    assert passing(first_year=2000, last_year=2010) == {"x:book", "x:undated"}
    assert passing(collection=group, last_year=2009) == {"x:undated"}
    assert passing(types=("book", "paper-conference")) == {"x:book", "x:old"}
    assert passing(["x:old"], types=("book",)) == set()
    assert set(papers.types()) == {"book", "paper-conference", "article-journal"}
