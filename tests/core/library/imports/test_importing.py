"""Importing: each kind of source, and what became of every record."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import DiskFullError, PdfLimitError, PdfUnreadableError
from core.base.jobs import Job, JobCancelled, SilentJob
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    PaperRecord,
    Reference,
    Section,
    Sentence,
)
from core.base.reports import ImportEntry, ImportReport
from core.library.imports import pdf_import
from core.library.imports.importing import import_sources
from core.library.library import Library

OLIVES = {"id": "x:1", "title": "The taste of olives in winter", "year": 2001}
TULIPS = {"id": "x:2", "title": "A census of garden tulips", "year": 2002}


class Stopping(SilentJob):
    """A job that is stopped after some checks."""

    def __init__(self, checks: int) -> None:
        self._left = checks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


class Listening(SilentJob):
    def __init__(self) -> None:
        self.reports: list[tuple[int, int, str]] = []

    def report(self, done: int, total: int, note: str = "") -> None:
        self.reports.append((done, total, note))


class Shelf:
    """Reads "PDFs" whose manuscripts the test made up, by file name."""

    def __init__(self) -> None:
        self.manuscripts: dict[str, Manuscript | Exception] = {}
        self.read_files: list[str] = []

    def read(self, path: Path, _job: Job | None = None) -> Manuscript:
        self.read_files.append(path.name)
        held = self.manuscripts[path.name]
        if isinstance(held, Exception):
            raise held
        return held


def lines(path: Path, *values: object) -> Path:
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    path.parent.mkdir(parents=True, exist_ok=True)
    content = "".join(f"{text}\n" for text in texts).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def pdf(path: Path, content: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF-1.7\n" + (content or path.name).encode())
    return path


Import = Callable[..., tuple[ImportReport, list[ImportEntry]]]


@pytest.fixture
def run(library: Library) -> Import:
    def run(
        *sources: Path, parser: Shelf | None = None, only: str = "", job: Job | None = None
    ) -> tuple[ImportReport, list[ImportEntry]]:
        entries: list[ImportEntry] = []
        report = import_sources(
            library,
            sources,
            parser=parser,
            only=frozenset(only.split()),
            job=job,
            on_entry=entries.append,
        )
        return report, entries

    return run


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.added, report.merged, report.unchanged, len(report.refused)


# --- records ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["papers.jsonl", "papers.jsonl.gz"])
def test_paper_records_are_added_and_not_doubled(
    library: Library, run: Import, tmp_path: Path, name: str
) -> None:
    file = lines(tmp_path / name, OLIVES, TULIPS)
    assert counts(run(file)[0]) == (2, 0, 0, 0)
    assert counts(run(file)[0]) == (0, 0, 2, 0)
    better = lines(tmp_path / "better.jsonl", {**OLIVES, "abstract": "Bitter."})
    report, entries = run(better)
    assert counts(report) == (0, 1, 0, 0)
    assert entries == [
        ImportEntry(
            status="merged",
            source=str(better),
            place="line 1",
            title="The taste of olives in winter",
            id="x:1",
            paper=library.papers.resolve("x:1"),
        )
    ]
    assert library.papers.count() == 2


def test_a_broken_line_is_listed_with_file_place_and_reason(
    library: Library, run: Import, tmp_path: Path
) -> None:
    file = lines(tmp_path / "p.jsonl", OLIVES, '{"title": ', TULIPS, {"title": "x", "year": "?"})
    report, entries = run(file)
    assert counts(report) == (2, 0, 0, 2)
    assert [(each.source, each.place) for each in report.refused] == [
        (str(file), "line 2"),
        (str(file), "line 4"),
    ]
    assert all(each.reason and each.remedy for each in report.refused)
    assert sorted(entry.status for entry in entries) == ["added", "added", "refused", "refused"]
    assert library.papers.count() == 2


def test_an_id_that_means_two_papers_is_refused_with_its_place(run: Import, tmp_path: Path) -> None:
    real = "doi:10.1000/a"
    file = lines(tmp_path / "p.jsonl", {**OLIVES, "id": real}, {**TULIPS, "id": real})
    report, _ = run(file)
    assert counts(report) == (1, 0, 0, 1)
    assert report.refused[0].place == "line 2"
    assert "The taste of olives" in report.refused[0].reason


def test_reference_managers_files_are_read(library: Library, run: Import, tmp_path: Path) -> None:
    bib = tmp_path / "mine.bib"
    bib.write_text("@article{adams1999, title={Walks on graphs}, author={Adams, Zed}, year=1999}\n")
    ris = tmp_path / "mine.ris"
    ris.write_text("TY  - JOUR\nTI  - Walks on graphs\nAU  - Adams, Z.\nPY  - 1999\nER  - \n")
    csl = tmp_path / "mine.json"
    csl.write_text(
        json.dumps([{"id": "a", "type": "book", "title": "Roses", "issued": {"date-parts": [[2]]}}])
    )
    report, entries = run(bib, ris, csl)
    assert (report.added, report.refused) == (2, [])
    assert library.papers.count() == 2
    assert library.papers.get(PaperNumber(1)).citation_key == "adams1999"
    assert entries[0].id == "cocite:1"


def test_pdfs_that_an_entry_names_are_attached(
    library: Library, run: Import, tmp_path: Path
) -> None:
    attached = pdf(tmp_path / "pdfs" / "walks.pdf")
    bib = tmp_path / "mine.bib"
    bib.write_text("@book{a, title={Walks}, file={pdfs/walks.pdf;pdfs/gone.pdf}}\n")
    run(bib)
    (file,) = library.papers.files(PaperNumber(1))
    assert file.path == attached


# --- files and folders ------------------------------------------------------------------------


def test_a_missing_or_unknown_file_is_refused_and_the_rest_is_read(
    run: Import, tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(b"film")
    report, _ = run(tmp_path / "nowhere.bib", film, lines(tmp_path / "p.jsonl", OLIVES))
    assert counts(report) == (1, 0, 0, 2)
    assert [Path(each.source).name for each in report.refused] == ["nowhere.bib", "film.mp4"]


def test_in_a_folder_what_is_of_no_known_kind_is_skipped(
    library: Library, run: Import, tmp_path: Path
) -> None:
    place = tmp_path / "mine"
    lines(place / "deep" / "er" / "p.jsonl", OLIVES)
    lines(place / "q.ndjson", TULIPS)
    (place / "film.mp4").write_bytes(b"film")
    (place / ".hidden.jsonl").write_text("{")
    (place / "loop").symlink_to(place, target_is_directory=True)
    report, entries = run(place)
    assert counts(report) == (2, 0, 0, 0)
    assert [path.name for path, _ in report.skipped] == ["film.mp4"]
    assert [entry.status for entry in entries if entry.source.endswith("mp4")] == ["skipped"]


def test_progress_counts_files_or_records(run: Import, tmp_path: Path) -> None:
    one = lines(tmp_path / "one.jsonl", OLIVES)
    two = lines(tmp_path / "two.jsonl", TULIPS)
    job = Listening()
    run(one, two, job=job)
    assert job.reports == [(0, 2, "one.jsonl"), (1, 2, "two.jsonl"), (2, 2, "")]
    many = lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(250)))
    job = Listening()
    run(many, job=job)
    assert [done for done, _, _ in job.reports] == [0, 99, 199, 1]


def test_a_cancelled_import_keeps_finished_batches(
    library: Library, run: Import, tmp_path: Path
) -> None:
    file = lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(2_500)))
    with pytest.raises(JobCancelled):
        run(file, job=Stopping(2_300))
    assert library.papers.count() == 2_000
    assert counts(run(file)[0]) == (500, 0, 2_000, 0)


def test_a_failure_of_the_library_is_no_refusal(
    library: Library, run: Import, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DiskFullError("No space is left.")

    monkeypatch.setattr(pdf_import, "keep_copy", full)
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = Manuscript(title="Walks")
    with pytest.raises(DiskFullError):
        run(pdf(tmp_path / "a.pdf"), parser=shelf)
    assert library.papers.count() == 0


# --- corpora ----------------------------------------------------------------------------------


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


def test_an_unknown_part_is_a_mistake(run: Import, corpus: Path) -> None:
    with pytest.raises(ValueError, match="pictures"):
        run(corpus, only="pictures")


# --- PDFs -------------------------------------------------------------------------------------


def manuscript(title: str, **fields: object) -> Manuscript:
    return Manuscript(title=title, **fields)  # type: ignore[arg-type]


CITING = manuscript(
    "A survey of winter gardens",
    authors=("Ann Smith",),
    year=2020,
    sections=(Section("1", "Intro", 1),),
    sentences=(
        Sentence(0, None, 0, "Abstract.", ()),
        Sentence(
            1,
            0,
            0,
            "Olives [1] and tulips [2].",
            (),
            (Marker(7, 10, "[1]", (0,)), Marker(22, 25, "[2]", (1,))),
        ),
        Sentence(2, 0, 0, "The end.", ()),
    ),
    references=(
        Reference(index=0, label="1", text="…", title="The taste of olives in winter", year=2001),
        Reference(index=1, label="2", text="…", title="A census of garden tulips", year=2002),
    ),
)


def test_a_pdf_becomes_a_paper_with_file_references_and_sentences(
    library: Library, run: Import, tmp_path: Path
) -> None:
    run(lines(tmp_path / "p.jsonl", OLIVES, TULIPS))
    shelf = Shelf()
    shelf.manuscripts["survey.pdf"] = CITING
    source = pdf(tmp_path / "survey.pdf")
    report, _ = run(source, parser=shelf)
    assert (report.added, report.contexts, report.citations) == (1, 1, 2)
    number = PaperNumber(3)
    assert library.papers.get(number).authors == ("Ann Smith",)
    assert library.citations.cites(number) == [1, 2]
    (file,) = library.papers.files(number)
    assert file.path.parent == library.folder / "files"
    assert file.path.read_bytes() == source.read_bytes()
    (context,) = library.citations.contexts_citing(PaperNumber(1), 9)
    assert context.cited == (1, 2)
    assert (context.section, context.before, context.after) == ("Intro", "", "The end.")
    assert context.markers == ((7, 10), (22, 25))
    assert [link.paper for _, link in library.citations.references(number) if link] == [1, 2]


def test_a_pdf_may_cite_one_that_comes_later(library: Library, run: Import, tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = CITING
    shelf.manuscripts["b.pdf"] = manuscript("The taste of olives in winter", year=2001)
    pdf(tmp_path / "mine" / "a.pdf")
    pdf(tmp_path / "mine" / "b.pdf")
    report, _ = run(tmp_path / "mine", parser=shelf)
    assert (report.added, report.contexts, report.citations) == (2, 1, 1)
    assert library.citations.cites(PaperNumber(1)) == [2]


def test_the_same_pdf_is_not_read_twice(run: Import, tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = CITING
    run(pdf(tmp_path / "a.pdf", "same"), parser=shelf)
    report, entries = run(pdf(tmp_path / "copy.pdf", "same"), parser=shelf)
    assert counts(report) == (0, 0, 1, 0)
    assert entries[0].title == CITING.title
    assert shelf.read_files == ["a.pdf"]


def test_another_file_of_a_known_paper_is_merged(
    library: Library, run: Import, tmp_path: Path
) -> None:
    run(lines(tmp_path / "p.jsonl", {"title": CITING.title, "year": 2020, "venue": "Gardens"}))
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = CITING
    report, _ = run(pdf(tmp_path / "a.pdf"), parser=shelf)
    assert counts(report) == (0, 1, 0, 0)
    paper = library.papers.get(PaperNumber(1))
    assert (paper.venue, paper.authors) == ("Gardens", ("Ann Smith",))
    assert len(library.papers.files(paper.number)) == 1


def test_a_file_of_a_paper_known_in_full_is_merged_too(run: Import, tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = shelf.manuscripts["b.pdf"] = CITING
    run(pdf(tmp_path / "a.pdf"), parser=shelf)
    assert counts(run(pdf(tmp_path / "b.pdf"), parser=shelf)[0]) == (0, 1, 0, 0)


def test_a_pdf_without_a_title_bears_its_files_name(
    library: Library, run: Import, tmp_path: Path
) -> None:
    shelf = Shelf()
    shelf.manuscripts["scan0042.pdf"] = manuscript("", doi="10.1000/a")
    run(pdf(tmp_path / "scan0042.pdf"), parser=shelf)
    paper = library.papers.get(PaperNumber(1))
    assert (paper.title, paper.extra) == ("scan0042", {"incomplete": True})
    list(library.papers.add([PaperRecord(title="Winter gardens", doi="10.1000/a")], source="t"))
    assert library.papers.get(PaperNumber(1)).title == "Winter gardens"


def test_a_bad_pdf_costs_only_itself(library: Library, run: Import, tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = PdfUnreadableError("“a.pdf” is damaged.")
    shelf.manuscripts["b.pdf"] = PdfLimitError("“b.pdf” took more than 60 seconds.")
    shelf.manuscripts["c.pdf"] = CITING
    for name in "abc":
        pdf(tmp_path / "mine" / f"{name}.pdf")
    report, _ = run(tmp_path / "mine", parser=shelf)
    assert counts(report) == (1, 0, 0, 2)
    assert [each.reason for each in report.refused] == [
        "“a.pdf” is damaged.",
        "“b.pdf” took more than 60 seconds.",
    ]
    assert len(list((library.folder / "files").iterdir())) == 1


def test_without_a_reader_pdfs_are_refused(run: Import, tmp_path: Path) -> None:
    report, _ = run(pdf(tmp_path / "a.pdf"))
    assert "a.pdf" in report.refused[0].reason


@pytest.mark.data
def test_real_reference_lists_are_read(library: Library, run: Import, data_dir: Path) -> None:
    files = sorted((data_dir / "libraries").glob("jabref*"))
    report, _ = run(*files)
    assert report.added > 300
    assert library.verify().sound
    again, _ = run(*files)
    assert (again.added, again.merged) == (0, 0)
    assert len(again.refused) == len(report.refused)
