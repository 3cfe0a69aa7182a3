from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.evaluation.metrics import harmonic_mean, mean
from tests.tiny_corpus import DEV, TEST
from tools.lab.judging.reranking import FORMS, METRICS, TwoStages, command
from training.corpus.corpus import Corpus
from training.judging.evaluation import judged, reranked
from training.models.rerank_model import load_cross_encoder_base
from training.sampling.bm25 import NOTHING
from training.sampling.pairs import RerankQuery


@pytest.fixture(scope="module")
def stages(corpus: Corpus) -> dict[str, TwoStages]:
    return {kind: TwoStages(corpus, kind) for kind in FORMS}


def by_oracle(stages: TwoStages) -> NDArray[np.int32]:
    """Rerank with a scorer that knows what each query cites."""
    corpus = stages.corpus
    texts, papers = stages.candidates(FORMS[stages.kind][-1])
    cited = {
        text: {corpus.text(paper) for paper in query.cited}
        for text, query in zip(texts, stages.queries, strict=True)
    }

    def score(query: str, candidates: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        return np.array([paper in cited[query] for paper in candidates], np.float32)

    return reranked(corpus, texts, papers, score, 50)


@pytest.mark.parametrize(
    ("precision", "recall", "published"),
    [(0.0811, 0.1132, 0.0945), (0.1586, 0.2511, 0.194), (0.2726, 0.2632, 0.268)],
    ids=["Open Research", "DBLP", "PubMed"],
)
def test_f1_at_20_is_that_of_the_published_rows(
    precision: float, recall: float, published: float
) -> None:
    assert harmonic_mean(precision, recall) == pytest.approx(published, abs=5e-4)


def test_a_ranking_is_judged_as_citeomatic_does(corpus: Corpus) -> None:
    papers = np.array([[0, 3, 2, NOTHING]], np.int32)
    results = judged(corpus, [RerankQuery(9, (0, 1, 2))], papers)
    # Of its first three papers two are right, and of the three right papers two are there.
    assert mean(results)["f1@20"] == pytest.approx(harmonic_mean(2 / 20, 2 / 3))
    assert harmonic_mean(2 / 3, 2 / 3) == pytest.approx(2 / 3)
    assert harmonic_mean(1 / 2, 1 / 3) == pytest.approx(2 / 5)
    assert mean(results)["mrr"] == 1.0


@pytest.mark.parametrize("kind", FORMS)
def test_dev_papers_ask_and_never_answer_their_own_query(
    stages: dict[str, TwoStages], corpus: Corpus, kind: str
) -> None:
    asking = {corpus.ids[query.citing] for query in stages[kind].queries}
    assert asking <= set(DEV)
    assert asking
    held = {corpus.number(each) for each in (*DEV, *TEST)}
    assert not held & set(stages[kind].pool.papers.tolist())
    assert all(len(query.cited) for query in stages[kind].queries)


@pytest.mark.parametrize("kind", FORMS)
def test_a_perfect_reranker_puts_right_papers_first(
    stages: dict[str, TwoStages], kind: str
) -> None:
    chosen = stages[kind]
    before = chosen.means(chosen.candidates(FORMS[kind][-1])[1])
    after = chosen.means(by_oracle(chosen))
    assert after["mrr"] == 1.0
    assert after["mrr"] > before["mrr"]
    assert after["recall@1000"] == before["recall@1000"]


def test_what_stands_below_the_depth_keeps_its_place(stages: dict[str, TwoStages]) -> None:
    chosen = stages["manuscripts"]
    texts, papers = chosen.candidates("title")

    def backwards(_: str, candidates: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        return np.arange(len(candidates), dtype=np.float32)

    def alike(_: str, candidates: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        return np.ones(len(candidates), np.float32)

    turned = reranked(chosen.corpus, texts, papers, backwards, 4)
    assert np.array_equal(turned[:, 4:], papers[:, 4:])
    full = papers[:, 3] != NOTHING
    assert full.any()
    assert np.array_equal(turned[full, :4], papers[full, 3::-1])
    assert np.array_equal(reranked(chosen.corpus, texts, papers, alike, 4), papers)


@pytest.mark.parametrize("kind", FORMS)
def test_a_table_has_a_row_per_form_and_one_for_the_reranker(
    stages: dict[str, TwoStages], kind: str, tiny_base: Path
) -> None:
    model = load_cross_encoder_base(str(tiny_base), query_tokens=24, max_tokens=64, seed=0)
    table = stages[kind].table(FORMS[kind], model.score, depth=5)
    standard = "title abstract" if kind == "manuscripts" else "title sentence"
    head = f"{standard}, 5 reranked"
    assert list(table) == [*FORMS[kind], head, "difference", "from", "to"]
    assert {row["queries"] for row in table.values()} == {len(stages[kind].queries)}
    for row in (*FORMS[kind], head):
        assert all(0 < value <= 1 for name, value in table[row].items() if name != "queries")
    for metric in (name for name in METRICS[kind] if name != "f1@20"):
        gain = table[head][metric] - table[standard][metric]
        assert table["difference"][metric] == pytest.approx(gain)
        assert table["from"][metric] <= gain <= table["to"][metric]


def test_the_command_prints_a_table_or_json(tiny_corpus: Path) -> None:
    arguments = [str(tiny_corpus), "--form", "title", "--form", "key terms"]
    shown = CliRunner().invoke(command, arguments, catch_exceptions=False)
    lines = shown.output.splitlines()
    assert lines[0].split() == ["queries", "f1@20", "mrr", "recall@1000"]
    assert [line.split("  ")[0] for line in lines[1:]] == ["title", "key terms"]
    as_json = CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False)
    table = json.loads(as_json.output)
    assert f"{table['title']['mrr']:.4f}" in lines[1]


def test_a_trained_model_is_judged_by_its_folder(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    model = load_cross_encoder_base(str(tiny_base), query_tokens=24, max_tokens=64, seed=0)
    model.save(tmp_path / "model", name="untrained")
    arguments = [str(tiny_corpus), "--model", str(tmp_path / "model"), "--queries", "sentences"]
    arguments += ["--limit", "5", "--depth", "10", "--form", "sentence", "--json"]
    answer = CliRunner().invoke(command, arguments, catch_exceptions=False)
    table = json.loads(answer.output)
    assert list(table)[:2] == ["sentence", "title sentence, 10 reranked"]
    assert table["sentence"]["queries"] == 5


def test_a_form_of_the_other_kind_is_refused(tiny_corpus: Path) -> None:
    with pytest.raises(UsageError, match="not for manuscripts"):
        CliRunner().invoke(
            command, [str(tiny_corpus), "--form", "sentence"], catch_exceptions=False
        )


def test_a_corpus_without_dev_papers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text('{"id": "a", "title": "A", "abstract": "words"}\n')
    with pytest.raises(UsageError, match="no dev sentences"):
        TwoStages(Corpus.open(tmp_path), "sentences")
