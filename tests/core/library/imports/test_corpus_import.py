"""Importing corpus folders, and parts of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import (
    Link,
)
from core.library.library import Library
from tests.core.library.imports.conftest import (
    OLIVES,
    TULIPS,
    Import,
    lines,
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    place = tmp_path / "corpus"
    lines(place / "papers" / "a.jsonl.gz", OLIVES, TULIPS)
    paragraph = [
        {"text": "First.", "cites": []},
        {"text": "Bitter [1].", "cites": ["x:1", "x:404"], "markers": [[7, 10]]},
        {"text": "Last.", "cites": ["x:404"]},
    ]
    lines(
        place / "fulltexts.jsonl",
        {
            "id": "x:3",
            "title": "On tulips and olives",
            "abstract": "Both.",
            "sections": [{"title": "Taste", "paragraphs": [[{"text": "Alone."}], paragraph]}],
            "references": [
                {"key": "1", "text": "Olives. 2001.", "id": "x:1"},
                {"key": "2", "text": "Tulips. 2002.", "id": "x:2"},
                {"key": "3", "text": "Elsewhere.", "id": None},
            ],
        },
        {"title": "no id"},
    )
    lines(place / "edges.tsv", "x:2\tx:1", "x:3\tx:1", "x:2\tx:404", "broken")
    return place


def test_a_corpus_brings_papers_contexts_and_citations(
    library: Library, run: Import, corpus: Path
) -> None:
    report, _ = run(corpus)
    assert (report.added, report.contexts, report.citations, report.unknown) == (3, 1, 3, 1)
    assert sorted(Path(each.source).name for each in report.refused) == [
        "edges.tsv",
        "fulltexts.jsonl",
    ]
    olives, tulips, both = library.papers.resolve_many(["x:1", "x:2", "x:3"]).values()
    assert library.citations.cites(both) == [olives, tulips]
    assert library.citations.cites(tulips) == [olives]
    (context,) = library.citations.contexts_citing(olives, 9)
    assert (context.before, context.text, context.after) == ("First.", "Bitter [1].", "Last.")
    assert (context.section, context.paragraph, context.markers) == ("Taste", 1, ((7, 10),))
    references = library.citations.references(both)
    assert [(each.label, link) for each, link in references] == [
        ("1", Link(olives, 1.0)),
        ("2", Link(tulips, 1.0)),
        ("3", None),
    ]
    again, _ = run(corpus)
    assert (again.added, again.contexts, again.citations) == (0, 0, 0)
    assert library.verify().sound


@pytest.mark.parametrize(
    ("only", "papers", "citations"),
    [("papers", 2, 0), ("papers edges", 2, 1), ("fulltexts", 1, 0)],
)
def test_parts_of_a_corpus_can_be_picked(
    library: Library, run: Import, corpus: Path, only: str, papers: int, citations: int
) -> None:
    report, _ = run(corpus, only=only)
    assert (report.added, report.citations) == (papers, citations)


def test_full_texts_that_are_chosen_without_their_corpus_keep_their_citations(
    library: Library, run: Import, corpus: Path
) -> None:
    report, _ = run(corpus / "fulltexts.jsonl", corpus / "papers")
    assert (report.added, report.contexts, report.citations) == (3, 1, 2)
    olives, both = library.papers.resolve_many(["x:1", "x:3"]).values()
    assert olives in library.citations.cites(both)


def test_an_unknown_part_is_a_mistake(run: Import, corpus: Path) -> None:
    with pytest.raises(ValueError, match="pictures"):
        run(corpus, only="pictures")
