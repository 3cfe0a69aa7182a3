"""Write pictures of the page of duplicates, to look at. Run by hand.

QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots_duplicates.py FOLDER
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.library.notes import NoteStore
from core.models.shelf import Shelf
from core.records import PaperRecord
from core.workspace import Workspace
from desktop.duplicates.page import DuplicatesPage
from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.conftest import Notices
from tests.desktop.paper_workspace import PAPERS, VENUES

ABSTRACT = (
    "Recorders left in the field collect more sound than anyone can hear. We compare detectors "
    "that were trained on clean recordings with those that heard wind, rain and overlapping "
    "voices, and find that the second lose half as much precision between sites. "
)


def settle(milliseconds: int = 400) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def invented() -> list[PaperRecord]:
    """Return papers of which some are there twice, in ways that occur."""
    records = [
        PaperRecord(
            title=title,
            authors=tuple(authors.split("; ")),
            year=year,
            venue=VENUES[place % 4],
            doi=f"10.1000/{place}",
            abstract=ABSTRACT * (1 + place % 3),
            keywords=("birds", "sound"),
        )
        for place, (title, authors, year) in enumerate(PAPERS)
    ]
    twins = [
        PaperRecord(
            title=each.title.replace("e", "ee", 1),
            authors=each.authors,
            year=each.year,
            url="https://example.org/copy",
            keywords=("birds",),
        )
        for each in records[:9]
    ]
    preprints = [
        PaperRecord(
            title=each.title,
            authors=each.authors,
            year=(each.year or 0) - 1,
            doi=f"10.1101/{place}",
            abstract=ABSTRACT,
        )
        for place, each in enumerate(records[9:13])
    ]
    subtitled = [
        PaperRecord(title=f"{each.title}: a study of nine sites", authors=each.authors, year=2020)
        for each in records[13:15]
    ]
    return [*records, *twins, *preprints, *subtitled]


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme().install(application)
    theme().show_icons()
    runner = TaskRunner()
    scratch = Path(tempfile.mkdtemp())
    with closing(Workspace(scratch / "library", Shelf(scratch / "m"), create=True)) as workspace:
        papers = workspace.library.papers
        list(papers.add(invented(), source="test"))
        papers.assign_tag(papers.add_tag("to read"), papers.numbers()[:3])
        NoteStore(workspace.library.database).set(papers.numbers()[0], "Ask Elin for the data.")
        page = DuplicatesPage(workspace, runner, Notices())
        page.show()
        while runner.pending():
            settle()
        for state in ("sure", "versions", "question"):
            rows = range(page.groups.rowCount())
            kind = "version" if state == "versions" else "duplicate"
            row = next(row for row in rows if page.groups.group(row).kind == kind)
            page.list.setCurrentIndex(page.groups.index(row))
            settle()
            if state == "question":
                page.merge_sure.trigger()
            for choice in ("light", "dark"):
                theme().choose(choice)
                for width, height in ((1280, 650), (1700, 900)):
                    page.resize(width, height)
                    settle()
                    shown = page.findChild(QMessageBox) or page
                    shown.grab().save(str(folder / f"{state}-{choice}-{width}.png"))
        papers.trash(papers.numbers())
        page.refresh()
        while runner.pending():
            settle()
        page.findChild(QMessageBox).close()
        settle()
        page.grab().save(str(folder / "nothing.png"))
    runner.close()


if __name__ == "__main__":
    main()
