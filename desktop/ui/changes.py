"""What a person changes in the library; each change can be undone (Ctrl+Z names it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from core.base.library_records import PaperFile, SavedSearch, SearchMode
from core.base.records import Group, Paper, PaperNumber
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import LibraryUndo

if TYPE_CHECKING:
    from core.workspace import Workspace

Work = Callable[[], object]

_FIELDS_OF_THEIR_OWN = ("doi:", "arxiv:", "cocite:")


def other_ids(paper: Paper) -> tuple[str, ...]:
    """Return the ids of a paper that are no DOI, no arXiv id and not Cocite's own."""
    return tuple(name for name in paper.ids if not name.lower().startswith(_FIELDS_OF_THEIR_OWN))


class LibraryChanges(QObject):
    """Makes changes through the writer lane, in order. The library records how to undo them.

    Signals:
        changed: the library is another now; ask again for what is shown.
    """

    changed = Signal()

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.undo = LibraryUndo(workspace, runner, self)
        self.undo.rewritten.connect(self.changed)
        library = workspace.library
        self._papers = library.papers
        self._collections, self._tags = library.collections, library.tags
        self._service = workspace.papers
        self._runner = runner

    def note_change(self) -> None:
        """Say that the library was changed in another way than by ``write``."""
        self.undo.refresh()
        self.changed.emit()

    def note_action(self) -> None:
        """Say that the person changed the library in another way than by ``write``."""
        self.undo.note_change()
        self.note_change()

    def write(self, work: Work) -> None:
        """Change the library; ``work`` is one action of its history."""

        def done(_: object) -> None:
            self.note_change()

        def failed(error: EngineError) -> None:
            self._runner.failed.emit(error)
            self.note_change()

        self.undo.note_change()
        self._runner.run(work, done, failed=failed, owner=self, write=True)

    # --- changes of papers ----------------------------------------------------------------

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Move papers to the Trash."""
        self.write(lambda: self._papers.trash(numbers))

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        """Take papers out of the Trash."""
        self.write(lambda: self._papers.restore(numbers))

    def purge(self, numbers: Sequence[PaperNumber]) -> None:
        """Delete papers for good; only the history can bring them back."""
        self.write(lambda: self._service.purge(numbers))

    def edit(self, paper: Paper, fields: dict[str, Any]) -> None:  # Any: each field has its type
        """Set fields of a paper."""
        self.write(lambda: self._papers.update(paper.number, **fields))

    def fill_in(self, details: Sequence[tuple[Paper, dict[str, Any]]]) -> None:  # Any: as in edit
        """Set fields of papers that were empty, all in one action."""
        values = {paper.number: fields for paper, fields in details}
        self.write(lambda: self._papers.update_many(values))

    def write_note(self, paper: PaperNumber, text: str, *, goes_on: bool) -> None:
        """Replace the note on a paper; what ``goes_on`` from the last change is one with it."""
        self.write(lambda: self._service.notes.set(paper, text, goes_on=goes_on))

    # --- files of papers ------------------------------------------------------------------

    def attach(self, paper: PaperNumber, path: Path) -> None:
        """Attach a copy of a PDF to a paper."""
        self.write(lambda: self._service.attach(paper, path))

    def detach(self, paper: PaperNumber, file: PaperFile) -> None:
        """Let a file no longer belong to a paper."""
        self.write(lambda: self._service.detach(paper, file))

    # --- collections and tags -------------------------------------------------------------

    def collect(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put papers into a collection, or take them out."""
        self.write(lambda: self._collections.assign(group.number, numbers, member=member))

    def tag(self, group: Group, numbers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put a tag on papers, or take it off."""
        self.write(lambda: self._tags.assign(group.number, numbers, member=member))

    def add_collection(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a collection that holds some papers; one of that name is used if there is one."""
        self.write(lambda: self._collections.add(name, numbers))

    def add_tag(self, name: str, numbers: Sequence[PaperNumber] = ()) -> None:
        """Make a tag and put it on some papers; one of that name is used if there is one."""
        self.write(lambda: self._tags.add(name, numbers))

    def rename_collection(self, group: Group, name: str) -> None:
        """Give a collection another name."""
        self.write(lambda: self._collections.rename(group.number, name))

    def rename_tag(self, group: Group, name: str) -> None:
        """Give a tag another name."""
        self.write(lambda: self._tags.rename(group.number, name))

    def remove_collection(self, group: Group) -> None:
        """Remove a collection; its papers stay."""
        self.write(lambda: self._collections.remove(group.number))

    def remove_tag(self, group: Group) -> None:
        """Remove a tag; its papers stay."""
        self.write(lambda: self._tags.remove(group.number))

    # --- saved searches -------------------------------------------------------------------

    def save_search(self, name: str, mode: SearchMode, query: str) -> None:
        """Keep a search under a name."""
        self.write(lambda: self._service.searches.add(name, mode, query))

    def rename_search(self, search: SavedSearch, name: str) -> None:
        """Give a saved search another name."""
        self.write(lambda: self._service.searches.rename(search.number, name))

    def remove_search(self, search: SavedSearch) -> None:
        """Forget a saved search; the papers it finds stay."""
        self.write(lambda: self._service.searches.remove(search.number))
