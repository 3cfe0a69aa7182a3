"""``cocite`` on the command line: the engine without a window.

With ``--json``, stdout holds the JSON and nothing else. An expected failure is one sentence and
a remedy on stderr, with exit code 2 for bad use and 1 for the rest; an import that refused
something exits with 3.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from core import printing, sample
from core.boundary import exit_code
from core.errors import UnknownPaperError, UsageError
from core.evaluation.harness import STAGES, Evaluation, Harness, Stage, summary
from core.evaluation.queries import read_queries
from core.library.corpus_export import export_corpus
from core.library.importing import PARTS
from core.library.library import Library
from core.manuscript.html import Reading, html_page
from core.manuscript.serial import public_json
from core.models.shelf import Shelf
from core.reading import read_alone, read_with_library
from core.recommend import gaps
from core.recommend.engine import DEFAULT_BREADTH
from core.records import OpenManuscript, PaperNumber, PaperSet, Recommendation, Suggestion
from core.training_command import train
from core.workspace import Workspace

logger = logging.getLogger(__name__)

_PATH = click.Path(path_type=Path)
_library = click.option("--library", "folder", type=_PATH, required=True, help="Library folder.")
_model = click.option("--model", default="", help="A model's name on the shelf, or its folder.")
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
_limit = click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cocite")
@click.option("--sample", "on_sample", is_flag=True, help="Use the sample library and manuscript.")
@click.option("--text", "as_text", is_flag=True, help="With --sample: print, open no window.")
@click.pass_context
def cli(context: click.Context, on_sample: bool, as_text: bool) -> None:
    """Recommend papers from your own library for the sentences of a manuscript.

    Without a command, or with the folder of a library, opens the window.
    """
    if context.invoked_subcommand is None:
        if not (on_sample and as_text):
            raise UsageError("Nothing was asked for.", remedy="See cocite --help.")
        _print_sample()


@cli.command("import")
@_library
@click.option("--only", type=click.Choice(sorted(PARTS)), multiple=True, help="Of a corpus folder.")
@click.argument("sources", type=_PATH, nargs=-1, required=True)
def import_command(folder: Path, only: tuple[str, ...], sources: tuple[Path, ...]) -> None:
    """Import PDFs, BibTeX, RIS, CSL-JSON, paper records, folders of these, or a corpus folder.

    Makes the library if there is none. Exits with 3 if a record was refused.
    """
    with _workspace(folder, create=True) as workspace, printing.ConsoleJob() as job:
        report = workspace.import_sources(
            sources, job=job, on_entry=printing.print_entry, only=frozenset(only)
        )
    printing.print_import(report)
    if report.refused:
        raise SystemExit(3)


@cli.command()
@_library
@_model
def index(folder: Path, model: str) -> None:
    """Read the PDFs that wait, and build what is missing of words, passages and vectors.

    Can be stopped and goes on where it was. Exits with 3 if a PDF could not be read.
    """
    with _workspace(folder, write=True) as workspace, printing.ConsoleJob() as job:
        workspace.index_words(job)
        report = workspace.read_fulltexts(job)
        workspace.load_model(name=model, in_process=True)
        workspace.index_vectors(job)
        status = workspace.status()
    have, of = status.vectors
    click.echo(f"{status.papers} papers, words {status.words}, vectors {have} of {of}")
    printing.print_fulltexts(report)
    if report.refused:
        raise SystemExit(3)


@cli.command()
@click.argument("manuscript", type=_PATH)
@click.option("--library", "folder", type=_PATH, help="Library in which references are looked up.")
@_as_json
@click.option("--html", "as_html", is_flag=True, help="Write a web page, to check by eye.")
@click.option("--output", "-o", type=_PATH, help="File for the page; else it is printed.")
def parse(
    manuscript: Path, folder: Path | None, as_json: bool, as_html: bool, output: Path | None
) -> None:
    """Read a manuscript and print its structure, and what is wrong with its citations."""
    if as_json and as_html:
        raise UsageError("--json and --html exclude each other.", remedy="Choose one of them.")
    if output is not None and not as_html:
        raise UsageError("--output is for --html.", remedy="Add --html.")
    reading = _read(manuscript, folder)
    if as_json:
        ids = {number: paper.id for number, paper in reading.papers.items()}
        read = public_json(reading.manuscript, reading.links, ids.__getitem__, reading.chances)
        found = [printing.finding_json(each, ids) for each in reading.findings]
        printing.say_json({**read, "findings": found})
    elif as_html:
        printing.write_page(output, html_page(reading))
    else:
        printing.print_manuscript(reading.manuscript, reading.chances)
        printing.print_findings(reading.findings)


@cli.command()
@_library
@click.argument("manuscript", type=_PATH, required=False)
@click.option("--sentence", type=click.IntRange(0), help="Index of the sentence, from 0.")
@click.option("--text", default="", help="Recommend for this text instead.")
@_model
@_limit
@_as_json
def recommend(
    folder: Path,
    manuscript: Path | None,
    sentence: int | None,
    text: str,
    **options: object,
) -> None:
    """Recommend papers for a sentence, a text, or all of a manuscript that needs citations."""
    if manuscript is None and not text:
        raise UsageError("There is nothing to recommend for.", remedy="Name a PDF, or use --text.")
    limit, as_json = int(str(options["limit"])), bool(options["as_json"])
    with _workspace(folder) as workspace:
        _load_if_useful(workspace, str(options["model"]))
        workspace.second_stage.load(in_process=True)
        if manuscript is None:
            opened, asked = workspace.open_text(text), [0]
        else:
            opened = workspace.open_manuscript(manuscript)
            asked = _asked_sentences(workspace, opened, sentence)
        if manuscript is not None and text:
            found = [workspace.recommend_text(opened, text, limit=limit)]
        else:
            found = [workspace.rerank(opened, index, limit=limit) for index in asked]
        one = bool(text) or sentence is not None
        whole = None if one else _whole(workspace, opened, limit)
        _show(workspace, opened, found, whole, as_json=as_json)


@cli.command()
@_library
@click.argument("paper_ids", nargs=-1, required=True)
@click.option("--not", "negative", multiple=True, help="A paper the answer should be unlike.")
@_model
@_limit
@_as_json
def similar(
    folder: Path,
    paper_ids: tuple[str, ...],
    negative: tuple[str, ...],
    model: str,
    limit: int,
    as_json: bool,
) -> None:
    """Find the papers like some others, by meaning, words and citations."""
    with _workspace(folder) as workspace:
        _load_if_useful(workspace, model)
        liked, disliked = (_numbers(workspace, ids) for ids in (paper_ids, negative))
        neighbours = workspace.similar(liked, disliked, limit)
    if as_json:
        printing.say_json(printing.similar_json(paper_ids, neighbours))
    else:
        printing.print_neighbours(neighbours)


@cli.group()
def models() -> None:
    """List, add and choose models."""


@models.command("list")
@_as_json
def models_list(as_json: bool) -> None:
    """List the models on the shelf."""
    shelf = _shelf()
    used = shelf.names_in_use()
    if as_json:
        listed = [
            {**each.manifest.model_dump(), "in_use": each.manifest.name in used}
            for each in shelf.models()
        ]
        printing.say_json(listed)
    else:
        printing.print_models([each.manifest for each in shelf.models()], used)


@models.command("add")
@click.argument("folder", type=_PATH)
def models_add(folder: Path) -> None:
    """Copy a model folder onto the shelf."""
    model = _shelf().add(folder)
    click.echo(f"Added {model.manifest.name}. Use it: cocite models use {model.manifest.name}")


@models.command("use")
@click.argument("name")
def models_use(name: str) -> None:
    """Use another model from now on; an encoder and a reranker are in use side by side."""
    manifest = _shelf().use(name).manifest
    then = "" if manifest.kind == "reranker" else " Make its vectors: cocite index --library DIR"
    click.echo(f"Now in use: {manifest.name}.{then}")


@models.command("back")
@click.option("--reranker", is_flag=True, help="Go back to the reranker before, or to none.")
def models_back(reranker: bool) -> None:
    """Use the model that was in use before."""
    model = _shelf().back("reranker" if reranker else "encoder")
    click.echo(f"Now in use: {model.manifest.name if model else 'no reranker'}")


@cli.command()
@_library
@click.option("--queries", type=_PATH, required=True, help="Query set (JSON Lines, plain or gzip).")
@click.option("--stage", type=click.Choice(STAGES), default="full", show_default=True)
@click.option("--context", type=click.Choice(["sentence", "dynamic"]), default="dynamic")
@_model
@click.option("--pool", type=_PATH, help="File of ids, one a line: only these are ranked.")
@click.option("--run", "run_file", type=_PATH, help="Write every ranking to this file.")
@_as_json
def evaluate(folder: Path, queries: Path, stage: Stage, **options: object) -> None:
    """Judge a stage of the recommender on a query set."""
    asked = read_queries(queries)
    with _workspace(folder) as workspace, printing.ConsoleJob() as job:
        if stage != "words":
            workspace.load_model(name=str(options["model"]), in_process=True)
        pool = options["pool"]
        how = Evaluation(
            stage=stage,
            breadth=DEFAULT_BREADTH if options["context"] == "dynamic" else 0.0,
            pool=_pool(workspace, pool) if isinstance(pool, Path) else None,
        )
        if stage == "full":
            workspace.second_stage.load(in_process=True)
        second = workspace.second_stage.full_ranking
        harness = Harness(workspace.library.papers, workspace.engine, second)
        answers = {answer.query: answer for answer in harness.answers(asked, how, job)}
    if isinstance(options["run_file"], Path):
        printing.write_run(options["run_file"], answers.values())
    result = summary(asked, answers)
    click.echo(json.dumps(result, indent=None if options["as_json"] else 2))


@cli.command("export-corpus")
@_library
@click.option("--out", type=_PATH, required=True, help="Folder that does not exist yet.")
@_as_json
def export_corpus_command(folder: Path, out: Path, as_json: bool) -> None:
    """Write the library as a corpus, to train a model of one's own on.

    Only reads, so it works beside an open window. Papers in the trash are left out.
    """
    with Library.open(folder, write=False) as library, printing.ConsoleJob() as job:
        report = export_corpus(library, out, job)
    if as_json:
        printing.say_json(asdict(report))
    else:
        printing.print_corpus(report)


@cli.command()
@_library
@_as_json
def verify(folder: Path, as_json: bool) -> None:
    """Check a library through; exits with 1 if something is wrong."""
    with _workspace(folder) as workspace, printing.ConsoleJob() as job:
        report = workspace.library.verify(job)
    if as_json:
        sound = {"sound": report.sound, "problems": report.problems, "counts": dict(report.counts)}
        printing.say_json(sound)
    else:
        printing.print_verification(report)
    if not report.sound:
        raise SystemExit(1)


cli.add_command(train)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; a traceback never reaches the user."""
    return exit_code(cli, arguments, name="cocite")


@contextmanager
def _workspace(folder: Path, *, write: bool = False, create: bool = False) -> Iterator[Workspace]:
    """Open a library, for writing too, or for making it if there is none."""
    write = write or create
    with closing(Workspace(folder, _shelf(), write=write, create=create)) as workspace:
        if not write:
            workspace.index_words()
        yield workspace


def _read(path: Path, folder: Path | None) -> Reading:
    if folder is None:
        return read_alone(path)
    with _workspace(folder) as workspace:
        return read_with_library(path, workspace)


def _shelf() -> Shelf:
    return Shelf(sample.data_folder() / "models")


def _load_if_useful(workspace: Workspace, name: str) -> None:
    """Load the model if the library has vectors of it: without them it has nothing to say."""
    if workspace.has_vectors(name):
        workspace.load_model(name=name, in_process=True)
    else:
        click.echo("Words only: this library has no vectors yet (cocite index).", err=True)


def _asked_sentences(
    workspace: Workspace, opened: OpenManuscript, sentence: int | None
) -> list[int]:
    total = len(opened.manuscript.sentences)
    if sentence is None:
        return gaps.gap_sentences(opened.manuscript, workspace.needs_citation(opened))
    if sentence >= total:
        raise UsageError(
            f"There is no sentence {sentence}: the manuscript has {total}.",
            remedy="Sentences are numbered from 0; see cocite parse.",
        )
    return [sentence]


def _show(
    workspace: Workspace,
    opened: OpenManuscript,
    found: Sequence[Recommendation],
    whole: Recommendation | None,
    *,
    as_json: bool,
) -> None:
    title = opened.manuscript.title
    if not as_json:
        for each in found:
            printing.print_recommendation(each)
        if whole is not None:
            printing.print_recommendation(whole)
        return
    answers = [*found, *([whole] if whole is not None else [])]
    told: list[Suggestion | PaperSet] = []
    for each in answers:
        told += [*each.suggestions, *each.sets]
    numbers = dict.fromkeys(reason.paper for one in told for reason in one.reasons)
    ids = workspace.library.papers.ids(list(numbers))
    sentences = [printing.recommendation_json(title, each, ids) for each in found]
    if whole is None:
        printing.say_json(sentences[0])
    else:
        papers = printing.whole_json(whole, ids)
        printing.say_json({"title": title, "sentences": sentences, "manuscript": papers})


def _whole(workspace: Workspace, opened: OpenManuscript, limit: int) -> Recommendation:
    with printing.ConsoleJob() as job:
        return workspace.recommend_manuscript(opened, limit=limit, job=job)


def _numbers(workspace: Workspace, ids: Sequence[str]) -> list[PaperNumber]:
    found = workspace.library.papers.resolve_many(ids)
    for each in ids:
        if each not in found:
            raise UnknownPaperError(f"No paper of the library answers to “{each}”.")
    return [found[each] for each in ids]


def _pool(workspace: Workspace, path: Path) -> frozenset[PaperNumber]:
    try:
        ids = path.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"The pool “{path}” cannot be read: {reason}.") from error
    pool = frozenset(workspace.library.papers.resolve_many(ids).values())
    if len(pool) < len(set(ids)):
        click.echo(f"{len(pool)} of {len(set(ids))} ids of the pool are in the library.", err=True)
    return pool


def _print_sample() -> None:
    """Do what the window does on its first start, and print it."""
    folder = sample.sample_folder()
    with (
        _workspace(folder, create=True) as workspace,
        printing.ConsoleJob() as job,
        sample.sample_manuscript() as path,
    ):
        sample.fill(workspace, job)
        workspace.load_model(in_process=True)
        workspace.index_vectors(job)
        opened = workspace.open_manuscript(path, job)
        chances = workspace.needs_citation(opened)
        open_places = gaps.gap_sentences(opened.manuscript, chances)
        surest = max(open_places, key=lambda place: chances[place])
        found = workspace.recommend(opened, surest, limit=5)
    printing.print_manuscript(opened.manuscript, chances)
    printing.print_recommendation(found)
