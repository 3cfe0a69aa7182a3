from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from safetensors.numpy import load_file

from core.models.manifest import WEIGHTS, check_weights, read_manifest
from core.models.shelf import Shelf
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.__main__ import COMMANDS
from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import imports, plan, requirements, sections
from tools.lab.gpu_check.children import Part, run_together
from tools.lab.gpu_check.encoding import list_turns
from tools.lab.gpu_check.packed_base import pack, packed, unpack, unpacked
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import JSON, REPORT, Outcome, Results
from tools.lab.gpu_check.resuming import distance
from tools.lab.measuring.claims import CLAIMS, GAINS
from training.base.registry import RECIPES


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
    lines: list[str] = []
    start = time.monotonic()
    outcomes = {each.name: each for each in run_together("any", parts, tmp_path, lines.append)}
    assert time.monotonic() - start < 60
    assert len(lines) == len(parts)
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
    assert {part.name for part in plan.smoke(here)} == {"imports", *RECIPES}
    named = [part.name for part in plan.recipes(here, {"cocite"})]
    assert "cocite" not in named
    assert set(RECIPES) - {"cocite"} < set(named)


def test_the_time_given_is_that_of_all_sections(tmp_path: Path) -> None:
    here = place(tmp_path, tiny=False)
    # A part takes its most only where it hangs: each recipe took 27 to 34 s of its 40.
    turns = sum(part.seconds for part in plan.encode(here))
    turns += sum(part.seconds for part in plan.recipes(here, set()))
    assert turns < 8 * 60
    longest = max(part.seconds for part in (*plan.smoke(here), *plan.safety(here)))
    assert longest < 2 * 60


def test_few_texts_are_encoded_before_many() -> None:
    turns = list_turns(papers=40, more=200, turns=2, larger=(64, 128))
    assert [count for count, _ in turns] == [40, 40, 40, 40, 200, 200]
    assert turns[2:4] == [(40, 64), (40, 128)]
    assert turns[-1] == (200, 128)


def test_other_frameworks_leave_the_device_alone(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    program = (
        "import json, os, sys\n"
        "json.dump({'jax': os.environ['JAX_PLATFORMS']}, open(sys.argv[1], 'w'))"
    )
    (outcome,) = run_together(
        "any", [Part("env", ["-c", program, str(out)], 60, out)], tmp_path, lambda _: None
    )
    assert outcome.values == {"jax": "cpu"}


def test_a_part_that_measured_no_claim_says_so(tmp_path: Path) -> None:
    ledger = tmp_path / "measured.jsonl"
    about, measurement = {"corpus": "c"}, {"name": "one over another", "failed": ""}
    failure = {"name": "the next", "failed": "It needs summaries."}
    values = []
    for lines in ([], [about], [about, measurement, failure]):
        ledger.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"na', "utf-8")
        part = Part("claims", ["-c", ""], 60, ledger=ledger)
        (outcome,) = run_together("any", [part], tmp_path, lambda _: None)
        values.append(outcome.values)
    assert values[:2] == [{"measured": "nothing"}] * 2
    assert values[2] == {
        "measured": ["one over another", "the next"],
        "failures": {"the next": "It needs summaries."},
    }


def test_memory_is_told_in_mebibytes_with_the_peak_of_a_section(tmp_path: Path) -> None:
    results = Results(tmp_path, {})
    results.add([Outcome("recipes", "small", 1.0, values={"memory": 2**20, "estimate": 2**20})])
    results.add([Outcome("recipes", "large", 1.0, values={"memory": 3 * 2**30})])
    results.add([Outcome("encode", "none", 1.0, values={"speed": 2.0})])
    report = results.report()
    assert "| small | 1.0 | peak memory 1 MiB, peak of the worst batch 1 MiB |" in report
    assert report.count("Peak memory:") == 1
    assert "Peak memory: 3,072 MiB (large)" in report


@pytest.fixture
def complete(tmp_path: Path) -> dict[str, Path]:
    folders = {"corpus": tmp_path / "corpus", "base": tmp_path / "base"}
    for name in requirements.CORPUS_FOLDERS:
        (folders["corpus"] / name).mkdir(parents=True)
    folders["base"].mkdir()
    (folders["base"] / "manifest.json").write_text("{}", "utf-8")
    return folders


def test_nothing_is_missing_where_everything_is_there(complete: dict[str, Path]) -> None:
    assert requirements.missing_requirements(**complete, rehearsal=True) == []


@pytest.mark.parametrize(
    ("fault", "text"),
    [("corpus", "no corpus"), ("base", "no model"), ("before", "claims.tar.gz")],
)
def test_the_check_stops_at_once_where_something_is_missing(
    complete: dict[str, Path], tmp_path: Path, fault: str, text: str
) -> None:
    paths = {**complete, fault: tmp_path / "absent" / "claims.tar.gz"}
    options = [item for name, path in paths.items() for item in (f"--{name}", str(path))]
    options += ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    result = CliRunner().invoke(check.main, ["run", *options])
    assert result.exit_code == 2
    assert text in result.output
    assert len(result.output.splitlines()) == 1
    assert not (tmp_path / "work").exists()


def test_a_missing_package_is_named(
    complete: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requirements, "PACKAGES", ("json", "no_such_package_x"))
    monkeypatch.setattr(requirements, "PEER_PACKAGES", ("no_such_peer_x",))
    (fault,) = requirements.missing_requirements(**complete)
    assert fault.endswith("not installed: no_such_package_x, no_such_peer_x")
    (fault,) = requirements.missing_requirements(**complete, rehearsal=True)
    assert fault.endswith("not installed: no_such_package_x")


def test_sections_are_named_alike_everywhere() -> None:
    assert tuple(plan.SECONDS) == check.SECTIONS


def test_every_claim_that_is_asked_for_is_one() -> None:
    names = {claim.name for claim in (*CLAIMS, *GAINS)}
    assert {name for group in plan.UNDECIDED for name in group} <= names


def test_commands_are_those_of_the_lab(tmp_path: Path) -> None:
    here = place(tmp_path)
    for part in (*plan.recipes(here, set()), *plan.claims(here, 60, plan.UNDECIDED)):
        assert part.arguments[:2] == ["-m", "tools.lab"]
        assert part.arguments[2] in COMMANDS


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
    over = sections.Check(place(tmp_path), results, 1.0, lambda _: None)
    over.run([*plan.SECONDS])
    assert results.outcomes == []


def test_measured_claims_travel_to_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "claims-0"
    folder.mkdir(parents=True)
    (folder / "measured.jsonl").write_text("{}\n", "utf-8")
    sections.write_archive(
        tmp_path / "claims.tar.gz", [folder / "measured.jsonl"], tmp_path / "one"
    )
    sections.unpack_claims(tmp_path / "claims.tar.gz", tmp_path / "two")
    assert (tmp_path / "two" / "claims-0" / "measured.jsonl").read_text("utf-8") == "{}\n"


@pytest.mark.parametrize("command", ["run", "pack"])
def test_its_help_can_be_read(command: str) -> None:
    assert CliRunner().invoke(check.main, [command, "--help"]).exit_code == 0
