"""Between the commands and the terminal: failures become sentences, texts command nothing."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO, cast

import click

from core.base.children import bound_memory, let_threads_sleep
from core.base.errors import EngineError, UsageError
from core.base.jobs import JobCancelled
from core.base.logs import log_file

# --- each failure becomes a sentence and an exit code -----------------------------------------


logger = logging.getLogger(__name__)


def exit_code(
    command: click.Command, arguments: Sequence[str] | None, *, name: str, prefix: str = ""
) -> int:
    """Run a command and return its exit code; a traceback never reaches the user.

    0 is success, 1 a failure, 2 bad use, 130 a stop. ``prefix`` comes before a failure's sentence.
    """
    let_threads_sleep()
    bound_memory()
    with harmless_terminals():
        return _carried_out(command, arguments, name, prefix)


def _carried_out(
    command: click.Command, arguments: Sequence[str] | None, name: str, prefix: str
) -> int:
    try:
        command.main(args=arguments, prog_name=name, standalone_mode=False)
    except SystemExit as end:
        return int(end.code or 0)
    except (click.ClickException, EngineError, KeyboardInterrupt, JobCancelled, click.Abort) as end:
        return _explained(end, prefix)
    except Exception:
        # The boundary: a bug goes to the log, which a person may send, and not to their face.
        logger.exception("A command failed")
        click.echo(f"An error occurred in Cocite. Details are in {log_file()}.", err=True)
        return 1
    return 0


def _explained(end: BaseException, prefix: str) -> int:
    if isinstance(end, click.ClickException):
        end.show()
        return end.exit_code
    if isinstance(end, EngineError):
        click.echo(f"{prefix}{end} {end.remedy}".strip(), err=True)
        return 2 if isinstance(end, UsageError) else 1
    click.echo("Stopped. What was finished is kept.", err=True)
    return 130


# --- texts of files cannot command the terminal that they are shown on ------------------------
#
# A title, or a file's name, may hold escape sequences that clear the screen, change what stands on
# it, or set the clipboard. Pipes and files get every character.


_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What terminals carry out rather than show: controls, and marks that turn the order of letters."""


def harmless(text: str) -> str:
    """Return a text with a sign in place of each character that a terminal would carry out."""
    return _COMMANDS.sub("\ufffd", text)


class _Terminal:
    """A stream to a terminal that only shows what it is given."""

    def __init__(self, stream: TextIO) -> None:
        self.as_it_is = stream

    def write(self, text: str) -> int:
        """Write a text without what a terminal would carry out."""
        return self.as_it_is.write(harmless(text))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the stream's
        return getattr(self.as_it_is, name)


@contextmanager
def harmless_terminals() -> Iterator[None]:
    """Let stdout and stderr only show what the block prints, where they are terminals."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_guarded(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def as_it_is(stream: TextIO) -> TextIO:
    """Return the stream itself, for what draws on the terminal with commands of its own."""
    return stream.as_it_is if isinstance(stream, _Terminal) else stream


def _guarded(stream: TextIO) -> TextIO:
    try:
        shows = stream.isatty()
    except (AttributeError, ValueError):  # none, or closed
        return stream
    return cast("TextIO", _Terminal(stream)) if shows else stream
