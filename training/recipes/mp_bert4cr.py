"""MP-BERT4CR (Zhang and Ma 2022): contexts, co-citations and multi-positive triplets.

A first stage teaches a hierarchical model to predict masked sentences, if asked for; the second
brings a citing context near the paper it cites and the papers often cited with that.
"""

from __future__ import annotations

from core.base.errors import UsageError
from training.base.recipe import Recipe, Stage
from training.recipes.mp_bert4cr_settings import MpSettings


def _while_pretraining(settings: MpSettings) -> MpSettings:
    return settings.model_copy(
        update={
            "epochs": max(settings.pretrain_epochs, 1),
            "steps": settings.pretrain_steps,
            "batch": settings.pretrain_batch,
            "learning_rate": settings.pretrain_learning_rate,
            "warmup": settings.pretrain_warmup,
            "adam_beta2": settings.pretrain_adam_beta2,
        }
    )


def _stages(settings: MpSettings) -> tuple[Stage[MpSettings], ...]:
    pretrained = settings.pretrain_epochs or settings.pretrain_steps
    if pretrained and settings.architecture == "encoder":
        raise UsageError(
            "Only a hierarchical model can be pretrained with masked sentences.",
            remedy="Set pretrain_epochs=0 and pretrain_steps=0, or architecture=hierarchical.",
        )
    from training.recipes.mp_task import finetuning, pretraining

    last = Stage("finetune", finetuning)
    return (Stage("pretrain", pretraining, _while_pretraining), last) if pretrained else (last,)


RECIPE = Recipe(
    name="mp-bert4cr",
    summary="Learns from citing sentences, and from which papers are cited together.",
    source="Zhang and Ma, MP-BERT4CR, 2022",
    settings=MpSettings,
    stages=_stages,
    presets={
        "small": {
            "supplemental": 4,
            "abstract": 5,
            "body": 2,
            "document_layers": 1,
            "training_tokens": 64,
            "steps": 40,
            "learning_rate": 5e-5,
            "held_out_contexts": 150,
            "held_out_pool": 400,
        },
        "paper": {
            "sentence_encoder": "scratch",
            "document_layers": 6,
            "feed_forward": 3072,
            "decoder_layers": 6,
            "title": False,
            "warmup": 2000,
            "pretrain_epochs": 10,
            "pretrain_warmup": 2000,
            "pretrain_abstracts": False,
        },
    },
)
