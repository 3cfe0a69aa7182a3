"""The trees, fitted on a library of the tiny corpus, written and read again."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from core.base.files import data_folder
from core.base.records import PaperNumber
from core.models.shelf import Shelf
from core.recommend.scoring import PARAMETERS, TREES, Trees, load_parameters
from core.recommend.signals import SignalTable
from tests.tiny_library import make_asked_corpus, make_library
from tools.lab.fitting import ranker, ranker_data


def test_trees_are_fitted_on_a_library_written_and_read(tmp_path: Path) -> None:
    corpus = make_asked_corpus(tmp_path / "corpus")
    library = make_library(tmp_path / "library", corpus, Shelf(data_folder() / "models"))
    tables, out = tmp_path / "tables", tmp_path / "ranking"
    shutil.copytree(ranker.TARGET, out)
    shipped = (ranker.TARGET / TREES).read_bytes()
    runner = CliRunner()
    command = ["--library", library, "--corpus", corpus, "--out", tables]
    runner.invoke(ranker_data.main, list(map(str, command)), catch_exceptions=False)
    fitting = [str(tables), "--rounds", "200", "--out", str(out)]
    fitted = runner.invoke(ranker.main, fitting, catch_exceptions=False)
    assert fitted.exit_code == 0, fitted.output
    assert (ranker.TARGET / TREES).read_bytes() == shipped

    table = ranker_data.Table.load(tables / "train.npz")
    names = load_parameters(out / PARAMETERS).signals
    assert set(names) <= set(table.names)
    trees = Trees(gzip.decompress((out / TREES).read_bytes()).decode(), names)
    rows = table.columns(names).astype(np.float32)
    numbers = tuple(map(PaperNumber, range(len(rows))))
    signals = SignalTable(numbers, dict(zip(names, rows.T, strict=True)))
    influences = trees.measure_influence(signals)
    assert max(one["words"] for one in influences) > 0
    scores = trees.scores(signals)
    assert scores[table.cited].mean() > scores[~table.cited].mean()
