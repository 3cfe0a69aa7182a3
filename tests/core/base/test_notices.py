"""Notices about papers: which one counts now, and how it is told."""

from __future__ import annotations

import itertools

import pytest

from core.base.notices import Notice, standing

RETRACTED = Notice(kind="retracted", by="publisher", date="2020-02-01")
CONCERN = Notice(kind="concern", by="crossref", date="2021-01-01")
CORRECTED = Notice(kind="corrected", by="publisher", date="2022-01-01")
REINSTATED = Notice(kind="reinstated", by="publisher", date="2020-06-01")


@pytest.mark.parametrize("order", list(itertools.permutations((RETRACTED, CONCERN))))
def test_a_retraction_comes_before_a_later_concern(order: tuple[Notice, ...]) -> None:
    assert standing(order) == RETRACTED


@pytest.mark.parametrize("order", list(itertools.permutations((RETRACTED, CONCERN, REINSTATED))))
def test_a_reinstatement_ends_what_was_said_until_its_day(order: tuple[Notice, ...]) -> None:
    assert standing(order) == CONCERN


def test_a_correction_warns_nobody_but_reviewers_who_see_it_after_all_else() -> None:
    assert standing((CORRECTED,)) is None
    assert standing((CORRECTED,), corrections=True) == CORRECTED
    assert standing((CORRECTED, CONCERN), corrections=True) == CONCERN
    assert standing((REINSTATED, CORRECTED), corrections=True) == CORRECTED


def test_without_a_valid_notice_none_counts() -> None:
    assert standing(()) is None
    assert standing((REINSTATED,)) is None
    assert standing((RETRACTED, REINSTATED)) is None


def test_of_one_day_the_notice_with_a_reason_counts() -> None:
    reasoned = Notice(kind="retracted", by="crossref", date="2020-02-01", reason="Wet data")
    assert standing((RETRACTED, reasoned)) == reasoned
    assert standing((reasoned, RETRACTED)) == reasoned
    later = Notice(kind="retracted", by="openalex", date="2020-03-01")
    assert standing((reasoned, later)) == later


@pytest.mark.parametrize(
    ("notice", "text"),
    [
        (Notice(kind="retracted", by="publisher"), "according to the publisher"),
        (Notice(kind="retracted", by="retraction-watch"), "according to Retraction Watch"),
        (
            Notice(kind="concern", by="crossref", date="2020", reason="Wet data"),
            "2020, according to crossref: Wet data",
        ),
    ],
)
def test_a_notice_says_when_by_whom_and_why(notice: Notice, text: str) -> None:
    assert notice.about() == text
