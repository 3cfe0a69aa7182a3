"""What a person does with the library: bring papers in, search, edit, sort, throw away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
)

from desktop.app.main_window import LIBRARY
from desktop.duplicates.comparison import MergeDialog
from desktop.duplicates.page import DuplicatesPage
from desktop.library.edit_dialog import EditDialog
from desktop.library.import_actions import PasteDialog
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import SectionKind
from tests.rehearsal.person import Answer, Person, Steps, Until

TAGS = ("to read", "method", "own work", "check this")
COLLECTIONS = ("Chapter 1", "Chapter 2", "Reading group")


class InLibrary(Person):
    """Actions on the library page."""

    def page(self) -> Steps:
        """Turn to the library, with the table in front."""
        yield from self.turn_to(LIBRARY)
        self.library.tabs.show_home()
        yield 10

    @property
    def library(self) -> LibraryPage:
        """The page."""
        return self.pages.library

    # --- bringing papers in -------------------------------------------------------------------

    def import_folder(self) -> Steps:
        """Import a folder of PDFs by the dialog that chooses folders."""
        yield from self.page()
        self.window.choose_import_folder()
        yield from self._choose(self.random.choice(self.world.batches))

    def import_bib(self) -> Steps:
        """Import a ``.bib``."""
        yield from self.page()
        self.window.choose_imports()
        yield from self._choose(self.world.bib)

    def import_pdf(self) -> Steps:
        """Import one PDF."""
        yield from self.page()
        folder = self.random.choice(self.world.batches)
        found = sorted(folder.rglob("*.pdf"))
        self.need(found)
        self.window.choose_imports()
        yield from self._choose(self.random.choice(found))

    def paste_entries(self) -> Steps:
        """Paste BibTeX, DOIs and what is neither."""
        texts = (
            self.random.choice(self.world.entries),
            f"https://doi.org/{self.random.choice(self.world.dois)}",
            self.random.choice(self.world.dois),
            "\n\n".join(
                (self.random.choice(self.world.entries), self.random.choice(self.world.dois))
            ),
            "nothing that names a paper",
            f"A. Writer and B. Other. {self.random.choice(self.world.titles)}. Somewhere, 2011.",
        )
        yield from self.page()
        self.library.import_actions.ask_for_text()
        yield from self.opened(PasteDialog)
        dialog = self.shown(PasteDialog)
        assert dialog is not None
        yield from self.type_into(dialog.edit, self.random.choice(texts))
        yield from self.press(dialog.add)

    def stop_a_job(self) -> Steps:
        """Cancel what runs, as the status bar offers it."""
        jobs = [job for job in self.program.runner.jobs() if not job.stop_requested]
        self.need(jobs)
        self.random.choice(jobs).cancel()
        yield 50

    def _choose(self, path: object) -> Steps:
        yield from self.opened(QFileDialog)
        dialog = self.shown(QFileDialog)
        assert dialog is not None
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText(str(path))
        yield 30
        dialog.accept()
        yield 50

    # --- looking for papers -------------------------------------------------------------------

    def search_words(self) -> Steps:
        """Type words into the search field."""
        self.need(self.window.pages)
        words = self.random.choice(self.world.titles).split()
        text = " ".join(self.random.sample(words, min(2, len(words))))
        yield from self.type_into(self.window.search, text)
        yield 400

    def search_oddly(self) -> Steps:
        """Type what a search has no answer to, or what looks like a query language."""
        odd = ('"', "author:", "year:2010-2020 -the", "(", "tag:method", "\\", "***", "a" * 300)
        self.need(self.window.pages)
        yield from self.type_into(self.window.search, self.random.choice(odd))
        yield 400

    def clear_search(self) -> Steps:
        """Search for nothing more."""
        self.need(self.window.search.text())
        self.window.search.setFocus()
        yield from self.keys(Qt.Key.Key_Escape)
        yield 200

    def change_mode(self) -> Steps:
        """Search by words, by meaning or in full texts."""
        yield from self.page()
        buttons = [one for one in self.library.centre.mode_buttons.values() if one.isVisible()]
        self.need(buttons)
        yield from self.press(self.random.choice(buttons))
        yield 300

    def choose_section(self) -> Steps:
        """Click a place on the left."""
        yield from self.page()
        yield from self._turn_to(lambda _: True)
        yield 200

    def sort(self) -> Steps:
        """Click the heading of a column."""
        yield from self.page()
        header = self.library.table.horizontalHeader()
        shown = [n for n in range(header.count()) if not header.isSectionHidden(n)]
        column = self.random.choice(shown)
        x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        QTest.mouseClick(
            header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2)
        )
        yield 200

    def read_details(self) -> Steps:
        """Choose a paper and look at what is known of it."""
        yield from self._papers(1)

    def open_pdf(self) -> Steps:
        """Open the PDF of a paper in a tab, and turn its pages."""
        yield from self._papers(1)
        self.need(self.library.library_actions.open.isEnabled())
        self.library.library_actions.open.trigger()
        yield Until(self.library.tabs.current_tab, "a PDF opens", 5, hoped=True)
        self.need(self.library.tabs.current_tab())
        for key in (Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_Plus, Qt.Key.Key_Home):
            yield from self.keys(key)
        if self.random.random() < 0.7:
            self.library.tabs.close_tab(self.library.tabs.bar.currentIndex())
        yield 50

    # --- changing papers ----------------------------------------------------------------------

    def edit(self) -> Steps:
        """Edit details of a paper in the dialog."""
        yield from self._edit(self.random.randrange(6))

    def retitle(self) -> Steps:
        """Edit the title of a paper."""
        yield from self._edit(0)

    def _edit(self, choice: int) -> Steps:
        yield from self._papers(1)
        self.need(self.library.library_actions.edit.isEnabled())
        self.library.library_actions.edit.trigger()
        yield from self.opened(EditDialog)
        dialog = self.shown(EditDialog)
        assert dialog is not None
        if choice == 0:
            yield from self.type_into(dialog.title, dialog.title.text() + " revised")
        elif choice == 1:
            yield from self.type_into(dialog.year, str(self.random.randint(1950, 2025)))
        elif choice == 2:
            yield from self.type_into(dialog.abstract, "Another abstract, typed in by hand.")
        elif choice == 3:
            yield from self.type_into(dialog.doi, self.random.choice(self.world.dois))
        elif choice == 4:
            yield from self.type_into(dialog.title, "")
        else:
            key = f"key{self.random.randrange(10**6)}"
            yield from self.type_into(dialog.citation_key, key)
        yield from self.press(dialog.save_button)
        yield 200

    def write_note(self) -> Steps:
        """Write a note on a paper."""
        yield from self._papers(1)
        note = self.library.pane.note
        self.need(note.isVisible() and not note.isReadOnly())
        note.setFocus()
        QTest.keyClicks(note, f"note {self.random.randrange(1000)} ")
        yield 100

    def merge(self) -> Steps:
        """Merge two papers in the dialog."""
        yield from self._papers(2)
        self.need(self.library.library_actions.merge.isEnabled())
        self.library.library_actions.merge.trigger()
        yield from self.opened(MergeDialog)
        dialog = self.shown(MergeDialog)
        assert dialog is not None
        if self.random.random() < 0.5:
            yield from self.keys(Qt.Key.Key_Right)
            yield from self.keys(Qt.Key.Key_Space)
        yield from self.press(dialog.merge_button)
        yield 200

    def decide_duplicates(self) -> Steps:
        """Decide on groups of the page of duplicates."""
        yield from self.page()
        yield from self._turn_to(lambda kind: kind == "duplicates")
        page = self.library.duplicates
        self.need(isinstance(page, DuplicatesPage))
        assert page is not None
        yield from self.settled()
        for _ in range(self.random.randint(1, 3)):
            choices = [page.merge, page.different, page.versions, page.leave_out, page.again]
            possible = [action for action in choices if action.isEnabled()]
            self.need(possible)
            self.random.choice(possible).trigger()
            yield 200

    def group(self) -> Steps:
        """Tag papers or put them into a collection, by the menu of the table."""
        yield from self._papers(self.random.randint(1, 3))
        menu = yield from self._table_menu()
        groups = [action for action in menu.actions() if action.menu() and action.isEnabled()]
        self.need(groups)
        inner = self.random.choice(groups).menu()
        assert isinstance(inner, QMenu)
        entries = [action for action in inner.actions() if not action.isSeparator()]
        self.random.choice(entries).trigger()
        menu.close()
        yield 100
        dialog = self.shown(QInputDialog)
        if dialog is not None:
            dialog.setTextValue(self.random.choice(TAGS + COLLECTIONS))
            dialog.accept()
        yield 100

    def change_section(self) -> Steps:
        """Rename or remove a collection, a tag or a saved search."""
        yield from self.page()
        yield from self._turn_to(lambda kind: kind in ("collection", "tag", "search"))
        places = self.library.library_actions.sidebar
        action = places.remove if self.random.random() < 0.3 else places.rename
        self.need(action.isEnabled())
        action.trigger()
        yield 100
        dialog = self.shown(QInputDialog)
        if dialog is not None:
            dialog.setTextValue(f"renamed {self.random.randrange(20)}")
            dialog.accept()
        yield 100

    def save_search(self) -> Steps:
        """Keep a search in the list on the left."""
        yield from self.page()
        yield from self.press(self.library.centre.save_button)
        yield from self.opened(QInputDialog)
        dialog = self.shown(QInputDialog)
        assert dialog is not None
        dialog.setTextValue(f"search {self.random.randrange(9)}")
        dialog.accept()
        yield 100

    def throw_away(self) -> Steps:
        """Move papers to the trash."""
        yield from self._papers(self.random.randint(1, 2))
        self.need(self.library.library_actions.trash.isEnabled())
        self.need(self.library.model.rowCount() > 4)
        self.library.table.setFocus()
        yield from self.keys(Qt.Key.Key_Delete)
        yield 200

    def visit_trash(self) -> Steps:
        """Restore papers from the trash, or delete them for good."""
        yield from self.page()
        yield from self._turn_to(lambda kind: kind == "trash")
        yield from self.settled()
        self.need(self.library.model.rowCount())
        yield from self.choose_rows(self.library.table, 1)
        actions = self.library.library_actions
        action = actions.purge if self.random.random() < 0.3 else actions.restore
        self.need(action.isEnabled())
        action.trigger()
        yield 100
        box = self.shown(QMessageBox)
        if box is not None:
            yield from self.press(self.random.choice(box.buttons()))
        yield 200

    def undo_in_library(self) -> Steps:
        """Undo or redo."""
        yield from self.page()
        undo = self.library.changes.undo
        back = self.random.random() < 0.6
        self.need(undo.can_undo if back else undo.can_redo)
        self.library.table.setFocus()
        control = Qt.KeyboardModifier.ControlModifier
        yield from self.keys(Qt.Key.Key_Z if back else Qt.Key.Key_Y, control)
        yield 200

    def export(self) -> Steps:
        """Write the chosen papers to a file."""
        yield from self._papers(self.random.randint(1, 3))
        actions = self.library.library_actions
        kinds = {"bibtex": "bib", "ris": "ris", "csl": "json"}
        kind = self.random.choice(list(kinds))
        actions.export_papers(self.world.scratch / f"out.{kinds[kind]}", kind)  # type: ignore[arg-type]
        actions.cite.trigger()
        actions.reference.trigger()
        yield 100

    # --- parts --------------------------------------------------------------------------------

    def _papers(self, count: int) -> Steps:
        """Choose papers by clicks in the table."""
        yield from self.page()
        table = self.library.table
        if not table.isVisible() or self.library.model.rowCount() < count:
            self.need(self.random.random() < 0.7)
            yield from self._turn_to(lambda kind: kind == "all")
            yield 300
        yield from self.choose_rows(table, count)
        yield 150

    def _turn_to(self, wanted: Callable[[SectionKind], bool]) -> Steps:
        sidebar = self.library.sidebar
        rows = [sidebar.items.index(row, 0) for row in range(sidebar.items.rowCount())]
        inner = [
            sidebar.items.index(child, 0, row)
            for row in rows
            for child in range(sidebar.items.rowCount(row))
        ]
        found = [
            index
            for index in rows + inner
            if (place := sidebar.get_section(index)) is not None and wanted(place.kind)
        ]
        self.need(found)
        yield from self.choose_index(sidebar, self.random.choice(found))
        yield 100

    def _table_menu(self) -> Answer[QMenu]:
        table = self.library.table
        rows = table.selectionModel().selectedRows()
        self.need(rows)
        self.library.library_actions.paper_menu(table.visualRect(rows[0]).center())
        yield from self.opened(QMenu)
        menu = self.shown(QMenu)
        assert menu is not None
        return menu
