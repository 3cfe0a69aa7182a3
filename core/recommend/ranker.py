"""The learned ranking of candidates: trees over the signals, and scores as probabilities.

Gradient-boosted trees (LightGBM), fitted by ``tools/lab/fitting/ranker.py`` on citing
sentences of training papers. They take a signal that is not known as such. The score is a log-odds.
What a list is in order of is this and what meaning and profiles add; a curve fitted on held-out
sentences by ``tools/lab/fitting/chances.py`` turns the sum into the chance that an author
would cite the paper here.
"""

from __future__ import annotations

import gzip
import importlib.resources
import json
import logging
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.base.unneeded import unseen
from core.recommend.signals import SignalTable

if TYPE_CHECKING:
    from lightgbm import Booster

logger = logging.getLogger(__name__)

MODEL, FACTS = "ranker.txt.gz", "ranker.json"

_THREADS = 1
"""More would fight the encoder's for the cores, over a table of 600 rows."""


_UNNEEDED = ("sklearn", "pandas", "pyarrow", "matplotlib", "graphviz", "dask", "cffi")
"""What LightGBM imports if it can, and trees alone never use: without them it takes a sixth of the
time and 200 MB less, in a window's process."""


class Ranker:
    """Scores the candidates of a question. Safe from any thread."""

    def __init__(
        self, model: str, names: Sequence[str], curve: tuple[Sequence[float], Sequence[float]]
    ) -> None:
        """``model`` is LightGBM's text, ``names`` its signals, ``curve`` scores and chances."""
        with unseen(_UNNEEDED):
            from lightgbm import Booster

        self._model: Booster = Booster(model_str=model)
        self.names = tuple(names)
        self._curve = np.asarray(curve, np.float64)

    def scores(self, table: SignalTable) -> NDArray[np.float64]:
        """Return a score for each candidate, higher is better: (papers,)."""
        if not table.papers:
            return np.zeros(0)
        scores: NDArray[np.float64] = np.asarray(
            self._model.predict(table.matrix(self.names), raw_score=True, num_threads=_THREADS)
        )
        return scores

    def chances(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance, 0..1, that an author would cite a paper here, by the whole sum."""
        scores_known, heights = self._curve
        chances: NDArray[np.float64] = np.interp(scores, scores_known, heights)
        return chances


@cache
def shipped_ranker() -> Ranker:
    """Return the ranker that comes with Cocite; read once."""
    folder = importlib.resources.files("resources") / "ranking"
    facts = json.loads((folder / FACTS).read_text("utf-8"))
    model = gzip.decompress((folder / MODEL).read_bytes()).decode("utf-8")
    return Ranker(model, facts["signals"], (facts["scores"], facts["chances"]))


def usable_ranker() -> Ranker | None:
    """Return the ranker that comes with Cocite, or none where LightGBM cannot be loaded.

    On a macOS without OpenMP its library is not found; fused ranks then order the papers.
    """
    try:
        return shipped_ranker()
    except (ImportError, OSError) as error:
        logger.warning("The ranker cannot be loaded: %s", error)
        return None
