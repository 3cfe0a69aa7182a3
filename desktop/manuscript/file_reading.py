"""Reads the file of a tab: of a long PDF first the beginning, which can be used meanwhile.

It also keeps an eye on what was read, and offers to read it again when it was written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from core.base.records import OpenManuscript
from desktop.language.wording import translate
from desktop.manuscript.passage_pages import SetPassage
from desktop.manuscript.reading_words import reading_words, recognising_words
from desktop.manuscript.text_pages import read_file
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


class FileReading(QObject):
    """Reads one file at a time and says so in a notice, where it can be stopped.

    Signals:
        read(tuple): the manuscript and its pages, ``None`` where the file has pages of its own;
            twice for a long file, the first time with its ``beginning``.
        failed(EngineError): the file cannot be read.
    """

    reading_finished = Signal(tuple)
    failed = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notice: Notice,
        again: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notice = notice
        self._again = again
        self._task: Task | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._handle_rewritten_file)

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._task is not None

    def start(self, path: Path, *, recognise: bool = False, rest: bool = False) -> None:
        """Read a file, with text recognition if that is asked; ``rest`` means all of a long one."""
        self._task = task = self._runner.start_first(
            translate("ManuscriptTab", "Reading “{name}”").format(name=path.name),
            partial(read_file, self._workspace, path, recognise=recognise, beginning=not rest),
            partial(self._take, path),
            failed=self.failed.emit,
            owner=self,
        )
        task.ended.connect(self._ended)
        self._say(task, reading_words(recognise=recognise, rest=rest))
        if recognise:
            task.progressed.connect(partial(self._pages_done, task))

    def watch(self, files: Iterable[Path]) -> None:
        """Say from now on when one of these is written anew."""
        if existing_files := [str(file) for file in files if file.exists()]:
            self._watcher.addPaths(existing_files)

    def _handle_rewritten_file(self, name: str) -> None:
        path = Path(name)
        if not self.busy and path.exists():
            self._notice.say(
                translate("ManuscriptTab", "“{name}” has changed.").format(name=path.name),
                action=translate("ManuscriptTab", "Read it again"),
                call=self._again,
            )
            self._watcher.addPath(name)  # a file that was replaced is no longer watched

    def _say(self, task: Task, text: str) -> None:
        self._notice.say(text, action=translate("ManuscriptTab", "Stop"), call=task.cancel)

    def _pages_done(self, task: Task) -> None:
        """Say how far the recognition is and how long a page takes on this machine."""
        speed = task.per_second()
        if task.state == "running" and speed:
            self._say(task, recognising_words(task.done_count, task.total, 1 / speed))

    def cancel(self) -> None:
        """Stop what is under way."""
        if self._task is not None:
            self._task.cancel()

    def _take(self, path: Path, result: tuple[OpenManuscript, SetPassage | None]) -> None:
        self.reading_finished.emit(result)
        if result[0].beginning:
            self.start(path, rest=True)

    def _ended(self) -> None:
        task = self._task
        if task is None or task.state in (
            "waiting",
            "running",
        ):  # the rest of the file is read meanwhile
            return
        self._task = None
        if task.state == "cancelled":
            self._notice.say(
                translate("ManuscriptTab", "Reading was stopped."),
                action=translate("ManuscriptTab", "Open"),
                call=self._again,
            )
