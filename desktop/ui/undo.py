"""Undo and redo for the whole window: what the history of the library can take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from core.base.errors import EngineError
from desktop.language.wording import in_language
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.library.store.history import HistoryEntry, NextActions
    from core.workspace import Workspace

_LONGEST = 60
"""Letters of an action in a menu: one with two titles would be as wide as the screen."""


class LibraryUndo(QObject):
    """Takes back what was done to the library last, and does it again.

    Whoever changes the library calls ``note_change`` when asking for it and ``refresh`` when it
    is done. All that is written happens in the order in which it was asked for.

    Signals:
        moved(int): a change (1), an undo (-1) or a redo (1) was asked for.
        named: what Undo or Redo would do next is another; see ``undo_text`` and ``redo_text``.
        rewritten: something was undone or redone: ask again for what is shown.
    """

    moved = Signal(int)
    named = Signal()
    rewritten = Signal()

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._history = workspace.library.history
        self._runner = runner
        self._undo: HistoryEntry | None = None
        self._redo: HistoryEntry | None = None
        self._changes = 0

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
        self._move(-1, self._history.undo_last)

    def redo(self) -> None:
        """Do again what was undone last."""
        self._move(1, self._history.redo_next)

    def note_change(self) -> None:
        """Take notice of a change that was asked for: it is what Undo takes back next."""
        self._changes += 1
        self.moved.emit(1)
        self.named.emit()

    def refresh(self, *_: object) -> None:
        """Ask what can be undone and redone now, behind what is being written."""
        changes = self._changes

        def show(actions: NextActions) -> None:
            self._changes = max(0, self._changes - changes)
            self._undo, self._redo = actions
            self.named.emit()

        self._runner.run(self._history.next_actions, show, owner=self, write=True)

    # --- the history ----------------------------------------------------------------------

    def ask_history(self, show: Callable[[list[HistoryEntry]], None], owner: QObject) -> None:
        """Ask for the last actions that changed the library, the latest first."""
        self._runner.run(self._history.all, show, owner=owner)

    def undo_action(self, number: int, *, and_later: bool = False) -> None:
        """Take an action of the history back, with ``and_later`` all that followed it too."""
        self._move(-1, lambda: self._history.undo(number, and_later=and_later))

    def redo_action(self, number: int) -> None:
        """Do an action of the history again."""
        self._move(1, lambda: self._history.redo(number))

    def clear_history(self) -> None:
        """Forget the history; nothing of it can be undone any more."""
        self._move(-1, self._history.clear)

    def _move(self, direction: int, work: Callable[[], object]) -> None:
        self.moved.emit(direction)

        def failed(error: EngineError) -> None:
            self._runner.failed.emit(error)
            done()

        def done(*_: object) -> None:
            self.rewritten.emit()
            self.refresh()

        self._runner.run(work, done, failed=failed, owner=self, write=True)


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
        (self._library_undo.redo if self._redo else self._library_undo.undo)()

    def _follow(self) -> None:
        undo = self._library_undo
        name = self.tr("Redo") if self._redo else self.tr("Undo")
        self.setProperty("title", name)
        text = undo.redo_text if self._redo else undo.undo_text
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST - 1].rstrip()}…"
        self.setText(f"{name}: {text.replace('&', '&&')}" if text else name)
        self.setEnabled(undo.can_redo if self._redo else undo.can_undo)
