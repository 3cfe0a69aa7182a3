"""The menu bar. Built anew for each library, so that it holds the actions of the pages shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QActionGroup, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop.help_dialogs import AboutDialog, ShortcutsDialog
from desktop.main_window import MANUSCRIPT, PAGES, MainWindow, Pages
from desktop.theme import Choice, set_icon, theme

_THEMES: tuple[tuple[Choice, str], ...] = (
    ("system", "As the system"),
    ("light", "Light"),
    ("dark", "Dark"),
)


class Menus:
    """Fills the menu bar of a window."""

    def __init__(self, window: MainWindow, logs: Path) -> None:
        self._window = window
        self._logs = logs
        self.recent: Sequence[Path] = ()
        self._follow_page: Callable[[int], None] | None = None
        window.page_shown.connect(self._page_shown)
        self.rebuild()

    def rebuild(self) -> None:
        """Replace all menus; call it when pages came or went."""
        self._follow_page = None
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

    def _page_shown(self, page: int) -> None:
        if self._follow_page is not None:
            self._follow_page(page)

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(title)
        menu.setToolTipsVisible(True)
        return menu

    def _add(
        self, menu: QMenu, text: str, call: Callable[[], object], keys: str = "", icon: str = ""
    ) -> QAction:
        action = QAction(text, menu)
        if keys:
            action.setShortcut(QKeySequence(keys))
        if icon:
            set_icon(action, icon)
        action.triggered.connect(lambda *_: call())
        menu.addAction(action)
        return action

    def _add_for_library(
        self, menu: QMenu, text: str, call: Callable[[], object], keys: str = "", icon: str = ""
    ) -> QAction:
        action = self._add(menu, text, call, keys, icon)
        if self._window.pages is None:
            action.setEnabled(False)
            action.setToolTip("Open a library first.")
        return action

    def _file(self) -> None:
        window, menu = self._window, self._menu("&File")
        if window.pages is not None:
            menu.addAction(window.pages.manuscript.open_action)
            menu.addAction(window.pages.manuscript.close_action)
            menu.addSeparator()
        self._add_for_library(menu, "&Import files…", window.choose_imports, "Ctrl+I", "import")
        self._add_for_library(
            menu, "Import &folder…", window.choose_import_folder, "Ctrl+Shift+I", "folder"
        )
        menu.addSeparator()
        self._add(menu, "Open or make a &library…", window.choose_library, "", "library")
        recent = menu.addMenu("Recent libraries")
        recent.setEnabled(bool(self.recent))
        for folder in self.recent:
            self._add(
                recent,
                str(folder).replace("&", "&&"),
                lambda folder=folder: window.library_chosen.emit(folder),  # type: ignore[misc]
            )
        menu.addSeparator()
        self._add(menu, "&Quit", window.close, "Ctrl+Q").setMenuRole(QAction.MenuRole.QuitRole)

    def _edit(self) -> None:
        window, menu = self._window, self._menu("&Edit")
        if window.pages is not None:
            self._undo(menu, window.pages)
            menu.addSeparator()
        self._add_for_library(menu, "&Find", window.focus_search, "Ctrl+F", "search")
        menu.addSeparator()
        settings = self._add(menu, "&Settings…", window.settings_wanted.emit, "Ctrl+,", "settings")
        settings.setMenuRole(QAction.MenuRole.PreferencesRole)

    def _undo(self, menu: QMenu, pages: Pages) -> None:
        """Offer to undo what was done on the page in front."""
        stack, manuscript = pages.library.changes.stack, pages.manuscript
        of_library = [stack.createUndoAction(menu, "Undo"), stack.createRedoAction(menu, "Redo")]
        of_manuscript = [manuscript.undo_action, manuscript.redo_action]
        for undo, redo in (of_library, of_manuscript):
            undo.setShortcut(QKeySequence("Ctrl+Z"))
            redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
            set_icon(undo, "undo")
            menu.addActions([undo, redo])

        def follow(page: int) -> None:
            # A hidden action takes no keys.
            for action in of_library:
                action.setVisible(page != MANUSCRIPT)
            for action in of_manuscript:
                action.setVisible(page == MANUSCRIPT)

        self._follow_page = follow
        follow(self._window.page_bar.currentIndex())

    def _view(self) -> None:
        window, menu = self._window, self._menu("&View")
        for position, (name, icon) in enumerate(PAGES):
            self._add_for_library(
                menu,
                name,
                lambda position=position: window.show_page(position),  # type: ignore[misc]
                f"Alt+{position + 1}",
                icon,
            )
        menu.addSeparator()
        self._add(menu, "&Jobs", window.toggle_jobs, "Alt+Shift+J", "jobs")
        if window.pages is not None:
            page = window.pages.library
            self._add(menu, "&Columns…", page.columns_button.click, "", "columns")
            manuscript = window.pages.manuscript
            menu.addSeparator()
            menu.addActions([manuscript.zoom_in_action, manuscript.zoom_out_action])
            menu.addActions([manuscript.fit_width_action, manuscript.reread_action])
            menu.addSeparator()
        themes = menu.addMenu("&Theme")
        group = QActionGroup(themes)
        for choice, text in _THEMES:
            action = self._add(
                themes,
                text,
                lambda choice=choice: window.theme_chosen.emit(choice),  # type: ignore[misc]
            )
            action.setCheckable(True)
            action.setChecked(theme().choice == choice)
            group.addAction(action)

    def _library(self) -> None:
        menu = self._menu("&Library")
        if self._window.pages is None:
            menu.setEnabled(False)
            return
        page = self._window.pages.library
        for action in page.library_actions.all():
            menu.addAction(action)

    def _recommend(self) -> None:
        window, menu = self._window, self._menu("&Recommend")
        if window.pages is None:
            menu.setEnabled(False)
            return
        manuscript, similar = window.pages.manuscript, window.pages.similar

        menu.addActions([manuscript.text_action, manuscript.whole_action])
        menu.addSeparator()
        menu.addActions([manuscript.previous_gap_action, manuscript.next_gap_action])
        menu.addActions([manuscript.dismiss_action, manuscript.show_dismissed_action])
        menu.addSeparator()
        menu.addAction(manuscript.audit_action)
        menu.addSeparator()
        menu.addActions([manuscript.copy_cite_action, *manuscript.export_actions])
        menu.addSeparator()
        menu.addActions([similar.back, similar.forward])

    def _tools(self) -> None:
        menu = self._menu("&Tools")
        if self._window.pages is None:
            menu.setEnabled(False)
            return
        models = self._window.pages.models
        self._add(menu, "Bring &words up to date", models.index_words)
        self._add(menu, "Bring &vectors up to date", models.index_vectors)
        self._add(menu, "&Load the model", models.load_model)
        menu.addSeparator()
        self._add(menu, "&Full texts…", self._window.pages.library.show_full_texts)

    def _help(self) -> None:
        window, menu = self._window, self._menu("&Help")
        self._add(menu, "&Shortcuts", lambda: ShortcutsDialog(window).show(), "F1", "help")
        self._add(menu, "&Try the sample", window.sample_wanted.emit)
        self._add(
            menu,
            "Show the &log",
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._logs))),
        )
        about = self._add(menu, "&About Cocite", lambda: AboutDialog(window).show())
        about.setMenuRole(QAction.MenuRole.AboutRole)
