"""Results, written after each part, and gone on from."""

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


def stored_results(folder: Path) -> str:
    """Store what a call measured before it was killed, and return the file's text."""
    results = Results(folder, {"device": "a card"})
    results.add([Outcome("device", "imports", 9.0)])
    results.add([Outcome("smoke", "specter", 1.0, values={"memory": 7})])
    results.add([Outcome("smoke", "scincl", 1.0, "stopped after 1 s: Reading")])
    results.add([Outcome("resume and memory, claims", "kill and resume", 2.0)])
    return (folder / JSON).read_text("utf-8")


def test_what_came_to_its_end_before_a_kill_is_not_measured_again(tmp_path: Path) -> None:
    results = Results(tmp_path, {"device": "a card"}, stored_results(tmp_path))
    before = (tmp_path / JSON).read_text("utf-8")
    results.add([Outcome("device", "imports", 3.0)])
    assert (tmp_path / JSON).read_text("utf-8") == before  # a kill now loses nothing either
    assert results.compare_earlier()
    assert results.take_finished("smoke", "specter")
    assert not results.take_finished("smoke", "scincl")
    assert not results.take_finished("recipes", "specter")
    assert results.take_finished("resume and memory", "kill and resume")
    names = [(outcome.section, outcome.name) for outcome in results.outcomes]
    assert names[:2] == [("device", "imports"), ("smoke", "specter")]
    assert results.outcomes[1].values == {"memory": 7}


def test_what_is_still_to_be_asked_for_again_stays_stored(tmp_path: Path) -> None:
    results = Results(tmp_path, {"device": "a card"}, stored_results(tmp_path))
    assert results.compare_earlier()
    results.add([Outcome("device", "imports", 3.0)])
    again = Results(tmp_path, {"device": "a card"}, (tmp_path / JSON).read_text("utf-8"))
    assert again.compare_earlier()
    assert again.take_finished("smoke", "specter")


def test_results_of_another_device_are_not_gone_on_from(tmp_path: Path) -> None:
    results = Results(tmp_path, {"device": "another"}, stored_results(tmp_path))
    assert not results.compare_earlier()
    assert not results.take_finished("smoke", "specter")


def test_another_device_is_told_even_where_no_part_came_to_its_end(tmp_path: Path) -> None:
    Results(tmp_path, {"device": "a card"}).add([Outcome("claims", "trained", 9.0, "stopped")])
    stored = (tmp_path / JSON).read_text("utf-8")
    results = Results(tmp_path, {}, stored)
    results.add([Outcome("device", "imports", 3.0)])
    assert (tmp_path / JSON).read_text("utf-8") == stored
    assert Results(tmp_path, {"device": "a card"}, stored).compare_earlier()
    assert not Results(tmp_path, {"device": "another"}, stored).compare_earlier()
    assert Results(tmp_path, {"device": "another"}).compare_earlier()
