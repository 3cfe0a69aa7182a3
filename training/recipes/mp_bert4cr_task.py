"""The tasks of MP-BERT4CR: masked sentences first, then contexts and what is cited there.

A training starts from pretrained sentences, or from random weights.

Masked-sentence prediction (HIBERT, Zhang et al. 2019), MP-BERT4CR's pretraining. 15 % of a
document's sentences are masked: all words of each become mask tokens, or stay, or those of another
sentence stand there. Its words are predicted from its vector in the document.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.base.errors import ModelError, UsageError
from core.base.files import data_folder
from core.models.hierarchical import (
    PretrainedSentences,
    SentenceTokens,
    Shape,
    TwoEncoders,
    load_encoders,
    padded,
    paper_sentences,
)
from core.models.manifest import Manifest
from core.models.shelf import Shelf
from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.judging.evaluation import SAMPLED_CHOOSING, HeldOutHalves, SampledContexts, Watched
from training.models import losses
from training.models.encoders import TextEncoder, load_encoder
from training.models.mp_architectures import (
    IGNORED,
    Architecture,
    Hierarchical,
    SentencePredictor,
    Texts,
)
from training.models.tuning import prepare, restrict
from training.recipes.mp_bert4cr import MpSettings, Objective
from training.sampling.contexts import LETTERS, CitationExample, CitationExamples, Draws
from training.sampling.draws import generator


def texts(settings: MpSettings) -> Texts:
    """Return an ordinary encoder to train.

    Raises:
        UsageError: there is no such base.
        ModelError: it is damaged, or no ordinary encoder.
    """
    encoder = load_encoder(settings.base, max_tokens=settings.max_tokens)
    prepare(encoder.transformer, settings)
    return Texts(encoder, most=settings.training_tokens)


def hierarchical(settings: MpSettings, *, previous: Path | None, separate: bool) -> Hierarchical:
    """Return a hierarchical model to train: the one saved before, or one made from the base.

    Raises:
        UsageError: there is no such base, or a setting does not fit it.
        ModelError: it is damaged, or a reranker.
    """
    model = Shelf(data_folder() / "models").get(str(previous) if previous else settings.base)
    if model.manifest.kind == "reranker":
        raise ModelError(
            "The model “{model}” is a reranker and has no sentence encoder.",
            model=model.manifest.name,
            remedy="Start from an encoder.",
        )
    if settings.trainable == "lora":
        raise UsageError(
            "LoRA's matrices cannot be put into a hierarchical model.",
            remedy="Set trainable=all or architecture=encoder.",
        )
    if settings.trainable == "biases" and model.manifest.kind != "hierarchical":
        raise UsageError(
            "The layers over sentences are new, so they cannot learn by their biases alone.",
            remedy="Set trainable=all or architecture=encoder, or start from a hierarchical model.",
        )
    if model.manifest.kind == "hierarchical":
        encoders = load_encoders(model.folder, name=model.manifest.name)
    else:
        encoders = _new(TextEncoder(model.folder, model.manifest), settings)
    encoders = _side_by_side(encoders, separate=separate)
    restrict(encoders, settings)
    tokens = SentenceTokens(model.folder, encoders.shape)
    return Hierarchical(encoders, tokens, _ancestor(model.manifest, previous))


def _ancestor(manifest: Manifest, previous: Path | None) -> Manifest:
    """Return the manifest whose name is the base's; a stage before was no model of its own."""
    return manifest.model_copy(update={"name": manifest.base}) if previous else manifest


def _new(base: TextEncoder, settings: MpSettings) -> TwoEncoders:
    """Return one encoder for both sides: the base's sentences, or random weights by the seed."""
    pretrained = settings.sentence_encoder == "pretrained"
    shape = _shape(base, settings, pretrained=pretrained)
    if shape.hidden_size % shape.heads:
        raise UsageError(
            "{heads} attention heads do not divide {hidden_size} dimensions.",
            heads=shape.heads,
            hidden_size=shape.hidden_size,
            remedy="Set heads to a divisor.",
        )
    seed = int(generator(settings.seed, 0, 0, "weights").integers(2**31))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        encoders = TwoEncoders(shape)
    if pretrained:
        sentences = encoders.papers.sentences
        assert isinstance(sentences, PretrainedSentences)
        state = base.transformer.state_dict().items()
        weights = {name: weight for name, weight in state if not name.startswith("pooler.")}
        sentences.model.load_state_dict(weights)
        encoders.papers.start_as_mean()
    return encoders


def _shape(base: TextEncoder, settings: MpSettings, *, pretrained: bool) -> Shape:
    tokenizer, config = base.model.tokenizer, base.transformer.config
    sentence: dict[str, Any] = json.loads(config.to_json_string(use_diff=False))
    size = base.manifest.dimension if pretrained else settings.hidden
    return Shape(
        hidden_size=size,
        vocab_size=len(tokenizer) if not pretrained else config.vocab_size,
        embedding_size=sentence.get("embedding_size") if pretrained else None,
        sentence=sentence if pretrained else None,
        sentence_layers=settings.sentence_layers,
        pooling="cls" if pretrained and base.manifest.pooling == "cls" else "mean",
        document_layers=settings.document_layers,
        heads=settings.heads,
        feed_forward=settings.feed_forward or 4 * size,
        dropout=settings.dropout,
        separate=False,
        max_tokens=min(settings.sentence_tokens, base.manifest.max_tokens),
        pad_token_id=tokenizer.pad_token_id or 0,
        mask_token_id=tokenizer.mask_token_id,
    )


def _side_by_side(encoders: TwoEncoders, *, separate: bool) -> TwoEncoders:
    """Return the encoders with one of their own for manuscripts, or without one.

    What comes to be starts as a copy of the encoder of papers (§4.1.2).
    """
    if encoders.shape.separate == separate:
        return encoders
    changed = TwoEncoders(encoders.shape.model_copy(update={"separate": separate}))
    weights = encoders.papers.state_dict()
    changed.papers.load_state_dict(weights)
    changed.manuscripts.load_state_dict(weights)
    return changed


class CitationTask(Task[CitationExample]):
    """Contexts near what they cite and what is cited with it, away from what they do not.

    The state kept is the best at that, on sampled contexts of held-out papers.
    """

    couples = False
    metric = SAMPLED_CHOOSING

    def __init__(self, corpus: Corpus, settings: MpSettings, architecture: Architecture) -> None:
        """Count citations and draw the held-out contexts.

        Raises:
            UsageError: no citing sentence leads to a paper with an abstract.
        """
        self._settings, self._architecture = settings, architecture
        self.model = architecture.model
        self._examples = CitationExamples(
            corpus,
            settings.sizes,
            Draws(
                positives=settings.positives,
                negatives=settings.negatives,
                power=settings.power,
                dynamic=settings.dynamic,
                contexts=settings.contexts,
                seed=settings.seed,
            ),
        )
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        self._sampled = SampledContexts.of(
            corpus,
            settings.sizes,
            queries=2 * settings.held_out_contexts,  # about so many for each half
            pool=settings.held_out_pool,
        )

    def __len__(self) -> int:
        return len(self._examples)

    def example(self, epoch: int, index: int) -> CitationExample:
        """Return a context with its target, co-cited papers and negatives."""
        return self._examples.example(epoch, index)

    def cost(self, index: int) -> int:
        """Return how much of the cited paper can be read, by which papers differ most."""
        return self._examples.length(index)

    def batch(self, examples: Sequence[CitationExample]) -> Batch:
        """Put contexts and papers together; what occurs twice is encoded once."""
        papers = [
            [self._examples.contents.of(citation.epoch, paper) for paper in citation.papers]
            for citation in examples
        ]
        contexts = [example.manuscript for example in examples]
        real = torch.tensor([example.real for example in examples], dtype=torch.bool)
        return Batch(self._architecture.inputs(contexts, papers), {"real": real})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the objective's mean over the examples."""
        positives = self._settings.positives
        papers = outputs["papers"]
        return _OBJECTIVES[self._settings.objective](
            outputs["manuscript"],
            papers[:, 0],
            papers[:, 1 : 1 + positives],
            papers[:, 1 + positives :],
            targets["real"],
        )

    def evaluate(self) -> dict[str, float]:
        """Return scores of held-out sentences as they are asked at use, and of the paper's test."""
        scores = self._held_out.scores(Watched(self._architecture, self.job))
        return scores | self._sampled.scores(self._architecture)

    def save(self, folder: Path) -> None:
        """Write a hierarchical model, or an ordinary one."""
        self._architecture.save(
            folder,
            name=self._settings.name or f"{Path(self._settings.base).name}-mp-bert4cr",
            description="Knows which papers citing sentences cite, and which are cited together.",
        )


def _triplet(
    manuscript: Tensor, target: Tensor, co_cited: Tensor, negatives: Tensor, real: Tensor
) -> Tensor:
    """Return the paper's baseline: each negative against the target, nothing co-cited."""
    del co_cited, real
    count = negatives.shape[1]
    anchors = manuscript.repeat_interleave(count, 0)
    return losses.triplet(anchors, target.repeat_interleave(count, 0), negatives.flatten(0, 1))


def _with_mask(objective: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *embeddings: objective(*embeddings[:-1], mask=embeddings[-1])


_OBJECTIVES: Mapping[Objective, Callable[..., Tensor]] = {
    "triplet": _triplet,
    "mpt-src": _with_mask(losses.mpt_src),
    "mpt-tgt": _with_mask(losses.mpt_tgt),
    "mpt-src-tgt": _with_mask(losses.mpt_src_tgt),
}


def pretraining(corpus: Corpus, settings: MpSettings, preparation: Preparation) -> MaskedSentences:
    """Return the task of predicting masked sentences."""
    model = hierarchical(settings, previous=preparation.previous, separate=False)
    return MaskedSentences(corpus, settings, model)


def finetuning(corpus: Corpus, settings: MpSettings, preparation: Preparation) -> CitationTask:
    """Return the task of citing, for the model of the stage before where there was one."""
    if settings.architecture == "encoder":
        return CitationTask(corpus, settings, texts(settings))
    model = hierarchical(settings, previous=preparation.previous, separate=settings.separate)
    return CitationTask(corpus, settings, model)


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
        with_abstract = np.flatnonzero(corpus.trainable & corpus.has_abstract)
        abstracts_only = np.setdiff1d(with_abstract, corpus.fulltexts(split))
        if abstracts:
            self._parts += [(int(paper), -1) for paper in abstracts_only]

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
        masked = [(at, index) for at, document in enumerate(examples) for index in document.masked]
        words = padded([ids for example in examples for ids in example.original], IGNORED)
        device = self._architecture.device
        inputs = self._tokens.composed(rows, indices, device=device).inputs()
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
            tensors = {name: tensor.to(device) for name, tensor in inputs.items()}
            losses.append(self.model(groups=groups, **tensors)["loss"])
        return {self.metric: -float(torch.cat(losses).mean())} if losses else {}

    def save(self, folder: Path) -> None:
        """Write the encoder, for manuscripts and papers alike."""
        self._architecture.save(
            folder,
            name="pretrained",
            description="Sentence and document encoder pretrained with masked sentences.",
        )
