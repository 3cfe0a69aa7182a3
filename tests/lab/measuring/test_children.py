"""Trainings as processes that measurements wait for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.wire import Ended, Progress, Started, to_line
from tests.lab.measuring.small_measurements import CLAIM
from tests.training import warm
from tools.lab.measuring import children, plan
from tools.lab.measuring.children import Deadline, TimeUpError
from tools.lab.measuring.claims import CLAIMS
from tools.lab.measuring.scales import SCALES
from training.runs.folder import MODEL


def test_a_run_whose_time_is_over_stops_with_a_state_and_goes_on(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--corpus", str(tiny_corpus), "--set", f"base={tiny_base}", "--set", "batch=4"]
    arguments += ["--set", "steps=100000", "--set", "evaluate_every=1000000"]
    run = tmp_path / "run"

    def begun(_: object) -> float:
        """Let the time be over as soon as the run has made steps."""
        return 0.0 if '"progress"' in events() else 600.0

    def events() -> str:
        path = run / "events.jsonl"
        return path.read_text("utf-8") if path.is_file() else ""

    real = warm.Started.wait

    def wait(self: warm.Started, timeout: float | None = None) -> int:
        until = time.monotonic() + 120
        while timeout and begun(None) and time.monotonic() < until and self.poll() is None:
            time.sleep(0.05)
        return real(self, None if timeout is None else 0.01)

    monkeypatch.setattr(warm.Started, "wait", wait)
    with pytest.raises(TimeUpError):
        children.trained("specter", run, arguments, Deadline(60))
    assert not (run / MODEL).exists()
    assert list(run.glob("checkpoints/*/checkpoints/step-*"))


def test_the_facts_of_a_run_leave_out_the_time_it_was_stopped() -> None:
    def at(minute: int, second: int) -> str:
        return f"2026-01-01T10:{minute:02}:{second:02}.000+00:00"

    started = Started(
        time=at(0, 0),
        recipe="specter",
        steps=9,
        examples=9,
        batch=4,
        micro_batch=4,
        parameters=1,
        trained=1,
        device="cpu",
        precision="float32",
        memory=100,
    )
    step = Progress(
        time=at(0, 10),
        step=1,
        steps=9,
        epoch=0.1,
        loss=1.0,
        learning_rate=0.1,
        examples_per_second=3.0,
        seconds_left=9.0,
        memory=120,
    )
    later = step.model_copy(update={"time": at(50, 0), "memory": 110})
    ended = Ended(time=at(50, 5), outcome="finished", scores={"mrr": 0.5}, before={"mrr": 0.25})
    facts = children._facts([started, step, later, ended])
    assert facts["seconds"] == 15
    assert (facts["estimate"], facts["memory"], facts["batch"]) == (100, 120, 4)
    assert (facts["scores"], facts["before"]) == ({"mrr": 0.5}, {"mrr": 0.25})
    assert to_line(ended)


class ArmBench:
    """Trains no arm: it notes which were asked for, and its time ends with the second."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.scale, self.base, self.summaries = folder, SCALES["tiny"], "", ""
        self.names: list[str] = []

    def trained(self, name: str, *_: object, compared: bool) -> dict[str, float]:
        assert not compared
        self.names.append(name)
        if len(self.names) == 2:
            raise TimeUpError
        return {"seconds": 7.0}

    def run(self, name: str) -> Path:
        return self.folder / "runs" / name


class ArmJudges:
    def scores(self, _: str, folder: Path) -> dict[str, dict[str, float]]:
        score = 0.5 if "easy" in str(folder) else 0.75
        return {"cite MAP": {"a": score, "b": score}}


def test_an_arm_that_was_judged_is_not_trained_again(tmp_path: Path) -> None:
    bench = ArmBench(tmp_path)
    (claim,) = (claim for claim in CLAIMS if claim.name == CLAIM)
    work = plan._Claimed(bench, ArmJudges(), claim)  # type: ignore[arg-type]
    with pytest.raises(TimeUpError):
        work(Deadline(1))
    # The runs are gone by now, and the scores of the first arm are enough.
    values = work(Deadline(1))
    assert bench.names == ["specter-easy", "specter", "specter"]
    assert values["seconds"] == 14
    (row,) = values["rows"].values()
    assert (row["before"], row["after"]) == (0.5, 0.75)
