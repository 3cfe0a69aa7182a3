"""``python -m training``: trains models, and says what a corpus and a model are good for."""

from __future__ import annotations

from collections.abc import Sequence

import click
from typing_extensions import override

from training.base.registry import RECIPES
from training.commands.command_line import LazyCommands
from training.commands.recipes import RecipeCommand

_HELP = """Train models of papers from their citations.

A recipe is a way to train: the method of one of five papers, or a combination of them. It reads
a corpus (papers, their full texts and citations; cocite export-corpus makes one from a library)
and writes a run, a folder with everything there is to know of the training.

\b
Begin:   python -m training cocite --corpus DIR --out RUN --preset small
Stop:    Ctrl+C, SIGTERM, or make the file RUN/stop; it stops within a step
Resume:  the same command with --resume; it says at which step, and ends as if never stopped
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
    "recipes": ("training.commands.recipes:recipes", "List the recipes and their settings."),
    "devices": ("training.commands.devices:command", "What this machine can train on."),
    "check": ("training.commands.check:command", "What a corpus holds, and is enough for."),
    "added": ("training.commands.check:added", "What a corpus holds that is new to a model."),
    "again": ("training.commands.check:again", "Train a model again with what was added."),
    "judge": ("training.commands.judge:command", "Judge models on held-out citations."),
    "summaries": (
        "training.commands.summaries:command",
        "Write the summaries for semcse.",
    ),
}


class _Commands(LazyCommands):
    """The commands, and one for each recipe."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *RECIPES]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in RECIPES:
            return RecipeCommand(cmd_name)
        return super().get_command(ctx, cmd_name)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Recipes"):
            formatter.write_text(", ".join(RECIPES))
        super().format_commands(ctx, formatter)


cli = _Commands(
    COMMANDS, program="python -m training", about=_HELP, usage="RECIPE|COMMAND [ARGS]..."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return cli.run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
