"""Which examples make a batch, and which process draws which of them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from training.base.tasks import Batch
from training.loop.batches import Ahead, Batches, Share, to_device


def batches(size: int, batch: int, *, couples: bool = False, bucketed: bool = False) -> Batches:
    costs = np.arange(size, dtype=np.int64) * 7 % 101 if bucketed else None
    return Batches(size, batch, seed=3, couples=couples, costs=costs)


def drawn(made: Batches, epoch: int = 0) -> list[tuple[int, ...]]:
    made.set_epoch(epoch)
    return [draw.indices for draw in made]


@pytest.mark.parametrize("bucketed", [False, True])
def test_an_epoch_draws_each_example_once(bucketed: bool) -> None:
    made = batches(1003, 8, bucketed=bucketed)
    found = drawn(made)
    assert len(found) == len(made) == 126
    assert sorted(itertools.chain(*found)) == list(range(1003))
    assert sorted({len(batch) for batch in found}) == [3, 8]


def test_epochs_and_seeds_have_their_own_order() -> None:
    made = batches(100, 10)
    assert drawn(made, 0) == drawn(batches(100, 10), 0)
    assert drawn(made, 0) != drawn(made, 1)
    assert drawn(made, 0) != drawn(Batches(100, 10, seed=4, couples=False, costs=None), 0)


def test_batches_hold_examples_of_about_the_same_cost() -> None:
    def spread(made: Batches) -> float:
        costs = np.arange(1000) * 7 % 101
        return float(np.mean([np.ptp(costs[list(batch)]) for batch in drawn(made)]))

    grouped = batches(1000, 10, bucketed=True)
    assert spread(grouped) < 0.2 * spread(batches(1000, 10))
    means = [np.mean(np.array(batch) * 7 % 101) for batch in drawn(grouped)]
    assert abs(np.corrcoef(means, np.arange(len(means)))[0, 1]) < 0.3  # not from long to short


@pytest.mark.parametrize(
    ("size", "couples", "expected"),
    [(20, False, [8, 8, 4]), (20, True, [8, 8]), (5, True, [5]), (8, True, [8]), (5, False, [5])],
)
def test_the_last_batch_is_left_out_where_examples_are_coupled_and_it_is_not_the_only_one(
    size: int, couples: bool, expected: list[int]
) -> None:
    made = batches(size, 8, couples=couples)
    assert [len(batch) for batch in drawn(made)] == expected
    assert len(made) == len(expected)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_processes_share_the_batches_of_one(count: int) -> None:
    alone = drawn(batches(27, 4))
    shares = []
    for rank in range(count):
        made = batches(27, 4)
        made.rank, made.count = rank, count
        shares.append(list(made))
    for whole, *parts in zip(alone, *shares, strict=True):
        assert all(part.size == len(whole) for part in parts)
        counted = [part.indices for part in parts if part.counts]
        assert sorted(itertools.chain(*counted)) == sorted(whole)
        assert all(len(part.indices) == 1 for part in parts if not part.counts)
        turns = itertools.zip_longest(*counted)
        assert tuple(i for turn in turns for i in turn if i is not None) == whole


def test_a_share_says_the_sizes_of_its_micro_batches() -> None:
    assert Share(range(10), (), 4, 10).sizes() == [4, 4, 2]
    assert Share(range(8), (), 4, 10).sizes() == [4, 4]
    assert Share(range(3), (), 4, 10).sizes() == [3]


def test_all_tensors_of_an_input_are_moved() -> None:
    value = {"groups": [{"ids": torch.ones(2)}], "order": torch.ones(1), "name": "a", "n": (1, 2)}
    moved = to_device(value, torch.device("meta"))
    assert moved["groups"][0]["ids"].device.type == "meta"
    assert moved["order"].device.type == "meta"
    assert (moved["name"], moved["n"]) == ("a", (1, 2))


APART = torch.device("mps")
"""A device beside the processor; nothing is computed on it here."""


def shares_of(count: int, makers: list[str]) -> Iterator[Share]:
    for number in range(count):
        makers.append(threading.current_thread().name)
        yield Share([number], (), 1, 1)


def test_shares_are_made_ahead_by_a_thread_and_keep_their_order() -> None:
    ahead, makers = Ahead(APART), []
    for count in (7, 3):
        shares = shares_of(count, makers)
        taken = [ahead.take(shares) for _ in range(count)]
        assert [share.examples for share in taken if share] == [[n] for n in range(count)]
        assert ahead.take(shares) is None
    assert set(makers) == {"batches"}
    ahead.close()


def test_on_a_processor_nothing_is_made_ahead() -> None:
    makers: list[str] = []
    ahead, shares = Ahead(torch.device("cpu")), shares_of(3, makers)
    assert ahead.take(shares)
    assert makers == [threading.current_thread().name]


def test_few_shares_wait_and_a_close_ends_the_thread() -> None:
    makers: list[str] = []
    ahead = Ahead(APART)
    assert ahead.take(shares_of(1000, makers))
    ahead.close()
    assert len(makers) < 10
    assert "batches" not in {thread.name for thread in threading.enumerate()}


def test_a_failure_in_the_thread_is_raised_where_shares_are_taken() -> None:
    def failing() -> Iterator[Share]:
        yield Share([0], (), 1, 1)
        raise OSError("the disk is gone")

    ahead, shares = Ahead(APART), failing()
    assert ahead.take(shares)
    with pytest.raises(OSError, match="the disk is gone"):
        ahead.take(shares)
    ahead.close()


def test_no_share_is_made_while_another_works_alone() -> None:
    makers: list[str] = []
    ahead = Ahead(APART)
    counts = ahead.alone(lambda: [len(makers), ahead._begin(shares_of(5, makers)), len(makers)])
    assert counts == [0, None, 0]
    ahead.close()


@pytest.mark.parametrize(("name", "number"), [("cuda", 3), ("cuda:1", 1)])
def test_for_cuda_what_a_share_holds_is_pinned_on_its_device(
    monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    devices: list[int] = []

    def pin(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.numel() > 5:
            raise RuntimeError("no memory can be pinned")
        return tensor + 1

    monkeypatch.setattr(torch.cuda, "current_device", lambda: 3)
    monkeypatch.setattr(torch.cuda, "set_device", devices.append)
    monkeypatch.setattr(torch.Tensor, "pin_memory", pin)
    inputs = {"groups": [{"ids": torch.zeros(2)}], "long": torch.zeros(9), "kind": "pairs"}
    shares = iter([Share([0], [Batch(inputs, {"right": torch.zeros(1)})], 1, 1)])
    ahead = Ahead(torch.device(name))
    share = ahead.take(shares)
    assert ahead.take(shares) is None
    ahead.close()
    assert share
    (batch,) = share.batches
    assert devices == [number]
    assert batch.inputs["groups"][0]["ids"].tolist() == [1, 1]
    assert batch.inputs["long"].tolist() == [0] * 9
    assert batch.inputs["kind"] == "pairs"
    assert batch.targets["right"].tolist() == [1]
