"""How much memory indexing takes as a library grows.

``python -m tools.lab.benchmarks.index_memory``

Made-up papers are imported, and words and vectors indexed, for each of ``--papers N…`` in a process
of its own. A stand-in for the encoder gives rows at once: what a model itself takes does not depend
on the library. Printed is the most that the process had in memory by the end of each step.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperRecord
from core.library.library import Library
from core.models.manifest import Manifest
from core.runtime.indexes import Indexes

SIZES = (10_000, 50_000, 100_000)
WORDS, TITLE, ABSTRACT = 30_000, 9, 150
AT_ONCE = 1_000


def main() -> None:
    """Measure each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, nargs="+", default=SIZES)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        _index(given.papers[0])
        return
    for papers in given.papers:
        module = [sys.executable, "-m", "tools.lab.benchmarks.index_memory", "--child"]
        subprocess.run([*module, f"--papers={papers}"], check=True)


class StandIn:
    """An encoder whose rows are drawn by chance."""

    def __init__(self) -> None:
        self.manifest = Manifest(
            name="stand-in", weights_sha256="0" * 64, pooling="mean", max_tokens=256, dimension=384
        )
        self._draw = np.random.default_rng(0)

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return self._rows(len(papers)).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._rows(len(texts))

    def _rows(self, count: int) -> NDArray[np.float32]:
        rows = self._draw.standard_normal((count, self.manifest.dimension), np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _index(papers: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Library.open(Path(folder) / "library", create=True)) as library,
    ):
        made = [("opened", _megabytes())]
        for batch in _batches(papers):
            list(library.papers.add(batch, source="made up"))
        made.append(("imported", _megabytes()))
        indexes = Indexes(library)
        indexes.follow_words()
        made.append(("words", _megabytes()))
        indexes.serve(StandIn())
        indexes.follow_vectors()
        made.append(("vectors", _megabytes()))
        assert indexes.encoded()[0] == papers
    told = ", ".join(f"{step} {megabytes} MB" for step, megabytes in made)
    print(f"{papers:8,} papers: {told}", flush=True)


def _batches(papers: int) -> Iterator[list[PaperRecord]]:
    draw = random.Random(0)
    words = [
        "".join(draw.choices("abcdefghijklmnoprstuvw", k=draw.randint(3, 10))) for _ in range(WORDS)
    ]
    for start in range(0, papers, AT_ONCE):
        yield [
            PaperRecord(
                id=f"made:{number}",
                title=" ".join(draw.choices(words, k=TITLE)),
                abstract=" ".join(draw.choices(words, k=ABSTRACT)),
            )
            for number in range(start, min(start + AT_ONCE, papers))
        ]


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
