"""Encodes abstracts: the product beside sentence-transformers, in turns, the same batches."""

from __future__ import annotations

import itertools
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.files import replace_text
from core.models import encoder
from core.models.encoder import SentenceEncoder, has_bfloat16, load_model
from core.models.manifest import read_manifest
from training.corpus import Corpus

_WARM = 256
_PATH = click.Path(path_type=Path)
Rows = NDArray[np.floating[Any]]


@click.command()
@click.option("--corpus", type=_PATH, required=True)
@click.option("--base", type=_PATH, required=True)
@click.option("--device", required=True)
@click.option("--papers", default=20_000)
@click.option("--turns", default=3)
@click.option("--larger", multiple=True, type=int, default=(128, 512))
@click.option("--out", type=_PATH, required=True)
def command(corpus: Path, base: Path, device: str, out: Path, **sizes: Any) -> None:  # noqa: ANN401 - of click
    """Write texts a second of both, and how far their rows are from each other."""
    papers = abstracts(Corpus.open(corpus), sizes["papers"])
    precision = "bfloat16" if has_bfloat16(device) else "float32"
    manifest = read_manifest(base)
    ours = SentenceEncoder(base, manifest, device=device, precision=precision)
    theirs = load_model(base, manifest, device=device, precision=precision)
    sep = str(theirs.tokenizer.sep_token or "")
    texts = [manifest.paper_text(*paper, sep_token=sep) for paper in papers]
    batch = encoder.BATCH

    def product(count: int = len(papers)) -> Rows:
        return ours.encode_papers(papers[:count])

    def peer(count: int = len(papers)) -> Rows:
        rows = theirs.encode(
            texts[:count],
            batch_size=batch,
            normalize_embeddings=True,
            convert_to_tensor=True,
            show_progress_bar=False,
        )
        return np.asarray(rows.float().cpu().numpy())

    ways: dict[str, Callable[..., Rows]] = {"product": product, "sentence-transformers": peer}
    speeds: dict[str, list[float]] = {}
    values: dict[str, Any] = {"texts": len(texts), "precision": precision}
    kept = {name: way(_WARM).astype(np.float32) for name, way in ways.items()}
    cosines = (kept["product"] * kept["sentence-transformers"]).sum(1)
    values["least cosine of both"] = float(cosines.min())
    turns = [(batch, turn) for turn in range(sizes["turns"])]
    turns += [(size, 0) for size in sizes["larger"]]
    for (batch, _), (name, way) in itertools.product(turns, ways.items()):
        encoder.BATCH = batch
        began = time.perf_counter()
        way()
        speed = len(texts) / (time.perf_counter() - began)
        speeds.setdefault(f"{name}, batch {batch}", []).append(speed)
        values |= {key: statistics.median(each) for key, each in speeds.items()}
        values["turns"] = speeds
        replace_text(out, json.dumps(values))
        click.echo(f"{name}, batch {batch}: {speed:.0f} texts/s")


def abstracts(corpus: Corpus, count: int) -> list[tuple[str, str]]:
    """Return so many titles with their abstracts, from the beginning again if there are fewer."""
    there = [n for n in range(len(corpus)) if corpus.abstract(n)][:count]
    texts = [corpus.text(n) for n in there]
    return [(title, text) for title, text in itertools.islice(itertools.cycle(texts), count)]


if __name__ == "__main__":
    command()
