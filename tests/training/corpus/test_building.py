"""A corpus folder is opened: what is damaged, missing or stopped."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from core.base.errors import FormatError, UsageError
from core.base.jobs import JobCancelled
from tests import wording
from tests.training.corpus.opened import Stopped
from tests.training.written_corpora import (
    full_text,
    paper,
    small,
)
from training.corpus.corpus import Corpus


def test_opening_can_be_stopped_and_leaves_nothing(tiny_corpus: Path, own_folders: Path) -> None:
    with pytest.raises(JobCancelled):
        Corpus.open(tiny_corpus, job=Stopped())
    assert list((own_folders / "cache" / "cocite" / "corpora").iterdir()) == []


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
    assert remarks[0].startswith(
        wording.stem("training.corpus.corpus:_remarks {first") + "papers.jsonl, line 3: "
    )


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


def test_a_folder_without_a_corpus_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UsageError, match=wording.pattern("training.corpus.corpus:open There")):
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
