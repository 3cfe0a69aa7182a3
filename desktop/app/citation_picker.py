"""The picker that an editor opens: one chooses papers, and the editor inserts their citation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.library_records import PickedCitation
from core.base.records import Manuscript, ManuscriptNumber, OpenManuscript, Paper, PaperNumber
from desktop.language.wording import in_language
from desktop.settings.store import SettingsStore
from desktop.suggestions.model import byline
from desktop.ui.form_fields import DropDown
from desktop.ui.latest_request import LatestOnly
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import hbox, let_clear, plain_tip, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.programs.picking import Pick
    from core.workspace import Workspace

_PAUSE_MS = 120
_OFFERED = 30
_LEAST, _MOST, _SHOWN = 25, 3_000, 120
"""Characters of a text on the clipboard that is a sentence or a passage, and of it as shown."""
_PAPER = Qt.ItemDataRole.UserRole


class _Offer(NamedTuple):
    paper: Paper
    why: str = ""


class _Field(QLineEdit):
    """Says that Down was pressed."""

    went_down = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.went_down.emit()
        else:
            super().keyPressEvent(event)


class SurroundingFields(QWidget):
    """What stands around a paper in a citation: a locator, a prefix, a suffix, no author."""

    def __init__(self) -> None:
        super().__init__()
        self.prefix, self.locator, self.suffix = QLineEdit(), QLineEdit(), QLineEdit()
        self.label, self.suppress = DropDown(), QCheckBox(self.tr("Omit Author"))
        for name, text in self._labels().items():
            self.label.addItem(text, name)
        for field, text in (
            (self.prefix, self.tr("Prefix")),
            (self.locator, self.tr("Locator")),
            (self.suffix, self.tr("Suffix")),
        ):
            field.setPlaceholderText(text)
            field.setAccessibleName(text)
        self.label.setAccessibleName(self.tr("Kind of locator"))
        row = hbox(of=self, margins=0, spacing=6)
        for part in (self.prefix, self.label, self.locator, self.suffix, self.suppress):
            row.addWidget(part)

    def read_citation(self, paper: PaperNumber) -> PickedCitation:
        """Return the citation of a paper with what is in the fields."""
        return PickedCitation(
            paper,
            prefix=self.prefix.text().strip(),
            locator=self.locator.text().strip(),
            label=self.label.currentData(),
            suffix=self.suffix.text().strip(),
            suppress_author=self.suppress.isChecked(),
        )

    def show_citation(self, citation: PickedCitation | None) -> None:
        """Show what stands around a paper, nothing without one."""
        self.setEnabled(citation is not None)
        self.prefix.setText("" if citation is None else citation.prefix)
        self.locator.setText("" if citation is None else citation.locator)
        self.suffix.setText("" if citation is None else citation.suffix)
        label = "page" if citation is None else citation.label
        self.label.setCurrentIndex(max(self.label.findData(label), 0))
        self.suppress.setChecked(citation is not None and citation.suppress_author)

    def _labels(self) -> dict[str, str]:
        return {
            "page": self.tr("Page"),
            "chapter": self.tr("Chapter"),
            "section": self.tr("Section"),
            "paragraph": self.tr("Paragraph"),
            "figure": self.tr("Figure"),
            "table": self.tr("Table"),
            "line": self.tr("Line"),
            "verse": self.tr("Verse"),
            "volume": self.tr("Volume"),
            "part": self.tr("Part"),
            "note": self.tr("Note"),
        }


class CitationPicker(QDialog):
    """A field and a list. Space ticks a paper, Return inserts what is ticked, else the current one.

    Before anything is typed the list holds suggestions for ``passage``.
    """

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, passage: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Cite in your editor"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 620, 460)
        self._workspace, self._passage = workspace, passage
        self.chosen: dict[int, Paper] = {}
        self._surroundings: dict[PaperNumber, PickedCitation] = {}
        self._current: PaperNumber | None = None
        self.field, self.list = _Field(), QListWidget()
        self.around = SurroundingFields()
        self.note, self.ticked = text_label("", "muted", wrap=True), text_label("", wrap=True)
        self.insert = push_button(self.tr("Insert"), self.accept, look="primary")
        self._lay_out()
        self._asking = LatestOnly(
            self._find_offers, self._show_found, self._say_error, runner=runner, parent=self
        )
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._typing.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _: self._typing.start())
        self.list.itemChanged.connect(self._tick)
        self.list.itemDoubleClicked.connect(lambda _: self.accept())
        self.list.currentRowChanged.connect(lambda _: self._follow_current())
        self.field.setFocus()
        self._follow_current()
        self._ask()

    def papers(self) -> list[Paper]:
        """Return what is ticked, in the order of ticking, else the current paper."""
        current = [item.data(_PAPER) for item in self.list.selectedItems()]
        return list(self.chosen.values()) or current

    def citations(self) -> list[PickedCitation]:
        """Return the citation of each paper, with what stands around it."""
        self._keep_surroundings()
        return [
            self._surroundings.get(paper.number, PickedCitation(paper.number))
            for paper in self.papers()
        ]

    @override
    def accept(self) -> None:
        if self.papers():
            super().accept()

    def _keep_surroundings(self) -> None:
        if self._current is not None:
            self._surroundings[self._current] = self.around.read_citation(self._current)

    def _follow_current(self) -> None:
        """Show what stands around the paper that is current now, and keep that of the last."""
        self._keep_surroundings()
        row = self.list.currentRow()
        self._current = None if row < 0 else self.list.item(row).data(_PAPER).number
        citation = None
        if self._current is not None:
            citation = self._surroundings.get(self._current, PickedCitation(self._current))
        self.around.show_citation(citation)
        self._judge()

    def _lay_out(self) -> None:
        self.field.setPlaceholderText(self.tr("Search your library"))
        self.field.setAccessibleName(self.tr("Search your library"))
        let_clear(self.field)
        self.list.setAccessibleName(self.tr("Papers to cite"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self.field.went_down.connect(self.list.setFocus)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.insert.setDefault(True)
        box.addButton(self.insert, QDialogButtonBox.ButtonRole.ActionRole)
        box.rejected.connect(self.reject)
        column = vbox(of=self, margins=16, spacing=8)
        for part in (self.field, self.note, self.list, self.around, self.ticked, box):
            column.addWidget(part)
        column.setStretchFactor(self.list, 1)

    # --- what is offered ------------------------------------------------------------------

    def _ask(self) -> None:
        self.note.setText(self.tr("Looking…"))
        self._asking.want(self.field.text().strip())

    def _find_offers(self, typed: str, _stop: Callable[[], bool]) -> list[_Offer]:
        """Return papers for what is typed, else for the passage; runs on a worker thread."""
        if typed:
            numbers = self._workspace.papers.search(typed)[:_OFFERED]
            return [
                _Offer(candidate) for candidate in self._workspace.library.papers.get_many(numbers)
            ]
        if not self._passage:
            return []
        blank = OpenManuscript(
            number=ManuscriptNumber(0), path=None, manuscript=Manuscript(title="")
        )
        recommendation = self._workspace.recommending.recommend_text(
            blank, self._passage, limit=_OFFERED
        )
        return [
            _Offer(
                candidate.paper, in_language(candidate.reasons[0].text) if candidate.reasons else ""
            )
            for candidate in recommendation.suggestions
        ]

    def _show_found(self, typed: str, offers: list[_Offer]) -> None:
        self._keep_surroundings()
        self._current = None
        self.list.blockSignals(True)
        self.list.clear()
        for paper, why in offers:
            line = " · ".join(filter(None, (byline(paper), paper.citation_key)))
            item = QListWidgetItem(f"{paper.title}\n{line}")
            item.setData(_PAPER, paper)
            item.setToolTip(plain_tip(why or paper.title))
            ticked = paper.number in self.chosen
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        if offers:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self._say(typed, has_matches=bool(offers))
        self._follow_current()

    def _say(self, typed: str, *, has_matches: bool) -> None:
        note_text = self.tr("Type a title or an author.")
        if typed:
            note_text = (
                "" if has_matches else self.tr("No paper matches “{typed}”.").format(typed=typed)
            )
        elif has_matches:
            text = " ".join(self._passage.split())
            text = text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()}…"
            note_text = self.tr("Suggestions for the text on the clipboard: “{text}”").format(
                text=text
            )
        self.note.setText(note_text)

    def _say_error(self, error: EngineError) -> None:
        self.note.setText(f"{error} {error.remedy}".strip())

    # --- what is chosen -------------------------------------------------------------------

    def _tick(self, item: QListWidgetItem) -> None:
        paper: Paper = item.data(_PAPER)
        if item.checkState() == Qt.CheckState.Checked:
            self.chosen[paper.number] = paper
        else:
            self.chosen.pop(paper.number, None)
        self._judge()

    def _judge(self) -> None:
        keys = ", ".join(paper.citation_key for paper in self.chosen.values())
        self.ticked.setText(self.tr("Chosen: {keys}").format(keys=keys) if keys else "")
        self.ticked.setVisible(bool(keys))
        any_paper = bool(self.papers())
        self.insert.setEnabled(any_paper)
        self.insert.setToolTip("" if any_paper else self.tr("Choose a paper first"))


class PickerForEditors(QObject):
    """Opens the picker when an editor asks the service, while the setting is on."""

    _pick_requested = Signal(object)
    _pick_cancelled = Signal(object)
    _copied = Signal(str)

    def __init__(self, store: SettingsStore, window: QWidget) -> None:
        super().__init__(window)
        self._store, self._window = store, window
        self._workspace: Workspace | None = None
        self.dialog: CitationPicker | None = None
        queued = Qt.ConnectionType.QueuedConnection  # they come from threads of the service
        self._pick_requested.connect(self._open, queued)
        self._pick_cancelled.connect(self._close, queued)
        self._copied.connect(_copy, queued)
        store.changed.connect(self._follow)

    def use(self, workspace: Workspace) -> None:
        """Let editors ask for papers of this library, if the setting says so."""
        self._workspace = workspace
        self._follow(frozenset(("serve_picker",)))

    def leave(self) -> None:
        """Let go of the library and of the editor that waits."""
        workspace, self._workspace = self._workspace, None
        if workspace is not None:
            workspace.picking.close()
        self._close(None)

    def _follow(self, names: frozenset[str]) -> None:
        if self._workspace is None or "serve_picker" not in names:
            return
        if self._store.now.serve_picker:
            self._workspace.picking.offer(self._pick_requested.emit, self._copied.emit)
        else:
            self._workspace.picking.refuse()

    def _open(self, pick: Pick) -> None:
        if self._workspace is None or pick.is_decided:
            pick.leave()
            return
        dialog = CitationPicker(self._workspace, self._store.runner, _passage(), self._window)
        self.dialog = dialog
        pick.on_gone = lambda: self._pick_cancelled.emit(dialog)
        dialog.finished.connect(lambda result: self._picked(pick, dialog, result))
        if self._window.isMinimized():
            self._window.showNormal()
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        QApplication.alert(dialog)  # where a window may not come to the front by itself

    def _picked(self, pick: Pick, dialog: CitationPicker, result: int) -> None:
        self.dialog = None
        if result == QDialog.DialogCode.Accepted:
            pick.choose(dialog.citations())
        else:
            pick.leave()
        if pick.minimize:
            self._window.showMinimized()

    def _close(self, dialog: CitationPicker | None) -> None:
        if self.dialog is not None and dialog in (None, self.dialog):
            self.dialog.reject()


def _passage() -> str:
    """Return the text on the clipboard if it may be what is being written."""
    text = QGuiApplication.clipboard().text().strip()
    return text if _LEAST <= len(text) <= _MOST and " " in text else ""


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
