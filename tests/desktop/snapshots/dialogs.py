"""The dialogs, each with something in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QToolButton

from core.base.errors import LibraryCorruptError
from core.base.library_records import KeptFile, PaperFile
from core.base.messages import Message
from core.base.reports import FollowState, ImportEntry, ImportStatus
from core.base.settings import Settings
from core.library.database.connection import DATABASE
from core.library.safety.backups import Backup
from core.library.safety.restoring import Recovery
from core.library.store.history import HistoryEntry
from desktop.app.command_palette import CommandPalette
from desktop.app.library_dialog import LibraryDialog
from desktop.app.safety_manager import RestoreChoices, RestoreDialog
from desktop.app.settings_manager import SettingsManager
from desktop.help.crash import CrashDialog
from desktop.help.dialogs import AboutDialog, ShortcutsDialog
from desktop.help.log_viewer import LogViewer
from desktop.library.edit_dialog import EditDialog
from desktop.library.history import HistoryDialog
from desktop.library.import_actions import FollowDialog, PasteDialog
from desktop.library.importing import ImportReportDialog, ImportResult
from desktop.library.kept_files import KeptFilesDialog
from desktop.library.page import FullTextsDialog
from desktop.library.watching import WatchedFoldersDialog
from desktop.manuscript.add_references import AddReferencesDialog
from desktop.manuscript.page import PassageDialog
from desktop.manuscript.side_pane import SidePane
from desktop.settings.panel import SettingsPanel
from desktop.settings.store import SettingsStore
from desktop.ui.theme import theme
from desktop.ui.widgets import confirm
from tests.desktop.invented import invented_paper
from tests.desktop.snapshots.camera import wait
from tests.desktop.snapshots.fake_workspace import FakeWorkspace
from tests.desktop.snapshots.pages import PASSAGE, manuscript
from tests.desktop.snapshots.studio import Studio

PASTED = """10.5555/reeds
https://arxiv.org/abs/0000.00000

[1] E. Sandberg, P. Wrona. Reed warblers and the water table. Ecology of Sound, 2018."""

LOG = """\
2026-11-20 09:12:01,201 INFO core.library.library: Opened “Thesis”, 12,408 papers
2026-11-20 09:12:02,377 WARNING core.models.shelf: “my citations” lacks its card
2026-11-20 09:14:40,002 ERROR desktop.help.crash: A bug:
Cocite, Python 3.11.4, Qt 6.9.0

  desktop/app/application.py:10 in start
ValueError (its message is left out: it may quote a text)
2026-11-20 09:15:00,900 INFO core.library.imports.importing: 132 records of thesis.bib
"""


class _Watch(QObject):
    changed = Signal()
    failed = Signal(object)
    folders = (Path("/home/ann/Downloads"), Path("/home/ann/Papers/to read"))


def edit(studio: Studio) -> None:
    studio.show(EditDialog(invented_paper(7), studio.window))


def edit_wrong(studio: Studio) -> None:
    dialog = EditDialog(invented_paper(7), studio.window)
    dialog.doi.setText("twelve")
    studio.show(dialog)
    dialog.save()


def import_report(studio: Studio) -> None:
    statuses: tuple[ImportStatus, ...] = ("refused", "skipped", "merged", "added", "added")
    entries = tuple(
        ImportEntry(
            status=status,
            source="thesis.bib",
            place=f"entry {number} (haas20{number})",
            title=invented_paper(number).title,
            reason="A brace is not closed." if status == "refused" else "",
        )
        for number, status in enumerate(statuses, start=10)
    )
    counts: dict[ImportStatus, int] = {"refused": 1, "skipped": 1, "merged": 1, "added": 2}
    result = ImportResult(entries, counts | {"unchanged": 0}, citations=12)
    studio.show(ImportReportDialog(result, studio.window))


def paste(studio: Studio) -> None:
    studio.show(PasteDialog(PASTED))


def watched(studio: Studio) -> None:
    studio.show(WatchedFoldersDialog(_Watch()))  # type: ignore[arg-type]


class _ZoteroWatch(QObject):
    changed = Signal()
    failed = Signal(object)
    task = None
    is_following = True
    state = FollowState(
        folder=Path("/home/ann/Zotero"),
        looked_at="2026-05-04T09:30:00+00:00",
        added=2,
        changed=3,
        kept=1,
        held=214,
        notes=(
            Message(
                "{count:,} papers were missing from Zotero at once, so none was moved to the "
                "Trash.",
                count=214,
            ),
            Message(
                "Missing files: {files} ({count:,} files).",
                count=1,
                files="“tides.pdf”",
            ),
        ),
    )

    def stop(self) -> None:
        """Be asked for it."""


def followed(studio: Studio) -> None:
    studio.show(FollowDialog(_ZoteroWatch()))  # type: ignore[arg-type]


class _Keeper(QObject):
    changed = Signal()
    failed = Signal(object)
    sources = (("collection", 1, "Thesis / Chapter 1"),)
    files = (
        KeptFile(
            path=Path("/home/ann/thesis/refs.bib"), kind="bibtex", name="Thesis", written_at="2026"
        ),
        KeptFile(
            path=Path("/home/ann/bogs/to-cite.bib"),
            kind="biblatex",
            name="Bogs of the north",
            of_manuscript=True,
            problem=Message("“{file}” was edited, so it is not overwritten.", file="to-cite.bib"),
            edited=True,
        ),
    )

    def load(self) -> None:
        """Be asked for it."""


class _Undo(QObject):
    named = Signal()

    def ask_history(self, show: Callable[[list[HistoryEntry]], None], owner: QObject) -> None:
        """Tell of some days."""
        assert owner
        said = (
            (Message("Edited {papers}", papers="“Reed warblers and the water table”"), True, ""),
            (Message("Imported papers"), False, ""),
            (Message("Moved {papers} to the Trash", papers="12 papers"), False, ""),
            (
                Message("Deleted {papers} of the Trash", papers="104,221 papers"),
                False,
                Message("The change was too large to be kept in the history."),
            ),
        )
        show(
            [
                HistoryEntry(9 - turn, f"2026-11-{20 - 3 * turn:02}T09:12:00+00:00", *rest)
                for turn, rest in enumerate(said)
            ]
        )


def history(studio: Studio) -> None:
    dialog = HistoryDialog(_Undo())  # type: ignore[arg-type]
    dialog.table.selectRow(1)
    studio.show(dialog)


def kept(studio: Studio) -> None:
    dialog = KeptFilesDialog(_Keeper())  # type: ignore[arg-type]
    dialog.list.setCurrentRow(1)
    studio.show(dialog)


def full_texts(studio: Studio) -> None:
    workspace = FakeWorkspace(400)
    names = ("haas.pdf", "broken scan.pdf", "crash.pdf", "tides.pdf", "ledgers.pdf")
    for number, name in enumerate(names, start=393):
        text = workspace.attach(number, name)
        workspace.library.papers.attached[text.paper] = [PaperFile(text.path, name)]
    library = studio.open(workspace).library
    library.full_texts.catch_up()
    studio.settle()
    studio.show(FullTextsDialog(library.full_texts, studio.window))


def passage(studio: Studio) -> None:
    page = studio.open().manuscript
    page.ask_for_text()
    found = page.findChild(PassageDialog)
    assert found is not None
    found.editor.setPlainText(PASSAGE)
    studio.shown = found


def restore(studio: Studio) -> None:
    made = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
    place = Path("/home/ann/papers/backups")
    copies = (("new", 0, 1_204), ("damaged", 1, None), ("before", 9, 1_190))
    backups = [
        Backup(
            path=place / f"{name}.db",
            made_at=made - timedelta(days=days),
            before_upgrade=name == "before",
            size=372_736,
            papers=papers,
        )
        for name, days, papers in copies
    ]
    error = LibraryCorruptError(
        f"The database “/home/ann/papers/{DATABASE}” is damaged: it is no SQLite file."
    )
    recovery = Recovery(studio.scratch)
    found = RestoreChoices(backups, (1_204, made))
    studio.show(RestoreDialog(error, recovery, found))


def palette(studio: Studio) -> None:
    studio.open()
    palette = CommandPalette(studio.menus.actions, studio.window.state, studio.window)
    palette.open_over(studio.window)
    palette.field.setText("gap")
    studio.shown = palette


def shortcuts(studio: Studio) -> None:
    studio.open()
    studio.show(ShortcutsDialog(studio.menus.actions, studio.window))


def about(studio: Studio) -> None:
    studio.show(AboutDialog(studio.runner, studio.window))


def crash(studio: Studio) -> None:
    report = (
        "Cocite, Python 3.11\n\n  desktop/app/application.py:10 in start\nValueError (left out)"
    )
    studio.show(CrashDialog(report, studio.window))


def log(studio: Studio) -> None:
    path = studio.scratch / "cocite.log"
    path.write_text(LOG, encoding="utf-8")
    viewer = LogViewer(path, studio.runner, studio.window)
    studio.show(viewer)
    viewer.look()
    studio.settle()
    viewer.table.selectRow(2)


def settings_appearance(studio: Studio) -> None:
    _settings(studio).show_section("Appearance")


def settings_library(studio: Studio) -> None:
    _settings(studio).show_section("Library")


def settings_recommendation(studio: Studio) -> None:
    _settings(studio).show_section("Recommendation")


def settings_shortcuts(studio: Studio) -> None:
    panel = _settings(studio)
    panel.show_section(panel.shortcuts.title)
    panel.shortcuts.choose_action("library.edit")
    panel.shortcuts.editor.edit.setKeySequence("Ctrl+K")


def settings_search(studio: Studio) -> None:
    search = _settings(studio).search
    search.setText("manuscript")
    clear = search.findChild(QToolButton)
    wait(lambda: clear is None or clear.property("opacity") == 1)  # Qt fades it in


def _settings(studio: Studio) -> SettingsPanel:
    studio.open()
    store = SettingsStore(studio.scratch / "settings.toml", studio.runner)
    home = Path("/home/ada/Documents")
    store.use(
        Settings(
            library=home / "Thesis",
            recent_libraries=(home / "Thesis", home / "Reviews"),
            text_percent=theme().text_percent,
            theme="light",
        )
    )
    desk = SettingsManager(store, studio.window, studio.menus, studio.scratch / "cocite.log")
    panel = desk.show_panel()
    studio.shown = panel
    return panel


def add_references(studio: Studio) -> None:
    manuscript(studio)
    studio.settle()
    (side,) = studio.window.findChildren(SidePane)
    side.add_references()
    (dialog,) = side.findChildren(AddReferencesDialog)
    studio.show(dialog)


def library(studio: Studio) -> None:
    def warn(folder: Path) -> str:
        cloud = "Dropbox" in str(folder)
        return "This folder seems to be synchronised with a cloud service." if cloud else ""

    dialog = LibraryDialog(studio.runner, warn, studio.window)
    dialog.show_folder(Path("/home/ada/Dropbox/papers"))
    studio.show(dialog)


def question(studio: Studio) -> None:
    studio.show(
        confirm(
            studio.window,
            "Remove the model “SciNCL MiniLM”?",
            "Its files are deleted. Export it first if you may need it again.",
            "Remove model",
            lambda: None,
        )
    )


ALL: tuple[Callable[[Studio], None], ...] = (
    edit,
    edit_wrong,
    import_report,
    paste,
    watched,
    followed,
    history,
    kept,
    full_texts,
    passage,
    restore,
    palette,
    shortcuts,
    about,
    crash,
    log,
    settings_appearance,
    settings_library,
    settings_recommendation,
    settings_shortcuts,
    settings_search,
    add_references,
    library,
    question,
)
