"""What a model says of itself, and whether its folder holds what it needs.

A model is a folder with ``config.json``, ``tokenizer.json`` and ``model.safetensors`` as Hugging
Face writes them, and Cocite's ``manifest.json``. A folder without a manifest gets one from what
else it says: the pooling of sentence-transformers' ``1_Pooling``, else CLS and "title [SEP]
abstract" as in SPECTER and SciNCL. Weights are safetensors; nothing else is ever loaded.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ModelError

WEIGHTS, CONFIG, TOKENIZER = "model.safetensors", "config.json", "tokenizer.json"
MANIFEST = "manifest.json"
_DEFAULT_MAX_TOKENS = 512
_EMBEDDINGS = ("word_embeddings.weight", "tok_embeddings.weight")
_MOST_HEADER_BYTES = 100_000_000  # as safetensors has it


Kind = Literal["encoder", "hierarchical", "reranker"]
"""An ordinary encoder; sentence and document encoders (MP-BERT4CR); a cross-encoder."""


class Manifest(BaseModel):
    """How to turn a paper into this model's vector, and where the model comes from.

    A reranker gives ``query_tokens`` of its ``max_tokens`` to the query, the rest to the paper.
    ``scores`` were measured on papers held out from its training.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    kind: Kind = "encoder"
    description: str = ""
    recipe: str = "unknown"
    base: str = ""
    package: str = ""
    weights_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    pooling: Literal["cls", "mean"]
    separator: str = " [SEP] "
    max_tokens: int = Field(ge=8, le=8192)
    query_tokens: int = Field(default=0, ge=0, le=8192)
    dimension: int = Field(ge=1, le=16384)
    licence: str = ""
    scores: dict[str, float] = {}

    @property
    def fingerprint(self) -> str:
        """Name everything a paper's vector depends on; vectors of equal fingerprint may mix."""
        parts = (self.weights_sha256, self.pooling, self.separator, self.max_tokens)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def paper_text(self, title: str, abstract: str, *, sep_token: str) -> str:
        """Return the text that stands for a paper, "[SEP]" being the tokenizer's own token."""
        if not abstract:
            return title
        return f"{title}{self.separator.replace('[SEP]', sep_token)}{abstract}"


def read_manifest(folder: Path) -> Manifest:
    """Read a model folder's manifest, or make one from what else the folder says.

    Raises:
        ModelError: a file is missing, or manifest and files disagree.
    """
    if not folder.is_dir():
        raise ModelError(f"There is no model folder “{folder}”.")
    for name in (CONFIG, TOKENIZER, WEIGHTS):
        if not (folder / name).is_file():
            raise ModelError(f"The model folder “{folder.name}” lacks {name}.")
    dimension = _hidden_size(folder)
    if (folder / MANIFEST).is_file():
        manifest = parse_manifest((folder / MANIFEST).read_text("utf-8"), where=folder.name)
    else:
        manifest = _derived(folder, dimension)
    if manifest.dimension != dimension:
        raise ModelError(
            f"The model “{manifest.name}” says {manifest.dimension} dimensions, "
            f"but its {CONFIG} says {dimension}."
        )
    return manifest


def parse_manifest(text: str, *, where: str) -> Manifest:
    """Read a manifest's JSON; ``where`` names the model in the error."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or MANIFEST
        message = f"The manifest of the model “{where}” is wrong at “{place}”: {first['msg']}."
        raise ModelError(message) from error


def check_weights(folder: Path, manifest: Manifest) -> None:
    """Compare the weights with the manifest's sha256 (about 0.1 s for 90 MB) and dimension.

    Raises:
        ModelError: the file is damaged, another one, or of another dimension.
    """
    if weights_sha256(folder) != manifest.weights_sha256:
        raise ModelError(
            f"The weights of the model “{manifest.name}” are damaged: "
            "they do not match the checksum in its manifest."
        )
    stored = _embedding_size(folder)
    expected = _json(folder, CONFIG).get("embedding_size") or manifest.dimension
    if stored not in (None, expected):
        raise ModelError(
            f"The weights of the model “{manifest.name}” have {stored} dimensions, "
            f"but its {CONFIG} says {expected}."
        )


def weights_sha256(folder: Path) -> str:
    """Return the checksum of a model folder's weights, in hexadecimal digits."""
    with (folder / WEIGHTS).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _embedding_size(folder: Path) -> int | None:
    """Return the length of the word embeddings among the weights, if they have a usual name."""
    try:
        with (folder / WEIGHTS).open("rb") as file:
            length = min(int.from_bytes(file.read(8), "little"), _MOST_HEADER_BYTES)
            tensors = json.loads(file.read(length))
    except ValueError as error:
        message = f"The weights of the model “{folder.name}” are no safetensors."
        raise ModelError(message) from error
    sizes = [about["shape"][-1] for name, about in tensors.items() if name.endswith(_EMBEDDINGS)]
    return int(sizes[0]) if sizes else None


def _hidden_size(folder: Path) -> int:
    config = _json(folder, CONFIG)
    size = config.get("hidden_size") or config.get("dim")
    if not isinstance(size, int):
        raise ModelError(f"The {CONFIG} of the model “{folder.name}” gives no hidden size.")
    return size


def _derived(folder: Path, dimension: int) -> Manifest:
    mean = (folder / "1_Pooling" / CONFIG).is_file() and _json(folder, f"1_Pooling/{CONFIG}").get(
        "pooling_mode_mean_tokens"
    )
    limit = _DEFAULT_MAX_TOKENS
    if (folder / "sentence_bert_config.json").is_file():
        limit = _json(folder, "sentence_bert_config.json").get("max_seq_length") or limit
    positions = _json(folder, CONFIG).get("max_position_embeddings", limit)
    return Manifest(
        name="".join(c if c.isalnum() or c in "._-" else "-" for c in folder.name).strip("-._"),
        base=folder.name,
        weights_sha256=weights_sha256(folder),
        pooling="mean" if mean else "cls",
        separator=". " if mean else " [SEP] ",
        max_tokens=min(limit, positions),
        dimension=dimension,
    )


def _json(folder: Path, name: str) -> dict[str, int]:
    try:
        content = json.loads((folder / name).read_text("utf-8"))
    except ValueError as error:
        raise ModelError(f"{name} of the model “{folder.name}” is no valid JSON.") from error
    if not isinstance(content, dict):
        raise ModelError(f"{name} of the model “{folder.name}” is no JSON object.")
    return content
