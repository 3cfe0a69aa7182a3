"""One question at a time: which ones are asked, which answers are dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from core.base.errors import UsageError
from desktop.ui.latest_request import LatestOnly
from desktop.ui.tasks import TaskRunner
from tests.desktop.patience import PATIENCE_S


class Oracle:
    """Answers with the question in capitals, once it may; remembers what it was asked."""

    def __init__(self, runner: TaskRunner, parent: QObject) -> None:
        self.asked: list[str] = []
        self.given_up: list[str] = []
        self.answers: list[tuple[str, str]] = []
        self.failures: list[str] = []
        self.may_answer = threading.Event()
        self.latest = LatestOnly(
            self.work,
            lambda question, answer: self.answers.append((question, answer)),
            lambda error: self.failures.append(str(error)),
            runner=runner,
            parent=parent,
        )

    def work(self, question: str, stop: Callable[[], bool]) -> str:
        self.asked.append(question)
        self.may_answer.wait(PATIENCE_S)
        if stop():
            self.given_up.append(question)
        if question == "bad":
            raise UsageError("“{text}” has no answer.", text=question)
        return question.upper()


@pytest.fixture
def oracle(runner: TaskRunner) -> Iterator[Oracle]:
    parent = QObject()
    oracle = Oracle(runner, parent)
    yield oracle
    oracle.may_answer.set()


def test_of_questions_that_come_meanwhile_only_the_latest_is_asked(
    oracle: Oracle, qtbot: QtBot
) -> None:
    oracle.latest.want("one")
    qtbot.waitUntil(lambda: oracle.asked == ["one"])
    oracle.latest.want("two")
    oracle.latest.want("three")
    oracle.may_answer.set()
    qtbot.waitUntil(lambda: oracle.answers == [("three", "THREE")])
    assert oracle.asked == ["one", "three"]
    assert oracle.given_up == ["one"]


def test_an_answer_that_nobody_wants_any_more_is_dropped(oracle: Oracle, qtbot: QtBot) -> None:
    oracle.latest.want("one")
    qtbot.waitUntil(lambda: oracle.asked == ["one"])
    oracle.latest.drop()
    oracle.may_answer.set()
    qtbot.waitUntil(lambda: oracle.given_up == ["one"])
    oracle.latest.want("two")
    qtbot.waitUntil(lambda: oracle.answers == [("two", "TWO")])


def test_a_failure_is_told_and_the_next_question_is_asked(oracle: Oracle, qtbot: QtBot) -> None:
    oracle.may_answer.set()
    oracle.latest.want("bad")
    qtbot.waitUntil(lambda: oracle.failures == ["“bad” has no answer."])
    oracle.latest.want("good")
    qtbot.waitUntil(lambda: oracle.answers == [("good", "GOOD")])


def test_the_failure_of_a_question_that_was_left_is_dropped(oracle: Oracle, qtbot: QtBot) -> None:
    oracle.latest.want("bad")
    qtbot.waitUntil(lambda: oracle.asked == ["bad"])
    oracle.latest.want("good")
    oracle.may_answer.set()
    qtbot.waitUntil(lambda: oracle.answers == [("good", "GOOD")])
    assert oracle.failures == []
