"""Papers and questions of a pack, as the networks read them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .arrays import CLS, DOT, SEP, Ints, Pack, Padded, Rows, to_device

ALONE = 128
"""Tokens of a text that is encoded by itself, as ``max_tokens`` of the encoder's manifest."""
QUERY_ROOM, PAPER_ROOM = 96, 144
"""Tokens of both parts of a pair: ``query_tokens`` of the reranker's manifest, and the rest of its
``max_tokens``."""

_STOP = "."
FORMS = {
    "title sentence": ("title", _STOP, "sentence"),
    "sentence": ("sentence",),
    "neighbours": ("before", "sentence", "after"),
    "title neighbours": ("title", _STOP, "before", "sentence", "after"),
    "title abstract": ("title", _STOP, "abstract"),
}
"""The forms of a query that is encoded by itself, as the product asks, with their parts."""
PAIR_FORMS = {
    "pair": ("title", _STOP, "sentence", "before", "after"),
    "title sentence": FORMS["title sentence"],
    "sentence": FORMS["sentence"],
    "sentence neighbours": ("sentence", "before", "after"),
}
"""The forms of a query in a pair: the sentence comes before its neighbours, lest it be cut off."""

POOLS = ("train", "other", "dev", "other_dev")
_OF_SENTENCE = ("sentence", "before", "after")
_OF_MANUSCRIPT = ("title", "abstract")


@dataclass(frozen=True, slots=True)
class Pool:
    """Papers that can be found: ``rows`` (pool,) among all papers, and where each paper is.

    ``positions`` (papers,) has the position in ``rows`` of each paper, -1 outside the pool.
    """

    rows: Tensor
    positions: Tensor

    @classmethod
    def of(cls, rows: Tensor, papers: int) -> Pool:
        """Return the pool of some of so many papers."""
        positions = torch.full((papers,), -1, device=rows.device)
        positions[rows] = torch.arange(len(rows), device=rows.device)
        return cls(rows, positions)


class Papers:
    """The texts of all papers, and pools of them by name.

    The pools are "train" and "dev", and "other" and "other_dev" if there is a second field.
    ``alone`` is title and abstract to be encoded; ``in_pairs`` the same as the second part of a
    pair, without [CLS]. ``titles_alone`` and ``titles_in_pairs`` are the titles as such.
    ``with_abstract`` is (papers,).
    """

    def __init__(self, pack: Pack, device: str) -> None:
        titles, abstracts = Rows(pack, "title"), Rows(pack, "abstract")
        self.titles, self.abstracts = titles, abstracts
        self.with_abstract: NDArray[np.bool_] = pack["abstract_lengths"] > 0
        texts = [
            np.concatenate([title, [DOT], abstract]) if len(abstract) else title
            for title, abstract in zip(titles, abstracts, strict=True)
        ]
        self.alone = Padded.of([framed(text, ALONE) for text in texts], ALONE, device)
        self.titles_alone = Padded.of([framed(text, ALONE) for text in titles], ALONE, device)
        self.in_pairs = _second_parts(texts, device)
        self.titles_in_pairs = _second_parts(list(titles), device)
        self.pools = {
            split: Pool.of(to_device(pack[f"{split}_pool"].astype(np.int64), device), len(titles))
            for split in POOLS
            if f"{split}_pool" in pack
        }

    def __len__(self) -> int:
        return len(self.with_abstract)


class Questions:
    """The citing sentences of a split: "train", "dev" or "other_dev".

    ``cited`` are the papers that each cites, ``earlier`` those that its manuscript cited before and
    it does not, ``known`` all that a manuscript cites, ``itself`` the manuscript if it is among
    the papers: rows of papers all. ``manuscript``, ``held_out`` and ``other`` are (questions,); the
    last tells which are of the second field.
    """

    def __init__(self, pack: Pack, split: str, device: str) -> None:
        parts = (*_OF_SENTENCE, *_OF_MANUSCRIPT)
        self._parts = {part: Rows(pack, f"{split}_{part}") for part in parts}
        self.cited, self.earlier, self.known_papers, self.itself = (
            Rows(pack, f"{split}_{name}") for name in ("cited", "earlier", "known", "itself")
        )
        self.held_out: NDArray[np.bool_] = pack[f"{split}_held_out"]
        self.other: NDArray[np.bool_] = pack[f"{split}_other"]
        self.manuscript: Ints = pack[f"{split}_manuscript"].astype(np.int64)
        self._device = device
        self.alone = {form: self._padded(parts, ALONE) for form, parts in FORMS.items()}

    def __len__(self) -> int:
        return len(self.manuscript)

    def in_pairs(self, form: str) -> Padded:
        """Return the questions in one of ``PAIR_FORMS``, as the first part of a pair."""
        return self._padded(PAIR_FORMS[form], QUERY_ROOM)

    def usable(self) -> Ints:
        """Return the questions to learn from: not held out, and citing a known paper."""
        cites = np.array([len(self.cited[row]) > 0 for row in range(len(self))], np.bool_)
        return np.flatnonzero(cites & ~self.held_out)

    def _padded(self, parts: tuple[str, ...], room: int) -> Padded:
        rows = [framed(self.text(row, parts), room) for row in range(len(self))]
        return Padded.of(rows, room, self._device)

    def text(self, row: int, parts: tuple[str, ...]) -> Ints:
        """Return the tokens of some parts of a question, "." and those of ``FORMS``."""
        head = int(self.manuscript[row])
        return np.concatenate(
            [
                np.array([DOT])
                if part == _STOP
                else self._parts[part][row if part in _OF_SENTENCE else head]
                for part in parts
            ]
        )


def framed(ids: Ints, room: int) -> Ints:
    """Return tokens between [CLS] and [SEP], cut to so many in all."""
    return np.concatenate([[CLS], ids[: room - 2], [SEP]])


def first_part(texts: Padded, room: int) -> Padded:
    """Return framed texts cut to so many tokens, as the first part of a pair."""
    ids, lengths = texts.ids[:, :room].clone(), texts.lengths.clamp(max=room)
    ids[torch.arange(len(ids), device=ids.device), lengths - 1] = SEP
    return Padded(ids, lengths)


def second_part(texts: Padded) -> Padded:
    """Return framed texts as the second part of a pair: without [CLS], in the room of one."""
    ids = torch.nn.functional.pad(texts.ids[:, 1:], (0, PAPER_ROOM - texts.room + 1))
    return Padded(ids, texts.lengths - 1)


def _second_parts(texts: list[Ints], device: str) -> Padded:
    cut = [np.concatenate([text[: PAPER_ROOM - 1], [SEP]]) for text in texts]
    return Padded.of(cut, PAPER_ROOM, device)
