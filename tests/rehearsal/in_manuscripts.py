"""What a person does with manuscripts: open, click, cite, refuse, link, undo."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from desktop.app.main_window import MANUSCRIPT
from desktop.manuscript.page import PassageDialog
from desktop.manuscript.reference_panel import ReferencePanel
from desktop.suggestions.card import SuggestionCard
from tests.rehearsal.person import Answer, CannotNow, Person, Steps, Until

MOST_TABS = 4


class InManuscripts(Person):
    """Actions on the manuscript page."""

    def open_manuscript(self) -> Steps:
        """Open a manuscript and wait until it is read."""
        page = self.pages.manuscript
        self.need(page.tabs.count() < MOST_TABS)
        self.window.open_manuscript(self.random.choice(self.world.manuscripts))
        yield 50
        yield Until(
            lambda: (
                self.window.pages is None
                or (tab := self.pages.manuscript.current_tab()) is None
                or tab.session is not None
                or tab.trouble.isVisible()
            ),
            "a manuscript is read",
        )

    def type_passage(self) -> Steps:
        """Ask for a passage that is typed."""
        self.need(self.pages.manuscript.tabs.count() < MOST_TABS)
        self.pages.manuscript.text_action.trigger()
        yield from self.opened(PassageDialog)
        dialog = self.shown(PassageDialog)
        assert dialog is not None
        title = self.random.choice(self.world.titles)
        yield from self.type_into(dialog.editor, f"It was shown before what {title} means.")
        yield from self.press(dialog.button)
        yield 300

    def close_tab(self) -> Steps:
        """Close the manuscript in front."""
        yield from self.turn_to(MANUSCRIPT)
        self.need(self.pages.manuscript.current_tab())
        self.pages.manuscript.close_action.trigger()
        yield 100

    def choose_tab(self) -> Steps:
        """Turn to another open manuscript."""
        yield from self.turn_to(MANUSCRIPT)
        tabs = self.pages.manuscript.tabs
        self.need(tabs.count() > 1)
        tabs.setCurrentIndex(self.random.randrange(tabs.count()))
        yield 200

    def click_sentence(self) -> Steps:
        """Click a sentence where it stands on the page."""
        yield from self._front()
        tab = self.tab
        assert tab.session is not None
        self.need(tab.session.sentences and tab.view.pages)
        index = self.random.randrange(len(tab.session.sentences))
        tab.view.reveal(index)
        yield 60
        self.need(tab is self.pages.manuscript.current_tab() and tab.session is not None)
        area = tab.view.get_rect(index).toAlignedRect() & tab.view.viewport().rect()
        self.need(not area.isEmpty())
        places = (
            QPoint(
                self.random.randint(area.left(), area.right()),
                self.random.randint(area.top(), area.bottom()),
            )
            for _ in range(60)
        )
        place = next((p for p in places if tab.view.find_sentence(QPointF(p)) == index), None)
        self.need(place is not None)
        assert place is not None
        button = (
            Qt.MouseButton.LeftButton if self.random.random() < 0.9 else Qt.MouseButton.RightButton
        )
        QTest.mouseClick(tab.view.viewport(), button, pos=place)
        yield 100

    def next_gap(self) -> Steps:
        """Go from gap to gap by keys."""
        yield from self._front()
        for _ in range(self.random.randint(1, 4)):
            key = Qt.Key.Key_Down if self.random.random() < 0.8 else Qt.Key.Key_Up
            yield from self.keys(key, Qt.KeyboardModifier.AltModifier)
            yield 100

    def cite(self) -> Steps:
        """Press “Cite” on a card, or take it back."""
        card = yield from self._card()
        yield from self.press(card.cite_button)
        yield 150

    def refuse(self) -> Steps:
        """Press “Not this” on a card."""
        card = yield from self._card()
        yield from self.press(card.reject_button)
        yield 150

    def more_of_card(self) -> Steps:
        """Open the menu of a card and choose from it."""
        card = yield from self._card()
        yield from self.press(card.more_button)
        yield from self.opened(QMenu)
        menu = self.shown(QMenu)
        assert menu is not None
        yield from self.pick(menu)
        yield 200

    def similar_to_card(self) -> Steps:
        """Go from a card to similar papers."""
        card = yield from self._card()
        yield from self.press(card.similar_button)
        yield 300

    def move_context(self) -> Steps:
        """Move the context slider, or the one of gaps."""
        yield from self._front()
        tab = self.tab
        assert tab.panel is not None
        assert tab.outline_pane is not None
        slider = self.random.choice((tab.panel.slider.slider, tab.outline_pane.slider.slider))
        slider.setValue(self.random.randint(slider.minimum(), slider.maximum()))
        yield 300

    def dismiss_gap(self) -> Steps:
        """Say that a sentence needs no citation, or that it does."""
        yield from self._front()
        action = self.pages.manuscript.dismiss_action
        self.need(action.isEnabled())
        action.trigger()
        yield 100

    def undo_in_manuscript(self) -> Steps:
        """Undo or redo."""
        yield from self._front()
        page = self.pages.manuscript
        back = self.random.random() < 0.6
        self.need(page.undo.can_undo if back else page.undo.can_redo)
        (page.undo.undo if back else page.undo.redo)()
        yield 150

    def look_at_reference(self) -> Steps:
        """Look at an entry of the reference list and link it, add it, or let go of it."""
        yield from self._front()
        tab = self.tab
        assert tab.session is not None
        assert tab.side is not None
        entries = tab.session.references.entries
        self.need(entries)
        tab.side.show_reference(self.random.randrange(len(entries)))
        yield 150
        panel = tab.side.entry
        self.need(isinstance(panel, ReferencePanel))
        buttons = (
            panel.open_button,
            panel.link_button,
            panel.wrong_button,
            panel.automatic_button,
            panel.add_button,
            panel.page_button,
        )
        possible = [one for one in buttons if one.isVisible() and one.isEnabled()]
        self.need(possible)
        chosen = self.random.choice(possible)
        yield from self.press(chosen)
        yield 200
        if chosen is panel.link_button and panel.picker.isVisible():
            yield Until(panel.picker.list.count, "papers to link", 5, hoped=True)
            if panel.picker.list.count():
                panel.picker.list.setFocus()
                yield from self.keys(Qt.Key.Key_Down)
                yield from self.keys(Qt.Key.Key_Return)
        yield 100

    def look_at_whole(self) -> Steps:
        """Ask for the whole manuscript, audit it, read it again or export."""
        yield from self._front()
        page = self.pages.manuscript
        choices = (
            page.whole_action,
            page.audit_action,
            page.reread_action,
            page.copy_cite_action,
            page.show_dismissed_action,
            page.zoom_in_action,
            page.zoom_out_action,
            page.fit_width_action,
        )
        action = self.random.choice(choices)
        self.need(action.isEnabled())
        action.trigger()
        yield 400

    def use_to_cite(self) -> Steps:
        """Copy from the list to cite, or take something off it."""
        yield from self._front()
        panel = self.tab.to_cite
        assert panel is not None
        possible = [one for one in (panel.copy_button, panel.remove_button) if one.isVisible()]
        self.need(possible)
        yield from self.press(self.random.choice(possible))
        yield 150

    # --- parts --------------------------------------------------------------------------------

    def _front(self) -> Steps:
        yield from self.turn_to(MANUSCRIPT)
        yield 50
        self.need(self.pages.manuscript.current_tab())
        yield Until(
            lambda: (
                (tab := self.pages.manuscript.current_tab()) is None
                or tab.session is not None
                or tab.trouble.isVisible()
            ),
            "the manuscript in front is read",
        )
        if not self.tab.view.hasFocus():
            self.tab.view.setFocus()
        yield 10

    def _card(self) -> Answer[SuggestionCard]:
        """Return a card that is in sight; ask for a sentence first if none is."""
        yield from self._front()
        panel = self.tab.panel
        assert panel is not None
        if panel.sentence is None or not panel.isVisible():
            yield from self.keys(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        yield Until(lambda: panel.model.suggestions, "suggestions", 6, hoped=True)
        self.need(panel.model.suggestions)
        row = self.random.randrange(min(6, len(panel.model.suggestions)))
        yield Until(lambda: panel.list.card(row) is not None, "a card", 5, hoped=True)
        card = panel.list.card(row)
        if not isinstance(card, SuggestionCard) or not card.isVisible():
            raise CannotNow
        panel.list.ensureWidgetVisible(card)
        yield 20
        return card
