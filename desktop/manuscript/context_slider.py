"""The slider for how much of the manuscript a search uses: from this sentence to all of it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.ui.form_fields import Slider
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox
from desktop.ui.wrapping import ElidedLabel

_STEPS = 10
SETTLE_MS = 180


class ContextSlider(QWidget):
    """A slider that speaks only once it rests.

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
