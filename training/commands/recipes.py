"""The commands that list the recipes and carry one out. Nothing heavy is imported before it must.

A stop is listened for from the first moment, and a slip in the settings is refused in the same:
torch alone takes seconds to import.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from typing_extensions import override

from training.base.registry import RECIPES, recipe_named
from training.runs.folder import StopRequest
from training.runs.settings_cli import described, format_value, make_settings

_PATH = click.Path(path_type=Path)


@click.command("recipes", short_help="List the recipes; with --json, all settings too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: every setting and preset too.")
def recipes(as_json: bool) -> None:
    """List the recipes: what each does, from which paper, and from which model it starts."""
    descriptions = [described(recipe_named(name)) for name in RECIPES]
    if as_json:
        click.echo(json.dumps(descriptions, ensure_ascii=False, indent=2))
        return
    for recipe in descriptions:
        click.echo(f"{recipe['name']}\n    {recipe['summary']}")
        click.echo(
            f"    Source: {recipe['source']}\n    Starts from: {recipe['base'] or 'nothing'}"
        )
        click.echo(f"    Presets: {', '.join(recipe['presets']) or 'none'}\n")
    click.echo("All settings of one: python -m training RECIPE --help")


class RecipeCommand(click.Command):
    """Carries out one recipe; its help describes every setting."""

    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            callback=self._run,
            params=[
                click.Option(["--corpus"], type=_PATH, required=True, help="Corpus folder."),
                click.Option(["--out"], type=_PATH, required=True, help="Folder of the run."),
                click.Option(["--preset"], default="", help="A set of values, see below."),
                click.Option(["--resume"], is_flag=True, help="Go on with the run in --out."),
                click.Option(
                    ["--compare/--no-compare", "compared"],
                    default=True,
                    help="Compare the new model with its base among the papers of the corpus.",
                ),
                click.Option(
                    ["--set", "assignments"],
                    multiple=True,
                    metavar="NAME=VALUE",
                    help="Set a value.",
                ),
            ],
        )

    @override
    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the recipe does."""
        recipe = recipe_named(str(self.name))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{recipe.summary} Source: {recipe.source}")

    @override
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Describe each setting, with its default, and each preset."""
        recipe = recipe_named(str(self.name))
        fields = recipe.settings.model_fields
        with formatter.section("Settings, for --set"):
            formatter.write_dl(
                [
                    (name, f"{field.description or ''} [default: {format_value(field.default)}]")
                    for name, field in fields.items()
                ]
            )
        with formatter.section("Presets"):
            formatter.write_dl(
                [
                    (
                        name,
                        ", ".join(f"{key}={format_value(value)}" for key, value in values.items()),
                    )
                    for name, values in recipe.presets.items()
                ]
            )

    def _run(self, corpus: Path, out: Path, **options: Any) -> None:  # noqa: ANN401 - of click
        carry_out(str(self.name), corpus, out, **options)


def carry_out(  # noqa: PLR0913 - the options of the command
    name: str,
    corpus: Path,
    out: Path,
    *,
    preset: str,
    assignments: Sequence[str],
    resume: bool,
    compared: bool = True,
) -> None:
    """Carry out a recipe in the folder of a run, and print its last words on stderr.

    Raises:
        UsageError: it cannot be carried out as asked.
        EngineError: it failed.
    """
    stop = StopRequest(out)
    stop.listen()
    recipe = recipe_named(name)
    make_settings(recipe, preset=preset, assignments=assignments)
    from training.runs.running import TrainingOrder, run
    from training.runs.surroundings import log_libraries

    log_libraries()
    order = TrainingOrder(
        recipe=recipe,
        corpus=corpus,
        out=out,
        preset=preset,
        assignments=assignments,
        resume=resume,
        command=[sys.executable, *sys.argv],
        compared=compared,
    )
    ended = run(order, stop)
    if ended.message:  # other processes than the main one say nothing
        click.echo(f"{ended.message} {ended.remedy}".strip(), err=True)
