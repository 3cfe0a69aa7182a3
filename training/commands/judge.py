"""``python -m training judge``: models and BM25 on the same held-out citing sentences.

What a person looks at before a new model replaces the one in use: scores side by side, and the
sentences where the new model finds more or less. A reranker is judged on the order it gives to
the first hits of BM25, so it is compared with BM25 and with other rerankers only.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.files import data_folder, replace_text
from core.base.jobs import Job
from core.base.messages import Message
from core.base.wire import Preparing, to_line
from core.models.manifest import Manifest
from core.models.shelf import Model, Shelf
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts, judge, new_order
from training.runs.comparison import MAIN, Judge, Judged
from training.runs.surroundings import chosen_device
from training.sampling.bm25 import Bm25
from training.sampling.learned import Known
from training.sampling.questions import Questions, Scores

_PATH = click.Path(path_type=Path)
BM25 = "BM25"
_RERANKED = 20
"""Hits of BM25 that a reranker puts in order, and questions it is asked: it reads pairs, slowly."""
_RERANKER_QUESTIONS = 100


@click.command("judge")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--model", "names", multiple=True, required=True, help="Name or folder; repeat it.")
@click.option("--out", type=_PATH, required=True, help="File to write, JSON.")
@click.option(
    "--examples",
    default=6,
    show_default=True,
    type=click.IntRange(0),
    help="Wins, and losses, to show.",
)
@click.option("--device", default="", help="Empty: the fastest there is.")
def command(corpus: Path, names: tuple[str, ...], out: Path, examples: int, device: str) -> None:
    """Judge models next to BM25; the last one is compared with each of the others.

    Prints lines of progress, and writes scores, wins and losses as JSON.
    """
    from training.runs.surroundings import log_libraries

    log_libraries()
    job = _Lines()
    shelf = Shelf(data_folder() / "models")
    models = [shelf.get(name) for name in names]
    job.report(0, 0, "Reading the corpus")
    opened = Corpus.open(corpus, job=job)
    bench = Bench(opened, chosen_device(device), job, reranking=_kind(models) == "reranker")
    judgement = bench.judgement(models, examples=examples)
    replace_text(out, json.dumps(judgement, ensure_ascii=False, indent=1))


def _kind(models: Sequence[Model]) -> str:
    """Return what is judged: rerankers, or models with vectors.

    Raises:
        UsageError: there are both.
    """
    kinds = {"reranker" if model.manifest.kind == "reranker" else "encoder" for model in models}
    if len(kinds) > 1:
        raise UsageError(
            "A reranker cannot be compared with an encoder: it orders what was found already.",
            remedy="Evaluate them separately.",
        )
    return kinds.pop()


class _Lines:
    """Says how far the judging is, as a run does."""

    def report(self, done: int, total: int, note: str = "") -> None:
        click.echo(to_line(Preparing(stage="judging", done=done, total=total, note=note)))

    def check(self) -> None:
        """Nobody stops it from within: whoever started it ends the process."""


@dataclass(frozen=True)
class Bench:
    """The held-out questions of a corpus, and what is asked them."""

    corpus: Corpus
    device: str
    job: Job
    reranking: bool = False

    def judgement(self, models: Sequence[Model], *, examples: int) -> dict[str, Any]:
        """Return scores of BM25 and each model, and the last one against each of the others.

        Raises:
            ModelError: a model is incomplete or damaged.
        """
        models_by_label = dict(zip(_labels(models), models, strict=True))
        prints = {name: _fingerprint(model.manifest) for name, model in models_by_label.items()}
        results = {BM25: self._bm25()} | {
            name: self._judged(model) for name, model in models_by_label.items()
        }
        new = [*models_by_label][-1]
        lessons = {name: Known.by(model.folder) for name, model in models_by_label.items()}
        return {
            "corpus": self.corpus.fingerprint,
            "folder": str(self.corpus.folder),
            "questions": len(self.questions),
            "pool": len(self.questions.pool),
            "reranking": self.reranking,
            "rows": [
                {
                    "model": name,
                    "fingerprint": prints.get(name, ""),
                    "scores": result.scores,
                    "papers_per_second": result.papers_per_second,
                }
                for name, result in results.items()
            ],
            "versus": [
                {
                    **self._versus(name, results[name], results[new], examples),
                    **self._parts(lessons.get(name), results[name], results[new]),
                }
                for name in results
                if name != new and results[new].per_query
            ],
        }

    @cached_property
    def questions(self) -> Questions:
        """The held-out citing sentences and the papers that answer them."""
        if self.reranking:
            return HeldOutContexts.of(
                self.corpus, queries=_RERANKER_QUESTIONS, half="judging"
            ).questions
        return Judge(self.corpus, self.device, self.job).contexts.questions

    def _judged(self, model: Model) -> Judged:
        if self.reranking:
            return self._reranked(model.folder, model.manifest)
        return Judge(self.corpus, self.device, self.job).judged(model.folder, model.manifest)

    def _bm25(self) -> Judged:
        return self._by_scores(lambda chunk: self._bm25_table[chunk])

    @cached_property
    def _bm25_table(self) -> NDArray[np.float32]:
        """BM25 of each paper of the pool for each question: (questions, pool)."""
        self.job.report(0, 0, Message("Measuring {bm25}", bm25=BM25))
        pool, texts = self.questions.pool, self.questions.texts
        if not texts:
            return np.zeros((0, len(pool)), np.float32)
        index = Bm25([" ".join(self.corpus.text(int(paper))) for paper in pool])
        return np.stack([index.scores(text) for text in texts])

    def _by_scores(self, scores: Scores) -> Judged:
        return Judged.of(judge(self.questions, scores)) if len(self.questions) else Judged()

    def _reranked(self, folder: Path, manifest: Manifest) -> Judged:
        from core.models.reranker import Reranker

        reranker = Reranker(folder, manifest, device=self.device)
        table = self._bm25_table.copy()
        papers = [self.corpus.text(int(paper)) for paper in self.questions.pool]
        for row, text in enumerate(self.questions.texts):
            self.job.report(row, len(table), Message("Measuring {model}", model=manifest.name))
            score = functools.partial(reranker.score, text)
            _reorder(table[row], papers, score, manifest.first_stage)
        return self._by_scores(lambda chunk: table[chunk])

    def _versus(self, name: str, before: Judged, after: Judged, examples: int) -> dict[str, Any]:
        difference, by_papers = after.against(before), after.against_by_papers(before)
        shared = [query for query in after.per_query if query in before.per_query]
        deltas = {query: after.per_query[query] - before.per_query[query] for query in shared}
        ordered = sorted(shared, key=lambda query: deltas[query])
        losses = [query for query in ordered[:examples] if deltas[query] < 0]
        wins = [query for query in ordered[::-1][:examples] if deltas[query] > 0]
        return {
            "model": name,
            "metric": MAIN,
            "difference": asdict(difference) if difference else None,
            "others": {name: asdict(other) for name, other in after.others_against(before).items()},
            "by_papers": asdict(by_papers) if by_papers else None,
            "examples": [self._example(query, before, after) for query in (*wins, *losses)],
        }

    def _parts(self, lessons: Known | None, before: Judged, after: Judged) -> dict[str, Any]:
        """Return the difference on what is new to a model and on what it knew, where it says."""
        if lessons is None or not lessons.keys:
            return {}
        return asdict(after.in_parts(before, lessons.old_questions(self.corpus)))

    def _example(self, query: str, before: Judged, after: Judged) -> dict[str, Any]:
        index = self.questions.ids.index(query)
        relevant = self.questions.relevant[index]
        return {
            "sentence": self.questions.texts[index],
            "cited": [self._title(paper) for paper in relevant],
            "before": round(before.per_query[query] * len(relevant)),
            "after": round(after.per_query[query] * len(relevant)),
        }

    def _title(self, paper: str) -> str:
        number = self.corpus.number(paper)
        return paper if number is None else self.corpus.title(number) or paper


def _reorder(
    row: NDArray[np.float32],
    papers: Sequence[tuple[str, str]],
    score: Callable[[Sequence[tuple[str, str]]], NDArray[np.float32]],
    first: float,
) -> None:
    """Put the first hits of a question into the reranker's order, before all the others."""
    best = np.argsort(-row, kind="stable")[:_RERANKED]
    hits = best[row[best] > 0]
    if len(hits):
        order = new_order(score([papers[hit] for hit in hits]), first)
        row[hits[order]] = row.max() + np.arange(len(hits), 0, -1)


def _labels(models: Sequence[Model]) -> list[str]:
    """Return the models' names, with a mark of their own where different ones share a name."""
    models_by_label: dict[str, set[str]] = {}
    for model in models:
        models_by_label.setdefault(model.manifest.name, set()).add(_fingerprint(model.manifest))
    return [
        model.manifest.name
        if len(models_by_label[model.manifest.name]) == 1
        else f"{model.manifest.name} ({_fingerprint(model.manifest)[:6]})"
        for model in models
    ]


def _fingerprint(manifest: Manifest) -> str:
    return f"{manifest.fingerprint}-{manifest.query_fingerprint}"
