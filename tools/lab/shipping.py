"""``python -m tools.lab ship``: what training changed of a base, as it comes with Cocite."""

from __future__ import annotations

from pathlib import Path

import click
from torch import Tensor

from core.models.adapters import in_four_bits, write_adapter
from core.models.bert import exact_weights
from core.models.bert_pairs import HEAD
from core.models.shelf import BASE, Shelf


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


@click.command("ship")
@click.argument("model", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--base", default=BASE, show_default=True, help="Model that MODEL was trained from.")
def command(model: Path, out: Path, base: str) -> None:
    """Write what training changed of a base to OUT, in four bits: an adapter.

    MODEL is the folder of an encoder, or of a reranker with start=chance.
    """
    write_adapter(out, in_four_bits(find_changes(model, Shelf(Path()).get(base).folder)))
