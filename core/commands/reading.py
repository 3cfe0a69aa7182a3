"""The command that reads a manuscript: ``parse``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import click

from core.base.findings import Finding
from core.base.library_records import PaperName
from core.base.records import Link, Manuscript, Paper, PaperNumber
from core.commands import common, printing
from core.manuscript.reader import GuardedReader
from core.manuscript.sources import identify
from core.manuscript.text.serial import public_json
from core.programs import json_forms
from core.recommend import audit, gaps
from core.recommend.entry_checks import check_entries
from core.recommend.unread import judge_reading, reading_json
from core.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A manuscript and what is known about it.

    ``chances`` says for each sentence how likely it needs a citation; ``papers`` are those that
    ``links`` lead to.
    """

    manuscript: Manuscript
    chances: Sequence[float] = ()
    links: Mapping[int, Link] = field(default_factory=dict)
    papers: Mapping[PaperNumber, Paper] = field(default_factory=dict)
    findings: Sequence[Finding] = ()


@click.command()
@click.argument("manuscript", type=common.PATH)
@click.option(
    "--library", "folder", type=common.PATH, help="Library in which references are looked up."
)
@common.as_json_option
@click.option("--recognise", is_flag=True, help="Recognise the text of scanned pages (slow).")
def parse(manuscript: Path, folder: Path | None, as_json: bool, recognise: bool) -> None:
    """Read a manuscript and print its structure, and what is wrong with its citations."""
    reading = read_manuscript(manuscript, folder, recognise=recognise)
    if as_json:
        names = {
            number: PaperName(paper.id, paper.citation_key)
            for number, paper in reading.papers.items()
        }
        manuscript_values = public_json(
            reading.manuscript, reading.links, lambda number: names[number].id, reading.chances
        )
        for reference in manuscript_values["references"]:
            link = reading.links.get(reference["index"])
            reference["library_key"] = names[link.paper].key if link else None
        checks = check_entries(reading.manuscript, reading.links, reading.papers)
        for reference, check in zip(manuscript_values["references"], checks, strict=True):
            reference["check"] = json_forms.check_json(check)
        finding_values = [json_forms.finding_json(finding, names) for finding in reading.findings]
        verdict = reading_json(judge_reading(reading.manuscript))
        printing.say_json({**manuscript_values, "reading": verdict, "findings": finding_values})
    else:
        printing.print_manuscript(reading.manuscript, reading.chances)
        printing.print_findings(reading.findings)


def read_manuscript(path: Path, folder: Path | None, *, recognise: bool) -> Reading:
    """Read a manuscript, and look its references up where a library is named."""
    if folder is None:
        return read_alone(path, recognise=recognise)
    with common.open_workspace(folder) as workspace:
        return read_with_library(path, workspace, recognise=recognise)


def read_alone(path: Path, *, recognise: bool = False) -> Reading:
    """Read a manuscript without any library."""
    identify(path)  # one that cannot be opened is refused in the same words as with a library
    with closing(GuardedReader()) as reader:
        manuscript = reader.recognise(path) if recognise else reader.read_manuscript(path)
    chances = gaps.needs_citation(manuscript)
    return Reading(
        manuscript=manuscript,
        chances=chances,
        findings=audit.audit(manuscript, {}),
    )


def read_with_library(path: Path, workspace: Workspace, *, recognise: bool = False) -> Reading:
    """Read a manuscript and look its references up."""
    manuscripts = workspace.manuscripts
    opened = manuscripts.recognise(path) if recognise else manuscripts.open(path)
    chances, findings = (
        workspace.manuscripts.needs_citation(opened),
        workspace.manuscripts.audit(opened),
    )
    named_papers = [link.paper for link in opened.links.values()]
    named_papers += [finding.paper for finding in findings if finding.paper is not None]
    papers = workspace.library.papers.get_many(list(dict.fromkeys(named_papers)))
    return Reading(
        manuscript=opened.manuscript,
        chances=chances,
        links=opened.links,
        papers={paper.number: paper for paper in papers},
        findings=findings,
    )
