"""Every sentence of a manuscript answered ahead, and what the manuscript as a whole should cite.

The sentences nearest to the one asked about last come first, and the list shows what is known of
the manuscript until then. The work begins anew whenever something it rests on has changed; what
has not is still known to the workspace then, so that only the rest costs time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.records import Paper, Recommendation, Status, Suggestion
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.suggestion_state import is_settled, why_lacking
from desktop.ui.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

_SETTLED_MS = 700
"""How long nothing must change before the work begins: decisions come in a row."""


class WholeSession(QObject):
    """Asks the workspace about one manuscript as a whole.

    Signals:
        changed: there is another answer, or it is further on its way.
    """

    changed = Signal()
    _partly = Signal(int, object)  # from the thread that asks

    def __init__(
        self,
        session: ManuscriptSession,
        workspace: Workspace,
        runner: TaskRunner,
        *,
        breadth: float,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._workspace = workspace
        self._runner = runner
        self._breadth = breadth
        self._task: Task | None = None
        self._has_started = False
        self._number = 0
        self._again = False
        self._stopped = False
        self.is_cancelled = False
        self._status: Status | None = None
        self.answer: Recommendation | None = None
        self.error: EngineError | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._soon.timeout.connect(self._start)
        self._partly.connect(self._show_part)
        session.decided.connect(self._outdated)
        session.references.changed.connect(self._outdated)
        session.filter_changed.connect(self._drop_answer)

    # --- what is known ------------------------------------------------------------------------

    @property
    def session(self) -> ManuscriptSession:
        """The manuscript it is about."""
        return self._session

    def progress(self) -> tuple[int, int] | None:
        """Return how many sentences of how many are answered; ``None`` when nothing is to come."""
        if self._task is not None:
            return self._task.progress.state[:2]
        return None if self._has_started and not self._soon.isActive() else (0, 0)

    def why_lacking(self) -> str:
        """Return why the answer lacks papers, "" where it rests on all of the library."""
        if self.answer is None or self._status is None or not self._status.papers:
            return ""
        return why_lacking(self.answer.stages, self._status)

    def suggestions(self) -> list[Suggestion]:
        """Return what the manuscript should cite, without what was turned down since."""
        return self.leave_out_rejected(self.answer.suggestions if self.answer is not None else ())

    def leave_out_rejected(self, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Return suggestions without the papers that were turned down."""
        papers = [one.paper for one in suggestions]
        verdicts = self._session.verdicts_on("", papers)
        rejected = {paper.number for paper, verdict in verdicts if verdict == "reject"}
        return [one for one in suggestions if one.paper.number not in rejected]

    def is_chosen(self, suggestion: Suggestion) -> bool:
        """Return whether a paper is on the list to cite where it fits best."""
        return any(
            self._session.verdict(sentence, suggestion.paper.number) == "cite"
            for sentence in suggestion.sentences[:1]
        )

    # --- what one does ------------------------------------------------------------------------

    def use_breadth(self, breadth: float) -> None:
        """Ask with another context."""
        if breadth != self._breadth:
            self._breadth = breadth
            self._outdated()

    def resume(self) -> None:
        """Go on where a person cancelled the work; what was answered is still known."""
        if self.is_cancelled:
            self._start()

    def start_over(self) -> None:
        """Answer everything anew: the library or the model are others now."""
        self._outdated()

    def follow_indexing(self, *, is_stopped: bool) -> None:
        """Say of the answer whether indexing goes on; it was started or stopped elsewhere."""
        if self._status is not None and self._status.is_indexing_stopped != is_stopped:
            self._status = replace(self._status, is_indexing_stopped=is_stopped)
            self.changed.emit()

    def stop(self) -> None:
        """Do nothing more for this manuscript."""
        self._stopped = True
        self._soon.stop()
        if self._task is not None:
            self._task.cancel()

    def cite(self, suggestion: Suggestion, *, on: bool) -> None:
        """Put a paper on the list to cite where it fits best, or take it off."""
        self._session.decide(suggestion.sentences[0], [suggestion.paper], "cite" if on else None)

    def turn_down(self, paper: Paper) -> None:
        """Do not suggest a paper for the manuscript as a whole again."""
        self._session.decide_text("", [paper], "reject")

    # --- asking for the whole manuscript ------------------------------------------------------

    def _drop_answer(self) -> None:
        self.answer = None  # it may name papers that the filter hides now
        self._outdated()

    def _outdated(self) -> None:
        self.changed.emit()  # decisions show at once
        if not self._stopped:
            self._soon.start()

    def _start(self) -> None:
        if self._task is not None:  # it makes way when it ends
            self._again = True
            self._task.cancel()
            return
        self._has_started, self._again, self.is_cancelled = True, False, False
        self._number += 1
        session, breadth, number = self._session, self._breadth, self._number
        opened = session.opened

        def report_part(recommendation: Recommendation) -> None:
            with contextlib.suppress(RuntimeError):  # the manuscript was closed meanwhile
                self._partly.emit(number, recommendation)

        def work(job: Job) -> tuple[Status, Recommendation | None]:
            status = self._workspace.indexing.status()
            if not is_settled(status):
                return status, None
            return status, self._workspace.recommending.recommend_manuscript(
                opened,
                breadth=breadth,
                limit=session.limit,
                paper_filter=session.paper_filter,
                job=job,
                reader=lambda: session.reader,
                partly=report_part,
            )

        name = self.tr("the text") if opened.path is None else opened.path.name
        title = opened.manuscript.title or name
        self._task = self._runner.start_background_job(
            self.tr("Preparing suggestions for “{value}”").format(value=title[:40]),
            work,
            self._show,
            failed=self._fail,
            owner=self,
        )
        self._task.progressed.connect(self.changed)
        self._task.ended.connect(self._ended)

    def _show_part(self, number: int, recommendation: Recommendation) -> None:
        """Show what is known until now, where nothing better is shown already."""
        shown_answer = self.answer
        if (
            number == self._number
            and self._task is not None
            and not (shown_answer and shown_answer.whole)
        ):
            self.answer = recommendation
            self.changed.emit()

    def _show(self, result: tuple[Status, Recommendation | None]) -> None:
        self._status, answer = result
        self.answer, self.error = answer or self.answer, None

    def _fail(self, error: EngineError) -> None:
        self.error = error

    def _ended(self) -> None:
        self.is_cancelled = self._task is not None and self._task.stop_requested
        self._task = None
        if self._again and not self._stopped:
            self._start()
        self.changed.emit()
