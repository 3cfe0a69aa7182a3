"""A phase of undoing in a process of its own: ``python -m tests.core.library.history_apart``.

    ... FOLDER act|undo|redo|undo-again     one action on each of the libraries below FOLDER
    ... FOLDER act-many|undo-many|redo-many   many actions on FOLDER/many, one after the other

Prints as JSON a digest of each library after each step, and what was wrong.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

from core.library.library import Library
from core.library.store.annotations import NoteStore
from tests.core.library.history_actions import ACTIONS, ONE, TWO, state

MANY = 105
DONE = 100


def main(place: Path, phase: str) -> dict[str, list[str]]:
    """Carry out a phase; return for each library the digests after each step."""
    if phase.endswith("-many"):
        with Library.open(place / "many") as library:
            return {"many": _MANY[phase](library)}
    told = {}
    for name in ACTIONS:
        with Library.open(place / name) as library:
            told[name] = [*_act(library, name, phase), digest(library)]
            assert library.verify().sound, library.verify().problems
    return told


def _act(library: Library, name: str, phase: str) -> list[str]:
    """Return the digest before the action, if this is the first phase."""
    if phase == "act":
        before = digest(library)
        ACTIONS[name](library)
        return [before]
    (entry,) = library.history.all()
    assert entry.undone == (phase == "redo")
    (library.history.redo if entry.undone else library.history.undo)(entry.number)
    return []


def digest(library: Library) -> str:
    """Return what tells the state of a library from others."""
    return hashlib.sha256(repr(state(library)).encode()).hexdigest()


def _act_many(library: Library) -> list[str]:
    told = []
    for step in range(MANY):
        if step % 3 == 0:
            library.papers.update(ONE, title=f"Moors {step}")
        elif step % 3 == 1:
            library.tags.add(f"wet {step}", [ONE, TWO])
        else:
            NoteStore(library.database).set(TWO, f"Read {step}.")
        told.append(digest(library))
    return told


def _undo_many(library: Library) -> list[str]:
    """Undo one after the other, the latest first."""
    told = []
    for entry in library.history.all():
        library.history.undo(entry.number)
        told.append(digest(library))
    return told


def _redo_many(library: Library) -> list[str]:
    told = []
    for entry in reversed(library.history.all()):
        library.history.redo(entry.number)
        told.append(digest(library))
    return told


_MANY: dict[str, Callable[[Library], list[str]]] = {
    "act-many": _act_many,
    "undo-many": _undo_many,
    "redo-many": _redo_many,
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))
