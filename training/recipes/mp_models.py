"""The model an MP-BERT4CR training starts from: pretrained sentences, or everything anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from core.base.errors import ModelError, UsageError
from core.base.files import data_folder
from core.models.hierarchy import PretrainedSentences, Shape, TwoEncoders, load_encoders
from core.models.manifest import Manifest
from core.models.sentence_tokens import SentenceTokens
from core.models.shelf import Shelf
from training.models.encoders import TextEncoder, load_encoder
from training.models.mp_architectures import Hierarchical, Texts
from training.models.tuning import prepare, restrict
from training.recipes.mp_bert4cr_settings import MpSettings
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
        known = base.transformer.state_dict().items()
        weights = {name: weight for name, weight in known if not name.startswith("pooler.")}
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
