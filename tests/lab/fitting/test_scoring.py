"""The scorer's parameters, fitted on answers made up and on the tiny corpus."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from core.base.errors import UsageError
from core.base.files import data_folder
from core.models.shelf import Shelf
from core.recommend.question import Coverage
from core.recommend.reranking import log_odds
from core.recommend.scoring import (
    FEATURES,
    PARAMETERS,
    Completion,
    Curve,
    Presence,
    combine_readings,
    load_parameters,
)
from core.workspace import Workspace
from tests.tiny_corpus import vocabulary
from tests.tiny_encoder import make_tiny_encoder, make_tiny_reranker
from tools.lab.fitting import scoring
from tools.lab.fitting.queries import corpus_queries
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
    report_presence,
    report_reranking,
)
from tools.lab.fitting.scoring_answers import (
    Answer,
    Group,
    ReadAnswer,
    load_rows,
    read_citing_sentences,
    save_rows,
)
from training.corpus.corpus import Corpus


def make_answers(count: int, seed: int = 0, situation: str = "all around it") -> list[Answer]:
    """Answers whose chance is the logistic function of their score; every third is known."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        scores = -np.sort(-random.normal(-2, 1.5, 40))
        right = random.random(40) < 1 / (1 + np.exp(-scores))
        new = np.arange(40) % 3 > 0
        made.append(Answer(situation, f"or:{number // 5}#{number}", scores, right, new))
    return made


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
    curve = Curve(scores=(-9.0, 9.0), chances=(0.4, 0.4))
    report_chances(
        [*make_answers(30), *make_answers(20, 1, "nothing")], {"before": curve.interpolate}
    )
    said = capsys.readouterr().out
    assert "all around it: 30 sentences\n  before: error" in said
    assert "nothing: 20 sentences" in said
    assert f"of {20 * 30} cited" in said
    assert "plausible 0 of 0 cited" in said


TRUE = Presence(cited=2.0, near=0.4, steepness=20.0)
STRAIGHT = Curve(scores=(0.0, 1.0), chances=(0.0, 1.0))
"""Of which a score is the chance."""


def make_presence_answers(count: int = 1500) -> list[Answer]:
    """Return answers of libraries that hold what is needed as often as a known curve says."""
    draw = np.random.default_rng(0)
    answers = []
    for number in range(count):
        coverage = Coverage() if number % 3 == 0 else Coverage(int(draw.integers(0, 31)), 30)
        near = float(draw.normal(0.4, 0.15))
        chances = draw.random(10) * 0.6
        there = draw.random() < TRUE.chance(coverage, near)
        right = (draw.random(10) < chances) & there
        counts = coverage.linked, coverage.entries
        answers.append(Answer("made up", f"m{number}", chances, right, right, *counts, near))
    return answers


def test_the_presence_is_found_again() -> None:
    presence = fit_presence(make_presence_answers(), STRAIGHT)
    for coverage in (Coverage(), Coverage(0, 30), Coverage(10, 30)):
        for near in (0.2, 0.4, 0.6):
            expected = TRUE.chance(coverage, near)
            assert presence.chance(coverage, near) == pytest.approx(expected, abs=0.12)


def test_each_situation_is_reported_without_presence_and_with_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(situation: str, coverage: Coverage, right: list[bool]) -> Answer:
        chances, cited = np.array([0.5, 0.2, 0.05]), np.array(right)
        return Answer(situation, "m", chances, cited, cited, coverage.linked, coverage.entries)

    both = [
        answer("here", Coverage(30, 30), [True, False, False]),
        answer("not here", Coverage(0, 30), [False, False, False]),
    ]
    report_presence(both, Presence(cited=2.0, near=0.4, steepness=15.0), STRAIGHT)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("; ", 1)[1] for line in lines if ";" in line] == [
        "strong 1 of 1 cited; plausible 0 of 1 cited",
        "strong 1 of 1 cited; plausible 0 of 1 cited",
        "strong 0 of 1 cited; plausible 0 of 1 cited",
        "strong 0 of 0 cited; plausible 0 of 0 cited",
    ]


def test_one_citing_sentence_of_each_full_text_is_asked(tmp_path: Path) -> None:
    def sentence(text: str, *cites: str) -> dict[str, object]:
        marker = [[text.index("["), text.index("]") + 1]] if "[" in text else []
        return {"text": text, "cites": list(cites), "n_cites": len(cites), "markers": marker}

    paragraph = [
        sentence("Fens burn.", *()),
        sentence("Bogs grow [1].", "p:1"),
        sentence("They sink."),
    ]
    references = [{"key": "1", "text": "A", "id": "p:1"}, {"key": "2", "text": "B", "id": None}]
    record = {"id": "p:9", "title": "Moors", "abstract": "On moors.", "references": references}
    sections = [{"title": "One", "paragraphs": [paragraph]}]
    without = {**record, "id": "p:8", "sections": [{"title": "", "paragraphs": [paragraph[:1]]}]}
    with gzip.open(tmp_path / "texts.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in ({**record, "sections": sections}, without))
    (found,) = read_citing_sentences(tmp_path / "texts.jsonl.gz")
    assert (found.manuscript, found.cites, found.listed) == ("p:9", ("p:1",), ("p:1",))
    assert (found.entries, found.before) == (2, frozenset())
    passage = found.passage
    assert (passage.before, passage.after) == (("Fens burn.",), ("They sink.",))
    assert "1" not in passage.sentence


def make_groups(count: int = 120) -> list[Group]:
    """Return groups whose hidden paper is mostly the one with the best third feature."""
    draw = np.random.default_rng(0)
    answers = []
    for number in range(count):
        features = draw.random((30, len(FEATURES)))
        best = int(np.argmax(features[:, 2] + 0.1 * draw.random(30)))
        hidden = 99 if number % 20 == 7 else best + 1
        answers.append(
            Group(
                f"m{number // 3}#{number % 3}",
                hidden,
                np.arange(1, 31),
                np.full(30, 0.1),
                np.zeros(30),
                features,
            )
        )
    return answers


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


def test_a_query_counts_once_however_many_papers_it_hides() -> None:
    weights = Completion(chance=1.0, weights=(16.0, *[0.0] * (len(FEATURES) - 1)))

    def group(query: str, hidden: int) -> Group:
        chances, nothing = np.linspace(0.9, 0.1, 20), np.zeros((20, len(FEATURES)))
        return Group(query, hidden, np.arange(1, 21), chances, np.zeros(20), nothing)

    groups = [group("a", 2), group("a", 11), group("b", 4), group("b", 99)]
    assert measure_hits(groups, "without sets", weights) == {"a": (0.5, 0.25), "b": (0.5, 0.125)}
    # Equal counts keep the order of the chances.
    assert [one.rank("plain count", weights) for one in groups] == [2, 11, 4, None]


DEPTH = 20


def make_reading(number: int, *, useful: bool = True) -> ReadAnswer:
    """A query whose papers are cited with the log-odds first - 0.5 + 2 · a standardised normal."""
    random = np.random.default_rng(number)
    chances = np.sort(random.uniform(0.02, 0.6, DEPTH + 5))[::-1]
    said = random.standard_normal(DEPTH)
    said = (said - said.mean()) / said.std()
    odds = log_odds(chances)
    odds[:DEPTH] += 2 * said - 0.5
    cited = random.random(DEPTH + 5) < 1 / (1 + np.exp(-odds))
    heard = said if useful else random.standard_normal(DEPTH)
    # Level and spread of a reranker are its own.
    scores = 1 / (1 + np.exp(-(heard * 1.5 - 3)))
    rows = np.arange(DEPTH + 5)
    return ReadAnswer(f"m{number}#1", chances, rows, scores.astype(np.float32), cited, missed=1)


ROWS = [make_reading(number) for number in range(400)]


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


def test_a_cited_paper_that_was_no_candidate_counts_as_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nothing = np.zeros(0, np.float32)
    cited = np.array([True, False])
    answer = ReadAnswer("m#1", np.array([0.2, 0.1]), np.zeros(0, int), nothing, cited, missed=3)
    report_reranking([answer], load_parameters().reranking)
    assert capsys.readouterr().out.count("recall@10 0.250") == 2


def test_a_table_gives_back_what_was_asked(tmp_path: Path) -> None:
    for rows in (make_answers(3), make_presence_answers(4), make_groups(4), ROWS[:3]):
        save_rows(rows, tmp_path / "table.npz")
        stored = load_rows(type(rows[0]), tmp_path / "table.npz")
        assert len(stored) == len(rows)
        for one, other in zip(stored, rows, strict=True):
            for name in type(one).__slots__:
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_an_empty_table_gives_back_nothing(tmp_path: Path) -> None:
    save_rows(list[Answer](), tmp_path / "table.npz")
    assert load_rows(Answer, tmp_path / "table.npz") == []


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
    lines = [
        {
            "id": query.id,
            "title": query.passage.title,
            "before": list(query.passage.before),
            "sentence": query.passage.sentence,
            "already_cited": sorted(query.already_cited),
            "relevant": list(query.relevant),
            "self": query.self_id,
        }
        for query in corpus_queries(corpus)
    ]
    queries.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
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
