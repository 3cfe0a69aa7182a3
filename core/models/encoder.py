"""Text → unit vectors, by BERT as it stands in ``core.models.bert`` or by sentence-transformers.

torch is imported when an encoder is made, not when this module is.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, cast, get_args

import numpy as np
from numpy.typing import NDArray

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.models.devices import (
    best_device,
    has_bfloat16,
    is_out_of_memory,
    open_model,
    warn_of_failure,
)
from core.models.manifest import Manifest, check_weights, hidden_size, read_manifest, weights_folder
from core.models.modules import Side

if TYPE_CHECKING:
    import torch
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger(__name__)

Precision = Literal["auto", "float32", "bfloat16", "int8"]
PRECISION = "COCITE_PRECISION"
"""The variable of the environment that says what "auto" is, where it is set."""
_Rows = Callable[[list[str]], "torch.Tensor"]
"""A batch of texts → their rows, which need not have unit length."""
BATCH, BATCH_ON_GPU = 32, 256
"""Texts encoded at once; a question waits for one batch of papers."""
_LEAST_SHARE = 0.75
"""Letters of the shortest text of a batch on a CPU, as a share of those of the longest."""


class Encoder(Protocol):
    """Whatever turns texts into vectors: the model itself, or a process that holds it."""

    @property
    def manifest(self) -> Manifest:
        """What the model says of itself."""

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""


class SentenceEncoder:
    """A model in this process; the same calls from any thread.

    Rows have unit length, so an inner product is the cosine. Texts of a batch are about equally
    long, so that a short text does not pay for a long one.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest | None = None,
        *,
        device: str | None = None,
        precision: Precision = "auto",
    ) -> None:
        """Check the folder and load the model; ``device`` "cuda", "mps" or "cpu" is found out.

        Where the device fails, the CPU is used, and ``device`` says so.

        Raises:
            ModelError: the folder is incomplete, damaged, or of another dimension.
        """
        self.manifest = manifest or read_manifest(folder)
        check_weights(folder, self.manifest)
        opened = _plain_sides if is_plain(folder, self.manifest) else _sides
        self._open: Callable[[str], tuple[_Rows, _Rows, str, Precision]] = lambda device: opened(
            folder, self.manifest, device, precision
        )
        sides, self.device = open_model(device or best_device(), self._open)
        self._papers, self._queries, self._sep_token, self.precision = sides
        # Tokenizers keep their settings in themselves, and both sides share one. A question waits
        # for one batch of papers.
        self._one_batch = threading.Lock()

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        texts = [
            self.manifest.paper_text(title, abstract, sep_token=self._sep_token)
            for title, abstract in papers
        ]
        return self._encode("papers", texts).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        return self._encode("queries", [self.manifest.query_text(text) for text in texts])

    def _encode(self, side: Side, texts: list[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.manifest.dimension), np.float32)
        # A GPU still computes a batch while the texts of the next are read.
        rows_to_copy: list[tuple[list[int], torch.Tensor]] = []
        for chosen in _cut_into_batches(texts, is_cpu=self.device == "cpu"):
            with self._one_batch:
                rows = self._rows(side, [encodable(texts[row]) for row in chosen])
            self._copy_rows(rows_to_copy, vectors)
            rows_to_copy.append((chosen, rows))
        self._copy_rows(rows_to_copy, vectors)
        # Normalised here: in bfloat16 the lengths would be off by up to 0.4 %.
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def _copy_rows(
        self, batches: list[tuple[list[int], torch.Tensor]], vectors: NDArray[np.float32]
    ) -> None:
        """Move rows from the device into the array, and forget them there."""
        for chosen, rows in batches:
            vectors[chosen] = rows[:, : self.manifest.dimension].float().cpu().numpy()
        batches.clear()

    def _rows(self, side: Side, texts: list[str]) -> torch.Tensor:
        """Encode a batch; fewer texts at once while memory is short, on the CPU if a GPU fails."""
        try:
            return (self._papers if side == "papers" else self._queries)(texts)
        except RuntimeError as error:
            if self.device == "cpu":
                raise
            splits = is_out_of_memory(error) and len(texts) > 1
            warn_of_failure(self.device, error)
        # Only here are the tensors free that the error's traceback held.
        if not splits:
            self._papers, self._queries, self._sep_token, self.precision = self._open("cpu")
            self.device = "cpu"
            return self._rows(side, texts)
        import torch

        middle = len(texts) // 2
        halves = [self._rows(side, part) for part in (texts[:middle], texts[middle:])]
        return torch.cat([half.float().cpu() for half in halves])


def _cut_into_batches(texts: Sequence[str], *, is_cpu: bool) -> Iterator[list[int]]:
    """Yield the rows of each batch, the longest texts first.

    A CPU takes as long for the padding of a short text as for its words, so it gets fewer at once
    where they differ in length: a quarter less time for the sentences of a manuscript.
    """
    size, shortest = (BATCH, _LEAST_SHARE) if is_cpu else (BATCH_ON_GPU, 0.0)
    batch: list[int] = []
    for row in sorted(range(len(texts)), key=lambda row: -len(texts[row])):
        is_full = len(batch) == size
        if batch and (is_full or len(texts[row]) < shortest * len(texts[batch[0]])):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def usable_precision(precision: Precision, device: str) -> Literal["float32", "bfloat16"]:
    """Return the precision asked for; "auto" is bfloat16 where the device has it built in.

    8-bit integers are for plain BERT alone; for anything else they are "auto".
    """
    match read_wish(precision):
        case "float32" | "bfloat16" as usable:
            return usable
        case _:
            return "bfloat16" if has_bfloat16(device) else "float32"


def read_wish(precision: Precision) -> Precision:
    """Return the precision asked for, where that is "auto" by the environment."""
    environment_value = os.environ.get(PRECISION, "") if precision == "auto" else ""
    return (
        cast("Precision", environment_value)
        if environment_value in ("float32", "bfloat16", "int8")
        else precision
    )


def _dtype(precision: Precision) -> torch.dtype:
    import torch

    return torch.bfloat16 if precision == "bfloat16" else torch.float32


def is_plain(folder: Path, manifest: Manifest) -> bool:
    """Tell whether an encoder is a BERT that is loaded without transformers."""
    from core.models.bert import is_plain_bert

    pooled = manifest.pooling in ("cls", "mean")
    return pooled and is_plain_bert(weights_folder(folder, manifest))


def _plain_sides(
    folder: Path, manifest: Manifest, device: str, precision: Precision
) -> tuple[_Rows, _Rows, str, Precision]:
    """Return what encodes papers, what encodes queries, the token between title and abstract.

    And the precision. Without transformers; ``_sides`` is for every other model.
    """
    from core.models.adapters import read_adapter
    from core.models.bert import Bert, open_sides
    from core.models.choosing import Choice

    adapters_by_file = {
        of.file: read_adapter(folder / of.file) for of in manifest.adapters.values()
    }
    sides: tuple[Side, ...] = get_args(Side)
    files = {side: manifest.adapters.get(side) for side in sides}
    adapters = {side: adapters_by_file[of.file] for side, of in files.items() if of is not None}
    home = weights_folder(folder, manifest)

    def opened(usable: Precision) -> tuple[Bert, Bert]:
        dtype = _dtype(usable)
        return open_sides(home, manifest, adapters, device=device, dtype=dtype)

    wished, usable = read_wish(precision), usable_precision(precision, device)
    choice = Choice(manifest, opened, plain=usable)
    if device != "cpu" or wished not in ("auto", "int8"):
        (papers, queries), used = opened(usable), cast("Precision", usable)
    elif wished == "int8":
        (papers, queries), used = choice.quantised(), "int8"
    else:
        (papers, queries), used = choice.sides()
    logger.info("Loaded %s on %s in %s", manifest.name, device, used)
    return papers, queries, papers.sep_token, used


def _sides(
    folder: Path, manifest: Manifest, device: str, precision: Precision
) -> tuple[_Rows, _Rows, str, Precision]:
    precision = usable_precision(precision, device)
    base = load_model(folder, manifest, device=device, precision=precision)
    sides = {}
    if manifest.adapters:
        from core.models.adapters import adapted, read_adapter

        exact = base
        if precision != "float32":
            exact = load_model(folder, manifest, device="cpu", precision="float32")
        sides = {
            side: adapted(base, read_adapter(folder / adapter.file), exact=exact)
            for side, adapter in manifest.adapters.items()
        }
    papers, queries = (_wrap_model(sides.get(side, base)) for side in ("papers", "queries"))
    return papers, queries, str(base.tokenizer.sep_token or ""), precision


def _wrap_model(model: SentenceTransformer) -> _Rows:
    def rows(texts: list[str]) -> torch.Tensor:
        return model.encode(
            texts, batch_size=len(texts), convert_to_tensor=True, show_progress_bar=False
        )

    return rows


def load_model(
    folder: Path, manifest: Manifest, *, device: str, precision: Precision
) -> SentenceTransformer:
    """Put the model together from its parts, in its eval mode; training starts from the same.

    A folder's own ``modules.json`` may name any class to load: the manifest has what it says.
    Adapters are left out.

    Raises:
        ModelError: the files are no model.
    """
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # type: ignore[no-untyped-call]
    home = weights_folder(folder, manifest)
    try:
        transformer = Transformer(
            str(home),
            model_kwargs={
                "use_safetensors": True,
                "local_files_only": True,
                "dtype": _dtype(precision),
            },
            processor_kwargs={"local_files_only": True},
            config_kwargs={"local_files_only": True, "trust_remote_code": False},
            max_seq_length=manifest.max_tokens,
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelError(
            "The model “{model}” could not be loaded: {reason}",
            model=manifest.name,
            reason=_first_line(error),
        ) from error
    pooling = Pooling(hidden_size(home), pooling_mode=manifest.pooling)
    model = SentenceTransformer(modules=[transformer, pooling], device=device)
    model.eval()
    logger.info("Loaded %s on %s in %s", manifest.name, device, precision)
    return model


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]
