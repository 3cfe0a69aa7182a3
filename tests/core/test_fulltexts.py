"""Full texts from the outside: real PDFs through the workspace and the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber, PaperRecord
from core.commands import cli
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.core.manuscript import hostile, prose
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, Press

CITED = "A ledger of lighthouse keepers"


def typeset(path: Path) -> Path:
    """Set a short paper that cites one other."""
    press = Press(path, ((72.0, 540.0),))
    press.put(120, 60, prose.TITLE, BOLD, 17)
    press.top = press.y = 100.0
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.INTRODUCTION), FIRST)
    press.add("Keepers wrote down each ship that passed their lamp [1].", FIRST)
    press.add("References", HEADING)
    press.add(f"[1] Ines Faro and Tom Quay. {CITED}. Coastal Letters, 4:1-9, 2011.", ENTRY)
    return press.save()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    yield opened
    opened.close()


def library_of(tmp_path: Path, *files: Path) -> Path:
    """Write a BibTeX file whose entries name these files."""
    bib = tmp_path / "papers.bib"
    entries = (
        f"@misc{{k{n}, title={{Shelf mark {n}}}, file={{{path.name}}}}}"
        for n, path in enumerate(files)
    )
    bib.write_text("\n".join(entries), encoding="utf-8")
    return bib


def test_a_pdf_that_an_entry_names_is_read_searched_and_linked(
    workspace: Workspace, tmp_path: Path
) -> None:
    source = typeset(tmp_path / "one.pdf")
    workspace.imports.add([library_of(tmp_path, source)])
    assert [each.state for each in workspace.fulltexts.all()] == ["waiting"]
    assert workspace.fulltexts.read_files(SilentJob()).read == 1
    assert [each.state for each in workspace.fulltexts.all()] == ["read"]
    best = workspace.fulltexts.search("keepers noting ships at their lamps", limit=1)[0]
    assert "each ship that passed their lamp" in best.text
    assert best.paper == PaperNumber(1)
    assert best.section.endswith("Introduction")
    assert workspace.indexing.status().words == "ready"

    late = tmp_path / "late.bib"
    late.write_text(
        f"@article{{l, title={{{CITED}}}, author={{Faro, Ines and Quay, Tom}}, year=2011}}\n",
        encoding="utf-8",
    )
    workspace.imports.add([late])
    assert workspace.library.citations.cites(PaperNumber(1)) == [PaperNumber(2)]


def test_an_imported_pdf_has_its_full_text_at_once(workspace: Workspace, tmp_path: Path) -> None:
    list(
        workspace.library.papers.add(
            [
                PaperRecord(
                    title=f"On {CITED.lower()}", authors=("Ines Faro", "Tom Quay"), year=2011
                )
            ],
            source="test",
        )
    )
    workspace.imports.add([typeset(tmp_path / "one.pdf")])
    assert [each.state for each in workspace.fulltexts.all()] == ["read"]
    assert workspace.fulltexts.search("ship lamp", papers=[PaperNumber(1)]) == []
    assert workspace.fulltexts.search("ship lamp", papers=[PaperNumber(2)])
    # a title that begins otherwise is found by its words, once these are indexed
    assert workspace.library.citations.cites(PaperNumber(2)) == [PaperNumber(1)]
    assert workspace.library.fulltexts.unsettled() == []


def test_a_stop_keeps_the_files_that_were_read(workspace: Workspace, tmp_path: Path) -> None:
    files = [typeset(tmp_path / f"{n}.pdf") for n in range(4)]
    for n, path in enumerate(files):
        path.write_bytes(path.read_bytes() + b"%% %d\n" % n)
    workspace.imports.add([library_of(tmp_path, *files)])

    class Once(SilentJob):
        read = 0

        def report(self, _done: int, _total: int, note: str = "") -> None:
            self.read += note.endswith(".pdf")

        def check(self) -> None:
            if self.read:
                raise JobCancelled

    with pytest.raises(JobCancelled):
        workspace.fulltexts.read_files(Once())
    states = [each.state for each in workspace.fulltexts.all()]
    assert states.count("read") == 1
    assert workspace.fulltexts.search("ship lamp")
    assert workspace.fulltexts.read_files(SilentJob()).read == 3


def test_index_reads_what_waits_and_names_what_cannot_be_read(
    tmp_path: Path, tiny_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = typeset(tmp_path / "good.pdf"), tmp_path / "scanned.pdf"
    bad.write_bytes(hostile.image_only())
    library = str(tmp_path / "library")
    index = ["index", "--library", library, "--model", str(tiny_model)]
    assert cli.main(["import", "--library", library, str(library_of(tmp_path, good, bad))]) == 0
    capsys.readouterr()
    assert cli.main(index) == 3
    out, err = capsys.readouterr()
    assert "1 of 2 PDFs read" in out
    assert "scanned.pdf" in err
    assert cli.main(index) == 0
