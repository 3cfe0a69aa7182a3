"""Which papers of the library the entries of a manuscript's reference list are.

What a person says about an entry shows at once and is stored behind it; what the library makes of
it follows. When storing fails, what is stored is shown again and the reason is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from core.base.errors import EngineError
from core.base.findings import Finding
from core.base.jobs import Job
from core.base.lookups import Found
from core.base.records import Link, OpenManuscript, Paper, PaperNumber, PaperRecord, Reference
from desktop.language.wording import counted, translate
from desktop.manuscript.state import ManuscriptState, ManuscriptStep
from desktop.tasks import Task

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
            return _Known(fresh, choices, workspace.manuscripts.audit(fresh))

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
        if choice != self.choice(reference):
            self.manuscript.undo.push(_Step(self, reference, choice))

    def add(self, references: Sequence[int]) -> None:
        """Make papers of entries; can be undone, all at once."""
        if references:
            self.manuscript.undo.push(_Addition(self, references))

    def add_found(self, reference: int, found: Found) -> None:
        """Make a paper of what was looked up for an entry; can be undone."""
        self.manuscript.undo.push(_Addition(self, [reference], found))

    def look_up_online(
        self, reference: int, done: Callable[[Found], None], failed: Callable[[EngineError], None]
    ) -> None:
        """Look an entry up at the services that the person switched on, as a job."""
        opened, workspace = self.manuscript.opened, self._workspace

        def work(job: Job) -> Found:
            (record,) = workspace.manuscripts.records_of(opened, [reference])
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
            records = workspace.manuscripts.records_of(opened, [each.index for each in entries])
            pairs = zip(entries, records, strict=True)
            return [Unresolved(entry, record, near(entry)) for entry, record in pairs]

        self._runner.run(work, done, failed=self.manuscript.troubled.emit, owner=self)

    def name(self, reference: int) -> str:
        """Return what to call an entry."""
        entry = self.entries[reference]
        return f"[{entry.label}]" if entry.label else f"“{(entry.title or entry.text)[:40]}”"

    def show_and_store(self, reference: int, choice: LinkChoice | None) -> None:
        """Do what ``say`` does, with no way back."""
        self._show(reference, choice)
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> OpenManuscript:
            if choice is None:
                return workspace.manuscripts.clear_link(opened, reference)
            return workspace.manuscripts.set_link(opened, reference, choice.paper)

        self._write(work, self._stored)

    def make_papers(
        self,
        references: Sequence[int],
        done: Callable[[list[tuple[PaperNumber, bool]]], None],
        found: Found | None = None,
    ) -> None:
        """Make papers of entries; ``done`` gets the number of each and whether it is a new one.

        One entry may be what was looked up for it.
        """
        self.adding |= set(references)
        self.changed.emit()
        opened, workspace = self.manuscript.opened, self._workspace

        def work() -> tuple[list[tuple[PaperNumber, bool]], OpenManuscript]:
            if found is not None:
                ((paper, new),) = workspace.lookup.add([found])
                return [(paper, new)], workspace.manuscripts.set_link(opened, references[0], paper)
            there = set(workspace.library.papers.ordered(sort="added", descending=False))
            numbers, fresh = workspace.manuscripts.add_references(opened, references)
            return [(number, number not in there) for number in numbers], fresh

        def made(result: tuple[list[tuple[PaperNumber, bool]], OpenManuscript]) -> None:
            added, fresh = result
            self.adding -= set(references)
            for reference, (number, _) in zip(references, added, strict=True):
                self._choices[reference] = Link(number, 1.0, by_hand=True)
            done(added)
            self._stored(fresh)
            self.paper_added.emit()

        self._write(work, made)

    def keep_papers(self, numbers: Sequence[PaperNumber], *, kept: bool) -> None:
        """Move papers to the Trash, or take them out again."""
        papers = self._workspace.library.papers
        move = papers.restore if kept else papers.trash
        self._runner.run(
            lambda: move(numbers),
            lambda _: self.paper_added.emit(),
            failed=self._refused,
            owner=self,
            write=True,
        )

    # --- storing --------------------------------------------------------------------------

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
        self._writes += 1
        self._runner.run(work, done, failed=self._refused, owner=self, write=True)

    def _stored(self, opened: OpenManuscript) -> None:
        self._writes -= 1
        if self._writes:  # what is on its way is newer
            return
        self.manuscript.opened = replace(self.manuscript.opened, links=opened.links)
        self.changed.emit()
        self.look_up()

    def _refused(self, error: EngineError) -> None:
        # What did not happen cannot be undone, and later steps rest on it.
        self.manuscript.undo.clear()
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
            opened, links=known.opened.links, self_paper=known.opened.self_paper
        )
        self._choices = dict(known.choices)
        self.findings = tuple(known.findings)
        self.changed.emit()

    def _looked_up(self) -> None:
        self._looking = None
        if self._outdated and not self._writes:
            self._outdated = False
            self.look_up()


class _Step(ManuscriptStep[ReferenceLinks]):
    """A link that is set or taken back, and what it was before."""

    def __init__(self, links: ReferenceLinks, reference: int, choice: LinkChoice | None) -> None:
        name = links.name(reference)
        super().__init__(links, lambda: _choice_words(choice).format(name=name))
        self._reference = reference
        self._before = links.choice(reference)
        self._after = choice

    @override
    def redo(self) -> None:
        self.part.show_and_store(self._reference, self._after)

    @override
    def undo(self) -> None:
        self.part.show_and_store(self._reference, self._before)


class _Addition(ManuscriptStep[ReferenceLinks]):
    """Entries that become papers. Undone, papers that are new go to the Trash."""

    def __init__(
        self, links: ReferenceLinks, references: Sequence[int], found: Found | None = None
    ) -> None:
        name, count = links.name(references[0]), len(references)
        super().__init__(links, lambda: _addition_words(name, count))
        self._references, self._found = tuple(references), found
        self._before = [links.choice(reference) for reference in references]
        self._made: list[tuple[PaperNumber, bool]] = []

    @override
    def redo(self) -> None:
        if not self._made:
            self.part.make_papers(self._references, self._made.extend, self._found)
            return
        self._keep(kept=True)
        for reference, (number, _) in zip(self._references, self._made, strict=True):
            self.part.show_and_store(reference, LinkChoice(number))

    @override
    def undo(self) -> None:
        self._keep(kept=False)
        for reference, choice in zip(self._references, self._before, strict=True):
            self.part.show_and_store(reference, choice)

    def _keep(self, *, kept: bool) -> None:
        new = [number for number, is_new in self._made if is_new]
        if new:
            self.part.keep_papers(new, kept=kept)


def _choice_words(choice: LinkChoice | None) -> str:
    """Return what Ctrl+Z calls a decision on an entry, with “{name}” for its name."""
    if choice is None:
        return translate("ReferenceLinks", "Back to automatic for {name}")
    if choice.paper is None:
        return translate("ReferenceLinks", "Not this paper for {name}")
    return translate("ReferenceLinks", "Link {name}")


def _addition_words(name: str, count: int) -> str:
    """Return what Ctrl+Z calls the addition of some entries, the first of that name."""
    if count == 1:
        return translate("ReferenceLinks", "Add {name} to the library").format(name=name)
    text = translate("ReferenceLinks", "Add %Ln reference(s) to the library", "", count)
    return counted(text, count)
