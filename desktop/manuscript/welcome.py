"""What the manuscript page says before a manuscript is open: the first steps, and the last ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from core.base.records import RecentManuscript
from desktop.ui.empty_state import EmptyState
from desktop.ui.theme import set_look
from desktop.ui.widgets import text_label, vbox

RECENT = 5


class Welcome(EmptyState):
    """Offers a file, the sample, a passage, and what was open before.

    Signals:
        open_wanted: choose a file.
        sample_wanted: try the sample manuscript.
        passage_wanted: type or paste a passage.
        recent_chosen(Path): open this one again.
    """

    open_wanted = Signal()
    sample_wanted = Signal()
    passage_wanted = Signal()
    recent_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Find what your manuscript should cite"),
            self.tr(
                "Open the PDF, LaTeX or Word file of a paper you write or review. Cocite marks the "
                "sentences that need a citation and have none, and suggests papers from your own "
                "library for each of them. You can also drop the file here."
            ),
            parent,
        )
        self.add_step(self.tr("Open a manuscript…"), self.open_wanted.emit)
        self.add_step(self.tr("Try the sample manuscript"), self.sample_wanted.emit)
        self.add_step(self.tr("Paste a passage…"), self.passage_wanted.emit)
        self._recent = QWidget()
        self._rows = vbox(of=self._recent, margins=(0, 16, 0, 0), spacing=2)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(outer.count() - 1, self._recent, 0, Qt.AlignmentFlag.AlignHCenter)
        self._recent.hide()

    def show_recent(self, recent: Sequence[RecentManuscript]) -> None:
        """Offer manuscripts that were open before and are still there."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        heading = text_label(self.tr("Recently opened"), "muted")
        self._rows.addWidget(heading)
        listed_manuscripts = [
            recent_manuscript for recent_manuscript in recent if recent_manuscript.path is not None
        ]
        for recent_manuscript in listed_manuscripts[:RECENT]:
            assert recent_manuscript.path is not None
            self._rows.addWidget(self._button(recent_manuscript.path, recent_manuscript.title))
        self._recent.setVisible(bool(listed_manuscripts))

    def _button(self, path: Path, title: str) -> QPushButton:
        name = title or path.name
        button = QPushButton(name if len(name) <= 64 else name[:63] + "…")
        button.setObjectName("recent")
        set_look(button, "quiet")
        button.setToolTip(f"{name}\n{path}")
        button.clicked.connect(lambda *_: self.recent_chosen.emit(path))
        return button
