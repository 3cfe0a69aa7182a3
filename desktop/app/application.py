"""Builds the program once and gives every part what it needs.

The only module of the window that imports the engine, and it does so on a worker thread after the
window shows: nothing heavy stands between a person and the first frame.
"""

from __future__ import annotations

import gc
import importlib
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from core.base import settings as settings_file
from core.base.errors import EngineError, LibraryMissingError
from core.base.jobs import Job
from core.base.records import PlaceState, Status
from core.base.settings import Settings
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.app.safety_manager import SafetyManager
from desktop.app.settings_manager import NOTHING_CARRIED, Carried, LanguageSwitcher, SettingsManager
from desktop.app.welcome_page import WelcomePage
from desktop.help import crash
from desktop.language import languages
from desktop.settings.store import SettingsStore
from desktop.ui.accessible_roles import install_accessible_roles
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import theme

if TYPE_CHECKING:
    from core.library.safety.restoring import Recovery
    from core.workspace import Workspace
    from desktop.app.open_pages import AddPages, Pages
    from desktop.library.import_actions import ImportActions
    from desktop.library.page import LibraryPage
    from desktop.manuscript.page import ManuscriptPage
    from desktop.training.panel import TrainingPanel

# --- carries out what was chosen on the welcome page, once the library is open ----------


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


SWITCH_INTERVAL_S = 0.001
FULL_COLLECTION_AFTER = 50
"""Middle collections before a full one, which walks through everything: 10 is Python's own."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the program was started with."""

    folder: Path | None = None
    on_sample: bool = False
    manuscript: Path | None = None
    more_manuscripts: tuple[Path, ...] = ()


class Application(QObject):
    """The program from its first window to its end. One library is open at a time."""

    def __init__(self, qt: QApplication, settings_path: Path, logs: Path) -> None:
        super().__init__()
        # Worker threads hold the interpreter for at most a millisecond when the window wants it.
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTION_AFTER)
        self._qt = qt
        self.runner = TaskRunner(self)
        self.store = SettingsStore(settings_path, self.runner, self)
        languages.speak(self.settings.language)
        theme().install(qt, self.settings.theme, self.settings.text_percent)
        install_accessible_roles()
        state = QSettings(str(settings_path.with_name("window.ini")), QSettings.Format.IniFormat)
        self.window = MainWindow(self.runner, state)
        self.menus = Menus(self.window, logs)
        self.workspace: Workspace | None = None
        self._resources = ExitStack()
        self._first = NOTHING
        self._next: Callable[[], None] | None = None
        self._under_way = False
        self._imported = False
        self.upkeep = Upkeep(self.runner, self.window, self)
        self.settings_manager = SettingsManager(self.store, self.window, self.menus, logs)
        self.speech = LanguageSwitcher(
            self.store, self.runner, self.window, self.settings_manager, self._restore_view
        )
        self.safety = SafetyManager(
            self.runner,
            self.window,
            _recovery,
            self.open_library,
            lambda: self.settings.trash_days,
        )
        self._connect()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.store.now

    def start(self, start: Start) -> None:
        """Show the window, then do everything else."""
        self.window.show()
        QTimer.singleShot(0, lambda: self._begin(start))

    def open_icons(self) -> None:
        """Load the icons between everything else and show them when they are there."""
        theme().show_icons()

    def open_library(
        self,
        folder: Path,
        *,
        create: bool = False,
        write: bool = True,
        first: FirstSteps = NOTHING,
    ) -> None:
        """Close the library that is open, if any, and open or make another."""
        self._first = first
        self._switch(lambda: self._open(folder, create=create, write=write))
        self.window.show_opening(self.tr("Preparing the sample") if first.sample else str(folder))
        self.menus.rebuild()

    def open_sample(self) -> None:
        """Open the sample library, fill it on the first time, and read the sample manuscript."""

        def work() -> Path:
            from core import sample

            return sample.sample_folder()

        def show_sample(folder: Path) -> None:
            if self.workspace is not None and self.workspace.library.folder == folder:
                self._prepare_sample(self.workspace)
            else:
                self.open_library(folder, create=True, first=FirstSteps(sample=True))

        if self.workspace is None:  # said before it is looked for, which takes seconds at first
            self.window.show_opening(self.tr("Preparing the sample"))
        self.runner.run(work, show_sample)

    def shut_down(self) -> None:
        """Stop everything that runs and let go of the library."""
        self.upkeep.stop()
        self.settings_manager.leave_library()
        self.runner.cancel_all()
        if self.workspace is not None:
            self.workspace.stop()  # what the runner waits for may itself wait for a model
        self.runner.close()
        self.store.write_now()  # after what is still written with settings of before
        if self.workspace is not None:
            _leave(self.workspace)
            self.workspace = None
            self.upkeep.watch(None)
        self._resources.close()
        self._qt.quit()

    # --- starting the program -------------------------------------------------------------

    def _connect(self) -> None:
        window = self.window
        window.library_chosen.connect(lambda folder: self.open_library(folder, create=True))
        window.recent_library_chosen.connect(self.open_library)
        window.sample_wanted.connect(self.open_sample)
        window.warning_about = _warning_about
        window.page_shown.connect(self.upkeep.wake_model)
        self._qt.applicationStateChanged.connect(self.upkeep.wake_model)
        self.store.changed.connect(lambda _: self._use_settings())
        self.safety.trash_emptied.connect(self.upkeep.papers_added)
        self.settings_manager.programs.papers_saved.connect(self.upkeep.papers_added)
        window.closed.connect(self.shut_down)

    def _begin(self, start: Start) -> None:
        self.open_icons()
        folder = start.folder or (self.settings.library if self.settings.open_last else None)
        if start.on_sample:
            self.open_sample()
        elif folder is not None:
            self.open_library(folder)
            if start.manuscript is not None:
                self.window.open_manuscript(start.manuscript)
        else:
            self._show_welcome().choose_manuscript(start.manuscript)
        for path in start.more_manuscripts:
            self.window.open_manuscript(path)

    def _show_welcome(self, folder: Path | None = None) -> WelcomePage:
        recent = self.settings.recent_libraries
        page = WelcomePage(self.runner, _warning_about, recent)
        page.library_chosen.connect(
            lambda path: self.open_library(
                path, create=True, first=FirstSteps(page.sources(), page.manuscript)
            )
        )
        page.recent_chosen.connect(
            lambda path: self.open_library(path, first=FirstSteps(page.sources(), page.manuscript))
        )
        page.sample_wanted.connect(self.open_sample)
        if folder is not None:
            page.set_folder(folder)
        self.window.show_start(page)
        self.menus.recent = self.settings.recent_libraries
        self.menus.rebuild()
        return page

    # --- opening and closing libraries ----------------------------------------------------

    def _switch(self, then: Callable[[], None]) -> None:
        """Close the open library once nothing uses it any more, then go on.

        While a library is being opened or closed, the last wish waits for the end of that: the
        library it names may be the very one.
        """
        workspace, self.workspace = self.workspace, None
        self._next = then
        self.upkeep.watch(None)
        self.safety.watch(None)
        self.settings_manager.leave_library()
        if workspace is not None:
            for job in self.runner.jobs():
                job.cancel()
            workspace.stop()
            self._close_when_idle(workspace)
        elif not self._under_way:
            self._run_pending_request()

    def _close_when_idle(self, workspace: Workspace) -> None:
        self._under_way = True

        def close() -> None:
            self.runner.idle.disconnect(close)
            self.runner.run(lambda: _leave(workspace), lambda _: self._run_pending_request())

        self.runner.idle.connect(close)
        self.runner.run(lambda: None)  # so that the runner becomes idle, even if it is now

    def _run_pending_request(self) -> None:
        """Do what was asked for last, once no library is open."""
        self._under_way = False
        wish, self._next = self._next, None
        if wish is not None:
            wish()

    def _open(self, folder: Path, *, create: bool, write: bool) -> None:
        def work() -> Workspace:
            from core.base.files import data_folder
            from core.models.shelf import Shelf
            from core.workspace import Workspace

            shelf = Shelf(data_folder() / "models")
            opened = Workspace(folder, shelf, write=write, create=create)
            opened.indexing.start_model()  # in a process of its own, while the pages are built
            importlib.import_module("desktop.library.page")  # for ``_make_library``
            return opened

        def failed(error: EngineError) -> None:
            if self._next is None:
                self._under_way = False
                self._not_opened(folder, error)
            else:
                self._run_pending_request()

        def accept_workspace(workspace: Workspace) -> None:
            if self._next is None:
                self._under_way = False
                self._opened(workspace)
            else:  # the person chose another one meanwhile
                self.runner.run(workspace.close, lambda _: self._run_pending_request())

        self._under_way = True
        self.runner.run(work, accept_workspace, failed=failed)

    def _opened(self, workspace: Workspace, carried: Carried = NOTHING_CARRIED) -> None:
        """Show the papers; what else there is follows when they are on the screen."""
        self.workspace = workspace
        self.window.news.clear()  # what failed before this library was open is over
        self.upkeep.watch(workspace)
        self._use_settings()
        self.settings_manager.enter_library(workspace, lambda: self._make_training(workspace))
        folder = workspace.library.folder
        self.store.use(self.settings.with_library(folder))
        library = self._make_library(workspace)
        self.window.show_library(library, folder.name)
        self.menus.recent = self.settings.recent_libraries
        self.menus.rebuild()  # the actions of pages that were there are gone
        if workspace.library.read_only:
            self.window.news.show_news(self.tr("This library is open for reading only."))
        self._first.take(self.window)
        if self._first.sample:
            self._prepare_sample(workspace)
        refresh_task = library.refresh()
        refresh_task.ended.connect(lambda: self._add_pages(workspace, library, carried))

    def _add_pages(self, workspace: Workspace, library: LibraryPage, carried: Carried) -> None:
        """Make the pages beside the papers, once a worker thread has imported what they need."""

        def work() -> AddPages:
            from desktop.app.open_pages import add_pages, import_pages

            import_pages()
            workspace.prepare()
            self._pass_over_imports()
            return add_pages

        def show_pages(pages: Pages) -> None:
            if workspace is self.workspace:
                self._complete(workspace, pages, carried)

        def add(add_pages: AddPages) -> None:
            notify = self.window.news.show_news
            add_pages(library, workspace, self.runner, self.store, notify, show_pages)

        if workspace is self.workspace:
            self.runner.run(work, add, owner=library)

    def _complete(self, workspace: Workspace, pages: Pages, carried: Carried) -> None:
        """Show the other pages, load the model and bring everything up to date."""
        self._connect_pages(pages)
        self.window.show_pages(pages)
        self.menus.rebuild()
        pages.models.refresh()
        self.upkeep.ask_status()
        self._take_up(pages, carried)
        first, self._first = self._first, NOTHING
        if not first.sample:
            self.upkeep.catch_up()
        loading = pages.models.load_model()
        loading.ended.connect(self.upkeep.schedule_catch_up)
        loading.ended.connect(self._model_came)
        # Behind the model, which needs the processor more; a manuscript starts it earlier.
        loading.ended.connect(lambda: self._start_reader(workspace))
        self.safety.watch(lambda: workspace.library.safekeeping)

    def _pass_over_imports(self) -> None:
        """Let the collector pass over what is there, which stays, until a model was loaded.

        A collection that walks through all of it holds the window up for 80 ms. Later, what closed
        pages left would be among it and stay for ever.
        """
        if not self._imported:
            gc.freeze()

    def _model_came(self) -> None:
        self._pass_over_imports()
        self._imported = True

    def _start_reader(self, workspace: Workspace) -> None:
        if workspace is self.workspace:
            self.runner.run(workspace.reader.start)

    def _not_opened(self, folder: Path, error: EngineError) -> None:
        self._show_welcome(folder)
        if isinstance(error, LibraryMissingError) and not folder.exists():
            self.store.change(library=None)
        self.safety.not_opened(folder, error)

    def _make_library(self, workspace: Workspace) -> LibraryPage:
        from desktop.library.page import LibraryPage

        notify = self.window.news.show_news
        library = LibraryPage(workspace, self.runner, notify)
        library.use_settings(self.settings)
        self._serve_imports(library.import_actions, workspace)
        library.import_actions.start_following(
            lambda: workspace.following, library.changes, self.runner
        )
        library.import_actions.start_following_bibs(
            lambda: workspace.bib_following, library.changes, self.runner
        )
        library.import_actions.start_keeping(lambda: workspace.kept_files, self.runner)
        library.look_ups.settings_wanted.connect(self.settings_manager.show_privacy)
        library.library_changed.connect(self.upkeep.library_changed)
        library.full_texts.changed.connect(self.upkeep.schedule_catch_up)  # they cite
        return library

    def _connect_pages(self, pages: Pages) -> None:
        pages.models.state_changed.connect(self.upkeep.engine_changed)
        self._renew_panel(pages.models.panel)
        pages.manuscript.library_changed.connect(self.upkeep.papers_added)
        pages.manuscript.index_wanted.connect(self.upkeep.schedule_catch_up)

    def _serve_imports(self, actions: ImportActions, workspace: Workspace) -> None:
        from core.library.imports.watching import WatchedFolders
        from desktop.manuscript.file_kinds import PAGELESS

        actions.start_watching(WatchedFolders(workspace.library.database), self.runner)
        actions.offer_unfinished(self.window.news.show_question)
        actions.accept_drops(self.window)
        actions.offer_manuscripts(PAGELESS, self.window.open_manuscript)

    def _make_training(self, workspace: Workspace) -> TrainingPanel:
        from desktop.training.panel import TrainingPanel

        panel = TrainingPanel(workspace.training, self.runner, self.window.news.show_news)
        panel.state_changed.connect(self.upkeep.engine_changed)
        self._renew_panel(panel)
        panel.refresh()
        return panel

    def _renew_panel(self, panel: TrainingPanel) -> None:
        """Keep a panel of models in step; there may be two, on the page and in the settings."""
        panel.shelf_changed.connect(self.upkeep.models_changed)
        self.upkeep.models_changed.connect(panel.refresh)
        self.upkeep.library_renewed.connect(panel.follow_library)

    def _prepare_sample(self, workspace: Workspace) -> None:
        def work(job: Job) -> Path:
            from core import sample

            workspace.reader.start()  # it loads meanwhile
            sample.fill(workspace, job)
            return self._resources.enter_context(sample.sample_manuscript())

        def open_prepared_sample(path: Path) -> None:
            if self.window.library is not None:
                self.window.library.changes.note_change()
                self.window.open_manuscript(path)
                self.window.when_complete(lambda pages: show_surest_gap(pages.manuscript))

        task = self.runner.start_job(self.tr("Preparing the sample"), work, open_prepared_sample)
        if self.window.library is not None:
            self.window.library.centre.show_filling(task)

    # --- passing changed settings on ------------------------------------------------------

    def _use_settings(self) -> None:
        """Pass on what pages and services ask and write with; ``SettingsManager`` does the rest."""
        if self.window.pages is not None:
            self.window.pages.use_settings(self.settings)
        if self.workspace is not None:
            self.workspace.recommending.rerank_seconds = self.settings.rerank_ms / 1000

    def _restore_view(self, carried: Carried) -> None:
        """Show what was shown before the window was built anew."""
        if self.workspace is None:
            self._show_welcome()
        else:
            self._opened(self.workspace, carried)

    def _take_up(self, pages: Pages, carried: Carried) -> None:
        if carried.similar is not None:
            pages.similar.restore(carried.similar)


def run(arguments: Sequence[str], start: Start, logs: Path) -> int:
    """Run the program until its window is closed; return its exit code."""
    qt = QApplication.instance() or QApplication([sys.argv[0], *arguments])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("cocite")
    qt.setApplicationDisplayName("")
    qt.setDesktopFileName("cocite")
    qt.setWindowIcon(QIcon(str(files("resources") / "icons" / "cocite.png")))
    application = Application(qt, settings_file.default_path(), logs)
    crash.show_over(application.window)
    application.start(start)
    code = int(qt.exec())
    # In this order, and before the interpreter takes modules apart in any order it likes.
    sys.excepthook = sys.__excepthook__
    theme().forget_icons()
    shiboken6.delete(application.window)
    shiboken6.delete(application)
    return code


def _recovery(folder: Path) -> Recovery:
    from core.library.safety.restoring import Recovery

    return Recovery(folder)


def _warning_about(folder: Path) -> str:
    """Return why a library should not lie in a folder, "" if nothing speaks against it."""
    from core.library.safety import folder_risks

    return folder_risks.warning_about(folder)


# --- keeping the indexes up to date -----------------------------------------------------
#
# Keeps indexes, pages and status line in step with the open library and its models.

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

    def wake_model(self) -> None:
        """Load a model that gave its memory back as soon as someone turns to a manuscript."""
        pages = self._window.pages
        if self._workspace is None or pages is None or not self._window.isActiveWindow():
            return
        if pages.manuscript.isVisible() and pages.manuscript.current_tab() is not None:
            self._runner.run(self._workspace.indexing.wake_model, owner=pages.manuscript)

    def _update_count(self) -> None:
        if self._window.pages is not None:
            self._window.pages.library.recount()

    def _job_started(self, task: Task) -> None:
        task.progressed.connect(self._job_progressed)

    def _job_progressed(self) -> None:
        if not self._status.isActive():
            self._status.start()


def _leave(workspace: Workspace) -> None:
    """Write what was entered last beside the database, and let go of the library. Blocks."""
    try:
        workspace.library.safekeeping.follow()
    except EngineError as problem:  # as on a full disk: the next turn writes it
        logging.getLogger(__name__).warning("records beside the database: %s", problem)
    workspace.close()


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
