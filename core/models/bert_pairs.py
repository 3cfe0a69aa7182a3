"""A cross-encoder that is an adapter of a plain BERT, without transformers.

[CLS] query [SEP] paper [SEP] goes through the network, the pooled [CLS] through a layer to one
log-odds (Nogueira et al., 2020). The adapter holds what was changed of the base, and the last layer
whole, under ``HEAD``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as nn

from core.base.errors import ModelError
from core.models.adapters import read_adapter, summed
from core.models.bert import Bert, exact_weights, is_plain_bert
from core.models.choosing import Choice, Sides
from core.models.encoder import Precision, read_wish, usable_precision
from core.models.manifest import TOKENIZER, Manifest, weights_folder
from core.models.pair_reader import Pair, PairReader, by_length

HEAD, POOLER = "classifier", "pooler.dense"
PAIRS: Final = "pairs"

_TRIED_PAIRS, _TURNS = 2, 3
_FASTER = 0.85
"""The share of float32's time that bfloat16 must stay below: it rounds more."""


class BertPairs:
    """Pairs of a query and a paper's text → p(the one cites the other). Not for several threads."""

    def __init__(
        self, folder: Path, manifest: Manifest, *, device: str, precision: Precision
    ) -> None:
        """Read the base's weights and the adapter, whose checksums the caller has compared.

        Raises:
            ModelError: the base is no plain BERT, or the adapter is of another model.
        """
        home = weights_folder(folder, manifest)
        if not is_plain_bert(home):
            raise ModelError(
                "The reranker “{model}” is an adapter, but not of a BERT.", model=manifest.name
            )
        weights = exact_weights(home)
        width = weights[f"{POOLER}.bias"].shape[0]
        weights |= {f"{HEAD}.weight": torch.zeros(1, width), f"{HEAD}.bias": torch.zeros(1)}
        weights |= summed(read_adapter(folder / manifest.adapters[PAIRS].file), weights)
        # The last layers stay in float32: else many candidates would tie.
        self._last = {
            name: rows.to(device)
            for name, rows in weights.items()
            if name.startswith((HEAD, POOLER))
        }
        exact = Bert(
            home, manifest, {name: rows.to(device) for name, rows in weights.items()}, device
        )

        def opened(usable: Precision) -> Sides:
            is_half = usable == "bfloat16"
            model = Bert(home, manifest, _halve(exact.weights), device) if is_half else exact
            return model, model

        wished, usable = read_wish(precision), usable_precision(precision, device)
        is_open = device == "cpu" and wished in ("auto", "int8")
        if is_open and usable == "bfloat16":
            half, _ = opened(usable)
            usable = usable if _is_faster(half, exact, manifest.max_tokens) else "float32"
        choice = Choice(manifest, opened, plain=usable)
        self.precision: Precision = usable
        if not is_open:
            self._model, _ = opened(usable)
        elif wished == "int8":
            (self._model, _), self.precision = choice.quantised(), "int8"
        else:
            (self._model, _), self.precision = choice.sides()
        self._device = device
        self._reader = PairReader(
            Tokenizer.from_file(str(home / TOKENIZER)),
            query_tokens=manifest.query_tokens,
            max_tokens=manifest.max_tokens,
        )

    @torch.inference_mode()
    def __call__(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return p(relevant) of each pair: (pairs,)."""
        if not pairs:
            return np.zeros(0, np.float32)
        odds = by_length(self._reader.tokenize_pairs(pairs), self._log_odds)
        chances: NDArray[np.float32] = torch.sigmoid(odds).cpu().numpy().copy()
        return chances

    def _log_odds(self, rows: Sequence[Pair]) -> Tensor:
        tokens = {name: part.to(self._device) for name, part in self._reader.padded(rows).items()}
        states = self._model.first_states(
            tokens["input_ids"], tokens["attention_mask"].bool(), tokens["token_type_ids"]
        )
        pooled = torch.tanh(self._dense(POOLER, states.float()))
        return self._dense(HEAD, pooled)[:, 0]

    def _dense(self, name: str, rows: Tensor) -> Tensor:
        return nn.linear(rows, self._last[f"{name}.weight"], self._last[f"{name}.bias"])


def _halve(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {name: rows.bfloat16() for name, rows in weights.items()}


@torch.inference_mode()
def _is_faster(half: Bert, exact: Bert, tokens: int) -> bool:
    """Tell whether pairs of so many tokens are read faster in bfloat16 on this processor.

    Some that have it built in are slower with it than in float32.
    """
    words = exact.weights["embeddings.word_embeddings.weight"].shape[0]
    ids = torch.arange(_TRIED_PAIRS * tokens).view(_TRIED_PAIRS, tokens) % words
    pairs = ids, torch.ones_like(ids, dtype=torch.bool), torch.zeros_like(ids)
    seconds: dict[Bert, list[float]] = {half: [], exact: []}
    for _ in range(_TURNS):
        for model, turns in seconds.items():
            started = time.process_time()
            model.first_states(*pairs)
            turns.append(time.process_time() - started)
    return min(seconds[half]) <= _FASTER * min(seconds[exact])
