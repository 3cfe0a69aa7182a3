"""What ``cocite follow`` does with ``.bib`` files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.library_records import BibOptions
from core.base.reports import BibReport
from core.commands import common, printing
from core.library.library import Library
from core.services.following import BibFollowing
from core.workspace import Workspace


def follows_bibs(folder: Path) -> bool:
    """Whether a library follows ``.bib`` files and no Zotero."""
    if not folder.is_dir():
        return False
    with Library.open(folder, write=False) as library:
        followed = library.database.value("SELECT COUNT(*) FROM followed_files")
        return bool(followed) and not library.database.value(
            "SELECT 1 FROM meta WHERE name = 'followed zotero'"
        )


def follow_bib(  # noqa: PLR0913 - one parameter an option
    folder: Path,
    path: Path | None,
    *,
    stop: bool,
    confirm: bool,
    as_json: bool,
    collection: str,
    cited_by: Path | None,
    leave_out: str,
    as_ascii: bool,
    delimiters: str | None,
    short_journals: bool,
    as_sorted: bool,
    take: Sequence[tuple[str, str]],
    write_again: bool,
) -> None:
    """Start, look once, settle conflicts, or stop; ``None`` for all followed files."""
    path = None if path is None else path.expanduser().absolute()
    options = BibOptions(
        leave_out=tuple(name.strip() for name in leave_out.split(",") if name.strip()),
        ascii=as_ascii,
        delimiters=delimiters or "",
        short_journals=short_journals,
        sorted=as_sorted,
    )
    with (
        common.open_workspace(folder, create=True) as workspace,
        printing.ConsoleJob() as job,
    ):
        following = workspace.bib_following
        followed = {file.path for file in following.files()}
        if path is not None and stop:
            following.stop(path)
            click.echo(f"Following {path} no longer; nothing was changed.")
            return
        if path is not None and path not in followed:
            _start(workspace, path, collection, cited_by, options)
        elif path is not None and options != BibOptions():
            following.set_options(path, options)
        if path is not None and write_again:
            following.rewrite_file(path)
        _settle_conflicts(following, path, take)
        paths = [file.path for file in following.files() if path in (None, file.path)]
        report = following.look(job, confirmed=paths if confirm else (), settle=True)
        _print(following, paths, report, as_json=as_json)
        files = [file for file in following.files() if file.path in paths]
    if report.conflicts or report.waiting or any(file.problem for file in files):
        raise SystemExit(3)


def _start(
    workspace: Workspace,
    path: Path,
    collection: str,
    cited_by: Path | None,
    options: BibOptions,
) -> None:
    library = workspace.library
    if collection and cited_by is not None:
        raise UsageError(
            "--collection and --cited-by exclude each other.", remedy="Choose one of them."
        )
    number = library.collections.add(collection) if collection else 0
    manuscript = 0
    if cited_by is not None:
        manuscript = library.manuscripts.find_number(cited_by.expanduser().absolute()) or 0
        if not manuscript:
            raise UsageError(
                "“{file}” was not opened with this library yet.",
                file=cited_by.name,
                remedy="Open it in the window first.",
            )
    workspace.bib_following.start(path, collection=number, manuscript=manuscript, options=options)


def _settle_conflicts(
    following: BibFollowing, path: Path | None, take: Sequence[tuple[str, str]]
) -> None:
    if take and path is None:
        raise UsageError("--take needs a file.", remedy="Name the .bib file.")
    for side, place in take:
        key, _, field = place.partition(":")
        conflicts = [one for one in following.conflicts(path or Path()) if one.key == key]
        chosen = [one for one in conflicts if not field or one.field == field]
        if not chosen:
            raise UsageError(
                "Nothing of “{place}” was changed on both sides.",
                place=place,
                remedy="See cocite follow without --take.",
            )
        for conflict in chosen:
            following.resolve(path or Path(), key, conflict.field, take_file=side == "file")


def _print(
    following: BibFollowing, paths: Sequence[Path], report: BibReport, *, as_json: bool
) -> None:
    files = [file for file in following.files() if file.path in paths]
    conflicts = {file.path: following.conflicts(file.path) for file in files}
    if as_json:
        values = [
            asdict(file)
            | {
                "path": str(file.path),
                "problem": str(file.problem),
                "notes": [str(note) for note in file.notes],
                "conflicts": [asdict(conflict) for conflict in conflicts[file.path]],
            }
            for file in files
        ]
        counts = {
            "added": report.added,
            "changed": report.changed,
            "trashed": len(report.trashed),
            "written": report.entries_written,
        }
        printing.say_json(counts | {"waiting": report.waiting, "files": values})
        return
    click.echo(
        f"{printing.format_count(report.added, 'paper')} added, {report.changed:,} changed,"
        f" {len(report.trashed):,} moved to the Trash;"
        f" {report.entries_written:,} written into the file."
    )
    for note in report.notes:
        click.echo(str(note))
    if report.waiting:
        click.echo("A file is being saved just now; look again.", err=True)
    for file in files:
        if file.problem:
            click.echo(f"{file.path}: {file.problem}", err=True)
        if file.pending:
            click.echo("If they are meant to go: cocite follow --confirm.", err=True)
        for conflict in conflicts[file.path]:
            name = f"{conflict.key}:{conflict.field}" if conflict.field else conflict.key
            click.echo(
                f"{name}: “{conflict.in_file}” in the file, “{conflict.in_library}” here."
                " Choose with --take.",
                err=True,
            )
