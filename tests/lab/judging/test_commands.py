"""Commands that judge models."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.base.errors import UsageError
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.judging.commands import baselines, compare, evaluate


def test_one_command_prints_the_table(tiny_corpus: Path, tiny_base: Path) -> None:
    arguments = [str(tiny_corpus), "--pool", "60", "--contexts", "20", "--only", "random"]
    models = ["--model", str(tiny_base)]
    shown = CliRunner().invoke(baselines, [*arguments, *models], catch_exceptions=False)
    rows = [line.split("|")[1].strip() for line in shown.stdout.splitlines() if "|" in line]
    assert rows == ["model", "---", "random", "tiny"]
    said = CliRunner().invoke(
        baselines, [*arguments, "--only", "bm25", "--json"], catch_exceptions=False
    )
    first, second = json.loads(said.stdout)
    assert (first["name"], second["name"]) == ("bm25", "random")
    assert first["row"]["contexts"]["recall@10"] > second["row"]["contexts"]["recall@10"]


def test_without_gensim_its_rows_say_so(tiny_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim", None)
    only = [part for name in ("word2vec", "sgc", "random") for part in ("--only", name)]
    shown = CliRunner().invoke(
        baselines, [str(tiny_corpus), "--pool", "60", *only], catch_exceptions=False
    )
    assert shown.exit_code == 0
    for name in ("word2vec", "sgc"):
        assert f"{name}: gensim is not installed." in shown.stdout
    assert "random:" not in shown.stdout


def _run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)  # type: ignore[arg-type]


def test_evaluate_and_compare_agree(
    tiny_corpus: Path, query_file: Path, tiny_base: Path, tmp_path: Path
) -> None:
    other = make_tiny_encoder(tmp_path / "other", name="other", seed=9)
    files = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    common = ("--queries", query_file, "--corpus", tiny_corpus, "--json")
    for model, path in zip((tiny_base, other), files, strict=True):
        _run(evaluate, *common, "--model", model, "--run", path)
    both = json.loads(_run(evaluate, *common, "--model", tiny_base, "--model", other).output)
    found = json.loads(_run(compare, *files, "--queries", query_file, "--json").output)
    means = [result["recall@10"] for result in both["models"]]
    assert found["recall@10"]["mean"] == pytest.approx(means[1] - means[0])
    assert both["against_first"][str(other)]["recall@10"] == found["recall@10"]
    assert found["recall@10"]["wins"] == sum(delta > 0 for delta in found["deltas"].values())
    answer = json.loads(files[0].read_text(encoding="utf-8").splitlines()[0])
    assert set(answer) == {"id", "ranking", "seconds"}


def test_evaluate_and_compare_print_for_a_person(
    tiny_corpus: Path, query_file: Path, tiny_base: Path, tmp_path: Path
) -> None:
    run, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    common = ("--queries", query_file, "--corpus", tiny_corpus, "--model", tiny_base)
    shown = _run(evaluate, *common, "--run", run, "--form", "sentence").output
    assert "several" in shown
    twice = _run(evaluate, *common, "--model", make_tiny_encoder(tmp_path / "m", seed=8)).output
    assert "against" in twice
    line = json.loads(run.read_text(encoding="utf-8").splitlines()[0])
    other.write_text(json.dumps(line | {"ranking": []}), encoding="utf-8")
    shown = _run(compare, run, other, "--queries", query_file).output
    assert "Largest losses in recall@10" in shown


def test_rankings_of_several_models_are_refused_in_one_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one model"):
        _run(
            evaluate,
            *("--queries", "q", "--corpus", "c", "--model", "a", "--model", "b"),
            *("--run", tmp_path / "run.jsonl"),
        )
