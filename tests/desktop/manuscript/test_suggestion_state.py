"""What is said while an answer is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.base.records import Recommendation, Status
from desktop.manuscript.suggestion_state import explain_outlook, is_settled, why_incomplete
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, press, say_status


def test_words_only_is_said_while_the_model_loads(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.answers.stages = ("words",)
    say_status(monkeypatch, desk.workspace, model_state="loading")
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == wording.fill(
        "desktop.manuscript.suggestion_state:why_only_words loading"
    )
    desk.answers.stages = ("words", "vectors")
    desk.page.refresh()
    desk.until(lambda: desk.panel.notice.text == "")


@pytest.mark.parametrize(
    ("change", "word"), [({"words": "building"}, "yet"), ({"model_state": "loading"}, "loading")]
)
def test_nothing_is_said_to_be_missing_before_all_is_indexed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, change: dict[str, str], word: str
) -> None:
    desk.answers.sureness = 0.1
    say_status(monkeypatch, desk.workspace, **change)
    desk.open()
    desk.select(GAP)
    incomplete = wording.fill(f"desktop.manuscript.suggestion_state:why_incomplete {word}")
    desk.until(lambda: desk.panel.notice.text == incomplete)
    say_status(monkeypatch, desk.workspace)
    desk.page.refresh()
    desk.until(lambda: desk.panel.notice.text not in ("", incomplete))


def test_an_empty_answer_waits_for_the_index(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    recommend = desk.workspace.recommending.recommend

    def find_nothing(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        return replace(recommend(*given, **more), suggestions=(), sets=())

    monkeypatch.setattr(desk.workspace.recommending, "recommend", find_nothing)
    say_status(monkeypatch, desk.workspace, words="building")
    desk.open()
    desk.tab.view.select(GAP)
    incomplete = wording.fill("desktop.manuscript.suggestion_state:why_incomplete yet")
    desk.until(lambda: desk.panel.placeholder.text() == incomplete)
    say_status(monkeypatch, desk.workspace)
    desk.page.refresh()
    nothing = wording.fill("desktop.manuscript.suggestion_panel:_explain_nothing_new related")
    desk.until(lambda: desk.panel.placeholder.text() == nothing)


def test_an_empty_answer_of_keywords_alone_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    recommend = desk.workspace.recommending.recommend

    def find_nothing(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        return replace(recommend(*given, **more), suggestions=(), sets=())

    monkeypatch.setattr(desk.workspace.recommending, "recommend", find_nothing)
    desk.answers.stages = ("words",)
    say_status(monkeypatch, desk.workspace, model_state="failed")
    desk.open()
    desk.tab.view.select(GAP)
    failed = wording.fill("desktop.manuscript.suggestion_state:why_only_words could")
    desk.until(lambda: desk.panel.placeholder.text().endswith(failed))


@pytest.mark.parametrize("vectors", [(0, 9), (9, 9)])
@pytest.mark.parametrize("is_stopped", [False, True])
def test_a_model_that_loads_says_nothing_of_the_index(
    vectors: tuple[int, int], is_stopped: bool
) -> None:
    """How many papers it has indexed is not known yet."""
    status = Status(
        papers=9,
        words="ready",
        vectors=vectors,
        model_state="loading",
        is_indexing_stopped=is_stopped,
    )
    loading = wording.fill("desktop.manuscript.suggestion_state:why_incomplete loading")
    assert why_incomplete(status) == loading


@pytest.mark.parametrize("fits", [True, False])
def test_what_is_said_of_indexing_follows_a_start_and_a_stop_elsewhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fits: bool
) -> None:
    """From the menu, or from the jobs."""
    if not fits:
        desk.answers.sureness = 0.1
    behind = {"vectors": (4, 9), "model_state": "ready"}
    say_status(monkeypatch, desk.workspace, **behind, is_indexing_stopped=True)
    stopped = desk.workspace.indexing.status()
    desk.open()
    desk.select(GAP)
    _wait_for_notice(desk, "suggestion_state:why_incomplete running")
    desk.page.follow_indexing(stopped)
    desk.page.follow_indexing(replace(stopped, is_indexing_stopped=False))
    goes_on = wording.fill("desktop.manuscript.suggestion_state:why_incomplete yet")
    assert desk.panel.notice.text == ("" if fits else goes_on)
    desk.page.follow_indexing(stopped)
    _wait_for_notice(desk, "suggestion_state:why_incomplete running")
    desk.settle()
    press(desk.panel.notice._button)
    desk.page.follow_indexing(stopped)
    assert desk.panel.notice.text == ("" if fits else goes_on), "that is of before the start"


@pytest.mark.parametrize(
    ("stages", "name"), [(("words", "vectors"), "why_incomplete"), (("words",), "why_only_words")]
)
def test_no_end_of_indexing_is_promised_after_it_was_stopped(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, stages: tuple[str, ...], name: str
) -> None:
    """It was cancelled or failed, or the library may only be read."""
    desk.answers.sureness = 0.1
    desk.answers.stages = stages
    say_status(monkeypatch, desk.workspace, vectors=(1, 9), is_indexing_stopped=True)
    desk.open()
    desk.select(GAP)
    stopped = wording.fill(f"desktop.manuscript.suggestion_state:{name} running")
    desk.until(lambda: desk.panel.notice.text == stopped)


def test_indexing_that_was_stopped_can_be_started_from_the_suggestions(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the list is convincing: papers that fit better may be among those not indexed."""
    wanted: list[None] = []
    desk.page.index_wanted.connect(lambda: wanted.append(None))
    stopped = {"vectors": (4, 9), "model_state": "ready", "is_indexing_stopped": True}
    say_status(monkeypatch, desk.workspace, **stopped)
    desk.open()
    desk.select(GAP)
    _wait_for_notice(desk, "suggestion_state:why_incomplete running")
    assert desk.panel.notice._button.text() == "Start indexing"
    desk.settle()
    press(desk.panel.notice._button)
    assert (len(wanted), desk.panel.notice.text) == (1, "")
    assert desk.shown_card(0).hasFocus(), "the button is gone"
    desk.answers.sureness = 0.1
    desk.select(GAP + 1)
    _wait_for_notice(desk, "suggestion_state:why_incomplete running")
    press(desk.panel.notice._button)
    _wait_for_notice(desk, "suggestion_state:why_incomplete yet")
    desk.session.decided.emit()
    _wait_for_notice(desk, "suggestion_state:why_incomplete yet")
    say_status(monkeypatch, desk.workspace, **stopped | {"model_state": "failed"})
    desk.answers.stages = ("words",)
    desk.select(GAP + 2)
    _wait_for_notice(desk, "suggestion_state:why_only_words could")
    assert desk.panel.notice._button.isHidden(), "without a model nothing can be indexed"


def test_a_whole_manuscript_does_not_wait_for_indexing_that_was_stopped() -> None:
    status = Status(papers=9, words="ready", vectors=(1, 9), model_state="ready")
    assert not is_settled(status)
    assert is_settled(replace(status, is_indexing_stopped=True))
    assert not is_settled(replace(status, is_indexing_stopped=True, model_state="loading"))


def test_a_list_of_keywords_alone_says_so_until_the_complete_one_is_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The papers on the screen stay where they are, and what is said of them stays true."""
    desk.answers.stages = ("words",)
    say_status(monkeypatch, desk.workspace, vectors=(4, 9), model_state="loading")
    desk.open()
    desk.select(GAP)
    _wait_for_notice(desk, "suggestion_state:why_only_words loading")
    _reverse_the_list(desk, monkeypatch)
    say_status(monkeypatch, desk.workspace, vectors=(4, 9), model_state="ready")
    desk.page.refresh()
    _wait_for_notice(desk, "suggestion_state:why_only_words ends")
    assert desk.panel.better_button.isVisible()
    desk.session.decided.emit()  # as after a decision, or once those stored are read again
    _wait_for_notice(desk, "suggestion_state:why_only_words ends")
    desk.answers.stages = ("words", "vectors")
    desk.page.refresh()
    _wait_for_notice(desk, "suggestion_state:why_incomplete yet")
    say_status(monkeypatch, desk.workspace)
    desk.page.refresh()
    button = desk.panel.better_button.text()
    _wait_for_notice(desk, "suggestion_panel:_explain ready", button=button)
    desk.session.decided.emit()
    _wait_for_notice(desk, "suggestion_panel:_explain ready", button=button)
    press(desk.panel.better_button)
    assert desk.panel.notice.text == ""


def test_a_list_stays_in_view_while_an_offered_one_has_no_new_papers(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.answers.stages = ("words",)
    say_status(monkeypatch, desk.workspace, vectors=(4, 9), model_state="ready")
    desk.open()
    desk.select(GAP)
    shown_titles = desk.titles()
    recommend = desk.workspace.recommending.recommend

    def find_nothing(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        return replace(recommend(*given, **more), suggestions=(), sets=())

    monkeypatch.setattr(desk.workspace.recommending, "recommend", find_nothing)
    desk.page.refresh()
    desk.until(desk.panel.better_button.isVisible)
    assert desk.titles() == shown_titles
    assert desk.panel.list.isVisible()


def _wait_for_notice(desk: Desk, place: str, **values: str) -> None:
    """Wait until nothing is under way any more, and the notice says a text."""
    words = wording.fill(f"desktop.manuscript.{place}", **values)
    desk.until(lambda: desk.runner.pending() == 0 and desk.panel.notice.text == words)


def _reverse_the_list(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    recommend = desk.workspace.recommending.recommend

    def reverse(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        answer = recommend(*given, **more)
        return replace(answer, suggestions=answer.suggestions[::-1])

    monkeypatch.setattr(desk.workspace.recommending, "recommend", reverse)


def test_nothing_is_said_of_all_papers_where_the_filter_hides_some() -> None:
    of_all = explain_outlook("nothing", cites_fitting=False)
    of_shown = explain_outlook("nothing", cites_fitting=False, hides=True)
    place = "desktop.manuscript.suggestion_state:explain_outlook"
    assert of_all == wording.fill(f"{place} none")
    assert of_shown == wording.fill(f"{place} filter")
