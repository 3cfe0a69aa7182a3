"""Sources that bring more than records."""

from __future__ import annotations

from pathlib import Path

from core.base.jobs import Job
from core.base.records import Manuscript, PaperNumber
from core.base.reports import ImportReport
from core.library.imports.importing import import_sources
from core.library.library import Library


class Reader:
    """Reads "PDFs" as the manuscripts a test made up, by file name."""

    def __init__(self, **manuscripts: Manuscript) -> None:
        self.manuscripts = manuscripts

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        return self.manuscripts[path.stem]


def pdf(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF-1.7\n" + str(path).encode())
    return path


def run(library: Library, *sources: Path | str, parser: Reader | None = None) -> ImportReport:
    return import_sources(library, sources, parser=parser)


def attached(library: Library) -> list[Path]:
    return [each.path for each in library.papers.files(PaperNumber(1))]
