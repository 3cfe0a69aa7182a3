"""What reading the first papers again costs: ``python -m tools.lab.benchmarks.reranker_speed``.

The reranker in use reads as many papers of the sample as the window has it read, with abstracts and
by title alone: as it chooses to compute here, and in float32, in turns. Prints the median and the
95th percentile of the processor's seconds on one thread.
"""

from __future__ import annotations

import importlib.resources
import json
import time
from collections import defaultdict

import numpy as np
import torch

from core.base.logs import log_file
from core.models.encoder import Precision
from core.models.reranker import Reranker
from core.models.shelf import DEFAULT_RERANKER, Shelf
from core.recommend.reranking import DEPTH, Effort, read_scores

QUESTION = (
    "A survey of encoders for scientific papers. Others train encoders on citations between papers."
    " The first of them took the citations of a paper for its neighbours. We ask what that costs."
)
TURNS = 30
_LONG = 1_200
"""Letters of an abstract as publishers print them; those of the sample are shorter."""


def main() -> None:
    """Measure and print."""
    torch.set_num_threads(1)
    model = Shelf(log_file().parent).get(DEFAULT_RERANKER)
    precisions: tuple[Precision, ...] = ("auto", "float32")
    rerankers = [Reranker(model.folder, model.manifest, precision=one) for one in precisions]
    sample = importlib.resources.files("resources") / "sample" / "library" / "papers.jsonl"
    records = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    papers = [(one["title"], one["abstract"]) for one in records if one["abstract"]]
    every = " ".join(abstract for _, abstract in papers)
    abstracts = [(title, (text + " " + every)[:_LONG]) for title, text in papers[:DEPTH]]
    kinds = {"abstracts": abstracts, "titles": [(title, "") for title, _ in abstracts]}
    effort = Effort(seconds=float("inf"))
    seconds: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(TURNS):
        for kind, texts in kinds.items():
            for reranker in rerankers:
                started = time.process_time()
                read_scores(QUESTION, texts, reranker, effort)
                seconds[kind, reranker.precision].append(time.process_time() - started)
    for (kind, precision), times in seconds.items():
        median, most = np.percentile(times, [50, 95])
        print(f"{DEPTH} {kind} in {precision}: {median:.3f} s, p95 {most:.3f} s")


if __name__ == "__main__":
    main()
