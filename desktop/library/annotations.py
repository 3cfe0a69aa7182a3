"""The highlights and notes in one PDF of a paper, each change of which can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.library_records import Annotation, Colour, PaperFile
from core.base.records import PaperNumber, Rect
from desktop.pages.pdf_text import PagePoint, Selected
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import LibraryUndo

if TYPE_CHECKING:
    from core.workspace import Workspace

_NOTE_SIZE = 18.0
"""How wide and high the sign of a note is, in points."""
_EDGE = 1.5


class FileAnnotations(QObject):
    """What is marked in one file. ``all`` is in the order of the pages.

    Signals:
        changed: ``all`` is another list now.
        made(Annotation): the person made this one.
    """

    changed = Signal()
    made = Signal(object)

    def __init__(
        self,
        paper: PaperNumber,
        file: PaperFile,
        workspace: Workspace,
        runner: TaskRunner,
        undo: LibraryUndo,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.file = file
        self.all: list[Annotation] = []
        self.read_only = workspace.library.read_only
        self._paper = paper
        self._store = workspace.papers.annotations
        self._reader = workspace.reader
        self._runner = runner
        self.undo = undo
        undo.rewritten.connect(self.load)
        self.load()

    def load(self) -> None:
        """Ask what is stored, behind what is being written."""
        self._runner.run(
            lambda: self._store.of_file(self._paper, self.file.sha256),
            self._show,
            owner=self,
            write=True,
        )

    def at(self, point: PagePoint) -> Annotation | None:
        """Return the annotation at a point, the last one made if there are several."""
        for each in reversed(self.all):
            for rect in each.rects:
                across = rect.x0 - _EDGE <= point.x <= rect.x1 + _EDGE
                down = rect.y0 - _EDGE <= point.y <= rect.y1 + _EDGE
                if rect.page == point.page and across and down:
                    return each
        return None

    def highlight(self, selected: Selected, colour: Colour) -> None:
        """Mark selected text."""
        if selected.rects:
            text, rects = selected.text, selected.rects
            self._add(Annotation(self._paper, self.file.sha256, "highlight", colour, rects, text))

    def add_note(self, point: PagePoint, colour: Colour) -> None:
        """Put a note beside the text."""
        page, x, y = point
        box = Rect(page, x, y, x + _NOTE_SIZE, y + _NOTE_SIZE)
        self._add(Annotation(self._paper, self.file.sha256, "note", colour, (box,)))

    def recolour(self, annotation: Annotation, colour: Colour) -> None:
        """Give an annotation another colour."""
        self._change(lambda: self._store.put(replace(annotation, colour=colour)))

    def write(self, number: int, note: str, *, goes_on: bool) -> None:
        """Write about an annotation; what ``goes_on`` from the last change is one with it."""

        def work() -> object:
            stored = self._store.many([number])
            return [self._store.put(replace(old, note=note), goes_on=goes_on) for old in stored]

        self._change(work)

    def remove(self, annotation: Annotation) -> None:
        """Delete an annotation."""
        self._change(lambda: self._store.remove(annotation.number))

    def _add(self, annotation: Annotation) -> None:
        self._change(lambda: self._store.put(annotation), self.made.emit)

    def _change(
        self, work: Callable[[], object], done: Callable[[object], None] | None = None
    ) -> None:
        """Change what is stored, in the order of the person's actions."""

        def changed(result: object) -> None:
            if done is not None:
                done(result)
            self.undo.refresh()

        self.undo.note_change()
        self._runner.run(work, changed, owner=self, write=True)
        self.load()

    def _show(self, found: list[Annotation]) -> None:
        if found != self.all:
            self.all = found
            self.changed.emit()
