"""Keeps the open library safe in the background, and offers to restore one that does not open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from core.base.errors import (
    EngineError,
    LibraryBusyError,
    LibraryCorruptError,
    LibraryReadOnlyError,
)
from core.base.jobs import Job
from desktop.app.main_window import MainWindow
from desktop.language.wording import choose_plural, figure
from desktop.ui.dialogs import close_button
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import plain_tip, text_label, vbox

FIRST_AFTER_MS = 20_000
"""Opening a library has more urgent things to do."""
EVERY_MS = 10 * 60 * 1000
"""What was entered since is in no copy; a turn takes 0.2 seconds of the processor for 6,000
papers."""


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
            self._window.news.clear()
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


# --- the dialog that restores a backup --------------------------------------------------
#
# Offers what can replace a damaged or missing database, each with its date and count.


class StoredBackup(Protocol):
    """A backup as the dialog shows it; ``papers`` is ``None`` if it cannot be read."""

    @property
    def path(self) -> Path:
        """Where it lies."""

    @property
    def made_at(self) -> datetime:
        """When it was made."""

    @property
    def before_upgrade(self) -> bool:
        """Whether an upgrade asked for it."""

    @property
    def size(self) -> int:
        """Bytes."""

    @property
    def papers(self) -> int | None:
        """How many papers it holds."""


class Recovery(Protocol):
    """What can be done about one library that does not open. Calls block."""

    def backups(self) -> Sequence[StoredBackup]:
        """Return the backups, the newest first."""

    def rebuildable(self) -> tuple[int, datetime] | None:
        """Return how many papers can be made again, and as of when."""

    def restore(self, backup: Path, job: Job, /) -> None:
        """Replace the database by a backup."""

    def rebuild(self, job: Job, /) -> None:
        """Make the database again from the records beside it."""


class RestoreChoices(NamedTuple):
    """What there is: backups, and how many papers the records beside the database hold."""

    backups: Sequence[StoredBackup]
    rebuildable: tuple[int, datetime] | None

    @property
    def anything(self) -> bool:
        """Whether there is anything to choose."""
        usable = any(backup.papers is not None for backup in self.backups)
        return usable or self.rebuildable is not None


class _Copy(NamedTuple):
    """Something that can be restored: ``holds`` says what is in it; no ``call`` if it cannot be."""

    at: datetime
    papers: int | None
    holds: str
    call: Callable[[Job], None] | None

    def merit(self) -> tuple[bool, int, int]:
        """Return by what copies are ordered: what can be read, then the time, then the papers."""
        return self.call is not None, int(self.at.timestamp()), self.papers or 0


class RestoreDialog(QDialog):
    """Says what is wrong and lists what can be restored: the newest first, and chosen.

    Each says what it holds and what it lacks; what cannot be read comes last.

    Signals:
        chosen: what is to be done, a call with a job.
    """

    chosen = Signal(object)

    def __init__(
        self,
        error: EngineError,
        recovery: Recovery,
        choices: RestoreChoices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Restore the library"))
        resize_with_text(self, 620, 420)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._recovery = recovery
        title = text_label(self.tr("This library cannot be opened"), "title")
        explanation = text_label(
            self.tr(
                "{problem}\n\nChoose what to put in its place. What is there now is kept beside"
                " it, with the date, in the folder “kept-aside”."
            ).format(problem=error),
            wrap=True,
        )
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What can be restored"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(4)
        self._fill(choices)
        buttons = close_button(self)
        self.restore_button = buttons.addButton(
            self.tr("Restore"), QDialogButtonBox.ButtonRole.ActionRole
        )
        set_look(self.restore_button, "primary")
        self.restore_button.clicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.itemSelectionChanged.connect(self._enable)
        layout = vbox(of=self, margins=16, spacing=16)
        for part in (title, explanation, self.list, buttons):
            layout.addWidget(part)
        self._enable()

    def _fill(self, choices: RestoreChoices) -> None:
        copies = [self._describe_copy(backup) for backup in choices.backups]
        if choices.rebuildable is not None:
            papers, written_at = choices.rebuildable
            holds = self.tr(
                "Records stored beside the database: everything you had entered by then. PDF texts "
                "and vectors are created again afterwards."
            )
            copies.append(_Copy(written_at, papers, holds, self._recovery.rebuild))
        copies.sort(key=_Copy.merit, reverse=True)
        usable = [copy for copy in copies if copy.call is not None]
        for copy in copies:
            self._add(self._words(copy, newest=bool(usable) and copy is usable[0]), copy.call)
        if usable:
            self.list.setCurrentRow(0)

    def _describe_copy(self, backup: StoredBackup) -> _Copy:
        size = QLocale().formattedDataSize(backup.size)
        if backup.papers is None:
            damaged = self.tr("Damaged backup ({0}); it cannot be restored.").format(size)
            return _Copy(backup.made_at, None, damaged, None)
        holds = self.tr(
            "Complete backup ({0}), with the texts of PDFs and the vectors of the meaning index."
        ).format(size)
        if backup.before_upgrade:
            holds += " " + self.tr("It was made before an upgrade.")
        return _Copy(backup.made_at, backup.papers, holds, self._restoring(backup.path))

    def _restoring(self, path: Path) -> Callable[[Job], None]:
        return lambda job: self._recovery.restore(path, job)

    def _add(self, words: str, call: Callable[[Job], None] | None) -> None:
        item = QListWidgetItem(words)
        item.setToolTip(plain_tip(words))
        if call is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setData(Qt.ItemDataRole.UserRole, call)
        self.list.addItem(item)

    def _words(self, copy: _Copy, *, newest: bool) -> str:
        moment = QDateTime.fromSecsSinceEpoch(int(copy.at.timestamp()))
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        count = self.tr("cannot be read")
        if copy.papers is not None:
            count = choose_plural(self.tr("%Ln paper(s)", "", copy.papers), copy.papers)
        lacks = self.tr("Later changes are missing.")
        if newest:
            when = self.tr("{0} (the newest)").format(when)
            lacks = ""
        return f"{when}  ·  {count}\n{copy.holds} {lacks if copy.call else ''}".rstrip()

    def _enable(self) -> None:
        self.restore_button.setEnabled(self._call() is not None)

    def _call(self) -> Callable[[Job], None] | None:
        chosen = self.list.selectedItems()
        return chosen[0].data(Qt.ItemDataRole.UserRole) if chosen else None

    def _choose(self) -> None:
        call = self._call()
        if call is not None:
            self.accept()
            self.chosen.emit(call)
