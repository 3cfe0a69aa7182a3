"""Comments written into a copy of a Word file."""

from __future__ import annotations

import re
from pathlib import Path

import docx

from core.base.reports import WhatToMark
from core.workspace import Workspace
from tests.core.marked_copies import (
    GAPS,
    covered,
    opened_gaps,
    said,
    write_docx,
)


def test_word_shows_a_comment_at_each_sentence(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path, target = write_docx(draft_folder), draft_folder / "marked.docx"
    before = path.read_bytes()
    opened, gaps = opened_gaps(marked_workspace, path)
    made = marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
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
