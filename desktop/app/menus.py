"""The menu bar. Built anew for each library, so that it holds the actions of the pages shown.

What stands in the menus, and what the pages have besides, goes into the registry of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop.app.main_window import MainWindow
from desktop.app.page_registry import PAGES
from desktop.language.wording import translate
from desktop.ui.actions import PROGRAM, Actions, Entry
from desktop.ui.changes import UndoAction
from desktop.ui.theme import Choice, set_icon, theme
from desktop.ui.widgets import enable, make_menu

if TYPE_CHECKING:
    from desktop.app.open_pages import Pages

CHAPTERS = tuple(page.name for page in PAGES)
"""The chapter of the manual for each page, in the order of the page bar."""
_PAGE_OF = {name: page for page, name in enumerate(CHAPTERS)}


class Menus(QObject):
    """Fills the menu bar of a window, and opens what the menus alone lead to.

    Signals:
        keys_wanted: the person wants to choose other shortcuts.
        language_wanted: the person wants to choose another language.
    """

    keys_wanted = Signal()
    language_wanted = Signal()

    def __init__(self, window: MainWindow, log: Path) -> None:
        super().__init__(window)
        self._window = window
        self._log = log
        self.actions = Actions(self)
        self.recent: Sequence[Path] = ()
        self.rebuild()

    def rebuild(self) -> None:
        """Replace all menus; call it when pages came or went."""
        self.actions.clear()
        bar = self._window.menuBar()
        for action in bar.actions():
            menu = action.menu()
            bar.removeAction(action)
            if isinstance(menu, QMenu):
                menu.deleteLater()
        self._file()
        self._edit()
        self._view()
        self._library()
        self._recommend()
        self._tools()
        self._help()
        self._register_pages()
        self.actions.changed.emit()

    def open_palette(self) -> None:
        """Show the command palette over the window."""
        from desktop.app.command_palette import CommandPalette

        palette = CommandPalette(self.actions, self._window.state, self._window)
        palette.chosen.connect(self._carry_out)
        palette.open_over(self._window)

    def show_log(self) -> None:
        """Show the log viewer."""
        from desktop.help.log_viewer import LogViewer

        LogViewer(self._log, self._window.runner, self._window).show()

    def _carry_out(self, entry: Entry) -> None:
        """Do what was chosen in the palette, on the page it belongs to."""
        page = _PAGE_OF.get(entry.group)
        if page is not None and self._window.pages is not None:
            self._window.show_page(page)
        entry.action.trigger()

    def _register_pages(self) -> None:
        pages = self._window.pages
        if pages is not None:
            for group, page in zip(_PAGE_OF, pages.widgets(), strict=True):
                self.actions.add_actions(page, group)

    # --- parts of a menu ------------------------------------------------------------------

    def _menu(self, title: str) -> QMenu:
        menu = make_menu(self._window.menuBar(), title)
        menu.setToolTipsVisible(True)
        return menu

    def _add(
        self,
        menu: QMenu,
        name: str,
        text: str,
        call: Callable[[], object],
        keys: str | tuple[str, ...] = "",
        icon: str = "",
    ) -> QAction:
        """Add an action to a menu and to the registry, as ``program.name``."""
        action = QAction(text, menu)
        given = (keys,) if isinstance(keys, str) else keys
        action.setShortcuts([QKeySequence(one) for one in given if one])
        if icon:
            set_icon(action, icon)
        action.triggered.connect(lambda *_: call())
        menu.addAction(action)
        return self.actions.add(f"{PROGRAM}.{name}", action)

    def _need_library(self, *actions: QAction) -> None:
        if self._window.pages is None:
            for action in actions:
                action.setEnabled(False)
                action.setToolTip(self.tr("Open a library first."))

    # --- the menus ------------------------------------------------------------------------

    def _file(self) -> None:
        window, menu, add = self._window, self._menu(self.tr("&File")), self._add
        if window.pages is not None:
            menu.addAction(window.pages.manuscript.open_action)
            menu.addAction(window.pages.manuscript.close_action)
            menu.addSeparator()
        files = self.tr("&Import files…")
        folder = self.tr("Import &folder…")
        ways = (
            add(menu, "import", files, window.choose_imports, "Ctrl+I", "import"),
            add(
                menu, "import_folder", folder, window.choose_import_folder, "Ctrl+Shift+I", "folder"
            ),
        )
        self._need_library(*ways)
        if window.pages is not None:
            imports = window.pages.library.import_actions
            menu.addActions(imports.all())
            if imports.why_not:
                for way in ways:
                    way.setEnabled(False)
                    way.setToolTip(imports.why_not)
        menu.addSeparator()
        text = self.tr("Open or create a &library…")
        add(menu, "open_library", text, window.choose_library, "", "library")
        recent = make_menu(menu, self.tr("Recent libraries"))
        recent.setEnabled(bool(self.recent))
        for library in self.recent:
            action = recent.addAction(str(library).replace("&", "&&"))
            action.triggered.connect(
                lambda _=False, library=library: window.recent_library_chosen.emit(library)
            )
        menu.addSeparator()
        leave = add(menu, "quit", self.tr("&Quit"), window.close, "Ctrl+Q")
        leave.setMenuRole(QAction.MenuRole.QuitRole)

    def _edit(self) -> None:
        window, menu = self._window, self._menu(self.tr("&Edit"))
        if window.pages is not None:
            self._undo(menu, window.pages)
            self._add(menu, "history", self.tr("Histor&y…"), self._show_history)
            menu.addSeparator()
        find = self.tr("&Find in the library")
        keys = ("Ctrl+F", "/")
        self._need_library(self._add(menu, "find", find, window.focus_search, keys, "search"))
        text = self.tr("&Commands…")
        self._add(menu, "commands", text, self.open_palette, "Ctrl+Shift+P")
        menu.addSeparator()
        text = self.tr("&Settings…")
        wanted = window.settings_wanted.emit
        settings = self._add(menu, "settings", text, wanted, "Ctrl+,", "settings")
        settings.setMenuRole(QAction.MenuRole.PreferencesRole)

    def _show_history(self) -> None:
        from desktop.library.history import HistoryDialog

        if self._window.pages is not None:
            undo = self._window.pages.library.changes.undo
            HistoryDialog(undo, self._window).open()

    def _undo(self, menu: QMenu, pages: Pages) -> None:
        """Offer to undo what was done last, whatever page is in front."""
        library_undo = pages.library.changes.undo
        undo, redo = UndoAction(library_undo, menu), UndoAction(library_undo, menu, redo=True)
        undo.setShortcut(QKeySequence("Ctrl+Z"))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        set_icon(undo, "undo")
        menu.addActions([undo, redo])
        _explain(undo, self.tr("There is nothing to undo."))
        _explain(redo, self.tr("There is nothing to redo."))
        self.actions.add("library.undo", undo, "library")
        self.actions.add("library.redo", redo, "library")

    def _view(self) -> None:
        window, menu, add = self._window, self._menu(self.tr("&View")), self._add
        for position, page in enumerate(PAGES):
            show = lambda position=position: window.show_page(position)  # noqa: E731
            keys = f"Alt+{position + 1}"
            self._need_library(
                add(
                    menu,
                    f"page_{page.name}",
                    translate("MainWindow", page.title),
                    show,
                    keys,
                    page.icon,
                )
            )
        menu.addSeparator()
        add(menu, "next_pane", self.tr("&Next pane"), window.focus_next_pane, "F6")
        back = lambda: window.focus_next_pane(-1)  # noqa: E731
        add(menu, "previous_pane", self.tr("&Previous pane"), back, "Shift+F6")
        add(menu, "jobs", self.tr("&Jobs and messages"), window.toggle_jobs, "Alt+Shift+J", "jobs")
        if window.pages is not None:
            columns = window.pages.library.centre.columns_button.click
            add(menu, "columns", self.tr("&Columns…"), columns, "", "columns")
            manuscript = window.pages.manuscript
            menu.addSeparator()
            menu.addActions([manuscript.zoom_in_action, manuscript.zoom_out_action])
            menu.addActions([manuscript.fit_width_action, manuscript.reread_action])
            menu.addSeparator()
            add(menu, "map", self.tr("&Map of the library"), window.show_map)
        menu.addSeparator()
        self._themes(menu)
        add(menu, "language", self.tr("Lan&guage…"), self.language_wanted.emit)

    def _themes(self, menu: QMenu) -> None:
        window = self._window
        themes = make_menu(menu, self.tr("&Theme"))
        group = QActionGroup(themes)
        choices: tuple[tuple[Choice, str], ...] = (
            ("system", self.tr("System theme")),
            ("light", self.tr("Light theme")),
            ("dark", self.tr("Dark theme")),
        )
        for choice, text in choices:
            take = lambda choice=choice: window.theme_chosen.emit(choice)  # noqa: E731
            action = self._add(themes, f"theme_{choice}", text, take)
            action.setCheckable(True)
            action.setChecked(theme().choice == choice)
            group.addAction(action)

    def _library(self) -> None:
        menu = self._menu(self.tr("&Library"))
        if self._window.pages is None:
            menu.setEnabled(False)
            return
        library = self._window.pages.library
        menu.addActions(list(library.library_actions.all()))
        menu.addSeparator()
        text = self.tr("Find &duplicates")
        self._add(menu, "duplicates", text, self._window.show_duplicates)
        text, data = self.tr("Add citation &data…"), library.citation_data
        enable(self._add(menu, "citation_data", text, data.show), data.why_not)

    def _recommend(self) -> None:
        window, menu = self._window, self._menu(self.tr("&Recommend"))
        if window.pages is None:
            menu.setEnabled(False)
            return
        manuscript, similar = window.pages.manuscript, window.pages.similar

        menu.addActions([manuscript.text_action, manuscript.whole_action])
        menu.addSeparator()
        menu.addActions([manuscript.previous_gap_action, manuscript.next_gap_action])
        menu.addActions([manuscript.dismiss_action, manuscript.show_dismissed_action])
        menu.addAction(manuscript.reasons_action)
        menu.addSeparator()
        menu.addActions([manuscript.audit_action, manuscript.check_action])
        menu.addAction(manuscript.add_references_action)
        menu.addSeparator()
        menu.addActions([manuscript.copy_cite_action, *manuscript.export_actions])
        menu.addSeparator()
        menu.addActions([similar.back, similar.forward])

    def _tools(self) -> None:
        menu, add = self._menu(self.tr("&Tools")), self._add
        if self._window.pages is None:
            menu.setEnabled(False)
            return
        models = self._window.pages.models
        add(menu, "train", self.tr("&Train a new model…"), self._window.train, "", "models")
        menu.addSeparator()
        add(menu, "index_words", self.tr("Update the &keyword index"), models.index_words)
        add(menu, "index_vectors", self.tr("Update the &meaning index"), models.index_vectors)
        add(menu, "load_model", self.tr("&Load the model"), models.load_model)
        menu.addSeparator()
        show = self._window.pages.library.show_full_texts
        add(menu, "full_texts", self.tr("&Full texts…"), show)

    def _help(self) -> None:
        window, menu, add = self._window, self._menu(self.tr("&Help")), self._add
        add(menu, "manual", self.tr("&Manual"), self._show_manual, "F1", "help")
        add(menu, "shortcuts", self.tr("&Shortcuts"), self._show_shortcuts)
        add(menu, "sample", self.tr("&Try the sample"), window.sample_wanted.emit)
        add(menu, "log", self.tr("Show the &log…"), self.show_log)
        about = add(menu, "about", self.tr("&About Cocite"), self._show_about)
        about.setMenuRole(QAction.MenuRole.AboutRole)

    def _show_shortcuts(self) -> None:
        from desktop.help.dialogs import ShortcutsDialog

        dialog = ShortcutsDialog(self.actions, self._window)
        dialog.change_wanted.connect(self.keys_wanted)
        dialog.show()

    def _show_manual(self) -> None:
        """Show the manual at the chapter of what is in front."""
        from desktop.help.manual import ManualWindow

        window = self._window
        chapter = "start" if window.pages is None else CHAPTERS[window.page_bar.currentIndex()]
        for open_one in window.findChildren(ManualWindow):
            open_one.close()
        ManualWindow(self.actions, chapter, window).show()

    def _show_about(self) -> None:
        from desktop.help.dialogs import AboutDialog

        AboutDialog(self._window.runner, self._window).show()


def _explain(action: QAction, why_not: str) -> None:
    """Let the tool tip of an action say why it is off while it is."""

    def follow(possible: bool) -> None:
        if shiboken6.isValid(action):  # a stack that dies tells its actions once more
            action.setToolTip("" if possible else why_not)

    action.enabledChanged.connect(follow)
    follow(action.isEnabled())
