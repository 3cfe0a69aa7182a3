"""MP-BERT4CR (Zhang and Ma 2022): contexts, co-citations and multi-positive triplets.

A first stage teaches a hierarchical model to tell masked sentences, if asked for; the second
brings a citing context near the paper it cites and the papers often cited with that.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.errors import UsageError
from training.recipe import Recipe, Schedule, Settings, Stage
from training.sampling.settings import Sizes

Objective = Literal["triplet", "mpt-src", "mpt-tgt", "mpt-src-tgt"]


class MpSettings(Settings):
    """What the MP-BERT4CR recipe can be told. The counts are the paper's where it has some."""

    epochs: int = Field(2, ge=1, description="How often the examples are gone through.")
    batch: int = Field(8, ge=1, description="Examples of one step, over all processes.")
    schedule: Schedule = Field("inverse-sqrt", description="How the learning rate changes.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(0.01, ge=0, description="Decay of weights, not of biases, norms.")
    adam_beta2: float = Field(0.98, gt=0, lt=1, description="Second moment decay of Adam.")

    architecture: Literal["hierarchical", "encoder"] = Field(
        "hierarchical", description="Sentences then documents, or one text as the base reads it."
    )
    objective: Objective = Field("mpt-src-tgt", description="The loss.")
    contexts: int = Field(0, ge=0, description="Citing sentences used, drawn once; 0: all.")
    training_tokens: int = Field(
        0, ge=0, description="Tokens of a text an ordinary encoder reads in training; 0: as in use."
    )
    positives: int = Field(3, ge=0, description="Co-cited papers drawn for each target.")
    negatives: int = Field(4, ge=1, description="Papers not cited there drawn for each target.")
    power: float = Field(0.75, ge=0, description="Of the counts that both are drawn by.")
    dynamic: bool = Field(True, description="Draw the sentences anew each epoch.")
    supplemental: int = Field(27, ge=0, description="Sentences drawn from before the citing one.")
    abstract: int = Field(10, ge=1, description="First sentences of title and abstract read.")
    body: int = Field(30, ge=0, description="Sentences drawn from a paper's full text.")
    title: bool = Field(True, description="Read the manuscript's title first, as at use.")

    sentence_encoder: Literal["pretrained", "scratch"] = Field(
        "pretrained", description="Start from the base's weights, or take only its tokenizer."
    )
    separate: bool = Field(True, description="An encoder of their own for manuscripts.")
    sentence_tokens: int = Field(50, ge=8, le=1024, description="Tokens of a sentence read.")
    hidden: int = Field(768, ge=8, description="Dimension of a model from scratch.")
    sentence_layers: int = Field(6, ge=1, description="Layers of a sentence encoder from scratch.")
    document_layers: int = Field(2, ge=1, description="Layers of the document encoder.")
    heads: int = Field(12, ge=1, description="Attention heads of layers that are made anew.")
    feed_forward: int = Field(0, ge=0, description="Width of such layers inside; 0: four times.")
    dropout: float = Field(0.1, ge=0, lt=1, description="Of layers that are made anew.")

    pretrain_epochs: int = Field(
        0, ge=0, description="How often sentences are masked and told before; 0: not at all."
    )
    pretrain_steps: int = Field(0, ge=0, description="Stop that after so many steps; 0: never.")
    pretrain_batch: int = Field(28, ge=1, description="Documents of one such step.")
    pretrain_learning_rate: float = Field(1e-4, gt=0, description="Peak learning rate of that.")
    pretrain_warmup: float = Field(0.1, ge=0, description="As warmup, for that.")
    pretrain_adam_beta2: float = Field(0.999, gt=0, lt=1, description="As adam_beta2, for that.")
    pretrain_abstracts: bool = Field(True, description="Read abstracts too, not only full texts.")
    decoder_layers: int = Field(2, ge=1, description="Layers of the decoder that tells them.")

    @property
    def sizes(self) -> Sizes:
        """How many sentences are read."""
        return Sizes(
            supplemental=self.supplemental,
            abstract=self.abstract,
            body=self.body,
            title=self.title,
        )


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
