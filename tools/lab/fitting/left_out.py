"""A corpus that leaves a fifth of its training papers to the ranker.

``python -m tools.lab.fitting.left_out --corpus DATA --out FOLDER``: an encoder knows the
sentences that it learned from too well, so a ranker fitted on these would trust it too much. FOLDER
links to the files of DATA, and its ``splits.json`` names every fifth training paper, by the hash of
its id, as a test paper: train the encoder on FOLDER, then make the ranker's table of these
(``ranker_data --split test``).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import click

from core.base.errors import UsageError
from training.corpus.splits import SPLITS_FILE

_SHARE = 5


@click.command(help=__doc__)
@click.option("--corpus", "data", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(data: Path, out: Path) -> None:
    """Link the files, write the split."""
    parts = json.loads((data / SPLITS_FILE).read_text("utf-8"))
    if parts.get("test"):
        raise UsageError("{path} names test papers already.", path=data / SPLITS_FILE)
    left_out = [paper for paper in parts["train"] if is_left_out(paper)]
    out.mkdir(parents=True)
    for corpus_file in sorted(data.resolve().iterdir()):
        if corpus_file.name != SPLITS_FILE:
            (out / corpus_file.name).symlink_to(corpus_file)
    train = [paper for paper in parts["train"] if not is_left_out(paper)]
    new_splits = {**parts, "train": train, "test": left_out}
    (out / SPLITS_FILE).write_text(json.dumps(new_splits), encoding="utf-8")
    print(f"{len(train)} papers are left to the encoder, {len(left_out)} to the ranker")


def is_left_out(paper: str) -> bool:
    """Tell whether a training paper is one of the ranker's."""
    return hashlib.sha1(paper.encode()).digest()[0] % _SHARE == 0


if __name__ == "__main__":
    main()
