"""The commands that keep a library whole: backup, restore, repair, verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.database.connection import DATABASE
from core.library.library import Library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add([PaperRecord(title="Olives")], source="test"))
    return tmp_path / "library"


def add(folder: Path, title: str) -> None:
    with Library.open(folder) as library:
        list(library.papers.add([PaperRecord(title=title)], source="test"))


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(each) for each in arguments])
    out, errors = capsys.readouterr()
    return code, out, errors


def test_a_backup_is_made_listed_and_restored(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "No backups yet" in call(capsys, "restore", "--library", folder)[1]
    code, out, _ = call(capsys, "backup", "--library", folder, "--json")
    made = json.loads(out)
    assert (code, made["papers"], made["before_upgrade"]) == (0, 1, False)
    add(folder, "Tulips")
    code, out, _ = call(capsys, "backup", "--library", folder)
    assert code == 0
    assert "2 papers" in out
    listed = json.loads(call(capsys, "restore", "--library", folder, "--json")[1])
    assert [each["papers"] for each in listed] == [2, 1]
    assert "1 paper," in call(capsys, "restore", "--library", folder)[1]
    name = Path(made["path"]).name
    code, out, _ = call(capsys, "restore", "--library", folder, "--from", name)
    assert code == 0
    assert "kept-aside" in out
    with Library.open(folder) as library:
        assert library.papers.count() == 1
    assert call(capsys, "restore", "--library", folder, "--latest", "--json")[0] == 0
    with Library.open(folder) as library:
        assert library.papers.count() == 2


def test_a_damaged_library_is_restored_and_verified(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "backup", "--library", folder)
    (folder / DATABASE).write_bytes(b"damaged" * 999)
    code, _, errors = call(capsys, "verify", "--library", folder)
    assert code == 1
    assert "cocite restore" in errors
    assert call(capsys, "restore", "--library", folder, "--latest")[0] == 0
    code, out, _ = call(capsys, "verify", "--library", folder, "--json")
    assert code == 0
    assert json.loads(out)["counts"]["papers"] == 1


def test_a_missing_database_is_rebuilt_from_what_lies_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(capsys, "repair", "--library", folder, "--rebuild")[0] == 1
    with Library.open(folder) as library:
        library.safekeeping.keep()
    (folder / DATABASE).unlink()
    code, _, errors = call(capsys, "import", "--library", folder, folder / "nothing.bib")
    assert code == 1
    assert "missing" in errors
    code, out, _ = call(capsys, "repair", "--library", folder, "--rebuild", "--json")
    told = json.loads(out)
    assert (code, told["rebuilt"]["papers"], told["rebuilt"]["unread"]) == (0, 1, 0)
    assert told["indexes"][0]["index"] == "words"
    code, out, _ = call(capsys, "repair", "--library", folder, "--index", "words")
    assert code == 0
    assert "1 entry, 100% of the top 10 as before" in out


def test_bad_use_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "restore", "--library", folder, "--latest")[0] == 1
    assert call(capsys, "restore", "--library", folder, "--from", "nothing")[0] == 1
    both = ("--from", "nothing", "--latest")
    assert call(capsys, "restore", "--library", folder, *both)[0] == 2
    assert call(capsys, "repair", "--library", folder, "--index", "nothing")[0] == 2
    assert call(capsys, "backup", "--library", folder / "nowhere")[0] == 1
