"""``cocite models`` and ``evaluate``: list, add, choose and evaluate models."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import click

from core.base.children import module_command, module_environment
from core.base.errors import UsageError
from core.base.files import read_file
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.commands import common, printing
from core.evaluation.harness import STAGES, Evaluation, Harness, Stage, summary
from core.evaluation.queries import read_queries, rename_papers
from core.models.shelf import SLOTS, Slot
from core.workspace import Workspace

_PLACES: dict[str, Slot] = {
    "sentences": "encoder",
    "similar": "similar",
    "languages": "languages",
    "evidence": "evidence",
}
_place = click.option(
    "--for",
    "place",
    type=click.Choice(list(_PLACES)),
    help="Sentences (the default), Similar papers with the map, or manuscripts in other languages;"
    " for a reranker, the passages of evidence.",
)


@click.group()
def models() -> None:
    """List, add and choose models."""


@models.command("list")
@common.as_json_option
def models_list(as_json: bool) -> None:
    """List the models on the shelf."""
    shelf = common.shelf()
    used = shelf.names_in_use()
    for slot in SLOTS:
        if problem := shelf.given_way(slot):
            click.echo(problem, err=True)
    names = {slot: name for name, slot in _PLACES.items()} | {"reranker": "reranker"}
    places = {name: [names[slot] for slot in shelf.list_places(name)] for name in used}
    if as_json:
        listed = [
            {
                **model.manifest.model_dump(),
                "in_use": model.manifest.name in used,
                "used_for": places.get(model.manifest.name, []),
            }
            for model in shelf.models()
        ]
        printing.say_json(listed)
    else:
        printing.print_models([model.manifest for model in shelf.models()], places)


@models.command("add")
@click.argument("folder", type=common.PATH)
def models_add(folder: Path) -> None:
    """Copy a model folder onto the shelf."""
    model = common.shelf().add(folder)
    click.echo(f"Added {model.manifest.name}. Use it: cocite models use {model.manifest.name}")


@models.command("use")
@click.argument("name")
@_place
def models_use(name: str, place: str | None) -> None:
    """Use another model from now on, for sentences or in another place.

    The models of different places, and a reranker, are in use side by side.
    """
    manifest = common.shelf().use(name, _PLACES[place] if place else None).manifest
    then = "" if manifest.kind == "reranker" else " Make its vectors: cocite index --library DIR"
    where = f" for {place}" if place else ""
    click.echo(f"Now in use{where}: {manifest.name}.{then}")


@models.command("leave")
@click.argument("place", type=click.Choice(["similar", "languages", "reranker", "evidence"]))
def models_leave(place: Slot) -> None:
    """Use no model of its own for similar papers, other languages or rereading any more."""
    common.shelf().leave(place)
    click.echo(f"No model of its own is in use for {place}.")


@models.command("back")
@click.option("--reranker", is_flag=True, help="Go back to the reranker before, or to none.")
def models_back(reranker: bool) -> None:
    """Use the model that was in use before."""
    model = common.shelf().back("reranker" if reranker else "encoder")
    click.echo(f"Now in use: {model.manifest.name if model else 'no reranker'}")


# --- ``cocite train``: starts a training in a process of its own ------------------------

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("recipe")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--out", type=_PATH, required=True, help="Folder of the run.")
@click.option("--preset", default="", help="A set of values: small, or as the paper has it.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="Set a value.")
def train(
    recipe: str, corpus: Path, out: Path, preset: str, resume: bool, given: tuple[str, ...]
) -> None:
    """Train a model by a recipe: cocite, or another that python -m training recipes lists.

    "again" trains the model in use with what was added since it learned.

    Ctrl+C stops within a step and keeps what was done. The finished model is in the folder
    "model" of the run: cocite models add RUN/model. See also: python -m training --help.
    """
    arguments = [recipe, "--corpus", str(corpus), "--out", str(out)]
    arguments += ["--preset", preset] if preset else []
    arguments += ["--resume"] if resume else []
    for setting in given:
        arguments += ["--set", setting]
    raise SystemExit(run_training(arguments))


def run_training(arguments: Sequence[str]) -> int:
    """Run ``python -m training`` with its own input and output, and return its exit code.

    Signals that end or interrupt this process go to that one, which ends when it has saved.
    """
    received_signals: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def forward(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if child is None:
            received_signals.append(number)
        elif sys.platform != "win32":  # a Windows console tells both itself
            child.send_signal(number)

    before = {
        signal_number: signal.signal(signal_number, forward)
        for signal_number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        child = subprocess.Popen(module_command("training", *arguments), env=module_environment())
        for number in received_signals:
            forward(number, None)
        code = child.wait()
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)
    return 128 - code if code < 0 else code


# --- the command that evaluates the recommender -----------------------------------------------


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
