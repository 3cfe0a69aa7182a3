"""Pairs of a query and a paper as rows of tokens, for a cross-encoder to read.

Training and use share it. torch is imported when rows are padded, not when this module is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from core.base.errors import ModelError

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor
    from transformers import PreTrainedTokenizerBase

BATCH = 32


class Pair(NamedTuple):
    """A query and a paper as one row of tokens; ``types`` are 0 for the query, 1 for the paper."""

    ids: list[int]
    types: list[int]


class Parts(NamedTuple):
    """The different texts of some pairs as rows of their own.

    ``queries`` and ``papers`` say which of the rows are those of each pair.
    """

    rows: list[Pair]
    queries: list[int]
    papers: list[int]


class PairReader:
    """Puts a query and a paper into one row of tokens, each within its own share.

    ``query_tokens`` counts the special tokens around the query ([CLS] and [SEP] of BERT), the
    rest of ``max_tokens`` the paper and the last special token. Neither takes what the other
    leaves, so a paper is cut at the same word whatever it is compared with.
    """

    def __init__(
        self, tokenizer: Tokenizer, *, query_tokens: int, max_tokens: int, pad_id: int = 0
    ) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._backend = tokenizer
        self._pad_id = pad_id
        self._query_room = query_tokens - tokenizer.num_special_tokens_to_add(is_pair=True) + 1
        self._paper_room = max_tokens - query_tokens - 1
        if min(self._query_room, self._paper_room) < 1:
            raise ModelError(
                "Of {max_tokens} tokens with {query_tokens} for the query, one of the two"
                " texts gets none.",
                max_tokens=max_tokens,
                query_tokens=query_tokens,
                remedy="Give more tokens to the pair, or another share to the query.",
            )

    @classmethod
    def of(
        cls, tokenizer: PreTrainedTokenizerBase, *, query_tokens: int, max_tokens: int
    ) -> PairReader:
        """Return the reader of a tokenizer as transformers loads it."""
        return cls(
            tokenizer.backend_tokenizer,
            query_tokens=query_tokens,
            max_tokens=max_tokens,
            pad_id=int(tokenizer.pad_token_id or 0),
        )

    def tokenize_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Pair]:
        """Return a row of tokens per (query, paper text); a pure function, safe in any process."""
        return self._rows(pairs, *self._both(pairs))

    def parts(self, pairs: Sequence[tuple[str, str]]) -> Parts:
        """Return queries and papers as an encoder reads them, cut as in a pair."""
        return self._parts(pairs, *self._both(pairs))

    def rows_and_parts(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[Pair], Parts]:
        """Return what ``tokenize_pairs`` and ``parts`` do, with each text read once."""
        texts = self._both(pairs)
        return self._rows(pairs, *texts), self._parts(pairs, *texts)

    def _both(self, pairs: Sequence[tuple[str, str]]) -> tuple[dict[str, Any], dict[str, Any]]:
        return (
            self._encoded([query for query, _ in pairs], self._query_room),
            self._encoded([paper for _, paper in pairs], self._paper_room),
        )

    def _rows(
        self, pairs: Sequence[tuple[str, str]], queries: dict[str, Any], papers: dict[str, Any]
    ) -> list[Pair]:
        rows = (self._backend.post_process(queries[query], papers[paper]) for query, paper in pairs)
        return [Pair(row.ids, row.type_ids) for row in rows]

    def _parts(
        self, pairs: Sequence[tuple[str, str]], queries: dict[str, Any], papers: dict[str, Any]
    ) -> Parts:
        texts = [*queries.values(), *papers.values()]
        rows = [self._backend.post_process(text) for text in texts]
        query_at = {query: index for index, query in enumerate(queries)}
        paper_at = {paper: len(queries) + index for index, paper in enumerate(papers)}
        return Parts(
            [Pair(row.ids, row.type_ids) for row in rows],
            [query_at[query] for query, _ in pairs],
            [paper_at[paper] for _, paper in pairs],
        )

    def padded(self, rows: Sequence[Pair]) -> dict[str, Tensor]:
        """Return the rows as tensors of one length, keyword arguments of the model."""
        import torch

        longest = max(len(row.ids) for row in rows)
        ids = torch.full((len(rows), longest), self._pad_id)
        types, mask = (torch.zeros((len(rows), longest), dtype=torch.long) for _ in range(2))
        for index, row in enumerate(rows):
            ids[index, : len(row.ids)] = torch.tensor(row.ids)
            types[index, : len(row.ids)] = torch.tensor(row.types)
            mask[index, : len(row.ids)] = 1
        return {"input_ids": ids, "token_type_ids": types, "attention_mask": mask}

    def _encoded(self, texts: Sequence[str], room: int) -> dict[str, Any]:
        """Return each different text's tokens, cut; the type is the tokenizers library's own."""
        different = list(dict.fromkeys(texts))
        encodings = self._backend.encode_batch(different, add_special_tokens=False)
        for encoding in encodings:
            encoding.truncate(room)
        return dict(zip(different, encodings, strict=True))


def by_length(rows: Sequence[Pair], read_batch: Callable[[list[Pair]], Tensor]) -> Tensor:
    """Return what is read of each row, in batches of about equal length: (rows, numbers).

    So a short row does not pay for a long one.
    """
    import torch

    order = sorted(range(len(rows)), key=lambda index: -len(rows[index].ids))
    batches = [
        read_batch([rows[index] for index in order[start : start + BATCH]])
        for start in range(0, len(order), BATCH)
    ]
    sorted_rows = torch.cat(batches) if batches else torch.zeros(0, 2)
    turned = torch.empty_like(sorted_rows)
    turned[order] = sorted_rows
    return turned
