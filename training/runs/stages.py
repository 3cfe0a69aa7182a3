"""A recipe's stages, one after the other, and the model that comes of them.

A stage is done when its model lies in ``checkpoints/<stage>/model``; the last one's is given its
scores and its card, and moved to ``model``. Each of these is one rename, so that a run that is
killed anywhere goes on from the last thing that was finished.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic

import torch
from pydantic import TypeAdapter

from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.jobs import JobCancelled
from core.base.messages import Message, joined
from core.base.wire import STOP, Checkpoint, Ended, Event, Measured, asked_to_keep
from core.models.manifest import MANIFEST, Manifest, read_manifest
from core.models.shelf import LEARNED, Learned, Model, read_learned
from training.base.recipe import Preparation, Recipe, S, Stage
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.judging.related import CITED
from training.judging.significance import VISIBLE, Difference
from training.loop.train import best_so_far, train
from training.runs.comparison import MAIN, Judge, Judged, Parts
from training.runs.folder import MODEL, STAGES, RunConfig, RunFolder, RunJob
from training.runs.main_first import main_first
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
    compared: bool = True

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
        is_asked = self.compared and self.recipe.vectors and self.folder.is_main
        if not is_asked or self.base is None:
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
        task.job = RunJob(self.folder, never_stop, stage.name)
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
            warn=functools.partial(self.folder.warn, stage=stage.name),
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
                remedy="To see what the corpus lacks, run: python -m training check --corpus DIR.",
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
        after = self._judge().judged(trained, manifest) if self.compared else Judged()
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


def never_stop() -> bool:
    """Tell that no stop was asked for. Worker processes are sent this, which no lambda can be."""
    return False


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


# --- writing the model card -------------------------------------------------------------
#
# The model card: what a trained model is, what it learned from, and how good it is.
#
# Markdown with a header of YAML as the Hugging Face hub reads it. It holds counts and scores, and
# no text of the corpus.

CARD = "README.md"
_TOLD_ELSEWHERE = frozenset({"name", "base", "seed", "device"})
_ADAPTER = (
    " Only queries are read with an adapter: papers have the vectors of the base, so a library that"
    " it has encoded need not be encoded again."
)
_TASKS = {
    "encoder": "sentence-similarity",
    "hierarchical": "sentence-similarity",
    "reranker": "text-ranking",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Held-out scores of the new model, and of the one it started from where it was measured.

    ``difference`` is that on citing sentences, ``by_papers`` that on papers which ask for those
    they cite; a model ``of_papers`` was trained for these. ``parts`` has the sentences that are new
    to the base and those that it knew, where the base says what it learned from.
    """

    after: dict[str, float]
    before: dict[str, float] = field(default_factory=dict)
    difference: Difference | None = None
    by_papers: Difference | None = None
    of_papers: bool = False
    parts: Parts | None = None

    def sentence(self) -> str:
        """Say whether the new model finds more than its base, first at what it was trained for."""
        if self.parts is None:
            return self._whole()
        sentences = (self._whole(), _on_new(self.parts), _on_old(self.parts))
        return joined(filter(None, sentences), " ")

    def _whole(self) -> str:
        sentences = self._sentence(self.difference, MAIN)
        if not self.of_papers or self.by_papers is None:
            return sentences or Message(
                "The model is trained; it could not be compared with its base."
            )
        own = self._sentence(self.by_papers, CITED)
        if not sentences:
            return Message("For papers: {own}", own=own)
        return Message(
            "For papers, as trained: {own} For sentences: {sentences}",
            own=own,
            sentences=sentences,
        )

    def _sentence(self, difference: Difference | None, metric: str) -> str:
        if difference is None:
            return ""
        verdict = Message("No clear difference from its base")
        if difference.low > 0:
            verdict = Message("The new model finds more than its base")
        elif difference.high < 0:
            verdict = Message("The new model finds less than its base")
        sentence = Message(
            "{verdict}: {metric} {new:.3f}, before {old:.3f} (95 % interval of the difference "
            "{low:+.3f} to {high:+.3f}).",
            verdict=verdict,
            metric=metric,
            new=self.after[metric],
            old=self.before[metric],
            low=difference.low,
            high=difference.high,
        )
        return joined(filter(None, (sentence, _needed(difference))), " ")


def _needed(difference: Difference) -> Message | None:
    """Say how many sentences would show a small difference, where none is clear."""
    questions = difference.wins + difference.losses + difference.ties
    if not difference.low <= 0 <= difference.high or difference.needed <= questions:
        return None
    return Message(
        "To see a difference of {visible}, about {needed:,} such questions are needed; there are "
        "{questions:,}, from {papers:,} papers.",
        visible=f"{VISIBLE:.2f}",
        needed=difference.needed,
        questions=questions,
        papers=difference.papers,
    )


def _on_new(parts: Parts) -> Message | None:
    difference = parts.new
    if difference is None:
        return Message(
            "No new sentences are held out, so the result on new sentences cannot be measured."
        )
    verdict = Message("no clear difference")
    if difference.low > 0:
        verdict = Message("better results")
    elif difference.high < 0:
        verdict = Message("worse results")
    return _on(Message("On new sentences"), verdict, difference)


def _on_old(parts: Parts) -> Message | None:
    difference = parts.old
    if difference is None:
        return None
    verdict = Message("no clear loss")
    if difference.high < 0:
        verdict = Message("worse results")
    return _on(Message("On sentences the base model knows"), verdict, difference)


def _on(questions: Message, verdict: Message, difference: Difference) -> Message:
    return Message(
        "{what}: {verdict} ({metric} {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}, "
        "{count} held-out sentences).",
        what=questions,
        count=difference.wins + difference.losses + difference.ties,
        verdict=verdict,
        metric=MAIN,
        mean=difference.mean,
        low=difference.low,
        high=difference.high,
    )


def write_card(
    folder: Path,
    recipe: Recipe[Any],
    config: RunConfig,
    manifest: Manifest,
    comparison: Comparison,
    learned: Learned | None = None,
) -> None:
    """Write the card of a model into its folder."""
    sections = [
        _header(config, manifest, comparison),
        f"# {manifest.name}\n\n{recipe.summary}",
        _method(recipe, config),
        _data(config, learned),
        _scores(comparison),
        _use(manifest),
        _limits(config, manifest),
    ]
    replace_text(folder / CARD, "\n\n".join(sections) + "\n")


def _header(config: RunConfig, manifest: Manifest, comparison: Comparison) -> str:
    from huggingface_hub import EvalResult, ModelCardData

    task = _TASKS[manifest.kind]
    results = [
        EvalResult(
            task_type=task,
            dataset_type="private",
            dataset_name=f"held-out papers of corpus {config.corpus.fingerprint[:12]}",
            metric_type=name,
            metric_value=round(score, 4),
        )
        for name, score in comparison.after.items()
    ]
    data = ModelCardData(
        language="en",
        license=manifest.licence.lower() or None,
        base_model=config.base.origin or config.base.name or None,
        pipeline_tag=task,
        tags=["cocite", config.recipe, "citation-recommendation", "scientific-papers"],
        model_name=manifest.name,
        eval_results=results or None,
    )
    return f"---\n{data.to_yaml()}\n---"


def _method(recipe: Recipe[Any], config: RunConfig) -> str:
    preset = f", preset {config.preset}" if config.preset else ""
    base = config.base.name or "random weights"
    changed = list(_changed(recipe, config))
    lines = [
        "## Method",
        "",
        f"Recipe `{recipe.name}` of Cocite{preset}, from {base}; seed {config.seed}.",
        f"Please cite: {recipe.source}",
        "",
        f"Settings that differ from the recipe's defaults{':' if changed else ': none.'}",
        "",
        *(_table(("setting", "value", "default"), changed) if changed else ()),
    ]
    return "\n".join(lines).rstrip()


def _changed(recipe: Recipe[Any], config: RunConfig) -> Iterator[tuple[str, ...]]:
    """Yield name, value and default; of a path the last part, for where it lay is nobody's."""
    defaults = recipe.settings().model_dump(mode="json")
    for name, value in config.settings.items():
        if name not in _TOLD_ELSEWHERE and value != defaults.get(name):
            text = Path(value).name if isinstance(value, str) else value
            yield f"`{name}`", str(text), str(defaults.get(name, ""))


def _data(config: RunConfig, learned: Learned | None) -> str:
    rows = (
        f"A corpus of citations with the fingerprint `{config.corpus.fingerprint}`. Held-out"
        " papers, their sentences and citations were not trained on."
    )
    lines = [
        "## Data",
        "",
        rows,
        "",
        *_table(("what", "count"), _flat(config.corpus.counts)),
        *_learned(learned),
    ]
    return "\n".join(lines)


def _learned(learned: Learned | None) -> Iterator[str]:
    if learned is None:
        return
    yield ""
    yield (
        f"Learned from {learned.sentences} citing sentences, {learned.decisions} decisions of a"
        f" person among them, until {learned.until[:10]}; trained from"
        f" {learned.trained_from or 'random weights'}, whose sentences count where it says them."
        " `learned.json` has their checksums, so that a later training knows what is new; leave it"
        " out where you pass the model on."
    )


def _flat(counts: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, ...]]:
    for name, value in counts.items():
        label = f"{of}{name.replace('_', ' ')}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label}, ")
        else:
            yield label, str(value)


def _scores(comparison: Comparison) -> str:
    if not comparison.after:
        return "## Scores\n\nNone: the corpus has no held-out papers to measure on."
    before = comparison.before
    rows = [
        (name, *(f"{of[name]:.4f}" if name in of else "" for of in (comparison.after, before)))
        for name in comparison.after
    ]
    questions = (
        "On papers held out from training; higher is better. recall@10, map@10, mrr and ndcg@10"
        " ask with a citing sentence and the title of its manuscript. They are measured on one half"
        " of the held-out citing papers; which state of the training is kept was decided on the"
        " other half, as were all other scores. A corpus with one such paper has no halves."
        f" {CITED} asks with a paper of the first half for five that it cites, among 25 others."
    )
    lines = [
        "## Scores",
        "",
        questions,
        "",
        *_table(("score", "this model", "its base"), rows),
        "",
        comparison.sentence(),
    ]
    return "\n".join(lines)


def _use(manifest: Manifest) -> str:
    commands = ["cocite models add FOLDER"]
    if manifest.kind != "reranker":
        commands.append(f"cocite models use {manifest.name}")
    # A library that its base has encoded keeps its vectors where papers are read alike.
    if manifest.kind != "reranker" and not manifest.has_query_adapter:
        commands.append("cocite index --library DIR")
    return "\n".join(["## Use", "", "```", *commands, "```", "", _READ[manifest.kind](manifest)])


def _limits(config: RunConfig, manifest: Manifest) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in config.versions.items())
    licence = manifest.licence or "not stated by the base; ask before passing the model on"
    return "\n".join(
        [
            "## Limits",
            "",
            "- It learned what its corpus cites; for papers of another field, measure first.",
            "- Citations follow habit and fame as well as worth, and so does the model.",
            "- Scores among some thousand papers are higher than in a larger library.",
            f"- Licence of the weights: {licence}.",
            f"- Trained with {versions}.",
        ]
    )


def _encoder_reads(manifest: Manifest) -> str:
    pooled = {
        "cls": "state of [CLS]",
        "mean": "mean of the last states",
        "lasttoken": "state of the last token",
    }[manifest.pooling]
    return (
        f"A paper is read as title, “{manifest.separator}”, abstract, up to"
        f" {manifest.max_tokens} tokens; the {pooled}, brought to unit length, is its vector of"
        f" {manifest.dimension} numbers.{_ADAPTER if manifest.has_query_adapter else ''}"
    )


def _hierarchical_reads(manifest: Manifest) -> str:
    return (
        f"A paper is read sentence by sentence, up to {manifest.max_tokens} tokens each; its"
        f" vector has {manifest.dimension} numbers and unit length."
    )


def _reranker_reads(manifest: Manifest) -> str:
    reads = (
        f"A query, up to {manifest.query_tokens} tokens, and a paper are read together, up to"
        f" {manifest.max_tokens} tokens, and given one score: it orders what was found already."
    )
    if manifest.start is None:
        return f"{reads} sentence-transformers opens it as a CrossEncoder."
    return (
        f"{reads} Its log-odds are those of the pair's two classes and"
        f" {manifest.start.likeness:.3g} · (cosine − {manifest.start.level:.3g}): the cosine of"
        " query and paper, each read by itself by the same network. It was trained to add to a"
        f" first stage whose log-odds are −{manifest.start.first:.3g} · ln(rank)."
        " sentence-transformers' CrossEncoder would know the first part alone, so its version 6"
        " refuses the folder; do not open it with an older one."
    )


_READ = {
    "encoder": _encoder_reads,
    "hierarchical": _hierarchical_reads,
    "reranker": _reranker_reads,
}


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table; a bar within a cell would end it."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
