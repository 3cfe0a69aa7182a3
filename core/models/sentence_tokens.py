"""Documents as tensors: each different sentence once, sorted by length, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.models.hierarchy import Shape
from core.models.manifest import TOKENIZER

_GROUP, _GROUP_ON_GPU = 32, 512
"""Sentences that share a padded length; a GPU would wait for its next work with few of them."""


@dataclass(frozen=True, slots=True)
class DocumentTokens:
    """Documents as ``Hierarchy`` reads them.

    ``groups`` hold the sentences by length; ``order[i]`` is the row, among the groups' rows put
    together, of sentence ``i``; ``indices`` (documents, longest) are the sentences of each
    document, and ``mask`` tells which of them are real.
    """

    groups: list[dict[str, Tensor]]
    order: Tensor
    indices: Tensor
    mask: Tensor

    def inputs(self) -> dict[str, Any]:
        """Return the keyword arguments of ``Hierarchy``."""
        return {
            "groups": self.groups,
            "order": self.order,
            "indices": self.indices,
            "mask": self.mask,
        }


class SentenceTokens:
    """The tokenizer of a model folder, cut to the model's tokens per sentence."""

    def __init__(self, folder: Path, shape: Shape) -> None:
        """Read ``tokenizer.json``.

        Raises:
            ModelError: it is damaged.
        """
        path = folder / TOKENIZER
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # tokenizers raises nothing narrower
            raise ModelError(
                "{tokenizer} of the model “{folder}” is damaged.",
                tokenizer=TOKENIZER,
                folder=folder.name,
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(shape.max_tokens)
        self._pad = shape.pad_token_id

    def ids(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each sentence, special ones included."""
        texts = [encodable(sentence) for sentence in sentences]
        return [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]

    def save(self, folder: Path) -> None:
        """Write ``tokenizer.json``."""
        self._tokenizer.save(str(folder / TOKENIZER))

    def documents(
        self, documents: Sequence[Sequence[str]], *, device: str = "cpu"
    ) -> DocumentTokens:
        """Turn documents, of one sentence or more each, into tensors on the CPU.

        ``device`` is the kind of what will compute with them.
        """
        number: dict[str, int] = {}
        indices = [[number.setdefault(s, len(number)) for s in document] for document in documents]
        return self.composed(self.ids(list(number)), indices, device=device)

    def composed(
        self, rows: Sequence[Sequence[int]], indices: Sequence[list[int]], *, device: str = "cpu"
    ) -> DocumentTokens:
        """Put sentences that are token ids, and documents that are indices of them, together."""
        groups, order = self.groups(rows, device=device)
        table = padded(indices, 0)
        lengths = torch.tensor([len(row) for row in indices])
        return DocumentTokens(groups, order, table, torch.arange(table.shape[1]) < lengths[:, None])

    def groups(
        self, rows: Sequence[Sequence[int]], *, device: str = "cpu"
    ) -> tuple[list[dict[str, Tensor]], Tensor]:
        """Return rows of ids as padded groups of about equal length, and where each went."""
        size = _GROUP if device == "cpu" else _GROUP_ON_GPU
        by_length = sorted(range(len(rows)), key=lambda index: len(rows[index]))
        order = torch.empty(len(rows), dtype=torch.long)
        order[torch.tensor(by_length, dtype=torch.long)] = torch.arange(len(rows))
        groups = [
            self._group([rows[index] for index in by_length[start : start + size]])
            for start in range(0, len(by_length), size)
        ]
        return groups, order

    def _group(self, rows: Sequence[Sequence[int]]) -> dict[str, Tensor]:
        mask = padded([[1] * len(row) for row in rows], 0)
        return {"input_ids": padded(rows, self._pad), "attention_mask": mask}


def padded(rows: Iterable[Sequence[int]], filler: int) -> Tensor:
    """Return rows of different length as one tensor: (rows, longest)."""
    tensors = [torch.tensor(row, dtype=torch.long) for row in rows]
    return torch.nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=filler)
