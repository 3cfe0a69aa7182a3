"""``python -m training``: training, and what is measured before and after it."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
from collections.abc import Sequence
from typing import TextIO

import click
from typing_extensions import override

from core.base.errors import UsageError
from core.base.logs import start_log
from core.commands.boundary import exit_code
from training.runs.main_first import leave_processes
from training.runs.recipe_commands import RecipeCommand, recipes
from training.runs.registry import RECIPES, nearest

logger = logging.getLogger("training")

_HELP = """Train models of papers from their citations.

A recipe is a way to train: the method of one of five papers, or a combination of them. It reads
a corpus (papers, their full texts and citations; cocite export-corpus makes one from a library)
and writes a run, a folder with everything there is to know of the training.

\b
Begin:   python -m training cocite --corpus DIR --out RUN --preset small
Stop:    Ctrl+C, SIGTERM, or make the file RUN/stop; it stops within a step
Resume:  the same command with --resume; it ends as if it had not been stopped
Use:     cocite models add RUN/model

\b
RUN/config.json   what was asked for: settings, seed, versions, data, base model
RUN/events.jsonl  what happens, a JSON object a line; stdout is a copy
RUN/process.json  the process that carries the run
RUN/log.txt       messages of the libraries, and of failures
RUN/checkpoints/  what a run goes on from, and curves: tensorboard --logdir RUN
RUN/model/        the finished model with its card, README.md

Ends with 0 if the run finished or stopped as asked, 1 if it failed, 2 if it was asked for wrongly.
"""


COMMANDS = {
    "devices": ("training.devices:command", "What this machine can train on."),
    "check": ("training.commands_corpus:command", "What a corpus holds, and is enough for."),
    "judge": ("training.judging.held_out:command", "Judge models on held-out citations."),
    "evaluate": ("training.judging.commands:evaluate", "Judge encoders on a query set."),
    "compare": ("training.judging.commands:compare", "Compare two answers, query by query."),
    "baselines": ("training.judging.commands:baselines", "Judge the papers' baselines."),
    "rerank": ("training.judging.reranking:command", "Judge BM25, and a reranker after it."),
    "graph": ("training.graph.command:command", "Embed the citation graph of a corpus."),
    "summaries": ("training.summaries:command", "Write the summaries that semcse learns from."),
}
"""Where each command is, and what it does: the help need not import it."""


class _Commands(click.Group):
    """Commands that are imported when they are called, and one for each recipe."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["recipes", *COMMANDS, *RECIPES]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "recipes":
            return recipes
        if cmd_name in RECIPES:
            return RecipeCommand(cmd_name)
        if cmd_name in COMMANDS:
            module, _, name = COMMANDS[cmd_name][0].partition(":")
            command: click.Command = getattr(importlib.import_module(module), name)
            return command
        return None

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            known = self.list_commands(ctx)
            raise UsageError(
                f"There is no command or recipe “{args[0]}”{nearest(args[0], known)}.",
                remedy="See python -m training --help.",
            )
        return super().resolve_command(ctx, args)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Recipes"):
            formatter.write_text(", ".join(RECIPES))
        with formatter.section("Other commands"):
            listed = [("recipes", recipes.get_short_help_str())]
            formatter.write_dl(listed + [(name, said) for name, (_, said) in COMMANDS.items()])


cli = _Commands(
    "training",
    help=_HELP,
    subcommand_metavar="RECIPE|COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; a traceback never reaches the user."""
    start_log()
    logging.captureWarnings(True)
    threading.excepthook = _log_thread
    rank = os.environ.get("RANK", "0")
    prefix = f"Process {rank}: " if rank != "0" else ""
    try:
        return exit_code(cli, arguments, name="python -m training", prefix=prefix)
    finally:
        leave_processes()


def _log_thread(failed: threading.ExceptHookArgs) -> None:
    """Log what ended a thread, such as TensorBoard's when the disk is full."""
    logger.info("A thread ended: %s", failed.exc_value)


def _use_utf8(stream: TextIO) -> None:
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    _use_utf8(sys.stdout)
    _use_utf8(sys.stderr)
    raise SystemExit(main())
