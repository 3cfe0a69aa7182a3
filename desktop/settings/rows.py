"""What a section of the settings is made of: rows with a name, a field and a sentence on it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from core.base.settings import Presentation
from desktop.language.wording import holds_words, searchable, translate
from desktop.settings.store import SettingsStore
from desktop.ui.form_fields import DropDown, NumberField, Slider
from desktop.ui.theme import GRID, indent_number, set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox

_LEAST_LETTERS = 56
_LEAST_CHOICE = 14
_NARROW_LETTERS = 26
_ANY_WIDTH = 16_777_215  # Qt's QWIDGETSIZE_MAX


class Row(QFrame):
    """One setting: its name, its field, and what it means; ``below`` may say how it stands.

    ``words`` are found by the search.
    """

    def __init__(
        self,
        name: str,
        field: QWidget,
        meaning: str = "",
        *,
        stretch: bool = False,
        words: str = "",
        below: QWidget | None = None,
    ) -> None:
        super().__init__()
        set_look(self, "row")
        self.field = field
        self.name = text_label(name, wrap=True)
        self.name.setBuddy(field)
        self._own_words = f"{name} {meaning} {words}"
        if not field.accessibleName():
            field.setAccessibleName(name.replace("&", ""))
        field.setAccessibleDescription(meaning)
        column = vbox(spacing=4)
        line = hbox((field, int(stretch)))
        if not stretch:
            line.addStretch(1)
        column.addLayout(line)
        if meaning:
            explanation = text_label(meaning, "muted", wrap=True)
            column.addWidget(explanation)
        if below is not None:
            column.addWidget(below)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(GRID, GRID, GRID, GRID)
        self._parts.addWidget(self.name, 0, Qt.AlignmentFlag.AlignTop)
        self._parts.addLayout(column, 1)
        self.arrange(narrow=False)

    def beside(self) -> int:
        """Return the width it takes to have the name beside the field, while it is there."""
        letter = self.fontMetrics().averageCharWidth()
        needed = self._name_width() + self.field.minimumSizeHint().width() + 6 * GRID
        return max(needed, _LEAST_LETTERS * letter)

    def bend(self, room: int) -> None:
        """Let a field that has a form for little room take it if it does not fit otherwise."""
        if isinstance(self.field, Pliable):
            self.field.arrange(narrow=False)
            self.field.arrange(narrow=self.field.sizeHint().width() > room)

    def arrange(self, *, narrow: bool) -> None:
        """Put the name above the field, or beside it."""
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._parts.setDirection(way)
        self._parts.setSpacing(4 if narrow else 2 * GRID)
        self.name.setMinimumWidth(0 if narrow else self._name_width())
        self.name.setMaximumWidth(_ANY_WIDTH if narrow else self._name_width())

    def _name_width(self) -> int:
        return max(144, 22 * self.fontMetrics().averageCharWidth())

    def matches(self, words: Sequence[str]) -> bool:
        """Say whether all words, as ``search_words`` gives them, occur in the row."""
        return holds_words(searchable(self._own_words, _texts(self.field)), words)

    def mark(self, is_match: bool) -> None:
        """Show that the search found this row, or that it did not."""
        set_look(self, "found" if is_match else "row")


@runtime_checkable
class Pliable(Protocol):
    """A field that has a form for little room."""

    def arrange(self, *, narrow: bool) -> None:
        """Take the form for little room, or the usual one."""


Widgets = Mapping[str, Callable[[SettingsStore], QWidget]]
"""What makes the fields that declarations name."""


class Section(QScrollArea):
    """A section: a title and rows, those of its declared settings by themselves.

    A subclass adds what else it shows, and follows the store. ``heading`` is the title in English,
    known without building the section. ``widgets`` makes the fields that a declaration names.
    “Restore defaults” puts the settings of the section back, unless it is not ``is_restorable``.
    """

    heading = ""
    widgets: ClassVar[Widgets] = {}
    is_restorable = True

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self.store = store
        self.rows: list[Row] = []
        self._wide: list[QWidget] = []
        self.declared: dict[str, QWidget] = {}
        """The fields of the declared settings, by the names of these."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QFrame()
        set_look(inside, "surface")
        self._column = vbox(of=inside, margins=2 * GRID, spacing=0)
        self.setWidget(inside)

    @classmethod
    def translated_heading(cls) -> str:
        """Return the title in the language of the window."""
        return translate(cls.__name__, cls.heading)

    def head(self, meaning: str = "") -> None:
        """Begin with the name of the section."""
        self.title = self.translated_heading()
        label = text_label(self.title, "title", wrap=True)
        label.setContentsMargins(GRID, 0, GRID, GRID)
        self._column.addWidget(label)
        if meaning:
            self.say(meaning)

    def say(self, text: str) -> None:
        """Add a sentence that belongs to all of the section."""
        label = text_label(text, wrap=True)
        label.setContentsMargins(GRID, 0, GRID, GRID)
        set_look(label, "muted")
        self._column.addWidget(label)

    def add(self, row: Row) -> Row:
        """Add a row."""
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def add_declared(self, name: str, below: QWidget | None = None) -> Row:
        """Add the row of a setting as ``core.base.settings.setting`` declares it."""
        presentation = self.store.now.presentations()[name]
        title, meaning, words = map(
            self._translate, (presentation.title, presentation.meaning, presentation.words)
        )
        field = self.declared[name] = self._make_field(name, presentation)
        is_slider = isinstance(field, Share)
        return self.add(Row(title, field, meaning, stretch=is_slider, words=words, below=below))

    def _make_field(self, name: str, presentation: Presentation) -> QWidget:
        """Make the widget of a setting, by its declaration and its type."""
        if presentation.widget:
            return self.widgets[presentation.widget](self.store)
        if presentation.choices:
            return Choice(
                self.store,
                name,
                [(value, self._translate(text)) for value, text in presentation.choices.items()],
            )
        kind = type(self.store.now).model_fields[name].annotation
        if kind is bool:
            return Switch(self.store, name, self._translate(presentation.label))
        return self._make_number(name, presentation, is_share=kind is float)

    def _make_number(self, name: str, presentation: Presentation, *, is_share: bool) -> QWidget:
        """Make a slider for a share, or a field for a whole number."""
        if is_share:
            low, high = map(self._translate, presentation.ends)
            return Share(
                self.store,
                name,
                (low, high),
                percent=presentation.shows_percent,
                is_reversed=presentation.is_reversed,
            )
        least, most = map(int, self.store.now.limits(name))
        values = range(least, most, presentation.step)
        return Number(self.store, name, values, self._translate(presentation.unit))

    def _translate(self, text: str) -> str:
        return translate(type(self).__name__, text) if text else ""

    def add_wide(self, widget: QWidget, stretch: int = 0) -> None:
        """Add what needs the whole width."""
        if isinstance(widget, Pliable):
            self._wide.append(widget)
        self._column.addWidget(widget, stretch)

    def end(self, *, filled: bool = False) -> None:
        """Close the section with its “Restore defaults”; one that is ``filled`` grows itself."""
        for name, presentation in self.store.now.presentations().items():
            if presentation.section == type(self).__name__ and name not in self.declared:
                self.add_declared(name)
        if self.declared and self.is_restorable:
            self._restore = _Restore(self.store, tuple(self.declared))
            self._column.addSpacing(2 * GRID)
            self._column.addWidget(self._restore)
        if not filled:
            self._column.addStretch(1)

    def mark_matches(self, words: Sequence[str]) -> int:
        """Mark the rows in which all words occur, and return how many there are."""
        row_matches = [bool(words) and row.matches(words) for row in self.rows]
        for row, hit in zip(self.rows, row_matches, strict=True):
            row.mark(hit)
        first = next((row for row, hit in zip(self.rows, row_matches, strict=True) if hit), None)
        if first is not None:
            self.ensureWidgetVisible(first)
        return sum(row_matches)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._arrange)  # once the fields have the new size, too

    def _arrange(self) -> None:
        """Put all names beside their fields, or above them if one does not fit so."""
        room = self.viewport().width() - 4 * GRID
        for row in self.rows:
            row.bend(room - 2 * GRID)
            row.arrange(narrow=False)
        if any(row.beside() > room for row in self.rows):
            for row in self.rows:
                row.arrange(narrow=True)
        for widget in self._wide:
            assert isinstance(widget, Pliable)
            widget.arrange(narrow=False)
            widget.arrange(narrow=widget.sizeHint().width() > room)

    def enter(self) -> None:
        """Put the focus on the first field found, else on the first of all."""
        marked = [row for row in self.rows if row.property("look") == "found"]
        for row in [*marked, *self.rows]:
            if row.field.isEnabled():
                row.field.setFocus(Qt.FocusReason.TabFocusReason)
                return


class _Restore(QWidget):
    """“Restore defaults”, and the way back."""

    def __init__(self, store: SettingsStore, names: tuple[str, ...]) -> None:
        super().__init__()
        self._store = store
        self._names = names
        self._before: dict[str, object] | None = None
        self.button = push_button("", self._act)
        hbox(self.button, 1, of=self, margins=(GRID, 0, GRID, 0))
        store.changed.connect(self._changed)
        self._show()

    def _show(self) -> None:
        back = self._before is not None
        self.button.setText(
            self.tr("Undo “Restore defaults”") if back else self.tr("Restore defaults")
        )
        now = self._store.now
        same = now == now.at_defaults(self._names)
        self.button.setEnabled(back or not same)
        self.button.setToolTip(
            self.tr("This section uses the default settings.") if same and not back else ""
        )

    def _act(self) -> None:
        now = self._store.now
        if self._before is not None:
            before, self._before = self._before, None
            self._store.change(**before)
        else:
            before = {name: getattr(now, name) for name in self._names}
            self._store.use(now.at_defaults(self._names))
            self._before = before
        self._show()

    def _changed(self, names: frozenset[str]) -> None:
        if names & set(self._names):
            self._before = None  # a later choice is not to be undone with it
        self._show()


class Choice(DropDown):
    """A choice of one among named values, bound to a setting.

    Texts of numbers may have a {0}, which is the number. A number that is not among them, as a
    person may have written it into the file, is shown beside them in the words of the last one.
    """

    def __init__(
        self, store: SettingsStore, name: str, options: Iterable[tuple[object, str]]
    ) -> None:
        super().__init__()
        self._store, self._name = store, name
        self.setMinimumWidth(_LEAST_CHOICE * self.fontMetrics().averageCharWidth())
        for value, words in options:
            self.addItem(_fill_number(words, value), value)
        self._last_words = words
        self._follow(frozenset((name,)))
        self.activated.connect(lambda _: store.change(**{name: self.currentData()}))
        store.changed.connect(self._follow)

    def _follow(self, names: frozenset[str]) -> None:
        if self._name in names:
            value = getattr(self._store.now, self._name)
            if self.findData(value) < 0 and isinstance(value, int):
                place = sum(self.itemData(index) < value for index in range(self.count()))
                self.insertItem(place, _fill_number(self._last_words, value), value)
            self.setCurrentIndex(max(0, self.findData(value)))


def _fill_number(text: str, value: object) -> str:
    """Return the text of a choice with its number."""
    return text.format(value) if isinstance(value, int) else text


class Switch(QCheckBox):
    """A check box bound to a setting."""

    def __init__(self, store: SettingsStore, name: str, text: str) -> None:
        super().__init__(text)
        self._store, self._name, self._text = store, name, text
        self._follow(frozenset((name,)))
        self.clicked.connect(lambda checked: store.change(**{name: checked}))
        store.changed.connect(self._follow)

    def arrange(self, *, narrow: bool) -> None:
        """Break the words into lines where there is little room; Qt does not do so itself."""
        self.setText(textwrap.fill(self._text, _NARROW_LETTERS) if narrow else self._text)

    def _follow(self, names: frozenset[str]) -> None:
        if self._name in names:
            self.setChecked(getattr(self._store.now, self._name))


class Number(NumberField):
    """A whole number bound to a setting."""

    def __init__(self, store: SettingsStore, name: str, limits: range, unit: str = "") -> None:
        super().__init__()
        self._store, self._name = store, name
        self.setRange(limits.start, limits.stop)
        self.setSingleStep(limits.step)
        self.setSuffix(unit)
        self.setKeyboardTracking(False)
        indent_number(self)
        self._follow(frozenset((name,)))
        self.valueChanged.connect(lambda value: store.change(**{name: value}))
        store.changed.connect(self._follow)

    def _follow(self, names: frozenset[str]) -> None:
        if self._name in names:
            blocked = self.blockSignals(True)
            self.setValue(getattr(self._store.now, self._name))
            self.blockSignals(blocked)


class Share(QWidget):
    """A slider over 0..1 in hundredths between two words, bound to a setting.

    If ``is_reversed``, the value falls to the right.

    Signals:
        moved: the slider shows another value; the setting follows at once.
    """

    value_changed = Signal(int)

    def __init__(
        self,
        store: SettingsStore,
        name: str,
        ends: tuple[str, str],
        *,
        percent: bool = False,
        is_reversed: bool = False,
    ) -> None:
        super().__init__()
        self._store, self._name = store, name
        self.slider = Slider()
        self.slider.setRange(0, 100)
        self.slider.setSingleStep(5)
        self.slider.setPageStep(10)
        self.slider.setInvertedAppearance(is_reversed)
        self.slider.setInvertedControls(is_reversed)
        self._value = text_label() if percent else None
        self._ends = (text_label(ends[0]), text_label(ends[1]))
        for end in self._ends:
            set_look(end, "muted")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GRID)
        self._grid.setColumnStretch(1, 1)
        if self._value is not None:
            self._value.setMinimumWidth(self._value.fontMetrics().horizontalAdvance("100 %"))
            self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(self._value, 0, 3)
        self.arrange(narrow=False)
        self.setFocusProxy(self.slider)
        self._follow(frozenset((name,)))
        self.slider.valueChanged.connect(self._handle_value)
        store.changed.connect(self._follow)

    @override
    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.slider.setAccessibleName(name)

    def arrange(self, *, narrow: bool) -> None:
        """Put the words at the ends of the slider, or below it."""
        low, high = self._ends
        for end in self._ends:
            end.setWordWrap(narrow)
        right = Qt.AlignmentFlag.AlignRight
        high.setAlignment(right if narrow else Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(self.slider, 0, 0 if narrow else 1, 1, 3 if narrow else 1)
        self._grid.addWidget(low, int(narrow), 0)
        self._grid.addWidget(high, int(narrow), 2)

    def _handle_value(self, value: int) -> None:
        self._show(value)
        self._store.change(**{self._name: value / 100})
        self.value_changed.emit(value)

    def _follow(self, names: frozenset[str]) -> None:
        if self._name in names:
            value = round(getattr(self._store.now, self._name) * 100)
            blocked = self.slider.blockSignals(True)
            self.slider.setValue(value)
            self.slider.blockSignals(blocked)
            self._show(value)

    def _show(self, value: int) -> None:
        if self._value is not None:
            self._value.setText(f"{value} %")


class _SideBySide(QWidget):
    """Widgets in a row, or one below the other; the first that can takes the focus."""

    def __init__(self, widgets: Sequence[QWidget]) -> None:
        super().__init__()
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(GRID)
        for widget in widgets:
            self._box.addWidget(widget, int(isinstance(widget, QLabel)))
        first = next((w for w in widgets if w.focusPolicy() != Qt.FocusPolicy.NoFocus), None)
        if first is not None:
            self.setFocusProxy(first)

    def arrange(self, *, narrow: bool) -> None:
        """Put the widgets below each other where there is little room."""
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._box.setDirection(down if narrow else right)
        side = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag(0)
        for button in self.findChildren(QPushButton):  # no wider than its words
            self._box.setAlignment(button, side)


def side_by_side(*widgets: QWidget) -> QWidget:
    """Return a widget with others in a row, the first of which takes the focus."""
    return _SideBySide(widgets)


def _texts(widget: QWidget) -> str:
    """Return what a field itself says, so that the search finds it too."""
    parts = [widget, *widget.findChildren(QWidget)]
    texts = [str(getattr(part, "text", lambda: "")()) for part in parts]
    for part in parts:
        if isinstance(part, QComboBox):
            texts += [part.itemText(index) for index in range(part.count())]
    return " ".join(texts)
