"""What a training does between two steps, the same on all its processes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import Event, Measured, Progress, Warned
from training.loop.checkpoints import About
from training.loop.distribution import Processes
from training.loop.progress import Meter
from training.recipe import RecipeSettings


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


class Course:
    """Keeps account of a training. ``about`` is what a checkpoint of it would say."""

    def __init__(
        self,
        settings: RecipeSettings,
        *,
        metric: str,
        about: About,
        watcher: Watcher,
        processes: Processes,
    ) -> None:
        self.about = about
        self.stage = about.identity.get("stage", "")
        self.recipe = about.identity.get("recipe", "")
        self.meter = Meter(stage=self.stage, examples=settings.batch)
        self.stopped = False
        self._settings, self._metric = settings, metric
        self._watcher, self._processes = watcher, processes
        self._blind = False
        self._evaluations = 0
        if metric and about.best_step and metric not in about.best_scores:
            self._choose_anew()

    def after(self, step: int, *, steps: int, epoch: int) -> Next:
        """Decide what comes after a step, of ``steps`` altogether and ``epoch`` in each epoch."""
        settings, last = self._settings, step >= steps
        stop = bool(self._processes.agree([self.stop_asked()])[0]) and not last
        each = settings.evaluate_every or epoch
        measure = last or step % each == 0
        self._evaluations = -(-steps // each) - step // each
        # What an epoch begins with may be stopped, as mining may, and must not cost steps.
        keep = step % epoch == 0 or step % (settings.checkpoint_every or each) == 0
        # Who asks for a stop does not wait for a measurement; it is made up for on going on.
        self._update(unmeasured=measure and stop)
        self.stopped = stop
        say = last or stop or self.meter.due()
        return Next(say, measure and not stop, keep or last or stop, last or stop)

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

    def checkpoint(self, step: int, *, steps: int, micro_batch: int) -> About:
        """Return what the checkpoint of a step says."""
        finished = self.about.finished or step >= steps
        self._update(step=step, finished=finished, micro_batch=micro_batch)
        return self.about

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

    def _choose_anew(self) -> None:
        """Forget the best state of a version that chose it by scores of another kind."""
        nothing = About(identity={}, step=0)
        kept = ("best_step", "best_score", "best_scores", "worse")
        self._update(unmeasured=True, **{name: getattr(nothing, name) for name in kept})
        self.warn(
            "An earlier version chose the best state by other scores, which do not compare with"
            " these. The best is looked for anew from here on."
        )

    def _update(self, **changes: Any) -> None:  # noqa: ANN401
        self.about = self.about.model_copy(update=changes)
