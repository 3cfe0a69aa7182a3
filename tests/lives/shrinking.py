"""Makes of a plan that fails a short one that fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from tests.lives.plans import Plan

Fails = Callable[[Plan], bool]


def shrunk(plan: Plan, fails: Fails, *, seconds: float = 60) -> Plan:
    """Leave out of a plan what its failure does not need (delta debugging over its actions).

    After so many seconds nothing more is left out.
    """
    until = time.monotonic() + seconds

    def in_time(shorter: Plan) -> bool:
        return time.monotonic() < until and fails(shorter)

    plan = _without_parts(plan, in_time)
    for calm in (_calm(plan, place) for place in range(len(plan.actions))):
        if calm != plan and in_time(calm):
            plan = calm
    new = replace(plan, begin=0, killed=0)
    return new if plan.begin and in_time(new) else plan


def _without_parts(plan: Plan, fails: Fails) -> Plan:
    size = max(len(plan.actions) // 2, 1)
    while True:
        start = 0
        while start < len(plan.actions):
            left = plan.actions[:start] + plan.actions[start + size :]
            shorter = replace(plan, actions=left)
            if fails(shorter):
                plan = shorter
            else:
                start += size
        if size == 1:
            return plan
        size = max(size // 2, 1)


def _calm(plan: Plan, place: int) -> Plan:
    """Return a plan whose action at a place is not disturbed."""
    actions = list(plan.actions)
    actions[place] = actions[place]._replace(disturbed="", at=0)
    return replace(plan, actions=tuple(actions))
