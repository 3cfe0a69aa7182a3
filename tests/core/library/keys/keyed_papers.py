"""Papers with keys that a file states."""

from __future__ import annotations

from core.base.records import PaperRecord

QUAYS = PaperRecord(
    id="x:1",
    title="Quays of the north and what they are made of",
    authors=("Per Lind", "Eva Sand"),
    year=2018,
    doi="10.55555/quays.1",
)
