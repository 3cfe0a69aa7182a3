"""Our loop beside sentence-transformers' trainer: what is compared, and what is said without it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import UsageError
from tests.training.written_corpora import paper, small
from tools.lab.measuring import peer, two_trainers
from tools.lab.measuring.ledger import About, Entry, Ledger
from tools.lab.measuring.peer import DEFAULTS, KINDS, OURS, SAME, Sizes, measured
from tools.lab.measuring.report import report

SIZES = Sizes(batch=2, steps=3, tokens=16, turns=2)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    words = ["Soils of moors and peat. " * (1 + at % 4) for at in range(20)]
    return small(
        tmp_path / "corpus", [paper(f"p:{at}", abstract=text) for at, text in enumerate(words)]
    )


@pytest.mark.skipif(importlib.util.find_spec("datasets") is None, reason="needs datasets")
@pytest.mark.parametrize("kind", KINDS)
def test_both_trainers_are_measured_in_turns(corpus: Path, tiny_base: Path, kind: str) -> None:
    found = measured(kind, corpus, SIZES, base=str(tiny_base), device="cpu")
    assert found["examples_per_second"].keys() == {OURS, SAME, DEFAULTS}
    assert all(speed > 0 for speed in found["examples_per_second"].values())
    for least, median, most in found["ratios"].values():
        assert 0 < least <= median <= most
    assert (found["batch"], found["steps"], found["turns"]) == (2, 3, 2)


def test_without_the_other_ones_package_one_sentence_says_what_to_install(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="datasets") as refused:
        measured("pairs", corpus, SIZES, base="minilm", device="cpu")
    assert "pip install" in refused.value.remedy


def test_the_report_has_both_speeds_and_how_the_ratio_varied(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, About(corpus="c", base="b", scale="tiny"))
    values = {
        "examples_per_second": {OURS: 3.0, SAME: 2.0, DEFAULTS: 1.5},
        "ratios": {SAME: [1.4, 1.5, 1.6], DEFAULTS: [1.9, 2.0, 2.2]},
        "batch": 8,
    }
    ledger.add(Entry(name="triplets beside it", group="peers", seconds=12, values=values))
    ledger.add(Entry(name="pairs beside it", group="peers", failed="It is missing."))
    said = report(ledger, {}, missing=[])
    row = "| triplets beside it | 3.0 | 2.0 | 1.50 (1.40 to 1.60) | 1.5 | 2.00 (1.90 to 2.20) | 8 |"
    assert f"{row} 12 |" in said
    assert "| pairs beside it | It is missing. |" in said


def test_a_turn_that_only_one_trainer_finished_has_no_ratio() -> None:
    speeds = {OURS: [3.0, 4.0], SAME: [1.5]}
    values = peer._compare_speeds(speeds)
    assert values["examples_per_second"] == {OURS: 3.5, SAME: 1.5}
    assert values["ratios"] == {SAME: [2.0, 2.0, 2.0]}
    assert values["speeds"] == speeds


def test_what_is_measured_is_reported_after_each_training(
    corpus: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trainers themselves are replaced: only the order of the reports is looked at."""
    speeds = iter(range(1, 7))
    monkeypatch.setattr(peer.importlib.util, "find_spec", lambda _: "a package")
    monkeypatch.setattr(two_trainers, "ours", lambda *_: float(next(speeds)))
    monkeypatch.setattr(two_trainers, "theirs", lambda *_, **__: float(next(speeds)))
    reports: list[dict[str, Any]] = []

    def store(values: Mapping[str, Any]) -> None:
        reports.append(deepcopy(dict(values)))

    values = measured("pairs", corpus, SIZES, base=str(tiny_base), device="cpu", report=store)
    assert [sum(map(len, each["speeds"].values())) for each in reports] == [1, 2, 3, 4, 5, 6]
    assert reports[0]["ratios"] == {}
    assert reports[1]["ratios"] == {SAME: [0.5, 0.5, 0.5]}
    assert reports[-1] == values
    assert values["speeds"] == {OURS: [1, 4], SAME: [2, 5], DEFAULTS: [3, 6]}
