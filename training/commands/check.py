"""``python -m training check``, ``added`` and ``again``: what a corpus holds."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.files import data_folder
from core.base.messages import Message, packed
from core.commands.printing import ConsoleJob, say_json
from core.models.shelf import Model, Shelf
from core.runs.judging import forecast_gain
from core.runs.model_entries import (
    RECIPE,
    build_settings,
    choose_preset,
    make_name,
    require_own_kind,
)
from training.base.corpus_checks import check, corpus_level
from training.base.registry import RECIPES, recipe_named
from training.corpus.corpus import Corpus
from training.judging.added import Added
from training.sampling.learned import Known

# --- what a corpus holds and which recipes it serves ------------------------------------------


_PATH = click.Path(path_type=Path)


@click.command("check")
@click.argument("corpus", type=_PATH)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(corpus: Path, as_json: bool) -> None:
    """Say what of a corpus is enough to train on, and what is not."""
    with ConsoleJob() as job:
        opened = Corpus.open(corpus, job=job)
    issues = check(opened)
    levels = {name: corpus_level(opened, recipe_named(name)) for name in RECIPES}
    if as_json:
        say_json(
            {
                "folder": str(opened.folder),
                "fingerprint": opened.fingerprint,
                "counts": asdict(opened.counts),
                "findings": [{**asdict(issue), "said": packed(issue.sentence)} for issue in issues],
                "recipes": levels,
                "remarks": list(opened.remarks),
            }
        )
        return
    held_out = ", ".join(f"{count:,} {name}" for name, count in opened.counts.held_out.items())
    click.echo(f"{len(opened):,} papers; held out of training: {held_out}")
    for finding in issues:
        click.echo(f"{finding.level:8} {finding.sentence}")
    for remark in opened.remarks:
        click.echo(f"note     {remark}")
    sentences = sum(opened.counts.contexts.values())
    if gain := forecast_gain(len(opened), sentences, is_bare=opened.is_bare):
        click.echo(f"expect   {gain}")
    click.echo("Recipes: " + ", ".join(f"{recipe} {level}" for recipe, level in levels.items()))


# --- what is new to a model, and to learn that alone ------------------------------------------


_MODEL = click.option("--model", "name", default="", help="Name or folder. Empty: the one in use.")
_CORPUS = click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")


@click.command("added")
@_CORPUS
@_MODEL
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def added(corpus: Path, name: str, as_json: bool) -> None:
    """Say what a corpus holds that a model has not learned from yet."""
    model = _model(name)
    require_own_kind(model.manifest)
    with ConsoleJob() as job:
        opened = Corpus.open(corpus, job=job)
    news = Added.to(model.manifest.name, Known.by(model.folder), opened)
    why_not = _why_not(news)
    shortfalls = [] if why_not else list(news.shortfalls())
    if as_json:
        extra = {
            "preset": choose_preset(model.manifest),
            "why_not": packed(why_not) if why_not else None,
        }
        say_json(
            {**asdict(news), **extra, "shortfalls": [packed(shortfall) for shortfall in shortfalls]}
        )
        return
    click.echo(news.sentence())
    for line in (why_not,) if why_not else shortfalls:
        click.echo(line)


@click.command("again")
@_CORPUS
@click.option("--out", type=_PATH, required=True, help="Folder of the run.")
@_MODEL
@click.option("--preset", default="", help="Of the recipe cocite. Empty: as the model was made.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
@click.option("--set", "assignments", multiple=True, metavar="NAME=VALUE", help="Set a value.")
def again(
    corpus: Path, out: Path, name: str, preset: str, resume: bool, assignments: tuple[str, ...]
) -> None:
    """Train a model again with what was added since it learned; it keeps what it knew."""
    from training.commands.recipes import carry_out

    if resume:  # the model in use may be another one by now
        carry_out(RECIPE, corpus, out, assignments=assignments, preset=preset, resume=True)
        return
    model = _model(name)
    require_own_kind(model.manifest)
    base = name or model.manifest.name
    settings = {**build_settings(base), "name": make_name(model.manifest.name)}
    chosen = [f"{setting}={value}" for setting, value in settings.items()]
    preset = preset or choose_preset(model.manifest)
    carry_out(RECIPE, corpus, out, assignments=(*chosen, *assignments), preset=preset, resume=False)


def _model(name: str) -> Model:
    shelf = Shelf(data_folder() / "models")
    return shelf.get(name) if name else shelf.in_use()


def _why_not(news: Added) -> Message | None:
    try:
        news.require()
    except UsageError as error:
        return Message("{said} {remedy}", said=error.message, remedy=error.remedy)
    return None
