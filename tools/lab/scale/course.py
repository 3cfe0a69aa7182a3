"""Training in two phases: whole matrices first, then the thin ones that were made of them.

A phase has its share of the time or of the steps. In it the learning rate rises over the first 4 %,
and 20 steps at least, then falls linearly to 0, whatever the speed of the machine. The second phase
begins at as much of the highest rate as it is of the whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints
from .trained import Trained, average_changes

Phase = Literal["whole", "thin"]

_WARM, _WARM_STEPS = 0.04, 20
_LARGEST_GRADIENT = 1.0
_BETAS = (0.9, 0.98)
"""AdamW's: the second moment follows a short training sooner than with the usual .999."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a model is trained. ``batch`` is in questions, ``rate`` the highest learning rate.

    It ends after ``seconds``, or after ``steps`` where these are not 0: then a run can be
    repeated. ``whole`` is the share of the first phase, ``rank`` that of the thin matrices, 0 for
    none, which leaves the whole to the first phase;
    every ``every`` steps, and at the end of a phase, a line says the mean loss since the last one.
    The first phase is done ``times`` times from the start, with other draws, and the changes are
    averaged (Wortsman et al. 2022). ``shares`` say how often a batch is of which group of
    questions.
    """

    name: str
    rate: float
    whole: float
    batch: int
    seconds: float
    steps: int = 0
    rank: int = 64
    every: int = 100
    times: int = 1
    shares: tuple[float, ...] = (1.0,)


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told how far a training is.

    ``finished`` gets the change as each phase leaves it, ``before_step`` the change before each
    step, and how far the rate has come on its way to 0, which it reaches in each phase.
    """

    finished: Callable[[Phase, Trained], None]
    before_step: Callable[[Trained, float], None] | None = None


def train_batches(
    plan: Plan,
    trained: Trained,
    groups: Sequence[Ints],
    random: np.random.Generator,
    *,
    loss_of: Callable[[Trained, Ints], Tensor],
    watch: Watch,
) -> Trained:
    """Train by ``loss_of`` batches of questions, each of one group, and return the thin change.

    Without a rank the change stays whole.

    Raises:
        ValueError: a group has fewer questions to learn from than a batch.
    """
    least = min(map(len, groups))
    if least < plan.batch:
        raise ValueError(f"A step takes {plan.batch} questions, but there are {least}.")
    changes = [trained.copy() for _ in range(plan.times)]
    for change in changes:
        _Course(plan, "whole", change, watch).run(groups, random, loss_of)
    whole = average_changes(changes)
    watch.finished("whole", whole)
    if not plan.rank:
        return whole
    thin = whole.thinned(plan.rank)
    _Course(plan, "thin", thin, watch).run(groups, random, loss_of)
    watch.finished("thin", thin)
    return thin


class _Course:
    """One phase."""

    def __init__(
        self,
        plan: Plan,
        phase: Phase,
        trained: Trained,
        watch: Watch,
    ) -> None:
        self._plan, self._phase, self._trained = plan, phase, trained
        self._watch = watch
        first = plan.whole if plan.rank else 1.0
        self._begin, share = (0.0, first) if phase == "whole" else (first, 1 - first)
        self._seconds, self._most = plan.seconds * share, round(plan.steps * share)
        parts = self._parts = list(trained.parts.values())
        self._optimizer = torch.optim.AdamW(
            parts, lr=plan.rate, weight_decay=0.0, betas=_BETAS, fused=parts[0].is_cuda
        )
        self._started, self._steps = time.perf_counter(), 0
        self._losses: list[Tensor] = []

    def run(
        self,
        groups: Sequence[Ints],
        random: np.random.Generator,
        loss_of: Callable[[Trained, Ints], Tensor],
    ) -> None:
        """Take steps until the phase is over, and say how the loss falls."""
        for rows in self._batches(groups, random):
            if self._watch.before_step is not None:
                self._watch.before_step(self._trained, self._done_share())
            loss = loss_of(self._trained, rows)
            loss.backward()  # type: ignore[no-untyped-call]
            self._step()
            self._losses.append(loss.detach())
            if len(self._losses) == self._plan.every:
                self._say()
        self._say()

    def _batches(self, groups: Sequence[Ints], random: np.random.Generator) -> Iterator[Ints]:
        """Yield batches of a group each, drawn by its share."""
        streams = [_ordered(group, self._plan.batch, random) for group in groups]
        shares = np.array(self._plan.shares)
        while self._going():
            at = random.choice(len(groups), p=shares / shares.sum()) if len(groups) > 1 else 0
            yield next(streams[at])

    def _going(self) -> bool:
        return self._steps < self._most if self._plan.steps else self._elapsed() < self._seconds

    def _step(self) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate()
        torch.nn.utils.clip_grad_norm_(self._parts, _LARGEST_GRADIENT)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        self._steps += 1

    def _rate(self) -> float:
        done_share = self._done_share()
        warm = min(1.0, done_share / _WARM, (self._steps + 1) / _WARM_STEPS)
        return self._plan.rate * warm * max(0.0, 1 - done_share)

    def _done_share(self) -> float:
        if self._plan.steps:  # the middle of the step, lest the first or the last count for nothing
            share = (self._steps + 0.5) / self._most
        else:
            share = self._elapsed() / self._seconds
        return self._begin + (1 - self._begin) * share

    def _elapsed(self) -> float:
        return time.perf_counter() - self._started

    def _say(self) -> None:
        if self._losses:
            loss = torch.stack(self._losses).mean().item()
            where = f"{self._plan.name} {self._phase}, step {self._steps}, {self._elapsed():.0f} s"
            print(f"{where}: loss {loss:.3f}", flush=True)
            self._losses.clear()


def _ordered(group: Ints, size: int, random: np.random.Generator) -> Iterator[Ints]:
    """Yield a group's questions in ever new orders; a rest smaller than a batch is left out."""
    while True:
        order = random.permutation(group)
        for start in range(0, len(order) - size + 1, size):
            yield order[start : start + size]
