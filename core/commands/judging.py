"""The command that evaluates the recommender: ``evaluate``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.files import read_file
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.commands import common, printing
from core.evaluation.harness import STAGES, Evaluation, Harness, Stage, summary
from core.evaluation.queries import read_queries, rename_papers
from core.workspace import Workspace


@click.command()
@common.library_folder
@click.option(
    "--queries", type=common.PATH, required=True, help="Query set (JSON Lines, plain or gzip)."
)
@click.option("--stage", type=click.Choice(STAGES), default="full", show_default=True)
@click.option("--context", type=click.Choice(["sentence", "dynamic"]), default="dynamic")
@common.model_option
@click.option("--pool", type=common.PATH, help="File of ids, one a line: only these are ranked.")
@click.option("--run", "run_file", type=common.PATH, help="Write every ranking to this file.")
@common.as_json_option
def evaluate(  # noqa: PLR0913 - one parameter an option
    folder: Path,
    queries: Path,
    stage: Stage,
    *,
    context: str,
    model: str,
    pool: Path | None,
    run_file: Path | None,
    as_json: bool,
) -> None:
    """Judge a stage of the recommender on a query set."""
    query_list = read_queries(queries)
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        query_list = rename_papers(workspace.library.papers, query_list)
        if stage != "words":
            _load(workspace, stage, model)
        how = Evaluation(
            stage=stage,
            breadth=DEFAULT_BREADTH if context == "dynamic" else 0.0,
            pool=None if pool is None else _pool(workspace, pool),
        )
        if stage == "full":
            workspace.recommending.second_stage.load(in_process=True)
        second = workspace.recommending.second_stage.full_ranking
        harness = Harness(workspace.library.papers, workspace.recommending.engine, second)
        answers = {answer.query: answer for answer in harness.answers(query_list, how, job)}
    if run_file is not None:
        printing.write_run(run_file, answers.values())
    result = summary(query_list, answers)
    click.echo(json.dumps(result, indent=None if as_json else 2))


def _load(workspace: Workspace, stage: Stage, name: str) -> None:
    """Load the model that the stage asks with, and say where it has no vectors to answer with."""
    if stage == "vectors" and not workspace.indexing.has_vectors(name):
        of = f" of the model “{name}”" if name else ""
        raise UsageError(
            f"There are no vectors{of} in this library to judge.",
            remedy="Make them: cocite index --library DIR [--model M].",
        )
    common.load_if_useful(workspace, name)
    have, of_all = workspace.indexing.status().vectors
    if 0 < have < of_all:
        click.echo(f"{have} of {of_all} papers have vectors (cocite index).", err=True)


def _pool(workspace: Workspace, path: Path) -> frozenset[PaperNumber]:
    try:
        lines = read_file(path).decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"The pool “{path}” cannot be read: {reason}.") from error
    ids = {line.strip() for line in lines if line.strip()}
    papers_by_id = workspace.library.papers.resolve_many(ids)
    if len(papers_by_id) < len(ids):
        click.echo(
            f"{len(papers_by_id)} of {len(ids)} ids of the pool are in the library.", err=True
        )
    return frozenset(papers_by_id.values())
