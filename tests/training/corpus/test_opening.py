"""Opening a corpus folder: what is damaged, missing, stopped, or opened before."""

from __future__ import annotations

import gzip
import json
import pickle
import shutil
from pathlib import Path

import pytest

from core.base.errors import FormatError, UsageError
from core.base.jobs import JobCancelled
from tests.training.written_corpora import (
    full_text,
    paper,
    seen_in_training,
    small,
)
from training.corpus.corpus import Corpus


class Stopped:
    """A job that is stopped at its first look."""

    def report(self, done: int, total: int, note: str = "") -> None:
        assert 0 <= done <= total, note

    def check(self) -> None:
        raise JobCancelled


def test_opening_can_be_stopped_and_leaves_nothing(tiny_corpus: Path, own_folders: Path) -> None:
    with pytest.raises(JobCancelled):
        Corpus.open(tiny_corpus, job=Stopped())
    assert list((own_folders / "cache" / "cocite" / "corpora").iterdir()) == []


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


def test_a_broken_line_costs_itself_and_is_counted(tmp_path: Path) -> None:
    folder = small(
        tmp_path / "corpus",
        [paper("a"), paper("b")],
        edges_tsv="a\tb\nno tab\n",
        fulltexts_jsonl=full_text("a", "b") + "{broken\n",
    )
    with (folder / "papers.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "c"}\n{"title": "No id"}\n')
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    assert len(corpus) == 2
    assert corpus.counts.bad_lines == 4
    assert remarks[0].startswith("Lines left out as they cannot be read (papers.jsonl, line 3: ")


def test_a_gzip_file_that_breaks_off_gives_what_stands_before(tmp_path: Path) -> None:
    folder = small(tmp_path / "corpus", [paper("z")])
    lines = "".join(json.dumps(paper(f"a{at}", f"{at * 7919}")) + "\n" for at in range(4_000))
    (folder / "papers.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-2_000])
    corpus = Corpus.open(folder)
    assert 100 < len(corpus) < 4_001
    assert corpus.counts.bad_lines == 1


BAD = {
    "papers.jsonl": b"{broken\n[1]\n",
    "papers.jsonl.gz": b"\x1f\x8b\x08\x00 no gzip at all",
    "fulltexts.jsonl": b'{"id": "a", "sections": 3}\n',
    "edges.tsv": b"a b\n",
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_of_broken_lines_only_is_an_error_that_names_it(tmp_path: Path, name: str) -> None:
    folder = small(tmp_path / "corpus", [paper("a")])
    (folder / name).write_bytes(BAD[name])
    with pytest.raises(FormatError, match=name):
        Corpus.open(folder)


def test_splits_that_cannot_be_read_are_not_passed_over(tmp_path: Path) -> None:
    folder = small(tmp_path / "corpus", [paper("a")])
    (folder / "splits.json").symlink_to(tmp_path / "gone")
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)
    (folder / "splits.json").unlink()
    (folder / "splits.json").mkdir()
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)


def test_a_folder_without_a_corpus_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UsageError, match="There is no corpus"):
            Corpus.open(folder)


def test_a_corpus_without_papers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text("\n")
    with pytest.raises(FormatError, match="has no papers"):
        Corpus.open(tmp_path)


def test_papers_alone_are_a_corpus(tmp_path: Path) -> None:
    corpus = Corpus.open(small(tmp_path / "corpus", [paper("a", abstract=""), paper("b")]))
    assert corpus.trainable.tolist() == [False, True]
    assert corpus.edges().shape == (0, 2)
    assert len(corpus.contexts()) == 0
    assert corpus.co_citations().nnz == corpus.co_citations("paragraph").nnz == 0
    assert corpus.cites().shape == (2, 2)
    assert corpus.fulltexts().tolist() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", "does not hold a JSON object"),
        ('{"dev": "a"}', "“dev”"),
        ('{"validation": ["a"]}', "“validation” in .* is not a split"),
        ('{"test": [1]}', "“test”"),
    ],
)
def test_wrong_splits_are_an_error(tmp_path: Path, text: str, said: str) -> None:
    folder = small(tmp_path / "corpus", [paper("a")], splits_json=text)
    with pytest.raises(FormatError, match=said):
        Corpus.open(folder)


def test_contradicting_splits_hold_out_and_are_said(tmp_path: Path) -> None:
    splits = '{"train": ["a", "b"], "dev": ["a", "gone"], "test": ["a"]}'
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], splits_json=splits)
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    assert corpus.split_of.tolist() == [2, 0]
    assert any("two splits" in remark for remark in remarks)
    assert "Held-out ids without a paper: 1." in remarks
