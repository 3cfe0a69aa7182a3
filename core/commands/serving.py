"""The commands that other programs start or ask: ``serve``, ``mcp`` and ``lsp``."""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from core.base.errors import UsageError
from core.base.settings import default_path
from core.base.settings import load as load_settings
from core.commands import common
from core.programs.json_forms import Json
from core.workspace import Workspace

Ask = Callable[[str, Mapping[str, Any]], Json]  # Any: JSON values

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

    An assistant starts this by itself; its settings name the command “cocite mcp”. Its six tools
    recommend papers, find gaps, complete groups of citations, search, read papers and audit a
    manuscript. Nothing is written without --allow-writes, and nothing is sent anywhere; what the
    assistant does with an answer is its own affair.
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
@writes_option
def serve(
    folder: Path | None, port: int | None, origins: tuple[str, ...], *, allow_writes: bool
) -> None:
    """Let other programs of this computer ask the library, over HTTP on 127.0.0.1.

    Nothing outside this computer reaches it. A program needs the token in the file that is
    printed, which only you can read. Runs until Ctrl+C. The window does the same for the library
    that it has open: Settings, Privacy, Let other programs on this computer ask.
    """
    from core.programs.http.client import connected
    from core.programs.http.service import address_file, read_address

    folder = chosen_library(folder)
    for origin in origins:
        _require_origin(origin)
    if connected(folder) is not None and (address := read_address(folder)) is not None:
        raise UsageError(
            f"The library is served already, at {address.url}.",
            remedy="Ask there, or end the program that serves it.",
        )
    with ready_workspace(folder, write=allow_writes) as workspace:
        service = workspace.serve(port=port, origins=[each.rstrip("/") for each in origins])
        assert service.address is not None
        click.echo(f"Serving “{folder}” at {service.address.url}")
        click.echo(f"The token is in {address_file(folder)}")
        _wait_for_the_end()


class Connection:
    """The service that serves a library already, else the library itself, opened on a thread.

    A program that starts this one waits for nothing: its first question does.
    """

    def __init__(self, folder: Path, *, write: bool) -> None:
        self._held = contextlib.ExitStack()
        self._asks: Future[Ask] = Future()
        opening = threading.Thread(target=self._open, args=(folder, write), daemon=True)
        opening.start()

    def ask(self, question: str, values: Mapping[str, Any]) -> Json:
        """Answer a question.

        Raises:
            EngineError: the library cannot be opened, or the question cannot be answered.
        """
        return self._asks.result()(question, values)

    def close(self) -> None:
        """Let go of the library."""
        with contextlib.suppress(BaseException):
            self._asks.result()
        self._held.close()

    def _open(self, folder: Path, write: bool) -> None:
        from core.programs.http.client import connected

        try:
            remote = connected(folder)
            if remote is not None:
                self._asks.set_result(remote.ask)
                return
            workspace = self._held.enter_context(ready_workspace(folder, write=write))
            self._asks.set_result(workspace.programs.ask)
        except BaseException as error:  # noqa: BLE001 - whoever asks is told
            self._asks.set_exception(error)


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
