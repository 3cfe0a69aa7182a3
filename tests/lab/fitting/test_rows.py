from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.models.shelf import default_model
from tests.hash_encoder import HashEncoder
from tests.lab.fitting.field_files import write_lines
from tools.lab.fitting.fields import FieldData, build_libraries
from tools.lab.fitting.rows import collect_texts, quantise, write_papers, write_questions
from tools.lab.fitting.situations import (
    Asking,
    Situation,
    StoredQuestions,
    draw_situation,
    group_by_manuscript,
)

_SENTENCE = "Egrets wade in moors."


@pytest.fixture
def encoder() -> HashEncoder:
    return HashEncoder(default_model().manifest)


@pytest.fixture
def data(field_data: FieldData, tmp_path: Path) -> FieldData:
    """A field with a development sentence."""
    query = {
        "id": "pmc:7#1",
        "sentence": _SENTENCE,
        "before": ["It rains."],
        "relevant": ["pmid:4"],
    }
    write_lines(tmp_path / "queries" / "bio-dev.jsonl.gz", [query])
    return field_data


def test_every_question_of_every_situation_has_a_row(
    data: FieldData, encoder: HashEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_questions(encoder, [data], tmp_path)
    write_papers(encoder, data, tmp_path)
    build_libraries(data, tmp_path / "libraries")
    asking = Asking(data, tmp_path / "libraries", tmp_path)
    rows_by_text: dict[str, bool] = {}
    encode = StoredQuestions.encode_queries

    def encode_and_check(questions: StoredQuestions, texts: list[str]) -> NDArray[np.float32]:
        rows = encode(questions, texts)
        rows_by_text.update(
            (text, not np.isnan(row).any()) for text, row in zip(texts, rows, strict=True)
        )
        return rows

    monkeypatch.setattr(StoredQuestions, "encode_queries", encode_and_check)
    queries = [*data.make_training_queries(), *data.read_queries()]
    random = np.random.default_rng(0)
    for group in group_by_manuscript(queries):
        for situation in (Situation(), *(draw_situation(random) for _ in range(20))):
            assert list(asking.ask(group, situation, random))
    assert len(rows_by_text) > 6
    assert all(rows_by_text.values())


def test_of_manuscripts_that_are_not_asked_the_sentences_alone_have_rows(
    data: FieldData, encoder: HashEncoder, tmp_path: Path
) -> None:
    build_libraries(data, tmp_path / "libraries")
    write_papers(encoder, data, tmp_path)
    write_questions(encoder, [data], tmp_path, most=1)
    asking = Asking(data, tmp_path / "libraries", tmp_path)
    assert asking.knows(_SENTENCE)
    assert all(asking.knows(query.passage.sentence) for query in data.make_training_queries())


def test_a_query_without_a_title_asks_fewer_questions(data: FieldData) -> None:
    (query,) = data.read_queries()
    assert collect_texts(query) == {_SENTENCE, f"It rains. {_SENTENCE}"}
    titled, *_ = data.make_training_queries()
    assert "On moors. We walk." in collect_texts(titled)


def test_rows_in_8_bits_point_where_they_did(
    data: FieldData, encoder: HashEncoder, tmp_path: Path
) -> None:
    rows = np.random.default_rng(0).normal(size=(5, 384))
    numbers, scales = quantise(rows)
    restored = numbers * scales[:, None].astype(np.float32)
    norms = np.linalg.norm(restored, axis=1) * np.linalg.norm(rows, axis=1)
    assert ((restored * rows).sum(axis=1) / norms > 0.999).all()
    write_papers(encoder, data, tmp_path)
    written = (tmp_path / "rank-bio.npy").read_bytes()
    encoder.encode_papers = None  # type: ignore[assignment,method-assign] # kept rows need none
    write_papers(encoder, data, tmp_path)
    assert (tmp_path / "rank-bio.npy").read_bytes() == written
