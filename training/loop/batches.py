"""Which examples make a batch, which process draws which of them, and how they are cut to fit.

While a GPU computes, a thread makes the next batches.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset, Sampler

from training.base.tasks import Batch, Task
from training.sampling.draws import generator

_SORTED_BATCHES = 50
"""Batches whose examples are sorted together: as many as transformers' length grouping takes."""

_AHEAD = 2
_LOOK_S = 0.1

T = TypeVar("T")


class Draw(NamedTuple):
    """Numbers of the examples that one process draws for one batch.

    ``size`` is that of the whole batch. A process whose share is empty draws an example all the
    same, which ``counts`` leaves out: it must take part in the exchange of gradients.
    """

    epoch: int
    indices: tuple[int, ...]
    size: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Share:
    """What one process has of a batch: its examples, and the same cut into micro-batches."""

    examples: Sequence[Any]
    batches: Sequence[Batch]
    micro_batch: int
    size: int
    counts: bool = True

    def sizes(self) -> list[int]:
        """Return how many examples each micro-batch has."""
        whole, rest = divmod(len(self.examples), self.micro_batch)
        return [self.micro_batch] * whole + ([rest] if rest else [])


class Batches(Sampler[Draw]):
    """The batches of an epoch, each as one process's share of it.

    Each epoch has its own permutation. With ``costs`` the examples of a batch have about the
    same cost. The last batch may be smaller; it is left out where the loss couples examples,
    unless it is the only one.
    """

    def __init__(
        self, size: int, batch: int, *, seed: int, couples: bool, costs: NDArray[np.int64] | None
    ) -> None:
        self._size, self._batch, self._seed, self._costs = size, batch, seed, costs
        self._length = size // batch if couples and size >= batch else -(-size // batch)
        self._epoch = 0
        self.rank, self.count = 0, 1

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch is drawn next."""
        self._epoch = epoch

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Draw]:
        for chosen in self._batches():
            own = chosen[self.rank :: self.count]
            indices = tuple(int(index) for index in (own if len(own) else chosen[:1]))
            yield Draw(self._epoch, indices, len(chosen), counts=bool(len(own)))

    def _batches(self) -> list[NDArray[np.int64]]:
        random = generator(self._seed, self._epoch, 0, "batches")
        order = random.permutation(self._size)
        if self._costs is None:
            return self._cut(order)[: self._length]
        together = min(_SORTED_BATCHES, max(1, self._size // (4 * self._batch))) * self._batch
        groups = [order[start : start + together] for start in range(0, self._size, together)]
        batches = [
            batch
            for group in groups
            for batch in self._cut(group[np.argsort(-self._costs[group], kind="stable")])
        ]
        return [batches[index] for index in random.permutation(len(batches))]

    def _cut(self, order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        return [order[start : start + self._batch] for start in range(0, len(order), self._batch)]


class Shares(Dataset[Share]):
    """Draws examples and puts them together; runs in the workers where there are any."""

    def __init__(self, task: Task[Any], micro_batch: int) -> None:
        self.task = task
        self.micro_batch = micro_batch

    def __len__(self) -> int:
        return len(self.task)

    def __getitems__(self, draw: Draw) -> Share:
        examples = [self.task.example(draw.epoch, index) for index in draw.indices]
        return self.cut(Share(examples, (), self.micro_batch, draw.size, draw.counts))

    def cut(self, share: Share) -> Share:
        """Return the share in micro-batches of the present size."""
        examples, size = share.examples, self.micro_batch
        cuts = [examples[start : start + size] for start in range(0, len(examples), size)]
        batches = [self.task.batch(cut) for cut in cuts]
        return Share(examples, batches, size, share.size, share.counts)


def loader(shares: Shares, batches: Batches, *, workers: int) -> DataLoader[Share]:
    """Return what draws an epoch's shares. It takes no random number of the process."""
    return DataLoader(
        shares,
        batch_sampler=batches,  # type: ignore[arg-type]  # torch's stub wants lists of numbers
        collate_fn=_as_it_is,
        num_workers=workers,
        generator=torch.Generator(),
    )


class Ahead:
    """Makes shares before they are asked for, in a thread, where a GPU computes meanwhile."""

    def __init__(self, device: torch.device) -> None:
        self._lock = threading.Lock()
        self._device = device
        self._shares: Iterator[Share] | None = None
        self._thread: threading.Thread | None = None
        self._queue: queue.Queue[Share | BaseException | None] = queue.Queue(_AHEAD)
        self._stop = threading.Event()

    def take(self, shares: Iterator[Share]) -> Share | None:
        """Return the next share of an epoch, ``None`` after the last."""
        if not has_free_processor(self._device):
            return next(shares, None)
        if shares is not self._shares:
            self._begin(shares)
        share = self._queue.get()
        if isinstance(share, BaseException):
            raise share
        return share

    def alone(self, work: Callable[[], T]) -> T:
        """Do what turns texts into tokens too: a tokenizer serves one thread at a time."""
        with self._lock:
            return work()

    def fit_share(self, share: Share, shares: Shares) -> Share:
        """Return a share in micro-batches of the present size."""
        if share.micro_batch == shares.micro_batch:
            return share
        return self.alone(lambda: shares.cut(share))

    def close(self) -> None:
        """Stop making shares, and forget those that nobody took."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = self._shares = None

    def _begin(self, shares: Iterator[Share]) -> None:
        self.close()
        self._shares, self._stop, self._queue = shares, threading.Event(), queue.Queue(_AHEAD)
        arguments = shares, self._queue, self._stop, _cuda_number(self._device)
        self._thread = threading.Thread(
            target=self._make, args=arguments, name="batches", daemon=True
        )
        self._thread.start()

    def _make(
        self,
        shares: Iterator[Share],
        share_queue: queue.Queue[Share | BaseException | None],
        stop: threading.Event,
        cuda: int,
    ) -> None:
        share: Share | BaseException | None = None
        while not stop.is_set():
            try:
                with self._lock:
                    share = next(shares, None)
                share = _pin_share(share, cuda) if share is not None and cuda >= 0 else share
            except BaseException as error:  # noqa: BLE001 - it is raised where shares are taken
                share = error
            _put(share_queue, share, stop)
            if not isinstance(share, Share):
                return


def has_free_processor(device: torch.device) -> bool:
    """Tell whether the processor is free while the device computes."""
    return device.type != "cpu"


def _put(
    share_queue: queue.Queue[Share | BaseException | None],
    share: Share | BaseException | None,
    stop: threading.Event,
) -> None:
    while not stop.is_set():
        with contextlib.suppress(queue.Full):
            share_queue.put(share, timeout=_LOOK_S)
            return


def _cuda_number(device: torch.device) -> int:
    """Return the number of a CUDA device as this thread means it, -1 for one of another kind."""
    if device.type != "cuda":
        return -1
    is_numbered = device != torch.device("cuda")
    return device.index if is_numbered else torch.cuda.current_device()


def _pin_share(share: Share, cuda: int) -> Share:
    """Return a share in memory from which a CUDA device copies while it computes."""
    torch.cuda.set_device(cuda)  # of this thread
    batches = [Batch(_pinned(batch.inputs), _pinned(batch.targets)) for batch in share.batches]
    return replace(share, batches=batches)


def _pinned(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, torch.Tensor):
        try:
            return value.pin_memory()
        except RuntimeError:  # little memory can be pinned; it is copied all the same, only later
            return value
    return _mapped(value, _pinned)


def _as_it_is(share: Any) -> Any:  # noqa: ANN401
    return share


def costs(task: Task[Any]) -> NDArray[np.int64]:
    """Return what each example of a task costs: (examples,)."""
    return np.fromiter((task.cost(index) for index in range(len(task))), np.int64, len(task))


def to_device(value: Any, device: torch.device) -> Any:  # noqa: ANN401
    """Return tensors, and lists and dicts of them, on the device."""
    if isinstance(value, torch.Tensor):
        return value.to(device, non_blocking=True)
    return _mapped(value, lambda inner: to_device(inner, device))


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    """Return lists and dicts with what they hold changed; anything else as it is."""
    if isinstance(value, dict):
        return {key: change(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(change, value))
    return value
