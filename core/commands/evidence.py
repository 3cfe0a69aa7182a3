"""The command that shows what cited papers say: ``evidence``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from core.base.files import replace_text
from core.base.findings import CitationEvidence, EvidenceReport
from core.base.messages import capital
from core.base.records import Manuscript, OpenManuscript
from core.commands import common, printing
from core.programs import json_forms
from core.recommend.audit import entry_name
from core.recommend.unread import judge_reading, reading_json
from core.services import evidence_page


@click.command()
@click.argument("manuscript", type=common.PATH)
@common.library_folder
@common.model_option
@click.option("--html", "page", type=common.PATH, help="Also write a page for reviewers.")
@common.as_json_option
def evidence(
    manuscript: Path, folder: Path, *, model: str, page: Path | None, as_json: bool
) -> None:
    """Show what the cited papers say: for each citation the nearest passages, with their page.

    Quotations and numbers are looked up, too. What deserves a look comes first: retracted papers,
    quotations that differ, citations without a passage near. Papers need a full text or an
    abstract in the library; nothing is looked up online.
    """
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        workspace.indexing.load_model(name=model, in_process=True)
        opened = workspace.manuscripts.open(manuscript, job)
        report = workspace.evidence.check_manuscript(opened, job)
        names = workspace.library.papers.names([paper.number for paper in report.papers])
    if page is not None:
        _write_page(page, opened, report)
    if as_json:
        reading = reading_json(judge_reading(opened.manuscript))
        values = json_forms.evidence_report_json(opened.manuscript, report, names)
        printing.say_json({"title": opened.manuscript.title, "reading": reading, **values})
    else:
        printing.print_reading(opened.manuscript)
        for citation in report.citations:
            _print_citation(opened.manuscript, citation, report)


def _write_page(page: Path, opened: OpenManuscript, report: EvidenceReport) -> None:
    shown_page = evidence_page.EvidencePage(
        manuscript=opened.manuscript,
        report=report,
        name=opened.path.name if opened.path is not None else "",
        made_on=datetime.now().astimezone().date(),
    )
    replace_text(page, shown_page.html())


def _print_citation(
    manuscript: Manuscript, citation: CitationEvidence, report: EvidenceReport
) -> None:
    entry = manuscript.references[citation.reference]
    state = evidence_page.describe_state(citation.state)
    searched = evidence_page.describe_search(citation.searched)
    click.echo(f"{entry_name(entry)}: {state}{f' ({searched})' if searched else ''}")
    click.echo(f"  {manuscript.sentences[citation.sentence].text}")
    notice = dict(report.notices).get(citation.paper) if citation.paper is not None else None
    if notice is not None:
        click.echo(f"  ! {evidence_page.describe_notice(notice)}")
    for quotation in citation.quotations:
        click.echo(f"  “{quotation.text}”: {evidence_page.describe_quotation(quotation)}")
        for one in quotation.differences:
            click.echo(f"    {one.quoted or '–'} → {one.printed or '–'}")
    for passage in citation.passages:
        place = capital(evidence_page.describe_place(passage))
        click.echo(f"  > {passage.text} ({place})")
    for number in citation.numbers:
        click.echo(f"  {evidence_page.describe_number(number)}")
