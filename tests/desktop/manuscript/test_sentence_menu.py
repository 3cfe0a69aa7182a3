"""Gaps on the manuscript page: how many, why, and “Not needed here”."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.base.records import OpenManuscript, Section
from core.base.settings import Settings
from desktop.manuscript.outline_pane import OutlinePane
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.sentence_menu import sentence_menu
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.bar import PageBar
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.pages.view import PageView
from tests import wording
from tests.desktop.invented import invented_manuscript
from tests.desktop.manuscript.sentences import outline
from tests.desktop.manuscript_desk import GAP, Desk, press
from tests.desktop.provoked import recorded


def test_the_slider_changes_every_count_at_once_and_asks_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = recorded(monkeypatch, desk.workspace.manuscripts, "needs_citation")
    said: list[str] = []
    desk.page.status_changed.connect(said.append)
    desk.open()
    desk.idle()
    asked = len(judged), len(desk.answers.calls)
    outline(desk).slider.slider.setValue(5)
    assert outline(desk).count_label.text() == "0 gaps · 12 cited"
    assert desk.tab.bar.gap_label.text() == "No gaps"
    assert said[-1].startswith("0 gaps")
    outline(desk).slider.slider.setValue(95)
    assert outline(desk).count_label.text() != "15 gaps · 12 cited"
    assert desk.session.marks.gaps == tuple(
        s.index for s in desk.session.sentences if not s.markers
    )
    assert (len(judged), len(desk.answers.calls)) == asked


def test_the_slider_is_moved_by_keys_and_says_what_it_means(desk: Desk) -> None:
    desk.open()
    slider = outline(desk).slider.slider
    start = desk.session.marks.threshold
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert desk.session.marks.threshold == pytest.approx(start - 0.02)
    assert f"now {start - 0.02:.0%}" in outline(desk).slider.toolTip()
    assert slider.accessibleName() == wording.fill("desktop.manuscript.outline_pane:__init__ Gaps")


def test_the_threshold_is_kept_for_the_next_manuscript(desk: Desk, tmp_path: Path) -> None:
    kept: list[float] = []
    desk.page.gap_threshold_changed.connect(kept.append)
    desk.open()
    outline(desk).slider.slider.setValue(10)
    assert kept == [0.9]
    page = ManuscriptPage(
        desk.workspace, desk.runner, desk.notify, settings=Settings(gap_threshold=kept[0])
    )
    desk.qtbot.addWidget(page)
    page.open(desk.file)
    tab = page.current_tab()
    assert tab is not None
    desk.until(lambda: tab.session is not None)
    desk.idle()
    assert tab.session is not None
    assert tab.session.marks.gaps == ()
    page.close_all()


def test_a_thousand_sentences_are_judged_anew_at_every_step_of_the_slider(desk: Desk) -> None:
    opened = invented_manuscript()
    first = opened.manuscript.sentences[0]
    many = tuple(replace(first, index=n, section=n // 100, paragraph=n // 5) for n in range(1000))
    sections = tuple(Section(str(n), f"Part {n}", 1) for n in range(10))
    manuscript = replace(opened.manuscript, sentences=many, sections=sections)
    desk.open()
    session = ManuscriptSession(
        replace(opened, manuscript=manuscript), desk.workspace, desk.runner, desk.page.undo
    )
    session.setParent(desk.tab)
    session.marks = SentenceMap(many, [n / 1000 for n in range(1000)])
    pane, view = OutlinePane(session), PageView()
    bar = PageBar(view)
    for widget in (pane, view, bar):
        desk.qtbot.addWidget(widget)
    session.marked.connect(lambda: view.mark(session.marks))
    session.marked.connect(lambda: bar.mark(session.marks))
    for value in (20, 60, 40, 80, 30):
        pane.slider.slider.setValue(value)
        assert len(session.marks.gaps) == pytest.approx(10 * value, abs=1)


def test_a_selected_gap_says_why_and_the_reason_is_asked_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = recorded(monkeypatch, desk.workspace.manuscripts, "gap_reason")
    desk.open()
    desk.select(GAP)
    said = wording.fill(
        "desktop.manuscript.suggestion_state:_say",
        reason=wording.fill("core.recommend.gaps:_describe_phrase like"),
    )
    desk.until(lambda: desk.panel.gap_row.label.text().startswith(said))
    desk.select(GAP + 2)
    desk.select(GAP)
    desk.idle()
    assert [sentence for _, sentence in reasons].count(GAP) == 1


def test_a_sentence_under_the_mouse_gives_its_reason_in_the_tool_tip(desk: Desk) -> None:
    desk.open()
    view = desk.tab.view
    desk.until(lambda: view.pages == 2)
    view.reveal(GAP)
    rect = desk.session.sentences[GAP].rects[0]
    corner = view._layout.to_content(rect.page, QPointF(rect.x0 + 4, rect.y0 + 4))
    QTest.mouseMove(view.viewport(), (corner - view._offset()).toPoint())
    desk.until(lambda: desk.session.gaps.reason(GAP) != "")
    assert wording.fill("core.recommend.gaps:_describe_phrase like") in desk.tab.describe(GAP)
    assert desk.panel.sentence is None


def test_not_needed_here_takes_the_amber_at_once_and_can_be_undone(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    press(desk.panel.gap_row.button)
    assert desk.session.marks.kind(GAP) is Kind.DISMISSED
    assert desk.tab.bar.gap_label.text() == "14 gaps"
    desk.idle()
    assert desk.page.undo.undo_text.startswith("Marked “")
    assert desk.workspace.manuscripts.dismissed_gaps(desk.session.opened) == {GAP}
    desk.page.undo.undo()
    desk.idle()
    assert desk.session.marks.kind(GAP) is Kind.GAP
    assert desk.workspace.manuscripts.dismissed_gaps(desk.session.opened) == frozenset()


def test_the_action_follows_the_selection_and_says_why_it_cannot(desk: Desk) -> None:
    desk.open()
    action = desk.page.dismiss_action
    assert (action.isEnabled(), action.toolTip()) == (
        False,
        wording.fill("desktop.manuscript.actions:_judge_dismissing Select"),
    )
    desk.select(GAP)
    assert (action.isEnabled(), action.text()) == (True, "&Not needed here")
    action.trigger()
    assert action.text() == "&" + wording.fill(
        "desktop.manuscript.sentence_menu:sentence_menu Needs"
    )
    cited = next(s.index for s in desk.session.sentences if s.markers)
    desk.select(cited)
    assert not action.isEnabled()


def test_the_menu_of_a_sentence_dismisses_it_and_shows_what_it_cites(desk: Desk) -> None:
    desk.open()
    wanted: list[int] = []
    desk.tab.view.menu_wanted.connect(lambda index, _: wanted.append(index))
    menu = sentence_menu(desk.session, GAP, desk.tab)
    menu.actions()[0].trigger()
    assert desk.session.marks.kind(GAP) is Kind.DISMISSED
    back = sentence_menu(desk.session, GAP, desk.tab)
    assert back.actions()[0].text() == wording.fill(
        "desktop.manuscript.sentence_menu:sentence_menu Needs"
    )
    cited = next(s for s in desk.session.sentences if s.markers)
    shown = sentence_menu(desk.session, cited.index, desk.tab)
    assert not shown.actions()[0].isEnabled()
    chosen: list[int] = []
    shown.entry_chosen.connect(chosen.append)
    shown.actions()[-1].trigger()
    assert chosen == [cited.markers[-1].references[-1]]
    for each in (menu, back, shown):
        each.deleteLater()


def test_the_head_of_the_panel_has_no_button_for_a_plain_sentence(desk: Desk) -> None:
    desk.open()
    desk.select(0)
    assert not desk.panel.gap_row.button.isVisible()
    assert desk.panel.findChildren(QLabel)


def test_in_a_library_open_for_reading_only_nothing_can_be_dismissed(desk: Desk) -> None:
    desk.workspace.library.read_only = True
    desk.open()
    desk.select(GAP)
    reason = wording.fill("desktop.manuscript.actions:_judge_adding reading")
    assert not desk.panel.gap_row.button.isEnabled()
    assert desk.panel.gap_row.button.toolTip().startswith(reason)
    assert (desk.page.dismiss_action.isEnabled(), desk.page.dismiss_action.toolTip()) == (
        False,
        reason,
    )


def test_no_gap_is_denied_before_the_sentences_are_judged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    judge = desk.workspace.manuscripts.needs_citation

    def wait(opened: OpenManuscript) -> list[float]:
        assert go_on.wait(20)
        return judge(opened)

    monkeypatch.setattr(desk.workspace.manuscripts, "needs_citation", wait)
    desk.page.open(desk.file)
    desk.until(lambda: desk.tab.session is not None and desk.tab.outline_pane is not None)
    bar = desk.tab.bar
    assert bar.gap_label.text() == "Looking for gaps…" == outline(desk).count_label.text()
    assert bar.next_button.toolTip() == "Looking for gaps…"
    assert desk.tab.summary() == "0 papers to cite"
    go_on.set()
    desk.until(lambda: desk.session.marks.judged)
    assert "gaps" in bar.gap_label.text()
    assert bar.next_button.toolTip() == "Next gap (Alt+Down)"
    assert "gap" in desk.tab.summary()
