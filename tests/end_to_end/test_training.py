"""A training as a person has it: begun, stopped, killed, gone on with, and its model in use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from core.base import wire
from core.base.files import data_folder
from core.base.wire import Ended
from core.commands.cli import main
from core.commands.models import run_training
from core.models.shelf import Shelf
from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder
from training.__main__ import main as training

STEPS = 40
COCITE = ("-m", "desktop", "train", "specter")
TRAINING = ("-m", "training", "specter")

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has the file alone")


@dataclass
class Desk:
    """A corpus and a model to start from; ``options`` are the same for each run."""

    folder: Path
    options: list[str] = field(default_factory=list)

    def arguments(self, out: Path) -> list[str]:
        return ["--out", str(out), *self.options]

    @contextmanager
    def started(self, out: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
        """Start a run in a process of its own, in a folder that has a "training" too."""
        elsewhere = self.folder / "elsewhere"
        (elsewhere / "training").mkdir(parents=True, exist_ok=True)
        (elsewhere / "training" / "__init__.py").touch()
        with subprocess.Popen(
            [sys.executable, "-P", *command, *self.arguments(out)],
            cwd=elsewhere,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as child:
            try:
                yield child
            finally:
                child.kill()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("desk")
    corpus = make_tiny_corpus(folder / "corpus")
    words = " ".join(dict.fromkeys(vocabulary().split()))
    base = make_tiny_encoder(folder / "base", words=words)
    options = ["--corpus", str(corpus)]
    values = (f"base={base}", f"steps={STEPS}", "batch=4", "checkpoint_every=2", "keep=50")
    for value in values:
        options += ["--set", value]
    return Desk(folder, options)


def until(child: subprocess.Popen[str], kind: str) -> list[str]:
    """Read what a run says until an event of that kind."""
    assert child.stdout is not None
    lines = []
    for line in child.stdout:
        lines.append(line)
        if getattr(wire.from_line(line), "event", "") == kind:
            return lines
    assert child.stderr is not None
    pytest.fail(f"the run ended without {kind}: {child.stderr.read()}")


def ending(out: Path) -> Ended:
    last = wire.tail(out / wire.EVENTS)[0][-1]
    assert isinstance(last, Ended)
    return last


@needs_signals
def test_a_training_is_interrupted_gone_on_with_and_its_model_is_used(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    with desk.started(out, *COCITE) as child:
        lines = until(child, "checkpoint")
        carrier = wire.running(out)
        os.kill(carrier, signal.SIGSTOP)  # or it might end while the others are refused
        # A second start, with and without --resume, names the process that carries the run.
        for resume in ([], ["--resume"]):
            assert training(["specter", *desk.arguments(out), *resume]) == 1
            refusal = capsys.readouterr()
            assert refusal.out == ""
            assert f"is already running (process {carrier}" in refusal.err
        os.kill(carrier, signal.SIGCONT)
        child.send_signal(signal.SIGTERM)
        rest, said = child.communicate()
    assert (child.returncode, said.count("\n")) == (0, 1), said
    assert "--resume" in said
    assert "".join(lines) + rest == (out / wire.EVENTS).read_text(encoding="utf-8")
    assert ending(out).outcome == "stopped"
    assert not (out / "model").exists()
    assert wire.running(out) == 0

    assert training(["specter", *desk.arguments(out), "--resume"]) == 0
    assert ending(out).outcome == "finished"
    capsys.readouterr()
    assert main(["models", "add", str(out / "model")]) == 0
    assert main(["models", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out.partition("\n")[2])
    shipped = ["cocite-small", "minilm", "cocite-reader"]
    assert [model["name"] for model in listed] == [*shipped, "specter-tiny"]
    assert listed[3]["scores"] == ending(out).scores
    assert (Shelf(data_folder() / "models").get("specter-tiny").folder / "README.md").is_file()


@needs_signals
def test_a_killed_training_ends_as_one_that_was_not(desk: Desk, tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    with desk.started(killed, *TRAINING) as child:
        until(child, "checkpoint")
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert child.returncode == -signal.SIGKILL
    events = killed / wire.EVENTS
    assert wire.tail(events)[0][-1].event != "ended"
    # As a kill in the midst of a line would leave it.
    events.write_bytes(events.read_bytes() + b'{"time": "2026-')
    assert training(["specter", *desk.arguments(killed), "--resume"]) == 0
    assert training(["specter", *desk.arguments(whole)]) == 0
    first, second = ((run / "model" / "model.safetensors").read_bytes() for run in (killed, whole))
    assert first == second
    starts = [each for each in wire.tail(events)[0] if isinstance(each, wire.Started)]
    assert [each.step > 0 for each in starts] == [False, True]
    assert None in [wire.from_line(line) for line in events.read_text("utf-8").splitlines()]


def test_a_file_named_stop_stops_a_training(desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    wire.ask_to_stop(out)
    assert training(["specter", *desk.arguments(out)]) == 0
    assert ending(out).outcome == "stopped"


def test_what_the_training_refuses_cocite_refuses_as_well(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["train", "spectr", "--corpus", "none", "--out", "none"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "the nearest is “specter”" in err
    assert "Traceback" not in err
    assert run_training(["--help"]) == 0
