from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.commands.cli import main
from core.models.hierarchical import HierarchicalEncoder, paper_sentences
from core.models.hierarchy import (
    load_encoders,
    save_encoders,
)
from core.models.manifest import (
    weights_sha256,
)
from core.models.process import EncoderProcess
from tests.core.conftest import RECORDS
from tests.core.models.documents_of_sentences import LONG, make
from tests.tiny_encoder import DIMENSION

PAPERS = [(record.title, record.abstract) for record in RECORDS]


def test_rows_have_unit_length_and_the_asked_shape(
    hierarchical_encoder: HierarchicalEncoder,
) -> None:
    rows = hierarchical_encoder.encode_papers(PAPERS)
    assert (rows.shape, rows.dtype) == ((4, DIMENSION), np.float16)
    assert np.linalg.norm(rows.astype(np.float32), axis=1) == pytest.approx(1.0, abs=1e-3)
    queries = hierarchical_encoder.encode_queries(["Peat. Hard negatives are mined.", ""])
    assert (queries.shape, queries.dtype) == ((2, DIMENSION), np.float32)
    assert hierarchical_encoder.encode_queries([]).shape == (0, DIMENSION)


def test_neither_longer_sentences_nor_longer_documents_beside_it_change_a_row(
    hierarchical_encoder: HierarchicalEncoder,
) -> None:
    short = [("Hard negatives.",), ("Peat.", "Acid soils are measured.")]
    alone = np.concatenate([hierarchical_encoder.of_papers([document]) for document in short])
    beside = hierarchical_encoder.of_papers([LONG * 3, *short, LONG])[1:3]
    np.testing.assert_allclose(beside, alone, atol=1e-5)


def test_the_order_of_the_sentences_counts(hierarchical_encoder: HierarchicalEncoder) -> None:
    forwards, backwards = hierarchical_encoder.of_papers([LONG, LONG[::-1]])
    assert forwards @ backwards < 0.9999


def test_manuscripts_are_read_by_an_encoder_of_their_own(
    hierarchical_encoder: HierarchicalEncoder,
) -> None:
    paper, manuscript = (
        hierarchical_encoder.of_papers([LONG])[0],
        hierarchical_encoder.of_manuscripts([LONG])[0],
    )
    assert paper @ manuscript < 0.99


def test_without_an_encoder_of_their_own_manuscripts_are_read_as_papers_are(
    tiny_model: Path, tmp_path: Path
) -> None:
    shared = HierarchicalEncoder(make(tmp_path / "m", tiny_model, separate=False), device="cpu")
    np.testing.assert_array_equal(shared.of_papers([LONG]), shared.of_manuscripts([LONG]))


def test_two_loadings_give_the_same_rows_and_saving_changes_no_weight(
    hierarchical_folder: Path, hierarchical_encoder: HierarchicalEncoder, tmp_path: Path
) -> None:
    again = HierarchicalEncoder(hierarchical_folder, device="cpu", precision="float32")
    np.testing.assert_array_equal(
        again.encode_papers(PAPERS), hierarchical_encoder.encode_papers(PAPERS)
    )
    save_encoders(again.model, tmp_path)
    assert weights_sha256(tmp_path) == again.manifest.weights_sha256
    assert load_encoders(tmp_path, name="x").shape == again.model.shape


def test_half_precision_changes_little(
    hierarchical_folder: Path, hierarchical_encoder: HierarchicalEncoder
) -> None:
    halved = HierarchicalEncoder(hierarchical_folder, device="cpu", precision="bfloat16")
    assert halved.precision == "bfloat16"
    cosines = (halved.encode_papers(PAPERS) * hierarchical_encoder.encode_papers(PAPERS)).sum(1)
    assert cosines.min() > 0.99


def test_a_paper_is_its_title_and_the_sentences_of_its_abstract() -> None:
    assert paper_sentences("Peat", "It is acid. We measured it.") == (
        "Peat",
        "It is acid.",
        "We measured it.",
    )
    assert paper_sentences("", "") == ("",)


def test_the_child_process_holds_one_too(tiny_model: Path, tmp_path: Path) -> None:
    hierarchical_folder = make(tmp_path / "m", tiny_model, pretrained=False)
    hierarchical_encoder = HierarchicalEncoder(
        hierarchical_folder, device="cpu", precision="float32"
    )
    process = EncoderProcess(hierarchical_folder, hierarchical_encoder.manifest)
    try:
        process.wait_until_ready()
        rows = process.encode_papers(PAPERS).astype(np.float32)
    finally:
        process.close()
    assert (rows * hierarchical_encoder.encode_papers(PAPERS)).sum(1) == pytest.approx(
        1.0, abs=0.02
    )


def test_it_is_added_to_the_shelf_indexes_a_library_and_is_evaluated(
    tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"id": record.id, "title": record.title, "abstract": record.abstract} for record in RECORDS
    ]
    (tmp_path / "papers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    query = {"id": "q", "sentence": "Acidity of moorland soils.", "relevant": ["t:soil"]}
    (tmp_path / "queries.jsonl").write_text(json.dumps(query | {"self": None}) + "\n")
    library = str(tmp_path / "library")
    assert main(["import", "--library", library, str(tmp_path / "papers.jsonl")]) == 0
    assert main(["models", "add", str(make(tmp_path / "m", tiny_model))]) == 0
    assert main(["index", "--library", library, "--model", "tiny-hierarchy"]) == 0
    capsys.readouterr()
    asked = ["evaluate", "--library", library, "--queries", str(tmp_path / "queries.jsonl")]
    assert main([*asked, "--stage", "vectors", "--model", "tiny-hierarchy", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["recall@10"] == 1.0
