"""The commands that check and repair: ``verify``, ``backup``, ``restore``, ``dedupe`` and more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base import space
from core.base.errors import LibraryMissingError, UsageError
from core.base.library_records import local_time
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.commands import common, printing
from core.library.duplicates.pairs import DuplicateGroup
from core.library.duplicates.taking_apart import MergedRecord
from core.library.exports.added_entries import AddedEntries
from core.library.library import Library
from core.library.safety import backups
from core.library.safety.backups import Backup
from core.library.safety.restoring import INDEXES, rebuild
from core.library.safety.restoring import restore as restore_backup
from core.library.store.history import HistoryEntry
from core.services.repair import repair as repair_indexes

# --- the database, its history and its backups ------------------------------------------------


@click.command()
@common.library_folder
@common.as_json_option
def verify(folder: Path, as_json: bool) -> None:
    """Check a library, its sidecars and its backups through; exits with 1 if something is wrong."""
    with Library.open(folder, write=False) as library, printing.ConsoleJob() as job:
        report = library.verify(job)
    if as_json:
        sound = {"sound": report.sound, "problems": report.problems, "counts": dict(report.counts)}
        printing.say_json(sound)
    else:
        printing.print_verification(report)
    if not report.sound:
        raise SystemExit(1)


@click.command()
@common.library_folder
@common.as_json_option
def backup(folder: Path, as_json: bool) -> None:
    """Back a library up now, checked and counted; works beside an open window.

    Older backups are kept for seven days and four weeks.
    """
    with Library.open(folder, write=False) as library, printing.ConsoleJob() as job:
        new_backup = library.safekeeping.back_up(job)
    if as_json:
        printing.say_json(_backup_json(new_backup))
    else:
        click.echo(f"Backed up {_backup_line(new_backup)}")


@click.command()
@common.library_folder
@click.option("--from", "name", default="", help="A backup's name in the list, or its file.")
@click.option("--latest", is_flag=True, help="Restore the newest backup that can be read.")
@common.as_json_option
def restore(folder: Path, name: str, latest: bool, as_json: bool) -> None:
    """List the backups of a library, or put one in the place of its database.

    The backup is checked through first; what it replaces is kept in the folder "kept-aside".
    """
    stored = backups.stored(folder)
    if not (name or latest):
        _print_backups(stored, as_json=as_json)
        return
    if name and latest:
        raise UsageError("--from and --latest exclude each other.", remedy="Choose one of them.")
    chosen = _chosen(stored, name)
    with printing.ConsoleJob() as job:
        aside = restore_backup(folder, chosen, job)
    if as_json:
        printing.say_json({"restored": str(chosen), "aside": None if aside is None else str(aside)})
        return
    click.echo(f"Restored {chosen.name}.")
    if aside is not None:
        click.echo(f"What was there before is in {aside}.")


@click.command()
@common.library_folder
@click.option("--index", "indexes", type=click.Choice(INDEXES), multiple=True, help="Only this.")
@click.option("--rebuild", "from_sidecars", is_flag=True, help="Make the database again first.")
@common.as_json_option
def repair(folder: Path, indexes: tuple[str, ...], from_sidecars: bool, as_json: bool) -> None:
    """Delete the indexes of a library and make them again from its database.

    With --rebuild the database itself is made again from the JSON beside it; the old one is kept
    in the folder "kept-aside".
    """
    result_values: dict[str, Any] = {}  # Any: JSON values
    with printing.ConsoleJob() as job:
        if from_sidecars:
            rebuild_report = rebuild(folder, job)
            result_values["rebuilt"] = {
                **asdict(rebuild_report),
                "aside": rebuild_report.aside and str(rebuild_report.aside),
            }
        manifests = [model.manifest for model in common.shelf().models()]
        with Library.open(folder) as library:
            papers, dimension = library.papers.count(), max(m.dimension for m in manifests)
            space.require(folder, space.for_index(papers, dimension), Message("the indexes"))
            repaired = repair_indexes(library, manifests, job, only=indexes or INDEXES)
    result_values["indexes"] = [asdict(repaired_index) for repaired_index in repaired]
    if as_json:
        printing.say_json(result_values)
        return
    for key, value in result_values.get("rebuilt", {}).items():
        click.echo(f"{key:16} {value}")
    for repaired_index in repaired:
        alike = (
            ""
            if repaired_index.alike is None
            else f", {repaired_index.alike:.0%} of the top 10 as before"
        )
        noun = "entry" if repaired_index.entries == 1 else "entries"
        click.echo(f"{repaired_index.index:16} {repaired_index.entries:>9} {noun}{alike}")


def _chosen(stored: list[Backup], name: str) -> Path:
    if name:
        named_paths = [
            stored_backup.path for stored_backup in stored if stored_backup.path.name == name
        ]
        return named_paths[0] if named_paths else Path(name)
    readable = [stored_backup.path for stored_backup in stored if stored_backup.papers is not None]
    if not readable:
        raise LibraryMissingError("There is no backup that can be read.")
    return readable[0]


def _print_backups(stored: list[Backup], *, as_json: bool) -> None:
    if as_json:
        printing.say_json([_backup_json(stored_backup) for stored_backup in stored])
        return
    for stored_backup in stored:
        click.echo(_backup_line(stored_backup))
    click.echo(
        "Restore one: cocite restore --library DIR --from NAME" if stored else "No backups yet."
    )


def _backup_json(stored_backup: Backup) -> dict[str, Any]:  # Any: JSON values
    return {
        **asdict(stored_backup),
        "path": str(stored_backup.path),
        "made_at": stored_backup.made_at.isoformat(),
    }


def _backup_line(stored_backup: Backup) -> str:
    count = stored_backup.papers
    papers = "cannot be read" if count is None else printing.format_count(count, "paper")
    when = stored_backup.made_at.astimezone().strftime("%Y-%m-%d %H:%M")
    why = ", before an upgrade" if stored_backup.before_upgrade else ""
    return f"{stored_backup.path.name}  {when}  {papers}, {space.in_words(stored_backup.size)}{why}"


# --- history ----------------------------------------------------------------------------
#
# The command that tells what was done to a library, and takes it back: ``history``.


@click.command()
@common.library_folder
@click.option(
    "--undo", type=click.IntRange(1), metavar="N", help="Undo the action with this number."
)
@click.option("--redo", type=click.IntRange(1), metavar="N", help="Do an undone action again.")
@click.option("--and-later", is_flag=True, help="With --undo: with all that was done after it.")
@click.option("--clear", is_flag=True, help="Forget all of it; nothing can be undone then.")
@common.as_json_option
def history(
    folder: Path,
    undo: int | None,
    redo: int | None,
    and_later: bool,
    clear: bool,
    as_json: bool,
) -> None:
    """List the last 100 actions that changed a library, the latest first, or undo one.

    Papers that an import brought go to the Trash. If something changed since what the action
    did, nothing is undone.
    """
    if sum(map(bool, (undo, redo, clear))) > 1:
        raise UsageError("--undo, --redo and --clear exclude each other.", remedy="Choose one.")
    if and_later and not undo:
        raise UsageError("--and-later needs --undo.", remedy="Say which action: --undo N.")
    with Library.open(folder, write=bool(undo or redo or clear)) as library:
        if undo:
            library.history.undo(undo, and_later=and_later)
        elif redo:
            library.history.redo(redo)
        elif clear:
            library.history.clear()
        if undo or redo:
            AddedEntries(library.database).settle()
        entries = library.history.all()
    if as_json:
        printing.say_json([asdict(entry) for entry in entries])
    else:
        _print(entries)


def _print(entries: Sequence[HistoryEntry]) -> None:
    for entry in entries:
        click.echo(_line(entry))
    if not entries:
        click.echo("Nothing to undo yet")


def _line(entry: HistoryEntry) -> str:
    when = local_time(entry.made_at, "%Y-%m-%d %H:%M")
    stand = "  (undone)" if entry.undone else "  (cannot be undone)" if entry.problem else ""
    return f"{entry.number:>6}  {when}  {entry.said}{stand}"


# --- duplicates -------------------------------------------------------------------------------


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
        _print_groups(group_told)
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
        click.echo(f"  {_describe_paper(paper)}")


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
        click.echo(f"  {_describe_paper(paper)}  [{paper.id}]\n  {_describe_paper(merge.record)}\n")
    entries = printing.format_count(len(merges), "entry", "entries")
    click.echo("Taken apart." if name else f"Merged at import: {entries}.")


def _merge_json(merge: MergedRecord, paper: Paper) -> dict[str, Any]:  # Any: JSON values
    return {
        "name": merge.name,
        "made_at": merge.made_at,
        "source": merge.source,
        "reason": merge.reason,
        "paper": {"id": paper.id, "line": _describe_paper(paper)},
        "record": _describe_paper(merge.record),
    }


def _group_json(library: Library, group: DuplicateGroup) -> dict[str, Any]:  # Any: JSON values
    papers = library.papers.get_many(group.papers)
    return {
        "kind": group.kind,
        "sure": group.sure,
        "score": group.score,
        "reasons": list(group.reasons),
        "papers": [
            {"id": paper.id, "key": paper.citation_key, "line": _describe_paper(paper)}
            for paper in papers
        ],
    }


def _print_groups(group: dict[str, Any]) -> None:  # Any: as above
    sure = ", sure" if group["sure"] else ""
    click.echo(f"{group['kind']}{sure} ({group['score']:.2f}): {'; '.join(group['reasons'])}")
    for paper in group["papers"]:
        click.echo(f"  {paper['line']}  [{paper['id']}]")
    click.echo()


def _describe_paper(paper: PaperRecord) -> str:
    first = paper.authors[0] if paper.authors else ""
    suffix = " et al." if len(paper.authors) > 1 else ""
    parts = (paper.title, f"{first}{suffix}", str(paper.year or ""), paper.venue)
    return ". ".join(part for part in parts if part)
