"""Carries out what was chosen on the welcome page, once the library is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.app.main_window import MainWindow

if TYPE_CHECKING:
    from desktop.manuscript.page import ManuscriptPage


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Files and folders to import, a manuscript to open meanwhile; or the sample to try."""

    sources: Sequence[Path] = ()
    manuscript: Path | None = None
    sample: bool = False

    def take(self, window: MainWindow) -> None:
        """Begin with them in the library that the window shows."""
        if window.library is not None:
            window.library.import_paths(self.sources)
        if self.manuscript is not None:
            window.open_manuscript(self.manuscript)


NOTHING = FirstSteps()


def show_surest_gap(page: ManuscriptPage) -> None:
    """Show suggestions as soon as the manuscript is read, without being asked."""

    def try_it() -> None:
        tab = page.current_tab()
        if tab is None or not page.next_gap_action.isEnabled():
            return
        page.status_changed.disconnect(try_it)
        if tab.view.selected_sentence is None:
            tab.view.select_surest_gap()

    page.status_changed.connect(try_it)
