"""Runs an import as a job, then lists what became of each record."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QIODevice, QMimeData, QModelIndex, QObject, QSaveFile, Qt, QUrl, Signal
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.messages import restored, stored
from core.base.records import PaperNumber
from core.base.reports import ImportEntry, ImportReport, ImportStatus
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    translate,
)
from desktop.ui.dialogs import close_button
from desktop.ui.form_fields import DropDown
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors
from desktop.ui.widgets import hbox, text_label, vbox, while_alive

if TYPE_CHECKING:
    from core.workspace import Workspace


# --- how an import ended, counted and in one sentence -----------------------------------------


# --- unfinished imports -----------------------------------------------------------------
#
# Imports that run, kept in the library's folder: those that a close or a crash cut off are told.
#
# What they had taken is in the library, and importing a file again adds nothing twice.

UNFINISHED_NAME = "unfinished-imports.json"
_LONGEST_TEXT = 1_000_000

Sources = tuple[Path | str, ...]


def add_import(folder: Path, key: str, sources: Sequence[Path | str]) -> None:
    """Note that an import begins; ``sources`` are files, folders and pasted texts."""
    noted: list[dict[str, object]] = [
        {"path": str(source.absolute())} if isinstance(source, Path) else {"text": source}
        for source in sources
        if isinstance(source, Path) or len(source) <= _LONGEST_TEXT
    ]
    _save(folder, {**_load(folder), key: noted})


def remove_import(folder: Path, key: str) -> None:
    """Note that an import has ended."""
    imports = _load(folder)
    if imports.pop(key, None) is not None:
        _save(folder, imports)


def take_unfinished(folder: Path, running: Set[str] = frozenset()) -> Sources:
    """Return what the imports were given that did not end, each once, and forget them.

    Those ``running`` now are no part of them.
    """
    sources: dict[Path | str, None] = {}
    imports = _load(folder)
    for key, entries in imports.items():
        if key in running:
            continue
        for entry in entries:
            path, text = (entry.get(name) for name in ("path", "text"))
            if isinstance(path, str):
                sources[Path(path)] = None
            elif isinstance(text, str):
                sources[text] = None
    if sources:
        _save(folder, {key: entries for key, entries in imports.items() if key in running})
    return tuple(sources)


def _load(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Return what each import was given; of a file that is not as we write it, nothing."""
    try:
        imports = json.loads((folder / UNFINISHED_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(imports, dict):
        return {}
    return {key: entries for key, entries in imports.items() if isinstance(entries, list)}


def _save(folder: Path, imports: dict[str, list[dict[str, object]]]) -> None:
    """Replace the file, or delete it; a disk that takes nothing more costs only the notice."""
    if not imports:
        (folder / UNFINISHED_NAME).unlink(missing_ok=True)
        return
    file = QSaveFile(str(folder / UNFINISHED_NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(json.dumps(imports).encode("utf-8", "replace"))
        file.commit()


STATUS_WORDS: dict[ImportStatus, str] = {
    "refused": QT_TRANSLATE_NOOP("Importing", "Refused"),
    "skipped": QT_TRANSLATE_NOOP("Importing", "Left out"),
    "merged": QT_TRANSLATE_NOOP("Importing", "Merged"),
    "added": QT_TRANSLATE_NOOP("Importing", "Added"),
    "unchanged": QT_TRANSLATE_NOOP("Importing", "Already there"),
}


@dataclass(frozen=True, slots=True)
class ImportResult:
    """How an import ended. ``entries`` may leave out what went well; all else is complete."""

    entries: tuple[ImportEntry, ...]
    counts: dict[ImportStatus, int]
    citations: int = 0
    cancelled: bool = False
    added: tuple[PaperNumber, ...] = ()

    def sentence(self) -> str:
        """Return the result in one sentence."""
        status_counts = [
            f"{figure(self.counts[status])} {translate('Importing', word).lower()}"
            for status, word in sorted(STATUS_WORDS.items(), key=lambda item: -self.counts[item[0]])
            if self.counts[status]
        ]
        start = (
            translate("Importing", "Import stopped")
            if self.cancelled
            else translate("Importing", "Import finished")
        )
        if len(self.entries) == 1 == sum(self.counts.values()) and not self.cancelled:
            return _describe_entry(self.entries[0], self.citations)
        summary = ", ".join(status_counts) or translate("Importing", "nothing to import")
        if self.citations:
            cites = translate("Importing", "%Ln citation(s)", "", self.citations)
            summary += f"; {choose_plural(cites, self.citations)}"
        return f"{start}: {summary}."


def _describe_entry(entry: ImportEntry, citations: int) -> str:
    """Say what became of the only record of an import."""
    word = translate("Importing", STATUS_WORDS[entry.status])
    parts = [f"“{entry.title}”" if entry.title else "", in_language(entry.reason)]
    if citations:
        cites = translate("Importing", "%Ln citation(s)", "", citations)
        parts.append(choose_plural(cites, citations))
    return f"{word}: {'; '.join(part for part in parts if part)}.".replace("..", ".")


# --- last import ------------------------------------------------------------------------
#
# The report of a library's last import, kept in its folder so that the next start can show it.

NAME = "last-import.json"
_RESULT = TypeAdapter(ImportResult)


def keep(folder: Path, result: ImportResult) -> None:
    """Replace the report by a new one; a disk that takes nothing more costs only it."""
    try:
        content = _RESULT.dump_json(_change_messages(result, stored))
    except ValueError:  # half a surrogate pair is no JSON
        return
    file = QSaveFile(str(folder / NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(content)
        file.commit()


def load_report(folder: Path) -> ImportResult | None:
    """Return the report, ``None`` if there is none that can be read."""
    try:
        return _change_messages(_RESULT.validate_json((folder / NAME).read_bytes()), restored)
    except (OSError, ValidationError):
        return None


def _change_messages(result: ImportResult, change: Callable[[str], str]) -> ImportResult:
    """Return a report with what it says changed: messages as JSON, or as messages again."""
    entries = (
        replace(entry, place=change(entry.place), reason=change(entry.reason))
        for entry in result.entries
    )
    return replace(result, entries=tuple(entries))


# --- imports as jobs --------------------------------------------------------------------------


LISTED_AT_MOST = 20_000
_MOST_LINES = 200  # of a pasted text that are looked at for paths
_LONGEST_PATH = 1_000

_ROOT = QModelIndex()


def list_sources(dropped: QMimeData) -> list[Path | str]:
    """Return what a drop or the clipboard brings: files and folders, else addresses or a text."""
    urls = dropped.urls() if dropped.hasUrls() else []
    paths: list[Path | str] = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    if paths:
        return paths
    text = "\n".join(url.toString() for url in urls) or dropped.text()
    files_by_line = {line: _file_named(line) for line in text.split("\n")[:_MOST_LINES]}
    files = [path for path in files_by_line.values() if path is not None]
    rest = "\n".join(line for line in text.split("\n") if files_by_line.get(line) is None)
    return [*files, *([rest] if rest.strip() else [])]


def _file_named(line: str) -> Path | None:
    """Return the file or folder that a line of text is the whole path or address of."""
    line = line.strip().strip("\"'")
    path = Path(QUrl(line).toLocalFile() if line.startswith("file:") else line)
    looks = line.startswith("file:") or (path.is_absolute() and len(line) < _LONGEST_PATH)
    return path if looks and path.exists() else None


class Importer(QObject):
    """Starts imports, one job each.

    Signals:
        begun: the job (a ``Task``) that imports.
        finished: an ``ImportResult``, also after a cancel or a failure.
    """

    import_started = Signal(Task)
    finished = Signal(object)

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._running: set[str] = set()

    def start(
        self, sources: Sequence[Path | str], *, then: Callable[[], None] | None = None
    ) -> Task:
        """Import files, folders and pasted texts; what was finished stays when it is cancelled.

        ``then`` is called on the worker thread once all of it was imported.
        """
        collected_entries = _Entries()
        key = uuid4().hex
        if then is None:  # a watched folder keeps what is new in it
            self._note_start(key, sources)

        def work(job: Job) -> ImportReport:
            report = self._workspace.imports.add(sources, job=job, on_entry=collected_entries.add)
            if then is not None:
                then()
            return report

        def finish_import(report: ImportReport) -> None:
            self._note_end(key)
            self._finish(task, collected_entries.result(report))

        def failed(error: EngineError) -> None:
            self._note_end(key)
            self._runner.failed.emit(error)
            self._finish(task, collected_entries.result(None))

        def ended() -> None:
            if task.state == "cancelled":
                self._note_end(key)
                self._finish(task, collected_entries.result(None, cancelled=True))

        name = name_sources(sources)
        task = self._runner.start_job(
            self.tr("Importing {name}").format(name=name),
            work,
            finish_import,
            failed=failed,
            owner=self,
        )
        task.ended.connect(while_alive(self, ended))
        self.import_started.emit(task)
        return task

    def keep(self, result: ImportResult) -> None:
        """Keep a report for ``last``."""
        folder = self._workspace.library.folder
        self._runner.run(lambda: keep(folder, result), write=True)

    def last(self, show: Callable[[ImportResult | None], None]) -> None:
        """Hand over the report of the last import, ``None`` if there is none."""
        folder = self._workspace.library.folder
        self._runner.run(lambda: load_report(folder), show, owner=self)

    def take_unfinished(self, show: Callable[[Sources], None]) -> None:
        """Hand over what was not imported to its end when the library was closed, once."""
        folder = self._workspace.library.folder
        running = self._running
        self._runner.run(lambda: take_unfinished(folder, running), show, write=True, owner=self)

    def _note_start(self, key: str, sources: Sequence[Path | str]) -> None:
        folder = self._workspace.library.folder
        self._running.add(key)
        self._runner.run(lambda: add_import(folder, key, sources), write=True)

    def _note_end(self, key: str) -> None:
        folder = self._workspace.library.folder
        self._runner.run(lambda: remove_import(folder, key), write=True)

    def _finish(self, task: Task, result: ImportResult) -> None:
        parent = self.parent()
        if isinstance(parent, QWidget):
            task.report = partial(show_report, result, parent.window())
        self.finished.emit(result)


def name_sources(sources: Sequence[Path | str]) -> str:
    """Return the name of the first source, and how many more there are."""
    first, more = sources[0], len(sources) - 1
    name = first.name if isinstance(first, Path) else translate("Importing", "pasted text")
    if not more:
        return name
    # Not a number of files: one of them may be a folder, and whether it is, is for the worker.
    said = choose_plural(translate("Importing", "{name} and %Ln more", "", more), more)
    return said.format(name=name)


class _Entries:
    """Collects entries on the thread of the import; read when that is over."""

    def __init__(self) -> None:
        self.entries: list[ImportEntry] = []
        self.counts: dict[ImportStatus, int] = dict.fromkeys(STATUS_WORDS, 0)
        self.added: list[PaperNumber] = []

    def add(self, entry: ImportEntry) -> None:
        self.counts[entry.status] += 1
        if entry.status == "added" and entry.paper is not None:
            self.added.append(entry.paper)
        quiet = entry.status not in ("refused", "skipped")
        if not quiet or len(self.entries) < LISTED_AT_MOST:
            self.entries.append(entry)

    def result(self, report: ImportReport | None, *, cancelled: bool = False) -> ImportResult:
        citations = report.citations if report is not None else 0
        order = list(STATUS_WORDS)
        entries = sorted(self.entries, key=lambda entry: order.index(entry.status))
        added = tuple(self.added)
        return ImportResult(tuple(entries), dict(self.counts), citations, cancelled, added)


class ImportEntryModel(RowModel[ImportEntry]):
    """What became of each record: what, which, where, why."""

    @override
    def headings(self) -> tuple[str, ...]:
        return (self.tr("Result"), self.tr("Record"), self.tr("From"), self.tr("Reason"))

    @override
    def cell(self, entry: ImportEntry, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            is_display = role == Qt.ItemDataRole.DisplayRole
            source = Path(entry.source).name if is_display else entry.source
            where = f"{source}, {in_language(entry.place)}" if entry.place else source
            name = entry.title or entry.id
            word = translate("Importing", STATUS_WORDS[entry.status])
            return (word, name, where, in_language(entry.reason))[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 0:
            return colors().bad if entry.status == "refused" else colors().muted
        return None


class ImportReportDialog(QDialog):
    """The list of one import, with a choice of what to see. Not modal."""

    def __init__(self, result: ImportResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import report"))
        resize_with_text(self, 880, 480)
        self._result = result
        self.entries = ImportEntryModel(self)
        self.table = self._make_table()
        self.choice = DropDown()
        self.choice.setAccessibleName(self.tr("Show"))
        self.choice.addItem(
            self.tr("All ({count})").format(count=figure(sum(result.counts.values()))), None
        )
        for status, word in STATUS_WORDS.items():
            if result.counts[status]:
                text = translate("Importing", word)
                self.choice.addItem(f"{text} ({figure(result.counts[status])})", status)
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        sentence = text_label(result.sentence(), "heading", wrap=True)
        top = hbox((sentence, 1), self.choice)
        vbox(top, (self.table, 1), close_button(self), of=self, margins=16, spacing=16)
        self._show()

    def _make_table(self) -> RowTable:
        name = self.tr("Result of each record")
        words = [translate("Importing", word) for word in STATUS_WORDS.values()]
        return RowTable(self.entries, name, letters=(words, 34, 22), several=True)

    def _show(self) -> None:
        status = self.choice.currentData()
        entries = self._result.entries
        self.entries.show_rows(
            entries if status is None else [e for e in entries if e.status == status]
        )


def show_report(result: ImportResult, window: QWidget) -> None:
    """Show what became of each record of an import, whichever library is open by now."""
    dialog = ImportReportDialog(result, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
