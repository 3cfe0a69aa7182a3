"""How often the passage that a reader chose is shown among the evidence of a citation.

The labels in ``labels/evidence.json`` hold ids and positions only: of the citing sentence (section,
paragraph, sentence), and of the acceptable sentences of the cited paper, best first, its abstract
before its text. ``E`` says that the paper says it, ``R`` that it says something related.
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
from core.recommend.bare import bare
from core.recommend.evidence import Claim, PaperText, judge_claim, prepare_text
from tools.lab.benchmarks.data import data_folder

LABELS = Path(__file__).parent / "labels" / "evidence.json"
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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", action="store_true", help="Without the encoder.")
    options = parser.parse_args()
    labels = json.loads(LABELS.read_text("utf-8"))
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
        claim = Claim(bare(one["text"], [tuple(span) for span in one["markers"]]))
        text = texts[row["cited"]]
        evidence = judge_claim(claim, text, encoder)
        key = row["state"], evidence.state
        states[key] = states.get(key, 0) + 1
        if row["state"] == "E":
            listed = list_sentences(records[row["cited"]])
            chosen = {listed[index] for index in row["sentences"]}
            shown = {text.sentences[passage.index].text for passage in evidence.passages}
            hits.append(bool(chosen & shown))
    print(f"shown: {sum(hits)} of {len(hits)}")
    for key, count in sorted(states.items()):
        print(*key, count)


if __name__ == "__main__":
    main()
