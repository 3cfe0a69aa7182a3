"""Query and paper → the probability that the one cites the other, by a cross-encoder.

The input is [CLS] query [SEP] paper [SEP], and the pooled [CLS] goes through one layer to two
classes (Nogueira et al., 2020). What it says may be added to the likeness of the two texts.
Training and use share the reading of pairs and the scoring.
torch is imported when a model is loaded, not when this module is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.models.devices import best_device, is_out_of_memory, open_model, warn_of_failure
from core.models.encoder import Precision, usable_precision
from core.models.manifest import Manifest, Start, check_weights, read_manifest
from core.models.modules import Pooling
from core.models.pair_reader import PairReader, by_length

if TYPE_CHECKING:
    import torch
    from torch import Tensor
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


# --- how alike a query and a paper are by the network, which reads each by itself -------------
#
# A cross-encoder that begins with an encoder knows nothing of pairs: its classifier is new, and its
# order that of chance. Added to the cosine of its two encodings it begins where the encoder stands,
# and learns what reading both together tells beyond that.


def known_inputs(network: PreTrainedModel, tokens: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the tokens that the network takes, on its device."""
    if getattr(network.config, "type_vocab_size", 0) < 2:
        tokens = {name: rows for name, rows in tokens.items() if name != "token_type_ids"}
    device = network.device
    return {name: rows.to(device) for name, rows in tokens.items()}


def unit_rows(network: PreTrainedModel, tokens: dict[str, Tensor], pooling: Pooling) -> Tensor:
    """Return a row of unit length and float32 for each text: (texts, dimension)."""
    import torch

    inputs = known_inputs(network, tokens)
    base_model: Any = network.base_model
    states = base_model(**inputs).last_hidden_state.float()
    mask = inputs["attention_mask"]
    if pooling == "mean":
        rows = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    else:
        last = mask.sum(1) - 1 if pooling == "lasttoken" else torch.zeros_like(mask[:, 0])
        rows = states[torch.arange(len(states), device=states.device), last]
    return torch.nn.functional.normalize(rows, dim=1)


def log_odds(start: Start, cosines: Tensor) -> Tensor:
    """Return what is added to the log-odds of pairs of these cosines."""
    return start.likeness * (cosines - start.level)


logger = logging.getLogger(__name__)

_Chances = Callable[[Sequence[tuple[str, str]]], NDArray[np.float32]]
"""Pairs of a query and a paper's text → p(the one cites the other): (pairs,)."""
_Opened = tuple[_Chances, Precision]


class Reranker:
    """A cross-encoder in this process."""

    def __init__(
        self,
        folder: Path,
        manifest: Manifest | None = None,
        *,
        device: str | None = None,
        precision: Precision = "auto",
    ) -> None:
        """Check the folder and load the model; ``device`` "cuda", "mps" or "cpu" is found out.

        Raises:
            ModelError: the folder is incomplete, damaged, or holds no reranker.
        """
        self.manifest = manifest or read_manifest(folder)
        check_kind(self.manifest)
        check_weights(folder, self.manifest)
        opened = _adapted if self.manifest.adapters else _own_network
        self._open: Callable[[str], _Opened] = lambda device: opened(
            folder, self.manifest, device, precision
        )
        (self._chances, self.precision), self.device = open_model(
            device or best_device(), self._open
        )
        logger.info("Loaded %s on %s in %s", self.manifest.name, self.device, self.precision)

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query's text cites each (title, abstract): (papers,)."""
        question = encodable(query)
        texts = [self.manifest.paper_text(*paper, sep_token="") for paper in papers]
        return self._score([(question, encodable(text)) for text in texts])

    def _score(self, pairs: list[tuple[str, str]]) -> NDArray[np.float32]:
        """Score pairs; half of them at once while memory is short, on the CPU if a GPU fails."""
        try:
            return self._chances(pairs)
        except RuntimeError as error:
            if self.device == "cpu":
                raise
            splits = is_out_of_memory(error) and len(pairs) > 1
            warn_of_failure(self.device, error)
        if not splits:
            (self._chances, self.precision), self.device = self._open("cpu"), "cpu"
            return self._score(pairs)
        middle = len(pairs) // 2
        return np.concatenate([self._score(pairs[:middle]), self._score(pairs[middle:])])


def _adapted(folder: Path, manifest: Manifest, device: str, precision: Precision) -> _Opened:
    """Open a reranker that is an adapter of a plain BERT, without transformers."""
    from core.models.bert_pairs import BertPairs

    pairs = BertPairs(folder, manifest, device=device, precision=precision)
    return pairs, pairs.precision


def _own_network(folder: Path, manifest: Manifest, device: str, precision: Precision) -> _Opened:
    """Open a reranker with weights of its own, of whatever architecture."""
    import torch

    usable = usable_precision(precision, device)
    network = load_cross_encoder(folder, precision=usable)
    torch.nn.Module.to(network, device)  # the typed one of the two
    reader = PairReader.of(
        load_tokenizer(folder),
        query_tokens=manifest.query_tokens,
        max_tokens=manifest.max_tokens,
    )
    start, pooling = manifest.start, manifest.pooling
    return lambda pairs: probabilities(network, reader, pairs, start, pooling), usable


def check_kind(manifest: Manifest) -> None:
    """Refuse a model that is no reranker.

    Raises:
        ModelError: it is an encoder.
    """
    if manifest.kind != "reranker":
        raise ModelError(
            "The model “{model}” is not a reranker.",
            model=manifest.name,
            remedy="Use a model that the recipe “reranker” has trained.",
        )


def probabilities(
    network: PreTrainedModel,
    reader: PairReader,
    pairs: Sequence[tuple[str, str]],
    start: Start | None = None,
    pooling: Pooling = "cls",
) -> NDArray[np.float32]:
    """Return p(relevant) of each (query, paper text) by a model in its eval mode: (pairs,)."""
    import torch

    with torch.inference_mode():
        rows = reader.tokenize_pairs(pairs)
        logits = by_length(rows, lambda some: class_logits(network, reader.padded(some)).float())
        if start is not None and pairs:
            logits[:, 1] += log_odds(start, cosines(network, reader, pairs, pooling))
        relevant = torch.softmax(logits, dim=1)[:, 1].cpu().numpy()
    scores: NDArray[np.float32] = relevant.copy()  # not a view of both classes
    return scores


def cosines(
    network: PreTrainedModel,
    reader: PairReader,
    pairs: Sequence[tuple[str, str]],
    pooling: Pooling,
) -> Tensor:
    """Return the cosine of each query and paper text, encoded one by one: (pairs,)."""
    parts = reader.parts(pairs)
    rows = by_length(parts.rows, lambda some: unit_rows(network, reader.padded(some), pooling))
    return (rows[parts.queries] * rows[parts.papers]).sum(1)


def class_logits(network: PreTrainedModel, tokens: dict[str, Tensor]) -> Tensor:
    """Return the logits of "not relevant" and "relevant": (pairs, 2)."""
    logits: Tensor = network(**known_inputs(network, tokens)).logits
    return logits


def load_tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    """Load a model folder's tokenizer.

    Raises:
        ModelError: the files are no tokenizer.
    """
    from transformers import AutoTokenizer

    try:
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False
        )
    except (OSError, ValueError, KeyError) as error:
        raise _unloadable(folder, error) from error
    return tokenizer


def load_cross_encoder(
    folder: Path, *, precision: Precision = "float32", new_head: bool = False
) -> PreTrainedModel:
    """Load the network with two classes, on the CPU, in its eval mode.

    ``new_head`` allows a folder without classifier, an encoder to start training from; the
    classifier's weights are then drawn from torch's global generator, which the caller seeds.

    Raises:
        ModelError: the files are no such model, or lack weights.
    """
    import torch
    from transformers import AutoModelForSequenceClassification
    from transformers.utils import logging as reports

    reports.disable_progress_bar()  # type: ignore[no-untyped-call]
    verbosity = reports.get_verbosity()
    reports.set_verbosity_error()  # type: ignore[no-untyped-call]
    try:
        network, loading = AutoModelForSequenceClassification.from_pretrained(
            folder,
            num_labels=2,
            dtype=torch.bfloat16 if precision == "bfloat16" else torch.float32,
            use_safetensors=True,
            local_files_only=True,
            trust_remote_code=False,
            output_loading_info=True,
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise _unloadable(folder, error) from error
    finally:
        reports.set_verbosity(verbosity)
    missing = sorted(key for key in loading["missing_keys"])
    if missing and not new_head:
        raise ModelError(
            "The reranker “{folder}” lacks the weights {missing}.",
            folder=folder.name,
            missing=missing[0],
        )
    loaded: PreTrainedModel = network.eval()
    return _with_exact_head(loaded)


def _with_exact_head(network: PreTrainedModel) -> PreTrainedModel:
    """Let the classifier compute in float32: in bfloat16 many candidates would tie."""
    import torch

    def in_float32(_: torch.nn.Module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        return tuple(rows.float() for rows in inputs)

    if network.dtype == torch.float32:
        return network
    head = network.get_submodule("classifier")
    head.float().register_forward_pre_hook(in_float32)
    return network


def _unloadable(folder: Path, error: Exception) -> ModelError:
    cause = str(error).strip().partition("\n")[0]
    return ModelError(
        "The reranker “{folder}” could not be loaded: {cause}", folder=folder.name, cause=cause
    )
