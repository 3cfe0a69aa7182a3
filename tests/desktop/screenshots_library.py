"""Write pictures of the library page in its states. Run by hand.

QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots_library.py FOLDER
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.models.shelf import Shelf
from core.records import CitingContext, PaperNumber, PaperRecord
from core.workspace import Workspace
from desktop.duplicates.protocols import look_at
from desktop.library.edit_dialog import EditDialog
from desktop.library.merge import MergeDialog
from desktop.library.page import LibraryPage
from desktop.library.paper_query import Place
from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.library_desk import RECORDS, SAID, write_pdf
from tests.desktop.paper_workspace import invented_papers
from tests.desktop.screenshots import SIZES, THEMES, settle


class Studio:
    """A library page on a real library, and the camera."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scratch = Path(tempfile.mkdtemp())
        self.runner = TaskRunner()
        self.workspace = Workspace(scratch / "library", Shelf(scratch / "models"), create=True)
        self._fill(scratch)
        self.page = LibraryPage(self.workspace, self.runner, lambda *_, **__: None)
        self.page.restore_state(QSettings(str(scratch / "x.ini"), QSettings.Format.IniFormat))
        self.page.show()
        self.page.full_texts.catch_up()
        self.page.refresh()
        settle(2500)

    def _fill(self, scratch: Path) -> None:
        library = self.workspace.library
        records = [
            PaperRecord(
                id=paper.id,
                title=paper.title,
                abstract=paper.abstract,
                authors=paper.authors,
                year=paper.year,
                venue=paper.venue,
            )
            for paper in invented_papers()
        ]
        list(library.papers.add([*RECORDS, *records], source="test"))
        pairs = [(PaperNumber(n), PaperNumber(n % 9 + 1)) for n in range(10, 34)]
        library.citations.add_citations(pairs, "test")
        for citing in (5, *range(10, 20)):
            said = CitingContext(
                text=SAID,
                cited=(PaperNumber(1), PaperNumber(2)),
                section="Related work",
                markers=((37, 43),),
            )
            library.citations.add_contexts(PaperNumber(citing), [said])
        self.workspace.browsing.attach(PaperNumber(1), write_pdf(scratch / "Sandberg 2018.pdf"))
        broken = scratch / "broken.pdf"
        broken.write_bytes(b"%PDF-1.4 nothing")
        self.workspace.browsing.attach(PaperNumber(2), broken)
        for name, first in (("Chapter two", 3), ("To read", 11)):
            number = library.papers.add_collection(name)
            library.papers.assign_collection(number, [PaperNumber(first + n) for n in range(7)])
        library.papers.assign_tag(library.papers.add_tag("method"), [PaperNumber(4)])
        self.workspace.browsing.searches.add("Wetlands", "words", "wetlands")
        self.workspace.browsing.searches.add("Song comes back", "full text", "song returns")
        self.workspace.browsing.notes.set(PaperNumber(1), "Ask Elin for the raw counts.")
        library.papers.trash([PaperNumber(8)])
        self.workspace.index_words()

    def take(self, name: str) -> None:
        for choice in THEMES:
            theme().choose(choice)
            for width, height in SIZES:
                self.page.resize(width, height - 80)
                settle()
                self.page.grab().save(str(self.folder / f"{name}-{choice}-{width}.png"))

    def take_dialog(self, name: str, dialog: QWidget) -> None:
        for choice in THEMES:
            theme().choose(choice)
            dialog.show()
            settle()
            dialog.grab().save(str(self.folder / f"{name}-{choice}.png"))
        dialog.close()


def take_all(studio: Studio) -> None:
    page = studio.page
    page.show_paper(PaperNumber(1))
    settle(900)
    studio.take("library")
    page.details.verticalScrollBar().setValue(420)
    studio.take("details")
    page.centre.mode_buttons["full text"].click()
    page.search("song returns")
    settle(900)
    page.table.select_only(0)
    settle(500)
    studio.take("full-text")
    page.open_paper(PaperNumber(1))
    settle(1500)
    studio.take("pdf")
    page.open_paper(PaperNumber(2))
    settle(900)
    studio.take("pdf-error")
    page.tabs.close_all()
    page.centre.mode_buttons["meaning"].click()
    settle(600)
    studio.take("meaning-missing")
    page.search("")
    page.centre.mode_buttons["words"].click()
    for place in (Place("unindexed"), Place("search", 1), Place("trash"), Place("duplicates")):
        page.sidebar.choose(place)
        settle(900)
        studio.take(f"place-{place.kind}")
    page.sidebar.choose(Place())
    settle()


def take_dialogs(studio: Studio) -> None:
    papers = studio.workspace.library.papers
    dialog = EditDialog(papers.get(PaperNumber(1)), studio.page)
    studio.take_dialog("dialog-edit", dialog)
    wrong = EditDialog(papers.get(PaperNumber(1)), studio.page)
    wrong.doi.setText("twelve")
    wrong.save()
    studio.take_dialog("dialog-edit-wrong", wrong)
    seen = look_at(studio.workspace, [PaperNumber(1), PaperNumber(2)])
    studio.take_dialog("dialog-merge", MergeDialog(studio.workspace, studio.page.changes, seen))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme().install(application, "light")
    theme().show_icons()
    studio = Studio(folder)
    wanted = os.environ.get("STATES", "").split()
    for take in (take_all, take_dialogs):
        if not wanted or take.__name__ in wanted:
            take(studio)
    studio.page.tabs.close_all()
    studio.runner.close()
    studio.workspace.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
