"""What must hold after each step of a rehearsal, and what is noted besides."""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Set
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

import psutil
import shiboken6
from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMessageBox, QWidget
from typing_extensions import override

from desktop.help.crash import CrashDialog
from desktop.library.sidebar import Sidebar
from desktop.papers.paper_query import LibrarySection
from desktop.ui.tasks import Task
from tests import wording
from tests.rehearsal.unrecorded import Unrecorded

if TYPE_CHECKING:
    from desktop.app.application import Application

JOB_PATIENCE_S = 420.0
CALL_PATIENCE_S = 120.0
"""How long a busy machine may take for a job, and for a quick call."""

STALL_S = 0.4
"""How long the window's thread may stand still before it is noted where."""


class Trouble(logging.Handler):
    """Keeps what the log says from ``WARNING`` up, until it is taken."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.entries: list[tuple[int, str]] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        text = f"{record.name}: {record.getMessage()}"
        level = record.levelno
        if record.exc_info and record.exc_info[1] is not None:
            text += f" ({record.exc_info[1]!r})"
            level = logging.ERROR  # a traceback is a fault, however mildly it is told
        self.entries.append((level, text))


class Stalls:
    """Sees from a thread of its own where the window's thread stands still, and for how long."""

    def __init__(self) -> None:
        self._main = threading.get_ident()
        self._beaten = time.monotonic()
        self._found: list[str] = []
        self._timer = QTimer(interval=50)
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        self._stack = ""
        threading.Thread(target=self._look, daemon=True).start()

    def taken(self) -> list[str]:
        """Return what was seen, and forget it."""
        found, self._found = self._found, []
        return found

    def _beat(self) -> None:
        now = time.monotonic()
        if self._stack:
            self._found.append(f"{now - self._beaten:.2f} s in {self._stack}")
            self._stack = ""
        self._beaten = now

    def _look(self) -> None:
        pause = threading.Event()
        while not pause.wait(STALL_S / 2):
            if time.monotonic() - self._beaten > STALL_S and not self._stack:
                frames = traceback.extract_stack(sys._current_frames()[self._main])
                self._stack = " < ".join(
                    f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                    for frame in reversed(frames[-14:])
                )


class Watch:
    """Looks at the program from inside its process.

    ``findings`` are faults; ``notes`` count what a person would see without being asked, such as
    messages of failures that were expected, and what Qt complains about.
    """

    def __init__(self, program: Application) -> None:
        self.program = program
        self.findings: list[tuple[str, str]] = []
        self.notes: Counter[str] = Counter()
        self._log = Trouble()
        logging.getLogger().addHandler(self._log)
        self._since: dict[Task, float] = {}
        self._told_of: WeakSet[QWidget] = WeakSet()
        self._stalls = Stalls()
        self._unrecorded = Unrecorded()
        program.runner.failed.connect(lambda error: self._note("message", f"{error}"))
        qInstallMessageHandler(self._qt_says)

    def end(self) -> None:
        """Watch no more."""
        logging.getLogger().removeHandler(self._log)
        self._unrecorded.end()
        qInstallMessageHandler(None)

    def look(self) -> None:
        """Note what is wrong now, whatever the program is doing."""
        self._read_log()
        self.findings += [
            (wording.stem("core.library.store.history:_require_kept history"), each)
            for each in self._unrecorded.taken()
        ]
        self.see(asked=frozenset())
        for window in unasked(self.program.window):
            window.close()
        self._look_for_hangs()

    def see(self, asked: Set[str]) -> None:
        """Note each window on the screen whose class is not among those ``asked`` for, once."""
        for window in unasked(self.program.window):
            if type(window).__name__ not in asked and window not in self._told_of:
                self._told_of.add(window)
                self.findings.append(_told(window))

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many papers each part of the window says there are, and the database.

        By what is counted: all papers, the trash, and the place that is shown in the table.
        """
        window, workspace = self.program.window, self.program.workspace
        if window.pages is None or workspace is None:
            return {}
        library = window.pages.library
        told = {place: size for place, size in _sizes(library.sidebar) if size is not None}
        database = workspace.library.folder / "library.db"
        found = {
            "papers": {
                "status bar": _figure(window.status_line.papers.text()),
                "database": count_papers(database),
            },
            "trash": {"database": count_papers(database, trashed=True)},
        }
        for name, place in (("papers", LibrarySection()), ("trash", LibrarySection("trash"))):
            if place in told:
                found[name]["sidebar"] = told[place]
        here = library.query.section
        if here in told and here.kind != "search" and not library.query.text:
            found[f"{here.kind} in front"] = {
                "sidebar": told[here],
                "table": library.model.rowCount(),
            }
        return found

    def differing(self) -> dict[str, dict[str, int]]:
        """Return the counts that should be one number and are not."""
        counts = self.counts()
        return {name: said for name, said in counts.items() if len(set(said.values())) > 1}

    def memory_mb(self) -> int:
        """Return what the process of the window holds."""
        return int(psutil.Process().memory_info().rss) >> 20

    def stalls(self) -> list[str]:
        """Return where the window's thread was when it stood still, and forget it."""
        return self._stalls.taken()

    # --- parts --------------------------------------------------------------------------------

    def _read_log(self) -> None:
        entries, self._log.entries = self._log.entries, []
        for level, text in entries:
            if level >= logging.ERROR:
                self.findings.append(("error in the log", text))
            else:
                self._note("warning", text)

    def _look_for_hangs(self) -> None:
        now = time.monotonic()
        running = list(self.program.runner._calls)
        self._since = {task: self._since.get(task, now) for task in running}
        for task, since in self._since.items():
            patience = JOB_PATIENCE_S if task.title else CALL_PATIENCE_S
            if now - since > patience:
                name = task.title or "a quick call"
                self.findings.append(("hang", f"{name} has not ended after {now - since:.0f} s"))
                self._since[task] = now + 10 * JOB_PATIENCE_S  # said once
                task.cancel()

    def _qt_says(self, kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            self.findings.append(("Qt is fatal", text))
        elif kind != QtMsgType.QtDebugMsg:
            self._note("Qt", text)

    def _note(self, kind: str, text: str) -> None:
        self.notes[f"{kind}: {text[:300]}"] += 1


def unasked(window: QMainWindow) -> list[QWidget]:
    """Return the windows and dialogs beside the main window that are on the screen."""
    return [
        each
        for each in QApplication.topLevelWidgets()
        if shiboken6.isValid(each)
        and each.isVisible()
        and each is not window
        and each.windowType().name in ("Dialog", "Window", "Sheet", "Tool", "Popup")
    ]


def count_papers(database: Path, *, trashed: bool = False) -> int:
    """Count what is not in the trash, or what is, past the program."""
    wanted = "IS NOT NULL" if trashed else "IS NULL"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as rows:
        found = rows.execute(f"SELECT count(*) FROM papers WHERE trashed_at {wanted}").fetchone()
    return int(found[0])


def _sizes(sidebar: Sidebar) -> Iterator[tuple[LibrarySection, int | None]]:
    for row in range(sidebar.items.rowCount()):
        top = sidebar.items.index(row, 0)
        for index in (
            top,
            *(sidebar.items.index(n, 0, top) for n in range(sidebar.items.rowCount(top))),
        ):
            place = sidebar.get_section(index)
            if place is not None:
                text = str(index.siblingAtColumn(1).data() or "")
                yield place, _figure(text) if text else None


def _told(window: QWidget) -> tuple[str, str]:
    if isinstance(window, CrashDialog):
        return "crash report", window.report.toPlainText()
    texts = [label.text() for label in window.findChildren(QLabel) if label.text()]
    if isinstance(window, QMessageBox):
        texts = [window.text(), window.informativeText()]
    name = type(window).__name__
    return "unasked dialog", f"{name} “{window.windowTitle()}”: {' / '.join(texts)[:500]}"


def _figure(text: str) -> int:
    return int("".join(letter for letter in text if letter.isdecimal()) or -1)
