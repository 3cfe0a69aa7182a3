"""Reads the full texts of the library in the background, and says where each file stands.

The reading steps aside while anything is imported or indexed, and goes on by itself. A person who
stops it is not asked again before more files wait.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.jobs import Job
from core.base.library_records import FullText
from core.base.records import PaperNumber
from core.base.reports import FullTextReport
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural
from desktop.ui.notify import Notify
from desktop.ui.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace

JOB = QT_TRANSLATE_NOOP("FullTexts", "Reading full texts")
FOLLOW_EVERY_MS = 1_000


class FullTexts(QObject):
    """The files of one library as texts.

    Signals:
        changed: files were read, failed, or wait; see ``of`` and ``files``.
        progressed: the same, while the reading goes on.
        report_wanted: the person wants to see what became of the files.
    """

    changed = Signal()
    progressed = Signal()
    report_wanted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.files: tuple[FullText, ...] = ()
        self._has_texts = False
        self._last_state: tuple[tuple[FullText, ...], bool] = ((), False)
        self._by_paper: dict[PaperNumber, list[FullText]] = {}
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._task: Task | None = None
        self._declined = 0
        self._following = QTimer(self, singleShot=True, interval=FOLLOW_EVERY_MS)
        self._following.timeout.connect(self._follow)
        runner.started.connect(self._make_way)
        runner.ended.connect(self._make_way)

    def of(self, paper: PaperNumber) -> tuple[FullText, ...]:
        """Return where the files of a paper stand."""
        return tuple(self._by_paper.get(paper, ()))

    def any_read(self) -> bool:
        """Return whether there is any full text, or anything written, to search."""
        return self._has_texts or any(file.state == "read" for file in self.files)

    def troubled(self) -> list[FullText]:
        """Return the files that could not be read."""
        return [file for file in self.files if file.state in ("failed", "set aside")]

    def titles(
        self, numbers: Sequence[PaperNumber], on_titles: Callable[[dict[PaperNumber, str]], None]
    ) -> None:
        """Fetch the titles of papers."""
        papers = self._workspace.library.papers
        self._runner.run(
            lambda: {paper.number: paper.title for paper in papers.get_many(numbers)},
            on_titles,
            owner=self,
        )

    def _texts(self) -> list[FullText]:
        texts = self._workspace.fulltexts
        self._has_texts = self._has_texts or texts.any_written()
        return texts.all()

    def catch_up(self) -> None:
        """Look which files wait, and read them in the background."""
        self._runner.run(self._texts, self._looked, owner=self)

    def look(self) -> None:
        """Look where the files stand, and begin nothing: an import reads its own."""
        self._runner.run(self._texts, self._note, owner=self)

    def retry(self, papers: Sequence[PaperNumber]) -> None:
        """Read the files of some papers again."""
        numbers = list(dict.fromkeys(papers))

        def waiting(_: None) -> None:
            self._declined = 0
            self.catch_up()

        self._runner.run(
            lambda: self._workspace.fulltexts.retry(numbers), waiting, owner=self, write=True
        )

    def _looked(self, files: list[FullText]) -> None:
        self._note(files)
        waiting = sum(file.state == "waiting" for file in files)
        if waiting <= self._declined or self._task is not None:
            return
        if not self._workspace.library.read_only:
            self._read_files()

    def _note(self, files: list[FullText]) -> None:
        if self._keep(files):
            self.changed.emit()

    def _keep(self, files: list[FullText]) -> bool:
        """Take where the files stand, and say whether that is news."""
        if (tuple(files), self._has_texts) == self._last_state:
            return False
        self._last_state = (tuple(files), self._has_texts)
        by_paper: defaultdict[PaperNumber, list[FullText]] = defaultdict(list)
        for file in files:
            by_paper[file.paper].append(file)
        self.files, self._by_paper = tuple(files), dict(by_paper)
        return True

    def _read_files(self) -> None:
        def work(job: Job) -> FullTextReport:
            return self._workspace.fulltexts.read_files(job)

        self._declined = 0
        # Not in the lane of the imports: one that starts now must not wait until all is read.
        self._task = self._runner.start_job(self.tr(JOB), work, self._say, owner=self, write=False)
        self._task.ended.connect(self._ended)
        self._task.progressed.connect(self._progressed)
        self._make_way()

    def _progressed(self) -> None:
        if not self._following.isActive():
            self._following.start()

    def _follow(self) -> None:
        """Say where the files stand while they are being read."""
        if self._task is not None:
            self._runner.run(self._texts, self._note_quietly, owner=self)

    def _note_quietly(self, files: list[FullText]) -> None:
        if self._task is not None and self._keep(files):
            self.progressed.emit()

    def _say(self, report: FullTextReport) -> None:
        refused = report.failed + report.set_aside
        message = choose_plural(self.tr("Read %Ln full text(s)", "", report.read), report.read)
        if refused:
            message += choose_plural(
                self.tr("; %Ln file(s) could not be read", "", refused), refused
            )
            self._notify(
                f"{message}.",
                action=self.tr("Show report"),
                call=self.report_wanted.emit,
                until_closed=True,
            )
        elif report.read:
            self._notify(f"{message}.")

    def _ended(self) -> None:
        self._following.stop()
        over = self._task is not None and self._task.state in ("cancelled", "failed")
        self._task = None

        def note(files: list[FullText]) -> None:
            if over:  # it is not begun again before more files wait
                self._declined = sum(file.state == "waiting" for file in files)
            self._keep(files)
            self.changed.emit()  # also when all of it was said while they were read

        self._runner.run(self._texts, note, owner=self)

    def _make_way(self, _started: Task | None = None) -> None:
        """Hold the reading while a job changes the library."""
        if self._task is None:
            return
        busy = any(job.writes for job in self._runner.jobs())
        self._task.hold(self.tr("waits for other jobs") if busy else "")
