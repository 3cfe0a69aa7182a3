"""Tables for the fitting of the ranker."""

from __future__ import annotations

import numpy as np

from tools.lab.fitting.ranker_data import Table

NAMES = ("contexts.words.best", "popularity.age", "repeat.cited", "vectors.sentence", "words.fused")


def table(queries: int = 40, rows: int = 30, seed: int = 0) -> Table:
    random = np.random.default_rng(seed)
    matrix = random.random((queries * rows, len(NAMES))).astype(np.float16)
    matrix[:, NAMES.index("repeat.cited")] = random.random(queries * rows) < 0.3
    cited = random.random(queries * rows) < 0.1
    query = np.repeat(np.arange(queries, dtype=np.int32), rows)
    again = matrix[:, NAMES.index("repeat.cited")] > 0
    total = np.bincount(query, cited, queries).astype(np.int32) + 1  # one that is no candidate
    new = np.bincount(query, cited & ~again, queries).astype(np.int32)
    names = tuple(f"m{n // 4}#{n}" for n in range(queries))
    return Table(NAMES, matrix, cited, query, names, total, new)
