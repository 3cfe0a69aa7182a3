"""What the manuscript as a whole should cite, and the work done ahead for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QSplitter
from pytestqt.qtbot import QtBot

from core.base.errors import LibraryError
from core.base.jobs import Job
from core.base.records import Recommendation
from core.workspace import Workspace
from desktop.manuscript.page import ManuscriptPage
from desktop.ui.tasks import SHOWN_AFTER_MS, Task, TaskRunner
from tests import wording
from tests.desktop.manuscript.whole_manuscripts import asked, opened, panel, shown, whole
from tests.desktop.manuscript_desk import Desk, judge_samples, press, say_status
from tests.desktop.provoked import failing


def test_an_open_manuscript_is_answered_ahead_once(desk: Desk) -> None:
    opened(desk)
    assert asked(desk) == ["whole 0.50"]
    assert desk.side.currentWidget() is panel(desk)
    first = whole(desk).suggestions()[0]
    assert first.paper.title in shown(desk)
    assert (
        panel(desk)
        .state.text()
        .startswith(wording.fill("desktop.manuscript.side_pane:_tally cite", n=14))
    )


def test_what_is_known_shows_while_the_rest_is_asked(desk: Desk) -> None:
    desk.answers.whole_gate = threading.Event()
    desk.open()
    desk.tab.view.select(2)
    desk.page.whole_action.trigger()
    desk.until(lambda: len(whole(desk).suggestions()) == 1)
    part = whole(desk).suggestions()
    assert part[0].paper.title in shown(desk)
    desk.until(lambda: "3 of 9" in panel(desk).state.text())
    assert desk.answers.read_at == [2]
    desk.answers.whole_gate.set()
    desk.until(lambda: len(whole(desk).suggestions()) > 1)
    assert whole(desk).suggestions()[0] == part[0]


def test_a_part_that_comes_after_the_manuscript_was_closed_is_dropped(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[Callable[[Recommendation], None]] = []
    recommend = desk.answers.recommend_manuscript

    def keep_part(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        parts.append(more["partly"])
        return recommend(*given, **more)

    monkeypatch.setattr(desk.answers, "recommend_manuscript", keep_part)
    opened(desk)
    answer = whole(desk).answer
    assert answer is not None
    desk.page.close_current()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    parts[0](answer)


def test_a_part_takes_the_place_of_no_whole_list(desk: Desk) -> None:
    opened(desk)
    before = whole(desk).suggestions()
    desk.answers.whole_gate = threading.Event()
    whole(desk).start_over()
    desk.until(lambda: len(asked(desk)) == 2)
    desk.until(lambda: "3 of 9" in panel(desk).state.text())
    assert whole(desk).suggestions() == before
    desk.answers.whole_gate.set()
    desk.idle()


def test_a_row_of_the_outline_leads_to_it(desk: Desk) -> None:
    desk.open()
    assert desk.tab.outline_pane is not None
    view = desk.tab.outline_pane.outline
    model = view.model()
    row = model.index(model.rowCount() - 1, 0)
    assert row.data() == "Whole manuscript"
    view.clicked.emit(row)
    assert desk.side.currentWidget() is panel(desk)
    press(panel(desk).back_button)
    assert desk.side.currentWidget() is desk.panel


def test_another_context_is_answered_anew(desk: Desk) -> None:
    opened(desk)
    desk.select(0)
    desk.panel.slider.slider.setValue(7)
    desk.until(lambda: any(call.startswith("recommend 0 0.70") for call in desk.answers.calls))
    desk.idle()
    assert asked(desk) == ["whole 0.50"], "a context that is tried asks for no other sentence"
    desk.select(1)
    desk.until(lambda: asked(desk) == ["whole 0.50", "whole 0.70"])


def test_no_line_of_a_narrow_panel_is_cut_off(desk: Desk) -> None:
    opened(desk)
    panel(desk).copy_button.setText("Copy the whole list as text to the clipboard")
    splitter = desk.side.parentWidget()
    assert isinstance(splitter, QSplitter)
    splitter.setSizes([10_000] * (splitter.count() - 1) + [1])
    state = panel(desk).state
    state.setText("Papers of your library that it does not cite. " * 3)
    desk.until(lambda: state.height() >= state.heightForWidth(state.width()))
    assert panel(desk).width() >= panel(desk).minimumSizeHint().width()


def test_long_work_is_shown_among_the_jobs_and_goes_with_the_manuscript(desk: Desk) -> None:
    desk.answers.whole_gate = threading.Event()
    started: list[str] = []
    desk.runner.started.connect(lambda task: started.append(task.title))
    desk.open()
    desk.page.whole_action.trigger()
    desk.until(
        lambda: (
            panel(desk).state.text()
            == wording.fill("desktop.manuscript.side_pane:_state_text", done=3, of=9)
        )
    )
    desk.until(lambda: any(title.startswith("Preparing suggestions") for title in started))
    [job] = [task for task in desk.runner.jobs() if task.title.startswith("Preparing suggestions")]
    desk.page.close_all()
    desk.idle()
    assert job.stop_requested


def test_nothing_is_asked_ahead_while_the_model_loads(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_status(monkeypatch, desk.workspace, model_state="loading")
    desk.open()
    desk.page.whole_action.trigger()
    assert desk.tab.whole is not None
    desk.tab.whole._soon.setInterval(0)
    desk.tab.whole.start_over()
    desk.until(lambda: not whole(desk)._soon.isActive())
    desk.idle()
    assert asked(desk) == []
    assert panel(desk).state.text() == wording.fill("desktop.manuscript.side_pane:_tally prepared")
    assert not panel(desk).copy_button.isEnabled()
    say_status(monkeypatch, desk.workspace)
    desk.page.refresh()
    desk.until(lambda: whole(desk).answer is not None)


@pytest.mark.parametrize(
    ("stages", "name"), [(("words", "vectors"), "why_incomplete"), (("words",), "why_only_words")]
)
@pytest.mark.parametrize("limit", [20, 0])
def test_nothing_is_ruled_out_over_an_index_that_is_incomplete(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, limit: int, stages: tuple[str, ...], name: str
) -> None:
    recommend = desk.answers.recommend_manuscript

    def doubt(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        answer = recommend(*given, **{**more, "limit": limit})
        weak = (replace(one, confidence=0.01) for one in answer.suggestions)
        return replace(answer, suggestions=tuple(weak))

    monkeypatch.setattr(desk.answers, "recommend_manuscript", doubt)
    desk.answers.stages = stages
    say_status(monkeypatch, desk.workspace, vectors=(4, 9), is_indexing_stopped=True)
    opened(desk)
    lacking = wording.fill(f"desktop.manuscript.suggestion_state:{name} running")
    assert panel(desk).state.text().endswith(lacking)
    assert len(panel(desk).suggestions) == len(whole(desk).suggestions())
    none_fits = wording.fill("desktop.manuscript.side_pane:_tally None")
    assert none_fits not in panel(desk).state.text()
    desk.answers.stages = ("words", "vectors")
    say_status(monkeypatch, desk.workspace)
    desk.page.refresh()
    desk.until(lambda: len(asked(desk)) == 2 and whole(desk).progress() is None)
    assert lacking not in panel(desk).state.text()
    assert (none_fits in panel(desk).state.text()) == (limit > 0)


def test_a_list_follows_indexing_that_was_started_elsewhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_status(monkeypatch, desk.workspace, vectors=(4, 9), is_indexing_stopped=True)
    opened(desk)
    stopped = wording.fill("desktop.manuscript.suggestion_state:why_incomplete running")
    assert panel(desk).state.text().endswith(stopped)
    status = desk.workspace.indexing.status()
    desk.page.follow_indexing(replace(status, is_indexing_stopped=False))
    goes_on = wording.fill("desktop.manuscript.suggestion_state:why_incomplete yet")
    assert panel(desk).state.text().endswith(goes_on)


def test_a_list_says_that_papers_came_which_are_not_indexed_yet(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    say_status(monkeypatch, desk.workspace, vectors=(9, 12))
    desk.page.refresh()
    incomplete = wording.fill("desktop.manuscript.suggestion_state:why_incomplete yet")
    desk.until(lambda: panel(desk).state.text().endswith(incomplete))
    assert asked(desk) == ["whole 0.50"]


def test_a_search_that_was_cancelled_says_so_and_goes_on_when_it_is_wanted(desk: Desk) -> None:
    desk.answers.whole_gate = threading.Event()
    desk.open()
    desk.page.whole_action.trigger()
    desk.until(lambda: "3 of 9" in panel(desk).state.text())
    desk.until(lambda: bool(desk.runner.jobs()))
    [job] = desk.runner.jobs()
    job.cancel()
    desk.idle()
    assert panel(desk).state.text() == wording.fill("desktop.manuscript.side_pane:_tally stopped")
    desk.answers.whole_gate.set()
    press(panel(desk).back_button)
    desk.page.whole_action.trigger()
    desk.until(lambda: len(whole(desk).suggestions()) > 1)
    assert len(asked(desk)) == 2


def test_a_failure_is_said_where_the_list_would_be(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = LibraryError("The library cannot be read.", remedy="Try again.")
    failing(monkeypatch, desk.answers, "recommend_manuscript", error)
    desk.open()
    desk.page.whole_action.trigger()
    desk.until(lambda: panel(desk).state.text() == "The library cannot be read. Try again.")


def test_a_library_with_nothing_more_to_cite_says_so(
    qtbot: QtBot, empty_workspace: Workspace, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_samples(monkeypatch, empty_workspace)
    desk = Desk(qtbot, empty_workspace, runner)
    opened(desk)
    assert panel(desk).state.text() == wording.fill("desktop.manuscript.side_pane:_tally Your")
    desk.close()


def test_without_a_manuscript_there_is_nothing_to_ask_about(desk: Desk) -> None:
    page: ManuscriptPage = desk.page
    assert not page.whole_action.isEnabled()
    assert page.whole_action.toolTip() == wording.fill(
        "desktop.manuscript.actions:_judge_actions Open manuscript"
    )


def test_short_work_ahead_is_never_shown_and_long_work_is(qtbot: QtBot, desk: Desk) -> None:
    started: list[Task] = []
    desk.runner.started.connect(started.append)
    gate = threading.Event()

    def long_work(job: Job) -> None:
        while not gate.wait(0.01):
            job.check()

    short = desk.runner.start_background_job("short", lambda _: None)
    with qtbot.waitSignal(short.ended):
        pass
    desk.runner.start_background_job("long", long_work)
    desk.runner.start_background_job("next", lambda _: None)
    qtbot.waitUntil(lambda: len(started) == 2, timeout=20 * SHOWN_AFTER_MS)
    assert [task.title for task in started] == ["long", "next"]
    gate.set()
    desk.idle()
    assert desk.runner.jobs() == []


def test_a_panel_is_made_when_it_is_first_looked_at(desk: Desk) -> None:
    desk.open()
    assert desk.side.count() == 1
    desk.tab.show_audit()
    assert desk.side.count() == 2
    assert desk.side.currentWidget() is desk.side.audit
    desk.tab.show_whole()
    desk.tab.show_audit()
    assert desk.side.count() == 3
