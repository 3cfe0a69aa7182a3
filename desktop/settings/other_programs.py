"""Lets other programs of this computer ask the library that is open, while the setting is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from desktop.settings.store import SettingsStore

if TYPE_CHECKING:
    from core.programs.http.service import Service
    from core.workspace import Workspace


_SWITCHES = frozenset(("serve_programs", "serve_plugins", "serve_browser"))


class Served(NamedTuple):
    """Where the library is served, and the file with the key that a program needs.

    ``zotero_problem`` says why it is not served at Zotero's port although it should be.
    """

    url: str = ""
    file: str = ""
    zotero_problem: str = ""


class OtherPrograms(QObject):
    """Starts and ends the service of the open library as the setting says.

    ``served`` is where it is served now; ``problem`` why it is not although the setting is on.

    Signals:
        changed: one of them is another now.
        papers_saved: a browser saved papers.
    """

    changed = Signal()
    papers_saved = Signal()

    def __init__(self, store: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._workspace: Workspace | None = None
        self.served = Served()
        self.problem: EngineError | None = None
        store.changed.connect(self._follow)

    def use(self, workspace: Workspace) -> None:
        """Serve this library from now on, if the setting says so."""
        self._workspace = workspace
        if self._store.now.serve_programs:
            self._start(workspace)

    def leave(self) -> None:
        """Let go of the library; whoever closes it ends its service."""
        self._workspace = None
        self._show(Served())

    def _follow(self, names: frozenset[str]) -> None:
        workspace = self._workspace
        if workspace is None or not _SWITCHES & names:
            return
        if self._store.now.serve_programs:
            self._start(workspace)
        else:
            self._store.runner.run(workspace.stop_serving, write=True)
            self._show(Served())

    def _start(self, workspace: Workspace) -> None:
        def started(service: Service) -> None:
            if workspace is self._workspace and self._store.now.serve_programs:
                problem = service.zotero_problem
                text = "" if problem is None else f"{problem} {problem.remedy}"
                self._show(Served(service.url, str(service.file), text))

        def failed(error: EngineError) -> None:
            if workspace is self._workspace:
                self._show(Served(), error)

        settings = self._store.now

        def serve() -> Service:
            if settings.serve_browser:
                workspace.connector.on_saved = self.papers_saved.emit
            return workspace.serve(plugins=settings.serve_plugins, browser=settings.serve_browser)

        runner = self._store.runner
        runner.run(serve, started, failed=failed, owner=self, write=True)

    def _show(self, served: Served, problem: EngineError | None = None) -> None:
        self.served, self.problem = served, problem
        self.changed.emit()
