"""Plans: what is done to a library, from a seed or from JSON."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.library.database.migrations import latest_version

WEIGHTS = {
    "add": 60,
    "edit": 100,
    "trash": 40,
    "restore": 30,
    "purge": 25,
    "group": 70,
    "note": 30,
    "attach": 40,
    "detach": 15,
    "read": 30,
    "retry": 8,
    "relink": 15,
    "mark": 30,
    "cite": 25,
    "say": 25,
    "open manuscript": 8,
    "decide": 40,
    "dismiss": 20,
    "forget": 4,
    "search": 15,
    "enrich": 12,
    "take back data": 8,
    "merge": 25,
    "merge for good": 6,
    "take back": 15,
    "keep apart": 15,
    "link versions": 12,
    "zotero": 90,
    "follow": 35,
    "undo": 90,
    "redo": 60,
    "reopen": 8,
    "keep": 4,
    "back up": 4,
    "put back": 2,
    "remake": 1,
    "export": 2,
    "formats": 3,
    "reader": 4,
    "writer": 3,
    "embed": 6,
    "indexes": 3,
    "empty trash": 3,
    "check": 6,
    "clear history": 0.5,
    "clock": 8,
}
"""How often each action is done, against each other."""
_KILLED, _FULL = 0.02, 0.02


class Action(NamedTuple):
    """An action: its name, the seed of what it chooses, and what disturbs it at which call."""

    name: str
    seed: int
    disturbed: str = ""
    at: int = 0


@dataclass(frozen=True)
class Plan:
    """The version of the tables that a library begins with, 0 for a new one, and what is done.

    ``killed`` is the call that writes at which its upgrade is killed first, 0 for none.
    """

    begin: int
    actions: tuple[Action, ...]
    killed: int = 0

    def as_json(self) -> str:
        """Return the plan as a text to keep."""
        lines = ",\n".join(f"  {json.dumps(list(each))}" for each in self.actions)
        return f'{{"begin": {self.begin}, "killed": {self.killed}, "actions": [\n{lines}\n]}}\n'


def of_json(text: str) -> Plan:
    """Return the plan that a text holds."""
    kept: dict[str, Any] = json.loads(text)
    return Plan(
        kept["begin"], tuple(Action(*each) for each in kept["actions"]), kept.get("killed", 0)
    )


def made(seed: int, actions: int) -> Plan:
    """Return the plan of a seed."""
    chance = random.Random(seed)
    begin = chance.choice((0, chance.randrange(1, latest_version())))
    names = chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=actions)
    planned = tuple(_action(name, chance) for name in names)
    return Plan(begin, planned, int(chance.expovariate(1 / 30)) if begin else 0)


def _action(name: str, chance: random.Random) -> Action:
    drawn, at = chance.random(), 1 + int(chance.expovariate(1 / 12))
    disturbed = "kill" if drawn < _KILLED else "full" if drawn < _KILLED + _FULL else ""
    return Action(name, chance.randrange(2**31), disturbed, at if disturbed else 0)
