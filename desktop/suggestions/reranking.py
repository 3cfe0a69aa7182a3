"""Asks for the better order of an answer that shows already, until something else is asked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from desktop.suggestions.answer import Answer, Request
from desktop.tasks import Task, TaskRunner


class Reranking(QObject):
    """One request is under way at a time; one that nobody waits for any more ends early.

    Signals:
        answered(Answer): the better order of the wanted request is there.
        failed(EngineError): it could not be had.
    """

    answered = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        rerank: Callable[[Request, Callable[[], bool]], Answer],
        runner: TaskRunner,
        parent: QObject,
    ) -> None:
        """``rerank`` takes a request, and what tells whether to stop; it blocks."""
        super().__init__(parent)
        self._rerank = rerank
        self._runner = runner
        self._wanted: Request | None = None
        self._asking: Task | None = None

    def want(self, request: Request) -> None:
        """Ask for a question's better order; what was wanted before is dropped."""
        self._wanted = request
        if self._asking is None:
            self._ask_wanted()

    def drop(self) -> None:
        """Want nothing any more."""
        self._wanted = None

    def _ask_wanted(self) -> None:
        request = self._wanted
        if request is None:
            return

        def work() -> Answer:
            return self._rerank(request, lambda: self._wanted is not request)

        def done(answer: Answer) -> None:
            if self._wanted is request:
                self._wanted = None
                self.answered.emit(answer)

        def failed(error: EngineError) -> None:
            if self._wanted is request:
                self._wanted = None
            self.failed.emit(error)

        self._asking = self._runner.run(work, done, failed=failed, owner=self, first=True)
        self._asking.ended.connect(self._asked)

    def _asked(self) -> None:
        self._asking = None
        self._ask_wanted()
