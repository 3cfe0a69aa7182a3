"""What a person does elsewhere: similar papers, the map, models, settings, the window itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QMessageBox,
    QPushButton,
)

from desktop.app.command_palette import CommandPalette
from desktop.app.main_window import MODELS, SIMILAR
from desktop.settings.panel import SettingsPanel
from desktop.similar.page import MAP
from desktop.training.panel import TrainingPanel
from desktop.ui.actions import Entry
from tests.rehearsal.person import Person, Steps, Until

TINY = {"steps": 6, "epochs": 1, "batch": 4, "batch_size": 4, "micro_batch": 2}
LEFT_OUT = ("quit", "sample")
"""Actions that end the program, or open a library of which the rehearsal knows nothing."""
LANGUAGES, THEMES = ("en", "de"), ("light", "dark", "system")


class Elsewhere(Person):
    """Actions on the other pages, and in the window."""

    # --- similar papers and the map -----------------------------------------------------------

    def find_similar(self) -> Steps:
        """Look for papers like some of the library."""
        library = self.pages.library
        numbers = library.selected_numbers()
        self.need(numbers)
        library.library_actions.similar.trigger()
        yield 300

    def walk_on(self) -> Steps:
        """Go on from a neighbour, and back."""
        yield from self.turn_to(SIMILAR)
        page = self.pages.similar
        if page.table.isVisible() and page.neighbours.rowCount():
            yield from self.click_row(page.table, self.random.randrange(page.neighbours.rowCount()))
            yield 100
        actions = (page.more, page.also, page.less, page.back, page.forward, page.drop, page.reveal)
        possible = [action for action in actions if action.isEnabled()]
        self.need(possible)
        chosen = self.random.choice(possible)
        self.said.append(f"“{chosen.text()}”")
        chosen.trigger()
        yield 300

    def change_view(self) -> Steps:
        """See neighbours together, side by side or on the map."""
        yield from self.turn_to(SIMILAR)
        views = self.pages.similar.views
        self.pages.similar.show_view(self.random.randrange(views.count()))
        yield 300

    def collect_similar(self) -> Steps:
        """Put neighbours into a collection."""
        yield from self.turn_to(SIMILAR)
        self.need(self.pages.similar.collect.isEnabled())
        self.pages.similar.collect.trigger()
        yield 200
        dialog = self.shown(QDialog)
        if dialog is not None:
            yield from self.keys(Qt.Key.Key_Return)
        yield 100

    def use_map(self) -> Steps:
        """Draw the map, zoom, and click its points."""
        yield from self.turn_to(SIMILAR)
        page = self.pages.similar
        page.show_view(MAP)
        yield 200
        pane = page.map_pane
        self.need(pane is not None)
        assert pane is not None
        yield from self.settled()
        if pane.draw_button.isVisible() and pane.draw_button.isEnabled():
            yield from self.press(pane.draw_button)
            yield from self.settled()
        self.need(pane.shown_map is not None and pane.canvas.isVisible())
        canvas = pane.canvas
        for turn in self.random.sample((120, 120, 120, -120, -120), 3):
            _wheel(canvas, turn)
            yield 30
        count = len(pane.shown_map.positions) if pane.shown_map is not None else 0
        if count:
            point = canvas.screen_point(self.random.randrange(count)).toPoint()
            if canvas.rect().contains(point):
                QTest.mouseMove(canvas, point)
                QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=point)
                yield 100
                if self.random.random() < 0.3:
                    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=point)
                    yield 300
        for box in pane.findChildren(QComboBox):
            if box.isVisible() and box.count():
                box.setCurrentIndex(self.random.randrange(box.count()))
        yield 200

    # --- models -------------------------------------------------------------------------------

    @property
    def panel(self) -> TrainingPanel:
        """The panel of models."""
        return self.pages.models.panel

    def train(self) -> Steps:
        """Go through the steps of a new training, with tiny settings, and start it."""
        yield from self.turn_to(MODELS)
        if self.panel.stack.currentWidget() is not self.panel.overview:
            self.panel.show_overview()
        yield from self.settled()
        yield from self.press(self.panel.shelf.train_button)
        wizard = self.panel.wizard
        assert wizard is not None
        yield Until(lambda: wizard.recipe.cards, "recipes are there")
        yield from self.settled()
        if wizard.corpus.check_button.isVisible() and wizard.corpus.check_button.isEnabled():
            yield from self.press(wizard.corpus.check_button)
            yield from self.settled()
        yield from self.press(wizard.next_button)
        cards = [card for card in wizard.recipe.cards if card.button.isEnabled()]
        self.need(cards)
        self.random.choice(cards).button.setChecked(True)
        yield 100
        for name, field in wizard.recipe.form.fields.items():
            if name in TINY:
                field.show_value(TINY[name])
        yield 100
        yield from self.press(wizard.next_button)
        yield 100
        yield from self.press(wizard.next_button)
        yield 500

    def watch_training(self) -> Steps:
        """Look at a run: pause it, resume it, keep it, judge it."""
        yield from self.turn_to(MODELS)
        if self.panel.stack.currentWidget() is self.panel.overview:
            rows = self.panel.runs.table.model().rowCount()
            self.need(rows)
            yield from self.click_row(self.panel.runs.table, self.random.randrange(rows))
            yield from self.keys(Qt.Key.Key_Return)
            yield 200
        yield from self._a_button(but=())

    def use_models(self) -> Steps:
        """Use another model, go back, measure, remove."""
        yield from self.turn_to(MODELS)
        self.panel.show_overview()
        yield from self.settled()
        table = self.panel.shelf.table
        yield from self.click_row(table, self.random.randrange(max(1, table.model().rowCount())))
        shelf = self.panel.shelf
        buttons = (shelf.use_button, shelf.back_button, shelf.measure_button, shelf.remove_button)
        possible = [one for one in buttons if one.isVisible() and one.isEnabled()]
        self.need(possible)
        yield from self.press(self.random.choice(possible))
        yield 200
        box = self.shown(QMessageBox)
        if box is not None:
            yield from self.press(self.random.choice(box.buttons()))

    def _a_button(self, *, but: tuple[QPushButton, ...]) -> Steps:
        front = self.panel.stack.currentWidget()
        self.need(front is not self.panel.overview)
        possible = [
            one
            for one in front.findChildren(QPushButton)
            if one.isVisible() and one.isEnabled() and one not in but
        ]
        self.need(possible)
        yield from self.press(self.random.choice(possible))
        yield 200

    # --- settings -----------------------------------------------------------------------------

    def change_settings(self) -> Steps:
        """Turn through the settings and change some that show at once."""
        self.window.settings_wanted.emit()
        yield from self.opened(SettingsPanel)
        panel = self.shown(SettingsPanel)
        assert panel is not None
        rows = panel.list.model().rowCount()
        for _ in range(2):
            yield from self.click_row(panel.list, self.random.randrange(rows))
            yield 100
        boxes = [
            one for one in panel.findChildren(QComboBox) if one.isVisible() and one.isEnabled()
        ]
        if boxes and self.random.random() < 0.5:
            box = self.random.choice(boxes)
            box.setCurrentIndex(self.random.randrange(max(1, box.count())))
            box.activated.emit(box.currentIndex())
            yield 200
        yield from self.close_all()

    def switch_language(self) -> Steps:
        """Let the window speak another language."""
        now = self.program.settings.language
        others = [one for one in LANGUAGES if one != now]
        self.program.store.change(language=self.random.choice(others))
        yield 500
        yield Until(lambda: self.window.pages is not None, "the pages are back")

    def switch_theme(self) -> Steps:
        """Choose colours and the size of texts."""
        self.program.store.change(
            theme=self.random.choice(THEMES), text_percent=self.random.choice((100, 125, 150))
        )
        yield 300

    # --- the window ---------------------------------------------------------------------------

    def resize(self) -> Steps:
        """Make the window larger or smaller."""
        self.window.resize(*self.random.choice(((1280, 720), (1920, 1080), (900, 540))))
        yield 200

    def look_at_jobs(self) -> Steps:
        """Open or close the list of jobs and messages."""
        self.window.toggle_jobs()
        yield 100
        tabs = self.window.jobs_panel.tabs
        tabs.setCurrentIndex(self.random.randrange(max(1, tabs.count())))
        yield 100

    def answer_news(self) -> Steps:
        """Press what the message at the foot offers: a report, or the way back."""
        button = self.window.news.action_button
        yield from self.press(button)
        yield 300
        yield from self.close_all()

    def use_palette(self) -> Steps:
        """Type a command into the palette and carry it out."""
        self.program.menus.open_palette()
        yield from self.opened(CommandPalette)
        palette = self.shown(CommandPalette)
        assert palette is not None
        word = self.random.choice(("map", "find", "undo", "train", "dupl", "light", "zzz", "next"))
        yield from self.type_into(palette.field, word)
        yield 50
        yield from self.keys(Qt.Key.Key_Return if self.random.random() < 0.7 else Qt.Key.Key_Escape)
        yield from self.answer_dialogs()

    def carry_out(self) -> Steps:
        """Carry out an action of the menus by chance, and answer what it asks."""
        entry = self.random.choice([one for one in self.program.menus.actions.all() if _apt(one)])
        self.said.append(entry.name)
        self.program.menus._carry_out(entry)
        yield 300
        yield from self.answer_dialogs()

    def answer_dialogs(self) -> Steps:
        """Answer a dialog by one of its buttons, or close it."""
        yield 200
        dialog = self.shown(QDialog)
        if (
            dialog is not None
            and not isinstance(dialog, QFileDialog)
            and self.random.random() < 0.4
        ):
            buttons = [
                one
                for one in dialog.findChildren(QPushButton)
                if one.isVisible() and one.isEnabled()
            ]
            if buttons:
                yield from self.press(self.random.choice(buttons))
                yield 200
        yield from self.close_all()


def _apt(entry: Entry) -> bool:
    fit = entry.action.isEnabled() and not any(name in entry.name for name in LEFT_OUT)
    return fit and not entry.name.startswith(("program.page_", "library.paste"))


def _wheel(widget: object, turn: int) -> None:
    from PySide6.QtWidgets import QWidget

    assert isinstance(widget, QWidget)
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
