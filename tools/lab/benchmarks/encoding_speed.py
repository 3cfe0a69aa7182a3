"""How fast the default model encodes papers: ``python -m tools.lab.benchmarks.encoding_speed``.

Texts are title and abstract. Prints papers per second in each precision, and the ratio to
sentence-transformers' own ``encode`` with its defaults on the same papers in the same run. The best
of three turns counts, all ways in each, so that other work on the machine tells on none alone;
``--papers N`` takes fewer.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable

import numpy as np
from sentence_transformers import SentenceTransformer

from core.models.devices import has_bfloat16
from core.models.encoder import Precision, SentenceEncoder
from core.models.shelf import base_model
from tools.lab.benchmarks.data import data_folder

PAPERS, TURNS = 1_500, 3
WARM_UP = 64


def main() -> None:
    """Encode the same papers in four ways."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--papers", type=int, default=PAPERS)
    papers = _papers(asked.parse_args().papers)
    model = base_model()
    plain = SentenceTransformer(str(model.folder), device="cpu")
    texts = [f"{title}. {abstract}" for title, abstract in papers]
    tokens = np.mean([len(ids) for ids in plain.tokenizer(texts, truncation=True).input_ids])
    print(f"{len(papers)} papers, {tokens:.0f} tokens on average")
    ways: dict[str, Callable[[int], object]] = {
        "sentence-transformers float32": lambda n: plain.encode(texts[:n], show_progress_bar=False)
    }
    precisions: tuple[Precision, ...] = ("bfloat16", "float32", "int8")
    for precision in precisions:
        encoder = SentenceEncoder(model.folder, model.manifest, device="cpu", precision=precision)
        ways[f"Cocite {precision}"] = lambda n, encoder=encoder: encoder.encode_papers(papers[:n])
    if not has_bfloat16("cpu"):
        del ways["Cocite bfloat16"]  # emulated: no way at all
    speeds = dict.fromkeys(ways, 0.0)
    for turn in range(TURNS + 1):
        for name, way in ways.items():
            count = len(papers) if turn else min(WARM_UP, len(papers))
            started = time.perf_counter()
            way(count)
            speed = count / (time.perf_counter() - started)
            speeds[name] = max(speeds[name], speed) if turn else 0.0
    baseline, exact = speeds["sentence-transformers float32"], speeds["Cocite float32"]
    for name, speed in speeds.items():
        print(f"{name:30} {speed:7.1f} papers/s, {speed / baseline:.2f} ×, {speed / exact:.2f} ×")


def _papers(count: int) -> list[tuple[str, str]]:
    """Draw papers with an abstract evenly from the whole file."""
    with gzip.open(data_folder() / "papers" / "acm.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    usable = [(record["title"], record["abstract"]) for record in records if record["abstract"]]
    return usable[:: len(usable) // count][:count]


if __name__ == "__main__":
    main()
