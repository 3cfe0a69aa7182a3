"""Which reader a file is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats import detect, registry
from core.formats.detect import detect_kind
from core.manuscript.sources import KINDS
from tests import wording

CSL = '[\n {"id": "a", "title": "T", "type": "article-journal"}\n]'


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.pdf", "whatever", "pdf"),
        ("A.BIB", "", "bibtex"),
        ("a.ris", "", "ris"),
        ("a.jsonl", "", "jsonl"),
        ("a.jsonl.gz", "", "jsonl"),
        ("a.b.jsonl", "", "jsonl"),
        ("a.json", CSL, "csl"),
        ("a.csl.json", '{"items": [{"title": "T", "container-title": "J"}]}', "csl"),
        ("a.json", '{"title": "T"}\n{"title": "U"}\n', "jsonl"),
        ("a.json", '{"version": 1}', None),
        ("a.json", "[]", None),
        ("a.txt", "% mine\n\n@article{a,\n title={T}}", "bibtex"),
        ("a.txt", "\ufeffTY  - JOUR\nTI  - T\n", "ris"),
        ("a.txt", CSL, "csl"),
        ("a.txt", "%PDF-1.4 …", "pdf"),
        ("a.txt", "dear all, mail me@example.org", None),
        ("a", "@misc{a, title={T}}", "bibtex"),
        ("a.enw", "%0 Journal Article", "endnote"),
        ("a.txt", "%0 Journal Article\n%T T\n", "endnote"),
        ("a.txt", "PMID- 1\nTI  - T\n", "nbib"),
        ("a.nbib", "", "nbib"),
        ("a.ris", "PMID- 1\nOWN - NLM\nTI  - T\n", "nbib"),
        ("a.bib", "TY  - JOUR\nTI  - T\n", "ris"),
        ("a.csv", "@misc{a,\n title={T}}", "bibtex"),
        ("a.csv", 'Title,Year,Notes\nT,2001,"\n@misc{a,\n"\n', "csv"),
        ("a.csv", 'Titel;Jahr;Quelle\nT;2001;"\n@misc{a,\n"\n', "csv"),
        ("a.ris", "% mine\n\n @misc{a,\n title={T}}", "bibtex"),
        ("a.txt", "\n" * 99 + "nothing", None),
        ("a.bib", "\n".join(["% TY  - JOUR"] * 99) + "\n@misc{a, title={T}}", "bibtex"),
        ("a.xml", "<xml><records><record><database/></record></records></xml>", "endnote-xml"),
        ("a.rdf", '<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#"/>', "zotero-rdf"),
        ("zotero.sqlite", "SQLite format 3\x00", "zotero"),
        ("zotero.sqlite.bak", "SQLite format 3\x00", "zotero"),
        ("other.sqlite", "SQLite format 3\x00", None),
        ("a.rdf", '<rdf:RDF xmlns:x="http://example.org/"/>', None),
        ("a.bib.gz", "", "bibtex"),
        ("A.RIS.GZ", "", "ris"),
        ("a.json.gz", CSL, "csl"),
        ("a.zip", "", "archive"),
        ("a.tar.gz", "", None),
        ("a.pdf.gz", "", None),
        ("a.zip.gz", "", None),
        ("a.gz", "", None),
        ("a.xml", "<x/>", None),
    ],
)
def test_the_kind_of_a_file(tmp_path: Path, name: str, content: str, kind: str | None) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert detect.detect_kind(path) == kind


def test_a_folder_is_a_corpus_if_it_holds_a_part_of_one(tmp_path: Path) -> None:
    assert detect.detect_kind(tmp_path) == "folder"
    (tmp_path / "papers.jsonl").touch()
    assert detect.detect_kind(tmp_path) == "corpus"


def test_a_folder_with_zoteros_database_is_what_zotero_keeps(tmp_path: Path) -> None:
    (tmp_path / "zotero.sqlite").touch()
    assert detect.detect_kind(tmp_path) == "zotero"


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=wording.pattern("core.formats.detect:detect_kind There")):
        detect.detect_kind(tmp_path / "none.bib")


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("a.tar.gz", "Unpack"),
        ("a.rdf", "RIS or BibTeX"),
        ("a.docx", wording.stem("core.formats.detect:_FROM_MANUSCRIPT")),
        ("a.HTML", wording.stem("core.formats.detect:_FROM_MANUSCRIPT")),
        (
            "ann@example.org@www.mendeley.com.sqlite",
            wording.stem("core.formats.detect:_FROM_MENDELEY"),
        ),
        ("a.xyz", "Cocite reads"),
    ],
)
def test_what_is_of_no_known_kind_is_refused_with_a_remedy(name: str, remedy: str) -> None:
    error = detect.unknown_kind(Path(name))
    assert name in str(error)
    assert remedy in error.remedy


def test_every_manuscript_that_is_never_imported_may_be_opened_as_one() -> None:
    endings = [
        ending for kind in KINDS if kind.name not in ("pdf", "zip") for ending in kind.suffixes
    ]
    told = wording.stem("core.formats.detect:_FROM_MANUSCRIPT")
    remedies = {ending: detect.unknown_kind(Path(f"a{ending}")).remedy for ending in endings}
    assert [ending for ending, remedy in remedies.items() if told not in remedy] == []


@pytest.mark.parametrize("kind", [each.name for each in registry.parsed()])
def test_each_reader_reads_an_empty_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "empty"
    path.write_text("[]" if kind == "csl" else "", encoding="utf-8")
    assert list(registry.get_format(kind).read_entries(path)) == []


@pytest.mark.parametrize("name", ["My Library.enl", "Mine.enlx"])
def test_what_to_do_with_a_library_of_endnote_is_said(name: str) -> None:
    assert "XML" in detect.unknown_kind(Path(name)).remedy


def test_references_behind_any_name_are_recognised(tmp_path: Path) -> None:
    path = tmp_path / "download.cgi"
    path.write_text("TY  - JOUR\nTI  - Peat\nER  - \n")
    assert detect_kind(path) == "ris"
    path.write_text("#!/bin/sh\necho TY\n")
    assert detect_kind(path) is None


@pytest.mark.parametrize("name", ["Thesis.ctv6", "Thesis.CTV5", "Thesis.ctv6bak", "Team.ctt6"])
def test_a_project_of_citavi_is_told_how_to_be_exported(name: str) -> None:
    assert "Citavi" in detect.unknown_kind(Path(name)).remedy


def test_what_only_begins_like_a_project_of_citavi_is_not_taken_for_one() -> None:
    assert "Citavi" not in detect.unknown_kind(Path("photo.ctvx")).remedy
