"""Comments and citations written into a copy of a Word file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import docx
import pytest
from docx.document import Document as WordDocument
from docx.oxml.ns import qn

from core.base.errors import UsageError
from core.base.records import ToCite
from core.base.reports import WhatToMark
from core.manuscript.text.remarks import Remark
from core.manuscript.word.comments import write_comments
from core.manuscript.word.document import parse
from core.workspace import Workspace
from tests.core.manuscript.word_files import add, field, run
from tests.core.marked_copies import (
    GAPS,
    covered,
    opened_gaps,
    said,
    write_docx,
)


@pytest.mark.usefixtures("takes_weak_papers")
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


# --- citations inserted into a copy ---------------------------------------------------------------

CODE = 'ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{"id":"a","itemData":{"title":"Fens"}}]}'
SHOWN = "(Elm, 2001)"


def inserted(folder: Path, document: WordDocument, sentence: str) -> tuple[list[int], Path]:
    path, target = folder / "draft.docx", folder / "copy.docx"
    document.save(str(path))
    remark = Remark(sentence, (), (), citation=(CODE, SHOWN))
    return write_comments(path, target, [remark]), target


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Moors are acid.", "Moors are acid (Elm, 2001)."),
        ("Are moors acid?", "Are moors acid (Elm, 2001)?"),
        ("He said “moors are acid”.", "He said “moors are acid” (Elm, 2001)."),
        ("He said “moors are acid.”", "He said “moors are acid.” (Elm, 2001)"),
        ("Moors are acid (see Fig. 2).", "Moors are acid (see Fig. 2) (Elm, 2001)."),
        ("Some (not all) are acid (in part)?!", "Some (not all) are acid (in part) (Elm, 2001)?!"),
        ("(Moors are acid.)", "(Moors are acid.) (Elm, 2001)"),
        ("沼泽是酸性的。", "沼泽是酸性的(Elm, 2001)。"),
        ("他说“沼泽是酸性的。”", "他说“沼泽是酸性的。”(Elm, 2001)"),
    ],
)
def test_a_citation_stands_before_the_stop(tmp_path: Path, sentence: str, shown: str) -> None:
    document = docx.Document()
    document.add_paragraph(f"First one here. {sentence} And then another.")
    missed, target = inserted(tmp_path, document, sentence)
    assert missed == []
    (paragraph,) = docx.Document(str(target)).paragraphs
    assert paragraph.text == f"First one here. {shown} And then another."
    read = parse(target)
    assert [marker.text for one in read.sentences for marker in one.markers] == [SHOWN]


@pytest.mark.parametrize("typed", ["(Oak, 1999)", "[3]"])
def test_a_citation_stands_behind_one_that_was_typed(tmp_path: Path, typed: str) -> None:
    document = docx.Document()
    document.add_paragraph(f"Moors are acid {typed}. And then another.")
    missed, target = inserted(tmp_path, document, f"Moors are acid {typed}.")
    assert missed == []
    (paragraph,) = docx.Document(str(target)).paragraphs
    assert paragraph.text == f"Moors are acid {typed} {SHOWN}. And then another."


def test_a_citation_stands_in_no_other_field_and_in_no_link(tmp_path: Path) -> None:
    document = docx.Document()
    older = field("ADDIN ZOTERO_ITEM CSL_CITATION {}", "(Oak 1999)")
    add(document, run("Fens are wet "), older, run("."))
    linked = document.add_paragraph("See ")
    link = linked._p.makeelement(qn("w:hyperlink"), {qn("w:anchor"): "x"})
    linked._p.append(link)
    link.append(linked.add_run("these old moors")._r)
    path, target = tmp_path / "draft.docx", tmp_path / "copy.docx"
    document.save(str(path))
    sentences = ("Fens are wet (Oak 1999).", "See these old moors")
    remarks = [Remark(sentence, (), (), citation=(CODE, SHOWN)) for sentence in sentences]
    assert write_comments(path, target, remarks) == []
    first, second = docx.Document(str(target)).paragraphs
    assert first.text == "Fens are wet (Oak 1999) (Elm, 2001)."
    codes = [node.text for node in first._p.iter(qn("w:instrText"))]
    assert codes[-1].strip() == CODE
    assert "".join(codes[:-1]) == "ADDIN ZOTERO_ITEM CSL_CITATION {}"
    depths, depth = [], 0
    for node in first._p.iter(qn("w:fldChar")):
        depth += {"begin": 1, "end": -1}.get(node.get(qn("w:fldCharType")), 0)
        depths.append(depth)
    assert max(depths) == 1
    assert [child.tag for child in second._p].index(qn("w:hyperlink")) == 1
    assert not list(second._p.find(qn("w:hyperlink")).iter(qn("w:fldChar")))
    assert list(second._p.iter(qn("w:fldChar")))


def test_what_is_raised_before_it_does_not_raise_the_citation(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Moors are acid")
    paragraph.add_run("2").font.superscript = True
    paragraph.add_run(" in part").italic = True
    missed, target = inserted(tmp_path, document, "Moors are acid2 in part")
    assert missed == []
    (paragraph,) = docx.Document(str(target)).paragraphs
    (run,) = [run for run in paragraph.runs if SHOWN in run.text]
    assert (run.font.superscript, run.italic) == (None, True)


def test_the_papers_to_cite_are_inserted_and_read_back(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path, target = write_docx(draft_folder), draft_folder / "cited.docx"
    before = path.read_bytes()
    opened, gaps = opened_gaps(marked_workspace, path)
    papers = marked_workspace.library.papers.get_many(marked_workspace.library.papers.numbers()[:2])
    chosen = [ToCite(gaps[0], opened.manuscript.sentences[gaps[0]].text, tuple(papers))]
    copy = marked_workspace.marked_copies.insert_citations(opened, target, chosen)
    assert (copy.remarks, copy.missed) == (1, ())
    assert path.read_bytes() == before
    again = marked_workspace.manuscripts.open(target, store=False)
    sentence = again.manuscript.sentences[gaps[0]]
    cited = {again.links[at].paper for marker in sentence.markers for at in marker.references}
    assert cited == {paper.number for paper in papers}
    # What the copy cites by now is not cited again.
    row = replace(chosen[0], text=sentence.text)
    second = draft_folder / "second.docx"
    assert marked_workspace.marked_copies.insert_citations(again, second, [row]).remarks == 0
    with pytest.raises(UsageError, match="itself"):
        marked_workspace.marked_copies.insert_citations(opened, path, chosen)
