"""What the library offers for the selected sentence.

The list shows once. A later answer extends it; one that would move what is seen is offered.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from core.base.errors import EngineError
from core.base.records import PLAUSIBLE, Paper, Status, Suggestion
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.suggestion_state import (
    CitedEntries,
    FilterButton,
    GapRow,
    count_words,
    explain_outlook,
    is_complete,
    state_words,
    why_incomplete,
    why_lacking,
)
from desktop.pages.sentence_map import Kind
from desktop.suggestions.answer import Answer, Request
from desktop.suggestions.cited_row import CitedRow
from desktop.suggestions.list_view import SuggestionList
from desktop.suggestions.model import SuggestionModel
from desktop.suggestions.question_fields import ContextSlider
from desktop.suggestions.set_row import SetRow
from desktop.ui.focus import focus_part
from desktop.ui.notice import Notice
from desktop.ui.remembered_state import keep_text, kept_text
from desktop.ui.responsive import FlowLayout, Shrinking
from desktop.ui.theme import GRID, set_icon, set_look, set_tone
from desktop.ui.widgets import text_label, vbox
from desktop.ui.wrapping import WrappedLabel

_BUSY_AFTER_MS = 150  # answers usually come sooner; a busy sign would only flicker
_HOLD_MS = 300
"""For which a first list waits for its better order: it would hardly be read before."""
_FOLDED = "suggestions/folded"


class SuggestionPanel(QFrame):
    """Shows the suggestions of a session for one sentence at a time.

    Signals:
        rejected(int, Paper): this paper was turned down for that sentence.
        similar_requested(tuple): the person wants papers like these (paper numbers).
        paper_requested(int): the person wants to see this paper in the library.
        import_requested: the library is empty and the person wants to fill it.
        index_requested: indexing was stopped and the person wants it to go on.
        gap_requested: the person wants to go to the next gap.
        entry_requested(int): the person wants to see this entry of the reference list.
        breadth_changed(float): the context slider rests at another position.
    """

    rejected = Signal(int, object)
    similar_requested = Signal(tuple)
    paper_requested = Signal(int)
    import_requested = Signal()
    index_requested = Signal()
    gap_requested = Signal()
    entry_requested = Signal(int)
    breadth_changed = Signal(float)

    def __init__(
        self, session: ManuscriptSession, breadth: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._sentence: int | None = None
        self._answer: Answer | None = None
        self._better: Answer | None = None
        self._has_failed = False
        self._first_hold = FirstHold(self)
        self.model = SuggestionModel(self)
        self.slider = ContextSlider(breadth)
        self.sets = SetRow()
        self.again = CitedRow()
        self.list = SuggestionList(self.model)
        self.notice = Notice("news")
        self.better_button = QPushButton(self.tr("Show better order"))
        self.filter_button = FilterButton(session)
        self.placeholder = text_label()
        self.placeholder_button = QPushButton()
        self._state = text_label()
        self._text = WrappedLabel(lines=3)
        self.gap_row = GapRow(session.gaps)
        self.cited = CitedEntries(session.references)
        self._count = text_label()
        self._busy = QProgressBar()
        self._busy_soon = QTimer(self, singleShot=True, interval=_BUSY_AFTER_MS)
        self.fold_button = self._make_fold_button()
        self._lay_out()
        self.fold_button.setChecked(bool(kept_text(_FOLDED)))
        self._fold(self.fold_button.isChecked())
        self._connect()
        self.show_sentence(None)

    # --- what is shown ------------------------------------------------------------------------

    @property
    def sentence(self) -> int | None:
        """The sentence the panel is about."""
        return self._sentence

    def part_in_front(self) -> QWidget:
        """Return the part one works on: the first paper in sight, or what is shown instead."""
        card = self.list.first_in_sight()
        return self._empty if card is None or not card.isVisible() else card

    def show_sentence(self, index: int | None) -> None:
        """Turn to another sentence and ask for it."""
        self._sentence = index
        self._answer, self._has_failed = None, False
        self.notice.clear()
        self.model.show(())
        self._counts.hide()
        self._offer(None)
        self.sets.show_sets(())
        self.again.show_suggestions((), ())
        self._session.stop_asking()
        self._first_hold.begin()
        self._show_state()
        self._body.setVisible(index is not None)
        self.fold_button.setVisible(index is not None)
        if index is None:
            self._wait_for_choice()
        else:
            sentence = self._session.sentences[index]
            self._text.show_text(sentence.text)
            self.cited.show_sentence(sentence)
            self._pages.setCurrentWidget(self.list)
            self._ask()

    def repeat_question(self) -> None:
        """Ask the same question again: the library or the model may know more by now."""
        if self._sentence is not None:
            self._ask()

    def _ask(self) -> None:
        assert self._sentence is not None
        self._offer(None)
        self._first_hold.begin()
        self._busy_soon.start()
        self._session.ask(self._request(self._sentence))

    def _request(self, sentence: int) -> Request:
        return Request(sentence, self.slider.breadth, self._session.paper_filter)

    def _show_answer(self, answer: Answer) -> None:
        if answer.request != self._request(self._sentence or 0):
            return
        shown_answer = self._answer
        if shown_answer is not None and shown_answer.request != answer.request:
            shown_answer = None
        if self._first_hold.holds(answer, is_first=shown_answer is None):
            return
        self._rest()
        if shown_answer is None:
            self._take_over(answer)
        elif not _falls_behind(answer, shown_answer):
            self._show_next(answer, shown_answer)

    def _show_next(self, answer: Answer, shown_answer: Answer) -> None:
        """Extend the list; an answer that would move what is seen is only offered."""
        in_hand = self.list.paper_in_hand() is not None
        moves = _reorders(answer, shown_answer) or (
            in_hand and _look(answer) != _look(shown_answer)
        )
        if moves and self.isVisible():
            self._has_failed = False
            self._offer(answer)
            self._explain()
        else:  # nobody sees it move while another page is in front
            self._take_over(answer)

    def _show_held(self, answer: Answer) -> None:
        self._rest()
        self._take_over(answer)

    def _take_over(self, answer: Answer) -> None:
        first = self._answer is None
        self._answer, self._has_failed = answer, False
        self._offer(None)
        suggestions = answer.recommendation.new
        self._decide_rows()
        if first:
            self.model.show(suggestions)
        else:
            self.list.keep_position()
            self.model.update(suggestions)
        self._show_sets()
        self._show_cited_elsewhere()
        self._show_count()
        self._explain()

    def _offer(self, better: Answer | None) -> None:
        """Keep a better answer until the person wants to see it; ``None`` forgets it."""
        self._better = better
        if better is not None:
            tip = self.tr("The library or the model has changed since")
            if better.was_reranked:
                tip = self.tr("A reranker has read each paper together with the sentence")
            self.better_button.setToolTip(tip)
        self.better_button.setVisible(better is not None)
        self._count.setVisible(better is None)

    def _show_better(self) -> None:
        if self._better is not None:
            by_keyboard = self.better_button.hasFocus()
            self._take_over(self._better)
            if by_keyboard:
                self.list.focus_first()

    def _show_failure(self, error: EngineError) -> None:
        self._has_failed = True
        self._rest()
        if self._answer is None:
            self._say_instead("", "")
        self.notice.say_error(error, action=self.tr("Try again"), call=self.repeat_question)

    def _say_busy(self) -> None:
        self._busy.show()
        if self._answer is None and not self.notice.text:
            self._say_instead(self.tr("Looking for papers…"), "")

    def _rest(self) -> None:
        self._busy_soon.stop()
        self._busy.hide()

    # --- what the panel shows instead of suggestions ------------------------------------------

    def _wait_for_choice(self) -> None:
        marks = self._session.marks
        text = self.tr("Select a sentence to see which papers of your library it could cite.")
        if not marks.sentences:
            text = self.tr(
                "No text was found in this manuscript, so there are no sentences to suggest "
                "papers for."
            )
        elif marks.gaps:
            text += " " + self.tr("Press Down to go from gap to gap.")
        elif marks.judged and marks.recognised and not self._session.reading.loses_text:
            text += " " + self.tr(
                "No gaps found. “More gaps” above the outline shows less certain ones."
            )
        if marks.sentences and self._session.reading.loses_text:
            text += " " + self.tr("Parts of the text were not read: gaps in them are missing here.")
        if not marks.recognised:
            text += " " + self.tr("Gaps are only recognised in English: most are missed here.")
        self._say_instead(text, self.tr("Go to the first gap") if marks.gaps else "")

    def _explain(self) -> None:
        """Say what is shown instead of papers, and what the list or the one offered lacks."""
        answer, better = self._answer, self._better
        if answer is None:
            return
        self._pages.setCurrentWidget(self.list)
        if answer.status.papers == 0:
            self._say_instead(
                self.tr("Your library has no papers yet, so there is nothing to suggest."),
                self.tr("Import papers…"),
            )
            self.notice.clear()
        elif not answer.recommendation.new:
            self._say_instead(self._explain_nothing_new(answer), "")
            self.notice.clear()
        elif better is None or not _why_lacking(answer):
            self._explain_basis(answer)
        else:
            ready = self.tr("Complete suggestions are ready: choose “{button}”.")
            ready = ready.format(button=self.better_button.text())
            self.notice.say(_why_lacking(better) or ready)

    def _explain_basis(self, answer: Answer) -> None:
        """Say what a list rests on, and how good it is."""
        recommendation, status = answer.recommendation, answer.status
        fits = recommendation.outlook == "convincing" or self._session.chosen(self._sentence or 0)
        lacking = _why_lacking(answer)
        by_words = "vectors" not in recommendation.stages
        if lacking and (by_words or status.is_indexing_stopped or not fits):
            self._say_lacking(status, lacking)
        elif fits:
            self.notice.clear()
        else:
            fitting = any(one.confidence >= PLAUSIBLE for one in self.again.suggestions)
            words = explain_outlook(
                recommendation.outlook, cites_fitting=fitting, hides=bool(recommendation.hidden)
            )
            self.notice.say(words)

    def _say_lacking(self, status: Status, lacking: str) -> None:
        """Say why papers are missing, and offer to index them where nothing else will."""
        is_waiting = status.is_indexing_stopped and status.model_state == "ready"
        action = self.tr("Start indexing") if is_waiting and not self._session.read_only else ""

        self.notice.say(lacking, action=action, call=self._start_indexing)

    def _start_indexing(self) -> None:
        """Ask for it; what is said of the list follows, and the button is no longer needed."""
        focus_part(self.part_in_front())
        self.follow_indexing(is_stopped=False)
        self.index_requested.emit()

    def follow_indexing(self, *, is_stopped: bool) -> None:
        """Say of what is shown whether indexing goes on; it was started or stopped elsewhere."""
        answer = self._answer
        if answer is not None and answer.status.is_indexing_stopped != is_stopped:
            status = replace(answer.status, is_indexing_stopped=is_stopped)
            self._answer = replace(answer, status=status)
            self._explain()

    def _explain_nothing_new(self, answer: Answer) -> str:
        recommendation = answer.recommendation
        if recommendation.hidden:
            return self.tr("The filter hides every new paper for this sentence.")
        if not is_complete(answer.status):
            return why_incomplete(answer.status)
        nothing = (
            self.tr("Your library has nothing for this sentence that you do not cite already.")
            if recommendation.suggestions
            else self.tr("Your library has nothing related to this sentence.")
        )
        return f"{nothing} {_why_lacking(answer)}".rstrip()

    def _say_instead(self, text: str, action: str) -> None:
        self.placeholder.setText(text)
        self.placeholder_button.setText(action)
        self.placeholder_button.setVisible(bool(action))
        self._pages.setCurrentWidget(self._empty)

    def _act_on_placeholder(self) -> None:
        if self._sentence is None:
            self.gap_requested.emit()
        else:
            self.import_requested.emit()

    def _show_state(self) -> None:
        index = self._sentence
        if index is None:
            self._state.setText(self.tr("No sentence selected"))
            set_tone(self._state, "")
            self.gap_row.show_sentence(None, Kind.PLAIN)
            self.cited.evidence_button.hide()
            return
        kind = self._session.marks.kind(index)
        self.gap_row.show_sentence(index, kind)
        sentence, chosen = self._session.sentences[index], len(self._session.chosen(index))
        self.cited.evidence_button.setVisible(bool(sentence.markers))
        tones = {Kind.GAP: "gap", Kind.CITED: "cited", Kind.CHOSEN: "good"}
        self._state.setText(state_words(kind, sentence, chosen))
        set_tone(self._state, tones.get(kind, ""))

    def _show_count(self) -> None:
        hidden_count = self._answer.recommendation.hidden if self._answer is not None else 0
        self._count.setText(count_words(len(self.model.suggestions)))
        self.filter_button.show_hidden_count(hidden_count)
        self._counts.setVisible(self._answer is not None)

    # --- decisions about the suggestions ------------------------------------------------------

    def _toggle(self, suggestion: Suggestion, on: bool) -> None:
        if self._sentence is not None:
            self._session.decide(self._sentence, [suggestion.paper], "cite" if on else None)

    def _reject(self, suggestion: Suggestion) -> None:
        if self._sentence is not None:
            sentence = self._sentence
            self._session.decide(sentence, [suggestion.paper], "reject")
            self.rejected.emit(sentence, suggestion.paper)

    def _take_back(self, paper: Paper) -> None:
        if self._sentence is not None:
            self._session.decide(self._sentence, [paper], None)

    def _cite_set(self, papers: list[Paper]) -> None:
        if self._sentence is not None:
            self._session.decide(self._sentence, papers, "cite")

    def _decide_rows(self) -> None:
        index = self._sentence
        if index is None:
            return
        rejected = [
            suggestion.paper.number
            for suggestion in (self._answer.recommendation.suggestions if self._answer else ())
            if self._session.verdict(index, suggestion.paper.number) == "reject"
        ]
        self.model.decide(self._session.chosen(index), rejected)

    def _show_sets(self) -> None:
        """Offer the sets that are not on the list already."""
        if self._sentence is None or self._answer is None:
            return
        chosen = set(self._session.chosen(self._sentence))
        sets = self._answer.recommendation.sets
        rest = [s for s in sets if {paper.number for paper in s.papers} - chosen]
        self.sets.show_sets(rest, self._session.references.labels())

    def _show_cited_elsewhere(self) -> None:
        """Show which papers that are cited elsewhere fit here too."""
        if self._sentence is None or self._answer is None:
            return
        elsewhere = [
            suggestion
            for suggestion in self._answer.recommendation.again()
            if self._session.verdict(self._sentence, suggestion.paper.number) != "reject"
        ]
        self.again.show_suggestions(elsewhere, set(self._session.chosen(self._sentence)))

    def _dismiss(self, dismissed: bool) -> None:
        if self._sentence is not None:
            self._session.gaps.dismiss(self._sentence, dismissed=dismissed)

    def _marks_changed(self) -> None:
        self._show_state()
        if self._sentence is None:
            self._wait_for_choice()

    def _decisions_changed(self) -> None:
        self._decide_rows()
        self._show_sets()
        self._show_cited_elsewhere()
        self._marks_changed()
        self._show_count()
        if not self._has_failed:
            self._explain()

    # --- putting together ---------------------------------------------------------------------

    def _lay_out(self) -> None:
        set_look(self, "surface")
        self.setAccessibleName(self.tr("Suggestions for the selected sentence"))
        column = vbox(
            self._busy, Shrinking(self._head()), self.notice, of=self, margins=0, spacing=0
        )
        self._pages = QStackedWidget(self)
        self._empty = self._placeholder()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        column.addWidget(self._pages, 1)
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        keep = self._busy.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._busy.setSizePolicy(keep)
        self._busy.setFixedHeight(3)
        self._busy.setAccessibleName(self.tr("Looking for papers"))
        self._busy.hide()

    def _head(self) -> QWidget:
        head = QWidget()
        column = vbox(of=head, margins=(12, GRID, 12, GRID), spacing=4)
        set_look(self._state, "heading")
        buttons = self.cited.evidence_button, self.gap_row.button, self.fold_button
        states = FlowLayout(self._state, *buttons, spacing=GRID)
        column.addLayout(states)
        self._details = QWidget()
        vbox(
            self._text,
            self.gap_row,
            self.cited,
            self.slider,
            self.sets,
            self.again,
            of=self._details,
            margins=0,
            spacing=GRID,
        )
        self._body = QWidget()
        self._counts = self._count_line()
        vbox(self._details, self._counts, of=self._body, margins=0, spacing=GRID)
        column.addWidget(self._body)
        return head

    def _make_fold_button(self) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(self.tr("Collapse the details of the sentence"))
        button.toggled.connect(self._fold)
        return button

    def _fold(self, is_folded: bool) -> None:
        """Leave the room to the suggestions, or show again what is said of the sentence."""
        self._details.setVisible(not is_folded)
        set_icon(self.fold_button, "collapse" if is_folded else "expand")
        tip = self.tr("Expand the details") if is_folded else self.tr("Collapse the details")
        self.fold_button.setToolTip(tip)
        keep_text(_FOLDED, "yes" if is_folded else "")

    def _count_line(self) -> QWidget:
        """Put the count and the better order, which takes its place, on one line.

        The line is as high as the button, so nothing moves when it shows.
        """
        widget = QWidget()
        line = FlowLayout()
        widget.setLayout(line)
        set_look(self._count, "heading")
        set_look(self.better_button, "quiet")
        self._count.setMinimumHeight(self.better_button.sizeHint().height())
        self.better_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves it to the card
        line.addWidget(self._count)
        line.addWidget(self.better_button)
        line.addWidget(self.filter_button)
        return widget

    def _placeholder(self) -> QWidget:
        page = QWidget()
        column = vbox(of=page, margins=3 * GRID, spacing=2 * GRID)
        self.placeholder.setWordWrap(True)
        set_look(self.placeholder, "muted")
        column.addWidget(self.placeholder)
        column.addWidget(self.placeholder_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        self._session.answered.connect(self._show_answer)
        self._session.failed.connect(self._show_failure)
        self._session.decided.connect(self._decisions_changed)
        self._session.filter_changed.connect(self.repeat_question)
        self._session.marked.connect(self._marks_changed)
        self.gap_row.dismissed.connect(self._dismiss)
        self.cited.entry_chosen.connect(self.entry_requested)
        self._busy_soon.timeout.connect(self._say_busy)
        self._first_hold.released.connect(self._show_held)
        self.slider.settled.connect(self._breadth_settled)
        self.sets.cited.connect(self._cite_set)
        self.again.cite_toggled.connect(self._toggle)
        self.again.looked.connect(self.list.looked)
        self.placeholder_button.clicked.connect(self._act_on_placeholder)
        self.better_button.clicked.connect(self._show_better)
        self.list.cite_toggled.connect(self._toggle)
        self.list.rejected.connect(self._reject)
        self.list.taken_back.connect(self._take_back)
        self.list.paper_requested.connect(self.paper_requested)
        self.list.similar_requested.connect(
            lambda suggestion: self.similar_requested.emit((suggestion.paper.number,))
        )

    def _breadth_settled(self, breadth: float) -> None:
        self.breadth_changed.emit(breadth)
        self.repeat_question()


class FirstHold(QObject):
    """Holds a first list back for a moment, where its better order was quick last time.

    Signals:
        released(Answer): the better order takes longer; show this one.
    """

    released = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.reading_ms: float = _HOLD_MS
        self._answer: Answer | None = None
        self._since_first = QElapsedTimer()
        self._end = QTimer(self, singleShot=True, interval=_HOLD_MS)
        self._end.timeout.connect(self._release)

    def begin(self) -> None:
        """Forget what is held: another question is asked."""
        self._end.stop()
        self._answer = None
        self._since_first.invalidate()

    def holds(self, answer: Answer, *, is_first: bool) -> bool:
        """Take an answer and say whether it waits; it does not once its better order is there."""
        if not self._since_first.isValid():
            self._since_first.start()
        elif answer.was_reranked:
            self.reading_ms = self._since_first.elapsed()
        if is_first and answer.better_follows and self.reading_ms < _HOLD_MS:
            self._answer = answer
            if not self._end.isActive():
                self._end.start()
            return True
        self._end.stop()
        self._answer = None
        return False

    def _release(self) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            self.released.emit(answer)


def _why_lacking(answer: Answer) -> str:
    return why_lacking(answer.recommendation.stages, answer.status)


def _falls_behind(answer: Answer, shown_answer: Answer) -> bool:
    """Say whether an answer would only come between a better one and the next."""
    if shown_answer.was_reranked and answer.better_follows:
        return True
    return shown_answer.recommendation.whole and not answer.recommendation.whole


def _reorders(answer: Answer, shown_answer: Answer) -> bool:
    """Say whether an answer would do more than add papers below those that are shown."""
    shown_papers, new_papers = (
        [suggestion.paper.number for suggestion in one.recommendation.new]
        for one in (shown_answer, answer)
    )
    return new_papers[: len(shown_papers)] != shown_papers


def _look(answer: Answer) -> tuple[object, ...]:
    """Return what of an answer is shown."""
    recommendation = answer.recommendation
    papers = [suggestion.paper.number for suggestion in recommendation.new]
    again = [suggestion.paper.number for suggestion in recommendation.again()]
    return (
        papers,
        again,
        recommendation.sets,
        recommendation.convincing,
        "vectors" in recommendation.stages,
    )
