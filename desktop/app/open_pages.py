"""The four pages of an open library: its papers at once, the others as soon as those are shown.

Whoever imports this module imports all four, which takes long: ``Application`` lets a worker
thread do so while the papers are read already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from core.base.records import OpenManuscript
from core.base.settings import Settings
from desktop.library.page import LibraryPage
from desktop.manuscript.page import ManuscriptPage
from desktop.settings.store import SettingsStore
from desktop.similar.page import SimilarPage
from desktop.training.models_page import ModelsPage
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one open library."""

    library: LibraryPage
    manuscript: ManuscriptPage
    similar: SimilarPage
    models: ModelsPage

    def widgets(self) -> tuple[QWidget, ...]:
        """Return the pages in the order of the page bar."""
        return (self.library, self.manuscript, self.similar, self.models)

    def part_in_front(self, page: int) -> QWidget:
        """Return the part of a page on which one works."""
        tab = self.manuscript.current_tab()
        parts = (
            self.library.part_in_front(),
            self.manuscript.welcome if tab is None else tab.part_in_front(),
            self.similar.stack,
            self.models.panel.stack,
        )
        return parts[page]

    def use_settings(self, settings: Settings) -> None:
        """Let every page follow the settings."""
        self.library.library_actions.use_settings(settings)
        self.manuscript.use_settings(settings)
        self.similar.paper_actions.use_settings(settings)


AddPages = Callable[
    [LibraryPage, "Workspace", TaskRunner, SettingsStore, Notify, Callable[[Pages], None]],
    None,
]
"""What ``add_pages`` is, for whoever lets another thread import it."""


def add_pages(
    library: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    store: SettingsStore,
    notify: Notify,
    on_pages: Callable[[Pages], None],
) -> None:
    """Make the pages beside ``library``, one a turn of the event loop, while that page lives."""

    def make_manuscript() -> None:
        undo = library.changes.undo
        page = ManuscriptPage(workspace, runner, notify, settings=store.now, undo=undo)
        _keep_choices(page, store)
        QTimer.singleShot(0, library, lambda: make_similar(page))

    def make_similar(manuscript: ManuscriptPage) -> None:
        page = SimilarPage(workspace, runner, notify)
        page.join(library.changes, lambda: _get_opened_manuscript(manuscript))
        QTimer.singleShot(0, library, lambda: make_models(manuscript, page))

    def make_models(manuscript: ManuscriptPage, similar: SimilarPage) -> None:
        pages = Pages(library, manuscript, similar, ModelsPage(workspace, runner, notify))
        pages.use_settings(store.now)
        on_pages(pages)
        library.changes.undo.refresh()

    make_manuscript()


def _get_opened_manuscript(page: ManuscriptPage) -> OpenManuscript | None:
    """Return the manuscript in front, once it is read."""
    tab = page.current_tab()
    return tab.session.opened if tab is not None and tab.session is not None else None


def _keep_choices(page: ManuscriptPage, store: SettingsStore) -> None:
    """Keep what is chosen on the page: the next manuscript starts with it."""
    page.breadth_changed.connect(lambda breadth: store.change(breadth=breadth))
    page.cite_style_changed.connect(lambda style: store.change(cite_style=style))
    page.gap_threshold_changed.connect(lambda least: store.change(gap_threshold=least))
