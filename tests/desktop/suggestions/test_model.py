from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QAbstractItemModelTester

from core.base.records import Cited, PaperNumber, Suggestion
from desktop.suggestions.model import (
    CHOSEN_ROLE,
    SUGGESTION_ROLE,
    SuggestionModel,
    byline,
    short_name,
    spoken,
    strength,
)
from tests.desktop.invented import invented_paper


def suggestion(number: int, rank: int = 1, cited: Cited = "no") -> Suggestion:
    return Suggestion(
        rank=rank,
        paper=invented_paper(number),
        score=1.0,
        confidence=0.5,
        cited=cited,
        reasons=(),
    )


def ranked(*numbers: int) -> list[Suggestion]:
    return [suggestion(number, rank) for rank, number in enumerate(numbers, start=1)]


def numbers(model: SuggestionModel) -> list[int]:
    return [found.paper.number for found in model.suggestions]


@pytest.fixture
def model(qapp: QCoreApplication, qtlog: Any) -> Iterator[SuggestionModel]:  # noqa: ANN401 - pytest-qt keeps the type to itself
    model = SuggestionModel()
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    tester = QAbstractItemModelTester(model, mode)
    yield model
    assert tester.model() is model
    assert [record.message for record in qtlog.records] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([1, 2, 3], [3, 1, 2], id="moved up"),
        pytest.param([1, 2, 3], [2, 3, 1], id="moved down"),
        pytest.param([1, 2, 3], [4, 2, 5, 1], id="some go, some come"),
        pytest.param([1, 2, 3], [], id="all go"),
        pytest.param([], [1, 2], id="all come"),
        pytest.param(list(range(1, 21)), list(range(20, 0, -1)), id="turned round"),
    ],
)
def test_a_better_answer_replaces_the_rows(
    model: SuggestionModel, before: Sequence[int], after: Sequence[int]
) -> None:
    model.show(ranked(*before))
    model.update(ranked(*after))
    assert numbers(model) == list(after)
    assert [found.rank for found in model.suggestions] == list(range(1, len(after) + 1))


def test_what_was_turned_down_leaves_and_what_was_chosen_is_marked(model: SuggestionModel) -> None:
    model.show(ranked(1, 2, 3))
    model.decide([PaperNumber(3)], [PaperNumber(1)])
    assert numbers(model) == [2, 3]
    assert [model.data(model.index(row), CHOSEN_ROLE) for row in range(2)] == [False, True]


def test_roles_say_what_a_row_shows(model: SuggestionModel) -> None:
    model.show([suggestion(9, cited="here")])
    index = model.index(0)
    assert model.data(index) == invented_paper(9).title
    assert model.data(index, SUGGESTION_ROLE).paper.number == 9
    assert "cited here" in spoken(model.suggestions[0])
    assert model.data(model.index(5)) is None


@pytest.mark.parametrize(
    ("confidence", "word"), [(0.9, "strong"), (0.4, "plausible"), (0.04, "weak")]
)
def test_confidence_has_a_word(confidence: float, word: str) -> None:
    assert strength(confidence) == word


def test_bylines_stay_short() -> None:
    paper = invented_paper(5)
    assert byline(paper) == "Fontaine, Abara, Marsh  ·  1995  ·  Workshop on Imaginary Data"
    assert short_name(paper) == "Fontaine 1995"
