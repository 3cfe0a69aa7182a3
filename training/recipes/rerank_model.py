"""A cross-encoder in training: the network and the reading of pairs that ``core.models`` uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.models.manifest import MANIFEST, Manifest, weights_sha256
from core.models.reranker import (
    PairReader,
    class_logits,
    load_cross_encoder,
    load_tokenizer,
    probabilities,
)
from core.models.shelf import Shelf
from core.sample import data_folder
from training.recipe import RecipeSettings
from training.tuning import merged, restrict

SEPARATOR = ". "
"""Between title and abstract; the token [SEP] parts query and paper alone."""

_GROUP = 16
_MOST_TOKENS = 512


class CrossEncoder(nn.Module):
    """Pairs of a query and a paper → logits of "not relevant" and "relevant"."""

    def __init__(
        self, folder: Path, manifest: Manifest, *, query_tokens: int, max_tokens: int, seed: int
    ) -> None:
        """Load the base; weights it lacks, the classifier's at least, are drawn by the seed.

        ``max_tokens`` 0 means as many as the base has positions for, 512 at most.

        Raises:
            ModelError: the folder is damaged, or the shares leave one text without tokens.
        """
        super().__init__()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.network = load_cross_encoder(folder, new_head=True)
        most = min(int(self.network.config.max_position_embeddings), _MOST_TOKENS)
        self.base, self.source = manifest, folder
        self.max_tokens = min(max_tokens or most, most)
        self.query_tokens = query_tokens
        self._tokenizer = load_tokenizer(folder)
        self.reader = PairReader(
            self._tokenizer, query_tokens=query_tokens, max_tokens=self.max_tokens
        )

    def restrict(self, settings: RecipeSettings) -> None:
        """Leave only the weights trainable that the settings name, and the classifier's."""
        if settings.trainable != "all":
            restrict(self.network, settings)
            self.network.get_submodule("classifier").requires_grad_(True)

    def inputs(self, pairs: Sequence[tuple[str, str]], slots: Tensor) -> dict[str, Any]:
        """Return the keyword arguments of ``forward``, on the CPU.

        ``slots`` holds where it is true, row by row, a slot for each pair: (pairs,) or
        (queries, candidates).
        """
        rows = self.reader.read(pairs)
        by_length = sorted(range(len(rows)), key=lambda index: len(rows[index].ids))
        groups = [
            self.reader.padded([rows[index] for index in by_length[start : start + _GROUP]])
            for start in range(0, len(by_length), _GROUP)
        ]
        order = torch.empty(len(rows), dtype=torch.long)
        order[torch.tensor(by_length)] = torch.arange(len(rows))
        indices = torch.zeros(slots.shape, dtype=torch.long)
        indices[slots] = order
        return {"groups": groups, "indices": indices}

    def forward(self, groups: Sequence[dict[str, Tensor]], indices: Tensor) -> dict[str, Tensor]:
        """Return "logits": (pairs, 2) or (queries, candidates, 2), any in slots without a pair."""
        rows = torch.cat([class_logits(self.network, group) for group in groups])
        return {"logits": rows[indices]}

    def paper_text(self, title: str, abstract: str) -> str:
        """Return the text that stands for a paper."""
        return f"{title}{SEPARATOR}{abstract}" if abstract else title

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query cites each (title, abstract): (papers,)."""
        pairs = [(query, self.paper_text(*paper)) for paper in papers]
        return probabilities(self.network, self.reader, pairs)

    def save(self, folder: Path, *, name: str) -> Manifest:
        """Write weights, tokenizer and manifest: what ``core.models.reranker`` loads."""
        folder.mkdir(parents=True, exist_ok=True)
        merged(self.network).save_pretrained(folder)
        # Other programs give the network only the inputs that are named here.
        names = ["input_ids", "token_type_ids", "attention_mask"]
        self._tokenizer.model_input_names = names
        self._tokenizer.init_kwargs["model_input_names"] = names  # else they are not saved
        self._tokenizer.save_pretrained(folder)
        manifest = Manifest(
            name=name,
            kind="reranker",
            recipe="reranker",
            base=self.base.name,
            weights_sha256=weights_sha256(folder),
            pooling="cls",
            separator=SEPARATOR,
            max_tokens=self.max_tokens,
            query_tokens=self.query_tokens,
            dimension=self.base.dimension,
            licence=self.base.licence,
        )
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        return manifest


def load_cross_encoder_base(
    base: str, *, query_tokens: int, max_tokens: int, seed: int
) -> CrossEncoder:
    """Load what ``base`` names: a model on the person's shelf, or a folder.

    Raises:
        UsageError: there is no such model.
        ModelError: it is incomplete or damaged, or the shares leave one text without tokens.
    """
    model = Shelf(data_folder() / "models").get(base)
    return CrossEncoder(
        model.folder, model.manifest, query_tokens=query_tokens, max_tokens=max_tokens, seed=seed
    )
