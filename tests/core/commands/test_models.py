"""``cocite models``.

``cocite evaluate``: what is counted, and what is said of a library without vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library
from tests.core.commands.command_samples import Said
from tests.core.conftest import RECORDS

# --- XXX --------------------------------------------------------------------------------------


def test_models_are_listed_added_used_and_given_back(
    tiny_model: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "add", str(tiny_model)]) == 0
    assert main(["models", "use", "tiny"]) == 0
    listed = said("models", "list", "--json")
    assert {model["name"] for model in listed if model["in_use"]} == {"tiny"}
    assert {"cocite-small", "minilm"} <= {model["name"] for model in listed}
    assert main(["models", "use", "minilm", "--for", "similar"]) == 0
    minilm = next(each for each in said("models", "list", "--json") if each["name"] == "minilm")
    assert (minilm["in_use"], minilm["used_for"]) == (True, ["similar"])
    assert main(["models", "leave", "similar"]) == 0
    assert main(["models", "back"]) == 0
    assert "cocite-small" in capsys.readouterr().out
    assert main(["models", "back", "--reranker"]) == 2
    assert "No other reranker" in capsys.readouterr().err


# --- the command that evaluates the recommender -----------------------------------------------


Judged = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
    return folder


@pytest.fixture
def judged(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Judged:
    """Judge a stage on one query; return the exit code, the summary and what was said."""

    def run(stage: str, *options: object, **query: object) -> tuple[int, Any, str]:
        asked = {"id": "q", "sentence": "Hard negatives on moors.", "relevant": ["t:hard"]} | query
        queries = tmp_path / "queries.jsonl"
        queries.write_text(json.dumps(asked), encoding="utf-8")
        capsys.readouterr()
        command = ["evaluate", "--library", library, "--queries", queries, "--stage", stage]
        code = main([str(each) for each in (*command, *options, "--json")])
        printed = capsys.readouterr()
        return code, json.loads(printed.out) if printed.out else None, printed.err

    return run


def test_a_merged_paper_counts_under_each_of_its_ids(library: Path, judged: Judged) -> None:
    with Library.open(library) as opened:
        hard, graph = map(opened.papers.resolve, ("t:hard", "t:graph"))
        assert hard is not None
        assert graph is not None
        opened.papers.merge(hard, [graph])
    _, result, _ = judged("words", relevant=["t:graph", "t:hard"], already_cited=["t:hard"])
    assert (result["recall@10"], result["mrr"]) == (1.0, 1.0)
    assert result["again"]["queries"] == 1
    assert result["new"]["queries"] == result["several"]["queries"] == 0
    _, result, _ = judged("words", relevant=["t:graph", "x:unknown"])
    assert result["recall@10"] == 0.5


def test_a_pool_has_one_id_a_line(library: Path, tmp_path: Path, judged: Judged) -> None:
    blank = PaperRecord(id="a b 1", title="Hard negatives again")
    with Library.open(library) as opened:
        list(opened.papers.add([blank], source="test"))
    pool, run = tmp_path / "pool.txt", tmp_path / "run.jsonl"
    pool.write_text("a b 1\r\nt:soil\n\n", encoding="utf-8-sig")
    code, _, said = judged("words", "--pool", pool, "--run", run)
    assert (code, said) == (0, "")
    ranked = [each["id"] for each in json.loads(run.read_text("utf-8"))["ranking"]]
    assert ranked == ["a b 1", "t:soil"]


def test_vectors_that_are_not_there_are_not_judged(judged: Judged, tiny_model: Path) -> None:
    for options in ([], ["--model", tiny_model]):
        code, result, said = judged("vectors", *options)
        assert (code, result) == (2, None)
        assert "no vectors" in said
        assert "cocite index" in said


def test_a_stage_says_which_vectors_it_lacks(
    library: Path, judged: Judged, tiny_model: Path
) -> None:
    for stage in ("fused", "ranked"):
        code, result, said = judged(stage, "--model", tiny_model)
        assert (code, result["recall@10"]) == (0, 1.0)
        assert f"no vectors of the model “{tiny_model}”" in said
    assert main(["index", "--library", str(library), "--model", str(tiny_model)]) == 0
    assert judged("vectors", "--model", tiny_model)[2] == ""
    with Library.open(library) as opened:
        list(opened.papers.add([PaperRecord(id="t:new", title="A late one")], source="test"))
    code, _, said = judged("vectors", "--model", tiny_model)
    assert code == 0
    assert "4 of 5 papers have vectors" in said
