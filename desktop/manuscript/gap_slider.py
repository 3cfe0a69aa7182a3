"""How many gaps to show: from the surest few to every sentence that might lack a citation."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.language.wording import percent
from desktop.ui.form_fields import Slider
from desktop.ui.responsive import NarrowBar
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, text_label

_MOST, _FEWEST = 95, 5
"""Percent of the way to “more” that the slider can stand at."""


class GapSlider(NarrowBar):
    """A slider from fewer to more gaps; it speaks at every step.

    Signals:
        moved(float): a sentence is a gap from this chance on, 0..1.
    """

    threshold_changed = Signal(float)

    def __init__(self, threshold: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = Slider()
        self.slider.setRange(_FEWEST, _MOST)
        self.slider.setSingleStep(2)
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(48)
        self.slider.setAccessibleName(self.tr("Gaps, from fewer to more"))
        self.show_threshold(threshold)
        self.slider.valueChanged.connect(lambda value: self.threshold_changed.emit(1 - value / 100))
        self._lay_out()

    def show_threshold(self, threshold: float) -> None:
        """Stand where this threshold is, without speaking."""
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(round((1 - threshold) * 100))
        self.slider.blockSignals(blocked)
        self._explain(threshold)

    def _explain(self, threshold: float) -> None:
        text = self.tr(
            "How likely a sentence must need a citation to be marked as a gap; now {threshold}. "
            "Fewer: only likely gaps. More: also unlikely ones."
        ).format(threshold=percent(threshold))
        self.setToolTip(text)
        self.slider.setAccessibleDescription(text)

    def _lay_out(self) -> None:
        row = hbox(of=self, margins=0, spacing=8)
        fewer, more = text_label(), text_label()
        self.say(fewer, self.tr("Fewer"), "−")
        self.say(more, self.tr("More gaps"), "+")
        for label in (fewer, more):
            set_look(label, "muted")
        row.addWidget(fewer)
        row.addWidget(self.slider, 1)
        row.addWidget(more)
        self.threshold_changed.connect(self._explain)
