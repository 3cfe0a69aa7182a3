"""An abstract cut in two: the one half asks for the other (Brinner and Zarrieß 2025)."""

from __future__ import annotations

import re

from core.manuscript.text.sentences import sentence_spans


def halves(abstract: str) -> tuple[str, str]:
    """Return the two halves of an abstract, parted between sentences where it has several."""
    starts = [start for start, _ in sentence_spans(abstract)][1:]
    starts = starts or [match.end() for match in re.finditer(r"\s+(?=\S)", abstract)]
    middle = len(abstract) / 2
    cut = min(starts, key=lambda start: abs(start - middle), default=len(abstract))
    return abstract[:cut].rstrip(), abstract[cut:]
