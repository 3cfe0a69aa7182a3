"""Commands that fill a library and its indexes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.commands.cli import main
from core.library.library import Library
from tests.core.commands.command_samples import Said


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    source = tmp_path / "mixed.jsonl"
    source.write_text('{"id":"a","title":"One"}\n{broken\n{"id":"a","title":"One","year":1999}\n')
    return source


@pytest.mark.parametrize("verbose", [False, True])
def test_an_import_prints_counts_and_what_was_merged_or_refused(
    mixed: Path, verbose: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["import", "--library", str(mixed.parent / "lib"), *["--verbose"] * verbose]
    assert main([*asked, str(mixed)]) == 3
    told = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in told if str(mixed) in line]
    assert sorted(listed) == ["added", "merged", "refused"] if verbose else ["merged", "refused"]
    assert any("line 2" in line for line in told)
    assert any(line.startswith("1 added, 1 merged, 0 unchanged, 1 refused") for line in told)


def test_an_import_tells_every_record_as_json(
    mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = str(mixed.parent / "lib")
    assert main(["import", "--library", library, "--json", str(mixed)]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["added"], told["merged"], told["unchanged"]) == (1, 1, 0)
    (refused,) = told["refused"]
    assert (refused["place"], bool(refused["reason"]), bool(refused["remedy"])) == ("line 2", 1, 1)
    assert sorted(each["status"] for each in told["records"]) == ["added", "merged", "refused"]
    added = next(each for each in told["records"] if each["status"] == "added")
    assert (added["id"], added["title"], added["place"]) == ("a", "One", "line 1")


@pytest.mark.parametrize("options", [[], ["--verbose"], ["--json"]], ids=" ".join)
def test_an_import_goes_on_when_nobody_reads_its_list(tmp_path: Path, options: list[str]) -> None:
    source, folder = tmp_path / "many.jsonl", tmp_path / "library"
    lines = [json.dumps({"id": f"x:{n}", "title": f"Paper number {n}"}) for n in range(3_000)]
    source.write_text("\n".join(lines), encoding="utf-8")
    code = "import sys; from core.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [
        sys.executable,
        "-c",
        code,
        "import",
        "--library",
        str(folder),
        *options,
        str(source),
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    told = child.stderr.read()
    assert (child.wait(), told) == (0, b"")
    child.stderr.close()
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == len(lines)


def test_vectors_are_built_by_index_and_used_from_then_on(
    library_folder: Path, tiny_model: Path, said: Said
) -> None:
    assert main(["index", "--library", str(library_folder), "--model", str(tiny_model)]) == 0
    with Library.open(library_folder, write=False) as library:
        assert library.papers.count() == 4
    found = said("similar", "--library", library_folder, "t:hard", "--model", tiny_model, "--json")
    assert found["ids"] == ["t:hard"]
    assert found["neighbours"][0]["id"] == "t:graph"
    assert set(found["neighbours"][0]["by"]) == {"meaning", "words", "citations"}
    assert found["neighbours"][0]["by"]["meaning"] > 0
