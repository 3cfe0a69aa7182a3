"""What the library offers for the selected sentence.

A later, better answer takes the place of the first, unless a card is in hand: then it is offered.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.records import Paper, Sentence, Suggestion
from desktop.manuscript.gap_session import GapSession
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.reference_words import heading, is_found
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.suggestion_state import (
    count_words,
    explain_outlook,
    state_words,
    why_only_words,
)
from desktop.pages.sentence_map import Kind
from desktop.suggestions.answer import Answer, Request
from desktop.suggestions.cited_row import CitedRow
from desktop.suggestions.list_view import SuggestionList
from desktop.suggestions.model import SuggestionModel
from desktop.suggestions.set_row import SetRow
from desktop.ui.form_fields import Slider
from desktop.ui.notice import Notice
from desktop.ui.remembered_state import keep_text, kept_text
from desktop.ui.responsive import FlowLayout, Shrinking
from desktop.ui.theme import GRID, colors, set_icon, set_look, set_tone, theme
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label, vbox
from desktop.ui.wrapping import ElidedLabel, WrappedLabel

_BUSY_AFTER_MS = 150  # answers usually come sooner; a busy sign would only flicker
_FOLDED = "suggestions/folded"


class SuggestionPanel(QFrame):
    """Shows the suggestions of a session for one sentence at a time.

    Signals:
        rejected(int, Paper): this paper was turned down for that sentence.
        similar_requested(tuple): the person wants papers like these (paper numbers).
        paper_requested(int): the person wants to see this paper in the library.
        import_requested: the library is empty and the person wants to fill it.
        gap_requested: the person wants to go to the next gap.
        entry_requested(int): the person wants to see this entry of the reference list.
        breadth_changed(float): the context slider rests at another position.
    """

    rejected = Signal(int, object)
    similar_requested = Signal(tuple)
    paper_requested = Signal(int)
    import_requested = Signal()
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
        self.model = SuggestionModel(self)
        self.slider = ContextSlider(breadth)
        self.sets = SetRow()
        self.again = CitedRow()
        self.list = SuggestionList(self.model)
        self.notice = Notice("news")
        self.better_button = QPushButton(self.tr("Show better order"))
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

    def show_sentence(self, index: int | None) -> None:
        """Turn to another sentence and ask for it."""
        self._sentence = index
        self._answer = None
        self.notice.clear()
        self.model.show(())
        self._counts.hide()
        self._offer(None)
        self.sets.show_sets(())
        self.again.show_suggestions((), ())
        self._session.stop_asking()
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
        self._busy_soon.start()
        self._session.ask(Request(self._sentence, self.slider.breadth))

    def _show_answer(self, answer: Answer) -> None:
        if answer.request != Request(self._sentence or 0, self.slider.breadth):
            return
        self._rest()
        if self._answer is not None and _falls_behind(answer, self._answer):
            return
        moves = self._answer is not None and _look(answer) != _look(self._answer)
        if moves and self.list.paper_in_hand() is not None:
            self._offer(answer)
        else:
            self._take_over(answer)

    def _take_over(self, answer: Answer) -> None:
        first = self._answer is None
        self._answer = answer
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
        self._explain_basis(answer)

    def _offer(self, better: Answer | None) -> None:
        """Keep a better answer until the person wants to see it; ``None`` forgets it."""
        self._better = better
        self.better_button.setVisible(better is not None)
        self._count.setVisible(better is None)

    def _show_better(self) -> None:
        if self._better is not None:
            by_keyboard = self.better_button.hasFocus()
            self._take_over(self._better)
            if by_keyboard:
                self.list.focus_first()

    def _show_failure(self, error: EngineError) -> None:
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

    def _explain_basis(self, answer: Answer) -> None:
        status, recommendation = answer.status, answer.recommendation
        self._pages.setCurrentWidget(self.list)
        if status.papers == 0:
            self._say_instead(
                self.tr("Your library has no papers yet, so there is nothing to suggest."),
                self.tr("Import papers…"),
            )
            self.notice.clear()
        elif not recommendation.suggestions:
            self._say_instead(self.tr("Your library has nothing related to this sentence."), "")
            self.notice.clear()
        elif not recommendation.new:
            self._say_instead(
                self.tr("Your library has nothing for this sentence that you do not cite already."),
                "",
            )
            self.notice.clear()
        elif "vectors" not in recommendation.stages:
            self.notice.say(why_only_words(answer.status.model_state))
        elif recommendation.outlook == "convincing" or self._session.chosen(self._sentence or 0):
            self.notice.clear()
        else:
            again = bool(self.again.suggestions)
            self.notice.say(explain_outlook(recommendation.outlook, cites_fitting=again))

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
        shown_count = len(self.model.suggestions)
        self._count.setText(count_words(shown_count))
        self._counts.setVisible(shown_count > 0)

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
        self.better_button.setToolTip(
            self.tr("A reranker has read each paper together with the sentence")
        )
        line.addWidget(self._count)
        line.addWidget(self.better_button)
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
        self._session.marked.connect(self._marks_changed)
        self.gap_row.dismissed.connect(self._dismiss)
        self.cited.entry_chosen.connect(self.entry_requested)
        self._busy_soon.timeout.connect(self._say_busy)
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


def _falls_behind(answer: Answer, shown_answer: Answer) -> bool:
    """Say whether an answer would only come between a better one and the next."""
    if answer.request != shown_answer.request:
        return False
    if shown_answer.was_reranked and answer.better_follows:
        return True
    return shown_answer.recommendation.whole and not answer.recommendation.whole


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


# --- the entries that the sentence cites ------------------------------------------------
#
# Under a sentence that cites: the entries its markers lead to, and which the library has.

_ROWS = 3
_ENTRY = Qt.ItemDataRole.UserRole


class CitedEntries(QListWidget):
    """A short list; more than a few entries are scrolled. Return or a click opens one.

    Signals:
        entry_chosen(int): the person wants to see this entry.
    """

    entry_chosen = Signal(int)

    def __init__(self, references: ReferenceLinks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._sentence: Sentence | None = None
        self.setAccessibleName(self.tr("Entries that the sentence cites"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.evidence_button = push_button(self.tr("Evidence"))
        self.evidence_button.setToolTip(self.tr("What the cited papers say about this sentence"))
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        references.changed.connect(self._fill)
        theme().changed.connect(self._fill)
        self.hide()

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Turn to another sentence; without entries the list hides."""
        self._sentence = sentence
        self._fill()
        self.setVisible(self.count() > 0)

    def _fill(self) -> None:
        self.clear()
        for marker in self._sentence.markers if self._sentence is not None else ():
            for index in dict.fromkeys(marker.references):
                self._add_entry(index)
            for part in marker.unresolved:
                self._add(
                    self.tr("“{part}” is not in the reference list").format(part=part),
                    None,
                    troubled=True,
                )
        self._fit()

    def _add_entry(self, index: int) -> None:
        entry = self._references.entries[index]
        is_linked = is_found(self._references.links.get(index))
        library_text = self.tr("in your library") if is_linked else self.tr("not in your library")
        self._add(
            f"{'✓' if is_linked else '○'}  {heading(entry)}",
            index,
            tip=f"{entry.text}\n{library_text}",
        )
        self.item(self.count() - 1).setData(
            Qt.ItemDataRole.AccessibleTextRole, f"{heading(entry)}, {library_text}"
        )

    def _add(self, text: str, index: int | None, *, tip: str = "", troubled: bool = False) -> None:
        item = QListWidgetItem(text)
        item.setData(_ENTRY, index)
        item.setToolTip(plain_tip(tip or text))
        if troubled:
            item.setForeground(colors().gap)
        self.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        index = item.data(_ENTRY)
        if isinstance(index, int):
            self.entry_chosen.emit(index)

    def _fit(self) -> None:
        row = self.sizeHintForRow(0) if self.count() else self.fontMetrics().height()
        self.setFixedHeight(row * min(max(self.count(), 1), _ROWS) + 4)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self.height())


# --- the slider for the context of the search -------------------------------------------
#
# The slider for how much of the manuscript a search uses: from this sentence to all of it.

_STEPS = 10
SETTLE_MS = 180


class ContextSlider(QWidget):
    """A slider that speaks only once it rests.

    Signals:
        settled(float): the breadth, 0 for this sentence to 1 for the whole manuscript.
    """

    settled = Signal(float)

    def __init__(self, breadth: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = Slider()
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(2)
        self.slider.setMinimumWidth(48)
        self.slider.setValue(round(breadth * _STEPS))
        self.slider.setAccessibleName(
            self.tr("Context, from this sentence to the whole manuscript")
        )
        self.slider.setToolTip(
            self.tr("How much of the manuscript around the sentence the search uses")
        )
        self._rest = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._rest.timeout.connect(lambda: self.settled.emit(self.breadth))
        self.slider.valueChanged.connect(self._restart_timer)
        self._lay_out()

    @property
    def breadth(self) -> float:
        """The breadth the slider stands at."""
        return self.slider.value() / _STEPS

    def _lay_out(self) -> None:
        row = hbox(of=self, margins=0, spacing=8)
        near, far = ElidedLabel(), ElidedLabel()
        near.say(self.tr("This sentence"))
        far.say(self.tr("Whole manuscript"))
        near.setBuddy(self.slider)
        for label in (near, far):
            set_look(label, "muted")
        row.addWidget(near)
        row.addWidget(self.slider, 1)
        row.addWidget(far)

    def _restart_timer(self) -> None:
        self._rest.start()


# --- why the selected sentence seems to need a citation, and “Not needed here” ----------


class GapRow(QWidget):
    """Shown for gaps and for those that were dismissed; its button stands where it is put.

    Signals:
        dismissed(bool): the person says that it needs no citation, or that it does after all.
    """

    dismissed = Signal(bool)

    def __init__(self, gaps: GapSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gaps = gaps
        self._sentence: int | None = None
        self._is_gap = True
        self.label = text_label(wrap=True)
        set_look(self.label, "muted")
        self.button = push_button("", lambda: self.dismissed.emit(self._is_gap))
        hbox((self.label, 1), of=self, margins=0)
        gaps.reasoned.connect(self._reasoned)

    def show_sentence(self, sentence: int | None, kind: Kind) -> None:
        """Turn to a sentence; the row hides when there is nothing to say of it."""
        self._sentence = sentence
        self._is_gap = kind is Kind.GAP
        is_visible = sentence is not None and kind in (Kind.GAP, Kind.DISMISSED)
        self.setVisible(is_visible)
        self.button.setVisible(is_visible)
        if sentence is None or not is_visible:
            return
        if self._is_gap:
            self._gaps.ask_reason(sentence)
            self.button.setText(self.tr("Not needed here"))
            self.button.setToolTip(
                self.tr("This sentence needs no citation; remember that (Alt+N)")
            )
        else:
            self.button.setText(self.tr("Needs a citation after all"))
            self.button.setToolTip(self.tr("Mark this sentence as a gap again (Alt+N)"))
        self.button.setEnabled(not self._gaps.manuscript.read_only)
        if self._gaps.manuscript.read_only:
            self.button.setToolTip(self.tr("This library is open for reading only."))
        self._say()

    def _reasoned(self, sentence: int) -> None:
        if sentence == self._sentence:
            self._say()

    def _say(self) -> None:
        assert self._sentence is not None
        reason = self._gaps.reason(self._sentence)
        if not self._is_gap:
            text = self.tr("Marked as not needing a citation.")
        else:
            text = (
                self.tr("Seems to need a citation: {reason}").format(reason=reason)
                if reason
                else self.tr("Seems to need a citation")
            )
        self.label.setText(text)
