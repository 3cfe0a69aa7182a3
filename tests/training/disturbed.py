"""What a training writes into its folder, as scenarios of ``tests/faults.py``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from core.base.wire import EVENTS, Event, Preparing, tail
from tests.faults import Scenario
from training.base.cached import cached, write_array
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
from training.runs.folder import BaseUsed, CorpusUsed, RunConfig, RunFolder

Tell = Callable[[Any], None]
IDENTITY = {"recipe": "small", "settings": "1234"}
SETTINGS = RecipeSettings(learning_rate=0.1)
optimiser(nn.Linear(2, 2), SETTINGS)  # what PyTorch imports for it is not imported in each child


# --- checkpoints ----------------------------------------------------------------------------------


def _store(folder: Path) -> Checkpoints:
    return Checkpoints(folder / "checkpoints", identity=IDENTITY, keep=2)


def _write(store: Checkpoints, step: int) -> None:
    """Write a checkpoint whose weights say of which step they are."""
    model = nn.Linear(40, 30)
    nn.init.constant_(model.weight, step)
    moving = optimiser(model, SETTINGS)
    rates = schedule(moving, SETTINGS, 6)

    def save(folder: Path) -> None:
        write_weights(model, folder / MODEL)
        write_optimizer(moving, folder / OPTIMIZER)
        write_schedule(rates, folder / SCHEDULE)

    store.write(About(identity=IDENTITY, step=step), save)


def _begun(folder: Path) -> None:
    for step in (10, 20):
        _write(_store(folder), step)


def _go_on(folder: Path, tell: Tell) -> None:
    for step in (30, 30, 40):  # a step can be written again
        _write(_store(folder), step)
        tell(step)


def _whole(folder: Path, told: list[Any]) -> None:
    store = _store(folder)
    about = store.newest()
    assert about is not None
    assert about.step >= max([20, *told])
    assert len(store.steps()) >= 2
    for step in store.steps():
        model = nn.Linear(40, 30)
        moving = optimiser(model, SETTINGS)
        read_weights(model, store.step_path(step) / MODEL)
        read_optimizer(moving, store.step_path(step) / OPTIMIZER)
        read_schedule(schedule(moving, SETTINGS, 6), store.step_path(step) / SCHEDULE)
        assert torch.equal(model.weight, torch.full_like(model.weight, step))
    _write(store, 50)
    assert store.steps()[-1] == 50
    assert not [path for path in store.folder.iterdir() if path.name.startswith(".")]


checkpoints = Scenario(_begun, _go_on, _whole)


# --- the folder of a run --------------------------------------------------------------------------


def _config() -> RunConfig:
    return RunConfig(
        recipe="small",
        settings={},
        seed=1,
        corpus=CorpusUsed(folder="c", fingerprint="f"),
        base=BaseUsed(name="b"),
    )


def _nothing(_folder: Path) -> None: ...


def _event(done: int) -> Event:
    return Preparing(stage="only", done=done, total=9, note="")


def _run(folder: Path, tell: Tell) -> None:
    run = RunFolder(folder / "run")
    with run.hold(resume=False):
        run.write_config(_config())
        tell(0)
        for done in range(1, 5):
            run.say(_event(done))
            tell(done)


def _followed(folder: Path, told: list[Any]) -> None:
    run = RunFolder(folder / "run")
    begun = run.folder.is_dir() and run.config() is not None
    assert begun or not told
    with run.hold(resume=begun):
        if begun:
            assert run.config() == _config()
        else:
            run.write_config(_config())
        run.say(_event(9))
    events, _ = tail(run.folder / EVENTS)
    done = [event.done for event in events if isinstance(event, Preparing)]
    assert set(told[1:]) <= set(done)
    assert done[-1] == 9


run_folder = Scenario(_nothing, _run, _followed)


def _keep(folder: Path, tell: Tell) -> None:
    tell(int(cached(folder / "arrays" / "a.npy", lambda: np.arange(50_000)).sum()))
    write_array(folder / "b.npy", np.ones(9))


def _kept(folder: Path, _told: list[Any]) -> None:
    array = cached(folder / "arrays" / "a.npy", lambda: np.arange(50_000))
    assert int(array.sum()) == sum(range(50_000))
    write_array(folder / "b.npy", np.ones(9))


arrays = Scenario(_nothing, _keep, _kept)
