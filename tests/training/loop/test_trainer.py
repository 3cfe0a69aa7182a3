"""Micro-batches give the gradient of the whole batch, dropped units included."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from core.base.jobs import JobCancelled
from core.base.wire import Started, Warned
from tests import wording
from tests.tiny_encoder import make_tiny_encoder
from tests.training.small_tasks import (
    WORDS,
    Follower,
    Pairs,
    SmallTask,
    Triplets,
    run,
    same,
    weights,
)
from training.base.tasks import Outputs
from training.loop import trainer
from training.loop.batches import Draw, Share, Shares, costs
from training.loop.course import Processes
from training.loop.trainer import Gradients, RandomState, WorstBatch, undisturbed

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))


def share(task: SmallTask, size: int, micro_batch: int) -> Share:
    return Shares(task, micro_batch).__getitems__(Draw(0, tuple(range(size)), size))


def gradients(task: SmallTask, size: int, micro_batch: int) -> tuple[Tensor, dict[str, Tensor]]:
    """Return loss and gradient as the loop computes them, with the same random numbers."""
    task.model.train()
    task.model.zero_grad()
    torch.manual_seed(5)
    loss = Gradients(task, task.model, Processes()).add(share(task, size, micro_batch))
    return loss, of(task)


def of(task: SmallTask) -> dict[str, Tensor]:
    return {
        name: weight.grad.clone()
        for name, weight in task.model.named_parameters()
        if weight.grad is not None
    }


def plain(task: SmallTask, size: int, micro_batch: int) -> tuple[Tensor, dict[str, Tensor]]:
    """Return loss and gradient with all graphs kept until the one loss of the whole batch."""
    task.model.train()
    task.model.zero_grad()
    torch.manual_seed(5)
    cut = share(task, size, micro_batch).batches
    outputs = [task.model(**batch.inputs) for batch in cut]
    loss = task.loss(
        {kind: torch.cat([part[kind] for part in outputs]) for kind in task.kinds},
        {"weight": torch.cat([batch.targets["weight"] for batch in cut])},
    )
    loss.backward()
    return loss.detach(), of(task)


@pytest.mark.parametrize("kind", [Pairs, Triplets])
@pytest.mark.parametrize("micro_batch", [1, 3, 4, 11, 64])
def test_the_gradient_is_that_of_the_whole_batch(
    base: Path, kind: type[SmallTask], micro_batch: int
) -> None:
    task = kind(base, dropout=0.3)
    loss, found = gradients(task, 11, micro_batch)
    expected_loss, expected = plain(task, 11, micro_batch)
    torch.testing.assert_close(loss, expected_loss)
    assert found.keys() == expected.keys()
    for name, gradient in expected.items():
        torch.testing.assert_close(found[name], gradient, rtol=1e-4, atol=1e-5, msg=name)
    assert any(gradient.abs().max() > 1e-3 for gradient in expected.values())


@pytest.mark.parametrize("kind", [Pairs, Triplets])
def test_without_dropout_the_cut_does_not_matter(base: Path, kind: type[SmallTask]) -> None:
    task = kind(base, dropout=0.0)
    whole_loss, whole = gradients(task, 10, 10)
    for micro_batch in (1, 4):
        loss, found = gradients(task, 10, micro_batch)
        torch.testing.assert_close(loss, whole_loss)
        for name, gradient in whole.items():
            torch.testing.assert_close(found[name], gradient, rtol=1e-4, atol=1e-5, msg=name)


def test_the_second_pass_drops_the_same_units(base: Path) -> None:
    # Were the units others, the gradients of two runs from one seed would still be equal, but
    # not those of a run that keeps its graphs: shown by breaking the order of the seeds.
    task = Pairs(base, dropout=0.3)
    _, expected = plain(task, 8, 4)
    _, found = gradients(task, 8, 4)
    torch.manual_seed(6)
    task.model.zero_grad()
    Gradients(task, task.model, Processes()).add(share(task, 8, 4))
    other = of(task)
    name = "encoder.model.0.auto_model.embeddings.LayerNorm.weight"
    name = name if name in expected else next(iter(expected))
    torch.testing.assert_close(found[name], expected[name], rtol=1e-4, atol=1e-5)
    assert not torch.allclose(other[name], expected[name], rtol=1e-2)


def test_the_random_numbers_go_on_where_one_pass_would_leave_them(base: Path) -> None:
    task = Pairs(base)
    gradients(task, 9, 2)
    after = RandomState.now(CPU)
    plain(task, 9, 2)
    assert torch.equal(after.cpu, torch.get_rng_state())


def test_outputs_the_loss_does_not_use_are_no_trouble(base: Path) -> None:
    class OneSided(Pairs):
        def _loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
            return outputs["query"].square().mean()

    task = OneSided(base, dropout=0.0)
    _, cut = gradients(task, 6, 2)
    _, whole = plain(task, 6, 6)
    for name, gradient in whole.items():
        torch.testing.assert_close(cut[name], gradient, rtol=1e-4, atol=1e-6)


def test_random_numbers_are_left_undisturbed() -> None:
    torch.manual_seed(3)
    expected = torch.rand(2)
    torch.manual_seed(3)
    with undisturbed(CPU):
        torch.rand(7)
    assert torch.equal(torch.rand(2), expected)


def test_the_trial_takes_the_most_costly_examples_and_leaves_nothing(base: Path) -> None:
    task = Pairs(base)
    before = weights(task)
    torch.manual_seed(4)
    expected = torch.rand(3)
    torch.manual_seed(4)
    shares = Shares(task, 6)
    gradients = Gradients(task, task.model, Processes())
    taken = WorstBatch(shares, costs(task), gradients, reserved=0).fit(0, share=6, free=False)
    assert taken >= 0
    assert {index for _, index in task.drawn} == {6, 13, 5, 12, 19, 4}
    assert torch.equal(torch.rand(3), expected)
    assert same(before, weights(task))
    assert all(weight.grad is None for weight in task.model.parameters())


def test_probing_changes_nothing_of_a_run(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    probed, blind = Triplets(base), Triplets(base)
    run(probed, tmp_path / "probed", Follower(), micro_batch=4)
    monkeypatch.setattr(WorstBatch, "fit", lambda *_, **__: 0)
    run(blind, tmp_path / "blind", Follower(), micro_batch=4)
    assert same(weights(probed), weights(blind))


@pytest.mark.parametrize("way", ["forward", "backward"])
def test_a_stop_is_heard_in_the_middle_of_one_pass(
    base: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(trainer, "_ASKED_EVERY_S", 0.0)
    task = Triplets(base)
    passed: list[str] = []
    forward = task.model.forward

    def noted(**kinds: dict[str, Any]) -> dict[str, Tensor]:
        passed.append("begun")
        outputs = forward(**kinds)
        passed.append("forward")
        return outputs

    task.model.forward = noted  # type: ignore[method-assign]
    gradients = Gradients(task, task.model, Processes())
    wanted = "begun" if way == "forward" else "forward"
    trial = WorstBatch(
        Shares(task, 6), costs(task), gradients, reserved=0, stop=lambda: wanted in passed
    )
    with pytest.raises(JobCancelled):
        trial.fit(0, share=6, free=False)
    assert passed == (["begun"] if way == "forward" else ["begun", "forward"])
    assert all(weight.grad is None for weight in task.model.parameters())


@pytest.mark.parametrize(("spoiled", "warnings"), [(2, 0), (20, 1)])
def test_a_run_whose_gradients_overflow_in_float16_goes_on_and_says_so(
    base: Path, tmp_path: Path, spoiled: int, warnings: int
) -> None:
    task, follower = Triplets(base), Follower()
    whole = task._loss

    def overflowing(outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        loss = whole(outputs, targets)
        return loss * 1e30 if len(task.losses) < spoiled else loss

    task._loss = overflowing  # type: ignore[method-assign]
    before = weights(task)
    run(task, tmp_path, follower, precision="float16", micro_batch=8, steps=24)
    started, after = follower.of(Started)[0], weights(task)
    assert (started.precision, started.steps) == ("float16", 24)
    assert all(bool(value.isfinite().all()) for value in after.values())
    assert not same(after, before)
    assert [event.message for event in follower.of(Warned)] == [
        wording.fill("training.loop.trainer:training_step")
    ] * warnings
