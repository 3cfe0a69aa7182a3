"""Importing records, files and folders, and what became of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import (
    PaperNumber,
)
from core.base.reports import ImportEntry
from core.library.library import Library
from tests.core.library.imports.conftest import (
    OLIVES,
    TULIPS,
    Import,
    counts,
    lines,
    pdf,
)


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
            reason="the same paper as “The taste of olives in winter” (anonymous2001taste):"
            " same id x:1",
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


def test_an_id_that_means_two_papers_stays_with_the_first(run: Import, tmp_path: Path) -> None:
    real = "doi:10.1000/a"
    file = lines(tmp_path / "p.jsonl", {**OLIVES, "id": real}, {**TULIPS, "id": real})
    report, entries = run(file)
    assert counts(report) == (2, 0, 0, 0)
    assert entries[1].place == "line 2"
    assert "The taste of olives" in entries[1].reason


def test_reference_managers_files_are_read(library: Library, run: Import, tmp_path: Path) -> None:
    bib = tmp_path / "mine.bib"
    bib.write_text(
        "@article{adams1999, title={Walks on graphs and on trees in winter}, author={Adams, Zed},"
        " year=1999}\n"
    )
    ris = tmp_path / "mine.ris"
    ris.write_text(
        "TY  - JOUR\nTI  - Walks on graphs and on trees in winter\nAU  - Adams, Z.\n"
        "PY  - 1999\nER  - \n"
    )
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
