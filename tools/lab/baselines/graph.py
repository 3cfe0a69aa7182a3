"""``python -m tools.lab graph``: how well graph embeddings predict held-out citations."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import click
import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import Job
from core.commands.printing import ConsoleJob, say_json
from tools.lab.baselines.link_prediction import HeldOutLinks, judge_links
from training.base.cached import write_array
from training.corpus.corpus import Corpus
from training.graph.embedding import graph_vectors
from training.graph.settings import GraphSettings, Method

_METHODS: tuple[Method, ...] = get_args(Method)
_HEADS = ("method", "dimension", "seconds", "mrr", "hits_1", "hits_10", "auc")


@click.command("graph")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--method", type=click.Choice(_METHODS), help="Judge only this one.")
@click.option("--dimension", type=click.IntRange(1), default=128, show_default=True)
@click.option("--undirected", is_flag=True, help="BigGraph: learn each citation both ways.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write the vectors here, as .npy.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(corpus: Path, method: Method | None, **options: Any) -> None:  # noqa: ANN401
    """Embed the citation graph of a corpus, and judge it by citations held out.

    One in a hundred of the training papers' citations is held out; each of its ends is ranked
    among 1,000 papers of the graph. The file of --out has a row for each paper of the corpus, in
    its order, made from all training papers' citations by --method, or prone; zeros stand for
    papers without citations.
    """
    with ConsoleJob() as job:
        opened = Corpus.open(corpus, job=job)
        edges = opened.edges()
        if len(edges) < 2:
            raise UsageError(
                "The training papers of this corpus do not cite one another.",
                remedy="See what is missing: python -m training check CORPUS.",
            )
        method_results = [
            _judged(edges, len(opened), _settings(name, options), job)
            for name in ((method,) if method else _METHODS)
        ]
        if options["out"]:
            settings = _settings(method or "prone", options)
            write_array(options["out"], graph_vectors(edges, len(opened), settings, job=job))
    if options["as_json"]:
        say_json({"citations": len(edges), "methods": method_results})
        return
    counts = f"{method_results[0]['links']:,} held-out citations"
    click.echo(
        f"{len(edges):,} citations; {counts}, {method_results[0]['unseen']:,} more lead to papers"
        " without another citation and are not counted"
    )
    click.echo("  ".join(f"{head:>9}" for head in _HEADS))
    for row in method_results:
        click.echo("  ".join(_cell(row[head]) for head in _HEADS))


def _settings(method: Method, options: dict[str, Any]) -> GraphSettings:
    return GraphSettings(
        method=method,
        dimension=options["dimension"],
        undirected=options["undirected"],
        seed=options["seed"],
    )


def _judged(
    edges: NDArray[np.int32], papers: int, settings: GraphSettings, job: Job
) -> dict[str, Any]:
    links = HeldOutLinks.of(edges, seed=settings.seed)
    start_time = time.perf_counter()
    rows = graph_vectors(links.kept_links, papers, settings, job=job)
    seconds = time.perf_counter() - start_time
    scores = asdict(judge_links(rows, links, seed=settings.seed))
    about = {"method": settings.method, "dimension": settings.dimension}
    return {**about, "seconds": round(seconds, 1), **scores}


def _cell(value: str | float) -> str:
    return f"{value:9.3f}" if isinstance(value, float) and value <= 1 else f"{value:>9}"
