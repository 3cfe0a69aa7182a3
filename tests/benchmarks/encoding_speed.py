"""How fast the default model encodes papers: ``python -m tests.benchmarks.encoding_speed``.

Texts are title and abstract. Prints papers per second in bfloat16 and float32, and the ratio to
sentence-transformers' own ``encode`` with its defaults on the same papers in the same run.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable

import numpy as np
from sentence_transformers import SentenceTransformer

from core.models.encoder import SentenceEncoder
from core.models.shelf import base_model
from tests.benchmarks.data import data_folder

PAPERS = 1_500
WARM_UP = 64


def main() -> None:
    """Encode the same papers three ways."""
    papers = _papers()
    model = base_model()
    plain = SentenceTransformer(str(model.folder), device="cpu")
    texts = [f"{title}. {abstract}" for title, abstract in papers]
    tokens = np.mean([len(ids) for ids in plain.tokenizer(texts, truncation=True).input_ids])
    print(f"{len(papers)} papers, {tokens:.0f} tokens on average")
    baseline = _speed(lambda: plain.encode(texts, show_progress_bar=False), plain.encode, texts)
    print(f"sentence-transformers float32  {baseline:7.1f} papers/s")
    for precision in ("bfloat16", "float32"):
        encoder = SentenceEncoder(model.folder, model.manifest, device="cpu", precision=precision)
        encoder.encode_papers(papers[:WARM_UP])
        started = time.perf_counter()
        encoder.encode_papers(papers)
        speed = len(papers) / (time.perf_counter() - started)
        print(f"Cocite {precision:23} {speed:7.1f} papers/s, {speed / baseline:.2f} ×")


def _speed(run: Callable[[], object], warm: Callable[..., object], texts: list[str]) -> float:
    warm(texts[:WARM_UP], show_progress_bar=False)
    started = time.perf_counter()
    run()
    return len(texts) / (time.perf_counter() - started)


def _papers() -> list[tuple[str, str]]:
    """Draw papers with an abstract evenly from the whole file."""
    with gzip.open(data_folder() / "papers" / "acm.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    usable = [(record["title"], record["abstract"]) for record in records if record["abstract"]]
    return usable[:: len(usable) // PAPERS][:PAPERS]


if __name__ == "__main__":
    main()
