"""The command ``lookup``: papers looked up at services that the person agreed to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base import settings
from core.base.errors import UsageError
from core.base.lookups import SERVICE_TITLES, Found
from core.commands import common, printing
from core.services.lookup import Lookup


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
        _print(service, results, as_json)
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
            f"{request.at[:19]}  {SERVICE_TITLES[request.service]}  {request.asked.kind}"
            f" {request.asked.value}  {status}  {request.outcome}"
        )
    if not requests:
        click.echo("Nothing sent")


def _print(service: Lookup, results: Sequence[Found], as_json: bool) -> None:
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
