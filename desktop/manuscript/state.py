"""What the parts of one opened manuscript share: its marks, and storing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from core.base.records import OpenManuscript, Sentence
from desktop.pages.sentence_map import SentenceMap
from desktop.ui.changes import LibraryUndo
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


class ManuscriptState(QObject):
    """One opened manuscript.

    Signals:
        marked: the sentences are judged anew; see ``marks``.
        reload_wanted: storing failed, or was overtaken: what is stored must be read again.
        written: nothing is on its way to the disk any more.
        troubled(EngineError): something could not be done.
    """

    marked = Signal()
    reload_wanted = Signal()
    written = Signal()
    troubled = Signal(object)

    def __init__(
        self, opened: OpenManuscript, workspace: Workspace, runner: TaskRunner, undo: LibraryUndo
    ) -> None:
        super().__init__()
        self.opened = opened
        self.marks = SentenceMap(opened.manuscript.sentences)
        self.reading = workspace.manuscripts.judge_reading(opened)
        self.workspace = workspace
        self.runner = runner
        self.undo = undo
        self._writes = 0
        self._outdated = False

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the manuscript."""
        return self.opened.manuscript.sentences

    @property
    def read_only(self) -> bool:
        """Whether the library is open for reading only, so that nothing can be remembered."""
        return self.workspace.library.read_only

    def mark_as(self, marks: SentenceMap) -> None:
        """Judge the sentences so from now on."""
        self.marks = marks
        self.marked.emit()

    def store(self, work: Callable[[], None]) -> None:
        """Write behind what is shown; when that fails, what is stored is shown again."""
        self.undo.note_change()
        self._writes += 1
        self.runner.run(work, self._stored, failed=self._refused, owner=self, write=True)

    def retire(self, stored: Callable[[], None]) -> None:
        """Be deleted; what is on its way to the disk arrives first, and ``stored`` follows."""
        if self._writes:
            self.written.connect(stored)
            self.written.connect(self.deleteLater)
        else:
            self.deleteLater()

    def _stored(self, _: None) -> None:
        self._writes -= 1
        self.undo.refresh()
        if self._outdated and not self._writes:
            self._outdated = False
            self.reload_wanted.emit()
        if not self._writes:
            self.written.emit()

    def _refused(self, error: EngineError) -> None:
        self.troubled.emit(error)
        self._outdated = True
        self._stored(None)
