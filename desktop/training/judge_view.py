"""Step 5: the new model next to BM25 and the model in use, with sentences it wins and loses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import Job
from core.runs.records import BM25, JudgedExample, Judgement, Part, Run, Switching, Versus
from desktop.language.wording import figure, translate
from desktop.training.rows import Row, Rows, RowsView
from desktop.training.shelf_view import ask_to_use
from desktop.training.words import (
    FEW_QUESTIONS,
    METRICS,
    found_words,
    metric_heading,
    metric_help,
    metric_name,
    score,
    signed,
)
from desktop.ui.form_fields import DropDown
from desktop.ui.notice import Notice
from desktop.ui.notify import Notify
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look, set_tone
from desktop.ui.widgets import hbox, push_button, text_label, vbox, while_alive

if TYPE_CHECKING:
    from core.services.training import Training


class JudgeView(QWidget):
    """Judges the model of a run, and uses it.

    Signals:
        left: the person goes back to all models.
        state_changed: another model is in use.
    """

    closed = Signal()
    state_changed = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, notify: Notify, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._notify = training, runner, notify
        self._task: Task | None = None
        self.run: Run | None = None
        self.judgement: Judgement | None = None
        headings = (self.tr("Model"), *(metric_heading(metric) for metric in METRICS))
        hints = ("", *(metric_help(metric) for metric in METRICS))
        self.rows = Rows(headings, frozenset(range(1, len(headings))), self, hints=hints)
        self.table = RowsView(self.rows, self.tr("Scores"))
        self._build()
        self._follow()

    def show_run(self, run: Run) -> None:
        """Show the judgement of a run's model; judge it first if that was not done."""
        if self._task is not None:
            self._task.cancel()
        self.run, self.judgement = run, None
        self.title.setText(self.tr("Is “{model}” better?").format(model=run.title))
        self.notice.clear()
        self._follow()
        name = run.name

        def show_judgement(judgement: Judgement | None) -> None:
            if self.run is None or self.run.name != name:
                return
            if judgement is None:
                self.judge()
            else:
                self._show(judgement)

        self._runner.run(lambda: self._training.judgement(name), show_judgement, owner=self)

    def judge(self) -> None:
        """Judge the model in the background."""
        if self.run is None:
            return
        name = self.run.name
        self.notice.clear()
        self._task = self._runner.start_job(
            self.tr("Judging “{model}”").format(model=self.run.title),
            lambda job: self._training.judge(name, job),
            self._show,
            failed=self._failed,
            owner=self,
            write=False,
        )
        self._task.progressed.connect(self._progressed)
        self._task.ended.connect(self._ended)
        self._follow()

    def keep(self) -> None:
        """Leave the model in use where it is."""
        if self.judgement is not None and self.run is not None:
            kept_model = verdict(self.judgement, self.run.title).kept_model
            self._notify(self.tr("“{model}” stays in use.").format(model=kept_model))
        self.closed.emit()

    def use(self) -> None:
        """Say what using the model takes, and use it if the person agrees."""
        if self.run is None:
            return
        name, title = self.run.name, self.run.title

        def ask(to_do: Switching) -> None:
            ask_to_use(self, title, to_do, lambda: self.encode_and_use(name, title))

        self._runner.run(
            lambda: self._training.switching_to_run(name),
            ask,
            failed=self._failed,
            owner=self,
        )

    def encode_and_use(self, name: str, title: str) -> None:
        """Put the model on the shelf and use it, once the library is encoded with it."""

        def work(job: Job) -> str:
            return self._training.use_run(name, job)

        def report_used(_: str) -> None:
            self._notify(
                self.tr("“{model}” is in use now.").format(model=title),
                action=self.tr("Go back"),
                call=self.go_back,
            )
            self._used(name)

        task = self._runner.start_job(
            self.tr("Taking “{model}” into use").format(model=title),
            work,
            report_used,
            failed=self._failed,
            owner=self,
        )
        task.ended.connect(while_alive(self, self.state_changed.emit))  # also one that failed

    def go_back(self) -> None:
        """Use the model again that was in use before."""

        def report_previous(title: str) -> None:
            self._notify(self.tr("“{model}” is in use now.").format(model=title))
            self.use_button.setEnabled(True)
            self.back_button.hide()

        task = self._runner.start_job(
            self.tr("Going back"),
            self._training.go_back,
            report_previous,
            failed=self._failed,
            owner=self,
        )
        task.ended.connect(while_alive(self, self.state_changed.emit))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.title = text_label("", "title")
        self.busy = text_label("", "muted")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.notice = Notice("trouble")
        self.headline = text_label("", "heading", wrap=True)
        self.about = text_label("", "muted", wrap=True)
        self.comparison = self._make_comparison()
        layout = vbox(self._head(), of=self, margins=16, spacing=8)
        for part in (self.busy, self.progress, self.headline, self.about, self.table):
            layout.addWidget(part)
        layout.addWidget(self.comparison)
        layout.addWidget(self._make_examples(), 1)
        layout.addStretch()  # what is said while there are no examples belongs to the top
        self.notice.float_over(self)

    def _make_comparison(self) -> QWidget:
        self.against = DropDown()
        self.against.setAccessibleName(self.tr("Compare with"))
        self.against.currentIndexChanged.connect(self._show_versus)
        self.verdict = text_label(wrap=True)
        compare = hbox(text_label(self.tr("Compared with")), self.against, (self.verdict, 1))
        compare.setContentsMargins(0, 0, 0, 0)
        comparison = QWidget()
        comparison.setLayout(compare)
        return comparison

    def _head(self) -> QHBoxLayout:
        self.left_button = push_button(self.tr("&All models"), self.closed)
        self.again_button = push_button(self.tr("&Judge again"), self.judge)
        self.back_button = push_button(self.tr("Go &back"), self.go_back)
        self.back_button.hide()
        self.keep_button = push_button("", self.keep)
        self.keep_button.setToolTip(
            self.tr("Keep the current model; the new one stays with its training")
        )
        self.use_button = push_button(self.tr("&Use this model"), self.use)
        row = hbox((self.title, 1))
        for button in (
            self.left_button,
            self.again_button,
            self.back_button,
            self.use_button,
            self.keep_button,
        ):
            row.addWidget(button)
        return row

    def _make_examples(self) -> QScrollArea:
        self.examples = QScrollArea()
        self.examples.setWidgetResizable(True)
        self.examples.setFrameShape(QFrame.Shape.NoFrame)
        self.examples.setAccessibleName(self.tr("Sentences better and worse"))
        body = QWidget()
        self._list = vbox(of=body, margins=(0, 0, 8, 0), spacing=8)
        self.examples.setWidget(body)
        return self.examples

    # --- what follows an answer or a choice -----------------------------------------------

    def _show(self, judgement: Judgement) -> None:
        self.judgement = judgement
        last = len(judgement.rows) - 1
        best = {
            metric: max(row.scores.get(metric, 0.0) for row in judgement.rows) for metric in METRICS
        }
        rows = [
            Row(
                (row.title, *(score(row.scores.get(metric)) for metric in METRICS)),
                _best_words([m for m in METRICS if row.scores.get(m) == best[m] and best[m]]),
                bold=index == last,
            )
            for index, row in enumerate(judgement.rows)
        ]
        self.rows.show_rows(rows)
        for column, metric in enumerate(METRICS, start=1):
            self.table.setColumnHidden(
                column, not any(metric in row.scores for row in judgement.rows)
            )
        self.table.fit_height(5)
        self.about.setText(self._about(judgement))
        self.against.blockSignals(True)
        self.against.clear()
        for versus in judgement.versus:
            self.against.addItem(versus.title, versus.model)
        # The model in use matters most; BM25 comes first in the table.
        self.against.setCurrentIndex(len(judgement.versus) - 1)
        self.against.blockSignals(False)
        self._show_versus()
        self._follow()
        self._advise(judgement)

    def _advise(self, judgement: Judgement) -> None:
        """Say what to do, and let the button for that stand out."""
        model_verdict = verdict(judgement, self.run.title if self.run is not None else "")
        self.headline.setText(model_verdict.sentence)
        set_tone(self.headline, "good" if model_verdict.better else "gap")
        self.keep_button.setVisible(bool(model_verdict.kept_model))
        self.keep_button.setText(self.tr("&Keep “{model}”").format(model=model_verdict.kept_model))
        use = self.tr("&Use this model")
        self.use_button.setText(
            use
            if model_verdict.better or not model_verdict.kept_model
            else self.tr("&Use the new model anyway")
        )
        self.use_button.setToolTip(
            self.tr("Encodes the library in the background; the current model is used until then")
        )
        first = (
            self.use_button
            if model_verdict.better or not model_verdict.kept_model
            else self.keep_button
        )
        for button in (self.use_button, self.keep_button):
            set_look(button, "primary" if button is first else "")
            button.setDefault(button is first)

    def _about(self, judgement: Judgement) -> str:
        if not judgement.questions:
            return self.tr(
                "The corpus has no held-out citing sentences, so nothing can be measured."
            )
        text = self.tr(
            "{questions} citing sentences not used in training, each with {pool} papers to "
            "choose from. Higher is better."
        ).format(questions=figure(judgement.questions), pool=figure(judgement.pool))
        more = self.tr(" A reranker orders the first hits of BM25.") if judgement.reranking else ""
        return text + more

    def _show_versus(self) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        at = self.against.currentIndex()
        versus = self.judgement.versus[at] if self.judgement is not None and at >= 0 else None
        if versus is None:
            return
        assert self.judgement is not None
        self.verdict.setText(comparison_words(self.judgement, versus))
        tone = "good" if versus.low > 0 else "gap" if versus.high < 0 else ""
        set_tone(self.verdict, tone if _is_enough(self.judgement, versus) else "")
        for example in versus.examples:
            self._list.addWidget(_card(example))
        self._list.addStretch(1)

    def _used(self, name: str) -> None:
        if self.run is not None and self.run.name == name:
            self.use_button.setEnabled(False)
            self.use_button.setToolTip(self.tr("In use"))
            self.keep_button.hide()
            self.back_button.show()

    def _failed(self, error: EngineError) -> None:
        self.notice.say_error(error)

    def _progressed(self) -> None:
        task = self._task
        if task is not None:
            self.progress.setRange(0, task.total)
            self.progress.setValue(task.done_count)
            self.busy.setText(f"{task.note}…" if task.note else self.tr("Judging…"))

    def _ended(self) -> None:
        self._task = None
        self._follow()

    def _follow(self) -> None:
        busy, has_judgement = self._task is not None, self.judgement is not None
        self.busy.setText(self.tr("Judging…"))
        self.progress.setRange(0, 0)
        self.busy.setVisible(busy)
        self.progress.setVisible(busy)
        self.about.setVisible(has_judgement)
        self.headline.setVisible(has_judgement)
        if not has_judgement:
            self.keep_button.hide()
        self.table.setVisible(has_judgement)
        compared = has_judgement and bool(self.judgement and self.judgement.versus)
        self.comparison.setVisible(compared)
        self.examples.setVisible(compared)
        self.again_button.setEnabled(not busy and self.run is not None)
        self.use_button.setEnabled(self.run is not None and self.run.model is not None)
        self.back_button.hide()


def _best_words(metrics: list[str]) -> str:
    names = ", ".join(metric_name(metric) for metric in metrics)
    return translate("Training", "Best: {metrics}").format(metrics=names) if names else ""


def _card(example: JudgedExample) -> QFrame:
    card = QFrame()
    set_look(card, "card")
    won = example.after > example.before
    head = text_label(
        translate("Training", "{sign} found {after} of {all} cited papers, before {before}").format(
            sign="▲" if won else "▼",
            after=example.after,
            before=example.before,
            all=len(example.cited),
        )
    )
    sentence = text_label(example.sentence)
    cited = text_label(
        translate("Training", "Cited: {papers}").format(papers=" · ".join(example.cited)), "muted"
    )
    layout = vbox(of=card, margins=(16, 8, 16, 8), spacing=4)
    for label in (head, sentence, cited):
        label.setWordWrap(True)
        layout.addWidget(label)
    set_tone(head, "good" if won else "gap")
    return card


# --- the verdict of a comparison: use the new model, or keep the one in use -------------

_LEAST_PAPERS = 6
"""Of questions from fewer papers, no difference is certain."""
_LEAST_QUESTIONS = 20
"""Below so many questions of an earlier judgement, which counts no papers, one may decide."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the new model is better for certain, in a sentence, and the model to keep if not.

    ``kept_model`` is "" where no other model of its kind is in use.
    """

    better: bool
    sentence: str
    kept_model: str


def verdict(judgement: Judgement, title: str) -> Verdict:
    """Return what to do, by the model in use; by BM25 where the new model is the one in use."""
    against = judgement.versus[-1] if judgement.versus else None
    kept_model = "" if against is None or against.model == BM25 else against.title
    other = "BM25" if against is None else against.title
    if not judgement.questions or against is None:
        text = translate(
            "Verdict", ("There is not enough here to tell whether “{model}” is better.")
        )
    elif not _is_enough(judgement, against):
        text = translate("Verdict", "Too few questions to tell which is better.")
    elif against.low > 0:
        text = translate("Verdict", "“{model}” finds more than “{other}”.")
    elif against.high < 0:
        text = translate("Verdict", "“{model}” finds less than “{other}”.")
    elif judgement.questions < FEW_QUESTIONS:
        text = translate("Verdict", "Too few questions to tell which is better.")
    else:
        text = translate("Verdict", "No clear difference between “{model}” and “{other}”.")
    better = against is not None and _is_enough(judgement, against) and against.low > 0
    sentence = text.format(model=title, other=other)
    if against is not None and against.low <= 0 <= against.high:
        sentence = " ".join(filter(None, (sentence, _needed_words(judgement, against))))
    return Verdict(better, sentence, kept_model)


def _is_enough(judgement: Judgement, against: Versus) -> bool:
    """Tell whether the questions come from enough papers, or are enough where none are counted."""
    if against.papers:
        return against.papers >= _LEAST_PAPERS
    return judgement.questions >= _LEAST_QUESTIONS


def _needed_words(judgement: Judgement, against: Versus) -> str:
    """Return how many sentences would show a small difference; "" if there are so many."""
    if against.needed <= judgement.questions:
        return ""
    digits = max(len(str(against.needed)) - 2, 0)
    needed = math.ceil(against.needed / 10**digits) * 10**digits
    return translate(
        "Verdict",
        "To see a difference of 2 in 100 cited papers, about {needed} such sentences are needed; "
        "there are {questions}.",
    ).format(needed=figure(needed), questions=figure(judgement.questions))


def _on_new(part: Part | None) -> str:
    if part is None:
        return ""
    text = translate("Verdict", "New sentences ({questions}): no clear difference")
    if part.low > 0:
        text = translate("Verdict", "New sentences ({questions}): better")
    elif part.high < 0:
        text = translate("Verdict", "New sentences ({questions}): worse")
    return _with_bounds(text, part)


def _on_old(part: Part | None) -> str:
    if part is None:
        return ""
    text = translate("Verdict", "Known sentences ({questions}): no clear loss")
    if part.high < 0:
        text = translate("Verdict", "Known sentences ({questions}): worse")
    return _with_bounds(text, part)


def _with_bounds(text: str, part: Part) -> str:
    bounds = translate("Verdict", "{text}: {mean} ({low} to {high}).")
    mean_text = text.format(questions=figure(part.questions))
    mean, low, high = map(signed, (part.mean, part.low, part.high))
    return bounds.format(text=mean_text, mean=mean, low=low, high=high)


def comparison_words(judgement: Judgement, versus: Versus) -> str:
    """Return what both models find, in words, and the difference with its interval."""
    scores = {row.model: row.scores.get("recall@10", 0.0) for row in judgement.rows}
    new = judgement.rows[-1]
    comparison = translate(
        "Verdict",
        "“{model}” {found}, “{other}” {count}. Difference in R@10 {mean} (95 % interval {low} to "
        "{high}); better for {wins} sentences, worse for {losses}, equal for {ties}.",
    ).format(
        model=new.title,
        found=found_words(new.scores.get("recall@10", 0.0)),
        other=versus.title,
        count=figure(100 * scores.get(versus.model, 0.0)),
        mean=signed(versus.mean),
        low=signed(versus.low),
        high=signed(versus.high),
        wins=figure(versus.wins),
        losses=figure(versus.losses),
        ties=figure(versus.ties),
    )
    for name, bounds in versus.other_scores.items():
        mean, low, high = map(signed, bounds)
        comparison += " " + translate(
            "Verdict", "{metric} {mean} (95 % interval {low} to {high})."
        ).format(metric=metric_name(name), mean=mean, low=low, high=high)
    parts = filter(None, (_on_new(versus.on_new), _on_old(versus.on_old)))
    comparison = " ".join((comparison, *parts))
    if versus.by_papers is None:
        return comparison
    mean, low, high = map(signed, versus.by_papers)
    by_papers = translate(
        "Verdict", "Similar papers: difference in MAP {mean} (95 % interval {low} to {high})."
    )
    return f"{comparison} {by_papers.format(mean=mean, low=low, high=high)}"
