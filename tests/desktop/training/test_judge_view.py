"""What a judgement comes to."""

from __future__ import annotations

import dataclasses

import pytest

from core.runs.records import JudgedRow, Judgement, Part, Versus
from desktop.training.judge_view import comparison_words, verdict
from tests import wording


def judgement(
    low: float, high: float, *, questions: int = 150, used: bool = True, papers: int = 0
) -> Judgement:
    middle = (low + high) / 2
    models = [("BM25", "BM25"), *([("cocite-small", "Cocite small")] if used else [])]
    rows = [JudgedRow(name, title, {"recall@10": 0.7}) for name, title in models]
    rows.append(JudgedRow("new", "New", {"recall@10": 0.7 + middle}))
    versus = [
        Versus(name, title, middle, low, high, 3, 2, 1, (), papers=papers) for name, title in models
    ]
    return Judgement(questions, 400, tuple(rows), tuple(versus))


@pytest.mark.parametrize(
    ("found", "better", "words"),
    [
        (judgement(0.01, 0.09), True, "“New” finds more than “Cocite small”."),
        (judgement(-0.09, -0.01), False, "“New” finds less than “Cocite small”."),
        (
            judgement(-0.02, 0.04),
            False,
            wording.fill(
                "desktop.training.judge_view:verdict difference", model="New", other="Cocite small"
            ),
        ),
        (
            judgement(-0.02, 0.04, questions=9),
            False,
            wording.stem("desktop.training.judge_view:verdict Too"),
        ),
        (
            judgement(0.1, 0.9, questions=3),
            False,
            wording.stem("desktop.training.judge_view:verdict Too"),
        ),
        (
            judgement(-0.9, -0.1, questions=3),
            False,
            wording.stem("desktop.training.judge_view:verdict Too"),
        ),
        (
            judgement(0.1, 0.9, questions=19),
            False,
            wording.stem("desktop.training.judge_view:verdict Too"),
        ),
        (
            judgement(0.01, 0.09, papers=5),
            False,
            wording.stem("desktop.training.judge_view:verdict Too"),
        ),
        (judgement(0.01, 0.09, papers=6), True, "“New” finds more than “Cocite small”."),
        (
            judgement(0.0, 0.0, questions=0),
            False,
            wording.stem("desktop.training.judge_view:verdict whether"),
        ),
    ],
)
def test_a_model_is_better_only_where_that_is_certain(
    found: Judgement, better: bool, words: str
) -> None:
    said = verdict(found, "New")
    assert (said.better, said.kept_model) == (better, "Cocite small")
    assert words in said.sentence


def test_nothing_is_kept_where_the_new_model_is_the_one_in_use() -> None:
    assert verdict(judgement(0.01, 0.09, used=False), "New").kept_model == ""


def test_a_comparison_is_said_in_words_with_the_term_beside() -> None:
    found = judgement(0.01, 0.09)
    said = comparison_words(found, found.versus[-1])
    assert (
        "“New” "
        + wording.fill("desktop.training.words:found_words", count=75)
        + ", “Cocite small” 70."
        in said
    )
    assert "R@10 +0.050 (95 % interval +0.010 to +0.090)" in said


def test_a_comparison_by_papers_is_said_where_it_was_made() -> None:
    found = judgement(0.01, 0.09)
    assert "papers:" not in comparison_words(found, found.versus[-1])
    asked = dataclasses.replace(found.versus[-1], by_papers=(0.02, -0.01, 0.05))
    said = comparison_words(found, asked)
    assert said.endswith(
        wording.fill(
            "desktop.training.judge_view:comparison_words",
            mean="+0.020",
            low="-0.010",
            high="+0.050",
        )
    )


def test_the_number_that_would_show_a_difference_is_said_where_none_is_clear() -> None:
    found = judgement(-0.02, 0.04)
    versus = tuple(dataclasses.replace(one, papers=9, needed=1_234) for one in found.versus)
    said = verdict(dataclasses.replace(found, versus=versus), "New").sentence
    assert (
        wording.fill("desktop.training.judge_view:_needed_words", needed="1,300", questions=150)
        in said
    )
    clear = judgement(0.01, 0.04)
    versus = tuple(dataclasses.replace(one, papers=9, needed=1_234) for one in clear.versus)
    assert "needed" not in verdict(dataclasses.replace(clear, versus=versus), "New").sentence


def test_the_other_scores_are_said_with_their_bounds() -> None:
    found = judgement(0.01, 0.09)
    versus = dataclasses.replace(found.versus[-1], other_scores={"mrr": (0.02, -0.01, 0.05)})
    assert "MRR +0.020 (95 % interval -0.010 to +0.050)." in comparison_words(found, versus)


@pytest.mark.parametrize(
    ("new", "old", "words"),
    [
        ((0.01, 0.09), (-0.02, 0.01), ("better: +0.050", "no clear loss: -0.005")),
        ((-0.09, -0.01), (-0.09, -0.01), ("worse: -0.050", "worse: -0.050")),
        ((-0.01, 0.05), (0.01, 0.03), ("no clear difference: +0.020", "no clear loss")),
    ],
)
def test_what_was_gained_on_the_new_and_kept_of_the_old_is_said(
    new: tuple[float, float], old: tuple[float, float], words: tuple[str, str]
) -> None:
    found = judgement(0.01, 0.09)
    plain = found.versus[-1]
    assert "New sentences" not in comparison_words(found, plain)
    on_new, on_old = (Part(asked, sum(part) / 2, *part) for asked, part in ((30, new), (70, old)))
    said = comparison_words(found, dataclasses.replace(plain, on_new=on_new, on_old=on_old))
    assert f"New sentences (30): {words[0]}" in said
    assert f"Known sentences (70): {words[1]}" in said
