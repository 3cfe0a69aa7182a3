"""A manuscript that is asked as a whole."""

from __future__ import annotations

from core.base.records import (
    Recommendation,
)

TEXTS = (
    "Hard negatives were shown to help contrastive learning [1].",
    "Citation graphs were embedded in several earlier studies.",
    "The acidity of peat soils has been measured on many moors.",
)


def ids(found: Recommendation) -> list[str]:
    return [one.paper.id for one in found.suggestions]
