"""Opens the settings panel and lets what was chosen count in the window at once.

The panel is imported when it is first opened; ``open_pages.import_pages`` has done so by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from desktop.app.citation_picker import PickerForEditors
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.language import languages
from desktop.settings.other_programs import OtherPrograms
from desktop.settings.store import SettingsStore
from desktop.similar.history import SimilarState
from desktop.ui.row_table import use_density
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.app.open_pages import Pages
    from desktop.settings.panel import SettingsPanel
    from desktop.settings.rows import Section


# --- the settings -----------------------------------------------------------------------------


class SettingsManager(QObject):
    """Stands between the store, the panel and the window.

    ``make_training`` gives the panel of models while a library is open.
    """

    def __init__(self, store: SettingsStore, window: MainWindow, menus: Menus, logs: Path) -> None:
        super().__init__(window)
        self._store, self._window, self._menus, self._logs = store, window, menus, logs
        self.make_training: Callable[[], QWidget] | None = None
        self._workspace: Workspace | None = None
        self._panel_was_made = False
        self.programs = OtherPrograms(store, self)
        self.picker = PickerForEditors(store, window)
        store.changed.connect(self._apply)
        window.settings_wanted.connect(self.show_panel)
        window.theme_chosen.connect(lambda choice: store.change(theme=choice))
        menus.keys_wanted.connect(self.show_shortcuts)
        menus.language_wanted.connect(self.show_language)
        self._apply(frozenset(("text_percent", "shortcuts")))

    def show_panel(self) -> SettingsPanel:
        """Open the panel, or bring the one that is open to the front."""
        from desktop.settings.panel import SettingsPanel

        for open_one in self._panels():
            if open_one.isVisible():
                open_one.raise_()
                open_one.activateWindow()
                return open_one
        self._panel_was_made = True
        panel = SettingsPanel(
            self._store, self._menus.actions, self.make_training, parent=self._window
        )
        panel.section_made.connect(self._serve)
        panel.show()
        return panel

    def _panels(self) -> list[SettingsPanel]:
        """Return the panels that live, the closed ones among them."""
        if not self._panel_was_made:
            return []
        from desktop.settings.panel import SettingsPanel

        return self._window.findChildren(SettingsPanel)

    def _serve(self, section: Section) -> None:
        from desktop.app.command_palette import forget_commands
        from desktop.help import log_viewer
        from desktop.settings.privacy import Privacy
        from desktop.settings.sections import Library

        if isinstance(section, Library):
            section.library_wanted.connect(self._window.choose_library)
            section.library_chosen.connect(self._window.recent_library_chosen)
        elif isinstance(section, Privacy):
            section.show_programs(self.programs)
            if self._workspace is not None:
                section.show_lookups(self._workspace.lookup)
            section.log_wanted.connect(self._menus.show_log)
            section.log_clearing.connect(lambda: log_viewer.clear(self._logs))
            section.commands_clearing.connect(lambda: forget_commands(self._window.state))

    def enter_library(self, workspace: Workspace, make_training: Callable[[], QWidget]) -> None:
        """Let settings of the open library be shown and changed, and let programs ask it."""
        self.make_training = make_training
        self._workspace = workspace
        workspace.lookup.consent = self._store.now.consent()
        self._store.citation_keys = workspace.library.citation_keys
        self.programs.use(workspace)
        self.picker.use(workspace)

    def leave_library(self) -> None:
        """Close the panel, which may show models of the library that is about to close."""
        self.make_training = None
        self._workspace = None
        self._store.citation_keys = None
        self.programs.leave()
        self.picker.leave()
        self.close_panel()

    def close_panel(self) -> bool:
        """Close the panel, and return whether one was open."""
        panels = self._panels()
        was_open = any(panel.isVisible() for panel in panels)
        for panel in panels:
            panel.close()
        return was_open

    def show_shortcuts(self) -> None:
        """Open the panel where keys are chosen."""
        from desktop.settings.shortcuts import Shortcuts

        self.show_panel().show_section(Shortcuts.translated_heading())

    def show_privacy(self) -> None:
        """Open the panel where the services are chosen that may be asked."""
        from desktop.settings.privacy import Privacy

        self.show_panel().show_section(Privacy.translated_heading())

    def show_language(self) -> None:
        """Open the panel where the language is chosen, with the focus there."""
        from desktop.settings.sections import General

        panel = self.show_panel()
        panel.show_section(General.translated_heading())
        panel.general.declared["language"].setFocus()

    def _apply(self, names: frozenset[str]) -> None:
        settings = self._store.now
        if self._workspace is not None:
            self._workspace.lookup.consent = settings.consent()
        if "theme" in names:
            theme().choose(settings.theme, settings.text_percent)
            self._menus.rebuild()
        elif "text_percent" in names:
            theme().scale_text(settings.text_percent)
        if names & {"text_percent", "density"}:
            use_density(settings.density)
        if "shortcuts" in names:
            self._menus.actions.use_keys(settings.shortcuts)


# --- the language of the running program ------------------------------------------------------


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
