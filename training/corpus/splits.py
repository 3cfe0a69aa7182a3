"""Which papers training may not see: the dev and test papers of a corpus.

A paper is held out when ``splits.json`` says so, when it stands in a file named ``-dev`` or
``-test``, or when its title is that of such a paper: another version of it has much of its text
and cites the same papers. Whatever speaks for holding a paper out wins over what speaks against
it, and test over dev.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FormatError
from core.base.identity import title_key
from core.base.messages import Message
from core.formats.decoding import read_text
from core.formats.jsonl import loads

Split = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = ("train", "dev", "test")
CODES: Mapping[str, int] = {name: code for code, name in enumerate(SPLITS)}
SPLITS_FILE = "splits.json"


@dataclass(slots=True)
class HeldOut:
    """The ids held out so far, with the code of their split, and those named as training papers."""

    codes: dict[str, int] = field(default_factory=dict)
    train: frozenset[str] = frozenset()
    contradicted: int = 0

    def add(self, paper_id: str, code: int) -> None:
        """Hold a paper out; a code of 0 changes nothing."""
        if code > self.codes.get(paper_id, 0):
            self.codes[paper_id] = code


def code_of_file(path: Path) -> int:
    """Return the split that a file's name gives its citing papers."""
    return 2 if "-test" in path.name else 1 if "-dev" in path.name else 0


def has_splits(folder: Path) -> bool:
    """Tell whether there is a ``splits.json``; a link that leads nowhere counts as one.

    To pass over it would be to train on what it holds out.
    """
    path = folder / SPLITS_FILE
    return path.exists() or path.is_symlink()


def read_splits(folder: Path) -> HeldOut:
    """Return what ``splits.json`` holds out; nothing if there is none.

    Raises:
        FormatError: the file is not ``{"train": [ids], "dev": [ids], "test": [ids]}``.
    """
    held_out = HeldOut()
    if not has_splits(folder):
        return held_out
    parts = _parts(folder / SPLITS_FILE)
    for name in SPLITS[1:]:
        for paper_id in parts[name]:
            held_out.add(paper_id, CODES[name])
    held_out.train = frozenset(parts["train"])
    splits = [set(parts[name]) for name in SPLITS]
    held_out.contradicted = sum(map(len, splits)) - len(set().union(*splits))
    return held_out


def _parts(path: Path) -> dict[str, list[str]]:
    try:
        value: Any = loads(read_text(path))
    except ValueError as error:
        raise FormatError(
            "“{name}” is not valid JSON ({reason}).", name=path, reason=error, remedy=_REMEDY
        ) from error
    if not isinstance(value, dict):
        raise FormatError("{path} does not hold a JSON object.", path=path, remedy=_REMEDY)
    for name in value:
        if name not in CODES and isinstance(value[name], list):
            raise FormatError(
                "“{name}” in {path} is not a split.", name=name, path=path, remedy=_REMEDY
            )
    parts: dict[str, list[str]] = {}
    for name in SPLITS:
        ids = value.get(name) or []
        if not isinstance(ids, list) or not all(isinstance(paper, str) for paper in ids):
            raise FormatError(
                "“{name}” in {path} is not a list of ids.", name=name, path=path, remedy=_REMEDY
            )
        parts[name] = ids
    return parts


_REMEDY = Message('Write it as {"train": [ids], "dev": [ids], "test": [ids]}, or remove it.')


def title_number(title: str) -> int:
    """Return the title's letters and digits as 63 bits; 0 for a title that has none."""
    key = title_key(title).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big") >> 1 if key else 0


def same_titles(titles: NDArray[np.int64], codes: Mapping[int, int]) -> dict[int, int]:
    """Return the further papers that have the title of a held-out one, with their split.

    ``titles`` has the ``title_number`` of each paper, ``codes`` the held-out papers by number.
    """
    held_codes: dict[int, int] = {}
    for number, code in codes.items():
        held_codes[int(titles[number])] = max(code, held_codes.get(int(titles[number]), 0))
    held_codes.pop(0, None)
    alike = np.flatnonzero(np.isin(titles, list(held_codes)))
    return {
        number: held_codes[int(titles[number])]
        for number in alike.tolist()
        if held_codes[int(titles[number])] > codes.get(number, 0)
    }
