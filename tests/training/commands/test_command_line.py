"""``python -m training``: what it explains, what it takes and what it refuses."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

from core.base.wire import Ended
from tests import wording
from tests.training.typed_commands import said
from tools.lab import __main__ as lab
from training import __main__ as command_line
from training.base.registry import RECIPES

HEAVY = ("torch", "transformers", "numpy", "scipy", "huggingface_hub")


def test_the_help_explains_a_training_from_its_begin_to_its_use(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = said(capsys, "--help")
    assert (code, err) == (0, "")
    for word in ("--corpus", "--out", "--resume", "stop", "events.jsonl", "cocite models add"):
        assert word in out
    for name in (*RECIPES, "recipes", "check", "judge", "devices", "summaries"):
        assert name in out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--help"], 0),
        (["recipes"], 0),
        (["recipes", "--json"], 0),
        (["cocite", "--help"], 0),
        (["specter", "--corpus", "none", "--out", "none", "--set", "lerning_rate=1"], 2),
        (["semcse", "--corpus", "none", "--out", "none", "--preset", "papr"], 2),
        (["cocit", "--corpus", "none", "--out", "none"], 2),
    ],
)
def test_what_can_be_said_without_training_imports_nothing_heavy(
    arguments: list[str], code: int
) -> None:
    asked = (
        f"import sys\nfrom training.__main__ import main\nassert main({arguments}) == {code}\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert ran.stdout.splitlines()[-1:] == ["[]"], ran.stderr


COMMANDS = [(program, name) for program in (command_line, lab) for name in program.COMMANDS]


@pytest.mark.parametrize(("program", "name"), COMMANDS)
def test_each_command_the_help_names_is_there(
    program: ModuleType, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module, _, attribute = program.COMMANDS[name][0].partition(":")
    assert isinstance(getattr(importlib.import_module(module), attribute), click.Command)
    assert program.main(["--help"]) == 0
    assert name in capsys.readouterr().out
    assert program.main([name, "--help"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith(f"Usage: python -m {program.__package__} {name} ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["spectr"],
            wording.fill(
                "training.commands.command_line:resolve_command",
                name="spectr",
                nearest="; the nearest is “specter”",
            ),
        ),
        (["chek"], "the nearest is “check”"),
        (["specter", "--corpus", "here"], "--out"),
        (["specter", "--corpus", "c", "--out", "o", "--set", "lr=1"], "no setting “lr”"),
        (["specter", "--corpus", "c", "--out", "o", "--preset", "papr"], "the nearest is “paper”"),
    ],
)
def test_bad_use_ends_with_2_and_makes_nothing(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_a_missing_corpus_ends_with_2_and_a_last_event(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = said(
        capsys, "specter", "--corpus", tmp_path / "none", "--out", tmp_path / "run"
    )
    assert code == 2
    assert err.count("\n") == 1
    assert "no corpus" in err
    from core.base.wire import from_line

    last = from_line(out.splitlines()[-1])
    assert isinstance(last, Ended)
    assert last.outcome == "failed"
    assert last.message in err


def test_a_mistake_of_ours_is_one_sentence_and_in_the_log(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(command_line.COMMANDS, "check", ("training.nowhere:command", ""))
    code, out, err = said(capsys, "check")
    assert (code, out) == (1, "")
    assert err.startswith(
        wording.fill("core.programs.http.service:_Endpoints occurred") + " Details are in "
    )
    assert "Traceback" not in err
    assert "nowhere" in caplog.text
