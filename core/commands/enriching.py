"""The command ``enrich``: citation data from elsewhere, into a library and out of it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.reports import EnrichReport
from core.commands import common, printing
from core.services.enrichment import Enrichment


@click.command()
@common.library_folder
@click.option(
    "--from", "paths", type=common.PATH, multiple=True, help="A dump, or a folder; may be repeated."
)
@click.option("--list", "listed", is_flag=True, help="Print what was added, each with its number.")
@click.option("--remove", type=int, metavar="NUMBER", help="Take back what a source told.")
@common.as_json_option
@click.argument("more", type=common.PATH, nargs=-1)
def enrich(  # one parameter for each option
    folder: Path,
    paths: tuple[Path, ...],
    listed: bool,
    remove: int | None,
    as_json: bool,
    more: tuple[Path, ...],
) -> None:
    """Add citation data from elsewhere: citations, abstracts and retractions of the papers.

    Reads works of OpenAlex and Crossref, data sets of Semantic Scholar, tables of OpenCitations and
    Retraction Watch's list as they are published, plain, gzip, zip, tar, zstd or Parquet, for what
    they say of the library's papers (by DOI, arXiv id, PubMed, OpenAlex or Semantic Scholar
    number). Nothing is sent anywhere. Stopped, the same command goes on where it was. Exits with
    3 if a file or a line could not be read.
    """
    files = (*paths, *more)
    if bool(files) + listed + (remove is not None) != 1:
        raise UsageError(
            "There is nothing to add, or too much is asked for.",
            remedy="Name files with --from, or use --list or --remove alone.",
        )
    with (
        common.open_workspace(folder, write=not listed) as workspace,
        printing.ConsoleJob() as job,
    ):
        if listed:
            _print_sources(workspace.enrichment, as_json)
            return
        if remove is not None:
            _remove(workspace.enrichment, remove, as_json)
            return
        report = workspace.enrichment.add(files, job)
    if as_json:
        printing.say_json(asdict(report))
    else:
        _print(report)
    if report.refused or report.damaged:
        raise SystemExit(3)


def _remove(enrichment: Enrichment, number: int, as_json: bool) -> None:
    if number not in {source.number for source in enrichment.sources()}:
        raise UsageError(
            "There is no citation data with the number {number}.",
            number=number,
            remedy="See cocite enrich --list.",
        )
    enrichment.remove(number)
    if as_json:
        printing.say_json({"removed": number})
    else:
        click.echo(f"Took back what source {number} told.")


def _print_sources(enrichment: Enrichment, as_json: bool) -> None:
    sources = enrichment.sources()
    if as_json:
        printing.say_json([asdict(source) for source in sources])
        return
    for s in sources:
        click.echo(
            f"{s.number}  {s.added_at[:10]}  {s.title}: {s.name}"
            f"  {printing.format_count(s.citations, 'citation')},"
            f" {printing.format_count(s.abstracts, 'abstract')},"
            f" {printing.format_count(s.notices, 'notice')}"
        )
    if not sources:
        click.echo("No citation data was added yet.")


def _print(report: EnrichReport) -> None:
    if report.known:
        click.echo("These files were added before, and the library has no new papers since.")
        return
    click.echo(
        f"{printing.format_count(report.lines, 'line')} read, {report.damaged:,} damaged;"
        f" {printing.format_count(report.papers, 'paper')} of the library in them."
    )
    click.echo(
        f"{printing.format_count(report.citations, 'citation')} ({report.new:,} new),"
        f" {printing.format_count(report.abstracts, 'abstract')},"
        f" {printing.format_count(report.notices, 'notice')} of retraction or concern."
    )
    if report.others:
        click.echo(f"{report.others:,} records have the id of a paper and another title; left out.")
    for refusal in report.refused:
        click.echo(f"{refusal.source}: {refusal.reason} {refusal.remedy}".rstrip(), err=True)
