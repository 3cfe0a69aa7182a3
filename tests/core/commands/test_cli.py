from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.commands.cli import main
from tests import wording
from tests.core.commands.command_samples import Said


def test_a_recommendation_has_the_fixed_form(library_folder: Path, said: Said) -> None:
    text = "Contrastive learning needs hard negatives."
    found = said("recommend", "--library", library_folder, "--text", text, "--json")
    assert set(found) == {
        "title",
        "sentence",
        "convincing",
        "suggestions",
        "new",
        "sets",
        "seconds",
    }
    assert found["sentence"] == {"index": 0, "text": text}
    best = found["suggestions"][0]
    assert set(best) == {
        "rank",
        "id",
        "key",
        "other_keys",
        "title",
        "authors",
        "year",
        "venue",
        "score",
        "confidence",
        "cited",
        "reasons",
    }
    assert (best["rank"], best["id"], best["cited"]) == (1, "t:hard", "no")
    assert best["authors"] == ["Ada Byron", "Grace Hopper"]
    assert {reason["paper_id"] for reason in best["reasons"]} == {"t:hard"}


def test_an_evaluation_prints_the_fixed_summary_and_writes_the_run(
    library_folder: Path, tmp_path: Path, said: Said
) -> None:
    query = {"id": "q", "sentence": "Hard negatives.", "relevant": ["t:hard"], "self": None}
    (tmp_path / "queries.jsonl").write_text(json.dumps(query) + "\n")
    run = tmp_path / "run.jsonl"
    result = said(
        *("evaluate", "--library", library_folder, "--queries", tmp_path / "queries.jsonl"),
        *("--stage", "words", "--run", run, "--json"),
    )
    metrics = {"recall@10", "map@10", "mrr", "ndcg@10", "recall@100", "recall@1000", "f1@20"}
    extra = {"queries", "seconds_p50", "seconds_p95", "new", "new_only", "again", "several"}
    assert set(result) == metrics | extra
    assert result["recall@10"] == result["mrr"] == 1.0
    (line,) = [json.loads(text) for text in run.read_text().splitlines()]
    assert line["ranking"][0]["id"] == "t:hard"
    assert len(line["ranking"]) == 4
    scores = [entry["score"] for entry in line["ranking"]]
    assert scores == sorted(scores, reverse=True)


def test_reading_works_beside_a_process_that_writes_and_writing_names_it(
    library_folder: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    code = (
        "import sys; from pathlib import Path; from core.library.library import Library\n"
        "library = Library.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(library_folder)]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "open\n"
        text = "hard negatives"
        found = said("recommend", "--library", library_folder, "--text", text, "--json")
        assert found["suggestions"]
        source = library_folder.parent / "papers.jsonl"
        assert main(["import", "--library", str(library_folder), str(source)]) == 1
        assert str(holder.pid) in capsys.readouterr().err
    finally:
        holder.communicate()


def test_a_library_is_verified(library_folder: Path, said: Said) -> None:
    report = said("verify", "--library", library_folder, "--json")
    assert (report["sound"], report["problems"], report["counts"]["papers"]) == (True, [], 4)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nosuch.docx"], {"file": "nosuch.docx"}),
        (["nosuch.docx", "--json"], {"file": "nosuch.docx"}),
        (["x" * 300 + ".tex"], {"file": "x" * 300 + ".tex"}),
        (["./{0}"], {"path": "./{0}"}),
        (["draft.md", "nosuch.docx"], {"file": "nosuch.docx"}),
        (["draft.md", "./nosuch.docx"], {"path": "./nosuch.docx"}),
    ],
)
def test_a_file_that_is_missing_is_not_called_a_command(
    words: list[str],
    complaint: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "draft.md").touch()
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    text = wording.fill("core.commands.cli:_Commands.resolve_command", **complaint)
    assert capsys.readouterr().err.startswith(text)


def test_a_word_that_is_no_command_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["nosuch", "--json"]) == 2
    assert "No such command 'nosuch'" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["draft.md", "--json"], ["draft.md", "shelf"]])
def test_what_opens_the_window_is_not_called_a_command(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "draft.md").touch()
    (tmp_path / "shelf").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    text = wording.fill("core.commands.cli:_Commands.resolve_command")
    assert capsys.readouterr().err.startswith(text)
