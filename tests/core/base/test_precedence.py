from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.base import precedence
from core.base.jobs import JobCancelled
from core.base.precedence import Rank, Turns, person_waits, rank, stand_aside, working

SOON_S = 10


class Queue:
    """A lock that is held, and whoever waits for it, in the order in which they got it."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.order: list[str] = []
        self.pool = ThreadPoolExecutor(12)
        self._let_go = threading.Event()
        taken = threading.Event()

        def hold() -> None:
            with self.turns.turn():
                taken.set()
                assert self._let_go.wait(SOON_S)

        self._held = self.pool.submit(hold)
        assert taken.wait(SOON_S)

    def join(self, name: str, of: Rank) -> None:
        """Let somebody wait for the lock, and wait until that is so."""
        before = len(self.turns._waiting)

        def work() -> None:
            with working(of), self.turns.turn():
                self.order.append(name)

        self.pool.submit(work)
        until(lambda: len(self.turns._waiting) > before)

    def served(self) -> list[str]:
        self._let_go.set()
        self.pool.shutdown(wait=True)
        return self.order


def until(so: Callable[[], bool]) -> None:
    tick = threading.Event()
    for _ in range(SOON_S * 200):
        if so():
            return
        tick.wait(0.005)
    raise AssertionError("it never came to pass")


@pytest.fixture
def queue() -> Iterator[Queue]:
    made = Queue()
    yield made
    made.served()


def test_a_person_overtakes_everybody_and_nobody_overtakes_his_like(queue: Queue) -> None:
    queue.join("index 1", Rank.BEHIND)
    queue.join("index 2", Rank.BEHIND)
    queue.join("ahead 1", Rank.AHEAD)
    queue.join("question 1", Rank.PERSON)
    queue.join("ahead 2", Rank.AHEAD)
    queue.join("question 2", Rank.PERSON)
    expected = ["question 1", "question 2", "ahead 1", "ahead 2", "index 1", "index 2"]
    assert queue.served() == expected


def test_a_lock_is_held_by_one_at_a_time() -> None:
    turns, inside, most = Turns(), [0], [0]

    def work(of: Rank) -> None:
        for _ in range(300):
            with working(of), turns.turn():
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, [*Rank, *Rank]))
    assert most == [1]


def test_a_failure_inside_lets_the_next_one_in() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns.turn():
        raise ZeroDivisionError
    with turns.turn():
        pass


def test_work_behind_begins_nothing_until_the_person_is_answered() -> None:
    turns, began = Turns(), threading.Event()

    def work() -> None:
        with working(Rank.BEHIND), turns.turn():
            began.set()

    with ThreadPoolExecutor(1) as pool:
        with person_waits():
            pool.submit(work)
            assert not began.wait(0.3)
            with turns.turn():  # the person's own question goes through
                pass
        assert began.wait(SOON_S)


def test_work_that_stands_aside_can_be_stopped() -> None:
    def stopped() -> None:
        raise JobCancelled

    with person_waits(), pytest.raises(JobCancelled):
        stand_aside(stopped)


def test_a_question_that_hangs_holds_nothing_up_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "_MOST_S", 0.1)
    with person_waits():
        stand_aside()


def test_whoever_says_nothing_works_for_a_person() -> None:
    assert rank() is Rank.PERSON
    with working(Rank.BEHIND):
        assert rank() is Rank.BEHIND
        with working(Rank.AHEAD):
            assert rank() is Rank.AHEAD
        assert rank() is Rank.BEHIND
    assert rank() is Rank.PERSON
