"""What examples are made of: draws, triplets, graph neighbours, contexts, hard negatives, pairs."""

from __future__ import annotations
