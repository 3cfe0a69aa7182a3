"""A whole change, as ``running`` writes it, in four bits: what comes with Cocite.

WHOLE is ``both-whole.npz`` or ``pairs-whole.npz``, WEIGHTS the base that it was trained over, as
``packing`` wrote it, OUT the adapter. The base travels in few bits; what ships is added to the base
itself, so the difference to that is what is written.
"""

from __future__ import annotations

from pathlib import Path

import click
import torch
from safetensors.torch import load_file
from torch import Tensor

from core.models.adapters import in_four_bits, write_adapter
from core.models.manifest import WEIGHTS
from core.models.shelf import BASE, Shelf
from tools.lab.scale.arrays import read_small
from tools.lab.scale.eight_bits import unpacked_weights
from tools.lab.scale.network import HEAD
from tools.lab.scale.packing import PREFIX
from tools.lab.scale.trained import read_base


def exact_difference(whole: Path, weights: Path, base: Path) -> dict[str, Tensor]:
    """Return what is to be added to the weights in a model's folder to get what was trained."""
    changes = unpacked_weights(read_small(whole))
    travelled = read_base(weights, "cpu")
    exact = {name.removeprefix(PREFIX): rows for name, rows in load_file(base / WEIGHTS).items()}
    return {
        name: torch.from_numpy(change)
        if name.startswith(HEAD)
        else travelled[name] + torch.from_numpy(change) - exact[name].float()
        for name, change in changes.items()
    }


@click.command(help=__doc__)
@click.argument("whole", metavar="WHOLE", type=click.Path(exists=True, path_type=Path))
@click.argument("weights", metavar="WEIGHTS", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--base", default=BASE, show_default=True, help="Model that the change is added to.")
def main(whole: Path, weights: Path, out: Path, base: str) -> None:
    """Read, pack, write."""
    folder = Shelf(Path()).get(base).folder
    write_adapter(out, in_four_bits(exact_difference(whole, weights, folder)))


if __name__ == "__main__":
    main()
