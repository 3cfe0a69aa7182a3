"""``python -m tools.lab ship``: what training changed of a base, as it comes with Cocite."""

from __future__ import annotations

from pathlib import Path

import click
import torch
from torch import Tensor

from core.models.adapters import in_four_bits, read_adapter, sum_differences, write_adapter
from core.models.bert import exact_weights
from core.models.bert_pairs import HEAD
from core.models.shelf import BASE, Shelf

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def find_changes(model: Path, base: Path) -> dict[str, Tensor]:
    """Return in what a trained BERT differs from its base, by the names of the weights.

    A classifier, which the base does not have, is there itself: of its two classes, the log-odds
    of the second.
    """
    exact = exact_weights(base)
    changes = {
        name: rows[1:] - rows[:1] if name.startswith(HEAD) else rows - exact[name]
        for name, rows in exact_weights(model).items()
    }
    return {name: change for name, change in changes.items() if change.any()}


def find_mean(changes: dict[str, Tensor], adapter: Path) -> dict[str, Tensor]:
    """Return the mean of these changes and those of an adapter of the same base."""
    others = dict(sum_differences(read_adapter(adapter)))
    nothing = torch.zeros(())
    return {
        name: (changes.get(name, nothing) + others.get(name, nothing)) / 2
        for name in sorted({*changes, *others})
    }


@click.command("ship")
@click.argument("model", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--base", default=BASE, show_default=True, help="Model that MODEL was trained from.")
@click.option("--mean-with", type=_FILE, help="Adapter of the same base to take the mean with.")
def command(model: Path, out: Path, base: str, mean_with: Path | None) -> None:
    """Write what training changed of a base to OUT, in four bits: an adapter.

    MODEL is the folder of an encoder, or of a reranker with start=chance.
    """
    changes = find_changes(model, Shelf(Path()).get(base).folder)
    write_adapter(out, in_four_bits(find_mean(changes, mean_with) if mean_with else changes))
