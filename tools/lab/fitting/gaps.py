"""Fit the weights of ``core.recommend.gaps``: ``python -m tools.lab.fitting.gaps DATA``.

Learns from the sentences of the training full texts with their markers cut out; sentences that a
marker was a part of ("[3] shows ...") are left out. All ``*train*`` files of the folder are read:
computer science and life sciences, which get linear weights of their own. A tenth of the papers, by
sha1 of their id, is kept for calibration and for the threshold, another tenth for the last figures;
the development papers choose features and settings. Writes ``resources/ranking/gaps.npz``: weights
of hashed features, no text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from core.base.arrays import convert_odds_to_chances
from core.base.records import Section
from core.manuscript.text.section_kinds import section_kinds
from core.recommend.bare import is_whole
from core.recommend.gap_features import (
    BUCKETS,
    SCALE,
    SILENT,
    WORD_VIEW,
    GapLine,
    Seen,
    Signs,
    build_signs,
    has_unread,
    life_science_share,
    line_kind,
    line_text,
    mix_fields,
    scan_lines,
    sum_by_group,
    surrounds,
)
from core.recommend.gaps import Head

_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / "gaps.npz"
_NUMBER = re.compile(r"\s*((?:\d+|[A-Z])(?:\.\d+)*)\.?\s+(.*)")
_TRACES = (
    (re.compile(r"\s*\((?:[^()]*?(?:,\s*(?=[;,)])|;\s*(?=[;)])))+[^()]*\)"), ""),
    (re.compile(r"(?:\s*[,;–-])+(?=\s*[.,;:])"), ""),
    (re.compile(r",(?:\s*[,–])+"), ","),
    (re.compile(r"[\s,;]*[–,;-]+\s*$"), "."),
)
_BIO = "bio"  # the files of life sciences
_CALIBRATION, _LAST = 0, 1
"""Folds that nothing is fitted to: the first sets the chances, the other is only measured."""
_DRAWS = 200
_BATCH, _EPOCHS, _HEAD_EPOCHS, _LEAST_STEPS = 1024, 2, 8, 80
_RATE, _HIDDEN, _HEAD_DECAY = 3e-3, 64, 1e-3
_LEAST_SPREAD = np.float32(0.05)
"""So that what is rare in training, such as a kind of section, cannot decide alone in use."""
_OWN_WEIGHT = 0.6
"""How much life sciences' own weights count beside those of all papers: of theirs there are few."""
_SHOWN = (0.0, 0.3, 0.7, 1.0)
"""Shares of its citations that a paper shows while the head learns: from a manuscript without any
to one that lacks a single one."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as lines; ``usable`` lines are whole sentences that may cite."""

    id: str
    is_bio: bool
    lines: list[GapLine]
    line_facts: Seen
    usable: Bools
    row: NDArray[np.int32]
    bucket: NDArray[np.int32]
    view: NDArray[np.int8]

    @property
    def cited(self) -> Bools:
        """Which lines cite."""
        return np.array([line.cited for line in self.lines])

    @property
    def fold(self) -> int:
        """Return 0..9, by the id alone."""
        return int(hashlib.sha1(self.id.encode()).hexdigest(), 16) % 10


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--target", type=click.Path(path_type=Path), default=_TARGET)
def main(data: Path, target: Path) -> None:
    """Train, calibrate, measure on the development papers, write."""
    folder = data / "fulltexts"
    papers_by_file = {
        path.name: list(read_papers(path)) for path in sorted(folder.glob("*train*.jsonl.gz"))
    }
    papers = [paper for own in papers_by_file.values() for paper in own if paper.lines]
    weights, head = fit([paper for paper in papers if paper.fold not in (_CALIBRATION, _LAST)])
    kept_papers = [paper for paper in papers if paper.fold == _CALIBRATION]
    head, threshold = calibrated(head, weights, kept_papers)
    for path in sorted(folder.glob("*-dev*.jsonl.gz")):
        report(path.name, list(read_papers(path)), weights, head, threshold)
    for is_bio, name in (
        (False, "kept back, computer science"),
        (True, "kept back, life sciences"),
    ):
        own_papers = [
            paper
            for file_name, own in papers_by_file.items()
            if file_name.startswith(_BIO) == is_bio
            for paper in own
            if paper.fold == _LAST
        ]
        if own_papers:
            report(name, own_papers, weights, head, threshold)
    print(f"threshold {threshold:.3f}: belongs into core.base.records.NEEDS_CITATION")
    head_values = {name: getattr(head, name) for name in Head.__dataclass_fields__}
    np.savez_compressed(target, allow_pickle=False, weights=weights, **head_values)


def read_papers(path: Path) -> Iterator[Paper]:
    """Yield the papers of a file of full texts."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield _paper(json.loads(line), path.name.startswith(_BIO))


def _paper(record: dict[str, Any], is_bio: bool) -> Paper:
    sections = section_kinds([*map(_section, record["sections"])])
    kinds = [section.kind for section in sections]
    lines, usable, paragraph = [], [], 0
    for at, section in enumerate(record["sections"]):
        for sentences in section["paragraphs"]:
            paragraph += 1
            for sentence in sentences:
                text, spans = sentence["text"], [(s, e) for s, e in sentence["markers"]]
                cited = sentence["n_cites"] > 0
                plain = line_text(text, spans)
                plain = plain if spans else _without_traces(plain)
                kind, heading = line_kind(kinds[at]), sections[at].title
                lines.append(GapLine(plain, kind, at, paragraph, cited, heading))
                whole = is_whole(text, spans) if spans else cited or not has_unread(text)
                usable.append(whole and kinds[at] not in SILENT)
    line_facts = scan_lines(lines, f"{record['title']}. {record['abstract']}")
    signs = build_signs(lines, line_facts)
    row, bucket = signs.row.astype(np.int32), signs.bucket.astype(np.int32)
    view, whole_lines = signs.view.astype(np.int8), np.array(usable, bool)
    return Paper(record["id"], is_bio, lines, line_facts, whole_lines, row, bucket, view)


def _without_traces(text: str) -> str:
    """Return a sentence without what publishers' links leave of markers: "(Oar,; Elm,)", ",,–"."""
    for trace, replacement in _TRACES:
        text = trace.sub(replacement, text)
    return text


def _section(section: dict[str, Any]) -> Section:
    match = _NUMBER.match(section["title"])
    number, title = match.groups() if match else ("", section["title"])
    return Section(number, title, number.count(".") + 1)


def fit(papers: Sequence[Paper]) -> tuple[NDArray[np.int8], Head]:
    """Fit the linear models, and the head to what linear models say that had not seen the paper."""
    halves = [[p for p in papers if p.fold % 2 == half] for half in (0, 1)]
    random = np.random.default_rng(17)
    rows, cited = [], []
    for half, other in (halves, halves[::-1]):
        weights = _tables(other)
        for paper in half:
            shown_lines = paper.cited & (random.random(len(paper.lines)) < random.choice(_SHOWN))
            rows.append(_rows(paper, weights, shown_lines)[paper.usable])
            cited.append(paper.cited[paper.usable])
    return _tables(papers), _head(np.concatenate(rows), np.concatenate(cited))


def _rows(paper: Paper, weights: NDArray[np.int8], shown_lines: Bools) -> Floats:
    columns = (paper.row, paper.bucket, paper.view, paper.row)
    signs = Signs(*(column.astype(np.int64) for column in columns))
    share = life_science_share(signs, weights, len(paper.lines))
    sums = sum_by_group(signs, mix_fields(weights, share), len(paper.lines))
    return surrounds(paper.lines, paper.line_facts, sums, shown_lines, share)


def _tables(papers: Sequence[Paper]) -> NDArray[np.int8]:
    """Fit the linear models of both fields, and one of the words that tell the fields apart."""
    fields = [[paper for paper in papers if paper.is_bio == is_bio] for is_bio in (False, True)]
    if not all(fields):
        weights = _quantized(_linear(papers))
        return np.stack((weights, weights, np.zeros_like(weights)))
    computing, life = map(_linear, fields)
    life = _OWN_WEIGHT * life + (1 - _OWN_WEIGHT) * _linear(papers)
    tables = (computing, life, _linear(papers, of_field=True))
    return np.stack([_quantized(table) for table in tables])


def _linear(papers: Sequence[Paper], *, of_field: bool = False) -> Floats:
    """Minimise the logistic loss over the usable lines with Adam.

    Predicts which lines cite, or, by the words alone, which are ``of_field`` life sciences.
    """
    chosen_signs = [p.view == WORD_VIEW if of_field else slice(None) for p in papers]
    signs = list(zip(papers, chosen_signs, strict=True))
    counts = [np.bincount(p.row[chosen], minlength=len(p.lines)) for p, chosen in signs]
    starts = np.append(0, np.concatenate(counts).cumsum())
    buckets = np.concatenate([paper.bucket[chosen] for paper, chosen in signs])
    labels = [np.full(len(p.lines), p.is_bio) if of_field else p.cited for p in papers]
    usable = np.flatnonzero(np.concatenate([paper.usable for paper in papers]))
    torch.manual_seed(17)
    model = torch.nn.EmbeddingBag(BUCKETS, 1, mode="sum", sparse=True)
    torch.nn.init.zeros_(model.weight)
    optimizer = torch.optim.SparseAdam(model.parameters(), lr=_RATE)

    def logits(chosen: NDArray[np.int64]) -> torch.Tensor:
        begin, size = starts[chosen], starts[chosen + 1] - starts[chosen]
        offsets = np.append(0, size.cumsum())
        flat = np.repeat(begin - offsets[:-1], size) + np.arange(offsets[-1])
        bucket_numbers = torch.from_numpy(buckets[flat].astype(np.int64))
        result: torch.Tensor = model(bucket_numbers, torch.from_numpy(offsets[:-1])).squeeze(1)
        return result

    epochs = 1 if of_field else _EPOCHS
    _minimise(optimizer, logits, usable, np.concatenate(labels), epochs=epochs)
    fitted: Floats = model.weight.detach().squeeze(1).numpy()
    return fitted


def _head(rows: Floats, cited: Bools) -> Head:
    mean, spread = rows.mean(0), np.maximum(rows.std(0), _LEAST_SPREAD)
    inputs = torch.from_numpy((rows - mean) / spread)
    torch.manual_seed(17)
    inner, outer = torch.nn.Linear(rows.shape[1], _HIDDEN), torch.nn.Linear(_HIDDEN, 1)
    model = torch.nn.Sequential(inner, torch.nn.ReLU(), outer)

    def logits(chosen: NDArray[np.int64]) -> torch.Tensor:
        result: torch.Tensor = model(inputs[chosen]).squeeze(1)
        return result

    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=_HEAD_DECAY)
    _minimise(optimizer, logits, np.arange(len(rows)), cited, epochs=_HEAD_EPOCHS)
    return Head(
        mean,
        spread,
        inner.weight.detach().numpy().T.copy(),
        inner.bias.detach().numpy(),
        outer.weight.detach().numpy()[0].copy(),
        outer.bias.detach().numpy(),
    )


def _minimise(
    optimizer: torch.optim.Optimizer,
    logits: Callable[[NDArray[np.int64]], torch.Tensor],
    indices: NDArray[np.int64],
    cited: Bools,
    *,
    epochs: int,
) -> None:
    batches = -(-len(indices) // _BATCH)
    epochs = max(epochs, _LEAST_STEPS // batches)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, epochs * batches)
    random = np.random.default_rng(17)
    for _ in range(epochs):
        shuffled = random.permutation(indices)
        for start in range(0, len(shuffled), _BATCH):
            chosen = shuffled[start : start + _BATCH]
            labels = torch.from_numpy(cited[chosen].astype(np.float32))
            loss = functional.binary_cross_entropy_with_logits(logits(chosen), labels)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()


def calibrated(
    head: Head, weights: NDArray[np.int8], papers: Sequence[Paper]
) -> tuple[Head, float]:
    """Shift and stretch the head's logits to fit papers it has not seen; also the best threshold.

    Half of the weight has papers that show none of their citations, half papers that show all.
    """
    both = [scored(papers, weights, head, share) for share in (0.0, 1.0)]
    logits, cited = (np.concatenate(column) for column in zip(*both, strict=True))
    inputs = torch.tensor(np.stack((logits, np.ones_like(logits)), 1), dtype=torch.float64)
    curve = torch.tensor([1.0, 0.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([curve], max_iter=100)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        labels = torch.tensor(cited, dtype=torch.float64)
        value = functional.binary_cross_entropy_with_logits(inputs @ curve, labels)
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    stretch, shift = curve.tolist()
    outer, bias = head.outer * np.float32(stretch), head.outer_bias * np.float32(stretch)
    fitted = Head(
        head.mean, head.spread, head.inner, head.inner_bias, outer, bias + np.float32(shift)
    )
    return fitted, quality(stretch * logits + shift, cited)[2]


def scored(
    papers: Sequence[Paper], weights: NDArray[np.int8], head: Head | None, share: float
) -> tuple[Floats, Bools]:
    """Return the logits and labels of the usable lines, all or none (``share``) of them shown."""
    logits, cited = [], []
    for paper in papers:
        rows = _rows(paper, weights, paper.cited & (share > 0))
        logits.append((rows[:, 0] if head is None else head.logits(rows))[paper.usable])
        cited.append(paper.cited[paper.usable])
    return np.concatenate(logits), np.concatenate(cited)


def report(
    name: str,
    papers: Sequence[Paper],
    weights: NDArray[np.int8],
    head: Head,
    threshold: float,
) -> None:
    """Print how well the model does on papers it was not fitted to."""
    kinds = [
        line.kind for p in papers for line, used in zip(p.lines, p.usable, strict=True) if used
    ]
    linear = scored(papers, weights, None, 0.0)
    print(f"{name}: {len(papers)} papers, {len(kinds)} sentences, {linear[1].mean():.3f} cite")
    _figures("words alone", *linear, threshold)
    for share, title in ((0.0, "no citation shown"), (1.0, "others shown")):
        logits, cited = scored(papers, weights, head, share)
        _figures(title, logits, cited, threshold)
        _print_recalls(papers, logits, cited)
        print(
            f"    calibration error {_miscalibration(convert_odds_to_chances(logits), cited):.3f}"
        )
    for kind in sorted(set(kinds)):
        chosen = np.array([other == kind for other in kinds])
        _figures(
            f"  others shown, {kind} ({chosen.sum()})", logits[chosen], cited[chosen], threshold
        )


def _figures(title: str, logits: Floats, cited: Bools, threshold: float) -> None:
    precision, best, at = quality(logits, cited)
    flagged = convert_odds_to_chances(logits) >= threshold
    hits = int((flagged & cited).sum())
    f1 = 2 * hits / max(int(flagged.sum()) + int(cited.sum()), 1)
    print(
        f"  {title}: AP {precision:.3f}, F1 {f1:.3f}, best F1 {best:.3f} at chance {at:.2f},"
        f" recall {hits / max(int(cited.sum()), 1):.3f}"
        f" at precision {hits / max(int(flagged.sum()), 1):.3f}"
    )


def _print_recalls(papers: Sequence[Paper], logits: Floats, cited: Bools) -> None:
    """Print the recall at two precisions, with the middle 95 % of draws of whole papers."""
    counts = [int(paper.usable.sum()) for paper in papers]
    lines = np.split(np.arange(len(cited)), np.cumsum(counts)[:-1])
    random = np.random.default_rng(17)
    draws = [
        np.concatenate([lines[at] for at in random.integers(len(lines), size=len(lines))])
        for _ in range(_DRAWS)
    ]
    for precision in (0.6, 0.7):
        recalls = [recall_at(logits[draw], cited[draw], precision) for draw in draws]
        low, high = np.quantile(recalls, (0.025, 0.975))
        print(
            f"    at precision {precision:.2f}: recall {recall_at(logits, cited, precision):.3f}"
            f" ({low:.3f} to {high:.3f})"
        )


def recall_at(logits: Floats, cited: Bools, precision: float) -> float:
    """Return the greatest recall that is reached at a precision, 0 if it never is."""
    hits = cited[np.argsort(-logits, kind="stable")].cumsum()
    reached = hits[hits >= precision * np.arange(1, len(hits) + 1)]
    return float(reached[-1] / hits[-1]) if len(reached) else 0.0


def quality(logits: Floats, cited: Bools) -> tuple[float, float, float]:
    """Return average precision, the best F1 and the chance that reaches it."""
    order = np.argsort(-logits, kind="stable")
    ranked = cited[order]
    hits = ranked.cumsum()
    ranks = np.arange(1, len(ranked) + 1)
    precision, recall = hits / ranks, hits / max(hits[-1], 1)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    best = int(f1.argmax())
    average = float(precision[ranked].mean()) if ranked.any() else 0.0
    return average, float(f1[best]), float(convert_odds_to_chances(logits[order[best]]))


def _miscalibration(chances: Floats, cited: Bools) -> float:
    """Return the mean difference of chance and share of citing sentences, over ten equal bins."""
    bins = np.array_split(np.argsort(chances), 10)
    total = sum(len(b) * abs(chances[b].mean() - cited[b].mean()) for b in bins)
    return float(total / len(cited))


def _quantized(weights: Floats) -> NDArray[np.int8]:
    return np.clip(np.round(weights * SCALE), -127, 127).astype(np.int8)


if __name__ == "__main__":
    main()
