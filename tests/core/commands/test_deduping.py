"""``cocite dedupe``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library

TITLE = "Weighing citation contexts by rarity"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library with one paper twice and another in two versions."""
    authors = ("Ann Smith", "Bo Ng")
    records = [
        PaperRecord(title=TITLE, authors=authors, year=2020, doi="10.1000/a"),
        PaperRecord(title=TITLE.replace("Weighing", "Wieghing"), authors=authors, year=2020),
        PaperRecord(title="A census of garden tulips", authors=authors, doi="10.1101/1"),
        PaperRecord(title="A census of garden tulips", authors=authors, doi="10.1000/b"),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records, source="test"))
        assert library.papers.count() == 4
    return tmp_path / "library"


def test_duplicates_are_listed_with_reasons_and_nothing_changes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dedupe", "--library", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "duplicate, sure (0.97): The titles differ by a typing error" in said
    assert "1 group of duplicates (1 certain), 1 of versions; 0 merged." in said
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == 4


def test_sure_groups_are_merged_and_taken_apart_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dedupe", "--library", str(folder), "--merge-sure", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["merged"] == 1
    assert {group["kind"] for group in said["groups"]} == {"duplicate", "version"}
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == 3
    assert main(["dedupe", "--library", str(folder), "--undo", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["papers"]) == 2
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == 4
    assert main(["dedupe", "--library", str(folder), "--undo"]) == 0
    assert capsys.readouterr().out == "There is no merge to undo.\n"
