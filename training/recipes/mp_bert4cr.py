"""MP-BERT4CR (Zhang and Ma 2022): contexts, co-citations and multi-positive triplets.

A first stage teaches a hierarchical model to predict masked sentences, if asked for; the second
brings a citing context near the paper it cites and the papers often cited with that.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.base.errors import UsageError
from training.base import fields
from training.base.fields import Schedule, Sizes
from training.base.recipe import Purpose, Recipe, RecipeSettings, Stage, defer_import

_TASKS = "training.recipes.mp_bert4cr_task"
Objective = Literal["triplet", "mpt-src", "mpt-tgt", "mpt-src-tgt"]


class MpSettings(RecipeSettings):
    """Settings of MP-BERT4CR. The counts are the paper's where it has some."""

    epochs: int = fields.epochs(2)
    batch: int = fields.batch(8)
    schedule: Schedule = fields.schedule("inverse-sqrt")
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    adam_beta2: float = fields.adam_beta2(0.98)

    architecture: Literal["hierarchical", "encoder"] = Field(
        "hierarchical",
        title="Architecture",
        description="hierarchical encodes sentences first and then the document made of them, as"
        " published; encoder reads one text, like the base model, and is faster.",
    )
    objective: Objective = Field(
        "mpt-src-tgt",
        title="Loss",
        description="What co-cited papers are brought near: mpt-src the citing sentence, mpt-tgt"
        " the cited paper, mpt-src-tgt both, as published; triplet does not use them.",
    )
    contexts: int = fields.contexts(0)
    training_tokens: int = fields.training_tokens(0)
    positives: int = Field(
        3,
        ge=0,
        title="Co-cited papers",
        description="Additional positives drawn from the papers often cited together with the"
        " cited one, 0–5. Raise it when most papers are cited often.",
    )
    negatives: int = Field(
        4,
        ge=1,
        title="Negatives",
        description="Papers that the sentence does not cite, drawn for each cited one, 1–10. More"
        " make the task harder and slower.",
    )
    power: float = Field(
        0.75,
        ge=0,
        title="Sampling exponent",
        description="How much often-cited papers are preferred when papers are drawn, 0–1: 0 draws"
        " all equally often, 1 in proportion to their citations. Lower it when few papers have"
        " most of the citations.",
    )
    dynamic: bool = Field(
        True,
        title="New sentences each epoch",
        description="Draw new context sentences in each epoch; off: use the same ones again. Turn"
        " it off only to compare.",
    )
    supplemental: int = Field(
        27,
        ge=0,
        title="Earlier sentences",
        description="Context sentences drawn from the manuscript before the citing sentence, 0–50."
        " Lower it to save time and memory.",
    )
    abstract: int = Field(
        10,
        ge=1,
        title="Sentences of the abstract",
        description="Sentences read of the abstract, from its start, besides the title, 1–20."
        " Lower it to save time and memory.",
    )
    body: int = Field(
        30,
        ge=0,
        title="Sentences of the full text",
        description="Sentences drawn from the full text of a paper, 0–50. Lower it to save time"
        " and memory.",
    )
    title: bool = Field(
        True,
        title="Read the manuscript's title",
        description="Read the manuscript's title before its sentences, as Cocite does in use. Turn"
        " it off only to reproduce the publication.",
    )

    sentence_encoder: Literal["pretrained", "scratch"] = Field(
        "pretrained",
        title="Sentence encoder",
        description="pretrained starts from the weights of the base model; scratch from random"
        " weights with its tokenizer, which needs very many papers.",
    )
    separate: bool = Field(
        True,
        title="Separate manuscript encoder",
        description="Train one encoder for manuscripts and another for papers, which doubles the"
        " weights. Turn it off when memory is short.",
    )
    sentence_tokens: int = Field(
        50,
        ge=8,
        le=1024,
        title="Sentence length",
        description="Longest sentence in tokens, 8–1,024; the rest is cut off. Lower it when"
        " memory is short.",
    )
    hidden: int = Field(
        768,
        ge=8,
        title="Hidden dimension",
        description="Hidden dimension of a model that starts from random weights, 64–1,024; a"
        " multiple of the attention heads. Lower it to save time and memory.",
    )
    sentence_layers: int = Field(
        6,
        ge=1,
        title="Sentence encoder layers",
        description="Layers of a sentence encoder that starts from random weights, 2–12. Lower it"
        " to save time and memory.",
    )
    document_layers: int = Field(
        2,
        ge=1,
        title="Document encoder layers",
        description="Layers of the encoder that reads the vectors of a document's sentences, 1–6."
        " Raise it when there are many full texts.",
    )
    heads: int = Field(
        12,
        ge=1,
        title="Attention heads",
        description="Attention heads of the new layers, 1–16; the dimension must be a multiple of"
        " them. Rarely changed.",
    )
    feed_forward: int = Field(
        0,
        ge=0,
        title="Feed-forward dimension",
        description="Inner dimension of the new layers. 0: four times the hidden dimension. Rarely"
        " changed.",
    )
    dropout: float = Field(
        0.1,
        ge=0,
        lt=1,
        title="Dropout",
        description="Dropout of the new layers, 0–0.5. Raise it when few examples are repeated"
        " often.",
    )

    pretrain_epochs: int = Field(
        0,
        ge=0,
        title="Pretraining: epochs",
        description="Pretraining: number of passes in which masked sentences are predicted, 0–20."
        " 0: no pretraining. Use it when there are thousands of full texts.",
    )
    pretrain_steps: int = Field(
        0,
        ge=0,
        title="Pretraining: steps",
        description="Total number of steps of pretraining. 0: as many as its epochs have. Set it"
        " to limit the time.",
    )
    pretrain_batch: int = Field(
        28,
        ge=1,
        title="Pretraining: batch size",
        description="Documents per step of pretraining, 8–512. Larger batches train more steadily"
        " and take longer.",
    )
    pretrain_learning_rate: float = Field(
        1e-4,
        gt=0,
        title="Pretraining: learning rate",
        description="Peak learning rate of pretraining, 1e-5 to 5e-4. Lower it when the loss"
        " jumps.",
    )
    pretrain_warmup: float = Field(
        0.1,
        ge=0,
        title="Pretraining: warm-up",
        description="Share of the pretraining steps in which the learning rate rises to its"
        " peak, 0–0.5; a value of 1 or more is a number of steps. Raise it when the loss jumps"
        " at the start.",
    )
    pretrain_warmup_rate: float = Field(
        0.0,
        ge=0,
        title="Pretraining: learning rate at the start",
        description="Learning rate of the first step of pretraining, from which it rises to its"
        " peak, 0–1e-6. Rarely changed.",
    )
    pretrain_adam_beta2: float = Field(
        0.999,
        gt=0,
        lt=1,
        title="Pretraining: Adam β₂",
        description="Decay rate of Adam's second moment in pretraining, 0.9–0.999. Lower it when"
        " the loss has spikes.",
    )
    pretrain_abstracts: bool = Field(
        True,
        title="Pretraining: abstracts",
        description="Pretrain on abstracts as well as on full texts. Turn it off only to reproduce"
        " the publication.",
    )
    decoder_layers: int = Field(
        2,
        ge=1,
        title="Pretraining: decoder layers",
        description="Layers of the decoder that predicts the masked sentences, 1–6. Lower it to"
        " save time and memory.",
    )

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
            "warmup_rate": settings.pretrain_warmup_rate,
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
    first = Stage("pretrain", defer_import(f"{_TASKS}:pretraining"), _while_pretraining)
    last = Stage("finetune", defer_import(f"{_TASKS}:finetuning"))
    return (first, last) if pretrained else (last,)


_PUBLISHED = {
    "sentence_encoder": "scratch",
    "document_layers": 6,
    "feed_forward": 3072,
    "decoder_layers": 6,
    "title": False,
    "warmup_rate": 1e-9,
    "pretrain_warmup_rate": 1e-7,
    "pretrain_abstracts": False,
}
"""Values that the paper has for both its collections."""

RECIPE = Recipe(
    name="mp-bert4cr",
    summary="Learns from citing sentences, and from which papers are cited together.",
    source="Zhang and Ma, MP-BERT4CR, 2022",
    settings=MpSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="Papers that are cited together",
            choose=(
                "Choose this if you have very many full texts and a GPU, and your sentences cite "
                "several papers."
            ),
            gain="Expect no gain from a short training: it found 53 instead of 55 of 100 cited"
            " papers. A long one, as published, was not measured.",
            minutes=9,
        ),
    ),
    needs=(("abstracts",), ("contexts",)),
    uses=("co-citations", "full texts"),
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
        "paper": {**_PUBLISHED, "warmup": 2000, "pretrain_epochs": 10, "pretrain_warmup": 2000},
        "paper-acl": {
            **_PUBLISHED,
            "epochs": 5,
            "warmup": 1000,
            "pretrain_epochs": 50,
            "pretrain_warmup": 1000,
        },
    },
)
