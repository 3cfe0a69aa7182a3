"""The scorer's parameters, fitted on answers made up and on the tiny corpus."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from core.base.errors import UsageError
from core.base.files import data_folder
from core.models.shelf import Shelf
from core.recommend.citation_graph import FEATURES
from core.recommend.question import Coverage
from core.recommend.reranking import log_odds
from core.recommend.scoring import (
    PARAMETERS,
    Curve,
    combine_readings,
    load_parameters,
)
from core.workspace import Workspace
from tests.lab.fitting.fitted import (
    DEPTH,
    ROWS,
    STRAIGHT,
    TRUE,
    make_answers,
    make_groups,
    make_presence_answers,
    make_reading,
)
from tests.tiny_corpus import vocabulary
from tests.tiny_encoder import make_tiny_encoder, make_tiny_reranker
from tests.tiny_library import list_queries
from tools.lab.fitting import scoring
from tools.lab.fitting.scoring import (
    ARMS,
    calibration_error,
    choose_strength,
    fit_completion,
    fit_curve,
    fit_fused_curve,
    fit_presence,
    fit_reranking,
    measure_hits,
    report_chances,
    report_completion,
    report_reranking,
)
from tools.lab.fitting.scoring_answers import (
    Answer,
    Group,
    load_rows,
)
from training.corpus.corpus import Corpus


def test_the_curve_rises_and_finds_the_chances_that_answers_were_drawn_by() -> None:
    drawn = make_answers(2_000)
    curve = fit_curve(
        *(np.concatenate([getattr(a, n)[:20] for a in drawn]) for n in ("scores", "right"))
    )
    assert (np.diff(curve.scores) > 0).all()
    assert (np.diff(curve.chances) > 0).all()
    for score in (-2.0, 0.0, 1.0):
        assert curve.interpolate(np.array(score)) == pytest.approx(
            1 / (1 + np.exp(-score)), abs=0.03
        )


def test_no_chance_is_0_or_1() -> None:
    assert fit_curve(np.arange(40.0), np.arange(40) >= 20).chances == (0.001, 0.99)


def test_a_fused_curve_finds_what_scores_and_ranks_count() -> None:
    random = np.random.default_rng(0)
    drawn = []
    for number in range(3_000):
        scores = -np.sort(-random.random(20))
        odds = -2 + 3 * scores - np.log(np.arange(1, 21))
        right = random.random(20) < 1 / (1 + np.exp(-odds))
        drawn.append(Answer("words", f"m{number}", scores, right, right))
    curve = fit_fused_curve(drawn)
    assert (curve.bias, curve.score, curve.rank) == pytest.approx((-2, 3, -1), abs=0.25)


def test_an_error_is_the_mean_difference_over_ten_bins() -> None:
    chances = np.repeat(np.linspace(0.05, 0.95, 10), 100)
    right = np.concatenate([np.arange(100) < 100 * p for p in np.linspace(0.05, 0.95, 10)])
    assert calibration_error(chances, right) == pytest.approx(0.0, abs=1e-9)
    assert calibration_error(chances * 0 + 0.3, right) == pytest.approx(0.29, abs=0.001)
    assert calibration_error(np.zeros(0), np.zeros(0, np.bool_)) == 0.0


def test_the_report_is_of_new_papers_in_each_situation(capsys: pytest.CaptureFixture[str]) -> None:
    curve = Curve(scores=(-9.0, 9.0), chances=(0.8, 0.8))
    report_chances(
        [*make_answers(30), *make_answers(20, 1, "nothing")], {"before": curve.interpolate}
    )
    said = capsys.readouterr().out
    assert "all around it: 30 sentences\n  before: error" in said
    assert "nothing: 20 sentences" in said
    assert f"of {20 * 30} cited" in said
    assert "plausible 0 of 0 cited" in said


def test_the_presence_is_found_again() -> None:
    presence = fit_presence(make_presence_answers(), STRAIGHT)
    for coverage in (Coverage(), Coverage(0, 30), Coverage(10, 30)):
        for near in (0.2, 0.4, 0.6):
            expected = TRUE.chance(coverage, near)
            assert presence.chance(coverage, near) == pytest.approx(expected, abs=0.12)


def test_the_weights_find_what_completed_the_groups() -> None:
    groups = make_groups()
    learned = fit_completion(groups[:60], 0.01)
    weights = dict(zip(FEATURES, learned.weights, strict=True))
    telling = weights.pop(FEATURES[2])
    assert telling > 5 * max(map(abs, weights.values()))
    recalls = [
        np.mean([hits for hits, _ in measure_hits(groups[60:], arm, learned).values()])
        for arm in ARMS
    ]
    assert recalls[ARMS.index("with sets")] > 0.9
    assert recalls[ARMS.index("without sets")] < 0.6
    # Held back without end, they change nothing.
    none = fit_completion(groups[:60], 1e6)
    assert none.chance == pytest.approx(1, abs=1e-3)
    assert none.weights == pytest.approx([0] * len(FEATURES), abs=1e-3)


def test_the_strength_is_chosen_where_held_back_manuscripts_are_found_best() -> None:
    assert choose_strength(make_groups()) < 0.3


def test_the_report_names_each_arm_with_its_gain(capsys: pytest.CaptureFixture[str]) -> None:
    groups = make_groups()
    learned = fit_completion(groups, 0.01)
    report_completion(groups, learned)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:12].strip() for line in lines[1:]] == ["without sets", "plain count", "with sets"]
    assert "+0.0000 [+0.0000, +0.0000]" in lines[1]


def test_the_weights_are_those_that_made_the_citations() -> None:
    scale = fit_reranking(ROWS)
    weights = scale.read
    assert (weights.bias, weights.first, weights.reranker) == pytest.approx((-0.5, 1, 2), abs=0.2)
    assert scale.unread.reranker == 0


def test_both_scales_say_how_often_a_paper_is_cited() -> None:
    scale = fit_reranking(ROWS)
    cited = np.concatenate([row.cited[:DEPTH] for row in ROWS]).mean()
    read = [combine_readings(row.chances, row.reading, scale)[:DEPTH].mean() for row in ROWS]
    odds = [log_odds(row.chances[:DEPTH]) for row in ROWS]
    weights = scale.unread
    unread = [1 / (1 + np.exp(-(weights.bias + weights.first * each))) for each in odds]
    assert np.mean(read) == pytest.approx(cited, abs=2e-3)
    assert np.mean(unread) == pytest.approx(cited, abs=2e-3)


def test_a_reranker_that_knows_nothing_gets_no_weight() -> None:
    scale = fit_reranking([make_reading(number, useful=False) for number in range(400)])
    assert abs(scale.read.reranker) < 0.1
    assert scale.read.first == pytest.approx(scale.unread.first, abs=0.02)


def test_what_was_gained_is_printed_for_the_queries_held_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report_reranking(ROWS[:40], fit_reranking(ROWS))
    before, after = capsys.readouterr().out.splitlines()
    assert before.startswith("first stage on 40 held-out queries: recall@10 0.")
    assert after.startswith("reranked on 40")
    assert float(after.split("ndcg@10 ")[1][:5]) > float(before.split("ndcg@10 ")[1][:5])


def test_queries_without_an_answer_fit_nothing() -> None:
    empty = replace(ROWS[0], cited=np.zeros(DEPTH + 5, bool))
    with pytest.raises(UsageError, match="tell no cited paper"):
        fit_reranking([empty])


# --- on the tiny corpus


def test_the_script_fits_every_part_on_a_tiny_corpus(
    corpus: Corpus, tiny_corpus: Path, tmp_path: Path
) -> None:
    encoder = make_tiny_encoder(tmp_path / "encoder", words=vocabulary())
    shelf = Shelf(data_folder() / "models")
    shelf.use(shelf.add(encoder).manifest.name)
    reranker = shelf.add(make_tiny_reranker(encoder, tmp_path / "reranker")).manifest.name
    library = tmp_path / "library"
    workspace = Workspace(library, shelf, create=True)
    workspace.imports.add([tiny_corpus])
    workspace.indexing.words()
    workspace.indexing.load_model(in_process=True)
    workspace.indexing.vectors()
    workspace.close()
    queries = tmp_path / "queries.jsonl"
    queries.write_text(
        "".join(json.dumps(line) + "\n" for line in list_queries(corpus)), encoding="utf-8"
    )
    fulltexts = next((tiny_corpus / "fulltexts").glob("*train*.jsonl.gz"))
    out = tmp_path / PARAMETERS
    out.write_bytes(scoring.TARGET.read_bytes())
    before = load_parameters(out)
    command = ["--library", library, "--queries", queries, "--table", tmp_path / "table"]
    command += ["--fulltexts", fulltexts, "--reranker", reranker, "--depth", 3, "--limit", 40]
    command += ["--out", out]
    ran = CliRunner().invoke(scoring.main, list(map(str, command)), catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    after = load_parameters(out)
    for part in scoring.PARTS:
        assert getattr(after, part) != getattr(before, part), part
    assert (after.signals, after.meaning) == (before.signals, before.meaning)
    groups = load_rows(Group, tmp_path / "table" / "completion.npz")
    hidden = [(group.query, group.hidden) for group in groups]
    assert len(set(hidden)) == len(hidden) > len({query for query, _ in hidden})
    # What was asked is kept: the same parameters are fitted again without a library.
    command[1] = tmp_path / "nowhere"
    again = CliRunner().invoke(scoring.main, list(map(str, command)), catch_exceptions=False)
    assert again.exit_code == 0, again.output
    assert load_parameters(out) == after
