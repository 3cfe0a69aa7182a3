"""Documents with masked words."""

from __future__ import annotations

from pathlib import Path

from training.corpus.corpus import Corpus
from training.recipes.mp_bert4cr import MpSettings
from training.recipes.mp_bert4cr_task import (
    MaskedSentences,
    hierarchical,
)


def settings_of(base: Path, **values: object) -> MpSettings:
    small = {
        "base": str(base),
        "sentence_encoder": "scratch",
        "hidden": 32,
        "heads": 2,
        "sentence_layers": 1,
        "document_layers": 1,
        "decoder_layers": 1,
        "feed_forward": 64,
        "sentence_tokens": 16,
    }
    return MpSettings.model_validate(small | values)


def task_of(corpus: Corpus, base: Path, **values: object) -> MaskedSentences:
    settings = settings_of(base, **values)
    return MaskedSentences(corpus, settings, hierarchical(settings, previous=None, separate=False))
