"""Masked-sentence prediction (HIBERT, Zhang et al. 2019), MP-BERT4CR's pretraining.

15 % of a document's sentences are masked: all words of each become mask tokens, or stay, or those
of another sentence stand there. Its words are predicted from its vector in the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from core.base.errors import ModelError
from core.models.hierarchical import paper_sentences
from core.models.sentence_tokens import padded
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.models.mp_architectures import Hierarchical
from training.models.mp_decoder import IGNORED, SentencePredictor
from training.recipes.mp_bert4cr_settings import MpSettings
from training.sampling.contexts import LETTERS
from training.sampling.draws import generator

SENTENCES = 30
"""Sentences of a document; a longer text is read as several."""
MASKED_SHARE, MOST_MASKED = 0.15, 5
HIDDEN, KEPT = 0.8, 0.1
"""Shares of the masked sentences that are hidden and that stay; the others are replaced."""
_HELD_OUT = 64

Ids = list[int]


@dataclass(frozen=True, slots=True)
class MaskedDocument:
    """Sentences as token ids, after masking; those at ``masked`` were ``original`` before."""

    sentences: tuple[Ids, ...]
    masked: tuple[int, ...]
    original: tuple[Ids, ...]


def mask_sentences(
    sentences: Sequence[Ids],
    random: np.random.Generator,
    *,
    mask: int,
    another: Callable[[np.random.Generator], Ids],
) -> MaskedDocument:
    """Mask 15 % of the sentences, one at least and five at most.

    Of a hidden sentence the first and last token stay: they mark its begin and end.
    ``another`` draws a sentence that replaces one.
    """
    count = min(max(round(MASKED_SHARE * len(sentences)), 1), MOST_MASKED)
    masked = np.sort(random.choice(len(sentences), count, replace=False)).tolist()
    changed = list(sentences)
    for index in masked:
        fate, ids = random.random(), sentences[index]
        if fate < HIDDEN:
            changed[index] = [*ids[:1], *[mask] * (len(ids) - 2), *ids[-1:]]
        elif fate >= HIDDEN + KEPT:
            changed[index] = another(random)
    original = tuple(sentences[index] for index in masked)
    return MaskedDocument(tuple(changed), tuple(masked), original)


class Documents:
    """Texts of a split, at most ``SENTENCES`` sentences each: full texts in parts, abstracts."""

    def __init__(self, corpus: Corpus, *, split: Split = "train", abstracts: bool) -> None:
        self._corpus = corpus
        self._parts = [
            (int(paper), start)
            for paper in corpus.fulltexts(split)
            for start in range(0, corpus.sentence_count(int(paper)), SENTENCES)
        ]
        read = np.setdiff1d(np.flatnonzero(corpus.trainable), corpus.fulltexts(split))
        if abstracts:
            self._parts += [(int(paper), -1) for paper in read]

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, index: int) -> tuple[str, ...]:
        paper, start = self._parts[index]
        if start < 0:
            return paper_sentences(*self._corpus.text(paper))[:SENTENCES]
        return self._corpus.sentences(paper)[start : start + SENTENCES]

    def length(self, index: int) -> int:
        """Return about how many sentences a document has."""
        paper, start = self._parts[index]
        if start < 0:
            return min(2 + len(self._corpus.abstract(paper)) // LETTERS, SENTENCES)
        return min(self._corpus.sentence_count(paper) - start, SENTENCES)


class MaskedSentences(Task[MaskedDocument]):
    """The stage before fine-tuning; it saves the encoder and leaves the decoder behind."""

    metric = "masked_log_likelihood"

    def __init__(self, corpus: Corpus, settings: MpSettings, architecture: Hierarchical) -> None:
        """Find the documents and make a decoder.

        Raises:
            ModelError: the base's tokenizer has no mask token.
        """
        encoders = architecture.model.encoders
        shape = encoders.shape
        if shape.mask_token_id is None:
            raise ModelError(
                "The tokenizer of the model “{model}” has no mask token.",
                model=architecture.manifest.name,
                remedy="Start from another base, or set pretrain_epochs=0 and pretrain_steps=0.",
            )
        self._architecture, self._settings = architecture, settings
        self._tokens, self._mask = architecture.tokens, shape.mask_token_id
        self._documents = Documents(corpus, abstracts=settings.pretrain_abstracts)
        self._held_out = Documents(corpus, split="dev", abstracts=False)
        seed = int(generator(settings.seed, 0, 0, "decoder").integers(2**31))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.model: SentencePredictor = SentencePredictor(
                encoders.papers, shape, layers=settings.decoder_layers
            )

    def __len__(self) -> int:
        return len(self._documents)

    def cost(self, index: int) -> int:
        """Return about how many sentences a document has."""
        return self._documents.length(index)

    def example(self, epoch: int, index: int) -> MaskedDocument:
        """Return a document, masked anew each epoch."""
        random = generator(self._settings.seed, epoch, index, "masked sentences")
        return self._masked(self._documents, index, random)

    def _masked(
        self, documents: Documents, index: int, random: np.random.Generator
    ) -> MaskedDocument:
        sentences = self._tokens.ids(documents[index])
        another = partial(self._another, documents)
        return mask_sentences(sentences, random, mask=self._mask, another=another)

    def _another(self, documents: Documents, random: np.random.Generator) -> Ids:
        sentences = documents[int(random.integers(len(documents)))]
        return self._tokens.ids([sentences[int(random.integers(len(sentences)))]])[0]

    def batch(self, examples: Sequence[MaskedDocument]) -> Batch:
        """Put documents together, and the words to predict."""
        rows = [ids for example in examples for ids in example.sentences]
        ends = np.cumsum([len(example.sentences) for example in examples])
        starts = ends - [len(example.sentences) for example in examples]
        indices = [list(range(*span)) for span in zip(starts, ends, strict=True)]
        masked = [(at, index) for at, each in enumerate(examples) for index in each.masked]
        words = padded([ids for example in examples for ids in example.original], IGNORED)
        inputs = self._tokens.composed(rows, indices).inputs()
        return Batch(inputs | {"masked": torch.tensor(masked), "words": words})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        """Return the mean over the documents."""
        return outputs["loss"].mean()

    @torch.no_grad()
    def evaluate(self) -> dict[str, float]:
        """Return the log-likelihood of a masked word in held-out full texts."""
        device = self.model.decoder.bias.device
        losses = []
        for index in range(min(_HELD_OUT, len(self._held_out))):
            random = generator(0, 0, index, "held-out masked sentences")
            inputs = self.batch([self._masked(self._held_out, index, random)]).inputs
            groups = [{k: v.to(device) for k, v in group.items()} for group in inputs.pop("groups")]
            moved = {name: tensor.to(device) for name, tensor in inputs.items()}
            losses.append(self.model(groups=groups, **moved)["loss"])
        return {self.metric: -float(torch.cat(losses).mean())} if losses else {}

    def save(self, folder: Path) -> None:
        """Write the encoder, for manuscripts and papers alike."""
        self._architecture.save(
            folder,
            name="pretrained",
            description="Sentence and document encoder pretrained with masked sentences.",
        )
