"""Reads a run's folder for the window, each time from where it stopped before."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from core.base.messages import Message
from core.base.wire import (
    EVENTS,
    OUTPUT,
    PROCESS,
    REQUEST,
    STOP,
    Checkpoint,
    Ended,
    Event,
    Preparing,
    Progress,
    Resumed,
    Started,
    running,
    tail,
)
from core.runs.records import News, Offsets, Run, RunRequest, RunState, model_title, recipe_title
from core.runs.trainer import last_words

CONFIG, LOG, MODEL, JUDGED = "config.json", "log.txt", "model", "judged.json"
INSTALLED = "installed.txt"
"""Which model of the run was installed by itself: its fingerprint."""
_LOG_AT_ONCE = 64_000
"""Bytes of a log that are read at once; of a longer one, the end."""
_LOST = Message(
    "Its process ended without a message, for example because it was killed or the computer was "
    "shut down."
)


@dataclass(slots=True)
class _Known:
    """What was read of a run so far."""

    offset: int = 0
    ended: Ended | None = None
    started: Started | None = None
    progress: Progress | None = None
    first: Preparing | None = None
    doing: Preparing | None = None
    saved_step: int = 0
    resumed: Resumed | None = None


class RunReader:
    """Reads the runs of one folder. Remembers how far; calls come one at a time."""

    def __init__(self) -> None:
        self._known_runs: dict[Path, _Known] = {}

    def run(self, folder: Path) -> Run:
        """Return what a folder says of its run; one that cannot be read says so."""
        known_run = self._known_runs.setdefault(folder, _Known())
        try:
            # Looked at first: what a process said last is there once it is found to have ended.
            alive = bool(running(folder))
            self._follow(folder, known_run)
            return _described(folder, known_run, alive=alive)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason: object = Message("its files are damaged")
            if isinstance(error, OSError):
                reason = error.strerror
            return Run(
                name=folder.name,
                folder=folder,
                state="unreadable",
                message=Message("This run cannot be read: {reason}.", reason=reason),
                remedy=Message("Delete it, or put back a copy of its folder."),
                size=_measure_folder(folder),
            )

    def news(self, folder: Path, since: Offsets) -> News:
        """Return what a run has said since; of one that has ended, all that it said."""
        run = self.run(folder)
        try:
            events, offset = tail(folder / EVENTS, since.events)
        except OSError:
            events, offset = [], since.events
        log, log_offset = _log(folder / LOG, since.log)
        return News(run, tuple(events), log, Offsets(offset, log_offset))

    def forget(self, folder: Path) -> None:
        """Forget what was read of a run that is deleted, or begun anew."""
        self._known_runs.pop(folder, None)

    def _follow(self, folder: Path, known_run: _Known) -> None:
        events, offset = tail(folder / EVENTS, known_run.offset)
        if offset < known_run.offset:
            known_run.ended = known_run.started = known_run.progress = known_run.first = (
                known_run.doing
            ) = None
            known_run.saved_step, known_run.resumed = 0, None
        known_run.offset = offset
        for event in events:
            _take(event, known_run)


def _take(event: Event, known_run: _Known) -> None:
    if isinstance(event, Preparing):
        known_run.ended = None
        before = known_run.doing
        if before is None or before.note != event.note or event.done < before.done:
            known_run.first = event
        known_run.doing = event
        return
    known_run.doing = known_run.first = None
    if isinstance(event, Started):
        known_run.started, known_run.progress, known_run.ended = event, None, None
        known_run.saved_step, known_run.resumed = event.step, None
    elif isinstance(event, Progress):
        known_run.progress, known_run.ended = event, None
    elif isinstance(event, Ended):
        known_run.ended = event
    else:
        known_run.ended = None  # it goes on
    if isinstance(event, Checkpoint):
        known_run.saved_step = event.step
    elif isinstance(event, Resumed):
        known_run.resumed = event


def load_request(folder: Path) -> RunRequest | None:
    """Return what the run was asked for by whoever started it, ``None`` if that is not known.

    Raises:
        ValueError: the file is damaged.
    """
    try:
        request_values = json.loads((folder / REQUEST).read_bytes())
    except FileNotFoundError:
        return None
    return RunRequest(
        recipe=str(request_values["recipe"]),
        corpus=Path(request_values["corpus"]),
        preset=str(request_values["preset"]),
        settings={str(name): str(value) for name, value in request_values["settings"].items()},
    )


def is_run(folder: Path) -> bool:
    """Tell whether a folder holds a run, or what is left of one."""
    return folder.is_dir() and any(
        (folder / name).exists() for name in (REQUEST, CONFIG, EVENTS, PROCESS)
    )


def _described(folder: Path, known_run: _Known, *, alive: bool) -> Run:
    request, config = load_request(folder), _config(folder)
    run = Run(name=folder.name, folder=folder, state=_state(folder, known_run, alive=alive))
    run = _with_request(run, request, config)
    ended, at = known_run.ended, known_run.progress
    if at is not None:
        run = replace(run, step=at.step, steps=at.steps, seconds_left=at.seconds_left)
    if (started := known_run.started) is not None:
        memory = (at.memory if at is not None else 0) or started.memory
        run = replace(
            run,
            device=started.device,
            steps=started.steps,
            memory=memory,
            saved_step=known_run.saved_step,
            resumed=known_run.resumed.worded("message") if known_run.resumed is not None else "",
        )
    if run.is_alive and (doing := known_run.doing) is not None:
        seconds_left = _seconds_left(known_run)
        run = replace(
            run,
            doing=doing.worded("note"),
            done_count=doing.done,
            total=doing.total,
            seconds_left=seconds_left,
        )
    if ended is not None and not run.is_alive:
        run = replace(
            run,
            message=ended.worded("message"),
            remedy="" if ended.outcome == "stopped" else ended.worded("remedy"),
            scores=ended.scores,
            before=ended.before,
            ended_at=ended.ended_at,
            seconds_left=None,
        )
    elif run.state in ("failed", "interrupted"):
        run = replace(run, message=last_words(folder / OUTPUT) or _LOST, seconds_left=None)
        if run.state == "interrupted":
            run = replace(run, remedy=resume_words(run))
    has_model = (folder / MODEL).is_dir()
    return replace(
        run,
        model=folder / MODEL if has_model else None,
        judged=(folder / JUDGED).is_file(),
        size=_measure_folder(folder),
    )


def _measure_folder(folder: Path) -> int:
    """Return the bytes of all files in a folder; what goes meanwhile does not count."""
    size = 0
    for place, _folders, names in os.walk(folder):  # a folder may go too, as old checkpoints do
        for name in names:
            with contextlib.suppress(OSError):
                size += Path(place, name).lstat().st_size
    return size


def resume_words(run: Run) -> Message:
    """Return from where a run would go on."""
    if not run.saved_step:
        return Message("No checkpoint yet: Resume starts again at step 1.")
    return Message(
        "Resume continues at step {step:,} of {steps:,} ({share:.0%}).",
        step=run.saved_step,
        steps=run.steps,
        share=run.saved_step / max(run.steps, 1),
    )


def _seconds_left(known_run: _Known) -> float | None:
    """Return how long what goes on beside the steps will take at its speed so far."""
    first, last = known_run.first, known_run.doing
    if first is None or last is None or last.done <= first.done or not last.total:
        return None
    seconds = datetime.fromisoformat(last.time) - datetime.fromisoformat(first.time)
    return seconds.total_seconds() / (last.done - first.done) * (last.total - last.done)


def _with_request(run: Run, request: RunRequest | None, config: dict[str, Any]) -> Run:
    settings = config.get("settings") or {}
    recipe = config.get("recipe") or (request.recipe if request else "")
    request_settings = request.settings if request else {}
    corpus = request.corpus if request else Path(config["corpus"]["folder"]) if config else None
    name = settings.get("name") or request_settings.get("name", "")
    return replace(
        run,
        recipe=recipe,
        recipe_title=recipe_title(recipe),
        model_name=name,
        title=model_title(name) or run.name,
        base=(config.get("base") or {}).get("name") or request_settings.get("base", ""),
        start_time=config.get("begun", ""),
        corpus=corpus,
    )


def _state(folder: Path, known_run: _Known, *, alive: bool) -> RunState:
    if alive:
        stopping = (folder / STOP).exists()
        return "stopping" if stopping else "running" if known_run.offset else "starting"
    if known_run.ended is not None:
        return known_run.ended.outcome
    if (folder / MODEL).is_dir():
        return "finished"
    # Without an event it was refused before it began: its output says why.
    return "interrupted" if known_run.offset else "failed"


def _config(folder: Path) -> dict[str, Any]:
    try:
        config_values = json.loads((folder / CONFIG).read_bytes())
    except FileNotFoundError:
        return {}
    if not isinstance(config_values, dict):
        raise ValueError("no object")
    return config_values


def _log(path: Path, since: int) -> tuple[str, int]:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            start = since if since <= size else 0
            start = max(start, size - _LOG_AT_ONCE)
            file.seek(start)
            complete, end, _ = file.read(size - start).rpartition(b"\n")
    except OSError:
        return "", since
    return complete.decode("utf-8", "replace") + ("\n" if end else ""), start + len(complete + end)


def newest_first(runs: Sequence[Run]) -> list[Run]:
    """Return runs in the order of their names, which begin with the time, latest first."""
    return sorted(runs, key=lambda run: run.name, reverse=True)
