"""The report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.torch import load_file

from core.models.manifest import WEIGHTS, read_manifest
from tests.lab.measuring.small_measurements import CLAIM, lines
from tools.lab import __main__ as command_line
from tools.lab.measuring.claims import ARMS, BM25, GAINS, START, UNTRAINED
from tools.lab.measuring.report import REPORT
from training.runs.folder import MODEL


def test_a_measurement_that_was_killed_goes_on_and_ends_in_a_report(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    asked = ["measure", "--out", tmp_path / "out", "--corpus", tiny_corpus, "--base", tiny_base]
    asked += ["--scale", "tiny", "--minutes", 5, "--only", "specter", "--only", CLAIM]
    arguments = [str(each) for each in asked]
    killed = subprocess.Popen(
        [sys.executable, "-m", "tools.lab", *arguments], stdout=subprocess.PIPE, text=True
    )
    assert killed.stdout is not None
    assert killed.stdout.readline() == "speed: specter\n"
    assert killed.stdout.readline() == f"claims: {CLAIM}\n"
    killed.kill()
    killed.communicate()
    kept = lines(tmp_path / "out")
    assert [line.get("name") for line in kept] == [None, "specter"]
    assert command_line.main(arguments) == 0
    found = lines(tmp_path / "out")
    assert found[:2] == kept
    assert [line.get("name") for line in found] == [None, "specter", CLAIM]
    assert found[2]["failed"] == ""
    row = found[2]["values"]["rows"]["cite MAP"]  # type: ignore[index]
    assert row["papers"] > 0
    assert row["low"] <= row["mean"] <= row["high"]
    runs = [path for path in (tmp_path / "out" / "runs").iterdir() if path.is_dir()]
    assert {path.name for path in runs} == {
        "specter",
        "specter-easy",
    }
    said = (tmp_path / "out" / REPORT).read_text("utf-8")
    assert f"| {CLAIM} | SPECTER, SciDocs' citation tasks: 89.8 → 91.5 | cite MAP" in said
    assert "| specter | " in said
    assert "Not measured yet" not in said
    # Everything is there, so nothing is done again.
    assert command_line.main(arguments) == 0
    assert lines(tmp_path / "out") == found


def test_a_gain_is_told_against_the_base(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["measure", "--out", tmp_path, "--corpus", tiny_corpus, "--base", tiny_base]
    asked += ["--scale", "tiny", "--minutes", 5, "--only", "mp-bert4cr over its base"]
    assert command_line.main([str(each) for each in asked]) == 0
    assert capsys.readouterr().out.startswith("gains: mp-bert4cr over its base\n")
    row = lines(tmp_path)[1]["values"]["rows"]["recall@10"]  # type: ignore[index]
    assert 0 < row["before"] < 1
    assert all(claim.before in {UNTRAINED, BM25, START} for claim in GAINS)
    assert all(claim.after in ARMS for claim in GAINS)


def test_a_reranker_is_told_against_its_start_and_the_start_against_bm25(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    asked = ["measure", "--out", tmp_path, "--corpus", tiny_corpus, "--base", tiny_base]
    asked += ["--scale", "tiny", "--minutes", 5, "--only", "the reranker's start over BM25"]
    asked += ["--only", "reranker over its start"]
    assert command_line.main([str(each) for each in asked]) == 0
    first, second = (line["values"]["rows"] for line in lines(tmp_path)[1:])  # type: ignore[index]
    for metric in ("mrr", "recall@10", "f1@20"):
        assert first[metric]["after"] == pytest.approx(second[metric]["before"])
        for row in (first[metric], second[metric]):
            assert row["low"] <= row["mean"] <= row["high"]
    fresh, trained = (
        read_manifest(tmp_path / "runs" / name / MODEL) for name in (START, "reranker")
    )
    assert fresh.start == trained.start
    classifier = load_file(tmp_path / "runs" / START / MODEL / WEIGHTS)["classifier.weight"]
    assert not (classifier.abs() > 1e-9).any()
