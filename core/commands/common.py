"""What the commands have in common: options, and how a library is opened."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from core.base.errors import UnknownPaperError
from core.base.files import data_folder
from core.base.records import PaperFilter, PaperNumber
from core.models.shelf import Shelf
from core.programs.browsing import make_filter
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
_YEARS_HELP = "Suggest papers of these years (2010-2019, -2019, any); else up to the manuscript's."
limit_option = click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """Which papers may be suggested, as it was typed."""

    years: str
    collection: str
    types: tuple[str, ...]

    def make_filter(self, workspace: Workspace, manuscript_year: int | None) -> PaperFilter:
        """Return the filter; without years, those up to the manuscript's pass."""
        return make_filter(
            workspace.library,
            manuscript_year,
            years=self.years,
            collection=self.collection,
            types=self.types,
        )


def filter_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add options for the papers that may be suggested; the command gets ``options``."""

    @click.option("--years", default="", help=_YEARS_HELP)
    @click.option("--collection", default="", help="Suggest papers of this collection alone.")
    @click.option("--type", "types", multiple=True, help="Suggest papers of this CSL type alone.")
    @functools.wraps(command)
    def with_options(
        *values: object,
        years: str,
        collection: str,
        types: tuple[str, ...],
        **values_by_name: object,
    ) -> None:
        command(*values, options=FilterOptions(years, collection, types), **values_by_name)

    return with_options


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
