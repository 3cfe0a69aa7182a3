"""How often the passage that a reader chose is shown among the evidence of a citation.

The labels hold ids and positions only: of the citing sentence (section, paragraph, sentence), and
of the acceptable sentences of the cited paper, its abstract before its text. ``E`` says that the
paper says it, ``R`` that it says something related, ``N`` nothing, ``D`` that the readers differ.
In ``labels/evidence-two-readers.json`` the sentences are those that two readers chose, and
``fitted`` marks the pairs that the weights were fitted on: they are left out, or shown alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

from core.base.records import Manuscript, Marker, PaperNumber, Section, Sentence
from core.manuscript.text.section_kinds import section_kinds
from core.manuscript.text.sentences import split_quickly
from core.models.loading import open_encoder
from core.models.shelf import default_model
from core.recommend.evidence import Claim, PaperText, judge_claim, prepare_text, read_claim
from tools.lab.benchmarks.data import data_folder

LABELS = Path(__file__).parent / "labels" / "evidence-two-readers.json"
Record = dict[str, Any]  # Any: JSON


def read_records(ids: set[str]) -> dict[str, Record]:
    """Return the full texts of some papers."""
    records = {}
    for path in sorted((data_folder() / "fulltexts").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                if record["id"] in ids:
                    records[record["id"]] = record
    return records


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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", action="store_true", help="Without the encoder.")
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--fitted", action="store_true", help="The pairs that were fitted on.")
    options = parser.parse_args()
    all_labels = json.loads(options.labels.read_text("utf-8"))
    labels = [row for row in all_labels if row.get("fitted", False) == options.fitted]
    records = read_records({row[name] for row in labels for name in ("citing", "cited")})
    encoder = None
    if not options.words:
        model = default_model()
        encoder = open_encoder(model.folder, model.manifest)
    texts = {name: prepare_record(records[name]) for name in {row["cited"] for row in labels}}
    hits: list[bool] = []
    states: dict[tuple[str, str], int] = {}
    for row in labels:
        part, paragraph, index = row["at"]
        one = records[row["citing"]]["sections"][part]["paragraphs"][paragraph][index]
        claim = _read_claim(one, row.get("marks"))
        text = texts[row["cited"]]
        evidence = judge_claim(claim, text, encoder)
        key = row["state"], evidence.state
        states[key] = states.get(key, 0) + 1
        if row["state"] == "E" and row["sentences"]:
            listed = list_sentences(records[row["cited"]])
            chosen = {listed[index] for index in row["sentences"]}
            shown = [passage.text for passage in evidence.passages]
            hits.append(any(words in passage for words in chosen for passage in shown))
    print(f"shown: {sum(hits)} of {len(hits)}")
    for key, count in sorted(states.items()):
        print(*key, count)


if __name__ == "__main__":
    main()
