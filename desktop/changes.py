"""What a person does to the library, each step with its way back (Ctrl+Z names it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.errors import EngineError
from core.records import Group, Paper, PaperNumber
from desktop.protocols import Papers, Workspace
from desktop.tasks import TaskRunner

EDITABLE = ("title", "abstract", "authors", "year", "venue", "doi", "url", "keywords")


class LibraryChanges(QObject):
    """Makes changes through the writer lane, in order, and remembers how to undo them.

    Signals:
        changed: the library is another now; ask again for what is shown.
    """

    changed = Signal()

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self._papers: Papers = workspace.library.papers
        self._runner = runner

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Move papers to the Trash."""
        self._push(
            f"Move {_papers(numbers)} to Trash",
            lambda: self._papers.trash(numbers),
            lambda: self._papers.restore(numbers),
        )

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        """Take papers out of the Trash."""
        self._push(
            f"Restore {_papers(numbers)}",
            lambda: self._papers.restore(numbers),
            lambda: self._papers.trash(numbers),
        )

    def collect(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put papers into a collection, or take them out."""
        words = ("Add", "to") if member else ("Remove", "from")
        assign = self._papers.assign_collection
        self._push(
            f"{words[0]} {_papers(numbers)} {words[1]} “{group.name}”",
            lambda: assign(group.number, numbers, member=member),
            lambda: assign(group.number, numbers, member=not member),
        )

    def tag(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put a tag on papers, or take it off."""
        words = ("Tag", "as") if member else ("Untag", "as")
        assign = self._papers.assign_tag
        self._push(
            f"{words[0]} {_papers(numbers)} {words[1]} “{group.name}”",
            lambda: assign(group.number, numbers, member=member),
            lambda: assign(group.number, numbers, member=not member),
        )

    def add_collection(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a collection that holds some papers."""
        papers = self._papers
        self._push_new_group(
            f"Make collection “{name}”",
            lambda: papers.add_collection(name),
            lambda number: papers.assign_collection(number, numbers),
            papers.remove_collection,
        )

    def add_tag(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a tag and put it on some papers."""
        papers = self._papers
        self._push_new_group(
            f"Make tag “{name}”",
            lambda: papers.add_tag(name),
            lambda number: papers.assign_tag(number, numbers),
            papers.remove_tag,
        )

    def rename_collection(self, group: Group, name: str) -> None:
        """Give a collection another name."""
        rename = self._papers.rename_collection
        self._push_rename(group, name, rename)

    def rename_tag(self, group: Group, name: str) -> None:
        """Give a tag another name."""
        self._push_rename(group, name, self._papers.rename_tag)

    def remove_collection(self, group: Group) -> None:
        """Remove a collection; its papers stay."""
        papers = self._papers
        self._push_removal(
            f"Remove collection “{group.name}”",
            lambda: papers.ordered(sort="added", descending=False, collection=group.number),
            lambda: papers.remove_collection(group.number),
            lambda members: papers.assign_collection(papers.add_collection(group.name), members),
        )

    def remove_tag(self, group: Group) -> None:
        """Remove a tag; its papers stay."""
        papers = self._papers
        self._push_removal(
            f"Remove tag “{group.name}”",
            lambda: papers.ordered(sort="added", descending=False, tag=group.number),
            lambda: papers.remove_tag(group.number),
            lambda members: papers.assign_tag(papers.add_tag(group.name), members),
        )

    def edit(self, paper: Paper, fields: dict[str, Any]) -> None:  # Any: each field has its type
        """Set fields of a paper."""
        before = {name: getattr(paper, name) for name in fields}
        self._push(
            "Edit details",
            lambda: self._papers.update(paper.number, **fields),
            lambda: self._papers.update(paper.number, **before),
        )

    def _push_rename(self, group: Group, name: str, rename: Callable[[int, str], None]) -> None:
        self._push(
            f"Rename “{group.name}” to “{name}”",
            lambda: rename(group.number, name),
            lambda: rename(group.number, group.name),
        )

    def _push_new_group(
        self,
        text: str,
        add: Callable[[], int],
        fill: Callable[[int], None],
        remove: Callable[[int], None],
    ) -> None:
        made: list[int] = []

        def do() -> None:
            made.append(add())
            fill(made[-1])

        self._push(text, do, lambda: remove(made.pop()))

    def _push_removal(
        self,
        text: str,
        members: Callable[[], list[PaperNumber]],
        remove: Callable[[], None],
        bring_back: Callable[[list[PaperNumber]], None],
    ) -> None:
        held: list[PaperNumber] = []

        def do() -> None:
            held[:] = members()
            remove()

        self._push(text, do, lambda: bring_back(held))

    def _push(self, text: str, do: Callable[[], None], undo: Callable[[], None]) -> None:
        self.stack.push(_Step(self, text, do, undo))

    def write(self, work: Callable[[], None]) -> None:
        """Carry out one direction of a step."""
        self._runner.run(
            work, lambda _: self.changed.emit(), failed=self._failed, owner=self, write=True
        )

    def _failed(self, error: EngineError) -> None:
        # What did not happen cannot be undone, and what came after it rests on it.
        self.stack.clear()
        self._runner.failed.emit(error)
        self.changed.emit()


class _Step(QUndoCommand):
    def __init__(
        self,
        changes: LibraryChanges,
        text: str,
        do: Callable[[], None],
        undo: Callable[[], None],
    ) -> None:
        super().__init__(text)
        self._changes = changes
        self._do = do
        self._undo = undo

    def redo(self) -> None:
        self._changes.write(self._do)

    def undo(self) -> None:
        self._changes.write(self._undo)


def _papers(numbers: Sequence[PaperNumber]) -> str:
    return "1 paper" if len(numbers) == 1 else f"{len(numbers):,} papers"
