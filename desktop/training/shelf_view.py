"""The list of models, with their quality on the person's own citations and which is in use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget
from typing_extensions import override

from core.base.jobs import Job
from core.base.records import Place
from core.runs.records import ModelShelf, ShelfEntry, Switching
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.training.rows import Row, Rows, RowsView
from desktop.training.words import (
    FEW_QUESTIONS,
    METRICS,
    date_words,
    found_words,
    languages_words,
    metric_name,
    place_words,
    quality,
    score,
)
from desktop.ui.file_dialogs import choose_folder
from desktop.ui.jobs_panel import duration
from desktop.ui.notice import Notice
from desktop.ui.notify import Notify
from desktop.ui.responsive import FlowLayout, NarrowBar, WrappingPane
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import (
    confirm,
    hbox,
    message_box,
    push_button,
    text_label,
    vbox,
    while_alive,
)

if TYPE_CHECKING:
    from core.services.training import Training


# --- the question before the library is encoded with another model ----------------------------


def ask_to_use(
    parent: QWidget,
    title: str,
    to_do: Switching,
    call: Callable[[], object],
    *,
    place: Place | None = None,
) -> QMessageBox | None:
    """Do ``call`` if the person agrees; at once, and ``None``, where nothing has to be encoded.

    ``place`` is the one beside sentences that the model is to take, if any.
    """
    if not to_do.papers:
        call()
        return None
    question = translate("Switching", "Use “{model}”?").format(model=title)
    then = _meanwhile(to_do) if place is None else _beside(to_do, place)
    box = message_box(parent, "help", question, f"{_time(to_do)} {then}")
    use = box.addButton(
        translate("Switching", "&Use this model"), QMessageBox.ButtonRole.AcceptRole
    )
    box.setDefaultButton(use)
    use.clicked.connect(call)
    box.open()
    return box


def _time(to_do: Switching) -> str:
    if to_do.seconds is None:
        text = translate(
            "Switching",
            "{papers} papers are encoded with it first. The time this takes has not been "
            "measured yet.",
        )
        return text.format(papers=figure(to_do.papers))
    text = translate(
        "Switching", "{papers} papers are encoded with it first, which takes about {time}."
    )
    return text.format(papers=figure(to_do.papers), time=duration(to_do.seconds))


def _meanwhile(to_do: Switching) -> str:
    return translate(
        "Switching",
        "Until then “{model}” is used. You can go back at any time without encoding again.",
    ).format(model=to_do.used)


def _beside(to_do: Switching, place: Place) -> str:
    place_texts = {
        "similar": translate(
            "Switching",
            "Until then “{model}” is used, and afterwards still for suggestions. The vectors of "
            "both are kept, which takes more memory.",
        ),
        "languages": translate(
            "Switching",
            "Until then “{model}” is used, and afterwards for manuscripts in the languages it "
            "knows. The vectors of both are kept, which takes more memory.",
        ),
    }
    return place_texts[place].format(model=to_do.used)


# --- the list of models -----------------------------------------------------------------------


class ShelfView(WrappingPane):
    """Shows the models and does what one does with them.

    Signals:
        train_wanted: the person wants to train a new model.
        again_wanted: the person wants to train the model in use with what was added.
        state_changed: another model is in use, or its vectors are there.
        shelf_changed: a model came or went, or was measured.
    """

    train_wanted = Signal()
    again_wanted = Signal()
    state_changed = Signal()
    shelf_changed = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, notify: Notify, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._notify = training, runner, notify
        self._shelf = ModelShelf(())
        self.notice = Notice()
        headings = (
            self.tr("Model"),
            self.tr("In use for"),
            self.tr("Recipe"),
            self.tr("Base"),
            self.tr("Dimension"),
            self.tr("Date"),
            self.tr("Found of 100"),
        )
        recall_hint = self.tr("How many of 100 cited papers are among the first ten results")
        hints = [""] * (len(headings) - 1) + [recall_hint]
        self.rows = Rows(headings, frozenset((4, 6)), self, hints=hints)
        date, dimension, base = 5, 4, 3
        less_needed = (date, dimension, base)
        self.table = RowsView(self.rows, self.tr("Models"), less_needed=less_needed)
        self.table.on_choice(self._follow)
        self.table.doubleClicked.connect(lambda *_: self.use_chosen())
        self._build()
        self._follow()

    def refresh(self) -> None:
        """Ask for the shelf again."""
        self._runner.run(self._training.shelf, self.show_shelf, owner=self)

    def show_shelf(self, shelf: ModelShelf) -> None:
        """Show the models; the chosen one stays chosen, else the one in use is."""
        chosen = self.chosen()
        self._shelf = shelf
        if shelf.given_way:
            self.notice.say(in_language(shelf.given_way))
        else:
            self.notice.clear()
        self.rows.show_rows([model_row(entry) for entry in shelf.models])
        names = [entry.name for entry in shelf.models]
        used = [row for row, entry in enumerate(shelf.models) if entry.is_main]
        if chosen is not None and chosen.name in names:
            self.table.selectRow(names.index(chosen.name))
        elif names:
            self.table.selectRow(used[0] if used else 0)
        self._follow()

    def chosen(self) -> ShelfEntry | None:
        """Return the model of the chosen row."""
        row = self.table.row()
        return self._shelf.models[row] if 0 <= row < len(self._shelf.models) else None

    def use_chosen(self) -> None:
        """Use the chosen model, unless it is."""
        entry = self.chosen()
        if entry is not None and not entry.is_main:
            self.use(entry.name, entry.title)

    def use(self, name: str, title: str) -> None:
        """Say what using a model takes, and use it if the person agrees."""

        def ask(to_do: Switching) -> None:
            ask_to_use(self, title, to_do, lambda: self.encode_and_use(name, title))

        self._runner.run(lambda: self._training.switching(name), ask, owner=self)

    def encode_and_use(self, name: str, title: str) -> None:
        """Encode the library with a model in the background, then ask with it."""
        self._job(
            self.tr("Taking “{model}” into use").format(model=title),
            lambda job: self._training.use(name, job),
            lambda _: self._now_used(title),
            write=True,
        )

    def offer_model(self, name: str, place: Place) -> None:
        """Say what it takes to use a model in a place beside sentences, and do it if agreed to."""
        title = next((model.title for model in self._shelf.models if model.name == name), name)

        def ask(to_do: Switching) -> None:
            ask_to_use(
                self, title, to_do, lambda: self._encode_model(name, title, place), place=place
            )

        self._runner.run(
            lambda: self._training.switching(name),
            ask,
            failed=self.notice.say_error,
            owner=self,
        )

    def leave(self, place: Place) -> None:
        """Let the model of sentences answer in a place again."""
        task = self._runner.start_job(
            self.tr("Switching back to the model for sentences"),
            lambda job: self._training.assign_model("", place, job),
            lambda _: self._changed(),
            failed=self.notice.say_error,
            owner=self,
            write=True,
        )
        self._follow_job(task)

    def _encode_model(self, name: str, title: str, place: Place) -> None:
        def done(_: None) -> None:
            message = self.tr("“{model}” is used for {place} now.")
            self._notify(
                message.format(model=title, place=place_words(place)),
                action=self.tr("Undo it"),
                call=lambda: self.leave(place),
            )
            self._changed()

        task = self._runner.start_job(
            self.tr("Taking “{model}” into use").format(model=title),
            lambda job: self._training.assign_model(name, place, job),
            done,
            failed=self.notice.say_error,
            owner=self,
            write=True,
        )
        self._follow_job(task)
        self.refresh()

    def go_back(self) -> None:
        """Use the model again that was in use before."""
        self._job(
            self.tr("Going back to “{model}”").format(model=self._shelf.encoder_before),
            self._training.go_back,
            self._now_used,
            write=True,
        )

    def use_no_reranker(self) -> None:
        """Do without a reranker from now on."""

        def report_removed(_: None) -> None:
            self._notify(self.tr("No reranker is in use now."))
            self._changed()

        self._runner.run(self._training.use_no_reranker, report_removed, owner=self, write=True)

    def measure(self) -> None:
        """Measure every model on the library's own held-out citations."""

        def report_measured(question_count: int) -> None:
            message = choose_plural(
                self.tr("All models were measured on %Ln citing sentence(s).", "", question_count),
                question_count,
            )
            few = self.tr("With fewer than {count}, differences are not meaningful.").format(
                count=FEW_QUESTIONS
            )
            self._notify(message if question_count >= FEW_QUESTIONS else f"{message} {few}")
            self._shelf_changed()

        self.notice.clear()
        self._runner.start_job(
            self.tr("Measuring the models on your citations"),
            self._training.measure_shelf,
            report_measured,
            failed=self.notice.say_error,
            owner=self,
            write=False,
        )

    def import_folder(self, folder: Path) -> None:
        """Copy a model folder onto the shelf."""

        def report_imported(name: str) -> None:
            self._notify(self.tr("The model “{name}” is installed.").format(name=name))
            self._shelf_changed()

        self._job(
            self.tr("Importing a model"),
            lambda job: self._training.add(folder, job),
            report_imported,
        )

    def export_model(self, folder: Path) -> None:
        """Write the chosen model into a folder below ``folder``."""
        entry = self.chosen()
        if entry is None:
            return

        def done(folder: Path) -> None:
            self._notify(self.tr("The model was written to {folder}.").format(folder=folder))

        self._job(
            self.tr("Exporting “{model}”").format(model=entry.title),
            lambda job: self._training.export(entry.name, folder, job),
            done,
        )

    def ask_to_remove(self) -> None:
        """Ask whether the chosen model shall be removed."""
        entry = self.chosen()
        if entry is None:
            return
        confirm(
            self,
            self.tr("Remove the model “{model}”?").format(model=entry.title),
            self.tr("Its files are deleted. Export it first if you may need it again."),
            self.tr("Remove model"),
            lambda: self.remove(entry.name, entry.title),
        )

    def remove(self, name: str, title: str) -> None:
        """Take a model off the shelf."""

        def report_removed(_: None) -> None:
            self._notify(self.tr("“{model}” was removed.").format(model=title))
            self._shelf_changed()

        self._runner.run(
            lambda: self._training.remove(name), report_removed, owner=self, write=True
        )

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()  # the other panel, of page or settings, may have changed it

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        heading = text_label(self.tr("Installed models"), "heading")
        self.train_button = push_button(self.tr("Train a &new model…"), self.train_wanted)
        set_look(self.train_button, "primary")
        self.again_button = push_button(
            self.tr("Train again with what was &added…"), self.again_wanted
        )
        top = NarrowBar()
        hbox(heading, 1, self.again_button, self.train_button, of=top, margins=0)
        top.say(self.again_button, self.again_button.text(), self.tr("Train &again…"))
        top.say(self.train_button, self.train_button.text(), self.tr("&New model…"))
        self.detail = text_label("", "muted", wrap=True)
        self.use_button = push_button(self.tr("&Use this model"), self.use_chosen)
        self.places_button = push_button(self.tr("Use it also for"))
        self.places_button.setMenu(self._places_menu())
        self.back_button = push_button(self.tr("Go &back"), self.go_back)
        self.none_button = push_button(self.tr("Use no reranker"), self.use_no_reranker)
        self.measure_button = push_button(self.tr("&Measure all"), self.measure)
        self.import_button = push_button(self.tr("&Import…"), self._choose_import)
        self.export_button = push_button(self.tr("E&xport…"), self._choose_export)
        self.remove_button = push_button(self.tr("Remove…"), self.ask_to_remove)
        row = FlowLayout(spacing=8)
        for button in (
            self.use_button,
            self.places_button,
            self.back_button,
            self.none_button,
            self.measure_button,
            self.import_button,
            self.export_button,
            self.remove_button,
        ):
            row.addWidget(button)
        layout = vbox(top, of=self, margins=(16, 16, 16, 8), spacing=8)
        self.table.keep_rows_in_sight(4)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.detail)
        layout.addLayout(row)
        self.notice.float_over(self)

    def _places_menu(self) -> QMenu:
        menu = QMenu(self)
        self.place_actions: dict[Place, QAction] = {
            "similar": menu.addAction(self.tr("Similar papers and the map")),
            "languages": menu.addAction(self.tr("Manuscripts in other languages")),
        }
        for place, action in self.place_actions.items():
            action.setCheckable(True)
            action.triggered.connect(lambda on, place=place: self._place_wanted(place, on))
        return menu

    def _why_nowhere_else(self, entry: ShelfEntry | None) -> str:
        """Say why a model takes no place beside sentences, "" if it may."""
        if entry is not None and entry.kind == "reranker":
            return self.tr("A reranker only puts suggestions in order.")
        if entry is not None and entry.used_for == ("encoder",):
            return self.tr("It is used wherever no other model is.")
        return ""

    def _place_wanted(self, place: Place, is_wanted: bool) -> None:
        entry = self.chosen()
        if entry is not None and is_wanted:
            self.offer_model(entry.name, place)
        elif entry is not None:
            self.leave(place)
        self._follow()  # the mark shows what is, not what is wanted

    def _choose_import(self) -> None:
        choose_folder(self, self.tr("Import a model folder"), self.import_folder)

    def _choose_export(self) -> None:
        choose_folder(self, self.tr("Export the model to"), self.export_model)

    # --- what follows an answer or a choice -----------------------------------------------

    def _job(
        self,
        title: str,
        work: Callable[[Job], object],
        on_done: Callable[..., None],
        *,
        write: bool = False,
    ) -> None:
        self._follow_job(self._runner.start_job(title, work, on_done, owner=self, write=write))

    def _follow_job(self, task: Task) -> None:
        """Follow a job that does not succeed, too: another model may be in use by then."""

        def renew() -> None:
            if task.state != "succeeded":
                self._changed()

        task.ended.connect(while_alive(self, renew))

    def _now_used(self, title: str) -> None:
        self._notify(
            self.tr("“{model}” is in use now.").format(model=title),
            action=self.tr("Go back"),
            call=self.go_back,
        )
        self._changed()

    def _shelf_changed(self) -> None:
        self.refresh()
        self.shelf_changed.emit()

    def _changed(self) -> None:
        self.refresh()
        self.state_changed.emit()

    def _follow(self) -> None:
        """Enable what can be done, and say why the rest cannot."""
        entry = self.chosen()
        none = self.tr("Select a model first.") if entry is None else ""
        used, ours = bool(entry and entry.used_for), bool(entry and entry.built_in)
        in_use = self.tr("This model is in use already.") if entry and entry.is_main else ""
        _enable(
            self.places_button,
            none or self._why_nowhere_else(entry),
            self.tr("Use it alongside the model for sentences, with its own vectors"),
        )
        for place, action in self.place_actions.items():
            action.setChecked(bool(entry and place in entry.used_for))
        _enable(
            self.use_button, none or in_use, self.tr("The current model is used until it is ready")
        )
        main = next((one for one in self._shelf.models if "encoder" in one.used_for), None)
        _enable(
            self.again_button,
            "" if main and main.goes_on else self.tr("The model in use cannot be trained further."),
            self.tr("Train on citing sentences and decisions that are new to the model in use"),
        )
        before = self._shelf.encoder_before
        no_way = "" if before else self.tr("No other model was in use before.")
        _enable(self.back_button, no_way, self.tr("Use “{model}” again").format(model=before))
        self.none_button.setVisible(self._shelf.reranker_in_use)
        _enable(self.export_button, none, self.tr("Export it to a folder that others can import"))
        keep = self.tr("It comes with Cocite.") if ours else ""
        away = self.tr("Use another model first.") if used else ""
        _enable(
            self.remove_button, none or keep or away, self.tr("Delete the model from this computer")
        )
        self.detail.setText("" if entry is None else described(entry))


def _enable(button: QPushButton, why_not: str, explanation: str) -> None:
    button.setEnabled(not why_not)
    button.setToolTip(why_not or explanation)


# --- what the list of models says of each -----------------------------------------------


def model_row(entry: ShelfEntry) -> Row:
    """Return the row of a model."""
    cells = (
        entry.title,
        ", ".join(map(place_words, entry.used_for)),
        in_language(entry.recipe),
        entry.base,
        str(entry.dimension or ""),
        date_words(entry.date),
        quality(entry.quality, entry.bm25),
    )
    return Row(cells, in_language(entry.description), bold=entry.is_main)


def described(entry: ShelfEntry) -> str:
    """Return what is said below the list of the model that is chosen."""
    parts = [in_language(entry.description)]
    if entry.made_for:
        place_text = translate("Training", "Intended for {place}.")
        parts.append(place_text.format(place=place_words(entry.made_for)))
    if entry.languages:
        parts.append(languages_words(entry.languages))
    if entry.quality:
        listed = ", ".join(
            f"{metric_name(name)} {score(entry.quality[name])} ({score(entry.bm25.get(name))})"
            for name in METRICS
            if name in entry.quality
        )
        question_count = entry.questions
        measured = translate(
            "Training",
            "On %Ln of your citing sentence(s), BM25 in brackets: {scores}.",
            "",
            question_count,
        )
        parts.append(choose_plural(measured, question_count).format(scores=listed))
    elif entry.claimed.get("recall@10") is not None:
        claimed = entry.claimed["recall@10"]
        parts.append(
            translate("Training", "On its training data it {found} (R@10 {score}).").format(
                found=found_words(claimed), score=score(claimed)
            )
        )
    if entry.keeps_vectors:
        parts.append(
            translate(
                "Training", "Papers keep the vectors of its base, so using it takes a moment."
            )
        )
    return " ".join(part for part in parts if part)
