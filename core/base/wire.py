"""The events of a training run: one JSON object a line, on stdout and in the run's folder.

The trainer writes them, the desktop reads them; neither knows anything else of the other. A
reader passes over events of a kind it does not know: a later version may have written them.
Beside the events, the folder tells which process carries the run, and takes the wish to stop it.
"""

from __future__ import annotations

import contextlib
import json
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from core.base.files import replace_text
from core.base.messages import Message, packed, unpacked

EVENTS, PROCESS, STOP = "events.jsonl", "process.json", "stop"
REQUEST, OUTPUT = "asked.json", "output.txt"
"""What whoever started the run asked for, and what its process printed beside the events."""
_KEEP = "keep"
_SAME_START_S = 2.0
"""A start time is counted from that of the machine, which a corrected clock moves a little."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class _Event(BaseModel):
    """What all events share: when it happened (UTC, ISO 8601), and the stage of the recipe.

    ``said`` has the texts that are messages, by the names of their fields, packed.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    time: str = Field(default_factory=_now)
    stage: str = ""
    said: dict[str, Any] = {}  # Any: JSON

    @model_validator(mode="before")
    @classmethod
    def _keep_messages(cls, raw_values: Any) -> Any:  # noqa: ANN401 - JSON
        messages = {
            name: packed(text) for name, text in raw_values.items() if isinstance(text, Message)
        }
        return {**raw_values, "said": messages} if messages else raw_values

    def worded(self, name: str) -> str:
        """Return a text of the event as the message that it is."""
        with contextlib.suppress(ValueError, KeyError, TypeError):  # of another version
            return unpacked(self.said[name])
        return str(getattr(self, name))


def _finite_ones(scores: dict[str, float]) -> dict[str, float]:
    return {name: score for name, score in scores.items() if math.isfinite(score)}


Scores = Annotated[dict[str, float], AfterValidator(_finite_ones)]
"""Scores by name, higher is better; those that are no number are left out, as JSON has none."""


class Started(_Event):
    """A stage begins, or goes on: its size, the device, and how a batch is cut to fit it.

    ``memory`` is what the process will hold, in bytes, on a GPU what it will hold there: the most
    so far, with the worst batch tried, and what the optimiser will need; 0 where it is not known.
    """

    event: Literal["started"] = "started"
    recipe: str
    step: int = 0
    steps: int
    examples: int
    batch: int
    micro_batch: int
    parameters: int
    trained: int
    device: str
    precision: str
    processes: int = 1
    memory: int = 0


class Resumed(_Event):
    """A run that was interrupted or stopped goes on behind ``step``; ``message`` says so.

    ``step`` is 0 where there was no checkpoint to go on from. It follows ``Started``.
    """

    event: Literal["resumed"] = "resumed"
    step: int
    steps: int
    message: str


class Preparing(_Event):
    """What takes long beside the steps, before, between or after them: ``note`` names it.

    ``done`` of ``total``, which is 0 if unknown.
    """

    event: Literal["preparing"] = "preparing"
    done: int
    total: int
    note: str = ""


class Progress(_Event):
    """Where a stage stands. ``loss`` is the mean since the last line; ``None`` if not finite."""

    event: Literal["progress"] = "progress"
    step: int
    steps: int
    epoch: float
    loss: float | None
    learning_rate: float
    examples_per_second: float
    seconds_left: float
    memory: int = 0

    @field_validator("loss")
    @classmethod
    def _finite(cls, loss: float | None) -> float | None:
        return loss if loss is not None and math.isfinite(loss) else None


class Measured(_Event):
    """Scores on held-out papers; ``best`` tells whether this state is the best so far."""

    event: Literal["measured"] = "measured"
    step: int
    scores: Scores
    best: bool = False


class Checkpoint(_Event):
    """A state that a run can go on from was written completely; ``folder`` is in the run."""

    event: Literal["checkpoint"] = "checkpoint"
    step: int
    folder: str


class Warned(_Event):
    """Something a person should know; the run goes on."""

    event: Literal["warning"] = "warning"
    message: str


class Ended(_Event):
    """The last line of a run that could still speak. ``model`` is in the run, "" if there is none.

    ``stopped`` means: as asked, and it can be resumed. ``before`` are the scores of the model that
    the training started from, on the same held-out papers. ``ended_at`` is the step at which a run
    was ended as asked, its best state kept; 0 if it went through all its steps.
    """

    event: Literal["ended"] = "ended"
    outcome: Literal["finished", "stopped", "failed"]
    message: str = ""
    remedy: str = ""
    model: str = ""
    scores: Scores = {}
    before: Scores = {}
    ended_at: int = 0


Event = Started | Resumed | Preparing | Progress | Measured | Checkpoint | Warned | Ended
_EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event")])


def to_line(event: Event) -> str:
    """Return the event as one line of JSON, without its end of line."""
    left_out = set() if event.said else {"said"}
    return json.dumps(event.model_dump(exclude=left_out), ensure_ascii=False, allow_nan=False)


def from_line(line: str) -> Event | None:
    """Return the event of a line, or ``None`` for a line that is cut off or of a later version."""
    try:
        value: Any = json.loads(line)
        return _EVENTS.validate_python(value)
    except (ValueError, ValidationError):
        return None


def tail(path: Path, offset: int = 0) -> tuple[list[Event], int]:
    """Return the events after an offset in a file, and the offset to go on from next time.

    A line without its end is left for the next time. A file that became shorter was begun anew,
    and is read from its start.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            start = offset if offset <= size else 0
            file.seek(start)
            complete, end, _ = file.read(size - start).rpartition(b"\n")
    except FileNotFoundError:
        return [], 0
    lines = complete.decode("utf-8", "replace").split("\n")
    events = [event for line in lines if (event := from_line(line)) is not None]
    return events, start + len(complete) + len(end)


class RunProcess(BaseModel):
    """The process that carries a run; its start tells it from a later one of the same number."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    pid: int = Field(gt=0)
    started: float

    @classmethod
    def this(cls) -> RunProcess:
        """Return this process."""
        import psutil

        process = psutil.Process()
        return cls(pid=process.pid, started=process.create_time())

    def is_alive(self) -> bool:
        """Tell whether that process still runs."""
        import psutil

        try:
            process = psutil.Process(self.pid)
            dead = process.status() == psutil.STATUS_ZOMBIE
            return not dead and abs(process.create_time() - self.started) < _SAME_START_S
        except psutil.Error:
            return False


def running(folder: Path) -> int:
    """Return the number of the process that carries the run of a folder, 0 if none does."""
    try:
        process = RunProcess.model_validate_json((folder / PROCESS).read_bytes())
    except (OSError, ValidationError):
        return 0
    return process.pid if process.is_alive() else 0


def ask_to_stop(folder: Path, *, keep: bool = False) -> None:
    """Ask the run of a folder to stop within a step; it can be resumed.

    With ``keep`` its last stage ends there instead, as if that had been its last step: the best
    state so far becomes the model. Before that stage, it only stops. The file appears with its
    word in it: a trainer that looks in between must not take "keep" for a plain stop.

    Raises:
        EngineError: the folder cannot be written.
    """
    replace_text(folder / STOP, _KEEP if keep else "")


def asked_to_keep(folder: Path) -> bool:
    """Tell whether the run was asked to stop and keep its best state as the model."""
    try:
        return (folder / STOP).read_text("utf-8").strip() == _KEEP
    except (OSError, UnicodeDecodeError):
        return False
