"""The corpus that leaves some papers to the ranker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.base.errors import UsageError
from tests.tiny_corpus import CITING, DEV, TEST, make_tiny_corpus
from tools.lab.fitting import left_out as module
from tools.lab.fitting.left_out import is_left_out, main
from training.corpus.corpus import Corpus

TRAIN = [f"c:{n}" for n in range(CITING) if f"c:{n}" not in (*DEV, *TEST)]


def made(folder: Path, *, test: tuple[str, ...] = ()) -> tuple[Path, object]:
    data = make_tiny_corpus(folder / "data")
    splits = {"train": TRAIN, "dev": list(DEV), "test": list(test)}
    (data / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    out = folder / "out"
    result = CliRunner().invoke(main, ["--corpus", str(data), "--out", str(out)])
    return out, result.exception


def test_the_encoder_learns_from_no_paper_of_the_ranker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SHARE", 2)  # of nine papers
    out, error = made(tmp_path)
    assert error is None
    corpus = Corpus.open(out)
    of = {
        split: {corpus.ids[context.citing] for context in corpus.contexts(split)}
        for split in ("train", "dev", "test")
    }
    left_out = of["test"] - set(TEST)  # these stand in a file of their own
    assert left_out, "some are left to the ranker"
    assert of["train"]
    assert not of["train"] & of["test"]
    assert all(is_left_out(paper) for paper in left_out)
    assert not any(is_left_out(paper) for paper in of["train"])
    assert of["dev"] <= set(DEV)


def test_test_papers_that_were_held_back_before_are_not_given_away(tmp_path: Path) -> None:
    out, error = made(tmp_path, test=TEST)
    assert isinstance(error, UsageError)
    assert not out.exists()
