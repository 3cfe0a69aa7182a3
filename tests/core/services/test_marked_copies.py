"""Marked copies: read back with the libraries that other programs would use, and by the reader."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import numpy as np
import pymupdf
import pytest

from core.base.errors import EngineError, FormatError, LibraryError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.phrases import ENGLISH
from core.base.records import NO_FILTER, PLAUSIBLE, Paper, PaperNumber, Recommendation, ToCite
from core.base.reports import WhatToMark
from core.base.settings import Settings, default_path, save
from core.commands.cli import main
from core.formats import word_citation
from core.recommend.engine import Engine
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist
from core.workspace import Workspace
from tests import wording
from tests.core.marked_copies import (
    GAPS,
    LATEX,
    MARKDOWN,
    PLAIN,
    TYPST,
    opened_gaps,
    said,
    write_docx,
    write_tex,
    write_text,
)


def get_soil(workspace: Workspace) -> Paper:
    papers = workspace.library.papers
    return papers.get(papers.resolve_many(["t:soil"])["t:soil"])


def write_pdf(draft_folder: Path) -> Path:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "On moors", fontsize=20)
    page.insert_text((72, 120), "1 Introduction", fontsize=14)
    text = f"{PLAIN} {GAPS[0]} {PLAIN} {GAPS[1]} {PLAIN}"
    page.insert_textbox(pymupdf.Rect(72, 140, 520, 500), text, fontsize=11)
    document.save(draft_folder / "draft.pdf")
    document.close()
    return draft_folder / "draft.pdf"


def test_a_pdf_has_highlights_with_notes(marked_workspace: Workspace, draft_folder: Path) -> None:
    path, target = write_pdf(draft_folder), draft_folder / "marked.pdf"
    before = path.read_bytes()
    opened, gaps = opened_gaps(marked_workspace, path)
    chosen = [ToCite(gaps[0], GAPS[0], (get_soil(marked_workspace),))]
    marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps, chosen=chosen))
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


def test_the_manuscript_is_never_replaced(marked_workspace: Workspace, draft_folder: Path) -> None:
    path = write_tex(draft_folder)
    opened, gaps = opened_gaps(marked_workspace, path)
    for own in (path, draft_folder / "chapters" / ".." / "chapters" / "methods.tex"):
        with pytest.raises(UsageError, match="never changed") as refused:
            marked_workspace.marked_copies.write(opened, own, WhatToMark(gaps=gaps))
        assert "another name" in refused.value.remedy
    assert path.read_text(encoding="utf-8") == LATEX


def test_a_copy_that_cannot_be_written_leaves_what_is_there(
    marked_workspace: Workspace, draft_folder: Path, small_disk: Path
) -> None:
    path, target = write_docx(draft_folder), small_disk / "marked.docx"
    opened, gaps = opened_gaps(marked_workspace, path)
    target.write_bytes(b"old")
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        while True:
            try:
                filler.write(bytes(4096))
            except OSError:
                break
    with pytest.raises(LibraryError, match=wording.pattern("core.base.files:unwritten disk")):
        marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert target.read_bytes() == b"old"
    assert {each.name for each in small_disk.iterdir()} == {"marked.docx", "filler"}


def test_what_cannot_be_marked_says_so(marked_workspace: Workspace, draft_folder: Path) -> None:
    text = marked_workspace.manuscripts.open_text(" ".join(GAPS))
    assert marked_workspace.marked_copies.why_not(text) == wording.fill(
        "core.services.marked_copies:why_not"
    )
    with pytest.raises(FormatError, match=wording.pattern("core.manuscript.sources:not_markable")):
        marked_workspace.marked_copies.write(text, draft_folder / "copy.txt", WhatToMark(gaps=[0]))
    opened, _ = opened_gaps(marked_workspace, write_tex(draft_folder))
    assert marked_workspace.marked_copies.why_not(opened) == ""


def test_a_project_of_latex_becomes_an_archive_with_marked_files(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path = write_tex(draft_folder)
    packed, target = draft_folder / "draft.zip", draft_folder / "marked.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "moors\\draft.tex")
        archive.write(draft_folder / "chapters" / "methods.tex", "moors/chapters/methods.tex")
        archive.writestr("moors/figures/bog.png", b"\x89PNG" * 9)
        archive.writestr("moors/other.tex", "Nothing is said here.")
    before = packed.read_bytes()
    opened, gaps = opened_gaps(marked_workspace, packed)
    chosen = [ToCite(gaps[0], GAPS[0], (get_soil(marked_workspace),))]
    marking = WhatToMark(gaps=gaps, chosen=chosen)
    made = marked_workspace.marked_copies.write(opened, target, marking)
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


@pytest.mark.parametrize("chance", [PLAUSIBLE, PLAUSIBLE - 0.01])
def test_only_plausible_papers_are_offered_in_a_remark(
    marked_workspace: Workspace, draft_folder: Path, chance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, gaps = opened_gaps(marked_workspace, write_tex(draft_folder))
    engine = marked_workspace._runtime.answering.engine
    shortlists = type(engine).shortlists

    def list_with_chance(*given: Any, **more: Any) -> tuple[Shortlist, None]:  # noqa: ANN401 - handed on
        best, _ = shortlists(*given, **more)
        return replace(best, chances=np.full(len(best.papers), chance)), None

    monkeypatch.setattr(type(engine), "shortlists", list_with_chance)
    remarks = marked_workspace.marked_copies.remarks(
        opened, WhatToMark(gaps=gaps), ENGLISH, SilentJob()
    )
    lines = [line for remark in remarks for line in remark.lines[1:]]
    is_offered = any("Acidity of moorland soils" in line for line in lines)
    is_refused = wording.fill("core.services.marked_copies:gap Nothing") in lines
    assert (is_offered, is_refused) == (chance >= PLAUSIBLE, chance < PLAUSIBLE)


def test_answers_that_are_prepared_are_not_asked_for_again(
    marked_workspace: Workspace, draft_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, gaps = opened_gaps(marked_workspace, write_tex(draft_folder))
    recommend = marked_workspace.recommending.recommend_manuscript
    recommend(opened, breadth=0.5, limit=5, paper_filter=NO_FILTER, job=SilentJob())
    engine = type(marked_workspace._runtime.answering.engine)
    asked: list[Question] = []
    told: list[Shortlist] = []
    shortlist, tell = engine.shortlist, engine.tell

    def note_list(own: Engine, question: Question, *, limit: int) -> Shortlist:
        asked.append(question)
        return shortlist(own, question, limit=limit)

    def note_told(own: Engine, question: Question, best: Shortlist) -> Recommendation:
        told.append(best)
        return tell(own, question, best)

    monkeypatch.setattr(engine, "shortlist", note_list)
    monkeypatch.setattr(engine, "tell", note_told)
    marking = WhatToMark(gaps=gaps, breadth=0.5, suggested=2, limit=5)
    marked_workspace.marked_copies.remarks(opened, marking, ENGLISH, SilentJob())
    assert not asked
    assert len(told) == len(gaps)
    assert all(len(best.papers) <= 2 and not best.likely for best in told)


def test_a_damaged_file_costs_only_itself(marked_workspace: Workspace, draft_folder: Path) -> None:
    path = write_docx(draft_folder)
    opened, gaps = opened_gaps(marked_workspace, path)
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(EngineError, match=r"draft\.docx"):
        marked_workspace.marked_copies.write(
            opened, draft_folder / "marked.docx", WhatToMark(gaps=gaps)
        )
    assert not (draft_folder / "marked.docx").exists()


class _Stopping(SilentJob):
    def check(self) -> None:
        raise JobCancelled


def test_a_stop_writes_nothing(marked_workspace: Workspace, draft_folder: Path) -> None:
    path = write_docx(draft_folder)
    opened, gaps = opened_gaps(marked_workspace, path)
    what = WhatToMark(gaps=gaps)
    with pytest.raises(JobCancelled):
        marked_workspace.marked_copies.write(
            opened, draft_folder / "marked.docx", what, job=_Stopping()
        )
    assert not (draft_folder / "marked.docx").exists()


def test_citations_are_inserted_in_the_style_of_the_settings(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    save(Settings(csl_style="author-title"), default_path())
    opened, gaps = opened_gaps(marked_workspace, write_docx(draft_folder))
    chosen = [_row_of(marked_workspace, gaps[0], opened.manuscript.sentences[gaps[0]].text)]
    for style, shown in (
        ("", word_citation.format_citation(chosen[0].papers, "author-title")),
        ("author-date", word_citation.format_citation(chosen[0].papers, "author-date")),
    ):
        target = draft_folder / f"cited{style}.docx"
        marked_workspace.marked_copies.insert_citations(opened, target, chosen, style)
        text = "\n".join(part.text for part in docx.Document(str(target)).paragraphs)
        assert f"{GAPS[0].rstrip('.')} {shown}." in text


@pytest.mark.parametrize(("form", "brackets"), [("[{}]", "[]"), ("({})", "()"), ("{}", "[]")])
def test_a_numbered_manuscript_gets_numbers_that_follow_those_of_its_list(
    marked_workspace: Workspace, draft_folder: Path, form: str, brackets: str
) -> None:
    document = docx.Document()
    text = document.add_paragraph(PLAIN)
    for number in (1, 2, 3) * 3:
        text.add_run(" Moors are wet")
        marker = text.add_run(form.format(number) if form == "{}" else f" {form.format(number)}")
        marker.font.superscript = form == "{}" or None
        text.add_run(".")
    text.add_run(f" {GAPS[0]} {PLAIN} {GAPS[1]}")
    document.add_heading("References")
    soil = get_soil(marked_workspace)
    entries = (
        f"{soil.authors[0]}. {soil.title}. Journal of Moors, {soil.year}.",
        "Ling, A.; Gorse, B. Rain on heather in winter. J. Moors 2011, 4, 12-19.",
        "Bell, C.; Reed, D. Peat and its water in dry years. J. Moors 2012, 5, 20-31.",
    )
    for number, entry in enumerate(entries, 1):
        document.add_paragraph(f"({number}) {entry}" if form == "({})" else f"{number}. {entry}")
    path = draft_folder / "numbered.docx"
    document.save(str(path))
    opened = marked_workspace.manuscripts.open(path)
    assert [link.paper for link in opened.links.values()] == [soil.number]
    sentences = opened.manuscript.sentences
    places = [next(s.index for s in sentences if gap[:30] in s.text) for gap in GAPS[:2]]
    papers = marked_workspace.library.papers
    new = next(number for number in papers.numbers() if number != soil.number)
    chosen = [
        ToCite(place, sentences[place].text, tuple(papers.get_many(numbers)))
        for place, numbers in zip(places, ([new, soil.number], [new]), strict=True)
    ]
    target = draft_folder / "cited.docx"
    marked_workspace.marked_copies.insert_citations(opened, target, chosen)
    shown = docx.Document(str(target)).paragraphs[0].text
    for gap, numbers in zip(GAPS, ("1, 4", "4"), strict=False):
        assert f"{gap.rstrip('.')} {brackets[0]}{numbers}{brackets[1]}." in shown


def test_a_sentence_that_is_gone_counts_as_missed(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    opened, gaps = opened_gaps(marked_workspace, write_docx(draft_folder))
    here = _row_of(marked_workspace, gaps[0], opened.manuscript.sentences[gaps[0]].text)
    gone = _row_of(marked_workspace, None, "Bogs burn.")
    insert, target = marked_workspace.marked_copies.insert_citations, draft_folder / "cited.docx"
    copy = insert(opened, target, [gone, here])
    assert (copy.remarks, copy.missed) == (2, (1,))


def test_a_stop_inserts_nothing(marked_workspace: Workspace, draft_folder: Path) -> None:
    opened, gaps = opened_gaps(marked_workspace, write_docx(draft_folder))
    chosen = [_row_of(marked_workspace, gaps[0], opened.manuscript.sentences[gaps[0]].text)]
    target = draft_folder / "cited.docx"
    with pytest.raises(JobCancelled):
        marked_workspace.marked_copies.insert_citations(opened, target, chosen, job=_Stopping())
    assert not target.exists()


def _row_of(workspace: Workspace, index: int | None, text: str) -> ToCite:
    papers = workspace.library.papers
    return ToCite(index, text, tuple(papers.get_many(papers.numbers()[:1])))


def test_the_command_marks_gaps_and_what_was_chosen(
    marked_workspace: Workspace, draft_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = write_text(draft_folder, "draft.md", MARKDOWN), draft_folder / "marked.md"
    opened, gaps = opened_gaps(marked_workspace, path)
    marked_workspace.manuscripts.decide(
        opened, opened.manuscript.sentences[gaps[1]], PaperNumber(1), "cite"
    )
    library = marked_workspace.library.folder
    marked_workspace.close()
    command = ["mark", "--library", str(library), str(path), "--to", str(target)]
    assert main([*command, "--threshold", "0.3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["files"] == [str(target)]
    marked = target.read_text(encoding="utf-8")
    assert told["remarks"] == marked.count("Cocite:") >= 2
    assert "Cocite: To cite here" in marked
    assert main([*command, "--suggestions", "0"]) == 0
    assert wording.stem("core.commands.exporting:mark remark") in capsys.readouterr().out
    assert "@tharp" not in target.read_text(encoding="utf-8")
    assert main([*command[:-1], str(path)]) == 2
    assert "never changed" in capsys.readouterr().err


def test_the_command_counts_the_sentences_that_are_gone(
    marked_workspace: Workspace, draft_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = write_docx(draft_folder), draft_folder / "cited.docx"
    opened, gaps = opened_gaps(marked_workspace, path)
    for index in gaps[:2]:
        marked_workspace.manuscripts.decide(
            opened, opened.manuscript.sentences[index], PaperNumber(1), "cite"
        )
    document = docx.Document()
    document.add_paragraph(f"Bogs burn in dry years. {PLAIN} Fens do not burn. {GAPS[0]}")
    document.save(str(path))
    marked_workspace.manuscripts.open(path)
    library = marked_workspace.library.folder
    marked_workspace.close()
    command = ["insert", "--library", str(library), str(path), "--to", str(target)]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["citations"], told["missed"]) == (1, 1)
    (paragraph,) = docx.Document(str(target)).paragraphs
    before, _, after = paragraph.text.partition(" (")
    assert before.endswith(GAPS[0].rstrip("."))
    assert after.endswith(").")


def test_remarks_are_said_in_the_language_asked_for(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    class Loud:
        language = "xx"

        def say(self, text: str, /) -> str:
            return text.upper()

    path = write_text(draft_folder, "draft.typ", TYPST)
    opened, gaps = opened_gaps(marked_workspace, path)
    what = WhatToMark(gaps=gaps)
    phrases = Loud()
    found = marked_workspace.marked_copies.remarks(
        replace(opened),
        what,
        phrases,
        SilentJob(),  # type: ignore[arg-type]
    )
    assert all(each.lines[0].startswith("NEEDS A CITATION") for each in found)
