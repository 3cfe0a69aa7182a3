"""Changes of the library, and Ctrl+Z for the whole window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from core.base.errors import EngineError
from core.base.library_records import PaperFile, SavedSearch, SearchMode
from core.base.records import Group, Paper, PaperNumber
from desktop.language.wording import choose_plural, in_language
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import confirm

if TYPE_CHECKING:
    from core.library.store.history import HistoryEntry, NextActions
    from core.workspace import Workspace


# --- undo and redo: what the history of the library can take back -----------------------------


_LONGEST = 60
"""Letters of an action in a menu: one with two titles would be as wide as the screen."""
MANY_PAPERS = 10
"""An action that brought more is undone by a key only after a question: one press too many, on a
page that shows none of them, would empty the library."""


class LibraryUndo(QObject):
    """Takes back what was done to the library last, and does it again.

    Whoever changes the library calls ``note_change`` when asking for it and ``refresh`` when it
    is done. All that is written happens in the order in which it was asked for.

    Signals:
        moved(int): a change (1), an undo (-1) or a redo (1) was asked for.
        named: what Undo or Redo would do next is another; see ``undo_text`` and ``redo_text``.
        rewritten: something was undone or redone: ask again for what is shown.
        reported(str): what was undone or redone, which may be out of sight, as a sentence.
        confirmation_needed(HistoryEntry): ask before this is undone; many papers came with it.
    """

    moved = Signal(int)
    named = Signal()
    rewritten = Signal()
    reported = Signal(str)
    confirmation_needed = Signal(object)

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._history = workspace.library.history
        self._runner = runner
        self._undo: HistoryEntry | None = None
        self._redo: HistoryEntry | None = None
        self._changes = 0
        self._is_asking = False

    # --- step by step ---------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether something can be undone, as far as is known."""
        return bool(self._changes) or self._undo is not None

    @property
    def can_redo(self) -> bool:
        """Whether something can be redone, as far as is known."""
        return not self._changes and self._redo is not None

    @property
    def undo_text(self) -> str:
        """What would be undone, "" if nothing or while it is being written."""
        return "" if self._changes or self._undo is None else in_language(self._undo.said)

    @property
    def redo_text(self) -> str:
        """What would be redone, "" if nothing."""
        return in_language(self._redo.said) if self._redo and self.can_redo else ""

    def undo(self) -> None:
        """Take back what was done last."""
        self._move(
            -1, self._history.undo_last, self.tr("Undone: {action}"), title=self._undo_title()
        )

    def undo_or_ask(self) -> None:
        """Take back what was done last; ask before many papers go to the Trash with it."""
        if self._undo is not None and not self._changes and self._undo.papers > MANY_PAPERS:
            self.confirmation_needed.emit(self._undo)
            return
        work = lambda: self._history.undo_last(most_papers=MANY_PAPERS)  # noqa: E731
        report, title = self.tr("Undone: {action}"), self._undo_title()
        self._move(-1, work, report, title=title, held_back=self._ask)

    def ask_to_undo(self, parent: QWidget, entry: HistoryEntry) -> None:
        """Ask once whether the last action, which brought many papers, is undone."""
        if self._is_asking:
            return

        def undo() -> HistoryEntry:
            self._history.undo(entry.number)
            return entry

        report, title = self.tr("Undone: {action}"), self._undo_title()
        move = lambda: self._move(-1, undo, report, title=title)  # noqa: E731
        question = self.tr("Undo “{action}”?").format(action=in_language(entry.said))
        papers = choose_plural(
            self.tr("%Ln paper(s) will be moved to the Trash.", "", entry.papers), entry.papers
        )
        explanation = f"{papers} {self.tr('“Redo” brings them back.')}"
        self._is_asking = True
        box = confirm(parent, question, explanation, self.tr("Undo"), move)
        box.finished.connect(self._note_answer)

    def _note_answer(self) -> None:
        self._is_asking = False

    def redo(self) -> None:
        """Do again what was undone last."""
        title = self.tr("Redoing: {action}").format(action=self.redo_text)
        self._move(1, self._history.redo_next, self.tr("Redone: {action}"), title=title)

    def note_change(self) -> None:
        """Take notice of a change that was asked for: it is what Undo takes back next."""
        self._changes += 1
        self.moved.emit(1)
        self.named.emit()

    def refresh(self, *_: object) -> None:
        """Ask what can be undone and redone now, behind what is being written."""
        self._ask_next_actions(lambda: None)

    def _ask(self) -> None:
        """Ask for what was held back, or take back what came behind it meanwhile."""
        self._ask_next_actions(lambda: self.undo_or_ask() if self.can_undo else None)

    def _ask_next_actions(self, then: Callable[[], None]) -> None:
        changes = self._changes

        def show(actions: NextActions) -> None:
            self._changes = max(0, self._changes - changes)
            self._undo, self._redo = actions
            self.named.emit()
            then()

        self._runner.run(self._history.next_actions, show, owner=self, write=True)

    def _undo_title(self) -> str:
        text = self.undo_text
        with_name, without = self.tr("Undoing: {action}"), self.tr("Undoing actions")
        return with_name.format(action=text) if text else without

    # --- the history ----------------------------------------------------------------------

    def ask_history(self, show: Callable[[list[HistoryEntry]], None], owner: QObject) -> None:
        """Ask for the last actions that changed the library, the latest first."""
        self._runner.run(self._history.all, show, owner=owner)

    def undo_action(self, number: int, *, and_later: bool = False) -> None:
        """Take an action of the history back, with ``and_later`` all that followed it too."""
        work = lambda: self._history.undo(number, and_later=and_later)  # noqa: E731
        self._move(-1, work, title=self.tr("Undoing actions"))

    def redo_action(self, number: int) -> None:
        """Do an action of the history again."""
        self._move(1, lambda: self._history.redo(number), title=self.tr("Redoing an action"))

    def clear_history(self) -> None:
        """Forget the history; nothing of it can be undone any more."""
        self._move(-1, self._history.clear, title=self.tr("Clearing the history"))

    def _move(
        self,
        direction: int,
        work: Callable[[], HistoryEntry | None],
        report: str = "",
        *,
        title: str,
        held_back: Callable[[], None] | None = None,
    ) -> None:
        """Change the library by ``work``; call ``held_back`` if that changed nothing."""
        self.moved.emit(direction)

        def failed(error: EngineError) -> None:
            self._runner.failed.emit(error)
            self.rewritten.emit()
            self.refresh()

        def done(entry: HistoryEntry | None = None) -> None:
            if entry is None and held_back is not None:
                held_back()
                return
            if entry is not None:
                self.reported.emit(report.format(action=in_language(entry.said)))
            self.rewritten.emit()
            self.refresh()

        self._runner.write_titled(title, work, done, failed=failed, owner=self)


class UndoAction(QAction):
    """The entry of a menu that undoes, or redoes; it says what it would do."""

    def __init__(self, library_undo: LibraryUndo, parent: QObject, *, redo: bool = False) -> None:
        super().__init__(parent)
        self._library_undo = library_undo
        self._redo = redo
        self.triggered.connect(self._move)
        library_undo.named.connect(self._follow)
        self._follow()

    def _move(self) -> None:
        (self._library_undo.redo if self._redo else self._library_undo.undo_or_ask)()

    def _follow(self) -> None:
        undo = self._library_undo
        name = self.tr("Redo") if self._redo else self.tr("Undo")
        self.setProperty("title", name)
        text = undo.redo_text if self._redo else undo.undo_text
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST - 1].rstrip()}…"
        self.setText(f"{name}: {text.replace('&', '&&')}" if text else name)
        self.setEnabled(undo.can_redo if self._redo else undo.can_undo)


# --- what a person changes in the library; each change can be undone (Ctrl+Z names it) --------


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
