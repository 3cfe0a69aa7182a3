"""The cards of a ``SuggestionModel``, one below the other.

When rows change, the list scrolls along with the card that one sees at its top. A card that is
turned down is replaced by a row that says so, so that the others stay where they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from core.base.findings import EvidencePassage
from core.base.records import Paper, PaperNumber, Suggestion
from desktop.suggestions.card import SuggestionCard
from desktop.suggestions.model import SuggestionModel
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import hbox, push_button, text_label

_NEW_CARDS_AT_ONCE = 5
"""Making a card takes some milliseconds; more than these wait for the next turn of the loop."""
_HOLD_MS = 200
"""How long a position is kept after the last row came: until what is around it settled."""


class SuggestionList(QScrollArea):
    """Shows the rows of a model as cards.

    Signals:
        cite_toggled(Suggestion, bool): put it on the list to cite, or take it off.
        rejected(Suggestion): never again for this sentence.
        similar_requested(Suggestion): show papers like it.
        paper_requested(int): show this paper in the library.
        passage_requested(int, EvidencePassage): show where this paper says something.
        taken_back(Paper): one that was turned down is to be suggested after all.
        looked(int): a quick look at this paper is wanted.
    """

    cite_toggled = Signal(object, bool)
    rejected = Signal(object)
    similar_requested = Signal(object)
    paper_requested = Signal(int)
    passage_requested = Signal(int, object)
    taken_back = Signal(object)
    looked = Signal(int)

    def __init__(self, model: SuggestionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._cards: dict[PaperNumber, SuggestionCard] = {}
        self._spare: list[SuggestionCard] = []
        self._refused = RefusedRows()
        self._had_focus = False
        self._goes_to_top = False
        self._held_position: tuple[PaperNumber, int] | None = None
        self._hold_ends = QTimer(self, singleShot=True, interval=_HOLD_MS)
        self._hold_ends.timeout.connect(self._let_go)
        self._content = QWidget()
        self._content.setBackgroundRole(QPalette.ColorRole.Base)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.setWidget(self._content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Suggested papers"))
        set_accessible_role(self._content, Role.List)
        self._content.setAccessibleName(self.accessibleName())
        self._sync = QTimer(self, singleShot=True, interval=0)
        self._sync.timeout.connect(self._show_rows)
        for change in (model.rowsInserted, model.rowsRemoved, model.rowsMoved, model.dataChanged):
            change.connect(self._sync.start)
        model.modelReset.connect(self._start_over)

    def paper_under_mouse(self) -> PaperNumber | None:
        """Return the paper under the mouse: nothing may move there."""
        cards = self._cards.items()
        return next((n for n, card in cards if card.isVisible() and card.underMouse()), None)

    def paper_in_hand(self) -> PaperNumber | None:
        """Return the paper under the mouse or with the focus."""
        for number, card in self._cards.items():
            if card.isVisible() and (card.underMouse() or _has_focus(card)):
                return number
        return None

    def keep_position(self) -> None:
        """Scroll along with the first card in sight while rows change; the top stays the top."""
        start = self.verticalScrollBar().value()
        card = self.first_in_sight()
        if start and card is not None and card.suggestion is not None:
            self._held_position = card.suggestion.paper.number, card.y() - start
            self._hold_ends.start()

    def first_in_sight(self) -> SuggestionCard | None:
        """Return the first card of which anything is in sight, if there is one."""
        start = self.verticalScrollBar().value()
        numbers = (one.paper.number for one in self._model.suggestions)
        cards = (self._cards[number] for number in numbers if number in self._cards)
        return next((card for card in cards if card.geometry().bottom() >= start), None)

    def card(self, row: int) -> SuggestionCard | None:
        """Return the card of a row, once it is made."""
        suggestions = self._model.suggestions
        return self._cards.get(suggestions[row].paper.number) if row < len(suggestions) else None

    def focus_first(self) -> None:
        """Put the focus on the first card."""
        card = self.card(0)
        if card is not None:
            card.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._bring_into_view(card)

    def toggle_reasons(self) -> None:
        """Show the reasons of the card in hand in full, or fold them; else those of the first."""
        number = self.paper_in_hand()
        card = self.card(0) if number is None else self._cards[number]
        if card is not None:
            card.unfold(not card.unfolded)
            self._bring_into_view(card)

    def step(self, by: int) -> PaperNumber | None:
        """Go to the card below (1) or above (-1) the one with the focus and return its paper."""
        for card in self._cards.values():
            if card.isVisible() and _has_focus(card):
                target = self._step(card, by)
                return target.suggestion.paper.number if target and target.suggestion else None
        return None

    def _refuse(self, card: SuggestionCard) -> None:
        """Let a row replace a card, and go on with the next card."""
        refused = card.suggestion
        if refused is None:
            return
        numbers = [suggestion.paper.number for suggestion in self._model.suggestions]
        at = numbers.index(refused.paper.number)
        below = numbers[at + 1] if at + 1 < len(numbers) else None
        row = RefusedRow(refused.paper, card.height(), self._content)
        row.taken_back.connect(self.taken_back)
        self._refused.put(row, below)
        by_key = card.hasFocus()
        if _has_focus(card):
            near = self._neighbour(card, 1) or self._neighbour(card, -1)
            (near or row.undo_button).setFocus(Qt.FocusReason.OtherFocusReason)
            if near is not None and by_key:
                self._bring_into_view(near)
        self.rejected.emit(refused)

    def _select_card(self, card: SuggestionCard) -> None:
        if card.suggestion is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.looked.emit(card.suggestion.paper.number)

    def _request_passage(self, card: SuggestionCard, passage: EvidencePassage) -> None:
        if card.suggestion is not None:
            self.passage_requested.emit(card.suggestion.paper.number, passage)

    # --- making and showing the cards ---------------------------------------------------------

    def _start_over(self) -> None:
        self._goes_to_top = True
        self._refused.clear()
        self._sync.start()

    def _show_rows(self) -> None:
        """Give each row its card. A card stays with its paper."""
        rows = self._model.suggestions
        shown_numbers = {suggestion.paper.number for suggestion in rows}
        self._put_away(shown_numbers)
        back = self._refused.with_focus(shown_numbers)
        if back is not None:  # to its card, once it is there; else the next in line would be shown
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._refused.drop(shown_numbers)
        self._make_cards(rows)
        if self._goes_to_top:
            self._goes_to_top = False
            self._held_position = None
            self.verticalScrollBar().setValue(0)
        self._lay_out()
        self._give_focus(back)
        self._keep_hold()
        if self._held_position is not None:
            self._hold_ends.start()

    def _make_cards(self, rows: list[Suggestion]) -> None:
        made_count = 0
        for suggestion in rows:
            number = suggestion.paper.number
            if number not in self._cards:
                if not self._spare and made_count == _NEW_CARDS_AT_ONCE:
                    self._sync.start()
                    break
                made_count += not self._spare
                self._cards[number] = self._take_card()
            passage, chosen = self._model.passage(number), self._model.is_chosen(number)
            self._cards[number].show_suggestion(suggestion, passage, chosen=chosen)

    def _give_focus(self, back: PaperNumber | None) -> None:
        """Give the focus to a card that is shown again, or to the first if the cards are others."""
        if back in self._cards:
            self._cards[back].setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._had_focus and self._cards:
            self._had_focus = False
            if self.hasFocus():
                self.focus_first()

    def _keep_hold(self) -> None:
        if self._held_position is not None and self._held_position[0] in self._cards:
            number, below_top = self._held_position
            self.verticalScrollBar().setValue(self._cards[number].y() - below_top)

    def _let_go(self) -> None:
        if self._sync.isActive():  # a busy machine: cards are still being made
            self._hold_ends.start()
        else:
            self._held_position = None

    def _put_away(self, wanted_numbers: set[PaperNumber]) -> None:
        for number in [number for number in self._cards if number not in wanted_numbers]:
            card = self._cards.pop(number)
            if _has_focus(card):  # kept in the list: else the keys of the page fail
                self._had_focus = True
                (self._neighbour(card, 1) or self).setFocus(Qt.FocusReason.OtherFocusReason)
            card.hide()
            self._spare.append(card)

    def _take_card(self) -> SuggestionCard:
        if self._spare:
            return self._spare.pop()
        card = SuggestionCard(self._content)
        card.cite_toggled.connect(lambda on: self.cite_toggled.emit(card.suggestion, on))
        card.rejected.connect(lambda: self._refuse(card))
        card.similar_requested.connect(lambda: self.similar_requested.emit(card.suggestion))
        card.paper_requested.connect(self.paper_requested)
        card.passage_requested.connect(lambda passage: self._request_passage(card, passage))
        card.looked.connect(lambda: self._select_card(card))
        card.resized.connect(self._lay_out)
        card.stepped.connect(lambda by: self._step(card, by))
        return card

    def _lay_out(self) -> None:
        # Always as if there were a scroll bar: else text would break anew, and cards move, when the
        # card that needs one arrives.
        width = self.width() - self.verticalScrollBar().sizeHint().width()
        top = 0
        last: QWidget | None = None
        for suggestion in self._model.suggestions:
            card = self._cards.get(suggestion.paper.number)
            if card is None:
                break
            top, last = self._lay_refused(suggestion.paper.number, width, top, last)
            height = card.lay_out(width)
            card.setGeometry(0, top, width, height)
            card.show()
            if last is not None:
                self._order_focus(last, card)
            last = card
            top += height
        top, _ = self._lay_refused(None, width, top, last)
        self._content.resize(width, top)

    def _lay_refused(
        self, below: PaperNumber | None, width: int, top: int, last: QWidget | None
    ) -> tuple[int, QWidget | None]:
        """Place the rows above a card, and return where it begins and what Tab leaves for it."""
        for row in self._refused.above(below):
            row.setGeometry(0, top, width, row.kept_height)
            row.show()
            if last is not None:
                self._order_focus(last, row.undo_button)
            last = row.undo_button
            top += row.kept_height
        return top, last

    @staticmethod
    def _order_focus(before: QWidget, card: QWidget) -> None:
        previous = before.more_button if isinstance(before, SuggestionCard) else before
        QWidget.setTabOrder(previous, card)
        if isinstance(card, SuggestionCard):
            QWidget.setTabOrder(card, card.cite_button)
            QWidget.setTabOrder(card.cite_button, card.reject_button)
            QWidget.setTabOrder(card.reject_button, card.similar_button)
            QWidget.setTabOrder(card.similar_button, card.look_button)
            QWidget.setTabOrder(card.look_button, card.more_button)

    def _step(self, card: SuggestionCard, by: int) -> SuggestionCard | None:
        """Put the focus on the card that lies below or above on the screen; return it."""
        target = self._neighbour(card, by)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
            self._bring_into_view(target)
        return target

    def _bring_into_view(self, card: SuggestionCard) -> None:
        """Scroll to a card; where it does not fit, its title is in sight, not its end."""
        self.ensureWidgetVisible(card, 0, 0)
        bar = self.verticalScrollBar()
        bar.setValue(min(bar.value(), card.y()))

    def _neighbour(self, card: SuggestionCard, by: int) -> SuggestionCard | None:
        visible_cards = sorted((c for c in self._cards.values() if c.isVisible()), key=QWidget.y)
        beyond = [c for c in visible_cards if (c.y() - card.y()) * by > 0]
        if not beyond:
            return None
        return beyond[0] if by > 0 else beyond[-1]

    # --- events of Qt -------------------------------------------------------------------------

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._sync.start()  # once the cards have it too, which threw away their lines

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._keep_hold()


def _has_focus(card: SuggestionCard) -> bool:
    # That of its window, which another one may stand before.
    focused: QWidget | None = card.window().focusWidget()
    return focused is card or (focused is not None and card.isAncestorOf(focused))


# --- rows of rejected papers ------------------------------------------------------------
#
# What stands where a card was turned down, as high as it, so that no other card moves.

_TITLE = 60


class RefusedRow(QFrame):
    """Says which paper is not suggested any more.

    Signals:
        taken_back(Paper): it is to be suggested after all.
    """

    taken_back = Signal(object)

    def __init__(self, paper: Paper, height: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.paper = paper
        self.kept_height = height
        title = paper.title if len(paper.title) <= _TITLE else f"{paper.title[:_TITLE].rstrip()}…"
        label = text_label(self.tr("Not suggested here any more: “{0}”").format(title))
        label.setWordWrap(True)
        set_look(label, "muted")
        self.undo_button = push_button(self.tr("Suggest again"), look="quiet")
        self.undo_button.setAccessibleDescription(paper.title)
        self.undo_button.clicked.connect(lambda *_: self.taken_back.emit(paper))
        row = hbox((label, 1), of=self, margins=(34, GRID, 12, GRID))
        row.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignVCenter)


@dataclass(slots=True)
class _Slot:
    """A row and the paper whose card stands below it; ``None`` below the last one."""

    row: RefusedRow
    below: PaperNumber | None


class RefusedRows:
    """The rows of papers that were turned down since the list was made."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def put(self, row: RefusedRow, below: PaperNumber | None) -> None:
        """Let a row replace a card, above the card ``below``."""
        number = row.paper.number
        above = [slot for slot in self._slots if slot.below == number]
        other_slots = [slot for slot in self._slots if slot.below != number]
        for slot in above:
            slot.below = below
        first = next(
            (n for n, slot in enumerate(other_slots) if slot.below == below), len(other_slots)
        )
        self._slots = [*other_slots[:first], *above, _Slot(row, below), *other_slots[first:]]

    def above(self, number: PaperNumber | None) -> Iterator[RefusedRow]:
        """Yield the rows above a card, or those below the last one."""
        return (slot.row for slot in self._slots if slot.below == number)

    def with_focus(self, papers: Collection[PaperNumber]) -> PaperNumber | None:
        """Return the one of some papers whose row has the focus."""
        rows = (slot.row for slot in self._slots if slot.row.paper.number in papers)
        return next((row.paper.number for row in rows if row.undo_button.hasFocus()), None)

    def drop(self, shown_numbers: Collection[PaperNumber]) -> None:
        """Drop the rows of papers that are shown again."""
        self._remove([slot for slot in self._slots if slot.row.paper.number in shown_numbers])
        for slot in self._slots:
            if slot.below is not None and slot.below not in shown_numbers:
                slot.below = None

    def clear(self) -> None:
        """Drop all rows."""
        self._remove(self._slots)

    def _remove(self, slots: list[_Slot]) -> None:
        self._slots = [slot for slot in self._slots if slot not in slots]
        for slot in slots:
            slot.row.hide()
            slot.row.deleteLater()
