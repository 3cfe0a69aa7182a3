"""What a corpus allows, for the steps of a training."""

from __future__ import annotations

from pathlib import Path

from core.runs.records import (
    CorpusChecked,
    CorpusFinding,
    Level,
)


def checked(asked: int, **recipes: Level) -> CorpusChecked:
    finding = CorpusFinding("thin", "dev contexts", asked, "", ())
    return CorpusChecked(Path("corpus"), (finding,), recipes)
