"""The command for methods of the graph."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from core.base.errors import UsageError
from tools.lab.baselines.graph import command


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.usefixtures("cached")
def test_the_command_compares_the_methods_and_writes_vectors(
    tiny_corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rows.npy"
    arguments = [str(tiny_corpus), "--dimension", "8", "--out", str(out)]
    table = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert table.exit_code == 0
    assert [line.split()[0] for line in table.stdout.splitlines()[1:]] == [
        "method",
        "prone",
        "svd",
        "bigraph",
    ]
    rows = np.load(out, allow_pickle=False)
    assert rows.shape[1] == 8
    asked = [*arguments, "--method", "svd", "--json"]
    said = json.loads(CliRunner().invoke(command, asked, catch_exceptions=False).stdout)
    assert [row["method"] for row in said["methods"]] == ["svd"]
    assert not np.array_equal(np.load(out, allow_pickle=False), rows)


@pytest.mark.usefixtures("cached")
def test_a_corpus_without_citations_is_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    record = {"id": "a", "title": "On soils", "abstract": "Soils are wet."}
    (folder / "papers.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    result = CliRunner().invoke(command, [str(folder)])
    assert isinstance(result.exception, UsageError)
    assert "do not cite" in str(result.exception)
