"""What the PDFs of papers say that is empty in their records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import PdfUnreadableError
from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, PaperNumber, PaperRecord
from core.base.reports import DetailsReport
from core.library.imports.details import read_details
from core.library.library import Library
from tests import wording

TITLE = "How pebbles sort themselves"
PRINTED = {
    "venue": "Pebble Letters",
    "volume": "7",
    "page": "10–19",
    "type": "article-journal",
}


class Reader:
    """Reads PDFs as the manuscripts a test made up, by file name; others cannot be read."""

    def __init__(self, manuscripts: Mapping[str, Manuscript]) -> None:
        self.manuscripts = manuscripts

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        if path.name not in self.manuscripts:
            raise PdfUnreadableError(f"“{path.name}” is damaged.")
        return self.manuscripts[path.name]


def printed(**told: Any) -> Manuscript:  # noqa: ANN401 - fields, as the test says
    return Manuscript(**{"title": TITLE, "year": 2018, "imprint": PRINTED, **told})


def add(
    library: Library,
    folder: Path,
    file: str = "a.pdf",
    **told: Any,  # noqa: ANN401 - fields, as the test says
) -> PaperNumber:
    """Add a paper with a PDF, if a file is named."""
    record = PaperRecord(**{"title": TITLE, **told})
    (outcome,) = library.papers.add([record], source="test")
    assert outcome.number is not None
    if file:
        path = folder / file
        path.write_bytes(b"%PDF-1.7\n" + file.encode())
        library.papers.attach_file(outcome.number, path, file)
    return outcome.number


def details(library: Library, *numbers: PaperNumber, **manuscripts: Manuscript) -> DetailsReport:
    reader = Reader({f"{name}.pdf": each for name, each in manuscripts.items()})
    return read_details(library, reader, numbers, SilentJob())


def test_only_what_is_empty_is_found_and_nothing_is_changed(
    library: Library, tmp_path: Path
) -> None:
    number = add(library, tmp_path, year=2018, authors=("Mara Ilves",), extra={"volume": "8"})
    before = library.papers.get(number)
    read = printed(authors=("Tobias Renn",), abstract="Pebbles sort.", doi="10.5555/pebbles")
    report = details(library, number, a=read)
    ((paper, fields),) = report.details
    assert paper == before == library.papers.get(number)
    assert fields == {
        "abstract": "Pebbles sort.",
        "venue": "Pebble Letters",
        "doi": "10.5555/pebbles",
        "extra": {"volume": "8", "page": "10–19", "type": "article-journal"},
    }
    library.papers.update(number, **fields)
    assert details(library, number, a=read).details == []


@pytest.mark.parametrize(
    "read",
    [
        printed(title="A survey of quite another matter"),
        printed(doi="10.5555/other"),
    ],
)
def test_the_pdf_of_another_paper_tells_nothing(
    library: Library, tmp_path: Path, read: Manuscript
) -> None:
    report = details(library, add(library, tmp_path, doi="10.5555/mine"), a=read)
    assert (report.details, report.of_others) == ([], 1)


@pytest.mark.parametrize(
    "known",
    [
        {"year": 2012},
        {"year": 2018, "venue": "Proceedings of the 3rd Meeting on Pebbles"},
        {"year": 2018, "extra": {"type": "preprint"}},
    ],
)
def test_where_another_version_appeared_is_left_out(
    library: Library, tmp_path: Path, known: dict[str, Any]
) -> None:
    number = add(library, tmp_path, **known)
    ((_, fields),) = details(library, number, a=printed(abstract="Pebbles sort.")).details
    assert fields == {"abstract": "Pebbles sort."}


def test_a_title_that_was_a_file_s_name_gives_way(library: Library, tmp_path: Path) -> None:
    number = add(library, tmp_path, title="scan 12", extra={"incomplete": True})
    ((_, fields),) = details(library, number, a=printed(imprint={})).details
    assert fields == {"title": TITLE, "year": 2018, "extra": {}}


def test_a_doi_that_belongs_to_another_paper_is_left_there(
    library: Library, tmp_path: Path
) -> None:
    add(library, tmp_path, "", title="An older paper", doi="10.5555/pebbles")
    number = add(library, tmp_path, year=2018)
    ((_, fields),) = details(library, number, a=printed(doi="10.5555/pebbles")).details
    assert fields.keys() == {"venue", "extra"}


def test_what_cannot_be_read_costs_only_itself(library: Library, tmp_path: Path) -> None:
    numbers = (
        add(library, tmp_path, "broken.pdf", title="Broken stones"),
        add(library, tmp_path, "", title="No file at all"),
        add(library, tmp_path),
    )
    report = details(library, *numbers, a=printed())
    assert [paper.number for paper, _ in report.details] == [numbers[2]]
    assert report.without == 1
    assert [refusal.reason for refusal in report.refused] == [
        wording.fill(wording.FILE_DAMAGED, file="broken.pdf")
    ]
