"""Manuscripts with remarks, and the copies they are written into."""

from __future__ import annotations

from pathlib import Path

import docx
from docx.document import Document

from core.base.records import OpenManuscript, PaperRecord
from core.manuscript.reader import GuardedReader
from core.workspace import Workspace

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


def write_tex(draft_folder: Path) -> Path:
    (draft_folder / "chapters").mkdir()
    (draft_folder / "chapters" / "methods.tex").write_bytes(CHAPTER.encode("utf-8"))
    (draft_folder / "draft.tex").write_text(LATEX, encoding="utf-8")
    return draft_folder / "draft.tex"


def write_docx(draft_folder: Path) -> Path:
    document = docx.Document()
    document.add_heading("On moors", 0)
    document.add_heading("Introduction", 1)
    paragraph = document.add_paragraph(f"{PLAIN} Many studies have ")
    paragraph.add_run("shown").italic = True
    paragraph.add_run(f"{GAPS[0].partition('shown')[2]} {PLAIN} {GAPS[1]} {PLAIN}").bold = True
    table = document.add_table(rows=1, cols=1)
    table.cell(0, 0).text = GAPS[1]
    document.add_comment(paragraph.runs[1], "Is it?", "Mia")
    document.save(str(draft_folder / "draft.docx"))
    return draft_folder / "draft.docx"


def write_text(draft_folder: Path, name: str, text: str) -> Path:
    (draft_folder / name).write_text(text, encoding="utf-8")
    return draft_folder / name


def opened_gaps(marked_workspace: Workspace, path: Path) -> tuple[OpenManuscript, list[int]]:
    opened = marked_workspace.manuscripts.open(path)
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
