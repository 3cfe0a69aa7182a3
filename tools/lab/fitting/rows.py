"""Encode what ``matrix`` asks with: the papers and the questions of both fields.

``python -m tools.lab.fitting.rows --data DATA --rows ROWS --most N``: writes into ROWS what
``situations.Rows`` reads, by the encoder that ships or by ``--model``: each paper with and without
its abstract, the questions of the development sentences, and those of the first N training
manuscripts of each field that the encoder did not learn from (give ``matrix`` the same ``--most``).
Of the other manuscripts only the citing sentences, which full texts of a library say. Files that
are there already are kept.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
from numpy.typing import NDArray

from core.base.records import DEFAULT_BREADTH
from core.evaluation.queries import Query
from core.models.encoder import Encoder, SentenceEncoder
from core.models.shelf import Shelf, default_model
from core.recommend.candidates import vector_questions
from core.recommend.context import sample_context
from tools.lab.fitting.fields import FIELDS, FieldData
from tools.lab.fitting.situations import EVERYTHING, Situation, group_by_manuscript, make_question

_PREFIX = {"computer science": "rank-cs", "life sciences": "rank-bio"}
_BATCH = 512
_Text = TypeVar("_Text")
_KINDS = tuple(
    Situation(before=before, is_titled=is_titled)
    for before, is_titled in product((0, 2, EVERYTHING), (False, True))
)
"""Situations that differ in what a question is made of; all others ask one of their questions."""


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--rows", type=click.Path(path_type=Path), required=True)
@click.option("--most", default=0, help="Training manuscripts of each field; 0: all.")
@click.option("--model", default="", help="Name or folder of an encoder; the default one ships.")
def main(data: Path, rows: Path, most: int, model: str) -> None:
    """Read both fields, encode their papers and questions."""
    rows.mkdir(parents=True, exist_ok=True)
    opened = Shelf(rows / "models").get(model) if model else default_model()
    encoder = SentenceEncoder(opened.folder, opened.manifest)
    fields = [FieldData(name, data) for name in FIELDS]
    write_questions(encoder, fields, rows, most)
    for field in fields:
        write_papers(encoder, field, rows)


def write_papers(encoder: Encoder, field: FieldData, folder: Path) -> None:
    """Encode a field's papers, and their titles alone if any has an abstract."""
    ids = [record.id for record in field.records]
    prefix = _PREFIX[field.name]
    full = [(record.title, record.abstract) for record in field.records]
    _write_rows(folder, prefix, ids, full, encoder.encode_papers)
    if field.name == "computer science":
        titles = [(record.title, "") for record in field.records]
        _write_rows(folder, f"{prefix}-titles", ids, titles, encoder.encode_papers)


def write_questions(
    encoder: Encoder, fields: Iterable[FieldData], folder: Path, most: int = 0
) -> None:
    """Encode the questions of all fields; the texts themselves go into a file beside the rows."""
    texts = list(dict.fromkeys(text for field in fields for text in list_questions(field, most)))
    with gzip.open(folder / "rank-texts.jsonl.gz", "wt", encoding="utf-8") as stored:
        stored.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    _write_rows(folder, "rank-queries", (), texts, encoder.encode_queries)


def list_questions(field: FieldData, most: int = 0) -> Iterator[str]:
    """Yield the texts that a field's sentences are asked with, some of them twice."""
    for query in field.read_queries():
        yield from collect_texts(query)
    groups = group_by_manuscript(list(field.make_training_queries()))
    for number, queries in enumerate(groups):
        for query in queries:
            yield query.passage.sentence
            if not most or number < most:
                yield from collect_texts(query)


def collect_texts(query: Query) -> set[str]:
    """Return all texts that vectors are asked with for a query, whatever its situation."""
    passages = [make_question(query, kind, frozenset(), None, None).passage for kind in _KINDS]
    contexts = [sample_context(passage, breadth=DEFAULT_BREADTH) for passage in passages]
    questions = map(vector_questions, passages, contexts)
    return {text for question in questions for text in question.values() if text}


def _write_rows(
    folder: Path,
    name: str,
    ids: Sequence[str],
    texts: Sequence[_Text],
    encode: Callable[[Sequence[_Text]], NDArray[np.floating]],
) -> None:
    """Write the rows of texts in 8-bit integers, and their ids where they have any."""
    target = folder / f"{name}.npy"
    if target.exists():
        return
    parts = []
    with click.progressbar(length=len(texts), label=name) as progress:
        for first in range(0, len(texts), _BATCH):
            batch = texts[first : first + _BATCH]
            parts.append(quantise(encode(batch)))
            progress.update(len(batch))
    np.save(folder / f"{name}.scales.npy", np.concatenate([scales for _, scales in parts]))
    if ids:
        (folder / f"{name}.ids.txt").write_text("\n".join(ids) + "\n", encoding="utf-8")
    np.save(target, np.concatenate([rows for rows, _ in parts]))


def quantise(rows: NDArray[np.floating]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return rows in 8-bit integers, and what each row is to be multiplied by."""
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-6).astype(np.float32) / 127
    return np.round(rows / scales[:, None]).astype(np.int8), scales.astype(np.float16)


if __name__ == "__main__":
    main()
