"""The side of a manuscript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from core.base.messages import Message
from core.base.records import PaperFilter, Suggestion, UnreadPart
from tests import wording
from tests.desktop.manuscript.unread_parts import LOST_PAGE
from tests.desktop.manuscript.whole_manuscripts import asked, follow, opened, panel, shown, whole
from tests.desktop.manuscript_desk import Desk, press

LOST_FILE = UnreadPart(
    kind="text", text=Message("A brace is never closed."), file="notes.tex", line=3, characters=90
)


def test_details_lists_all_parts_and_leads_to_their_pages(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_FILE, LOST_PAGE)
    buttons = desk.tab.unread.findChildren(QPushButton)
    press(next(button for button in buttons if button.text() == "Details"))
    panel = desk.side.unread
    assert desk.side.currentWidget() is panel
    assert panel.heading.text() == "2 parts not read"
    shown = panel.text.toPlainText()
    assert shown.index(
        wording.fill("core.manuscript.pdf.unread:unread_pages picture", page=2)
    ) < shown.index("notes.tex, line 3: A brace")
    assert "about 3,000 characters" in shown
    panel.text.anchorClicked.emit(QUrl("part:0"))
    desk.until(lambda: desk.tab.view.current_page == 1)
    panel.copy_button.click()
    assert desk.news[-1] == wording.fill("desktop.manuscript.reading_panel:__init__ what")


def test_a_part_of_a_source_opens_its_file(
    desk: Desk,
    lose,  # noqa: ANN001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    (desk.file.parent / "notes.tex").write_text("{", "utf-8")
    lose(LOST_FILE)
    desk.tab.show_unread()
    assert "Open the file" in desk.side.unread.text.toPlainText()
    desk.side.unread.text.anchorClicked.emit(QUrl("part:0"))
    assert opened[0].fileName() == "notes.tex"


def test_a_paper_is_cited_where_it_fits_best_and_taken_off_again(desk: Desk) -> None:
    opened(desk)
    one = next(each for each in whole(desk).suggestions() if each.sentences)
    follow(desk, f"cite:{one.paper.number}")
    assert desk.session.chosen(one.sentences[0]) == (one.paper.number,)
    assert wording.fill("desktop.manuscript.side_pane:_entry cite") in shown(desk)
    follow(desk, f"uncite:{one.paper.number}")
    assert desk.session.chosen(one.sentences[0]) == ()
    assert wording.fill("desktop.manuscript.side_pane:_entry cite") not in shown(desk)


def test_what_is_turned_down_goes_at_once_stays_away_and_can_be_undone(desk: Desk) -> None:
    opened(desk)
    one = whole(desk).suggestions()[0]
    follow(desk, f"refuse:{one.paper.number}")
    assert one.paper.title not in shown(desk)
    desk.until(lambda: len(asked(desk)) == 2)
    desk.idle()
    assert one.paper.title not in shown(desk)
    desk.page.undo.undo()
    desk.until(lambda: one.paper.title in shown(desk))


def test_a_citation_can_be_undone_and_redone(desk: Desk) -> None:
    opened(desk)
    one = next(each for each in whole(desk).suggestions() if each.sentences)
    sentence, undo = one.sentences[0], desk.page.undo
    follow(desk, f"cite:{one.paper.number}")
    desk.idle()
    undo.undo()
    desk.until(lambda: desk.session.chosen(sentence) == ())
    desk.idle()
    assert undo.can_redo
    undo.redo()
    desk.until(lambda: desk.session.chosen(sentence) == (one.paper.number,))


def test_the_list_can_be_copied(desk: Desk) -> None:
    opened(desk)
    press(panel(desk).copy_button)
    text = QGuiApplication.clipboard().text()
    assert whole(desk).suggestions()[0].paper.title in text
    assert "  at: “" in text
    assert desk.news[-1] == wording.fill("desktop.manuscript.side_pane:__init__ Copied whole")


def show_answer(desk: Desk, suggestions: Sequence[Suggestion], **changes: Any) -> None:  # noqa: ANN401 - of an answer
    answer = whole(desk).answer
    assert answer is not None
    whole(desk).answer = replace(answer, suggestions=tuple(suggestions), **changes)
    whole(desk).changed.emit()


def listed(desk: Desk) -> list[str]:
    titles = {one.paper.title for one in panel(desk).suggestions}
    return [line for line in shown(desk).splitlines() if line in titles]


def test_papers_that_are_seen_stay_in_their_places_until_a_better_order_is_wanted(
    desk: Desk,
) -> None:
    opened(desk)
    suggestions = whole(desk).suggestions()
    titles = [one.paper.title for one in suggestions]
    show_answer(desk, suggestions[:3])
    show_answer(desk, suggestions[:6])
    assert (listed(desk), panel(desk).better_button.isVisible()) == (titles[:6], False)
    show_answer(desk, [suggestions[7], *reversed(suggestions[:5])])
    assert listed(desk) == [*titles[:6], titles[7]]
    press(panel(desk).better_button)
    assert listed(desk) == [titles[7], *reversed(titles[:5])]
    assert not panel(desk).better_button.isVisible()


def test_a_list_that_nobody_sees_takes_the_latest_order(desk: Desk) -> None:
    opened(desk)
    suggestions = whole(desk).suggestions()
    press(panel(desk).back_button)
    show_answer(desk, suggestions[::-1])
    desk.page.whole_action.trigger()
    assert listed(desk) == [one.paper.title for one in reversed(suggestions)]
    assert not panel(desk).better_button.isVisible()


def test_a_filter_empties_the_list_for_the_whole_manuscript_at_once(desk: Desk) -> None:
    opened(desk)
    assert listed(desk)
    desk.session.use_filter(PaperFilter(last_year=2015))
    assert listed(desk) == []
    assert panel(desk).filter_button.text() == desk.panel.filter_button.text()
    assert "2015" in panel(desk).filter_button.text()
    desk.until(lambda: len(asked(desk)) == 2)
    desk.idle()
    assert listed(desk)


def test_what_the_filter_hides_of_the_whole_manuscript_is_counted(desk: Desk) -> None:
    opened(desk)
    suggestions = whole(desk).suggestions()
    show_answer(desk, suggestions, hidden_ranks=(1, 2))
    assert (
        panel(desk)
        .state.text()
        .endswith(wording.fill("desktop.manuscript.side_pane:_tally hides more", n=2))
    )
    press(panel(desk).back_button)
    show_answer(desk, (), hidden_ranks=(1, 2))
    assert panel(desk).state.text() == wording.fill("desktop.manuscript.side_pane:_tally every")
