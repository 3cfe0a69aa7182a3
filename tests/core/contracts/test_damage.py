"""Every format and every kind of manuscript, damaged: read, or refused by an error of ours.

A kind that is added and has no whole file in ``tests/damaged_files.py`` fails here by its name.
``python -m tools.lab.benchmarks.damage`` tries thousands, of real files as well.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from core.base.errors import EngineError
from core.formats.registry import get_format, parsed
from core.manuscript.sources import KINDS, read_manuscript
from tests import damaged_files
from tests.core.formats.test_fuzz import REFUSED_AS_A_WHOLE
from tests.damaged_files import Whole

TRIED = 60
FEWER = {"pdf": 8}
"""They take half a second each, and ``tests/core/manuscript/test_fuzz.py`` damages them as well."""
SECONDS = 10.0
"""Of the processor, for files that are read in some hundredths; they are a few kilobytes."""


@pytest.mark.parametrize("kind", [each.name for each in parsed()])
def test_a_damaged_reference_file_is_read_or_refused_in_time(kind: str, tmp_path: Path) -> None:
    def is_read(path: Path) -> bool:
        return any(entry.record for entry in get_format(kind).read_entries(path))

    wholes = [each for each in damaged_files.references() if each.kind == kind]
    outcomes = tried(wholes, TRIED, tmp_path, is_read)
    assert set(outcomes) <= {"read", "refused"}
    assert outcomes["read"] > TRIED / (60 if kind in REFUSED_AS_A_WHOLE else 4)


@pytest.mark.parametrize("kind", [each.name for each in KINDS])
def test_a_damaged_manuscript_is_read_or_refused_in_time(kind: str, tmp_path: Path) -> None:
    wholes = [each for each in damaged_files.manuscripts(tmp_path) if each.kind == kind]
    times = FEWER.get(kind, TRIED)
    outcomes = tried(
        wholes, times, tmp_path, lambda path: bool(read_manuscript(path, max_pages=50))
    )
    assert set(outcomes) <= {"read", "refused"}
    assert outcomes["read"] > times / 4


def tried(
    wholes: list[Whole], times: int, folder: Path, is_read: Callable[[Path], bool]
) -> Counter[str]:
    """Count what became of damaged files; what should not have is told in full."""
    outcomes: Counter[str] = Counter()
    for whole, content in islice(damaged_files.endlessly(wholes, 7), times):
        path = folder / f"damaged {whole.name}"
        path.write_bytes(content)
        started = time.process_time()
        told = outcome(path, is_read)
        seconds = time.process_time() - started
        outcomes[told if seconds < SECONDS else f"took {seconds:.0f} s: {content!r}"] += 1
    return outcomes


def outcome(path: Path, is_read: Callable[[Path], bool]) -> str:
    try:
        return "read" if is_read(path) else "refused"
    except EngineError as refusal:
        return "refused" if path.name in str(refusal) else f"refused without its name: {refusal}"
