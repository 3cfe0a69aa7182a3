"""Decisions about groups of similar papers, as steps that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from core.base.jobs import Job
from core.base.records import PaperNumber
from desktop.changes import LibraryChanges
from desktop.language.step_names import Name
from desktop.lifetime import while_alive
from desktop.notify import Notify
from desktop.tasks import TaskRunner

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
        """How often a decision was made or taken back."""

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
        duplicates, merges = self._workspace.library.duplicates, list[int]()
        self._make(
            lambda: self.tr("Merge {0} papers").format(len(papers)),
            group,
            lambda: merges.append(duplicates.merge(papers[0], papers[1:], fields)),
            lambda: duplicates.undo(merges.pop()),
        )

    def say_different(self, group: DuplicateGroup, papers: Sequence[PaperNumber]) -> None:
        """Remember that each paper is another one."""
        duplicates = self._workspace.library.duplicates
        self._make(
            lambda: self.tr("Keep {0} papers apart").format(len(papers)),
            group,
            lambda: duplicates.say_different(papers),
            lambda: duplicates.say_different(papers, different=False),
        )

    def link(self, group: DuplicateGroup, papers: Sequence[PaperNumber]) -> None:
        """Make papers versions of one work."""
        duplicates, before = self._workspace.library.duplicates, dict[PaperNumber, int | None]()
        self._make(
            lambda: self.tr("Link {0} versions").format(len(papers)),
            group,
            lambda: before.update(duplicates.link_versions(papers)),
            lambda: duplicates.set_works(before),
        )

    def split_merged_record(self, merged: MergedRecord) -> None:
        """Make a record that an import merged a paper of its own again."""
        library, actions = self._workspace.library, list[tuple[int, ...]]()

        def take() -> None:
            actions.append(library.import_merges.undo_merge(merged))

        def put_together() -> None:
            library.import_merges.put_together(actions.pop(), library.history)

        self._changes.make(lambda: self.tr("Take a merge apart"), take, put_together)

    def merge_groups(self, groups: Sequence[DuplicateGroup]) -> None:
        """Merge groups as a job; what was merged until a stop is one step that can be undone."""
        merged: list[tuple[DuplicateGroup, int]] = []
        said = self.tr("Merging")

        def work(job: Job) -> None:
            for done, group in enumerate(groups):
                job.check()
                job.report(done, len(groups), said)
                merged.append(self._merge(group))

        task = self._runner.start_job(self.tr("Merging duplicates"), work, owner=self)
        task.ended.connect(while_alive(self, lambda: self._merged(merged)))

    def _merged(self, merged: list[tuple[DuplicateGroup, int]]) -> None:
        if not merged:
            return
        groups = [group for group, _ in merged]

        def again() -> None:  # the first time all of it is done already
            merged.extend(self._merge(group) for group in groups[len(merged) :])
            self.steps += 1

        def undo() -> None:
            while merged:
                group, number = merged[-1]
                self._workspace.library.duplicates.undo(number)
                self._decided.discard(group.papers)
                merged.pop()
            self.steps += 1

        self._changes.make(lambda: self.tr("Merge {0} groups").format(len(groups)), again, undo)
        self._notify(
            self.tr("Merged {0} groups of duplicates.").format(len(groups)),
            undo=self._changes.stack,
        )

    def _merge(self, group: DuplicateGroup) -> tuple[DuplicateGroup, int]:
        into, *others = group.papers
        number = self._workspace.library.duplicates.merge(into, others, {})
        self._decided.add(group.papers)
        return group, number

    def _make(
        self,
        name: Name,
        group: DuplicateGroup,
        do: Callable[[], object],
        undo: Callable[[], object],
    ) -> None:
        def decide() -> None:
            do()
            self._decided.add(group.papers)
            self.steps += 1

        def take_back() -> None:
            undo()
            self._decided.discard(group.papers)
            self.steps += 1

        self._changes.make(name, decide, take_back)
