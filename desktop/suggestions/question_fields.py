"""The fields by which a person says how suggestions are looked for: their context and a filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from core.base.records import Group, PaperFilter
from desktop.language.field_names import type_name
from desktop.language.wording import translate
from desktop.ui.form_fields import DropDown, Slider
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, text_label, vbox
from desktop.ui.wrapping import ElidedLabel

if TYPE_CHECKING:
    from core.library.library import Library

# --- how much of the manuscript the search uses ---------------------------------------------

_STEPS = 10
SETTLE_MS = 180


class ContextSlider(QWidget):
    """A slider from this sentence to the whole manuscript that speaks only once it rests.

    Signals:
        settled(float): the breadth, 0 for this sentence to 1 for the whole manuscript.
    """

    settled = Signal(float)

    def __init__(self, breadth: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = Slider()
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(2)
        self.slider.setMinimumWidth(48)
        self.slider.setValue(round(breadth * _STEPS))
        self.slider.setAccessibleName(
            self.tr("Context, from this sentence to the whole manuscript")
        )
        self.slider.setToolTip(
            self.tr("How much of the manuscript around the sentence the search uses")
        )
        self._rest = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._rest.timeout.connect(lambda: self.settled.emit(self.breadth))
        self.slider.valueChanged.connect(self._restart_timer)
        self._lay_out()

    @property
    def breadth(self) -> float:
        """The breadth the slider stands at."""
        return self.slider.value() / _STEPS

    def _lay_out(self) -> None:
        row = hbox(of=self, margins=0, spacing=8)
        near, far = ElidedLabel(), ElidedLabel()
        near.say(self.tr("This sentence"))
        far.say(self.tr("Whole manuscript"))
        near.setBuddy(self.slider)
        for label in (near, far):
            set_look(label, "muted")
        row.addWidget(near)
        row.addWidget(self.slider, 1)
        row.addWidget(far)

    def _restart_timer(self) -> None:
        self._rest.start()


# --- which papers are suggested -------------------------------------------------------------

_MOST_YEARS = 9_999
_KIND = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """What a library offers to choose from: its collections, and the types of its papers."""

    collections: Sequence[Group]
    types: Sequence[str]

    @classmethod
    def of(cls, library: Library) -> FilterChoices:
        """Read them, which takes moments in a large library."""
        return cls(library.collections.all(), library.papers.types())


def filter_words(paper_filter: PaperFilter, collections: Sequence[Group] = ()) -> str:
    """Return what a filter lets pass, in a few words; "" if that is all."""
    first, last = paper_filter.first_year, paper_filter.last_year
    if first is not None and last is not None:
        years = str(first) if first == last else f"{first}–{last}"
    elif first is not None:
        years = translate("FilterDialog", "from {year}").format(year=first)
    else:
        years = translate("FilterDialog", "up to {year}").format(year=last) if last else ""
    names = [group.name for group in collections if group.number == paper_filter.collection]
    return ", ".join(part for part in (years, *names, *map(type_name, paper_filter.types)) if part)


class FilterDialog(QDialog):
    """Asks which new papers may be suggested; where nothing is chosen, every paper may.

    Signals:
        chosen(PaperFilter): the person wants this filter.
    """

    chosen = Signal(object)

    def __init__(
        self,
        paper_filter: PaperFilter,
        default: PaperFilter,
        choices: FilterChoices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Filter suggestions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 380, 420)
        self.first, self.last = (_make_year_field(self) for _ in range(2))
        self.collection = DropDown()
        self.types = QListWidget()
        self.types.setAccessibleName(self.tr("Types"))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self._offer(choices, paper_filter)
        self._lay_out()
        self._connect(default)
        self.show_filter(paper_filter)

    @property
    def paper_filter(self) -> PaperFilter:
        """What the fields say."""
        items = [self.types.item(row) for row in range(self.types.count())]
        return PaperFilter(
            first_year=int(self.first.text() or 0) or None,
            last_year=int(self.last.text() or 0) or None,
            collection=self.collection.currentData(),
            types=tuple(
                item.data(_KIND) for item in items if item.checkState() == Qt.CheckState.Checked
            ),
        )

    def show_filter(self, paper_filter: PaperFilter) -> None:
        """Let the fields say this."""
        self.first.setText(str(paper_filter.first_year or ""))
        self.last.setText(str(paper_filter.last_year or ""))
        self.collection.setCurrentIndex(max(self.collection.findData(paper_filter.collection), 0))
        for row in range(self.types.count()):
            item = self.types.item(row)
            is_chosen = item.data(_KIND) in paper_filter.types
            item.setCheckState(Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)

    def _offer(self, choices: FilterChoices, paper_filter: PaperFilter) -> None:
        self.collection.addItem(self.tr("All papers"), None)
        for group in choices.collections:
            self.collection.addItem(group.name, group.number)
        for kind in dict.fromkeys((*choices.types, *paper_filter.types)):
            item = QListWidgetItem(type_name(kind), self.types)
            item.setData(_KIND, kind)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)

    def _lay_out(self) -> None:
        form = QFormLayout()
        for text, field in (
            (self.tr("&From year"), self.first),
            (self.tr("&Up to year"), self.last),
            (self.tr("&Collection"), self.collection),
            (self.tr("&Types"), self.types),
        ):
            form.addRow(text, field)
        meaning = self.tr(
            "The years hide no paper without a year, and nothing hides those you cite already. "
            "Without a type, all types are suggested."
        )
        label = text_label(meaning, "muted", wrap=True)
        vbox(form, label, self.buttons, of=self, margins=16, spacing=12)

    def _connect(self, default: PaperFilter) -> None:
        self.buttons.accepted.connect(self._choose)
        self.buttons.rejected.connect(self.reject)
        reset = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        reset.clicked.connect(lambda: self.show_filter(default))
        for field in (self.first, self.last):
            field.textChanged.connect(self._judge)

    def _judge(self) -> None:
        first, last = self.paper_filter.first_year, self.paper_filter.last_year
        is_possible = first is None or last is None or first <= last
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(is_possible)
        ok.setToolTip("" if is_possible else self.tr("The first year is after the last one"))

    def _choose(self) -> None:
        self.chosen.emit(self.paper_filter)
        self.accept()


def _make_year_field(dialog: FilterDialog) -> QLineEdit:
    field = QLineEdit()
    field.setValidator(QIntValidator(1, _MOST_YEARS, field))
    field.setPlaceholderText(dialog.tr("any"))
    return field
