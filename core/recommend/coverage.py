"""How far a library holds what a text needs: what the chances of its suggestions depend on.

The ranker's chances were fitted on sentences whose papers are in the library. Whether they are is
another question. Two things tell, and are weighed in log-odds:

- how many of the manuscript's references are known here: of a share π of them, a sentence that
  cites ``CITED`` papers finds one with the chance 1 - (1 - π)^``CITED``; where the list is short,
  or there is none, π = (linked + 1) / (entries + 2) is Laplace's rule, and no list leaves it open;
- how near the nearest papers come in meaning: a library of another field has none. That some are
  near does not make up for references that are missing.

Fitted by ``tools/lab/fitting/coverage.py``. What the manuscript cites already is here, and
keeps its chance.
"""

from __future__ import annotations

import importlib.resources
import json
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.base.odds import convert_chances_to_odds, convert_odds_to_chances
from core.recommend.signals import SignalTable

FACTS = "coverage.json"
NEAREST = 3
"""Papers whose likeness counts, in the mean."""
_FORMS = ("vectors.sentence", "vectors.neighbours")


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many entries of a manuscript's reference list were found in the library."""

    linked: int = 0
    entries: int = 0

    @property
    def share(self) -> float:
        """The share expected of references in general, 0..1, by Laplace's rule."""
        return (self.linked + 1) / (self.entries + 2)


@dataclass(frozen=True, slots=True)
class Presence:
    """The fitted curve: papers cited in a sentence; below which nearness it gets less likely."""

    cited: float
    near: float
    steepness: float

    def chance(self, coverage: Coverage, nearness: float) -> float:
        """Return the chance that the library holds what is needed; NaN is a nearness not known."""
        library_chance = float(1 - (1 - coverage.share) ** self.cited)
        if np.isnan(nearness):
            return library_chance
        odds = convert_chances_to_odds(np.array([library_chance])) + self.steepness * min(
            nearness - self.near, 0.0
        )
        return float(convert_odds_to_chances(odds)[0])


@cache
def shipped_presence() -> Presence:
    """Return the curve that comes with Cocite; read once."""
    text = (importlib.resources.files("resources") / "ranking" / FACTS).read_text("utf-8")
    return Presence(**json.loads(text))


def nearness(table: SignalTable | None) -> float:
    """Return how near the nearest papers come to the sentence in meaning; NaN without vectors."""
    columns = [] if table is None else [table.columns[n] for n in _FORMS if n in table.columns]
    if not columns or not len(columns[0]):
        return float("nan")
    best = np.fmax.reduce(columns)
    known_values = np.sort(best[np.isfinite(best)])[-NEAREST:]
    return float(known_values.mean()) if len(known_values) else float("nan")
