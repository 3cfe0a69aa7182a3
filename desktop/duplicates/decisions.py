"""Decisions about groups of similar papers, each of which can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from core.base.jobs import Job
from core.base.records import PaperNumber
from desktop.language.wording import choose_plural
from desktop.ui.changes import LibraryChanges
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import while_alive

if TYPE_CHECKING:
    from core.library.duplicates.pairs import DuplicateGroup
    from core.library.duplicates.taking_apart import MergedRecord
    from core.workspace import Workspace


class Decisions(QObject):
    """Carries decisions out, and remembers which groups of the last look are decided."""

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        changes: LibraryChanges,
        notify: Notify,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._changes = changes
        self._notify = notify
        self._decided: set[tuple[PaperNumber, ...]] = set()
        self.steps = 0
        """How often a decision was made."""

    def open(self, groups: Sequence[DuplicateGroup]) -> list[DuplicateGroup]:
        """Return the groups that are not decided yet."""
        return [group for group in groups if group.papers not in self._decided]

    def forget(self) -> None:
        """Take every group for open: what was decided is no group any more."""
        self._decided.clear()

    def merge(
        self, group: DuplicateGroup, papers: Sequence[PaperNumber], fields: Mapping[str, Any]
    ) -> None:
        """Make papers of a group one, the first of them, with the fields that were chosen."""
        duplicates = self._workspace.library.duplicates
        self._make(group, lambda: duplicates.merge(papers[0], papers[1:], fields))

    def say_different(self, group: DuplicateGroup, papers: Sequence[PaperNumber]) -> None:
        """Remember that each paper is another one."""
        duplicates = self._workspace.library.duplicates
        self._make(group, lambda: duplicates.say_different(papers))

    def link(self, group: DuplicateGroup, papers: Sequence[PaperNumber]) -> None:
        """Make papers versions of one work."""
        duplicates = self._workspace.library.duplicates
        self._make(group, lambda: duplicates.link_versions(papers))

    def split_merged_record(self, merged: MergedRecord) -> None:
        """Make a record that an import merged a paper of its own again."""
        self._changes.write(lambda: self._workspace.library.import_merges.undo_merge(merged))

    def merge_groups(self, groups: Sequence[DuplicateGroup]) -> None:
        """Merge groups as a job; what was merged until a stop is one action."""
        merged: list[DuplicateGroup] = []

        def work(job: Job) -> None:
            self._workspace.library.duplicates.merge_groups(groups, job, merged.append)

        task = self._runner.start_job(self.tr("Merging duplicates"), work, owner=self)
        task.ended.connect(while_alive(self, lambda: self._merged(merged)))

    def _merged(self, groups: Sequence[DuplicateGroup]) -> None:
        if groups:
            self._decided |= {group.papers for group in groups}
            self.steps += 1
            self._changes.note_action()
            self._notify(
                choose_plural(
                    self.tr("Merged %Ln group(s) of duplicates.", "", len(groups)), len(groups)
                ),
                undo=self._changes.undo,
            )

    def _make(self, group: DuplicateGroup, work: Callable[[], object]) -> None:
        def decide() -> None:
            work()
            self._decided.add(group.papers)
            self.steps += 1

        self._changes.write(decide)
