"""Keeps indexes, pages and status line in step with the open library and its models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.places import PlaceState
from core.base.records import Status
from desktop.app.main_window import MainWindow
from desktop.ui.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

CATCH_UP_AFTER_MS = 400
STATUS_EVERY_MS = 1_000
RECOUNT_EVERY_MS = 2_000


class Upkeep(QObject):
    """Indexes what is new, soon after it came, and asks how far everything is.

    Whatever shows a state of the library, its indexes or the models is renewed from here.

    Signals:
        library_renewed: the library is another now.
        models_changed: a model is in use, or one is not any more; or the vectors of one are there.
    """

    library_renewed = Signal()
    models_changed = Signal()

    def __init__(self, runner: TaskRunner, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._runner, self._window = runner, window
        self._vectors: tuple[int, int] | None = None
        self._models: tuple[object, ...] | None = None
        self._workspace: Workspace | None = None
        self._catch_up = QTimer(self, singleShot=True, interval=CATCH_UP_AFTER_MS)
        self._catch_up.timeout.connect(self.catch_up)
        self._status = QTimer(self, singleShot=True, interval=STATUS_EVERY_MS)
        self._status.timeout.connect(self.ask_status)
        self._recount = QTimer(self, singleShot=True, interval=RECOUNT_EVERY_MS)
        self._recount.timeout.connect(self._update_count)
        runner.started.connect(self._job_started)
        runner.ended.connect(lambda _: self.ask_status())

    def watch(self, workspace: Workspace | None) -> None:
        """Turn to another library, or to none."""
        self._workspace = workspace
        self._models = None

    def stop(self) -> None:
        """Begin nothing more."""
        for timer in (self._catch_up, self._status, self._recount):
            timer.stop()

    def schedule_catch_up(self) -> None:
        """Index what is new once changes pause."""
        self._catch_up.start()

    def library_changed(self) -> None:
        """Follow a change of the library, which its own page shows by itself."""
        self._catch_up.start()
        self.ask_status()
        if self._window.pages is not None:
            self._window.pages.manuscript.relink()
        self.library_renewed.emit()

    def papers_added(self) -> None:
        """Follow what was done to the library elsewhere than on its page."""
        library = self._window.library
        if library is not None:
            library.changes.note_change()

    def engine_changed(self) -> None:
        """Follow another model, another state of one, or an index that was brought up to date."""
        self.ask_status()
        if self._window.pages is not None:
            self._window.pages.library.follow_indexes()
            self._window.pages.manuscript.refresh()
            self._window.pages.similar.refresh()
        self.models_changed.emit()

    def catch_up(self, *, words: bool = True) -> None:
        """Bring the indexes in step with the library: words first, then meaning."""
        pages = self._window.pages
        if self._workspace is None or pages is None:
            return
        running = pages.models.indexing()
        if running is not None:
            running.ended.connect(self._catch_up.start)
            return

        def continue_indexing(status: Status) -> None:
            self._show_status(status)
            if words and status.words != "ready":
                task = pages.models.index_words()
                task.ended.connect(pages.manuscript.relink)  # entries are found by words too
                task.ended.connect(lambda: self.catch_up(words=False))
            elif status.model_state == "ready" and _lacks_vectors(status):
                pages.models.index_vectors()
            pages.library.full_texts.catch_up()

        self._runner.run(self._workspace.indexing.status, continue_indexing, owner=pages.models)

    def ask_status(self) -> None:
        """Show how far everything is."""
        if self._workspace is not None:
            self._runner.run(self._workspace.indexing.status, self._show_status)

    def _show_status(self, status: Status) -> None:
        """Show how far everything is; the places of the library count along with the vectors."""
        self._window.show_status(status)
        models = (
            status.model,
            status.model_state,
            status.reranker,
            *map(_place_key, status.places),
        )
        if models != self._models:  # also where a job that was stopped had changed it already
            previous, self._models = self._models, models
            if previous is not None:
                self.models_changed.emit()
        if status.vectors != self._vectors and not self._recount.isActive():
            self._recount.start()
        self._vectors = status.vectors

    def _update_count(self) -> None:
        if self._window.pages is not None:
            self._window.pages.library.recount()

    def _job_started(self, task: Task) -> None:
        task.progressed.connect(self._job_progressed)

    def _job_progressed(self) -> None:
        if not self._status.isActive():
            self._status.start()


def _place_key(place: PlaceState) -> tuple[str, str, bool]:
    """Return who answers in a place."""
    return place.place, place.model, place.serves


def _lacks_vectors(status: Status) -> bool:
    """Whether papers or citing sentences have none, or an old one, of a model in use."""
    return (
        status.vectors_behind
        or any(have != of for have, of in (status.vectors, status.contexts))
        or any(place.lacks_vectors for place in status.places)
    )
