"""What a disk may hold after a loss of power, as far as POSIX says.

A recording is replayed up to a cut. What was brought to the disk by then is there: the content of a
file by a sync of the file, its name by a sync of the folder. Of everything else any part may be
there: later writes without earlier ones, writes torn between two sectors, names without content,
content without names. Only a rename within one folder is never half made.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that were written to a file, or (``data`` is None) the length it was cut to."""

    at: int
    node: int
    offset: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Naming:
    """Names that came and went in one step: (folder, name, node), the node None if it went."""

    at: int
    changes: tuple[tuple[int, str, int, bool], ...]
    """Folder, name, node, and whether the node has the name from now on."""

    def part(self, settled: dict[int, int]) -> Naming | None:
        """Return what is not yet on the disk when folders were synced at the given times."""
        left = tuple(each for each in self.changes if settled.get(each[0], -1) < self.at)
        return Naming(self.at, left) if left else None

    def rest(self, settled: dict[int, int]) -> Naming:
        """Return what is on the disk then."""
        done = tuple(each for each in self.changes if settled.get(each[0], -1) >= self.at)
        return Naming(self.at, done)


Change = Write | Naming
Torn = Callable[[Write], Write | None]


@dataclass
class Recording:
    """What a process did to a folder: the nodes it began with, its changes, syncs and words."""

    names: dict[int, dict[str, int]] = field(default_factory=dict)
    """The entries of each folder at the beginning."""
    contents: dict[int, bytes] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    syncs: list[tuple[int, int]] = field(default_factory=list)
    """When a node was brought to the disk, and which."""
    told: list[tuple[int, str]] = field(default_factory=list)
    """When something was acknowledged, and what."""
    length: int = 0

    def told_by(self, cut: int) -> list[str]:
        """Return what was acknowledged before a cut."""
        return [text for at, text in self.told if at < cut]

    def open_changes(self, cut: int) -> tuple[list[Change], list[Change]]:
        """Return what is on the disk for sure at a cut, and what may be there."""
        settled = {node: at for at, node in self.syncs if at < cut}
        sure: list[Change] = []
        open_: list[Change] = []
        for change in self.changes:
            if change.at >= cut:
                break
            if isinstance(change, Write):
                (sure if settled.get(change.node, -1) >= change.at else open_).append(change)
                continue
            left = change.part(settled)
            if left is not change:
                sure.append(change.rest(settled))
            if left is not None:
                open_.append(left)
        return sure, open_

    def disk(self, changes: Sequence[Change]) -> Disk:
        """Return the disk on which these changes, and no others, arrived."""
        names = {folder: dict(entries) for folder, entries in self.names.items()}
        contents = {node: bytearray(content) for node, content in self.contents.items()}
        for change in sorted(changes, key=lambda each: each.at):
            if isinstance(change, Write):
                _write(contents.setdefault(change.node, bytearray()), change)
                continue
            for folder, name, node, comes in change.changes:
                entries = names.setdefault(folder, {})
                if comes:
                    entries[name] = node
                elif entries.get(name) == node:
                    del entries[name]
        return Disk(names, {node: bytes(content) for node, content in contents.items()})


@dataclass(frozen=True)
class Disk:
    """The entries of each folder (0 is the root) and the content of each file."""

    names: dict[int, dict[str, int]]
    contents: dict[int, bytes]

    def files(self, folder: int = 0, below: str = "") -> Iterator[tuple[str, bytes | None]]:
        """Yield the path of everything in order, with its content, None for a folder."""
        for name, node in sorted(self.names.get(folder, {}).items()):
            path = f"{below}{name}"
            if node in self.names:
                yield path, None
                yield from self.files(node, f"{path}/")
            else:
                yield path, self.contents.get(node, b"")

    def digest(self) -> str:
        """Return what tells this state from others."""
        digest = hashlib.sha256()
        for path, content in self.files():
            digest.update(f"{path}\0{-1 if content is None else len(content)}\0".encode())
            digest.update(content or b"")
        return digest.hexdigest()

    def mount(self, place: Path) -> None:
        """Write it to a new folder."""
        place.mkdir()
        for path, content in self.files():
            if content is None:
                (place / path).mkdir()
            else:
                (place / path).write_bytes(content)


@dataclass(frozen=True)
class State:
    """A state that a cut may leave: how it was chosen, and the disk."""

    cut: int
    way: str
    disk: Disk


def states(recording: Recording, most: int, seed: int) -> Iterator[State]:
    """Yield different states that cuts may leave, ``most`` at most.

    First those where each acknowledgement is just out and nothing arrived but what was brought to
    the disk; then the same for cuts at random, with other selections of what else arrived.
    """
    chance = random.Random(seed)
    seen: set[tuple[str, int]] = set()
    end = recording.length
    after_words = [min(at + 1, end) for at, _ in recording.told]
    first = [(cut, way) for cut in (*after_words, end) for way in ("nothing", "names", "contents")]
    patience = 40 * most
    while len(seen) < most and patience:
        patience -= 1
        cut, way = first.pop(0) if first else (chance.randint(0, end), chance.choice(_OFTEN))
        sure, open_ = recording.open_changes(cut)
        disk = recording.disk([*sure, *_WAYS[way](open_, chance)])
        mark = disk.digest(), len(recording.told_by(cut))
        if mark not in seen:
            seen.add(mark)
            yield State(cut, way, disk)


def _names(open_: list[Change], _chance: random.Random) -> list[Change]:
    return [each for each in open_ if isinstance(each, Naming)]


def _contents(open_: list[Change], _chance: random.Random) -> list[Change]:
    return [each for each in open_ if isinstance(each, Write)]


def _one_less(open_: list[Change], chance: random.Random) -> list[Change]:
    lost = chance.randrange(len(open_)) if open_ else 0
    return [*open_[:lost], *open_[lost + 1 :]]


def _torn(open_: list[Change], chance: random.Random) -> list[Change]:
    """Everything arrived, the last write only in part."""
    last = max((each.at for each in _contents(open_, chance)), default=-1)
    return [
        _part(each, chance) if isinstance(each, Write) and each.at == last else each
        for each in open_
    ]


def _some(open_: list[Change], chance: random.Random) -> list[Change]:
    """Any selection, any write torn; names with a probability of their own."""
    named, written = chance.random(), chance.random()
    return [
        _part(each, chance) if isinstance(each, Write) and chance.random() < 0.3 else each
        for each in open_
        if chance.random() < (written if isinstance(each, Write) else named)
    ]


_WAYS: dict[str, Callable[[list[Change], random.Random], list[Change]]] = {
    "nothing": lambda _open, _chance: [],
    "everything": lambda open_, _chance: open_,
    "names": _names,
    "contents": _contents,
    "one less": _one_less,
    "one alone": lambda open_, chance: [chance.choice(open_)] if open_ else [],
    "torn": _torn,
    "some": _some,
}
_OFTEN = [*_WAYS, "some", "some", "torn", "one less"]


def _part(write: Write, chance: random.Random) -> Write:
    """Return some neighbouring sectors of a write, or of a short one its beginning or end."""
    if not write.data:
        return write
    first = -write.offset % SECTOR
    edges = [0, *range(first or SECTOR, len(write.data), SECTOR), len(write.data)]
    begin, end = sorted(chance.choices(edges, k=2))
    if begin == end:
        begin, end = 0, edges[len(edges) // 2]
    return Write(write.at, write.node, write.offset + begin, write.data[begin:end])


def _write(content: bytearray, change: Write) -> None:
    end = change.offset if change.data is None else change.offset + len(change.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if change.data is None:
        del content[end:]
    else:
        content[change.offset : end] = change.data
