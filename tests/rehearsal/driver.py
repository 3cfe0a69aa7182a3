"""Lets a person act in the event loop of the program, step by step, and looks after each."""

from __future__ import annotations

import json
import os
import random
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop.app.application import Application
from tests.rehearsal.asked import asked_by
from tests.rehearsal.everyone import Everyone, world_of
from tests.rehearsal.person import Answer, CannotNow, Steps, Until
from tests.rehearsal.plan import DONE, ENDED, FIRST, KILLED, Plan
from tests.rehearsal.watch import Watch
from tools.lab.benchmarks.heartbeat import Heartbeat

AGREE_WITHIN_S = 30.0
TRACE = 12


class Driver:
    """Lets the person act, one step at a time, and looks after each."""

    def __init__(self, program: Application, plan: Plan) -> None:
        self.program, self.plan = program, plan
        self.person = Everyone(program, world_of(plan.world))
        self.watch = Watch(program)
        self.beat = Heartbeat(explain=False)
        self.trace: deque[str] = deque(maxlen=TRACE)
        self.step = plan.first
        self._journal = Path(plan.journal)
        self._inside = False
        self._asked: frozenset[str] = frozenset()
        self._waiting: int | Until | None = None
        self._since = 0.0
        self._acts = self._live()
        self._timer = QTimer(program, interval=10)
        self._timer.timeout.connect(self._tick)
        self._loops = QTimer(program, interval=100)
        self._loops.timeout.connect(self._leave_loop)

    def begin(self) -> None:
        """Start to act."""
        self.beat.start()
        self._timer.start()
        self._loops.start()

    # --- the course of it ---------------------------------------------------------------------

    def _live(self) -> Steps:
        if self.plan.library not in ("", "sample"):
            yield 200  # an empty home: the welcome page asks for a library
            self.program.window.library_chosen.emit(Path(self.plan.library))
        yield Until(lambda: self.person.window.pages is not None, "the library opens")
        yield Until(
            lambda: (
                (w := self.program.workspace) is not None
                and w.status().model_state in ("ready", "failed")
            ),
            "the model loads",
        )
        self._look("start")
        while self.step < self.plan.last:
            yield from self._step()
            self.step += 1
        yield from self._agree()
        self._write(end=DONE)
        self._timer.stop()
        self.program.window.close()

    def _step(self) -> Steps:
        chance = random.Random(f"{self.plan.seed}:{self.step}")
        self.person.random = chance
        self.person.said.clear()
        begun = time.monotonic()
        for name in self._order(chance):
            self._write(trying=name)
            done = yield from self._try(name)
            if done:
                break
        else:
            name = "nothing possible"
        said = " ".join([name, *self.person.said])
        self.trace.append(f"{self.step} {said}")
        yield from self._tidy()
        if chance.random() < self.plan.settles:
            yield from self.person.settled()
            yield from self._agree()
        else:
            yield chance.randrange(0, 400)
        self._look(name)
        late = self.beat.phases.pop("start", None)
        for stall in self.watch.stalls():
            self._write(stall=stall, step=self.step, action=name)
        self._write(
            step=self.step,
            action=name,
            said=self.person.said,
            s=round(time.monotonic() - begun, 2),
            mb=self.watch.memory_mb(),
            load=round(os.getloadavg()[0], 1),
            late=[round(one) for one in late.late if one > 40] if late else [],
            worked=round(max(late.worked, default=0)) if late else 0,
            beats=len(late.late) if late else 0,
        )

    def _tidy(self) -> Steps:
        """Close what the last action opened; from then on nothing is asked for."""
        yield from self.person.close_all()
        self._asked = frozenset()

    def _order(self, chance: random.Random) -> list[str]:
        if not self.plan.script and not self.plan.only and self.step < len(FIRST):
            return [FIRST[self.step]]
        if self.plan.script:
            return [self.plan.script[self.step % len(self.plan.script)]]
        weights = self.plan.weights
        weights = weights | {name: 5 * weights[name] for name in self.person.wanted()}
        names = [name for name in weights if not self.plan.only or name in self.plan.only]
        return sorted(names, key=lambda name: chance.random() ** (1 / weights[name]), reverse=True)

    def _try(self, name: str) -> Answer[bool]:
        """Do an action; answer whether it could be done."""
        special: dict[str, Callable[[], Steps]] = {
            "close_program": self._close,
            "kill_program": self._kill,
        }
        self._asked = asked_by(name)
        try:
            yield from (special.get(name) or getattr(self.person, name))()
        except CannotNow as cannot:
            frames = traceback.extract_tb(cannot.__traceback__)
            self._write(cannot=name, why=[frame.line for frame in frames if frame.line][-2:])
            yield from self._tidy()
            return False
        except Exception:  # noqa: BLE001 - the script or the program: both are findings
            self._find("the script failed", f"{name}: {traceback.format_exc(limit=-6)}")
        return True

    def _close(self) -> Steps:
        self.person.need(self.plan.script or self.step > self.plan.first + 5)
        self._ended("close_program", ENDED)
        self.program.window.close()
        yield 10**6

    def _kill(self) -> Steps:
        self.person.need(self.plan.script or self.step > self.plan.first + 5)
        yield self.person.random.randrange(0, 1500)
        self._ended("kill_program", KILLED)
        os.kill(os.getpid(), signal.SIGKILL)

    def _ended(self, name: str, how: str) -> None:
        self._look(name)
        self._write(step=self.step, action=name, s=0, mb=self.watch.memory_mb())
        self._write(end=how)
        self._timer.stop()

    # --- looking ------------------------------------------------------------------------------

    def _agree(self) -> Steps:
        """Wait until all places say the same number of papers."""
        until = time.monotonic() + AGREE_WITHIN_S
        while differing := self.watch.differing():
            if time.monotonic() > until:
                self._find("counts differ", str(differing))
                return
            yield 100

    def _look(self, name: str) -> None:
        self.watch.look()
        for kind, text in self.watch.findings:
            self._find(kind, text, name)
        self.watch.findings.clear()
        if self.watch.notes:
            self._write(notes=dict(self.watch.notes), step=self.step)
            self.watch.notes.clear()

    def _find(self, kind: str, text: str, name: str = "") -> None:
        trace = [*self.trace, f"{self.step} {name}"]
        self._write(finding=kind, text=text[:4000], step=self.step, trace=trace)

    def _write(self, **values: object) -> None:
        with self._journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(values) + "\n")

    # --- time ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self._inside or not self._is_over():
            return
        self.watch.see(self._asked)
        self._inside = True
        try:
            self._waiting = next(self._acts, None)
        except Exception:  # noqa: BLE001 - the life goes on
            self._find("the script failed", traceback.format_exc())
            self._acts = self._live_on()
            self._waiting = 0
        finally:
            self._inside = False
        self._since = time.monotonic()
        if self._waiting is None:
            self._timer.stop()

    def _leave_loop(self) -> None:
        """Close a dialog that runs a loop of its own, in which the other timer never fires."""
        if self._inside:
            self.watch.see(self._asked)
            modal = QApplication.activeModalWidget()
            if modal is not None:
                modal.close()

    def _live_on(self) -> Steps:
        self.step += 1
        while self.step < self.plan.last:
            yield from self._step()
            self.step += 1
        self._write(end=DONE)
        self.program.window.close()

    def _is_over(self) -> bool:
        """Whether what is waited for came, or will not come any more."""
        waited = time.monotonic() - self._since
        if not isinstance(self._waiting, Until):
            return self._waiting is None or 1000 * waited >= self._waiting
        try:
            came = bool(self._waiting.condition())
        except Exception:  # noqa: BLE001 - what was waited for may be gone with its page
            came = True
        if came or waited < self._waiting.patience_s:
            return came
        if not self._waiting.hoped:
            running = [job.title for job in self.program.runner.jobs()]
            pending = self.program.runner.pending()
            self._find("hang", f"not so: {self._waiting.what}; jobs {running}, calls {pending}")
        return True
