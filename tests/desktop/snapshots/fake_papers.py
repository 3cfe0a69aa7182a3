"""The papers of the workspace in memory: a dictionary, with collections and tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.base.errors import UnknownPaperError
from core.base.library_records import PaperFile
from core.base.records import Group, Paper, PaperNumber, SortKey
from tests.desktop.invented import invented_paper

Members = tuple[str, set[PaperNumber]]


class FakeGroups:
    """Collections or tags in a dictionary."""

    def __init__(self, papers: FakePapers, groups: dict[int, Members]) -> None:
        self._papers, self._groups = papers, groups

    def all(self) -> list[Group]:
        groups = [
            Group(number, name, len(members - self._papers.trashed))
            for number, (name, members) in self._groups.items()
        ]
        return sorted(groups, key=lambda group: group.name)

    def of(self, paper: PaperNumber) -> list[Group]:
        return [group for group in self.all() if paper in self._groups[group.number][1]]

    def members(self, number: int) -> list[PaperNumber]:
        return sorted(self._groups[number][1])

    def add(self, name: str) -> int:
        number = max(self._groups, default=0) + 1
        self._groups[number] = (name, set())
        return number

    def assign(self, number: int, papers: Sequence[PaperNumber], *, member: bool = True) -> None:
        members = self._groups[number][1]
        members |= set(papers)
        if not member:
            members -= set(papers)


class FakePapers:
    """Papers in a dictionary, with their groups."""

    def __init__(self, count: int) -> None:
        self.all = {PaperNumber(n): invented_paper(n) for n in range(1, count + 1)}
        self.trashed: set[PaperNumber] = set()
        self.attached: dict[PaperNumber, list[PaperFile]] = {}
        chapter, reading = (7, "Chapter two"), (13, "To read this week")
        self.collections = FakeGroups(self, {1: self._every(*chapter), 2: self._every(*reading)})
        self.tags = FakeGroups(self, {1: self._every(9, "method"), 2: ("survey", set())})

    def present(self) -> list[PaperNumber]:
        return [n for n in self.all if n not in self.trashed]

    def count(self) -> int:
        return len(self.all) - len(self.trashed)

    def get(self, number: PaperNumber) -> Paper:
        if number not in self.all:
            raise UnknownPaperError(f"There is no paper {number}.")
        return self.all[number]

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        return [self.all[n] for n in numbers if n in self.all]

    def ordered(
        self,
        *,
        sort: SortKey,
        descending: bool,
        collection: int | None = None,
        tag: int | None = None,
        trashed: bool = False,
    ) -> list[PaperNumber]:
        numbers = sorted(self.trashed) if trashed else self.present()
        for groups, group in ((self.collections, collection), (self.tags, tag)):
            if group is not None:
                numbers = [n for n in numbers if n in groups.members(group)]
        keys: dict[str, Callable[[Paper], Any]] = {
            "title": lambda paper: paper.title,
            "authors": lambda paper: paper.authors,
            "year": lambda paper: paper.year or 0,
            "venue": lambda paper: paper.venue,
        }
        key = keys.get(sort, lambda paper: paper.number)
        return sorted(numbers, key=lambda n: key(self.all[n]), reverse=descending)

    def add(self, paper: Paper) -> None:
        self.all[paper.number] = paper

    def files(self, number: PaperNumber) -> list[PaperFile]:
        return self.attached.get(number, [])

    def _every(self, nth: int, name: str) -> Members:
        return name, {n for n in self.all if n % nth == 0}
