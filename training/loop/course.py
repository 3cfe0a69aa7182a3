"""What a training does between two steps, the same on all its processes.

``Meter`` reports the steps, about once a second, and checks that the loss is a number.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import torch
import torch.distributed as dist
from torch import Tensor

from core.base.errors import TrainingError
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import Event, Measured, Progress, Resumed, Warned
from training.base.recipe import RecipeSettings
from training.loop.checkpoints import About

# --- the processes of one training, and how they synchronise ----------------------------------


_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class Processes:
    """``count`` processes share each batch: example ``i`` is of process ``i % count``."""

    rank: int = 0
    count: int = 1
    device: torch.device = _CPU

    @property
    def main(self) -> bool:
        """Tell whether this is the process that writes and speaks."""
        return self.rank == 0

    def wait(self) -> None:
        """Return when all processes are here."""
        if self.count > 1:
            dist.barrier()

    def agree(self, numbers: Sequence[int]) -> list[int]:
        """Return the main process's numbers."""
        if self.count == 1:
            return list(numbers)
        shared = torch.tensor(list(numbers), device=self.device)
        dist.broadcast(shared, 0)
        return [int(number) for number in shared.tolist()]

    def total(self, value: Tensor) -> Tensor:
        """Return the sum of the processes' values."""
        if self.count > 1:
            value = value.clone()
            dist.all_reduce(value)
        return value

    def rows(self, own: Tensor) -> Tensor:
        """Return each process's tensor as a row; all have the same shape: (count, ...)."""
        if self.count == 1:
            return own[None]
        gathered = [torch.empty_like(own) for _ in range(self.count)]
        dist.all_gather(gathered, own)
        return torch.stack(gathered)

    def whole(self, shares: Mapping[str, Tensor], size: int) -> dict[str, Tensor]:
        """Put the processes' shares of a batch of ``size`` together, in the batch's order.

        Gradients reach this process's own rows only, so each computes the loss of the whole for
        its own share and nothing need travel back.
        """
        if self.count == 1:
            return dict(shares)
        return {name: self._together(own, size) for name, own in shares.items()}

    def _together(self, own: Tensor, size: int) -> Tensor:
        most = -(-size // self.count)
        sent = own.detach()
        if own.dtype == torch.bool:  # gloo knows none
            sent = sent.to(torch.uint8)
        missing = sent.new_zeros((most - len(own), *own.shape[1:]))
        rows = self.rows(torch.cat([sent, missing]))
        # Shares take turns, so what pads a shorter one comes to lie behind the batch's end.
        together = rows.transpose(0, 1).flatten(0, 1)[:size].to(own.dtype).clone()
        if own.requires_grad:
            together[self.rank :: self.count] = own
        return together


# --- the course of a training -----------------------------------------------------------------
#
# ``Meter`` reports the steps, about once a second, and checks that the loss is a number.


_EVERY_SECONDS = 1.0


class Meter:
    """Takes down the loss of each step without making the device wait for it.

    On a GPU a loss is looked at when the next step begins; it is known by then.
    """

    def __init__(self, *, stage: str, examples: int) -> None:
        self._stage = stage
        self._batch = examples
        self._losses: Tensor | None = None
        self._rate = 0.0
        self._counted = self._since = 0
        self._last: _Looked | None = None
        self._began = self._line = time.monotonic()
        self._first = True
        self._measured = 0
        self._measuring_s = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._began = self._line = time.monotonic()

    def add(self, loss: Tensor, *, step: int, rate: float) -> None:
        """Take down the loss of a step, counted from 1, and the learning rate it used.

        Raises:
            TrainingError: the loss is not a number.
        """
        self._losses = loss.clone() if self._losses is None else self._losses + loss
        self._rate = rate
        self._counted += 1
        self._since += 1
        self._last = _Looked(loss, step)
        if loss.device.type == "cpu":
            self.check()

    def check(self) -> None:
        """Look at the last loss.

        Raises:
            TrainingError: it is not a number.
        """
        if self._last is not None and not math.isfinite(self._last.value()):
            raise TrainingError(
                "The loss is no longer a number at step {step}.",
                step=self._last.step,
                remedy="Lower the learning rate, or use float32; the last checkpoint is kept.",
            )
        self._last = None

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out of the speed what runs within."""
        start = time.monotonic()
        yield
        # The clock may have been started within.
        away = time.monotonic() - max(start, self._began)
        self._began += away
        self._line += away

    @contextlib.contextmanager
    def measuring(self) -> Iterator[None]:
        """Leave an evaluation out of the speed; those to come are taken to last as long."""
        start = time.monotonic()
        with self.paused():
            yield
        self._measured += 1
        self._measuring_s += time.monotonic() - start

    def due(self) -> bool:
        """Tell whether it is time for a line."""
        return self._first or time.monotonic() - self._line >= _EVERY_SECONDS

    def progress(self, *, step: int, steps: int, epoch: float, evaluations: int = 0) -> Progress:
        """Return a line on the steps since the last one; so many ``evaluations`` are to come."""
        now = time.monotonic()
        loss = float(self._losses) / self._since if self._losses is not None else None
        line = Progress(
            stage=self._stage,
            step=step,
            steps=steps,
            epoch=epoch,
            loss=loss,
            learning_rate=self._rate,
            examples_per_second=self._since * self._batch / max(now - self._line, 1e-9),
            seconds_left=(steps - step) * (now - self._began) / max(self._counted, 1)
            + evaluations * self._measuring_s / max(self._measured, 1),
        )
        self._losses, self._since, self._line, self._first = None, 0, now, False
        return line


class _Looked:
    """A loss on its way from the device to the processor."""

    def __init__(self, loss: Tensor, step: int) -> None:
        self.step = step
        self._event: torch.cuda.Event | None = None
        self._value = loss
        if loss.device.type == "cuda":
            self._value = torch.empty((), dtype=loss.dtype, pin_memory=True)
            self._value.copy_(loss, non_blocking=True)
            self._event = torch.cuda.Event()  # type: ignore[no-untyped-call]
            self._event.record()

    def value(self) -> float:
        if self._event is not None:
            self._event.synchronize()
        return float(self._value)


_LEAST_APART_S = 60.0
_LEAST_APART_SHARE = 0.02
_MOST_COST = 0.05
"""Time between checkpoints, as a share of the steps too; and the most of it that they may take."""


class Watcher(Protocol):
    """Callbacks of a training, called on the main process only."""

    def report(self, event: Event) -> None:
        """Take down an event."""

    def stop_asked(self) -> bool:
        """Tell whether the training shall stop; asked after each step, so it must be cheap."""


class Next(NamedTuple):
    """What comes after a step."""

    say: bool
    measure: bool
    keep: bool
    stop: bool


class CheckpointClock:
    """Tells when a checkpoint is due by time, so that a kill costs a minute and not a run.

    It is a minute or 2 % of the steps after the last one, whichever is longer, and so seldom that
    writing takes no more than a twentieth of the time.
    """

    def __init__(self, step: int) -> None:
        self._step = step
        self._time = time.monotonic()
        self._apart_s = _LEAST_APART_S

    def is_due(self, step: int, *, steps: int) -> bool:
        """Tell whether a checkpoint is due after a step, of ``steps`` altogether."""
        time_is_up = time.monotonic() - self._time >= self._apart_s
        return time_is_up and step - self._step >= _LEAST_APART_SHARE * steps

    def restart(self, step: int, *, written_in: float = 0.0) -> None:
        """Count from here; the checkpoint of this step took so many seconds to write."""
        self._step, self._time = step, time.monotonic()
        self._apart_s = max(_LEAST_APART_S, written_in / _MOST_COST)


class Course:
    """Keeps account of a training. ``about`` is what a checkpoint of it would say.

    ``resumed`` tells that an earlier process began this stage.
    """

    def __init__(
        self,
        settings: RecipeSettings,
        *,
        metric: str,
        about: About,
        watcher: Watcher,
        processes: Processes,
        resumed: bool = False,
    ) -> None:
        self.about = about
        self.resumed = resumed
        self.clock = CheckpointClock(about.step)
        self.stage = about.identity.get("stage", "")
        self.recipe = about.identity.get("recipe", "")
        self.meter = Meter(stage=self.stage, examples=settings.batch)
        self.stopped = False
        self._settings, self._metric = settings, metric
        self._watcher, self._processes = watcher, processes
        self._blind = False
        self._evaluations = 0
        if metric and about.best_step and metric not in about.best_scores:
            self._reset_choice()

    def after(self, step: int, *, steps: int, epoch: int) -> Next:
        """Decide what comes after a step, of ``steps`` altogether and ``epoch`` in each epoch."""
        settings, last = self._settings, step >= steps
        by_time = not settings.checkpoint_every and self.clock.is_due(step, steps=steps)
        stop_flag, time_flag = self._processes.agree([int(self.stop_asked()), int(by_time)])
        stop = bool(stop_flag) and not last
        interval = settings.evaluate_every or epoch
        measure = last or step % interval == 0
        self._evaluations = -(-steps // interval) - step // interval
        # What an epoch begins with may be stopped, as mining may, and must not cost steps.
        keep = time_flag or step % epoch == 0 or step % (settings.checkpoint_every or interval) == 0
        # Who asks for a stop does not wait for a measurement; it is made up for on going on.
        self._update(unmeasured=measure and stop)
        self.stopped = stop
        say = last or stop or self.meter.due()
        return Next(say, measure and not stop, bool(keep or last or stop), last or stop)

    def stop_asked(self) -> bool:
        """Tell whether a stop is asked for, where that is known: on the main process."""
        return self._processes.main and self._watcher.stop_asked()

    @contextmanager
    def stopped_together(self) -> Iterator[None]:
        """End on all processes what is stopped on the main one.

        Raises:
            JobCancelled: it was.
        """
        stopped = False
        try:
            yield
        except JobCancelled:
            stopped = True
        self.stopped = bool(self._processes.agree([stopped])[0])
        if self.stopped:
            raise JobCancelled

    def judge(self, scores: dict[str, float], step: int) -> bool:
        """Take down the main process's scores; tell whether this state is the best so far."""
        about, patience = self.about, self._settings.patience
        score = scores.get(self._metric, math.nan)
        better = score > about.best_score or (about.best_step == 0 and math.isfinite(score))
        better = bool(self._processes.agree([better])[0])
        changes: dict[str, Any] = {"unmeasured": False, "last_scores": scores}
        if better:
            changes |= {"best_step": step, "best_score": score, "best_scores": scores, "worse": 0}
        elif about.best_step:
            worse = about.worse + 1
            changes |= {"worse": worse, "finished": 0 < patience <= worse}
        self._update(**changes)
        if scores:
            self.report(Measured(stage=self.stage, step=step, scores=scores, best=better))
        if self._metric and self._metric not in scores and not self._blind:
            self._blind = True
            self.warn(
                Message(
                    "{metric} cannot be measured; the last state is kept, not the best.",
                    metric=self._metric,
                )
            )
        return better

    def checkpoint(self, step: int, *, steps: int, micro_batch: int, device: str = "") -> About:
        """Return what the checkpoint of a step says."""
        finished = self.about.finished or step >= steps
        self._update(step=step, finished=finished, micro_batch=micro_batch, device=device)
        return self.about

    def report_resume(self, step: int, *, steps: int) -> None:
        """Say where a run that was resumed goes on; nothing for one that begins."""
        if not self.resumed:
            return
        message = Message(
            "Resumed at step {step:,} of {steps:,} ({share:.0%})",
            step=step,
            steps=steps,
            share=step / max(steps, 1),
        )
        if not step:
            message = Message(
                "There was no checkpoint to resume from: training starts again at step 1 of "
                "{steps:,}.",
                steps=steps,
            )
        self.report(Resumed(stage=self.stage, step=step, steps=steps, message=message))

    def say(self, step: int, *, steps: int, epoch: float, memory: int = 0) -> Progress:
        """Report a line on the steps since the last one, and return it."""
        to_come = self._evaluations
        line = self.meter.progress(step=step, steps=steps, epoch=epoch, evaluations=to_come)
        line = line.model_copy(update={"memory": memory})
        self.report(line)
        return line

    def warn(self, message: str) -> None:
        """Report something a person should know."""
        self.report(Warned(stage=self.stage, message=message))

    def report(self, event: Event) -> None:
        """Report an event, on the main process."""
        if self._processes.main:
            self._watcher.report(event)

    def _reset_choice(self) -> None:
        """Forget the best state of a version that chose it by scores of another kind."""
        nothing = About(identity={}, step=0)
        names = ("best_step", "best_score", "best_scores", "worse")
        self._update(unmeasured=True, **{name: getattr(nothing, name) for name in names})
        self.warn(
            "An earlier version used other scores to choose the best state. From here on it is "
            "chosen again."
        )

    def _update(self, **changes: Any) -> None:  # noqa: ANN401
        self.about = self.about.model_copy(update=changes)
