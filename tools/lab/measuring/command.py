"""``python -m tools.lab measure``: everything that a machine can show, the most worthy first.

What was measured is kept line by line in OUT/measured.jsonl, so that a measurement that was
stopped or killed goes on where it was; OUT/report.md is for people.
"""

from __future__ import annotations

import contextlib
import importlib.resources
import signal
from pathlib import Path
from typing import Any, get_args

import click

from core.base.files import make_folder, replace_text
from tools.lab.measuring.scales import ScaleName

_PATH = click.Path(path_type=Path)


@click.command("measure")
@click.option("--out", type=_PATH, required=True, help="Folder of the measurements.")
@click.option("--corpus", type=_PATH, help="Corpus folder; the sample's papers without one.")
@click.option("--minutes", default=60.0, show_default=True, help="Time in all, of this call.")
@click.option("--base", default="", help="Model to begin with; empty: that of each recipe.")
@click.option("--scale", type=click.Choice(get_args(ScaleName)), help="Sizes; by the device.")
@click.option("--summaries", type=_PATH, help="Summaries by a language model, for semcse.")
@click.option(
    "--only",
    multiple=True,
    help="Group (speed, ways, peers, models, claims, gains) or measurement; repeat it.",
)
@click.option("--device", default="", help="Empty: the fastest there is.")
def command(out: Path, corpus: Path | None, minutes: float, **options: Any) -> None:  # noqa: ANN401 - of click
    """Measure speed, memory, models for use and the papers' claims, within a time given.

    The same command goes on where it was stopped, also after a kill. A report is at the end in
    OUT/report.md.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no process is left behind
    make_folder(out)
    with contextlib.ExitStack() as stack:
        sample = importlib.resources.files("resources") / "sample" / "library"
        folder = corpus or stack.enter_context(importlib.resources.as_file(sample))
        _measure(out.absolute(), folder, minutes, **options)


def _measure(out: Path, folder: Path, minutes: float, **options: Any) -> None:  # noqa: ANN401
    from tools.lab.measuring.ledger import About, Ledger
    from tools.lab.measuring.plan import Bench, carry_out, measurements
    from tools.lab.measuring.report import REPORT, report
    from tools.lab.measuring.scales import SCALES
    from training.corpus.corpus import Corpus
    from training.runs.surroundings import chosen_device, devices, log_libraries, versions

    log_libraries()
    device = chosen_device(options["device"])
    scale: ScaleName = options["scale"] or ("full" if device.startswith("cuda") else "small")
    corpus = Corpus.open(folder)
    base, summaries = (_absolute(options[name]) for name in ("base", "summaries"))
    about = About(corpus=corpus.fingerprint, base=base or "minilm", scale=scale)
    ledger = Ledger(out, about)
    bench = Bench(out, corpus, base, summaries, device, SCALES[scale])
    only = options["only"]
    everything = measurements(bench)
    plan = [
        experiment
        for experiment in everything
        if not only or experiment.group in only or experiment.name in only
    ]
    device_names = ", ".join(devices(device))
    try:
        is_finished = carry_out(plan, ledger, minutes, device=device_names, say=click.echo)
    finally:
        missing = [experiment.name for experiment in plan if experiment.name not in ledger.entries]
        report_text = report(ledger, {"devices": device_names, **versions()}, missing=missing)
        replace_text(out / REPORT, report_text)
    if not is_finished:
        click.echo("The time is over; the same command goes on.", err=True)
    click.echo(str(out / REPORT))


def _absolute(path_text: str | Path | None) -> str:
    """Return a path from the root where there is one of that name; else what was given."""
    return (
        str(Path(path_text).absolute())
        if path_text and Path(path_text).exists()
        else str(path_text or "")
    )
