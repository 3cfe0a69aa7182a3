"""What fits is found by trying, nothing of the trial remains, and later shortage is met."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from core.base.errors import TrainingError
from core.base.wire import Preparing, Started, Warned
from tests import wording
from tests.training.small_tasks import (
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
from training.loop import memory, trainer
from training.loop.optimisation import PatientAdamW
from training.models.encoders import load_encoder

CPU = torch.device("cpu")


def limited(task: SmallTask, room: Callable[[], int], failure: type[Exception]) -> SmallTask:
    """Make a task's model fail as a full device does where a micro-batch is larger than room."""
    forward = task.model.forward

    def checked(**kinds: dict[str, Any]) -> dict[str, Tensor]:
        if len(next(iter(kinds.values()))["order"]) > room():
            raise failure("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return forward(**kinds)

    task.model.forward = checked  # type: ignore[method-assign]
    return task


@pytest.mark.parametrize("failure", [torch.OutOfMemoryError, MemoryError])
def test_a_free_micro_batch_is_halved_until_it_fits(
    base: Path, tmp_path: Path, failure: type[Exception]
) -> None:
    follower = Follower()
    task = limited(Pairs(base, dropout=0.0), lambda: 2, failure)
    run(task, tmp_path / "limited", follower)
    assert follower.of(Started)[0].micro_batch == 2
    assert not follower.of(Warned)
    roomy = Pairs(base, dropout=0.0)
    run(roomy, tmp_path / "roomy", Follower(), micro_batch=2)
    assert same(weights(task), weights(roomy))


def test_running_out_later_halves_the_micro_batch_once_and_says_so(
    base: Path, tmp_path: Path
) -> None:
    follower, roomy = Follower(), Triplets(base, dropout=0.0)
    task = Triplets(base, dropout=0.0)
    limited(task, lambda: 8 if len(task.losses) < 3 else 5, torch.OutOfMemoryError)
    settings: dict[str, Any] = {"epochs": 2, "learning_rate": 1e-7, "clip": 0}
    run(task, tmp_path / "limited", follower, **settings)
    run(roomy, tmp_path / "roomy", Follower(), **settings)
    assert follower.of(Started)[0].micro_batch == 8
    assert [event.message for event in follower.of(Warned)] == [
        wording.fill("training.loop.trainer:warn_of_memory", where="at step 2", size=4)
    ]
    found, expected = moments(tmp_path / "limited"), moments(tmp_path / "roomy")
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        torch.testing.assert_close(found[name], value, rtol=1e-4, atol=1e-6)


def test_a_micro_batch_that_was_asked_for_is_halved_with_a_word(base: Path, tmp_path: Path) -> None:
    follower = Follower()
    run(limited(Pairs(base), lambda: 3, MemoryError), tmp_path, follower, micro_batch=8)
    assert follower.of(Started)[0].micro_batch == 2
    assert [event.message for event in follower.of(Warned)] == [
        wording.fill("training.loop.trainer:warn_of_memory", where="on the worst batch", size=2)
    ]


def test_what_does_not_fit_at_all_is_said(base: Path, tmp_path: Path) -> None:
    task = limited(Pairs(base), lambda: 0, torch.OutOfMemoryError)
    with pytest.raises(
        TrainingError, match=wording.pattern("training.loop.memory:too_large")
    ) as caught:
        run(task, tmp_path, Follower())
    assert "gradient_checkpointing" in caught.value.remedy


def test_other_failures_are_not_taken_for_a_lack_of_memory(base: Path, tmp_path: Path) -> None:
    class Odd(RuntimeError):
        pass

    task = Pairs(base)
    task.model.forward = lambda **_: (_ for _ in ()).throw(Odd("sizes differ"))  # type: ignore[method-assign]
    with pytest.raises(Odd):
        run(task, tmp_path, Follower())


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (torch.OutOfMemoryError("CUDA out of memory."), True),
        (MemoryError(), True),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: not enough memory: you tried"), True),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you"), True),
        (RuntimeError("MPS backend out of memory (MPS allocated: 1 GB)"), True),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_a_lack_of_memory_is_recognised(error: Exception, expected: bool) -> None:
    assert memory.out_of_memory(error) is expected


def test_a_real_allocation_that_fails_is_recognised() -> None:
    with pytest.raises(RuntimeError) as caught:
        torch.empty(1 << 60, dtype=torch.uint8)
    assert memory.out_of_memory(caught.value)


def test_the_peak_on_a_processor_is_seen() -> None:
    size = 100 << 20

    def work() -> None:
        block = np.ones(size, np.uint8)
        assert block.sum() == size

    assert memory.peak(work, CPU) > 0.8 * size


def test_examples_are_fitted_into_what_is_available() -> None:
    assert memory.fitting(32, example_bytes=10, available=1000) == 32
    assert memory.fitting(32, example_bytes=100, available=1000) == 8
    assert memory.fitting(9, example_bytes=100, available=320) == 3
    assert memory.fitting(32, example_bytes=2000, available=1000) == 1


class Impatient(Follower):
    """Asks for a stop as soon as the trial has begun."""

    def stop_asked(self) -> bool:
        return any("fit into memory" in event.note for event in self.of(Preparing))


@pytest.mark.parametrize("kind", [Pairs, Triplets])
def test_a_stop_is_heard_within_the_trial_and_leaves_nothing_of_it(
    base: Path, tmp_path: Path, kind: type[SmallTask]
) -> None:
    task = kind(base)
    before, follower = weights(task), Impatient()
    outcome = run(task, tmp_path, follower)
    assert (outcome.finished, outcome.step) == (False, 0)
    assert not follower.of(Started)
    assert not task.losses
    assert same(before, weights(task))
    assert all(weight.grad is None for weight in task.model.parameters())
    assert not any(part._forward_hooks for part in task.model.modules())


def test_what_the_optimiser_will_need_counts_on_a_processor_where_a_trial_does_not_show_it() -> (
    None
):
    cpu = torch.device("cpu")
    optimiser = 10**9
    before = memory.used_bytes(cpu)
    assert before + optimiser <= memory.expected(cpu, optimiser=optimiser)
    assert memory.expected(cpu, optimiser=optimiser) <= memory.used_bytes(cpu) + optimiser


@pytest.mark.parametrize(
    "failure",
    [
        torch.OutOfMemoryError("CUDA out of memory."),
        RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
    ],
)
def test_encoding_many_texts_halves_what_is_encoded_at_once(
    base: Path, monkeypatch: pytest.MonkeyPatch, failure: RuntimeError
) -> None:
    encoder = load_encoder(str(base), max_tokens=16)
    texts = [" ".join(WORDS[: 1 + number % 4]) for number in range(23)]
    expected, encode, sizes = encoder.encode(texts), encoder._rows, list[int]()

    def limited_rows(some: Sequence[str], most: int, device: torch.device) -> NDArray[np.float32]:
        if len(some) > 4:
            raise failure
        sizes.append(len(some))
        return encode(some, most, device)

    monkeypatch.setattr(encoder, "_rows", limited_rows)
    np.testing.assert_allclose(encoder.encode(texts), expected, atol=1e-5)
    assert max(sizes) <= 4

    def full(*_: object) -> None:
        raise failure

    monkeypatch.setattr(encoder, "_rows", full)
    with pytest.raises(RuntimeError, match="CUDA"):
        encoder.encode(texts)


@pytest.mark.parametrize("at", [1, 2, 5])
def test_a_step_whose_moments_find_no_room_is_done_after_memory_is_given_back(
    monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    def stepped(*, fails: bool) -> list[Tensor]:
        torch.manual_seed(2)
        model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
        optimiser = PatientAdamW(model.parameters(), lr=0.1, fused=True)
        model(torch.ones(2, 3)).sum().backward()
        zeros, calls = torch.zeros_like, list[int]()

        def full(weight: Tensor, **kwargs: Any) -> Tensor:  # noqa: ANN401
            calls.append(1)
            if len(calls) == at:
                raise torch.OutOfMemoryError("CUDA out of memory.")
            return zeros(weight, **kwargs)

        with monkeypatch.context() as patch:
            if fails:
                patch.setattr(torch, "zeros_like", full)
            optimiser.step()
        assert not fails or len(calls) > at
        return [weight.detach() for weight in model.parameters()]

    for found, expected in zip(stepped(fails=True), stepped(fails=False), strict=True):
        assert torch.equal(found, expected)


def test_a_run_that_moved_to_another_device_finds_its_micro_batch_again(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roomy, follower = Follower(stop_after=1), Follower()
    task = limited(Pairs(base), lambda: 8, torch.OutOfMemoryError)
    run(task, tmp_path, roomy, micro_batch=0)
    assert roomy.of(Started)[0].micro_batch == 8
    monkeypatch.setattr(trainer.TaskTrainer, "device_title", "another card")
    smaller = limited(Pairs(base), lambda: 2, torch.OutOfMemoryError)
    run(smaller, tmp_path, follower, resume=True)
    assert follower.of(Started)[0].micro_batch == 2
    assert not follower.of(Warned)  # it was tried, not run into


@pytest.mark.parametrize(("total_gb", "share"), [(6, 5 / 6), (24, 0.9)])
def test_a_card_that_draws_the_screen_is_never_filled(
    monkeypatch: pytest.MonkeyPatch, total_gb: int, share: float
) -> None:
    limits: list[float] = []
    properties = SimpleNamespace(total_memory=total_gb << 30)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "RTX 2060")
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: properties)
    monkeypatch.setattr(
        torch.cuda, "set_per_process_memory_fraction", lambda limit, _: limits.append(limit)
    )
    device = torch.device("cuda:0")
    for cards in ({"RTX 2060"}, {"another"}, set[str]()):
        monkeypatch.setattr(memory, "read_display_cards", lambda cards=cards: cards)
        memory.spare_display(device)
    memory.spare_display(CPU)
    assert limits == [pytest.approx(share, abs=1e-3)]
