"""Looking papers up at services that the person switched on: asked, shown, and then stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.jobs import Job
from core.base.lookups import Found
from core.base.records import PaperNumber
from desktop.language.wording import choose_plural, in_language, translate
from desktop.papers.lookup_dialog import FoundDialog
from desktop.ui.changes import LibraryChanges
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ask_name

if TYPE_CHECKING:
    from core.workspace import Workspace


class LookUps(QObject):
    """Looks papers up for one library, where its service may ask.

    Signals:
        changed: the library is another now.
        settings_wanted: the person wants to choose which services may be asked.
    """

    changed = Signal()
    settings_wanted = Signal()

    def __init__(
        self,
        page: QWidget,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        changes: LibraryChanges,
    ) -> None:
        super().__init__(page)
        self._page, self._workspace = page, workspace
        self._runner, self._notify, self._changes = runner, notify, changes

    def papers(self, numbers: Sequence[PaperNumber]) -> None:
        """Look papers up for what is empty in their records; a preview comes first."""
        numbers = tuple(numbers)
        if self._agreed() and numbers:

            def work(job: Job) -> list[Found]:
                return self._workspace.lookup.papers(numbers, job)

            title = choose_plural(
                self.tr("Looking up %Ln paper(s)", "", len(numbers)), len(numbers)
            )
            self._runner.start_job(title, work, self._show, owner=self, write=False)

    def ask(self) -> None:
        """Ask for a DOI, an arXiv id or a title, and look it up."""
        if self._agreed():
            ask_name(
                self._page,
                self.tr("Add by DOI or arXiv id"),
                self.tr("DOI, arXiv id or title:"),
                self.text,
                action=self.tr("Look up"),
            )

    def text(self, text: str) -> None:
        """Look up what a person typed; a preview comes first."""

        def work(job: Job) -> list[Found]:
            return self._workspace.lookup.texts([text], job)

        title = self.tr("Looking up {text}").format(text=text)
        self._runner.start_job(title, work, self._show, owner=self, write=False)

    def _agreed(self) -> bool:
        agreed = bool(self._workspace.lookup.consent.services)
        if not agreed:
            choose = self.tr("Choose services…")
            self._notify(why_not(), action=choose, call=self.settings_wanted.emit)
        return agreed

    def _show(self, results: list[Found]) -> None:
        if any(result.answers for result in results):
            FoundDialog(results, self._take, self._page).open()
        else:
            self._notify(in_language(self._workspace.lookup.why_nothing(results[0])))

    def _take(self, results: Sequence[Found]) -> None:
        """Store what was chosen: papers of the library are filled in, others are added."""
        known_results = [result for result in results if result.paper is not None]
        if not known_results:
            self._add(results)
            return
        count = sum(bool(result.fields) for result in known_results)

        def work(job: Job) -> object:
            return self._workspace.lookup.fill_in(known_results, job)

        def filled(_: object) -> None:
            self._changes.note_action()
            if count:
                words = self.tr("Filled in details of %Ln paper(s).", "", count)
                self._notify(choose_plural(words, count), undo=self._changes.undo)
            self.changed.emit()

        self._runner.start_job(self.tr("Adding what was found"), work, filled, owner=self)

    def _add(self, results: Sequence[Found]) -> None:
        def work(job: Job) -> list[tuple[PaperNumber, bool]]:
            return self._workspace.lookup.add(results, job)

        def added(numbers: list[tuple[PaperNumber, bool]]) -> None:
            new = [number for number, is_new in numbers if is_new]
            if new:
                self._changes.note_action()
                count = len(new)
                message = choose_plural(self.tr("Added %Ln paper(s).", "", count), count)
                self._notify(message, undo=self._changes.undo)
            else:
                self._notify(self.tr("It is already in your library; empty fields were filled in."))
            self.changed.emit()

        self._runner.start_job(self.tr("Adding what was found"), work, added, owner=self)


def why_not() -> str:
    """Return what to say where no service may be asked."""
    return translate(
        "LookUps",
        "Online look-ups are turned off. Choose the services in Settings, under Privacy.",
    )
