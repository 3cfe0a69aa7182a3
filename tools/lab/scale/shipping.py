"""A whole change, as ``running`` writes it, in four bits: what comes with Cocite.

WHOLE is ``both-whole.safetensors`` or ``pairs-whole.safetensors``, OUT the adapter.
"""

from __future__ import annotations

from pathlib import Path

import click

from core.models.adapters import in_four_bits, read_adapter, write_adapter


@click.command(help=__doc__)
@click.argument("whole", metavar="WHOLE", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def main(whole: Path, out: Path) -> None:
    """Read, pack, write."""
    write_adapter(out, in_four_bits(read_adapter(whole)))


if __name__ == "__main__":
    main()
