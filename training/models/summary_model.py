"""A causal language model that continues texts, with the same result each time.

Tokens are drawn from the nucleus by inverting its distribution at one number in [0, 1) a token.
The numbers come from outside, so a draw depends on seed, paper, prompt and continuation and not
on what else is in the batch, but for the last digits of the probabilities: padding changes them,
so batches of the same papers are what repeats exactly.

A paper's text is read once. Its keys and values serve all prompts and continuations: they are
twenty times longer than a prompt.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    GenerationConfig,
    LogitsProcessor,
    LogitsProcessorList,
    PreTrainedModel,
    StoppingCriteria,
    StoppingCriteriaList,
    TemperatureLogitsWarper,
    TopPLogitsWarper,
)
from transformers.cache_utils import DynamicCache
from transformers.utils.import_utils import is_gguf_available
from transformers.utils.logging import disable_progress_bar

from core.base.errors import ModelError, UsageError
from core.manuscript.text.sentences import split_sentences
from core.models.devices import best_device, has_bfloat16

_MOST_TOKENS = 1024
"""Tokens of a title and abstract that are read; hardly one has more."""
_LOOK_EVERY = 8
"""Tokens between two looks whether a continuation's first sentence is over."""
_BELOW_ONE = 1 - 1e-6
_DAMAGED = (OSError, ValueError, LookupError, ImportError, RuntimeError, struct.error)
"""What transformers raises where a model is damaged, or of a kind that it does not know."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How continuations are drawn. The paper does not say; these are usual for base models."""

    temperature: float = 1.0
    top_p: float = 0.95
    tokens: int = 128


class SummaryModel:
    """A causal language model in a folder or a GGUF file, in its eval mode."""

    def __init__(self, path: Path, *, device: str = "", sampling: Sampling | None = None) -> None:
        """Load the model: safetensors or GGUF, nothing from the network, no code from the folder.

        Raises:
            UsageError: there is no such folder or file, or the package gguf is missing.
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
        self.tokenizer, model = _loaded(path, torch.bfloat16 if half else torch.float32)
        self.model: PreTrainedModel = model.to(self.device).eval()  # type: ignore[arg-type]
        self._padding = self._generate_as_asked()

    def _generate_as_asked(self) -> int:
        """Replace what the folder says of sampling, and return the token that fills up."""
        ends = getattr(self.model.generation_config, "eos_token_id", None)
        ends = self.tokenizer.eos_token_id if ends is None else ends
        end = ends[0] if isinstance(ends, list) else ends
        padding = int(self.tokenizer.pad_token_id or end or 0)
        self.model.generation_config = GenerationConfig(  # type: ignore[no-untyped-call]
            do_sample=False,
            max_new_tokens=self.sampling.tokens,
            eos_token_id=ends,
            pad_token_id=padding,
        )
        return padding

    @torch.inference_mode()
    def continuations(
        self, texts: Sequence[str], prompts: Sequence[str], draws: NDArray[np.float32]
    ) -> list[list[list[str]]]:
        """Return how the model goes on after each text and prompt: [text][prompt][continuation].

        Args:
            texts: what comes before the prompts.
            prompts: each is put behind each text, after a space.
            draws: (texts, prompts, continuations, tokens) numbers in [0, 1).
        """
        ids, mask = self._padded(texts, room=self._longest(prompts) + self.sampling.tokens)
        cache = DynamicCache(config=self.model.config)
        self.model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=(mask.cumsum(1) - 1).clamp(min=0),
            past_key_values=cache,
            use_cache=True,
            logits_to_keep=1,
        )
        by_prompt = [
            self._after(prompt, (ids, mask, copy.deepcopy(cache)), draws[:, index])
            for index, prompt in enumerate(prompts)
        ]
        return [list(of_text) for of_text in zip(*by_prompt, strict=True)]

    def _after(
        self,
        prompt: str,
        prompt_state: tuple[Tensor, Tensor, DynamicCache],
        draws: NDArray[np.float32],
    ) -> list[list[str]]:
        """Return the continuations of every text behind one prompt: [text][continuation]."""
        ids, mask, cache = prompt_state
        texts, count = draws.shape[:2]
        cache.batch_repeat_interleave(count)
        prompt_ids = torch.tensor(self._prompt(prompt), device=ids.device)
        prompt_ids = prompt_ids.expand(texts * count, -1)
        before = torch.cat([ids.repeat_interleave(count, 0), prompt_ids], 1)
        attention = torch.cat([mask.repeat_interleave(count, 0), torch.ones_like(prompt_ids)], 1)
        start = before.shape[1]
        flat = torch.from_numpy(draws.reshape(texts * count, -1)).to(ids.device)
        processors = LogitsProcessorList(
            [
                TemperatureLogitsWarper(self.sampling.temperature),
                TopPLogitsWarper(self.sampling.top_p),
                _Drawn(flat.clamp(max=_BELOW_ONE), start),
            ]
        )
        generate: Any = self.model.generate  # Any: its type leaves out half of what it takes
        output = generate(
            before,
            attention_mask=attention,
            past_key_values=cache,
            logits_processor=processors,
            stopping_criteria=StoppingCriteriaList([_SentenceOver(self.tokenizer, start)]),
        )
        spoken = self.tokenizer.batch_decode(output[:, start:], skip_special_tokens=True)
        return [spoken[at : at + count] for at in range(0, len(spoken), count)]

    def _padded(self, texts: Sequence[str], *, room: int) -> tuple[Tensor, Tensor]:
        """Return tokens padded on the left, and which of them are none: twice (texts, tokens)."""
        positions = getattr(self.model.config, "max_position_embeddings", None) or _MOST_TOKENS
        most = min(_MOST_TOKENS, positions - room)
        if most < 1:
            raise ModelError(
                "The language model takes {positions} tokens, too few for a prompt and summary.",
                positions=positions,
                remedy="Use a model with a longer context.",
            )
        rows = self.tokenizer(list(texts), truncation=True, max_length=most)["input_ids"]
        longest = max(map(len, rows))
        ids = torch.tensor([[self._padding] * (longest - len(row)) + row for row in rows])
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
        return ids.to(self.device), mask.to(self.device)

    def _prompt(self, prompt: str) -> list[int]:
        ids: list[int] = self.tokenizer(f" {prompt}", add_special_tokens=False)["input_ids"]
        return ids

    def _longest(self, prompts: Sequence[str]) -> int:
        return max(len(self._prompt(prompt)) for prompt in prompts)


def _is_gguf(path: Path) -> bool:
    return path.suffix == ".gguf" and path.is_file()


def _loaded(path: Path, dtype: torch.dtype) -> tuple[Any, PreTrainedModel]:
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


class _Drawn(LogitsProcessor):
    """Leaves each row the one token at which its distribution reaches the row's number."""

    def __init__(self, draws: Tensor, start: int) -> None:
        self._draws, self._start = draws, start

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        step = input_ids.shape[1] - self._start
        reached = scores.float().softmax(-1).cumsum(-1)
        sought = self._draws[:, step : step + 1] * reached[:, -1:]
        token = torch.searchsorted(reached, sought, right=True)
        return torch.full_like(scores, -torch.inf).scatter(1, token, 0.0)


class _SentenceOver(StoppingCriteria):
    """Stops a row once another sentence or line has begun: only the first one is used."""

    def __init__(self, tokenizer: Any, start: int) -> None:  # noqa: ANN401 - of any class
        self._tokenizer, self._start = tokenizer, start

    def __call__(self, input_ids: Tensor, scores: Tensor, **kwargs: object) -> Tensor:  # noqa: ARG002
        new = input_ids[:, self._start :]
        over = torch.zeros(len(new), dtype=torch.bool, device=new.device)
        if new.shape[1] % _LOOK_EVERY == 0:
            texts = self._tokenizer.batch_decode(new, skip_special_tokens=True)
            over |= torch.tensor(
                [_is_continued(text.lstrip()) for text in texts], device=new.device
            )
        return over


def _is_continued(text: str) -> bool:
    return "\n" in text or len(split_sentences(text)) > 1
