"""Each kind of action, and the last hundred, are undone and done again by new processes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.library.history_actions import ACTIONS, rich
from tests.core.library.history_apart import DONE, MANY

Told = dict[str, dict[str, list[str]]]
"""By phase and library, the digests after each step."""
PHASES = ("act", "undo", "redo", "undo-again", "act-many", "undo-many", "redo-many")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    place = tmp_path_factory.mktemp("apart")
    made = rich(place / "made")
    for name in (*ACTIONS, "many"):
        shutil.copytree(made, place / name)
    return {phase: _apart(place, phase) for phase in PHASES}


def _apart(place: Path, phase: str) -> dict[str, list[str]]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.core.library.history_apart", str(place), phase],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    said: dict[str, list[str]] = json.loads(ran.stdout)
    return said


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_undone_and_done_again_after_restarts(told: Told, name: str) -> None:
    before, after = told["act"][name]
    assert before != after
    assert [told[phase][name] for phase in PHASES[1:4]] == [[before], [after], [before]]


def test_the_last_hundred_actions_are_undone_one_by_one_after_a_restart(told: Told) -> None:
    done, undone = told["act-many"]["many"], told["undo-many"]["many"]
    assert len(set(done)) == MANY
    assert len(undone) == DONE
    assert undone == done[-DONE - 1 : -1][::-1]


def test_the_last_hundred_actions_are_done_again_one_by_one_after_a_restart(told: Told) -> None:
    assert told["redo-many"]["many"] == told["act-many"]["many"][-DONE:]
