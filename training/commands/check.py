"""``python -m training check``: what a corpus holds and which recipes it serves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from core.base.messages import packed
from core.commands.printing import ConsoleJob, say_json
from training.base.corpus_checks import check, corpus_level
from training.base.registry import RECIPES, recipe_named
from training.corpus.corpus import Corpus

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
    click.echo("Recipes: " + ", ".join(f"{recipe} {level}" for recipe, level in levels.items()))
