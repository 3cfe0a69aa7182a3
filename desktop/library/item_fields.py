"""The fields that the type of a paper has, each with its line; what was typed outlives a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from core.base import items
from desktop.language.field_names import field_name
from desktop.library.field_widgets import arrange, get_lines, several_lines
from desktop.ui.widgets import text_label

_PEOPLE_HEIGHT = 52
_ELSEWHERE = frozenset({"issued"})  # in the line of the date


class ItemFields(QObject):
    """Lines for fields, two beside each other; people have a box, one a line.

    ``shown`` has those of the type, ``more`` the others that hold something.

    Signals:
        changed: something was typed.
    """

    changed = Signal()

    def __init__(self, extra: Mapping[str, Any], parent: QWidget) -> None:
        super().__init__(parent)
        self.main_part, self.more = QWidget(parent), QWidget(parent)
        self.lines: dict[str, QLineEdit | QPlainTextEdit] = {}
        self.names_of_more: list[str] = []
        self._before = extra
        self._labels: dict[str, QLabel] = {}
        for part in (self.main_part, self.more):
            grid = arrange(QGridLayout(part), parent)
            grid.setContentsMargins(0, 0, 0, 0)

    def set_type(self, kind: str) -> None:
        """Show the fields of a type; others that hold something stay, under ``more``."""
        of_type = list(items.FIELDS[kind])
        filled_names = {name for name in self._before if name in items.VARIABLES}
        filled_names |= {name for name, value in self.typed().items() if value}
        self.names_of_more = sorted(filled_names - set(of_type) - _ELSEWHERE)
        for widget in (*self.lines.values(), *self._labels.values()):
            widget.hide()
        self._lay_out(self.main_part, of_type, kind)
        self._lay_out(self.more, self.names_of_more, kind)

    def typed(self) -> dict[str, Any]:  # Any: JSON values
        """Return the fields that have lines, with what they hold; "" where nothing is."""
        return {name: self._value(name, line) for name, line in self.lines.items()}

    def _lay_out(self, part: QWidget, names: Sequence[str], kind: str) -> None:
        grid = part.layout()
        assert isinstance(grid, QGridLayout)
        while grid.takeAt(0) is not None:
            pass
        before: QWidget | None = None
        for index, name in enumerate(names):
            line, label = self._line(name), self._labels[name]
            label.setText(field_name(name, kind))
            line.setAccessibleName(label.text())
            row, column = divmod(index, 2)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(line, row, 2 * column + 1)
            label.show()
            line.show()
            if before is not None:
                QWidget.setTabOrder(before, line)
            before = line

    def _line(self, name: str) -> QLineEdit | QPlainTextEdit:
        if name not in self.lines:
            self.lines[name] = self._make_field(name)
            self._labels[name] = text_label()
            self._labels[name].setBuddy(self.lines[name])
            if name in items.NAMES:
                self._labels[name].setAlignment(Qt.AlignmentFlag.AlignTop)
                self._labels[name].setContentsMargins(0, 6, 0, 0)
        return self.lines[name]

    def _make_field(self, name: str) -> QLineEdit | QPlainTextEdit:
        if name in items.NAMES:
            box = several_lines("\n".join(items.get_people(self._before, name)), _PEOPLE_HEIGHT)
            box.setToolTip(self.tr("One person a line, the given name first"))
            box.textChanged.connect(self.changed)
            return box
        line = QLineEdit(_format_value(self._before, name))
        line.setCursorPosition(0)
        line.textChanged.connect(self.changed)
        if name in items.DATES:
            line.setPlaceholderText("2016-05-12")
        return line

    def _value(self, name: str, line: QLineEdit | QPlainTextEdit) -> object:
        before = self._before.get(name)
        if isinstance(line, QPlainTextEdit):
            people = get_lines(line)
            return before if tuple(people) == items.get_people(self._before, name) else people
        text = " ".join(line.text().split())
        return before if text == _format_value(self._before, name) and before is not None else text


def _format_value(extra: Mapping[str, Any], name: str) -> str:
    return " ".join(items.get_field_text(extra, name).split())
