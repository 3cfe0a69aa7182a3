"""The reader of passages: what it learns from, that it learns, and that it puts them in order."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber
from core.models.manifest import read_manifest
from core.models.reranker import Reranker
from core.models.shelf import Shelf
from core.recommend.evidence import EVIDENCE, RELATED, Claim, find_passages, prepare_text
from tests import wording
from tests.training.recipes.test_reranker_task import train
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.recipes import evidence_task
from training.recipes.evidence import RECIPE, EvidenceSettings
from training.recipes.evidence_task import EvidenceTask, list_passages


def settings_for(base: Path, **values: object) -> EvidenceSettings:
    small = {"base": str(base), "max_tokens": 64, "query_tokens": 24, "limit": 60}
    return EvidenceSettings.model_validate({**small, **values})


def silent(folder: Path) -> Preparation:
    return Preparation(folder, "cpu", SilentJob(), pytest.fail)


@pytest.fixture(scope="module")
def task(corpus: Corpus, tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> EvidenceTask:
    settings = settings_for(tiny_base)
    (stage,) = RECIPE.stages(settings)
    folder = tmp_path_factory.mktemp("stage")
    made = stage.make(corpus, settings, Preparation(folder, "cpu", SilentJob(), pytest.fail))
    assert isinstance(made, EvidenceTask)
    return made


def test_near_passages_are_of_the_cited_paper_and_others_of_its_neighbours(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    lists = list_passages(corpus, "train", settings_for(tiny_base), 40, silent(tmp_path))
    assert len(lists) == 40
    titles_beside = 0
    for one in lists:
        right = {title for (title, _), near in zip(one.passages, one.near, strict=True) if near}
        wrong = [title for (title, _), near in zip(one.passages, one.near, strict=True) if not near]
        assert len(right) == 1
        assert wrong
        assert not any(near for near in one.near[2:])
        titles_beside += any(title not in right for title in wrong)
    assert titles_beside > 20
    again = list_passages(corpus, "train", settings_for(tiny_base), 40, silent(tmp_path / "b"))
    assert again == lists


def test_lists_that_were_made_before_a_stop_are_kept(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tiny_base)
    expected = list_passages(corpus, "train", settings, 40, silent(tmp_path / "whole"))

    class Stopping(SilentJob):
        reports: ClassVar[list[tuple[int, int]]] = []

        def report(self, steps_done: int, total: int, note: str = "") -> None:
            assert note
            self.reports.append((steps_done, total))

        def check(self) -> None:
            if len(self.reports) == 6:
                raise JobCancelled

    stopped = Preparation(tmp_path, "cpu", Stopping(), pytest.fail)
    with pytest.raises(JobCancelled):
        list_passages(corpus, "train", settings, 40, stopped)
    assert {total for _, total in Stopping.reports} == {40}

    claims: list[str] = []

    def count_claims(claim: Claim, *rest: object) -> object:
        claims.append(claim.text)
        return find_passages(claim, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(evidence_task, "find_passages", count_claims)
    assert list_passages(corpus, "train", settings, 40, silent(tmp_path)) == expected
    assert not {one.claim for one in expected[: Stopping.reports[-1][0]]} & set(claims)
    claims.clear()
    assert list_passages(corpus, "train", settings, 40, silent(tmp_path)) == expected
    assert not claims
    other = settings.model_copy(update={"seed": 5})
    assert list_passages(corpus, "train", other, 40, silent(tmp_path)) != expected
    assert claims


def test_it_learns_and_is_read_as_a_reranker(task: EvidenceTask, tmp_path: Path) -> None:
    before = task.evaluate()
    losses = train(task, steps=30, batch=4, rate=1e-3)
    assert np.mean(losses[-5:]) < np.mean(losses[:5])
    assert 0 < before["mrr"] <= 1
    task.save(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert (manifest.kind, manifest.recipe) == ("reranker", "evidence")
    shelf = Shelf(tmp_path / "shelf")
    shelf.add(tmp_path / "model")
    shelf.use(manifest.name)
    assigned = shelf.get_assigned_model("evidence")
    assert assigned is not None
    assert assigned.manifest.name == manifest.name
    ranking = shelf.reranker()
    assert ranking is None or ranking.manifest.name != manifest.name

    reader = Reranker(assigned.folder, manifest)
    sentences = ["The gulls avoid the quay.", "The quay was built of oak and stone.", "Gulls sing."]
    text = prepare_text(PaperNumber(1), "Gulls of the quay", sentences, None)
    passages = find_passages(Claim("Gulls avoid the quay of oak"), text, None, reader)
    scores = reader.score(
        "Gulls avoid the quay of oak", [("Gulls of the quay", one.text) for one in passages]
    )
    ranks = [
        ((one.score >= EVIDENCE) + (one.score >= RELATED), score)
        for one, score in zip(passages, scores, strict=True)
    ]
    assert ranks == sorted(ranks, reverse=True)


def test_a_corpus_without_near_passages_is_refused(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_task, "find_passages", lambda *_: [])
    settings = settings_for(tiny_base, limit=5)
    with pytest.raises(
        UsageError, match=wording.pattern("training.recipes.evidence_task:make near")
    ):
        evidence_task.make(corpus, settings, Preparation(tmp_path, "cpu", SilentJob(), pytest.fail))
