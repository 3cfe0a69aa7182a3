"""The section Models & training: the panel of ``desktop.training``, made when first looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.settings.rows import Section
from desktop.settings.store import SettingsStore

_WORDS = "model train training recipe device gpu cuda run runs judge shelf import export"


class Training(Section):
    """Holds the panel that ``make`` gives; without one, no library is open."""

    heading = QT_TRANSLATE_NOOP("Training", "Models & training")

    def __init__(self, store: SettingsStore, make: Callable[[], QWidget] | None) -> None:
        super().__init__(store)
        self._make = make
        self.panel: QWidget | None = None
        self.head()
        if make is None:
            self.say(self.tr("Open a library first: models learn from its papers."))
            self.end()

    def show_panel(self) -> None:
        """Make the panel, if it can be made and is not there yet."""
        if self.panel is None and self._make is not None:
            self.panel = self._make()
            self.add_wide(self.panel, 1)

    @override
    def mark_matches(self, words: Sequence[str]) -> int:
        text = f"{self.title.casefold()} {_WORDS}"
        return int(bool(words) and all(word in text for word in words))

    @override
    def enter(self) -> None:
        if self.panel is not None:
            self.panel.setFocus()
