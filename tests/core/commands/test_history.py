"""``cocite history``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library
from tests import wording


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as library:
        list(library.papers.add([PaperRecord(title="Olives")], source="test"))
        library.papers.update(library.papers.numbers()[0], title="Tulips")
    return folder


def title(folder: Path) -> str:
    with Library.open(folder, write=False) as library:
        return library.papers.get(library.papers.numbers()[0]).title


def test_actions_are_listed_undone_and_done_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["history", "--library", str(folder)]
    assert main([*where, "--json"]) == 0
    edited, _ = json.loads(capsys.readouterr().out)
    assert (edited["said"], edited["undone"]) == ("Edited “Olives”", False)
    assert main([*where, "--undo", str(edited["number"]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["undone"]
    assert title(folder) == "Olives"
    assert main([*where, "--redo", str(edited["number"])]) == 0
    assert "Edited “Olives”" in capsys.readouterr().out
    assert title(folder) == "Tulips"


def test_what_cannot_be_undone_is_said_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["history", "--library", str(folder)]
    assert main([*where, "--undo", "999"]) == 2
    assert (
        wording.stem("core.library.store.history:_require_kept history") in capsys.readouterr().err
    )
    assert main([*where, "--undo", "1", "--clear"]) == 2
    assert main([*where, "--and-later"]) == 2
    assert main([*where, "--clear"]) == 0
    assert "Nothing" in capsys.readouterr().out


def test_each_step_may_be_another_process_also_for_what_an_import_brought(
    folder: Path, tmp_path: Path
) -> None:
    """Every command is a process of its own: nothing is remembered but in the library."""
    bib = tmp_path / "new.bib"
    bib.write_text("@article{a, title={On fens}}\n@article{b, title={On bogs}}", encoding="utf-8")
    where = ("history", "--library", str(folder))
    run("import", "--library", str(folder), str(bib))
    imported, edited, _ = json.loads(run(*where, "--json"))
    assert titles(folder) == {"Tulips", "On fens", "On bogs"}
    run(*where, "--undo", str(imported["number"]))
    assert titles(folder) == {"Tulips"}
    run(*where, "--undo", str(edited["number"]))
    assert titles(folder) == {"Olives"}
    run(*where, "--redo", str(imported["number"]))
    run(*where, "--redo", str(edited["number"]))
    assert titles(folder) == {"Tulips", "On fens", "On bogs"}
    assert [entry["undone"] for entry in json.loads(run(*where, "--json"))] == [False] * 3


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "desktop", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def titles(folder: Path) -> set[str]:
    with Library.open(folder, write=False) as library:
        return {library.papers.get(number).title for number in library.papers.numbers()}
