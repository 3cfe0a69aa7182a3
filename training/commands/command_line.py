"""What the command lines of training share: commands that are imported when they are called."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TextIO

import click
from typing_extensions import override

from core.base.errors import UsageError
from core.base.logs import start_log
from core.commands.boundary import exit_code
from training.base.registry import nearest
from training.runs.main_first import leave_processes

logger = logging.getLogger("training")

Commands = Mapping[str, tuple[str, str]]
"""Where each command is, as "module:name", and what it does: the help need not import it."""


class LazyCommands(click.Group):
    """A group of commands, each imported when it is called."""

    def __init__(self, commands: Commands, *, program: str, about: str, usage: str) -> None:
        """Take the commands by name; ``program`` is what one types before them."""
        super().__init__(
            program,
            help=about,
            subcommand_metavar=usage,
            context_settings={"help_option_names": ["-h", "--help"]},
        )
        self._lazy, self._program = commands, program

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._lazy)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return None
        module, _, name = self._lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        commands = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in commands:
            raise UsageError(
                "There is no command or recipe “{name}”{nearest}.",
                name=args[0],
                nearest=nearest(args[0], commands),
                remedy="See {program} --help.",
                program=self._program,
            )
        return super().resolve_command(ctx, args)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._lazy.items()])

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run a command and return its exit code; a traceback never reaches the user."""
        start_log()
        logging.captureWarnings(True)
        threading.excepthook = _log_thread
        for stream in (sys.stdout, sys.stderr):
            _use_utf8(stream)
        rank = os.environ.get("RANK", "0")
        prefix = f"Process {rank}: " if rank != "0" else ""
        try:
            return exit_code(self, arguments, name=self._program, prefix=prefix)
        finally:
            leave_processes()


def _log_thread(failed: threading.ExceptHookArgs) -> None:
    """Log what ended a thread, such as TensorBoard's when the disk is full."""
    logger.info("A thread ended: %s", failed.exc_value)


def _use_utf8(stream: TextIO) -> None:
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="replace")
