"""Asks one question at a time; of those that come meanwhile only the latest is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from core.base.errors import EngineError
from desktop.ui.tasks import Task, TaskRunner

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class LatestOnly(QObject, Generic[Question, Answer]):
    """Asks on a worker thread, so that old questions do not keep the workers busy.

    Answers and failures of a question that is no longer wanted are dropped.
    """

    def __init__(
        self,
        work: Callable[[Question, Callable[[], bool]], Answer],
        on_answer: Callable[[Question, Answer], None],
        failed: Callable[[EngineError], None],
        *,
        runner: TaskRunner,
        parent: QObject,
    ) -> None:
        """``work`` takes a question and what tells whether to stop early; it blocks."""
        super().__init__(parent)
        self._work = work
        self._on_answer = on_answer
        self._failed = failed
        self._runner = runner
        self._wanted_question: Question | None = None
        self._task: Task | None = None

    def want(self, question: Question) -> None:
        """Ask as soon as the question under way has ended; earlier ones are dropped."""
        self._wanted_question = question
        if self._task is None:
            self._ask()

    def drop(self) -> None:
        """Want no answer any more."""
        self._wanted_question = None

    def _ask(self) -> None:
        question = self._wanted_question
        if question is None:
            return

        def deliver_answer(answer: Answer) -> None:
            if self._wanted_question is question:
                self._wanted_question = None
                self._on_answer(question, answer)

        def failed(error: EngineError) -> None:
            if self._wanted_question is question:
                self._wanted_question = None
                self._failed(error)

        self._task = self._runner.run(
            lambda: self._work(question, lambda: self._wanted_question is not question),
            deliver_answer,
            failed=failed,
            owner=self,
            first=True,
        )
        self._task.ended.connect(self._ended)

    def _ended(self) -> None:
        self._task = None
        self._ask()
