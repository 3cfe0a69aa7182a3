"""A full text, papers it cites, and a reader that knows its files by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.jobs import Job, SilentJob
from core.base.records import (
    Manuscript,
    Marker,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Section,
    Sentence,
)
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.library import Library
from core.manuscript.references.linking import Linker

OLIVES = PaperRecord(title="The taste of olives in winter", authors=("Eva Lind",), year=2001)
TULIPS = PaperRecord(title="A census of garden tulips", authors=("Ann Smith",), doi="10.5555/t")

TEXT = Manuscript(
    title="A survey of gardens",
    sections=(Section("1", "Walks", 1), Section("2", "Soils", 1)),
    sentences=(
        Sentence(0, None, 0, "Gardens are old.", (Rect(0, 1, 2, 3, 4),), paragraph=0),
        Sentence(
            1,
            0,
            0,
            "Olives [1] stand beside tulips [2], and olives [1] again.",
            (),
            (Marker(7, 10, "[1]", (0,)), Marker(31, 34, "[2]", (1,)), Marker(47, 50, "[1]", (0,))),
            paragraph=1,
        ),
        Sentence(2, 0, 1, "Both want a chalky ground.", (), paragraph=1),
        Sentence(3, 1, 2, "Tulips alone [2] bear clay.", (), (Marker(13, 16, "[2]", (1,)),), 2),
    ),
    references=(
        Reference(
            index=0,
            label="1",
            text="E. Lind. The taste of olives in winter. Fruits, 2001.",
            authors=("E. Lind",),
            title="The taste of olives in winter",
            year=2001,
        ),
        Reference(
            index=1,
            label="2",
            text="A. Smith, A census of garden tulips, doi:10.5555/t",
            title="",
            doi="10.5555/t",
        ),
    ),
)


class Shelf:
    """A reader that knows its files by name; what it says may be a failure."""

    def __init__(self, **said: Manuscript | Exception) -> None:
        self.said = said
        self.asked: list[str] = []

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        self.asked.append(path.stem)
        found = self.said.get(path.stem, TEXT)
        if isinstance(found, Exception):
            raise found
        return found


def read(
    library: Library, *shelves: Shelf, papers: Sequence[PaperNumber] | None = None
) -> FullTextReport:
    linker = Linker(library.papers)
    return read_waiting(library.fulltexts, papers, shelves or [Shelf()], linker, SilentJob())
