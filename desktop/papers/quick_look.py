"""Quick look: a light window over the list, with the PDF of a paper or what the record says of it.

Escape and Space close it, Up and Down go to the paper before and behind in the list it was opened
from, A turns from the PDF to the abstract and back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QPushButton,
    QStackedWidget,
    QTextBrowser,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError, PdfError
from core.base.library_records import PaperFile
from core.base.records import Paper, PaperNumber
from desktop.language.wording import in_language
from desktop.pages.pdf_tab import PdfCanvas
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from desktop.papers import words
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, text_label, vbox
from desktop.ui.wrapping import WrappedLabel

_SHARE = 0.86
"""How much of the window's height it takes."""

Step = Callable[[int], PaperNumber | None]
"""Goes to the next (1) or the last (-1) paper of a list and returns it; ``None`` at the end."""


class Papers(Protocol):
    """Where papers and their files are asked."""

    def get(self, number: PaperNumber) -> Paper:
        """Raise ``UnknownPaperError`` if it is gone."""

    def files(self, number: PaperNumber) -> Sequence[PaperFile]:
        """Give the files of a paper."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A paper, its PDF if one can be shown, and why not if one cannot."""

    paper: Paper
    pdf: LoadedPdf | None
    why_not: str


class QuickLook(QDialog):
    """Shows one paper at a time.

    ``open_paper`` is what its button does, named ``action``; ``needs_pdf`` says of what.
    """

    def __init__(
        self,
        papers: Papers,
        runner: TaskRunner,
        parent: QWidget,
        *,
        action: str,
        open_paper: Callable[[PaperNumber], None],
        needs_pdf: bool = False,
    ) -> None:
        super().__init__(parent)
        self._papers, self._runner, self._open = papers, runner, open_paper
        self._needs_pdf = needs_pdf
        self._step: Step = lambda _: None
        self._asking: Task | None = None
        self._wants_abstract = False
        self.number: PaperNumber | None = None
        self.setWindowTitle(self.tr("Quick look"))
        self.heading = WrappedLabel(lines=2)
        self.byline = text_label("")
        self.canvas = PdfCanvas()
        self.text = QTextBrowser()
        self.stack = QStackedWidget()
        self.abstract_button = QPushButton(self.tr("Abstract"))
        self.open_button = QPushButton(action)
        self._lay_out()
        for part in (self.canvas, self.text):
            part.installEventFilter(self)

    def look(self, number: PaperNumber, step: Step) -> None:
        """Show a paper, and let ``step`` go through the list it stands in."""
        self._step = step
        if not self.isVisible():
            self._restore_position()
            self.show()
        self._show_paper(number)

    def _show_paper(self, number: PaperNumber) -> None:
        self.number = number
        if self._asking is not None:
            self._asking.cancel()
        self._asking = self._runner.run(
            lambda: _see(self._papers, number),
            self._show,
            failed=self._say_failure,
            owner=self,
        )

    def _show(self, preview: _Seen) -> None:
        self._asking = None
        paper = preview.paper
        if paper.number != self.number or not self.isVisible():
            return
        self.heading.show_text(paper.title)
        self.byline.setText(words.byline(paper))
        self._judge(preview)
        self.canvas.close_pages()
        self.text.document().setDefaultStyleSheet(words.style())
        self.text.setHtml(words.brief(paper, None if preview.pdf is not None else preview.why_not))
        self.abstract_button.setVisible(preview.pdf is not None)
        self._turn(self._wants_abstract or preview.pdf is None)
        if preview.pdf is not None:
            self.canvas.show_pages(PdfPages(preview.pdf))

    def _choose(self, abstract: bool) -> None:
        """Show the abstract, or the PDF, of this paper and of those looked at after it."""
        self._wants_abstract = abstract
        self._turn(abstract)

    def _turn(self, abstract: bool) -> None:
        self.abstract_button.setChecked(abstract)
        self._front(self.text if abstract else self.canvas)

    def _judge(self, preview: _Seen) -> None:
        """Offer to open what there is to open."""
        why = "" if preview.pdf is not None or not self._needs_pdf else preview.why_not
        if self._needs_pdf and preview.pdf is None and not why:
            why = self.tr("This paper has no PDF.")
        self.open_button.setEnabled(not why)
        self.open_button.setToolTip(why)

    def _front(self, part: QWidget) -> None:
        self.stack.setCurrentWidget(part)
        part.setFocus()

    def _say_failure(self, error: EngineError) -> None:
        self._asking = None
        self.heading.show_text(str(error))
        self.byline.setText(error.remedy)
        self.canvas.close_pages()
        self.text.clear()
        self.abstract_button.hide()
        self._front(self.text)

    # --- building the widgets -------------------------------------------------------------

    def _lay_out(self) -> None:
        bold = self.heading.font()
        bold.setBold(True)
        self.heading.setFont(bold)
        set_look(self.byline, "muted")
        hint = text_label(self.tr("Up and Down: other papers · Escape closes"), "muted")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenExternalLinks(False)
        self.text.document().setDocumentMargin(16)
        self.text.setAccessibleName(self.tr("Record"))
        self.abstract_button.setCheckable(True)
        self.abstract_button.setToolTip(self.tr("Show the abstract instead of the PDF (A)"))
        self.abstract_button.clicked.connect(self._choose)
        self.abstract_button.hide()
        for button in (self.abstract_button, self.open_button):
            button.setAutoDefault(False)
        self.open_button.clicked.connect(self._open_shown)
        head = vbox(self.heading, self.byline, margins=(16, 12, 16, 8), spacing=2)
        self.stack.addWidget(self.text)
        self.stack.addWidget(self.canvas)
        buttons = (self.abstract_button, self.open_button)
        foot = hbox((hint, 1), *buttons, margins=(16, 8, 16, 8))
        vbox(head, (self.stack, 1), foot, of=self, margins=0, spacing=0)

    def _restore_position(self) -> None:
        """Stand in the middle of the window, as high as it allows and as wide as a page."""
        owner = cast("QWidget", self.parent()).window()
        height = round(owner.height() * _SHARE)
        self.resize(QSize(min(round(height * 0.85), owner.width() - 48), height))
        middle = owner.frameGeometry().center()
        self.move(middle.x() - self.width() // 2, middle.y() - self.height() // 2)

    def _open_shown(self) -> None:
        number = self.number
        if not self.open_button.isEnabled():
            return
        self.close()
        if number is not None:
            self._open(number)

    # --- events of Qt ---------------------------------------------------------------------

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The parts would scroll with these keys.
        if event.type() is QEvent.Type.KeyPress:
            return self._answer(cast("QKeyEvent", event))
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._answer(event):
            super().keyPressEvent(event)

    def _answer(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Escape):
            self.close()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            number = self._step(1 if key == Qt.Key.Key_Down else -1)
            if number is not None:
                self._show_paper(number)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_shown()
        elif key == Qt.Key.Key_A and self.abstract_button.isVisible():
            self.abstract_button.click()
        else:
            return False
        return True

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.canvas.close_pages()


def _see(papers: Papers, number: PaperNumber) -> _Seen:
    paper = papers.get(number)
    why_not = ""
    for file in papers.files(number):
        if file.path.suffix.lower() == ".pdf":
            try:
                return _Seen(paper, load_pdf(file.path), "")
            except PdfError as error:
                why_not = in_language(error.message)
    return _Seen(paper, None, why_not)
