"""``cocite follow`` with a ``.bib`` file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.commands.cli import main
from core.library.following import bib_follower
from core.library.library import Library

MASTER = "@misc{one, title = {Walks on graphs}, year = 2016}\n\n@misc{two, title = {Roses}}\n"


@pytest.fixture
def bib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bib_follower, "SETTLE_SECONDS", 0.01)
    path = tmp_path / "refs.bib"
    path.write_text(MASTER, "utf-8")
    return path


def run(*arguments: object) -> int:
    return main([str(argument) for argument in ("follow", *arguments)])


def test_a_file_is_followed_answered_and_let_go(
    tmp_path: Path, bib: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "library"
    assert run("--library", folder, bib, "--collection", "Thesis") == 0
    assert "2 papers added" in capsys.readouterr().out
    with Library.open(folder) as library:
        assert [group.name for group in library.collections.all()] == ["Thesis"]
        library.papers.update(library.papers.numbers()[0], year=2018)
    bib.write_text(MASTER.replace("2016", "2017"), "utf-8")
    assert run("--library", folder, "--json") == 3
    (file,) = json.loads(capsys.readouterr().out)["files"]
    (conflict,) = file["conflicts"]
    assert (conflict["key"], conflict["field"]) == ("one", "year")
    assert (conflict["in_file"], conflict["in_library"]) == ("2017", "2018")
    assert run("--library", folder, bib, "--take", "library", "one:year") == 0
    assert "2018" in bib.read_text("utf-8")
    assert run("--library", folder, bib, "--take", "file", "one") == 2
    bib.write_text("", "utf-8")
    assert run("--library", folder, bib) == 3
    assert "is empty" in capsys.readouterr().err
    assert run("--library", folder, bib, "--write-again") == 0
    assert "2018" in bib.read_text("utf-8")
    assert run("--library", folder, bib, "--stop") == 0
    with Library.open(folder) as library:
        assert len(library.papers.numbers()) == 2


def test_a_manuscript_that_was_never_opened_is_refused(tmp_path: Path, bib: Path) -> None:
    assert run("--library", tmp_path / "library", bib, "--cited-by", tmp_path / "m.tex") == 2
