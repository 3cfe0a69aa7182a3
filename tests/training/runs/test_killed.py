"""A run whose process is killed in the middle of an epoch ends as one that never was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.base.wire import EVENTS, Checkpoint, Resumed, Started, from_line
from core.runs.reading import RunReader
from tests import wording
from tests.training import warm
from tests.training.recorded_run import record
from training.runs.folder import MODEL

TIME_LIMIT_S = 300
COMMON = ("batch=8", "learning_rate=1e-3", "device=cpu", "precision=float32")
RECIPES = {
    # One epoch, as the recommended training has it: no epoch ends before the last step.
    "specter": ("epochs=1", "per_query=4"),
    # Killed in the second epoch, whose hard negatives were mined with the weights of its begin.
    "cocite": ("epochs=2", "negatives=1", "mining_pool=0", "trainable=all"),
}


class Trained:
    """A run in a process of its own, with its losses."""

    def __init__(self, recipe: str, corpus: Path, base: Path, folder: Path) -> None:
        self.out, self.losses = folder / "run", folder / "losses.txt"
        folder.mkdir()
        self._given = [recipe, "--corpus", str(corpus), "--out", str(self.out)]
        for each in (f"base={base}", *COMMON, *RECIPES[recipe]):
            self._given += ["--set", each]

    def carry(self, *more: str, killed_at: int = 0, fresh: bool = False) -> int:
        given = [str(self.losses), str(killed_at), *self._given, *more]
        log = self.losses.with_name("log.txt")
        return warm.wait(warm.start(record, given, log, fresh=fresh), TIME_LIMIT_S)

    def steps(self) -> list[tuple[int, str]]:
        lines = self.losses.read_text("utf-8").splitlines()
        return [(int(step), loss) for step, loss in (line.split() for line in lines)]

    def events(self, kind: type) -> Sequence:
        lines = (self.out / EVENTS).read_text("utf-8").splitlines()
        return [event for line in lines if isinstance(event := from_line(line), kind)]


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_killed_run_ends_as_one_that_was_not(
    recipe: str, tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    whole = Trained(recipe, tiny_corpus, tiny_base, tmp_path / "whole")
    assert whole.carry() == 0
    steps = whole.events(Started)[0].steps
    apart = -(-steps // 10)
    epochs = 2 if recipe == "cocite" else 1
    half = (epochs - 1) * steps // epochs
    killed_at = half + 2 * apart + 1  # the epoch's second checkpoint is there, and one step more
    assert half + apart < killed_at < steps - 1

    killed = Trained(recipe, tiny_corpus, tiny_base, tmp_path / "killed")
    assert killed.carry(killed_at=killed_at) != 0
    saved = killed.events(Checkpoint)[-1].step
    assert half < saved < killed_at
    run = RunReader().run(killed.out)
    assert (run.state, run.saved_step, run.step > 0) == ("interrupted", saved, True)
    assert run.remedy == wording.fill(
        "core.runs.reading:resume_words", step=saved, steps=steps, share=saved / steps
    )

    assert killed.carry("--resume", fresh=True) == 0
    before, after = killed.steps()[:killed_at], killed.steps()[killed_at:]
    assert [step for step, _ in after] == list(range(saved + 1, steps + 1))
    assert before[:saved] + after == whole.steps()
    (resumed,) = killed.events(Resumed)
    assert resumed.message == wording.fill(
        "training.loop.course:report_resume", step=saved, steps=steps, share=saved / steps
    )
    assert (resumed.step, killed.events(Started)[-1].step) == (saved, saved)
    assert not whole.events(Resumed)
    weights = [(each.out / MODEL / "model.safetensors").read_bytes() for each in (whole, killed)]
    assert weights[0] == weights[1]


def test_a_run_killed_before_its_first_checkpoint_says_that_it_starts_again(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    killed = Trained("specter", tiny_corpus, tiny_base, tmp_path / "killed")
    assert killed.carry(killed_at=1) != 0
    run = RunReader().run(killed.out)
    assert run.remedy == wording.fill("core.runs.reading:resume_words")
    assert killed.carry("--resume") == 0
    (resumed,) = killed.events(Resumed)
    assert resumed.step == 0
    assert resumed.message == wording.fill(
        "training.loop.course:report_resume", steps=resumed.steps
    )
