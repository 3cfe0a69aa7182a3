"""Papers that share terms."""

from __future__ import annotations

from core.base.records import PaperRecord

FILLING = tuple(
    PaperRecord(
        id=f"t:{number}",
        title=f"Filling number {number}",
        abstract="Grammar is everywhere here." if number % 2 else "",
    )
    for number in range(60)
)
TIED = (
    PaperRecord(
        id="t:one",
        title="Few-shot parsing of left-corner grammars",
        abstract="A few approaches a b to 42 results improve dependency trees. BERT helps.",
    ),
    PaperRecord(
        id="t:other",
        title="Dependency trees for a few soils",
        abstract="We present few novel results about b and 42. It parses with BERT and grammar.",
    ),
    PaperRecord(id="t:plain", title="A few novel results", abstract="We present an approach."),
)
