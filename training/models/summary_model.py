"""A causal language model that continues texts, with the same result each time.

Tokens are drawn from the nucleus by inverting its distribution at one number in [0, 1) a token.
The numbers come from outside, so a draw depends on seed, paper, prompt and continuation and not
on what else is in the batch, but for the last digits of the probabilities: padding changes them,
so batches of the same papers are what repeats exactly.

A paper's text is read once, and so is each prompt behind it. The continuations are branches of
one sequence: a mask lets each of them see the text, its own prompt and its own tokens. A branch
whose sentence is over leaves the batch.
"""

from __future__ import annotations

import importlib.util
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import (
    AttentionInterface,
    AttentionMaskInterface,
    AutoModelForCausalLM,
    AutoTokenizer,
    BitsAndBytesConfig,
    PreTrainedModel,
)
from transformers.cache_utils import DynamicCache
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import sdpa_mask
from transformers.utils.import_utils import is_gguf_available
from transformers.utils.logging import disable_progress_bar

from core.base.errors import ModelError, UsageError
from core.manuscript.text.sentences import split_sentences
from core.models.devices import best_device, free_bytes, has_bfloat16
from training.models.protocols import Sampling

_MOST_TOKENS = 1024
"""Tokens of a title and abstract that are read; hardly one has more."""
_LIKELIEST = 512
"""Tokens that nearly every nucleus fits into; to sort all takes ten times longer."""
_ROOM = 2 << 30
"""Bytes of a graphics card that a batch needs beside the weights."""
_GROUPED = "cocite-groups"
_BELOW_ONE = 1 - 1e-6
_SENTENCE_END = re.compile(r"[.!?\n]")
_LONG = 300
"""Tokens of a branch that hides the text from models with windows, which have up to 256."""
_TOLERANCE, _TOLERANCE_IN_HALVES = 0.001, 0.05
"""By how much a branch's scores may differ from those of the same text read alone, in float32 (by
rounding it is a millionth) and in less."""
_DAMAGED = (OSError, ValueError, LookupError, ImportError, RuntimeError, struct.error)
"""What transformers raises where a model is damaged, or of a kind that it does not know."""


class SummaryModel:
    """A causal language model in a folder or a GGUF file, in its eval mode."""

    def __init__(self, path: Path, *, device: str = "", sampling: Sampling | None = None) -> None:
        """Load the model: safetensors or GGUF, nothing from the network, no code from the folder.

        Raises:
            UsageError: there is no such folder or file, or the package gguf is missing, or
                bitsandbytes where the weights do not fit the graphics card.
            ModelError: it holds no causal language model, or none that can be loaded.
        """
        if not (path.is_dir() or _is_gguf(path)):
            raise UsageError(
                "There is no model folder or GGUF file “{path}”.",
                path=path,
                remedy="Name another one.",
            )
        self.sampling = sampling or Sampling()
        self.device = device or best_device()
        half = has_bfloat16(self.device) and self.device != "cpu"
        dtype = torch.bfloat16 if half else torch.float32
        packing = _packing(path, self.device, dtype)
        self.tokenizer, model = _loaded(path, dtype, packing)
        self.model: PreTrainedModel = model.train(mode=False)
        if not packing:
            self.model.to(self.device)
        ends = getattr(self.model.generation_config, "eos_token_id", None)
        ends = self.tokenizer.eos_token_id if ends is None else ends
        self._ends = set(ends if isinstance(ends, list) else [ends])
        if self.model.config._attn_implementation == "sdpa":  # noqa: SLF001 - no other way to ask
            self.model.set_attn_implementation(_GROUPED)
        self._check_branches(path.name)

    @torch.inference_mode()
    def continuations(
        self, texts: Sequence[str], prompts: Sequence[str], draws: NDArray[np.float32]
    ) -> list[list[list[str]]]:
        """Return how the model goes on after each text and prompt: [text][prompt][continuation].

        Each ends with the first words of a second sentence, or where the model or ``draws`` end.

        Args:
            texts: what comes before the prompts.
            prompts: each is put behind each text, after a space.
            draws: (texts, prompts, continuations, tokens) numbers in [0, 1).
        """
        count, most = draws.shape[2:]
        prompt_ids = [self._prompt(prompt) for prompt in prompts]
        ids, mask = self._padded(texts, room=max(map(len, prompt_ids)) + most)
        branches = _Branches(self.model, ids, mask)
        scores = branches.read_prompts(prompt_ids, count).repeat_interleave(count, 1)
        chosen = torch.from_numpy(draws.reshape(len(texts), -1, most)).to(self.device)
        spoken = [[list[int]() for _ in range(scores.shape[1])] for _ in texts]
        live = torch.ones(scores.shape[:2], dtype=torch.bool, device=self.device)
        for step in range(most):
            rows = live.nonzero()
            tokens = torch.zeros_like(live, dtype=torch.long)
            new_tokens = draw_tokens(scores[live], chosen[*rows.T, step], self.sampling)
            tokens[live] = new_tokens
            for (text, branch), token in zip(rows.tolist(), new_tokens.tolist(), strict=True):
                own = spoken[text][branch]
                if token not in self._ends:
                    own.append(token)
                if token in self._ends or self._is_over(own):
                    live[text, branch] = False
            if not live.any() or step == most - 1:
                break
            scores = branches.read_tokens(tokens, live)
        rows_of_texts = [
            self.tokenizer.batch_decode(own, skip_special_tokens=True) for own in spoken
        ]
        return [[row[at : at + count] for at in range(0, len(row), count)] for row in rows_of_texts]

    def _is_over(self, tokens: list[int]) -> bool:
        """Tell whether a line is over, or a word of a second sentence: only the first is used."""
        text = self.tokenizer.decode(tokens, skip_special_tokens=True).lstrip()
        if not _SENTENCE_END.search(text):
            return False
        sentences = split_sentences(text)
        return "\n" in text or (len(sentences) > 1 and len(" ".join(sentences[1:]).split()) > 1)

    @torch.inference_mode()
    def _check_branches(self, name: str) -> None:
        """Refuse a model that does not heed mask and positions: it would mix branches.

        Recurrent ones do not, nor those that count how far back a token is in the sequence, where
        other branches lie between: so there is a long one.
        """
        least = min(_context_lengths(self.model), default=_LONG)
        texts, long = [[3, 5, 4, 6, 3, 4], [4, 3]], max(1, min(_LONG, least - 8))
        prompts = [[2 + at % 5 for at in range(long)], [5, 3, 2]]
        problem: Exception | None = None
        try:
            alone = torch.stack(
                [
                    torch.stack([self._scores([*text, *prompt, 3]) for prompt in prompts])
                    for text in texts
                ]
            )
            ids, mask = self._padded_rows(texts)
            branches = _Branches(self.model, ids, mask)
            branches.read_prompts(prompts, 1)
            tokens = torch.full((2, 2), 3, device=self.device)
            together = branches.read_tokens(tokens, torch.ones_like(tokens, dtype=torch.bool))
        except _DAMAGED as error:
            problem = error
        else:
            unit = alone.float().std() + 1e-6
            is_exact = self.model.dtype == torch.float32
            tolerance = _TOLERANCE if is_exact else _TOLERANCE_IN_HALVES
            if (together.float() - alone.float()).abs().mean() <= tolerance * unit:
                return
        raise ModelError(
            "“{model}” cannot write several summaries at a time.",
            model=name,
            remedy="Use another model, or let a program on this computer serve it.",
        ) from problem

    def _scores(self, tokens: list[int]) -> Tensor:
        """Return the scores of the token after others."""
        logits: Tensor = self.model(input_ids=torch.tensor([tokens], device=self.device)).logits
        return logits[0, -1]

    def _padded(self, texts: Sequence[str], *, room: int) -> tuple[Tensor, Tensor]:
        """Return tokens padded on the left, and which of them are none: twice (texts, tokens)."""
        positions = min(_context_lengths(self.model), default=_MOST_TOKENS + room)
        most = min(_MOST_TOKENS, positions - room)
        if most < 1:
            raise ModelError(
                "The language model takes {positions} tokens, too few for a prompt and summary.",
                positions=positions,
                remedy="Use a model with a longer context.",
            )
        rows = self.tokenizer(list(texts), truncation=True, max_length=most)["input_ids"]
        return self._padded_rows(rows)

    def _padded_rows(self, rows: Sequence[list[int]]) -> tuple[Tensor, Tensor]:
        longest = max(map(len, rows))
        ids = torch.tensor([[0] * (longest - len(row)) + row for row in rows])  # 0: any token
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
        return ids.to(self.device), mask.to(self.device)

    def _prompt(self, prompt: str) -> list[int]:
        ids: list[int] = self.tokenizer(f" {prompt}", add_special_tokens=False)["input_ids"]
        return ids


def _is_gguf(path: Path) -> bool:
    return path.suffix == ".gguf" and path.is_file()


def _packing(path: Path, device: str, dtype: torch.dtype) -> dict[str, Any]:
    """Return how to load a folder's weights in 4 bits, or {} where they fit the graphics card."""
    if not device.startswith("cuda") or not path.is_dir():
        return {}
    needed = sum(file.stat().st_size for file in path.glob("*.safetensors")) + _ROOM
    free = free_bytes(torch.device(device))
    if needed <= free:
        return {}
    if importlib.util.find_spec("bitsandbytes") is None:
        raise UsageError(
            "“{path}” needs {needed} GB of memory on the graphics card, which has {free} GB free.",
            path=path.name,
            needed=f"{needed / 1e9:.1f}",
            free=f"{free / 1e9:.1f}",
            remedy="Install bitsandbytes to load it in 4 bits, or use a smaller model.",
        )
    four_bits: Any = BitsAndBytesConfig  # Any: it has no types
    config = four_bits(load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=dtype)
    return {"quantization_config": config, "device_map": {"": device}}


def _loaded(path: Path, dtype: torch.dtype, packing: dict[str, Any]) -> tuple[Any, PreTrainedModel]:
    """Return tokenizer and model; Any, as a tokenizer may be of many classes."""
    disable_progress_bar()  # type: ignore[no-untyped-call]
    automatic: Any = AutoModelForCausalLM  # Any: what it returns depends on what it is asked
    is_file = _is_gguf(path)
    if is_file and not is_gguf_available():
        raise UsageError(
            "“{path}” cannot be read, because the package gguf is not installed.",
            path=path.name,
            remedy="Install it (pip install 'cocite[gguf]').",
        )
    folder, place = (path.parent, {"gguf_file": path.name}) if is_file else (path, {})
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, **place)
        model, report = automatic.from_pretrained(
            folder,
            local_files_only=True,
            use_safetensors=True,
            dtype=dtype,
            output_loading_info=True,
            **place,
            **packing,
        )
        if report["missing_keys"]:  # an encoder would be given a random head
            raise ValueError("its files lack weights that such a model has")
    except _DAMAGED as error:
        first = str(error).strip().partition("\n")[0]
        raise ModelError(
            "“{path}” could not be loaded as a causal language model: {first}",
            path=path.name,
            first=first,
            remedy="Name a folder as Hugging Face writes them, or a GGUF file, with such a model.",
        ) from error
    return tokenizer, cast("PreTrainedModel", model)


def _context_lengths(model: PreTrainedModel) -> list[int]:
    """Return how many tokens the model can read, and how far its layers look back if less."""
    positions = getattr(model.config, "max_position_embeddings", None)
    layers = DynamicCache(config=model.config).layers
    windows = [getattr(layer, "sliding_window", None) for layer in layers]
    return [length for length in (positions, *windows) if length]


def draw_tokens(scores: Tensor, draws: Tensor, sampling: Sampling) -> Tensor:
    """Return for each row the token at which its nucleus, by token number, reaches its draw.

    Args:
        scores: (rows, tokens) before softmax.
        draws: (rows,) numbers in [0, 1).
        sampling: temperature and size of the nucleus.
    """
    chances = (scores.float() / sampling.temperature).softmax(-1)
    top, ids = chances.topk(min(_LIKELIEST, chances.shape[1]))
    tokens = _invert(top, ids, draws, sampling.top_p)
    wide = top.sum(-1) < sampling.top_p
    if wide.any():  # all tokens below this chance have together less than what is left out
        least = (1 - sampling.top_p) / chances.shape[1]
        most = int((chances[wide] >= least).sum(-1).max())
        tokens[wide] = _invert(*chances[wide].topk(most), draws[wide], sampling.top_p)
    return tokens


def _invert(top: Tensor, ids: Tensor, draws: Tensor, top_p: float) -> Tensor:
    """Return where the distribution of the likeliest tokens, in descending order, is reached."""
    nucleus = top.where(top.cumsum(-1) - top < top_p, 0)
    ids, order = ids.sort(dim=-1)
    reached = nucleus.gather(1, order).cumsum(-1)
    sought = draws.clamp(max=_BELOW_ONE)[:, None] * reached[:, -1:]
    return ids.gather(1, torch.searchsorted(reached, sought, right=True))[:, 0]


def _attend_by_groups(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    **options: Any,  # noqa: ANN401 - of transformers
) -> tuple[Tensor, None]:
    """Attend with the heads that share keys as more rows of one, so that no key is copied."""
    heads, rows = query.shape[1:3]
    groups = heads // key.shape[1]
    is_biased = options.get("position_bias") is not None
    if groups == 1 or is_biased or attention_mask is None or attention_mask.shape[1] > 1:
        output, _ = sdpa_attention_forward(module, query, key, value, attention_mask, **options)
        return output, None
    folded = query.reshape(len(query), key.shape[1], groups * rows, -1)
    mask = attention_mask.repeat(1, 1, groups, 1)
    output, _ = sdpa_attention_forward(torch.nn.Module(), folded, key, value, mask, **options)
    return output.transpose(1, 2).reshape(len(query), heads, rows, -1).transpose(1, 2), None


AttentionInterface.register(_GROUPED, _attend_by_groups)
AttentionMaskInterface.register(_GROUPED, sdpa_mask)


class _Branches:
    """Texts of a batch with branches: all tokens of a text and its branches are one sequence."""

    def __init__(self, model: PreTrainedModel, ids: Tensor, mask: Tensor) -> None:
        """Read the texts, (texts, tokens), padded on the left."""
        self._model, self._cache = model, DynamicCache()
        self._texts = torch.arange(len(ids), device=ids.device)
        self._sees = mask.bool()[:, None]  # (texts in the cache, branches, tokens)
        self._positions = mask.sum(1)[:, None]  # (texts in the cache, branches), of the next token
        model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=(mask.cumsum(1) - 1).clamp(min=0),
            past_key_values=self._cache,
            use_cache=True,
            logits_to_keep=1,
        )

    def read_prompts(self, prompts: Sequence[Sequence[int]], count: int) -> Tensor:
        """Read all prompts behind each text, and begin ``count`` branches behind each of them.

        Returns:
            The scores of the tokens after them: (texts, prompts, tokens).
        """
        device, texts = self._sees.device, len(self._texts)
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=device)
        owners = torch.arange(len(prompts), device=device).repeat_interleave(lengths)
        places = torch.cat([torch.arange(len(prompt), device=device) for prompt in prompts])
        ids = torch.tensor([token for prompt in prompts for token in prompt], device=device)
        is_own = owners[:, None] == owners
        before = self._sees.expand(-1, len(ids), -1)
        earlier = (is_own & (places[:, None] >= places)).expand(texts, -1, -1)
        scores = self._forward(
            ids.expand(texts, -1),
            torch.cat([before, earlier], 2),
            self._positions + places,
            lengths.cumsum(0) - 1,
        )
        branches = torch.arange(len(prompts), device=device).repeat_interleave(count)
        own = (branches[:, None] == owners).expand(texts, -1, -1)
        self._sees = torch.cat([self._sees.expand(-1, len(branches), -1), own], 2)
        self._positions = self._positions + lengths[branches]
        return scores

    def read_tokens(self, tokens: Tensor, live: Tensor) -> Tensor:
        """Read a token of each live branch, and return the scores of the next: (texts, branches).

        Texts and branches that are over are left out; their scores are 0.
        """
        going = live[self._texts].any(1)
        if not going.all():
            self._cache.batch_select_indices(going.nonzero()[:, 0])
            self._texts, self._sees = self._texts[going], self._sees[going]
            self._positions = self._positions[going]
        is_live = live[self._texts]
        width = int(is_live.sum(1).max())
        slots = (~is_live).int().argsort(dim=1, stable=True)[:, :width]  # live branches first
        used = is_live.gather(1, slots)
        new = torch.zeros((*is_live.shape, width), dtype=torch.bool, device=live.device)
        new.scatter_(1, slots[:, None], used[:, None])  # an unused slot is seen by no branch
        self._sees = torch.cat([self._sees, new], 2)
        scores = self._forward(
            tokens[self._texts].gather(1, slots),
            self._sees.gather(1, slots[:, :, None].expand(-1, -1, self._sees.shape[2])),
            self._positions.gather(1, slots),
        )
        self._positions = self._positions + is_live.int()
        every = scores.new_zeros((*live.shape, scores.shape[2]))
        every[live] = scores[used]
        return every

    def _forward(
        self, ids: Tensor, sees: Tensor, positions: Tensor, keep: Tensor | int = 0
    ) -> Tensor:
        dtype = self._model.dtype
        mask = torch.zeros(sees.shape, dtype=dtype, device=sees.device)
        mask.masked_fill_(~sees, torch.finfo(dtype).min)
        logits: Tensor = self._model(
            input_ids=ids,
            attention_mask=mask[:, None],
            position_ids=positions,
            past_key_values=self._cache,
            use_cache=True,
            logits_to_keep=keep,
        ).logits
        return logits
