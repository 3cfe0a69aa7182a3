"""A cross-encoder in training: the network and the reading of pairs that ``core.models`` uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import PreTrainedModel

from core.base.errors import ModelError
from core.base.files import data_folder
from core.models.adapters import read_adapter, summed
from core.models.bert_pairs import HEAD, PAIRS
from core.models.manifest import MANIFEST, Manifest, Start, weights_folder, weights_sha256
from core.models.modules import Pooling, write_only_here
from core.models.pair_reader import Pair, PairReader
from core.models.reranker import (
    class_logits,
    cosines,
    load_cross_encoder,
    load_tokenizer,
    log_odds,
    probabilities,
    unit_rows,
)
from core.models.shelf import Shelf
from training.base.recipe import RecipeSettings
from training.models.tuning import merged, restrict

SEPARATOR = ". "
"""Between title and abstract; the token [SEP] parts query and paper alone."""

_CLASSES = 2
_GROUP, _GROUP_ON_GPU = 16, 128
"""Pairs that share a padded length; a GPU would wait for its next work with few of them."""
_MOST_TOKENS = 512


class CrossEncoder(nn.Module):
    """Pairs of a query and a paper → logits of "not relevant" and "relevant".

    ``start`` is what the classifier's word is added to; ``None`` where it stands alone.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, *, query_tokens: int, max_tokens: int, seed: int
    ) -> None:
        """Load the base; weights it lacks, the classifier's at least, are drawn by the seed.

        ``max_tokens`` 0 means as many as the base has positions for, 512 at most.

        Raises:
            ModelError: the folder is damaged, or the shares leave one text without tokens.
        """
        super().__init__()
        home = weights_folder(folder, manifest)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.network = load_cross_encoder(home, new_head=True)
        if PAIRS in manifest.adapters:
            _add_adapter(self.network, read_adapter(folder / manifest.adapters[PAIRS].file))
        most = min(int(self.network.config.max_position_embeddings), _MOST_TOKENS)
        self.base, self.source = manifest, folder
        self.start = manifest.start
        self.pooling: Pooling = manifest.pooling
        self.max_tokens = min(max_tokens or most, most)
        self.query_tokens = query_tokens
        self._tokenizer = load_tokenizer(home)
        self.reader = PairReader.of(
            self._tokenizer, query_tokens=query_tokens, max_tokens=self.max_tokens
        )

    def set_start(self, start: Start) -> None:
        """Begin with a start alone: the classifier says nothing until it is trained."""
        self.start = start
        for module in self.network.get_submodule("classifier").modules():
            if isinstance(module, nn.Linear) and module.out_features == _CLASSES:
                nn.init.zeros_(module.weight)
                nn.init.zeros_(module.bias)

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the cosine of each query and paper text, encoded one by one: (pairs,).

        For a network that was just loaded, which is in its eval mode.
        """
        with torch.inference_mode():
            values = cosines(self.network, self.reader, pairs, self.pooling)
        rows: NDArray[np.float32] = values.cpu().numpy()
        return rows

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
        if self.start is None:
            groups, order = self._grouped(self.reader.tokenize_pairs(pairs))
            return {"groups": groups, "indices": _in_slots(order, slots)}
        rows, parts = self.reader.rows_and_parts(pairs)
        groups, order = self._grouped(rows)
        texts, places = self._grouped(parts.rows)
        return {
            "groups": groups,
            "indices": _in_slots(order, slots),
            "texts": texts,
            "queries": _in_slots(places[parts.queries], slots),
            "papers": _in_slots(places[parts.papers], slots),
        }

    def _grouped(self, rows: Sequence[Pair]) -> tuple[list[dict[str, Tensor]], Tensor]:
        """Return padded groups of about equal length, and where in them each row stands."""
        by_length = sorted(range(len(rows)), key=lambda index: len(rows[index].ids))
        size = _GROUP if next(self.parameters()).device.type == "cpu" else _GROUP_ON_GPU
        groups = [
            self.reader.padded([rows[index] for index in by_length[start : start + size]])
            for start in range(0, len(by_length), size)
        ]
        order = torch.empty(len(rows), dtype=torch.long)
        order[torch.tensor(by_length)] = torch.arange(len(rows))
        return groups, order

    def forward(
        self,
        groups: Sequence[dict[str, Tensor]],
        indices: Tensor,
        texts: Sequence[dict[str, Tensor]] = (),
        queries: Tensor | None = None,
        papers: Tensor | None = None,
    ) -> dict[str, Tensor]:
        """Return "logits": (pairs, 2) or (queries, candidates, 2), any in slots without a pair."""
        logits = torch.cat([class_logits(self.network, group) for group in groups])[indices]
        if self.start is None:
            return {"logits": logits}
        alone = torch.cat([unit_rows(self.network, group, self.pooling) for group in texts])
        likeness = log_odds(self.start, (alone[queries] * alone[papers]).sum(-1))
        return {"logits": logits + torch.stack([torch.zeros_like(likeness), likeness], dim=-1)}

    def paper_text(self, title: str, abstract: str) -> str:
        """Return the text that stands for a paper."""
        return f"{title}{SEPARATOR}{abstract}" if abstract else title

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query cites each (title, abstract): (papers,)."""
        return self.probabilities([(query, self.paper_text(*paper)) for paper in papers])

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query of each pair cites its paper's text: (pairs,)."""
        return probabilities(self.network, self.reader, pairs, self.start, self.pooling)

    def save(
        self, folder: Path, *, name: str, recipe: str = "reranker", neighbours: bool = False
    ) -> Manifest:
        """Write weights, tokenizer and manifest: what ``core.models.reranker`` loads.

        ``neighbours`` says whether it learned to read the sentences beside the one that asks.
        """
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
            recipe=recipe,
            base=self.base.name,
            weights_sha256=weights_sha256(folder),
            pooling=self.pooling if self.start else "cls",
            separator=SEPARATOR,
            max_tokens=self.max_tokens,
            query_tokens=self.query_tokens,
            start=self.start,
            dimension=self.base.dimension,
            licence=self.base.licence,
            neighbours=neighbours,
        )
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        if self.start:
            write_only_here(folder)
        return manifest


def _add_adapter(network: PreTrainedModel, adapter: Mapping[str, Tensor]) -> None:
    """Add a reranker's adapter to its base.

    Its classifier says the log-odds of the second class: those of the first are 0.
    """
    prefix = f"{network.base_model_prefix}."
    weights = {name.removeprefix(prefix): rows for name, rows in network.named_parameters()}
    exact = {
        name: torch.zeros_like(rows[1:]) if name.startswith(HEAD) else rows
        for name, rows in weights.items()
    }
    with torch.no_grad():
        for name, rows in summed(adapter, exact).items():
            in_two = name.startswith(HEAD)
            weights[name].copy_(torch.cat([torch.zeros_like(rows), rows]) if in_two else rows)


def _in_slots(rows: Tensor, slots: Tensor) -> Tensor:
    """Return the rows where the slots are true, 0 elsewhere."""
    placed = torch.zeros(slots.shape, dtype=torch.long)
    placed[slots] = rows
    return placed


def load_cross_encoder_base(
    base: str, *, query_tokens: int, max_tokens: int, seed: int
) -> CrossEncoder:
    """Load what ``base`` names: a model on the person's shelf, or a folder.

    Raises:
        UsageError: there is no such model.
        ModelError: it is incomplete, damaged or an adapter of another model, or the shares leave
            one text without tokens.
    """
    model = Shelf(data_folder() / "models").get(base)
    if model.manifest.adapters.keys() - {PAIRS}:
        raise ModelError(
            "The model “{model}” is an adapter, so a reranker cannot start from it.",
            model=model.manifest.name,
            remedy="Start from the model it is based on.",
        )
    return CrossEncoder(
        model.folder, model.manifest, query_tokens=query_tokens, max_tokens=max_tokens, seed=seed
    )
