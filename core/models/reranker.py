"""Query and paper → the probability that the one cites the other, by a cross-encoder.

The input is [CLS] query [SEP] paper [SEP], and the pooled [CLS] goes through one layer to two
classes (Nogueira et al., 2020). What it says may be added to the likeness of the two texts, see
``core.models.likeness``. Training and use share the reading of pairs and the scoring.
torch is imported when a model is loaded, not when this module is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.models.encoder import Precision, best_device, usable_precision
from core.models.likeness import known_inputs, log_odds, unit_rows
from core.models.manifest import Manifest, Start, check_weights, read_manifest
from core.models.modules import Pooling

if TYPE_CHECKING:
    import torch
    from torch import Tensor
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

logger = logging.getLogger(__name__)

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
        self, tokenizer: PreTrainedTokenizerBase, *, query_tokens: int, max_tokens: int
    ) -> None:
        backend = tokenizer.backend_tokenizer
        backend.no_truncation()
        backend.no_padding()
        self._backend = backend
        self._pad_id = int(tokenizer.pad_token_id or 0)
        self._query_room = query_tokens - tokenizer.num_special_tokens_to_add(pair=True) + 1
        self._paper_room = max_tokens - query_tokens - 1
        if min(self._query_room, self._paper_room) < 1:
            raise ModelError(
                "Of {max_tokens} tokens with {query_tokens} for the query, one of the two"
                " texts gets none.",
                max_tokens=max_tokens,
                query_tokens=query_tokens,
                remedy="Give more tokens to the pair, or another share to the query.",
            )

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[Pair]:
        """Return a row of tokens per (query, paper text); a pure function, safe in any process."""
        queries = self._encoded([query for query, _ in pairs], self._query_room)
        papers = self._encoded([paper for _, paper in pairs], self._paper_room)
        rows = (self._backend.post_process(queries[query], papers[paper]) for query, paper in pairs)
        return [Pair(row.ids, row.type_ids) for row in rows]

    def parts(self, pairs: Sequence[tuple[str, str]]) -> Parts:
        """Return queries and papers as an encoder reads them, cut as in a pair."""
        queries = self._encoded([query for query, _ in pairs], self._query_room)
        papers = self._encoded([paper for _, paper in pairs], self._paper_room)
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
        import torch

        self.manifest = manifest or read_manifest(folder)
        check_kind(self.manifest)
        check_weights(folder, self.manifest)
        self.device = device or best_device()
        self.precision = usable_precision(precision, self.device)
        self.network = load_cross_encoder(folder, precision=self.precision)
        torch.nn.Module.to(self.network, self.device)  # the typed one of the two
        self.reader = PairReader(
            load_tokenizer(folder),
            query_tokens=self.manifest.query_tokens,
            max_tokens=self.manifest.max_tokens,
        )
        logger.info("Loaded %s on %s in %s", self.manifest.name, self.device, self.precision)

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query's text cites each (title, abstract): (papers,)."""
        asked = encodable(query)
        texts = [self.manifest.paper_text(*paper, sep_token="") for paper in papers]
        pairs = [(asked, encodable(text)) for text in texts]
        manifest = self.manifest
        return probabilities(self.network, self.reader, pairs, manifest.start, manifest.pooling)


def check_kind(manifest: Manifest) -> None:
    """Refuse a model that is no reranker.

    Raises:
        ModelError: it is an encoder.
    """
    if manifest.kind != "reranker":
        raise ModelError(
            "The model “{model}” is no reranker.",
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
        rows = reader.read(pairs)
        logits = _by_length(rows, lambda some: class_logits(network, reader.padded(some)).float())
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
    rows = _by_length(parts.rows, lambda some: unit_rows(network, reader.padded(some), pooling))
    return (rows[parts.queries] * rows[parts.papers]).sum(1)


def _by_length(rows: Sequence[Pair], read: Callable[[list[Pair]], Tensor]) -> Tensor:
    """Return what is read of each row, in batches of about equal length: (rows, numbers).

    So a short row does not pay for a long one.
    """
    import torch

    order = sorted(range(len(rows)), key=lambda index: -len(rows[index].ids))
    batches = [
        read([rows[index] for index in order[start : start + BATCH]])
        for start in range(0, len(order), BATCH)
    ]
    found = torch.cat(batches) if batches else torch.zeros(0, 2)
    turned = torch.empty_like(found)
    turned[order] = found
    return turned


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
