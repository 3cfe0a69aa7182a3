"""What a person does to the library, each step with its way back (Ctrl+Z names it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

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
        text = f"{words[0]} {_papers(numbers)} {words[1]} “{group.name}”"
        self._push_assignment(text, _Members(self._papers, "collection"), group, numbers, member)

    def tag(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put a tag on papers, or take it off."""
        text = f"{'Tag' if member else 'Untag'} {_papers(numbers)} as “{group.name}”"
        self._push_assignment(text, _Members(self._papers, "tag"), group, numbers, member)

    def add_collection(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a collection that holds some papers; one of that name is used if there is one."""
        members = _Members(self._papers, "collection")
        self._push_new_group(f"Make collection “{name}”", members, name, numbers)

    def add_tag(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a tag and put it on some papers; one of that name is used if there is one."""
        members = _Members(self._papers, "tag")
        self._push_new_group(f"Make tag “{name}”", members, name, numbers)

    def rename_collection(self, group: Group, name: str) -> None:
        """Give a collection another name."""
        rename = self._papers.rename_collection
        self._push_rename(group, name, rename)

    def rename_tag(self, group: Group, name: str) -> None:
        """Give a tag another name."""
        self._push_rename(group, name, self._papers.rename_tag)

    def remove_collection(self, group: Group) -> None:
        """Remove a collection; its papers stay."""
        members = _Members(self._papers, "collection")
        self._push_removal(f"Remove collection “{group.name}”", members, group)

    def remove_tag(self, group: Group) -> None:
        """Remove a tag; its papers stay."""
        self._push_removal(f"Remove tag “{group.name}”", _Members(self._papers, "tag"), group)

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

    def _push_assignment(
        self,
        text: str,
        members: _Members,
        group: Group,
        numbers: Sequence[PaperNumber],
        member: bool,
    ) -> None:
        moved: list[PaperNumber] = []  # only those for which something changes are changed back

        def do() -> None:
            inside = set(members.of(group.number))
            moved[:] = [number for number in numbers if (number in inside) != member]
            members.assign(group.number, moved, member=member)

        self._push(text, do, lambda: members.assign(group.number, moved, member=not member))

    def _push_new_group(
        self, text: str, members: _Members, name: str, numbers: Sequence[PaperNumber]
    ) -> None:
        made: list[int] = []
        moved: list[PaperNumber] = []
        known: list[bool] = []

        def do() -> None:
            known[:] = [name.casefold() in {group.name.casefold() for group in members.groups()}]
            made[:] = [members.add(name)]
            inside = set(members.of(made[0]))
            moved[:] = [number for number in numbers if number not in inside]
            members.assign(made[0], moved, member=True)

        def undo() -> None:
            if known == [True]:
                members.assign(made[0], moved, member=False)
            else:
                members.remove(made[0])

        self._push(text, do, undo)

    def _push_removal(self, text: str, members: _Members, group: Group) -> None:
        held: list[PaperNumber] = []
        place = [group.number]

        def do() -> None:
            held[:] = members.of(place[0])
            members.remove(place[0])

        def undo() -> None:
            place[:] = [members.add(group.name)]
            members.assign(place[0], held, member=True)

        self._push(text, do, undo)

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


class _Members:
    """Collections or tags behind one set of calls; all of them block."""

    def __init__(self, papers: Papers, kind: Literal["collection", "tag"]) -> None:
        collection = kind == "collection"
        self._papers = papers
        self._collection = collection
        self.groups = papers.collections if collection else papers.tags
        self.add = papers.add_collection if collection else papers.add_tag
        self.remove = papers.remove_collection if collection else papers.remove_tag
        self._assign = papers.assign_collection if collection else papers.assign_tag

    def of(self, group: int) -> list[PaperNumber]:
        """Return the papers of a group, outside the Trash."""
        collection, tag = (group, None) if self._collection else (None, group)
        return self._papers.ordered(sort="added", descending=False, collection=collection, tag=tag)

    def assign(self, group: int, numbers: Sequence[PaperNumber], *, member: bool) -> None:
        """Put papers in or take them out."""
        if numbers:
            self._assign(group, numbers, member=member)


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
