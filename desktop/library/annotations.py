"""The highlights and notes in one PDF of a paper, as steps that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from core.base.library_records import Annotation, Colour, PaperFile
from core.base.records import PaperNumber, Rect
from desktop.language.step_names import Name, NamedStep
from desktop.pages.pdf_text import PagePoint, Selected
from desktop.tasks import TaskRunner

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
        stack: QUndoStack,
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
        self._stack = stack
        # An undone step that touched this file, whoever undid it, shows here.
        stack.indexChanged.connect(self.load)
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
            self._add(
                lambda: self.tr("Highlight “{0}”").format(selected.text[:40]),
                Annotation(
                    self._paper,
                    self.file.sha256,
                    "highlight",
                    colour,
                    selected.rects,
                    selected.text,
                ),
            )

    def add_note(self, point: PagePoint, colour: Colour) -> None:
        """Put a note beside the text."""
        page, x, y = point
        box = Rect(page, x, y, x + _NOTE_SIZE, y + _NOTE_SIZE)
        self._add(
            lambda: self.tr("Add a note"),
            Annotation(self._paper, self.file.sha256, "note", colour, (box,)),
        )

    def recolour(self, annotation: Annotation, colour: Colour) -> None:
        """Give an annotation another colour."""
        new = replace(annotation, colour=colour)
        self._stack.push(self._step(lambda: self.tr("Change the colour"), annotation, new))

    def write(self, number: int, before: str, note: str, *, goes_on: bool) -> None:
        """Write about an annotation; what ``goes_on`` from the last step is one with it."""
        found = next((each for each in self.all if each.number == number), None)
        if found is not None:
            old, new = replace(found, note=before), replace(found, note=note)
            step = self._step(lambda: self.tr("Edit note"), old, new)
            step.note_of, step.goes_on = number, goes_on
            self._stack.push(step)

    def remove(self, annotation: Annotation) -> None:
        """Delete an annotation."""
        is_note, store = annotation.kind == "note", self._store
        self._stack.push(
            _Step(
                self,
                lambda: self.tr("Delete note") if is_note else self.tr("Delete highlight"),
                lambda: store.remove(annotation.number),
                lambda: store.put(annotation),
            )
        )

    @property
    def stack(self) -> QUndoStack:
        """Where each step lies, with its way back."""
        return self._stack

    def _add(self, name: Name, annotation: Annotation) -> None:
        made: list[Annotation] = []

        def do() -> Annotation:
            made[:] = [self._store.put(made[0] if made else annotation)]
            return made[0]

        self._stack.push(_Step(self, name, do, lambda: self._store.remove(made[0].number)))

    def _step(self, name: Name, old: Annotation, new: Annotation) -> _Step:
        store = self._store
        return _Step(self, name, lambda: store.put(new), lambda: store.put(old))

    def carry_out(self, work: Callable[[], object]) -> None:
        """Change what is stored, in the order of the person's steps."""

        def done(result: object) -> None:
            if isinstance(result, Annotation):
                self.made.emit(result)

        self._runner.run(work, done, owner=self, write=True)

    def _show(self, found: list[Annotation]) -> None:
        if found != self.all:
            self.all = found
            self.changed.emit()


class _Step(NamedStep):
    """One change. It may outlive the tab that it was made in, and is undone all the same."""

    def __init__(
        self,
        owner: FileAnnotations,
        name: Name,
        do: Callable[[], object],
        undo: Callable[[], object],
    ) -> None:
        super().__init__(name)
        self.note_of = 0
        self.goes_on = False
        self._owner = owner
        self.do, self._undo = do, undo

    @override
    def redo(self) -> None:
        self._owner.carry_out(self.do)

    @override
    def undo(self) -> None:
        self._owner.carry_out(self._undo)

    @override
    def id(self) -> int:
        return 2

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Step) or not other.goes_on or other.note_of != self.note_of:
            return False
        self.do = other.do
        return True
