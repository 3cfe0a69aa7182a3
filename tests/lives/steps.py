"""What an action is, before it is done: what it says, what it does, and what must be there then."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from core.library.database.connection import DATABASE
from core.library.library import Library
from tests.lives import observing
from tests.lives.rows import Key, Rows, of_kind, papers

T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    """An action on an open library, which may end in each of ``states``; the last if all is well.

    Without states, what is there afterwards is taken for right if the library is sound.
    ``recorded``: the history tells of it, but for rows of the kinds in ``quiet``. ``refused``: it
    may be refused, and do nothing then. ``holds`` raises unless what is there after it, if nothing
    disturbed it, is as it must be.
    """

    told: str
    act: Callable[[Library], object]
    states: tuple[Rows, ...]
    recorded: bool = True
    refused: bool = False
    quiet: frozenset[str] = frozenset()
    holds: Callable[[Rows], None] | None = None


@dataclass
class Now:
    """What an action chooses from: the rows as they are, and chance."""

    folder: Path
    rows: Rows
    chance: random.Random
    outside: Path
    """A folder for files that are not the library's."""
    found: dict[Key, Any] = field(default_factory=dict)

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def one(self, of: Sequence[T]) -> T:
        return self.chance.choice(list(of))

    def some(self, of: Sequence[T], most: int = 4) -> list[T]:
        """Return up to ``most`` of some things, at least one."""
        return self.chance.sample(list(of), min(len(of), self.chance.randint(1, most)))

    def papers(self, *, trashed: bool | None = None) -> list[int]:
        return papers(self.rows, trashed=trashed)

    def keys(self, kind: str) -> list[Key]:
        return of_kind(self.rows, kind)

    def next_number(self, table: str) -> int:
        return observing.last_number(self.database, table) + 1

    def word(self) -> str:
        return self.chance.choice(
            ("kelp", "peat", "fen", "µ-moss", "Grün", "“reed”", "泥炭", "bog 🙂")
        )


Maker = Callable[[Now], Step | None]
"""Makes a step of what there is; ``None`` where there is nothing that it could be done to."""
