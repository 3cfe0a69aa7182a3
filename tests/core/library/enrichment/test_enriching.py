"""Citation data of every form, added to a library, resumed after a stop, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.base.children import ChildProcess
from core.base.errors import FormatError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.notices import Notice, standing
from core.base.records import PaperNumber, PaperRecord
from core.library.enrichment import enriching
from core.library.enrichment.enriching import enrich
from core.library.library import Library
from core.library.store.ordering import table_rows
from core.recommend.citation_graph import CitationGraph
from tests import dumps, wording
from tests.rich_library import content

ABSTRACT = "Olive trees grow slowly on dry slopes, and we measure by how much."
RECORDS = (
    PaperRecord(title="Olives on dry slopes", doi="10.55555/a"),
    PaperRecord(title="Tulips in winter", doi="10.55555/b", abstract="Tulips sleep in winter."),
    PaperRecord(title="Roses and their thorns", arxiv="2101.00003"),
    PaperRecord(title="Mosses of the north", extra={"PMID": "44"}),
    PaperRecord(title="Ferns", doi="10.55555/e"),
)
A, B, C, D, E = (PaperNumber(n) for n in range(1, 6))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
        yield opened


def openalex(path: Path) -> Path:
    return dumps.write_lines(
        path,
        [
            dumps.openalex(12, "10.55555/b", title="Tulips in winter", cites=[13], abstract="x"),
            dumps.openalex(11, "10.55555/A", title="Olives", cites=[12, 14, 99], abstract=ABSTRACT),
            dumps.openalex(99, "10.55555/elsewhere", cites=[11, 12]),
            dumps.openalex(13, arxiv="2101.00003v1", title="Roses and their thorns"),
            dumps.openalex(14, pmid=44, title="Mosses of the North", retracted=True),
            dumps.openalex(15, "10.55555/e", title="Steel bridges", cites=[11], retracted=True),
        ],
    )


def pairs(library: Library) -> list[tuple[int, int]]:
    return sorted((int(a), int(b)) for a, b in library.citations.pairs())


def test_openalex_tells_citations_abstracts_and_retractions(
    library: Library, tmp_path: Path
) -> None:
    before = content(library.database)
    revision = library.citations.revision()
    report = enrich(library, [openalex(tmp_path / "works.jsonl.gz")])
    assert (report.lines, report.damaged, report.papers, report.others) == (6, 0, 4, 1)
    assert (report.citations, report.new, report.abstracts, report.notices) == (3, 3, 1, 1)
    assert pairs(library) == [(A, B), (A, D), (B, C)]  # those that are cited come later, too
    assert library.papers.get(A).abstract == ABSTRACT
    assert library.papers.get(B).abstract == "Tulips sleep in winter."
    assert library.outside.notices([A, D, E]) == {
        D: [Notice(kind="retracted", by="OpenAlex")]  # E's DOI is of a paper of another title
    }
    assert library.citations.revision() > revision
    assert library.verify().sound
    graph = CitationGraph.of(library)
    assert graph.count_citing_papers([B], without=None)[0] == 1
    assert graph.co_cited([B], [D], without=None)[0, 0] == 1
    assert (library.citations.cites(A), library.citations.find_citing_papers(B)) == ([B, D], [A])
    (source,) = library.outside.sources()
    assert (source.name, source.title) == ("works.jsonl.gz", "OpenAlex")
    assert (source.citations, source.abstracts, source.notices) == (3, 1, 1)
    assert not (library.folder / enriching.FOLDER).exists()

    library.outside.remove(source.number)
    after = content(library.database)
    assert {name for name in before if before[name] != after[name]} == {"meta", "papers"}
    assert pairs(library) == []
    assert library.papers.get(A).abstract == ""


def test_crossref_semantic_scholar_and_opencitations(library: Library, tmp_path: Path) -> None:
    by = [dumps.update("10.55555/n", "retraction", "publisher", [2020, 1, 2])]
    crossref = dumps.write_lines(
        tmp_path / "s" / "crossref.jsonl",
        [dumps.crossref("10.55555/b", cites=["10.55555/A"], **{"updated-by": by})],
    )
    dumps.write_lines(tmp_path / "s" / "a-citations.jsonl", [dumps.cited(21, 23)])
    dumps.write_lines(
        tmp_path / "s" / "papers.jsonl",
        [
            dumps.semantic_scholar(21, doi="10.55555/a"),
            dumps.semantic_scholar(23, arxiv="2101.00003"),
        ],
    )
    dumps.write_table(
        tmp_path / "s" / "0-index.csv",
        dumps.INDEX,
        [["x", "omid:br/061", "omid:br/062", "", "", "", ""]],
    )
    dumps.write_table(
        tmp_path / "s" / "meta.csv",
        dumps.META,
        [
            ["doi:10.55555/e omid:br/061", "Ferns", *[""] * 9],
            ["pmid:44 omid:br/062", "Mosses of the North", *[""] * 9],
        ],
    )
    (tmp_path / "s" / "notes.json").write_text("{}")
    report = enrich(library, [tmp_path / "s"])
    assert pairs(library) == [(A, C), (B, A), (E, D)]
    assert report.refused == []  # what else lies in a folder is passed over
    assert library.outside.notices([B])[B][0].doi == "10.55555/n"
    assert library.outside.keys()["s2:21"] == A
    other = enrich(library, [dumps.write_lines(tmp_path / "more.jsonl", [dumps.cited(23, 21)])])
    assert other.citations == 1  # ids that were taught before
    assert (C, A) in pairs(library)
    assert crossref.exists()


def test_citations_by_omid_alone_say_that_meta_is_needed(library: Library, tmp_path: Path) -> None:
    row = ["x", "omid:br/061", "omid:br/062", "", "", "", ""]
    index = dumps.write_table(tmp_path / "index.csv", dumps.INDEX, [row])
    (refusal,) = enrich(library, [index]).refused
    assert str(refusal.reason) == wording.fill(
        "core.library.enrichment.enriching:_name_missing_meta works"
    )
    assert "OpenCitations Meta" in str(refusal.remedy)
    by_doi = ["x", "omid:br/061 doi:10.55555/a", "omid:br/062 doi:10.55555/b", "", "", "", ""]
    other = dumps.write_table(tmp_path / "by-doi.csv", dumps.INDEX, [by_doi])
    assert enrich(library, [other]).refused == []


def test_a_citation_that_a_text_states_too_survives_the_source(
    library: Library, tmp_path: Path
) -> None:
    library.citations.add_citations([(A, B)], "references")
    report = enrich(library, [openalex(tmp_path / "works.jsonl")])
    assert (report.citations, report.new) == (3, 2)
    library.citations.add_citations([(A, D)], "references")  # read later in a full text
    library.citations.replace(B, [], [])
    assert (B, C) in pairs(library)
    assert report.source is not None
    library.outside.remove(report.source)
    assert pairs(library) == [(A, B), (A, D)]
    assert library.verify().sound


def test_two_sources_of_one_citation(library: Library, tmp_path: Path) -> None:
    first = enrich(library, [openalex(tmp_path / "works.jsonl")])
    row = ["x", "10.55555/a", "10.55555/b", "", "", "", ""]
    enrich(library, [dumps.write_table(tmp_path / "index.csv", dumps.INDEX, [row])])
    assert first.source is not None
    library.outside.remove(first.source)
    assert pairs(library) == [(A, B)]
    assert library.verify().sound


def test_an_edited_abstract_stays_when_its_source_goes(library: Library, tmp_path: Path) -> None:
    report = enrich(library, [openalex(tmp_path / "works.jsonl")])
    library.papers.update(A, abstract="Mine.")
    assert report.source is not None
    library.outside.remove(report.source)
    assert library.papers.get(A).abstract == "Mine."


def test_the_same_files_again(library: Library, tmp_path: Path) -> None:
    path = openalex(tmp_path / "works.jsonl")
    first = enrich(library, [path])
    assert enrich(library, [path]).known
    list(library.papers.add([PaperRecord(title="X", doi="10.55555/elsewhere")], source="test"))
    second = enrich(library, [path])  # what it did not ask for before
    assert second.citations == 6
    assert [source.number for source in library.outside.sources()] == [second.source]
    assert first.source != second.source
    assert library.papers.get(A).abstract == ABSTRACT
    assert library.verify().sound


def test_merged_papers_keep_what_was_told_of_both(library: Library, tmp_path: Path) -> None:
    enrich(library, [openalex(tmp_path / "works.jsonl")])
    library.papers.merge(B, [A])
    assert pairs(library) == [(B, C), (B, D)]
    assert library.outside.keys()["openalex:w11"] == B
    assert library.verify().sound


class _Stopping(SilentJob):
    """Stops at a look at whether to."""

    def __init__(self, after: int) -> None:
        self.left = after

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise JobCancelled


def many(path: Path, count: int = 20_000) -> Path:
    works = [dumps.crossref(f"10.55555/x{n}", cites=["10.55555/a"]) for n in range(count)]
    works[-1] = dumps.crossref("10.55555/b", cites=["10.55555/a"])
    works[5] = dumps.crossref("10.55555/e", cites=["10.55555/b"])
    return dumps.write_lines(path, works)


def test_a_reading_that_was_stopped_goes_on_where_it_was(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = many(tmp_path / "works.jsonl.gz")
    monkeypatch.setattr("core.formats.dumps.scanning._CHUNK", 100)
    asked: list[tuple[int, int]] = []
    steps = enriching.DumpReader.steps

    def seen(
        self: enriching.DumpReader, path: Path, *, part: int = 0, position: int = 0
    ) -> Iterator[enriching.Json]:
        asked.append((part, position))
        for step in steps(self, path, part=part, position=position):
            yield step
            raise JobCancelled  # when the first step was kept

    monkeypatch.setattr(enriching.DumpReader, "steps", seen)
    with pytest.raises(JobCancelled):
        enrich(library, [path])
    assert pairs(library) == []
    left = next((library.folder / enriching.FOLDER).iterdir())
    left.write_bytes(left.read_bytes() + b'{"file": 0, "found": [{"pa')  # cut by a kill
    monkeypatch.undo()
    report = enrich(library, [path])
    assert pairs(library) == [(B, A), (E, B)]
    assert report.lines == 20_000
    assert asked == [(0, 0)]
    assert not (library.folder / enriching.FOLDER).exists()


@pytest.mark.parametrize("after", range(0, 40, 3))
def test_stopped_anywhere_nothing_is_lost_or_doubled(
    library: Library, tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enriching, "_BATCH", 1)
    path = openalex(tmp_path / "works.jsonl")
    try:
        enrich(library, [path], _Stopping(after))
    except JobCancelled:
        assert library.verify().sound
        enrich(library, [path])
    assert pairs(library) == [(A, B), (A, D), (B, C)]
    assert len(library.outside.sources()) == 1
    assert library.verify().sound


def test_a_file_that_cannot_be_read_costs_only_itself(library: Library, tmp_path: Path) -> None:
    works = openalex(tmp_path / "works.jsonl")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("hello")
    report = enrich(library, [wrong, works])
    assert len(report.refused) == 1
    assert report.citations == 3
    with pytest.raises(FormatError, match=r"wrong\.txt"):
        enrich(library, [wrong])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no file"):
        enrich(library, [tmp_path / "empty"])


def test_a_reader_that_takes_too_long_is_ended(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = ChildProcess.answer

    def looked_at_first(child: ChildProcess, watch: Callable[[], None]) -> dict[str, Any] | None:
        watch()  # else a quick answer comes before the first look at the time
        return answer(child, watch)

    monkeypatch.setattr(ChildProcess, "answer", looked_at_first)
    monkeypatch.setattr(enriching, "LIMITS", enriching.Limits(seconds=-1.0))
    report = enrich(library, [openalex(tmp_path / "works.jsonl")])
    assert "took longer" in report.refused[0].reason
    assert report.source is None


def test_retraction_watch_marks_rows_of_the_table(library: Library, tmp_path: Path) -> None:
    rows = [
        dumps.retraction(OriginalPaperDOI="10.55555/A", Title="Olives on dry slopes"),
        dumps.retraction("Expression of concern", OriginalPaperPubMedID="44"),
        dumps.retraction(OriginalPaperDOI="10.55555/b", RetractionDate="1/2/2020 0:00"),
        dumps.retraction("Reinstatement", OriginalPaperDOI="10.55555/b"),
        dumps.retraction(OriginalPaperDOI="10.55555/e", Title="Another paper altogether"),
    ]
    path = dumps.write_table(tmp_path / "retraction_watch.csv", dumps.RETRACTION_WATCH, rows)
    report = enrich(library, [path])
    assert (report.papers, report.notices, report.others) == (3, 4, 1)
    notices = [row.notice for row in table_rows(library.database, [A, B, C, D, E], model="")]
    assert [notice.kind if notice else "" for notice in notices] == [
        *("retracted", "", ""),
        *("concern", ""),
    ]
    assert notices[0] is not None
    assert notices[0].about() == (
        "2021-06-25, according to Retraction Watch: Concerns/Issues About Data; Investigation by "
        "Journal/Publisher"
    )


def test_what_stands() -> None:
    def notice(kind: str, date: str, reason: str = "") -> Notice:
        return Notice(kind=kind, by="publisher", date=date, reason=reason)  # type: ignore[arg-type]

    retracted, concern = notice("retracted", "2020-01-02"), notice("concern", "2021-01-01")
    assert standing([]) is None
    assert standing([concern, retracted]) == retracted
    assert standing([retracted, notice("reinstated", "2021-05-05")]) is None
    again = notice("retracted", "2022-01-01")
    assert standing([retracted, notice("reinstated", "2021-05-05"), again]) == again
    told = notice("retracted", "2020-01-02", "Errors in data")
    assert standing([retracted, told]) == told
