"""What takes papers out of a library: ``export-corpus``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from core import printing
from core.commands import common
from core.library.corpus_export import export_corpus
from core.library.library import Library


@click.command("export-corpus")
@common.library_folder
@click.option("--out", type=common.PATH, required=True, help="Folder that does not exist yet.")
@common.as_json_option
def export_corpus_command(folder: Path, out: Path, as_json: bool) -> None:
    """Write the library as a corpus, to train a model of one's own on.

    Only reads, so it works beside an open window. Papers in the trash are left out.
    """
    with Library.open(folder, write=False) as library, printing.ConsoleJob() as job:
        report = export_corpus(library, out, job)
    if as_json:
        printing.say_json(asdict(report))
    else:
        printing.print_corpus(report)
