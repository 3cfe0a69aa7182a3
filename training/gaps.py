"""Fit the weights of ``core.recommend.gaps``: ``python -m training.gaps DATA``.

Learns from the sentences of the training full texts with their markers cut out, and prints
average precision and F1 on the held-out ones. Writes ``resources/ranking/gaps.npy``: weights of
hashed features, no text.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from core.recommend.context import without_markers
from core.recommend.gaps import BUCKETS, features, quantized
from core.records import Marker, Sentence

_EPOCHS, _BATCH, _RATE, _DECAY = 3, 512, 5e-3, 1e-5
_TARGET = Path(__file__).parents[1] / "resources" / "ranking" / "gaps.npy"

Example = tuple[list[int], bool]


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(data: Path) -> None:
    """Train, measure on the dev papers, write."""
    folder = data / "fulltexts"
    train = [e for path in sorted(folder.glob("*train*.jsonl.gz")) for e in _examples(path)]
    held_out = [e for path in sorted(folder.glob("*-dev*.jsonl.gz")) for e in _examples(path)]
    weights = quantized(_fitted(train))
    scores = np.array([weights[buckets].astype(np.float32).sum() / 32 for buckets, _ in held_out])
    cited = np.array([label for _, label in held_out])
    precision, f1, threshold = _quality(scores, cited)
    print(f"sentences: {len(train)} train, {len(held_out)} held out, {cited.mean():.3f} cite")
    print(f"held out: AP {precision:.3f}, best F1 {f1:.3f} at chance {threshold:.2f}")
    _TARGET.parent.mkdir(parents=True, exist_ok=True)
    np.save(_TARGET, weights, allow_pickle=False)


def _examples(path: Path) -> Iterator[Example]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            for section in json.loads(line)["sections"]:
                previous = ""
                for sentence in (s for paragraph in section["paragraphs"] for s in paragraph):
                    markers = tuple(
                        Marker(start, end, sentence["text"][start:end], ())
                        for start, end in sentence["markers"]
                    )
                    text = without_markers(Sentence(0, None, 0, sentence["text"], (), markers))
                    yield features(text, previous, section["title"]), sentence["n_cites"] > 0
                    previous = text


def _fitted(examples: Sequence[Example]) -> NDArray[np.float32]:
    """Minimise the logistic loss with Adam; a weight decay keeps rare buckets small."""
    torch.manual_seed(17)
    weights = torch.nn.EmbeddingBag(BUCKETS, 1, mode="sum")
    torch.nn.init.zeros_(weights.weight)
    optimizer = torch.optim.AdamW(weights.parameters(), lr=_RATE, weight_decay=_DECAY)
    order = np.random.default_rng(17)
    for _ in range(_EPOCHS):
        shuffled = order.permutation(len(examples))
        for start in range(0, len(shuffled), _BATCH):
            batch = [examples[row] for row in shuffled[start : start + _BATCH]]
            lengths = torch.tensor([0, *(len(buckets) for buckets, _ in batch)])
            flat = torch.tensor([bucket for buckets, _ in batch for bucket in buckets])
            labels = torch.tensor([float(label) for _, label in batch])
            logits = weights(flat, lengths.cumsum(0)[:-1]).squeeze(1)
            loss = functional.binary_cross_entropy_with_logits(logits, labels)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    fitted: NDArray[np.float32] = weights.weight.detach().squeeze(1).numpy()
    return fitted


def _quality(scores: NDArray[np.float64], cited: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Return average precision, the best F1 and the chance that reaches it."""
    ranked = cited[np.argsort(-scores, kind="stable")]
    hits = ranked.cumsum()
    places = np.arange(1, len(ranked) + 1)
    precision, recall = hits / places, hits / max(hits[-1], 1)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    best = int(f1.argmax())
    threshold = 1 / (1 + np.exp(-np.sort(scores)[::-1][best]))
    return float(precision[ranked].mean()), float(f1[best]), float(threshold)


if __name__ == "__main__":
    main()
