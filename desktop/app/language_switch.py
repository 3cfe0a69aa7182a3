"""Changes the language of the running program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from desktop.app.main_window import MainWindow
from desktop.app.settings_manager import SettingsManager
from desktop.language import languages
from desktop.settings.store import SettingsStore
from desktop.similar.history import SimilarState
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from desktop.app.open_pages import Pages


@dataclass(frozen=True, slots=True)
class Carried:
    """What goes from the old pages to the new: seeds of Similar.

    Open manuscripts and typed passages come back as after a start.
    """

    similar: SimilarState | None = None

    @classmethod
    def from_pages(cls, pages: Pages | None) -> Carried:
        """Take it from pages that are about to go."""
        if pages is None:
            return cls()
        pages.library.pane.note.store()
        return cls(pages.similar.state())


NOTHING_CARRIED = Carried()


class LanguageSwitcher(QObject):
    """Builds the window and its pages anew; ``show_again`` brings back what it showed.

    Manuscripts that are open as files come back as tabs, as after a start.
    """

    def __init__(
        self,
        store: SettingsStore,
        runner: TaskRunner,
        window: MainWindow,
        settings: SettingsManager,
        show_again: Callable[[Carried], None],
    ) -> None:
        super().__init__(window)
        self._store, self._runner, self._window = store, runner, window
        self._settings = settings
        self._show_again = show_again
        store.changed.connect(self._changed)

    def _changed(self, names: frozenset[str]) -> None:
        if "language" in names:
            QTimer.singleShot(0, self._await_rest)  # the panel that was used goes with the rest

    def _await_rest(self) -> None:
        """Wait until no job needs the pages as they are; what can begin again later is stopped."""
        for job in self._runner.jobs():
            if not job.writes:
                job.cancel()
        if self._runner.jobs():
            message = self.tr("The language changes when the running jobs are done.")
            self._window.news.show_news(message)
        self._runner.idle.connect(self._speak, Qt.ConnectionType.SingleShotConnection)
        self._runner.run(lambda: None)  # so that the runner becomes idle, even if it is now

    def _speak(self) -> None:
        open_panel = self._settings.close_panel()
        page = self._window.page_bar.currentIndex()
        languages.speak(self._store.now.language)
        carried = Carried.from_pages(self._window.pages)
        self._window.rebuild()
        self._show_again(carried)
        self._window.show_page(page)
        if open_panel:
            self._settings.show_panel()
