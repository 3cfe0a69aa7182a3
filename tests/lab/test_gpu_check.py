from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from safetensors.numpy import load_file

from core.models.manifest import WEIGHTS, check_weights, read_manifest
from core.models.shelf import Shelf
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import imports, plan
from tools.lab.gpu_check.children import Part, run_together
from tools.lab.gpu_check.packed_base import pack, packed, unpack, unpacked
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import JSON, REPORT, Outcome, Results
from tools.lab.gpu_check.resuming import distance
from training.measuring.claims import CLAIMS, GAINS
from training.runs.registry import RECIPES


def place(folder: Path, *, tiny: bool = True) -> Place:
    corpus, base = folder / "corpus", folder / "base"
    return Place(
        corpus=corpus,
        base=base,
        sample=corpus,
        device="cpu",
        out=folder / "out",
        work=folder / "work",
        tiny=tiny,
    )


def test_eight_bits_keep_a_matrix_within_half_a_step() -> None:
    weights = np.random.default_rng(0).normal(size=(5, 128)).astype(np.float32)
    weights[3] = 0
    places, steps = packed(weights)
    again = unpacked(places, steps)
    largest = np.abs(weights.reshape(5, 2, 64)).max(2).repeat(64, 1)
    assert again.dtype == np.float32
    # Half a step, and what half precision takes from the step.
    assert (np.abs(again - weights) <= largest * (0.5 / 127 + 1e-3) + 1e-9).all()
    assert not again[3].any()


def test_a_packed_base_is_a_model_again(tmp_path: Path) -> None:
    base = make_tiny_encoder(tmp_path / "base", name="small")
    pack(tmp_path / "packed", str(base))
    folder = unpack(tmp_path / "packed", tmp_path / "again")
    manifest = read_manifest(folder)
    check_weights(folder, manifest)
    assert Shelf(tmp_path / "shelf").get(str(folder)).manifest.name == "small-8bit"
    one, other = load_file(base / WEIGHTS), load_file(folder / WEIGHTS)
    assert one.keys() == other.keys()
    for name, weights in one.items():
        assert np.abs(weights - other[name]).max() <= 0.01 * np.abs(weights).max()
    assert unpack(tmp_path / "packed", folder) == folder


def test_parts_that_fail_or_take_too_long_stop_no_other(tmp_path: Path) -> None:
    out = tmp_path / "good.json"
    parts = [
        Part("bad", ["-c", "raise ValueError('no such kernel')"], 60),
        Part("slow", ["-c", "import time; print('begun', flush=True); time.sleep(600)"], 1),
        Part("good", ["-c", f"open({str(out)!r}, 'w').write('{{\"speed\": 3}}')"], 60, out),
    ]
    said: list[str] = []
    began = time.monotonic()
    outcomes = {each.name: each for each in run_together("any", parts, tmp_path, said.append)}
    assert time.monotonic() - began < 60
    assert len(said) == len(parts)
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
    (outcome,) = run_together("any", [part], tmp_path, lambda _: None)
    assert stop.exists()
    assert "stopped after" in outcome.failed
    assert "exit code" not in outcome.failed


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


def test_what_fails_at_the_beginning_is_not_measured(tmp_path: Path) -> None:
    here = place(tmp_path)
    assert {each.name for each in plan.smoke(here)} == {"imports", *RECIPES}
    named = [each.name for each in plan.recipes(here, {"cocite"})]
    assert "cocite" not in named
    assert set(RECIPES) - {"cocite"} < set(named)


def test_the_time_given_is_that_of_all_sections(tmp_path: Path) -> None:
    here = place(tmp_path, tiny=False)
    turns = sum(each.seconds for each in plan.recipes(here, set()))
    turns += sum(each.seconds for each in plan.encode(here))
    together = max(each.seconds for each in plan.smoke(here))
    # Where every part takes its most, what is left for the claims is little; they come last.
    assert turns + together < 9 * 60


def test_every_claim_that_is_asked_for_is_one() -> None:
    names = {claim.name for claim in (*CLAIMS, *GAINS)}
    assert {name for group in plan.UNDECIDED for name in group} <= names


def test_commands_are_those_of_training(tmp_path: Path) -> None:
    here = place(tmp_path)
    for part in (*plan.recipes(here, set()), *plan.claims(here, 60, plan.UNDECIDED)):
        command = [sys.executable, *part.arguments[:4], "--help"]
        assert part.arguments[:3] == ["-P", "-m", "training"]
        assert command[4] in ("speed", "peer", "measure")


def test_everything_that_training_reaches_can_be_imported() -> None:
    assert len(imports.modules()) > 50
    assert imports.missing() == []


def test_the_distance_of_weights_is_their_largest_difference() -> None:
    one = {"a": np.array([1.0, 2.0]), "b": np.array([3], np.int64)}
    assert distance(one, one) == 0
    assert distance(one, {**one, "a": np.array([1.0, 2.5])}) == 0.5


def test_no_section_is_begun_after_the_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    results = Results(tmp_path / "out", {})
    over = check.Check(place(tmp_path), results, 1.0, lambda _: None)
    over.run([*plan.SECONDS])
    assert results.outcomes == []


def test_measured_claims_travel_to_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "claims-0"
    folder.mkdir(parents=True)
    (folder / "measured.jsonl").write_text("{}\n", "utf-8")
    check._pack(tmp_path / "claims.tar.gz", [folder / "measured.jsonl"], tmp_path / "one")
    check._unpack_claims(tmp_path / "claims.tar.gz", tmp_path / "two")
    assert (tmp_path / "two" / "claims-0" / "measured.jsonl").read_text("utf-8") == "{}\n"


@pytest.mark.parametrize("command", ["run", "pack"])
def test_its_help_can_be_read(command: str) -> None:
    assert CliRunner().invoke(check.main, [command, "--help"]).exit_code == 0
