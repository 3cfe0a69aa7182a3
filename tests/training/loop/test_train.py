"""A training from its first event to its last: what is said, kept, gone on from and refused."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch
from torch import Tensor, nn

from core.base.errors import TrainingError, UsageError
from core.base.wire import Checkpoint, Measured, Preparing, Progress, Started, Warned
from tests import wording
from tests.tiny_encoder import make_tiny_encoder
from tests.training.small_tasks import (
    IDENTITY,
    PLAIN,
    WORDS,
    Follower,
    Pairs,
    SmallTask,
    Triplets,
    moments,
    run,
    same,
    weights,
)
from training.base.recipe import RecipeSettings
from training.base.tasks import Outputs
from training.loop import batches
from training.loop.optimisation import save_activations
from training.loop.train import TrainOutcome, train


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))


@pytest.fixture(scope="module", autouse=True)
def quick_collection() -> Iterator[None]:
    """Spare the collection that accelerate asks for at each start the walk through all modules."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def checkpoints(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "checkpoints").iterdir())


# Batches of 8 out of 20 examples in micro-batches of 5: an epoch has 2 steps where examples are
# coupled, else 3, so that the stops below lie within an epoch and at the end of one.
LONG: dict[str, Any] = {"epochs": 3, "micro_batch": 5, "schedule": "cosine", "warmup": 0.2}


def measured(kind: type[SmallTask], base: Path) -> SmallTask:
    task = kind(base)
    task.metric = "score"
    return task


class Whole(NamedTuple):
    task: SmallTask
    outcome: TrainOutcome
    follower: Follower


@pytest.fixture(scope="module", params=[Pairs, Triplets])
def whole(
    base: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Whole:
    """A run without a stop."""
    task, follower = measured(request.param, base), Follower()
    outcome = run(task, tmp_path_factory.mktemp("whole"), follower, **LONG)
    return Whole(task, outcome, follower)


@pytest.mark.parametrize("stop_after", [2, 4])
def test_a_resumed_run_equals_an_uninterrupted_one(
    base: Path, tmp_path: Path, whole: Whole, stop_after: int
) -> None:
    kind = type(whole.task)
    first, second, last = measured(kind, base), measured(kind, base), Follower()
    stopped = run(first, tmp_path, Follower(stop_after), **LONG)
    second.evaluated = first.evaluated
    outcome = run(second, tmp_path, last, resume=True, **LONG)

    assert (stopped.finished, stopped.step) == (False, stop_after)
    # Each process begins with a trial of the worst batch, whose losses are none of a step.
    trial = 1 if first.couples else 2
    assert whole.task.losses[trial:] == first.losses[trial:] + second.losses[trial:]
    assert same(weights(whole.task), weights(second))
    assert outcome == whole.outcome
    measurements = whole.follower.of(Measured)
    after = [event for event in measurements if event.step > stop_after - 1]
    assert [(event.step, event.scores, event.best) for event in last.of(Measured)] == [
        (event.step, event.scores, event.best) for event in after
    ]


def test_the_loss_falls(base: Path, tmp_path: Path) -> None:
    task = Triplets(base, dropout=0.0)
    before = weights(task)
    outcome = run(task, tmp_path, Follower(), epochs=8)
    assert (outcome.finished, outcome.step) == (True, 24)
    assert not same(before, weights(task))
    assert sum(task.losses[-6:]) < 0.5 * sum(task.losses[2:8])


def test_the_events_of_a_run(base: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    follower, task = Follower(), Pairs(base)
    task.metric = "score"
    run(task, tmp_path, follower, epochs=2, micro_batch=8)
    started = follower.of(Started)
    assert len(started) == 1
    before = follower.events[: follower.events.index(started[0])]
    assert {type(event) for event in before} <= {Preparing}
    numbers = sum(weight.numel() for weight in task.model.parameters())
    assert started[0].model_dump(exclude={"time", "memory", "said"}) == {
        "event": "started",
        "stage": "only",
        "recipe": "small",
        "step": 0,
        "steps": 4,
        "examples": 20,
        "batch": 8,
        "micro_batch": 8,
        "parameters": numbers,
        "trained": numbers,
        "device": "cpu",
        "precision": "float32",
        "processes": 1,
    }
    progress = follower.of(Progress)
    assert (progress[0].step, progress[-1].step) == (1, 4)
    assert progress[0].loss == pytest.approx(task.losses[1])
    assert progress[0].learning_rate == pytest.approx(1e-2)
    assert progress[-1].epoch == pytest.approx(2.0)
    assert progress[-1].seconds_left == 0
    assert [(event.step, event.best) for event in follower.of(Measured)] == [(2, True), (4, False)]
    assert [(event.step, event.folder) for event in follower.of(Checkpoint)] == [
        (2, "checkpoints/step-00000002"),
        (4, "checkpoints/step-00000004"),
    ]
    assert list((tmp_path / "tensorboard").glob("events.out.tfevents.*"))
    assert not list(tmp_path.rglob("training_args.bin"))
    assert capsys.readouterr().out == ""


def test_the_best_state_is_kept_and_given_back(base: Path, tmp_path: Path) -> None:
    follower, task = Follower(), Triplets(base)
    task.metric = "score"
    seen: list[dict[str, Tensor]] = []

    def score(turn: int) -> float:
        seen.append(weights(task))
        return 9.0 if turn == 2 else float(turn)

    task.score = score
    outcome = run(task, tmp_path, follower, epochs=2, evaluate_every=1, keep=1)
    assert (outcome.step, outcome.scores) == (2, {"score": 9.0})
    assert same(weights(task), seen[1])
    assert checkpoints(tmp_path) == ["step-00000002", "step-00000006"]
    again = Triplets(base)
    again.metric = "score"
    assert run(again, tmp_path, Follower(), resume=True, epochs=2, keep=1) == outcome
    assert same(weights(again), seen[1])
    assert not again.drawn


def test_patience_ends_a_training(base: Path, tmp_path: Path) -> None:
    follower, task = Follower(), Triplets(base)
    task.metric = "score"
    task.score = lambda turn: {1: 1.0, 2: 3.0}.get(turn, 2.0)
    outcome = run(task, tmp_path, follower, epochs=9, evaluate_every=1, patience=2)
    assert outcome.finished
    assert (outcome.step, outcome.scores) == (2, {"score": 3.0})
    assert [event.step for event in follower.of(Measured)] == [1, 2, 3, 4]
    assert run(Triplets(base), tmp_path, Follower(), resume=True, patience=2, epochs=9).finished


def test_patience_survives_a_resumed_run(base: Path, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"epochs": 9, "evaluate_every": 1, "patience": 3}
    first = Triplets(base)
    first.metric = "score"
    run(first, tmp_path, Follower(stop_after=3), **settings)
    second, follower = Triplets(base), Follower()
    second.metric = "score"
    second.evaluated = first.evaluated
    assert run(second, tmp_path, follower, resume=True, **settings).step == 1
    assert follower.of(Measured)[-1].step == 4


class ChosenOtherwise(Triplets):
    """A later version's task: its scores are lower, and it chooses by another of them."""

    metric = "recall, choosing"

    def evaluate(self) -> dict[str, float]:
        return {self.metric: super().evaluate()["score"] - 100}


def test_a_best_state_chosen_by_other_scores_is_not_compared_with_new_ones(
    base: Path, tmp_path: Path
) -> None:
    settings: dict[str, Any] = {"epochs": 3, "evaluate_every": 1}
    run(measured(Triplets, base), tmp_path, Follower(stop_after=3), **settings)
    task, follower = ChosenOtherwise(base), Follower()
    outcome = run(task, tmp_path, follower, resume=True, **settings)
    seen = follower.of(Measured)
    assert [event.step for event in seen[:2]] == [3, 4]
    assert outcome.step == max(seen, key=lambda event: event.scores[task.metric]).step
    assert outcome.scores == {task.metric: max(event.scores[task.metric] for event in seen)}
    assert sum("used other scores" in event.message for event in follower.of(Warned)) == 1
    again = Follower()
    run(ChosenOtherwise(base), tmp_path, again, resume=True, **settings)
    assert not again.of(Warned)


def test_without_the_metric_the_last_state_is_kept(base: Path, tmp_path: Path) -> None:
    follower, task = Follower(), Triplets(base)
    task.metric = "recall@10"
    outcome = run(task, tmp_path, follower, epochs=2)
    assert outcome.step == 6
    assert [event.message for event in follower.of(Warned)] == [
        wording.fill("training.loop.course:judge", metric="recall@10")
    ]


def test_a_stop_is_heard_within_one_step(base: Path, tmp_path: Path) -> None:
    follower, task = Follower(stop_after=1), Triplets(base)
    outcome = run(task, tmp_path, follower, epochs=3)
    assert not outcome.finished
    assert outcome.step == 1
    assert checkpoints(tmp_path) == ["step-00000001"]
    assert follower.of(Progress)[-1].step == 1


def test_resuming_draws_no_example_again(base: Path, tmp_path: Path) -> None:
    whole, first, second = Triplets(base), Triplets(base), Triplets(base)
    run(whole, tmp_path / "whole", Follower(), epochs=2)
    run(first, tmp_path / "parts", Follower(stop_after=4), epochs=2)
    run(second, tmp_path / "parts", Follower(), resume=True, epochs=2)
    assert second.epochs == [1]
    tried = 8 + 4  # the worst batch, and the few that show what an example takes
    assert whole.drawn[tried:] == first.drawn[tried:] + second.drawn[8:]


def test_resuming_before_the_first_checkpoint_begins_anew(base: Path, tmp_path: Path) -> None:
    assert run(Triplets(base), tmp_path, Follower(), resume=True).step == 3


def test_a_loss_that_is_no_number_ends_the_run(base: Path, tmp_path: Path) -> None:
    class Breaking(Triplets):
        def _loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
            loss = super()._loss(outputs, targets)
            return loss * (math.nan if len(self.losses) == 2 + 4 else 1.0)

    task = Breaking(base)
    with pytest.raises(
        TrainingError, match=wording.pattern("training.loop.course:check", step=5)
    ) as caught:
        run(task, tmp_path, Follower(), epochs=3, checkpoint_every=2)
    assert "learning rate" in caught.value.remedy
    assert checkpoints(tmp_path) == ["step-00000003", "step-00000004"]  # an epoch, two steps
    assert all(torch.isfinite(value).all() for value in weights(task).values())


def test_a_checkpoint_of_another_training_is_refused(base: Path, tmp_path: Path) -> None:
    run(Triplets(base), tmp_path, Follower(stop_after=1))
    with pytest.raises(UsageError) as caught:
        train(
            Triplets(base),
            RecipeSettings.model_validate(PLAIN),
            folder=tmp_path,
            watcher=Follower(),
            resume=True,
            identity={**IDENTITY, "recipe": "other"},
        )
    assert str(caught.value) == (
        wording.fill(
            "training.loop.checkpoints:_another",
            place="step-00000001",
            what="recipe",
            found="small",
            wanted="other",
        )
    )


def test_checkpoints_are_not_written_over(base: Path, tmp_path: Path) -> None:
    run(Triplets(base), tmp_path, Follower(stop_after=1))
    with pytest.raises(UsageError, match="earlier training"):
        run(Triplets(base), tmp_path, Follower())


def test_a_task_without_examples_is_refused(base: Path, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=wording.pattern("training.loop.train:train")):
        run(Triplets(base, size=0), tmp_path, Follower())


def test_steps_count_before_epochs(base: Path, tmp_path: Path) -> None:
    assert run(Triplets(base), tmp_path, Follower(), steps=5).step == 5


def test_workers_change_nothing(base: Path, tmp_path: Path) -> None:
    alone, helped = Pairs(base), Pairs(base)
    run(alone, tmp_path / "alone", Follower())
    run(helped, tmp_path / "helped", Follower(), workers=1)
    assert same(weights(alone), weights(helped))


@pytest.mark.parametrize("kind", [Pairs, Triplets])
def test_batches_made_ahead_change_nothing_and_a_resumed_run_ends_the_same(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[SmallTask]
) -> None:
    tasks = {name: kind(base) for name in ("plain", "ahead", "stopped", "resumed")}
    run(tasks["plain"], tmp_path / "plain", Follower(), **LONG)
    monkeypatch.setattr(batches, "has_free_processor", lambda _: True)
    run(tasks["ahead"], tmp_path / "ahead", Follower(), **LONG)
    run(tasks["stopped"], tmp_path / "parts", Follower(stop_after=2), **LONG)
    run(tasks["resumed"], tmp_path / "parts", Follower(), resume=True, **LONG)
    assert same(weights(tasks["plain"]), weights(tasks["ahead"]))
    assert same(weights(tasks["plain"]), weights(tasks["resumed"]))


def test_gradient_checkpointing_changes_nothing(base: Path, tmp_path: Path) -> None:
    plain, checkpointing = Pairs(base), Pairs(base)
    run(plain, tmp_path / "plain", Follower())
    run(checkpointing, tmp_path / "less", Follower(), gradient_checkpointing=True)
    assert checkpointing.model.encoder.model[0].auto_model.is_activation_checkpointing
    for name, value in weights(plain).items():
        torch.testing.assert_close(weights(checkpointing)[name], value)


def test_layers_of_our_own_keep_no_activations_either() -> None:
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True)
    layers = nn.ModuleList([nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)])
    kept = []
    for _ in range(2):
        torch.manual_seed(0)
        inputs = torch.ones(3, 4, 8, requires_grad=True)
        saved: list[int] = []
        with torch.autograd.graph.saved_tensors_hooks(
            lambda tensor: (saved.append(tensor.numel()), tensor)[1],  # noqa: B023
            lambda tensor: tensor,
        ):
            outputs = layers[0](inputs)
        outputs.square().sum().backward()
        assert inputs.grad is not None
        kept.append((sum(saved), outputs.detach(), inputs.grad))
        save_activations(layers)
    assert kept[1][0] < kept[0][0] / 4
    torch.testing.assert_close(kept[1][1:], kept[0][1:])


def test_each_epoch_ends_with_a_checkpoint(base: Path, tmp_path: Path) -> None:
    follower = Follower()
    run(Triplets(base), tmp_path, follower, epochs=2, evaluate_every=1_000)
    assert [event.step for event in follower.of(Checkpoint)] == [3, 6]


def test_frozen_weights_stay(base: Path, tmp_path: Path) -> None:
    task, follower = Triplets(base), Follower()
    for name, weight in task.model.named_parameters():
        weight.requires_grad_(name.endswith(".bias"))
    before = weights(task)
    run(task, tmp_path, follower)
    moved = {name for name, value in weights(task).items() if not torch.equal(value, before[name])}
    assert moved
    assert all(name.endswith(".bias") for name in moved)
    assert follower.of(Started)[0].trained < 0.2 * follower.of(Started)[0].parameters


@pytest.mark.parametrize("kind", [Pairs, Triplets])
def test_in_float16_the_loss_is_scaled_and_the_run_comes_near_that_in_float32(
    base: Path, tmp_path: Path, kind: type[SmallTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.loop.optimisation._FIRST_SCALE", 128.0)  # no step is left out
    half, whole, follower = kind(base, dropout=0.0), kind(base, dropout=0.0), Follower()
    settings: dict[str, Any] = {"micro_batch": 4, "clip": 0, "learning_rate": 1e-7}
    run(half, tmp_path / "half", follower, precision="float16", **settings)
    run(whole, tmp_path / "whole", Follower(), precision="float32", **settings)
    assert follower.of(Started)[0].precision == "float16"
    found, expected = moments(tmp_path / "half"), moments(tmp_path / "whole")
    names = [name for name in expected if name.endswith("exp_avg")]
    assert names
    for name in names:  # not multiplied by the scale
        assert (found[name] - expected[name]).norm() <= 0.05 * expected[name].norm() + 1e-4


def test_in_float16_a_resumed_run_ends_the_same(base: Path, tmp_path: Path) -> None:
    through, stopped = Triplets(base), Triplets(base)
    run(through, tmp_path / "through", Follower(), precision="float16", epochs=2)
    run(stopped, tmp_path / "stopped", Follower(stop_after=1), precision="float16", epochs=2)
    again = Triplets(base)
    run(again, tmp_path / "stopped", Follower(), resume=True, precision="float16", epochs=2)
    assert same(weights(through), weights(again))
