"""``cocite history``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library


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
    assert "no such action" in capsys.readouterr().err
    assert main([*where, "--undo", "1", "--clear"]) == 2
    assert main([*where, "--and-later"]) == 2
    assert main([*where, "--clear"]) == 0
    assert "Nothing" in capsys.readouterr().out
