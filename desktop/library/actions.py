"""What can be done with the selected papers, as actions and a menu."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu

from core.base.errors import EngineError
from core.base.items import TYPE, VARIABLES, get_item_type
from core.base.jobs import Job
from core.base.records import Group, Paper, PaperNumber
from core.base.reports import DetailsReport
from core.base.settings import Settings
from desktop.duplicates.comparison import Seen, load_compared_papers
from desktop.language.field_names import container_name, field_name
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.library.file_formats import export_filters
from desktop.ui.changes import LibraryChanges
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.notify import Notify
from desktop.ui.opening import copy_citation
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ask_name, confirm, enable, make_menu, page_action

if TYPE_CHECKING:
    from core.formats.cite import Copied
    from core.services.papers import Papers
    from core.workspace import Workspace
    from desktop.library.browser import LibraryBrowser
    from desktop.papers.quick_look import QuickLook

_MERGED_AT_MOST = 12
_SAID_AT_MOST = 120  # characters of a notice


class LibraryActions(QObject):
    """The actions of a library page; disabled ones say why in their tool tip.

    Signals:
        lookup_wanted: a tuple of papers is to be looked up online.
    """

    lookup_wanted = Signal(tuple)

    def __init__(
        self, page: LibraryBrowser, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._details = PdfDetails(workspace.papers, page.changes, runner, notify, self)
        self._settings = Settings()
        self.document: Callable[[], Path | None] = lambda: None
        """The file of the manuscript in front: its bibliography has keys of its own."""
        self._make_actions()
        page.centre.look_button.setDefaultAction(self.quick_look)
        for action in (self.similar, self.cite, self.reference, self.export, self.edit):
            page.addAction(action)
        page.table.addActions([self.open, self.quick_look, self.merge, self.trash])
        self.update_enabled()
        self.sidebar = SidebarActions(page, self.new_collection, notify)

    def all(self) -> tuple[QAction, ...]:
        """Return the actions in the order of a menu."""
        return (
            self.open,
            self.quick_look,
            self.similar,
            self.cite,
            self.reference,
            self.export,
            self.edit,
            self.add_file,
            self.read_details,
            self.look_up,
            self.merge,
            self.new_collection,
            self.trash,
            self.restore,
            self.purge,
        )

    def use_settings(self, settings: Settings) -> None:
        """Copy cite commands and formatted references in the chosen styles from now on."""
        self._settings = settings

    def update_enabled(self) -> None:
        """Follow the selection."""
        selected = self._page.table.selectionModel().hasSelection()
        trashed = self._page.query.section.kind == "trash"
        why = "" if selected else self.tr("Select a paper first.")
        fixed = self._workspace.library.read_only
        locked = self.tr("This library is open for reading only.") if fixed else ""
        only_trash = "" if trashed else self.tr("This works only for papers in the Trash.")
        in_trash = self.tr("This paper is in the Trash already.") if trashed else ""
        for action in (
            self.open,
            self.quick_look,
            self.similar,
            self.cite,
            self.reference,
            self.export,
        ):
            enable(action, why)
        for action in (self.edit, self.add_file, self.read_details, self.look_up):
            enable(action, locked or why)
        one = self.tr("Select two or more papers that are the same.")
        enable(self.merge, locked or ("" if self._page.table.selects_several() else one))
        enable(self.new_collection, locked)
        enable(self.trash, locked or why or in_trash)
        for action in (self.restore, self.purge):
            enable(action, locked or why or only_trash)

    def paper_menu(self, point: QPoint) -> None:
        """Open the menu of the selected papers."""
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions(
            [self.open, self.quick_look, self.similar, self.cite, self.reference, self.export]
        )
        menu.addSeparator()
        menu.addActions([self.edit, self.add_file, self.read_details, self.look_up, self.merge])
        menu.addSeparator()
        self.sidebar.add_group_menus(menu, enabled=self.edit.isEnabled())
        menu.addSeparator()
        trashed = self._page.query.section.kind == "trash"
        menu.addActions([self.restore, self.purge] if trashed else [self.trash])
        menu.popup(self._page.table.viewport().mapToGlobal(point))

    def export_papers(self, path: Path, kind: str) -> None:
        """Write the selected papers to a file."""
        numbers, style = self._page.selected_numbers(), self._settings.csl_style

        def work() -> int:
            text = self._workspace.papers.export(numbers, kind, style)
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                raise EngineError(
                    self.tr("“{0}” could not be written: {1}.").format(path, error.strerror),
                    remedy=self.tr("Choose another folder."),
                ) from error
            return len(numbers)

        def show_count(count: int) -> None:
            text = choose_plural(self.tr("Exported %Ln paper(s) to “{name}”.", "", count), count)
            self._notify(text.format(name=path.name))

        self._runner.run(work, show_count, owner=self)

    def edit_field(self, name: str) -> None:
        """Open the dialog that edits the selected paper, at one of its fields."""
        numbers = self._page.selected_numbers()
        if not numbers or not self.edit.isEnabled():
            return

        def show(paper: Paper) -> None:
            from desktop.library.edit_dialog import EditDialog

            dialog = EditDialog(paper, self._page, check=self._checker(paper.number))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.edited.connect(lambda fields: self._page.changes.edit(paper, fields))
            dialog.open()
            dialog.focus_field(name)

        self._runner.run(lambda: self._workspace.library.papers.get(numbers[0]), show, owner=self)

    def empty_trash(self) -> None:
        """Delete everything in the Trash, after asking."""
        papers = self._workspace.library.papers

        def ask(numbers: list[PaperNumber]) -> None:
            if numbers:
                self._ask_purge(numbers, self.tr("Empty Trash"))

        self._runner.run(
            lambda: papers.ordered(sort="added", descending=False, trashed=True), ask, owner=self
        )

    # --- building the widgets -------------------------------------------------------------

    def _make_actions(self) -> None:
        make = partial(page_action, self)
        self.open = make(self.tr("Open PDF"), "file", "Ctrl+Return", self._open)
        self.quick_look = make(self.tr("Quick look"), "look", "Space", self._look)
        self.similar = make(
            self.tr("Find similar papers"), "similar", "Ctrl+Shift+S", self._similar
        )
        self.cite = make(self.tr("Copy cite command"), "cite", "Ctrl+K", self._copy_cite)
        self.reference = make(
            self.tr("Copy formatted reference"), "text", "Ctrl+Shift+C", self._copy_references
        )
        self.export = make(self.tr("Export…"), "export", "Ctrl+Shift+E", self._choose_export)
        self.edit = make(
            self.tr("Edit details…"), "edit", "Ctrl+E", lambda: self.edit_field("title")
        )
        self.add_file = make(self.tr("Add a PDF…"), "add", "", self._add_file)
        self.read_details = make(
            self.tr("Read details from the PDF again"), "text", "", self._read_details
        )
        self.look_up = make(self.tr("Look up online…"), "search", "", self._look_up)
        self.merge = make(self.tr("Merge…"), "copy", "Ctrl+M", self._merge)
        self.trash = make(self.tr("Move to Trash"), "trash", "", self._trash)
        self.trash.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.restore = make(self.tr("Restore from Trash"), "restore", "", self._restore)
        self.purge = make(self.tr("Delete for good…"), "remove", "", self._purge)
        self.new_collection = make(self.tr("New collection…"), "collection", "", self._collect)

    def _checker(self, number: PaperNumber) -> Callable[..., None]:
        """Return what asks the library whether an edit can be made."""

        def check(fields: dict[str, Any], answer: Callable[[str], None], owner: QObject) -> None:
            self._runner.run(
                lambda: self._workspace.papers.check_edit(number, fields),
                lambda _: answer(""),
                failed=lambda error: answer(f"{error} {error.remedy}".strip()),
                owner=owner,
                write=True,
            )

        return check

    # --- what each action does ------------------------------------------------------------

    def _open(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._page.open_paper(number)

    def _look(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._looker.look(number, self._page.table.step)

    @functools.cached_property
    def _looker(self) -> QuickLook:
        from desktop.papers.quick_look import QuickLook

        return QuickLook(
            self._workspace.library.papers,
            self._runner,
            self._page,
            action=self.tr("Open PDF"),
            open_paper=self._page.open_paper,
            needs_pdf=True,
        )

    def _similar(self) -> None:
        self._page.similar_requested.emit(self._page.selected_numbers())

    def _copy_cite(self) -> None:
        numbers = self._page.selected_numbers()
        style, csl_style = self._settings.cite_style, self._settings.csl_style
        document = self.document()

        def report_copied(copied: Copied) -> None:
            copy_citation(copied)
            self._say_copied(copied.text)

        self._runner.run(
            lambda: self._workspace.papers.copied(numbers, style, document, csl_style),
            report_copied,
            owner=self,
        )

    def _copy_references(self) -> None:
        numbers = self._page.selected_numbers()
        style = self._settings.csl_style
        self._runner.run(
            lambda: self._workspace.papers.export(numbers, "text", style), self._copy, owner=self
        )

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say_copied(text)

    def _say_copied(self, text: str) -> None:
        short_text = " ".join(text.split())
        short_text = (
            short_text
            if len(short_text) <= _SAID_AT_MOST
            else f"{short_text[: _SAID_AT_MOST - 1]}…"
        )
        self._notify(self.tr("Copied {0}").format(short_text))

    def _choose_export(self) -> None:
        dialog = file_dialog(self._page, self.tr("Export the selected papers"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        filters = export_filters()
        dialog.setNameFilters(list(filters))
        dialog.setDefaultSuffix("bib")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filterSelected.connect(
            lambda name: dialog.setDefaultSuffix(name.partition("*.")[2].rstrip(")"))
        )

        def chosen(path: str) -> None:
            self.export_papers(Path(path), filters[dialog.selectedNameFilter()].name)

        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _add_file(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._page.files.choose(number, self._page)

    def _read_details(self) -> None:
        self._details.read_pdfs(self._page.selected_numbers())

    def _look_up(self) -> None:
        self.lookup_wanted.emit(tuple(self._page.selected_numbers()))

    def _merge(self) -> None:
        numbers = self._page.selected_numbers()[:_MERGED_AT_MOST]

        def show(compared_papers: list[Seen]) -> None:
            from desktop.duplicates.comparison import MergeDialog

            if len(compared_papers) > 1:
                dialog = MergeDialog(
                    self._workspace, self._page.changes, compared_papers, self._page
                )
                dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
                dialog.open()

        self._runner.run(lambda: load_compared_papers(self._workspace, numbers), show, owner=self)

    def _collect(self) -> None:
        self.sidebar.collect_new(self._page.selected_numbers())

    def _trash(self) -> None:
        self._page.trash(self._page.selected_numbers())

    def _restore(self) -> None:
        self._page.changes.restore(self._page.selected_numbers())

    def _purge(self) -> None:
        numbers = list(self._page.selected_numbers())
        if numbers:
            self._ask_purge(numbers, self.tr("Delete for good"))

    def _ask_purge(self, numbers: list[PaperNumber], action: str) -> None:
        one = self.tr("Delete this paper for good?")
        several = self.tr("Delete {0} papers for good?").format(figure(len(numbers)))
        confirm(
            self._page,
            one if len(numbers) == 1 else several,
            self.tr(
                "Notes, tags and citations are deleted too. You can restore them from the "
                "history until 100 more actions have been made."
            ),
            action,
            lambda: self._page.changes.purge(numbers),
        )


# --- actions on collections, tags and saved searches ------------------------------------
#
# What can be done with the sections of the library: groups, saved searches, dropped papers.


class SidebarActions(QObject):
    """Makes, renames and removes collections, tags and saved searches. All of it can be undone."""

    def __init__(self, page: LibraryBrowser, new_collection: QAction, notify: Notify) -> None:
        super().__init__(page)
        self._page = page
        self._new_collection = new_collection
        self._notify = notify
        self.rename = self._action(self.tr("Rename…"), "F2", self._rename)
        self.remove = self._action(self.tr("Remove"), "Del", self._remove)
        page.sidebar.papers_dropped.connect(self._dropped)
        page.sidebar.customContextMenuRequested.connect(self._menu)
        page.sidebar.selectionModel().currentChanged.connect(self.update_enabled)
        self.update_enabled()

    def update_enabled(self) -> None:
        """Follow the chosen section."""
        has_name = self._page.query.section.kind in ("collection", "tag", "search")
        why = "" if has_name else self.tr("Choose a collection, a tag or a saved search first.")
        if not self._new_collection.isEnabled():  # nothing may change
            why = self._new_collection.toolTip()
        for action in (self.rename, self.remove):
            action.setEnabled(not why)
            action.setToolTip(why)

    def add_group_menus(self, menu: QMenu, *, enabled: bool) -> None:
        """Add what puts the selected papers into groups, and takes them out of the one shown."""
        for kind, title, new in (
            ("collection", self.tr("Add to collection"), self.tr("New collection…")),
            ("tag", self.tr("Tag"), self.tr("New tag…")),
        ):
            part = make_menu(menu, title)
            part.setEnabled(enabled)
            for group in self._groups(kind):
                action = part.addAction(group.name.replace("&", "&&"))
                action.triggered.connect(
                    lambda _=False, kind=kind, group=group: self.assign(
                        kind, group, self._page.selected_numbers()
                    )
                )
            part.addSeparator()
            make = self.tag_new if kind == "tag" else self.collect_new
            part.addAction(new).triggered.connect(
                lambda _=False, make=make: make(self._page.selected_numbers())
            )
        here = self._page.sidebar.get_group(self._page.sidebar.currentIndex())
        if here is not None:
            leave = menu.addAction(self.tr("Remove from “{0}”").format(here.name))
            leave.setEnabled(enabled)
            leave.triggered.connect(lambda: self._leave(here))

    def assign(
        self, kind: str, group: Group, numbers: tuple[PaperNumber, ...], *, member: bool = True
    ) -> None:
        """Put papers into a collection or tag, or take them out."""
        changes = self._page.changes
        (changes.tag if kind == "tag" else changes.collect)(group, numbers, member=member)

    def collect_new(self, numbers: tuple[PaperNumber, ...]) -> None:
        """Ask for the name of a new collection that holds some papers."""
        changes = self._page.changes
        ask_name(
            self._page,
            self.tr("New collection"),
            self.tr("Name:"),
            lambda name: changes.add_collection(name, numbers),
            action=self.tr("Create collection"),
        )

    def tag_new(self, numbers: tuple[PaperNumber, ...]) -> None:
        """Ask for the name of a new tag that some papers get."""
        changes = self._page.changes
        ask_name(
            self._page,
            self.tr("New tag"),
            self.tr("Name:"),
            lambda name: changes.add_tag(name, numbers),
            action=self.tr("Create tag"),
        )

    def save_search(self) -> None:
        """Ask under which name the search that is shown is to be kept."""
        query = self._page.query
        ask_name(
            self._page,
            self.tr("Save search"),
            self.tr("Name:"),
            lambda name: self._page.changes.save_search(name, query.mode, query.text),
            name=query.text.strip()[:60],
            action=self.tr("Save search"),
        )

    # --- helpers of the sidebar actions ---------------------------------------------------

    def _action(self, text: str, keys: str, call: object) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        assert callable(call)
        action.triggered.connect(lambda *_: call())
        self._page.sidebar.addAction(action)
        return action

    def _menu(self, point: QPoint) -> None:
        sidebar = self._page.sidebar
        section = sidebar.get_section(sidebar.indexAt(point))
        if section is not None:
            sidebar.choose(section)
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addAction(self._new_collection)
        if section is not None and section.kind in ("collection", "tag", "search"):
            menu.addSeparator()
            menu.addActions([self.rename, self.remove])
        menu.popup(sidebar.viewport().mapToGlobal(point))

    def _rename(self) -> None:
        sidebar, changes = self._page.sidebar, self._page.changes
        index, kind = sidebar.currentIndex(), self._page.query.section.kind
        search, group = sidebar.get_search(index), sidebar.get_group(index)
        title = self.tr("Rename")
        if search is not None:
            ask_name(
                self._page,
                title,
                self.tr("Name:"),
                lambda name: changes.rename_search(search, name),
                name=search.name,
            )
        elif group is not None:
            rename = changes.rename_tag if kind == "tag" else changes.rename_collection
            ask_name(
                self._page,
                title,
                self.tr("Name:"),
                lambda name: rename(group, name),
                name=group.name,
            )

    def _remove(self) -> None:
        sidebar, changes = self._page.sidebar, self._page.changes
        index, kind = sidebar.currentIndex(), self._page.query.section.kind
        search, group = sidebar.get_search(index), sidebar.get_group(index)
        if search is not None:
            changes.remove_search(search)
            self._say_removed(search.name)
        elif group is not None:
            (changes.remove_tag if kind == "tag" else changes.remove_collection)(group)
            self._say_removed(group.name)

    def _say_removed(self, name: str) -> None:
        self._notify(
            self.tr("Removed “{0}”; its papers stay in the library.").format(name),
            undo=self._page.changes.undo,
        )

    def _groups(self, kind: str) -> tuple[Group, ...]:
        contents = self._page.contents
        return contents.tags if kind == "tag" else contents.collections

    def _leave(self, group: Group) -> None:
        numbers = self._page.selected_numbers()
        self.assign(self._page.query.section.kind, group, numbers, member=False)

    def _dropped(self, kind: str, number: int | None, papers: tuple[PaperNumber, ...]) -> None:
        if kind == "trash":
            self._page.trash(papers)
        elif number is None:
            (self.tag_new if kind == "tag" else self.collect_new)(papers)
        else:
            for group in self._groups(kind):
                if group.number == number:
                    self.assign(kind, group, papers)


# --- reads the PDFs of papers again, and fills in what is empty in their records --------


class PdfDetails(QObject):
    """One step that can be undone, and a notice that says what it filled in, or why nothing."""

    def __init__(
        self,
        browsing: Papers,
        changes: LibraryChanges,
        runner: TaskRunner,
        notify: Notify,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._browsing = browsing
        self._changes = changes
        self._runner = runner
        self._notify = notify

    def read_pdfs(self, numbers: Sequence[PaperNumber]) -> None:
        """Read the PDFs of papers as a job."""

        def work(job: Job) -> DetailsReport:
            return self._browsing.read_details(numbers, job)

        title = self.tr("Reading details from PDFs")
        # Behind no import: reading changes nothing, and what is filled in is written at once.
        self._runner.start_job(
            title,
            work,
            lambda report: self._apply_details(report, len(numbers)),
            owner=self,
            write=False,
        )

    def _apply_details(self, report: DetailsReport, paper_count: int) -> None:
        message = " ".join(self._words(report, paper_count))
        if report.details:
            self._changes.fill_in(report.details)
            self._notify(message, undo=self._changes.undo, until_closed=bool(report.refused))
        else:
            self._notify(message, until_closed=bool(report.refused))

    def _words(self, report: DetailsReport, paper_count: int) -> list[str]:
        """Return what to say: what was filled in, then what could not be read."""
        count = len(report.details)
        words: list[str] = []
        if count:
            text = self.tr("Filled in details of %Ln paper(s) from the PDF: {0}.", "", count)
            words.append(choose_plural(text, count).format(", ".join(_names(report))))
        elif report.without + report.of_others < paper_count and not report.refused:
            words.append(self.tr("The PDF has no details that are missing here."))
        if report.without:
            text = self.tr("%Ln paper(s) (has|have) no PDF.", "", report.without)
            words.append(choose_plural(text, report.without))
        if report.of_others:
            text = self.tr(
                "%Ln PDF(s) (seems|seem) to belong to another paper and (was|were) skipped.",
                "",
                report.of_others,
            )
            words.append(choose_plural(text, report.of_others))
        words += [in_language(refusal.reason) for refusal in report.refused[:1]]
        more = len(report.refused) - 1
        if more > 0:
            text = self.tr("%Ln more PDF(s) could not be read.", "", more)
            words.append(choose_plural(text, more))
        return words


def _names(report: DetailsReport) -> list[str]:
    """Return what the fields are called that were empty, each once."""
    from desktop.duplicates.comparison import FIELDS  # not before it is needed: it has a table

    own, names = dict(FIELDS), dict[str, None]()
    for paper, fields in report.details:
        kind = fields.get("extra", paper.extra).get(TYPE) or get_item_type(paper)
        for name, value in fields.items():
            if name == "venue":
                names[container_name(kind)] = None
            elif name != "extra":
                names[translate("Duplicates", own[name])] = None
            else:
                new = [variable for variable in value if variable not in paper.extra]
                names |= {
                    field_name(variable, kind): None for variable in new if variable in VARIABLES
                }
                if TYPE in new:
                    names[translate("PaperDetails", "Type")] = None
    return list(names)
