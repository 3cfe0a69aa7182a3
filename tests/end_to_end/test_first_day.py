"""The first day of a person with Cocite: a ``.bib``, a draft, and the papers they chose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bibtexparser
import pytest
from PySide6.QtWidgets import QFileDialog

import resources
from core.cli import main
from core.library.library import Library
from core.models.encoder import SentenceEncoder
from core.sample import sample_folder
from core.workspace import Workspace
from desktop.welcome_page import WelcomePage
from tests.end_to_end.conftest import Command, Files
from tests.end_to_end.desk import Sit
from tests.end_to_end.invention import PAPERS


def must_not_run(*_: object, **__: object) -> None:
    raise AssertionError("what was done before is done again")


# --- on the command line ----------------------------------------------------------------------


def index_of(parsed: dict[str, Any], text: str) -> int:
    (found,) = [each["index"] for each in parsed["sentences"] if each["text"] == text]
    return int(found)


def marks(answer: dict[str, Any]) -> dict[str, str]:
    return {each["title"]: each["cited"] for each in answer["suggestions"]}


def test_a_draft_gets_its_papers_on_the_command_line(
    files: Files, cocite: Command, tmp_path: Path
) -> None:
    invention, library = files.invention, tmp_path / "library"
    imported = cocite("import", "--library", library, files.bib)
    assert (imported.code, imported.err) == (0, "")
    assert f"{PAPERS} added" in imported.out

    parsed = cocite("parse", files.pdf, "--json").json()
    assert (parsed["title"], parsed["abstract"]) == (invention.title, invention.abstract)
    assert [each["title"] for each in parsed["references"]] == [
        paper.title for paper in invention.cited
    ]
    ask = ["recommend", "--library", library, files.pdf, "--json", "--sentence"]
    answered = cocite(*ask, index_of(parsed, invention.citing(1)))
    assert "Words only" in answered.err
    (here,) = [each for each in answered.json()["suggestions"] if each["cited"] == "here"]
    assert here["title"] == invention.cited[0].title
    alike = cocite("similar", "--library", library, here["id"], "--json").json()
    assert (alike["ids"], len(alike["neighbours"])) == ([here["id"]], 10)

    indexed = cocite("index", "--library", library)
    counts = f"{PAPERS} papers, words ready, vectors {PAPERS} of {PAPERS}\n"
    assert (indexed.code, indexed.out) == (0, counts)
    text, leant_on = invention.leaning[0]
    answer = cocite(*ask, index_of(parsed, text), "--limit", PAPERS).json()
    assert answer["title"] == invention.title
    assert answer["sentence"]["text"] == text
    assert leant_on.title in list(marks(answer))[:3]
    assert marks(answer)[leant_on.title] == "no"
    cited = {paper.title for paper in invention.cited if paper in invention.papers}
    assert {title for title, mark in marks(answer).items() if mark == "elsewhere"} == cited

    taken = cocite("import", "--library", library, files.pdf)
    assert taken.code == 0
    sound = cocite("verify", "--library", library, "--json").json()
    assert sound["sound"]
    assert (sound["counts"]["papers"], sound["counts"]["citations"]) == (PAPERS + 1, len(cited))


def test_the_sample_is_made_once(
    cocite: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cocite("--sample", "--text")
    assert (first.code, "Traceback" in first.err) == (0, False)
    source = Path(resources.__file__).parent / "sample" / "manuscript" / "manuscript.md"
    title = source.read_text("utf-8").splitlines()[0].removeprefix("# ")
    assert first.out.startswith(title)
    with Library.open(sample_folder(), write=False) as library:
        titles = {paper.title for paper in library.papers.get_many(library.papers.numbers())}
    suggested = [line for line in first.out.splitlines() if line[:5].strip().rstrip(".").isdigit()]
    assert sum(any(title in line for title in titles) for line in suggested) >= 5

    monkeypatch.setattr(Workspace, "import_sources", must_not_run)
    monkeypatch.setattr(SentenceEncoder, "encode_papers", must_not_run)
    monkeypatch.setattr("core.manuscript.reader.GuardedReader.read", must_not_run)
    assert main(["--sample", "--text"]) == 0
    assert capsys.readouterr().out == first.out


# --- in the window ----------------------------------------------------------------------------


def bare(text: str) -> str:
    return text.replace("{", "").replace("}", "")


def test_a_draft_gets_its_papers_in_the_window_and_they_are_there_the_next_day(
    files: Files, sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invention = files.invention
    desk = sit_down()
    stack = desk.program.window.stack
    desk.until(lambda: isinstance(stack.currentWidget(), WelcomePage))
    welcome = stack.currentWidget()
    assert isinstance(welcome, WelcomePage)
    welcome.set_folder(tmp_path / "papers")
    welcome.open_chosen()
    desk.until(lambda: desk.program.window.pages is not None)
    desk.pages.library.import_paths([files.bib])
    desk.wait_for_library(PAPERS)

    desk.open(files.pdf)
    chosen = invention.leaning[:2]
    for text, paper in chosen:
        desk.click(text)
        desk.cite(paper.title)
    decided = [(text, [paper.title]) for text, paper in chosen]
    assert sorted(desk.to_cite()) == sorted(decided)

    target = tmp_path / "to cite.bib"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    desk.pages.manuscript.export_actions[0].trigger()
    desk.until(target.exists)
    written = bibtexparser.parse_string(target.read_text("utf-8"))
    assert not written.failed_blocks
    titles = [bare(entry.fields_dict["title"].value) for entry in written.entries]
    assert sorted(titles) == sorted(paper.title for _, paper in chosen)
    desk.leave()

    for done_before in (
        "models.process.EncoderProcess.encode_papers",
        "manuscript.reader.GuardedReader.read",
    ):
        monkeypatch.setattr(f"core.{done_before}", must_not_run)
    desk = sit_down()
    desk.wait_for_library(PAPERS)
    desk.open(files.pdf)
    desk.until(lambda: len(desk.to_cite()) == len(decided))
    assert sorted(desk.to_cite()) == sorted(decided)
    desk.click(chosen[0][0])
    desk.until(lambda: chosen[0][1].title in desk.suggestions())
