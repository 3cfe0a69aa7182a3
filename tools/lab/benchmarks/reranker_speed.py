"""What a reranker's start costs in use: ``python -m tools.lab.benchmarks.reranker_speed``.

Reads papers of the sample with a question, eight at a time as the window does, by MiniLM with a
classifier that nobody trained: alone, and added to the likeness of both. Prints the median of
processor seconds for eight pairs, each in turn in one run on one thread.
"""

from __future__ import annotations

import importlib.resources
import json
import statistics
import time

import torch

from core.models.manifest import Start
from core.models.pair_reader import PairReader
from core.models.reranker import load_cross_encoder, load_tokenizer, probabilities
from core.models.shelf import base_model

QUESTION = "Maps of science from citations. Others train encoders on citations between papers."
AT_ONCE, PAIRS = 8, 48
STARTS = {"classifier alone": None, "beside the likeness": Start(likeness=7.0, level=0.3)}


def main() -> None:
    """Measure and print."""
    torch.set_num_threads(1)
    folder = base_model().folder
    network = load_cross_encoder(folder, new_head=True)
    reader = PairReader.of(load_tokenizer(folder), query_tokens=64, max_tokens=192)
    sample = importlib.resources.files("resources") / "sample" / "library" / "papers.jsonl"
    papers = map(json.loads, sample.read_text("utf-8").splitlines())
    texts = [f"{paper['title']}. {paper['abstract']}" for paper in papers if paper["abstract"]][
        :PAIRS
    ]
    took: dict[str, list[float]] = {name: [] for name in STARTS}
    for at in range(0, len(texts), AT_ONCE):
        pairs = [(QUESTION, text) for text in texts[at : at + AT_ONCE]]
        for name, start in STARTS.items():
            began = time.process_time()
            probabilities(network, reader, pairs, start, "mean")
            took[name].append(time.process_time() - began)
    for name, seconds in took.items():
        print(f"{name}: {statistics.median(seconds):.2f} s for {AT_ONCE} pairs")


if __name__ == "__main__":
    main()
