"""Predicts the words of a masked sentence from its vector in the document (HIBERT, §3.2)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from core.models.hierarchy import Hierarchy, PlainSentences, Shape, WordEmbeddings

IGNORED = -100
"""Padding of the words to predict: no word stands here."""


class DecoderLayer(nn.Module):
    """Masked self-attention, then the sentence's vector in place of cross-attention, then ReLU.

    Each is dropped out, added and normalised: one vector needs no attention over it.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        size = shape.hidden_size
        self.attention = nn.MultiheadAttention(size, shape.heads, shape.dropout, batch_first=True)
        self.wider = nn.Sequential(
            nn.Linear(size, shape.feed_forward),
            nn.ReLU(),
            nn.Dropout(shape.dropout),
            nn.Linear(shape.feed_forward, size),
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.dropout = nn.Dropout(shape.dropout)

    def forward(self, states: Tensor, sentences: Tensor, future: Tensor) -> Tensor:
        """Return (sentences, words, dimension) of the same, and of (sentences, 1, dimension)."""
        attended, _ = self.attention(states, states, states, attn_mask=future, need_weights=False)
        states = self.norms[0](states + self.dropout(attended))
        states = self.norms[1](states + self.dropout(sentences))
        out: Tensor = self.norms[2](states + self.dropout(self.wider(states)))
        return out


class Decoder(nn.Module):
    """Words so far and a sentence's vector → scores of the next word.

    The word vectors serve as output weights too; a plain sentence encoder shares its own.
    """

    def __init__(self, shape: Shape, layers: int, words: nn.Embedding | None) -> None:
        super().__init__()
        self.embeddings = WordEmbeddings(shape, words)
        self.layers = nn.ModuleList(DecoderLayer(shape) for _ in range(layers))
        self.bias = nn.Parameter(torch.zeros(shape.vocab_size))

    def forward(self, words: Tensor, sentences: Tensor) -> Tensor:
        """Return (sentences, words, vocabulary); a position sees only words up to itself."""
        length = words.shape[1]
        future = torch.ones(length, length, dtype=torch.bool, device=words.device).triu(1)
        states = self.embeddings(words)
        for layer in self.layers:
            states = layer(states, sentences.unsqueeze(1), future)
        return functional.linear(states, self.embeddings.words.weight, self.bias)


class SentencePredictor(nn.Module):
    """A hierarchical encoder, and a decoder that predicts its masked sentences."""

    def __init__(self, encoder: Hierarchy, shape: Shape, *, layers: int) -> None:
        super().__init__()
        self.encoder = encoder
        # The sum of the sentences is not asked for here, so its normalisation gets no gradient.
        self.encoder.norm.requires_grad_(False)
        shared = encoder.sentences
        words = shared.embeddings.words if isinstance(shared, PlainSentences) else None
        self.decoder = Decoder(shape, layers, words)

    def forward(
        self,
        groups: list[dict[str, Tensor]],
        order: Tensor,
        indices: Tensor,
        mask: Tensor,
        masked: Tensor,
        words: Tensor,
    ) -> dict[str, Tensor]:
        """Return "loss": a document's mean cross-entropy of the words of its masked sentences.

        Args:
            groups: as of ``Hierarchy``.
            order: as of ``Hierarchy``.
            indices: as of ``Hierarchy``.
            mask: as of ``Hierarchy``.
            masked: (k, 2), document and index of each masked sentence.
            words: (k, longest), its words as they were, filled up with ``IGNORED``.
        """
        vectors = self.encoder.sentence_vectors(groups, order)
        states = self.encoder.states(vectors, indices, mask)
        before, targets = words[:, :-1].clamp(min=0), words[:, 1:]
        scores = self.decoder(before, states[masked[:, 0], masked[:, 1]])
        losses = functional.cross_entropy(
            scores.float().flatten(0, 1), targets.flatten(), ignore_index=IGNORED, reduction="none"
        ).view(targets.shape)
        return {"loss": _by_document(losses, targets != IGNORED, masked[:, 0], len(indices))}


def _by_document(losses: Tensor, real: Tensor, document: Tensor, documents: int) -> Tensor:
    """Return the mean over the words of each document: (documents,)."""
    totals = losses.new_zeros(documents).index_add(0, document, losses.sum(1))
    words = losses.new_zeros(documents).index_add(0, document, real.sum(1).to(losses.dtype))
    return totals / words.clamp(min=1)
