"""The command that finds duplicates: ``dedupe``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.base.errors import UsageError
from core.base.records import Paper, PaperRecord
from core.commands import common, printing
from core.library.duplicates.pairs import DuplicateGroup
from core.library.duplicates.taking_apart import MergedRecord
from core.library.library import Library


@click.command()
@common.library_folder
@click.option("--merge-sure", is_flag=True, help="Merge the groups that need no look.")
@click.option("--undo", is_flag=True, help="Take the latest merge back, and print what it was.")
@click.option("--merged", is_flag=True, help="List what imports made one paper, and why.")
@click.option("--take-apart", metavar="NAME", help="Make an entry of that list a paper again.")
@common.as_json_option
def dedupe(  # the options of a command
    folder: Path, merge_sure: bool, undo: bool, merged: bool, take_apart: str, as_json: bool
) -> None:
    """List papers that are there twice, and versions of one work, with what speaks for it.

    Without an option nothing is changed. Versions are linked in the window, never merged.
    """
    with Library.open(folder, write=bool(merge_sure or undo or take_apart)) as library:
        if merged or take_apart:
            _merged(library, take_apart, as_json=as_json)
            return
        if undo:
            _undo(library, as_json=as_json)
            return
        with printing.ConsoleJob() as job:
            groups = library.duplicates.scan(job)
            group_values = [_group_json(library, group) for group in groups]
            sure = [group for group in groups if group.sure and merge_sure]
            for done_count, group in enumerate(sure):
                job.check()
                job.report(done_count, len(sure), "Merging")
                library.duplicates.merge_group(group)
    if as_json:
        printing.say_json({"groups": group_values, "merged": len(sure)})
        return
    for group_told in group_values:
        _print(group_told)
    kinds = [group.kind for group in groups]
    certain = sum(group.sure for group in groups)
    duplicates = printing.format_count(kinds.count("duplicate"), "group")
    click.echo(
        f"{duplicates} of duplicates ({certain} certain), "
        f"{kinds.count('version')} of versions; {len(sure)} merged."
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


def _merged(library: Library, name: str | None, *, as_json: bool) -> None:
    """Print what imports made one paper, or take one of it apart and print that."""
    merges = library.import_merges.all()
    if name:
        merges = [merge for merge in merges if merge.name == name]
        if not merges:
            raise UsageError(
                "There is no merge “{name}”.", name=name, remedy="List them with --merged."
            )
        library.import_merges.undo_merge(merges[0])
    papers = {paper.number: paper for paper in library.papers.get_many([m.paper for m in merges])}
    merges = [merge for merge in merges if merge.paper in papers]
    if as_json:
        printing.say_json({"merged": [_merge_json(merge, papers[merge.paper]) for merge in merges]})
        return
    for merge in merges:
        paper = papers[merge.paper]
        click.echo(f"{merge.name}  {merge.source}  {merge.reason}")
        click.echo(f"  {_line(paper)}  [{paper.id}]\n  {_line(merge.record)}\n")
    entries = printing.format_count(len(merges), "entry", "entries")
    click.echo("Taken apart." if name else f"Merged at import: {entries}.")


def _merge_json(merge: MergedRecord, paper: Paper) -> dict[str, Any]:  # Any: JSON values
    return {
        "name": merge.name,
        "made_at": merge.made_at,
        "source": merge.source,
        "reason": merge.reason,
        "paper": {"id": paper.id, "line": _line(paper)},
        "record": _line(merge.record),
    }


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


def _line(paper: PaperRecord) -> str:
    first = paper.authors[0] if paper.authors else ""
    suffix = " et al." if len(paper.authors) > 1 else ""
    parts = (paper.title, f"{first}{suffix}", str(paper.year or ""), paper.venue)
    return ". ".join(part for part in parts if part)
