"""The trainer as a process: asked, measured, stopped, killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from core.base.errors import TrainingError, UsageError
from core.base.jobs import SilentJob
from core.base.wire import (
    PROCESS,
    RunProcess,
)
from core.services.training import Training
from tests import wording
from tests.core.runs.conftest import Wait
from tests.core.runs.run_folders import Ask


def test_a_killed_trainer_is_noticed_and_goes_on(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    name = desk.start(request_of(steps="3000"))
    run = wait(name, lambda run: run.step > 2)
    process = RunProcess.model_validate_json((run.folder / PROCESS).read_bytes())
    os.kill(process.pid, signal.SIGKILL)
    killed = wait(name, lambda run: run.state == "interrupted")
    assert "without a message" in killed.message
    desk.resume(name)
    wait(name, lambda run: run.state == "running" and run.step > killed.step)
    desk.pause(name)
    wait(name, lambda run: run.state == "stopped")


def test_what_cannot_be_trained_is_said_in_the_trainers_words(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    unknown = desk.start(request_of("spectre"))
    run = wait(unknown, lambda run: run.state == "failed")
    assert run.message == "There is no command or recipe “spectre”."
    wrong = desk.start(request_of(batch="0"))
    assert "“batch” cannot be “0”" in wait(wrong, lambda run: run.state == "failed").message
    with pytest.raises(UsageError, match=wording.pattern("core.services.training:start")):
        desk.start(request_of(name="cocite-small"))


def test_a_model_is_named_after_its_recipe_and_base_each_once(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    bases = {"cocite-small": "cocite-small-2", "minilm": "cocite-minilm"}
    for base, model_name in bases.items():
        name = desk.start(request_of("cocite", base=base, batch="0"))
        assert wait(name, lambda run: run.state == "failed").model_name == model_name


def test_recipes_devices_and_corpora_are_asked_of_the_trainer(
    desk: Training, tiny_corpus: Path, tmp_path: Path
) -> None:
    job = SilentJob()
    recipes = desk.recipes(job)
    assert recipes[0].name == "cocite"
    assert {recipe.name for recipe in recipes} >= {"specter", "scincl", "semcse", "reranker"}
    rate = recipes[0].setting("learning_rate")
    assert rate is not None
    assert rate.meaning == "Peak learning rate."
    assert (rate.problem("2e-5"), rate.problem("0")) == (
        "",
        wording.fill("core.runs.records:_broken_limits more", limit=0),
    )
    assert desk.devices(job)[-1].name == "cpu"
    found = desk.check(tiny_corpus, job)
    assert (found.recipes["specter"], found.recipes["semcse"]) == ("thin", "enough")
    assert all(finding.sentence for finding in found.findings)
    (tmp_path / "empty").mkdir()
    with pytest.raises(TrainingError, match="empty"):
        desk.check(tmp_path / "empty", job)
