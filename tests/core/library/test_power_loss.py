"""A loss of power takes nothing that was acknowledged, or opening says what and restores it.

A few of the states that POSIX allows after each of twelve actions;
``tools/lab/benchmarks/power_loss.py`` opens thousands.
"""

from __future__ import annotations

import pytest

from tests.core.library import actions_with_power_loss
from tests.power.recording import PowerLosses


@pytest.fixture(scope="module")
def losses(tmp_path_factory: pytest.TempPathFactory) -> PowerLosses:
    return PowerLosses(actions_with_power_loss.__name__, tmp_path_factory.mktemp("power"))


@pytest.mark.parametrize("name", actions_with_power_loss.ACTIONS)
def test_what_was_acknowledged_survives_a_loss_of_power(losses: PowerLosses, name: str) -> None:
    found = losses.lose(name, 12)
    assert found.told
    assert found.syncs
    assert 6 <= found.states.total() <= 12
    assert not found.failures, "\n".join(found.failures[:3])
