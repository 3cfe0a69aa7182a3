"""Which papers of the library the entries of a manuscript's reference list are.

What a person says about an entry shows at once and is stored behind it; what the library makes of
it follows. When storing fails, what is stored is shown again and the reason is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from core.base.findings import EntryCheck, Finding
from core.base.jobs import Job
from core.base.lookups import Found
from core.base.records import Link, OpenManuscript, Paper, PaperNumber, PaperRecord, Reference
from desktop.language.wording import translate
from desktop.manuscript.state import ManuscriptState
from desktop.ui.tasks import Task

T = TypeVar("T")
CANDIDATES = 8
FOUND_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class LinkChoice:
    """Which paper a person links an entry to, ``None`` for none of the library."""

    paper: PaperNumber | None


@dataclass(frozen=True, slots=True)
class _Known:
    opened: OpenManuscript
    choices: Mapping[int, Link | None]
    findings: list[Finding]
    checks: list[EntryCheck]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An entry that leads to no paper, the paper it would become, and the nearest of the library.

    ``near`` comes with its likeness, 0..1.
    """

    entry: Reference
    record: PaperRecord
    near: tuple[Paper, float] | None = None


class ReferenceLinks(QObject):
    """The links of one manuscript, the way to change them, and what an audit finds.

    Signals:
        changed: links, findings, or what is being added are others now.
        paper_added: an entry became a paper of the library, or such a paper went to the Trash.
    """

    changed = Signal()
    paper_added = Signal()

    def __init__(self, manuscript: ManuscriptState) -> None:
        super().__init__(manuscript)
        self.findings: tuple[Finding, ...] | None = None
        self._checks: tuple[EntryCheck, ...] = ()
        self._online: dict[int, EntryCheck] = {}
        self._links_then: Mapping[int, Link] = {}
        """Entries that a service knows, and the links when it was asked."""
        self.adding: frozenset[int] = frozenset()
        self.manuscript = manuscript
        self._workspace = manuscript.workspace
        self._runner = manuscript.runner
        self._choices: dict[int, Link | None] = {}
        self._writes = 0
        self._looking: Task | None = None
        self._outdated = False

    # --- what is known --------------------------------------------------------------------

    @property
    def entries(self) -> tuple[Reference, ...]:
        """The entries of the reference list."""
        return self.manuscript.opened.manuscript.references

    def labels(self) -> dict[PaperNumber, str]:
        """Return under which label, as printed, the list has papers of the library."""
        found = {link.paper: self.entries[index].label for index, link in self.links.items()}
        return {paper: label for paper, label in found.items() if label}

    @property
    def links(self) -> Mapping[int, Link]:
        """The paper of each entry that has one."""
        return self.manuscript.opened.links

    @property
    def checks(self) -> tuple[EntryCheck, ...]:
        """How the entries compare with the library, or with a service that was asked."""
        online = self._online if self._links_then == self.links else {}
        return tuple(online.get(check.reference, check) for check in self._checks)

    def show_looked_up(self, checks: Sequence[EntryCheck]) -> None:
        """Take over what services said of entries, until links change."""
        self._online = {check.reference: check for check in checks if check.source}
        self._links_then = self.links
        self.changed.emit()

    def choice(self, reference: int) -> LinkChoice | None:
        """Return what a person said about an entry, ``None`` for nothing."""
        if reference not in self._choices:
            return None
        link = self._choices[reference]
        return LinkChoice(None if link is None else link.paper)

    def look_up(self) -> None:
        """Look the entries up again: the library is another than before. ``changed`` follows."""
        if self._writes or self._looking is not None:
            self._outdated = True
            return
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> _Known:
            fresh = workspace.manuscripts.relink(opened)
            choices = workspace.library.manuscripts.links(opened.number)
            findings = workspace.manuscripts.audit(fresh)
            return _Known(fresh, choices, findings, workspace.manuscripts.check_entries(fresh))

        self._looking = self._runner.run(
            work, self._take_over, failed=self.manuscript.troubled.emit, owner=self
        )
        self._looking.ended.connect(self._looked_up)

    def paper_of(self, reference: int, done: Callable[[Paper | None], None]) -> None:
        """Fetch the paper that an entry is."""
        link = self.links.get(reference)
        numbers = [] if link is None else [link.paper]
        papers = self._workspace.library.papers
        self._runner.run(lambda: next(iter(papers.get_many(numbers)), None), done, owner=self)

    def candidates(
        self, reference: int, text: str, done: Callable[[list[tuple[Paper, float | None]]], None]
    ) -> Task:
        """Fetch papers an entry could be, or, when something is typed, those that answer to it."""
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> list[tuple[Paper, float | None]]:
            if not text.strip():
                return [*workspace.manuscripts.link_candidates(opened, reference, CANDIDATES)]
            numbers = workspace.papers.search(text, limit=FOUND_AT_MOST)
            return [(paper, None) for paper in workspace.library.papers.get_many(numbers)]

        return self._runner.run(work, done, owner=self)

    # --- what the person says -------------------------------------------------------------

    def say(self, reference: int, choice: LinkChoice | None) -> None:
        """Link an entry, or say it is none of the papers; ``None`` leaves it to Cocite again."""
        if choice == self.choice(reference):
            return
        self._show(reference, choice)
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> OpenManuscript:
            if choice is None:
                return workspace.manuscripts.clear_link(opened, reference)
            return workspace.manuscripts.set_link(opened, reference, choice.paper)

        self._write(work, self._stored)

    def add(self, references: Sequence[int], looked_up: Found | None = None) -> None:
        """Make papers of entries; can be undone, all at once.

        One entry may be what was ``looked_up`` for it.
        """
        if not references:
            return
        self.adding |= set(references)
        self.changed.emit()
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> tuple[list[PaperNumber], OpenManuscript]:
            if looked_up is None:
                return workspace.manuscripts.add_references(opened, references)
            number, fresh = workspace.manuscripts.add_looked_up(
                opened, references[0], looked_up, workspace.lookup
            )
            return [number], fresh

        def added(result: tuple[list[PaperNumber], OpenManuscript]) -> None:
            numbers, fresh = result
            self.adding -= set(references)
            for reference, number in zip(references, numbers, strict=True):
                self._choices[reference] = Link(number, 1.0, by_hand=True)
            self._stored(fresh)
            self.paper_added.emit()

        self._write(work, added)

    def look_up_online(
        self, reference: int, done: Callable[[Found], None], failed: Callable[[EngineError], None]
    ) -> None:
        """Look an entry up at the services that the person switched on, as a job."""
        opened, workspace = self.manuscript.opened, self._workspace

        def work(job: Job) -> Found:
            (record,) = workspace.manuscripts.build_records(opened, [reference])
            return workspace.lookup.record(record, job)

        title = translate("ReferenceLinks", "Looking up {name}").format(name=self.name(reference))
        self._runner.start_job(title, work, done, failed=failed, owner=self, write=False)

    def unresolved(self) -> list[Reference]:
        """Return the entries that lead to no paper of the library."""
        return [entry for entry in self.entries if entry.index not in self.links]

    def ask_unresolved(self, done: Callable[[list[Unresolved]], None]) -> None:
        """Fetch the entries that lead to no paper, each with the paper that is nearest to it."""
        entries, opened, workspace = self.unresolved(), self.manuscript.opened, self._workspace

        def near(entry: Reference) -> tuple[Paper, float] | None:
            return next(iter(workspace.manuscripts.link_candidates(opened, entry.index, 1)), None)

        def work() -> list[Unresolved]:
            records = workspace.manuscripts.build_records(opened, [each.index for each in entries])
            pairs = zip(entries, records, strict=True)
            return [Unresolved(entry, record, near(entry)) for entry, record in pairs]

        self._runner.run(work, done, failed=self.manuscript.troubled.emit, owner=self)

    def name(self, reference: int) -> str:
        """Return what to call an entry."""
        entry = self.entries[reference]
        return f"[{entry.label}]" if entry.label else f"“{(entry.title or entry.text)[:40]}”"

    # --- storing links and showing them ---------------------------------------------------

    def _show(self, reference: int, choice: LinkChoice | None) -> None:
        links = {index: link for index, link in self.links.items() if index != reference}
        if choice is None:
            self._choices.pop(reference, None)
        else:
            link = None if choice.paper is None else Link(choice.paper, 1.0, by_hand=True)
            self._choices[reference] = link
            links |= {} if link is None else {reference: link}
        self.manuscript.opened = replace(self.manuscript.opened, links=links)
        self.changed.emit()

    def _write(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        self.manuscript.undo.note_change()
        self._writes += 1
        self._runner.run(work, done, failed=self._refused, owner=self, write=True)

    def _stored(self, opened: OpenManuscript) -> None:
        self._writes -= 1
        self.manuscript.undo.refresh()
        if self._writes:  # what is on its way is newer
            return
        self.manuscript.opened = replace(self.manuscript.opened, links=opened.links)
        self.changed.emit()
        self.look_up()

    def _refused(self, error: EngineError) -> None:
        self.manuscript.undo.refresh()
        self._writes = max(0, self._writes - 1)
        self.adding = frozenset()
        self.manuscript.troubled.emit(error)
        self.look_up()

    def _take_over(self, known: _Known) -> None:
        if self._writes:
            self._outdated = True
            return
        opened = self.manuscript.opened
        self.manuscript.opened = replace(
            opened,
            links=known.opened.links,
            key_links=known.opened.key_links,
            self_paper=known.opened.self_paper,
        )
        self._choices = dict(known.choices)
        self.findings = tuple(known.findings)
        self._checks = tuple(known.checks)
        self.changed.emit()

    def _looked_up(self) -> None:
        self._looking = None
        if self._outdated and not self._writes:
            self._outdated = False
            self.look_up()
