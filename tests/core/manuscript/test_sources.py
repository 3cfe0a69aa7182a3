"""Which reader a file gets, what makes it another manuscript, and the child it goes to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import docx
import pytest

from core.base.errors import FormatError, PdfLimitError, PdfUnreadableError, UsageError
from core.base.jobs import SilentJob
from core.manuscript import sources
from core.manuscript.reader import GuardedReader
from core.manuscript.sources import (
    KINDS,
    damage_error,
    detect_kind,
    identify,
    limit_error,
    read_manuscript,
)
from core.manuscript.text import pandoc
from core.manuscript.text.extractor import EXTRACTOR, LATEX_EXTRACTOR, WORD_EXTRACTOR
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests import wording
from tests.core.manuscript.markup.other_formats import written
from tests.core.manuscript.tex import markers, texts

TEX = (
    "\\documentclass{article}\\begin{document}Birds sing. \\input{more}"
    "\\bibliography{b}\\end{document}"
)


ODT_MIME = b"mimetypeapplication/vnd.oasis.opendocument.text"


@pytest.fixture
def reader() -> Iterator[GuardedReader]:
    with GuardedReader() as reader:
        yield reader


def tex(folder: Path, name: str = "marsh.tex") -> Path:
    path = folder / name
    path.write_text(TEX, encoding="utf-8")
    (folder / "more.tex").write_text("Reeds do not.", encoding="utf-8")
    return path


def word(folder: Path, name: str = "marsh.docx") -> Path:
    document = docx.Document()
    document.add_paragraph("Birds sing in the morning. Reeds do not.")
    document.save(str(folder / name))
    return folder / name


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.pdf", b"%PDF-1.7", "pdf"),
        ("a.tex", b"junk\n%PDF-1.4", "pdf"),
        ("a.pdf", b"Dear reader", "pdf"),
        ("a", b"Dear reader", "pdf"),
        ("a.tex", b"Dear reader", "latex"),
        ("a.TEX", b"", "latex"),
        ("a.Rnw", b"Dear reader", "latex"),
        ("a.Snw", b"<<>>=", "latex"),
        ("a.txt", b"% a comment\n\\documentclass{article}", "latex"),
        ("a.docx", b"PK\x03\x04rest", "word"),
        ("a.pdf", b"PK\x03\x04rest", "word"),
        ("a.doc", b"\xd0\xcf\x11\xe0rest", "word"),
        ("a.docx", b"", "word"),
        ("a.odt", b"PK\x03\x04" + b"." * 26 + ODT_MIME, "odt"),
        ("a.zip", b"PK\x03\x04" + b"." * 26 + ODT_MIME, "zip"),
        ("a.docx", b"PK\x03\x04" + b"." * 26 + ODT_MIME, "odt"),
        ("a.zip", b"PK\x03\x04rest", "zip"),
        ("a.zip", b"%PDF-1.4", "pdf"),
        ("a.md", b"Use \\documentclass{article} in LaTeX.", "markdown"),
        ("a.Rmd", b"---\n---", "markdown"),
        ("a.typ", b"= Sand", "typst"),
        ("a.org", b"* Sand", "converted"),
        ("a.html", b"Sand", "html"),
        ("a.doc", b"\n<!-- saved --><!DOCTYPE html><p>Sand", "html"),
        ("a.md", b"<html><p>Sand", "markdown"),
        ("a.docx", b"{\\rtf1 Sand", "rtf"),
    ],
)
def test_content_decides_and_then_the_name(
    tmp_path: Path, name: str, content: bytes, kind: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert detect_kind(tmp_path / name) == kind


def test_every_kind_has_a_row() -> None:
    (marks,) = [
        mark
        for mark in test_content_decides_and_then_the_name.pytestmark  # type: ignore[attr-defined]
        if mark.name == "parametrize"
    ]

    assert {row[2] for row in marks.args[1]} == {kind.name for kind in KINDS}
    assert len({kind.extractor for kind in KINDS}) == len(KINDS)


def test_each_kind_has_an_extractor_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    found = [
        identify(path).extractor for path in (tmp_path / "a.pdf", tex(tmp_path), word(tmp_path))
    ]
    assert found == [EXTRACTOR, LATEX_EXTRACTOR, WORD_EXTRACTOR]
    with pytest.raises(UsageError, match=r"gone\.tex"):
        identify(tmp_path / "gone.tex")


@pytest.mark.parametrize("name", ["marsh.tex", "more.tex", "b.bib", "marsh.bbl"])
def test_a_change_of_any_of_its_files_is_a_change_of_the_manuscript(
    tmp_path: Path, name: str
) -> None:
    path = tex(tmp_path)
    before = identify(path)
    assert before == identify(path)
    assert [file.name for file in before.files] == ["more.tex"]
    file = tmp_path / name
    file.write_text((file.read_text() if file.exists() else "") + "\n% changed\n")
    after = identify(path)
    assert after.digest != before.digest
    assert file.name == "marsh.tex" or file.name in [each.name for each in after.files]
    (tmp_path / "other.tex").write_text("Not of it.")
    assert identify(path) == after


def test_the_guarded_child_reads_every_kind(tmp_path: Path, reader: GuardedReader) -> None:
    for path in (tex(tmp_path), word(tmp_path)):
        sentences = [sentence.text for sentence in reader.read_manuscript(path).sentences]
        assert sentences[-1] == "Reeds do not."
        assert len(sentences) == 2


def test_a_refusal_crosses_over_from_the_child(tmp_path: Path, reader: GuardedReader) -> None:
    path = tex(tmp_path)
    (tmp_path / "more.tex").write_text("\\input{marsh}")
    with pytest.raises(FormatError, match=r"“marsh\.tex” includes itself") as caught:
        reader.read_manuscript(path)
    assert "Remove the" in caught.value.remedy
    old = tmp_path / "old.doc"
    old.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100))
    with pytest.raises(FormatError, match="Word 2003"):
        reader.read_manuscript(old)


def test_a_file_that_takes_too_long_costs_only_itself(tmp_path: Path) -> None:
    slow = tmp_path / "slow.tex"
    slow.write_text("\\begin{document}" + "$x_{1}$ {\\bf a} " * 60_000, encoding="utf-8")
    with GuardedReader(seconds=0.5) as reader:
        with pytest.raises(
            FormatError, match=r"“slow\.tex” took longer than 0.5 seconds"
        ) as caught:
            reader.read_manuscript(slow)
        assert "chapter" in caught.value.remedy
    with GuardedReader() as reader:
        assert len(reader.read_manuscript(tex(tmp_path)).sentences) == 2


def test_errors_of_the_watch_fit_the_kind_of_file(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(b"%PDF-1.7")
    assert isinstance(limit_error(pdf, "is long"), PdfLimitError)
    assert isinstance(damage_error(pdf, "is damaged"), PdfUnreadableError)
    assert str(damage_error(tex(tmp_path), "is damaged")) == wording.fill(
        wording.FILE_DAMAGED, file="marsh.tex"
    )


def test_an_opened_manuscript_is_read_once_and_again_when_a_chapter_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tex(tmp_path)
    shelf = Shelf(tmp_path / "models")
    with closing(Workspace(tmp_path / "library", shelf, create=True)) as workspace:
        manuscripts = workspace.manuscripts
        first = manuscripts.open(path, SilentJob())
        assert [file.name for file in first.files] == ["more.tex"]
        with monkeypatch.context() as patched:
            patched.setattr(GuardedReader, "read_manuscript", None)
            assert manuscripts.open(path, SilentJob()).manuscript == first.manuscript
        (tmp_path / "more.tex").write_text("Water does.")
        again = manuscripts.open(path, SilentJob())
    assert [sentence.text for sentence in again.manuscript.sentences] == [
        "Birds sing.",
        "Water does.",
    ]
    assert again.number == first.number


@pytest.mark.parametrize("name", ["marsh.wpd", "marsh.pages", "marsh.txt", "marsh.epub"])
def test_other_formats_are_refused_with_those_that_are_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, "Birds sing.")
    with pytest.raises(FormatError) as refusal:
        read_manuscript(path, max_pages=9)
    for suffix in (
        ".docx",
        ".odt",
        ".tex",
        ".md",
        ".typ",
        ".html",
        ".ipynb",
        ".lyx",
        ".org",
        ".rst",
        ".rtf",
    ):
        assert suffix in str(refusal.value.remedy)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.org", "\\documentclass{article}", "converted"),
        ("a.txt", "#LyX 2.3 created this file.", "converted"),
        ("a.txt", "{\\rtf1", "rtf"),
    ],
)
def test_kinds_are_told_by_content_and_name(
    tmp_path: Path, name: str, text: str, kind: str
) -> None:
    assert detect_kind(written(tmp_path, name, text)) == kind


def test_a_file_larger_than_any_manuscript_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_MOST_BYTES", 2**20)
    large = tmp_path / "draft.pdf"
    with large.open("wb") as file:
        file.truncate(2**20 + 1)
    with pytest.raises(UsageError, match="larger than 1 MB"):
        sources.identify(large)


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_rich_text_is_read_as_word_is(tmp_path: Path) -> None:
    text = (
        r"{\rtf1\ansi\ansicpg1252 {\b Birds of the marsh}\par Birds sing (Oak, 2019). M\'fcller"
        r" says that reeds do not.\par References\par Oak, T. (2019). Songs of the reeds."
        r" Marshes, 3, 1.\par}"
    )
    manuscript = read_manuscript(written(tmp_path, "marsh.rtf", text), max_pages=9)
    assert manuscript.title == "Birds of the marsh"
    assert texts(manuscript) == ["Birds sing (Oak, 2019).", "Müller says that reeds do not."]
    assert markers(manuscript) == [("(Oak, 2019)", ["Songs of the reeds"], ())]
