"""What a training run says while it runs: one JSON object a line, on stdout and in its folder.

The trainer writes them, the desktop reads them; neither knows anything else of the other. A
reader passes over events of a kind it does not know: a later version may have written them.
"""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class _Event(BaseModel):
    """What all events share: when it happened (UTC, ISO 8601), and the stage of the recipe."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    time: str = Field(default_factory=_now)
    stage: str = ""


class Started(_Event):
    """A stage begins, or goes on: its size, the device, and how a batch is cut to fit it.

    ``memory`` is the peak, in bytes, measured on the worst batch; 0 where it is not known.
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

    @field_validator("loss")
    @classmethod
    def _finite(cls, loss: float | None) -> float | None:
        return loss if loss is not None and math.isfinite(loss) else None


class Measured(_Event):
    """Scores on held-out papers; ``best`` tells whether this state is the best so far."""

    event: Literal["measured"] = "measured"
    step: int
    scores: dict[str, float]
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

    ``stopped`` means: as asked, and it can be resumed.
    """

    event: Literal["ended"] = "ended"
    outcome: Literal["finished", "stopped", "failed"]
    message: str = ""
    remedy: str = ""
    model: str = ""
    scores: dict[str, float] = {}


Event = Started | Progress | Measured | Checkpoint | Warned | Ended
_EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event")])


def to_line(event: Event) -> str:
    """Return the event as one line of JSON, without its end of line."""
    return json.dumps(event.model_dump(), ensure_ascii=False, allow_nan=False)


def from_line(line: str) -> Event | None:
    """Return the event of a line, or ``None`` for a line that is cut off or of a later version."""
    try:
        value: Any = json.loads(line)
        return _EVENTS.validate_python(value)
    except (ValueError, ValidationError):
        return None
