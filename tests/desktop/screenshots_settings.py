"""Write pictures of the settings, the palette, help, log, jobs and first start, to look at.

    QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots_settings.py FOLDER

STATES in the environment names the functions to run, such as ``take_settings``; QT_SCALE_FACTOR
enlarges everything.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.errors import FormatError
from core.jobs import Job
from core.settings import Settings
from desktop.command_palette import CommandPalette
from desktop.help.crash import CrashDialog
from desktop.help.dialogs import AboutDialog, ShortcutsDialog
from desktop.help.log_viewer import LogViewer
from desktop.settings.desk import SettingsDesk
from desktop.settings.store import SettingsStore
from desktop.theme import theme
from desktop.welcome_page import WelcomePage
from tests.desktop.screenshots import THEMES, Studio, settle

LOG = """\
2026-11-20 09:12:01,201 INFO core.library.library: Opened “Thesis”, 12,408 papers
2026-11-20 09:12:02,377 WARNING core.models.shelf: “my citations” lacks its card
2026-11-20 09:14:40,002 ERROR desktop.help.crash: A bug:
Cocite, Python 3.11.4, Qt 6.9.0

  desktop/app.py:10 in start
ValueError (its message is left out: it may quote a text)
2026-11-20 09:15:00,900 INFO core.library.imports.importing: 132 records of thesis.bib
"""


class Settled(Studio):
    """A studio with settings."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.store = SettingsStore(folder / "settings.toml", self.runner)
        self.log = folder / "cocite.log"
        self.log.write_text(LOG, encoding="utf-8")
        self.desk = SettingsDesk(self.store, self.window, self.menus, self.log)
        home = Path("/home/ada/Documents")
        self.store.use(
            Settings(library=home / "Thesis", recent_libraries=(home / "Thesis", home / "Reviews"))
        )


def take_settings(studio: Settled) -> None:
    for number in range(7):
        panel = studio.desk.show_panel()
        title = panel.sections[number].title
        panel.close()
        settle(50)

        def make(title: str = title) -> QWidget:
            panel = studio.desk.show_panel()
            panel.show_section(title)
            return panel

        studio.take_dialog(f"settings-{number}", make)

    def searching() -> QWidget:
        panel = studio.desk.show_panel()
        panel.search.setText("manuscript")
        return panel

    studio.take_dialog("settings-search", searching)

    def conflict() -> QWidget:
        panel = studio.desk.show_panel()
        panel.show_section(panel.shortcuts.title)
        panel.shortcuts.choose_action("library.edit")
        panel.shortcuts.editor.edit.setKeySequence("Ctrl+K")
        return panel

    studio.take_dialog("settings-conflict", conflict)


def take_palette(studio: Settled) -> None:
    def typed(text: str) -> Callable[[], QWidget]:
        def make() -> QWidget:
            palette = CommandPalette(studio.menus.actions, studio.window.state, studio.window)
            palette.open_over(studio.window)
            palette.field.setText(text)
            return palette

        return make

    studio.take_dialog("palette", typed(""))
    studio.take_dialog("palette-typed", typed("gap"))


def take_help(studio: Settled) -> None:
    window, log = studio.window, studio.log
    report = "Cocite, Python 3.11\n\n  desktop/app.py:10 in start\nValueError (left out)"
    studio.take_dialog("shortcuts", lambda: ShortcutsDialog(studio.menus.actions, window))
    studio.take_dialog("about", lambda: AboutDialog(studio.runner, window))

    def licences() -> QWidget:
        about = AboutDialog(studio.runner, window)
        about.tabs.setCurrentIndex(1)
        settle(6000)
        return about

    studio.take_dialog("licences", licences)
    studio.take_dialog("crash", lambda: CrashDialog(report, window))

    def read() -> QWidget:
        viewer = LogViewer(log, studio.runner, window)
        viewer.look()
        settle(600)
        viewer.table.selectRow(2)
        return viewer

    studio.take_dialog("log", read)


def take_messages(studio: Settled) -> None:
    def fail(_job: Job) -> None:
        raise FormatError("“thesis.bib” could not be read.", remedy="Mend line 12.")

    window = studio.window
    studio.runner.start_job("Importing thesis.bib", fail)
    settle(900)
    window.news.show_news("Moved 3 papers to the Trash.")
    window.toggle_jobs()
    studio.take("jobs-ended")
    window.jobs_panel.tabs.setCurrentIndex(1)
    studio.take("messages")
    window.jobs_panel.tabs.setCurrentIndex(0)
    window.toggle_jobs()


def take_welcome(studio: Settled) -> None:
    page = WelcomePage(
        studio.runner,
        lambda _: "This folder seems to be synchronised with a cloud service.",
        [Path("/home/ada/Documents/Thesis")],
    )
    studio.window.show_start(page)
    page.set_folder(Path("/home/ada/Dropbox/papers"))
    settle(800)
    studio.take("welcome-warned")


def take_large(studio: Settled) -> None:
    """Texts twice as large as the system has them."""
    studio.store.change(text_percent=200, density="roomy")
    settle(600)
    studio.take("large")
    for title in ("Appearance", "Recommendation", "Shortcuts"):

        def make(title: str = title) -> QWidget:
            panel = studio.desk.show_panel()
            panel.show_section(title)
            return panel

        studio.take_dialog(f"large-{title.lower()}", make)
    studio.store.change(text_percent=100, density="normal")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    logging.getLogger().addHandler(logging.NullHandler())
    application = QApplication([])
    theme().install(application, "light")
    studio = Settled(folder)
    theme().show_icons()
    studio.open(400)
    theme().choose(THEMES[0])
    wanted = os.environ.get("STATES", "").split()
    takes = (take_settings, take_palette, take_help, take_messages, take_large, take_welcome)
    for take in takes:
        if not wanted or take.__name__ in wanted:
            take(studio)
    studio.window.close()
    studio.runner.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
