"""What this package asks of an open library. Calls block; those with a job take long."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.base.jobs import Job
from core.runs.records import (
    CorpusChecked,
    Device,
    Judgement,
    Measure,
    News,
    Place,
    Recipe,
    Run,
    RunRequest,
    Shelf,
    Switching,
)


class Training(Protocol):
    """Models and training of one open library."""

    def shelf(self) -> Shelf:
        """Give the models, with their quality on this library's citations."""

    def switching(self, name: str) -> Switching:
        """Say what has to be done before a model can be used."""

    def switching_to_run(self, name: str) -> Switching:
        """Say what has to be done before the model of a run can be used."""

    def use(self, name: str, job: Job) -> None:
        """Encode the library with a model while the other one answers, then ask with it."""

    def go_back(self, job: Job) -> str:
        """Use the encoder from before, and give its title."""

    def use_no_reranker(self) -> None:
        """Do without a reranker."""

    def add(self, folder: Path, job: Job) -> str:
        """Copy a model folder onto the shelf and give its name."""

    def export(self, name: str, folder: Path, job: Job) -> Path:
        """Write a model into a new folder below ``folder``, and give that."""

    def remove(self, name: str) -> None:
        """Take a model off the shelf."""

    def measure_shelf(self, job: Job) -> int:
        """Measure every model on the library's held-out citations; give how many were asked."""

    def recipes(self, job: Job) -> tuple[Recipe, ...]:
        """Give the ways to train, the recommended one first."""

    def devices(self, job: Job) -> tuple[Device, ...]:
        """Give what can compute now, the fastest first."""

    def library_corpus(self, job: Job) -> Path:
        """Write the library as a corpus, and give its folder."""

    def check(self, corpus: Path, job: Job) -> CorpusChecked:
        """Say what a corpus is good for."""

    def measure(self, request: RunRequest, job: Job) -> Measure:
        """Carry out the first steps of a training, and throw them away."""

    def start(self, request: RunRequest) -> str:
        """Start a run and give its name."""

    def runs(self) -> list[Run]:
        """Give the runs, latest first."""

    def news(self, name: str, since: Place) -> News:
        """Give what is new of a run."""

    def pause(self, name: str) -> None:
        """Let a run stop with a checkpoint."""

    def stop_and_keep(self, name: str) -> None:
        """Let a run end now; its best state becomes its model."""

    def resume(self, name: str) -> None:
        """Let a run go on."""

    def delete_run(self, name: str) -> None:
        """Delete a run."""

    def judgement(self, name: str) -> Judgement | None:
        """Give what was found when the model of a run was judged."""

    def judge(self, name: str, job: Job) -> Judgement:
        """Judge the model of a run next to BM25 and the model in use."""

    def use_run(self, name: str, job: Job) -> str:
        """Put the model of a run on the shelf, use it, and give its name."""


class Library(Protocol):
    """A library with what trains on it."""

    @property
    def runs(self) -> Training:
        """Models and training."""
