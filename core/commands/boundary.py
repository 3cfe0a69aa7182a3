"""The outermost boundary of the command line: each failure becomes a sentence and an exit code."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import click

from core.base.children import let_threads_sleep
from core.base.errors import EngineError, UsageError
from core.base.jobs import JobCancelled
from core.base.logs import log_file
from core.commands.terminal import harmless_terminals

logger = logging.getLogger(__name__)


def exit_code(
    command: click.Command, arguments: Sequence[str] | None, *, name: str, prefix: str = ""
) -> int:
    """Run a command and return its exit code; a traceback never reaches the user.

    0 is success, 1 a failure, 2 bad use, 130 a stop. ``prefix`` comes before a failure's sentence.
    """
    let_threads_sleep()
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
