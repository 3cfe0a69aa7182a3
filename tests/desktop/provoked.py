"""One method of one service changed for a test: its calls kept, held back or made to fail."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.desktop.patience import PATIENCE_S


class Calls(list[tuple[Any, ...]]):  # Any: the arguments of any method
    """The arguments of each call of a method, those by position; see ``recorded``."""


class Held:
    """A method whose calls wait until ``let_go``. Later calls pass once ``holds`` is false."""

    def __init__(self) -> None:
        self.calls = Calls()
        self.holds = True
        self._gate = threading.Event()

    def let_go(self) -> None:
        """Let everything pass, now and later."""
        self.holds = False
        self._gate.set()

    def wait(self) -> None:
        if self.holds:
            self._gate.wait(PATIENCE_S)


def recorded(monkeypatch: pytest.MonkeyPatch, service: object, method: str) -> Calls:
    """Return the list into which the arguments of each later call come."""
    calls = Calls()
    _wrap(monkeypatch, service, method, calls.append)
    return calls


def held(monkeypatch: pytest.MonkeyPatch, service: object, method: str) -> Held:
    """Hold each later call before it does anything."""
    held = Held()

    def begin(arguments: tuple[Any, ...]) -> None:
        held.calls.append(arguments)
        held.wait()

    _wrap(monkeypatch, service, method, begin)
    return held


def failing(
    monkeypatch: pytest.MonkeyPatch, service: object, method: str, error: BaseException
) -> None:
    """Raise the error at each later call."""

    def fail(_: tuple[Any, ...]) -> None:
        raise error

    _wrap(monkeypatch, service, method, fail)


def answering(
    monkeypatch: pytest.MonkeyPatch, service: object, method: str, answer: object
) -> None:
    """Give this answer to each later call, whatever is asked."""
    monkeypatch.setattr(service, method, lambda *_, **__: answer)


def _wrap(
    monkeypatch: pytest.MonkeyPatch,
    service: object,
    method: str,
    begin: Callable[[tuple[Any, ...]], object],
) -> None:
    real = getattr(service, method)

    def call(*arguments: object, **named: object) -> object:
        begin(arguments)
        return real(*arguments, **named)

    monkeypatch.setattr(service, method, call)
