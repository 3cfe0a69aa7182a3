"""The first day of a person with Cocite on the command line: a ``.bib``, a draft, its papers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import resources
from core.commands.cli import main
from core.library.library import Library
from core.models.encoder import SentenceEncoder
from core.sample import sample_folder
from core.services.imports import Imports
from tests.end_to_end.conftest import Command, Files, must_not_run
from tests.end_to_end.invention import PAPERS


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

    monkeypatch.setattr(Imports, "add", must_not_run)
    monkeypatch.setattr(SentenceEncoder, "encode_papers", must_not_run)
    monkeypatch.setattr("core.manuscript.reader.GuardedReader.read_manuscript", must_not_run)
    assert main(["--sample", "--text"]) == 0
    assert capsys.readouterr().out == first.out
