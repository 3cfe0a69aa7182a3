"""The pages of an open library: its papers at once, the others as soon as those are shown.

Whoever imports this module imports most of them, which takes long: ``Application`` lets a worker
thread do so while the papers are read already.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from core.base.records import OpenManuscript
from core.base.settings import Settings
from desktop.app.page_registry import PAGES
from desktop.library.page import LibraryPage
from desktop.manuscript.page import ManuscriptPage
from desktop.settings.store import SettingsStore
from desktop.similar.page import SimilarPage
from desktop.training.models_page import ModelsPage
from desktop.ui.focus import WithParts
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


@runtime_checkable
class WithSettings(Protocol):
    """A page that follows settings."""

    def use_settings(self, settings: Settings) -> None:
        """Take over the settings, at the start and when one was changed."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one open library; ``further_pages`` are those that nothing else knows."""

    library: LibraryPage
    manuscript: ManuscriptPage
    similar: SimilarPage
    models: ModelsPage
    further_pages: tuple[QWidget, ...] = ()

    @classmethod
    def from_widgets(cls, widgets: Sequence[QWidget]) -> Pages:
        """Return the pages that were made by the entries of ``PAGES``, in their order."""
        library, manuscript, similar, models, *further_pages = widgets
        assert isinstance(library, LibraryPage)
        assert isinstance(manuscript, ManuscriptPage)
        assert isinstance(similar, SimilarPage)
        assert isinstance(models, ModelsPage)
        return cls(library, manuscript, similar, models, tuple(further_pages))

    def widgets(self) -> tuple[QWidget, ...]:
        """Return the pages in the order of the page bar."""
        return (self.library, self.manuscript, self.similar, self.models, *self.further_pages)

    def part_in_front(self, page: int) -> QWidget:
        """Return the part of a page on which one works."""
        widget = self.widgets()[page]
        return widget.part_in_front() if isinstance(widget, WithParts) else widget

    def use_settings(self, settings: Settings) -> None:
        """Let the pages follow the settings."""
        for page in self.widgets():
            if isinstance(page, WithSettings):
                page.use_settings(settings)


AddPages = Callable[
    [LibraryPage, "Workspace", TaskRunner, SettingsStore, Notify, Callable[[Pages], None]],
    None,
]
"""What ``add_pages`` is, for whoever lets another thread import it."""


_OPENED_LATER = (
    "desktop.app.command_palette",
    "desktop.help.dialogs",
    "desktop.help.log_viewer",
    "desktop.library.annotating",
    "desktop.library.history",
    "desktop.pages.pdf_tab",
    "desktop.papers.quick_look",
    "desktop.settings.panel",
)
"""What the window has no need of before someone opens it, and must not wait for then."""


def import_pages() -> None:
    """Import the modules of all pages, and of what is opened from the menus and the table."""
    for entry in PAGES:
        entry.import_class()
    for module in _OPENED_LATER:
        importlib.import_module(module)


def add_pages(
    library: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    store: SettingsStore,
    notify: Notify,
    on_pages: Callable[[Pages], None],
) -> None:
    """Make the pages beside ``library``, one a turn of the event loop, while that page lives."""
    undo = library.changes.undo
    widgets: list[QWidget] = [library]

    def make_next() -> None:
        kind = PAGES[len(widgets)].import_class()
        if kind is ManuscriptPage:
            page: QWidget = ManuscriptPage(workspace, runner, notify, settings=store.now, undo=undo)
        else:
            page = kind(workspace, runner, notify)
        widgets.append(page)
        following = make_next if len(widgets) < len(PAGES) else finish
        QTimer.singleShot(0, library, following)

    def finish() -> None:
        pages = Pages.from_widgets(widgets)
        _keep_choices(pages.manuscript, store)
        pages.similar.join(library.changes, lambda: _get_opened_manuscript(pages.manuscript))
        for actions in (library.library_actions, pages.similar.paper_actions):
            actions.document = lambda: _get_document(pages.manuscript)
        pages.use_settings(store.now)
        on_pages(pages)
        undo.refresh()

    make_next()


def _get_opened_manuscript(page: ManuscriptPage) -> OpenManuscript | None:
    """Return the manuscript in front, once it is read."""
    tab = page.current_tab()
    return tab.session.opened if tab is not None and tab.session is not None else None


def _get_document(page: ManuscriptPage) -> Path | None:
    """Return the file of the manuscript in front, also before it is read."""
    tab = page.current_tab()
    return tab.path if tab is not None else None


def _keep_choices(page: ManuscriptPage, store: SettingsStore) -> None:
    """Keep what is chosen on the page: the next manuscript starts with it."""
    page.breadth_changed.connect(lambda breadth: store.change(breadth=breadth))
    page.cite_style_changed.connect(lambda style: store.change(cite_style=style))
    page.gap_threshold_changed.connect(lambda least: store.change(gap_threshold=least))
