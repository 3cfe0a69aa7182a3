"""Parts of the check as processes: failing, slow, stopped."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tools.lab.gpu_check.children import Part, run_together
from tools.lab.gpu_check.results import Outcome


def outcomes_of(parts: list[Part], logs: Path) -> dict[str, Outcome]:
    outcomes: list[Outcome] = []
    run_together("any", parts, logs, outcomes.append)
    assert len(outcomes) == len(parts)
    return {outcome.name: outcome for outcome in outcomes}


def test_parts_that_fail_or_take_too_long_stop_no_other(tmp_path: Path) -> None:
    out = tmp_path / "good.json"
    parts = [
        Part("bad", ["-c", "raise ValueError('no such kernel')"], 60),
        Part("slow", ["-c", "import time; print('begun', flush=True); time.sleep(600)"], 1),
        Part("good", ["-c", f"open({str(out)!r}, 'w').write('{{\"speed\": 3}}')"], 60, out),
    ]
    start = time.monotonic()
    outcomes = outcomes_of(parts, tmp_path)
    assert time.monotonic() - start < 60
    assert "no such kernel" in outcomes["bad"].failed
    assert "Traceback" in outcomes["bad"].failed
    assert outcomes["slow"].failed.endswith("stopped after 1 s: begun")
    assert (outcomes["good"].failed, outcomes["good"].values) == ("", {"speed": 3})


def test_a_part_that_can_stop_is_asked_to_before_it_is_killed(tmp_path: Path) -> None:
    stop = tmp_path / "stop"
    waits = (
        "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(.1)"
    )
    part = Part("polite", ["-c", waits, str(stop)], 0.5, stop=stop)
    (outcome,) = outcomes_of([part], tmp_path).values()
    assert stop.exists()
    assert "stopped after" in outcome.failed
    assert "exit code" not in outcome.failed


def test_other_frameworks_leave_the_device_alone(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    program = (
        "import json, os, sys\n"
        "json.dump({'jax': os.environ['JAX_PLATFORMS']}, open(sys.argv[1], 'w'))"
    )
    part = Part("env", ["-c", program, str(out)], 60, out)
    (outcome,) = outcomes_of([part], tmp_path).values()
    assert outcome.values == {"jax": "cpu"}


def test_a_part_that_measured_no_claim_says_so(tmp_path: Path) -> None:
    ledger = tmp_path / "measured.jsonl"
    about, measurement = {"corpus": "c"}, {"name": "one over another", "failed": ""}
    failure = {"name": "the next", "failed": "It needs summaries."}
    values = []
    for lines in ([], [about], [about, measurement, failure]):
        ledger.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"na', "utf-8")
        part = Part("claims", ["-c", ""], 60, ledger=ledger)
        (outcome,) = outcomes_of([part], tmp_path).values()
        values.append(outcome.values)
    assert values[:2] == [{"measured": "nothing"}] * 2
    assert values[2] == {
        "measured": ["one over another", "the next"],
        "failures": {"the next": "It needs summaries."},
    }


def test_how_a_part_ended_is_known_before_another_ends(tmp_path: Path) -> None:
    first_is_known = tmp_path / "first"
    waits = (
        "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(.1)"
    )
    parts = [Part("quick", ["-c", ""], 60), Part("waits", ["-c", waits, str(first_is_known)], 60)]
    names: list[str] = []

    def keep(outcome: Outcome) -> None:
        names.append(outcome.name)
        first_is_known.touch()

    run_together("any", parts, tmp_path, keep)
    assert names == ["quick", "waits"]
