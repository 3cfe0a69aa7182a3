"""A library of the tiny corpus and its development queries, to fit the ranker on.

``python -m tests.tiny_library FOLDER`` makes both in a folder and prints the commands that fit on
them. Nothing that is fitted on them is worth shipping.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from core.base.files import data_folder
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.tiny_corpus import DEV, TEST, make_tiny_corpus, vocabulary, write_lines
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.fitting.queries import corpus_queries
from training.corpus.corpus import Corpus

_HELD_OUT = (*DEV, *TEST)


def list_queries(corpus: Corpus, split: str = "train") -> list[dict[str, Any]]:
    """Return a line of a file of queries for each citing sentence of a split."""
    return [
        {
            "id": query.id,
            "title": query.passage.title,
            "before": list(query.passage.before),
            "sentence": query.passage.sentence,
            "already_cited": sorted(query.already_cited),
            "relevant": list(query.relevant),
            "self": query.self_id,
        }
        for query in corpus_queries(corpus, split)
    ]


def make_asked_corpus(folder: Path) -> Path:
    """Write the tiny corpus with its development queries into a new folder.

    Its three development papers are in both halves, by ``even`` of ``tools.lab.fitting.queries``.
    """
    make_tiny_corpus(folder)
    (folder / "queries").mkdir()
    lines = list_queries(Corpus.open(folder), "dev")
    write_lines(folder / "queries" / "neurips-dev.jsonl.gz", lines)
    return folder


def make_library(folder: Path, corpus: Path, shelf: Shelf) -> Path:
    """Index the papers of the tiny corpus without what held-out papers say and cite."""
    source = folder.with_name(f"{folder.name}-source")
    shutil.copytree(corpus, source, ignore=shutil.ignore_patterns("*-dev.*", "*-test.*", "queries"))
    edges = source / "edges.tsv"
    lines = edges.read_text(encoding="utf-8").splitlines(keepends=True)
    kept_lines = (line for line in lines if line.split("\t")[0] not in _HELD_OUT)
    edges.write_text("".join(kept_lines), encoding="utf-8")
    encoder = make_tiny_encoder(folder.with_name("encoder"), words=vocabulary())
    shelf.use(shelf.add(encoder).manifest.name)
    workspace = Workspace(folder, shelf, create=True)
    workspace.imports.add([source])
    workspace.indexing.words()
    workspace.indexing.load_model(in_process=True)
    workspace.indexing.vectors()
    workspace.close()
    return folder


def main() -> None:
    """Make both, with a shelf of models of their own."""
    folder = Path(sys.argv[1]).absolute()
    os.environ["XDG_DATA_HOME"] = str(folder / "data")
    corpus = make_asked_corpus(folder / "corpus")
    library = make_library(folder / "library", corpus, Shelf(data_folder() / "models"))
    fitting = "python -m tools.lab.fitting"
    click.echo(f"export XDG_DATA_HOME={folder / 'data'}; cp -r resources/ranking {folder}")
    click.echo(
        f"{fitting}.ranker_data --library {library} --corpus {corpus} --out {folder / 'tables'}"
    )
    click.echo(f"{fitting}.ranker {folder / 'tables'} --out {folder / 'ranking'} --rounds 200")


if __name__ == "__main__":
    main()
