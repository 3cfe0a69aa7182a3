"""``cocite export``, and ``cocite import`` of what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.base.settings import Settings, default_path, save
from core.commands.cli import main
from core.library.library import Library
from tests import wording
from tests.core.library.exports.test_whole_export import counts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    records = [
        PaperRecord(title="Weighing contexts", authors=("Ann Smith",), year=2020, venue="Walks"),
        PaperRecord(title="A census of tulips", authors=("Eva Lind",), year=1999),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records, source="test"))
        one, other = library.papers.numbers()
        library.collections.assign(library.collections.add("Thesis"), [one])
        library.tags.assign(library.tags.add("old"), [other])
        library.citations.add_citations([(one, other)], "test")
    return tmp_path / "library"


@pytest.mark.parametrize("kind", ["bibtex", "biblatex", "ris", "csl", "csv", "jsonl", "text"])
def test_all_papers_or_those_of_a_collection_are_written(
    folder: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["export", "--library", str(folder), "--to", str(out), "--format", kind]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"Wrote 2 papers to {out}.\n"
    written = out.read_text("utf-8")
    assert "Weighing contexts" in written
    assert "census" in written
    assert main([*arguments, "--collection", "thesis", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"papers": 1}
    assert "census" not in out.read_text("utf-8")


def test_references_follow_the_style_of_the_settings_in_its_order(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    arguments = ["export", "--library", str(folder), "--to", str(out), "--format", "text"]
    save(Settings(csl_style="ieee"), default_path())
    assert main(arguments) == 0
    assert [line[:3] for line in out.read_text("utf-8").splitlines()] == ["[1]", "[2]"]
    assert main([*arguments, "--style", "author-title"]) == 0
    references = out.read_text("utf-8").splitlines()
    assert references == sorted(references)


def test_a_folder_becomes_the_library_again(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    assert main(["export", "--library", str(folder), "--to", str(out)]) == 0
    assert main(["import", "--library", str(again), str(out)]) == 0
    assert (
        wording.stem("core.commands.filling:_restore Made") + "2 papers" in capsys.readouterr().out
    )
    with Library.open(folder, write=False) as one, Library.open(again, write=False) as other:
        assert counts(one) == counts(other)
    assert main(["import", "--library", str(again), str(out)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_a_group_that_is_not_there_is_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["export", "--library", str(folder), "--to", str(tmp_path / "o")]
    assert main([*arguments, "--format", "csv", "--tag", "new"]) == 2
    assert "There is no tag “new”. There are: old." in " ".join(capsys.readouterr().err.split())
    assert main([*arguments, "--tag", "old"]) == 2
    assert not (tmp_path / "o").exists()
