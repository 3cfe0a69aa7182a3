"""The network over sentences; sentences as tokens, each read once."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import AutoModel

from core.commands.cli import main
from core.models.encoder import SentenceEncoder
from core.models.hierarchical import (
    HierarchicalEncoder,
    Hierarchy,
    PretrainedSentences,
    SentenceTokens,
    TwoEncoders,
    load_encoders,
    paper_sentences,
    save_encoders,
    sinusoids,
)
from core.models.manifest import weights_sha256
from core.models.process import EncoderProcess
from tests.core.conftest import RECORDS
from tests.core.models.documents_of_sentences import LONG, make, shape_of
from tests.tiny_encoder import DIMENSION

# --- the two encoders, and their folder -------------------------------------------------------


def test_positions_are_the_sines_and_cosines_of_the_transformer() -> None:
    table = sinusoids(5, 6)
    for position in range(5):
        for pair in range(3):
            angle = position / 10_000 ** (2 * pair / 6)
            assert table[position, 2 * pair] == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[position, 2 * pair + 1] == pytest.approx(math.cos(angle), abs=1e-6)


def by_hand(model: Hierarchy, sentences: list[Tensor]) -> Tensor:
    """The document vector in the words of the paper, one document without padding."""
    pooled = []
    for ids in sentences:
        row = ids.unsqueeze(0)
        pooled.append(model.sentences(row, torch.ones_like(row))[0].mean(0))
    x = torch.stack(pooled) + sinusoids(len(pooled), DIMENSION)
    for layer in model.documents.layers:
        assert isinstance(layer, nn.TransformerEncoderLayer)
        heads = 2
        q, k, v = (
            part.view(len(x), heads, -1).transpose(0, 1)
            for part in (x @ layer.self_attn.in_proj_weight.T + layer.self_attn.in_proj_bias).chunk(
                3, dim=-1
            )
        )
        weights = (q @ k.transpose(1, 2) / math.sqrt(DIMENSION / heads)).softmax(-1)
        attended = layer.self_attn.out_proj((weights @ v).transpose(0, 1).reshape(len(x), -1))
        x = layer.norm1(x + attended)
        x = layer.norm2(x + layer.linear2(torch.relu(layer.linear1(x))))
    out: Tensor = model.norm(x.sum(0))
    return out


def test_a_document_is_what_the_formulas_say(hierarchical_folder: Path) -> None:
    model = load_encoders(hierarchical_folder, name="x")
    tokens = SentenceTokens(hierarchical_folder, model.shape)
    found = model.papers(**tokens.documents([LONG, LONG[:1]]).inputs())
    ids = [torch.tensor(row) for row in tokens.ids(LONG)]
    torch.testing.assert_close(found[0], by_hand(model.papers, ids), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(found[1], by_hand(model.papers, ids[:1]), atol=1e-5, rtol=1e-4)


def test_it_can_start_as_the_mean_of_its_standardised_sentences(
    tiny_model: Path, hierarchical_encoder: HierarchicalEncoder
) -> None:
    torch.manual_seed(1)
    model = TwoEncoders(shape_of(tiny_model, pretrained=True)).eval()
    sentences = model.papers.sentences
    assert isinstance(sentences, PretrainedSentences)
    base = AutoModel.from_pretrained(tiny_model)
    weights = {k: v for k, v in base.state_dict().items() if not k.startswith("pooler.")}
    sentences.model.load_state_dict(weights)
    model.papers.start_as_mean()
    tokens = SentenceTokens(tiny_model, model.shape)
    found = model.papers(**tokens.documents([LONG]).inputs())[0].detach().numpy()
    plain = SentenceEncoder(tiny_model, device="cpu", precision="float32")
    rows = plain.encode_queries(list(LONG))
    mean = standardised(rows).mean(0)
    assert cosine(found, mean) == pytest.approx(1.0, abs=1e-4)


def standardised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    centred: NDArray[np.float32] = rows - rows.mean(1, keepdims=True)
    return centred / centred.std(1, keepdims=True)


def cosine(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    one = one - one.mean()  # as the last normalisation does
    other = other - other.mean()
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


# --- documents as tensors ---------------------------------------------------------------------


def test_a_sentence_that_occurs_twice_is_read_once(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    documents = tokens.documents([("Peat.", "Acid."), ("Acid.",)])
    assert sum(len(group["input_ids"]) for group in documents.groups) == 2
    assert documents.indices.tolist() == [[0, 1], [1, 0]]
    assert documents.mask.tolist() == [[True, True], [True, False]]


def test_sentences_are_cut_and_come_back_in_their_order(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    assert len(tokens.ids(["peat " * 100])[0]) == 24
    rows = [[1] * length for length in range(100, 0, -1)]
    groups, order = tokens.groups(rows)
    lengths = torch.cat([group["attention_mask"].sum(1) for group in groups])
    assert lengths[order].tolist() == [len(row) for row in rows]
    assert lengths.tolist() == sorted(lengths.tolist())


def test_on_a_gpu_more_sentences_share_a_padded_length(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    rows = [[1] * length for length in range(1, 101)]
    groups, order = tokens.groups(rows, device="cuda")
    assert len(groups) == 1 < len(tokens.groups(rows)[0])
    assert order.tolist() == list(range(100))


# --- a hierarchical model in use: papers and queries → unit vectors ---------------------------


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
