"""The commands that fill a library: ``import``, ``follow`` and ``index``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.reports import ImportEntry
from core.commands import common, printing
from core.formats.registry import listed
from core.library.exports.whole_export import holds_library, restore_library
from core.library.imports.importing import PARTS
from core.library.safety import folder_risks

_LISTED = frozenset(("merged", "refused", "skipped"))
"""What became of records that are printed also without ``--verbose``."""

_HELP = f"""Import files, folders of files, or a corpus folder.

What is read: {listed()}, also packed with gzip.

Makes the library if there is none. Prints how many records were added, merged and refused, and
which were merged or refused and why. Exits with 3 if a record was refused. A folder that `cocite
export` wrote becomes a new library again, with all that hung on its papers.
"""


@click.command("import", help=_HELP)
@common.library_folder
@click.option("--only", type=click.Choice(sorted(PARTS)), multiple=True, help="Of a corpus folder.")
@click.option("--verbose", "-v", is_flag=True, help="Print a line for every record.")
@common.as_json_option
@click.argument("sources", type=common.PATH, nargs=-1, required=True)
def import_command(
    folder: Path, only: tuple[str, ...], verbose: bool, as_json: bool, sources: tuple[Path, ...]
) -> None:
    """Import sources into a library; see ``_HELP``."""
    if len(sources) == 1 and holds_library(sources[0]):
        _restore(sources[0], folder, as_json)
        return
    if not folder.exists() and (warning := folder_risks.warning_about(folder)):
        click.echo(warning, err=True)
    records: list[ImportEntry] = []

    def tell(entry: ImportEntry) -> None:
        if as_json:
            records.append(entry)
        elif verbose or entry.status in _LISTED or (entry.reason and entry.status == "unchanged"):
            printing.print_entry(entry)

    with common.open_workspace(folder, create=True) as workspace, printing.ConsoleJob() as job:
        report = workspace.imports.add(sources, job=job, on_entry=tell, only=frozenset(only))
        papers = dict.fromkeys(record.paper for record in records if record.paper is not None)
        names = workspace.library.papers.names(list(papers))
    if as_json:
        printing.say_json(printing.import_json(report, records, names))
    else:
        printing.print_import(report)
    if report.refused:
        raise SystemExit(3)


@click.command()
@common.library_folder
@click.option("--stop", is_flag=True, help="Follow no more; what was taken stays.")
@click.option("--confirm", is_flag=True, help="Also move to the Trash what is gone, if it is much.")
@common.as_json_option
@click.argument("zotero", type=common.PATH, required=False)
def follow(folder: Path, stop: bool, confirm: bool, as_json: bool, zotero: Path | None) -> None:
    """Follow a data folder of Zotero: take once what is new, changed and gone there.

    The window goes on following it. Without a folder, the one that is followed already. Exits with
    3 if Zotero cannot be read now.
    """
    with common.open_workspace(folder, create=True) as workspace, printing.ConsoleJob() as job:
        following = workspace.following
        if stop:
            state = following.stop()
        else:
            state = following.state() if zotero is None else following.start(zotero)
            if state.folder is None:
                raise UsageError(
                    "This library follows no folder of Zotero.",
                    remedy="Name the folder that holds zotero.sqlite.",
                )
            report = following.look(job, confirmed=confirm)
            state = replace(
                following.state(),
                added=report.added,
                changed=report.changed,
                trashed=len(report.trashed),
                kept=report.kept,
            )
    if as_json:
        printing.say_json(printing.follow_json(state))
    else:
        printing.print_follow(state)
    if state.problem:
        raise SystemExit(3)


def _restore(exported: Path, folder: Path, as_json: bool) -> None:
    with printing.ConsoleJob() as job:
        restored_library = restore_library(exported, folder, job)
    if as_json:
        printing.say_json(
            {
                name: getattr(restored_library, name)
                for name in ("papers", "rows", "unread", "loose")
            }
        )
        return
    click.echo(
        f"Made the library again: {printing.format_count(restored_library.papers, 'paper')}, "
        f"{printing.format_count(restored_library.rows, 'row')} of all tables."
    )
    if restored_library.unread or restored_library.loose:
        click.echo(
            f"{printing.format_count(restored_library.unread, 'line')} could not be read, "
            f"{printing.format_count(restored_library.loose, 'row')} led nowhere."
        )


@click.command()
@common.library_folder
@common.model_option
def index(folder: Path, model: str) -> None:
    """Read the PDFs that wait, and build what is missing of words, passages and vectors.

    Can be stopped and goes on where it was. Exits with 3 if a PDF could not be read.
    """
    with common.open_workspace(folder, write=True) as workspace, printing.ConsoleJob() as job:
        workspace.indexing.words(job)
        report = workspace.fulltexts.read_files(job)
        workspace.indexing.load_model(name=model, in_process=True)
        workspace.indexing.vectors(job)
        status = workspace.indexing.status()
    have, of = status.vectors
    papers = printing.format_count(status.papers, "paper")
    click.echo(f"{papers}, words {status.words}, vectors {have:,} of {of:,}")
    printing.print_fulltexts(report)
    if report.refused:
        raise SystemExit(3)
