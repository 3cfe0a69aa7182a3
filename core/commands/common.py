"""What the commands have in common: options, and how a library is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from core.base.errors import UnknownPaperError
from core.base.files import data_folder
from core.base.records import PaperNumber
from core.models.shelf import Shelf
from core.workspace import Workspace

PATH = click.Path(path_type=Path)
library_folder = click.option(
    "--library", "folder", type=PATH, required=True, help="Library folder."
)
model_option = click.option(
    "--model", default="", help="A model's name on the shelf, or its folder."
)
as_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON and nothing else."
)
limit_option = click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)


@contextmanager
def open_workspace(
    folder: Path, *, write: bool = False, create: bool = False
) -> Iterator[Workspace]:
    """Open a library, for writing too, or for making it if there is none."""
    write = write or create
    with closing(Workspace(folder, shelf(), write=write, create=create)) as workspace:
        if not write:
            workspace.indexing.words()
            if workspace.indexing.status().words != "ready":
                click.echo("The words are behind the library: run cocite index.", err=True)
        yield workspace


def shelf() -> Shelf:
    """Return the shelf of models that the commands and the window share."""
    return Shelf(data_folder() / "models")


def load_if_useful(workspace: Workspace, name: str) -> None:
    """Load the model if the library has vectors of it: without them it has nothing to say."""
    if workspace.indexing.has_vectors(name):
        workspace.indexing.load_model(name=name, in_process=True)
    else:
        of = f" of the model “{name}”" if name else ""
        click.echo(f"Words only: this library has no vectors{of} yet (cocite index).", err=True)


def numbers(workspace: Workspace, ids: Sequence[str]) -> list[PaperNumber]:
    """Return the papers that ids name (``UnknownPaperError`` if one answers to none)."""
    numbers_by_id = workspace.library.papers.resolve_many(ids)
    for paper_id in ids:
        if paper_id not in numbers_by_id:
            raise UnknownPaperError(f"No paper in the library has the id “{paper_id}”.")
    return [numbers_by_id[paper_id] for paper_id in ids]
