"""Searches with and without an index."""

from __future__ import annotations

from core.base.records import PaperRecord

MORE = PaperRecord(
    id="doi:10.1145/99.7",
    title="Hard cases of negatives",
    abstract="Nothing here is mined.",
    authors=("Hopper Grace", "Ada Lovelace"),
    year=2021,
    venue="Annals of Moorland",
    keywords=("hard cases",),
    doi="10.1145/99.7",
)
