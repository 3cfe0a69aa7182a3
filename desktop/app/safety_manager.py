"""Keeps the open library safe in the background, and offers to restore one that does not open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import (
    EngineError,
    LibraryBusyError,
    LibraryCorruptError,
    LibraryReadOnlyError,
)
from core.base.jobs import Job
from desktop.app.main_window import MainWindow
from desktop.app.restore_dialog import Recovery, RestoreChoices, RestoreDialog
from desktop.language.wording import figure
from desktop.ui.tasks import TaskRunner

FIRST_AFTER_MS = 20_000
"""Opening a library has more urgent things to do."""
EVERY_MS = 60 * 60 * 1000


class Safekeeping(Protocol):
    """What keeps one open library safe; does only what is due."""

    def keep(self, job: Job, /) -> object:
        """Check, write and back up as far as that is due."""

    def empty_trash(self, days: int, /) -> int:
        """Delete what has been in the trash so long, and give the number of papers."""


class SafetyManager(QObject):
    """Asks for checks, sidecars and backups from time to time, and for a restore when needed.

    ``trash_days`` says after how many days papers in the Trash are deleted for good, 0 for never.

    Signals:
        trash_emptied: papers were deleted for good.
    """

    trash_emptied = Signal()

    def __init__(
        self,
        runner: TaskRunner,
        window: MainWindow,
        recovery: Callable[[Path], Recovery],
        open_library: Callable[..., None],
        trash_days: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(window)
        self._runner = runner
        self._window = window
        self._recovery = recovery
        self._open = open_library
        self._trash_days = trash_days
        self._keeper: Callable[[], Safekeeping] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._keep)

    def watch(self, keeper: Callable[[], Safekeeping] | None) -> None:
        """Keep another library safe from now on, or none; ``keeper`` is called on a worker."""
        self._keeper = keeper
        if keeper is None:
            self._timer.stop()
        else:
            self._timer.start(FIRST_AFTER_MS)

    def not_opened(self, folder: Path, error: EngineError) -> None:
        """Say why a library did not open, and offer what can be done about it."""
        if isinstance(error, LibraryBusyError | LibraryReadOnlyError):
            self._window.news.show_error(
                error,
                action=self.tr("Open for reading only"),
                call=lambda: self._open(folder, write=False),
            )
            return
        self._window.news.show_error(error)
        if isinstance(error, LibraryCorruptError):
            self._look_for_backups(folder, error)

    def _look_for_backups(self, folder: Path, error: EngineError) -> None:
        recovery = self._recovery(folder)

        def show(choices: RestoreChoices) -> None:
            if choices.anything:
                dialog = RestoreDialog(error, recovery, choices, self._window)
                dialog.chosen.connect(lambda call: self._restore(folder, call))
                dialog.open()

        def look() -> RestoreChoices:
            return RestoreChoices(recovery.backups(), recovery.rebuildable())

        self._runner.run(look, show, owner=self)

    def _restore(self, folder: Path, call: Callable[[Job], None]) -> None:
        def open_restored(_: None) -> None:
            self._window.news.hide()
            self._open(folder)

        self._runner.start_job(
            self.tr("Restoring the library"),
            call,
            open_restored,
            failed=self._window.news.show_error,
        )

    def _keep(self) -> None:
        keeper = self._keeper
        if keeper is None:
            return
        days = self._trash_days()

        def work(job: Job) -> int:
            safe = keeper()
            safe.keep(job)
            return safe.empty_trash(days) if days else 0

        def report_backups(count: int) -> None:
            if count:
                self._window.news.show_news(self._emptied(count, days))
                self.trash_emptied.emit()

        task = self._runner.start_background_job(
            self.tr("Keeping the library safe"), work, report_backups, owner=self
        )
        task.ended.connect(self._wait)

    def _emptied(self, count: int, days: int) -> str:
        one = self.tr("Deleted 1 paper that had been in the Trash for {0} days.").format(days)
        several = self.tr("Deleted {0} papers that had been in the Trash for {1} days.")
        return one if count == 1 else several.format(figure(count), days)

    def _wait(self) -> None:
        if self._keeper is not None:
            self._timer.start(EVERY_MS)
