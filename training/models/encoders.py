"""An ordinary encoder in training: the model that ``core.models`` uses, with gradients.

Pooling, template and truncation are those of the manifest, for training and for use alike: a
model that is trained on one vector and asked for another loses quietly (SPECTER's own code does).
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import PreTrainedModel

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.base.files import data_folder
from core.base.jobs import Job, SilentJob
from core.models.adapters import find_rank, read_adapter, select_four_bits, summed, write_adapter
from core.models.devices import has_bfloat16, is_out_of_memory, release_memory
from core.models.encoder import load_model
from core.models.manifest import (
    MANIFEST,
    AdapterFile,
    Manifest,
    describe,
    file_sha256,
    hidden_size,
    token_positions,
    weights_folder,
    weights_sha256,
)
from core.models.modules import Side
from core.models.shelf import Shelf, copy_files
from training.models.tuning import all_differences, differences, merged

_GROUP, _GROUP_ON_GPU = 8, 512
"""Texts that share a padded length. Fewer waste less padding and fill a device less well: a GPU
would wait for its next work more than it would save."""

_MOST_RANK = 96
"""Of an adapter, however often it was trained again: twice the matrices are half the size of all
weights of MiniLM's layers."""

_ENCODED_AT_ONCE, _ENCODED_AT_ONCE_ON_CPU = 256, 32


@dataclass(frozen=True, slots=True)
class Tokens:
    """Texts as tokens, in groups of about equal length.

    ``order[i]`` is the row, among the groups' rows put together, of text ``i``.
    """

    groups: list[dict[str, Tensor]]
    order: Tensor

    def inputs(self) -> dict[str, Any]:
        """Return the keyword arguments of ``TextEncoder``."""
        return {"groups": self.groups, "order": self.order}


class TextEncoder(nn.Module):
    """Texts → vectors as the pooling leaves them: (texts, dimension), not normalised."""

    def __init__(
        self, folder: Path, manifest: Manifest, *, max_tokens: int = 0, queries: bool = False
    ) -> None:
        """Load the model in float32, on the CPU, as it reads papers.

        ``queries`` says that ``read_queries`` will be called before anything is trained.

        Raises:
            ModelError: the folder is incomplete or damaged, or both sides are to be trained and
                the model reads queries in another way than papers.
        """
        super().__init__()
        _refuse_adapters(manifest, queries=queries)
        self._adapter = manifest.adapters.get("queries")
        for_papers = {use: of for use, of in manifest.adapters.items() if use == "papers"}
        manifest = manifest.model_copy(update={"adapters": for_papers})
        if max_tokens:
            most = min(max_tokens, token_positions(folder, manifest))
            manifest = manifest.model_copy(update={"max_tokens": most})
        # What training changes is the whole row, so a shortened one is whole again.
        whole = {"dimension": hidden_size(weights_folder(folder, manifest)), "shortened": False}
        self.manifest = manifest.model_copy(update=whole)
        self.source = folder
        self.model = load_model(folder, manifest, device="cpu", precision="float32")
        self._sep_token = str(self.model.tokenizer.sep_token or "")
        if for_papers:
            self._load_adapter(for_papers["papers"])

    def read_queries(self) -> None:
        """Read texts as the model reads queries from now on, no longer papers.

        Raises:
            ModelError: its adapter for queries is damaged.
        """
        if self._adapter != self.manifest.adapters.get("papers"):
            self._load_adapter(self._adapter)

    def _load_adapter(self, adapter: AdapterFile | None) -> None:
        """Give the transformer the base's weights, with an adapter's changes added."""
        exact = dict(self._base().named_parameters())
        changed = {} if adapter is None else read_adapter(self.source / adapter.file)
        weights = {**exact, **summed(changed, exact)}
        with torch.no_grad():
            for name, weight in self.transformer.named_parameters():
                weight.copy_(weights[name])

    @property
    def transformer(self) -> PreTrainedModel:
        """The model beneath the pooling."""
        return cast("PreTrainedModel", self.model[0].auto_model)

    def paper_text(self, title: str, abstract: str) -> str:
        """Return the text that stands for a paper."""
        return self.manifest.paper_text(title, abstract, sep_token=self._sep_token)

    def query_text(self, text: str) -> str:
        """Return what is read for a question or a citing sentence."""
        return self.manifest.query_text(text)

    def tokens(self, texts: Sequence[str], *, most: int = 0) -> Tokens:
        """Turn texts into padded groups, on the CPU; a pure function, safe in any process.

        A text is cut after ``most`` tokens, or as the manifest says where that is less, or 0.
        """
        limit = min(most or self.manifest.max_tokens, self.manifest.max_tokens)
        readable = [encodable(text) for text in texts]
        encoded = self.model.tokenizer(readable, truncation=True, max_length=limit)["input_ids"]
        by_length = sorted(range(len(encoded)), key=lambda index: len(encoded[index]))
        order = torch.empty(len(encoded), dtype=torch.long)
        order[torch.tensor(by_length, dtype=torch.long)] = torch.arange(len(encoded))
        size = _GROUP if next(self.parameters()).device.type == "cpu" else _GROUP_ON_GPU
        groups = [
            self._padded([encoded[index] for index in by_length[start : start + size]])
            for start in range(0, len(by_length), size)
        ]
        return Tokens(groups, order)

    def _padded(self, rows: Sequence[Sequence[int]]) -> dict[str, Tensor]:
        lengths = np.array([len(row) for row in rows])
        mask = np.arange(lengths.max()) < lengths[:, None]
        ids = np.full(mask.shape, int(self.model.tokenizer.pad_token_id or 0), np.int64)
        ids[mask] = np.fromiter(itertools.chain.from_iterable(rows), np.int64, lengths.sum())
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(mask.astype(np.int64)),
        }

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> Tensor:
        """Return a row per text, in the order the texts were given: (texts, dimension)."""
        rows = [self.model(dict(group))["sentence_embedding"] for group in groups]
        return torch.cat(rows)[order]

    @torch.no_grad()
    def encode(
        self, texts: Sequence[str], *, most: int = 0, job: Job | None = None, note: str = ""
    ) -> NDArray[np.float32]:
        """Return a row per text, in the model's eval mode: (texts, dimension), not normalised.

        Texts are cut as ``tokens`` does. ``job`` gets the progress, with the note, and may
        stop it. While memory is short, half as many texts are encoded at once.
        """
        job = job or SilentJob()
        was_training, device = self.training, next(self.parameters()).device
        self.eval()
        order = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
        rows = np.zeros((len(texts), self.manifest.dimension), np.float32)
        with torch.autocast(device.type, torch.bfloat16, enabled=has_bfloat16(str(device))):
            at_once = _ENCODED_AT_ONCE_ON_CPU if device.type == "cpu" else _ENCODED_AT_ONCE
            start = 0
            while start < len(order):
                job.check()
                job.report(start, len(order), note)
                chosen = order[start : start + at_once]
                try:
                    rows[chosen] = self._rows([texts[index] for index in chosen], most, device)
                except (RuntimeError, MemoryError) as error:
                    if not is_out_of_memory(error) or len(chosen) == 1:
                        self.train(was_training)
                        raise
                else:
                    start += len(chosen)
                    continue
                at_once = -(-len(chosen) // 2)  # only here are the tensors of the error free
                release_memory(device)
        self.train(was_training)
        return rows

    def _rows(self, texts: Sequence[str], most: int, device: torch.device) -> NDArray[np.float32]:
        """Return a row per text, computed at once."""
        tokens = self.tokens(texts, most=most)
        groups = [{k: v.to(device) for k, v in group.items()} for group in tokens.groups]
        rows: NDArray[np.float32] = self(groups, tokens.order.to(device)).float().cpu().numpy()
        return rows

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract), as the engine would: (papers, dimension)."""
        return _unit(self.encode([self.paper_text(*paper) for paper in papers])).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text, as the engine would: (texts, dimension)."""
        return _unit(self.encode([self.query_text(text) for text in texts]))

    def save(self, folder: Path, *, name: str, recipe: str, description: str = "") -> Manifest:
        """Write weights, tokenizer and manifest: what ``cocite models add`` takes.

        LoRA's matrices are added to the weights they belong to, in a copy; see
        ``training.models.tuning``.
        """
        folder.mkdir(parents=True, exist_ok=True)
        merged(self.transformer).save_pretrained(folder)
        self.model.tokenizer.save_pretrained(folder)
        manifest = self.manifest.model_copy(
            update={
                "name": name,
                "recipe": recipe,
                "description": description,
                "base": self.manifest.name,
                "package": "",
                "adapters": {},
                "weights_sha256": weights_sha256(folder),
                "scores": {},
            }
        )
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        describe(folder, manifest)
        return manifest

    def save_adapter(
        self, folder: Path, *, side: Side, name: str, recipe: str, rank: int
    ) -> Manifest:
        """Write what was trained as an adapter for one side: what ``cocite models add`` takes.

        Where all weights were trained, their changes are reduced to ``rank``; where training began
        with an adapter, both changes together to the ranks of both, as far as ``_MOST_RANK``; what
        that adapter has in four bits stays as it is, and what is reduced comes on top. The
        other side stays as it was, with its adapter if it has one; the base's files are copied
        beside it unless an installed package holds them.
        """
        folder.mkdir(parents=True, exist_ok=True)
        package = self.manifest.package if self._in_package(folder) else ""
        if not package:
            copy_files(self.source, self.manifest, folder)
        file = f"{side}.safetensors"
        write_adapter(folder / file, self._changes(rank))
        adapter = AdapterFile(file=file, sha256=file_sha256(folder / file))
        adapters = {use: of for use, of in self.manifest.adapters.items() if use != side}
        for of in adapters.values():
            shutil.copyfile(self.source / of.file, folder / of.file)
        manifest = self.manifest.model_copy(
            update={
                "name": name,
                "recipe": recipe,
                "description": "",
                "base": self.manifest.name,
                "package": package,
                "adapters": {**adapters, side: adapter},
                "scores": {},
            }
        )
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        return manifest

    def _changes(self, rank: int) -> dict[str, Tensor]:
        if self._adapter is None:
            return differences(self.transformer, self._base, rank=rank)
        start = read_adapter(self.source / self._adapter.file)
        whole = select_four_bits(start)
        before = self._base()
        with torch.no_grad():
            weights = dict(before.named_parameters())
            for name, weight in summed(whole, weights).items():
                weights[name].copy_(weight)
        rank = min(find_rank(start) + rank, _MOST_RANK)
        return {**whole, **all_differences(self.transformer, before, rank=rank)}

    def _base(self) -> PreTrainedModel:
        """Load the weights that all adapters are added to."""
        bare = self.manifest.model_copy(update={"adapters": {}})
        return TextEncoder(self.source, bare).transformer

    def _in_package(self, folder: Path) -> bool:
        """Tell whether the base's weights would be found without a copy in the new folder."""
        try:
            home = weights_folder(folder, self.manifest)
        except ModelError:  # the base has weights of its own beside the name of a package
            return False
        return home != folder and weights_sha256(home) == self.manifest.weights_sha256


def load_encoder(
    base: str,
    *,
    max_tokens: int = 0,
    pooling: Literal["", "cls", "mean"] = "",
    queries: bool = False,
) -> TextEncoder:
    """Load the encoder that ``base`` names: a model on the person's shelf, or a folder.

    ``max_tokens`` and ``pooling`` are those of the base where they are 0 and "". With ``queries``
    it may have an adapter for queries, see ``TextEncoder.read_queries``.

    Raises:
        UsageError: there is no such model.
        ModelError: it is incomplete, damaged or no ordinary encoder.
    """
    model = Shelf(data_folder() / "models").get(base)
    if model.manifest.kind != "encoder":
        raise ModelError(
            "The model “{model}” is not an ordinary encoder, so training cannot start from it.",
            model=model.manifest.name,
            remedy="Set base to the encoder it was made from, or leave it out.",
        )
    manifest = model.manifest.model_copy(update={"pooling": pooling or model.manifest.pooling})
    return TextEncoder(model.folder, manifest, max_tokens=max_tokens, queries=queries)


def _refuse_adapters(manifest: Manifest, *, queries: bool) -> None:
    if queries or manifest.adapters.get("queries") == manifest.adapters.get("papers"):
        return
    raise ModelError(
        "The model “{model}” reads queries and papers differently, so training of both cannot "
        "start from it.",
        model=manifest.name,
        remedy="Set base to the model it was made from.",
    )


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = rows / np.maximum(lengths, 1e-12)
    return unit
