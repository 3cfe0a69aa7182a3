"""Checkpoints are complete or not there, and the last one outlives whatever goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from torch import nn

from core.base.errors import DiskFullError, TrainingError, UsageError
from tests import wording
from tests.tiny_encoder import make_tiny_encoder
from tests.training.small_tasks import WORDS, Follower, Triplets, run, same, weights
from training.base.recipe import RecipeSettings
from training.loop.checkpoints import (
    MODEL,
    OPTIMIZER,
    SCHEDULE,
    About,
    Checkpoints,
    read_optimizer,
    read_schedule,
    read_weights,
    write_optimizer,
    write_schedule,
    write_weights,
)
from training.loop.optimisation import optimiser, schedule

IDENTITY = {"recipe": "small", "settings": "1234"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))


@pytest.fixture
def store(tmp_path: Path) -> Checkpoints:
    return Checkpoints(tmp_path / "checkpoints", identity=IDENTITY, keep=2)


def save(folder: Path) -> None:
    (folder / "state").write_bytes(b"x" * 1000)


def write(store: Checkpoints, *steps: int, best: int = 0) -> None:
    for step in steps:
        store.write(About(identity=store.identity, step=step, best_step=best), save)


def test_the_newest_and_the_best_are_kept(store: Checkpoints) -> None:
    write(store, 10, 20, 30, 40, 50, best=10)
    assert store.steps() == [10, 40, 50]
    assert store.newest() == About(identity=IDENTITY, step=50, best_step=10)
    assert sorted(path.name for path in store.folder.iterdir()) == [
        "step-00000010",
        "step-00000040",
        "step-00000050",
    ]


def test_there_may_be_none(store: Checkpoints) -> None:
    assert store.newest() is None


def test_a_step_can_be_written_again(store: Checkpoints) -> None:
    write(store, 10)
    store.write(About(identity=IDENTITY, step=10, finished=True), save)
    newest = store.newest()
    assert newest is not None
    assert newest.finished
    assert store.steps() == [10]


def test_what_a_kill_left_behind_is_no_checkpoint(store: Checkpoints) -> None:
    write(store, 10)
    half = store.folder / ".unfinished-step-00000020"
    half.mkdir()
    (half / "state").write_bytes(b"half")
    assert store.steps() == [10]
    write(store, 20)
    assert not half.exists()
    assert store.steps() == [10, 20]


def test_older_ones_go_only_after_the_new_one_is_there(store: Checkpoints) -> None:
    write(store, 10, 20)

    def fail(folder: Path) -> None:
        save(folder)
        assert store.steps() == [10, 20]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(About(identity=IDENTITY, step=30), fail)
    assert store.steps() == [10, 20]


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path, store: Checkpoints) -> None:
    write(store, 10)
    other = Checkpoints(store.folder, identity={**IDENTITY, "settings": "9"}, keep=2)
    with pytest.raises(UsageError) as caught:
        other.newest()
    assert str(caught.value) == wording.fill(
        "training.loop.checkpoints:_another", place="step-00000010", what="settings"
    )
    assert caught.value.remedy


@pytest.mark.parametrize("content", ["", "{", '{"identity": 3}', "null"])
def test_a_damaged_one_is_named(store: Checkpoints, content: str) -> None:
    write(store, 10)
    (store.step_path(10) / "about.json").write_text(content)
    with pytest.raises(TrainingError, match="“step-00000010” is damaged") as caught:
        store.newest()
    assert str(store.step_path(10)) in caught.value.remedy


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 kB: one checkpoint of the tiny model, and not a second."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small disk")
    place = tmp_path / "run" / "checkpoints"
    place.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let root mount a small disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk_keeps_the_last_checkpoint(base: Path, small_disk: Path) -> None:
    task = Triplets(base)
    with pytest.raises(DiskFullError) as caught:
        run(task, small_disk.parent, Follower(), epochs=3)
    assert str(caught.value) == (
        wording.fill("training.loop.checkpoints:_failure", place="step-00000006", step=3)
    )
    assert [path.name for path in small_disk.iterdir()] == ["step-00000003"]
    read_weights(task.model, small_disk / "step-00000003" / MODEL)


def test_an_unwritable_place_is_said(tmp_path: Path, base: Path) -> None:
    (tmp_path / "checkpoints").write_text("a file where the folder should be")
    store = Checkpoints(tmp_path / "checkpoints", identity=IDENTITY, keep=1)
    with pytest.raises(Exception, match="cannot be written") as caught:
        write(store, 1)
    assert caught.value.__class__.__module__ == "core.base.errors"


@pytest.mark.parametrize("name", [MODEL, OPTIMIZER, SCHEDULE, "random.safetensors"])
def test_a_cut_file_ends_a_resumed_run_with_one_sentence(
    base: Path, tmp_path: Path, name: str
) -> None:
    run(Triplets(base), tmp_path, Follower(stop_after=1))
    path = tmp_path / "checkpoints" / "step-00000001" / name
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(TrainingError, match="“step-00000001” is damaged"):
        run(Triplets(base), tmp_path, Follower(), resume=True)


def test_weights_of_another_model_are_refused(base: Path, tmp_path: Path) -> None:
    write_weights(nn.Linear(3, 4), tmp_path / MODEL)
    with pytest.raises(TrainingError, match="damaged"):
        read_weights(nn.Linear(3, 5), tmp_path / MODEL)


def test_tied_weights_come_back_tied(tmp_path: Path) -> None:
    def tied() -> nn.Module:
        both = nn.ModuleDict({"in": nn.Embedding(5, 4), "out": nn.Linear(4, 5, bias=False)})
        both["out"].weight = both["in"].weight
        return both

    first, second = tied(), tied()
    write_weights(first, tmp_path / MODEL)
    read_weights(second, tmp_path / MODEL)
    assert torch.equal(second["out"].weight, first["in"].weight)
    assert second["out"].weight is second["in"].weight


def test_optimiser_and_schedule_come_back_exactly(tmp_path: Path) -> None:
    def three(model: nn.Module, steps: int, resume: bool) -> None:
        settings = RecipeSettings(
            learning_rate=0.1, schedule="slanted", warmup=0.3, weight_decay=0.1
        )
        moving = optimiser(model, settings)
        rates = schedule(moving, settings, 6)
        if resume:
            read_optimizer(moving, tmp_path / OPTIMIZER)
            read_schedule(rates, tmp_path / SCHEDULE)
        for _ in range(steps):
            moving.zero_grad()
            model(torch.ones(2, 3)).square().sum().backward()
            moving.step()
            rates.step()
        write_optimizer(moving, tmp_path / OPTIMIZER)
        write_schedule(rates, tmp_path / SCHEDULE)

    torch.manual_seed(0)
    first, second = nn.Linear(3, 2), nn.Linear(3, 2)
    second.load_state_dict(first.state_dict())
    three(first, 6, resume=False)
    three(second, 3, resume=False)
    three(second, 3, resume=True)
    assert torch.equal(first.weight, second.weight)
    assert torch.equal(first.bias, second.bias)
    assert json.loads((tmp_path / SCHEDULE).read_text())["last_epoch"] == 6


def test_no_file_can_run_code(base: Path, tmp_path: Path) -> None:
    task = Triplets(base)
    run(task, tmp_path, Follower(stop_after=1))
    suffixes = {path.suffix for path in (tmp_path / "checkpoints").rglob("*") if path.is_file()}
    assert suffixes == {".json", ".safetensors"}
    other = Triplets(base)
    read_weights(other.model, tmp_path / "checkpoints" / "step-00000001" / MODEL)
    assert same(weights(task), weights(other))
