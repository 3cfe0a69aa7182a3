"""Marked copies: read back with the libraries that other programs would use, and by the reader."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import docx
import pymupdf
import pytest
from docx.document import Document
from lxml import etree

from core.base.errors import EngineError, FormatError, LibraryError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import OpenManuscript, PaperNumber, PaperRecord, ToCite
from core.base.reports import WhatToMark
from core.commands.cli import main
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.reader import GuardedReader
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.core.conftest import RECORDS
from tests.core.manuscript.odt.test_document import odt

GAPS = (
    "Many studies have shown that moorland soils are among the most acid soils of all.",
    "Contrastive objectives have been used widely in prior work on citation graphs.",
)
PLAIN = "We walked over the moor and took our own samples."
EVIL = PaperRecord(
    id="t:evil",
    title="Soils --> of % moorland */ and \\end{document} acid soils\x0b ",
    abstract="Moorland soils are among the most acid soils.",
    authors=("Eve <!-- Adams",),
    year=2001,
)
STRESSED = GAPS[0].replace("moorland", r"\emph{moorland}")
LATEX = rf"""\documentclass{{article}}
\title{{On moors}}
% {GAPS[0]}
\begin{{document}}
\section{{Introduction}}
{PLAIN} {STRESSED} {PLAIN}
\input{{chapters/methods}}
\end{{document}}
"""
CHAPTER = f"\\section{{Methods}}\r\n  {PLAIN}\r\n  {GAPS[1]}\r\n"
MARKDOWN = f"""---
title: On moors
---

# Introduction

<!-- {GAPS[0]} -->

{PLAIN} {GAPS[0].replace("moorland", "*moorland*")} {PLAIN}

- {PLAIN}
  {GAPS[1]}

> {PLAIN}
"""
TYPST = f"""#set document(title: [On moors])
= Introduction
// {GAPS[0]}
{PLAIN} {GAPS[0].replace("moorland", "_moorland_")} {PLAIN}

= Methods
{PLAIN}
  {GAPS[1]}
"""


def write_tex(folder: Path) -> Path:
    (folder / "chapters").mkdir()
    (folder / "chapters" / "methods.tex").write_bytes(CHAPTER.encode("utf-8"))
    (folder / "draft.tex").write_text(LATEX, encoding="utf-8")
    return folder / "draft.tex"


def write_docx(folder: Path) -> Path:
    document = docx.Document()
    document.add_heading("On moors", 0)
    document.add_heading("Introduction", 1)
    paragraph = document.add_paragraph(f"{PLAIN} Many studies have ")
    paragraph.add_run("shown").italic = True
    paragraph.add_run(f"{GAPS[0].partition('shown')[2]} {PLAIN} {GAPS[1]} {PLAIN}").bold = True
    table = document.add_table(rows=1, cols=1)
    table.cell(0, 0).text = GAPS[1]
    document.add_comment(paragraph.runs[1], "Is it?", "Mia")
    document.save(str(folder / "draft.docx"))
    return folder / "draft.docx"


def write_pdf(folder: Path) -> Path:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "On moors", fontsize=20)
    page.insert_text((72, 120), "1 Introduction", fontsize=14)
    text = f"{PLAIN} {GAPS[0]} {PLAIN} {GAPS[1]} {PLAIN}"
    page.insert_textbox(pymupdf.Rect(72, 140, 520, 500), text, fontsize=11)
    document.save(folder / "draft.pdf")
    document.close()
    return folder / "draft.pdf"


def write_text(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        list(opened.papers.add([*RECORDS, EVIL], source="test"))
        WordIndex(folder / "words", opened.identity).follow(opened.papers)
    workspace = Workspace(folder, Shelf(tmp_path / "models"), write=True)
    yield workspace
    workspace.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "draft"
    made.mkdir()
    return made


def opened_gaps(workspace: Workspace, path: Path) -> tuple[OpenManuscript, list[int]]:
    opened = workspace.manuscripts.open(path)
    texts = [each.text for each in opened.manuscript.sentences]
    return opened, [texts.index(each) for each in GAPS]


def said(path: Path) -> list[str]:
    """Return what the reader finds in a file."""
    with GuardedReader() as reader:
        return [each.text for each in reader.read_manuscript(path).sentences]


def covered(document: Document, number: int) -> str:
    """Return the text between the marks of a comment."""
    found, inside = "", False
    for element in document.element.body.iter():
        name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        own = [v for k, v in element.attrib.items() if k.endswith("}id")] == [str(number)]
        if own and name == "commentRangeStart":
            inside = True
        elif own and name == "commentRangeEnd":
            inside = False
        elif inside and name == "t":
            found += element.text or ""
    return found


def test_word_shows_a_comment_at_each_sentence(workspace: Workspace, folder: Path) -> None:
    path, target = write_docx(folder), folder / "marked.docx"
    before = path.read_bytes()
    opened, gaps = opened_gaps(workspace, path)
    made = workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert made.files == (target,)
    assert made.missed == ()
    assert path.read_bytes() == before
    document = docx.Document(str(target))
    others, *ours = list(document.comments)
    assert others.text == "Is it?"
    assert [each.author for each in ours] == ["Cocite", "Cocite"]
    assert [covered(document, each.comment_id) for each in ours] == list(GAPS)
    first = ours[0].text.splitlines()
    assert re.match(r"Needs a citation \(\d+ ?%\)", first[0])
    assert first[1] == "Tharp 1999: Acidity of moorland soils" or first[1].startswith(
        "Tharp 1999: Acidity of moorland soils ("
    )
    assert first[2].startswith("Adams 2001: Soils")
    assert len(first) == 3, "what is weak is not suggested to others"
    assert any("Tharp" in line and "Acidity of moorland soils" in line for line in first)
    assert any(" — " in line for line in first[1:])
    assert said(target) == said(path)
    marked, plain = (docx.Document(str(each)).paragraphs[2] for each in (target, path))
    assert marked.text == plain.text
    looks = [(run.text, run.bold, run.italic) for run in marked.runs if run.text]
    assert ("shown", None, True) in looks
    assert [bold for text, bold, _ in looks if text == GAPS[1]] == [True]


def test_a_pdf_has_highlights_with_notes(workspace: Workspace, folder: Path) -> None:
    path, target = write_pdf(folder), folder / "marked.pdf"
    before = path.read_bytes()
    opened, gaps = opened_gaps(workspace, path)
    soil = workspace.library.papers.get(workspace.library.papers.resolve_many(["t:soil"])["t:soil"])
    chosen = [ToCite(gaps[0], GAPS[0], (soil,))]
    workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps, chosen=chosen))
    assert path.read_bytes() == before
    with pymupdf.open(target) as document:
        page = document[0]
        cite, gap = list(page.annots())
        assert [each.type[1] for each in (cite, gap)] == ["Highlight", "Highlight"]
        assert cite.info["content"].splitlines()[0] == "To cite here"
        assert "Acidity of moorland soils" in cite.info["content"]
        assert "Needs a citation" in gap.info["content"]
        assert cite.colors["stroke"] != gap.colors["stroke"]
        assert "Contrastive objectives" in page.get_textbox(gap.rect)
    assert said(target) == said(path)


def test_latex_has_comments_in_the_file_of_each_sentence(
    workspace: Workspace, folder: Path
) -> None:
    path, target = write_tex(folder), folder / "out" / "marked.tex"
    opened, gaps = opened_gaps(workspace, path)
    made = workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    chapter = folder / "out" / "marked" / "chapters" / "methods.tex"
    assert made.files == (target, chapter)
    assert path.read_text(encoding="utf-8") == LATEX
    marked = target.read_text(encoding="utf-8")
    ours = [line for line in marked.splitlines() if line not in LATEX.splitlines()]
    assert ours[0] == f"% Cocite: “{GAPS[0][:70].rstrip()}…”"
    assert "Needs a citation" in ours[1]
    assert any("\\cite{tharp" in line and "Acidity of moorland soils" in line for line in ours)
    assert all(line.startswith("%") for line in ours)
    at = marked.splitlines().index(ours[-1])
    assert marked.splitlines()[at + 1] == LATEX.splitlines()[5]
    written = chapter.read_bytes().decode("utf-8")
    assert written.count("\n") == written.count("\r\n") > CHAPTER.count("\r\n")
    assert [line for line in written.splitlines() if "%" not in line] == CHAPTER.splitlines()
    (folder / "out" / "chapters").mkdir()
    (folder / "out" / "chapters" / "methods.tex").write_bytes(chapter.read_bytes())
    assert said(target) == said(path)


@pytest.mark.parametrize(("name", "text"), [("draft.md", MARKDOWN), ("draft.typ", TYPST)])
def test_markdown_and_typst_have_comments_and_are_read_as_before(
    workspace: Workspace, folder: Path, name: str, text: str
) -> None:
    path = write_text(folder, name, text)
    target = path.with_name(f"marked{path.suffix}")
    opened, gaps = opened_gaps(workspace, path)
    made = workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert made.missed == ()
    assert path.read_text(encoding="utf-8") == text
    marked = target.read_text(encoding="utf-8")
    assert marked.count("Cocite:") == 2
    assert "@tharp" in marked
    assert said(target) == said(path)
    if name.endswith(".md"):
        without = re.sub(r" <!-- Cocite:.*?-->", "", marked, flags=re.S)
    else:
        lines = marked.split("\n")
        without = "\n".join(each for each in lines if "//" not in each or each in text.split("\n"))
    assert without == text


def test_text_that_is_no_utf_8_stays_byte_by_byte(workspace: Workspace, folder: Path) -> None:
    path, target = folder / "draft.tex", folder / "marked.tex"
    path.write_bytes(
        LATEX.replace("\\input{chapters/methods}", f"Über. {GAPS[1]}").encode("latin-1")
    )
    opened, gaps = opened_gaps(workspace, path)
    workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    lines = target.read_bytes().split(b"\n")
    assert [line for line in lines if not line.startswith(b"% Cocite") and line[:3] != b"%  "] == (
        path.read_bytes().split(b"\n")
    )


def test_the_manuscript_is_never_replaced(workspace: Workspace, folder: Path) -> None:
    path = write_tex(folder)
    opened, gaps = opened_gaps(workspace, path)
    for own in (path, folder / "chapters" / ".." / "chapters" / "methods.tex"):
        with pytest.raises(UsageError, match="never changed") as refused:
            workspace.marked_copies.write(opened, own, WhatToMark(gaps=gaps))
        assert "another name" in refused.value.remedy
    assert path.read_text(encoding="utf-8") == LATEX


def test_a_copy_that_cannot_be_written_leaves_what_is_there(
    workspace: Workspace, folder: Path, small_disk: Path
) -> None:
    path, target = write_docx(folder), small_disk / "marked.docx"
    opened, gaps = opened_gaps(workspace, path)
    target.write_bytes(b"old")
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        while True:
            try:
                filler.write(bytes(4096))
            except OSError:
                break
    with pytest.raises(LibraryError, match="Not enough disk space"):
        workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert target.read_bytes() == b"old"
    assert {each.name for each in small_disk.iterdir()} == {"marked.docx", "filler"}


def test_what_cannot_be_marked_says_so(workspace: Workspace, folder: Path) -> None:
    text = workspace.manuscripts.open_text(" ".join(GAPS))
    assert workspace.marked_copies.why_not(text) == "Open a file first"
    with pytest.raises(FormatError, match="Remarks cannot be written"):
        workspace.marked_copies.write(text, folder / "copy.txt", WhatToMark(gaps=[0]))
    opened, _ = opened_gaps(workspace, write_tex(folder))
    assert workspace.marked_copies.why_not(opened) == ""


def test_a_project_of_latex_becomes_an_archive_with_marked_files(
    workspace: Workspace, folder: Path
) -> None:
    path = write_tex(folder)
    packed, target = folder / "draft.zip", folder / "marked.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "moors\\draft.tex")
        archive.write(folder / "chapters" / "methods.tex", "moors/chapters/methods.tex")
        archive.writestr("moors/figures/bog.png", b"\x89PNG" * 9)
        archive.writestr("moors/other.tex", "Nothing is said here.")
    before = packed.read_bytes()
    opened, gaps = opened_gaps(workspace, packed)
    made = workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert (made.files, made.missed) == ((target,), ())
    assert packed.read_bytes() == before
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(target) as new:
        assert new.namelist() == old.namelist()
        changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert changed == ["moors\\draft.tex", "moors/chapters/methods.tex"]
        main, chapter = (new.read(name).decode() for name in changed)
    assert f"% Cocite: “{GAPS[0][:70].rstrip()}…”" in main
    assert "\\cite{tharp" in main
    assert GAPS[1][:30] in chapter.split("% Cocite: “")[1]
    assert said(target) == said(packed)


def write_odt(folder: Path) -> Path:
    first, _, rest = GAPS[0].partition("shown")
    return odt(
        folder,
        f"<text:tracked-changes><text:p>{GAPS[1]}</text:p></text:tracked-changes>"
        '<text:p text:style-name="P1">On moors</text:p>'
        '<text:h text:outline-level="1">Introduction</text:h>'
        f"<text:p>{PLAIN} {first}<text:span>shown</text:span>"
        '<office:annotation office:name="mine"><text:p>Is it?</text:p></office:annotation>'
        f'{rest}<text:s/>{PLAIN} <text:span text:style-name="B">{GAPS[1]}</text:span> {PLAIN}'
        "</text:p>",
    )


def annotations(path: Path) -> list[tuple[str, str, list[str]]]:
    """Return who wrote each annotation, what it covers, and its lines."""
    with zipfile.ZipFile(path) as archive:
        root = etree.fromstring(archive.read("content.xml"))
    found: dict[str, tuple[str, str, list[str]]] = {}
    inside: set[str] = set()

    def go(element: etree._Element) -> None:
        kind = element.tag.rpartition("}")[2]
        name = next((v for k, v in element.attrib.items() if k.endswith("}name")), "")
        if kind == "annotation":
            author = "".join(each.text or "" for each in element if each.tag.endswith("creator"))
            lines = [each.text or "" for each in element if each.tag.endswith("}p")]
            found[name] = author, "", lines
            inside.add(name)
        elif kind == "annotation-end":
            inside.discard(name)
        else:
            take(element.text)
            for child in element:
                go(child)
        take(element.tail)

    def take(text: str | None) -> None:
        for name in inside:
            author, covered, lines = found[name]
            found[name] = author, covered + (text or ""), lines

    go(root)
    return [each for each in found.values() if each[0]]


def test_writer_shows_a_comment_at_each_sentence(workspace: Workspace, folder: Path) -> None:
    path, target = write_odt(folder), folder / "marked.odt"
    before = path.read_bytes()
    opened, gaps = opened_gaps(workspace, path)
    made = workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert (made.files, made.missed) == ((target,), ())
    assert path.read_bytes() == before
    found = annotations(target)
    assert [(author, covered) for author, covered, _ in found] == [
        ("Cocite", GAPS[0]), ("Cocite", GAPS[1]),
    ]  # fmt: skip
    assert re.match(r"Needs a citation \(\d+ ?%\)", found[0][2][0])
    assert any("Acidity of moorland soils" in line for line in found[0][2])
    assert said(target) == said(path)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target) as new:
        assert new.namelist() == old.namelist()
        assert new.infolist()[0].compress_type == old.infolist()[0].compress_type
        assert [n for n in old.namelist() if old.read(n) != new.read(n)] == ["content.xml"]


def test_a_damaged_document_of_writer_gets_no_copy(workspace: Workspace, folder: Path) -> None:
    path = write_odt(folder)
    opened, gaps = opened_gaps(workspace, path)
    with zipfile.ZipFile(path) as archive:
        content = archive.read("content.xml")
    odt(folder, "", content=content.replace(b"</text:span>", b"", 1))
    with pytest.raises(FormatError, match="damaged"):
        workspace.marked_copies.write(opened, folder / "marked.odt", WhatToMark(gaps=gaps))
    assert not (folder / "marked.odt").exists()


def test_a_damaged_file_costs_only_itself(workspace: Workspace, folder: Path) -> None:
    path = write_docx(folder)
    opened, gaps = opened_gaps(workspace, path)
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(EngineError, match=r"draft\.docx"):
        workspace.marked_copies.write(opened, folder / "marked.docx", WhatToMark(gaps=gaps))
    assert not (folder / "marked.docx").exists()


class _Stopping(SilentJob):
    def check(self) -> None:
        raise JobCancelled


def test_a_stop_writes_nothing(workspace: Workspace, folder: Path) -> None:
    path = write_docx(folder)
    opened, gaps = opened_gaps(workspace, path)
    what = WhatToMark(gaps=gaps)
    with pytest.raises(JobCancelled):
        workspace.marked_copies.write(opened, folder / "marked.docx", what, job=_Stopping())
    assert not (folder / "marked.docx").exists()


def test_the_command_marks_gaps_and_what_was_chosen(
    workspace: Workspace, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = write_text(folder, "draft.md", MARKDOWN), folder / "marked.md"
    opened, gaps = opened_gaps(workspace, path)
    workspace.manuscripts.decide(
        opened, opened.manuscript.sentences[gaps[1]], PaperNumber(1), "cite"
    )
    library = workspace.library.folder
    workspace.close()
    command = ["mark", "--library", str(library), str(path), "--to", str(target)]
    assert main([*command, "--threshold", "0.3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["files"] == [str(target)]
    marked = target.read_text(encoding="utf-8")
    assert told["remarks"] == marked.count("Cocite:") >= 2
    assert "Cocite: To cite here" in marked
    assert main([*command, "--suggestions", "0"]) == 0
    assert "sentences have a remark" in capsys.readouterr().out
    assert "@tharp" not in target.read_text(encoding="utf-8")
    assert main([*command[:-1], str(path)]) == 2
    assert "never changed" in capsys.readouterr().err


def test_remarks_are_said_in_the_language_asked_for(workspace: Workspace, folder: Path) -> None:
    class Loud:
        language = "xx"

        def say(self, text: str, /) -> str:
            return text.upper()

    path = write_text(folder, "draft.typ", TYPST)
    opened, gaps = opened_gaps(workspace, path)
    what = WhatToMark(gaps=gaps)
    phrases = Loud()
    found = workspace.marked_copies.remarks(
        replace(opened),
        what,
        phrases,
        SilentJob(),  # type: ignore[arg-type]
    )
    assert all(each.lines[0].startswith("NEEDS A CITATION") for each in found)
