"""Scores of models on a library's held-out citations, stored beside the runs.

What a training can be expected to bring is said before it, from libraries of about the same size.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.base.errors import EngineError, TrainingError
from core.base.files import replace_text
from core.base.messages import Message
from core.models.manifest import Manifest
from core.runs.asking import understood
from core.runs.records import BM25, JudgedExample, JudgedRow, Judgement, Part, Versus, model_title

Scores = Mapping[str, float]


def read_judgement(path: Path) -> Judgement | None:
    """Return what a file of the trainer says, ``None`` if there is none or it is damaged."""
    try:
        with understood():
            return _judgement(json.loads(path.read_bytes()))
    except (OSError, EngineError):
        return None


def fingerprint(manifest: Manifest) -> str:
    """Return what tells a model's answers from those of others."""
    return f"{manifest.fingerprint}-{manifest.query_fingerprint}"


class Qualities:
    """Scores of models on the citations of one library, in a file of the user's data."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, manifest: Manifest) -> Scores:
        """Return the scores of a model, nothing if it was never measured."""
        return self._all().get(fingerprint(manifest), {})

    def bm25(self, *, reranking: bool) -> Scores:
        """Return the scores of BM25 on the questions that encoders, or rerankers, are asked."""
        return self._all().get(_bm25_key(reranking=reranking), {})

    def questions(self) -> int:
        """Return how many citing sentences the models were last measured on."""
        return int(self._state().get("questions") or 0)

    def papers_per_second(self, manifest: Manifest) -> float:
        """Return how fast a model encoded papers here, 0 if no model was ever measured.

        One that was not measured is taken to be as slow as the slowest that was.
        """
        speeds = self._state().get("speeds") or {}
        known_speeds = [speed for speed in speeds.values() if speed > 0]
        return float(speeds.get(fingerprint(manifest)) or min(known_speeds, default=0.0))

    def take(self, judged: Path) -> int:
        """Take over what the trainer measured; scores of another state of the library go.

        Return how many questions that were.

        Raises:
            TrainingError: the file cannot be read.
            EngineError: the scores cannot be written.
        """
        try:
            judged_values = json.loads(judged.read_bytes())
            corpus, reranking = str(judged_values["corpus"]), bool(judged_values["reranking"])
            new = {
                row["fingerprint"] or _bm25_key(reranking=reranking): row["scores"]
                for row in judged_values["rows"]
                if row["scores"]
            }
            question_count = int(judged_values["questions"])
            speeds = {
                row["fingerprint"]: float(row["papers_per_second"])
                for row in judged_values["rows"]
                if row.get("papers_per_second")
            }
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TrainingError(
                "The measured scores cannot be read.", remedy="Try again."
            ) from error
        if not new:
            return 0
        state = self._state()
        same = state.get("corpus") == corpus
        models = {**(state.get("models") or {}), **new} if same else new
        most = max(question_count, self.questions() if same else 0)
        new_state = {
            "corpus": corpus,
            "questions": most,
            "models": models,
            "speeds": {**(state.get("speeds") or {}), **speeds},
        }
        replace_text(self._path, json.dumps(new_state, indent=1))
        return question_count

    def _all(self) -> Mapping[str, Scores]:
        models = self._state().get("models")
        return models if isinstance(models, dict) else {}

    def _state(self) -> dict[str, Any]:
        try:
            state = json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}


class Scratch:
    """A file that is gone in the end."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%H%M%S%f")
        self.file = folder / f".judged-{stamp}.json"

    def close(self) -> None:
        """Delete it."""
        self.file.unlink(missing_ok=True)


def _bm25_key(*, reranking: bool) -> str:
    return f"{BM25} reranking" if reranking else BM25


def _judgement(judged_values: Mapping[str, Any]) -> Judgement:
    return Judgement(
        questions=int(judged_values["questions"]),
        pool=int(judged_values["pool"]),
        rows=tuple(
            JudgedRow(row["model"], _title(row["model"]), dict(row["scores"]))
            for row in judged_values["rows"]
        ),
        versus=tuple(
            _versus(versus_values)
            for versus_values in judged_values["versus"]
            if versus_values["difference"]
        ),
        reranking=bool(judged_values["reranking"]),
    )


def _versus(versus_values: Mapping[str, Any]) -> Versus:
    difference, papers = (
        versus_values["difference"],
        versus_values.get("by_papers"),
    )  # older ones lack it
    return Versus(
        model=versus_values["model"],
        title=_title(versus_values["model"]),
        mean=difference["mean"],
        low=difference["low"],
        high=difference["high"],
        wins=difference["wins"],
        losses=difference["losses"],
        ties=difference["ties"],
        examples=tuple(_examples(versus_values["examples"])),
        by_papers=(papers["mean"], papers["low"], papers["high"]) if papers else None,
        on_new=_part(versus_values.get("new")),
        on_old=_part(versus_values.get("old")),
        other_scores={
            name: (other["mean"], other["low"], other["high"])
            for name, other in (versus_values.get("others") or {}).items()
        },
        papers=int(difference.get("papers", 0)),
        needed=int(difference.get("needed", 0)),
    )


def _part(part_values: Mapping[str, Any] | None) -> Part | None:
    if not part_values:
        return None
    question_count = part_values["wins"] + part_values["losses"] + part_values["ties"]
    return Part(question_count, part_values["mean"], part_values["low"], part_values["high"])


def _examples(example_list: Iterable[Mapping[str, Any]]) -> Iterable[JudgedExample]:
    for example in example_list:
        yield JudgedExample(
            example["sentence"], tuple(example["cited"]), example["before"], example["after"]
        )


def _title(model: str) -> str:
    return BM25 if model == BM25 else model_title(model)


# --- what a training can be expected to bring -------------------------------------------------


@dataclass(frozen=True, slots=True)
class _MeasuredGain:
    """Of 100 cited papers, how many the recommended training found before and after.

    In libraries of so many papers, a sixth of them with a full text (``docs/quality.md``).
    """

    papers: int
    before: int
    after: int


_BY_ABSTRACTS = (
    _MeasuredGain(100, 86, 87),
    _MeasuredGain(300, 73, 74),
    _MeasuredGain(1_000, 66, 68),
    _MeasuredGain(3_000, 58, 61),
)
_BY_TITLES = (_MeasuredGain(300, 44, 54), _MeasuredGain(1_000, 45, 65))
"""None of 3,000 papers: only 17 others could ask there, too few to promise anything."""
_LEAST_SENTENCES = 100
"""Fewer citing sentences fill not even two steps of a training."""
_FURTHEST = 4
"""How many times larger, or smaller, than a measured one a library may be."""


def forecast_gain(papers: int, sentences: int, *, is_bare: bool) -> Message | None:
    """Say what a training brings in a library of so many papers and citing sentences.

    ``is_bare`` says that hardly any cited paper has an abstract. ``None`` where nothing was
    measured of libraries of about that size.
    """
    if sentences < _LEAST_SENTENCES:
        return Message(
            "Few sentences of full texts cite papers of this library: {count:,}. A training needs"
            " at least {least}, with those of your manuscripts. Import PDFs of papers that cite"
            " yours, and wait until their full texts are read.",
            count=sentences,
            least=_LEAST_SENTENCES,
        )
    gains = _BY_TITLES if is_bare else _BY_ABSTRACTS
    nearest = min(gains, key=lambda gain: abs(math.log(max(papers, 1) / gain.papers)))
    if not 1 / _FURTHEST <= papers / nearest.papers <= _FURTHEST:
        return None
    values = {"papers": nearest.papers, "before": nearest.before, "after": nearest.after}
    if is_bare:
        return Message(
            "In libraries of about {papers:,} papers, most without an abstract, the recommended"
            " training found {after} instead of {before} of 100 cited papers among the first ten"
            " where the field was new to the model (life sciences), and gained nothing where it was"
            " not (computer science).",
            **values,
        )
    return Message(
        "In libraries of about {papers:,} papers the recommended training found {after} instead of"
        " {before} of 100 cited papers among the first ten.",
        **values,
    )
