"""The command that reads a manuscript: ``parse``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.library_records import PaperName
from core.base.records import Manuscript
from core.commands import common, printing
from core.manuscript.html import Reading, html_page
from core.manuscript.reader import GuardedReader
from core.manuscript.sources import identify
from core.manuscript.text.serial import public_json
from core.programs import json_forms
from core.recommend import audit, gaps
from core.recommend.unread import judge_reading, part_text, reading_json
from core.workspace import Workspace


@click.command()
@click.argument("manuscript", type=common.PATH)
@click.option(
    "--library", "folder", type=common.PATH, help="Library in which references are looked up."
)
@common.as_json_option
@click.option("--html", "as_html", is_flag=True, help="Write a web page, to check by eye.")
@click.option("--recognise", is_flag=True, help="Recognise the text of scanned pages (slow).")
@click.option("--output", "-o", type=common.PATH, help="File for the page; else it is printed.")
def parse(
    manuscript: Path,
    folder: Path | None,
    as_json: bool,
    as_html: bool,
    recognise: bool,
    output: Path | None,
) -> None:
    """Read a manuscript and print its structure, and what is wrong with its citations."""
    if as_json and as_html:
        raise UsageError("--json and --html exclude each other.", remedy="Choose one of them.")
    if output is not None and not as_html:
        raise UsageError("--output is for --html.", remedy="Add --html.")
    reading = _read(manuscript, folder, recognise=recognise)
    if as_json:
        names = {
            number: PaperName(paper.id, paper.citation_key)
            for number, paper in reading.papers.items()
        }
        read = public_json(
            reading.manuscript, reading.links, lambda number: names[number].id, reading.chances
        )
        for reference in read["references"]:
            link = reading.links.get(reference["index"])
            reference["library_key"] = names[link.paper].key if link else None
        found = [json_forms.finding_json(each, names) for each in reading.findings]
        verdict = reading_json(judge_reading(reading.manuscript))
        printing.say_json({**read, "reading": verdict, "findings": found})
    elif as_html:
        printing.write_page(output, html_page(reading))
    else:
        printing.print_manuscript(reading.manuscript, reading.chances)
        printing.print_findings(reading.findings)


def _read(path: Path, folder: Path | None, *, recognise: bool) -> Reading:
    if folder is None:
        return read_alone(path, recognise=recognise)
    with common.open_workspace(folder) as workspace:
        return read_with_library(path, workspace, recognise=recognise)


def read_alone(path: Path, *, recognise: bool = False) -> Reading:
    """Read a manuscript without any library."""
    identify(path)  # one that cannot be opened is refused in the same words as with a library
    with closing(GuardedReader()) as reader:
        manuscript = reader.recognise(path) if recognise else reader.read(path)
    chances = gaps.needs_citation(manuscript)
    return Reading(
        manuscript=manuscript,
        chances=chances,
        gaps=gaps.gap_sentences(manuscript, chances),
        findings=audit.audit(manuscript, {}),
        unread=_unread_lines(manuscript),
    )


def read_with_library(path: Path, workspace: Workspace, *, recognise: bool = False) -> Reading:
    """Read a manuscript and look its references up."""
    manuscripts = workspace.manuscripts
    opened = manuscripts.recognise(path) if recognise else manuscripts.open(path)
    chances, findings = (
        workspace.manuscripts.needs_citation(opened),
        workspace.manuscripts.audit(opened),
    )
    named = [link.paper for link in opened.links.values()]
    named += [finding.paper for finding in findings if finding.paper is not None]
    papers = workspace.library.papers.get_many(list(dict.fromkeys(named)))
    return Reading(
        manuscript=opened.manuscript,
        chances=chances,
        gaps=gaps.gap_sentences(opened.manuscript, chances),
        links=opened.links,
        papers={paper.number: paper for paper in papers},
        findings=findings,
        unread=_unread_lines(opened.manuscript),
    )


def _unread_lines(manuscript: Manuscript) -> list[str]:
    return [part_text(part) for part in judge_reading(manuscript).parts]
