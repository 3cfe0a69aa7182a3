from __future__ import annotations

from collections.abc import Callable

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber
from core.library.indexes import folder_index
from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests.core.library.indexes.searched import MORE

Numbered = Callable[[str], PaperNumber]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("author:noether", {"t:graph"}),
        ("author:hop", {"t:hard", MORE.id}),
        ("author:hopper -author:lovelace ", {"t:hard"}),
        ("year:1999-2001", {"t:soil", "t:bare"}),
        ("year:>2019", {"t:hard", MORE.id}),
        ("year:2018 ", {"t:graph"}),
        ("-year:2000- ", {"t:soil"}),
        ("title:negatives", {"t:hard", MORE.id}),
        ("title:peat", {"t:bare"}),
        ("venue:moorland", {MORE.id}),
        ("keyword:peat", {"t:soil"}),
        ("tag:read", {"t:soil"}),
        ('tag:"to read"', {"t:soil"}),
        ("tag:ead", set()),
        ("collection:moor", {"t:soil"}),
        ("-tag:read title:peat", {"t:bare"}),
        ("doi:10.1145/99.7", {MORE.id}),
        ("10.1145/99.7", {MORE.id}),
        ("https://doi.org/10.1145/99.7", {MORE.id}),
        ("title:citation year:2018", {"t:graph"}),
        ("year:1850", set()),
        ("tag:none", set()),
        ("author:", set()),
    ],
)
def test_fields_find_the_same_with_and_without_an_index(
    searching: Searching, searching_library: Library, typed: str, expected: set[str]
) -> None:
    found = {
        paper.id for paper in searching_library.papers.get_many(searching.find(typed, limit=10))
    }
    assert found == expected


def test_while_an_index_is_built_all_papers_are_searched(
    searching_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_index, "_BATCH", 1)
    papers = searching_library.papers
    words = WordIndex(searching_library.folder / "fresh", searching_library.identity)
    searching = Searching(searching_library.database, papers, words)
    counts = []

    class Watch(SilentJob):
        def report(self, *_progress: object) -> None:
            if words.revision < papers.revision():
                counts.append((words.count(), len(searching.find("title:negatives", limit=10))))
                assert searching.find("negativs ", limit=1) == []
                assert searching.did_you_mean("negativs ") == ""

    words.follow(papers, Watch())
    assert [found for _, found in counts] == [2] * len(counts)
    assert counts[0][0] == 1
    assert searching.did_you_mean("negativs ") == "negatives"


def test_while_an_index_is_built_the_database_is_read_for_what_it_lacks_alone(
    searching_library: Library, monkeypatch: pytest.MonkeyPatch, number_of: Numbered
) -> None:
    monkeypatch.setattr(folder_index, "_BATCH", 3)
    papers, database = searching_library.papers, searching_library.database
    words = WordIndex(searching_library.folder / "fresh", searching_library.identity)
    searching = Searching(database, papers, words)

    class Stopped(SilentJob):
        def report(self, *_progress: object) -> None:
            raise JobCancelled

    assert searching.find("negatives", limit=1) == [number_of(MORE.id)], "the latest of all"
    with pytest.raises(JobCancelled):
        words.follow(papers, Stopped())
    statements: list[str] = []
    database.connection.set_trace_callback(statements.append)
    [indexed_paper] = searching.find("negatives", limit=1)
    assert indexed_paper == number_of("t:hard")
    assert not [one for one in statements if " LIKE " in one]
    found = searching.find("negatives", limit=5)
    assert found == [number_of("t:hard"), number_of(MORE.id)]
    (statement,) = (one for one in statements if " LIKE " in one)
    database.connection.set_trace_callback(None)
    plan = [str(row[3]) for row in database.rows(f"EXPLAIN QUERY PLAN {statement}")]
    assert plan == ["SEARCH p USING INDEX papers_by_revision (revision>?)"]


def test_fields_alone_give_the_latest_first(indexed: Searching, number_of: Numbered) -> None:
    assert indexed.find("year:1900-", limit=10) == sorted(
        map(number_of, ("t:hard", "t:graph", "t:soil", "t:bare", MORE.id)), reverse=True
    )


def test_a_citation_key_is_found_by_its_field_and_as_a_word(
    searching: Searching, searching_library: Library, number_of: Numbered
) -> None:
    [paper] = searching_library.papers.get_many([number_of("t:graph")])
    assert searching.find(f"key:{paper.citation_key[:6]}", limit=9) == [paper.number]


def test_what_is_in_the_trash_is_never_found(
    searching: Searching, searching_library: Library, number_of: Numbered
) -> None:
    soil = number_of("t:soil")
    searching_library.papers.trash([soil])
    searching._words.follow(searching_library.papers)
    assert searching.find("tag:read", limit=9) == []
    assert soil not in searching.find("-tag:other", limit=9)


def test_a_search_by_other_means_knows_what_is_left(
    indexed: Searching, number_of: Numbered
) -> None:
    assert indexed.restricted("graphs of citations") == ("graphs of citations", None)
    asked, left = indexed.restricted("soils -tag:read year:2001-")
    assert asked == "soils"
    assert left == {number_of("t:bare"), number_of("t:graph"), number_of("t:hard"),
                    number_of(MORE.id)}  # fmt: skip
