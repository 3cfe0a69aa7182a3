"""The papers of the workspace in memory: a dictionary, with collections and tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import UnknownPaperError
from core.base.records import Group, Paper, PaperFile, PaperNumber, SortKey
from tests.desktop.invented import invented_paper


class FakePapers:
    """Papers in a dictionary, groups in two more."""

    def __init__(self, count: int) -> None:
        self.all = {PaperNumber(n): invented_paper(n) for n in range(1, count + 1)}
        self.trashed: set[PaperNumber] = set()
        self.attached: dict[PaperNumber, list[PaperFile]] = {}
        self._groups: dict[str, dict[int, tuple[str, set[PaperNumber]]]] = {
            "collection": {
                1: ("Chapter two", {n for n in self.all if n % 7 == 0}),
                2: ("To read this week", {n for n in self.all if n % 13 == 0}),
            },
            "tag": {1: ("method", {n for n in self.all if n % 9 == 0}), 2: ("survey", set())},
        }
        self.calls: list[str] = []

    def present(self) -> list[PaperNumber]:
        return [n for n in self.all if n not in self.trashed]

    def count(self) -> int:
        return len(self.all) - len(self.trashed)

    def get(self, number: PaperNumber) -> Paper:
        if number not in self.all:
            raise UnknownPaperError(f"There is no paper {number}.")
        return self.all[number]

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        self.calls.append(f"get_many {len(numbers)}")
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
        for kind, group in (("collection", collection), ("tag", tag)):
            if group is not None:
                numbers = [n for n in numbers if n in self._groups[kind][group][1]]
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

    def update(self, number: PaperNumber, **fields: object) -> None:
        changes: dict[str, Any] = dict(fields)
        self.all[number] = replace(self.get(number), **changes)

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        self.trashed |= set(numbers)

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        self.trashed -= set(numbers)

    def files(self, number: PaperNumber) -> list[PaperFile]:
        return self.attached.get(number, [])

    def collections(self) -> list[Group]:
        return self._list("collection")

    def add_collection(self, name: str) -> int:
        return self._add("collection", name)

    def rename_collection(self, number: int, name: str) -> None:
        self._groups["collection"][number] = (name, self._groups["collection"][number][1])

    def remove_collection(self, number: int) -> None:
        del self._groups["collection"][number]

    def assign_collection(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        self._assign("collection", number, papers, member=member)

    def collections_of(self, number: PaperNumber) -> list[Group]:
        return self._of("collection", number)

    def tags(self) -> list[Group]:
        return self._list("tag")

    def add_tag(self, name: str) -> int:
        return self._add("tag", name)

    def rename_tag(self, number: int, name: str) -> None:
        self._groups["tag"][number] = (name, self._groups["tag"][number][1])

    def remove_tag(self, number: int) -> None:
        del self._groups["tag"][number]

    def assign_tag(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        self._assign("tag", number, papers, member=member)

    def tags_of(self, number: PaperNumber) -> list[Group]:
        return self._of("tag", number)

    def put_back(self, kind: str, group: Group, papers: Sequence[PaperNumber]) -> None:
        self._groups[kind][group.number] = (group.name, set(papers))

    def _list(self, kind: str) -> list[Group]:
        groups = [
            Group(number, name, len(members - self.trashed))
            for number, (name, members) in self._groups[kind].items()
        ]
        return sorted(groups, key=lambda group: group.name)

    def _add(self, kind: str, name: str) -> int:
        number = max(self._groups[kind], default=0) + 1
        self._groups[kind][number] = (name, set())
        return number

    def _assign(
        self, kind: str, number: int, papers: Sequence[PaperNumber], *, member: bool
    ) -> None:
        members = self._groups[kind][number][1]
        members |= set(papers)
        if not member:
            members -= set(papers)

    def _of(self, kind: str, paper: PaperNumber) -> list[Group]:
        holding = {n for n, (_, members) in self._groups[kind].items() if paper in members}
        return [group for group in self._list(kind) if group.number in holding]
