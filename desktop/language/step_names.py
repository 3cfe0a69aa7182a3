"""Names of steps in the Undo and Redo menu, which follow the language."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand, QUndoStack

Name = Callable[[], str]
"""Says what a step is called, in the language of the moment."""


class NamedStep(QUndoCommand):
    """A step that can say its name again, in another language."""

    def __init__(self, name: Name) -> None:
        super().__init__(name())
        self._name = name

    def say_again(self) -> None:
        """Bear the name that the language of now has for it."""
        self.setText(self._name())


def name_again(stack: QUndoStack) -> None:
    """Give all steps their names in the language of now; menus made from here on show them."""
    for index in range(stack.count()):
        step = stack.command(index)
        if isinstance(step, NamedStep):
            step.say_again()
