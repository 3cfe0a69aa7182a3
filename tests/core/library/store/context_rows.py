"""Citing sentences in a library."""

from __future__ import annotations

from core.base.records import CitingContext, PaperNumber
from core.library.library import Library

A, B, C, D = (PaperNumber(n) for n in range(1, 5))
TEXTS = (
    "Peat is more acid than sand [1].",
    "Sand drains well [2], as dunes show.",
    "Graphs of citations have been embedded [1, 2].",
)


def say(library: Library, citing: PaperNumber, *texts: str, cited: PaperNumber = B) -> None:
    library.citations.add_contexts(
        citing, [CitingContext(text=text, cited=(cited,), markers=((0, 1),)) for text in texts]
    )


def said(library: Library, *papers: PaperNumber) -> dict[int, str]:
    return {each.number: each.text for each in library.contexts.list_sentences(papers)}
