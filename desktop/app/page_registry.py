"""The pages of the window: one entry each, which imports the page when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

MakePage = Callable[["Workspace", TaskRunner, Notify], QWidget]
"""The class of a page."""


def _library_page() -> MakePage:
    from desktop.library.page import LibraryPage

    return LibraryPage


def _manuscript_page() -> MakePage:
    from desktop.manuscript.page import ManuscriptPage

    return ManuscriptPage


def _similar_page() -> MakePage:
    from desktop.similar.page import SimilarPage

    return SimilarPage


def _models_page() -> MakePage:
    from desktop.training.models_page import ModelsPage

    return ModelsPage


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page of the window: its title, and what imports its class.

    It may have ``part_in_front`` and ``use_settings``, see ``WithParts`` and ``WithSettings`` in
    ``open_pages``.
    """

    title: str
    import_class: Callable[[], MakePage]
    icon: str

    @property
    def name(self) -> str:
        """The name of its group of actions and of its chapter in the manual."""
        return self.title.lower().replace(" ", "_")


PAGES = (
    PageEntry(QT_TRANSLATE_NOOP("MainWindow", "Library"), _library_page, "library"),
    PageEntry(QT_TRANSLATE_NOOP("MainWindow", "Manuscript"), _manuscript_page, "manuscript"),
    PageEntry(QT_TRANSLATE_NOOP("MainWindow", "Similar"), _similar_page, "similar"),
    PageEntry(QT_TRANSLATE_NOOP("MainWindow", "Models"), _models_page, "models"),
)
"""The pages in the order of the page bar."""
