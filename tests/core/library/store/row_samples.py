"""Papers for the rows of a table."""

from __future__ import annotations

from core.base.records import PaperNumber, PaperRecord

RECORDS = [
    PaperRecord(title="Olives", doi="10.1000/a", year=2001),
    PaperRecord(title="Tulips", doi="10.1000/b", year=2002),
    PaperRecord(title="Dunes", year=2003),
]
ONE, TWO, THREE = (PaperNumber(n) for n in (1, 2, 3))
