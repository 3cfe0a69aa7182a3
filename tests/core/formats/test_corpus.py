"""A corpus folder: which files belong to it, full texts and edges line by line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from core.formats import corpus
from core.formats.corpus import (
    FullTextEntry,
    FullTextReference,
    FullTextSection,
    FullTextSentence,
    held_out_share,
)
from core.formats.entries import Problem
from tests import wording

TEXT = {
    "id": "a",
    "title": "A",
    "abstract": "Short.",
    "sections": [
        {
            "title": "One",
            "paragraphs": [[{"text": "As in [1].", "cites": ["b"], "markers": [[6, 9]], "n": 1}]],
        }
    ],
    "references": [
        {"key": "1", "text": "B, 2001", "id": "b"},
        {"key": "2", "text": "C", "id": None},
    ],
    "further": "ignored",
}


def test_the_parts_are_files_or_folders(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    for name in (
        "papers/b.jsonl.gz",
        "papers/a.jsonl",
        "papers/same.tsv",
        "edges.tsv.gz",
        "x.jsonl",
    ):
        (tmp_path / name).touch()
    assert [path.name for path in corpus.papers_files(tmp_path)] == ["a.jsonl", "b.jsonl.gz"]
    assert [path.name for path in corpus.edge_files(tmp_path)] == ["edges.tsv.gz"]
    assert corpus.fulltext_files(tmp_path) == []
    assert corpus.is_corpus(tmp_path)
    assert not corpus.is_corpus(tmp_path / "papers")


def test_a_full_text_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "fulltexts.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(TEXT).encode()))
    sentence = FullTextSentence("As in [1].", ("b",), ((6, 9),))
    assert list(corpus.read_fulltexts(path)) == [
        FullTextEntry(
            "line 1",
            "a",
            "A",
            "Short.",
            (FullTextSection("One", ((sentence,),)),),
            (FullTextReference("1", "B, 2001", "b"), FullTextReference("2", "C", "")),
        )
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": ""}, wording.fill(wording.FULL_TEXT_WITHOUT_ID)),
        ({"title": 7}, wording.fill(wording.VALUE_NOT_A_TEXT, key="title")),
        ({"sections": {}}, wording.fill(wording.VALUE_NOT_A_LIST, key="sections")),
        ({"sections": [7]}, wording.fill("core.formats.corpus:_object", name="a section")),
        ({"sections": [{"paragraphs": ["x"]}]}, wording.fill(wording.PARAGRAPH_NOT_A_LIST)),
        (
            {"sections": [{"paragraphs": [["x"]]}]},
            wording.fill("core.formats.corpus:_object", name="a sentence"),
        ),
        ({"sections": [{"paragraphs": [[{"text": "x", "cites": [1]}]]}]}, "“cites” of a sentence"),
        ({"sections": [{"paragraphs": [[{"text": "x", "markers": [[0, 2]]}]]}]}, "a marker must"),
        ({"references": ["x"]}, wording.fill("core.formats.corpus:_object", name="a reference")),
    ],
)
def test_a_full_text_of_another_shape_costs_only_itself(
    tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    path = tmp_path / "fulltexts.jsonl"
    path.write_text(f"{json.dumps(TEXT | change)}\nnothing\n{json.dumps(TEXT)}\n", encoding="utf-8")
    changed, broken, good = corpus.read_fulltexts(path)
    assert changed.location == "line 1"
    assert changed.problem.startswith(problem)
    assert "not valid JSON" in broken.problem
    assert good.id == "a"


def test_edges_are_pairs_and_bad_lines_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "edges.tsv"
    path.write_bytes(b"a\tb\r\n\nc d\n\te\na\tb\tc\nx\xff\ty\n f \tg")
    reason = wording.fill(wording.LINE_NOT_TWO_IDS)
    assert list(corpus.read_edges(path)) == [
        ("a", "b"),
        *(Problem(f"line {number}", reason) for number in (3, 4, 5)),
        Problem("line 6", wording.fill(wording.LINE_NOT_UTF8, start="1")),
        ("f", "g"),
    ]


@pytest.mark.data
def test_the_development_corpus_is_read_without_a_problem(data_dir: Path) -> None:
    texts = corpus.fulltext_files(data_dir)
    edges = corpus.edge_files(data_dir)
    assert texts
    assert edges
    (held_out,) = [path for path in texts if path.name.startswith("neurips-dev.")]
    entries = list(corpus.read_fulltexts(held_out))
    assert [entry.problem for entry in entries if entry.problem] == []
    assert len(entries) == 150
    for path in edges:
        assert not any(isinstance(edge, Problem) for edge in corpus.read_edges(path))


def test_a_tenth_of_the_papers_is_held_out_whatever_others_come() -> None:
    ids = [f"doi:10.1/{number}" for number in range(2_000)]
    held_out = held_out_share(ids)
    assert len(held_out) == pytest.approx(200, abs=30)
    assert held_out_share(ids[:240]) == held_out & set(ids[:240])
    assert len(held_out_share(ids[:2])) == 1
    assert not held_out_share(ids[:1])
