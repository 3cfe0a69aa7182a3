"""The commands that fill a library: ``import``, ``follow`` and ``index``."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.base.errors import EngineError, UsageError
from core.base.reports import ImportEntry
from core.commands import common, printing
from core.commands.bib_files import follow_bib, follows_bibs
from core.formats.detect import ZOTERO_DATABASE
from core.formats.registry import listed
from core.library.exports.whole_export import holds_library, restore_library
from core.library.imports.importing import PARTS
from core.library.safety import folder_risks

if TYPE_CHECKING:
    from core.runtime.sharding import Shard

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


_BIB_OPTIONS = (
    click.option("--collection", default="", help="Of a .bib file: only this collection."),
    click.option(
        "--cited-by", type=common.PATH, help="Of a .bib file: only what this manuscript cites."
    ),
    click.option("--leave-out", default="", help="Of a .bib file: fields never added, a,b,c."),
    click.option("--ascii", "as_ascii", is_flag=True, help="Of a .bib file: LaTeX for letters."),
    click.option("--delimiters", type=click.Choice(["braces", "quotes"]), default=None),
    click.option("--short-journals", is_flag=True, help="Of a .bib file: abbreviate journals."),
    click.option("--sorted", "as_sorted", is_flag=True, help="Of a .bib file: new ones by key."),
    click.option(
        "--take",
        type=(click.Choice(["file", "library"]), str),
        multiple=True,
        metavar="SIDE KEY[:FIELD]",
        help="Of a .bib file: settle what was changed on both sides.",
    ),
    click.option("--write-again", is_flag=True, help="Write a .bib file that is missing or empty."),
)


def _with_bib_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_BIB_OPTIONS):
        command = option(command)
    return command


@click.command()
@common.library_folder
@click.option("--stop", is_flag=True, help="Follow no more; what was taken stays.")
@click.option("--confirm", is_flag=True, help="Also move to the Trash what is gone, if it is much.")
@common.as_json_option
@click.argument("source", type=common.PATH, required=False)
@_with_bib_options
def follow(
    folder: Path,
    stop: bool,
    confirm: bool,
    as_json: bool,
    source: Path | None,
    **options: Any,  # noqa: ANN401 - each option has its type
) -> None:
    """Follow a data folder of Zotero, or keep a .bib file in step: take once what changed there.

    The window goes on following it. Without a source, what is followed already. A .bib file is
    written too: by key, each field that changed here, in the file's own style. What was changed on
    both sides is listed, and stays until one side is taken. Exits with 3 if something cannot be
    read or written now, or waits for an answer.
    """
    is_file = source is not None and (source.suffix.lower() == ".bib" or source.is_file())
    is_bib = is_file and source is not None and source.name != ZOTERO_DATABASE
    if is_bib or (source is None and not stop and follows_bibs(folder)):
        follow_bib(folder, source, stop=stop, confirm=confirm, as_json=as_json, **options)
        return
    _follow_zotero(folder, source, stop=stop, confirm=confirm, as_json=as_json)


def _follow_zotero(
    folder: Path, zotero: Path | None, *, stop: bool, confirm: bool, as_json: bool
) -> None:
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
@click.option(
    "--shards",
    type=click.IntRange(1),
    help="Only encode one of so many parts, into files: for torchrun, or one process a machine.",
)
@click.option("--shard", type=click.IntRange(0), help="Which part, from 0. Else torchrun's RANK.")
@click.option("--ray", is_flag=True, help="Encode all parts as tasks of the Ray cluster here.")
def index(folder: Path, model: str, shards: int | None, shard: int | None, *, ray: bool) -> None:
    """Read the PDFs that wait, and build what is missing of words, passages and vectors.

    Can be stopped and goes on where it was. Exits with 3 if a PDF could not be read.

    With --shards several processes encode the library; then call it once more without.
    """
    if shard is not None and (ray or shards is None):
        raise UsageError(
            "--shard needs --shards, and not --ray.",
            remedy="Ray numbers the shards itself.",
        )
    if ray:
        _encode_under_ray(folder.absolute(), model, shards or 0)
    elif shards is not None:
        _encode_shard(folder, model, _chosen_shard(shards, shard))
        return
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


def _chosen_shard(count: int, rank: int | None) -> Shard:
    """Return the shard that is asked for, or torchrun's.

    Raises:
        UsageError: neither says which, or torchrun has another number of processes.
    """
    from core.runtime.sharding import Shard

    if rank is not None:
        return Shard(rank, count)
    processes, torchrun_rank = (os.environ.get(name, "") for name in ("WORLD_SIZE", "RANK"))
    if not processes or not torchrun_rank:
        raise UsageError(
            "--shards does not say which part to encode.",
            remedy="Add --shard, or start it with torchrun.",
        )
    if processes != str(count):
        raise UsageError(
            "torchrun started {processes} processes for {count} shards.",
            processes=processes,
            count=count,
            remedy="Use the same number for both.",
        )
    if not torchrun_rank.isdecimal():
        raise UsageError(
            "The environment variable RANK is “{rank}”, not a number.",
            rank=torchrun_rank,
            remedy="Start it with torchrun, or add --shard.",
        )
    return Shard(int(torchrun_rank), count)


def _encode_shard(folder: Path, model: str, shard: Shard) -> None:
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        workspace.indexing.load_model(name=model, in_process=True)
        workspace.indexing.encode_shard(shard, job)
    click.echo(f"Encoded shard {shard.rank} of {shard.count}.")


def _encode_under_ray(folder: Path, model: str, count: int) -> None:
    """Encode the shards as tasks of a cluster: as many as it has processors if none are named.

    Raises:
        UsageError: Ray is not installed.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reports its use unless told not to
    try:
        import ray
    except ModuleNotFoundError as error:
        raise UsageError(
            "Ray is not installed.", remedy="Install it (pip install 'cocite[ray]')."
        ) from error
    from core.runtime.sharding import Shard

    try:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
    except Exception as error:  # Ray raises this very class where a node does not start
        raise EngineError(
            "Ray did not start: {reason}",
            reason=str(error),
            remedy="Start it with “ray start --head”, or encode with torchrun and --shards.",
        ) from error
    count = count or int(ray.cluster_resources().get("CPU", 1))
    task = ray.remote(num_cpus=1, max_retries=3)(_encode_shard)
    ray.get([task.remote(folder, model, Shard(rank, count)) for rank in range(count)])
