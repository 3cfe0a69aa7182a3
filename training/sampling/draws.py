"""Random draws that are functions of (seed, epoch, example), and of nothing else.

A run that is resumed, or spread over processes, therefore draws what it would have drawn alone
and at once. ``purpose`` keeps the draws of different samplers for one example apart.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray


def generator(seed: int, epoch: int, example: int, purpose: str = "") -> np.random.Generator:
    """Return the generator of one example in one epoch."""
    key = f"{seed} {epoch} {example} {purpose}".encode("utf-8", "surrogatepass")
    words = np.frombuffer(hashlib.blake2b(key, digest_size=16).digest(), np.uint64)
    return np.random.Generator(np.random.Philox(key=words))


@dataclass(frozen=True, slots=True)
class Parts:
    """Examples in parts of equal size, so that something can be done between two of them.

    The loop takes a part for an epoch. Parts follow each other through all ``total`` examples,
    which each pass has in another order; where a pass ends within a part, the next one begins.
    """

    total: int
    size: int
    seed: int

    @classmethod
    def of(cls, total: int, size: int, seed: int) -> Parts:
        """Return parts of ``size`` examples, or the whole as one part if ``size`` is 0."""
        return cls(total, min(size or total, total), seed)

    @property
    def count(self) -> int:
        """The number of parts in a pass."""
        return -(-self.total // max(1, self.size))

    def locate(self, part: int, index: int) -> tuple[int, int]:
        """Return the pass that a place of a part is in, and the example there."""
        if self.size == self.total:
            return part, index
        turn, place = divmod(part * self.size + index, self.total)
        return turn, int(_permutation(self.total, self.seed, turn)[place])


@lru_cache(maxsize=4)
def _permutation(total: int, seed: int, turn: int) -> NDArray[np.int64]:
    return generator(seed, turn, 0, "parts").permutation(total)


class PowerDraw:
    """Draws with probability proportional to ``count ** power``.

    The power ¾ of MP-BERT4CR flattens the counts, as word2vec's negative sampling does.
    """

    def __init__(self, counts: ArrayLike, *, power: float = 0.75) -> None:
        weights = np.asarray(counts, np.float64)
        if weights.ndim != 1 or np.any(weights < 0):
            raise ValueError("counts must be a row of numbers that are not negative")
        # A count of 0 is never drawn, whatever the power.
        raised = np.where(weights > 0, weights**power, 0.0)
        self._cumulative = np.cumsum(raised)
        self.drawable = int(np.count_nonzero(raised))

    def one(self, random: np.random.Generator) -> int:
        """Return the position of one draw."""
        return int(self.several(random, 1)[0])

    def several(self, random: np.random.Generator, size: int) -> NDArray[np.int64]:
        """Return positions drawn with replacement: (size,)."""
        total = self._cumulative[-1] if len(self._cumulative) else 0.0
        if not total:
            raise ValueError("there is nothing to draw from: all counts are 0")
        return np.searchsorted(self._cumulative, random.random(size) * total, side="right")

    def distinct(
        self, random: np.random.Generator, size: int, *, without: frozenset[int] = frozenset()
    ) -> list[int]:
        """Return up to ``size`` different positions in the order drawn, none of ``without``.

        They are fewer only where fewer can be drawn.
        """
        weights = np.diff(self._cumulative, prepend=0.0)
        excluded = [index for index in without if 0 <= index < len(weights)]
        possible = self.drawable - int(np.count_nonzero(weights[excluded]))
        count = min(size, possible)
        chosen: dict[int, None] = {}
        for _ in range(32):  # rejection is fast while few are excluded
            for index in self.several(random, 2 * count) if len(chosen) < count else ():
                if int(index) not in without and len(chosen) < count:
                    chosen[int(index)] = None
        return list(chosen) if len(chosen) == count else self._exact(random, count, excluded)

    def _exact(self, random: np.random.Generator, size: int, excluded: list[int]) -> list[int]:
        weights = np.diff(self._cumulative, prepend=0.0)
        weights[excluded] = 0.0
        indices = random.choice(len(weights), size, replace=False, p=weights / weights.sum())
        return [int(index) for index in indices]
