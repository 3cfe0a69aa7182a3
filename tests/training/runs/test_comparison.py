from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.jobs import JobCancelled, SilentJob
from core.models.manifest import read_manifest
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts, Watched
from training.judging.related import CITED, HeldOutCited
from training.models.encoders import load_encoder
from training.runs.comparison import MAIN, Judge, Judged


class Counting(SilentJob):
    """A job that is stopped at its second check."""

    def __init__(self) -> None:
        self.checks = 0

    def check(self) -> None:
        self.checks += 1
        if self.checks == 2:
            raise JobCancelled


def test_a_model_is_judged_as_its_training_form_would_be(corpus: Corpus, tiny_base: Path) -> None:
    judged = Judge(corpus, "cpu", SilentJob()).judged(tiny_base, read_manifest(tiny_base))
    whole = np.arange(len(corpus))
    held_out = HeldOutContexts.of(corpus, half="judging", queries=1_000, pool=whole)
    expected = held_out.scores(load_encoder(str(tiny_base)))
    assert judged.scores == pytest.approx(expected, abs=1e-6)
    assert sum(judged.per_query.values()) / len(judged.per_query) == pytest.approx(
        judged.scores[MAIN]
    )


def test_a_reranker_is_not_judged_as_an_encoder(corpus: Corpus, tiny_base: Path) -> None:
    manifest = read_manifest(tiny_base).model_copy(update={"kind": "reranker"})
    assert Judge(corpus, "cpu", SilentJob()).judged(tiny_base, manifest) == Judged()


def test_judging_can_be_stopped(corpus: Corpus, tiny_base: Path) -> None:
    with pytest.raises(JobCancelled):
        Judge(corpus, "cpu", Counting()).judged(tiny_base, read_manifest(tiny_base))


def test_models_are_compared_on_the_queries_both_were_asked() -> None:
    before = Judged(per_query={"a": 0.0, "b": 0.5, "c": 0.5})
    after = Judged(per_query={"b": 1.0, "c": 0.5, "d": 1.0})
    found = after.against(before)
    assert found is not None
    assert (found.wins, found.losses, found.ties) == (1, 0, 1)
    assert found.mean == pytest.approx(0.25)
    assert after.against(Judged()) is None


def test_a_model_is_asked_once_and_its_scores_are_found_again(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    manifest = read_manifest(tiny_base)
    first = Judge(corpus, "cpu", SilentJob()).judged(tiny_base, manifest)
    # The folder is gone: what is known of the model does not need it.
    again = Judge(corpus, "cpu", SilentJob()).judged(tmp_path / "gone", manifest)
    assert again == first
    other = manifest.model_copy(update={"max_tokens": 32})
    with pytest.raises(ModelError, match="lacks"):
        Judge(corpus, "cpu", SilentJob()).judged(tmp_path / "gone", other)


def test_papers_of_a_base_are_encoded_once_for_all_that_leave_them_as_they_are(
    corpus: Corpus, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = read_manifest(tiny_base)
    judge = Judge(corpus, "cpu", SilentJob())
    judge._path(manifest).unlink(missing_ok=True)
    first = judge.judged(tiny_base, manifest)
    judge._path(manifest).unlink()  # as of a model whose sentences alone differ
    asked: list[int] = []
    encode = Watched.encode_papers

    def counted(watched: Watched, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        asked.append(len(papers))
        return encode(watched, papers)

    monkeypatch.setattr(Watched, "encode_papers", counted)
    assert judge.judged(tiny_base, manifest) == first
    assert sum(asked) == 0
    judge._path(manifest).unlink()
    for path in judge._path(manifest).parent.glob("*.npz"):
        path.write_bytes(b"damaged")
    again = judge.judged(tiny_base, manifest)
    assert (again.scores, again.per_query) == (first.scores, first.per_query)
    assert sum(asked) == len(corpus)


def test_damaged_scores_are_asked_for_again(corpus: Corpus, tiny_base: Path) -> None:
    manifest = read_manifest(tiny_base)
    judge = Judge(corpus, "cpu", SilentJob())
    first = judge.judged(tiny_base, manifest)
    judge._path(manifest).write_text("{", encoding="utf-8")
    again = judge.judged(tiny_base, manifest)  # its speed is measured anew
    assert (again.scores, again.per_query) == (first.scores, first.per_query)


def test_models_with_vectors_are_asked_by_papers_too(
    corpus: Corpus, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.judging.related.LEAST_QUERIES", 1)
    judged = Judge(corpus, "cpu", SilentJob()).judged(tiny_base, read_manifest(tiny_base))
    assert set(judged.cited) == {query.query for query in HeldOutCited.of(corpus).judging.queries}
    assert judged.scores[CITED] == pytest.approx(sum(judged.cited.values()) / len(judged.cited))
    found = judged.against_by_papers(judged)
    assert found is not None
    assert found.mean == 0.0
    assert judged.against_by_papers(Judged()) is None


def test_sentences_of_one_paper_are_taken_together() -> None:
    before = Judged(per_query={f"p{n // 5}#{n}": 0.0 for n in range(50)})
    after = Judged(per_query=dict.fromkeys(before.per_query, 0.1))
    found = after.against(before)
    assert found is not None
    assert found.papers == 10


def test_a_large_library_is_drawn(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.runs.comparison._LIBRARY", 60)
    judge = Judge(corpus, "cpu", SilentJob())
    assert len(judge.contexts.questions.pool) < len(corpus)


def test_ranks_are_compared_too(corpus: Corpus, tiny_base: Path) -> None:
    judged = Judge(corpus, "cpu", SilentJob()).judged(tiny_base, read_manifest(tiny_base))
    found = judged.others_against(judged)
    assert {name: difference.mean for name, difference in found.items()} == {
        "mrr": 0.0,
        "ndcg@10": 0.0,
    }
