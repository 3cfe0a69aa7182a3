"""What an import brings besides records: files, groups, pasted text, Zotero's data."""

from __future__ import annotations

import gzip
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.base.records import Manuscript, PaperNumber
from core.library.imports.importing import NamedFiles
from core.library.library import Library
from tests import wording
from tests.core.library.imports.sources_of_imports import Reader, attached, pdf, run


def bib(path: Path, file: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"@book{{a, title={{Walks}}, year=2001, file={{{file}}}}}\n", encoding="utf-8")
    return path


# --- the files that entries name ----------------------------------------------------------------


@pytest.mark.parametrize(
    "named",
    [
        ":pdfs/a b.pdf:PDF",
        "Full Text PDF:pdfs/a b.pdf:application/pdf",
        "pdfs\\\\a b.pdf",
        "/elsewhere/on/another/machine/a b.pdf",  # found beside the file, under its name
    ],
)
def test_a_file_in_the_folder_of_the_source_is_attached(
    library: Library, tmp_path: Path, named: str
) -> None:
    inside = pdf(tmp_path / "mine" / "pdfs" / "a b.pdf")
    beside = pdf(tmp_path / "mine" / "a b.pdf")
    report = run(library, bib(tmp_path / "mine" / "a.bib", named))
    assert attached(library) == [beside if named.startswith("/") else inside]
    assert report.skipped == []


@pytest.mark.parametrize("form", ["../secret/a.pdf", "{}", ":{}:PDF", "file://{}", "link.pdf"])
def test_a_file_outside_is_taken_only_if_it_was_chosen(
    library: Library, tmp_path: Path, form: str
) -> None:
    outside = pdf(tmp_path / "secret" / "a.pdf")
    source = bib(tmp_path / "mine" / "a.bib", form.format(outside))
    (tmp_path / "mine" / "link.pdf").symlink_to(outside)
    report = run(library, source)
    assert attached(library) == []
    ((path, reason),) = report.skipped
    assert path == source
    assert "outside its folder" in reason
    reader = Reader(a=Manuscript(title="Walks", year=2001))
    report = run(library, source, outside.parent, parser=reader)
    assert attached(library) == [outside]
    assert report.skipped == []


def test_files_that_are_not_there_are_told_once(library: Library, tmp_path: Path) -> None:
    source = bib(tmp_path / "a.bib", "1.pdf;2.pdf;3.pdf;4.pdf;a.html;http://example.org/x.pdf")
    ((_, reason),) = run(library, source).skipped
    assert reason == wording.fill(
        wording.NO_PDF_THERE, files="“1.pdf”, “2.pdf”, “3.pdf” and 1 more"
    )


def test_files_that_mendeley_has_elsewhere_are_told(library: Library, tmp_path: Path) -> None:
    source = bib(tmp_path / "a.bib", r":C$\backslash$:/Users/ann/Mendeley/1.pdf:pdf")
    report = run(library, source)
    assert report.added == 1
    ((_, reason),) = report.skipped
    assert reason == wording.fill(wording.NO_PDF_THERE, files="“C:/Users/ann/Mendeley/1.pdf”")


def test_names_that_lead_nowhere_break_nothing(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    files = NamedFiles(tmp_path, ())
    odd = ["", "\0.pdf", "loop/a.pdf", "x" * 5_000 + ".pdf", "file://[/a.pdf", "~/a.pdf", "..", "/"]
    assert files.find(odd) == []


def test_a_pasted_entry_names_no_file_of_ours(library: Library, tmp_path: Path) -> None:
    outside = pdf(tmp_path / "a.pdf")
    report = run(library, f"@book{{a, title={{Walks}}, file={{{outside}}}}}")
    assert report.added == 1
    assert attached(library) == []


# --- groups, Zotero, pasted text ------------------------------------------------------------------


def test_a_pasted_doi_waits_for_its_record(library: Library, tmp_path: Path) -> None:
    assert run(library, "10.1145/3292500.3330701").added == 1
    assert library.papers.get(PaperNumber(1)).title == "10.1145/3292500.3330701"
    source = tmp_path / "a.ris"
    source.write_text(
        "TY  - BOOK\nTI  - Walks\nDO  - 10.1145/3292500.3330701\nER  -\n", encoding="utf-8"
    )
    report = run(library, source)
    assert (report.added, report.merged) == (0, 1)
    assert library.papers.get(PaperNumber(1)).title == "Walks"
    assert run(library, "https://doi.org/10.1145/3292500.3330701").unchanged == 1


# --- PDFs and the records that are there ----------------------------------------------------------


def test_a_pdf_finds_its_record_by_doi_or_title(library: Library, tmp_path: Path) -> None:
    run(
        library,
        "@book{a, title={Walks on graphs and on trees in winter}, author={Roe, Ann}, year=2001}",
    )
    reader = Reader(
        a=Manuscript(title="Walks on Graphs and on Trees in Winter", authors=("Ann Roe",))
    )
    report = run(library, pdf(tmp_path / "a.pdf"), parser=reader)
    assert (report.added, report.merged) == (0, 1)


def test_the_doi_of_another_paper_is_not_accepted(library: Library, tmp_path: Path) -> None:
    run(
        library,
        "@book{a, title={Walks on graphs}, author={Roe, Ann}, doi={10.1145/3292500.3330701}}",
    )
    reader = Reader(
        a=Manuscript(
            title="A census of garden tulips", authors=("Jo Doe",), doi="10.1145/3292500.3330701"
        )
    )
    report = run(library, pdf(tmp_path / "a.pdf"), parser=reader)
    assert (report.added, report.merged) == (1, 0)
    assert library.papers.get(PaperNumber(1)).title == "Walks on graphs"
    assert library.papers.resolve("doi:10.1145/3292500.3330701") == PaperNumber(1)


def test_pdfs_of_a_folder_come_behind_the_records_that_name_them(
    library: Library, tmp_path: Path
) -> None:
    source = pdf(tmp_path / "a" / "a.pdf")
    bib(tmp_path / "a" / "z.bib", "a.pdf")
    report = run(library, tmp_path / "a", parser=Reader())  # it would fail if it were read
    assert (report.added, report.unchanged) == (1, 1)
    assert attached(library) == [source]


def test_counts_add_up(library: Library, tmp_path: Path) -> None:
    sources: Sequence[tuple[str, str]] = [
        ("a.enw", "%0 Book\n%T One\n%0 Book\n%A Nobody\n"),
        ("b.nbib", "PMID- 1\nTI  - Two\n\nPMID- 2\n"),
        ("c.xml", "<records><record><titles><title>Three</title></titles></record><record>"),
        ("d.bib", "@book{a, title={One}}\n@book{b}\n"),
    ]
    for name, text in sources:
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = run(library, *(tmp_path / name for name, _ in sources))
    counted = report.added + report.merged + report.unchanged + len(report.refused)
    assert (counted, report.added, len(report.refused)) == (8, 5, 3)
    assert all(Path(each.source).name and each.place for each in report.refused)


# --- archives -----------------------------------------------------------------------------------


def archived(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_an_archive_is_imported_with_the_pdfs_that_its_entries_name(
    library: Library, tmp_path: Path
) -> None:
    source = b"@book{a, title={Walks}, year=2001, file={files/1/a.pdf}}\n"
    archive = archived(
        tmp_path / "export.zip",
        **{
            "export/library.bib": source,
            "export/files/1/a.pdf": b"%PDF-1.7 named",
            "export/alone.pdf": b"%PDF-1.7 alone",
            "export/read me.exe": b"no",
            "__MACOSX/export/._library.bib": b"no",
            "inner.zip": b"PK",
            "../out.bib": b"@book{b, title={Out}}",
        },
    )
    report = run(library, archive, parser=Reader(alone=Manuscript(title="Alone in there")))
    assert (report.added, report.refused) == (2, [])
    assert sorted(path.name for path, _ in report.skipped) == [
        "inner.zip",
        "out.bib",
        "read me.exe",
    ]
    (kept,) = attached(library)
    assert kept.is_relative_to(library.folder)
    assert kept.read_bytes() == b"%PDF-1.7 named"
    assert library.papers.get(PaperNumber(2)).title == "Alone in there"
    again = run(library, archive, parser=Reader())
    assert (again.added, again.unchanged) == (0, 3)


def test_an_archive_in_a_folder_is_imported_and_a_broken_one_told(
    library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    archived(folder / "a.zip", **{"a.ris": b"TY  - JOUR\nTI  - Walks\nER  - \n"})
    (folder / "b.zip").write_bytes(b"PK\x03\x04")
    (folder / "c.bib.gz").write_bytes(gzip.compress(b"@book{c, title={Dunes}}"))
    report = run(library, folder)
    assert report.added == 2
    (refusal,) = report.refused
    assert refusal.source.endswith("b.zip")
    assert "cannot be unpacked" in refusal.reason


def test_no_place_to_unpack_is_told(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = archived(tmp_path / "a.zip", **{"a.bib": b"@book{a, title={Walks}}"})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    (refusal,) = run(library, archive).refused
    assert "cannot be unpacked" in refusal.reason
