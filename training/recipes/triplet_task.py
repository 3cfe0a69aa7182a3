"""Training on triplets of papers, as SPECTER and SciNCL do it: they differ in the sampler alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from torch import Tensor, nn

from training.base.recipe import TripletSettings
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING, MEASURING, HeldOutHalves, Watched
from training.judging.related import CITED_CHOOSING, HeldOutCited
from training.models.encoders import TextEncoder, load_encoder
from training.models.losses import triplet
from training.models.tuning import prepare, save_adapter
from training.sampling.triplets import Triplet, Triplets


class TripletModel(nn.Module):
    """An encoder called with the texts of triplets, one triplet after the other."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "rows": anchor, positive and negative of each example, (examples, 3, d)."""
        rows = self.encoder(groups, order)
        return {"rows": rows.view(-1, 3, rows.shape[-1])}


class TripletTask(Task[Triplet]):
    """A positive is to be nearer to its anchor than the negative, by a margin, in L2 distance.

    The state kept is the best at its own task, the papers that a held-out paper cites, by that
    distance. Where too few are held out, citing sentences choose.
    """

    def __init__(
        self, corpus: Corpus, settings: TripletSettings, triplets: Triplets, *, recipe: str
    ) -> None:
        """Load the base; ``recipe`` names the model if the settings do not."""
        self._corpus, self._settings, self._triplets = corpus, settings, triplets
        self._recipe = recipe
        self.encoder = _encoder(settings)
        self.model = TripletModel(self.encoder)
        self._cited = HeldOutCited.of(corpus)
        self.metric = CITED_CHOOSING if self._cited else CHOOSING
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )

    def __len__(self) -> int:
        """Return how many triplets an epoch has."""
        return len(self._triplets)

    def cost(self, index: int) -> int:
        """Return the length of the anchor, the one text that is the same in each epoch."""
        return len(self._corpus.abstract(self._triplets.anchor(index)))

    def example(self, epoch: int, index: int) -> Triplet:
        """Return a triplet of papers, by number."""
        return self._triplets.triplet(epoch, index)

    def batch(self, examples: Sequence[Triplet]) -> Batch:
        """Put the texts of the triplets together."""
        texts = [
            self.encoder.paper_text(*self._corpus.text(paper))
            for example in examples
            for paper in example
        ]
        return Batch(self.encoder.tokens(texts, most=self._settings.training_tokens).inputs())

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        """Return the mean of max(d(a, p) − d(a, n) + margin, 0)."""
        anchor, positive, negative = outputs["rows"].unbind(dim=1)
        return triplet(anchor, positive, negative, margin=self._settings.margin)

    def evaluate(self) -> dict[str, float]:
        """Return how well held-out papers, and held-out citing sentences, find what they cite."""
        sentences = self._held_out.scores(Watched(self.encoder, self.job))
        return sentences | (self._of_cited() if self._cited else {})

    def _of_cited(self) -> dict[str, float]:
        texts = [self.encoder.paper_text(*self._corpus.text(int(p))) for p in self._cited.papers()]
        return self._cited.scores(self.encoder.encode(texts, job=self.job, note=MEASURING))

    def save(self, folder: Path) -> None:
        """Write the whole model, and beside it LoRA's matrices alone in ``adapter/``."""
        name = self._settings.name or f"{self._recipe}-{self.encoder.manifest.name}"
        self.encoder.save(folder, name=name, recipe=self._recipe)
        if self._settings.trainable == "lora":
            save_adapter(
                self.encoder.transformer, folder / "adapter", base=self.encoder.manifest.name
            )


def _encoder(settings: TripletSettings) -> TextEncoder:
    encoder = load_encoder(settings.base, max_tokens=settings.max_tokens, pooling=settings.pooling)
    prepare(encoder.transformer, settings)
    return encoder
