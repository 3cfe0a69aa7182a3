"""What each form of the question brings: ``python -m tools.lab.benchmarks.query_forms LIBRARY``.

Asks the dev sentences once with every form, then merges the rankings again without each form,
with each form alone, and with other dampings. Prints R@10 (all, new, repeated) and R@100. The
library must be indexed with the default model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from core.base.logs import log_file
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.candidates import DAMPING, Ranking, reciprocal_rank_fusion
from core.workspace import Workspace
from tools.lab.benchmarks.data import data_folder

DEPTH = 500
DAMPINGS = (10.0, 20.0, 30.0, 60.0)
Choose = Callable[[str], bool]


@dataclass(frozen=True)
class Asked:
    """A query with the papers that count and what each form found."""

    relevant: frozenset[PaperNumber]
    again: frozenset[PaperNumber]
    itself: PaperNumber | None
    rankings: Sequence[tuple[str, Ranking]]


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--every", default=1, show_default=True, help="Ask only each nth query.")
@click.option("--half", type=click.Choice(["even", "odd", "all"]), default="all")
def main(folder: Path, every: int, half: str) -> None:
    """Ask, merge in many ways, print."""
    queries = read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")[::every]
    with closing(Workspace(folder, Shelf(log_file().parent), write=False)) as workspace:
        workspace.indexing.load_model(in_process=True)
        asked = [_ask(workspace, query) for query in queries if half in ("all", half_of(query))]
    names = list(dict.fromkeys(name for each in asked for name, _ in each.rankings))
    print(f"{len(asked)} queries\n{'forms':38} {'R@10':>6} {'new':>6} {'again':>6} {'R@100':>6}")
    _print("all", asked, lambda _: True)
    for name in names:
        _print(f"without {name}", asked, lambda form, out=name: form != out)
    for name in names:
        _print(f"only {name}", asked, lambda form, kept=name: form == kept)
    for kind in ("words", "vectors"):
        _print(f"only {kind}", asked, lambda form, kept=kind: form.startswith(kept))
    for damping in DAMPINGS:
        _print(f"all, damping {damping:g}", asked, lambda _: True, damping)


def half_of(query: Query) -> str:
    """Return "even" or "odd", by the sha1 of the manuscript's id."""
    manuscript = query.id.rsplit("#", 1)[0]
    return "even" if hashlib.sha1(manuscript.encode()).digest()[-1] % 2 == 0 else "odd"


def _ask(workspace: Workspace, query: Query) -> Asked:
    papers = workspace.library.papers
    found = workspace.recommending.retriever.candidates(
        query.passage, breadth=DEFAULT_BREADTH, depth=DEPTH
    )
    rankings = [("words: " + ranking.form, ranking) for ranking in found.words]
    rankings += [("vectors: " + ranking.form, ranking) for ranking in found.vectors]
    return Asked(
        frozenset(papers.resolve_many(query.relevant).values()),
        frozenset(papers.resolve_many(query.again).values()),
        papers.resolve(query.self_id) if query.self_id else None,
        rankings,
    )


def _print(name: str, asked: Sequence[Asked], choose: Choose, damping: float = DAMPING) -> None:
    rows = [_recalls(each, choose, damping) for each in asked]
    means = [
        np.mean([row[column] for row in rows if row[column] is not None]) for column in range(4)
    ]
    print(f"{name:38} " + " ".join(f"{mean:6.4f}" for mean in means))


def _recalls(asked: Asked, choose: Choose, damping: float) -> list[float | None]:
    chosen = [(r.weight, r.papers) for name, r in asked.rankings if choose(name)]
    fused = [
        paper
        for paper, _ in reciprocal_rank_fusion(chosen, damping=damping)
        if paper != asked.itself
    ]
    new = asked.relevant - asked.again
    return [
        _share(asked.relevant, fused[:10]),
        _share(new, fused[:10]),
        _share(asked.again, fused[:10]),
        _share(asked.relevant, fused[:100]),
    ]


def _share(wanted: frozenset[PaperNumber], found: Sequence[PaperNumber]) -> float | None:
    return len(wanted.intersection(found)) / len(wanted) if wanted else None


if __name__ == "__main__":
    main()
