"""Papers for a map, and their vectors."""

from __future__ import annotations

from core.base.records import PaperNumber, PaperRecord
from core.library_map import drawing
from core.library_map.paper_map import PaperMap
from core.workspace import Workspace

SUBJECTS = {
    "peat": "Acidity of peat and soil on wet moors",
    "graph": "Embedding nodes of citation graphs as vectors",
    "choir": "Breathing of singers in amateur choirs",
}
PAPERS_A_SUBJECT = 24


def records(first: int, count: int) -> list[PaperRecord]:
    return [
        PaperRecord(id=f"{subject}:{n}", title=f"{title} {n}", year=1990 + n)
        for n in range(first, first + count)
        for subject, title in SUBJECTS.items()
    ]


def model_of(workspace: Workspace) -> str:
    return workspace.shelf.in_use().manifest.fingerprint


def drawn(workspace: Workspace, *, anew: bool = False) -> PaperMap:
    """Draw here, which spares the time that a process takes to start."""
    drawing.draw(workspace.library, model_of(workspace), lambda *_: None, anew=anew)
    shown = workspace.map.open()
    assert shown is not None
    return shown


def subject_rows(workspace: Workspace, shown: PaperMap, subject: str) -> list[int]:
    found = workspace.library.papers.get_many([PaperNumber(n) for n in shown.numbers.tolist()])
    return [row for row, paper in enumerate(found) if paper.id.startswith(subject)]
