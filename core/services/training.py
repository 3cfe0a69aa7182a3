"""Models and trainings in an open library.

The shelf with its qualities, corpora made of the library, runs and what comes of them. Calls
block, and may come from any thread; what takes long has a ``job``.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from core.base.errors import EngineError, UsageError
from core.base.files import new_folder, replace_text
from core.base.jobs import Job
from core.base.messages import joined
from core.base.records import Place
from core.library.exports.corpus_export import CitedBy, export_corpus
from core.library.library import Library
from core.models import shelf as shelves
from core.models.manifest import MANIFEST, Manifest, read_manifest
from core.models.shelf import Model
from core.runs import asking, judging, model_entries, trainer
from core.runs.folders import RunFolders
from core.runs.judging import Qualities, Scratch
from core.runs.model_entries import Entries
from core.runs.reading import INSTALLED, JUDGED
from core.runs.records import (
    FEW_ABSTRACTS,
    Added,
    CorpusChecked,
    Device,
    Judgement,
    Measure,
    ModelShelf,
    News,
    Offsets,
    RecipeInfo,
    Run,
    RunRequest,
    ShelfEntry,
    Switching,
    model_title,
)

if TYPE_CHECKING:
    from core.services.indexing import Indexing


class Training:
    """Models and training of one open library."""

    def __init__(
        self, library: Library, shelf: shelves.Shelf, indexing: Indexing, cited_by: CitedBy
    ) -> None:
        """``cited_by`` finds what a manuscript cites."""
        self._library, self._models, self._indexing = library, shelf, indexing
        self._cited_by = cited_by
        # Beside the shelf: both belong to the person and not to a library.
        data = shelf.folder.parent
        self._corpora = data / "corpora"
        self._folders = RunFolders(data / "runs")
        self._qualities = Qualities(data / "qualities" / f"{library.identity}.json")
        self._entries = Entries(shelf.folder, self._qualities)
        self._recipes: tuple[RecipeInfo, ...] = ()

    # --- the shelf ------------------------------------------------------------------------

    def shelf(self) -> ModelShelf:
        """Return the models with what was measured of them on this library's citations."""
        shelf = self._models
        models = list(shelf.models())
        before = shelf.before()
        return ModelShelf(
            models=tuple(map(self._entry, models)),
            encoder_before="" if before is None else model_title(before),
            reranker_in_use=shelf.reranker() is not None,
            given_way=joined(filter(None, map(shelf.given_way, shelves.SLOTS)), " "),
        )

    def switching(self, name: str) -> Switching:
        """Return what has to be done before the model of that name can be used.

        Raises:
            EngineError: there is no such model, or it is damaged.
        """
        return self._switching(self._models.get(name).manifest)

    def use(self, name: str, job: Job) -> None:
        """Encode the library with a model while the other one answers, then ask with it.

        Raises:
            EngineError: it cannot be loaded; the other one stays in use.
            JobCancelled: a stop was asked for; the other one stays in use.
        """
        self._indexing.use_model(name, job)

    def assign_model(self, name: str, place: Place, job: Job) -> None:
        """Give a place beside sentences to a model, or to none (""), and encode what it lacks.

        The model of sentences answers there until that is done; a stop leaves it for later.

        Raises:
            EngineError: there is no such model, or it is no encoder.
            JobCancelled: a stop was asked for.
        """
        self._indexing.put(name, place)
        self._indexing.vectors(job)

    def knowing(self, language: str) -> ShelfEntry | None:
        """Return an encoder of the shelf that says it knows a language; ``None`` if none does."""
        for model in self._models.models():
            if model.manifest.kind != "reranker" and shelves.supports_language(
                model.manifest, language
            ):
                return self._entry(model)
        return None

    def go_back(self, job: Job) -> str:
        """Use the encoder that was in use before again, and return its title.

        Raises:
            UsageError: none was in use before.
            EngineError: it cannot be loaded; this one stays in use.
        """
        name = self._indexing.restore_previous_model(job)
        if name is None:
            raise UsageError("No other model was in use before.")
        return model_title(name)

    def use_no_reranker(self) -> None:
        """Do without a reranker from now on."""
        self._indexing.use_no_reranker()

    def add(self, folder: Path, job: Job) -> str:
        """Copy a model folder onto the shelf and return its name.

        Raises:
            UsageError: its name is taken by another model.
            ModelError: it is incomplete or damaged.
        """
        job.report(0, 0, "Checking and copying the model")
        return self._models.add(folder).manifest.name

    def export(self, name: str, folder: Path, job: Job) -> Path:
        """Write a model into a new folder below ``folder``, as others can add it; return that.

        Raises:
            UsageError: there is something of that name, and no empty folder.
            EngineError: the folder cannot be written.
        """
        model = self._models.get(name)
        target = folder / model.manifest.name
        job.report(0, 0, "Writing the model")
        with new_folder(target) as unfinished:
            shelves.copy_files(model.folder, model.manifest, unfinished)
            text = model.manifest.model_dump_json(indent=2)
            (unfinished / MANIFEST).write_text(text, encoding="utf-8")
        return target

    def remove(self, name: str) -> None:
        """Take a model off the shelf.

        Raises:
            UsageError: it is in use, or comes with Cocite.
        """
        self._models.remove(name)

    def measure_shelf(self, job: Job) -> int:
        """Measure every model on the library's own held-out citations, next to BM25.

        Return how many citing sentences were asked.

        Raises:
            UsageError: the library has nothing to measure on.
            EngineError: the trainer failed, or what it found cannot be kept.
        """
        corpus = self.library_corpus(job)
        asked_count = 0
        models = self._models.models()
        for rerankers in (False, True):
            names = [
                _get_model_reference(model)
                for model in models
                if (model.manifest.kind == "reranker") == rerankers
            ]
            if names:
                with contextlib.closing(Scratch(self._corpora)) as scratch:
                    self._judged(corpus, names, scratch.file, job)
                    asked_count = max(asked_count, self._qualities.take(scratch.file))
        if not asked_count:
            raise UsageError(
                "No model could be measured: no paper held out of training cites a paper of this"
                " library that has an abstract.",
                remedy=(
                    "Import PDFs of at least two papers that cite others of this library, and "
                    "wait until their full texts are read."
                ),
            )
        return asked_count

    # --- what to learn from, and how ------------------------------------------------------

    def recipes(self, job: Job) -> tuple[RecipeInfo, ...]:
        """Return the ways to train; asked of the trainer once.

        Raises:
            TrainingError: the trainer does not answer.
        """
        self._recipes = self._recipes or asking.recipes(job)
        return self._recipes

    def devices(self, job: Job) -> tuple[Device, ...]:
        """Return what can compute now.

        Raises:
            TrainingError: the trainer does not answer.
        """
        return asking.devices(job)

    def library_corpus(self, job: Job) -> Path:
        """Return a corpus of the library as it is now, written unless it is there already.

        Raises:
            EngineError: it cannot be written.
            JobCancelled: a stop was asked for; nothing is left.
        """
        library = self._library
        revisions = (library.papers.revision(), library.contexts.revision())
        state = (*revisions, library.manuscripts.revision())
        folder = self._corpora / "-".join(map(str, (library.identity, *state)))
        if not (folder / "splits.json").is_file():
            export_corpus(library, folder, job, cited_by=self._cited_by)
            self._forget_corpora(folder)
        return folder

    def forecast_gain(self) -> str:
        """Say what a training of this library can be expected to bring; "" if that is unknown."""
        citations = self._library.citations
        counts, share = citations.counts(), citations.share_with_abstract()
        is_bare = share < FEW_ABSTRACTS
        return judging.forecast_gain(counts.papers, counts.contexts, is_bare=is_bare) or ""

    def check(self, corpus: Path, job: Job) -> CorpusChecked:
        """Return what a corpus is good for.

        Raises:
            TrainingError: it is no corpus.
        """
        return asking.check(corpus, job)

    def added(self, job: Job) -> Added:
        """Return what the library holds that the model in use did not learn from yet.

        Raises:
            EngineError: the model cannot be trained again, or the library cannot be written.
        """
        return asking.added(
            self.library_corpus(job), _get_model_reference(self._models.in_use()), job
        )

    def measure(self, request: RunRequest, job: Job) -> Measure:
        """Carry out the first steps of a training and throw them away.

        Raises:
            TrainingError: it failed.
        """
        return self._folders.measure(request, job)

    # --- starting and following runs ------------------------------------------------------

    def start(self, request: RunRequest) -> str:
        """Start a run, with a name for its model that nothing else has; return the run's name.

        Raises:
            UsageError: the model's name is taken.
            EngineError: the run's folder cannot be written.
        """
        settings = dict(request.settings)
        used_names = {model.manifest.name for model in self._models.models()}
        used_names |= {run.model_name for run in self._folders.all()}
        wanted_name = settings.get("name", "")
        if wanted_name in used_names:
            raise UsageError(
                "A model or run named “{name}” already exists.",
                name=wanted_name,
                remedy="Choose another name.",
            )
        base = Path(settings.get("base", "")).name or "minilm"
        again = base.startswith(f"{request.recipe}-")  # "cocite-small-2", not "cocite-cocite-small"
        default_name = base if again else f"{request.recipe}-{base}"
        if "added_only" in settings:
            default_name = model_entries.make_name(base)
        settings["name"] = wanted_name or _free(default_name, used_names)
        changed = RunRequest(
            recipe=request.recipe,
            corpus=request.corpus,
            preset=request.preset,
            settings=settings,
        )
        return self._folders.start(changed)

    def start_update_run(self, added: Added) -> str:
        """Start a run that learns what is new to a model; as ``start``."""
        return self.start(model_entries.build_request(added))

    def runs(self) -> list[Run]:
        """Return the runs of this user, latest first."""
        return self._folders.all()

    def run(self, name: str) -> Run:
        """Return one run.

        Raises:
            UsageError: there is none of that name.
        """
        return self._folders.get(name)

    def news(self, name: str, since: Offsets) -> News:
        """Return what is new of a run.

        Raises:
            UsageError: there is none of that name.
        """
        return self._folders.news(name, since)

    def pause(self, name: str) -> None:
        """Let a run stop within a step with a checkpoint."""
        self._folders.stop(name)

    def stop_and_keep(self, name: str) -> None:
        """Let a run end now, with its best state so far as its model."""
        self._folders.stop(name, keep=True)

    def resume(self, name: str) -> None:
        """Let a run go on.

        Raises:
            UsageError: it cannot.
        """
        self._folders.resume(name)

    def delete_run(self, name: str) -> None:
        """Delete a run, and the corpus made for it where no other run has it.

        Raises:
            UsageError: it still runs.
            EngineError: it cannot be deleted.
        """
        self._folders.delete(name)
        self._forget_corpora()

    # --- judging and using the models of runs ---------------------------------------------

    def judgement(self, name: str) -> Judgement | None:
        """Return what was found when the model of a run was judged; ``None`` before that."""
        return judging.read_judgement(self._folders.get(name).folder / JUDGED)

    def judge(self, name: str, job: Job) -> Judgement:
        """Judge the model of a run next to BM25 and the model in use, on its corpus.

        Raises:
            TrainingError: there is no model yet, or nothing to judge on.
        """
        run = self._folders.get(name)
        if run.model is None or run.corpus is None:
            raise UsageError(
                "The run has no model to judge yet.", remedy=("Wait until it has finished.")
            )
        manifest = read_manifest(run.model)
        shelf = self._models
        used = shelf.reranker() if manifest.kind == "reranker" else shelf.in_use()
        same = used is not None and _is_same(used.manifest, manifest)
        models = [] if used is None or same else [used]
        names = [*map(_get_model_reference, models), str(run.model)]
        self._judged(run.corpus, names, run.folder / JUDGED, job)
        if run.corpus.parent == self._corpora:
            with contextlib.suppress(EngineError):
                self._qualities.take(run.folder / JUDGED)
        judgement = judging.read_judgement(run.folder / JUDGED)
        if judgement is None:
            raise UsageError("The judgement cannot be read.", remedy="Judge the model again.")
        return judgement

    def switching_to_run(self, name: str) -> Switching:
        """Return what has to be done before the model of a run can be used.

        Raises:
            EngineError: it has none yet, or that is damaged.
        """
        return self._switching(read_manifest(self._get_model_folder(name)))

    def install_run(self, name: str, job: Job, *, once: bool = False) -> str:
        """Put the model of a run on the shelf, if it is not there; return its name.

        With ``once``, a model that was there already and was deleted does not come back.

        Raises:
            EngineError: the run has no model, or it cannot be installed.
        """
        folder = self._get_model_folder(name)
        manifest = read_manifest(folder)
        mark = self._folders.get(name).folder / INSTALLED
        with FileLock(self._folders.folder / ".install.lock"):  # another window watches it, too
            was_there = mark.is_file() and mark.read_bytes() == manifest.fingerprint.encode()
            if not self._is_on_shelf(manifest) and not (once and was_there):
                self.add(folder, job)
            if not was_there:
                with contextlib.suppress(EngineError):  # a full disk keeps no model from use
                    replace_text(mark, manifest.fingerprint)
        return manifest.name

    def use_run(self, name: str, job: Job) -> str:
        """Put the model of a run on the shelf, if it is not there, and use it; return its name.

        Raises:
            EngineError: it cannot be used; the other one stays in use.
        """
        model_name = self.install_run(name, job)
        self.use(model_name, job)
        return model_name

    def _entry(self, model: Model) -> ShelfEntry:
        return self._entries.of(model, self._models.list_places(model.manifest.name))

    def _get_model_folder(self, name: str) -> Path:
        run = self._folders.get(name)
        if run.model is None:
            raise UsageError("The run has no model yet.", remedy="Wait until it has finished.")
        return run.model

    def _switching(self, manifest: Manifest) -> Switching:
        library = self._library
        used = model_title(self._models.in_use().manifest.name)
        if manifest.kind == "reranker":
            return Switching(0, 0.0, used)
        missing = library.papers.count() - library.embeddings.count(manifest.fingerprint)
        speed = self._qualities.papers_per_second(manifest)
        return Switching(max(missing, 0), missing / speed if speed else None, used)

    def _judged(self, corpus: Path, names: Sequence[str], out: Path, job: Job) -> None:
        arguments = ["judge", "--corpus", str(corpus), "--out", str(out)]
        for name in names:
            arguments += ["--model", name]
        trainer.ask(arguments, job)

    def _is_on_shelf(self, manifest: Manifest) -> bool:
        return any(_is_same(model.manifest, manifest) for model in self._models.models())

    def _forget_corpora(self, kept_corpus: Path | None = None) -> None:
        """Delete corpora of this library that neither a run nor the next one needs."""
        corpus_folders = sorted(self._corpora.glob(f"{self._library.identity}-*"), key=_age)
        needed = {run.corpus for run in self._folders.all()} | {kept_corpus, *corpus_folders[-1:]}
        for folder in corpus_folders:
            if folder not in needed:
                shutil.rmtree(folder, ignore_errors=True)


def _get_model_reference(model: Model) -> str:
    """Return what the trainer finds a model by: its folder, or the name of one without."""
    has_folder = (model.folder / MANIFEST).is_file()
    return str(model.folder) if has_folder else model.manifest.name


def _free(name: str, used_names: set[str]) -> str:
    number = 2
    free_name = name
    while free_name in used_names:
        free_name = f"{name}-{number}"
        number += 1
    return free_name


def _age(folder: Path) -> float:
    with contextlib.suppress(OSError):
        return folder.stat().st_mtime
    return 0.0


def _is_same(one: Manifest, other: Manifest) -> bool:
    return one.name == other.name and judging.fingerprint(one) == judging.fingerprint(other)
