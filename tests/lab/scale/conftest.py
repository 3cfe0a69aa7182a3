"""A pack of the tiny corpus, and a tiny BERT to train on it."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from torch import Tensor
from transformers import BertConfig, BertForSequenceClassification

from tests.lab.scale.cloze_questions import TEXTS, TITLE
from tests.lab.scale.small_runs import Learning
from tests.tiny_corpus import write_lines
from tools.lab.scale.arrays import (
    TEXTS_FILE,
    WEIGHTS_FILE,
    Pack,
    ragged,
    read_pack,
    write_pack,
)
from tools.lab.scale.eight_bits import packed_weights
from tools.lab.scale.network import Network
from tools.lab.scale.packing import main
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import read_base
from training.corpus.corpus import Corpus

VOCABULARY = 30_522
HELD_OUT = 130
"""Of 256: checksums of citing papers below are held out; four of nine here."""
OTHER = 30
"""The papers from this one on are the second field's: half of the topics."""


@pytest.fixture(scope="session")
def asking(tiny_corpus: Path, corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny corpus with development queries and the papers that may answer them."""
    folder = tmp_path_factory.mktemp("asking") / "corpus"
    shutil.copytree(tiny_corpus, folder)
    lines = []
    for at, context in islice(enumerate(corpus.contexts("dev")), 0, None, 4):
        passage, citing = corpus.passage(context), context.citing
        earlier = [each for each in corpus.contexts("dev")[:at] if each.citing == citing]
        line = {
            "id": f"{corpus.ids[citing]}#{at}",
            "title": passage.title,
            "abstract": passage.abstract,
            "before": list(passage.before[-2:]),
            "sentence": passage.sentence,
            "after": list(passage.after),
            "already_cited": sorted({corpus.ids[n] for each in earlier for n in each.cited}),
            "relevant": [corpus.ids[n] for n in context.cited],
            "self": corpus.ids[citing],
        }
        lines.append(line)
    (folder / "queries").mkdir()
    write_lines(folder / "queries" / "neurips-dev.jsonl.gz", lines)
    pool = [*(each for each in corpus.ids if each.startswith("p:")), lines[0]["self"], "x:1"]
    (folder / "queries" / "dev-pool.txt").write_text("\n".join(map(str, pool)), "utf-8")
    others = [each for each in corpus.ids if each.startswith("p:") and int(each[2:]) >= OTHER]
    write_lines(folder / "second.jsonl.gz", [{"id": each} for each in [*others, "x:2"]])
    write_lines(folder / "queries" / "second.jsonl.gz", lines[::3])
    return folder


@pytest.fixture(scope="session")
def pack(asking: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command wrote of it."""
    out = tmp_path_factory.mktemp("pack") / "pack"
    second = [str(asking / "second.jsonl.gz"), str(asking / "queries" / "second.jsonl.gz")]
    options = ["--others", "5", "--other", *second]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("pack-cache")))
        patch.setattr("tools.lab.scale.packing._HELD_OUT", HELD_OUT)
        arguments = [str(asking), str(out), *options]
        CliRunner().invoke(main, arguments, catch_exceptions=False)
    return out


@pytest.fixture(scope="session")
def packed(pack: Path) -> Pack:
    """The arrays of texts."""
    return read_pack(pack / TEXTS_FILE)


@pytest.fixture(scope="session")
def train(packed: Pack) -> Questions:
    """The questions to learn from."""
    return Questions(packed, "train", "cpu")


@pytest.fixture(scope="session")
def papers(packed: Pack) -> Papers:
    """All papers."""
    return Papers(packed, "cpu")


@pytest.fixture(scope="session")
def bert() -> BertForSequenceClassification:
    """A random BERT of two layers with a classifier of one row, by transformers."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=24,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=40,
        num_labels=1,
        initializer_range=0.3,
    )
    model = BertForSequenceClassification(config).eval()
    for name, rows in model.named_parameters():
        if name.endswith(("bias", "LayerNorm.weight")):
            rows.data += 0.1 * torch.randn(rows.shape)
    return model


@pytest.fixture(scope="session")
def weights(bert: BertForSequenceClassification) -> dict[str, Tensor]:
    """Its weights, by the names that the scripts know."""
    state = bert.state_dict()
    return {name.removeprefix("bert."): rows.detach().clone() for name, rows in state.items()}


@pytest.fixture(scope="session")
def weights_file(weights: dict[str, Tensor], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file, as packing writes it: without a classifier."""
    path = tmp_path_factory.mktemp("weights") / WEIGHTS_FILE
    base = {name: r.numpy() for name, r in weights.items() if not name.startswith("classifier")}
    write_pack(path, packed_weights(base))
    return path


@pytest.fixture
def abstracts() -> Papers:
    """Papers whose abstracts are those of ``TEXTS``."""
    count = len(TEXTS)
    pack: Pack = {
        **ragged("title", [TITLE] * count, np.uint16),
        **ragged("abstract", list(TEXTS.values()), np.uint16),
        "train_pool": np.arange(count, dtype=np.int32),
        "dev_pool": np.arange(count, dtype=np.int32),
    }
    return Papers(pack, "cpu")


@pytest.fixture
def network(weights: dict[str, Tensor]) -> Network:
    return Network.of(weights, heads=4)


@pytest.fixture
def learning(train: Questions, papers: Papers, weights_file: Path) -> Learning:
    return Learning(train, papers, weights_file)


@pytest.fixture
def base(weights_file: Path) -> dict[str, Tensor]:
    return read_base(weights_file, "cpu")
