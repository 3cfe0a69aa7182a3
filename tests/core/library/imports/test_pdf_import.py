"""Importing PDFs: what they become, and what they are merged with."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import PdfLimitError, PdfUnreadableError
from core.base.records import (
    Manuscript,
    Marker,
    PaperNumber,
    PaperRecord,
    Reference,
    Section,
    Sentence,
)
from core.library.imports.pdf_import import build_record
from core.library.library import Library
from core.manuscript.pdf.assemble import parse
from core.manuscript.text.serial import from_json, to_json
from tests import wording
from tests.core.library.imports.conftest import (
    OLIVES,
    TULIPS,
    Import,
    Shelf,
    counts,
    lines,
    pdf,
)
from tests.core.manuscript.pdf.imprint_rows import FOOT, printed


def manuscript(title: str, **fields: object) -> Manuscript:
    return Manuscript(title=title, **fields)  # type: ignore[arg-type]


CITING = manuscript(
    "A survey of the gardens of winter",
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
    run(
        lines(
            tmp_path / "p.jsonl",
            {"title": CITING.title, "authors": ["Ann Smith"], "year": 2020, "venue": "Gardens"},
        )
    )
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
    shelf.manuscripts["a.pdf"] = PdfUnreadableError(
        wording.fill(wording.FILE_DAMAGED, file="a.pdf")
    )
    shelf.manuscripts["b.pdf"] = PdfLimitError("“b.pdf” took more than 60 seconds.")
    shelf.manuscripts["c.pdf"] = CITING
    for name in "abc":
        pdf(tmp_path / "mine" / f"{name}.pdf")
    report, _ = run(tmp_path / "mine", parser=shelf)
    assert counts(report) == (1, 0, 0, 2)
    assert [each.reason for each in report.refused] == [
        wording.fill(wording.FILE_DAMAGED, file="a.pdf"),
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


def test_a_publishers_metadata_are_believed_and_become_the_record(tmp_path: Path) -> None:
    xmp = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><prism:publicationName>Pebbles'
        "</prism:publicationName><prism:volume>7</prism:volume><prism:number>2</prism:number>"
        "<prism:startingPage>10</prism:startingPage><prism:endingPage>19</prism:endingPage>"
        "<prism:aggregationType>journal</prism:aggregationType></x:xmpmeta>"
    )
    path = printed(tmp_path, "2049-3630/© 2018", FOOT, xmp)
    manuscript = parse(path)
    assert from_json(to_json(manuscript)) == manuscript
    record = build_record(manuscript, path)
    assert (record.venue, record.extra["type"]) == ("Pebbles", "article-journal")
    assert {name: record.extra[name] for name in ("volume", "issue", "page", "ISSN")} == {
        "volume": "7",
        "issue": "2",
        "page": "10–19",
        "ISSN": "2049-3630",
    }
