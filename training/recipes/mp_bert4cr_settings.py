"""The settings of MP-BERT4CR."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training import fields
from training.fields import Schedule
from training.recipe import Settings
from training.sampling.settings import Sizes

Objective = Literal["triplet", "mpt-src", "mpt-tgt", "mpt-src-tgt"]


class MpSettings(Settings):
    """What the MP-BERT4CR recipe can be told. The counts are the paper's where it has some."""

    epochs: int = fields.epochs(2)
    batch: int = fields.batch(8)
    schedule: Schedule = fields.schedule("inverse-sqrt")
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    adam_beta2: float = fields.adam_beta2(0.98)

    architecture: Literal["hierarchical", "encoder"] = Field(
        "hierarchical",
        title="Architecture",
        description="hierarchical reads sentences and then the document they make; encoder reads"
        " one text, as the base does.",
    )
    objective: Objective = Field(
        "mpt-src-tgt",
        title="Loss",
        description="Where co-cited papers count: mpt-src-tgt on both sides, as published,"
        " mpt-src or mpt-tgt on one, triplet on none.",
    )
    contexts: int = fields.contexts(0)
    training_tokens: int = fields.training_tokens(0)
    positives: int = Field(
        3,
        ge=0,
        title="Co-cited papers",
        description="Papers often cited together with a cited one that are drawn for it, 0–5.",
    )
    negatives: int = Field(
        4,
        ge=1,
        title="Negatives",
        description="Papers not cited by the sentence that are drawn for each cited one, 1–10.",
    )
    power: float = Field(
        0.75,
        ge=0,
        title="Weight of frequent papers",
        description="Exponent of the counts by which papers are drawn: 0 draws all alike, 1 in"
        " proportion to how often they are cited.",
    )
    dynamic: bool = Field(
        True,
        title="New sentences each epoch",
        description="Draw the sentences of a context anew in each epoch; off: those of the first"
        " again.",
    )
    supplemental: int = Field(
        27,
        ge=0,
        title="Earlier sentences",
        description="Sentences drawn from before the citing one, 0–50. Fewer is faster.",
    )
    abstract: int = Field(
        10,
        ge=1,
        title="Sentences of the abstract",
        description="Sentences read from the start of title and abstract, 1–20.",
    )
    body: int = Field(
        30,
        ge=0,
        title="Sentences of the full text",
        description="Sentences drawn from the full text of a paper, 0–50. Fewer is faster.",
    )
    title: bool = Field(
        True,
        title="Title of the manuscript",
        description="Read the manuscript's title before its sentences, as Cocite does in use."
        " Turn it off only to repeat the paper.",
    )

    sentence_encoder: Literal["pretrained", "scratch"] = Field(
        "pretrained",
        title="Sentence encoder",
        description="pretrained starts from the weights of the base; scratch from random ones"
        " with its tokenizer, which needs very many papers.",
    )
    separate: bool = Field(
        True,
        title="Separate encoder",
        description="Give manuscripts an encoder of their own. It doubles the weights that are"
        " trained.",
    )
    sentence_tokens: int = Field(
        50,
        ge=8,
        le=1024,
        title="Sentence length",
        description="Tokens read of each sentence, 8–1,024.",
    )
    hidden: int = Field(
        768,
        ge=8,
        title="Dimension from scratch",
        description="Dimension of a model that begins from random weights. The number of heads"
        " must divide it.",
    )
    sentence_layers: int = Field(
        6,
        ge=1,
        title="Sentence layers",
        description="Layers of a sentence encoder that begins from random weights, 2–12.",
    )
    document_layers: int = Field(
        2,
        ge=1,
        title="Document layers",
        description="Layers that read the sentences of a document together, 1–6.",
    )
    heads: int = Field(
        12,
        ge=1,
        title="Attention heads",
        description="Attention heads of new layers. They must divide the dimension.",
    )
    feed_forward: int = Field(
        0,
        ge=0,
        title="Width of new layers",
        description="Inner width of new layers; 0: four times the dimension.",
    )
    dropout: float = Field(
        0.1,
        ge=0,
        lt=1,
        title="Dropout",
        description="Share of units that are switched off in new layers while training, 0–0.5."
        " Raise it when few examples are repeated often.",
    )

    pretrain_epochs: int = Field(
        0,
        ge=0,
        title="Pretraining: epochs",
        description="Number of passes in which masked sentences are predicted before the"
        " training; 0: none.",
    )
    pretrain_steps: int = Field(
        0,
        ge=0,
        title="Pretraining: steps",
        description="Pretraining ends after so many steps; 0: after its epochs.",
    )
    pretrain_batch: int = Field(
        28,
        ge=1,
        title="Pretraining: batch size",
        description="Documents in one step of pretraining.",
    )
    pretrain_learning_rate: float = Field(
        1e-4,
        gt=0,
        title="Pretraining: learning rate",
        description="Peak learning rate of pretraining, 1e-5 to 5e-4.",
    )
    pretrain_warmup: float = Field(
        0.1,
        ge=0,
        title="Pretraining: warm-up",
        description="Share of the steps of pretraining in which its learning rate rises; values"
        " from 1 on count steps.",
    )
    pretrain_adam_beta2: float = Field(
        0.999,
        gt=0,
        lt=1,
        title="Pretraining: Adam beta 2",
        description="Decay of Adam's second moment in pretraining, 0.9–0.999.",
    )
    pretrain_abstracts: bool = Field(
        True,
        title="Pretraining: abstracts",
        description="Pretrain on abstracts as well as on full texts. Turn it off only to repeat"
        " the paper.",
    )
    decoder_layers: int = Field(
        2,
        ge=1,
        title="Pretraining: decoder layers",
        description="Layers of the decoder that predicts the masked sentences, 1–6.",
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
