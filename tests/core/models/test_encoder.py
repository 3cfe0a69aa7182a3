"""Rows of an encoder."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.models.encoder import BATCH, SentenceEncoder
from core.models.manifest import read_manifest
from tests.core.models.module_folders import PAPERS, QUESTIONS, same, theirs


@pytest.mark.parametrize("pooling", ["cls", "mean", "lasttoken"])
def test_a_folder_of_theirs_gives_their_rows_here(
    tiny_model: Path, tmp_path: Path, pooling: str
) -> None:
    made = theirs(tiny_model, tmp_path / "made", pooling)
    ours = SentenceEncoder(tmp_path / "made", device="cpu", precision="float32")
    assert ours.manifest.pooling == pooling
    assert same(ours.encode_queries(QUESTIONS), made.encode(QUESTIONS))


def test_prompts_and_shortened_rows_are_those_of_the_folder(
    tiny_model: Path, tmp_path: Path
) -> None:
    prompts = {"query": "question: ", "document": "paper: "}
    made = theirs(tiny_model, tmp_path / "made", "mean", prompts=prompts, truncate_dim=12)
    ours = SentenceEncoder(tmp_path / "made", device="cpu", precision="float32")
    assert ours.manifest.dimension == 12
    assert ours.manifest.prompts == {"queries": "question: ", "papers": "paper: "}
    plain = read_manifest(tiny_model)
    assert ours.manifest.fingerprint != plain.fingerprint
    assert ours.manifest.query_fingerprint != ours.manifest.fingerprint
    assert same(ours.encode_queries(QUESTIONS), made.encode_query(QUESTIONS))
    texts = [
        ours.manifest.paper_text(*each, sep_token="").removeprefix("paper: ") for each in PAPERS
    ]
    assert same(ours.encode_papers(PAPERS), made.encode_document(texts))


def test_a_short_text_is_not_padded_to_a_long_one(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = SentenceEncoder(tiny_model, device="cpu", precision="float32")
    long, middle, short = "a paper " * 20, "a paper " * 16, "a paper"
    texts = [short, long, *[middle] * BATCH, short]
    together = encoder.encode_queries(texts)

    def get_rows(side: str, batch: list[str]) -> object:
        batches.append(sorted(map(len, batch)))
        return real(side, batch)

    batches: list[list[int]] = []
    real = encoder._rows
    monkeypatch.setattr(encoder, "_rows", get_rows)
    assert same(encoder.encode_queries(texts), together)
    assert [(lengths[0], lengths[-1]) for lengths in batches] == [
        (len(middle), len(long)),
        (len(middle), len(middle)),
        (len(short), len(short)),
    ]
    assert [len(lengths) for lengths in batches] == [BATCH, 1, 2]
    for row, text in enumerate(texts[:3]):
        assert same(encoder.encode_queries([text]), together[row : row + 1])
