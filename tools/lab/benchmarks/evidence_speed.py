"""How long the evidence of a manuscript takes: ``python -m tools.lab.benchmarks.evidence_speed``.

Takes citing sentences of real papers and as many other papers as asked for, of a file of full
texts. Prints the processor time of all citations at first, and again with what is in memory.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from core.base.records import Manuscript, PaperNumber, Section, Sentence
from core.manuscript.text.sentences import split_quickly
from core.models.loading import open_encoder
from core.models.shelf import default_model
from core.recommend.bare import bare
from core.recommend.evidence import (
    Claim,
    PaperText,
    encode_passages,
    judge_claim,
    keep_rows,
    prepare_text,
)
from core.services.evidence import SENTENCES_AT_ONCE

Record = dict[str, Any]  # Any: JSON


def make_full_text(record: Record) -> Manuscript:
    """Return a record of the full texts as a paper that was read, thirty sentences a page."""
    sections = tuple(Section("", section["title"], 1) for section in record["sections"])
    sentences: list[Sentence] = []
    for number, section in enumerate(record["sections"]):
        for paragraph in section["paragraphs"]:
            for one in paragraph:
                index = len(sentences)
                sentences.append(Sentence(index, number, index // 30, one["text"], ()))
    return Manuscript(title=record["title"], sections=sections, sentences=tuple(sentences))


def read_claims(records: Sequence[Record]) -> list[Claim]:
    """Return the citing sentences of records, without their markers."""
    return [
        Claim(bare(one["text"], [tuple(span) for span in one["markers"]]))
        for record in records
        for section in record["sections"]
        for paragraph in section["paragraphs"]
        for one in paragraph
        if one["markers"]
    ]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="Full texts (.jsonl.gz).")
    parser.add_argument("--papers", type=int, default=80)
    parser.add_argument("--citations", type=int, default=150)
    parser.add_argument("--words", action="store_true", help="Without the encoder.")
    options = parser.parse_args()
    with gzip.open(options.file, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in islice(lines, options.papers + 20)]
    draw = random.Random(1)
    claims = draw.sample(read_claims(records[options.papers :]), options.citations)
    encoder = None
    if not options.words:
        model = default_model()
        encoder = open_encoder(model.folder, model.manifest)
        encoder.encode_queries(["A sentence that loads what is loaded at first."])
    full_texts = [make_full_text(record) for record in records[: options.papers]]
    abstracts = [split_quickly(record["abstract"]) for record in records[: options.papers]]
    numbers = [draw.randrange(options.papers) for _ in claims]
    texts: dict[int, PaperText] = {}
    for name in ("first", "again"):
        start = time.process_time()
        for at, (claim, number) in enumerate(zip(claims, numbers, strict=True)):
            for other in numbers[at : at + SENTENCES_AT_ONCE]:
                if other not in texts:
                    title = records[other]["title"]
                    texts[other] = prepare_text(
                        PaperNumber(other), title, abstracts[other], full_texts[other]
                    )
            if encoder is not None and at % SENTENCES_AT_ONCE == 0:
                part = slice(at, at + SENTENCES_AT_ONCE)
                pairs = zip(claims[part], numbers[part], strict=True)
                keep_rows(encode_passages([(one, texts[of]) for one, of in pairs], encoder))
            judge_claim(claim, texts[number], encoder)
        print(f"{name}: {time.process_time() - start:.1f} s of processor time")


if __name__ == "__main__":
    main()
