"""The commands that keep a library whole: backup, restore, repair, verify.

``cocite dedupe``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.database.connection import DATABASE
from core.library.library import Library
from tests import wording

# --- the database, its history and its backups ------------------------------------------------


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


# --- duplicates -------------------------------------------------------------------------------


TITLE = "Weighing citation contexts by rarity"


@pytest.fixture
def folder_of_deduping(tmp_path: Path) -> Path:
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
    folder_of_deduping: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dedupe", "--library", str(folder_of_deduping)]) == 0
    said = capsys.readouterr().out
    assert (
        "duplicate, sure (0.97): "
        + wording.stem("core.library.duplicates.likeness:_compare_letters {words")
        in said
    )
    assert "1 group of duplicates (1 certain), 1 of versions; 0 merged." in said
    with Library.open(folder_of_deduping, write=False) as library:
        assert library.papers.count() == 4


def test_sure_groups_are_merged_and_taken_apart_again(
    folder_of_deduping: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dedupe", "--library", str(folder_of_deduping), "--merge-sure", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["merged"] == 1
    assert {group["kind"] for group in said["groups"]} == {"duplicate", "version"}
    with Library.open(folder_of_deduping, write=False) as library:
        assert library.papers.count() == 3
    assert main(["dedupe", "--library", str(folder_of_deduping), "--undo", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["papers"]) == 2
    with Library.open(folder_of_deduping, write=False) as library:
        assert library.papers.count() == 4
    assert main(["dedupe", "--library", str(folder_of_deduping), "--undo"]) == 0
    assert capsys.readouterr().out == wording.fill("core.commands.upkeep:_undo merge") + "\n"
