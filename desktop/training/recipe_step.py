"""Step 3 of a new training: the recipe, its preset, the base model, and every setting."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.runs.records import CorpusChecked, RecipeInfo, RecipePurpose, Setting, ShelfEntry, Value
from desktop.language.wording import QT_TRANSLATE_NOOP, in_language, translate
from desktop.training.words import level_look, level_words
from desktop.ui.form_fields import DropDown
from desktop.ui.theme import SLICE_S, set_look
from desktop.ui.widgets import text_label, vbox

_COLUMNS, _MARGIN = 2, 8
SMALL = "small"
"""The preset for a processor; a recipe's defaults are for a GPU."""


class RecipeCard(QFrame):
    """What a way to train is for, what to expect of it, and how far the corpus serves it."""

    def __init__(self, offer: Offer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recipe, self.preset = offer.recipe, offer.preset
        set_look(self, "card")
        method = self.tr("Method: {name}").format(name=in_language(self.recipe.title))
        texts = [part for part in (offer.choose, offer.gain) if part]
        self.button = QRadioButton(offer.title)
        self._description = " ".join((*texts, method))
        font = self.button.font()
        font.setBold(True)
        self.button.setFont(font)
        self.hint = f"{in_language(self.recipe.summary)}\n{self.recipe.source}"
        layout = vbox(self.button, of=self, margins=(16, 8, 16, 8), spacing=4)
        for text in texts:
            layout.addWidget(_line(text))
        self._offer = offer
        self.time = _line("")
        layout.addWidget(self.time)
        self.method, self.level = _line(method), _line("")
        set_look(self.method, "muted")
        self.method.setToolTip(self.hint)
        layout.addWidget(self.method)
        layout.addWidget(self.level)
        layout.addStretch(1)
        self.show_device("")

    def show_device(self, kind: str) -> None:
        """Offer the preset for a device, and say how long the training takes there."""
        on_gpu = kind not in {"", "cpu"}
        self.preset = "" if on_gpu and self._offer.preset == SMALL else self._offer.preset
        text = self.tr("“Measure the first steps” below shows how long it takes on this GPU.")
        self.time.setText(text if on_gpu else self._offer.time)
        self.time.setVisible(bool(self.time.text()))
        self.button.setAccessibleDescription(f"{self._description} {self.time.text()}".strip())

    def show_corpus(self, checked: CorpusChecked | None) -> None:
        """Say how far the corpus serves the recipe; one it does not serve cannot be chosen."""
        level = checked.recipes.get(self.recipe.name) if checked else None
        words = "" if level is None else level_words(level)
        text = self.tr("Training data: {level}").format(level=words)
        self.level.setText("" if level is None else text)
        self.level.setVisible(level is not None)
        set_look(self.level, "muted" if level is None else level_look(level))
        self.button.setEnabled(level != "missing")
        why = self.tr("The corpus has too little training data for this.")
        self.button.setToolTip(why if level == "missing" else self.hint)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it by a click anywhere on the card."""
        if self.button.isEnabled():
            self.button.setChecked(True)
            self.button.setFocus()
        super().mousePressEvent(event)


class RecipeStep(QScrollArea):
    """Asks how to train; ``below`` stands at the end of the page.

    Signals:
        changed: something was chosen or typed.
    """

    changed = Signal()

    def __init__(self, below: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._below = below
        self._device_kind = ""
        self.cards: list[RecipeCard] = []
        self._checked: CorpusChecked | None = None
        self._models: tuple[ShelfEntry, ...] = ()
        self._titles: dict[str, str] = {}
        self._column_count = _COLUMNS
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._toggled)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._build()

    def show_recipes(self, recipes: Sequence[RecipeInfo]) -> None:
        """Offer recipes; the first one is chosen."""
        if self.cards:
            return
        self.waiting.hide()
        for position, offer in enumerate(offers(recipes)):
            card = RecipeCard(offer)
            card.show_device(self._device_kind)
            self.cards.append(card)
            self._group.addButton(card.button)
            columns = self._column_count
            self._cards.addWidget(card, position // columns, position % columns)
        self.options.show()
        self._below.show()
        self._arrange_cards()
        self.show_corpus(self._checked)

    def show_device(self, kind: str) -> None:
        """Offer presets and times for a device: "cuda", "cpu"."""
        self._device_kind = kind
        for card in self.cards:
            card.show_device(kind)
        chosen = self._card()
        if chosen is not None:
            self.preset.setCurrentIndex(max(self.preset.findData(chosen.preset), 0))

    def show_corpus(self, checked: CorpusChecked | None) -> None:
        """Say of each recipe how far a corpus serves it; choose the first that it serves."""
        self._checked = checked
        for card in self.cards:
            card.show_corpus(checked)
        chosen = self._group.checkedButton()
        usable = [card.button for card in self.cards if card.button.isEnabled()]
        if usable and (chosen is None or not chosen.isEnabled()):
            usable[0].setChecked(True)
        self.changed.emit()

    def show_models(self, models: Sequence[ShelfEntry]) -> None:
        """Offer models to start from."""
        chosen = self.base.currentText()
        self._models = tuple(models)
        self._titles = {entry.title: entry.name for entry in models}
        self._list_bases()
        self.base.setCurrentText(self._titled(chosen) if chosen else self._usual_base())

    def _list_bases(self) -> None:
        """Offer what can be begun with: an adapter for queries only where these alone learn."""
        recipe = self.recipe()
        values = {} if recipe is None else self._preset_values(recipe)
        self.base.clear()
        for entry in self._models:
            begins = not entry.keeps_vectors or values.get("sides") == "queries"
            if entry.kind == "encoder" and begins:
                self.base.addItem(entry.title, entry.name)

    def recipe(self) -> RecipeInfo | None:
        """Return the chosen recipe."""
        card = self._card()
        return None if card is None else card.recipe

    def _card(self) -> RecipeCard | None:
        chosen = self._group.checkedButton()
        return next((card for card in self.cards if card.button is chosen), None)

    def preset_name(self) -> str:
        """Return the chosen preset, "" for the recipe's defaults."""
        return str(self.preset.currentData() or "")

    def settings(self) -> dict[str, str]:
        """Return what the person changed, with name and base."""
        values = dict(self.form.get_changed_values())
        name = self.name.text().strip().replace(" ", "-")
        if name:
            values["name"] = name
        values["base"] = self._base_name()
        return values

    def why_not(self) -> str:
        """Return why one cannot go on; "" if one can."""
        recipe = self.recipe()
        if recipe is None:
            return self.tr("Choose a recipe first.")
        setting = recipe.setting("name")
        name = self.name.text().strip().replace(" ", "-")
        if setting is not None and (problem := setting.problem(name)):
            problem_text = in_language(problem)
            return self.tr("Model name: {problem}.").format(problem=problem_text)
        return self.form.problem()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        chosen = self._group.checkedButton()
        if chosen is not None:
            chosen.setFocus()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_cards()

    def _arrange_cards(self) -> None:
        """Put the cards below one another where two do not fit side by side."""
        if not self.cards:
            return
        width = max(card.minimumSizeHint().width() for card in self.cards)
        room = self.viewport().width() - self._cards.spacing() - _MARGIN
        columns = _COLUMNS if _COLUMNS * width <= room else 1
        if columns != self._column_count:
            self._column_count = columns
            for position, card in enumerate(self.cards):
                self._cards.removeWidget(card)
                self._cards.addWidget(card, position // columns, position % columns)

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        title = text_label(self.tr("Purpose of the model"), "title")
        self.waiting = text_label(self.tr("Loading the recipes…"), "muted")
        self._cards = QGridLayout()
        self._cards.setSpacing(8)
        body = QWidget()
        vbox(
            title,
            self.waiting,
            self._cards,
            self._options(),
            self._below,
            1,
            of=body,
            margins=(0, 0, _MARGIN, 0),
            spacing=8,
        )
        self.setWidget(body)

    def _options(self) -> QWidget:
        self.preset = DropDown()
        self.preset.currentIndexChanged.connect(self._preset_chosen)
        self.base = DropDown()
        self.base.setEditable(True)
        self.base.setMinimumContentsLength(32)
        self.base.setToolTip(self.tr("An installed model, or the folder of any encoder"))
        self.base.editTextChanged.connect(lambda *_: self.changed.emit())
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("generated from recipe and base model"))
        self.name.textChanged.connect(lambda *_: self.changed.emit())
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(self.tr("&Start from"), self.base)
        form.addRow(self.tr("&Name of the new model"), self.name)
        self.options = QWidget()
        layout = vbox(form, of=self.options, margins=(0, 8, 0, 0))
        self._add_advanced(layout)
        self.options.hide()
        self._below.hide()
        return self.options

    def _add_advanced(self, layout: QVBoxLayout) -> None:
        self.advanced = QToolButton()
        self.advanced.setText(self.tr("&Advanced: every setting"))
        self.advanced.setCheckable(True)
        self.advanced.setArrowType(Qt.ArrowType.RightArrow)
        self.advanced.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.advanced.toggled.connect(self._unfold)
        self.form = SettingsForm()
        self.form.changed.connect(self.changed)
        begin = QFormLayout()
        begin.setContentsMargins(0, 8, 0, 0)
        begin.addRow(self.tr("&Preset"), self.preset)
        self.every = QWidget()
        vbox(begin, self.form, of=self.every, margins=0)
        self.every.hide()
        layout.addWidget(self.advanced)
        layout.addWidget(self.every)

    # --- what follows an answer or a choice -----------------------------------------------

    def _toggled(self, _: QAbstractButton, chosen: bool) -> None:
        card = self._card()
        if not chosen or card is None:
            return
        recipe = card.recipe
        self.preset.blockSignals(True)
        self.preset.clear()
        for name in recipe.presets:
            self.preset.addItem(self._preset_words(name), name)
        self.preset.addItem(self.tr("Standard: for a GPU"), "")
        self.preset.setCurrentIndex(max(self.preset.findData(card.preset), 0))
        self.preset.blockSignals(False)
        self.form.show_recipe(recipe, self._preset_values(recipe))
        self._list_bases()
        self.base.setCurrentText(self._usual_base())
        self.changed.emit()

    def _preset_chosen(self) -> None:
        recipe = self.recipe()
        if recipe is not None:
            self.form.show_preset(self._preset_values(recipe))
            self._list_bases()
            self.base.setCurrentText(self._usual_base())

    def _preset_values(self, recipe: RecipeInfo) -> Mapping[str, Value]:
        return recipe.presets.get(self.preset_name(), {})

    def _preset_words(self, name: str) -> str:
        preset_texts = {
            "small": self.tr("Small: about a quarter of an hour on a processor"),
            "paper": self.tr("As published: takes days without a GPU"),
            "paper-acl": self.tr("As published for papers of ACL: takes days without a GPU"),
            "queries": self.tr("Queries only: papers keep their vectors"),
        }
        return preset_texts.get(name, name)

    def _base_name(self) -> str:
        text = self.base.currentText().strip()
        return self._titles.get(text, text)

    def _usual_base(self) -> str:
        """Return the title of the model that recipe and preset start from, else its name."""
        recipe = self.recipe()
        if recipe is None:
            return self.base.itemText(0)
        return self._titled(str(self._preset_values(recipe).get("base", recipe.base)))

    def _titled(self, name: str) -> str:
        """Return the title of a model that is offered; what is none stays as it is."""
        at = self.base.findData(name)
        return self.base.itemText(at) if at >= 0 else name

    def _unfold(self, is_expanded: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if is_expanded else Qt.ArrowType.RightArrow
        self.advanced.setArrowType(arrow)
        self.every.setVisible(is_expanded)


def _line(text: str) -> QLabel:
    return text_label(text, wrap=True)


# --- the cards of purposes --------------------------------------------------------------
#
# What each way to train is for, in the language of the window, as each recipe says it.


@dataclass(frozen=True, slots=True)
class Offer:
    """What one card offers, in the language of the window; "" where nothing is known."""

    recipe: RecipeInfo
    preset: str
    title: str
    choose: str
    gain: str
    time: str


def offers(recipes: Sequence[RecipeInfo]) -> list[Offer]:
    """Return what there is to choose from, in the given order; recipes without a purpose last."""
    described = [
        _offer(recipe, purpose)
        for recipe in recipes
        for purpose in recipe.purposes
        if purpose.preset in recipe.presets
    ]
    names = {offer.recipe.name for offer in described}
    plain = [
        Offer(
            recipe,
            next(iter(recipe.presets), ""),
            in_language(recipe.title),
            in_language(recipe.summary),
            "",
            "",
        )
        for recipe in recipes
        if recipe.name not in names
    ]
    return described + plain


def _offer(recipe: RecipeInfo, purpose: RecipePurpose) -> Offer:
    time = translate("Purposes", "About {minutes} minutes on two processor cores.")
    return Offer(
        recipe,
        purpose.preset,
        in_language(purpose.title),
        in_language(purpose.choose),
        in_language(purpose.gain),
        time.format(minutes=purpose.minutes),
    )


# --- the form with the settings of a recipe ---------------------------------------------
#
# Every setting of a recipe with its default and its meaning; what is typed is checked at once.

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
