"""A recipe's stages, one after the other, and the model that comes of them.

A stage is done when its model lies in ``checkpoints/<stage>/model``; the last one's is given its
scores and its card, and moved to ``model``. Each of these is one rename, so that a run that is
killed anywhere goes on from the last thing that was finished.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

import torch
from pydantic import TypeAdapter

from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import STOP, Checkpoint, Ended, Event, Measured, asked_to_keep
from core.models.learned import LEARNED, Learned, read_learned
from core.models.manifest import MANIFEST, Manifest, read_manifest
from core.models.shelf import Model
from training.base.recipe import Preparation, Recipe, S, Stage
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.judging.related import CITED
from training.loop.train import best_so_far, train
from training.runs.comparison import Judge, Judged, Parts
from training.runs.folder import MODEL, STAGES, RunConfig, RunFolder, RunJob
from training.runs.main_first import main_first
from training.runs.model_card import Comparison, write_card
from training.sampling.learned import Known, make_learned

_BEFORE, _SCORES, _ENDED_AT = "before.json", "scores.json", "ended-at.txt"
_NUMBERS = TypeAdapter(dict[str, float])


@dataclass(frozen=True)
class Walk(Generic[S]):
    """One process's way through the stages of a run."""

    recipe: Recipe[S]
    stages: Sequence[Stage[S]]
    settings: S
    corpus: Corpus
    base: Model | None
    device: str
    folder: RunFolder
    stop: Callable[[], bool]
    config: RunConfig

    def to_the_end(self, *, resume: bool) -> Ended:
        """Train what is left to train, and return the last event, with the model in its place.

        Raises:
            JobCancelled: a stop was asked for.
            EngineError: a stage failed.
        """
        before = self._before()
        previous: Path | None = None
        for stage in self.stages:
            was_trained = (self.folder.folder / STAGES / stage.name / MODEL).is_dir()
            previous = self._trained(stage, previous, resume=resume)
            resume = resume and was_trained  # what comes after a stage that was trained now begins
        assert previous is not None
        return self._published(previous, before, ended_at=_read_step(previous.parent))

    def _before(self) -> Judged:
        """Return the scores of the base, measured once a run; none if they would not compare."""
        path = self.folder.folder / STAGES / _BEFORE
        if path.is_file():
            return Judged.model_validate_json(path.read_bytes())
        if self.base is None or not self.recipe.vectors or not self.folder.is_main:
            return Judged()
        judged = self._judge().judged(self.base.folder, self.base.manifest)
        replace_text(path, judged.model_dump_json())
        if judged.scores:
            self.folder.say(Measured(stage="base", step=0, scores=judged.scores))
        return judged

    def _judge(self) -> Judge:
        return Judge(self.corpus, self.device, RunJob(self.folder, self.stop))

    def _trained(self, stage: Stage[S], previous: Path | None, *, resume: bool) -> Path:
        """Return the folder with the stage's model, trained if it was not done before."""
        folder = self.folder.folder / STAGES / stage.name
        model = folder / MODEL
        if model.is_dir():
            return model
        settings = stage.settings(self.settings)
        task = self._task(stage, settings, folder, previous)
        task.job = RunJob(self.folder, lambda: False, stage.name)
        identity = self._identity(stage.name, settings)
        outcome = train(
            task,
            settings,
            folder=folder,
            watcher=_Watcher(self.folder, self.stop, folder),
            resume=resume,
            identity=identity,
        )
        if not outcome.finished:
            last = stage is self.stages[-1]
            if not (last and outcome.step and asked_to_keep(self.folder.folder)):
                raise JobCancelled
            outcome = best_so_far(task, settings, folder=folder, identity=identity)
            self._say_shorter(stage.name, outcome.step)
            if self.folder.is_main:
                replace_text(folder / _ENDED_AT, str(outcome.step))
        if self.folder.is_main:
            task.job.report(0, 0, "Saving the model")
            _save(task, model, outcome.scores, self._learned(task))
        return model

    def _learned(self, task: Task[Any]) -> Learned | None:
        """Return what the model has learned from, where a later training could go on from it."""
        sentences = task.sentences()
        if sentences is None:
            return None
        return make_learned(
            self.corpus,
            sentences,
            self._lessons.learned,
            until=self.config.begun,
            trained_from=self.config.base.name,
        )

    @property
    def _lessons(self) -> Known:
        return Known.by(self.base.folder if self.base else None)

    def _say_shorter(self, stage: str, step: int) -> None:
        """Take the wish to stop as fulfilled, so that the model can be measured."""
        (self.folder.folder / STOP).unlink(missing_ok=True)
        self.folder.warn(
            Message("Stopped; the model is the best state, from step {step}.", step=step),
            stage,
        )

    def _task(self, stage: Stage[S], settings: S, folder: Path, previous: Path | None) -> Task[Any]:
        folder.mkdir(parents=True, exist_ok=True)
        preparation = Preparation(
            folder=folder,
            device=self.device,
            job=RunJob(self.folder, self.stop, stage.name),
            warn=lambda message: self.folder.warn(message, stage.name),
            previous=previous,
        )
        preparation.job.report(0, 0, "Choosing what to learn from")
        torch.manual_seed(settings.seed)  # for the weights that a new model begins with
        task = main_first(
            lambda: stage.make(self.corpus, settings, preparation), device=self.device
        )
        if not len(task):
            raise UsageError(
                "The corpus contains nothing that “{recipe}” can be trained on.",
                recipe=self.recipe.name,
                remedy="See what is missing: python -m training check --corpus DIR.",
            )
        return task

    def _identity(self, stage: str, settings: S) -> Mapping[str, str]:
        values = settings.model_dump_json(exclude=set(settings.of_the_machine()))
        return {
            "recipe": self.recipe.name,
            "stage": stage,
            "settings": hashlib.sha256(values.encode()).hexdigest()[:16],
            "corpus": self.corpus.fingerprint,
        }

    def _published(self, trained: Path, before: Judged, *, ended_at: int) -> Ended:
        """Give the model its scores, its name and its card, and put it in its place."""
        if not self.folder.is_main:
            return Ended(outcome="finished")
        manifest = read_manifest(trained)
        after = self._judge().judged(trained, manifest)
        own = _NUMBERS.validate_json((trained.parent / _SCORES).read_bytes())
        comparison = Comparison(
            after={**own, **after.scores},
            before=before.scores,
            difference=after.against(before),
            by_papers=after.against_by_papers(before),
            of_papers=CITED in own,
            parts=self._parts(before, after),
        )
        learned = read_learned(trained)
        manifest = self._completed(manifest, comparison, learned)
        replace_text(trained / MANIFEST, manifest.model_dump_json(indent=2))
        write_card(trained, self.recipe, self.config, manifest, comparison, learned)
        if after.scores:
            self.folder.say(Measured(stage="model", step=0, scores=after.scores))
        trained.replace(self.folder.model)
        return Ended(
            outcome="finished",
            message=comparison.sentence(),
            model=MODEL,
            scores=comparison.after,
            before=before.scores,
            ended_at=ended_at,
        )

    def _parts(self, before: Judged, after: Judged) -> Parts | None:
        """Return the comparison on what is new to the base and on what it knew, where it says."""
        lessons = self._lessons
        return after.in_parts(before, lessons.old_questions(self.corpus)) if lessons.keys else None

    def _completed(
        self, manifest: Manifest, comparison: Comparison, learned: Learned | None
    ) -> Manifest:
        base = self.config.base
        return Manifest.model_validate(
            {
                **manifest.model_dump(),
                "name": self.settings.name or model_name(self.recipe.name, base.name),
                "recipe": self.recipe.name,
                "description": manifest.description or self.recipe.summary,
                "base": base.origin or base.name,
                "licence": manifest.licence or base.licence,
                "scores": comparison.after,
                "base_scores": comparison.before,
                "corpus": self.corpus.fingerprint,
                "trained_from": base.name,
                **_amounts(learned),
            }
        )


@dataclass(frozen=True, slots=True)
class _Watcher:
    """Callbacks of the loop; folders are named as they lie in the run."""

    run: RunFolder
    stop: Callable[[], bool]
    stage: Path

    def report(self, event: Event) -> None:
        if isinstance(event, Checkpoint):
            folder = (self.stage / event.folder).relative_to(self.run.folder)
            event = event.model_copy(update={"folder": folder.as_posix()})
        self.run.say(event)

    def stop_asked(self) -> bool:
        return self.stop()


def model_name(recipe: str, base: str) -> str:
    """Return the name of a model that was given none: its recipe and its base."""
    name = "-".join(part for part in (recipe, base) if part)
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)


def earlier_end(folder: RunFolder) -> Ended:
    """Return the last event of a run that needs nothing more."""
    manifest = read_manifest(folder.model)
    return Ended(
        outcome="finished",
        message=Message("The run is finished already."),
        model=MODEL,
        scores=manifest.scores,
    )


def _read_step(stage: Path) -> int:
    """Return the step at which a stage was ended as asked, 0 if it was not."""
    try:
        return int((stage / _ENDED_AT).read_text("utf-8"))
    except (OSError, ValueError):
        return 0


def _amounts(learned: Learned | None) -> dict[str, Any]:
    """Return how much a model has learned from, for its manifest."""
    return {"learned": learned.model_dump(exclude={"keys"})} if learned else {}


def _save(
    task: Task[Any], model: Path, scores: Mapping[str, float], learned: Learned | None
) -> None:
    """Write a stage's model and scores; the model is in its place once all is written."""
    new = model.with_name(f"{MODEL}.new")
    shutil.rmtree(new, ignore_errors=True)
    task.save(new)
    if learned is not None:
        replace_text(new / LEARNED, learned.model_dump_json())
    replace_text(model.with_name(_SCORES), json.dumps(dict(scores)))
    new.replace(model)
