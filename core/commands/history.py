"""The command that tells what was done to a library, and takes it back: ``history``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from core.base.errors import UsageError
from core.commands import common, printing
from core.library.library import Library
from core.library.store.history import HistoryEntry


@click.command()
@common.library_folder
@click.option(
    "--undo", type=click.IntRange(1), metavar="N", help="Undo the action with this number."
)
@click.option("--redo", type=click.IntRange(1), metavar="N", help="Do an undone action again.")
@click.option("--and-later", is_flag=True, help="With --undo: with all that was done after it.")
@click.option("--clear", is_flag=True, help="Forget all of it; nothing can be undone then.")
@common.as_json_option
def history(
    folder: Path,
    undo: int | None,
    redo: int | None,
    and_later: bool,
    clear: bool,
    as_json: bool,
) -> None:
    """List the last 100 actions that changed a library, the latest first, or undo one.

    Papers that an import brought go to the Trash. If something changed since what the action
    did, nothing is undone.
    """
    if sum(map(bool, (undo, redo, clear))) > 1:
        raise UsageError("--undo, --redo and --clear exclude each other.", remedy="Choose one.")
    if and_later and not undo:
        raise UsageError("--and-later needs --undo.", remedy="Say which action: --undo N.")
    with Library.open(folder, write=bool(undo or redo or clear)) as library:
        if undo:
            library.history.undo(undo, and_later=and_later)
        elif redo:
            library.history.redo(redo)
        elif clear:
            library.history.clear()
        entries = library.history.all()
    if as_json:
        printing.say_json([asdict(entry) for entry in entries])
    else:
        _print(entries)


def _print(entries: Sequence[HistoryEntry]) -> None:
    for entry in entries:
        click.echo(_line(entry))
    if not entries:
        click.echo("Nothing to undo yet")


def _line(entry: HistoryEntry) -> str:
    when = datetime.fromisoformat(entry.made_at).astimezone().strftime("%Y-%m-%d %H:%M")
    stand = "  (undone)" if entry.undone else "  (cannot be undone)" if entry.problem else ""
    return f"{entry.number:>6}  {when}  {entry.said}{stand}"
