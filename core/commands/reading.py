"""What reads a manuscript: ``parse``."""

from __future__ import annotations

from pathlib import Path

import click

from core.base.errors import UsageError
from core.commands import common, printing
from core.commands.opening import read_alone, read_with_library
from core.manuscript.html import Reading, html_page
from core.manuscript.text.serial import public_json


@click.command()
@click.argument("manuscript", type=common.PATH)
@click.option(
    "--library", "folder", type=common.PATH, help="Library in which references are looked up."
)
@common.as_json_option
@click.option("--html", "as_html", is_flag=True, help="Write a web page, to check by eye.")
@click.option("--output", "-o", type=common.PATH, help="File for the page; else it is printed.")
def parse(
    manuscript: Path, folder: Path | None, as_json: bool, as_html: bool, output: Path | None
) -> None:
    """Read a manuscript and print its structure, and what is wrong with its citations."""
    if as_json and as_html:
        raise UsageError("--json and --html exclude each other.", remedy="Choose one of them.")
    if output is not None and not as_html:
        raise UsageError("--output is for --html.", remedy="Add --html.")
    reading = _read(manuscript, folder)
    if as_json:
        ids = {number: paper.id for number, paper in reading.papers.items()}
        read = public_json(reading.manuscript, reading.links, ids.__getitem__, reading.chances)
        found = [printing.finding_json(each, ids) for each in reading.findings]
        printing.say_json({**read, "findings": found})
    elif as_html:
        printing.write_page(output, html_page(reading))
    else:
        printing.print_manuscript(reading.manuscript, reading.chances)
        printing.print_findings(reading.findings)


def _read(path: Path, folder: Path | None) -> Reading:
    if folder is None:
        return read_alone(path)
    with common.open_workspace(folder) as workspace:
        return read_with_library(path, workspace)
