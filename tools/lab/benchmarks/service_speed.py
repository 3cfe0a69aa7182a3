"""How fast the service answers: ``python -m tools.lab.benchmarks.service_speed LIBRARY``.

Starts ``cocite serve`` on a library as it is, asks it development sentences one after the other,
each with title and the two sentences before, and prints p50, p95 and worst on the clock. The first
eight answers warm it up and do not count.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from core.evaluation.queries import Query, read_queries
from tools.lab.benchmarks.data import data_folder

_WARMING_UP = 8
_QUERIES = "queries/neurips-dev.jsonl.gz"


@contextmanager
def serving(library: Path) -> Iterator[dict[str, str]]:
    """Yield address and token of a service on a library."""
    command = [sys.executable, "-m", "desktop", "serve", "--library", str(library)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            said = [child.stdout.readline() for _ in range(2)]
            file = Path(said[1].strip().partition(" is in ")[2])
            yield json.loads(file.read_text(encoding="utf-8"))
        finally:
            child.terminate()


def seconds(service: dict[str, str], query: Query) -> float:
    """Return how long an answer took."""
    passage = query.passage
    asked = {"text": passage.sentence, "before": passage.before[-2:], "title": passage.title}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {service['token']}"}
    request = urllib.request.Request(
        f"{service['url']}/recommend", json.dumps(asked).encode(), headers
    )
    began = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["suggestions"]
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--questions", type=int, default=120)
    given = parser.parse_args()
    queries = list(read_queries(data_folder() / _QUERIES))
    random.Random(1).shuffle(queries)
    with serving(given.library) as service:
        took = [seconds(service, query) for query in queries[: _WARMING_UP + given.questions]]
    counted = took[_WARMING_UP:]
    p50, p95 = np.percentile(counted, (50, 95))
    print(f"{len(counted)} answers: p50 {p50:.3f} s, p95 {p95:.3f} s, worst {max(counted):.3f} s")


if __name__ == "__main__":
    main()
