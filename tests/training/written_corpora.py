"""Corpora written in a test, and what stands in a corpus folder."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np

from core.formats.corpus import FullTextEntry, read_fulltexts
from tests.tiny_corpus import DEV, TEST, write_lines
from training.corpus.corpus import Corpus

HELD_OUT = {*DEV, *TEST}


def entries(folder: Path) -> dict[str, FullTextEntry]:
    files = sorted((folder / "fulltexts").iterdir())
    return {entry.id: entry for path in files for entry in read_fulltexts(path)}


def lines_of(path: Path) -> list[dict[str, Any]]:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    return [json.loads(line) for line in text.splitlines()]


def small(folder: Path, papers: list[dict[str, Any]], **files: str) -> Path:
    """Write a corpus of these papers, and further files by name ("edges.tsv" as edges_tsv)."""
    folder.mkdir()
    write_lines(folder / "papers.jsonl", papers)
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (folder / f"{stem.replace('_', '-')}.{ending}").write_text(text, encoding="utf-8")
    return folder


def paper(paper_id: str, title: str = "", abstract: str = "An abstract.") -> dict[str, Any]:
    return {"id": paper_id, "title": title or f"Title of {paper_id}", "abstract": abstract}


def full_text(paper_id: str, *cites: str, **more: str) -> str:
    sentence = {"text": f"Text of {paper_id} [1].", "cites": cites, "markers": [[-4, -1]]}
    sentence["markers"] = [[len(f"Text of {paper_id} "), len(f"Text of {paper_id} [1]")]]
    sections = [{"title": "Body", "paragraphs": [[sentence]]}]
    return json.dumps({"id": paper_id, "title": more.get("title", ""), "sections": sections}) + "\n"


def ids_of(corpus: Corpus, pairs: np.ndarray) -> set[tuple[str, str]]:
    return {(corpus.ids[one], corpus.ids[other]) for one, other in pairs.tolist()}


def seen_in_training(corpus: Corpus) -> dict[str, Any]:
    """Return everything that the corpus gives when no split is named."""
    return {
        "ids": list(corpus.ids),
        "edges": corpus.edges().tolist(),
        "cites": corpus.cites().toarray().tolist(),
        "counts": corpus.citation_counts().tolist(),
        "contexts": list(corpus.contexts()),
        "passages": [corpus.passage(context) for context in corpus.contexts()],
        "in sentences": corpus.co_citations().toarray().tolist(),
        "in paragraphs": corpus.co_citations("paragraph").toarray().tolist(),
        "full texts": corpus.fulltexts().tolist(),
        "sentences": [corpus.sentences(number) for number in corpus.fulltexts()],
        "trainable": corpus.trainable.tolist(),
        "texts": [corpus.text(number) for number in np.flatnonzero(corpus.trainable)],
        "years": corpus.years[corpus.trainable].tolist(),
        "splits": corpus.split_of.tolist(),
    }
