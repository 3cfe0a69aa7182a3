"""``cocite enrich``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.lookups import Asked, SentRequest
from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library
from tests import dumps, wording


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.open(tmp_path / "library", create=True) as library:
        records = [PaperRecord(title=f"Paper {x}", doi=f"10.55555/{x}") for x in "ab"]
        list(library.papers.add(records, source="test"))
    return tmp_path / "library"


def test_citation_data_is_added_listed_and_taken_back(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = dumps.write_lines(
        tmp_path / "works.jsonl", [dumps.crossref("10.55555/a", cites=["10.55555/b"])]
    )
    asked = ["enrich", "--library", str(folder)]
    assert main([*asked, "--from", str(path)]) == 0
    said = capsys.readouterr().out
    assert wording.fill("core.commands.enriching:_print damaged", "1 line", 0, "1 paper") in said
    assert "1 citation (1 new), 0 abstracts, 0 notices" in said
    assert main([*asked, "--from", str(path)]) == 0
    assert "added before" in capsys.readouterr().out
    assert main([*asked, "--list"]) == 0
    assert "Crossref: works.jsonl  1 citation," in capsys.readouterr().out
    assert main([*asked, "--list", "--json"]) == 0
    (source,) = json.loads(capsys.readouterr().out)
    assert main([*asked, "--remove", str(source["number"])]) == 0
    assert "Took back" in capsys.readouterr().out
    with Library.open(folder, write=False) as library:
        assert len(library.citations.pairs()) == 0


@pytest.mark.usefixtures("far_east")
def test_moments_are_printed_on_the_clock_of_this_computer(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = "2026-11-29T23:30:05+00:00"
    monkeypatch.setattr("core.library.store.outside.now", lambda: late)
    path = dumps.write_lines(tmp_path / "works.jsonl", [dumps.crossref("10.55555/a")])
    asked = ["enrich", "--library", str(folder)]
    assert main([*asked, "--from", str(path)]) == 0
    capsys.readouterr()
    assert main([*asked, "--list"]) == 0
    assert "  2026-11-30  Crossref" in capsys.readouterr().out
    request = SentRequest(
        number=1, at=late, service="crossref", asked=Asked("doi", "10.55555/a"), address=""
    )
    monkeypatch.setattr("core.services.lookup.Lookup.sent", lambda _: [request])
    assert main(["lookup", "--library", str(folder), "--sent"]) == 0
    assert capsys.readouterr().out.startswith("2026-11-30 08:30:05  Crossref  doi 10.55555/a")


def test_a_damaged_line_shows_in_the_exit_code_and_in_json(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = dumps.write_lines(
        tmp_path / "works.jsonl", [dumps.crossref("10.55555/a", cites=["10.55555/b"]), '{"DOI']
    )
    assert main(["enrich", "--library", str(folder), "--json", "--from", str(path)]) == 3
    report = json.loads(capsys.readouterr().out)
    assert (report["lines"], report["damaged"], report["new"]) == (2, 1, 1)


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ([], 2, "nothing to add"),
        (["--list", "--remove", "1"], 2, "too much"),
        (["--remove", "7"], 2, "number 7"),
        (["--from", "missing.jsonl"], 1, "missing.jsonl"),
    ],
)
def test_what_cannot_be_done(
    folder: Path, more: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrich", "--library", str(folder), *more]) == code
    assert said in capsys.readouterr().err
