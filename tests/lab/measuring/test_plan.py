"""The order of measurements: failures, and the end of the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import TrainingError, UsageError
from tests.lab.measuring.small_measurements import ABOUT
from tools.lab.measuring import plan
from tools.lab.measuring.children import Deadline
from tools.lab.measuring.ledger import Ledger
from tools.lab.measuring.plan import Measurement, carry_out
from tools.lab.measuring.report import report


def test_what_failed_is_said_and_tried_again_and_does_not_stop_the_rest(tmp_path: Path) -> None:
    done: list[str] = []

    def fails(_: Deadline) -> dict[str, object]:
        done.append("a")
        raise TrainingError("It broke.", remedy="Mend it.")

    def works(_: Deadline) -> dict[str, object]:
        done.append("b")
        return {"scores": {"mrr": 0.5}, "before": {"mrr": 0.25}}

    ways = [Measurement("models", "a", fails), Measurement("models", "b", works)]
    ledger = Ledger(tmp_path, ABOUT)
    for _ in range(2):
        assert carry_out(ways, ledger, 1, device="cpu", say=lambda _: None)
    assert done == ["a", "b", "a"]
    said = report(Ledger(tmp_path, ABOUT), {}, missing=["c"])
    assert "| a | It broke. Mend it. | 0 |" in said
    assert "| b | mrr 0.250 → 0.500 | 0 |" in said
    assert "- c\n" in said


def test_nothing_is_begun_once_the_time_is_over(tmp_path: Path) -> None:
    def never(_: Deadline) -> dict[str, object]:
        raise AssertionError

    ledger = Ledger(tmp_path, ABOUT)
    late = [Measurement("speed", "late", never)]
    assert not carry_out(late, ledger, 0, device="", say=lambda _: None)
    assert not ledger.entries


def test_the_row_of_a_claim_is_over_the_papers_that_both_answered() -> None:
    row = plan._row({"a": 0.0, "b": 0.5, "c": 1.0}, {"a": 0.5, "b": 0.5})
    assert (row["papers"], row["before"], row["after"], row["mean"]) == (2, 0.25, 0.5, 0.25)
    with pytest.raises(UsageError, match="no held-out paper"):
        plan._row({}, {})
