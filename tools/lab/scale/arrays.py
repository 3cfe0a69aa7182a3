"""How a pack holds texts and lists: rows of different lengths as one array, in one small file."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

CLS, SEP, DOT = 101, 102, 1012
"""[CLS], [SEP] and "." in the vocabulary of BERT, uncased. Packing refuses any other one."""
TEXTS_FILE, WEIGHTS_FILE = "texts.npz.xz", "weights.npz.xz"

Ints = NDArray[np.int64]
Pack = Mapping[str, NDArray[Any]]
"""Arrays by name: tokens in 16 bits, papers as their rows in 32 bits, marks as booleans."""


def ragged(name: str, rows: Sequence[Sequence[int]], kind: type[np.integer[Any]]) -> Pack:
    """Return rows of different lengths as one array, ``name``, and ``name_lengths``: (rows,)."""
    lengths = np.array([len(row) for row in rows], np.int32)
    flat = np.fromiter((value for row in rows for value in row), kind, int(lengths.sum()))
    return {name: flat, f"{name}_lengths": lengths}


def write_pack(path: Path, pack: Pack) -> None:
    """Write arrays by name: NumPy's file in xz, two thirds of what NumPy makes of tokens."""
    plain = io.BytesIO()
    np.savez(plain, **pack)  # type: ignore[arg-type]  # its own options are booleans
    path.write_bytes(lzma.compress(plain.getvalue(), preset=9))


def write_small(path: Path, pack: Pack) -> None:
    """Write arrays by name in NumPy's compressed file, which takes a second."""
    np.savez_compressed(path, **pack)  # type: ignore[arg-type]  # its own options are booleans


def read_small(path: Path) -> Pack:
    """Return all arrays of a file by ``write_small``."""
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def read_pack(path: Path) -> Pack:
    """Return all arrays of a file."""
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as file:
        return {name: file[name] for name in file.files}


class Rows:
    """What ``ragged`` made, row by row."""

    def __init__(self, pack: Pack, name: str) -> None:
        self._flat: Ints = pack[name].astype(np.int64)
        self._starts = np.concatenate([[0], np.cumsum(pack[f"{name}_lengths"])]).astype(np.int64)

    def __getitem__(self, row: int) -> Ints:
        return self._flat[self._starts[row] : self._starts[row + 1]]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[Ints]:
        return (self[row] for row in range(len(self)))


@dataclass(frozen=True, slots=True)
class Padded:
    """Texts on the device: ``ids`` (texts, room), filled up with 0, and ``lengths`` (texts,)."""

    ids: Tensor
    lengths: Tensor

    @classmethod
    def of(cls, rows: Sequence[Ints], room: int, device: str) -> Padded:
        """Return rows of at most ``room`` tokens side by side."""
        ids = np.zeros((len(rows), room), np.int32)
        lengths = np.array([len(row) for row in rows], np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
        return cls(torch.from_numpy(ids).to(device), torch.from_numpy(lengths).to(device))

    @property
    def room(self) -> int:
        """The most tokens that a text can have."""
        return self.ids.shape[1]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, rows: Tensor | slice) -> Padded:
        return Padded(self.ids[rows], self.lengths[rows])


def stacked(parts: Sequence[Padded]) -> Padded:
    """Return the texts of all parts, of equal room, after each other."""
    ids, lengths = [part.ids for part in parts], [part.lengths for part in parts]
    return Padded(torch.cat(ids), torch.cat(lengths))


def to_device(rows: Ints, device: str | torch.device) -> Tensor:
    """Return an array of integers as a tensor."""
    return torch.from_numpy(rows).to(device)
