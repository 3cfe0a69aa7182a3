"""``cocite search``: the language of the window's search field, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.commands.cli import main
from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests import wording
from tests.core.conftest import RECORDS

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
        tag = opened.tags.add("to read")
        opened.tags.assign(tag, opened.papers.numbers()[:2], member=True)
        WordIndex(folder / "words", opened.identity).follow(opened.papers)
    return folder


def ask(library: Path, *words: str) -> list[str]:
    return ["search", "--library", str(library), *words]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["graph"], {"t:hard", "t:graph"}),
        (["graph", "-contrastive"], {"t:graph"}),
        (["-hypothesis", "peat"], {"t:soil", "t:bare"}),
        (['"hard negatives"'], {"t:hard"}),
        (["author:noether"], {"t:graph"}),
        (["title:acidity"], {"t:soil"}),
        (["year:1999-2001"], {"t:soil", "t:bare"}),
        (["year:>2018", "graph"], {"t:hard"}),
        (["tag:read", "year:2018"], {"t:graph"}),
        (["--", "-graph"], {"t:soil", "t:bare"}),
    ],
)
def test_the_same_is_found_as_in_the_window(
    library: Path, words: list[str], found: set[str], capsys: Captured
) -> None:
    assert main(ask(library, *(["--json", *words]))) == 0
    said = json.loads(capsys.readouterr().out)
    assert {paper["id"] for paper in said["papers"]} == found
    assert said["found"] == len(found)
    with Library.open(library, write=False) as opened:
        index = WordIndex(library / "words", opened.identity, write=False)
        searching = Searching(opened.database, opened.papers, index)
        text = " ".join(word for word in words if word != "--")
        in_window = opened.papers.get_many(searching.find(text, limit=10_000))
    assert [paper["id"] for paper in said["papers"]] == [paper.id for paper in in_window]


def test_what_is_not_shown_is_counted_and_what_is_misspelt_is_said(
    library: Path, capsys: Captured
) -> None:
    assert main(ask(library, "peat", "--limit", "1")) == 0
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert "2 papers were found" in printed.err
    assert main(ask(library, "negatvies")) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert (
        printed.err
        == wording.fill("core.commands.printing:print_papers was", " Did you mean: negatives")
        + "\n"
    )


def test_its_help_names_every_form(library: Path, capsys: Captured) -> None:
    assert main(["search", "--help"]) == 0
    said = capsys.readouterr().out
    for form in ("author:", "title:", "tag:", "key:", "year:2019-2022", "-survey", "negatives"):
        assert form in said
    assert main(["search", "--library", str(library)]) == 2
