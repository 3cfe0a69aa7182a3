"""How often the passage that readers chose is shown among the evidence of a citation.

The labels hold ids and positions only: of the citing sentence (section, paragraph, sentence), and
of the acceptable sentences of the cited paper, its abstract before its text. ``E`` says that the
paper says it, ``R`` that it says something related, ``N`` nothing, ``D`` that the readers differ.
``sentences`` are those that two readers chose, ``either`` those that one of them chose, and
``fitted`` marks the pairs that the weights were fitted on: they are left out, or shown alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.base.records import Manuscript, Marker, PaperNumber, Section, Sentence
from core.manuscript.text.section_kinds import section_kinds
from core.manuscript.text.sentences import split_quickly
from core.models.loading import open_encoder
from core.models.shelf import default_model
from core.recommend.evidence import (
    PASSAGES,
    Claim,
    PaperText,
    PassageEncoder,
    judge_claim,
    prepare_text,
    read_claim,
    share_of_words,
)
from tools.lab.benchmarks.data import data_folder

LABELS = [
    Path(__file__).parent / "labels" / name
    for name in ("evidence-two-readers.json", "evidence-second-set.json")
]
Record = dict[str, Any]  # Any: JSON


def read_records(ids: set[str]) -> dict[str, Record]:
    """Return some papers, those without a full text with their abstract alone."""
    records = {}
    for path in sorted((data_folder() / "fulltexts").glob("*.jsonl.gz")):
        records |= {record["id"]: record for record in _read_lines(path) if record["id"] in ids}
    for record in _read_lines(data_folder() / "papers" / "bio.jsonl.gz"):
        if record["id"] in ids - records.keys():
            records[record["id"]] = {**record, "sections": []}
    return records


def _read_lines(path: Path) -> Iterator[Record]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def prepare_record(record: Record) -> PaperText:
    """Return a paper with its abstract before its text."""
    titles = [Section("", part["title"], 1) for part in record["sections"]]
    sentences: list[Sentence] = []
    for number, part in enumerate(record["sections"]):
        for one in (one for paragraph in part["paragraphs"] for one in paragraph):
            markers = tuple(Marker(*span, one["text"][slice(*span)], ()) for span in one["markers"])
            sentences.append(Sentence(len(sentences), number, 0, one["text"], (), markers))
    full_text = Manuscript(
        title=record["title"], sections=tuple(section_kinds(titles)), sentences=tuple(sentences)
    )
    abstract = split_quickly(record["abstract"]) if record["abstract"] else []
    return prepare_text(PaperNumber(0), record["title"], abstract, full_text)


def list_sentences(record: Record) -> list[str]:
    """Return the sentences that the labels count: of the abstract, then of the text."""
    abstract = split_quickly(record["abstract"]) if record["abstract"] else []
    parts = (paragraph for part in record["sections"] for paragraph in part["paragraphs"])
    return [*abstract, *(one["text"] for paragraph in parts for one in paragraph)]


def _read_claim(one: Record, marks: list[list[int]] | None) -> Claim:
    """Return a citing sentence; ``marks`` are the markers of the paper that is meant."""
    markers = tuple(
        Marker(*span, one["text"][slice(*span)], (int(marks is None or span in marks),))
        for span in sorted(one["markers"])
    )
    return read_claim(Sentence(0, None, 0, one["text"], (), markers), 1)


def _show(order: str, claim: Claim, text: PaperText, encoder: PassageEncoder | None) -> list[str]:
    """Return the passages that are shown: as they ship, or three sentences in a plain order."""
    if order == "shipped":
        return [passage.text for passage in judge_claim(claim, text, encoder).passages]
    sentences = [text.sentences[index].text for index in text.indices]
    if order == "words" or encoder is None:
        scores = share_of_words(claim.text, text)
    else:
        rows = encoder.encode_papers([(text.title, sentence) for sentence in sentences])
        scores = rows.astype(np.float64) @ encoder.encode_queries([claim.text])[0]
    return [sentences[row] for row in np.argsort(-scores, kind="stable")[:PASSAGES]]


def _name_kind(row: Record, record: Record) -> str:
    """Return the field of a pair, or that there is only an abstract."""
    if not record["sections"]:
        return "abstracts"
    return "life sciences" if row["citing"].startswith("pmc:") else "computer science"


def _is_shown(indices: Sequence[int], record: Record, shown: Sequence[str]) -> bool:
    listed = list_sentences(record)
    return any(listed[index] in passage for index in indices for passage in shown)


@dataclass
class Counts:
    """How many pairs the paper says, and of how many a chosen passage is shown."""

    pairs: int = 0
    both: int = 0
    either: int = 0


def measure(
    rows: Sequence[Record],
    records: dict[str, Record],
    encoder: PassageEncoder | None,
    order: str = "shipped",
) -> tuple[dict[str, Counts], Counter[tuple[str, str]]]:
    """Count the pairs of each kind, and what is concluded about those of each label."""
    kinds: dict[str, Counts] = {}
    states: Counter[tuple[str, str]] = Counter()
    texts: dict[str, PaperText] = {}
    for row in rows:
        part, paragraph, index = row["at"]
        record = records[row["cited"]]
        one = records[row["citing"]]["sections"][part]["paragraphs"][paragraph][index]
        claim = _read_claim(one, row.get("marks") or None)
        text = texts.setdefault(row["cited"], prepare_record(record))
        if order == "shipped":
            states[row["state"], judge_claim(claim, text, encoder).state] += 1
        if row["state"] == "E" and row["sentences"]:
            shown = _show(order, claim, text, encoder)
            counts = kinds.setdefault(_name_kind(row, record), Counts())
            counts.pairs += 1
            counts.both += _is_shown(row["sentences"], record, shown)
            counts.either += _is_shown(row.get("either", ()), record, shown)
    return kinds, states


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--order", choices=("shipped", "words", "meaning"), default="shipped")
    parser.add_argument("--words", action="store_true", help="Without the encoder.")
    parser.add_argument("--labels", type=Path, nargs="+", default=LABELS)
    parser.add_argument("--fitted", action="store_true", help="The pairs that were fitted on.")
    options = parser.parse_args()
    encoder = None
    if not options.words:
        model = default_model()
        encoder = open_encoder(model.folder, model.manifest)
    all_labels = {path.stem: json.loads(path.read_text("utf-8")) for path in options.labels}
    ids = {row[key] for rows in all_labels.values() for row in rows for key in ("citing", "cited")}
    records = read_records(ids)
    for name, rows in all_labels.items():
        chosen = [row for row in rows if row.get("fitted", False) == options.fitted]
        kinds, states = measure(chosen, records, encoder, options.order)
        for kind, counts in sorted(kinds.items()):
            print(f"{name}, {kind}: {counts.both} of {counts.pairs} that both chose", end="")
            print(f", {counts.either} that one chose")
        for key, count in sorted(states.items()):
            print(*key, count)


if __name__ == "__main__":
    main()
