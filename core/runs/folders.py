"""The runs of this user: started as processes, found again, stopped, resumed.

Each run has a folder of its own below one folder of the user's data. The folder is the channel: a
run that was started by a window that is closed by now is found by looking there.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from core.base.errors import TrainingError, UsageError
from core.base.files import replace_text, unwritten
from core.base.jobs import Job
from core.base.wire import (
    EVENTS,
    REQUEST,
    STOP,
    Ended,
    Preparing,
    Progress,
    Started,
    ask_to_stop,
    tail,
)
from core.runs import trainer
from core.runs.reading import RunReader, is_run, load_request, newest_first
from core.runs.records import Measure, News, Offsets, Run, RunRequest

_PROBED_LINES = 3
"""Lines of progress until the speed of a run is known; the first one has only one step."""


class RunFolders:
    """The runs below one folder. Calls may come from any thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reader = RunReader()
        self._reading = threading.Lock()

    def all(self) -> list[Run]:
        """Return the runs, latest first."""
        trainer.collect_ended_runs()
        with self._reading:
            return newest_first([self._reader.run(run_folder) for run_folder in self._folders()])

    def get(self, name: str) -> Run:
        """Return the run of that name.

        Raises:
            UsageError: there is none.
        """
        trainer.collect_ended_runs()
        with self._reading:
            return self._reader.run(self._folder(name))

    def news(self, name: str, since: Offsets) -> News:
        """Return what is new of a run.

        Raises:
            UsageError: there is no such run.
        """
        trainer.collect_ended_runs()
        with self._reading:
            return self._reader.news(self._folder(name), since)

    def start(self, request: RunRequest) -> str:
        """Start a run that lives on when this process ends, and return its name.

        Raises:
            EngineError: its folder cannot be written.
        """
        folder = self._new_folder(request.recipe)
        request_values = {
            "recipe": request.recipe,
            "corpus": str(request.corpus),
            "preset": request.preset,
            "settings": dict(request.settings),
        }
        with self._reading:  # nobody here sees a run whose process is not known yet
            replace_text(folder / REQUEST, json.dumps(request_values, ensure_ascii=False, indent=2))
            trainer.start(_arguments(request, folder), folder)
        return folder.name

    def stop(self, name: str, *, keep: bool = False) -> None:
        """Ask a run to stop within a step; with ``keep``, its best state becomes the model.

        Raises:
            UsageError: there is no such run.
            EngineError: its folder cannot be written.
        """
        folder = self._folder(name)
        if not self.get(name).is_alive:
            return
        ask_to_stop(folder, keep=keep)

    def resume(self, name: str) -> None:
        """Let a run go on from its last checkpoint.

        Raises:
            UsageError: there is no such run, or it still runs or is finished.
            EngineError: its folder cannot be written.
        """
        run = self.get(name)
        if not run.can_resume:
            raise UsageError(
                "The run “{name}” cannot be resumed: it is {state}.", name=name, state=run.state
            )
        try:
            request = load_request(run.folder) or _rebuild_request(run)
            (run.folder / STOP).unlink(missing_ok=True)
        except (ValueError, KeyError) as error:
            raise TrainingError(
                "The settings of the run “{name}” cannot be read.",
                name=name,
                remedy="Start it again.",
            ) from error
        except OSError as error:
            raise unwritten(error, run.folder / STOP) from error
        with self._reading:
            trainer.start([*_arguments(request, run.folder), "--resume"], run.folder)

    def delete(self, name: str) -> None:
        """Delete a run with its checkpoints and its model; models on the shelf are copies.

        Raises:
            UsageError: there is no such run, or it still runs.
            EngineError: something of it cannot be deleted.
        """
        folder = self._folder(name)
        if self.get(name).is_alive:
            raise UsageError(
                "The run “{name}” is still running.", name=name, remedy="Pause it first."
            )
        hidden = folder.with_name(f".{name}")
        try:
            with self._reading:  # it goes at once, not file by file
                folder.replace(hidden)
                self._reader.forget(folder)
            shutil.rmtree(hidden)
        except OSError as error:
            with contextlib.suppress(OSError):
                hidden.replace(folder)  # so that what is left can be deleted later
            raise unwritten(error, folder) from error

    def measure(self, request: RunRequest, job: Job) -> Measure:
        """Carry out the first steps of a training in a folder that is thrown away.

        The worst batch is tried before the first step, so the memory is what the run will take.

        Raises:
            TrainingError: it failed before its first steps.
            JobCancelled: a stop was asked for.
        """
        folder = self._new_folder(f"measure-{request.recipe}", hidden=True)
        try:
            with (folder / "err").open("wb") as err, (folder / "out").open("wb") as out:
                arguments = _arguments(request, folder / "run")
                with trainer.child(arguments, out, err) as process:
                    first_measure = _first_steps(folder / "run" / EVENTS, job, process)
                    ask_to_stop(folder / "run")
            if first_measure is None:
                reason = trainer.last_words(folder / "err")
                raise TrainingError(reason or "The training ended before its first steps.")
            return first_measure
        except OSError as error:
            raise unwritten(error, folder) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _folders(self) -> Iterator[Path]:
        try:
            run_folders = sorted(self.folder.iterdir())
        except OSError:
            return
        for folder in run_folders:
            with contextlib.suppress(OSError):
                if not folder.name.startswith(".") and is_run(folder):
                    yield folder

    def _folder(self, name: str) -> Path:
        folder = self.folder / name
        if folder.parent != self.folder or not folder.is_dir():
            raise UsageError(
                "There is no run “{name}”.", name=name, remedy="It may have been deleted."
            )
        return folder

    def _new_folder(self, label: str, *, hidden: bool = False) -> Path:
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        name = f"{'.' * hidden}{stamp}-{re.sub(r'[^A-Za-z0-9.-]+', '-', label)}"
        for attempt in range(1, 100):
            folder = self.folder / (name if attempt == 1 else f"{name}-{attempt}")
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                if not folder.is_dir():
                    break
            except OSError as error:
                raise unwritten(error, folder) from error
            else:
                return folder
        raise TrainingError("Cannot create a folder in “{folder}”.", folder=self.folder)


def _arguments(request: RunRequest, folder: Path) -> list[str]:
    arguments = [request.recipe, "--corpus", str(request.corpus), "--out", str(folder)]
    arguments += ["--preset", request.preset] if request.preset else []
    for name, value in request.settings.items():
        arguments += ["--set", f"{name}={value}"]
    return arguments


def _rebuild_request(run: Run) -> RunRequest:
    """Return the request of a run that was started elsewhere; it remembers its settings."""
    if not run.recipe or run.corpus is None:
        raise ValueError("nothing is known of it")
    return RunRequest(recipe=run.recipe, corpus=run.corpus)


def _first_steps(events: Path, job: Job, process: trainer.Child) -> Measure | None:
    """Wait for the first steps and return what they show, ``None`` if the process ended before."""
    offset, started, seen_count = 0, None, 0
    alive = True
    while alive:
        alive = trainer.waits(process)
        job.check()
        new, offset = tail(events, offset)
        for event in new:
            if isinstance(event, Preparing):
                job.report(event.done, event.total, event.worded("note"))
            elif isinstance(event, Started):
                started = event
            elif isinstance(event, Ended) and event.outcome == "failed":
                raise TrainingError(event.worded("message"), remedy=event.worded("remedy"))
            elif isinstance(event, Progress) and started is not None:
                seen_count += 1
                job.report(seen_count, _PROBED_LINES, "First steps")
                if seen_count == _PROBED_LINES or event.step >= event.steps:
                    return _measure(started, event)
    return None


def _measure(started: Started, at: Progress) -> Measure:
    share = started.steps / max(started.steps - at.step, 1)
    return Measure(
        device=started.device,
        memory=max(started.memory, at.memory),
        micro_batch=started.micro_batch,
        batch=started.batch,
        steps=started.steps,
        examples_per_second=at.examples_per_second,
        seconds=at.seconds_left * share,
    )
