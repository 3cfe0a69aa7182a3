"""What can be done with a paper on the similar page beside looking for more: read, cite, keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from core.base.library_records import PaperFile
from core.base.records import PaperNumber
from core.base.settings import Settings
from desktop.ui.notify import Notify
from desktop.ui.opening import copy_citation
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import enable, page_action

if TYPE_CHECKING:
    from core.formats.cite import Copied, CopyStyle
    from core.workspace import Workspace

Selected = Callable[[], tuple[PaperNumber, ...]]


class PaperActions(QObject):
    """Opens the PDF of a paper, and copies what one needs to cite it.

    Signals:
        pdf_wanted(int): show the PDF of a paper that has one.
    """

    pdf_wanted = Signal(int)

    def __init__(
        self,
        page: QWidget,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        selected: Selected,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._selected = selected
        self._settings = Settings()
        self.document: Callable[[], Path | None] = lambda: None
        """The file of the manuscript in front: its bibliography has keys of its own."""
        make = partial(page_action, page)
        self.open = make(self.tr("Open PDF"), "file", "Ctrl+Shift+O", self._open)
        self.cite = make(self.tr("Copy cite command"), "cite", "Ctrl+K", self._copy_cite)
        self.key = make(self.tr("Copy citation key"), "copy", "Ctrl+Shift+K", self._copy_key)

    def all(self) -> tuple[QAction, ...]:
        """Return the actions in the order of a menu."""
        return self.open, self.cite, self.key

    def use_settings(self, settings: Settings) -> None:
        """Copy cite commands in the chosen style from now on."""
        self._settings = settings

    def enable(self, why_not: str) -> None:
        """Enable the actions, or say in their tool tips why they are off."""
        for action in self.all():
            enable(action, why_not)

    def show_menu(self, groups: Sequence[Sequence[QAction]], at: QPoint) -> QMenu:
        """Open a menu of actions at a position on the screen, the groups apart."""
        menu = QMenu(self._page)
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        for group in groups:
            menu.addActions(list(group))
            menu.addSeparator()
        menu.popup(at)
        return menu

    def _open(self) -> None:
        selected = self._selected()
        if not selected:
            return
        papers, number = self._workspace.library.papers, selected[0]

        def show(files: list[PaperFile]) -> None:
            if files:
                self.pdf_wanted.emit(number)
            else:
                self._notify(self.tr("This paper has no PDF. Add one in the library."))

        self._runner.run(lambda: papers.files(number), show, owner=self)

    def _copy_cite(self) -> None:
        self._copy_papers(self._settings.cite_style)

    def _copy_key(self) -> None:
        self._copy_papers("plain")

    def _copy_papers(self, style: CopyStyle) -> None:
        numbers, document, csl_style = self._selected(), self.document(), self._settings.csl_style
        papers = self._workspace.papers
        if numbers:
            self._runner.run(
                lambda: papers.copied(numbers, style, document, csl_style), self._copy, owner=self
            )

    def _copy(self, copied: Copied) -> None:
        copy_citation(copied)
        self._notify(self.tr("Copied {text}").format(text=copied.text))
