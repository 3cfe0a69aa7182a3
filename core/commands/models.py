"""``cocite models``: list, add and choose models."""

from __future__ import annotations

from pathlib import Path

import click

from core.commands import common, printing
from core.models.shelf import SLOTS, Slot

_PLACES: dict[str, Slot] = {"sentences": "encoder", "similar": "similar", "languages": "languages"}
_place = click.option(
    "--for",
    "place",
    type=click.Choice(list(_PLACES)),
    help="Sentences (the default), Similar papers with the map, or manuscripts in other languages.",
)


@click.group()
def models() -> None:
    """List, add and choose models."""


@models.command("list")
@common.as_json_option
def models_list(as_json: bool) -> None:
    """List the models on the shelf."""
    shelf = common.shelf()
    used = shelf.names_in_use()
    for slot in SLOTS:
        if problem := shelf.given_way(slot):
            click.echo(problem, err=True)
    names = {slot: name for name, slot in _PLACES.items()} | {"reranker": "reranker"}
    places = {name: [names[slot] for slot in shelf.list_places(name)] for name in used}
    if as_json:
        listed = [
            {
                **model.manifest.model_dump(),
                "in_use": model.manifest.name in used,
                "used_for": places.get(model.manifest.name, []),
            }
            for model in shelf.models()
        ]
        printing.say_json(listed)
    else:
        printing.print_models([model.manifest for model in shelf.models()], places)


@models.command("add")
@click.argument("folder", type=common.PATH)
def models_add(folder: Path) -> None:
    """Copy a model folder onto the shelf."""
    model = common.shelf().add(folder)
    click.echo(f"Added {model.manifest.name}. Use it: cocite models use {model.manifest.name}")


@models.command("use")
@click.argument("name")
@_place
def models_use(name: str, place: str | None) -> None:
    """Use another model from now on, for sentences or in another place.

    The models of different places, and a reranker, are in use side by side.
    """
    manifest = common.shelf().use(name, _PLACES[place] if place else None).manifest
    then = "" if manifest.kind == "reranker" else " Make its vectors: cocite index --library DIR"
    where = f" for {place}" if place else ""
    click.echo(f"Now in use{where}: {manifest.name}.{then}")


@models.command("leave")
@click.argument("place", type=click.Choice(["similar", "languages", "reranker"]))
def models_leave(place: Slot) -> None:
    """Use no model of its own for similar papers, other languages or rereading any more."""
    common.shelf().leave(place)
    click.echo(f"No model of its own is in use for {place}.")


@models.command("back")
@click.option("--reranker", is_flag=True, help="Go back to the reranker before, or to none.")
def models_back(reranker: bool) -> None:
    """Use the model that was in use before."""
    model = common.shelf().back("reranker" if reranker else "encoder")
    click.echo(f"Now in use: {model.manifest.name if model else 'no reranker'}")
