"""``cocite models``: list, add and choose models."""

from __future__ import annotations

from pathlib import Path

import click

from core.commands import common, printing
from core.models.shelf import SLOTS


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
    if as_json:
        listed = [
            {**each.manifest.model_dump(), "in_use": each.manifest.name in used}
            for each in shelf.models()
        ]
        printing.say_json(listed)
    else:
        printing.print_models([each.manifest for each in shelf.models()], used)


@models.command("add")
@click.argument("folder", type=common.PATH)
def models_add(folder: Path) -> None:
    """Copy a model folder onto the shelf."""
    model = common.shelf().add(folder)
    click.echo(f"Added {model.manifest.name}. Use it: cocite models use {model.manifest.name}")


@models.command("use")
@click.argument("name")
def models_use(name: str) -> None:
    """Use another model from now on; an encoder and a reranker are in use side by side."""
    manifest = common.shelf().use(name).manifest
    then = "" if manifest.kind == "reranker" else " Make its vectors: cocite index --library DIR"
    click.echo(f"Now in use: {manifest.name}.{then}")


@models.command("back")
@click.option("--reranker", is_flag=True, help="Go back to the reranker before, or to none.")
def models_back(reranker: bool) -> None:
    """Use the model that was in use before."""
    model = common.shelf().back("reranker" if reranker else "encoder")
    click.echo(f"Now in use: {model.manifest.name if model else 'no reranker'}")
