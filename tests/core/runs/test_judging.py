from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import TrainingError
from core.models.shelf import base_model, built_in_models
from core.runs.judging import Qualities, fingerprint, forecast_gain, read_judgement
from tests import wording


def judged(path: Path, corpus: str, rows: dict[str, float]) -> Path:
    said = [
        {"model": name or "BM25", "fingerprint": name, "scores": {"recall@10": score}}
        for name, score in rows.items()
    ]
    found = {"corpus": corpus, "questions": 9, "pool": 90, "reranking": False}
    path.write_text(json.dumps({**found, "rows": said, "versus": []}), encoding="utf-8")
    return path


def test_qualities_are_kept_until_the_citations_are_others(tmp_path: Path) -> None:
    qualities = Qualities(tmp_path / "qualities.json")
    base, other = (model.manifest for model in built_in_models()[:2])
    assert qualities.of(base) == {}
    qualities.take(judged(tmp_path / "a", "c1", {"": 0.4, fingerprint(base): 0.5}))
    qualities.take(judged(tmp_path / "b", "c1", {"": 0.4, fingerprint(other): 0.6}))
    assert qualities.of(base) == {"recall@10": 0.5}
    assert qualities.bm25(reranking=False) == {"recall@10": 0.4}
    assert qualities.bm25(reranking=True) == {}
    qualities.take(judged(tmp_path / "c", "c2", {fingerprint(other): 0.7}))
    assert (qualities.of(base), qualities.of(other)) == ({}, {"recall@10": 0.7})


def test_damaged_files_are_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "judged.json"
    for content in ("{", "[]", '{"rows": 3}'):
        path.write_text(content)
        assert read_judgement(path) is None
        qualities = Qualities(path)
        with pytest.raises(TrainingError, match="cannot be read"):
            qualities.take(path)
        assert qualities.of(base_model().manifest) == {}
    assert read_judgement(tmp_path / "none.json") is None


def test_what_a_training_brings_is_said_of_libraries_of_about_that_size() -> None:
    sayings = {
        (papers, is_bare): forecast_gain(papers, 500, is_bare=is_bare)
        for papers in (80, 300, 1_100, 3_900)
        for is_bare in (True, False)
    }
    for (papers, is_bare), said in sayings.items():
        assert said is not None
        assert " of 100 cited papers" in said
        assert abs(said.values["papers"] - papers) < papers * 3  # type: ignore[operator]
        assert said != sayings[papers, not is_bare]
    assert forecast_gain(11_000, 500, is_bare=False) is not None
    assert forecast_gain(11_000, 500, is_bare=True) is None  # too few papers could ask there
    assert forecast_gain(30_000, 500, is_bare=False) is None
    assert forecast_gain(300, 99, is_bare=True) == wording.fill(
        "core.runs.judging:forecast_gain", count=99, least=100
    )
