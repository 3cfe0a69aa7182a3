"""Remarks at sentences of LaTeX, Markdown and Typst."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.base.reports import WhatToMark
from core.manuscript import sources
from core.manuscript.text.remarks import Remark
from core.workspace import Workspace
from tests.core.marked_copies import (
    CHAPTER,
    GAPS,
    LATEX,
    MARKDOWN,
    TYPST,
    opened_gaps,
    said,
    write_tex,
    write_text,
)


@pytest.mark.usefixtures("takes_weak_papers")
def test_latex_has_comments_in_the_file_of_each_sentence(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path, target = write_tex(draft_folder), draft_folder / "out" / "marked.tex"
    opened, gaps = opened_gaps(marked_workspace, path)
    made = marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    chapter = draft_folder / "out" / "marked" / "chapters" / "methods.tex"
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
    (draft_folder / "out" / "chapters").mkdir()
    (draft_folder / "out" / "chapters" / "methods.tex").write_bytes(chapter.read_bytes())
    assert said(target) == said(path)


@pytest.mark.usefixtures("takes_weak_papers")
@pytest.mark.parametrize(("name", "text"), [("draft.md", MARKDOWN), ("draft.typ", TYPST)])
def test_markdown_and_typst_have_comments_and_are_read_as_before(
    marked_workspace: Workspace, draft_folder: Path, name: str, text: str
) -> None:
    path = write_text(draft_folder, name, text)
    target = path.with_name(f"marked{path.suffix}")
    opened, gaps = opened_gaps(marked_workspace, path)
    made = marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
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


def test_no_comment_stands_in_code_of_r(tmp_path: Path) -> None:
    before = "<<setup>>=\n# Birds sing.\nx <- 'Birds sing.'\n@\n"
    path, chapter = tmp_path / "marsh.Rnw", tmp_path / "reeds.Rnw"
    path.write_text(f"{before}Birds sing.\n<<child='reeds.Rnw'>>=\n@\n")
    chapter.write_text(f"{before}Reeds bend.\n")
    remarks = [Remark(text, (), ("Why?",)) for text in ("Birds sing.", "Reeds bend.")]
    made = sources.mark(path, tmp_path / "marked.Rnw", remarks)
    assert made.missed == ()
    texts = [file.read_text() for file in made.files]
    assert [text.partition("% Cocite: “")[0] for text in texts] == [before, before]


def test_text_that_is_no_utf_8_stays_byte_by_byte(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path, target = draft_folder / "draft.tex", draft_folder / "marked.tex"
    path.write_bytes(
        LATEX.replace("\\input{chapters/methods}", f"Über. {GAPS[1]}").encode("latin-1")
    )
    opened, gaps = opened_gaps(marked_workspace, path)
    marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    lines = target.read_bytes().split(b"\n")
    assert [line for line in lines if not line.startswith(b"% Cocite") and line[:3] != b"%  "] == (
        path.read_bytes().split(b"\n")
    )
