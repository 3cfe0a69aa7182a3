"""How late the event loop of a window is, how much its thread works, and what ran when it was.

A timer of 5 ms notes by how much each beat came late, and how long the window's thread worked since
the one before. The first is what a person feels, and holds whatever else the machine does; the
second is the program's own.
"""

from __future__ import annotations

import gc
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 5
LATE_MS = 50
_LOOK_S = 0.01
_PLACES = 14


@dataclass
class Phase:
    """What the beats of one phase showed, in milliseconds."""

    late: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)


class Heartbeat(QObject):
    """Beats from ``start`` on; ``phase`` says what goes on meanwhile."""

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.phase = "start"
        self.phases: dict[str, Phase] = defaultdict(Phase)
        self.watch = Watch() if explain else None
        self._last = _clocks()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to beat."""
        self._last = _clocks()
        self._timer.start()

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()

    def _beat(self) -> None:
        before, now = self._last, _clocks()
        self._last = now
        late, worked = 1000 * (now[0] - before[0]) - BEAT_MS, 1000 * (now[1] - before[1])
        found = self.phases[self.phase]
        found.late.append(max(0.0, late))
        found.worked.append(worked)
        if self.watch is not None and max(late, worked) > LATE_MS:
            self.watch.explain(self.phase, before, now)


@dataclass(frozen=True)
class Late:
    """A beat that was late: how long it took, who worked in it, and where the threads were."""

    phase: str
    wall: float
    thread: float
    process: float
    garbage: float
    seen: tuple[tuple[int, str], ...]

    def lines(self) -> list[str]:
        """Return it as lines of text."""
        head = (
            f"{self.phase}: {self.wall:.0f} ms between two beats, in which this thread worked "
            f"{self.thread:.0f} ms and the process {self.process:.0f} ms; "
            f"{self.garbage:.0f} ms of it went into garbage"
        )
        return [head, *(f"    {count:>3} × {stack}" for count, stack in self.seen)]


class Watch:
    """Looks at every thread a hundred times a second, to say why a beat came late."""

    def __init__(self) -> None:
        self.found: list[Late] = []
        self._main = threading.get_ident()
        self._seen: deque[tuple[float, dict[int, FrameType | str]]] = deque(maxlen=500)
        self._collecting: deque[tuple[float, float]] = deque(maxlen=50)
        gc.callbacks.append(self._note_collection)
        threading.Thread(target=self._look, daemon=True).start()

    def explain(
        self, phase: str, before: tuple[float, float, float], now: tuple[float, float, float]
    ) -> None:
        """Take note of a late beat."""
        wall, thread, process = (1000 * (b - a) for a, b in zip(before, now, strict=True))
        stacks = Counter(
            one for at, found in list(self._seen) if at > before[0] for one in found.values()
        )
        garbage = 1000 * sum(e - max(b, before[0]) for b, e in self._collecting if e > before[0])
        seen = tuple((count, str(stack)) for stack, count in stacks.most_common(8))
        self.found.append(Late(phase, wall, thread, process, garbage, seen))

    def worst(self, phase: str) -> Late | None:
        """Return the late beat of a phase in which this thread worked longest."""
        return max(
            (one for one in self.found if one.phase == phase),
            key=lambda one: (one.thread, one.wall),
            default=None,
        )

    def _note_collection(self, phase: str, _told: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collecting.append((now, now))
        elif self._collecting:
            self._collecting[-1] = self._collecting[-1][0], now

    def _look(self) -> None:
        own, pause = threading.get_ident(), threading.Event()
        while True:
            pause.wait(_LOOK_S)
            frames = sys._current_frames()
            stacks: dict[int, FrameType | str] = {
                key: self._told(key, frame) for key, frame in frames.items() if key != own
            }
            frames.clear()  # a frame that is kept keeps what its call left behind
            self._seen.append((time.perf_counter(), stacks))

    def _told(self, thread: int, frame: FrameType | None) -> str:
        places: list[str] = []
        while frame is not None and len(places) < _PLACES:
            file = Path(frame.f_code.co_filename)
            places.append(f"{file.parent.name}/{file.name}:{frame.f_lineno}")
            frame = frame.f_back
        return ("window: " if thread == self._main else "thread: ") + " < ".join(places)


def spread(found: Sequence[float]) -> tuple[float, float, float]:
    """Return p50, p99 and the worst."""
    if len(found) < 2:
        return (0.0, 0.0, 0.0)
    p99 = statistics.quantiles(found, n=100, method="inclusive")[98]
    return statistics.median(found), p99, max(found)


def _clocks() -> tuple[float, float, float]:
    return time.perf_counter(), time.thread_time(), time.process_time()
