"""What sets bring: ``python -m tools.lab.benchmarks.set_completion LIBRARY``.

Hides one paper after the other of each dev sentence that cites several, gives the rest as cited
there, and looks for the hidden one in the first ten. The weights in use were fitted on the
manuscripts whose sha1 is even; the table is that of the odd ones, with paired 95 % intervals of
the gain over the ranking without sets. The library must be indexed with the model in use.
"""

from __future__ import annotations

from pathlib import Path

import click

from core.evaluation.queries import read_queries
from core.recommend.scoring import shipped_parameters
from tools.lab.benchmarks.data import data_folder
from tools.lab.fitting.queries import even
from tools.lab.fitting.scoring import Asking, report_completion


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--every", default=1, show_default=True, help="Ask only each nth query.")
@click.option("--pool", type=click.Path(exists=True, path_type=Path), help="Only these ids answer.")
def main(folder: Path, every: int, pool: Path | None) -> None:
    """Ask, print."""
    queries = [
        query
        for query in read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")
        if len(query.relevant) > 1
    ][::every]
    odd = [query for query in queries if not even(query.id)]
    groups = list(Asking(folder, odd, {"pool": pool}).ask_groups())
    report_completion(groups, shipped_parameters().completion)


if __name__ == "__main__":
    main()
