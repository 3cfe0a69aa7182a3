"""Read a file of citation data as one step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.formats.dumps.scanning import Step, Wanted, scan

KEYS = {"doi:10.55555/a": 1, "doi:10.55555/b": 2, "arxiv:2101.00003": 3, "pmid:44": 4}
ABSTRACT = "Olive trees grow slowly on dry slopes, and we measure by how much."


def read(
    path: Path,
    keys: dict[str, int] | None = None,
    with_abstract: frozenset[int] = frozenset(),
) -> Step:
    """Return all that a dump says, as one step."""
    whole = Step()
    for step in scan(path, Wanted(KEYS if keys is None else keys, with_abstract)):
        whole = whole.merge_step(step)
    return whole


def of_papers(step: Step) -> dict[int, dict[str, Any]]:
    return {found["paper"]: found for found in step.found if "paper" in found}
