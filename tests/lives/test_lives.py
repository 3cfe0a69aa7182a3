"""Libraries live through plans of actions and disturbances, and hold what they must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.lives import plans
from tests.lives.plans import Action, Plan
from tests.lives.planted import BUGS
from tests.lives.running import Lives, room
from tests.lives.shrinking import shrunk

KEPT = sorted((Path(__file__).parent / "kept").glob("*.json"))
SEEDS, ACTIONS = range(1, 21), 80


@pytest.fixture(scope="module")
def lives() -> Iterator[Lives]:
    with TemporaryDirectory(dir=room()) as folder, Lives(Path(folder)) as lives:
        yield lives


@pytest.mark.parametrize("seed", SEEDS)
def test_a_library_lives_through_a_plan(lives: Lives, seed: int) -> None:
    ended = lives.live(plans.made(seed, ACTIONS))
    assert not ended.failure, "\n".join([*ended.steps[-5:], ended.failure])
    assert ended.at == ACTIONS


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_plan_that_found_something_is_lived_through(lives: Lives, path: Path) -> None:
    ended = lives.live(plans.of_json(path.read_text("utf-8")))
    assert not ended.failure, "\n".join([*ended.steps, ended.failure])


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    with TemporaryDirectory(dir=room()) as folder, Lives(Path(folder), planted=bug) as lives:
        kinds = (lives.live(plans.made(seed, 150)).kind for seed in range(1, 60))
        assert any(kinds)


def test_a_plan_is_a_function_of_its_seed_and_of_its_text() -> None:
    plan = plans.made(7, 200)
    assert plan == plans.made(7, 200) == plans.of_json(plan.as_json())
    assert plan != plans.made(8, 200)


def test_a_plan_that_fails_is_shrunk_to_what_matters() -> None:
    def fails(plan: Plan) -> bool:
        names = [action.name for action in plan.actions]
        return "merge" in names and "undo" in names[names.index("merge") :]

    made = next(plan for plan in (plans.made(seed, 100) for seed in range(99)) if fails(plan))
    least = shrunk(made, fails)
    assert [action.name for action in least.actions] == ["merge", "undo"]
    assert least.begin == 0
    assert not any(action.disturbed for action in least.actions)


def test_a_plan_that_names_what_is_not_there_does_nothing(lives: Lives) -> None:
    plan = Plan(0, tuple(Action(name, 1) for name in ("merge", "undo", "redo", "purge", "detach")))
    ended = lives.live(plan)
    assert (ended.failure, ended.seen.total()) == ("", 0)
