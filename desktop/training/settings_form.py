"""Every setting of a recipe with its default and its meaning; what is typed is checked at once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from core.runs.records import RecipeInfo, Setting, Value
from desktop.language.engine_words import in_language
from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.ui.form_fields import DropDown
from desktop.ui.theme import SLICE_S, set_look
from desktop.ui.widgets import text_label

_ELSEWHERE = frozenset({"name", "base", "device"})
"""Settings that other parts of the steps ask for."""
_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        QT_TRANSLATE_NOOP("SettingsForm", "How long"),
        frozenset({"epochs", "steps", "batch", "patience", "contexts", "limit", "per_query"}),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsForm", "Learning rate"),
        frozenset({"learning_rate", "schedule", "warmup", "weight_decay", "adam_beta2", "clip"}),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsForm", "What is trained"),
        frozenset(
            {
                "sides",
                "trainable",
                "lora_rank",
                "lora_alpha",
                "pooling",
                "max_tokens",
                "training_tokens",
                "query_tokens",
                "architecture",
                "sentence_encoder",
                "separate",
                "sentence_tokens",
                "hidden",
                "sentence_layers",
                "document_layers",
                "heads",
                "feed_forward",
                "dropout",
            }
        ),
    ),
    (QT_TRANSLATE_NOOP("SettingsForm", "Examples and loss"), frozenset()),
    (
        QT_TRANSLATE_NOOP("SettingsForm", "Pretraining"),
        frozenset(
            {
                "pretrain_epochs",
                "pretrain_steps",
                "pretrain_batch",
                "pretrain_learning_rate",
                "pretrain_warmup",
                "pretrain_adam_beta2",
                "pretrain_abstracts",
                "decoder_layers",
            }
        ),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsForm", "Measuring and checkpoints"),
        frozenset(
            {
                "evaluate_every",
                "checkpoint_every",
                "held_out_contexts",
                "held_out_pool",
                "keep",
                "validation",
                "dev_queries",
                "dev_depth",
            }
        ),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsForm", "This computer"),
        frozenset(
            {
                "micro_batch",
                "precision",
                "gradient_checkpointing",
                "bucketing",
                "compile",
                "workers",
                "seed",
                "vectors",
            }
        ),
    ),
)
"""Headings with the settings below them; the one without any takes those that no other has."""


class Field:
    """One setting: a widget to change it in, and a line on what it means or what is wrong."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.note_label = text_label(wrap=True)
        self.widget = self._make()
        self.title = in_language(setting.title)
        self.widget.setAccessibleName(self.title)
        self.meaning = in_language(setting.meaning)
        self.widget.setAccessibleDescription(self.meaning)
        self.widget.setToolTip(f"{setting.name}: {self.meaning}")

    def text(self) -> str:
        """Return the value as one types it."""
        if isinstance(self.widget, QCheckBox):
            return "true" if self.widget.isChecked() else "false"
        if isinstance(self.widget, QComboBox):
            return str(self.widget.currentData())
        return self.widget.text().strip()

    def show_value(self, value: Value) -> None:
        """Show a value."""
        text = self.setting.format_value(value)
        if isinstance(self.widget, QCheckBox):
            self.widget.setChecked(bool(value))
        elif isinstance(self.widget, QComboBox):
            self.widget.setCurrentIndex(max(self.widget.findData(text), 0))
        else:
            self.widget.setText(text)

    def problem(self) -> str:
        """Return what is wrong with the value, "" if nothing is."""
        return in_language(self.setting.problem(self.text()))

    def _make(self) -> QCheckBox | QComboBox | QLineEdit:
        setting = self.setting
        if setting.kind == "switch":
            return QCheckBox()
        if setting.kind == "choice":
            box = DropDown()
            for choice in setting.choices:
                box.addItem(choice or "–", choice)
            return box
        return QLineEdit()


class SettingsForm(QWidget):
    """The settings of one recipe, in two columns.

    Its fields are there at once, and find their places a few at a time: what gets a place is
    styled, and forty settings at once hold the window up.

    Signals:
        changed: a value is another one now.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, Field] = {}
        self._unplaced: deque[tuple[QWidget, int, int, int]] = deque()
        self._start: dict[str, str] = {}
        self._filling = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 8, 0, 8)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)

    def show_recipe(self, recipe: RecipeInfo, preset: Mapping[str, Value]) -> None:
        """Show the settings of a recipe with the values of a preset."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.fields = {}
        self._unplaced.clear()
        row = 0
        for heading, settings in _grouped(recipe):
            label = text_label(self.tr(heading), "heading")
            self._unplaced.append((label, row, 0, 3))
            for position, setting in enumerate(settings, start=row + 1):
                self._add(Field(setting), position)
            row += 1 + len(settings)
        self.show_preset(preset)
        self._place_some()

    def show_preset(self, preset: Mapping[str, Value]) -> None:
        """Give every setting its default, or the value of the preset."""
        self._filling = True  # what each field says is said once, below
        for name, field in self.fields.items():
            field.show_value(preset.get(name, field.setting.default))
        self._filling = False
        self._start = {name: field.text() for name, field in self.fields.items()}
        self._changed()

    def get_changed_values(self) -> dict[str, str]:
        """Return the values that the person changed."""
        return {
            name: field.text()
            for name, field in self.fields.items()
            if field.text() != self._start[name]
        }

    def problem(self) -> str:
        """Return what is wrong, in a sentence; "" if nothing is."""
        for field in self.fields.values():
            if problem := field.problem():
                return f"{field.title}: {problem}."
        return ""

    def _add(self, field: Field, row: int) -> None:
        name = text_label(field.title)
        name.setBuddy(field.widget)
        widget = field.widget
        if isinstance(widget, QCheckBox):
            widget.toggled.connect(self._changed)
        elif isinstance(widget, QComboBox):
            widget.currentIndexChanged.connect(self._changed)
        else:
            widget.textChanged.connect(self._changed)
            widget.setFixedWidth(136)
        self.fields[field.setting.name] = field
        for column, part in enumerate((name, widget, field.note_label)):
            self._unplaced.append((part, row, column, 1))

    def _place_some(self) -> None:
        until = time.monotonic() + SLICE_S
        while self._unplaced:
            part, row, column, columns = self._unplaced.popleft()
            self._grid.addWidget(part, row, column, 1, columns)
            if time.monotonic() > until:
                break
        if self._unplaced:
            QTimer.singleShot(0, self, self._place_some)

    def _changed(self) -> None:
        if self._filling:
            return
        for name, field in self.fields.items():
            problem = field.problem()
            setting = field.setting
            default = setting.format_value() or self.tr("empty")
            usual = self.tr("Default: {value}").format(value=default)
            text = f"{problem[:1].upper()}{problem[1:]}." if problem else field.meaning
            changed = field.text() != self._start.get(name, field.text())
            words = f"{text} {usual}" if changed or problem else f"{text} ({usual})"
            _say(field.note_label, words, "bad" if problem else "muted")
        self.changed.emit()


def _grouped(recipe: RecipeInfo) -> list[tuple[str, list[Setting]]]:
    """Return the settings that are asked for here, below their headings."""
    named_settings = frozenset[str]().union(*(names for _, names in _GROUPS)) | _ELSEWHERE
    grouped_settings = [
        (
            heading,
            [
                setting
                for setting in recipe.settings
                if setting.name in names or (not names and setting.name not in named_settings)
            ],
        )
        for heading, names in _GROUPS
    ]
    return [(heading, settings) for heading, settings in grouped_settings if settings]


def _say(label: QLabel, text: str, look: str) -> None:
    if label.text() == text:
        return
    label.setText(text)
    set_look(label, look)
