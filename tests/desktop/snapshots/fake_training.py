"""Models and trainings in memory, for tests of the window that train nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.base.errors import TrainingError, UsageError
from core.base.jobs import Job
from core.runs.records import (
    CorpusChecked,
    Device,
    Judgement,
    ModelShelf,
    News,
    Offsets,
    RecipeInfo,
    Run,
    ShelfEntry,
    Switching,
)

MODELS = (
    ShelfEntry(
        name="cocite-small",
        title="Cocite small",
        description="all-MiniLM-L6-v2 with an adapter, trained on sentences that cite.",
        recipe="Cocite (recommended)",
        base="MiniLM (all-MiniLM-L6-v2)",
        dimension=384,
        used_for=("encoder",),
        made_for="encoder",
        built_in=True,
        goes_on=True,
        questions=300,
        quality={"recall@10": 0.806, "map@10": 0.569, "mrr": 0.620, "ndcg@10": 0.641},
        bm25={"recall@10": 0.583, "map@10": 0.352, "mrr": 0.401, "ndcg@10": 0.418},
    ),
    ShelfEntry(
        name="minilm",
        title="MiniLM (all-MiniLM-L6-v2)",
        description="As published: general sentence meaning, not trained on citations.",
        recipe="as published",
        dimension=384,
        built_in=True,
        claimed={"recall@10": 0.669},
    ),
    ShelfEntry(
        name="scincl-minilm",
        title="SciNCL MiniLM",
        description="Learns from the citation graph.",
        recipe="SciNCL",
        made_for="similar",
        base="MiniLM (all-MiniLM-L6-v2)",
        dimension=384,
        date="2026-05-02",
    ),
)


class FakeTraining:
    """A shelf one can change; there is no trainer."""

    def __init__(self) -> None:
        self.models: tuple[ShelfEntry, ...] = MODELS
        self.used = ["cocite-small"]
        self.listed: list[Run] = []
        self.to_do = Switching(0, 0.0, "Cocite small")

    def shelf(self) -> ModelShelf:
        shown = tuple(
            replace(each, used_for=("encoder",) if each.name == self.used[-1] else ())
            for each in self.models
        )
        titles = {each.name: each.title for each in shown}
        before = titles[self.used[-2]] if len(self.used) > 1 else ""
        return ModelShelf(shown, encoder_before=before)

    def switching(self, name: str) -> Switching:
        return self.to_do if name not in self.used else Switching(0, 0.0, name)

    def recipes(self, job: Job) -> tuple[RecipeInfo, ...]:
        job.check()
        raise TrainingError("The trainer does not answer.")

    def devices(self, job: Job) -> tuple[Device, ...]:
        job.check()
        return ()

    def forecast_gain(self) -> str:
        return ""

    def library_corpus(self, job: Job) -> Path:
        job.check()
        return Path("corpus")

    def check(self, corpus: Path, job: Job) -> CorpusChecked:
        job.check()
        return CorpusChecked(corpus, (), {})

    def runs(self) -> list[Run]:
        return self.listed

    def news(self, name: str, since: Offsets) -> News:
        return News(self._run(name), (), "", since)

    def judgement(self, name: str) -> Judgement | None:
        self._run(name)
        return None

    def _run(self, name: str) -> Run:
        for run in self.listed:
            if run.name == name:
                return run
        raise UsageError(f"There is no run “{name}”.")
