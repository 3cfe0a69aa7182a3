from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.evaluation import metrics
from core.evaluation.metrics import mean
from core.evaluation.queries import read_queries
from tests.tiny_encoder import make_tiny_encoder
from tests.training.judging.test_evaluation import Oracle
from tools.lab.judging.commands import compare, evaluate
from tools.lab.judging.manuscripts import manuscript_questions, manuscript_rows
from tools.lab.judging.models import encoded_papers, opened
from tools.lab.judging.query_sets import QuerySet, asked_questions, read_pool
from training.corpus.corpus import Corpus
from training.judging.evaluation import cosines, judge
from training.models.encoders import TextEncoder
from training.sampling.questions import context_questions


def test_manuscripts_ask_for_what_dev_papers_cite(corpus: Corpus) -> None:
    questions = manuscript_questions(corpus)
    asked = {corpus.number(name): set(right) for name, right in questions.judged().items()}
    expected: dict[int, set[str]] = {}
    for citing, cited in corpus.edges("dev"):
        if corpus.has_abstract[cited]:
            expected.setdefault(int(citing), set()).add(corpus.ids[cited])
    assert asked == expected
    assert questions.own == tuple(asked)
    title, abstract = corpus.text(questions.own[0])
    assert questions.texts[0] == f"{title}. {abstract}"
    oracle = Oracle(corpus, questions)
    papers = oracle.encode_papers([corpus.text(int(paper)) for paper in questions.pool])
    rows = manuscript_rows(corpus, questions, oracle)
    scores = mean(judge(questions, cosines(rows, papers)))
    right = [len(found) / 20 for found in expected.values()]
    assert scores["mrr"] == 1
    assert scores["f1@20"] == pytest.approx(metrics.harmonic_mean(float(np.mean(right)), 1))


def test_an_ordinary_encoder_reads_a_manuscript_as_a_paper(
    corpus: Corpus, tiny_encoder: TextEncoder
) -> None:
    questions = manuscript_questions(corpus)
    rows = manuscript_rows(corpus, questions, tiny_encoder)
    papers = tiny_encoder.encode_papers([corpus.text(paper) for paper in questions.own])
    assert np.array_equal(rows, papers.astype(np.float32))


@pytest.fixture(scope="module")
def query_file(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("queries") / "dev.jsonl"
    lines = []
    for place, context in enumerate(corpus.contexts("dev")):
        passage = corpus.passage(context)
        cited = [corpus.ids[paper] for paper in context.cited]
        lines.append(
            {
                "id": f"q{place}",
                "title": passage.title,
                "sentence": passage.sentence,
                "already_cited": cited[:1] if place % 3 == 0 else [],
                "relevant": cited,
                "self": corpus.ids[context.citing],
            }
        )
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_a_query_set_asks_as_the_contexts_do(corpus: Corpus, query_file: Path) -> None:
    asked = asked_questions(corpus, read_queries(query_file), form="title sentence")
    drawn = context_questions(corpus, most=1000, pool=len(corpus))
    assert asked.texts == drawn.texts
    assert asked.own == drawn.own
    assert np.array_equal(asked.pool, np.flatnonzero(corpus.has_abstract))


def test_a_pool_is_read_by_ids_and_unknown_ones_are_passed_over(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "pool.txt"
    path.write_text("p:3\nnobody\np:1\np:3\n", encoding="utf-8")
    assert [corpus.ids[paper] for paper in read_pool(corpus, path)] == ["p:1", "p:3"]
    path.write_text("nobody\n", encoding="utf-8")
    with pytest.raises(UsageError, match="names no paper"):
        read_pool(corpus, path)
    with pytest.raises(UsageError, match="cannot be read"):
        read_pool(corpus, tmp_path)


def test_vectors_are_kept_and_found_again(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = opened(str(tiny_base))
    papers = [corpus.text(number) for number in range(20)]
    rows = encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    assert np.allclose(rows, encoder.encode_papers(papers), atol=2e-3)
    monkeypatch.setattr(encoder, "encode_papers", None)
    again = encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    assert np.array_equal(rows, again)
    (kept,) = (tmp_path / "kept").iterdir()
    monkeypatch.undo()
    kept.write_bytes(b"damaged")
    assert np.array_equal(
        rows, encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    )


def test_vectors_that_cannot_be_kept_are_a_plain_failure(tiny_base: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be kept"):
        encoded_papers(opened(str(tiny_base)), [("A", "b")], SilentJob(), keep_in=tmp_path / "file")


def test_a_query_sets_summary_is_that_of_the_harness(
    corpus: Corpus, query_file: Path, tiny_base: Path
) -> None:
    queries = read_queries(query_file)
    asked = QuerySet.of(corpus, queries, form="sentence", pool=None)
    answers = asked.answers(opened(str(tiny_base)), SilentJob())
    result = asked.summary(answers)
    assert result["queries"] == len(queries)
    assert set(result) > {"recall@10", "f1@20", "new", "again", "several", "seconds_p50"}
    assert all(
        queries[0].self_id not in [paper for paper, _ in answers["q0"].ranking] for _ in (0,)
    )


def _run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)  # type: ignore[arg-type]


def test_evaluate_and_compare_agree(
    tiny_corpus: Path, query_file: Path, tiny_base: Path, tmp_path: Path
) -> None:
    other = make_tiny_encoder(tmp_path / "other", name="other", seed=9)
    files = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    common = ("--queries", query_file, "--corpus", tiny_corpus, "--json")
    for model, path in zip((tiny_base, other), files, strict=True):
        _run(evaluate, *common, "--model", model, "--run", path)
    both = json.loads(_run(evaluate, *common, "--model", tiny_base, "--model", other).output)
    found = json.loads(_run(compare, *files, "--queries", query_file, "--json").output)
    means = [result["recall@10"] for result in both["models"]]
    assert found["recall@10"]["mean"] == pytest.approx(means[1] - means[0])
    assert both["against_first"][str(other)]["recall@10"] == found["recall@10"]
    assert found["recall@10"]["wins"] == sum(delta > 0 for delta in found["deltas"].values())
    answer = json.loads(files[0].read_text(encoding="utf-8").splitlines()[0])
    assert set(answer) == {"id", "ranking", "seconds"}


def test_evaluate_and_compare_print_for_a_person(
    tiny_corpus: Path, query_file: Path, tiny_base: Path, tmp_path: Path
) -> None:
    run, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    common = ("--queries", query_file, "--corpus", tiny_corpus, "--model", tiny_base)
    shown = _run(evaluate, *common, "--run", run, "--form", "sentence").output
    assert "several" in shown
    twice = _run(evaluate, *common, "--model", make_tiny_encoder(tmp_path / "m", seed=8)).output
    assert "against" in twice
    line = json.loads(run.read_text(encoding="utf-8").splitlines()[0])
    other.write_text(json.dumps(line | {"ranking": []}), encoding="utf-8")
    shown = _run(compare, run, other, "--queries", query_file).output
    assert "Largest losses in recall@10" in shown


def test_rankings_of_several_models_are_refused_in_one_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one model"):
        _run(
            evaluate,
            *("--queries", "q", "--corpus", "c", "--model", "a", "--model", "b"),
            *("--run", tmp_path / "run.jsonl"),
        )
