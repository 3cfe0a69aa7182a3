"""The text of shown pages, opened when it is first asked and always asked on a worker thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QObject

from core.base.errors import EngineError
from desktop.pages.pdf_text import Match, PagePoint, Selected, Unit
from desktop.ui.tasks import Task, TaskRunner

T = TypeVar("T")


class PageTexts(Protocol):
    """What can be asked of the text of pages. Every call blocks."""

    def find(self, words: str, stop: Callable[[], bool] = ...) -> list[Match]:
        """Give where words occur."""

    def between(self, start: PagePoint, end: PagePoint, unit: Unit = ...) -> Selected:
        """Give the text from one point to another."""

    def everything(self) -> Selected:
        """Give the whole text."""


class OpenText:
    """Holds the text of one view. ``use`` says how it is opened; nothing is opened before."""

    def __init__(self, runner: TaskRunner, make: Callable[[], PageTexts] | None = None) -> None:
        self._runner = runner
        self._make = make
        self._text: PageTexts | None = None

    @property
    def possible(self) -> bool:
        """Whether there is a text to ask."""
        return self._make is not None

    def use(self, make: Callable[[], PageTexts] | None) -> None:
        """Ask another text from now on: the pages are others."""
        self._make, self._text = make, None

    def ask(
        self,
        question: Callable[[PageTexts], T],
        on_answer: Callable[[T], None],
        *,
        failed: Callable[[EngineError], None],
        owner: QObject,
    ) -> Task | None:
        """Ask in the background; ``None`` if there is nothing to ask."""
        make, opened = self._make, self._text
        if make is None:
            return None

        def work() -> tuple[PageTexts, T]:
            text = opened or make()
            return text, question(text)

        def answered(answer: tuple[PageTexts, T]) -> None:
            if self._make is make:
                self._text = answer[0]
                on_answer(answer[1])

        return self._runner.run(work, answered, failed=failed, owner=owner)
