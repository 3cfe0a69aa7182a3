"""Encodes abstracts: the product beside sentence-transformers, in turns, the same batches.

Few papers come first, several times: the first turn is slower than the later ones. OUT is written
after each turn, so that a stop loses only the turn under way.
"""

from __future__ import annotations

import itertools
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.files import replace_text
from core.models import encoder
from core.models.choosing import Precision
from core.models.devices import has_bfloat16
from core.models.encoder import SentenceEncoder, load_model
from core.models.manifest import read_manifest
from training.corpus.corpus import Corpus

_WARM = 256
_PATH = click.Path(path_type=Path)
Rows = NDArray[np.floating[Any]]


@click.command()
@click.option("--corpus", type=_PATH, required=True)
@click.option("--base", type=_PATH, required=True)
@click.option("--device", required=True)
@click.option("--papers", default=4_000, help="Encoded in several turns.")
@click.option("--more", default=20_000, help="Encoded once in the end, in the largest batches.")
@click.option("--turns", default=2)
@click.option("--batch", "batches", multiple=True, type=int, default=(128, 512))
@click.option("--out", type=_PATH, required=True)
def command(corpus: Path, base: Path, device: str, out: Path, **sizes: Any) -> None:  # noqa: ANN401 - of click
    """Write texts a second of both, and how far their rows are from each other."""
    papers = abstracts(Corpus.open(corpus), max(sizes["papers"], sizes["more"]))
    precision: Precision = "bfloat16" if has_bfloat16(device) else "float32"
    manifest = read_manifest(base)
    ours = SentenceEncoder(base, manifest, device=device, precision=precision)
    theirs = load_model(base, manifest, device=device, precision=precision)
    sep = str(theirs.tokenizer.sep_token or "")
    texts = [manifest.paper_text(*paper, sep_token=sep) for paper in papers]
    batch = encoder.BATCH

    def product(count: int) -> Rows:
        return ours.encode_papers(papers[:count])

    def peer(count: int) -> Rows:
        rows = theirs.encode(
            texts[:count],
            batch_size=batch,
            normalize_embeddings=True,
            convert_to_tensor=True,
            show_progress_bar=False,
        )
        return np.asarray(rows.float().cpu().numpy())

    ways: dict[str, Callable[[int], Rows]] = {"product": product, "sentence-transformers": peer}
    speeds: dict[str, list[float]] = {}
    values: dict[str, Any] = {"precision": precision}
    warm = min(_WARM, sizes["papers"])
    rows = {name: way(warm).astype(np.float32) for name, way in ways.items()}
    cosines = (rows["product"] * rows["sentence-transformers"]).sum(1)
    values["least cosine of both"] = float(cosines.min())
    for (count, batch), (name, way) in itertools.product(list_turns(**sizes), ways.items()):
        encoder.BATCH = encoder.BATCH_ON_GPU = batch
        start = time.perf_counter()
        way(count)
        speed = count / (time.perf_counter() - start)
        label = f"{name}, {count:,} texts, batch {batch}"
        speeds.setdefault(label, []).append(speed)
        values |= {key: statistics.median(turn_speeds) for key, turn_speeds in speeds.items()}
        values["turns"] = speeds
        replace_text(out, json.dumps(values))
        click.echo(f"{label}: {speed:.0f} texts/s")


def list_turns(papers: int, more: int, turns: int, batches: Sequence[int]) -> list[tuple[int, int]]:
    """Return how many texts each turn encodes, and in which batches: few texts come first."""
    few = [(papers, batch) for batch in batches]
    return few * turns + ([(more, max(batches))] if more else [])


def abstracts(corpus: Corpus, count: int) -> list[tuple[str, str]]:
    """Return so many titles with their abstracts, from the beginning again if there are fewer."""
    numbers = [n for n in range(len(corpus)) if corpus.abstract(n)][:count]
    texts = [corpus.text(n) for n in numbers]
    return [(title, text) for title, text in itertools.islice(itertools.cycle(texts), count)]


if __name__ == "__main__":
    command()
