"""One contract for what links references and audits them: the library, and the tests' own shelf."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.identity import title_key
from core.base.records import Manuscript, PaperNumber, PaperRecord, Reference
from core.library.library import Library
from core.manuscript.references.linking import Linker, PaperLookup
from core.recommend.audit import audit
from tests.core.manuscript.references.test_linking import Shelf

RECORDS = (
    PaperRecord(
        id="doi:10.1000/a", title="A Handbook of Patient Sieving", doi="10.1000/a", year=1998
    ),
    PaperRecord(
        id="doi:10.1000/b", title="A Handbook of Patient Sifting", doi="10.1000/b", year=2004
    ),
    PaperRecord(id="x:3", title="Größe, gemessen", authors=("Rolf Holt",), year=2010),
    PaperRecord(id="x:4", title="模型 🙂"),
)
TITLES = [title_key(record.title) for record in RECORDS]
KINDS = ("a library", "a library for reading", "a shelf of tests")


@pytest.fixture(params=KINDS)
def papers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PaperLookup]:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(RECORDS, source="test"))
        stored = library.papers.get_many(library.papers.numbers())
        if request.param == "a library":
            yield library.papers
            return
    if request.param == "a shelf of tests":
        yield Shelf(*stored)
        return
    with Library.open(tmp_path / "library", write=False) as library:
        yield library.papers


def test_ids_lead_to_their_papers_and_no_other_id_to_any(papers: PaperLookup) -> None:
    found = papers.resolve_many(["doi:10.1000/b", "x:3", "doi:10.1000/c", "", "🙂", "x:3"])
    assert found == {"doi:10.1000/b": 2, "x:3": 3}
    assert papers.resolve_many([]) == {}


def test_a_title_leads_to_its_papers_and_its_beginning_to_all_that_begin_so(
    papers: PaperLookup,
) -> None:
    assert {key: list(some) for key, some in papers.find_by_title([*TITLES[:3], "no"]).items()} == {
        key: [number] for number, key in enumerate(TITLES[:3], start=1)
    }
    start = title_key("A Handbook of Patient")
    assert list(papers.find_by_title_start([start])[start]) == [1, 2]
    assert not papers.find_by_title([])
    assert not papers.find_by_title_start([])


def test_papers_are_read_and_those_that_are_gone_left_out(papers: PaperLookup) -> None:
    found = papers.get_many([PaperNumber(1), PaperNumber(99), PaperNumber(3)])
    assert [each.number for each in found] == [1, 3]
    assert papers.get_many([]) == []


def test_linking_and_auditing_say_the_same_of_whichever_it_is(papers: PaperLookup) -> None:
    entries = (
        Reference(
            index=0,
            label="1",
            text="Holt. Größe, gemessen. 2010.",
            title="Größe, gemessen",
            year=2010,
        ),
        Reference(
            index=1,
            label="2",
            text="Ander. On the taste of bread rolls. doi:10.1000/a",
            title="On the taste of bread rolls",
            doi="10.1000/a",
        ),
        Reference(index=2, label="3", text="Nobody knows this one.", title="Nobody knows this one"),
    )
    links = Linker(papers).link(entries)
    assert {index: link.paper for index, link in links.items()} == {0: 3}
    manuscript = Manuscript(title="", sections=(), references=entries)
    assert [
        (finding.reference, finding.paper)
        for finding in audit(manuscript, links, papers)
        if finding.kind == "other title"
    ] == [(1, 1)]
