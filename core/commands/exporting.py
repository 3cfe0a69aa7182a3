"""The commands that export: ``export``, ``export-corpus`` and ``mark``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.records import Group, PaperNumber
from core.base.reports import SUGGESTED, WhatToMark
from core.base.settings import default_path, load_citation_style
from core.base.settings import load as load_settings
from core.commands import common, printing
from core.formats.registry import get_format, list_writable_formats
from core.library.exports.corpus_export import export_corpus
from core.library.exports.whole_export import export_library
from core.library.library import Library
from core.recommend.gaps import gap_sentences
from core.recommend.unread import judge_reading, reading_json


@click.command()
@common.library_folder
@click.option("--to", "target", type=common.PATH, required=True, help="A file, or a new folder.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(
        [*(writable_format.name for writable_format in list_writable_formats()), "folder"]
    ),
    default="folder",
    show_default=True,
    help="folder: all of the library, with its files, to make it again from.",
)
@click.option("--collection", default="", help="Only the papers of this collection.")
@click.option("--tag", default="", help="Only the papers with this tag.")
@click.option(
    "--style",
    default="",
    help="Of formatted references: a name, or a .csl file; else that of the settings.",
)
@common.as_json_option
def export(folder: Path, target: Path, kind: str, as_json: bool, **options: str) -> None:
    """Write the papers of a library to a file, or all of the library to a folder.

    Only reads, so it works beside an open window. `cocite import --library NEW FOLDER` makes the
    library again from a folder, with collections, tags, notes, citations and files.
    """
    summary: dict[str, Any]  # Any: JSON values
    with Library.open(folder, write=False) as library, printing.ConsoleJob() as job:
        if kind == "folder":
            if options["collection"] or options["tag"]:
                raise UsageError("A folder is for all of the library.", remedy="Name a --format.")
            whole = export_library(library, target, job)
            summary = {"papers": whole.papers, "files": whole.files, "missing": list(whole.missing)}
        else:
            papers = library.papers.get_with_source(_chosen(library, **options))
            style = options["style"] or load_citation_style()
            replace_text(target, get_format(kind).write(papers, style))
            summary = {"papers": len(papers)}
    if as_json:
        printing.say_json(summary)
        return
    click.echo(f"Wrote {printing.format_count(summary['papers'], 'paper')} to {target}.")
    for path in summary.get("missing", []):
        click.echo(f"A file was not found: {path}", err=True)


def _chosen(
    library: Library, *, collection: str, tag: str, **_other_options: str
) -> list[PaperNumber]:
    """Return the papers outside the trash, or those of a collection, or with a tag, or both."""
    return library.papers.ordered(
        sort="added",
        descending=False,
        collection=_group(library.collections.all(), "collection", collection),
        tag=_group(library.tags.all(), "tag", tag),
    )


def _group(groups: Sequence[Group], kind: str, name: str) -> int | None:
    if not name:
        return None
    for group in groups:
        if group.name.casefold() == name.casefold():
            return group.number
    raise UsageError(
        f"There is no {kind} “{name}”.",
        remedy=f"There are: {', '.join(group.name for group in groups) or 'none'}.",
    )


@click.command("export-corpus")
@common.library_folder
@click.option("--out", type=common.PATH, required=True, help="Folder that does not exist yet.")
@common.as_json_option
def export_corpus_command(folder: Path, out: Path, as_json: bool) -> None:
    """Write the library as a corpus, to train a model of one's own on.

    Only reads, so it works beside an open window. Papers in the trash are left out.
    """
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        cited_by = workspace.manuscripts.list_citations
        report = export_corpus(workspace.library, out, job, cited_by=cited_by)
    if as_json:
        printing.say_json(asdict(report))
    else:
        printing.print_corpus(report)


@click.command()
@common.library_folder
@click.argument("manuscript", type=common.PATH)
@click.option("--to", "target", type=common.PATH, required=True, help="File for the copy.")
@click.option(
    "--suggestions",
    type=click.IntRange(0, 20),
    default=SUGGESTED,
    show_default=True,
    help="Papers named at a sentence.",
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    help="Least chance that a sentence needs a citation; else that of the settings.",
)
@common.model_option
@common.filter_options
@common.as_json_option
def mark(  # noqa: PLR0913 - one parameter an option
    folder: Path,
    manuscript: Path,
    target: Path,
    *,
    suggestions: int,
    threshold: float | None,
    model: str,
    options: common.FilterOptions,
    as_json: bool,
) -> None:
    """Write a copy of a manuscript with a remark at each sentence that needs a citation.

    Comments in Word, highlights with notes in a PDF, comments of the language in LaTeX, Markdown
    and Typst. Each names papers of the library with the reason. The manuscript itself, and what is
    written on its pages, stay as they are.
    """
    settings = load_settings(default_path())
    least = settings.gap_threshold if threshold is None else threshold
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        manuscripts = workspace.manuscripts
        opened = manuscripts.open(manuscript, job, store=False)
        common.load_if_useful(workspace, model)
        chances = manuscripts.needs_citation(opened)
        dismissed = manuscripts.dismissed_gaps(opened)
        marking = WhatToMark(
            gaps=gap_sentences(opened.manuscript, chances, least, dismissed),
            chosen=manuscripts.to_cite(opened),
            breadth=settings.breadth,
            suggested=suggestions,
            paper_filter=options.make_filter(workspace, opened.manuscript.year),
        )
        marked_copy = workspace.marked_copies.write(opened, target, marking, job=job)
    total = marked_copy.remarks
    if as_json:
        files = [str(file) for file in marked_copy.files]
        verdict = reading_json(judge_reading(opened.manuscript))
        answer = {"remarks": total - len(marked_copy.missed), "files": files}
        printing.say_json(answer | {"reading": verdict})
        return
    printing.print_reading(opened.manuscript)
    for file in marked_copy.files:
        click.echo(f"Wrote {file}")
    click.echo(f"{total - len(marked_copy.missed)} of {total} sentences have a remark.")


@click.command("insert")
@common.library_folder
@click.argument("manuscript", type=common.PATH)
@click.option("--to", "target", type=common.PATH, required=True, help="File for the copy.")
@click.option(
    "--style",
    default="",
    help="Of the citations: a name, or a .csl file; else that of the settings.",
)
@common.as_json_option
def insert_citations(
    folder: Path, manuscript: Path, target: Path, *, style: str, as_json: bool
) -> None:
    """Write a copy of a Word document with the papers of its list To cite cited in their sentences.

    The citations are fields as Zotero has them in Word. The document itself stays as it is.
    """
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        opened = workspace.manuscripts.open(manuscript, job, store=False)
        chosen = workspace.manuscripts.to_cite(opened)
        copy = workspace.marked_copies.insert_citations(opened, target, chosen, style, job)
    inserted = copy.remarks - len(copy.missed)
    if as_json:
        printing.say_json({"citations": inserted, "missed": len(copy.missed), "file": str(target)})
        return
    click.echo(f"Wrote {target}")
    click.echo(f"{inserted} of {copy.remarks} citations were inserted.")
