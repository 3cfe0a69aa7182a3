"""``cocite`` on the command line: the engine without a window.

The commands are in ``core.commands``, a module for each family. With ``--json``, stdout holds
the JSON and nothing else. An expected failure is one sentence and a remedy on stderr, with exit
code 2 for bad use and 1 for the rest; an import that refused something exits with 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from typing_extensions import override

from core import sample
from core.base.errors import UsageError
from core.commands import (
    asking,
    common,
    desktop_entry,
    enriching,
    exporting,
    filling,
    models,
    printing,
    reading,
    serving,
    upkeep,
)
from core.commands.boundary import exit_code
from core.commands.models import train
from core.recommend import gaps

_COMMANDS: tuple[click.Command, ...] = (
    filling.import_command,
    filling.follow,
    filling.index,
    enriching.enrich,
    enriching.lookup,
    reading.parse,
    asking.evidence,
    asking.search,
    asking.recommend,
    asking.similar,
    serving.serve,
    serving.mcp,
    serving.lsp,
    models.models,
    models.evaluate,
    exporting.export,
    exporting.export_corpus_command,
    exporting.mark,
    upkeep.dedupe,
    exporting.insert_citations,
    upkeep.history,
    upkeep.verify,
    upkeep.backup,
    upkeep.restore,
    upkeep.repair,
    train,
    desktop_entry.desktop_entry,
)


class _Commands(click.Group):
    """The commands, beside files and folders that open the window if they exist."""

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not _is_path(args[0]):
            return super().resolve_command(ctx, args)
        for word in args:
            if word.startswith("-") or not _is_missing(Path(word)):
                continue
            if Path(word).name == word:
                raise UsageError("There is no file “{file}”.", file=word, remedy="Check the name.")
            raise UsageError(
                "There is no file or folder “{path}”.", path=word, remedy="Check the name."
            )
        raise UsageError(
            "The window opens manuscripts, or the folder of one library, without options.",
            remedy="See cocite --help.",
        )


def _is_path(word: str) -> bool:
    """Tell a file or folder from a command, which has neither an ending nor a separator."""
    path = Path(word)
    return bool(path.suffix) or path.name != word


def _is_missing(path: Path) -> bool:
    try:
        return not path.exists()
    except OSError:  # such as a name that is too long
        return True


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="cocite")
@click.option("--sample", "on_sample", is_flag=True, help="Use the sample library and manuscript.")
@click.option("--text", "as_text", is_flag=True, help="With --sample: print, open no window.")
@click.pass_context
def cli(context: click.Context, on_sample: bool, as_text: bool) -> None:
    """Recommend papers from your own library for the sentences of a manuscript.

    Without a command, or with manuscripts or the folder of a library, opens the window.
    """
    if context.invoked_subcommand is None:
        if not (on_sample and as_text):
            raise UsageError("Nothing was asked for.", remedy="See cocite --help.")
        _print_sample()


for _command in _COMMANDS:
    cli.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; a traceback never reaches the user."""
    return exit_code(cli, arguments, name="cocite")


def _print_sample() -> None:
    """Do what the window does on its first start, and print it."""
    folder = sample.sample_folder()
    with (
        common.open_workspace(folder, create=True) as workspace,
        printing.ConsoleJob() as job,
        sample.sample_manuscript() as path,
    ):
        sample.fill(workspace, job)
        workspace.indexing.load_model(in_process=True)
        workspace.indexing.vectors(job)
        opened = workspace.manuscripts.open(path, job)
        chances = workspace.manuscripts.needs_citation(opened)
        open_sentences = gaps.gap_sentences(opened.manuscript, chances)
        surest = max(open_sentences, key=lambda index: chances[index])
        answer = workspace.recommending.recommend(opened, surest, limit=5)
    printing.print_manuscript(opened.manuscript, chances)
    printing.print_recommendation(answer)
