"""The commands that other programs start or ask: ``serve``, ``mcp`` and ``lsp``."""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from core.base.errors import LibraryBusyError, UsageError
from core.base.jobs import Job, JobCancelled, SilentJob
from core.base.settings import default_path
from core.base.settings import load as load_settings
from core.commands import common
from core.programs.http.addresses import address_file, read_address
from core.programs.http.client import ServiceGoneError, connected
from core.programs.json_forms import Json
from core.workspace import Workspace

logger = logging.getLogger(__name__)

Ask = Callable[[str, Mapping[str, Any], Job], Json]  # Any: JSON values

_BY_MEANING = frozenset({"recommend", "sets"})
"""Questions that wait for the model, unless they are asked by words."""

_TICK_S = 0.05
_LOOK_S = 2.0
"""Between two looks for a window that serves the library by now."""

_LOCK_S = 10.0
"""How long a window takes to close a library after its service ended."""

library_option = click.option(
    "--library", "folder", type=common.PATH, help="Library folder; else the one opened last."
)
writes_option = click.option(
    "--allow-writes",
    is_flag=True,
    help="Store decisions too; the window cannot open the library meanwhile.",
)


@click.command()
@library_option
@writes_option
def mcp(folder: Path | None, *, allow_writes: bool) -> None:
    """Let an assistant ask the library: a server of the Model Context Protocol on standard input.

    An assistant starts this by itself; its settings name the command “cocite mcp”. Its tools
    recommend papers, find gaps, complete groups of citations, search, read and cite papers, find
    similar and retracted ones, read notes and audit a manuscript. Nothing is written without
    --allow-writes, and nothing is sent anywhere; what the assistant does with an answer is its own
    affair.
    """
    from core.programs.assistants import assistant_server, run

    _keep_texts_out_of_the_log()
    connection = Connection(chosen_library(folder), write=allow_writes)
    with contextlib.closing(connection):
        run(assistant_server(connection.ask, allow_writes=allow_writes))


@click.command()
@library_option
@writes_option
def lsp(folder: Path | None, *, allow_writes: bool) -> None:
    """Show in an editor where a citation lacks, and complete citations: a language server.

    For LaTeX, Markdown and Typst. An editor starts this by itself, see the folder editors of the
    source. A paper that is cited is added to the .bib file of the document if it is missing there.
    """
    from core.programs.editors.server import editor_server, run
    from core.programs.editors.session import Choices, EditorSession

    _keep_texts_out_of_the_log()
    settings = load_settings(default_path())
    connection = Connection(chosen_library(folder), write=allow_writes)
    with contextlib.closing(connection):
        choices = Choices(settings.gap_threshold, settings.breadth)
        run(editor_server(EditorSession(connection.ask, choices)))


@click.command()
@library_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port; 0 takes any free one.")
@click.option(
    "--origin", "origins", multiple=True, help="A web page's origin that may ask, with the token."
)
@click.option(
    "--plugins", is_flag=True, help="Let plug-ins for Zotero read, without a key, at its port too."
)
@click.option(
    "--browser", is_flag=True, help="Let the Zotero Connector save; needs --allow-writes."
)
@writes_option
def serve(
    folder: Path | None,
    port: int | None,
    origins: tuple[str, ...],
    *,
    plugins: bool,
    browser: bool,
    allow_writes: bool,
) -> None:
    """Let other programs of this computer ask the library, over HTTP on 127.0.0.1.

    Nothing outside this computer reaches it. A program needs the token in the file that is
    printed, which only you can read. Runs until Ctrl+C. The window does the same for the library
    that it has open: Settings, Privacy, Let other programs on this computer ask.
    """
    folder = chosen_library(folder)
    for origin in origins:
        _require_origin(origin)
    if browser and not allow_writes:
        raise UsageError(
            "The Zotero Connector cannot save into a library that is read-only.",
            remedy="Add --allow-writes.",
        )
    if connected(folder) is not None and (address := read_address(folder)) is not None:
        raise UsageError(
            f"The library is served already, at {address.url}.",
            remedy="Ask there, or end the program that serves it.",
        )
    with ready_workspace(folder, write=allow_writes) as workspace:
        service = workspace.serve(
            port=port,
            origins=[allowed_origin.rstrip("/") for allowed_origin in origins],
            plugins=plugins,
            browser=browser,
        )
        assert service.address is not None
        click.echo(f"Serving “{folder}” at {service.address.url}")
        click.echo(f"The token is in {address_file(folder)}")
        if service.zotero_problem is not None:
            click.echo(f"{service.zotero_problem} {service.zotero_problem.remedy}", err=True)
        _wait_for_the_end()


class Connection:
    """The service that serves a library already, else the library itself, opened on a thread.

    A program that starts this one waits for nothing: its first question does. Where the service
    ends, the library is opened here; where one comes, it is asked from then on. What could not be
    opened is tried again at the next question.
    """

    def __init__(self, folder: Path, *, write: bool) -> None:
        self._folder, self._write = folder, write
        self._lock = threading.Lock()
        self._is_closed = False
        self._looked = time.monotonic()
        self._opening = self._begin(wait_for_lock=False)

    def ask(self, question: str, values: Mapping[str, Any], job: Job | None = None) -> Json:
        """Answer a question.

        Raises:
            EngineError: the library cannot be opened, or the question cannot be answered.
            JobCancelled: a stop was asked for, or the connection was closed.
        """
        job = job or SilentJob()
        with self._used(job) as opened:
            try:
                return opened.ask(question, values, job)
            except ServiceGoneError:
                logger.info("The service of “%s” ended", self._folder.name)
                failed = opened
        self._replace(failed)
        with self._used(job) as opened:
            return opened.ask(question, values, job)

    def close(self) -> None:
        """Let go of the library; questions that still come are not answered."""
        self._is_closed = True
        with contextlib.suppress(BaseException):
            opened = self._opening.result()
            opened.retire()
            opened.closed.wait(_LOCK_S)

    @contextlib.contextmanager
    def _used(self, job: Job) -> Iterator[_Opened]:
        """Return what answers now; it stays open while the block runs."""
        self._look_for_service()
        while True:
            if self._is_closed:
                raise JobCancelled
            opened = _wait(self._current(), job)
            if opened.take():
                break
        try:
            yield opened
        finally:
            opened.give_back()

    def _current(self) -> Future[_Opened]:
        """Return what is open or being opened; what failed to open is tried again."""
        with self._lock:
            opening = self._opening
            if opening.done() and opening.exception() is not None:
                self._opening = opening = self._begin(wait_for_lock=False)
            return opening

    def _replace(self, failed: _Opened) -> None:
        """Open anew in place of a service that ended, unless another thread did."""
        with self._lock:
            opening = self._opening
            if opening.done() and opening.exception() is None and opening.result() is failed:
                failed.retire()
                self._opening = self._begin(wait_for_lock=True)

    def _look_for_service(self) -> None:
        """Look now and then, on a thread, whether a window serves the library by now.

        What is open here for reading then makes way: the window may store what a person decides.
        """
        with self._lock:
            opening, now = self._opening, time.monotonic()
            if self._write or now - self._looked < _LOOK_S:
                return
            self._looked = now
            if not opening.done() or opening.exception() is not None:
                return
            opened = opening.result()
            if opened.workspace is None or read_address(self._folder) is None:
                return

        def look() -> None:
            remote = connected(self._folder)
            if remote is None:
                return
            with self._lock:
                if self._opening is opening:
                    self._opening = Future()
                    self._opening.set_result(_Opened(remote.ask))
                    opened.retire()

        threading.Thread(target=look, daemon=True).start()

    def _begin(self, *, wait_for_lock: bool) -> Future[_Opened]:
        opening: Future[_Opened] = Future()
        arguments = (opening, wait_for_lock)
        threading.Thread(target=self._open, args=arguments, daemon=True).start()
        return opening

    def _open(self, opening: Future[_Opened], wait_for_lock: bool) -> None:
        """Find the service or open the library; its model is loaded while words answer already."""
        resources = contextlib.ExitStack()
        until = time.monotonic() + (_LOCK_S if wait_for_lock else 0)
        try:
            while True:
                remote = connected(self._folder)
                if remote is not None:
                    opening.set_result(_Opened(remote.ask))
                    return
                try:
                    workspace = resources.enter_context(
                        common.open_workspace(self._folder, write=self._write)
                    )
                    break
                except LibraryBusyError:  # the window that served it is about to close it
                    if time.monotonic() > until:
                        raise
                    threading.Event().wait(_TICK_S)
            if self._write:
                workspace.indexing.words()
            workspace.reader.start()
            opened = _Opened(workspace.programs.ask, workspace, resources)
        except BaseException as error:  # noqa: BLE001 - whoever asks is told
            resources.close()
            opening.set_exception(error)
            return
        opening.set_result(opened)
        opened.load_model()


class _Opened:
    """What answers: a service, or the library with what it holds open until it is retired."""

    def __init__(
        self,
        ask: Ask,
        workspace: Workspace | None = None,
        resources: contextlib.ExitStack | None = None,
    ) -> None:
        self._ask = ask
        self.workspace = workspace
        self._resources = resources or contextlib.ExitStack()
        self._model: Future[None] = Future()
        if workspace is None:
            self._model.set_result(None)
        self._lock = threading.Lock()
        self._users, self._retired = 0, False
        self.closed = threading.Event()

    def ask(self, question: str, values: Mapping[str, Any], job: Job) -> Json:
        """Answer a question; one about meaning waits for the model."""
        if values.get("by", "meaning" if question in _BY_MEANING else "") == "meaning":
            _wait(self._model, job)
        return self._ask(question, values, job)

    def load_model(self) -> None:
        """Load the model of an opened library."""
        assert self.workspace is not None
        if not self.take():
            return
        try:
            common.load_if_useful(self.workspace, "")
            self._model.set_result(None)
        except BaseException as error:  # noqa: BLE001 - whoever asks is told
            self._model.set_exception(error)
        finally:
            self.give_back()

    def take(self) -> bool:
        """Keep it open until it is given back; false if it is closed already."""
        with self._lock:
            if not self._retired:
                self._users += 1
            return not self._retired

    def give_back(self) -> None:
        """Let go of it."""
        with self._lock:
            self._users -= 1
            close = self._retired and not self._users
        if close:
            self._close()

    def _close(self) -> None:
        try:
            self._resources.close()
        finally:
            self.closed.set()

    def retire(self) -> None:
        """Close it as soon as nobody uses it."""
        with self._lock:
            close = not self._retired and not self._users
            self._retired = True
        if close:
            self._close()


_Value = TypeVar("_Value")


def _wait(future: Future[_Value], job: Job) -> _Value:
    """Return what a future brings, unless a stop is asked for before."""
    while not future.done():
        job.check()
        wait([future], timeout=_TICK_S)
    return future.result()


def _keep_texts_out_of_the_log() -> None:
    """Let the libraries of the protocols log what fails, and not every message they send."""
    for name in ("pygls", "mcp"):
        logging.getLogger(name).setLevel(logging.WARNING)


def chosen_library(folder: Path | None) -> Path:
    """Return the folder that was named, else the library that was opened last."""
    last = folder or load_settings(default_path()).library
    if last is None:
        raise UsageError("No library was opened yet.", remedy="Name one with --library.")
    return last


@contextlib.contextmanager
def ready_workspace(folder: Path, *, write: bool) -> Iterator[Workspace]:
    """Open a library that answers at once: its model is loaded, and what reads files started."""
    with common.open_workspace(folder, write=write) as workspace:
        if write:
            workspace.indexing.words()
        workspace.reader.start()
        common.load_if_useful(workspace, "")
        yield workspace


def _require_origin(origin: str) -> None:
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise UsageError(
            f"“{origin}” is no origin.", remedy="Write it as https://example.org, without a path."
        )


def _wait_for_the_end() -> None:
    """Wait for Ctrl+C, or for the system's request to end."""
    ended = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: ended.set())
    try:
        while not ended.wait(0.5):  # on Windows, a wait without an end hears no Ctrl+C
            pass
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
    finally:
        signal.signal(signal.SIGTERM, before)
