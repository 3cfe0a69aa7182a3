"""What an encoder finds with each form of the query: ``python -m tests.benchmarks.encoder_forms``.

Vectors alone, R@10 of the development queries among the papers of a pool, and the gain over the
first model with a 95 % interval (bootstrap over manuscripts). The models read papers alike, and the
library has their vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.queries import Query, read_queries
from core.library.library import Library
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.shelf import Shelf
from core.recommend.candidates import VECTOR_FORMS, vector_questions
from core.recommend.context import sample_context
from core.recommend.fusion import reciprocal_rank_fusion
from tests.benchmarks.data import data_folder

DEPTH, DRAWS = 300, 2_000
_AT_ONCE = 256

Hits = NDArray[np.float64]


@click.command(help=__doc__)
@click.argument("library", type=click.Path(exists=True, path_type=Path))
@click.argument("models", nargs=-1, required=True)
@click.option("--pool", type=click.Path(exists=True, path_type=Path), help="Only these ids answer.")
def main(library: Path, models: Sequence[str], pool: Path | None) -> None:
    """Encode the queries with each model, rank, compare."""
    queries = read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")
    ids = (pool or data_folder() / "queries" / "dev-pool.txt").read_text("utf-8").split()
    found: list[dict[str, Hits]] = []
    with Library.open(library, write=False) as opened:
        numbers = sorted(set(opened.papers.resolve_many(ids).values()))
        for name in models:
            model = Shelf(Path()).get(name)
            rows = opened.embeddings.get(model.manifest.fingerprint, numbers).astype(np.float32)
            judge = Judge(opened, queries, numbers, rows)
            found.append(judge.hits(open_encoder(model.folder, model.manifest)))
    for form, before in found[0].items():
        for name, hits in zip(models, found, strict=True):
            low, high = interval([query.id for query in queries], hits[form] - before)
            gain = f"{np.mean(hits[form] - before):+.3f} [{low:+.3f}, {high:+.3f}]"
            print(f"{form:20} {name:24} R@10 {hits[form].mean():.3f}  {gain}", flush=True)


class Judge:
    """The queries, and the rows of the papers that may answer."""

    def __init__(
        self,
        library: Library,
        queries: Sequence[Query],
        numbers: Sequence[PaperNumber],
        rows: NDArray[np.float32],
    ) -> None:
        self._queries, self._numbers, self._rows = queries, np.asarray(numbers), rows
        place = {number: at for at, number in enumerate(numbers)}
        own = [library.papers.resolve(query.self_id or "") for query in queries]
        self._own = [None if number is None else place.get(number) for number in own]
        self._right = [set(library.papers.resolve_many(q.relevant).values()) for q in queries]

    def hits(self, encoder: Encoder) -> dict[str, Hits]:
        """Return for each form, and for all fused, the recall at 10 of each query."""
        asked = [
            vector_questions(q.passage, sample_context(q.passage, breadth=DEFAULT_BREADTH))
            for q in self._queries
        ]
        best = {
            form.name: self._best(encoder, [each[form.name] or each["sentence"] for each in asked])
            for form in VECTOR_FORMS
        }
        weighted = [(form.weight, best[form.name]) for form in VECTOR_FORMS]
        best["fused"] = [
            [at for at, _ in reciprocal_rank_fusion([(w, ranking[n]) for w, ranking in weighted])]
            for n in range(len(self._queries))
        ]
        return {form: self._recall(rankings) for form, rankings in best.items()}

    def _best(self, encoder: Encoder, texts: Sequence[str]) -> list[list[PaperNumber]]:
        different = sorted(set(texts), key=len)
        parts = [different[at : at + _AT_ONCE] for at in range(0, len(different), _AT_ONCE)]
        rows = np.concatenate([encoder.encode_queries(part) for part in parts])
        place = {text: at for at, text in enumerate(different)}
        rankings = []
        for number, text in enumerate(texts):
            scores = self._rows @ rows[place[text]]
            if self._own[number] is not None:
                scores[self._own[number]] = -np.inf
            rankings.append([PaperNumber(at) for at in np.argsort(-scores)[:DEPTH].tolist()])
        return rankings

    def _recall(self, rankings: Sequence[Sequence[PaperNumber]]) -> Hits:
        return np.array(
            [
                len(right & set(self._numbers[list(ranking[:10])].tolist())) / len(right)
                for ranking, right in zip(rankings, self._right, strict=True)
            ]
        )


def interval(queries: Sequence[str], gains: Hits) -> tuple[float, float]:
    """Return the 95 % interval of a mean gain, whole manuscripts drawn with replacement."""
    manuscripts: dict[str, list[int]] = {}
    for place, query in enumerate(queries):
        manuscripts.setdefault(query.rsplit("#", 1)[0], []).append(place)
    groups = [gains[places] for places in manuscripts.values()]
    random = np.random.default_rng(0)
    means = [
        np.concatenate([groups[at] for at in random.integers(0, len(groups), len(groups))]).mean()
        for _ in range(DRAWS)
    ]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


if __name__ == "__main__":
    main()
