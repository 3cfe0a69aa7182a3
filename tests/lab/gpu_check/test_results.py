"""Results, written after each section."""

from __future__ import annotations

import json
from pathlib import Path

from tools.lab.gpu_check.results import JSON, REPORT, Outcome, Results


def test_results_are_written_after_each_section(tmp_path: Path) -> None:
    results = Results(tmp_path, {"device": "a card"})
    results.add([Outcome("smoke", "one", 1.0, "Traceback\nRuntimeError: no | kernel")])
    results.add([Outcome("encode", "two", 2.0, values={"texts/s": 12345.678})])
    stored = json.loads((tmp_path / JSON).read_text("utf-8"))
    assert [each["name"] for each in stored["outcomes"]] == ["one", "two"]
    report = (tmp_path / REPORT).read_text("utf-8")
    assert "| one | 1.0 | **failed**: RuntimeError: no / kernel |" in report
    assert "texts/s 12,346" in report
    results.add([Outcome("smoke", "slow", 9.0, "stopped after 9 s: Reading")])
    assert results.failures("smoke") == {"one"}


def test_memory_is_told_in_mebibytes_with_the_peak_of_a_section(tmp_path: Path) -> None:
    results = Results(tmp_path, {})
    results.add([Outcome("recipes", "small", 1.0, values={"memory": 2**20, "estimate": 2**20})])
    results.add([Outcome("recipes", "large", 1.0, values={"memory": 3 * 2**30})])
    results.add([Outcome("encode", "none", 1.0, values={"speed": 2.0})])
    report = results.report()
    assert "| small | 1.0 | peak memory 1 MiB, peak of the worst batch 1 MiB |" in report
    assert report.count("Peak memory:") == 1
    assert "Peak memory: 3,072 MiB (large)" in report
