"""``python -m tools.lab measure`` with tiny sizes: what it keeps, goes on from and reports."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from safetensors.torch import load_file

from core.base.errors import TrainingError, UsageError
from core.base.wire import Ended, Progress, Started, to_line
from core.models.manifest import WEIGHTS, read_manifest
from tools.lab import __main__ as command_line
from tools.lab.measuring import children, plan
from tools.lab.measuring.children import Deadline, TimeUpError
from tools.lab.measuring.claims import ARMS, BM25, CLAIMS, GAINS, START, UNTRAINED
from tools.lab.measuring.ledger import LEDGER, About, Entry, Ledger
from tools.lab.measuring.plan import Measurement, carry_out
from tools.lab.measuring.report import REPORT, report
from tools.lab.measuring.scales import SCALES, format_values
from training.base.registry import recipe_named
from training.runs.folder import MODEL
from training.runs.settings_cli import make_settings

ABOUT = About(corpus="c", base="b", scale="tiny")
CLAIM = "hard negatives over easy ones"


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / LEDGER).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


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


def test_a_line_that_a_kill_cut_off_is_measured_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, ABOUT)
    ledger.add(Entry(name="one", group="speed"))
    with (tmp_path / LEDGER).open("ab") as file:
        file.write(b'{"name": "two", "gro')
    again = Ledger(tmp_path, ABOUT)
    assert [*again.entries] == ["one"]
    again.add(Entry(name="two", group="speed"))
    assert [line.get("name") for line in lines(tmp_path)] == [None, "one", "two"]


def test_measurements_of_another_base_are_refused(tmp_path: Path) -> None:
    Ledger(tmp_path, ABOUT)
    with pytest.raises(UsageError, match="another corpus, base or scale"):
        Ledger(tmp_path, ABOUT.model_copy(update={"base": "other"}))


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

    real = subprocess.Popen.wait

    def wait(self: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        until = time.monotonic() + 120
        while timeout and begun(None) and time.monotonic() < until and self.poll() is None:
            pass
        return real(self, None if timeout is None else 0.01)

    monkeypatch.setattr(subprocess.Popen, "wait", wait)
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


@pytest.mark.parametrize("scale", [*SCALES])
def test_every_arm_of_a_scale_is_settings_of_its_recipe(scale: str) -> None:
    sizes = SCALES[scale]  # type: ignore[index]
    for arm in ARMS.values():
        recipe = recipe_named(arm.recipe)
        values = {**getattr(sizes, arm.part), **arm.values}
        settings = make_settings(
            recipe, assignments=format_values(values, arm.recipe, recipe.settings.model_fields)
        )
        assert settings.steps
        for name, value in arm.values.items():
            assert getattr(settings, name) == value


def test_the_two_arms_of_a_claim_differ_in_what_it_says_alone() -> None:
    assert len(CLAIMS) == 8
    for claim in CLAIMS:
        assert claim.after in ARMS
        assert claim.before in {*ARMS, BM25}
        if claim.before != BM25:
            assert ARMS[claim.before].part == ARMS[claim.after].part


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


def test_the_row_of_a_claim_is_over_the_papers_that_both_answered() -> None:
    row = plan._row({"a": 0.0, "b": 0.5, "c": 1.0}, {"a": 0.5, "b": 0.5})
    assert (row["papers"], row["before"], row["after"], row["mean"]) == (2, 0.25, 0.5, 0.25)
    with pytest.raises(UsageError, match="no held-out paper"):
        plan._row({}, {})


class ArmBench:
    """Trains no arm: it notes which were asked for, and its time ends with the second."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.scale, self.base, self.summaries = folder, SCALES["tiny"], "", ""
        self.names: list[str] = []

    def trained(self, name: str, *_: object) -> dict[str, float]:
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
