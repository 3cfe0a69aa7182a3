"""``cocite export-corpus``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.commands.cli import main
from core.library.library import Library
from tests import wording
from tests.tiny_corpus import make_tiny_corpus


@pytest.fixture
def library_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A library made from the tiny corpus."""
    folder, corpus = tmp_path / "library", make_tiny_corpus(tmp_path / "corpus")
    assert main(["import", "--library", str(folder), str(corpus)]) == 0
    capsys.readouterr()
    return folder


def test_a_library_is_exported_and_imported_again_with_the_same_counts(
    library_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["export-corpus", "--library", str(library_folder), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "78 papers, 74 with an abstract; 14 full texts, 378 citing sentences" in said
    assert "(splits.json): 1\n" in said
    assert main(["import", "--library", str(tmp_path / "again"), str(out)]) == 0
    with (
        Library.open(library_folder, write=False) as first,
        Library.open(tmp_path / "again", write=False) as second,
    ):
        assert first.citations.counts() == second.citations.counts()


def test_the_json_counts_what_was_written_beside_an_open_library(
    library_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--library", str(library_folder), "--out", str(tmp_path / "out"), "--json"]
    with Library.open(library_folder):
        assert main(["export-corpus", *arguments]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said.pop("dev") == 1
    assert said == {
        "papers": 78,
        "with_abstract": 74,
        "fulltexts": 14,
        "contexts": 378,
        "citations": 326,
        "drafted": 0,
        "chosen": 0,
        "refused": 0,
    }


def test_what_cannot_be_done_is_one_sentence_and_a_remedy(
    library_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["export-corpus", "--library", str(library_folder), "--out", str(library_folder)]
    assert main(asked) == 2
    assert wording.fill("core.base.files:require_empty.remedy") in capsys.readouterr().err
    missing = ["export-corpus", "--library", str(tmp_path / "no"), "--out", str(tmp_path / "out")]
    assert main(missing) == 1
    assert "no library" in capsys.readouterr().err.lower()
    assert not (tmp_path / "out").exists()
