"""What the parts of one opened manuscript share: its marks, its undo steps, and storing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from core.base.errors import EngineError
from core.base.records import OpenManuscript, Sentence
from desktop.language.step_names import Name, NamedStep
from desktop.manuscript.sentence_map import SentenceMap
from desktop.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

Part = TypeVar("Part", bound=QObject)


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
        self, opened: OpenManuscript, workspace: Workspace, runner: TaskRunner, undo: QUndoStack
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
        if self._outdated and not self._writes:
            self._outdated = False
            self.reload_wanted.emit()
        if not self._writes:
            self.written.emit()

    def _refused(self, error: EngineError) -> None:
        self.undo.clear()  # what did not happen cannot be undone, and later steps rest on it
        self.troubled.emit(error)
        self._outdated = True
        self._stored(None)


class ManuscriptStep(NamedStep, Generic[Part]):
    """A step on a part of a manuscript; it can be undone after the pages were built anew."""

    def __init__(self, part: Part, name: Name) -> None:
        super().__init__(name)
        self.part = part

    def belong_to(self, parts: Iterable[QObject]) -> None:
        """Be undone and done again in the one of ``parts`` that is of the same kind."""
        self.part = next(each for each in parts if type(each) is type(self.part))
