"""The dialog that edits the details of one paper: its type with its fields, its ids, all else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from core.base import items
from core.base.records import Paper
from core.formats.fields import extract_arxiv, extract_doi
from core.formats.item_checks import Doubt, doubts, read_date
from desktop.language.field_names import container_name, field_name, type_name
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.changes import other_ids
from desktop.ui.form_fields import DropDown
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look
from desktop.ui.widgets import text_label, vbox

Check = Callable[[dict[str, Any], Callable[[str], None], QObject], None]
"""Takes the changed fields, what to call with the objection ("" for none), and who asks.

Nothing is called once that is gone.
"""

_ADDRESS = re.compile(r"https?://\S+")
_KEY = re.compile(r"[^\s,{}()\"'#%~\\=@]+")
_NOT_SHOWN = frozenset(
    {items.TYPE, items.SOURCE_TYPE, "issued", "citation_key", "incomplete", "family_names"}
)


class EditDialog(QDialog):
    """Fields of a paper as text; people, other ids and other fields one per line.

    What its type has stands there, what else is known under *More*. ``check`` asks the library
    whether the change can be made, before the dialog closes.

    Signals:
        edited: a dictionary of the fields that changed, by their names in ``Paper``.
    """

    edited = Signal(dict)

    def __init__(
        self, paper: Paper, parent: QWidget | None = None, *, check: Check | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Edit details"))
        self._paper = paper
        self._check = check
        self._make_fields(paper)
        self.hint, self.problem = text_label(""), text_label("")
        for label, look in ((self.hint, "muted"), (self.problem, "bad")):
            label.setWordWrap(True)
            set_look(label, look)
            label.hide()
        vbox(
            (self._scrolled(), 1),
            self.hint,
            self.problem,
            self._buttons(),
            of=self,
            margins=16,
            spacing=12,
        )
        self._show_type()
        resize_with_text(self, 880, 760)

    def focus_field(self, name: str) -> None:
        """Put the cursor where a field is edited."""
        field = getattr(self, name or "title")
        assert isinstance(field, QWidget)
        self._focus_field(field)

    def save(self) -> None:
        """Hand over what changed and close, or say what is wrong."""
        for field, objection in self._objections():
            if objection:
                self._object(objection)
                self._focus_field(field)
                return
        changed = self.changed_fields()
        if not changed:
            self.accept()
        elif self._check is None:
            self._finish(changed)
        else:
            self.save_button.setEnabled(False)
            self._check(changed, lambda objection: self._checked(changed, objection), self)

    def _focus_field(self, field: QWidget) -> None:
        if self._more.isAncestorOf(field):
            self.more.setChecked(True)
        field.setFocus()
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(field))

    def changed_fields(self) -> dict[str, Any]:  # Any: each field has its type
        """Return the fields that are others than the paper's, by their names there."""
        new_values = self._collect_values()
        before = {name: getattr(self._paper, name) for name in new_values if name != "ids"}
        before["ids"] = other_ids(self._paper)
        return {name: value for name, value in new_values.items() if value != before[name]}

    # --- building the widgets -------------------------------------------------------------

    def _make_fields(self, paper: Paper) -> None:
        self.type = DropDown()
        for kind in items.FIELDS:
            self.type.addItem(type_name(kind), kind)
        self.type.setCurrentIndex(self.type.findData(items.get_item_type(paper)))
        self._type_before = items.get_item_type(paper)
        self.title = QLineEdit(paper.title)
        self.authors = several_lines("\n".join(paper.authors), 84)
        self.year = QLineEdit(items.get_publication_date(paper))
        self.year.setPlaceholderText(self.tr("2016 or 2016-05-12"))
        self.venue = QLineEdit(paper.venue)
        self.doi = QLineEdit(paper.doi)
        self.arxiv = QLineEdit(paper.arxiv)
        self.url = QLineEdit(paper.url)
        self.citation_key = QLineEdit(paper.citation_key)
        self.keywords = QLineEdit(", ".join(paper.keywords))
        self.abstract = several_lines(paper.abstract)
        self.abstract.setMinimumHeight(96)
        self.ids = several_lines("\n".join(other_ids(paper)), 64)
        self.extra = several_lines(_extra_lines(paper.extra), 64)
        self.fields = ItemFields(paper.extra, self)
        for line in (self.title, self.venue, self.url, self.keywords):
            line.setCursorPosition(0)

    def _scrolled(self) -> QScrollArea:
        inner = QWidget()
        column = vbox(
            self._upper(),
            self.fields.main_part,
            (self._lower(), 1),
            of=inner,
            margins=(0, 0, 12, 0),
            spacing=12,
        )
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.toggled.connect(self._show_more)
        column.addWidget(self.more)
        column.addWidget(self._under_more())
        area = self._area = QScrollArea()
        area.setAccessibleName(self.tr("Fields"))
        set_accessible_role(area, Role.Pane)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self.type.currentIndexChanged.connect(self._show_type)
        self.fields.changed.connect(self._say_doubts)
        self.year.textChanged.connect(self._say_doubts)
        return area

    def _upper(self) -> QGridLayout:
        form = arrange(QGridLayout(), self)
        form.addWidget(labelled(self.tr("T&ype"), self.type), 0, 0)
        form.addWidget(self.type, 0, 1)
        form.addWidget(labelled(self.tr("&Date"), self.year), 0, 2)
        form.addWidget(self.year, 0, 3)
        self.venue_label = labelled(self.tr("&Venue"), self.venue)
        whole: tuple[tuple[QLabel, QWidget], ...] = (
            (labelled(self.tr("&Title"), self.title), self.title),
            (labelled(self.tr("A&uthors,\none per line"), self.authors), self.authors),
            (self.venue_label, self.venue),
        )
        for row, (label, field) in enumerate(whole, start=1):
            form.addWidget(label, row, 0)
            form.addWidget(field, row, 1, 1, 3)
        return form

    def _lower(self) -> QGridLayout:
        form = arrange(QGridLayout(), self)
        halves: tuple[tuple[tuple[str, QWidget], tuple[str, QWidget]], ...] = (
            ((self.tr("D&OI"), self.doi), (self.tr("a&rXiv"), self.arxiv)),
            ((self.tr("&Link"), self.url), (self.tr("&Citation key"), self.citation_key)),
        )
        for row, pairs in enumerate(halves):
            for column, (name, half) in zip((0, 2), pairs, strict=True):
                form.addWidget(labelled(name, half), row, column)
                form.addWidget(half, row, column + 1)
        form.addWidget(labelled(self.tr("&Keywords,\nwith commas"), self.keywords), 2, 0)
        form.addWidget(self.keywords, 2, 1, 1, 3)
        form.addWidget(labelled(self.tr("A&bstract"), self.abstract), 3, 0)
        form.addWidget(self.abstract, 3, 1, 1, 3)
        form.setRowStretch(3, 1)
        return form

    def _under_more(self) -> QWidget:
        self._more = QWidget()
        column = vbox(self.fields.more, of=self._more, margins=0)
        form = arrange(QGridLayout(), self)
        names = (
            (self.tr("Other &fields,\n“name: value”"), self.extra),
            (self.tr("Other &ids,\none per line"), self.ids),
        )
        for index, (name, field) in enumerate(names):
            form.addWidget(labelled(name, field), 0, 2 * index)
            form.addWidget(field, 0, 2 * index + 1)
        column.addLayout(form)
        self._more.hide()
        return self._more

    # --- the type -------------------------------------------------------------------------

    def _show_type(self) -> None:
        kind = self.type.currentData()
        self.fields.set_type(kind)
        self.venue_label.setText(f"{container_name(kind)}")
        self.venue.setAccessibleName(container_name(kind))
        stands_alone = kind in items.WITHOUT_CONTAINER and not self.venue.text().strip()
        self.venue_label.setVisible(not stands_alone)
        self.venue.setVisible(not stands_alone)
        self._show_more(self.more.isChecked())
        self._say_doubts()

    def _show_more(self, is_expanded: bool) -> None:
        self.more.setArrowType(Qt.ArrowType.DownArrow if is_expanded else Qt.ArrowType.RightArrow)
        field_count = (
            len(self.fields.names_of_more) + len(get_lines(self.extra)) + len(get_lines(self.ids))
        )
        more = self.tr("&More")
        self.more.setText(f"{more} ({field_count})" if field_count else more)
        self.more.setChecked(is_expanded)
        self._more.setVisible(is_expanded)
        self.fields.more.setVisible(bool(self.fields.names_of_more))
        if is_expanded:  # once it is laid out
            QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(self._more))

    def _say_doubts(self) -> None:
        """Say what looks wrong; it can be saved all the same."""
        kind = self.type.currentData()
        typed = {
            name: items.get_field_text({name: value}, name)
            for name, value in self.fields.typed().items()
        }
        doubt_texts = {
            "isbn": self.tr("The check digit of “{0}” is wrong; check the number."),
            "issn": self.tr("“{0}” is not a valid ISSN (example: 2049-3630)."),
            "pages": self.tr("“{0}” end before they start."),
            "date": self.tr("“{0}” is kept as it is typed; a date looks like 2016-05-12."),
        }
        field_doubts: list[tuple[str, Doubt]] = doubts(
            {**typed, "issued": self.year.text().strip()}
        )
        texts = []
        for name, doubt in field_doubts:
            value = self.year.text().strip() if name == "issued" else typed[name]
            label = self.tr("Date") if name == "issued" else field_name(name, kind)
            texts.append(f"{label}: {doubt_texts[doubt].format(value)}")
        self.hint.setText("\n".join(texts))
        self.hint.setVisible(bool(texts))

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.save_button = QPushButton(self.tr("Save details"))
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.AcceptRole)
        set_look(self.save_button, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.save)
        buttons.rejected.connect(self.reject)
        return buttons

    # --- what was typed -------------------------------------------------------------------

    def _objections(self) -> list[tuple[QWidget, str]]:
        """Return each field that has a form, with what is wrong with it ("" if nothing)."""
        return [
            (self.title, "" if self.title.text().strip() else self.tr("A paper needs a title.")),
            _formed(self.doi, extract_doi, self.tr("A DOI begins with “10.”, as in 10.1000/182.")),
            _formed(self.arxiv, extract_arxiv, self.tr("An arXiv id looks like 2103.00020.")),
            _formed(
                self.url, _ADDRESS.fullmatch, self.tr("A link begins with http:// or https://.")
            ),
            self._keyed(),
            (self.extra, self._extra_objection()),
        ]

    def _keyed(self) -> tuple[QWidget, str]:
        bad = self.tr("A citation key has no blanks, commas, braces or quotation marks.")
        if self.citation_key.text() == self._paper.citation_key:  # a file may use any signs
            return self.citation_key, ""
        if not self.citation_key.text().strip():
            return self.citation_key, self.tr("A paper needs a citation key.")
        return _formed(self.citation_key, _KEY.fullmatch, bad)

    def _extra_objection(self) -> str:
        odd = [line for line in get_lines(self.extra) if not line.partition(":")[0].strip()]
        odd += [line for line in get_lines(self.extra) if ":" not in line]
        text = self.tr("Other fields are lines such as “volume: 12”; “{0}” is not.")
        return text.format(odd[0]) if odd else ""

    def _collect_values(self) -> dict[str, Any]:  # Any: each field has its type
        words = self.keywords.text().split(",")
        return {
            "title": " ".join(self.title.text().split()),
            "authors": tuple(get_lines(self.authors)),
            "year": self._date()[0],
            "venue": self.venue.text().strip(),
            "doi": self.doi.text().strip(),
            "arxiv": self.arxiv.text().strip(),
            "url": self.url.text().strip(),
            "citation_key": self.citation_key.text().strip(),
            "keywords": tuple(word.strip() for word in words if word.strip()),
            "abstract": self.abstract.toPlainText().strip(),
            "ids": tuple(get_lines(self.ids)),
            "extra": self._extra(),
        }

    def _date(self) -> tuple[int | None, str]:
        return read_date(self.year.text())

    def _extra(self) -> dict[str, Any]:  # Any: JSON values
        """Return all that is no field of its own; what is no plain text stays as it was."""
        before = self._paper.extra
        typed = self.fields.typed()
        lines = (line.partition(":") for line in get_lines(self.extra))
        more = {name.strip(): value.strip() for name, _, value in lines}
        kept_values = {n: v for n, v in before.items() if not _is_line(n, v) and n not in typed}
        new_values = kept_values | {name: value for name, value in typed.items() if value} | more
        if self.year.text().strip() != items.get_publication_date(self._paper):
            new_values["issued"] = self._date()[1]
        if self.type.currentData() != self._type_before:
            new_values[items.TYPE] = self.type.currentData()
        in_order = {name: new_values[name] for name in before if name in new_values}
        return {
            name: value
            for name, value in (in_order | new_values).items()
            if name != "issued" or value
        }

    # --- checking and saving --------------------------------------------------------------

    def _checked(self, changed: dict[str, Any], objection: str) -> None:
        if not self.isVisible():  # given up meanwhile
            return
        self.save_button.setEnabled(True)
        if objection:
            self._object(objection)
        else:
            self._finish(changed)

    def _object(self, objection: str) -> None:
        self.problem.setText(objection)
        self.problem.setAccessibleName(objection)
        self.problem.show()

    def _finish(self, changed: dict[str, Any]) -> None:
        self.edited.emit(changed)
        self.accept()


def _formed(
    field: QLineEdit, is_formed: Callable[[str], object], objection: str
) -> tuple[QWidget, str]:
    text = field.text().strip()
    return field, "" if not text or is_formed(text) else objection


def _extra_lines(extra: Mapping[str, Any]) -> str:  # Any: JSON values
    return "\n".join(f"{name}: {v}".rstrip() for name, v in extra.items() if _is_line(name, v))


def _is_line(name: str, value: object) -> bool:
    """Whether a field is edited as a line "name: value"."""
    if name in items.VARIABLES or name in _NOT_SHOWN or name.endswith("_and_others"):
        return False
    tidy = isinstance(value, str) and " ".join(value.split()) == value
    return tidy and ":" not in name and " ".join(name.split()) == name != ""


# --- the fields of a type of item -------------------------------------------------------
#
# The fields that the type of a paper has, each with its line; what was typed outlives a change.

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
            box.setToolTip(self.tr("One person per line, the given name first"))
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


# --- widgets and layout of the fields ---------------------------------------------------
#
# Boxes of several lines with their labels, as dialogs about a paper have them.


def get_lines(field: QPlainTextEdit) -> list[str]:
    """Return the lines that hold something, without stray blanks."""
    return [" ".join(line.split()) for line in field.toPlainText().splitlines() if line.strip()]


def labelled(text: str, field: QWidget) -> QLabel:
    """Return a label whose letter leads to a field, which bears its name."""
    label = text_label(text)
    label.setBuddy(field)
    if isinstance(field, QPlainTextEdit):
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(0, 6, 0, 0)
    field.setAccessibleName(text.replace("&", "").replace("\n", " "))
    return label


def arrange(form: QGridLayout, widget: QWidget) -> QGridLayout:
    """Give a grid two columns of labels and fields that stand as in any other grid of these."""
    form.setHorizontalSpacing(8)
    form.setVerticalSpacing(8)
    for column in (0, 2):
        form.setColumnMinimumWidth(column, 16 * widget.fontMetrics().averageCharWidth())
        form.setColumnStretch(column + 1, 1)
    return form


def several_lines(text: str, height: int = 0) -> QPlainTextEdit:
    """Return a box with a text, of a height or as high as there is room; Tab leaves it."""
    field = QPlainTextEdit(text)
    field.setTabChangesFocus(True)
    if height:
        field.setFixedHeight(height)
    return field
