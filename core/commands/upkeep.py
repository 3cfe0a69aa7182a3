"""What keeps a library whole: ``verify``."""

from __future__ import annotations

from pathlib import Path

import click

from core import printing
from core.commands import common


@click.command()
@common.library_folder
@common.as_json_option
def verify(folder: Path, as_json: bool) -> None:
    """Check a library through; exits with 1 if something is wrong."""
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        report = workspace.library.verify(job)
    if as_json:
        sound = {"sound": report.sound, "problems": report.problems, "counts": dict(report.counts)}
        printing.say_json(sound)
    else:
        printing.print_verification(report)
    if not report.sound:
        raise SystemExit(1)
