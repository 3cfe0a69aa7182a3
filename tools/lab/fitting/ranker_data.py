"""The table that the ranker is fitted on: candidates of citing sentences, and which were cited.

``python -m tools.lab.fitting.ranker_data --library LIB --corpus DATA --out FOLDER``: asks a
library into which the papers, and the full texts and citations of the training papers alone, were
imported. What a manuscript's own full text says is left out of every count while it asks. Writes
``train.npz`` (training papers), ``dev.npz`` (the development queries) and ``small.npz`` (each
second of these, in libraries of a person's size), which stay outside the project. An encoder knows
the sentences it has learned from too well: with ``--split test`` the corpus' test papers are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import click
import numpy as np
from numpy.typing import NDArray

from core.base.files import data_folder
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.harness import build_question
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.engine import signal_query
from core.recommend.signals import UNTOLD, SignalTable, Sources, gather_signals
from core.workspace import Workspace
from tools.lab.fitting.queries import corpus_queries
from tools.lab.fitting.small_libraries import SmallLibraries
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.sampling.draws import generator

_SMALL = 0.5
"""Share of the training queries that are asked in a small library as well."""

_AT_ONCE = 100
"""Queries whose texts are encoded together."""


@dataclass(frozen=True, slots=True)
class Table:
    """Candidates of many queries, (rows, signals), and what an author cited.

    ``total`` says how many papers each query should find, also those that are no candidates.
    """

    names: tuple[str, ...]
    matrix: NDArray[np.float16]
    cited: NDArray[np.bool_]
    query: NDArray[np.int32]
    queries: tuple[str, ...]
    total: NDArray[np.int32]
    total_new: NDArray[np.int32]

    def save(self, path: Path) -> None:
        """Write the table."""
        np.savez(
            path,
            names=np.array(self.names),
            matrix=self.matrix,
            cited=self.cited,
            query=self.query,
            queries=np.array(self.queries),
            total=self.total,
            total_new=self.total_new,
        )

    def columns(self, names: Sequence[str]) -> NDArray[np.float16]:
        """Return these signals, (rows, names); one that the table lacks is NaN."""
        column_of = {name: index for index, name in enumerate(self.names)}
        matrix = np.full((len(self.matrix), len(names)), np.nan, np.float16)
        for column, name in enumerate(names):
            if name in column_of:
                matrix[:, column] = self.matrix[:, column_of[name]]
        return matrix

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a table."""
        with np.load(path) as stored:
            return cls(
                tuple(stored["names"].tolist()),
                stored["matrix"],
                stored["cited"],
                stored["query"],
                tuple(stored["queries"].tolist()),
                stored["total"],
                stored["total_new"],
            )


def joined(tables: Sequence[Table]) -> Table:
    """Return the tables as one; a signal that one lacks is NaN there."""
    names = tuple(sorted({name for table in tables for name in table.names}))
    before = np.cumsum([0, *(len(table.queries) for table in tables)])
    return Table(
        names,
        np.concatenate([table.columns(names) for table in tables]),
        np.concatenate([table.cited for table in tables]),
        np.concatenate([table.query + n for table, n in zip(tables, before, strict=False)]),
        tuple(query for table in tables for query in table.queries),
        np.concatenate([table.total for table in tables]),
        np.concatenate([table.total_new for table in tables]),
    )


def make_table(
    sources: Sources, queries: Sequence[Query], allowed: frozenset[PaperNumber] | None
) -> Table:
    """Ask every query and put all candidates into one table.

    To keep only those that lead would teach that a late candidate is a cited one.
    """
    papers = sources.library.papers
    found: list[tuple[SignalTable, NDArray[np.bool_]]] = []
    totals: list[tuple[int, int]] = []
    with click.progressbar(length=len(queries), label="Asking") as progress:
        for index, query in enumerate(queries):
            if index % _AT_ONCE == 0:
                passages = [each.passage for each in queries[index : index + _AT_ONCE]]
                sources.retriever.warm(passages, breadth=DEFAULT_BREADTH)
                progress.update(min(_AT_ONCE, len(queries) - index))
            relevant = set(papers.resolve_many(query.relevant).values())
            new = set(papers.resolve_many(query.new).values())
            question = build_question(query, papers)
            candidates = sources.retriever.candidates(
                question.passage, breadth=question.breadth, allowed=allowed
            )
            table = gather_signals(sources, signal_query(question), candidates, allowed=allowed)
            cited = np.array([paper in relevant for paper in table.papers], bool)
            found.append((table, cited))
            totals.append((len(relevant), len(new)))
    names = tuple(sorted({name for table, _ in found for name in table.columns} - {UNTOLD}))
    return Table(
        names,
        np.concatenate([table.matrix(names).astype(np.float16) for table, _ in found]),
        np.concatenate([cited for _, cited in found]),
        np.repeat(np.arange(len(found), dtype=np.int32), [len(cited) for _, cited in found]),
        tuple(query.id for query in queries),
        np.array([total for total, _ in totals], np.int32),
        np.array([new for _, new in totals], np.int32),
    )


def small_libraries(sources: Sources, corpus: Corpus, queries: Sequence[Query]) -> Iterator[Table]:
    """Ask each manuscript's queries in a library as a person has one, not in all papers."""
    papers = sources.library.papers
    manuscripts: dict[str, list[Query]] = {}
    for query in queries:
        manuscripts.setdefault(query.id.rsplit("#", 1)[0], []).append(query)
    libraries = SmallLibraries(sources, corpus)
    for number, manuscript_queries in enumerate(manuscripts.values()):
        own = {
            paper
            for query in manuscript_queries
            for paper in (*query.relevant, *query.already_cited)
        }
        cited = frozenset(papers.resolve_many(own).values())
        known_sources, allowed = libraries.draw(cited, generator(0, 0, number, "library"))
        yield make_table(known_sources, manuscript_queries, allowed)


def read_pool(workspace: Workspace, pool: Path, extra: Iterable[str]) -> frozenset[PaperNumber]:
    """Return the papers of a pool file and others by id."""
    names = [line.strip() for line in pool.read_text("utf-8").splitlines()]
    return frozenset(workspace.library.papers.resolve_many([*names, *extra]).values())


def _cited(corpus: Corpus, splits: Iterable[Split]) -> Iterator[str]:
    for split in splits:
        for context in corpus.contexts(split):
            yield from (corpus.ids[paper] for paper in context.cited if corpus.has_abstract[paper])


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--corpus", "data", type=click.Path(path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--model", default="", help="The encoder; else the one in use.")
@click.option("--pool", type=click.Path(path_type=Path), help="Ids that may answer, one a line.")
@click.option("--papers", default=0, help="Manuscripts asked; 0: all.")
@click.option(
    "--split",
    type=click.Choice(["train", "test"]),
    default="train",
    help="Whose sentences are asked: test papers taught the encoder nothing.",
)
@click.option("--only", type=click.Choice(["train", "dev"]), help="Make this table alone.")
def main(  # noqa: PLR0913, PLR0917 # options of a command
    folder: Path,
    data: Path,
    out: Path,
    model: str,
    pool: Path | None,
    papers: int,
    split: Literal["train", "test"],
    only: str,
) -> None:
    """Make both tables."""
    corpus = Corpus.open(data)
    out.mkdir(parents=True, exist_ok=True)
    with closing(Workspace(folder, Shelf(data_folder() / "models"), write=False)) as workspace:
        workspace.indexing.load_model(name=model, in_process=True)
        if only != "train":
            dev = read_queries(data / "queries" / "neurips-dev.jsonl.gz")
            allowed = None if pool is None else read_pool(workspace, pool, ())
            make_table(workspace.recommending.engine.sources, dev, allowed).save(out / "dev.npz")
            joined(
                list(small_libraries(workspace.recommending.engine.sources, corpus, dev[::2]))
            ).save(out / "small.npz")
        if only != "dev":
            train = list(corpus_queries(corpus, split, papers=papers))
            cited = _cited(corpus, {"train", split})
            allowed = None if pool is None else read_pool(workspace, pool, cited)
            small = small_libraries(
                workspace.recommending.engine.sources, corpus, train[: round(_SMALL * len(train))]
            )
            whole = make_table(workspace.recommending.engine.sources, train, allowed)
            joined([whole, *small]).save(out / "train.npz")


if __name__ == "__main__":
    main()
