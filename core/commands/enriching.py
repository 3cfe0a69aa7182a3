"""The command ``enrich``: citation data from elsewhere, into a library and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base import settings
from core.base.errors import UsageError
from core.base.library_records import local_time
from core.base.lookups import SERVICE_TITLES, Found
from core.base.reports import EnrichReport
from core.commands import common, printing
from core.services.lookup import Enrichment, Lookup


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
            f"{s.number}  {local_time(s.added_at)}  {s.title}: {s.name}"
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
        f" {printing.format_count(report.notices, 'notice')} of retraction, concern or correction."
    )
    if report.others:
        click.echo(f"{report.others:,} records have the id of a paper and another title; left out.")
    for refusal in report.refused:
        click.echo(f"{refusal.source}: {refusal.reason} {refusal.remedy}".rstrip(), err=True)


# --- looking up -------------------------------------------------------------------------
#
# The command ``lookup``: papers looked up at services that the person agreed to ask.


@click.command()
@common.library_folder
@click.argument("what", nargs=-1)
@click.option("--fill", is_flag=True, help="WHAT are papers: fill in what is empty in them.")
@click.option("--add", is_flag=True, help="Add what is found to the library.")
@click.option("--sent", "listed", is_flag=True, help="Print what was sent, the latest first.")
@common.as_json_option
def lookup(  # one parameter for each option
    folder: Path,
    what: tuple[str, ...],
    fill: bool,
    add: bool,
    listed: bool,
    as_json: bool,
) -> None:
    """Look papers up by DOI, arXiv id or title at Crossref, OpenAlex and arXiv.

    Refuses unless a service is switched on in the window, in Settings under Privacy; those that
    are get asked. Only the DOI, arXiv id or title is sent, with the mail address that is given
    there, and each request is listed (--sent). Prints what was found; with --add it becomes papers
    of the library, with --fill WHAT are papers of the library by id, and what is empty in their
    records is filled in. Citations among the library's papers come along. Exits with 3 if
    something was not found or a service did not answer.
    """
    if listed == bool(what) or (fill and add):
        raise UsageError(
            "There is nothing to look up, or too much is asked for.",
            remedy="Name DOIs, arXiv ids or titles, with --add or --fill or neither, or use"
            " --sent alone.",
        )
    with (
        common.open_workspace(folder, write=fill or add) as workspace,
        printing.ConsoleJob() as job,
    ):
        service = workspace.lookup
        if listed:
            _print_sent(service, as_json)
            return
        service.consent = settings.load(settings.default_path()).consent()
        if fill:
            results = service.papers(common.numbers(workspace, what), job)
            edits = {
                result.paper.number: result.fields
                for result in results
                if result.paper and result.fields
            }
            if edits:
                workspace.library.papers.update_many(edits)
            service.tell(results, job)
        else:
            results = service.texts(what, job)
            if add:
                service.add(results, job)
        _print_results(service, results, as_json)
    if any(result.record is None or result.problems for result in results):
        raise SystemExit(3)


def _print_sent(service: Lookup, as_json: bool) -> None:
    requests = service.sent()
    if as_json:
        printing.say_json([asdict(request) for request in requests])
        return
    for request in requests:
        status = request.status or "-"
        click.echo(
            f"{local_time(request.at, '%Y-%m-%d %H:%M:%S')}  {SERVICE_TITLES[request.service]}"
            f"  {request.asked.kind} {request.asked.value}  {status}  {request.outcome}"
        )
    if not requests:
        click.echo("Nothing sent")


def _print_results(service: Lookup, results: Sequence[Found], as_json: bool) -> None:
    if as_json:
        printing.say_json([_as_json(result) for result in results])
        return
    for result in results:
        record = result.record
        if record is None:
            click.echo(service.why_nothing(result), err=True)
            continue
        click.echo(f"{record.title} ({', '.join(result.services)})")
        authors, year = ", ".join(record.authors), record.year or "no year"
        names = " ".join(filter(None, (record.doi, record.arxiv and f"arXiv:{record.arxiv}")))
        click.echo(f"    {authors}. {record.venue} {year}. {names}")
        if result.paper is not None:
            click.echo(f"    Filled in: {', '.join(result.fields) or 'nothing was missing'}.")
        for problem in result.problems:
            click.echo(f"{problem.source}: {problem.reason}", err=True)


def _as_json(result: Found) -> dict[str, Any]:  # Any: JSON
    paper = result.paper
    return {
        "asked": result.label,
        "id": None if paper is None else paper.id,
        "key": None if paper is None else paper.citation_key,
        "services": list(result.services),
        "record": None if result.record is None else asdict(result.record),
        "filled": list(result.fields),
        "problems": [asdict(problem) for problem in result.problems],
    }
