"""Examples of cited sentences."""

from __future__ import annotations

from training.sampling.triplets import Triplet


class Pairs:
    """Triplets of any three papers in a row."""

    def __len__(self) -> int:
        return 5

    def triplet(self, epoch: int, index: int) -> Triplet:  # noqa: ARG002
        return Triplet(index, index + 1, index + 2)

    def anchor(self, index: int) -> int:
        return index
