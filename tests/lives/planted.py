"""Bugs to live with, which lives must find: each is put into the engine by one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.library.indexes.words import WordIndex
from core.library.store import history, inverses, removal
from core.library.store.papers import Change, PaperStore


def _undoing_loses_a_link() -> None:
    """Undoing passes over what papers cited."""
    real = history._Replay._insert

    def insert(self: history._Replay, table: str, values: dict[str, Any]) -> None:
        if table != "citations":
            real(self, table, values)

    history._Replay._insert = insert  # type: ignore[method-assign]


def _taking_back_loses_tags() -> None:
    """Taking a merge back forgets which tags a paper had."""
    real = inverses._Schema.insert

    def insert(self: inverses._Schema, table: str, values: dict[str, Any]) -> None:
        if table != "tag_papers":
            real(self, table, values)

    inverses._Schema.insert = insert  # type: ignore[method-assign]


def _index_forgets_deletions() -> None:
    """The index of words keeps what was deleted."""
    real = WordIndex._apply

    def apply(
        self: WordIndex, writer: object, source: PaperStore, changes: Sequence[Change]
    ) -> None:
        real(self, writer, source, [each._replace(present=True) for each in changes])

    WordIndex._apply = apply  # type: ignore[method-assign]


def _merging_drops_notes() -> None:
    """Merging keeps the note of one paper."""
    removal.join_notes = lambda *_, **__: None  # type: ignore[assignment]


BUGS: dict[str, Callable[[], None]] = {
    each.__name__[1:].replace("_", " "): each
    for each in (
        *(_undoing_loses_a_link, _taking_back_loses_tags, _index_forgets_deletions),
        _merging_drops_notes,
    )
}
