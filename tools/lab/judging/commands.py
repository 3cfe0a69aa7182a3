"""``evaluate``, ``compare`` and ``baselines``: what the trainer's command line says of models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base.errors import UsageError
from core.base.jobs import Job
from core.commands.printing import ConsoleJob, say_json, write_run
from core.evaluation.harness import Answer
from core.evaluation.queries import Query, read_queries
from tools.lab.baselines.catalogue import NAMES, Baselines, BaselineSettings
from tools.lab.judging.answers import Comparison, compared
from tools.lab.judging.models import opened
from tools.lab.judging.query_sets import (
    COMPARED,
    QuerySet,
    collect_rankings,
    compared_files,
    read_pool,
    score_rankings,
)
from tools.lab.judging.table import Benchmark, BenchmarkSettings, Entry, markdown
from training.corpus.corpus import Corpus
from training.judging.significance import Difference
from training.sampling.questions import FORMS

_PATH = click.Path(path_type=Path)
_WORDS = "bm25"
_SHOWN = 5
_HEADS = ("recall@10", "map@10", "mrr", "ndcg@10", "recall@100", "recall@1000", "f1@20")


@click.command()
@click.option("--queries", "queries_file", type=_PATH, required=True, help="Query set.")
@click.option("--corpus", "folder", type=_PATH, required=True, help="Corpus with the papers.")
@click.option("--model", "models", multiple=True, required=True, help="Name or folder; repeatable.")
@click.option("--pool", type=_PATH, help="File of ids, one a line: only these are ranked.")
@click.option("--form", type=click.Choice(list(FORMS)), default="title sentence", show_default=True)
@click.option("--vectors", type=_PATH, help="Folder where the papers' vectors are kept.")
@click.option("--run", "run_file", type=_PATH, help="Write every ranking of the model here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def evaluate(queries_file: Path, folder: Path, models: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Judge encoders on a query set, by exact cosine.

    With several models, differences are against the first.
    """
    run_file: Path | None = options["run_file"]
    if run_file is not None and len(models) > 1:
        raise UsageError("--run writes the rankings of one model.", remedy="Name one --model.")
    queries = read_queries(queries_file)
    with ConsoleJob() as job:
        query_set = _query_set(queries, folder, options, job)
        answers_by_model = {
            model: query_set.answers(opened(model), job, keep_in=options["vectors"])
            for model in dict.fromkeys(models)
        }
    if run_file is not None:
        write_run(run_file, answers_by_model[models[0]].values())
    results = [
        {"model": model, **query_set.summary(answers)}
        for model, answers in answers_by_model.items()
    ]
    differences = _against_first(queries, answers_by_model)
    if options["as_json"]:
        difference_values = {
            name: _convert_comparisons(comparisons) for name, comparisons in differences.items()
        }
        say_json({"models": results, "against_first": difference_values})
        return
    for result in results:
        _print_summary(result)
    for name, comparisons in differences.items():
        click.echo(f"\n{name} against {models[0]}")
        _print_differences(comparisons)


def _query_set(
    queries: Sequence[Query], folder: Path, options: dict[str, Any], job: Job
) -> QuerySet:
    corpus = Corpus.open(folder, job=job, warn=_warn)
    pool = None if options["pool"] is None else read_pool(corpus, options["pool"])
    return QuerySet.of(corpus, queries, form=options["form"], pool=pool)


def _against_first(
    queries: Sequence[Query], answers_by_model: dict[str, dict[str, Answer]]
) -> dict[str, list[Comparison]]:
    scores = {
        model: score_rankings(queries, collect_rankings(answers.values()))
        for model, answers in answers_by_model.items()
    }
    first, *other_results = scores.items()
    if not first[1]:
        return {}
    return {
        model: [compared(first[1], results, metric) for metric in COMPARED]
        for model, results in other_results
    }


@click.command()
@click.argument("first", type=_PATH)
@click.argument("second", type=_PATH)
@click.option("--queries", "queries_file", type=_PATH, required=True, help="Query set.")
@click.option(
    "--metric",
    type=click.Choice(COMPARED),
    default="recall@10",
    show_default=True,
    help="By which queries are listed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def compare(first: Path, second: Path, queries_file: Path, metric: str, as_json: bool) -> None:
    """Compare two answer files: how much better is SECOND than FIRST, and on which queries."""
    queries = read_queries(queries_file)
    comparisons = compared_files(queries, first, second)
    (listed,) = (comparison for comparison in comparisons if comparison.metric == metric)
    if as_json:
        say_json(
            {**_convert_comparisons(comparisons), "metric": metric, "deltas": dict(listed.deltas)}
        )
        return
    _print_differences(comparisons)
    sentences = {query.id: query.passage.sentence for query in queries}
    for head, entries in (("gains", listed.gains(_SHOWN)), ("losses", listed.losses(_SHOWN))):
        click.echo(f"\nLargest {head} in {metric}")
        for query, delta in entries:
            click.echo(f"  {delta:+.3f}  {query}  {sentences[query]}")


@click.command()
@click.argument("folder", metavar="CORPUS", type=_PATH)
@click.option("--model", "models", multiple=True, help="Encoder beside them; repeatable.")
@click.option(
    "--only", multiple=True, type=click.Choice([_WORDS, *NAMES]), help="These alone; repeatable."
)
@click.option("--texts", default=10_000, show_default=True, help="Papers word vectors learn from.")
@click.option("--pool", default=5_000, show_default=True, help="Papers that are ranked.")
@click.option("--contexts", default=300, show_default=True, help="Citing sentences that ask.")
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def baselines(folder: Path, models: tuple[str, ...], only: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Print the table of all baselines on a corpus' held-out papers.

    The table is Markdown. A baseline that cannot be made says why below it. What SciDocs' tasks
    give here compares models on this corpus; the mean of some of them is no SciDocs average.
    """
    seed = options["seed"]
    with ConsoleJob() as job:
        corpus = Corpus.open(folder, job=job, warn=_warn)
        settings = BenchmarkSettings(options["contexts"], options["pool"], seed=seed)
        baseline_maker = Baselines(corpus, BaselineSettings(texts=options["texts"], seed=seed))
        entries = list(_entries(Benchmark.of(corpus, settings), baseline_maker, only, models, job))
    if options["as_json"]:
        say_json([asdict(entry) for entry in entries])
    else:
        click.echo(markdown(entries))


def _entries(
    benchmark: Benchmark,
    baseline_maker: Baselines,
    only: Sequence[str],
    models: Sequence[str],
    job: Job,
) -> Iterator[Entry]:
    names = [name for name in (_WORDS, *NAMES) if name in only or not only]
    for done_count, name in enumerate([*names, *models]):
        job.check()
        job.report(done_count, len(names) + len(models), name)
        yield (
            _baseline(name, benchmark, baseline_maker)
            if done_count < len(names)
            else _model(name, benchmark)
        )


def _baseline(name: str, benchmark: Benchmark, baseline_maker: Baselines) -> Entry:
    try:
        if name == _WORDS:
            return Entry(name, benchmark.words_row())
        baseline = baseline_maker.make(name)
    except UsageError as error:  # one baseline that cannot be made leaves the others
        return Entry(name, {}, f"{error} {error.remedy}".strip())
    return Entry(name, benchmark.row(baseline.encoder), baseline.note)


def _model(name: str, benchmark: Benchmark) -> Entry:
    encoder = opened(name)
    return Entry(encoder.manifest.name, benchmark.row(encoder))


def _convert_comparisons(comparisons: Sequence[Comparison]) -> dict[str, object]:
    return {comparison.metric: asdict(comparison.difference) for comparison in comparisons}


def _print_differences(comparisons: Sequence[Comparison]) -> None:
    click.echo(f"{'':12} {'difference':>10}  {'95 % interval':>18}  {'p':>6}  better worse same")
    for comparison in comparisons:
        click.echo(f"{comparison.metric:12} {_difference_line(comparison.difference)}")


def _difference_line(difference: Difference) -> str:
    interval = f"[{difference.low:+.4f}, {difference.high:+.4f}]"
    counts = f"{difference.wins:6} {difference.losses:5} {difference.ties:4}"
    return f"{difference.mean:+10.4f}  {interval:>18}  {difference.p:6.4f}  {counts}"


def _print_summary(result: dict[str, Any]) -> None:
    click.echo(f"\n{result['model']}")
    click.echo(f"{'':8} {'queries':>7} " + " ".join(f"{head:>11}" for head in _HEADS))
    parts = {"all": result, **{name: result[name] for name in ("new", "again", "several")}}
    for name, part in parts.items():
        scores = " ".join(f"{part[head]:11.4f}" for head in _HEADS)
        click.echo(f"{name:8} {part['queries']:7} {scores}")


def _warn(sentence: str) -> None:
    click.echo(sentence, err=True)
