"""How long the signals of names and people take: ``python -m tests.benchmarks.mention_speed``.

Asks dev sentences of one manuscript after another about 1,500 papers each, half of which were also
asked about by the question before, as a person's questions go. Prints milliseconds of CPU a
question (p50, p95) while titles are seen for the first time and once they are known.
"""

from __future__ import annotations

import gzip
import itertools
import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

import click
import numpy as np

from core.base.records import PaperText
from core.evaluation.queries import Query, read_queries
from core.library.indexes.analysis import index_terms
from core.recommend.context import joined
from core.recommend.mentions import mention_signals, people_signals
from tests.benchmarks.data import data_folder

CANDIDATES = 1_500
PAPERS = 8_000
QUESTIONS = 60


@click.command(help=__doc__)
def main() -> None:
    """Ask, measure, print."""
    papers = _papers()
    rarity = _rarity(papers)
    queries = read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")[:QUESTIONS]
    draw = random.Random(20251120)
    asked = [draw.sample(papers, CANDIDATES)]
    for _ in queries[1:]:
        half = CANDIDATES // 2
        asked.append(asked[-1][half:] + draw.sample(papers, half))
    for name in ("first seen", "known"):
        times = [
            _time(query, candidates, rarity)
            for query, candidates in zip(queries, asked, strict=True)
        ]
        for part, column in zip(("mentions", "people"), np.array(times).T, strict=True):
            p50, p95 = np.percentile(column, [50, 95])
            print(f"{part:9} {name:11} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms")


def _time(
    query: Query, papers: Sequence[PaperText], rarity: Callable[[str], float]
) -> tuple[float, float]:
    passage = query.passage
    wider = joined((passage.title, *passage.before[-1:], *passage.after[:1]))
    started = time.process_time()
    mention_signals(passage.sentence, wider, papers, rarity=rarity)
    between = time.process_time()
    people_signals(
        papers,
        manuscript_authors=papers[0].authors,
        cited_authors=[paper.authors for paper in papers[:40]],
    )
    return 1000 * (between - started), 1000 * (time.process_time() - between)


def _papers() -> list[PaperText]:
    with gzip.open(
        data_folder() / "papers" / "paperlists.jsonl.gz", "rt", encoding="utf-8"
    ) as file:
        records = [json.loads(line) for line in itertools.islice(file, PAPERS)]
    return [
        PaperText(
            title=record["title"],
            abstract=record["abstract"],
            authors=tuple(record["authors"]),
            year=record["year"],
        )
        for record in records
    ]


def _rarity(papers: Sequence[PaperText]) -> Callable[[str], float]:
    having = Counter(
        term for paper in papers for term in set(index_terms(f"{paper.title} {paper.abstract}"))
    )
    return lru_cache(maxsize=None)(lambda term: math.log(len(papers) / max(having[term], 1)))


if __name__ == "__main__":
    main()
