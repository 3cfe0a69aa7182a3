"""Papers set for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.reader import GuardedReader
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    ABSTRACT,
    BOLD,
    CAPTION,
    ENTRY,
    FIRST,
    HEADING,
    TEXT,
    Press,
)

TWO_COLUMNS = ((54.0, 296.0), (316.0, 558.0))


@pytest.fixture(scope="session")
def two_column_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A paper with a full-width title, two columns, running heads, a footnote and a caption."""
    press = Press(tmp_path_factory.mktemp("pdf") / "paper.pdf", TWO_COLUMNS, bottom=430.0)
    press.heads = [(54, 40, "Ilves, Renn and Castell"), (300, 760, "#")]
    press.put(120, 90, prose.TITLE, BOLD, 17)
    press.put(150, 120, ", ".join(prose.AUTHORS), size=11)
    press.put(170, 136, "Institute of Shores, University of Lower Bay", size=9)
    press.put(60, 735, "1 The tent was lent by a friendly museum in the hills.", size=8)
    press.top = press.y = 170.0
    press.add("Abstract", HEADING)
    press.add(" ".join(prose.ABSTRACT), ABSTRACT)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.INTRODUCTION[:5]), FIRST)
    press.add(" ".join(prose.INTRODUCTION[5:]), TEXT)
    press.add("2 Method", HEADING)
    press.add(" ".join(prose.METHOD[:6]), FIRST)
    press.add("Figure 1: The plate of slate, seen from the side of the walker.", CAPTION)
    press.y += 10
    press.add(" ".join(prose.METHOD[6:]), FIRST)
    press.add("2.1 Results on Four Beaches", HEADING)
    press.add(" ".join(prose.RESULTS), FIRST)
    press.add("References", HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, ENTRY)
    press.add("A Places and Dates", HEADING)
    press.add(
        "The four beaches lie on one coast and can be walked in a single long day. "
        "We went there in spring, when the tent was dry and nobody else was about.",
        FIRST,
    )
    return press.save()


@pytest.fixture(scope="session")
def two_columns(two_column_file: Path) -> Manuscript:
    """The same paper as read."""
    return parse(two_column_file)


@pytest.fixture(scope="module")
def reader() -> Iterator[GuardedReader]:
    with GuardedReader(memory_mb=300, max_pages=50) as reader:
        yield reader
