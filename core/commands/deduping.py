"""The command that finds duplicates: ``dedupe``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.base.records import Paper
from core.commands import common, printing
from core.library.duplicates.pairs import DuplicateGroup
from core.library.library import Library


@click.command()
@common.library_folder
@click.option("--merge-sure", is_flag=True, help="Merge the groups that need no look.")
@click.option("--undo", is_flag=True, help="Take the latest merge back, and print what it was.")
@common.as_json_option
def dedupe(folder: Path, merge_sure: bool, undo: bool, as_json: bool) -> None:
    """List papers that are there twice, and versions of one work, with what speaks for it.

    Without an option nothing is changed. Versions are linked in the window, never merged.
    """
    with Library.open(folder, write=merge_sure or undo) as library:
        if undo:
            _undo(library, as_json=as_json)
            return
        with printing.ConsoleJob() as job:
            groups = library.duplicates.scan(job)
            told = [_group_json(library, group) for group in groups]
            sure = [group for group in groups if group.sure and merge_sure]
            for done, group in enumerate(sure):
                job.check()
                job.report(done, len(sure), "Merging")
                library.duplicates.merge_group(group)
    if as_json:
        printing.say_json({"groups": told, "merged": len(sure)})
        return
    for group_told in told:
        _print(group_told)
    kinds = [group.kind for group in groups]
    click.echo(
        f"{kinds.count('duplicate')} groups of duplicates ({sum(each.sure for each in groups)} "
        f"sure), {kinds.count('version')} of versions; {len(sure)} merged."
    )


def _undo(library: Library, *, as_json: bool) -> None:
    latest = library.duplicates.merges(1)
    if latest:
        library.duplicates.undo(latest[0].number)
    back = [number for merge in latest for number in (merge.keeper, *merge.absorbed)]
    papers = library.papers.get_many(back)
    if as_json:
        keys = [paper.citation_key for paper in papers]
        printing.say_json({"papers": [paper.id for paper in papers], "keys": keys})
        return
    click.echo("Taken apart again:" if papers else "There is no merge to undo.")
    for paper in papers:
        click.echo(f"  {_line(paper)}")


def _group_json(library: Library, group: DuplicateGroup) -> dict[str, Any]:  # Any: JSON values
    papers = library.papers.get_many(group.papers)
    return {
        "kind": group.kind,
        "sure": group.sure,
        "score": group.score,
        "reasons": list(group.reasons),
        "papers": [
            {"id": paper.id, "key": paper.citation_key, "line": _line(paper)} for paper in papers
        ],
    }


def _print(group: dict[str, Any]) -> None:  # Any: as above
    sure = ", sure" if group["sure"] else ""
    click.echo(f"{group['kind']}{sure} ({group['score']:.2f}): {'; '.join(group['reasons'])}")
    for paper in group["papers"]:
        click.echo(f"  {paper['line']}  [{paper['id']}]")
    click.echo()


def _line(paper: Paper) -> str:
    first = paper.authors[0] if paper.authors else ""
    others = " et al." if len(paper.authors) > 1 else ""
    parts = (paper.title, f"{first}{others}", str(paper.year or ""), paper.venue)
    return ". ".join(part for part in parts if part)
