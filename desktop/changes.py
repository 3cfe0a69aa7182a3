"""Changes of the library as steps that can be undone (Ctrl+Z names them)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.base.errors import EngineError
from core.base.library_records import PaperFile, SavedSearch, SearchMode
from core.base.records import Group, Paper, PaperNumber
from desktop.language.engine_words import in_language
from desktop.language.step_names import Name, NamedStep
from desktop.language.wording import figure
from desktop.tasks import TaskRunner

if TYPE_CHECKING:
    from core.library.store.groups import GroupStore
    from core.library.store.history import HistoryEntry
    from core.workspace import Workspace

Work = Callable[[], object]


_FIELDS_OF_THEIR_OWN = ("doi:", "arxiv:", "cocite:")


def other_ids(paper: Paper) -> tuple[str, ...]:
    """Return the ids of a paper that are no DOI, no arXiv id and not Cocite's own."""
    return tuple(each for each in paper.ids if not each.lower().startswith(_FIELDS_OF_THEIR_OWN))


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
        library = workspace.library
        self._papers = library.papers
        self._collections, self._tags = library.collections, library.tags
        self._service = workspace.papers
        self._history = library.history
        self._runner = runner

    # --- what was done, also on other days ------------------------------------------------

    def ask_history(self, show: Callable[[list[HistoryEntry]], None], owner: QObject) -> None:
        """Ask for the last actions that changed the library, the latest first."""
        self._runner.run(self._history.all, show, owner=owner)

    def undo_action(self, number: int, *, and_later: bool = False) -> None:
        """Take an action of the history back, with ``and_later`` all that followed it too."""
        self._rewrite(lambda: self._history.undo(number, and_later=and_later))

    def redo_action(self, number: int) -> None:
        """Do an action of the history again."""
        self._rewrite(lambda: self._history.redo(number))

    def forget_history(self) -> None:
        """Forget the history; nothing of it can be undone any more."""
        self._rewrite(self._history.clear)

    def remember(self) -> None:
        """Let Undo take back what was done on other days, unless something was done already."""
        if not self.stack.count():
            self.ask_history(self._fill, self)

    def _rewrite(self, work: Work) -> None:
        def done(_: object) -> None:
            self.stack.clear()
            self.remember()
            self.changed.emit()

        self._runner.run(work, done, failed=self._runner.failed.emit, owner=self, write=True)

    def _fill(self, entries: Sequence[HistoryEntry]) -> None:
        if self.stack.count():
            return
        for entry in reversed(entries):
            if not (entry.undone or entry.problem):
                self.stack.push(self._past(entry))

    def _past(self, entry: HistoryEntry) -> _DoneStep:
        return _DoneStep(
            self,
            lambda: in_language(entry.said),
            lambda: self._history.redo(entry.number),
            lambda: self._history.undo(entry.number),
        )

    def make(self, name: Name, do: Work, undo: Work) -> None:
        """Carry out a change that has a way back, under the name that Undo and Redo show."""
        self.stack.push(_Step(self, name, do, undo))

    def note_change(self) -> None:
        """Say that the library was changed in another way than by a step."""
        self.changed.emit()

    # --- papers ---------------------------------------------------------------------------

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Move papers to the Trash."""
        self.make(
            lambda: self.tr("Move {0} to Trash").format(self._counted(numbers)),
            lambda: self._papers.trash(numbers),
            lambda: self._papers.restore(numbers),
        )

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        """Take papers out of the Trash."""
        self.make(
            lambda: self.tr("Restore {0}").format(self._counted(numbers)),
            lambda: self._papers.restore(numbers),
            lambda: self._papers.trash(numbers),
        )

    def note_import(self, numbers: Sequence[PaperNumber]) -> None:
        """Remember that papers were imported: undone, they lie in the Trash.

        What an import added to papers that were there already stays.
        """
        self.stack.push(
            _DoneStep(
                self,
                lambda: self.tr("Import {0}").format(self._counted(numbers)),
                lambda: self._papers.restore(numbers),
                lambda: self._papers.trash(numbers),
            )
        )

    def note_trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Remember that papers went to the Trash because another program has them no more."""
        self.stack.push(
            _DoneStep(
                self,
                lambda: self.tr("Move {0} to Trash").format(self._counted(numbers)),
                lambda: self._papers.trash(numbers),
                lambda: self._papers.restore(numbers),
            )
        )

    def edit(self, paper: Paper, fields: dict[str, Any]) -> None:  # Any: each field has its type
        """Set fields of a paper."""
        before = {name: getattr(paper, name) for name in fields}
        if "ids" in before:
            before["ids"] = other_ids(paper)
        if "citation_key" in before:  # which says whether the key was made up
            before["extra"] = paper.extra
        self.make(
            lambda: self.tr("Edit details"),
            lambda: self._papers.update(paper.number, **fields),
            lambda: self._papers.update(paper.number, **before),
        )

    def fill_in(self, found: Sequence[tuple[Paper, dict[str, Any]]]) -> None:  # Any: as in edit
        """Set fields of papers that were empty, all in one step."""
        numbers = [paper.number for paper, _ in found]
        before = [{name: getattr(paper, name) for name in fields} for paper, fields in found]

        def put(values: Sequence[dict[str, Any]]) -> None:
            self._papers.update_many(dict(zip(numbers, values, strict=True)))

        self.make(
            lambda: self.tr("Fill in details of {0}").format(self._counted(numbers)),
            lambda: put([fields for _, fields in found]),
            lambda: put(before),
        )

    def write_note(self, paper: PaperNumber, before: str, text: str, *, goes_on: bool) -> None:
        """Replace the note on a paper; what ``goes_on`` from the last step is one with it."""
        notes = self._service.notes
        step = _NoteStep(self, lambda: self.tr("Edit note"), lambda note: notes.set(paper, note))
        step.before, step.after, step.paper = before, text, paper
        step.goes_on = goes_on
        self.stack.push(step)

    def purge(self, numbers: Sequence[PaperNumber]) -> None:
        """Delete papers for good; this has no way back."""
        self.write(lambda: self._service.purge(numbers))

    # --- files ----------------------------------------------------------------------------

    def attach(self, paper: PaperNumber, path: Path) -> None:
        """Attach a copy of a PDF to a paper."""
        kept: list[PaperFile] = []

        def do() -> None:
            kept[:] = [self._service.attach(paper, path)]

        self.make(
            lambda: self.tr("Add file “{0}”").format(path.name),
            do,
            lambda: self._service.detach(paper, kept[0]),
        )

    def detach(self, paper: PaperNumber, file: PaperFile) -> None:
        """Let a file no longer belong to a paper; its copy stays while the library is open."""
        self.make(
            lambda: self.tr("Remove file “{0}”").format(file.path.name),
            lambda: self._service.detach(paper, file),
            lambda: self._service.attach(paper, file.path),
        )

    # --- collections and tags -------------------------------------------------------------

    def collect(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put papers into a collection, or take them out."""

        def name() -> str:
            text = self.tr("Add {0} to “{1}”") if member else self.tr("Remove {0} from “{1}”")
            return text.format(self._counted(numbers), group.name)

        self._assign(self._collections, name, group, numbers, member)

    def tag(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put a tag on papers, or take it off."""

        def name() -> str:
            text = self.tr("Tag {0} as “{1}”") if member else self.tr("Untag {0} as “{1}”")
            return text.format(self._counted(numbers), group.name)

        self._assign(self._tags, name, group, numbers, member)

    def add_collection(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a collection that holds some papers; one of that name is used if there is one."""

        def said() -> str:
            return self.tr("Make collection “{0}”").format(name)

        self._add_group(self._collections, said, name, numbers)

    def add_tag(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a tag and put it on some papers; one of that name is used if there is one."""
        self._add_group(self._tags, lambda: self.tr("Make tag “{0}”").format(name), name, numbers)

    def rename_collection(self, group: Group, name: str) -> None:
        """Give a collection another name."""
        self._rename(group.name, name, group.number, self._collections.rename)

    def rename_tag(self, group: Group, name: str) -> None:
        """Give a tag another name."""
        self._rename(group.name, name, group.number, self._tags.rename)

    def remove_collection(self, group: Group) -> None:
        """Remove a collection; its papers stay."""

        def said() -> str:
            return self.tr("Remove collection “{0}”").format(group.name)

        self._remove_group(self._collections, said, group)

    def remove_tag(self, group: Group) -> None:
        """Remove a tag; its papers stay."""
        self._remove_group(
            self._tags, lambda: self.tr("Remove tag “{0}”").format(group.name), group
        )

    # --- saved searches -------------------------------------------------------------------

    def save_search(self, name: str, mode: SearchMode, query: str) -> None:
        """Keep a search under a name."""
        searches = self._service.searches
        made: list[SavedSearch] = []

        def do() -> None:
            if made:  # done again: others may know its number by now
                searches.put_back(made[0])
            else:
                made.append(searches.add(name, mode, query))

        self.make(
            lambda: self.tr("Save search “{0}”").format(name),
            do,
            lambda: searches.remove(made[0].number),
        )

    def rename_search(self, search: SavedSearch, name: str) -> None:
        """Give a saved search another name."""
        self._rename(search.name, name, search.number, self._service.searches.rename)

    def remove_search(self, search: SavedSearch) -> None:
        """Forget a saved search; the papers it finds stay."""
        searches = self._service.searches
        self.make(
            lambda: self.tr("Remove saved search “{0}”").format(search.name),
            lambda: searches.remove(search.number),
            lambda: searches.put_back(search),
        )

    # --- how steps are made ---------------------------------------------------------------

    def _counted(self, numbers: Sequence[PaperNumber]) -> str:
        count = len(numbers)
        return self.tr("1 paper") if count == 1 else self.tr("{0} papers").format(figure(count))

    def _rename(self, old: str, new: str, number: int, rename: Callable[[int, str], None]) -> None:
        self.make(
            lambda: self.tr("Rename “{0}” to “{1}”").format(old, new),
            lambda: rename(number, new),
            lambda: rename(number, old),
        )

    def _assign(
        self,
        groups: GroupStore,
        said: Name,
        group: Group,
        numbers: Sequence[PaperNumber],
        member: bool,
    ) -> None:
        moved: list[PaperNumber] = []  # only those for which something changes are changed back

        def do() -> None:
            inside = set(groups.members(group.number))
            moved[:] = [number for number in numbers if (number in inside) != member]
            groups.assign(group.number, moved, member=member)

        self.make(said, do, lambda: groups.assign(group.number, moved, member=not member))

    def _add_group(
        self, groups: GroupStore, said: Name, name: str, numbers: Sequence[PaperNumber]
    ) -> None:
        made: list[Group] = []
        moved: list[PaperNumber] = []
        known: list[bool] = []

        def do() -> None:
            if made and not known[0]:
                groups.put_back(made[0].number, name, moved)
                return
            known[:] = [name.casefold() in {group.name.casefold() for group in groups.all()}]
            made[:] = [Group(groups.add(name), name, 0)]
            inside = set(groups.members(made[0].number))
            moved[:] = [number for number in numbers if number not in inside]
            groups.assign(made[0].number, moved, member=True)

        def undo() -> None:
            if known[0]:
                groups.assign(made[0].number, moved, member=False)
            else:
                groups.remove(made[0].number)

        self.make(said, do, undo)

    def _remove_group(self, groups: GroupStore, said: Name, group: Group) -> None:
        held: list[PaperNumber] = []

        def do() -> None:
            held[:] = groups.members(group.number)
            groups.remove(group.number)

        self.make(said, do, lambda: groups.put_back(group.number, group.name, held))

    # --- carrying out ---------------------------------------------------------------------

    def write(self, work: Work, step: QUndoCommand | None = None) -> None:
        """Carry out one direction of a step."""

        def failed(error: EngineError) -> None:
            self._failed(error, step)

        self._runner.run(work, lambda _: self.changed.emit(), failed=failed, owner=self, write=True)

    def _failed(self, error: EngineError, step: QUndoCommand | None) -> None:
        """Forget the step that could not be made, or all if others rest on it."""
        index = self.stack.index()
        if isinstance(step, _Step) and index and self.stack.command(index - 1) is step:
            step.forget()
            self.stack.undo()
        else:
            self.stack.clear()
        self._runner.failed.emit(error)
        self.changed.emit()


class _Step(NamedStep):
    def __init__(self, changes: LibraryChanges, name: Name, do: Work, undo: Work) -> None:
        super().__init__(name)
        self._changes = changes
        self._do = do
        self._undo = undo
        self._forgotten = False

    def forget(self) -> None:
        """Let the next undo drop this step instead of carrying anything out."""
        self._forgotten = True
        self.setObsolete(True)

    def redo(self) -> None:
        self._changes.write(self._do, self)

    def undo(self) -> None:
        if not self._forgotten:
            self._changes.write(self._undo)


class _DoneStep(_Step):
    """A step that was carried out before it came onto the stack."""

    _fresh = True

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
        else:
            super().redo()


class _NoteStep(_Step):
    """A note before and after. What goes on from the step before is taken into that one."""

    paper: PaperNumber
    before: str
    after: str
    goes_on: bool

    def __init__(self, changes: LibraryChanges, name: Name, put: Callable[[str], None]) -> None:
        super().__init__(changes, name, lambda: put(self.after), lambda: put(self.before))

    def id(self) -> int:
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _NoteStep) or other.paper != self.paper or not other.goes_on:
            return False
        self.after = other.after
        return True
