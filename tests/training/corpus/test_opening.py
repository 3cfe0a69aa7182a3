"""Opening a corpus folder: what is damaged, missing, stopped, or opened before."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

from tests.training.corpus.opened import Stopped
from tests.training.written_corpora import (
    seen_in_training,
)
from training.corpus.corpus import Corpus


def test_a_second_opening_reads_nothing_and_gives_the_same(tiny_corpus: Path) -> None:
    first = Corpus.open(tiny_corpus)
    second = Corpus.open(tiny_corpus, job=Stopped())
    assert seen_in_training(first) == seen_in_training(second)
    assert first.fingerprint == second.fingerprint


def test_a_copy_has_the_same_fingerprint_and_a_changed_one_has_not(
    tiny_corpus: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(tiny_corpus, tmp_path / "copy")
    (copy / "README.md").write_text("Not a part of the corpus.")
    assert Corpus.open(copy).fingerprint == Corpus.open(tiny_corpus).fingerprint
    (copy / "edges.tsv").write_text("p:1\tp:2\n")
    assert Corpus.open(copy).fingerprint != Corpus.open(tiny_corpus).fingerprint


def test_a_corpus_can_be_sent_to_a_process_that_prepares_examples(corpus: Corpus) -> None:
    sent: Corpus = pickle.loads(pickle.dumps(corpus))  # noqa: S301 - our own bytes
    assert seen_in_training(sent) == seen_in_training(corpus)
