"""Reads the file of a tab: of a long PDF first the beginning, which can be used meanwhile.

It also keeps an eye on what was read, and offers to read it again when it was written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, Signal
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from core.base.errors import EngineError, PdfScanError
from core.base.jobs import Job
from core.base.records import Manuscript, OpenManuscript, Rect, Reference, Section, Sentence
from desktop.language.wording import figure, translate
from desktop.manuscript.passage_pages import (
    HEIGHT,
    LEADING,
    MARGIN,
    SIZE,
    WIDTH,
    SetLine,
    SetPassage,
    joined,
    note_rects,
    text_font,
)
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.wrapping import utf16_length

if TYPE_CHECKING:
    from core.workspace import Workspace


class FileReading(QObject):
    """Reads one file at a time and says so in a notice, where it can be stopped.

    Signals:
        read(tuple): the manuscript and its pages, ``None`` where the file has pages of its own;
            twice for a long file, the first time with its ``beginning``.
        failed(EngineError): the file cannot be read.
    """

    reading_finished = Signal(tuple)
    failed = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notice: Notice,
        again: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notice = notice
        self._again = again
        self._task: Task | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._handle_rewritten_file)

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._task is not None

    def start(self, path: Path, *, recognise: bool = False, rest: bool = False) -> None:
        """Read a file, with text recognition if that is asked; ``rest`` means all of a long one."""
        self._task = task = self._runner.start_first(
            translate("ManuscriptTab", "Reading “{name}”").format(name=path.name),
            partial(read_file, self._workspace, path, recognise=recognise, beginning=not rest),
            partial(self._take, path),
            failed=self.failed.emit,
            owner=self,
        )
        task.ended.connect(self._ended)
        self._say(task, reading_words(recognise=recognise, rest=rest))
        if recognise:
            task.progressed.connect(partial(self._pages_done, task))

    def watch(self, files: Iterable[Path]) -> None:
        """Say from now on when one of these is written anew."""
        if existing_files := [str(file) for file in files if file.exists()]:
            self._watcher.addPaths(existing_files)

    def _handle_rewritten_file(self, name: str) -> None:
        path = Path(name)
        if not self.busy and path.exists():
            self._notice.say(
                translate("ManuscriptTab", "“{name}” has changed.").format(name=path.name),
                action=translate("ManuscriptTab", "Read it again"),
                call=self._again,
            )
            self._watcher.addPath(name)  # a file that was replaced is no longer watched

    def _say(self, task: Task, text: str) -> None:
        self._notice.say(text, action=translate("ManuscriptTab", "Stop"), call=task.cancel)

    def _pages_done(self, task: Task) -> None:
        """Say how far the recognition is and how long a page takes on this machine."""
        speed = task.per_second()
        if task.state == "running" and speed:
            self._say(task, recognising_words(task.done_count, task.total, 1 / speed))

    def cancel(self) -> None:
        """Stop what is under way."""
        if self._task is not None:
            self._task.cancel()

    def _take(self, path: Path, result: tuple[OpenManuscript, SetPassage | None]) -> None:
        self.reading_finished.emit(result)
        if result[0].beginning:
            self.start(path, rest=True)

    def _ended(self) -> None:
        task = self._task
        if task is None or task.state in (
            "waiting",
            "running",
        ):  # the rest of the file is read meanwhile
            return
        self._task = None
        if task.state == "cancelled":
            self._notice.say(
                translate("ManuscriptTab", "Reading was stopped."),
                action=translate("ManuscriptTab", "Open"),
                call=self._again,
            )


# --- making pages of manuscripts that have none -----------------------------------------
#
# A manuscript that has no pages of its own, such as LaTeX or Word, set as text pages.
#
# Title, headings, paragraphs and references are set plainly, so that sentences are read, clicked
# and marked as on the pages of a PDF. It is no picture of what the author's own program prints.

_TITLE_SIZE, _NOTE_SIZE = 18, 10
_HEADING_SIZES = (15, 13, 12)
_SKIP = 7.0
"""The space between paragraphs."""


@dataclass(frozen=True, slots=True)
class SetManuscript:
    """The pages, and the manuscript with the rectangles of its sentences and references."""

    pages: SetPassage
    manuscript: Manuscript


def needs_pages(manuscript: Manuscript) -> bool:
    """Say whether nothing in the manuscript has rectangles on a page."""
    return bool(manuscript.sentences) and not any(one.rects for one in manuscript.sentences)


def read_file(
    workspace: Workspace, path: Path, job: Job, *, recognise: bool, beginning: bool = False
) -> tuple[OpenManuscript, SetPassage | None]:
    """Read a file, with text recognition if asked, and set pages where it has none of its own.

    Of a long PDF the ``beginning`` may be enough.
    """
    manuscripts = workspace.manuscripts
    if recognise:
        opened = manuscripts.recognise(path, job)
    else:
        opened = manuscripts.open(path, job, beginning=beginning)
    if not needs_pages(opened.manuscript):
        return opened, None
    set_text = set_manuscript(opened.manuscript)
    return replace(opened, manuscript=set_text.manuscript), set_text.pages


def set_manuscript(manuscript: Manuscript) -> SetManuscript:
    """Set a manuscript; a long one takes a while: call it on a worker thread."""
    press = _Press()
    if manuscript.title:
        press.line(manuscript.title, _letters(_TITLE_SIZE, bold=True), above=0, centred=True)
    if manuscript.authors:
        press.line(", ".join(manuscript.authors), _letters(SIZE), above=6, centred=True)
    placed = _body(press, manuscript)
    references = _references(press, manuscript.references)
    return SetManuscript(
        SetPassage(placed, tuple(press.layouts), press.by_page(), HEIGHT),
        replace(manuscript, sentences=placed, references=references),
    )


def _body(press: _Press, manuscript: Manuscript) -> tuple[Sentence, ...]:
    """Set headings and paragraphs and return the sentences with their rectangles."""
    placed: list[Sentence] = []
    following = 0
    for (section, _), group in groupby(
        manuscript.sentences, lambda sentence: (sentence.section, sentence.paragraph)
    ):
        if section is not None:
            for heading in manuscript.sections[following : section + 1]:
                _set_heading(press, heading)
            following = max(following, section + 1)
        placed += press.paragraph(list(group))
    for heading in manuscript.sections[following:]:
        _set_heading(press, heading)
    return tuple(placed)


def _set_heading(press: _Press, heading: Section) -> None:
    size = _HEADING_SIZES[min(heading.level, len(_HEADING_SIZES)) - 1]
    font = _letters(size, bold=True, italic=heading.level > 2)
    press.line(f"{heading.number}  {heading.title}".strip(), font, above=14, keep=True)


def _references(press: _Press, references: Sequence[Reference]) -> tuple[Reference, ...]:
    if not references:
        return ()
    press.line("References", _letters(_HEADING_SIZES[0], bold=True), above=14, keep=True)
    placed = []
    for entry in references:
        label = f"[{entry.label}]  " if entry.label else ""
        rects = press.line(label + entry.text, _letters(_NOTE_SIZE), above=4)
        placed.append(replace(entry, rects=rects))
    return tuple(placed)


def _letters(size: int, *, bold: bool = False, italic: bool = False) -> QFont:
    font = text_font()
    font.setPixelSize(size)
    font.setBold(bold)
    font.setItalic(italic)
    return font


@dataclass(slots=True)
class _Press:
    """Sets one block below the other and begins a new page where one is full."""

    layouts: list[QTextLayout] = field(default_factory=list)
    lines: list[SetLine] = field(default_factory=list)
    page: int = 0
    top: float = MARGIN

    def line(
        self, text: str, font: QFont, *, above: float, centred: bool = False, keep: bool = False
    ) -> tuple[Rect, ...]:
        """Set a text of its own and return its rectangles; ``keep`` holds it with what follows."""
        lines = self._set(" ".join(text.split()), font, above=above, centred=centred, keep=keep)
        return tuple(
            Rect(
                one.page,
                MARGIN + one.line.naturalTextRect().left(),
                one.top,
                MARGIN + one.line.naturalTextRect().right(),
                one.top + one.line.height(),
            )
            for one in lines
        )

    def paragraph(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Set sentences one after another and return them with their rectangles."""
        text, starts = joined(sentences)
        length = utf16_length(text)
        rects: list[list[Rect]] = [[] for _ in sentences]
        for placed in self._set(text, text_font(), above=_SKIP):
            note_rects(placed, starts, rects, length)
        return [
            replace(
                sentence,
                rects=tuple(sentence_rects),
                page=sentence_rects[0].page if sentence_rects else self.page,
            )
            for sentence, sentence_rects in zip(sentences, rects, strict=True)
        ]

    def by_page(self) -> tuple[tuple[SetLine, ...], ...]:
        """Return the lines of each page."""
        pages: list[list[SetLine]] = [[] for _ in range(self.page + 1)]
        for line in self.lines:
            pages[line.page].append(line)
        return tuple(map(tuple, pages))

    def _set(
        self, text: str, font: QFont, *, above: float, centred: bool = False, keep: bool = False
    ) -> list[SetLine]:
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if centred:
            option.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.setTextOption(option)
        step = font.pixelSize() * LEADING
        self.top += above if self.top > MARGIN else 0
        needed = step + (3 * SIZE * LEADING if keep else 0)
        set_lines: list[SetLine] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(WIDTH - 2 * MARGIN)
            if self.top + needed > HEIGHT - MARGIN and self.top > MARGIN:
                self.page, self.top = self.page + 1, MARGIN
            set_lines.append(SetLine(self.page, self.top, line))
            self.top += step
        layout.endLayout()
        self.layouts.append(layout)
        self.lines += set_lines
        return set_lines


# --- what a tab says while its file is read, and offers where it could not be -----------


def reading_words(*, recognise: bool, rest: bool = False) -> str:
    """Return what is said while a file is read, or the rest of a long one."""
    if rest:
        return translate(
            "ManuscriptTab",
            "The first pages can be used already. References, citations and the other pages "
            "follow when the whole file is read.",
        )
    if recognise:
        return translate(
            "ManuscriptTab",
            "Recognising the text: the sentences are marked when all pages are read.",
        )
    return translate(
        "ManuscriptTab", "Reading the manuscript: its sentences are marked in a moment."
    )


def recognising_words(pages_done: int, total: int, seconds: float) -> str:
    """Return how far recognition is, and how many seconds it takes a page on this machine."""
    text = translate(
        "ManuscriptTab",
        "Recognising the text: {done} of {total} pages are done, about {seconds} s a page. The"
        " sentences are marked when all are read.",
    )
    return text.format(
        done=figure(pages_done), total=figure(total), seconds=figure(max(seconds, 1))
    )


def try_again_words(error: EngineError) -> str:
    """Return what can be done about a file that could not be read."""
    if isinstance(error, PdfScanError):
        return translate("ManuscriptTab", "Read it with text recognition")
    return translate("ManuscriptTab", "Try again")
