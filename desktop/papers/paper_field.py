"""A field that finds papers of the library by what one types, and offers them below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from core.base.records import Paper
from desktop.papers.model import authors_line
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import let_clear

OFFERED = 12
_PAUSE_MS = 120
_NUMBER = Qt.ItemDataRole.UserRole + 1
Find = Callable[[str], Sequence[Paper]]


class PaperField(QLineEdit):
    """Offers papers as one types. Down and Return choose; Return alone takes the first.

    Signals:
        picked(int): the number of the paper chosen. The field is empty again.
    """

    picked = Signal(int)

    def __init__(
        self, runner: TaskRunner, find: Find, prompt: str, parent: QWidget | None = None
    ) -> None:
        """``find`` gives papers for a text, best first; it blocks, and runs on another thread."""
        super().__init__(parent)
        self._runner = runner
        self._find = find
        self._asking: Task | None = None
        self._wants_first = False
        self.setPlaceholderText(prompt)
        self.setAccessibleName(prompt)
        let_clear(self)
        self.matches = QStandardItemModel(self)
        self.offers = QCompleter(self.matches, self)
        self.offers.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.offers.setMaxVisibleItems(OFFERED)
        self.offers.setWidget(self)
        self._popup = QListView()
        self._popup.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.offers.setPopup(self._popup)  # which it owns from now on
        self.offers.activated[QModelIndex].connect(self._pick)  # type: ignore[index]
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._typing.timeout.connect(self._ask)
        self.textEdited.connect(self._edited)
        self.returnPressed.connect(self._pick_first)

    def _edited(self) -> None:
        self._wants_first = False
        self._typing.start()

    def _ask(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        typed, find = self.text().strip(), self._find
        if typed:
            self._asking = self._runner.run(
                lambda: list(find(typed)), lambda papers: self._offer(papers, typed), owner=self
            )
        else:
            self._offer([], typed)

    def _offer(self, papers: Sequence[Paper], typed: str) -> None:
        self._asking = None
        self.matches.clear()
        for paper in papers:
            item = QStandardItem(paper.title)
            authors = authors_line(paper.signers, extra=paper.extra)
            line = " · ".join(filter(None, (authors, str(paper.year or ""))))
            item.setText(f"{paper.title}\n{line}")
            item.setToolTip(paper.title)
            item.setData(paper.number, _NUMBER)
            self.matches.appendRow(item)
        if typed and not papers:
            nothing = QStandardItem(self.tr("No paper matches “{typed}”.").format(typed=typed))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.matches.appendRow(nothing)
        if self._wants_first and papers:
            self._pick(self.matches.index(0, 0))
        elif typed and self.hasFocus():
            self.offers.complete()
        else:
            self._popup.hide()

    def _pick_first(self) -> None:
        """Take the first paper, at once or as soon as papers for what was typed are there."""
        if self._typing.isActive() or self._asking is not None:
            self._wants_first = True
            if self._typing.isActive():
                self._typing.stop()
                self._ask()
        elif self.text().strip() and self.matches.rowCount():
            self._pick(self.matches.index(0, 0))

    def _pick(self, index: QModelIndex) -> None:
        number = index.data(_NUMBER)
        self._wants_first = False
        if number is None:
            return
        self._popup.hide()
        self.matches.clear()
        # The completer writes what was chosen into the field after this.
        QTimer.singleShot(0, self, self.clear)
        self.picked.emit(number)
