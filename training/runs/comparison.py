"""A new model against the one it started from, on citing sentences of held-out papers.

Models with vectors are also asked by papers for those that they cite. What is held out are other
papers than those that chose which state of the training is kept.

All are opened as Cocite opens them, so that what is measured is what will be used.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import time
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np
import platformdirs
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from core.base.errors import EngineError
from core.base.files import replace_bytes, replace_text
from core.base.jobs import Job
from core.models.loading import open_encoder
from core.models.manifest import Manifest
from training.corpus.corpus import Corpus
from training.judging.evaluation import TRAINING_METRICS, HeldOutContexts, PerQuery, Watched
from training.judging.related import CITED, HeldOutCited
from training.judging.significance import Difference, paired_difference
from training.models.protocols import PaperEncoder

MAIN = "recall@10"
K = TypeVar("K", int, str)
SHOWN = (MAIN, "mrr", "ndcg@10")
"""What a comparison shows with its bounds; the first decides."""
_QUESTIONS, _LIBRARY = 1_000, 20_000
"""Sentences that a model is asked at most, and papers that it ranks: a larger library is drawn."""
_FORM = 3
"""Of what is kept: another number, and everything is asked anew."""


class Judged(BaseModel):
    """A model's scores on the held-out contexts: the means, and those shown of each query."""

    model_config = ConfigDict(frozen=True)

    scores: dict[str, float] = {}
    per_query: dict[str, float] = {}
    """The main score of each query, whose name begins with its paper's id."""
    other_scores: dict[str, dict[str, float]] = {}
    """The other scores that are shown, of each query."""
    cited: dict[int, float] = {}
    """The average precision of each paper that asked for those it cites."""
    papers_per_second: float = 0.0
    """How fast the model encoded the papers; 0 where that was not measured."""

    @classmethod
    def of(cls, results: PerQuery) -> Judged:
        """Return what there is to keep of every metric of every question."""
        count = max(len(results), 1)
        return cls(
            scores={
                name: sum(result[name] for result in results.values()) / count
                for name in TRAINING_METRICS
            },
            per_query={query: result[MAIN] for query, result in results.items()},
            other_scores={
                metric: {query: result[metric] for query, result in results.items()}
                for metric in SHOWN
                if metric != MAIN
            },
        )

    def against(self, before: Judged) -> Difference | None:
        """Return how much better this model is than another on the same sentences."""
        return _paired(before.per_query, self.per_query)

    def others_against(self, before: Judged) -> dict[str, Difference]:
        """Return how much better it is by the other scores that are shown."""
        differences = {
            metric: _paired(before.other_scores[metric], scores)
            for metric, scores in self.other_scores.items()
            if metric in before.other_scores
        }
        return {
            metric: difference
            for metric, difference in differences.items()
            if difference is not None
        }

    def in_parts(self, before: Judged, old: Collection[str]) -> Parts:
        """Return how much better it is on questions that are new, and on the ``old`` ones."""
        return Parts(
            new=_paired(_without(before.per_query, old), _without(self.per_query, old)),
            old=_paired(_only(before.per_query, old), _only(self.per_query, old)),
        )

    def against_by_papers(self, before: Judged) -> Difference | None:
        """Return how much better it finds what papers cite."""
        return _paired(before.cited, self.cited)


@dataclass(frozen=True, slots=True)
class Parts:
    """How much better a model is on what is new to the one before, and on what that one knew.

    ``None`` where nothing of it is held out.
    """

    new: Difference | None = None
    old: Difference | None = None


def _only(scores: Mapping[str, float], questions: Collection[str]) -> dict[str, float]:
    return {name: score for name, score in scores.items() if name in questions}


def _without(scores: Mapping[str, float], questions: Collection[str]) -> dict[str, float]:
    return {name: score for name, score in scores.items() if name not in questions}


def _paired(before: Mapping[K, float], after: Mapping[K, float]) -> Difference | None:
    shared = [query for query in after if query in before]
    if not shared:
        return None
    return paired_difference(
        [before[name] for name in shared],
        [after[name] for name in shared],
        papers=[str(name).rpartition("#")[0] or name for name in shared],
    )


@dataclass(frozen=True)
class Judge:
    """Asks models the same questions. ``job`` gets the progress, and may stop it."""

    corpus: Corpus
    device: str
    job: Job
    seed: int = field(default=0)

    @cached_property
    def contexts(self) -> HeldOutContexts:
        """What the models are asked, and who answers: the library, as in the window."""
        size = len(self.corpus)
        pool = np.arange(size, dtype=np.int64) if size <= _LIBRARY else _LIBRARY
        return HeldOutContexts.of(
            self.corpus, queries=_QUESTIONS, pool=pool, half="judging", seed=self.seed
        )

    @cached_property
    def cited(self) -> HeldOutCited:
        """Papers that ask for those they cite."""
        return HeldOutCited.of(self.corpus)

    def judged(self, folder: Path, manifest: Manifest) -> Judged:
        """Return the scores of a model; nothing for a reranker, or without held-out contexts.

        Raises:
            ModelError: the folder is incomplete or damaged.
            JobCancelled: a stop was asked for.
        """
        if manifest.kind == "reranker" or not len(self.contexts.questions):
            return Judged()
        path = self._path(manifest)
        with contextlib.suppress(OSError, ValidationError):
            return Judged.model_validate_json(path.read_bytes())
        judged = self._judge(folder, manifest)
        with contextlib.suppress(OSError, EngineError):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_text(path, judged.model_dump_json())
        return judged

    def _path(self, manifest: Manifest) -> Path:
        """Return where the scores of the model are kept, so that a base is asked only once."""
        text = "\n".join((*self.contexts.questions.ids, *self.contexts.questions.texts))
        pool = self.contexts.questions.pool.tolist()
        model = (manifest.fingerprint, manifest.query_fingerprint)
        return _cache() / _key(self.corpus.fingerprint, *model, text, pool, _FORM)

    def _judge(self, folder: Path, manifest: Manifest) -> Judged:
        encoder = open_encoder(folder, manifest, device=self.device)
        watched = Watched(encoder, self.job, f"Measuring {manifest.name}")
        rows, speed = self._encode_pool(watched, manifest)
        judged = Judged.of(self.contexts.per_query_among(rows, watched))
        cited = self._cited(watched, rows) if self.cited else {}
        mean = {CITED: sum(cited.values()) / len(cited)} if cited else {}
        return judged.model_copy(
            update={
                "scores": judged.scores | mean,
                "cited": cited,
                "papers_per_second": speed,
            }
        )

    def _encode_pool(
        self, encoder: PaperEncoder, manifest: Manifest
    ) -> tuple[NDArray[np.float16], float]:
        """Return a row for each paper of the pool, and how many were encoded in a second.

        They are kept for the next model: a training that changes only what sentences become
        leaves those of its base as they are.
        """
        pool = self.contexts.questions.pool
        key = _key(self.corpus.fingerprint, manifest.fingerprint, pool.tolist(), _FORM)
        path = _cache() / f"{key}.npz"
        damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
        with contextlib.suppress(*damaged), np.load(path, allow_pickle=False) as stored:
            if len(stored["rows"]) == len(pool):
                return stored["rows"], float(stored["speed"])
        began = time.monotonic()
        rows = encoder.encode_papers(self.contexts.texts())
        speed = len(rows) / max(time.monotonic() - began, 1e-9)
        content = io.BytesIO()
        np.savez(content, rows=rows, speed=speed)
        with contextlib.suppress(OSError, EngineError):
            path.parent.mkdir(parents=True, exist_ok=True)
            for earlier in path.parent.glob("*.npz"):  # 15 MB each in a library of 20,000 papers
                earlier.unlink()
            replace_bytes(path, content.getvalue())
        return rows, speed

    def _cited(self, encoder: PaperEncoder, pool_rows: NDArray[np.float16]) -> dict[int, float]:
        """Return the average precision of each paper that asks; the pool's are encoded already."""
        papers, task = self.cited.papers(), self.cited.judging
        pool = self.contexts.questions.pool
        outside = np.setdiff1d(papers, pool)
        other_rows = encoder.encode_papers([self.corpus.text(int(paper)) for paper in outside])
        numbers = [*pool.tolist(), *outside.tolist()]
        rows = [*pool_rows.astype(np.float32), *other_rows.astype(np.float32)]
        row_by_number = dict(zip(numbers, rows, strict=True))
        by_paper = {number: row_by_number[number] for number in papers.tolist()}
        precisions = task.scores(by_paper).precisions
        return {
            query.query: precision
            for query, precision in zip(task.queries, precisions, strict=True)
        }


def _cache() -> Path:
    return Path(platformdirs.user_cache_dir("cocite", appauthor=False)) / "judged"


def _key(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
